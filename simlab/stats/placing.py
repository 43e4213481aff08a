"""Where one observed value stands among weighted values: how much is below, at and above it, and how unusual it is.

Sampled weights are counts and give Clopper and Pearson's intervals, exact ones are probabilities.
"""

from dataclasses import dataclass

import numpy as np

from simlab.stats.intervals import clopper_pearson

EQUAL = 1e-9  # exact probabilities that differ by less, relatively, are equally likely


@dataclass(frozen=True)
class Chance:
    """A probability with its limits, and the exact one where it is known (else NaN)."""

    estimate: float
    low: float
    high: float
    exact: float = np.nan


def chance(hits: float, total: float, sampled: bool, confidence: float) -> Chance:
    """Hits of a total of counts, or of probabilities; without a total nothing is known (NaN)."""
    if total == 0:
        return Chance(np.nan, np.nan, np.nan)
    share = min(float(hits / total), 1.0)
    if not sampled:
        return Chance(share, share, share, share)
    return Chance(share, *clopper_pearson(hits, total, confidence))


@dataclass(frozen=True)
class Weighed:
    """Different values, (n,) numbers or (n, columns) rows, with their weights, counts if `sampled`."""

    values: np.ndarray
    weights: np.ndarray
    sampled: bool

    @property
    def total(self) -> float:
        """All weight."""
        return float(self.weights.sum())

    def share(self, of: np.ndarray, confidence: float) -> Chance:
        """The probability of the values that a mask (n,) marks."""
        return chance(float(self.weights[of].sum()), self.total, self.sampled, confidence)

    def is_value(self, value) -> np.ndarray:
        """(n,) bool: where the values are this one."""
        same = self.values == np.asarray(value)
        return same.all(axis=1) if same.ndim == 2 else same

    def as_rare(self, value) -> np.ndarray:
        """(n,) bool: the values that are at most as likely as this one; none for one that never came."""
        own = float(self.weights[self.is_value(value)].sum())
        return self.weights <= own * (1 + (0 if self.sampled else EQUAL))

    def rarity(self, value, confidence: float) -> Chance:
        """The probability of all values that are at most as likely as this one.

        A sample does not quite know which those are: the limits are those of the values that came at most as often as
        this one may have been expected to by its own lower and upper limit.
        """
        found = self.share(self.as_rare(value), confidence)
        if not self.sampled or self.total == 0:
            return found
        own = self.share(self.is_value(value), confidence)
        fewer, more = (self.share(self.weights <= end * self.total, confidence) for end in (own.low, own.high))
        return Chance(found.estimate, min(fewer.low, found.low), max(more.high, found.high))


def two_sided(below: float, above: float, weighed: Weighed, confidence: float) -> Chance:
    """Twice the smaller of the weights P(<= x) and P(>= x), 1 at the most, given the weights below and above x.

    The limits are twice the smaller limits of both, each with half of the error, so they hold on whichever side x is.
    """
    total = weighed.total
    each = 1 - (1 - confidence) / 2
    sides = [chance(total - beyond, total, weighed.sampled, each) for beyond in (above, below)]
    estimate, low, high = (min(2 * min(getattr(s, end) for s in sides), 1.0) for end in ("estimate", "low", "high"))
    return Chance(estimate, low, high, np.nan if weighed.sampled else estimate)
