"""Random numbers: published vectors, addresses, uniformity, and events that leave each other alone."""

import numpy as np
import pytest
from scipy import stats

from simlab.chance.cards import draw_one
from simlab.chance.compiled import kernel
from simlab.chance.dice import binomial, chance_that
from simlab.chance.plain import plain
from simlab.chance.streams import GENERATORS, at, branch, die, mix64, philox4x32, trial_stream, word

# Random123's known-answer vectors for philox4x32 with 10 rounds: counter, key, result.
PHILOX_VECTORS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]
# The first outputs of splitmix64 seeded with 1234567, from its reference code's published example.
SPLITMIX_1234567 = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]


@pytest.mark.parametrize(("counter", "key", "result"), PHILOX_VECTORS)
def test_philox_has_its_published_vectors(counter, key, result):
    words = plain(philox4x32)(*(np.uint64(part) for part in (*counter, *key)))
    assert tuple(int(part) for part in words) == result


def test_draws_are_splitmix64s_sequence():
    from simlab.chance.streams import Stream

    with np.errstate(over="ignore"):
        found = [int(plain(word)(Stream(0, np.uint64(1234567)), number)) for number in range(4)]
    assert found == SPLITMIX_1234567


@kernel
def first_dice(generator, seed, trials, faces):
    """Die 0 and 1 of one event of many trials."""
    counts = np.zeros((faces, faces), np.int64)
    for trial in range(trials):
        event = at(trial_stream(generator, seed, trial), 3, 1, 2)
        counts[die(event, 0, faces) - 1, die(event, 1, faces) - 1] += 1
    return counts


@pytest.mark.parametrize("faces", [2, 6, 8, 20])
@pytest.mark.parametrize("generator", GENERATORS.values(), ids=GENERATORS)
def test_dice_are_fair_and_independent(generator, faces):
    counts = first_dice(generator, 9, 400_000, faces)
    assert stats.chisquare(counts.ravel()).pvalue > 1e-6


@kernel
def neighbours(generator, trials):
    """Die 0 of neighbouring trials, of neighbouring events, and of neighbouring seeds."""
    counts = np.zeros((3, 6, 6), np.int64)
    for n in range(trials):
        here = die(at(trial_stream(generator, 5, n), 1, 1, 0), 0, 6) - 1
        counts[0, here, die(at(trial_stream(generator, 5, n + 1), 1, 1, 0), 0, 6) - 1] += 1
        counts[1, here, die(at(trial_stream(generator, 5, n), 1, 1, 1), 0, 6) - 1] += 1
        counts[2, here, die(at(trial_stream(generator, 6, n), 1, 1, 0), 0, 6) - 1] += 1
    return counts


@pytest.mark.parametrize("generator", GENERATORS.values(), ids=GENERATORS)
def test_neighbouring_addresses_are_independent(generator):
    for counts in neighbours(generator, 400_000):
        assert stats.chisquare(counts.ravel()).pvalue > 1e-6


def test_addresses_do_not_meet():
    with np.errstate(over="ignore"):
        root = plain(trial_stream)(0, 1, 2)
        keys = {int(plain(at)(root, p, t, u).key) for p in range(8) for t in range(20) for u in range(40)}
        keys |= {int(plain(branch)(root, number).key) for number in range(1000)}
    assert len(keys) == 8 * 20 * 40 + 1000 - 40, "phase 0, turn 0 is the same number as its unit, by design"


def test_the_finaliser_is_a_bijection_where_looked_at():
    with np.errstate(over="ignore"):
        assert len({int(plain(mix64)(np.uint64(number))) for number in range(10_000)}) == 10_000


@kernel
def draws(trials, present):
    """How often each of several is drawn."""
    counts = np.zeros(present.size, np.int64)
    for trial in range(trials):
        counts[draw_one(at(trial_stream(0, 4, trial), 8, 0, 0), present)] += 1
    return counts


def test_one_of_several_is_drawn_evenly():
    counts = draws(100_000, np.array([1, 0, 1, 1, 0, 1]))
    assert counts[[1, 4]].sum() == 0
    assert stats.chisquare(counts[[0, 2, 3, 5]]).pvalue > 1e-6


def test_taking_one_away_leaves_the_order_of_the_others():
    with np.errstate(over="ignore"):
        for trial in range(200):
            stream = plain(trial_stream)(0, 4, trial)
            drawn = plain(draw_one)(stream, np.ones(6, np.int64))
            without = np.ones(6, np.int64)
            without[(drawn + 1) % 6] = 0
            assert plain(draw_one)(stream, without) == drawn


def test_nothing_to_draw_is_minus_one():
    with np.errstate(over="ignore"):
        assert plain(draw_one)(plain(trial_stream)(0, 4, 1), np.zeros(3, np.int64)) == -1


def test_exact_chances_of_dice():
    at_least, at_most = (lambda roll, least: roll >= least), (lambda roll, most: roll <= most)
    assert [chance_that(at_least, least) for least in (0, 1, 4, 6, 7)] == pytest.approx([1, 1, 0.5, 1 / 6, 0])
    assert [chance_that(at_most, most) for most in (-1, 0, 2, 6, 9)] == pytest.approx([0, 0, 1 / 3, 1, 1])
    assert binomial(3, 0.5) == pytest.approx([0.125, 0.375, 0.375, 0.125])
    assert binomial(4, 1.0) == pytest.approx([0, 0, 0, 0, 1])
