"""From what a question comes to on two sides to differences with their intervals; levels of a curve are told apart.

Sides that share their random numbers are compared trial by trial. Where a question's condition is met by other trials
on one side than on the other, their values have no partners and the two sides are compared as independent samples.
"""

import math
from collections import Counter
from dataclasses import dataclass

from simlab.contract import Outcomes, Question
from simlab.runs.pairs import Histogram, Moved
from simlab.runs.questions import values_in
from simlab.stats.answers import Values, answer
from simlab.stats.comparison import (
    Difference,
    PairedSamples,
    PairedShares,
    paired_means,
    paired_shares,
    unpaired_means,
    unpaired_shares,
)
from simlab.stats.planning import Sample, Share

LARGEST_WHOLE = 2**53  # beyond, a float may hide that a number is none
STATISTICS = {"event": "probability", "value": "mean", "curve": "share"}
Level = int | str | None


@dataclass(frozen=True)
class Asked:
    """One question on two sides: how often each value came up, and where trials are shared how they moved.

    `names` are a category's, whose values are their places.
    """

    question: Question
    old: Histogram
    new: Histogram
    moved: Moved | None = None
    names: tuple[str, ...] = ()

    @property
    def paired(self) -> bool:
        """Whether every value has its partner on the other side."""
        return self.moved is not None and self.moved.one_sided == 0

    @property
    def levels(self) -> list[float]:
        """The values that came up on either side."""
        return sorted(self.old.keys() | self.new.keys())


@dataclass(frozen=True)
class Metric:
    """One number that is compared; `difference` (new - old) is None where a side has too few trials for one.

    `confidence` is that of both sides' intervals; a curve's hold together over its levels, as in the answers of a run.
    """

    question: str
    statistic: str
    level: Level
    old: Share | Sample
    new: Share | Sample
    confidence: float
    difference: Difference | None
    paired: bool

    @property
    def away(self) -> tuple[float, float, float]:
        """The difference with its limits; NaN where there is none."""
        found = self.difference
        return (math.nan, math.nan, math.nan) if found is None else (found.estimate, found.low, found.high)


def histogram(values: Values) -> Histogram:
    """How often each value of a sampled question came up."""
    return Counter(dict(zip(values.values.tolist(), values.weights.tolist())))


def sample_of(values: Histogram) -> Sample:
    """Mean and standard deviation of counted values; whole numbers are summed without rounding."""
    trials = values.total()
    if trials < 2:
        return Sample(next(iter(values), math.nan), math.nan, trials)
    if all(value == value // 1 and abs(value) < LARGEST_WHOLE for value in values):
        whole = {int(value): count for value, count in values.items()}
        total = sum(value * count for value, count in whole.items())
        return Sample.of_sums(trials, total, sum(value**2 * count for value, count in whole.items()))
    mean = math.fsum(value * count for value, count in values.items()) / trials
    squares = math.fsum((value - mean) ** 2 * count for value, count in values.items())
    return Sample(mean, math.sqrt(squares / (trials - 1)), trials)


def metrics(asked: Asked, confidence: float) -> list[Metric]:
    """The numbers that a question is compared by, at least one; 0.5 < confidence < 1."""
    if asked.question.kind == "value":
        return [_mean(asked, confidence)]
    if asked.question.kind == "event":
        return [_share(asked, 1.0, None, confidence, confidence)]
    together = 1 - (1 - confidence) / max(len(asked.levels), 1)
    rows = [_share(asked, level, _shown(asked, level), together, confidence) for level in asked.levels]
    return rows or [_share(asked, math.nan, None, confidence, confidence)]


def headline(asked: Asked, confidence: float) -> Metric:
    """The one number that tells how far a question moves: of a curve the share of the level that moves most.

    As that level is chosen by its difference, the interval holds for all levels together (Bonferroni).
    """
    if asked.question.kind != "curve":
        return metrics(asked, confidence)[0]
    together = 1 - (1 - confidence) / max(len(asked.levels), 1)
    return max(metrics(asked, together), key=lambda metric: abs(metric.difference.estimate) if metric.difference else 0)


def _shown(asked: Asked, level: float) -> Level:
    return asked.names[int(level)] if asked.names else int(level)


def _mean(asked: Asked, confidence: float) -> Metric:
    old, new = sample_of(asked.old), sample_of(asked.new)
    difference = None
    if min(old.trials, new.trials) >= 2:
        if asked.moved is not None and asked.paired:
            still = old.trials - asked.moved.shifts.total()
            shifts = sample_of(Counter(asked.moved.shifts) + Counter({0.0: still}))
            difference = paired_means(PairedSamples(old, new, shifts, asked.moved.trials), confidence)
        else:
            difference = unpaired_means(old, new, confidence)
    return Metric(asked.question.name, "mean", None, old, new, confidence, difference, asked.paired)


def _share(asked: Asked, level: float, shown: Level, side_confidence: float, confidence: float) -> Metric:
    old, new = (Share(side[level], side.total()) for side in (asked.old, asked.new))
    difference = None
    if min(old.trials, new.trials) >= 1:
        if asked.moved is not None and asked.paired:
            only_old, only_new = asked.moved.left[level], asked.moved.came[level]
            both = old.hits - only_old
            pairs = PairedShares(both, only_old, only_new, old.trials - both - only_old - only_new)
            difference = paired_shares(pairs, confidence)
        else:
            difference = unpaired_shares(old, new, confidence)
    statistic = STATISTICS[asked.question.kind]
    return Metric(asked.question.name, statistic, shown, old, new, side_confidence, difference, asked.paired)


class Exact:
    """The exact values of a question's statistics in an exact solution; NaN where there is none."""

    def __init__(self, question: Question, solution: Outcomes | None):
        self.known = {}
        if solution is not None:
            for row in answer(question.name, question.kind, None, values_in(question, solution), 0.95):
                self.known[row["statistic"], row["level"]] = float(row["estimate"])

    def of(self, statistic: str, level: Level) -> float:
        """The exact value; a level that an exact curve does not have is impossible."""
        impossible = 0.0 if statistic == "share" and not any(map(math.isnan, self.known.values())) else math.nan
        return self.known.get((statistic, level), impossible if self.known else math.nan)
