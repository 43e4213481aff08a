"""Questions over outcome rows: a question becomes a measure, a function from rows to the values that it asks for."""

from collections.abc import Iterable
from functools import partial

import numpy as np

from simlab.contract import Column, Outcomes, Question
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.expression_runs import UndefinedNumber
from simlab.scenario.expressions import parse
from simlab.stats.answers import Values
from simlab.stats.tally import Measure, Tally, weighted_values

MOST_LEVELS = 40  # a curve shows every declared level of a column with at most so many, seen or not


class AskedValues:
    """The values of a question: 0 or 1 for an event, NaN where its condition is not met. As data, the question."""

    def __init__(self, question: Question, columns: tuple[Column, ...]):
        self.question, self.columns = question, columns
        self.places = {column.name: place for place, column in enumerate(columns)}
        self.asked = None if question.kind == "curve" else parse(question.expression, columns, question.kind)
        self.used = (question.expression,) if self.asked is None else self.asked.columns
        self.given = parse(question.given, columns, "event") if question.given is not None else None
        # An expression without any column still has to know how many rows there are.
        self.anchor = columns[0].name

    def __reduce__(self):
        return AskedValues, (self.question, self.columns)

    def __call__(self, rows: np.ndarray) -> np.ndarray:
        try:
            if self.given is None:
                return self._values(rows, slice(None)).astype(float)
            counted = self.given.evaluate(self._table(rows, self.given.columns, slice(None)))
            answers = np.full(len(rows), np.nan)
            answers[counted] = self._values(rows, counted)
            return answers
        except UndefinedNumber as error:
            message = f"question {self.question.name!r}: {error}; leave those outcomes out with `given`"
            raise ScenarioError([Problem(message)]) from None

    def _values(self, rows: np.ndarray, counted: slice | np.ndarray) -> np.ndarray:
        """What is asked of the rows that are counted."""
        table = self._table(rows, self.used, counted)
        return table[self.question.expression] if self.asked is None else self.asked.evaluate(table)

    def _table(self, rows: np.ndarray, names: Iterable[str], counted: slice | np.ndarray) -> dict[str, np.ndarray]:
        return {name: rows[counted, self.places[name]] for name in (*names, self.anchor)}


def measure(question: Question, columns: tuple[Column, ...]) -> Measure:
    """The values of a question."""
    return AskedValues(question, columns)


def column_values(place: int, rows: np.ndarray) -> np.ndarray:
    """The values of the column at a place."""
    return rows[:, place].astype(float)


def columns_used(question: Question, columns: tuple[Column, ...]) -> set[str]:
    """The columns that a question and its condition are about."""
    parts = [(question.expression, question.kind), (question.given, "event")]
    return {
        name
        for text, kind in parts
        if text is not None
        for name in ([text] if kind == "curve" else parse(text, columns, kind).columns)
    }


def measures(questions, columns: tuple[Column, ...]) -> dict[str, Measure]:
    """The measures of all questions, and of every column by itself, by name (`? ` before a question's)."""
    of_columns = {column.name: partial(column_values, place) for place, column in enumerate(columns)}
    return of_columns | {asked_as(question.name): measure(question, columns) for question in questions}


def asked_as(name: str) -> str:
    """What a question's measure is called in a tally, so that no column has the same name."""
    return f"? {name}"


def sampled_values(question: Question, columns: tuple[Column, ...], tally: Tally) -> Values:
    """What a question comes to in a tally."""
    return all_sampled_values([question], columns, tally)[question]


def all_sampled_values(
    questions: Iterable[Question], columns: tuple[Column, ...], tally: Tally
) -> dict[Question, Values]:
    """What some questions come to in a tally, whose rows are looked at once for all."""
    by_name = {asked_as(question.name): question for question in questions}
    found = tally.distributions(list(by_name))
    return {question: Values(*found[name], *levels(question, columns)) for name, question in by_name.items()}


def values_in(question: Question, outcomes: Outcomes) -> Values:
    """What a question comes to in weighted outcome rows."""
    found = measure(question, outcomes.columns)(outcomes.rows)
    return Values(*weighted_values(found, outcomes.weights), *levels(question, outcomes.columns))


def levels(question: Question, columns: tuple[Column, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """A curve's category names, and the levels that it always shows: all of a short range."""
    if question.kind != "curve":
        return (), ()
    column = next(column for column in columns if column.name == question.expression)
    if column.high is None or column.high - column.low >= MOST_LEVELS or question.given is not None:
        return column.names, ()
    return column.names, tuple(range(column.low, column.high + 1))
