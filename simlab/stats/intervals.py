"""Interval estimates, one function a kind of output (the choice and the formulae: docs/architecture.md, Statistics).

Only scipy.special is imported: scipy.stats alone would cost half a second at every start.
"""

from functools import lru_cache

import numpy as np
from scipy.special import betainc, betaincinv, ndtri, stdtrit

Interval = tuple[float, float]

BISECTIONS = 110  # from 1 down to 1e-33: the limits of one hit in 1e16 trials keep all their digits


def clopper_pearson(successes, trials, confidence: float = 0.95):
    """Exact interval of a proportion (Clopper and Pearson 1934); numbers or arrays. 0 trials: (0, 1)."""
    k, n = np.asarray(successes, float), np.asarray(trials, float)
    alpha = 1 - confidence
    with np.errstate(invalid="ignore"):
        low = np.where(k > 0, beta_quantile(np.maximum(k, 1), n - k + 1, alpha / 2), 0.0)
        high = np.where(k < n, beta_quantile(k + 1, np.maximum(n - k, 1), 1 - alpha / 2), 1.0)
    if low.ndim == 0:
        return float(low), float(high)
    return low, high


@lru_cache(maxsize=1 << 16)
def proportion_interval(successes: float, trials: int, confidence: float) -> Interval:
    """The same of numbers, remembered: many cases of a sweep have the same counts."""
    return clopper_pearson(successes, trials, confidence)


def beta_quantile(a, b, probability: float):
    """Quantile of a beta distribution; numbers or arrays, a and b at least 1.

    scipy's inverse can miss: for a = 1000 and b above 1.6e8 it gives about twice the value (scipy 1.17). So it is put
    back into the distribution function, and what does not fit is found by bisection.
    """
    found = np.asarray(betaincinv(a, b, probability))
    wrong = ~(np.abs(betainc(a, b, found) - probability) <= 1e-6 * probability)
    if not wrong.any():
        return found
    low, high = np.zeros_like(found), np.ones_like(found)
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        below = betainc(a, b, middle) < probability
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.where(wrong, high, found)


def mean_interval(mean: float, sd: float, trials: int, confidence: float = 0.95) -> Interval:
    """Student's t interval of a mean; fewer than 2 trials: no limits (NaN)."""
    if trials < 2:
        return np.nan, np.nan
    half = float(stdtrit(trials - 1, 0.5 + confidence / 2)) * sd / np.sqrt(trials)
    return mean - half, mean + half


def sd_interval(sd: float, fourth_moment: float, trials: int, confidence: float = 0.95) -> Interval:
    """Interval of a standard deviation by the delta method on its logarithm; `fourth_moment` is central."""
    if trials < 2:
        return np.nan, np.nan
    if sd == 0:
        return 0.0, 0.0
    variance_of_log = max(fourth_moment / sd**4 - (trials - 3) / (trials - 1), 0.0) / (4 * trials)
    factor = np.exp(ndtri(0.5 + confidence / 2) * np.sqrt(variance_of_log))
    return sd / factor, sd * factor


@lru_cache(maxsize=256)
def quantile_ranks(q: float, trials: int, confidence: float = 0.95) -> tuple[int, int]:
    """Ranks (1..trials) of the order statistics that enclose the q-quantile, by the binomial distribution.

    The lower rank is the largest l with P(Binomial(n, q) < l) <= alpha/2, the upper the smallest u with
    P(Binomial(n, q) >= u) <= alpha/2, each within 1..n.
    """
    alpha = 1 - confidence
    return max(_binomial_quantile(alpha / 2, trials, q), 1), min(
        _binomial_quantile(1 - alpha / 2, trials, q) + 1, trials
    )


def _binomial_quantile(probability: float, trials: int, chance: float) -> int:
    """The smallest k with P(Binomial(trials, chance) <= k) >= probability, by bisection."""
    low, high = 0, trials
    while low < high:
        middle = (low + high) // 2
        if betainc(trials - middle, middle + 1, 1 - chance) >= probability:
            high = middle
        else:
            low = middle + 1
    return low
