"""Every reading of every option of a model, one at a time: how far each moves the answers, on the same dice."""

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pandas as pd

from simlab.contract import Case, Outcomes, Question
from simlab.runs.alternatives import Reading, sorted_out, word
from simlab.runs.batches import sample
from simlab.runs.cautions import caution_questions, counted_warnings
from simlab.runs.compare import TAKES_A_NUMBER, names_of
from simlab.runs.comparison import confidence_problems, limits
from simlab.runs.differences import Asked, Exact, headline
from simlab.runs.one_case import one_case, one_number, refuse_unknown
from simlab.runs.pairs import PairSampler, PairTally
from simlab.runs.ready import ready_sampler, solution_within
from simlab.runs.results import assumptions, identity, scenario_record
from simlab.runs.run import A_SECOND_OF_STEPS, LONGEST_WAIT, Effort
from simlab.runs.waiting import Waiting
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.scenario import Scenario
from simlab.stats.comparison import unseen_bound
from simlab.stats.rounding import finite

#: The columns of `Readings.table`; `here` is the value that the scenario has, `difference` that of the other value.
FIELDS = (
    *("option", "value", "default", "here", "item", "basis", "question", "statistic", "level", "before", "after"),
    *("difference", "low", "high", "paired", "discordant", "trials", "exact_difference"),
)
READINGS = "readings are"


@dataclass(frozen=True)
class Readings:
    """What the readings of a scenario's options come to; `questions` are those asked.

    `tried` are those that were simulated, in the order of `tally`'s cases, and `impossible` those that the setup does
    not allow, with the reason.
    """

    scenario: Scenario
    questions: tuple[Question, ...]
    tried: tuple[Reading, ...]
    impossible: tuple[tuple[Reading, str], ...]
    tally: PairTally
    exact: dict[tuple[int, str], Exact]  # by place in `tried`, -1 for the scenario as it is, and question
    confidence: float
    seconds: float
    complete: bool
    warnings: tuple[tuple[str, str], ...] = ()  # of the scenario as it is and of each reading, by what is set

    def __repr__(self) -> str:
        return f"<Readings of {self.scenario.title!r}: {len(self.tried)} readings, {len(self.questions)} questions>"

    @property
    def trials(self) -> int:
        """Trials of every reading."""
        return self.tally.trials

    @property
    def bound(self) -> float:
        """The share of trials that a reading without effect moves at most, with the confidence: 3.0/n at 95 %."""
        return unseen_bound(self.trials, self.confidence)

    @property
    def idle(self) -> list[tuple[Reading, float]]:
        """The readings that moved no answer in any trial, with the share of trials in which the outcome differs."""
        return [
            (reading, self.tally.changed[place] / self.trials)
            for place, reading in enumerate(self.tried)
            if not self.moves(place)
        ]

    def moves(self, place: int) -> bool:
        """Whether a reading that was tried moved an answer in any trial."""
        return any(moved.trials for moved in self.tally.moved[place])

    @cached_property
    def table(self) -> pd.DataFrame:
        """One row (FIELDS) a reading and question, those with the largest absolute difference first."""
        rows = [
            self._row(place, reading, number)
            for place, reading in enumerate(self.tried)
            for number in range(len(self.questions))
        ]
        rows.sort(key=lambda row: (not abs(row["difference"]) >= 0, -abs(row["difference"])))
        table = pd.DataFrame(rows, columns=list(FIELDS))
        texts = ("value", "default", "here", "level")  # pandas would turn whole numbers and truth values into floats
        return table.assign(**{name: pd.Series([row[name] for row in rows], dtype=object) for name in texts})

    def _row(self, place: int, reading: Reading, number: int) -> dict[str, Any]:
        question, old, moved = self.questions[number], self.tally.base[number], self.tally.moved[place][number]
        asked = Asked(question, old, moved.onto(old), moved, names_of(question, self.scenario.cases[0]))
        metric = headline(asked, self.confidence)
        exact = [self.exact.get((side, question.name)) for side in (-1, place)]
        known = [math.nan if one is None else one.of(metric.statistic, metric.level) for one in exact]
        counted = old.total() + moved.came.total() - moved.shifts.total()  # on either side
        return {
            **reading.record,
            "question": question.name,
            "statistic": metric.statistic,
            "level": metric.level,
            "before": metric.old.estimate,
            "after": metric.new.estimate,
            **dict(zip(("difference", "low", "high"), metric.away)),
            "paired": metric.paired,
            "discordant": moved.trials / counted if counted else math.nan,
            "trials": min(metric.old.trials, metric.new.trials),
            "exact_difference": known[1] - known[0],
        }

    @property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """The table, as it is kept."""
        return {"readings": self.table}

    @property
    def record(self) -> dict[str, Any]:
        """The readings for programs, as the contract has it; what is not known is None."""
        scenario, case, found = self.scenario, self.scenario.cases[0], self.warnings
        return {
            "scenario": scenario_record(scenario, case),
            "ids": [identity(case)],
            "trials": self.trials,
            "seed": scenario.seed,
            "confidence": self.confidence,
            "complete": self.complete,
            "seconds": self.seconds,
            "questions": [question.name for question in self.questions],
            "readings": [reading_record(row) for row in self.table.to_dict("records")],
            "no_effect": [r.record | {"bound": self.bound, "outcomes_differ": share} for r, share in self.idle],
            "not_possible": [reading.record | {"reason": reason} for reading, reason in self.impossible],
            **({"warnings": [{"reading": name, "warning": text} for name, text in found]} if found else {}),
            "assumptions": assumptions(case),
        }

    def plot(self) -> dict:
        """A tornado plot (matplotlib) a question, by file name stem."""
        from simlab.runs.figures_of_differences import readings_figures

        return readings_figures(self)

    def _repr_html_(self) -> str:
        from simlab.runs.reports.notebook import tables_cell

        return tables_cell("readings", self)


