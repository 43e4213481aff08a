"""A whole check, screen and confirmation, on synthetic numbers: false alarms and power, with controls that must fail.

Sizes are those of the note on statistics, B.3 and B.4: 200 proportions from 0.5 to 0.001, baseline 1e6 and 1e7 trials,
check 1e5 and 1e6.
"""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from scipy.special import ndtr

from simlab.stats.planning import Share
from simlab.stats.shifts import Check, confirm_p, confirmed_p, flagged, resolution, screen_p

NUMBERS = np.geomspace(0.5, 0.001, 200)
DESIGN = Check()


def shares(random, p, trials):
    """Proportions as counted in so many trials."""
    return [Share(hits, trials) for hits in random.binomial(trials, p).tolist()]


def drifted(random, check, before, after, reuse=False):
    """Places of the numbers that a check calls drifted; with `reuse` by the screen's baseline in both stages."""
    screen = shares(random, before, check.screen[0])
    places = flagged(screen, shares(random, after, check.screen[1]), check)
    confirm = screen if reuse else shares(random, before, check.confirm[0])
    p = confirmed_p([confirm[place] for place in places], shares(random, after[places], check.confirm[1]))
    return places[p <= check.alpha_run]


def reds(check, runs, reuse=False):
    """How many of so many checks of unchanged numbers find a drift."""
    random = np.random.default_rng(51)
    return sum(drifted(random, check, NUMBERS, NUMBERS, reuse).size > 0 for _ in range(runs))


@pytest.mark.slow
@pytest.mark.parametrize(("alpha", "runs"), [(0.05, 2_000), (0.001, 10_000)])
def test_false_alarms_keep_to_their_budget(alpha, runs):
    """A binomial count above the bound has a chance of 1e-6: 149 of 2,000 at 5 %."""
    assert reds(replace(DESIGN, alpha_run=alpha), runs) <= stats.binom.isf(1e-6, runs, alpha)


@pytest.mark.slow
def test_one_baseline_for_both_stages_breaks_the_budget():
    """The control: what was flagged because the baseline is off is confirmed by the same baseline (51 %)."""
    check = Check(screen=(10**5, 10**5), confirm=(10**5, 10**6), alpha_run=0.05)
    assert reds(check, 300, reuse=True) > 0.35 * 300
    assert reds(check, 300) <= stats.binom.isf(1e-6, 300, 0.05)


def one_shot_reds(test, runs=300):
    """How many of so many one-shot comparisons of 200 numbers with 5 hits expected find a drift, Bonferroni at 0.05."""
    random, p = np.random.default_rng(52), np.full(200, 5e-5)
    return sum((test(shares(random, p, 10**6), shares(random, p, 10**5)) <= 0.05 / 200).any() for _ in range(runs))


def unpooled_p(old, new):
    """The usual z-test of proportions with the variance of either side."""
    counts = np.array([(a.hits / a.trials, b.hits / b.trials) for a, b in zip(old, new)])
    errors = np.sqrt(counts[:, 0] / old[0].trials + counts[:, 1] / new[0].trials)
    return 2 * ndtr(-abs(counts[:, 1] - counts[:, 0]) / errors)


@pytest.mark.slow
def test_a_normal_test_of_few_hits_breaks_the_budget_and_the_exact_one_does_not():
    assert one_shot_reds(unpooled_p) > 0.9 * 300
    for exact in (screen_p, confirm_p):
        assert one_shot_reds(exact) <= stats.binom.isf(1e-6, 300, 0.05)


def found(place, factor, check, runs=400, shift=None):
    """In how many of so many checks a shift of one number by `factor` times its resolution is called a drift."""
    before, random = NUMBERS, np.random.default_rng(53)
    step = shift or factor * resolution(Share(round(before[place] * 1e6), 10**6), DESIGN)
    after = before + np.where(np.arange(before.size) == place, step, 0.0)
    return sum(place in drifted(random, check, before, after) for _ in range(runs))


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, 52, 126, 199])
def test_a_shift_of_the_stated_resolution_is_found(place):
    """p of 0.5, 0.1, 0.01 and 0.001; of 400 at 90 %, below 84 % has a chance of 1e-4."""
    assert found(place, 1.0, DESIGN) >= 0.84 * 400


@pytest.mark.slow
def test_twice_the_resolution_is_as_good_as_always_found():
    assert found(0, 2.0, DESIGN) >= 0.99 * 400


@pytest.mark.slow
@pytest.mark.parametrize("change", [{"alpha_screen": 1e-12}, {"alpha_run": 1e-12, "confirm": DESIGN.screen}])
def test_without_alarms_there_is_no_power(change):
    """The control: at an alpha of 1e-12 the same shift is missed (ten million trials would still confirm it)."""
    assert found(0, 1.0, replace(DESIGN, **change)) < 0.5 * 400


@pytest.mark.slow
@pytest.mark.parametrize(("shift", "rate"), [(0.004, 0.44), (0.005, 0.68), (0.006, 0.84), (0.008, 0.98)])
def test_the_power_is_the_known_one(shift, rate):
    """The table of the note, 3.8, within five standard errors of 400 runs."""
    assert found(0, 1.0, DESIGN, shift=shift) / 400 == pytest.approx(rate, abs=5 * np.sqrt(rate * (1 - rate) / 400))
