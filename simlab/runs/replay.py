"""One trial told move by move: in plain Python, on the same random addresses as the compiled trial."""

from collections.abc import Callable

import numpy as np

from simlab.chance.witness import Witness, watching
from simlab.contract import Case, Question
from simlab.runs.batches import ROWS_AT_ONCE, Sampler
from simlab.runs.questions import measure
from simlab.scenario.scenario import Scenario


def replay(scenario: Scenario, case: Case, trial: int, say: Callable[[str], None]) -> np.ndarray:
    """Tell one trial, a sentence a call of `say`; returns its outcome row."""
    sentence = case.model.narrate(case)

    def listener(what: int, *details: int) -> None:
        text = sentence(what, *details)
        if text is not None:
            say(text)

    with watching(Witness(listener=listener)):
        return Sampler(case, scenario.rng, scenario.seed, {}).plain_rows(trial, 1)[0]


def first_trial(scenario: Scenario, case: Case, event: str, trials: int) -> int | None:
    """The first of so many trials whose outcome meets an event; None if none does. The event is a right one."""
    meets = measure(Question("where", "event", event), case.columns)
    sampler = Sampler(case, scenario.rng, scenario.seed, {})
    for first in range(0, trials, ROWS_AT_ONCE):
        found = np.flatnonzero(meets(sampler.rows(first, min(ROWS_AT_ONCE, trials - first))))
        if found.size:
            return first + int(found[0])
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
