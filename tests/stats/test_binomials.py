"""Probabilities of counts against scipy.stats, and where logarithms have no digits left; the size of the test."""

import numpy as np
import pytest
from scipy import stats
from scipy.special import ndtr

from simlab.stats.binomials import deviance, hypergeometric_p, log_factorial_rest, log_hypergeometric

TABLES = [
    (5, 10, 3, 10),
    (0, 10, 0, 10),
    (10, 10, 10, 10),
    (0, 10, 10, 10),
    (10, 10, 3, 7),
    (1, 5, 0, 3),
    (500, 1_000, 550, 1_000),
    (5_000, 10**6, 560, 10**5),
    (500_000, 10**6, 50_400, 10**5),
    (500_000, 10**6, 52_000, 10**5),
    (500_000, 10**6, 45_000, 10**5),
]


def scipys_p(k0, n0, k1, n1, mid):
    """Twice the smaller tail by scipy.stats."""
    hits = stats.hypergeom(n0 + n1, k0 + k1, n1)
    return min(1, 2 * (min(hits.cdf(k1), hits.sf(k1 - 1)) - (hits.pmf(k1) / 2 if mid else 0)))


@pytest.mark.parametrize("mid", [False, True])
@pytest.mark.parametrize("table", TABLES)
def test_the_conditional_test_is_scipys_hypergeometric(table, mid):
    assert hypergeometric_p(*table, mid=mid) == pytest.approx(scipys_p(*table, mid), rel=1e-9, abs=0)
    k0, n0, k1, n1 = table
    assert hypergeometric_p(k1, n1, k0, n0, mid) == pytest.approx(hypergeometric_p(*table, mid), rel=1e-9, abs=0)
    assert hypergeometric_p(n0 - k0, n0, n1 - k1, n1, mid) == pytest.approx(
        hypergeometric_p(*table, mid), rel=1e-9, abs=0
    )


def test_arrays_work_as_numbers_do():
    found = hypergeometric_p(*np.array(TABLES).T, mid=True)
    assert found.tolist() == pytest.approx([hypergeometric_p(*table, mid=True) for table in TABLES], rel=1e-12, abs=0)


def test_a_shift_of_ten_thousand_million_trials():
    """Far below what a difference of logarithms of factorials resolves; the normal test is right there."""
    half, shift = 5 * 10**9, 200_000
    normal = 2 * ndtr((-shift + 0.5) / np.sqrt(2 * 10**10 / 4))
    assert hypergeometric_p(half, 10**10, half - shift, 10**10) == pytest.approx(normal, rel=1e-3, abs=0)


def test_probabilities_add_up_to_one():
    k = np.arange(0, 301)
    assert np.exp(log_hypergeometric(300 - k, 400, k, 900)).sum() == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize(
    ("x", "exact"),  # by mpmath 1.4.1
    [
        (0, 0.0),
        (0.5, 0.72579135264472743),
        (19, 2.3955435830371253),
        (20, 2.4209709896736652),
        (21, 2.4451677062850251),
        (1e10, 12.431863998183234),
    ],
)
def test_what_is_left_of_the_logarithm_of_a_factorial(x, exact):
    assert log_factorial_rest(x) == pytest.approx(exact, rel=1e-13)


def test_the_deviance_of_near_counts_keeps_its_digits():
    assert deviance(5e9 + 1e4, 5e9) == pytest.approx(1e8 / 1e10 - 1e12 / (6 * 25e18), rel=1e-9)
    assert deviance(0, 7.5) == 7.5


def sizes_over_alpha(expected_hits, alpha):
    """Actual size over alpha of pooled z, unpooled z, exact and mid-p; base 1e6 against 1e5 with so many hits."""
    n0, n1 = 10**6, 10**5
    p = expected_hits / n1
    k0 = np.arange(*stats.binom.interval(1 - 1e-13, n0, p), dtype=float)[:, None]
    k1 = np.arange(0, stats.binom.isf(1e-13, n1, p))[None, :]
    weights = stats.binom.pmf(k0, n0, p) * stats.binom.pmf(k1, n1, p)
    p0, p1, both = k0 / n0, k1 / n1, (k0 + k1) / (n0 + n1)
    errors = both * (1 - both) * (1 / n0 + 1 / n1), p0 * (1 - p0) / n0 + p1 * (1 - p1) / n1
    normal = [2 * ndtr(-abs(p1 - p0) / np.sqrt(error)) for error in errors]
    exact = [hypergeometric_p(k0, n0, k1, n1, mid) for mid in (False, True)]
    return [weights[found <= alpha].sum() / alpha for found in (*normal, *exact)]


@pytest.mark.parametrize(
    ("expected_hits", "alpha", "known"), [(5, 5e-6, (12.9, 1377, 0.24, 0.43)), (20, 5e-6, (4.0, 83, 0.55, 0.87))]
)
def test_only_the_exact_test_keeps_a_tiny_alpha(expected_hits, alpha, known):
    """The figures of the note on statistics, 3.3; both normal tests are the control that has to exceed alpha."""
    assert sizes_over_alpha(expected_hits, alpha) == pytest.approx(known, rel=0.03)
