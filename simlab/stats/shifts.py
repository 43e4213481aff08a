"""Whether numbers have shifted against a baseline: a cheap screen of all, then a confirmation of those it flagged.

The baseline keeps two separate sets of trials and the check plays two, so that what is confirmed is independent of what
was flagged: any false alarm has at most the probability `alpha_run`, however the numbers hang together. Testing the
flagged ones on the trials that flagged them, or on the same baseline, breaks that.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import chdtrc, chdtri, chndtrinc

from simlab.stats.binomials import hypergeometric_p
from simlab.stats.comparison import holm, t_test_p, welch
from simlab.stats.planning import Sample, Share, mean_min_detectable, min_detectable

#: A number of a check: a proportion, a mean, or counts of the cells of a histogram, the same cells on both sides.
Measured = Share | Sample | np.ndarray

LEAST_EXPECTED = 20.0  # in a cell; fewer make the chi-square test too eager at small alpha
LEAST_OF_A_MEAN = 100  # trials on either side before means are compared


@dataclass(frozen=True)
class Check:
    """Trials as (baseline, check) of both stages, and the error rates; `alpha_run` is for all numbers of a run."""

    screen: tuple[int, int] = (1_000_000, 100_000)
    confirm: tuple[int, int] = (10_000_000, 1_000_000)
    alpha_run: float = 0.001
    alpha_screen: float = 0.01
    power: float = 0.9


def merged_cells(old: np.ndarray, new: np.ndarray, least: float = LEAST_EXPECTED) -> np.ndarray:
    """Counts of two histograms, shape (2, groups): neighbouring cells joined until the smaller sample expects `least`.

    Where groups end depends on the sum of the two only, so the test that follows keeps its level. Raises ValueError
    for different numbers of cells.
    """
    cells = np.array([old, new], float)  # ragged: ValueError
    totals = cells.sum(axis=1)
    expected = cells.sum(axis=0) * totals.min() / max(totals.sum(), 1)
    starts, reached = [0], 0.0
    for place, more in enumerate(expected):
        if reached >= least:
            starts.append(place)
            reached = 0.0
        reached += more
    if reached < least and len(starts) > 1:
        starts.pop()
    return np.add.reduceat(cells, starts, axis=1)


def histogram_p(old: np.ndarray, new: np.ndarray, least: float = LEAST_EXPECTED) -> float:
    """Pearson's chi-square test that two histograms are of one distribution, after merging; 1 with one group left."""
    cells = merged_cells(old, new, least)
    if cells.shape[1] < 2:
        return 1.0
    expected = np.outer(cells.sum(axis=1), cells.sum(axis=0)) / cells.sum()
    return float(chdtrc(cells.shape[1] - 1, ((cells - expected) ** 2 / expected).sum()))


def means_are_comparable(old: np.ndarray, new: np.ndarray) -> bool:
    """Whether a t-test of means may be trusted for counts of the same values on both sides.

    Each side has LEAST_OF_A_MEAN trials, and the smaller one expects LEAST_EXPECTED off the commonest value. Only the
    sum of the two sides decides about rare values, as in merged_cells.
    """
    both, totals = old + new, np.array([old.sum(), new.sum()])
    expected = (both.sum() - both.max()) * totals.min() / totals.sum()
    return bool(totals.min() >= LEAST_OF_A_MEAN and expected >= LEAST_EXPECTED)


def means_p(old: Sample, new: Sample) -> float:
    """Two-sided p of a difference of means: the larger of Welch's t-test and the t-test on both samples as one.

    Of skewed values Welch's is too eager where the smaller sample has too few of the rare ones, as that makes its
    standard deviation small as well; the other is too eager where it has too many. Together they keep a small level.
    """
    n0, n1 = old.trials, new.trials
    difference, freedom = new.mean - old.mean, n0 + n1 - 2
    squares = (n0 - 1) * old.sd**2 + (n1 - 1) * new.sd**2 + difference**2 * n0 * n1 / (n0 + n1)
    error = math.sqrt(squares / (n0 + n1 - 1) * (1 / n0 + 1 / n1))
    return max(t_test_p(difference, *welch(old, new)), t_test_p(difference, error, freedom))


