"""Plans against the figures of the note on statistics, and the stopping rule by its coverage, with a control."""

import math

import numpy as np
import pytest

from simlab.stats.intervals import clopper_pearson
from simlab.stats.planning import (
    GROWTHS,
    PILOT,
    Precision,
    Sample,
    Share,
    is_met,
    mean_min_detectable,
    min_detectable,
    next_trials,
    trials_for_half_width,
    trials_for_relative_width,
    trials_needed,
    trials_planned,
    wilson,
)

MOST = 10**9


@pytest.mark.parametrize(
    ("k", "n", "confidence", "limits"),  # statsmodels 0.15.0, proportion_confint(method="wilson")
    [
        (0, 50, 0.95, (0.0, 0.07134759913335872)),
        (50, 50, 0.99, (0.8828479082823721, 1.0)),
        (3, 1000, 0.95, (0.0010207838811386186, 0.008783014053503173)),
        (499_321, 1_000_000, 0.999, (0.49767575441016226, 0.5009662602935133)),
        (7, 9, 0.8, (0.5660581495362462, 0.9037618177900597)),
    ],
)
def test_wilson_is_statsmodels_wilson(k, n, confidence, limits):
    assert wilson(k, n, confidence) == pytest.approx(limits, rel=1e-12)


def wilson_half(q, n):
    """Half the width of Wilson's interval by its textbook formula, not cut at 0 and 1."""
    z = 1.959963984540054
    return z * math.sqrt(q * (1 - q) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)


@pytest.mark.parametrize("half_width", [0.4, 0.05, 0.01, 0.001, 1e-5])
@pytest.mark.parametrize("q", [0.0, 0.001, 0.1, 0.5, 0.9, 1.0])
def test_the_planned_number_is_the_smallest(q, half_width):
    n = trials_for_half_width(q, half_width)
    assert wilson_half(q, n) <= half_width * (1 + 1e-8)
    assert n == 1 or wilson_half(q, n - 1) > half_width * (1 - 1e-8)


@pytest.mark.parametrize(("q", "about"), [(0.5, 960_365), (0.1, 345_731), (0.01, 38_030)])
def test_a_tenth_of_a_percent_takes_the_known_numbers(q, about):
    assert trials_for_half_width(q, 0.001) == pytest.approx(about, rel=3e-3)


def test_a_relative_width_takes_the_known_number():
    assert trials_for_relative_width(0.5, 0.05) == 1537
    assert trials_for_relative_width(0.01, 0.05) == pytest.approx(1537 * 99, rel=1e-3)


@pytest.mark.parametrize("call", [(trials_for_half_width, 0.5, 0.0), (trials_for_relative_width, 0.0, 0.1)])
def test_no_plan_for_an_impossible_target(call):
    with pytest.raises(ValueError, match="above 0|share in"):
        call[0](*call[1:])


@pytest.mark.parametrize("target", [Precision(0.01), Precision(0.001), Precision(0.0013, confidence=0.999)])
@pytest.mark.parametrize("q", [0.5, 0.2, 0.97])
def test_the_interval_shown_is_narrow_enough_if_the_pilot_was_right(q, target):
    n = trials_planned(Share(round(q * PILOT), PILOT), target)
    assert is_met(Share(round(q * n), n), target)


def test_the_guard_asks_for_the_rarer_outcome():
    """An absolute 0.001 around 8 hits in 20,000 is met; but 8 hits may be luck."""
    few = Share(8, 20_000)
    low, high = few.interval()
    assert (high - low) / 2 < 0.001
    assert not is_met(few, Precision(0.001))
    planned = trials_planned(few, Precision(0.001))
    assert 30 * 20_000 / 8 < planned < 45 * 20_000 / 8
    assert is_met(Share(30, planned), Precision(0.001))
    assert trials_planned(Share(20_000 - 8, 20_000), Precision(0.001)) == planned


def test_the_guard_of_a_relative_width_asks_for_a_hundred():
    target = Precision(0.5, relative=True)
    assert not is_met(Share(60, 6_000), target)
    assert 10_000 < trials_planned(Share(60, 6_000), target) < 12_500
    assert is_met(Share(100, 10_000), target)


