"""Sequences in the rows of answers: prices, ranks, and quantiles that are hardly ever outside."""

import math

import numpy as np
import pytest

from simlab.stats.answers import Values, answer
from simlab.stats.anytime import APPROXIMATE, EXACT, Ahead, price, quantile_ranks_anytime, sequenced
from simlab.stats.intervals import quantile_ranks
from simlab.stats.sequences import mean_sequence, pilot_prior, proportion_sequence


@pytest.mark.parametrize(("confidence", "factor"), [(0.95, 2.40), (0.999, 1.63), (0.9999, 1.49)])
def test_the_price_is_that_of_the_note_on_statistics(confidence, factor):
    assert price(confidence) == pytest.approx(factor, abs=0.01)


def values(numbers) -> Values:
    """Values with their counts."""
    different, counts = np.unique(numbers, return_counts=True)
    return Values(different.astype(float), counts)


def test_every_row_gets_the_sequence_of_its_kind():
    random = np.random.default_rng(1)
    pilot, seen = values(random.geometric(0.3, 2_000)), values(random.geometric(0.3, 9_000))
    ahead = Ahead(pilot, 9_000)
    rows = sequenced(answer("x", "value", seen, None, 0.95), seen, ahead, 0.95)
    assert [row["interval"] for row in rows] == [APPROXIMATE] * 2 + [EXACT] * 5
    mean = rows[0]
    sample = np.repeat(seen.values, seen.weights)
    expected = mean_sequence(sample.mean(), sample.std(ddof=1), 9_000, 9_000, 0.95)
    assert (mean["low"], mean["high"]) == pytest.approx(expected, rel=1e-9)
    assert rows[1]["low"] < rows[1]["estimate"] < rows[1]["high"]
    shares = sequenced(answer("x", "curve", seen, None, 0.95), seen, ahead, 0.95)
    prior = pilot_prior(int(pilot.weights[0]), 2_000, 9_000, 1 - 0.05 / len(shares))
    limits = proportion_sequence(int(seen.weights[0]), 9_000, 1 - 0.05 / len(shares), prior)
    assert (shares[0]["low"], shares[0]["high"]) == limits


def test_what_nothing_was_seen_of_stays_unknown():
    nothing = Values(np.zeros(0), np.zeros(0, np.int64))
    rows = sequenced(answer("x", "event", nothing, None, 0.95), nothing, Ahead(nothing, 100), 0.95)
    assert math.isnan(rows[0]["low"]) and rows[0]["interval"] == EXACT


@pytest.mark.parametrize("q", [0.05, 0.5, 0.95])
@pytest.mark.parametrize("n", [1, 20, 1_000, 100_000])
def test_the_ranks_enclose_those_of_one_number_of_trials(q, n):
    low, high = quantile_ranks_anytime(q, n, n, 0.95)
    plain = quantile_ranks(q, n, 0.95)
    assert 1 <= low <= plain[0] <= plain[1] <= high <= n
    assert n < 1_000 or high - low < 2.2 * (plain[1] - plain[0])


@pytest.mark.slow
@pytest.mark.parametrize("q", [0.25, 0.95])
def test_a_quantile_is_hardly_ever_outside(q):
    """2,000 keys, looks at 200 to 2,000 values: at most 149 ever outside; the plain ranks are the control."""
    random, looks = np.random.default_rng(5), np.unique(np.geomspace(200, 2_000, 40).astype(int))
    ranks = {n: quantile_ranks_anytime(q, n, 1_000, 0.95) for n in looks}
    plain = {n: quantile_ranks(q, n, 0.95) for n in looks}
    outside = control = 0
    for _ in range(2_000):
        uniform = random.random(2_000)
        sides = [(np.count_nonzero(uniform[:n] <= q), n) for n in looks]
        outside += any(not ranks[n][0] <= k or not ranks[n][1] > k for k, n in sides)
        control += any(not plain[n][0] <= k or not plain[n][1] > k for k, n in sides)
    assert outside <= 149 < control
