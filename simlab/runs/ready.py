"""A case made ready to be sampled or solved."""

from collections.abc import Sequence
from typing import Protocol

from simlab.contract import Budget, Case, Outcomes, Question, TooLarge
from simlab.runs.batches import Sampler
from simlab.runs.cautions import caution_questions
from simlab.runs.questions import asked_as, measures
from simlab.scenario.errors import Problem, ScenarioError

INSISTED_STEPS = 3e9  # some minutes: what an exact solution may cost that somebody insists on
PILOT = 1_000  # trials whose questions are looked at first, so that a division by zero shows at once


class Asking(Protocol):
    """What trials are asked, and where their dice come from: a scenario, for one."""

    @property
    def questions(self) -> Sequence[Question]: ...

    @property
    def rng(self) -> str: ...

    @property
    def seed(self) -> int: ...


def sampler_of(asking: Asking, case: Case) -> Sampler:
    """A case's sampler, for its questions and cautions."""
    return Sampler(case, asking.rng, asking.seed, measures((*asking.questions, *caution_questions(case)), case.columns))


def ready_sampler(asking: Asking, case: Case, trials: int, solution: Outcomes | None) -> Sampler:
    """A sampler whose kernel is compiled, once its questions have been put to the first trials without trouble.

    With an exact solution they are put to all its outcomes, so that a division by zero in a rare one shows as well.
    """
    sampler = sampler_of(asking, case)
    sampler.tally(0, 1)
    pilot = sampler.rows(0, min(PILOT, trials))
    for question in asking.questions:
        values = sampler.measures[asked_as(question.name)]
        values(pilot)
        if solution is not None:
            values(solution.rows)
    return sampler


def solution_within(case: Case, steps: float | None) -> Outcomes | None:
    """The exact outcomes of a case; None without a solver or beyond so many steps. With no limit that is an error."""
    if case.model.exact is None:
        if steps is None:
            raise ScenarioError([Problem(f"{case.game.name} {case.model.name} has no exact solver")])
        return None
    try:
        return case.model.exact(case, Budget(INSISTED_STEPS if steps is None else steps))
    except TooLarge as error:
        if steps is None:
            raise ScenarioError([Problem(f"the exact solution is too large: {error}")]) from None
        return None
