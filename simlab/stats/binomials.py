"""Probabilities of counts without loss of digits, for numbers of trials up to 1e10.

The logarithm of a factorial near 1e10 is 2e11 and so uncertain by 3e-5; here the large parts of such terms are taken
out before they are added (Loader 2000, Fast and Accurate Computation of Binomial Probabilities).
"""

import numpy as np
from scipy.special import gammaln, xlogy

SERIES_FROM = 20.0  # from here on four terms of Stirling's series are exact to the last digit
NEGLIGIBLE = 1e-17  # a term below this share of a sum cannot change it
FIRST_TERMS, MOST_TERMS = 64, 1 << 15  # terms of a tail that are summed at once


def log_factorial_rest(x):
    """ln x! - (x ln x - x), for x >= 0 (numbers or arrays): about half the logarithm of 2 pi x."""
    x = np.asarray(x, float)
    big = np.maximum(x, SERIES_FROM)
    square = 1 / (big * big)
    series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / big
    small = np.minimum(x, SERIES_FROM)
    direct = gammaln(small + 1) - xlogy(small, small) + small
    return np.where(x < SERIES_FROM, direct, 0.5 * np.log(2 * np.pi * big) + series)


def deviance(count, mean):
    """count ln(count / mean) - count + mean, for both >= 0 (numbers or arrays); small where the two are close."""
    count, mean = np.asarray(count, float), np.asarray(mean, float)
    away = mean - count
    with np.errstate(divide="ignore", invalid="ignore"):
        logarithm = np.where(count > 0, count * np.log1p(away / count), 0.0)
    return away - logarithm


def log_hypergeometric(k0, n0, k1, n1):
    """ln of the probability that k1 of the k0 + k1 hits among n0 + n1 trials are among the n1. Numbers or arrays."""
    k0, n0, k1, n1 = (np.asarray(count, float) for count in (k0, n0, k1, n1))
    hits, trials = k0 + k1, n0 + n1
    rest = log_factorial_rest(hits) + log_factorial_rest(trials - hits) - log_factorial_rest(trials)
    for k, n in ((k0, n0), (k1, n1)):
        rest = rest + log_factorial_rest(n) - log_factorial_rest(k) - log_factorial_rest(n - k)
        rest = rest - deviance(k, n * hits / trials) - deviance(n - k, n * (trials - hits) / trials)
    return rest


def hypergeometric_p(k0, n0, k1, n1, mid: bool = False):
    """Two-sided p of k0 of n0 against k1 of n1 hits: given all hits, twice the smaller tail, 1 at the most.

    Exact, therefore conservative; `mid` counts what was seen by half (Lancaster 1961), which is near the nominal level
    and may exceed it by a little. Numbers or arrays (broadcast), n0 and n1 >= 1; a number for numbers.
    """
    counts = np.broadcast_arrays(*(np.asarray(count, float) for count in (k0, n0, k1, n1)))
    k0, n0, k1, n1 = (count.ravel() for count in counts)
    # The tail away from the mean is summed, as its terms get smaller; it is the lower one of either k1 or k0.
    low = k1 * n0 <= k0 * n1
    k, n, others, m = np.where(low, (k1, n1, k0, n0), (k0, n0, k1, n1))
    seen = np.exp(log_hypergeometric(k0, n0, k1, n1))
    lower = np.minimum(seen * _tail_in_terms(k, n, k + others, m), 1.0)
    smaller = np.minimum(lower, 1 + seen - lower) - (seen / 2 if mid else 0.0)
    p = np.minimum(2 * smaller, 1.0).reshape(counts[0].shape)
    return float(p) if p.ndim == 0 else p


def _tail_in_terms(k, n, hits, m):
    """P(X <= k) / P(X = k) for X of n among n + m trials with so many hits; arrays of one axis, k at most the mean."""
    total, last = np.ones_like(k), np.ones_like(k)
    begin, size = 0, FIRST_TERMS
    left = np.arange(k.size)
    while left.size:
        j = k[left, None] - np.arange(begin, begin + size)
        ratios = j * (m[left, None] - hits[left, None] + j) / ((n[left, None] - j + 1) * (hits[left, None] - j + 1))
        terms = last[left, None] * np.cumprod(ratios, axis=1)  # beyond the least possible value they are 0
        total[left] += terms.sum(axis=1)
        last[left] = terms[:, -1]
        left = left[last[left] > NEGLIGIBLE * total[left]]
        begin, size = begin + size, min(2 * size, MOST_TERMS)
    return total
