"""Outcomes of tables: how orders and ties are coded, taken apart into choices, and counted."""

from itertools import permutations
from math import log

import numpy as np
import pytest

from simlab.stats.finishes import MOST_CELLS, TableResults, finishes


@pytest.mark.parametrize(
    ("seats", "winner_only", "outcomes"),
    [(2, False, 3), (3, False, 13), (4, False, 75), (5, False, 541), (2, True, 3), (4, True, 15)],
)
def test_every_outcome_is_there_once(seats, winner_only, outcomes):
    space = finishes(seats, winner_only)
    assert len(space.ranks) == outcomes
    assert (space.codes(space.ranks) == np.arange(outcomes)).all()


@pytest.mark.parametrize("ranks", [[1, 2, 2, 4], [1, 2, 2, 3], [2, 3, 3, 4]])
def test_ties_may_be_numbered_in_any_way(ranks):
    space = finishes(4, False)
    assert space.ranks[space.codes(np.array(ranks))].tolist() == [1, 2, 2, 3]


def test_with_winners_only_the_others_have_no_order():
    space = finishes(4, True)
    assert space.codes(np.array([[3, 1, 2, 4]])) == space.codes(np.array([[2, 1, 2, 2]]))
    assert space.ranks[space.codes(np.array([1, 3, 1, 4]))].tolist() == [1, 2, 1, 2]
    alone, shared = space.ahead()[space.codes(np.array([[2, 1, 2, 2], [1, 2, 1, 2]]))]
    assert alone[1].tolist() == [0.5, 0, 0.5, 0.5] and alone[0].tolist() == [0, -0.5, 0, 0]
    assert shared[0].tolist() == [0, 0.25, 0, 0.25]


def test_a_table_not_played_counts_nowhere():
    results = TableResults(np.array([[0, 1], [1, 0]]))
    results.add(np.array([[[1, 2], [0, 0]], [[0, 0], [2, 1]]]))
    assert results.counts.sum(axis=1).tolist() == [1, 1] and results.cross.sum() == 2


@pytest.mark.parametrize("winner_only", [False, True])
@pytest.mark.parametrize("ranks", [[0, 1, 2], [1, 0, 1], [1, 2, 4], [-1, 1, 2]])
def test_ranks_that_are_none_are_refused(ranks, winner_only):
    with pytest.raises(ValueError, match="ranks"):
        finishes(3, winner_only).codes(np.array([[1, 2, 3], ranks]))


def log_likelihood_by_choices(space, outcome, worth):
    total = 0.0
    for place in np.flatnonzero(space.choice_outcome == outcome):
        chance = worth[space.choice_seat[place]] / worth[space.choice_among[place]].sum()
        total += space.choice_weight[place] * log(chance)
    return total


def log_likelihood_of_order(order, worth):
    return sum(log(worth[seat] / worth[list(order[place:])].sum()) for place, seat in enumerate(order))


def test_a_tie_is_the_mean_over_the_orders_that_it_leaves_open():
    space, worth = finishes(4, False), np.array([1.0, 0.4, 2.3, 1.7])
    for outcome, ranks in enumerate(space.ranks):
        orders = [order for order in permutations(range(4)) if (np.diff(ranks[list(order)]) >= 0).all()]
        expected = np.mean([log_likelihood_of_order(order, worth) for order in orders])
        assert log_likelihood_by_choices(space, outcome, worth) == pytest.approx(expected, abs=1e-12)


def test_winners_only_is_the_chance_to_come_first():
    space, worth = finishes(3, True), np.array([1.0, 0.4, 2.3])
    alone, shared = space.codes(np.array([2, 1, 2])), space.codes(np.array([1, 2, 1]))
    assert log_likelihood_by_choices(space, alone, worth) == pytest.approx(log(0.4 / 3.7))
    orders = log(1.0 / 3.7) + log(2.3 / 2.7), log(2.3 / 3.7) + log(1.0 / 1.4)
    assert log_likelihood_by_choices(space, shared, worth) == pytest.approx(sum(orders) / 2)


def test_results_add_in_any_portions_and_hold_what_came_together():
    seats = np.array(list(permutations(range(3), 2)))
    ranks = np.random.default_rng(1).integers(1, 3, (5_000, 6, 2))
    whole, first, second = (TableResults(seats) for _ in range(3))
    whole.add(ranks)
    first.add(ranks[3_000:])
    second.add(ranks[:3_000])
    first.merge(second)
    assert (first.cross == whole.cross).all() and first.blocks == whole.blocks == 5_000
    codes = whole.finishes.codes(ranks)
    assert whole.cross[0 * 3 + 1, 5 * 3 + 2] == ((codes[:, 0] == 1) & (codes[:, 5] == 2)).sum()
    assert (whole.counts == [[(codes[:, t] == o).sum() for o in range(3)] for t in range(6)]).all()


def test_what_cannot_be_counted_is_refused():
    with pytest.raises(ValueError, match=f"{MOST_CELLS} at most"):
        TableResults(np.array(list(permutations(range(5), 5))))
    with pytest.raises(ValueError, match="winners only"):
        TableResults(np.arange(6)[None])
    with pytest.raises(ValueError, match="two or more seats"):
        TableResults(np.array([[0]]))
    with pytest.raises(ValueError, match="row of policies"):
        TableResults(np.array([0, 1]))
    results = TableResults(np.array([[0, 1]]))
    with pytest.raises(ValueError, match="shape"):
        results.add(np.array([[1, 2]]))
    with pytest.raises(ValueError, match="different schedules"):
        results.merge(TableResults(np.array([[1, 0]])))
