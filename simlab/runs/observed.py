"""How unusual was that? Observed results placed in the distribution of outcomes.

The two-sided tail of a number is 2 min(P(<= x), P(>= x)), 1 at the most. Categories, flags and several columns together
have no order: theirs is the probability of all outcomes that are at most as likely as the observed one. Which those are
the exact probabilities say where they are known; else the sample, and the limits allow for what it does not know.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simlab.contract import Column, Outcomes, Question
from simlab.runs.questions import measure
from simlab.runs.results import CaseRun
from simlab.scenario.errors import Problem, ScenarioError, no_such
from simlab.stats.placing import Chance, Weighed, two_sided
from simlab.stats.rounding import finite
from simlab.stats.tally import weighted_values

Record = dict[str, Any]
WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
OPTION = "--observed"


@dataclass(frozen=True)
class Observation:
    """A column's observed value, as its outcome rows have it."""

    column: Column
    value: int

    @property
    def ordered(self) -> bool:
        """Whether lower and higher mean anything."""
        return self.column.kind == "number"

    @property
    def shown(self) -> str | bool | int:
        """The value for people."""
        return self.column.shown(self.value)


def observations(texts: Sequence[str], cases: Sequence[Sequence[Column]]) -> list[Observation]:
    """What was observed, from `column=value` texts, given the columns of every case.

    Raises ScenarioError with everything that is wrong. A value has to be within the range of one case at least.
    """
    found, problems = [], []
    for text in texts:
        try:
            found.append(observation(text, cases))
        except ValueError as error:
            problems.append(Problem(str(error), key=f"{OPTION} {text}"))
    names = [seen.column.name for seen in found]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        problems.append(Problem(f"{name} is observed twice", key=OPTION))
    if problems:
        raise ScenarioError(problems)
    return found


def observation(text: str, cases: Sequence[Sequence[Column]]) -> Observation:
    """One observed value. Raises ValueError with what is wrong."""
    name, equals, written = (part.strip() for part in text.partition("="))
    if not equals or not name or not written:
        raise ValueError("write column=value, as in --observed rounds=9")
    for columns in cases:
        if name not in {column.name for column in columns}:
            raise ValueError(no_such("column", name, [column.name for column in columns]))
    same = [column for columns in cases for column in columns if column.name == name]
    column = same[0]
    if column.names:
        if written not in column.names:
            raise ValueError(no_such(f"name of {name}", written, column.names))
        return Observation(column, column.names.index(written))
    if column.flag:
        if written not in ("true", "false"):
            raise ValueError("must be true or false")
        return Observation(column, int(written == "true"))
    if not WHOLE.fullmatch(written):
        raise ValueError("must be a whole number")
    value, low = int(written), min(one.low for one in same)
    high = None if any(one.high is None for one in same) else max(one.high for one in same if one.high is not None)
    if value < low or (high is not None and value > high):
        raise ValueError(f"must be {low} or more" if high is None else f"must be within {low}..{high}")
    return Observation(column, value)


@dataclass(frozen=True)
class Known:
    """The outcomes of a case: as sampled, and exactly where they are known; one of the two at least.

    `sampled` may be a tally that no longer knows its rows, so that columns are known by themselves only.
    """

    sampled: Any
    exact: Outcomes | None

    def column(self, column: Column, exact: bool) -> Weighed | None:
        """The values of one column."""
        source = self.exact if exact else self.sampled
        if source is None:
            return None
        if isinstance(source, Outcomes):
            place = place_of(source.columns, column.name)
            values, weights = weighted_values(source.rows[:, place].astype(float), source.weights)
        else:
            values, weights = source.distribution(column.name)
        return Weighed(values, weights, not exact)

    def together(self, columns: Sequence[Column], exact: bool) -> Weighed | None:
        """The combinations of several columns; None where they are not known."""
        source = self.exact if exact else self.sampled
        if not isinstance(source, Outcomes):
            return None
        rows = source.rows[:, [place_of(source.columns, column.name) for column in columns]]
        different, places = np.unique(rows, axis=0, return_inverse=True)
        return Weighed(different, np.bincount(places.ravel(), source.weights, len(different)), not exact)


def place_of(columns: Sequence[Column], name: str) -> int:
    """The place of a column in the rows."""
    return [column.name for column in columns].index(name)


