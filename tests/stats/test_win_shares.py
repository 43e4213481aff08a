"""Shares of the win and strengths within seats: known cases, coverage with a control, what rotation must not change."""

import numpy as np
import pytest

from simlab.stats.finishes import TableResults
from simlab.stats.intervals import clopper_pearson
from simlab.stats.ratings import rate
from simlab.stats.win_shares import WinShare, fairness, pooled_share, seat_advantage, seat_shares, table_share
from simlab.stats.within_seats import rate_within, rotated

TOO_MANY = 149  # misses of 2,000 where 5 % are allowed: a chance of 1e-6
PAIR = np.array([[0, 1], [1, 0]])


def ranks_of(winners, seats):
    """Ranks of winners (blocks, tables); the number of seats is a tie."""
    return np.where((winners[..., None] == np.arange(seats)) | (winners[..., None] == seats), 1, 2)


def played(winners, tables=PAIR):
    results = TableResults(tables, True)
    results.add(ranks_of(np.asarray(winners), tables.shape[1]))
    return results


def test_a_table_without_ties_has_clopper_and_pearsons_interval():
    results = played(np.repeat([[0, 0], [1, 0]], [30, 70], axis=0))
    share = table_share(results, 0, 0, ties=False)
    assert (share.estimate, share.games) == (0.3, 100)
    assert (share.low, share.high) == pytest.approx(clopper_pearson(30, 100))


def test_a_tie_is_shared_and_its_limits_are_those_of_won_and_not_lost():
    results = played(np.repeat([[0, 0], [1, 0], [2, 0]], [30, 50, 20], axis=0))
    share = table_share(results, 0, 0, ties=True)
    won, not_lost = clopper_pearson(30, 100, 0.975), clopper_pearson(50, 100, 0.975)
    assert share.estimate == pytest.approx(0.4)
    assert (share.low, share.high) == pytest.approx([(a + b) / 2 for a, b in zip(won, not_lost)])
    assert table_share(results, 0, 1, ties=True).estimate == pytest.approx(0.6)


def test_limits_of_scores_that_are_all_alike_are_not_the_score_itself():
    results = played(np.zeros((1000, 2), int))
    by_cell = np.zeros(results.counts.shape)
    by_cell[0] = seat_shares(results.finishes)[:, 0]
    share = pooled_share(results, by_cell)
    assert share.estimate == share.high == 1 and 0.99 < share.low < 1 - 1e-3


def coupled(random, blocks, chance, count=2):
    """Winners of `count` tables where seat 0 wins with this chance, all on the same die."""
    return np.repeat((random.random((blocks, 1)) >= chance).astype(int), count, axis=1)


@pytest.mark.parametrize("chance", [0.5, 0.1, 0.01])
def test_seat_shares_of_tables_on_the_same_dice_hold_as_often_as_they_say(chance):
    random, missed, naive = np.random.default_rng(1), 0, 0
    for _ in range(2000):
        results = played(coupled(random, 2000, chance, 4), np.array([[0, 1], [1, 0], [0, 0], [1, 1]]))
        share = seat_advantage(results)[0]
        missed += not share.low <= chance <= share.high
        low, high = clopper_pearson(round(share.estimate * 8000), 8000, 0.975)
        naive += not low <= chance <= high
    assert missed <= TOO_MANY
    assert naive > 2 * TOO_MANY, "the control, which takes the games of a block for independent ones, has to fail"


@pytest.mark.parametrize(
    ("limits", "verdict"),
    [
        ([(0.49, 0.51), (0.49, 0.51)], "fair"),
        ([(0.502, 0.51), (0.49, 0.498)], "fair"),  # surely uneven, and surely by less than matters
        ([(0.51, 0.53), (0.47, 0.49)], "unfair"),
        ([(0.47, 0.53), (0.47, 0.53)], "undecided"),
    ],
)
def test_the_verdict_on_seats(limits, verdict):
    assert fairness([WinShare(sum(ends) / 2, *ends, 100) for ends in limits], 0.02) == verdict


def test_rotated_results_are_those_of_tables_whose_seats_have_moved_on():
    random = np.random.default_rng(2)
    tables, winners = np.array([[0, 1, 2], [2, 2, 1]]), random.integers(0, 4, (50, 2))
    once, turned = (
        played(winners, tables),
        TableResults(np.concatenate([np.roll(tables, r, 1) for r in range(3)]), True),
    )
    turned.add(np.concatenate([np.roll(ranks_of(winners, 3), r, axis=2) for r in range(3)], axis=1))
    again = rotated(once)
    assert np.array_equal(again.seats, turned.seats) and again.blocks == 50
    assert np.array_equal(again.cross, turned.cross)


def test_strengths_within_seats_are_known_where_no_policy_changes_seats():
    random, own = np.random.default_rng(3), np.array([0.0, np.log(4), np.log(2), np.log(8)])
    tables, misses = np.array([[0, 2], [0, 3], [1, 2], [1, 3]]), 0
    chance = 1 / (1 + np.exp(own[tables[:, 1]] - own[tables[:, 0]]))
    for _ in range(200):
        results = played((random.random((400, 4)) >= chance).astype(int), tables)
        found = rate_within(results, [[0, 1], [2, 3]])
        assert found.strengths.values[:2].sum() == pytest.approx(0, abs=1e-9)
        assert found.strengths.values[2:].sum() == pytest.approx(0, abs=1e-9)
        misses += not found.strengths.low[1] <= np.log(2) <= found.strengths.high[1]
        assert found.seats.values == pytest.approx([0, 0], abs=1e-6)
    assert misses <= 28  # of 200 where 5 % are allowed: a chance of 1e-6
    with pytest.raises(ValueError, match="cannot tell"):
        rate(results)


def test_within_seats_agrees_with_the_common_fit_where_seats_are_worth_nothing():
    """The same numbers of policies, all in both seats, with rotation: only the seat terms go."""
    random = np.random.default_rng(4)
    winners = (random.random((3000, 2)) >= [0.7, 0.3]).astype(int)
    results = played(winners)
    within, common = rate_within(results, [[0, 1]]), rate(results)
    assert within.strengths.values == pytest.approx(common.strengths.values, abs=1e-3)
    assert within.strengths.high == pytest.approx(common.strengths.high, abs=2e-3)


def test_a_policy_that_never_wins_has_no_limit_within_its_seat():
    random, tables = np.random.default_rng(5), np.array([[0, 3], [1, 3], [2, 3], [0, 4], [1, 4], [2, 4]])
    winners = (random.random((500, 6)) >= [0.5, 0.7, 0, 0.3, 0.5, 0]).astype(int)
    found = rate_within(played(winners, tables), [[0, 1, 2], [3, 4]])
    assert found.unbounded.tolist() == [False, False, True, False, False] and found.regularised
    assert found.strengths.values[2] == -np.inf and found.strengths.low[2] == -np.inf
    assert found.strengths.values[[0, 1]].sum() == pytest.approx(0, abs=1e-9)