def reading_record(row: dict[str, Any]) -> dict[str, Any]:
    """One row of the table for programs."""
    known = {name: finite(value) for name, value in row.items()}
    known["difference"] = limits(known, "difference", "low", "high")
    level = () if row["statistic"] == "share" else ("level",)
    return {name: value for name, value in known.items() if name not in ("low", "high", *level)}


def chosen_questions(scenario: Scenario, names: Sequence[str]) -> tuple[Question, ...]:
    """The questions of these names, or all; raises ScenarioError for one that is not asked."""
    known = {question.name: question for question in scenario.questions}
    refuse_unknown(names, known, lambda name: name, scenario.file)
    return tuple(known[name] for name in dict.fromkeys(names)) if names else scenario.questions


def readings(scenario: Scenario, chosen: Sequence[str], effort: Effort, waiting: Waiting) -> Readings:
    """Try every reading of every option of a scenario's model in one pass over the same trials. Raises ScenarioError.

    `chosen` restrict the questions; without any all are asked. That a model has no option to be read otherwise is an
    error as well.
    """
    if problems := list(confidence_problems(effort.confidence)):
        raise ScenarioError(problems)
    case, trials = one_case(scenario, READINGS), one_number(scenario, effort.trials, TAKES_A_NUMBER)
    questions = chosen_questions(scenario, chosen)
    tried, impossible = sorted_out(case, questions)
    if not tried:
        message = f"{case.game.name} {case.model.name} has no option that could be read otherwise here"
        raise ScenarioError([Problem(message, scenario.file)])
    asked = replace(scenario, questions=questions)
    with waiting.preparing(case):
        base, *others = (ready_sampler(asked, one, trials, None) for one in (case, *(r.of(case) for r in tried)))
    names = [question.name for question in (*questions, *caution_questions(case))]
    pairs, begin = PairSampler(base, others, names), time.perf_counter()
    with waiting.progress(f"{len(tried) + 1} readings", trials) as progress:
        tally, complete = sample(pairs, trials, effort.workers, progress)
    seconds = time.perf_counter() - begin
    tally, cautioned = tally.apart(len(questions))
    exact = {} if effort.exact is False else exact_values(case, tried, questions, tally)
    found = (scenario, questions, tuple(tried), tuple(impossible), tally, exact, effort.confidence, seconds, complete)
    return Readings(*found, tuple(warnings_under(case, tried, cautioned)))


def warnings_under(case: Case, tried: Sequence[Reading], cautioned: PairTally) -> Iterator[tuple[str, str]]:
    """The warnings of the case as it is, and under each reading."""
    for text in counted_warnings(case, cautioned.base):
        yield "as it is", text
    for reading, moved in zip(tried, cautioned.moved):
        counted = [one.onto(old) for one, old in zip(moved, cautioned.base)]
        for text in counted_warnings(reading.of(case), counted):
            yield f"{reading.path} = {word(reading.value)}", text


def exact_values(case: Case, tried: Sequence[Reading], questions: Sequence[Question], tally: PairTally) -> dict:
    """Exact values of the case and of the readings that moved an answer, as far as some seconds for all of them go."""
    places = [-1, *(place for place in range(len(tried)) if any(moved.trials for moved in tally.moved[place]))]
    steps = A_SECOND_OF_STEPS * min(1.0, LONGEST_WAIT / len(places))
    known: dict[tuple[int, str], Exact] = {}
    for place in places:
        solution: Outcomes | None = solution_within(case if place < 0 else tried[place].of(case), steps)
        if solution is None and place < 0:
            return {}
        known |= {(place, question.name): Exact(question, solution) for question in questions}
    return known
