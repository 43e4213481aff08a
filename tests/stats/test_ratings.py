"""Ratings: against choix and closed forms, planted strengths, errors of tables that share dice, what has no limit."""

from itertools import permutations

import numpy as np
import pytest
from scipy.special import expit, logit
from scipy.stats import f, norm

from simlab.stats.finishes import TableResults
from simlab.stats.plackett_luce import Likelihood
from simlab.stats.ratings import ELO_PER_LOGIT, rate

MISSES = 56, 149  # of 2,000 at 95 %: a binomial count outside has a chance of 1e-6


def every_seating(policies, seats):
    return np.array(list(permutations(range(policies), seats)))


def results_of(seats, ranks, winner_only=False):
    results = TableResults(seats, winner_only)
    results.add(np.array(ranks))
    return results


def played(random, seats, strengths, terms, blocks, spread=0.0):
    """Ranks of a Plackett-Luce model (the order of worths with Gumbel noise); each deal favours seats at random."""
    worth = np.asarray(strengths)[seats] + np.asarray(terms) + random.gumbel(size=(blocks, *seats.shape))
    worth += spread * random.normal(size=(blocks, 1, seats.shape[1]))
    return (-worth).argsort(axis=2).argsort(axis=2) + 1


def as_if_independent(results):
    """The same counts as if every table had dice of its own."""
    alone = TableResults(results.seats, results.finishes.winner_only)
    alone.cross, alone.blocks = np.diag(results.cross.diagonal()), int(results.cross.trace())
    return alone


def seated_everywhere(policies, orders, winner_only=False):
    """Results in which every order of policies came as often in each seating, so that seats are alike."""
    k = len(next(iter(orders)))
    seats = every_seating(policies, k)
    results = TableResults(seats, winner_only)
    for order, times in orders.items():
        here = np.array([set(row) == set(order) for row in seats.tolist()])
        places = np.array([order.index(policy) + 1 if policy in order else 0 for policy in range(policies)])
        results.add(np.repeat(np.where(here[:, None], places[seats], 0)[None], times, axis=0))
    return results


PAIRS = [[0, 7, 3, 9], [4, 0, 8, 6], [5, 2, 0, 7], [1, 6, 4, 0]]  # wins of row against column
WINS = {(i, j): PAIRS[i][j] for i in range(4) for j in range(4) if i != j}
ORDERS = {(0, 1, 2): 5, (2, 0, 1): 3, (1, 3, 0): 4, (0, 3, 1): 2, (3, 2, 0): 3, (2, 0, 3): 4, (1, 2, 3): 3}
ORDERS |= {(3, 1, 2): 2, (2, 1, 3): 1}


@pytest.mark.parametrize(
    ("orders", "winner_only", "expected"),
    [  # choix 0.4.1: ilsr_pairwise, ilsr_rankings, ilsr_top1, tol=1e-13
        (WINS, False, [0.49523648, 0.13197876, -0.09198005, -0.53523519]),
        (WINS, True, [0.49523648, 0.13197876, -0.09198005, -0.53523519]),
        (ORDERS, False, [-0.02159361, 0.19547576, 0.07477222, -0.24865436]),
        (ORDERS, True, [0.01501188, 0.07097648, 0.16514789, -0.25113626]),
    ],
)
def test_strengths_are_those_of_choix(orders, winner_only, expected):
    found = rate(seated_everywhere(4, orders, winner_only))
    assert found.strengths.values == pytest.approx(expected, abs=1e-7)
    assert found.seats.values == pytest.approx(0, abs=1e-9) and not found.regularised


def test_a_tie_of_two_is_half_a_win_each_way():
    seats = every_seating(4, 2)
    drawn = seated_everywhere(4, WINS)
    for pair in ({0, 1}, {2, 3}):
        here = np.array([set(row) == pair for row in seats.tolist()])
        drawn.add(np.repeat(np.where(here[:, None], [1, 1], [0, 0])[None], 2, axis=0))
    # choix 0.4.1, ilsr_pairwise with every win twice and each of these draws as a win each way
    expected = [0.47747213, 0.14796728, -0.11154455, -0.51389485]
    assert rate(drawn).strengths.values == pytest.approx(expected, abs=1e-7)


