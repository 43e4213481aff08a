"""Running a scenario: its cases are simulated, or solved exactly, one after another."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simlab.contract import Case
from simlab.runs.precision import MOST, Way, as_goal, goal_of, sample_trials, sample_until
from simlab.runs.ready import ready_sampler, solution_within
from simlab.runs.results import CaseRun, Run
from simlab.runs.waiting import SILENT, Waiting
from simlab.runs.whole_cases import WholeCases, worth_it
from simlab.runs.workers import Backend, Workers
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.file import MOST_TRIALS
from simlab.scenario.paths import label
from simlab.scenario.scenario import Scenario

if TYPE_CHECKING:
    from simlab.runs.keeper import Keeper, Plan

A_SECOND_OF_STEPS = 1e7  # the budget of an exact solution beside a simulation
LONGEST_WAIT = 3  # seconds that exact values may cost a whole sweep
LEAST_CONFIDENT, MOST_CONFIDENT = 1e-9, 0.999999999  # beyond, limits would lose their digits


@dataclass(frozen=True)
class Effort:
    """How much is done for an answer, and how sure its interval is. Raises ScenarioError for what makes no sense.

    `trials`, `jobs`: None takes the scenario's trials and all cores. `exact`: None shows exact values that cost under
    about a second, True insists on them, False leaves them out. `precision`: a half-width, or {"relative": …,
    "question": …}, in place of the scenario's trials or precision; `trials` are then the most that it may take.
    `anytime`: intervals that hold at every number of trials at once. `backend`, `scheduler`: see runs/workers.py.
    """

    trials: int | None = None
    jobs: int | None = None
    exact: bool | None = None
    confidence: float = 0.95
    precision: Any = None
    anytime: bool = False
    backend: Backend = "threads"
    scheduler: str | None = None

    def __post_init__(self) -> None:
        wrong = []
        if self.precision is not None:
            as_goal(self.precision)
        trials = self.trials
        if trials is not None and (type(trials) is not int or not 1 <= trials <= MOST_TRIALS):
            wrong.append(Problem(f"must be a whole number of 1..{MOST_TRIALS}", key="trials", value=trials))
        try:
            _ = self.workers
        except ScenarioError as error:
            wrong += error.problems
        if self.exact is not None and type(self.exact) is not bool:
            wrong.append(Problem("must be True, False or None", key="exact", value=self.exact))
        confidence = self.confidence
        if type(confidence) is not float or not LEAST_CONFIDENT <= confidence <= MOST_CONFIDENT:
            message = f"must be a number {LEAST_CONFIDENT}..{MOST_CONFIDENT}"
            wrong.append(Problem(message, key="confidence", value=confidence))
        if wrong:
            raise ScenarioError(wrong)

    @property
    def workers(self) -> Workers:
        """Who does it. Raises ScenarioError."""
        return Workers(self.jobs, self.backend, self.scheduler)


def plan_of(scenario: Scenario, effort: Effort) -> "Plan":
    """How far a run shall go, as its progress is kept."""
    from simlab.runs.keeper import Plan

    goal = goal_of(scenario, effort.precision, effort.trials)
    if goal is None:
        return Plan(effort.trials or scenario.trials)
    most = effort.trials or MOST
    rest = {"most": most, "confidence": effort.confidence, "anytime": effort.anytime}
    return Plan(most, {"goal": [goal.half_width, goal.question], **rest})


def simulate(
    scenario: Scenario, effort: Effort = Effort(), waiting: Waiting = SILENT, keeper: "Keeper | None" = None
) -> Run:
    """Simulate every case of a scenario, from where the keeper's folder has got to. Raises ScenarioError."""
    goal = goal_of(scenario, effort.precision, effort.trials)
    trials = effort.trials or (scenario.trials if goal is None else MOST)
    # A long sweep shares what one may spend on exact values that nobody insists on.
    steps = None if effort.exact else A_SECOND_OF_STEPS * min(1.0, LONGEST_WAIT / len(scenario.cases))
    workers = effort.workers

    def make(number: int, case: Case) -> tuple[CaseRun, bool]:
        with waiting.preparing(case):
            solution = None if effort.exact is False else solution_within(case, steps)
            sampler = ready_sampler(scenario, case, trials, solution)
        begun = None if keeper is None else keeper.begun(number, sampler)
        begin = time.perf_counter()
        text = label(case.point) or scenario.title
        way = Way(
            sampler, scenario.questions, effort.confidence, workers, lambda count: waiting.progress(text, count), begun
        )
        anytime = effort.anytime
        done = sample_trials(way, trials, anytime) if goal is None else sample_until(way, goal, trials, anytime)
        seconds = time.perf_counter() - begin
        if keeper is not None:
            seconds = keeper.finished(done.complete)
        return CaseRun(case, done.tally, solution, seconds, done.reached, done.ahead), done.complete

    def others(number: int, done: CaseRun) -> Iterator[CaseRun] | None:
        numbers = range(number + 1, len(scenario.cases))
        one_by_one = goal is not None or effort.anytime or (keeper is not None and keeper.rows is not None)
        if one_by_one or not worth_it(len(numbers), done.seconds, workers):
            return None
        whole = WholeCases(scenario.questions, scenario.rng, scenario.seed, trials, effort.exact is not False, steps)
        cases = [(scenario.cases[n], 0 if keeper is None else keeper.trials_of(n)) for n in numbers]
        return kept_and_asked(scenario, keeper, numbers, whole.over(cases, workers, waiting))

    with nullcontext() if keeper is None else keeper:
        return over_cases(scenario, effort.confidence, make, others)


def kept_and_asked(
    scenario: Scenario, keeper: "Keeper | None", numbers: Iterable[int], made: Generator[CaseRun]
) -> Iterator[CaseRun]:
    """Each of the cases that are made, kept, and asked all questions, so that a division by zero shows at once."""
    with closing(made):
        for number, done in zip(numbers, made):
            done = done if keeper is None else keeper.whole(number, done)
            done.ask(scenario.questions)
            yield done


def solve(scenario: Scenario, confidence: float = 0.95, waiting: Waiting = SILENT) -> Run:
    """Solve every case exactly. Raises ScenarioError if a case has no solver or is too large."""

    def make(number: int, case: Case) -> tuple[CaseRun, bool]:
        begin = time.perf_counter()
        with waiting.preparing(case):
            outcomes = solution_within(case, None)
        return CaseRun(case, None, outcomes, time.perf_counter() - begin), True

    return over_cases(scenario, Effort(confidence=confidence).confidence, make)


def over_cases(
    scenario: Scenario,
    confidence: float,
    make: Callable[[int, Case], tuple[CaseRun, bool]],
    others: Callable[[int, CaseRun], Iterator[CaseRun] | None] = lambda number, done: None,
) -> Run:
    """The run of all cases; interrupted, that of the cases that are done, unless there is none.

    `make` gives the results of a case by its number, and whether they are complete. `others` gives those of all cases
    after one that is done, once there is a better way to them.
    """
    results: list[CaseRun] = []
    complete, rest = True, None
    for number, case in enumerate(scenario.cases):
        try:
            done, complete = (next(rest), True) if rest is not None else make(number, case)
        except KeyboardInterrupt:
            if not results:
                raise
            complete = False
            break
        results.append(done)
        if not complete:
            break
        rest = others(number, done) if rest is None else rest
    return Run(scenario, tuple(results), confidence, complete)
