"""A comparison: its terms, its two sides, and the tidy table of its answers with a verdict each."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import pandas as pd

from simlab.contract import Question
from simlab.runs.differences import STATISTICS, Exact, Level, Metric
from simlab.runs.one_case import refuse_unknown
from simlab.runs.run import Effort
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.paths import label
from simlab.stats.comparison import Verdict, verdicts
from simlab.stats.rounding import finite

#: The columns of `Comparison.answers`; differences are B - A. `discordant` is a share of the trials, NaN if unpaired.
FIELDS = (
    *("question", "statistic", "level", "a", "a_low", "a_high", "b", "b_low", "b_high", "difference", "low", "high"),
    *("paired", "trials", "discordant", "p", "adjusted_p", "gain", "verdict", "margin", "bound", "trials_needed"),
    *("exact_a", "exact_b", "exact_difference"),
)
EVERY = ""  # in place of a question's name: the margin of all questions that have none of their own
SAME = 1e-9  # exact values that are nearer are the same number, but for rounding


@dataclass(frozen=True)
class Terms:
    """How two sides are compared. Raises ScenarioError for what makes no sense.

    `margins` are the smallest differences that matter by question, under EVERY for all others; in shares of 1 for
    probabilities. `paired`: on the same random numbers where both sides have the same seed.
    """

    effort: Effort = Effort()
    margins: Mapping[str, float] = field(default_factory=dict)
    paired: bool = True

    def __post_init__(self) -> None:
        wrong = list(confidence_problems(self.effort.confidence))
        for name, margin in self.margins.items():
            if isinstance(margin, bool) or not isinstance(margin, (int, float)) or not 0 < margin < math.inf:
                key = f"margin of {name!r}" if name else "margin"
                wrong.append(Problem("must be a number above 0", key=key, value=margin))
        if wrong:
            raise ScenarioError(wrong)

    def margin(self, question: str) -> float | None:
        """The smallest difference that matters for a question; None if none is stated."""
        return self.margins.get(question, self.margins.get(EVERY))

    def refuse_unknown(self, questions: Iterable[str]) -> None:
        """Raises ScenarioError for the margin of a question that is not asked."""
        refuse_unknown((name for name in self.margins if name != EVERY), questions, lambda name: f"margin of {name!r}")


def margins_of(margin: float | Mapping[str, float] | None) -> Mapping[str, float]:
    """Margins from one for all questions, from some by question, or from none."""
    if margin is None:
        return {}
    return dict(margin) if isinstance(margin, Mapping) else {EVERY: margin}


def confidence_problems(confidence: float) -> Iterable[Problem]:
    """What is wrong with the confidence of a comparison, which also tests both sides of a margin at 2c - 1."""
    if confidence <= 0.5:
        yield Problem("must be above 0.5 for a comparison", key="confidence", value=confidence)


@dataclass(frozen=True)
class Side:
    """One of the two sides. `trials` is 0 where it was solved exactly."""

    title: str
    file: str
    id: str
    seed: int
    trials: int
    set: Mapping[str, Any] = field(default_factory=dict)
    assumptions: Sequence[str] = ()


@dataclass(frozen=True)
class Comparison:
    """Two sides compared. Looks at a glance like its table of answers (FIELDS).

    `game` is the name of the game; its title is empty where it is not known, as in kept runs.
    """

    game: str
    model: str
    a: Side
    b: Side
    paired: bool
    confidence: float
    answers: pd.DataFrame
    seconds: float = 0.0
    complete: bool = True
    notes: tuple[str, ...] = ()
    game_title: str = ""

    def __repr__(self) -> str:
        return f"<Comparison of {self.a.title!r} with {self.names[1]!r}: {len(self.answers)} answers>"

    @property
    def names(self) -> tuple[str, str]:
        """Both sides in words; if they have one title, with what was set on either."""
        if self.a.title != self.b.title:
            return self.a.title, self.b.title
        both = {path: value for path, value in self.a.set.items() if self.b.set.get(path) == value}
        own = [
            label({path: value for path, value in side.set.items() if path not in both}) for side in (self.a, self.b)
        ]
        return f"{self.a.title}{own[0] and f', {own[0]}'}", f"{self.b.title}{own[1] and f', {own[1]}'}"

    @property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """The answers, as the rows that are kept."""
        return {"comparison": self.answers}

    @property
    def exact(self) -> bool:
        """Whether every exact difference is known."""
        return bool(self.answers["exact_difference"].notna().all())

    @property
    def record(self) -> dict[str, Any]:
        """The comparison for programs, as the contract has it; what is not known is None."""
        of = {"game": self.game, "model": self.model}
        sides = [of | asdict(side) | {"trials": side.trials or None} for side in (self.a, self.b)]
        return {
            "game": self.game,
            "model": self.model,
            **dict(zip(("scenario_a", "scenario_b"), sides)),
            "ids": [self.a.id, self.b.id],
            "confidence": self.confidence,
            "complete": self.complete,
            "seconds": self.seconds,
            "answers": [answer_record(row) for row in self.answers.to_dict("records")],
            "notes": list(self.notes),
        }

    def plot(self) -> dict:
        """The comparison's figure (matplotlib), by file name stem."""
        from simlab.runs.figures_of_differences import comparison_figures

        return comparison_figures(self)

    def _repr_html_(self) -> str:
        from simlab.runs.reports.notebook import tables_cell

        return tables_cell("comparison", self)


