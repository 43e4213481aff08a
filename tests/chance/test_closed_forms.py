"""Games whose chances are known exactly, and pairing by address; each test fails by chance once in a million.

The numbers of trials are such that an error of half a per cent is found with 99.9 %.
"""

from functools import cache

import numpy as np
import pytest
from scipy import stats

from simlab.stats.planning import min_detectable
from tests.chance import games_of_chance as games

TRIALS, FALSE_FAIL, SEED = 640_000, 1e-6, 17


def binomial_p(hits, trials, chance):
    """Two-sided p of so many hits."""
    return stats.binomtest(int(hits), int(trials), chance).pvalue


def chi_square_p(counts, chances):
    """p of counts against chances."""
    return stats.chisquare(counts, np.array(chances) * np.sum(counts)).pvalue


def test_the_design_finds_half_a_per_cent():
    assert min_detectable(np.inf, TRIALS, 0.5, FALSE_FAIL, 0.999) < 0.0051


RISK = [2890 / 7776, 2611 / 7776, 2275 / 7776]


def risk_p(faces, strictly):
    lost = games.play(games.risk_rounds, faces, strictly, SEED, trials=TRIALS)
    return chi_square_p(np.bincount(lost, minlength=3), RISK)


def test_a_round_of_risk():
    assert risk_p(6, True) > FALSE_FAIL


@pytest.mark.parametrize(("faces", "strictly"), [(5, True), (6, False)], ids=["a d5", "ties to the attacker"])
def test_a_wrong_round_of_risk_is_found(faces, strictly):
    assert risk_p(faces, strictly) < FALSE_FAIL


@pytest.mark.parametrize(
    ("attackers", "defenders", "chance"),
    [(3, 3, 0.470251), (5, 5, 0.506203), (10, 10, 0.567593), (9, 10, 0.479935)],
)
def test_risk_to_the_end(attackers, defenders, chance):
    won = games.play(games.risk_battles, attackers, defenders, SEED, trials=TRIALS)
    assert binomial_p(won.sum(), TRIALS, chance) > FALSE_FAIL


def mean_p(values, mean):
    """Two-sided p of a mean."""
    return stats.ttest_1samp(values, mean).pvalue


def test_craps():
    rows = games.play(games.craps, 6, SEED, trials=TRIALS, columns=2)
    assert binomial_p(rows[:, 0].sum(), TRIALS, 244 / 495) > FALSE_FAIL
    assert mean_p(rows[:, 1], 557 / 165) > FALSE_FAIL


def test_craps_with_five_faces_is_found():
    rows = games.play(games.craps, 5, SEED, trials=TRIALS, columns=2)
    assert binomial_p(rows[:, 0].sum(), TRIALS, 244 / 495) < FALSE_FAIL


def test_the_first_six_of_four_seats():
    seats = games.play(games.first_six, 4, SEED, trials=TRIALS)
    assert chi_square_p(np.bincount(seats), np.array([216, 180, 150, 125]) / 671) > FALSE_FAIL


def test_gamblers_ruin():
    rows = games.play(games.gambler, 0.48, 10, 20, SEED, trials=TRIALS, columns=2)
    assert binomial_p(rows[:, 0].sum(), TRIALS, 0.309934) > FALSE_FAIL
    assert mean_p(rows[:, 1], 95.0329) > FALSE_FAIL


@cache
def salvo_chance(a, d):
    """The chance of the attacker in a salvo battle, by going through every pair of numbers of hits."""
    if a <= 0 or d <= 0:
        return float(a > 0)
    hits_a, hits_d = (stats.binom.pmf(range(n + 1), n, 1 / 3) for n in (a, d))
    nothing = hits_a[0] * hits_d[0]
    ways = ((x, y) for x in range(a + 1) for y in range(d + 1) if x or y)
    return sum(hits_a[x] * hits_d[y] * salvo_chance(a - min(y, a), d - min(x, d)) for x, y in ways) / (1 - nothing)


@pytest.mark.parametrize(("a", "d", "chance"), [(12, 10, 0.824727), (12, 12, 0.495206), (7, 16, 9.2124e-6)])
def test_salvo_battles(a, d, chance):
    assert salvo_chance(a, d) == pytest.approx(chance, rel=1e-4)
    won = games.play(games.salvo_battles, a, d, 0, SEED, 0, trials=TRIALS)
    assert binomial_p(won.sum(), TRIALS, salvo_chance(a, d)) > FALSE_FAIL


PAIRS = 200_000


def test_a_roll_without_effect_changes_no_trial():
    plain = games.play(games.salvo_battles, 12, 10, 0, SEED, 0, trials=PAIRS)
    wasteful = games.play(games.salvo_battles, 12, 10, 1, SEED, 0, trials=PAIRS)
    assert np.count_nonzero(plain != wasteful) == 0


def test_on_one_stream_it_changes_a_fifth():
    plain = games.play(games.salvo_on_one_stream, 12, 10, 0, SEED, trials=PAIRS)
    wasteful = games.play(games.salvo_on_one_stream, 12, 10, 1, SEED, trials=PAIRS)
    assert 0.15 < np.mean(plain != wasteful) < 0.22


def test_one_more_defender_helps_no_attacker():
    """With addresses the coupling is monotone: every pair that differs is evidence of the difference."""
    ten = games.play(games.salvo_battles, 12, 10, 0, SEED, 0, trials=PAIRS)
    eleven = games.play(games.salvo_battles, 12, 11, 0, SEED, 0, trials=PAIRS)
    assert np.count_nonzero(eleven > ten) == 0
    lost = np.count_nonzero(ten > eleven)
    interval = stats.binomtest(lost, PAIRS).proportion_ci(1 - FALSE_FAIL)
    assert interval.low < salvo_chance(12, 10) - salvo_chance(12, 11) < interval.high
    assert salvo_chance(12, 10) - salvo_chance(12, 11) == pytest.approx(0.1511, abs=5e-5)
