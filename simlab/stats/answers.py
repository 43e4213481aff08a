"""Answers: estimates and intervals from weighted values, sampled (counts) or exact (probabilities).

An answer is one row of a tidy table. `Values` is what a question comes to: its different values with their weights,
those rows left out that do not meet its condition.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from simlab.stats.intervals import mean_interval, proportion_interval, quantile_ranks, sd_interval

FEWEST_EXPECTED = 5  # below, a distance in standard errors would mean nothing
UNSEEN = 1e-9  # levels of a lower probability would never be seen in a run
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
FIELDS = ("question", "statistic", "level", "q", "estimate", "low", "high", "confidence", "trials", "exact", "z")


@dataclass(frozen=True)
class Values:
    """Ascending values with weights; `names` if they are the places of a category, `levels` a curve always shows."""

    values: np.ndarray
    weights: np.ndarray
    names: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()

    @cached_property
    def total(self) -> float:
        """Trials, or probability, that the question is about."""
        return self.weights.sum().item()

    @cached_property
    def cumulative(self) -> np.ndarray:
        """The weight at or below each value."""
        return np.cumsum(self.weights)


NOTHING = Values(np.zeros(0), np.zeros(0))  # what a question comes to where nothing is known


@dataclass(frozen=True)
class Moments:
    """Mean, standard deviation and fourth central moment."""

    mean: float
    sd: float
    fourth: float


def moments(values: Values, sampled: bool) -> Moments:
    """Moments of weighted values; the sample's variance has n - 1 below it. All NaN without any weight."""
    total = values.total
    if total == 0:
        return Moments(np.nan, np.nan, np.nan)
    mean = exact_sum(values.weights * values.values) / total
    squares = (values.values - mean) * (values.values - mean)
    variance = exact_sum(values.weights * squares) / (total - 1 if sampled and total > 1 else total)
    return Moments(mean, math.sqrt(variance), exact_sum(values.weights * squares * squares) / total)


def exact_sum(numbers: np.ndarray) -> float:
    """Their sum, rounded once: those of NumPy differ in their last digit from one kind of processor to another."""
    try:
        return math.fsum(numbers.tolist())
    except (OverflowError, ValueError):  # on the way to more than a float holds
        return float(numbers.sum())


def quantile(values: Values, q: float) -> float:
    """The smallest value with at least a share q of the weight at or below it."""
    reached = values.cumulative >= q * values.total * (1 - 1e-12)
    return float(values.values[np.argmax(reached)]) if len(reached) else np.nan


def at_rank(values: Values, rank: int) -> float:
    """The order statistic of a rank, 1 = smallest; weights are counts."""
    return float(values.values[np.searchsorted(values.cumulative, rank)])


def levels_of(values: Values) -> list[float]:
    """The levels that a curve shows: those declared, or else those met; of an endless exact tail the likely part."""
    if values.levels:
        return [float(level) for level in values.levels]
    return values.values[values.weights > UNSEEN * values.total].tolist()


def weight_at(values: Values, level: float) -> float:
    """The weight of one value."""
    return values.weights[values.values == level].sum().item()


class Answering:
    """One question's answers: sampled values with intervals and, where known, exact ones beside them."""

    def __init__(self, question: str, sampled: Values | None, exact: Values | None, confidence: float):
        self.question, self.sampled, self.confidence = question, sampled, confidence
        self.exact = NOTHING if exact is None else exact
        self.trials = None if sampled is None else int(sampled.total)

    def row(self, statistic: str, estimate, interval, exact, error=np.nan, level=None, q=np.nan) -> dict:
        """One answer; without a sample the exact value is the estimate and both limits."""
        if self.sampled is None:
            estimate, interval = exact, (exact, exact)
        z = self.distance(estimate - exact, error)
        values = (statistic, level, q, estimate, *interval, self.confidence, self.trials, exact, z)
        return dict(zip(FIELDS, (self.question, *values)))

    def distance(self, difference: float, error: float) -> float:
        """A difference from the exact value in standard errors; infinite where the exact value allows none."""
        if self.sampled is None or np.isnan(difference) or np.isnan(error):
            return np.nan
        if error > 0:
            return difference / error
        return np.nan if abs(difference) < 1e-9 else np.copysign(np.inf, difference)

    def share(self, statistic: str, level: float, alpha_parts: int, shown=None) -> dict:
        """A proportion with its exact interval; several at once divide the error evenly (Bonferroni)."""
        exact = np.nan
        if self.exact.total > 0:
            exact = min(weight_at(self.exact, level) / self.exact.total, 1.0)
        if self.sampled is None or not self.trials:
            return self.row(statistic, np.nan, (np.nan, np.nan), exact, level=shown)
        hits = weight_at(self.sampled, level)
        interval = proportion_interval(hits, self.trials, 1 - (1 - self.confidence) / alpha_parts)
        error = np.sqrt(exact * (1 - exact) / self.trials)
        if 0 < exact < 1 and min(exact, 1 - exact) * self.trials < FEWEST_EXPECTED:
            error = np.nan
        return self.row(statistic, hits / self.trials, interval, exact, error, shown)

    def event(self) -> list[dict]:
        """The probability of an event."""
        return [self.share("probability", 1.0, 1)]

    def curve(self) -> list[dict]:
        """The share of every level."""
        values = self.sampled if self.sampled is not None else self.exact
        levels = levels_of(values)
        if not levels:  # nothing met the condition: say so, rather than nothing
            return [self.row("share", np.nan, (np.nan, np.nan), np.nan)]
        names = values.names
        shown = [names[int(level)] if names else int(level) for level in levels]
        return [self.share("share", level, len(levels), name) for level, name in zip(levels, shown)]

    def value(self) -> list[dict]:
        """Mean, standard deviation and quantiles of a value."""
        known, quantiles = moments(self.exact, False), [quantile(self.exact, q) for q in QUANTILES]
        if self.sampled is None or not self.trials:
            nothing = (np.nan, (np.nan, np.nan))
            rows = [self.row("mean", *nothing, known.mean), self.row("sd", *nothing, known.sd)]
            return rows + [self.row("quantile", *nothing, exact, q=q) for q, exact in zip(QUANTILES, quantiles)]
        n, seen = self.trials, moments(self.sampled, True)
        mean = mean_interval(seen.mean, seen.sd, n, self.confidence)
        sd = sd_interval(seen.sd, seen.fourth, n, self.confidence)
        rows = [
            self.row("mean", seen.mean, mean, known.mean, known.sd / np.sqrt(n)),
            self.row("sd", seen.sd, sd, known.sd),
        ]
        for q, exact in zip(QUANTILES, quantiles):
            low, high = (at_rank(self.sampled, rank) for rank in quantile_ranks(q, n, self.confidence))
            rows.append(self.row("quantile", quantile(self.sampled, q), (low, high), exact, q=q))
        return rows


def answer(
    question: str,
    kind: Literal["event", "value", "curve"],
    sampled: Values | None,
    exact: Values | None,
    confidence: float,
) -> list[dict]:
    """The answers to one question as rows of FIELDS; at least one of sampled and exact is given."""
    return getattr(Answering(question, sampled, exact, confidence), kind)()