def known_of(done: CaseRun) -> Known:
    """The outcomes of a case of a run."""
    sampled = done.tally
    if sampled is not None and sampled.complete:
        return Known(Outcomes(done.case.columns, *sampled.table()), done.exact)
    return Known(sampled, done.exact)


def kept_of(outcomes: Outcomes, given: str | None) -> Known:
    """The outcomes of a case of a kept run, those that meet a condition (a right one) if there is one."""
    if given is not None:
        meets = measure(Question("given", "event", given), outcomes.columns)(outcomes.rows) == 1
        outcomes = replace(outcomes, rows=outcomes.rows[meets], weights=outcomes.weights[meets])
    sampled = np.issubdtype(outcomes.weights.dtype, np.integer)
    return Known(outcomes, None) if sampled else Known(None, outcomes)


def placed(known: Known, seen: Sequence[Observation], confidence: float) -> Record:
    """Each observation in the distribution, and for several all of them together (`joint`; else null)."""
    columns = [one.column for one in seen]
    joint = None
    if len(seen) > 1:
        value = [one.value for one in seen]
        parts = [known.together(columns, exact) for exact in (False, True)]
        joint = None if parts == [None, None] else rarity(parts[0], parts[1], value, confidence)
    return {"observed": [one_placed(known, one, confidence) for one in seen], "joint": joint}


def one_placed(known: Known, seen: Observation, confidence: float) -> Record:
    """One column's observed value: below, at, above (null without order), percentile (the middle of `at`), tail."""
    sampled, exact = (known.column(seen.column, exact) for exact in (False, True))
    row: Record = {"column": seen.column.name, "value": seen.shown, "trials": trials(sampled)}
    if not seen.ordered:
        found = rarity(sampled, exact, seen.value, confidence)
        return row | {"below": None, "at": found["at"], "above": None, "percentile": None, "tail": found["tail"]}
    parts = [ordered(weighed, seen.value, confidence) for weighed in (sampled, exact) if weighed is not None]
    beside = parts[-1] if exact is not None else {}
    shares = {name: beside_exact(part, beside.get(name)) for name, part in parts[0].items()}
    tail = shares.pop("tail")
    middle = shares["below"]["estimate"], shares["at"]["estimate"]
    percentile = None if None in middle else 100 * (middle[0] + middle[1] / 2)
    return row | shares | {"percentile": percentile, "tail": tail}


def ordered(weighed: Weighed, value: int, confidence: float) -> dict[str, Chance]:
    """below, at, above and tail of a number."""
    below, above = weighed.values < value, weighed.values > value
    masks = {"below": below, "at": weighed.values == value, "above": above}
    shares = {name: weighed.share(mask, confidence) for name, mask in masks.items()}
    beyond = [float(weighed.weights[mask].sum()) for mask in (below, above)]
    return shares | {"tail": two_sided(beyond[0], beyond[1], weighed, confidence)}


def rarity(sampled: Weighed | None, exact: Weighed | None, value: Any, confidence: float) -> Record:
    """`at`: the probability of a value or combination; `tail`: of all that are at most as likely.

    With exact probabilities they say which those are, and the sample only how often they came.
    """
    source = sampled if sampled is not None else exact
    assert source is not None
    tail = source.rarity(value, confidence)
    if exact is not None and sampled is not None:
        likely = set(as_tuples(exact.values[~exact.as_rare(value)]))
        tail = sampled.share(np.array([one not in likely for one in as_tuples(sampled.values)], bool), confidence)
    found = {"at": source.share(source.is_value(value), confidence), "tail": tail}
    beside = {}
    if exact is not None:
        beside = {"at": exact.share(exact.is_value(value), confidence)}
        beside["tail"] = exact.rarity(value, confidence)
    return {name: beside_exact(part, beside.get(name)) for name, part in found.items()}


def as_tuples(values: np.ndarray) -> list[tuple]:
    """Values, or rows of them, as tuples."""
    return [tuple(np.atleast_1d(one).tolist()) for one in values]


def beside_exact(sampled: Chance, exact: Chance | None) -> Record:
    """A probability for JSON; null what is not known."""
    known = {"estimate": sampled.estimate, "low": sampled.low, "high": sampled.high}
    known["exact"] = np.nan if exact is None else exact.exact
    return {name: finite(float(number)) for name, number in known.items()}


def trials(sampled: Weighed | None) -> int | None:
    """Trials behind an answer; None for an exact one."""
    return None if sampled is None else int(sampled.total)
