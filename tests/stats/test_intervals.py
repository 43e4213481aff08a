"""Intervals against scipy.stats and by their coverage, with controls that have to fail."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from simlab.stats.answers import Values, answer, moments, quantile
from simlab.stats.intervals import clopper_pearson, mean_interval, quantile_ranks, sd_interval


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (0, 50), (50, 50), (3, 1000), (499_321, 1_000_000)])
def test_clopper_pearson_is_scipys_exact_interval(k, n, confidence):
    expected = stats.binomtest(k, n).proportion_ci(confidence, "exact")
    assert clopper_pearson(k, n, confidence) == pytest.approx((expected.low, expected.high), rel=1e-9, abs=1e-15)


def test_none_in_n_is_below_3_69_over_n():
    assert clopper_pearson(0, 1_000_000)[1] * 1_000_000 == pytest.approx(3.689, abs=0.001)


def test_arrays_work_as_numbers_do():
    low, high = clopper_pearson(np.array([0, 5, 10]), 10)
    assert [(l, h) for l, h in zip(low, high)] == [clopper_pearson(k, 10) for k in (0, 5, 10)]  # noqa: E741


def test_the_mean_has_students_interval():
    sample = np.array([3, 5, 8, 1, 4.0])
    expected = stats.t.interval(0.9, 4, sample.mean(), stats.sem(sample))
    assert mean_interval(sample.mean(), sample.std(ddof=1), 5, 0.9) == pytest.approx(expected)
    assert np.isnan(mean_interval(3.0, 0.0, 1)).all()


def test_moments_are_rounded_once_whatever_the_processor():
    """A mean of 2.9375 was 2.9374999999999996 on some of them, and told as 2.937."""
    random = np.random.default_rng(7)
    for _ in range(200):
        values, counts = np.arange(40.0), random.integers(0, 1_000, 40)
        whole = Fraction(sum(int(value) * int(count) for value, count in zip(values, counts)))
        assert moments(Values(values, counts), True).mean == float(whole / int(counts.sum()))


def test_moments_beyond_what_a_float_holds_are_infinite():
    with np.errstate(all="ignore"):
        assert moments(Values(np.array([1e200, 1.5e308]), np.array([1, 2])), True).sd == np.inf


@pytest.mark.parametrize(("q", "n"), [(0.5, 10), (0.05, 1000), (0.95, 37), (0.25, 1_000_000)])
def test_quantile_ranks_enclose_the_quantile_with_at_least_the_confidence(q, n):
    low, high = quantile_ranks(q, n)
    inside = stats.binom.cdf(high - 1, n, q) - stats.binom.cdf(low - 1, n, q)
    assert 1 <= low <= high <= n
    assert inside >= 0.95 or low == 1 or high == n
    assert inside < 0.96 or n < 2000


@pytest.mark.parametrize(("hits", "trials"), [(1000, 10**9), (1000, 200_000_000), (1000, 10**12), (999, 10**9)])
def test_limits_where_scipy_alone_misses(hits, trials):
    """The Poisson limits of a thousand hits, which a proportion so small has to all these digits."""
    low, high = clopper_pearson(hits, trials)
    assert low * trials == pytest.approx(stats.gamma.ppf(0.025, hits), rel=1e-4)
    assert high * trials == pytest.approx(stats.gamma.ppf(0.975, hits + 1), rel=1e-4)


@pytest.mark.parametrize("n", [2**31, 10**13])
def test_quantile_ranks_of_very_many_trials(n):
    low, high = quantile_ranks(0.5, n)
    half_width = 1.96 * np.sqrt(n) / 2
    assert n / 2 - low == pytest.approx(half_width, rel=0.01)
    assert high - n / 2 == pytest.approx(half_width, rel=0.01)


MISSES_ALLOWED = 149  # of 2,000 at 95 %: a binomial count above it has a chance of 1e-6


def coverage_misses(interval, truth, samples):
    """How many of the intervals miss the truth."""
    return sum(not low <= truth <= high for low, high in map(interval, samples))


@pytest.mark.parametrize("p", [0.5, 0.1, 0.01, 0.001])
def test_clopper_pearson_covers(p):
    hits = np.random.default_rng(1).binomial(10_000, p, 2_000)
    assert coverage_misses(lambda k: clopper_pearson(int(k), 10_000), p, hits) <= MISSES_ALLOWED


def test_the_normal_interval_does_not_cover_at_small_p():
    def wald(k):
        p = k / 10_000
        half = 1.96 * np.sqrt(p * (1 - p) / 10_000)
        return p - half, p + half

    hits = np.random.default_rng(1).binomial(10_000, 0.0002, 2_000)
    assert coverage_misses(wald, 0.0002, hits) > MISSES_ALLOWED


def test_mean_sd_and_quantiles_cover():
    random = np.random.default_rng(2)
    dice = random.integers(1, 7, (2_000, 400)) + random.integers(1, 7, (2_000, 400))
    values, truths = range(2, 13), {"mean": 7.0, "sd": np.sqrt(35 / 6)}
    misses = dict.fromkeys(["mean", "sd", "quantile"], 0)
    for sample in dice:
        counted = Values(np.array(values, float), np.bincount(sample, minlength=13)[2:])
        for row in answer("sum", "value", counted, None, 0.95):
            truth = truths.get(row["statistic"], 7.0)
            if row["statistic"] != "quantile" or row["q"] == 0.5:
                misses[row["statistic"]] += not row["low"] <= truth <= row["high"]
    assert all(count <= MISSES_ALLOWED for count in misses.values()), misses
    assert misses["mean"] >= 56 and misses["sd"] >= 56, "not far too wide either"


def test_moments_and_quantiles_are_numpys():
    sample = np.random.default_rng(3).integers(0, 9, 5_000)
    counted = Values(np.arange(9.0), np.bincount(sample, minlength=9))
    found = moments(counted, sampled=True)
    assert (found.mean, found.sd) == pytest.approx((sample.mean(), sample.std(ddof=1)))
    for q in (0.05, 0.25, 0.5, 0.75, 0.95):
        assert quantile(counted, q) == np.quantile(sample, q, method="inverted_cdf")


def test_shares_of_a_curve_divide_the_error():
    counted = Values(np.arange(4.0), np.array([10, 20, 30, 40]), levels=(0, 1, 2, 3))
    for row, k in zip(answer("c", "curve", counted, None, 0.95), (10, 20, 30, 40)):
        assert (row["low"], row["high"]) == clopper_pearson(k, 100, 1 - 0.05 / 4)


def test_no_trial_meets_the_condition():
    nothing = Values(np.zeros(0), np.zeros(0, np.int64))
    for kind in ("event", "value", "curve"):
        for row in answer("q", kind, nothing, None, 0.95):
            assert np.isnan(row["estimate"]) and np.isnan(row["low"]) and row["trials"] == 0


def test_the_sd_of_equal_values_is_nothing():
    assert sd_interval(0.0, 0.0, 100) == (0.0, 0.0)