def screen_p(old: Sequence[Measured], new: Sequence[Measured]) -> np.ndarray:
    """A p-value of each number for the screen: mid-p hypergeometric, t-tests, merged chi-square."""
    return _shift_p(old, new, mid=True)


def confirm_p(old: Sequence[Measured], new: Sequence[Measured]) -> np.ndarray:
    """A p-value of each number for the confirmation: exact hypergeometric, t-tests, merged chi-square."""
    return _shift_p(old, new, mid=False)


def _shift_p(old: Sequence[Measured], new: Sequence[Measured], mid: bool) -> np.ndarray:
    p, counts = np.ones(len(old)), {}
    for place, (before, after) in enumerate(zip(old, new, strict=True)):
        if isinstance(before, Share) and isinstance(after, Share):
            counts[place] = before.hits, before.trials, after.hits, after.trials
        elif isinstance(before, Sample) and isinstance(after, Sample):
            p[place] = means_p(before, after)
        elif isinstance(before, np.ndarray) and isinstance(after, np.ndarray):
            p[place] = histogram_p(before, after)
        else:
            raise TypeError(f"{type(before).__name__} and {type(after).__name__} are not of one kind")
    if counts:
        k0, n0, k1, n1 = np.array(list(counts.values()), float).T
        p[list(counts)] = hypergeometric_p(k0, n0, k1, n1, mid)
    return p


def flagged(old: Sequence[Measured], new: Sequence[Measured], check: Check) -> np.ndarray:
    """Places of the numbers that the screen sends on to the confirmation."""
    return np.flatnonzero(screen_p(old, new) <= check.alpha_screen)


def confirmed_p(old: Sequence[Measured], new: Sequence[Measured]) -> np.ndarray:
    """Adjusted p-values (Holm) of the flagged numbers, from trials that the screen has not seen."""
    return holm(confirm_p(old, new))


def resolution(measured: Measured, check: Check, expected_flags: int = 3) -> float:
    """The smallest shift that both stages together find with the check's power, if so many numbers get flagged.

    In the number's own unit; of a histogram, the shift of one cell's share at the cost of all others in proportion, for
    the cell where it has to be largest. Either stage is given the square root of the power.
    """
    power = math.sqrt(check.power)
    stages = (check.screen, check.alpha_screen), (check.confirm, check.alpha_run / max(expected_flags, 1))
    return max(_resolution(measured, sizes, alpha, power) for sizes, alpha in stages)


def _resolution(measured: Measured, sizes: tuple[int, int], alpha: float, power: float) -> float:
    if isinstance(measured, Share):
        return min_detectable(*sizes, measured.estimate, alpha, power)
    if isinstance(measured, Sample):
        return mean_min_detectable(measured.sd, *sizes, alpha, power)
    return histogram_min_detectable(measured, sizes, alpha, power)


def histogram_min_detectable(counts: np.ndarray, sizes: tuple[int, int], alpha: float, power: float) -> float:
    """The shift of a cell's share that the chi-square test shows with the power, by the noncentral distribution.

    For the cell nearest one half, where it is largest; infinite for a histogram of fewer than two cells.
    """
    shares = counts[counts > 0] / counts.sum()
    if shares.size < 2:
        return math.inf
    freedom = shares.size - 1
    noncentrality = float(chndtrinc(chdtri(freedom, alpha), freedom, 1 - power))
    return float(np.sqrt(noncentrality * (shares * (1 - shares)).max() * (1 / sizes[0] + 1 / sizes[1])))


@dataclass(frozen=True)
class Finding:
    """What a check says of one number; `resolution` is the shift it would have seen with its power."""

    kind: Literal["drift", "no drift", "inconclusive"]
    resolution: float
    beyond_margin: bool = False


def judged(adjusted_p: float, shift: float, seen: float, margin: float | None, alpha_run: float = 0.001) -> Finding:
    """The verdict on one number: adjusted p (1 if it was not flagged), estimated shift, resolution, margin.

    Drift if the p-value is at most `alpha_run`. Otherwise inconclusive if a shift as large as the margin could have
    been missed; no margin stated: never inconclusive.
    """
    if adjusted_p <= alpha_run:
        return Finding("drift", seen, margin is None or abs(shift) > margin)
    return Finding("inconclusive" if margin is not None and seen > margin else "no drift", seen)
