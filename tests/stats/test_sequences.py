"""Confidence sequences: against ville and the definition, and hardly ever outside over a thousand looks."""

import math
import time

import numpy as np
import pytest
from scipy.special import betaln, xlogy

from simlab.stats.planning import wilson
from simlab.stats.sequences import (
    UNIFORM,
    Prior,
    mean_sequence,
    pilot_prior,
    proportion_sequence,
    tuned_share,
)

KEYS, LOOKS, EVERY = 2_000, 1_000, 20
EVER_OUTSIDE_ALLOWED = 149  # of 2,000 at 95 %: a binomial count above it has a chance of 1e-6


@pytest.mark.parametrize(
    ("k", "n", "prior", "confidence", "limits"),  # ville 0.1.0, BernoulliCS(intersect=False)
    [
        (0, 50, UNIFORM, 0.95, (0.0, 0.12938128909150776)),
        (50, 50, UNIFORM, 0.95, (0.8706187109084924, 1.0)),
        (37, 1000, UNIFORM, 0.95, (0.01862371636081297, 0.06418965780895197)),
        (510, 1000, Prior(60, 60), 0.99, (0.45649174249602176, 0.5633555819291165)),
        (3, 400, Prior(2.5, 300), 0.9, (0.0013339339844558695, 0.022395585796646078)),
    ],
)
def test_the_sequence_is_villes(k, n, prior, confidence, limits):
    assert proportion_sequence(k, n, confidence, prior) == pytest.approx(limits, rel=1e-10)


@pytest.mark.parametrize("prior", [UNIFORM, Prior(0.5, 0.5), Prior(2_000, 500_000)])
@pytest.mark.parametrize(("k", "n"), [(1, 1), (3, 1000), (999, 1000), (50_000, 100_000)])
def test_at_a_limit_the_evidence_is_that_of_the_definition(k, n, prior):
    for p in proportion_sequence(k, n, 0.99, prior):
        if 0 < p < 1:
            evidence = (
                betaln(prior.a + k, prior.b + n - k) - betaln(prior.a, prior.b) - xlogy(k, p) - xlogy(n - k, 1 - p)
            )
            assert evidence == pytest.approx(math.log(100), abs=1e-6)


@pytest.mark.parametrize("n", [1, 100, 10**6, 10**10])
def test_none_and_all_are_mirror_images(n):
    """The upper limit at none in n: 1 - p is the n-th root of 1/20 of B(1, n + 1)."""
    low, high = proportion_sequence(0, n)
    assert low == 0
    assert high == pytest.approx(-math.expm1(-math.log(20 * (n + 1)) / n), rel=1e-12)
    assert proportion_sequence(n, n) == pytest.approx((1 - high, 1.0), rel=1e-12)


@pytest.mark.parametrize(
    ("k", "n", "limits"),  # roots of the definition at 50 digits with mpmath 1.4.1
    [
        (5 * 10**9, 10**10, (0.49997327653992685, 0.5000267234600732)),
        (1, 10**10, (4.999999999e-22, 2.9402668602320687e-09)),
        (10**10 - 1, 10**10, (1 - 2.9402668602320687e-09, 1.0)),
    ],
)
def test_ten_thousand_million_trials(k, n, limits):
    assert proportion_sequence(k, n) == pytest.approx(limits, rel=2e-5 if k == 1 else 1e-14, abs=0)


def test_no_trials_say_nothing():
    assert proportion_sequence(0, 0) == (0.0, 1.0)
    assert all(map(math.isnan, mean_sequence(1.0, 0.0, 1, 100)))


def test_a_limit_takes_below_a_millisecond():
    begin = time.process_time()
    for k in range(1, 101):
        proportion_sequence(k * 10**7, 10**10)
    assert time.process_time() - begin < 0.1


@pytest.mark.parametrize(
    ("confidence", "share", "multiplier"), [(0.95, 0.122, 3.035), (0.999, 0.060, 4.21), (0.9999, 0.046, 4.75)]
)
def test_the_best_tuned_multiplier_is_the_known_one(confidence, share, multiplier):
    assert tuned_share(confidence) == pytest.approx(share, abs=5e-4)
    low, high = mean_sequence(0.0, 1.0, 10**6, 10**6, confidence)
    assert high * 10**3 == -low * 10**3 == pytest.approx(multiplier, abs=6e-3)
    for planned in (8 * 10**5, 12 * 10**5):
        assert mean_sequence(0.0, 1.0, 10**6, planned, confidence)[1] > high


