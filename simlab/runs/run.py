"""Running a scenario: simulate its cases or solve them exactly, and answer its questions."""

import html
import time
from collections.abc import Callable, Container, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from simlab.chance.compiled import source_digest
from simlab.contract import Budget, Case, Outcomes, Question, TooLarge
from simlab.options import in_toml
from simlab.runs.batches import Progress, Sampler, default_jobs, sample
from simlab.runs.questions import measures, sampled_values, values_in
from simlab.scenario.data import assumed_data
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.load import case_id
from simlab.scenario.paths import label
from simlab.scenario.reading import Scenario
from simlab.stats.answers import FIELDS, answer
from simlab.stats.tally import Tally

A_SECOND_OF_STEPS = 1e7  # the budget of an exact solution beside a simulation
INSISTED_STEPS = 3e9  # some minutes: what an exact solution may cost that somebody insists on
LONGEST_WAIT = 3  # seconds that exact values may cost a whole sweep
PILOT = 1_000  # trials whose questions are looked at first, so that a division by zero shows at once

Watch = Callable[[str, int], AbstractContextManager[Progress]]
Prepare = Callable[[Case], AbstractContextManager]


@dataclass(frozen=True)
class CaseRun:
    """One case: its tally if it was simulated, its exact outcomes if they are known."""

    case: Case
    point: dict
    id: str
    tally: Tally | None
    exact: Outcomes | None
    seconds: float

    @property
    def trials(self) -> int:
        """Trials done."""
        return 0 if self.tally is None else self.tally.trials


@dataclass(frozen=True)
class Run:
    """A scenario with the results of its cases. Looks at a glance like its table of answers."""

    scenario: Scenario
    cases: tuple[CaseRun, ...]
    questions: tuple[Question, ...]
    confidence: float
    complete: bool = True

    def __repr__(self) -> str:
        return f"<Run of {self.scenario.title!r}: {len(self.cases)} cases, {len(self.questions)} questions>"

    @property
    def method(self) -> str:
        """How the estimates were made: `monte_carlo` or `exact`."""
        return "exact" if all(case.tally is None for case in self.cases) else "monte_carlo"

    @cached_property
    def answers(self) -> pd.DataFrame:
        """One row a case, question and statistic: `case`, the swept paths, then the fields of an answer."""
        rows = []
        for number, case in enumerate(self.cases):
            place = {"case": number, **case.point}
            rows += [
                place | row for question in self.questions for row in case_answers(case, question, self.confidence)
            ]
        table = pd.DataFrame(rows, columns=["case", *self.cases[0].point, *FIELDS])
        # Levels are whole numbers or names, and None elsewhere: pandas would turn the numbers into floats.
        return table.assign(level=pd.Series([row["level"] for row in rows], dtype=object))

    @cached_property
    def outcomes(self) -> pd.DataFrame:
        """Distinct outcome rows of all cases, with `count` (simulated) or `probability` (exact).

        Raises ScenarioError for a case with more different rows than a tally keeps.
        """
        return pd.concat([outcome_table(number, case) for number, case in enumerate(self.cases)], ignore_index=True)

    def plot(self) -> dict:
        """The run's figures (matplotlib), by file name stem."""
        from simlab.runs.figures import figures

        return figures(self)

    def save(self, folder) -> None:
        """Keep the run in a folder; see runs/kept.py."""
        from simlab.runs.kept import save

        save(self, folder)

    def _repr_html_(self) -> str:
        return f"<p><b>{html.escape(self.scenario.title)}</b></p>{self.answers.to_html(index=False)}"


def case_answers(case: CaseRun, question: Question, confidence: float) -> list[dict]:
    """The answers to one question of one case."""
    sampled = None if case.tally is None else sampled_values(question, case.case.columns, case.tally)
    exact = None if case.exact is None else values_in(question, case.exact)
    return answer(question.name, question.kind, sampled, exact, confidence)


def outcome_table(number: int, case: CaseRun) -> pd.DataFrame:
    """The distinct outcome rows of a case as a table; categories by name, flags as truth values."""
    if case.tally is None:
        rows, weights, name = case.exact.rows, case.exact.weights, "probability"
    elif case.tally.complete:
        (rows, weights), name = case.tally.table(), "count"
    else:
        raise ScenarioError([Problem("more different outcomes than are kept; only the questions' answers are known")])
    table = {"case": np.full(len(rows), number)}
    for place, column in enumerate(case.case.columns):
        values = rows[:, place]
        if column.names:
            values = pd.Categorical.from_codes(values, list(column.names)).astype(str)
        table[column.name] = values.astype(bool) if column.flag else values
    return pd.DataFrame(table | {name: weights})