def answer_table(found: Sequence[Metric], exact: Mapping[str, tuple[Exact, Exact]], terms: Terms) -> pd.DataFrame:
    """The answers: one row a metric, with Holm's correction over all of them. `exact` holds both sides by question."""
    tested = [(place, metric.difference) for place, metric in enumerate(found) if metric.difference is not None]
    margins = [terms.margin(found[place].question) for place, _ in tested]
    judged = verdicts([difference for _, difference in tested], margins, terms.effort.confidence)
    by_place = {place: verdict for (place, _), verdict in zip(tested, judged)}
    untested = Verdict("undecided", math.nan)
    rows = []
    for place, metric in enumerate(found):
        known = [side.of(metric.statistic, metric.level) for side in exact[metric.question]]
        margin = terms.margin(metric.question)
        verdict = settled(by_place.get(place, untested), known[1] - known[0], margin)
        rows.append(metric_row(metric) | verdict_row(verdict, margin) | exact_row(*known))
    return framed(rows)


def settled(verdict: Verdict, exact: float, margin: float | None) -> Verdict:
    """What trials leave undecided, or have not seen, is decided by the exact difference, where it is known."""
    if verdict.kind not in ("undecided", "identical") or math.isnan(exact):
        return verdict
    if abs(exact) < SAME:
        return verdict if verdict.kind == "identical" else replace(verdict, kind="identical")
    return replace(verdict, kind="equivalent" if margin is not None and abs(exact) < margin else "differs")


def metric_row(metric: Metric) -> dict[str, Any]:
    """A metric's own columns; what is not known is NaN."""
    found = metric.difference
    old, new = metric.old.interval(metric.confidence), metric.new.interval(metric.confidence)
    differ = None if found is None else found.discordant
    return {
        "question": metric.question,
        "statistic": metric.statistic,
        "level": metric.level,
        **dict(zip(("a", "a_low", "a_high"), (metric.old.estimate, *old))),
        **dict(zip(("b", "b_low", "b_high"), (metric.new.estimate, *new))),
        **dict(zip(("difference", "low", "high"), metric.away)),
        "paired": metric.paired,
        "trials": min(metric.old.trials, metric.new.trials),
        "discordant": math.nan if found is None or differ is None else differ / found.trials,
        "p": math.nan if found is None else found.p,
        "gain": found.gain if found is not None and metric.paired else math.nan,
    }


def verdict_row(verdict: Verdict, margin: float | None) -> dict[str, Any]:
    """The columns of a verdict."""
    return {
        "adjusted_p": verdict.adjusted_p,
        "verdict": verdict.kind,
        "margin": math.nan if margin is None else margin,
        "bound": verdict.bound,
        "trials_needed": verdict.trials_needed,
    }


def exact_row(a: float, b: float) -> dict[str, float]:
    """The columns of exact values."""
    return {"exact_a": a, "exact_b": b, "exact_difference": b - a}


def known_table(questions: Sequence[Question], exact: Mapping[str, tuple[Exact, Exact]]) -> pd.DataFrame:
    """The answers where both sides are known exactly and nothing was sampled: an interval is a point, there is no p."""
    rows = []
    for question in questions:
        statistic, sides = STATISTICS[question.kind], exact[question.name]
        for level in exact_levels(statistic, sides):
            a, b = (side.of(statistic, level) for side in sides)
            verdict = "undecided" if math.isnan(b - a) else "identical" if abs(b - a) < SAME else "differs"
            row: dict[str, Any] = {"question": question.name, "statistic": statistic, "level": level, "paired": False}
            row |= {"a": a, "a_low": a, "a_high": a, "b": b, "b_low": b, "b_high": b, "difference": b - a}
            rows.append(row | {"low": b - a, "high": b - a, "verdict": verdict, "trials": 0} | exact_row(a, b))
    return framed(rows)


def exact_levels(statistic: str, sides: Sequence[Exact]) -> list[Level]:
    """The levels that either side may come to, those of the first side first; None for other statistics."""
    found = {level: None for side in sides for kind, level in side.known if kind == statistic}
    return sorted(found) if all(isinstance(level, int) for level in found) else list(found)


def answer_record(row: Mapping[str, Any]) -> dict[str, Any]:
    """One row of the table for programs; `level` only for shares."""
    known = {name: finite(value) for name, value in row.items()}
    level = {"level": known["level"]} if row["statistic"] == "share" else {}
    return {
        "question": row["question"],
        "statistic": row["statistic"],
        **level,
        **{side: limits(known, side, f"{side}_low", f"{side}_high") for side in ("a", "b")},
        "difference": limits(known, "difference", "low", "high"),
        **{name: known[name] for name in FIELDS[FIELDS.index("paired") : FIELDS.index("exact_a")]},
        "exact": {side: known[f"exact_{side}"] for side in ("a", "b", "difference")},
    }


def limits(row: Mapping[str, Any], estimate: str, low: str, high: str) -> dict[str, Any]:
    """An estimate with its interval, as every JSON of simlab has it."""
    return {"estimate": row[estimate], "low": row[low], "high": row[high]}


def framed(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """Rows as the table; levels are whole numbers or names, which pandas would turn into floats."""
    table = pd.DataFrame(rows, columns=list(FIELDS))
    return table.assign(level=pd.Series([row["level"] for row in rows], dtype=object))
