"""Answers whose intervals hold at every number of trials at once: the rows of answers.py with sequences in them."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from simlab.stats.answers import Values, at_rank, levels_of, moments, weight_at
from simlab.stats.intervals import Interval
from simlab.stats.sequences import Prior, mean_sequence, pilot_prior, proportion_sequence, tuned_share

EXACT, APPROXIMATE = "sequence", "approximate sequence"


@dataclass(frozen=True)
class Ahead:
    """What is settled before the first trial that counts: values of a pilot, and how many trials are planned.

    `planned` are trials that count for the question. Neither decides whether a sequence holds, only how wide it is.
    """

    pilot: Values
    planned: int

    def prior(self, level: float, confidence: float) -> Prior:
        """The prior of the share of one value."""
        hits, trials = int(weight_at(self.pilot, level)), int(self.pilot.total)
        return pilot_prior(hits, trials, self.planned, confidence)

    def share(self, hits: int, trials: int, level: float, confidence: float) -> Interval:
        """The sequence of the share of one value."""
        return proportion_sequence(hits, trials, confidence, self.prior(level, confidence))

    def mean(self, mean: float, sd: float, trials: int, confidence: float) -> Interval:
        """The approximate sequence of a mean."""
        return mean_sequence(mean, sd, trials, self.planned, confidence)


def price(confidence: float) -> float:
    """How many times the trials of a plain interval a sequence takes that is as narrow at its planned number."""
    share, z = tuned_share(confidence), float(ndtri(0.5 + confidence / 2))
    return (1 + share) * math.log((1 + share) / share / (1 - confidence) ** 2) / z**2


def sequenced(rows: list[dict], sampled: Values, ahead: Ahead, confidence: float) -> list[dict]:
    """The rows of one question's answers (answers.answer) with sequences as intervals; `interval` says which kind."""
    trials = int(sampled.total)
    if trials == 0:
        return [row | {"interval": EXACT} for row in rows]
    if rows[0]["statistic"] in ("probability", "share"):
        levels = levels_of(sampled) if rows[0]["statistic"] == "share" else [1.0]
        part = 1 - (1 - confidence) / len(levels)
        ends = [ahead.share(int(weight_at(sampled, level)), trials, level, part) for level in levels]
        return [_with(row, limits, EXACT) for row, limits in zip(rows, ends)]
    return [_of_value(row, sampled, ahead, confidence) for row in rows]


def _of_value(row: dict, sampled: Values, ahead: Ahead, confidence: float) -> dict:
    """One row of a value's answers: its mean, standard deviation or quantile."""
    trials, seen = int(sampled.total), moments(sampled, True)
    if row["statistic"] == "mean":
        return _with(row, ahead.mean(seen.mean, seen.sd, trials, confidence), APPROXIMATE)
    if row["statistic"] == "sd":
        return _with(row, _sd_sequence(sampled, ahead, confidence), APPROXIMATE)
    ranks = quantile_ranks_anytime(row["q"], trials, ahead.planned, confidence)
    low, high = (at_rank(sampled, rank) for rank in ranks)
    return _with(row, (low, high), EXACT)


def _with(row: dict, limits: Interval, kind: str) -> dict:
    return row | {"low": limits[0], "high": limits[1], "interval": kind}


def _sd_sequence(sampled: Values, ahead: Ahead, confidence: float) -> Interval:
    """The delta method on the logarithm of the standard deviation, as in intervals.sd_interval."""
    trials, seen = int(sampled.total), moments(sampled, True)
    if trials < 2 or seen.sd == 0:
        return (seen.sd, seen.sd) if trials >= 2 else (np.nan, np.nan)
    spread = math.sqrt(max(seen.fourth / seen.sd**4 - (trials - 3) / (trials - 1), 0.0)) / 2
    low, high = ahead.mean(math.log(seen.sd), spread, trials, confidence)
    return math.exp(low), math.exp(high)


def quantile_ranks_anytime(q: float, trials: int, planned: int, confidence: float) -> tuple[int, int]:
    """Ranks (1..trials) of the order statistics that enclose the q-quantile at every number of trials at once.

    The share of values at or below the quantile is q at the least, that of values below it q at the most; each is held
    against a sequence with half the error, around q.
    """
    weight = max(tuned_share(confidence) * planned, 1.0)
    prior, half = Prior(weight * q, weight * (1 - q)), 1 - (1 - confidence) / 2

    def first(reached) -> int:
        """The smallest count of hits for which `reached` is true; trials if it never is."""
        low, high = 0, trials
        while low < high:
            middle = (low + high) // 2
            if reached(proportion_sequence(middle, trials, half, prior)):
                high = middle
            else:
                low = middle + 1
        return low

    lowest = first(lambda limits: limits[1] >= q)  # as few may lie at or below the quantile
    beyond = first(lambda limits: limits[0] > q)  # so many cannot lie below it
    return max(lowest, 1), min(max(beyond, 1), trials)
