"""How two scenarios differ: tests and intervals of a difference (new - old), paired by trial or not, and a verdict."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import betainc, ndtri, stdtr, stdtrit

from simlab.stats.binomials import hypergeometric_p
from simlab.stats.intervals import Interval, clopper_pearson
from simlab.stats.planning import Sample, Share, shown_z, two_sided_z, wilson


@dataclass(frozen=True)
class PairedShares:
    """Pairs of trials with the same random numbers, by which of the two sides' trials met the event."""

    both: int
    only_old: int
    only_new: int
    neither: int

    @property
    def trials(self) -> int:
        """Number of pairs."""
        return self.both + self.only_old + self.only_new + self.neither


@dataclass(frozen=True)
class PairedSamples:
    """A value on both sides of the same pairs, its differences new - old, and the number of pairs where it differs."""

    old: Sample
    new: Sample
    difference: Sample
    discordant: int


@dataclass(frozen=True)
class Difference:
    """One metric, new against old.

    `low` and `high` hold the difference with the confidence asked for, 0.5 < c < 1, and `inner` with 2c - 1 (90 % for
    95 %), as two one-sided tests need it. `p` is two-sided. `trials` are pairs, or trials of the new side. `discordant`
    pairs differ; None if the sides are not paired. `gain` is the variance of a difference of independent runs over that
    of these.
    """

    old: float
    new: float
    low: float
    high: float
    inner: Interval
    p: float
    trials: int
    discordant: int | None = None
    gain: float = 1.0

    @property
    def estimate(self) -> float:
        """The difference, new - old."""
        return self.new - self.old

    def discordant_share(self, confidence: float = 0.95) -> tuple[float, float, float]:
        """Share of pairs that differ, with Clopper and Pearson's interval. Raises ValueError if not paired."""
        if self.discordant is None:
            raise ValueError("sides that are not paired have no discordant pairs")
        return self.discordant / self.trials, *clopper_pearson(self.discordant, self.trials, confidence)


def mcnemar_p(only_new: int, only_old: int) -> float:
    """Exact two-sided McNemar test: twice the smaller tail of Binomial(b + c, 1/2), at most 1. 0 below about 1e-308.

    By the incomplete beta function, which at b + c = 1e9 is right to ten digits where scipy's bdtr has lost them.
    """
    fewer, pairs = min(only_new, only_old), only_new + only_old
    return 1.0 if pairs == 0 else min(2 * float(betainc(pairs - fewer, fewer + 1, 0.5)), 1.0)


def bonett_price(table: PairedShares, confidence: float = 0.95) -> Interval:
    """Adjusted Wald interval of a difference of paired proportions (Bonett and Price 2012), within -1..1."""
    n = table.trials + 2
    more, fewer = (table.only_new + 1) / n, (table.only_old + 1) / n
    half = two_sided_z(confidence) * math.sqrt((more + fewer - (more - fewer) ** 2) / n)
    return max(more - fewer - half, -1.0), min(more - fewer + half, 1.0)


def newcombe(old: Share, new: Share, confidence: float = 0.95) -> Interval:
    """Interval of a difference of independent proportions from both Wilson intervals (Newcombe 1998, method 10)."""
    old_low, old_high = wilson(old.hits, old.trials, confidence)
    new_low, new_high = wilson(new.hits, new.trials, confidence)
    p0, p1 = old.estimate, new.estimate
    return p1 - p0 - math.hypot(p1 - new_low, old_high - p0), p1 - p0 + math.hypot(new_high - p1, p0 - old_low)


def t_test_p(difference: float, error: float, freedom: float) -> float:
    """Two-sided p of a difference with its standard error by Student's t; without an error 1 for none, or 0."""
    if error == 0:
        return 1.0 if difference == 0 else 0.0
    return float(2 * stdtr(freedom, -abs(difference) / error))


def welch(old: Sample, new: Sample) -> tuple[float, float]:
    """Standard error and degrees of freedom of a difference of independent means (Welch 1947); 2 trials or more."""
    parts = [sample.sd**2 / sample.trials for sample in (old, new)]
    total = sum(parts)
    if total == 0:
        return 0.0, math.inf
    return math.sqrt(total), total**2 / sum(v**2 / (s.trials - 1) for v, s in zip(parts, (old, new)))


def holm(p) -> np.ndarray:
    """Adjusted p-values (Holm 1979) of an array: those up to alpha keep false alarms below alpha, however related."""
    p = np.asarray(p, float)
    order = np.argsort(p)
    adjusted = np.empty_like(p)
    adjusted[order] = np.maximum.accumulate(np.minimum(p[order] * np.arange(p.size, 0, -1), 1.0))
    return adjusted


