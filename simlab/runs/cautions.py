"""Warnings of a model: what answers should not be taken without, if more than a share of the trials came to it."""

from collections.abc import Iterable

from simlab.contract import Case, Question
from simlab.runs.questions import sampled_values, values_in
from simlab.runs.results import CaseRun
from simlab.stats.answers import Values, weight_at


def caution_questions(case: Case) -> tuple[Question, ...]:
    """What is asked of a case's trials for its warnings; no question of a scenario has a name that begins so."""
    return tuple(
        Question(f" caution {number}", "event", caution.event)
        for number, caution in enumerate(case.model.cautions(case))
    )


def warnings_of(done: CaseRun) -> list[str]:
    """A case's warnings, with the share that was seen; of an exact solution its probability."""
    return told(done.case, [came_to(question, done) for question in caution_questions(done.case)])


def came_to(question: Question, done: CaseRun) -> float:
    """The share of a case's trials, or the probability, of an event."""
    if done.tally is not None and done.tally.trials:
        return share_of(sampled_values(question, done.case.columns, done.tally))
    return 0.0 if done.exact is None else share_of(values_in(question, done.exact))


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
