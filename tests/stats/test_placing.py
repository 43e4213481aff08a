"""Where a value stands: known tails of a die, and limits that hold."""

import numpy as np
import pytest

from simlab.stats.intervals import clopper_pearson
from simlab.stats.placing import Weighed, two_sided

DIE = Weighed(np.arange(1.0, 7), np.full(6, 1 / 6), False)


@pytest.mark.parametrize(("value", "tail"), [(1, 2 / 6), (2, 4 / 6), (3, 1), (4, 1), (6, 2 / 6), (7, 0)])
def test_the_tail_of_a_die(value, tail):
    below, above = (DIE.weights[mask].sum() for mask in (DIE.values < value, DIE.values > value))
    found = two_sided(below, above, DIE, 0.95)
    assert found.estimate == found.low == found.high == found.exact == pytest.approx(tail)


def test_equal_exact_chances_are_equally_rare_whatever_the_rounding():
    weights = np.array([0.1 + 0.2, 0.3, 0.4])
    weighed = Weighed(np.arange(3.0), weights, False)
    assert weighed.rarity(0, 0.95).estimate == weighed.rarity(1, 0.95).estimate == pytest.approx(0.6)
    assert weighed.rarity(2, 0.95).estimate == pytest.approx(1)


def test_what_never_came_may_be_as_likely_as_what_came_hardly_ever():
    weighed = Weighed(np.array([[0, 0], [0, 1], [1, 1]]), np.array([2, 3, 99_995]), True)
    found = weighed.rarity([1, 0], 0.95)
    assert (found.estimate, found.low) == (0, 0)
    assert found.high == clopper_pearson(5, 100_000)[1], "both rare ones are within the limits of none in 100,000"


def test_limits_of_the_tail_hold():
    random, missed = np.random.default_rng(1), 0
    for _ in range(2000):
        counts = random.multinomial(500, np.full(6, 1 / 6))
        weighed = Weighed(np.arange(1.0, 7), counts, True)
        found = two_sided(counts[:2].sum(), counts[3:].sum(), weighed, 0.95)  # of 3: exactly 1
        missed += not found.low <= 1 <= found.high
        found = two_sided(counts[:1].sum(), counts[2:].sum(), weighed, 0.95)  # of 2: 4 / 6
        missed += not found.low <= 4 / 6 <= found.high
    assert missed <= 149