@pytest.mark.parametrize(("hits", "target"), [(0, Precision(0.01)), (1, Precision(0.01)), (1, Precision(0.05, True))])
def test_an_impossible_or_certain_outcome_ends(hits, target):
    """Neither outcome of an impossible event will ever be rare: the guard gives in where even odds would be known."""
    done, steps = PILOT, 0
    while not is_met(Share(hits * done, done), target):
        wanted = next_trials(done, trials_planned(Share(hits * done, done), target), steps, MOST)
        assert wanted > done
        done, steps = wanted, steps + 1
    assert steps <= 1 and done <= 9_604


def test_growth_is_by_a_quarter_at_most_five_times_and_never_beyond_the_limit():
    done, path = PILOT, []
    for steps in range(9):
        wanted = next_trials(done, 0, steps, MOST)
        if wanted == done:
            break
        done = wanted
        path.append(done)
    assert path == [2_500, 3_125, 3_907, 4_884, 6_105, 7_632]
    assert len(path) == 1 + GROWTHS
    assert next_trials(2_000, 10**8, 0, 5_000) == 5_000
    assert next_trials(5_000, 10**8, 1, 5_000) == 5_000
    assert next_trials(7_000, 10**8, 1, 5_000) == 7_000


def test_a_mean_is_planned_with_a_reserve():
    assert trials_planned(Sample(7.0, 2.4, 2_000), Precision(0.02)) == math.ceil((1.2 * 1.959964 * 2.4 / 0.02) ** 2)
    relative = trials_planned(Sample(-7.0, 2.4, 2_000), Precision(0.01, relative=True))
    low = 7 - 1.959964 * 2.4 / math.sqrt(2_000)
    assert relative == math.ceil((1.2 * 1.959964 * 2.4 / (0.01 * low)) ** 2)
    assert trials_planned(Sample(0.0, 2.4, 2_000), Precision(0.1, relative=True)) < 10**7


def test_few_other_values_hide_a_rare_large_one():
    """Two in 2,000 trials are too few for a standard deviation; none is taken for a constant after 100,000."""
    target = Precision(0.005)
    assert not is_met(Sample(0.0, 0.0, 2_000, others=0), target)
    assert trials_planned(Sample(0.0, 0.0, 2_000, others=0), target) == 100_000
    assert is_met(Sample(0.0, 0.0, 100_000, others=0), target)
    assert trials_planned(Sample(0.002, 0.045, 2_000, others=2), target) > 40_000
    assert not is_met(Sample(1e-4, 0.01, 100_000, others=10), target)
    assert is_met(Sample(0.1, 0.3, 100_000, others=10_000), target)


def test_a_constant_is_known_at_once():
    for target in (Precision(0.01), Precision(0.01, relative=True)):
        assert is_met(Sample(3.0, 0.0, 2_000), target)
        assert trials_planned(Sample(3.0, 0.0, 2_000), target) == 2_000
    assert not is_met(Sample(3.0, math.nan, 1), Precision(0.01))


def test_a_sample_of_sums_is_numpys():
    values = np.random.default_rng(1).integers(10**6, 10**6 + 9, 1_000)
    sample = Sample.of_sums(1_000, int(values.sum()), int((values**2).sum()))
    assert (sample.mean, sample.sd) == pytest.approx((values.mean(), values.std(ddof=1)), rel=1e-12)


@pytest.mark.parametrize(
    ("numbers", "alpha", "percents"),
    [
        (1, 0.05, (0.73, 0.54, 0.23, 0.17)),
        (50, 0.001, (1.24, 0.92, 0.39, 0.29)),
        (200, 0.01, (1.19, 0.89, 0.38, 0.28)),
        (200, 0.001, (1.31, 0.97, 0.41, 0.31)),
        (1000, 0.001, (1.38, 1.02, 0.44, 0.32)),
    ],
)
def test_the_smallest_shift_seen_is_the_known_table(numbers, alpha, percents):
    sizes = [(1e5, 1e5), (1e6, 1e5), (1e6, 1e6), (1e7, 1e6)]
    found = [100 * min_detectable(*size, 0.5, alpha / numbers) for size in sizes]
    assert found == pytest.approx(percents, abs=0.0065)


