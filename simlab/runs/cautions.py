"""Warnings of a model: what answers should not be taken without, if more than a share of the trials came to it."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from simlab.contract import Case, Question
from simlab.runs.questions import measure, sampled_values, values_in
from simlab.runs.results import CaseRun
from simlab.stats.answers import Values, weight_at
from simlab.stats.tally import Measure, Tally


def caution_questions(case: Case) -> tuple[Question, ...]:
    """What is asked of a case's trials for its warnings; no question of a scenario has a name that begins so."""
    return tuple(
        Question(f" caution {number}", "event", caution.event)
        for number, caution in enumerate(case.model.cautions(case))
    )


def tally_warnings(case: Case, tally: Tally) -> list[str]:
    """A case's warnings from trials that its cautions were asked of."""
    values = [sampled_values(question, case.columns, tally) for question in caution_questions(case)]
    return told(case, map(share_of, values))


def counted_warnings(case: Case, counted: Iterable[Counter[float]]) -> list[str]:
    """A case's warnings from how often each caution's event did and did not happen."""
    return told(case, [count[1.0] / max(count.total(), 1) for count in counted])


def caution_measures(case: Case) -> list[Measure]:
    """Functions from rows to where each of a case's cautions is met."""
    return [measure(question, case.columns) for question in caution_questions(case)]


def table_warnings(cases: Sequence[Case], met: np.ndarray, blocks: int) -> list[tuple[str, str]]:
    """The warnings of tables by who sits there, from how many of their games met each caution, (tables, cautions)."""
    return [
        (", ".join(case.players[seat].policy for seat in case.seats), text)
        for case, counts in zip(cases, met)
        for text in told(case, counts / blocks)
    ]


def warnings_of(done: CaseRun) -> list[str]:
    """A case's warnings, with the share that was seen; of an exact solution its probability."""
    case, exact = done.case, done.exact
    if done.tally is not None:
        return tally_warnings(case, done.tally)
    return [] if exact is None else told(case, [share_of(values_in(one, exact)) for one in caution_questions(case)])


def share_of(values: Values) -> float:
    """The share of an event's trials in which it happens."""
    return weight_at(values, 1.0) / values.total if values.total else 0.0


def told(case: Case, shares: Iterable[float]) -> list[str]:
    """The warnings of a case whose cautions came to these shares."""
    return [
        f"{100 * share:.3g} % of the trials {caution.about}"
        for caution, share in zip(case.model.cautions(case), shares)
        if share > caution.share
    ]
