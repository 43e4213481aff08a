"""Running a scenario: its cases are simulated, or solved exactly, one after another."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from simlab.contract import Budget, Case, Outcomes, TooLarge
from simlab.runs.batches import Progress, Sampler, default_jobs
from simlab.runs.cautions import caution_questions
from simlab.runs.precision import MOST, Way, as_goal, goal_of, sample_trials, sample_until
from simlab.runs.questions import measures
from simlab.runs.results import CaseRun, Run
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.file import MOST_TRIALS
from simlab.scenario.paths import label
from simlab.scenario.scenario import Scenario

A_SECOND_OF_STEPS = 1e7  # the budget of an exact solution beside a simulation
INSISTED_STEPS = 3e9  # some minutes: what an exact solution may cost that somebody insists on
LONGEST_WAIT = 3  # seconds that exact values may cost a whole sweep
LEAST_CONFIDENT, MOST_CONFIDENT = 1e-9, 0.999999999  # beyond, limits would lose their digits
PILOT = 1_000  # trials whose questions are looked at first, so that a division by zero shows at once


@dataclass(frozen=True)
class Effort:
    """How much is done for an answer, and how sure its interval is. Raises ScenarioError for what makes no sense.

    `trials`, `jobs`: None takes the scenario's trials and all cores. `exact`: None shows exact values that cost under
    about a second, True insists on them, False leaves them out. `precision`: a half-width, or {"relative": …,
    "question": …}, in place of the scenario's trials or precision; `trials` are then the most that it may take.
    `anytime`: intervals that hold at every number of trials at once.
    """

    trials: int | None = None
    jobs: int | None = None
    exact: bool | None = None
    confidence: float = 0.95
    precision: Any = None
    anytime: bool = False

    def __post_init__(self) -> None:
        wrong = []
        if self.precision is not None:
            as_goal(self.precision)
        for key, most in (("trials", MOST_TRIALS), ("jobs", 1024)):
            value = getattr(self, key)
            if value is not None and (type(value) is not int or not 1 <= value <= most):
                wrong.append(Problem(f"must be a whole number of 1..{most}", key=key, value=value))
        if self.exact is not None and type(self.exact) is not bool:
            wrong.append(Problem("must be True, False or None", key="exact", value=self.exact))
        confidence = self.confidence
        if type(confidence) is not float or not LEAST_CONFIDENT <= confidence <= MOST_CONFIDENT:
            message = f"must be a number {LEAST_CONFIDENT}..{MOST_CONFIDENT}"
            wrong.append(Problem(message, key="confidence", value=confidence))
        if wrong:
            raise ScenarioError(wrong)


@dataclass(frozen=True)
class Waiting:
    """What is shown while one waits, as functions that open contexts.

    `progress(text, trials)` gives a function to be told of trials done; `preparing(case)` is open while a case is
    compiled and solved.
    """

    progress: Callable[[str, int], AbstractContextManager[Progress]] = lambda text, trials: nullcontext(lambda n: None)
    preparing: Callable[[Case], AbstractContextManager] = nullcontext


def simulate(scenario: Scenario, effort: Effort = Effort(), waiting: Waiting = Waiting()) -> Run:
    """Simulate every case of a scenario. Raises ScenarioError."""
    goal = goal_of(scenario, effort.precision, effort.trials)
    trials = effort.trials or (scenario.trials if goal is None else MOST)
    # A long sweep shares what one may spend on exact values that nobody insists on.
    steps = None if effort.exact else A_SECOND_OF_STEPS * min(1.0, LONGEST_WAIT / len(scenario.cases))

    def make(case: Case) -> tuple[CaseRun, bool]:
        with waiting.preparing(case):
            solution = None if effort.exact is False else solution_within(case, steps)
            sampler = ready_sampler(scenario, case, trials, solution)
        begin = time.perf_counter()
        text, jobs = label(case.point) or scenario.title, effort.jobs or default_jobs()
        way = Way(sampler, scenario.questions, effort.confidence, jobs, lambda count: waiting.progress(text, count))
        if goal is None:
            done = sample_trials(way, trials, effort.anytime)
        else:
            done = sample_until(way, goal, trials, effort.anytime)
        seconds = time.perf_counter() - begin
        return CaseRun(case, done.tally, solution, seconds, done.reached, done.ahead), done.complete

    return over_cases(scenario, effort.confidence, make)


def solve(scenario: Scenario, confidence: float = 0.95, waiting: Waiting = Waiting()) -> Run:
    """Solve every case exactly. Raises ScenarioError if a case has no solver or is too large."""

    def make(case: Case) -> tuple[CaseRun, bool]:
        begin = time.perf_counter()
        with waiting.preparing(case):
            outcomes = solution_within(case, None)
        return CaseRun(case, None, outcomes, time.perf_counter() - begin), True

    return over_cases(scenario, Effort(confidence=confidence).confidence, make)


def over_cases(scenario: Scenario, confidence: float, make: Callable[[Case], tuple[CaseRun, bool]]) -> Run:
    """The run of all cases; interrupted, that of the cases that are done, unless there is none.

    `make` gives a case's results, and whether they are complete.
    """
    results: list[CaseRun] = []
    complete = True
    for case in scenario.cases:
        try:
            done, complete = make(case)
        except KeyboardInterrupt:
            if not results:
                raise
            complete = False
            break
        results.append(done)
        if not complete:
            break
    return Run(scenario, tuple(results), confidence, complete)


def ready_sampler(scenario: Scenario, case: Case, trials: int, solution: Outcomes | None) -> Sampler:
    """A sampler whose kernel is compiled, once its questions have been put to the first trials without trouble.

    With an exact solution they are put to all its outcomes, so that a division by zero in a rare one shows as well.
    """
    asked = measures((*scenario.questions, *caution_questions(case)), case.columns)
    sampler = Sampler(case, scenario.rng, scenario.seed, asked)
    sampler.tally(0, 1)
    pilot = sampler.rows(0, min(PILOT, trials))
    for values in asked.values():
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