@pytest.mark.parametrize("p", [0.0, 0.001, 0.2, 0.5, 0.93])
def test_trials_needed_and_smallest_shift_agree(p):
    n = trials_needed(p, 0.004, 0.001)
    assert min_detectable(n, n, p, 0.001) == pytest.approx(0.004, rel=1e-3)
    new = trials_needed(p, 0.004, 0.001, base=1e7)
    assert min_detectable(1e7, new, p, 0.001) == pytest.approx(0.004, rel=1e-3)


def test_a_small_base_cannot_show_a_small_shift():
    assert trials_needed(0.5, 0.001, 0.001, base=1e5) == math.inf


@pytest.mark.parametrize(("p", "shift"), [(0.5, 0.6), (0.3, 0.0), (0.9, 0.95)])
def test_no_trials_show_an_impossible_shift(p, shift):
    with pytest.raises(ValueError, match="cannot shift"):
        trials_needed(p, shift, 0.05)


def test_a_mean_of_0_and_1_has_the_resolution_of_a_share():
    assert mean_min_detectable(0.5, 1e6, 1e5, 0.001) == pytest.approx(min_detectable(1e6, 1e5, 0.5, 0.001), rel=1e-3)


RUNS, MISSES_ALLOWED, MISSES_EXPECTED = 2_000, 149, 56  # of a 95 % interval, each bound with a chance of 1e-6


def stopped(p, target, random):
    """One run by the stopping rule; the share it ends with."""
    seen, steps = Share(int(random.binomial(PILOT, p)), PILOT), 0
    while not is_met(seen, target):
        wanted = next_trials(seen.trials, trials_planned(seen, target), steps, MOST)
        if wanted == seen.trials:
            break
        seen = Share(seen.hits + int(random.binomial(wanted - seen.trials, p)), wanted)
        steps += 1
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("target", [Precision(0.01), Precision(0.001), Precision(0.1, True), Precision(0.05, True)])
@pytest.mark.parametrize("p", [0.5, 0.1, 0.01, 0.001, 0.97])
def test_the_stopping_rule_covers_and_reaches_its_target(p, target):
    random = np.random.default_rng(11)
    ends = [stopped(p, target, random) for _ in range(RUNS)]
    misses = sum(not low <= p <= high for low, high in (seen.interval() for seen in ends))
    assert misses <= MISSES_ALLOWED
    assert misses >= MISSES_EXPECTED or p == 0.001, "conservative with few hits only"
    assert sum(not is_met(seen, target) for seen in ends) <= RUNS / 1000


@pytest.mark.slow
def test_stopping_a_normal_interval_by_its_relative_width_does_not_cover():
    """The control: 17 % coverage at p = 0.001, looking every 100 trials and stopping at 10 % of the estimate."""
    random, p, misses = np.random.default_rng(12), 0.001, 0
    for _ in range(300):
        looks = np.arange(1, 6_001) * 100
        share = np.cumsum(random.binomial(100, p, looks.size)) / looks
        half = 1.96 * np.sqrt(share * (1 - share) / looks)
        end = np.argmax(half <= 0.1 * share)
        misses += not abs(share[end] - p) <= half[end]
    assert misses > 0.75 * 300


@pytest.mark.slow
def test_the_stopping_rule_covers_a_mean():
    """Rolls of a die until the first six; the stop is by the sample's own deviation."""
    random, target, misses = np.random.default_rng(13), Precision(0.1), 0
    for _ in range(RUNS):
        rolls = random.geometric(1 / 6, PILOT)
        planned = trials_planned(Sample(rolls.mean(), rolls.std(ddof=1), rolls.size), target)
        rolls = np.append(rolls, random.geometric(1 / 6, planned - PILOT))
        seen = Sample(rolls.mean(), rolls.std(ddof=1), rolls.size)
        assert is_met(seen, target)
        misses += not seen.interval()[0] <= 6 <= seen.interval()[1]
    assert MISSES_EXPECTED <= misses <= MISSES_ALLOWED


def test_the_interval_of_no_trials_is_everything():
    assert wilson(0, 0) == clopper_pearson(0, 0) == (0.0, 1.0)
    assert math.isnan(Share(0, 0).estimate)
    assert not is_met(Share(0, 0), Precision(0.6)) and not is_met(Share(0, 0), Precision(0.1, relative=True))