def test_a_sequence_of_a_mean_is_villes():
    """ville 0.1.0, AsymptoticCS(t_opt=500) over 0, 1, ..., 6 repeated to a thousand values."""
    found = mean_sequence(2.997, 1.999747481556106, 1_000, 500)
    assert found == pytest.approx((2.8032398986382674, 3.1907601013617324), rel=1e-6)


def test_a_pilots_prior_is_narrower_than_the_uniform_one_and_never_heavier_than_the_pilot():
    prior = pilot_prior(200, 2_000, 10**6)
    assert prior.a + prior.b == pytest.approx(2_000)
    assert pilot_prior(200, 2_000, 10**4).a == pytest.approx(0.122 * 10**4 * 0.1, rel=0.01)
    (low, high), (wide_low, wide_high) = (proportion_sequence(10**5, 10**6, 0.95, p) for p in (prior, UNIFORM))
    assert high - low < 0.9 * (wide_high - wide_low)
    nothing = pilot_prior(0, 2_000, 10**6)
    assert nothing.a == 0.5 and nothing.b > 1_000


def last_held(interval, p, n, begin, end):
    """Of the hits from `begin`, whose interval holds p, towards `end`, the last whose interval does."""
    if interval(end, n)[0] <= p <= interval(end, n)[1]:
        return end
    while abs(end - begin) > 1:
        middle = (begin + end) // 2
        low, high = interval(middle, n)
        begin, end = (middle, end) if low <= p <= high else (begin, middle)
    return begin


def ever_outside(interval, p, seed):
    """How many of 2,000 runs have, at any of 1,000 looks up to 20,000 trials, an interval that does not hold p."""
    looks = (np.arange(1, LOOKS + 1) * EVERY).tolist()
    fewest = np.array([last_held(interval, p, n, round(n * p), 0) for n in looks])
    most = np.array([last_held(interval, p, n, round(n * p), n) for n in looks])
    hits = np.cumsum(np.random.default_rng(seed).binomial(EVERY, p, (KEYS, LOOKS)), axis=1)
    return int(((hits < fewest) | (hits > most)).any(axis=1).sum())


@pytest.mark.slow
@pytest.mark.parametrize("prior", [UNIFORM, pilot_prior(900, 2_000, 20_000), pilot_prior(0, 50, 20_000)])
@pytest.mark.parametrize("p", [0.5, 0.05, 0.001])
def test_a_sequence_is_hardly_ever_outside(p, prior):
    """Whatever the prior, right or wrong."""
    assert ever_outside(lambda k, n: proportion_sequence(k, n, 0.95, prior), p, 21) <= EVER_OUTSIDE_ALLOWED


@pytest.mark.slow
def test_a_plain_interval_looked_at_again_and_again_is_outside_half_the_time():
    """The control: stopping once Wilson's interval excludes the true value."""
    assert ever_outside(wilson, 0.5, 21) > 0.4 * KEYS


@pytest.mark.slow
def test_a_sequence_of_a_mean_is_hardly_ever_outside():
    """Rolls until the first six, looked at every 100 up to 20,000; Student's interval is the control."""
    random, outside, plain = np.random.default_rng(22), 0, 0
    looks = np.arange(1, 201) * 100
    for _ in range(500):
        rolls = random.geometric(1 / 6, looks[-1])
        means = np.cumsum(rolls)[looks - 1] / looks
        deviations = np.sqrt(np.cumsum(rolls**2)[looks - 1] / looks - means**2)
        limits = np.array([mean_sequence(*at, 20_000) for at in zip(means, deviations, looks.tolist())])
        outside += bool(((limits[:, 0] > 6) | (limits[:, 1] < 6)).any())
        plain += bool((abs(means - 6) > 1.96 * deviations / np.sqrt(looks)).any())
    assert outside <= 51  # of 500 at 95 %: a binomial count above it has a chance of 1e-6
    assert plain > 0.3 * 500