def test_two_policies_and_two_seats_have_a_closed_form():
    seats, random = np.array([[0, 1], [1, 0]]), np.random.default_rng(3)
    first_wins = random.random((500, 2)) < [0.7, 0.45]
    first_wins[:200, 1] = first_wins[:200, 0]
    found = rate(results_of(seats, np.where(first_wins[..., None], [1, 2], [2, 1])))
    a, b = first_wins.mean(axis=0)
    strength, error = found.difference(0, 1)
    assert strength == pytest.approx((logit(a) - logit(b)) / 2)
    assert found.seats.values == pytest.approx(np.array([1, -1]) * (logit(a) + logit(b)) / 4)
    assert found.seat_points.values[0] == pytest.approx(expit((logit(a) + logit(b)) / 2) - 0.5)
    even_match = 0.5 + found.seat_points.values[0]
    width, of_points = (part.high[0] - part.low[0] for part in (found.seats, found.seat_points))
    assert of_points == pytest.approx(2 * even_match * (1 - even_match) * width)
    # delta method on the two shares, which come in pairs
    for sign, (_, half) in ((-1, _half(strength, error)), (1, _half(*_seat_difference(found)))):
        parts = first_wins / (np.array([a, b]) * (1 - np.array([a, b]))) @ [1, sign] / 2
        assert half == pytest.approx(1.9647294 * parts.std(ddof=1) / np.sqrt(500), rel=1e-6)  # t of 499
    assert found.pairs.freedom == 0 and np.isnan(found.pairs.p_value)


def _half(value, interval):
    return value, (interval[1] - interval[0]) / 2


def _seat_difference(found):
    return 2 * found.seats.values[0], (2 * found.seats.low[0], 2 * found.seats.high[0])


@pytest.mark.parametrize("winner_only", [False, True])
def test_scores_and_information_are_derivatives_of_the_likelihood(winner_only):
    random = np.random.default_rng(5)
    seats = every_seating(4, 3)
    likelihood = Likelihood(results_of(seats, random.integers(1, 4, (40, *seats.shape)), winner_only))
    at, small = random.normal(size=7), 1e-5
    steps = small * np.eye(7)
    gradient = np.tensordot(likelihood.counts, likelihood.scores(at), 2)
    slopes = [(likelihood.value(at + step) - likelihood.value(at - step)) / (2 * small) for step in steps]
    assert gradient == pytest.approx(slopes, rel=1e-6)
    bend = [np.tensordot(likelihood.counts, likelihood.scores(at - s) - likelihood.scores(at + s), 2) for s in steps]
    free = likelihood.counts.sum() * likelihood.free.T @ likelihood.free
    assert likelihood.information(at) - free == pytest.approx(np.array(bend) / (2 * small), rel=1e-5, abs=1e-4)


def misses(truth, estimates):
    return (estimates.low > truth) | (estimates.high < truth)


def trials(random, count, seats, strengths, terms, spread=0.0, winner_only=False, blocks=300):
    for _ in range(count):
        yield results_of(seats, played(random, seats, strengths, terms, blocks, spread), winner_only)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "winner_only"), [(2, False), (3, False), (3, True)])
def test_intervals_cover_planted_strengths_and_the_fit_is_rarely_doubted(seats, winner_only):
    strengths, terms = np.array([0.5, 0.3, -0.2, -0.6]), np.linspace(0.3, -0.3, seats)
    missed, doubted = np.zeros(5), 0
    random = np.random.default_rng(7)
    for results in trials(random, 2_000, every_seating(4, seats), strengths, terms, 0.0, winner_only, 150):
        found = rate(results)
        missed += np.append(misses(strengths, found.strengths), misses(terms, found.seats)[0])
        doubted += found.pairs.p_value < 0.05
    assert (missed >= MISSES[0]).all() and (missed <= MISSES[1]).all(), missed
    assert MISSES[0] <= doubted <= MISSES[1], doubted


def seat_misses(count):
    """How often the interval of a seat's term misses it where deals favour seats: by blocks, and as if they did not."""
    seats, random = every_seating(3, 2), np.random.default_rng(11)
    z, weights = np.polynomial.hermite_e.hermegauss(60)
    share = weights @ expit(0.4 + np.sqrt(2) * 1.5 * z) / weights.sum()  # over all deals, of two seats' normals
    truth = logit(share) / 2
    missed = np.zeros(2)
    for results in trials(random, count, seats, [0, 0, 0], [0.2, -0.2], spread=1.5):
        for place, counted in enumerate((results, as_if_independent(results))):
            missed[place] += misses(truth, rate(counted).seats)[0]
    return missed