def paired_shares(table: PairedShares, confidence: float = 0.95) -> Difference:
    """A proportion compared over the same random numbers; at least one pair."""
    n, b, c = table.trials, table.only_new, table.only_old
    old, new = (table.both + c) / n, (table.both + b) / n
    gain = _ratio(old * (1 - old) + new * (1 - new), (b + c) / n - ((b - c) / n) ** 2)
    intervals = bonett_price(table, confidence), bonett_price(table, 2 * confidence - 1)
    return Difference(old, new, *intervals[0], intervals[1], mcnemar_p(b, c), n, b + c, gain)


def paired_means(pairs: PairedSamples, confidence: float = 0.95) -> Difference:
    """A mean compared over the same random numbers, by the paired t-test; at least two pairs."""
    away = pairs.difference
    p = t_test_p(away.mean, away.sd / math.sqrt(away.trials), away.trials - 1)
    gain = _ratio(pairs.old.sd**2 + pairs.new.sd**2, away.sd**2)
    intervals = away.interval(confidence), away.interval(2 * confidence - 1)
    return Difference(
        pairs.old.mean, pairs.new.mean, *intervals[0], intervals[1], p, away.trials, pairs.discordant, gain
    )


def unpaired_shares(old: Share, new: Share, confidence: float = 0.95) -> Difference:
    """A proportion compared between independent runs: Newcombe's interval, exact conditional p; one trial or more."""
    p = hypergeometric_p(old.hits, old.trials, new.hits, new.trials)
    intervals = newcombe(old, new, confidence), newcombe(old, new, 2 * confidence - 1)
    return Difference(old.estimate, new.estimate, *intervals[0], intervals[1], p, new.trials)


def unpaired_means(old: Sample, new: Sample, confidence: float = 0.95) -> Difference:
    """A mean compared between independent runs of two trials or more, by Welch's t-test."""
    error, freedom = welch(old, new)
    estimate = new.mean - old.mean
    halves = [float(stdtrit(freedom, 0.5 + c / 2)) * error if error else 0.0 for c in (confidence, 2 * confidence - 1)]
    outer, inner = [(estimate - half, estimate + half) for half in halves]
    return Difference(old.mean, new.mean, *outer, inner, t_test_p(estimate, error, freedom), new.trials)


def _ratio(independent: float, paired: float) -> float:
    """The gain of pairing; infinite if pairs differ by a constant, NaN if nothing varies at all."""
    if paired > 0:
        return independent / paired
    return math.inf if independent > 0 else math.nan


@dataclass(frozen=True)
class Verdict:
    """What a comparison says of one metric.

    `identical`: no pair differed; a share of pairs above `bound` would have shown. `differs`: the p-value adjusted for
    all metrics is at most 1 - confidence. `equivalent`: the inner interval is within the margin. `undecided`: neither,
    and `trials_needed` would probably tell, if the difference is as estimated (infinite: no number is known to).
    """

    kind: Literal["identical", "differs", "equivalent", "undecided"]
    adjusted_p: float
    bound: float = math.nan
    trials_needed: float = math.nan


def unseen_bound(trials: int, confidence: float = 0.95) -> float:
    """The probability that what came up in none of n trials is below, with the confidence: 3.0/n at 95 %."""
    return -math.expm1(math.log1p(-confidence) / trials)


def verdicts(
    differences: Sequence[Difference], margins: Sequence[float | None], confidence: float = 0.95, power: float = 0.9
) -> list[Verdict]:
    """A verdict for each metric, with the smallest shift that matters for each (None: not stated, never equivalent).

    `confidence` is the one that the differences were made with. Identical goes before equivalent, and equivalent before
    differs: a shift may be sure and yet within the margin that was stated to matter.
    """
    adjusted = holm([difference.p for difference in differences])
    found = []
    for difference, margin, p in zip(differences, margins, adjusted.tolist()):
        if difference.discordant == 0:
            found.append(Verdict("identical", p, bound=unseen_bound(difference.trials, confidence)))
        elif margin is not None and -margin < difference.inner[0] and difference.inner[1] < margin:
            found.append(Verdict("equivalent", p))
        elif p <= 1 - confidence:
            found.append(Verdict("differs", p))
        else:
            alpha = (1 - confidence) / len(differences)
            found.append(
                Verdict("undecided", p, trials_needed=_more_trials(difference, margin, alpha, confidence, power))
            )
    return found


def _more_trials(difference: Difference, margin: float | None, alpha: float, confidence: float, power: float) -> float:
    """Trials after which the verdict is `differs` or `equivalent` with the power, the sooner of the two."""
    one_sided = float(ndtri(confidence))
    error = (difference.inner[1] - difference.inner[0]) / (2 * one_sided)
    away, factors = abs(difference.estimate), [math.inf]
    if away > 0:
        factors.append((shown_z(alpha, power) * error / away) ** 2)
    if margin is not None and away < margin:
        # Both limits have to be within the margin, so each may fail with half of what is allowed.
        factors.append(((one_sided + float(ndtri(0.5 + power / 2))) * error / (margin - away)) ** 2)
    needed = min(factors) * difference.trials
    return max(float(math.ceil(needed)), difference.trials + 1.0) if needed < math.inf else math.inf
