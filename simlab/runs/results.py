"""What came of a scenario: its cases' tallies and exact outcomes, and the tables that are read from them."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from simlab.chance.compiled import source_digest
from simlab.contract import Case, Outcomes, Question
from simlab.options import in_toml
from simlab.runs.precision import Reached
from simlab.runs.questions import all_sampled_values, values_in
from simlab.scenario.data import assumed_data
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.load import case_id
from simlab.scenario.scenario import Scenario
from simlab.stats.answers import FIELDS, Values, answer
from simlab.stats.anytime import Ahead, sequenced
from simlab.stats.tally import Tally


@dataclass(frozen=True)
class CaseRun:
    """One case: its tally if it was simulated, its exact outcomes if they are known.

    `reached` says how precise its answers are, if that was asked; `ahead` by question if their intervals are sequences.
    """

    case: Case
    tally: Tally | None
    exact: Outcomes | None
    seconds: float
    reached: tuple[Reached, ...] = ()
    ahead: Mapping[str, Ahead] = field(default_factory=dict)
    _values: dict[Question, tuple[Values | None, Values | None]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def id(self) -> str:
        """The case's id."""
        return identity(self.case)

    @property
    def trials(self) -> int:
        """Trials done."""
        return 0 if self.tally is None else self.tally.trials

    def values(self, question: Question) -> tuple[Values | None, Values | None]:
        """What a question comes to in the trials, and exactly; None where that is not known. Raises ScenarioError."""
        if question not in self._values:
            self.ask([question])
        return self._values[question]

    def ask(self, questions: Iterable[Question]) -> None:
        """Have the values of some questions ready. Raises ScenarioError."""
        new = [question for question in questions if question not in self._values]
        sampled = {} if self.tally is None or not new else all_sampled_values(new, self.case.columns, self.tally)
        for question in new:
            exact = None if self.exact is None else values_in(question, self.exact)
            self._values[question] = sampled.get(question), exact


@dataclass(frozen=True)
class Run:
    """A scenario with the results of its cases. Looks at a glance like its table of answers."""

    scenario: Scenario
    cases: tuple[CaseRun, ...]
    confidence: float
    complete: bool = True

    def __repr__(self) -> str:
        return f"<Run of {self.scenario.title!r}: {len(self.cases)} cases, {len(self.questions)} questions>"

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is answered."""
        return self.scenario.questions

    @property
    def method(self) -> str:
        """How the estimates were made: `monte_carlo` or `exact`."""
        return "exact" if all(case.tally is None for case in self.cases) else "monte_carlo"

    @cached_property
    def answers(self) -> pd.DataFrame:
        """One row a case, question and statistic: `case`, the swept paths, then the fields of an answer.

        And `interval`, the kind of sequence, if the intervals are sequences.
        """
        places = ({"case": number, **done.case.point} for number, done in enumerate(self.cases))
        rows = [place | row for place, found in zip(places, self.answers_by_case) for row in found]
        kind = ["interval"] if self.cases[0].ahead else []
        table = pd.DataFrame(rows, columns=["case", *self.cases[0].case.point, *FIELDS, *kind])
        # Levels are whole numbers or names, and None elsewhere: pandas would turn the numbers into floats.
        return table.assign(level=pd.Series([row["level"] for row in rows], dtype=object))

    @cached_property
    def answers_by_case(self) -> list[list[dict]]:
        """The rows of each case's answers."""
        for done in self.cases:
            done.ask(self.questions)
        return [
            [row for question in self.questions for row in case_answers(done, question, self.confidence)]
            for done in self.cases
        ]

    @cached_property
    def outcomes(self) -> pd.DataFrame:
        """Distinct outcome rows of all cases, with `count` (simulated) or `probability` (exact).

        Raises ScenarioError for a case with more different rows than a tally keeps.
        """
        tables = [
            outcome_table(number, case, *block)
            for number, case in enumerate(self.cases)
            for block in outcome_blocks(case)
        ]
        return pd.concat(tables, ignore_index=True)

    def plot(self) -> dict:
        """The run's figures (matplotlib), by file name stem."""
        from simlab.runs.figures import figures

        return figures(self)

    def save(self, folder) -> None:
        """Keep the run in a folder; see runs/kept.py."""
        from simlab.runs.kept import save

        save(self, folder)

    def _repr_html_(self) -> str:
        from simlab.runs.reports.notebook import run_cell

        return run_cell(self)


def case_answers(done: CaseRun, question: Question, confidence: float) -> list[dict]:
    """The answers to one question of one case."""
    sampled, exact = done.values(question)
    rows = answer(question.name, question.kind, sampled, exact, confidence)
    ahead = done.ahead.get(question.name)
    return rows if sampled is None or ahead is None else sequenced(rows, sampled, ahead, confidence)


def outcome_blocks(case: CaseRun, at_once: int | None = None) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The distinct outcome rows of a case with their weights, so many at once; None: all."""
    if case.tally is not None and case.tally.complete:
        yield from case.tally.blocks(at_once)
    elif case.tally is None and case.exact is not None:
        yield case.exact.rows, case.exact.weights
    else:
        raise ScenarioError([Problem("more different outcomes than are kept; only the questions' answers are known")])


def outcome_table(number: int, case: CaseRun, rows: np.ndarray, weights: np.ndarray) -> pd.DataFrame:
    """Outcome rows of a case as a table; categories by name, flags as truth values."""
    name = "probability" if case.tally is None else "count"
    table = {"case": np.full(len(rows), number)}
    for place, column in enumerate(case.case.columns):
        values = rows[:, place]
        if column.names:
            values = pd.Categorical.from_codes(values, list(column.names)).astype(str)
        table[column.name] = values.astype(bool) if column.flag else values
    return pd.DataFrame(table | {name: weights})


def identity(case: Case) -> str:
    """The case's id: its resolved form and the sources of its game's rules."""
    return case_id(case, source_digest("chance", f"games/{case.game.name}"))


def tables_id(cases: Iterable[Case]) -> str:
    """Sha256 of the ids of all tables of a tournament: equal ids, equal distribution of outcomes."""
    return hashlib.sha256(" ".join(identity(case) for case in cases).encode()).hexdigest()


def scenario_record(scenario: Scenario, case: Case, whole_id: str | None = None) -> dict[str, Any]:
    """The head of every JSON: whose scenario, and which case of it; `whole_id` if it is about more than that case."""
    return {
        "title": scenario.title,
        "game": scenario.game.name,
        "model": scenario.model.name,
        "file": scenario.file,
        "id": identity(case) if whole_id is None else whole_id,
        "set": dict(case.set),
    }


def assumptions(case: Case) -> list[str]:
    """What no public source gives of a case's options, decks and boards, without the options that are swept."""
    lines = [f"{name} ({item}): {about}" for name, item, about in assumed_data(case.game, case.model, case.data)]
    for name in case.model.options:
        option, value = case.game.options[name], case.rules[name]
        if option.basis == "assumed" and f"rules.{name}" not in case.point:
            written = value if isinstance(value, str) else in_toml(value)
            lines.append(f"{name} = {written} ({option.item}): {option.about}")
    return lines


def ask(cases: Sequence[Outcomes], question: Question, confidence: float) -> list[dict]:
    """A new question to the weighted outcome rows of each case."""
    rows = []
    for number, outcomes in enumerate(cases):
        values = values_in(question, outcomes)
        counts = np.issubdtype(outcomes.weights.dtype, np.integer)
        sampled, exact = (values, None) if counts else (None, values)
        rows += [{"case": number} | row for row in answer(question.name, question.kind, sampled, exact, confidence)]
    return rows