def test_errors_by_block_cover_where_deals_favour_seats_and_others_do_not():
    by_block, independent = seat_misses(300)
    assert by_block <= 39  # of 300 at 95 %: a chance of 1e-6
    assert independent > 39


@pytest.mark.slow
def test_errors_by_block_cover_where_deals_favour_seats_at_length():
    by_block, independent = seat_misses(2_000)
    assert MISSES[0] <= by_block <= MISSES[1] and independent > 2 * MISSES[1], (by_block, independent)


@pytest.mark.slow
def test_the_fit_is_rarely_doubted_where_deals_favour_policies():
    seats, random, doubted = every_seating(4, 2), np.random.default_rng(31), 0
    for _ in range(1_000):
        hands = 2 * random.normal(size=(200, 4))
        worth = random.gumbel(size=(200, *seats.shape)) + hands[:, seats]
        doubted += rate(results_of(seats, (-worth).argsort(axis=2).argsort(axis=2) + 1)).pairs.p_value < 0.05
    assert 20 <= doubted <= 86, doubted  # of 1,000 at 5 %: outside has a chance of 1e-6


def test_a_million_blocks_give_the_planted_strengths():
    seats, strengths = every_seating(3, 3), np.array([0.4, 0.1, -0.5])
    results = TableResults(seats)
    shares = played(np.random.default_rng(13), seats, strengths, [0.2, 0, -0.2], 20_000)
    results.add(shares)
    results.cross, results.blocks = 50 * results.cross, 50 * results.blocks  # memory does not depend on it
    found = rate(results)
    assert found.strengths.values == pytest.approx(strengths, abs=0.02)
    assert found.strengths.high - found.strengths.low == pytest.approx(0.0016, abs=0.0006)


def test_rock_paper_scissors_shows_in_the_pairs():
    seats, random = every_seating(3, 2), np.random.default_rng(17)
    beats = (seats[:, 1] - seats[:, 0]) % 3 == 1
    wins = random.random((400, 6)) < np.where(beats, 0.6, 0.4)
    found = rate(results_of(seats, np.where(wins[..., None], [1, 2], [2, 1])))
    assert np.abs(found.strengths.values).max() < 0.1
    assert found.pairs.freedom == 1 and found.pairs.p_value < 1e-6
    around = found.pairs.residual[[0, 1, 2], [1, 2, 0]]
    assert (around > 5).all() and found.pairs.chi_square == pytest.approx(around[0] ** 2)
    circle = np.where(beats, wins, ~wins).sum(axis=1) - 3
    assert around[0] == pytest.approx(circle.sum() / circle.std(ddof=1) / np.sqrt(400), rel=0.01)
    assert found.pairs.observed[0, 1] == pytest.approx(0.6, abs=0.05)
    assert found.pairs.expected[0, 1] == pytest.approx(0.5, abs=0.02) and found.pairs.played[0, 1] == 800


def test_where_strength_is_all_there_is_pairs_fit():
    seats = every_seating(4, 2)
    results = results_of(seats, played(np.random.default_rng(19), seats, [1, 0.3, -0.3, -1], [0.2, -0.2], 2_000))
    found = rate(results)
    assert found.pairs.freedom == 3 and found.pairs.p_value > 1e-3
    assert np.nanmax(np.abs(found.pairs.residual)) < norm.isf(1e-4)


def test_the_fit_of_few_blocks_is_judged_by_hotellings_t_squared():
    seats = every_seating(4, 2)
    pairs = rate(results_of(seats, played(np.random.default_rng(37), seats, [0] * 4, [0, 0], 9))).pairs
    assert pairs.freedom == 3
    assert pairs.p_value == pytest.approx(f.sf(pairs.chi_square * (9 - 3) / (3 * (9 - 1)), 3, 9 - 3))