def simulate(
    scenario: Scenario,
    trials: int | None = None,
    jobs: int | None = None,
    exact: bool | None = None,
    confidence: float = 0.95,
    watch: Watch | None = None,
    preparing: Prepare = nullcontext,
) -> Run:
    """Run every case of a scenario.

    `exact`: None shows exact values that cost under about a second, True insists on them, False leaves them out.
    `watch(text, trials)` opens a context that gives a function to be told of trials done; `preparing(case)` is open
    while a case is compiled and solved. Raises ScenarioError.
    """
    refuse_trials(scenario, trials)
    trials, jobs = trials or scenario.trials, jobs or default_jobs()
    results, complete = [], True
    # A long sweep shares what one may spend on exact values that nobody insists on.
    budget = None if exact else A_SECOND_OF_STEPS * min(1.0, LONGEST_WAIT / len(scenario.cases))
    for case in scenario.cases:
        try:
            with preparing(case):
                solution = None if exact is False else solution_within(case, budget)
                sampler = ready_sampler(scenario, case, trials, solution)
        except KeyboardInterrupt:
            complete = False
            if not results:
                raise
            break
        text = label(swept(scenario, case)) or scenario.title
        begin = time.perf_counter()
        with watch(text, trials) if watch is not None else nullcontext(lambda done: None) as progress:
            tally, complete = sample(sampler, trials, jobs, progress)
        seconds = time.perf_counter() - begin
        results.append(CaseRun(case, swept(scenario, case), identity(case), tally, solution, seconds))
        if not complete:
            break
    return Run(scenario, tuple(results), scenario.questions, confidence, complete)


def refuse_trials(scenario: Scenario, trials: int | None) -> None:
    """Raises ScenarioError for a number of trials that is none, or a precision, which this version does not plan."""
    if trials is not None and (type(trials) is not int or trials < 1):
        raise ScenarioError([Problem("must be a whole number of at least 1", key="trials", value=trials)])
    if scenario.precision is not None and trials is None:
        message = "this version runs a number of trials; say --trials N"
        raise ScenarioError([Problem(message, scenario.file, key="precision")])


def ready_sampler(scenario: Scenario, case: Case, trials: int, solution: Outcomes | None) -> Sampler:
    """A sampler whose kernel is compiled, once its questions have been put to the first trials without trouble.

    With an exact solution they are put to all its outcomes, so that a division by zero in a rare one shows as well.
    """
    asked = measures(scenario.questions, case.columns)
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


def solve(scenario: Scenario, confidence: float = 0.95, preparing: Prepare = nullcontext) -> Run:
    """Solve every case exactly. Raises ScenarioError if a case has no solver or is too large."""
    results, complete = [], True
    for case in scenario.cases:
        begin = time.perf_counter()
        try:
            with preparing(case):
                outcomes = solution_within(case, None)
        except KeyboardInterrupt:
            complete = False
            if not results:
                raise
            break
        seconds = time.perf_counter() - begin
        results.append(CaseRun(case, swept(scenario, case), identity(case), None, outcomes, seconds))
    return Run(scenario, tuple(results), scenario.questions, confidence, complete)


def swept(scenario: Scenario, case: Case) -> dict:
    """The values of the swept paths in this case."""
    paths = scenario.content.get("sweep", {})
    return {path: value for path, value in case.set.items() if path in paths}


def identity(case: Case) -> str:
    """The case's id: its resolved form and the sources of its game's rules."""
    return case_id(case, source_digest("chance", f"games/{case.game.name}"))


def assumptions(case: Case, swept: Container[str] = ()) -> list[str]:
    """What no public source gives of a case's options, decks and boards, without the options that are swept."""
    lines = [f"{name} ({item}): {about}" for name, item, about in assumed_data(case.game, case.model, case.data)]
    for name in case.model.options:
        option, value = case.game.options[name], case.rules[name]
        if option.basis == "assumed" and f"rules.{name}" not in swept:
            written = value if isinstance(value, str) else in_toml(value)
            lines.append(f"{name} = {written} ({option.item}): {option.about}")
    return lines


def ask(cases: Sequence[Outcomes], question: Question, confidence: float) -> list[dict]:
    """A new question to the weighted outcome rows of each case."""
    rows = []
    for number, outcomes in enumerate(cases):
        values = values_in(question, outcomes)
        sampled = np.issubdtype(outcomes.weights.dtype, np.integer)
        given = (values, None) if sampled else (None, values)
        rows += [{"case": number} | row for row in answer(question.name, question.kind, *given, confidence)]
    return rows
