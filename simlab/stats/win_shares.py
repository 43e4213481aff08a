"""Shares of the win from table results: of one table with exact limits, of several tables by blocks of the same dice.

Several winners have the same part of the win each. The tables of a block hang together, so what is added up over tables
is no binomial count; its error is that of block means.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import stdtrit

from simlab.stats.finishes import Finishes, TableResults, clustered
from simlab.stats.intervals import Interval, clopper_pearson


@dataclass(frozen=True)
class WinShare:
    """A share of the win, 0 to 1, with its limits and the number of games behind it."""

    estimate: float
    low: float
    high: float
    games: int


def seat_shares(finishes: Finishes) -> np.ndarray:
    """(outcomes, k): each seat's share of the win; the winners of a tie have the same."""
    won = finishes.ranks == 1
    return won / won.sum(axis=1, keepdims=True)


def table_share(results: TableResults, table: int, seat: int, ties: bool, confidence: float = 0.95) -> WinShare:
    """A seat's share of the win at one table, with exact limits. `ties`: whether all seats may share the win.

    Without ties Clopper and Pearson's interval. With them the share is (1 - 1/k) P(won) + P(won or tied) / k, so its
    limits are that mean of theirs, each with half of the error (Bonferroni).
    """
    counts, shares = results.counts[table], seat_shares(results.finishes)[:, seat]
    games, even = int(counts.sum()), 1 / results.seats.shape[1]
    won, not_lost = counts[shares == 1].sum(), counts[shares > 0].sum()
    parts = ((1 - even, won), (even, not_lost)) if ties else ((1.0, won),)
    each = 1 - (1 - confidence) / len(parts)
    limits = np.array([weight * np.array(clopper_pearson(hits, games, each)) for weight, hits in parts]).sum(axis=0)
    return WinShare(float(counts @ shares / games), float(limits[0]), float(limits[1]), games)


def pooled_share(results: TableResults, by_cell: np.ndarray, confidence: float = 0.95) -> WinShare:
    """The mean of a block's score, given what each outcome of each table adds to it: (tables, outcomes), sum 0 to 1.

    Student's t on block means, with two imagined blocks of score 0 and 1 as in Bonett and Price's interval, so that
    scores that were all alike so far have limits too. Two blocks or more.
    """
    weights, blocks = by_cell.reshape(-1, 1), results.blocks
    mean = float((results.counts.ravel() @ weights)[0]) / blocks
    variance = float(clustered(results, weights)[0, 0]) / blocks
    low, high = _adjusted(mean, variance, blocks, confidence)
    played = (by_cell != 0).any(axis=1)
    return WinShare(mean, low, high, int(results.counts[played].sum()))


def _adjusted(mean: float, variance: float, blocks: int, confidence: float) -> Interval:
    more = blocks + 2
    centre = (blocks * mean + 1) / more
    squares = (blocks - 1) * variance + blocks * mean**2 + 1
    spread = max(squares / more - centre**2, 0.0)
    half = float(stdtrit(blocks - 1, 0.5 + confidence / 2)) * math.sqrt(spread / more)
    return max(min(centre - half, mean), 0.0), min(max(centre + half, mean), 1.0)


def seat_advantage(results: TableResults, confidence: float = 0.95) -> list[WinShare]:
    """Each seat's share of the win over all tables alike; the intervals hold together (Bonferroni)."""
    shares, tables = seat_shares(results.finishes), len(results.seats)
    each = 1 - (1 - confidence) / shares.shape[1]
    return [pooled_share(results, np.tile(share / tables, (tables, 1)), each) for share in shares.T]


Fairness = Literal["fair", "unfair", "undecided"]


def fairness(shares: Sequence[WinShare], margin: float) -> Fairness:
    """Fair: all intervals lie within the margin of an even share. Otherwise unfair: some interval excludes it."""
    even = 1 / len(shares)
    if all(even - margin <= share.low and share.high <= even + margin for share in shares):
        return "fair"
    return "unfair" if any(not share.low <= even <= share.high for share in shares) else "undecided"