@pytest.mark.parametrize(("rank_of_last", "infinite"), [(2, -np.inf), (1, np.inf)])
def test_a_policy_that_never_won_or_lost_has_no_limit_and_leaves_the_others_alone(rank_of_last, infinite):
    seats, random = every_seating(4, 2), np.random.default_rng(23)
    ranks = played(random, seats, [0.4, 0, -0.4, 0], [0.3, -0.3], 300)
    with_last = (seats == 3).any(axis=1)
    ranks[:, with_last] = np.where(seats[with_last] == 3, rank_of_last, 3 - rank_of_last)
    ranks[random.random(ranks.shape[:2]) < 0.3] = 0  # not every block plays every table
    found = rate(results_of(seats, ranks))
    assert found.regularised and found.unbounded.tolist() == [False, False, False, True]
    assert found.strengths.values[3] == infinite
    assert (found.strengths.low[3], found.strengths.high[3]) == (-np.inf, np.inf)
    among = (seats != 3).all(axis=1)
    others = rate(results_of(seats[among], ranks[:, among]))
    for field in ("values", "low", "high"):
        assert getattr(found.strengths, field)[:3] == pytest.approx(getattr(others.strengths, field), abs=1e-6)
    assert found.difference(0, 1)[0] == pytest.approx(others.difference(0, 1)[0], abs=1e-6)
    assert np.isnan(found.pairs.residual[3]).all()
    assert (found.pairs.freedom, found.pairs.p_value) == (1, pytest.approx(others.pairs.p_value, abs=1e-5))
    assert found.difference(0, 3) == (-infinite, (-np.inf, np.inf))


def test_where_one_seat_always_wins_nothing_is_known_of_the_policies():
    seats = every_seating(3, 2)
    found = rate(results_of(seats, np.broadcast_to([1, 2], (50, 6, 2))))
    assert found.regularised and found.seats.values.tolist() == [np.inf, -np.inf]
    assert (found.seat_points.low, found.seat_points.high) == (pytest.approx(-0.5), pytest.approx(0.5))
    assert found.unbounded.all() and np.isnan(found.strengths.values).all()
    assert found.pairs.freedom == 0 and np.isnan(found.pairs.residual).all()


def test_where_the_better_policy_always_wins_nothing_is_known_of_the_seats():
    seats = np.array([[0, 1], [1, 0]])
    found = rate(results_of(seats, np.broadcast_to([[2, 1], [1, 2]], (50, 2, 2))))
    assert found.strengths.values.tolist() == [-np.inf, np.inf] and found.unbounded.all()
    seats = every_seating(3, 2)
    found = rate(results_of(seats, np.broadcast_to(np.where(seats == seats.min(axis=1)[:, None], 1, 2), (50, 6, 2))))
    assert found.unbounded.all() and found.strengths.values[[0, 2]].tolist() == [np.inf, -np.inf]
    assert np.isnan(found.strengths.values[1]) and np.isnan(found.seats.values).all()


def test_two_leagues_of_which_one_always_wins():
    seats, random = every_seating(5, 2), np.random.default_rng(29)
    found = rate(results_of(seats, played(random, seats, [80, 80.5, 0, 0.5, 1], [0.2, -0.2], 200)))
    assert found.unbounded.tolist() == [True, True, False, False, False]
    assert (found.strengths.values[:2] == np.inf).all() and np.isfinite(found.seats.high).all()
    assert found.strengths.values[2:] == pytest.approx([-0.5, 0, 0.5], abs=0.2)


def test_one_win_in_a_thousand_is_a_limit():
    seats = np.array([[0, 1], [1, 0]])
    ranks = np.broadcast_to([[1, 2], [2, 1]], (1_000, 2, 2)).copy()
    ranks[0] = [[2, 1], [1, 2]]
    found = rate(results_of(seats, ranks))
    assert not found.regularised and found.difference(0, 1)[0] == pytest.approx(logit(0.999))


def test_schedules_that_cannot_tell_are_refused():
    ranks = np.broadcast_to([[1, 2], [2, 1]], (10, 2, 2))
    with pytest.raises(ValueError, match="cannot tell"):
        rate(results_of(np.array([[0, 1], [0, 1]]), ranks))  # policy 0 always sits first
    with pytest.raises(ValueError, match="cannot tell"):
        rate(results_of(np.array([[0, 1], [2, 3]]), ranks))  # two rooms
    with pytest.raises(ValueError, match="two blocks"):
        rate(results_of(np.array([[0, 1], [1, 0]]), ranks[:1]))


def test_elo():
    assert expit(100 / ELO_PER_LOGIT) == pytest.approx(0.6400650)  # 1 / (1 + 10**(-100/400))
