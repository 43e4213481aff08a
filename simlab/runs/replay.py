"""One trial told move by move: in plain Python, on the same random addresses as the compiled trial."""

from collections.abc import Callable

import numpy as np

from simlab.chance.witness import Witness, watching
from simlab.contract import Case, Question
from simlab.runs.batches import ROWS_AT_ONCE, Sampler
from simlab.runs.questions import measure
from simlab.scenario.scenario import Scenario

ROWS_AT_FIRST = 256  # a search ends soon if the event is a likely one


def replay(scenario: Scenario, case: Case, trial: int, say: Callable[[str], None], board: bool = False) -> np.ndarray:
    """Tell one trial, a line a call of `say`, with a text board if it is wanted; returns its outcome row."""
    tellers = [case.model.narrate(case)]
    if board and case.model.text_board is not None:
        tellers.append(case.model.text_board(case))

    def listener(what: int, *details: int) -> None:
        for told in tellers:
            for line in (told(what, *details) or "").splitlines():
                say(line)

    with watching(Witness(listener=listener)):
        return Sampler(case, scenario.rng, scenario.seed, {}).plain_rows(trial, 1)[0]


def first_trial(scenario: Scenario, case: Case, event: str, trials: int) -> int | None:
    """The first of so many trials whose outcome meets an event; None if none does. The event is a right one."""
    meets = measure(Question("where", "event", event), case.columns)
    sampler = Sampler(case, scenario.rng, scenario.seed, {})
    first, count = 0, ROWS_AT_FIRST
    while first < trials:
        found = np.flatnonzero(meets(sampler.rows(first, min(count, trials - first))))
        if found.size:
            return first + int(found[0])
        first, count = first + count, min(2 * count, ROWS_AT_ONCE)
    return None


def in_words(case: Case, row: np.ndarray) -> str:
    """An outcome row as `column = value` pairs."""
    pairs = zip(case.columns, row.tolist())
    return ", ".join(
        f"{column.name} = {str(column.shown(value)).lower()}"
        if column.flag
        else f"{column.name} = {column.shown(value)}"
        for column, value in pairs
    )
