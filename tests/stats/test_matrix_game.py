"""Matrix games with known solutions, what the strategies secure, and the error of the value."""

import numpy as np
import pytest

from simlab.stats.intervals import clopper_pearson
from simlab.stats.matrix_game import equilibrium, value_bounds, value_interval

TOO_MANY = 18  # of 100 where 5 % are allowed: a chance of 1e-6
ROCK_PAPER_SCISSORS = np.array([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]])


@pytest.mark.parametrize(
    ("matrix", "value", "rows", "columns"),
    [
        (ROCK_PAPER_SCISSORS, 0.5, [1 / 3] * 3, [1 / 3] * 3),
        ([[0.3, 0.7, 0.4]], 0.3, [1], [1, 0, 0]),
        ([[0.3], [0.7]], 0.7, [0, 1], [1]),
        ([[0.62]], 0.62, [1], [1]),
        ([[3, -1], [-2, 1]], 1 / 7, [3 / 7, 4 / 7], [2 / 7, 5 / 7]),  # two by two: (ad - bc) / (a + d - b - c)
        ([[0.9, 0.4, 0.5], [0.3, 0.6, 0.5], [0.2, 0.3, 0.1]], 0.5, None, [0, 0, 1]),  # the last row is dominated
        ([[0.5, 0.5, 0.2], [0.4, 0.3, 0.1]], 0.2, [1, 0], [0, 0, 1]),  # dominated on both sides
    ],
)
def test_known_games(matrix, value, rows, columns):
    found = equilibrium(matrix)
    assert found.value == pytest.approx(value)
    assert rows is None or found.rows == pytest.approx(rows, abs=1e-9)
    assert found.columns == pytest.approx(columns, abs=1e-9)
    assert found.rows_unique == (rows is not None) and found.columns_unique


@pytest.mark.parametrize(
    ("matrix", "rows_unique", "columns_unique"),
    [
        ([[0.5, 0.5], [0.5, 0.5]], False, False),
        ([[0.6, 0.6], [0.2, 0.9]], True, False),
        ([[3, 5], [4, 1], [3.4, 3.4]], False, True),
        ([[0.5, 0.5, 0.5]], True, False),
        ([[1, 0], [0, 1], [1, 0]], False, True),
    ],
)
def test_other_strategies_that_do_as_well_are_seen(matrix, rows_unique, columns_unique):
    found = equilibrium(matrix)
    assert (found.rows_unique, found.columns_unique) == (rows_unique, columns_unique)
    assert np.isnan(value_interval(found, np.zeros((np.size(matrix), np.size(matrix))))).all()


def test_both_sides_secure_the_value():
    random = np.random.default_rng(1)
    for _ in range(50):
        matrix = random.random(random.integers(1, 9, 2))
        found = equilibrium(matrix)
        assert found.rows.sum() == pytest.approx(1) and found.columns.sum() == pytest.approx(1)
        assert (found.rows @ matrix).min() == pytest.approx(found.value, abs=1e-8)
        assert (matrix @ found.columns).max() == pytest.approx(found.value, abs=1e-8)
        assert found.rows_unique and found.columns_unique  # with entries at random there is never a second
        turned = equilibrium(1 - matrix.T)
        assert turned.value == pytest.approx(1 - found.value) and turned.rows == pytest.approx(found.columns, abs=1e-6)


def test_unit_and_zero_of_the_matrix_do_not_matter():
    matrix = np.random.default_rng(2).random((4, 5))
    found, scaled = equilibrium(matrix), equilibrium(1e-6 * matrix - 3)
    assert scaled.rows == pytest.approx(found.rows, abs=1e-6)
    assert (scaled.value + 3) * 1e6 == pytest.approx(found.value, abs=1e-6)


def test_what_is_no_matrix_is_refused():
    for matrix in ([], [0.5, 0.5], [[0.5, np.nan]], [[np.inf]]):
        with pytest.raises(ValueError, match="matrix"):
            equilibrium(matrix)


def misses_of_the_value(truth, trials, repeats):
    """How often the two intervals of the value miss it, of repeats with trials a pair of policies."""
    random, value = np.random.default_rng(3), equilibrium(truth).value
    missed = np.zeros(2, int)
    for _ in range(repeats):
        wins = random.binomial(trials, truth)
        low, high = clopper_pearson(wins, trials, 1 - 0.05 / truth.size)
        share = wins / trials
        bounds = value_bounds(low, high)
        interval = value_interval(equilibrium(share), np.diag((share * (1 - share) / trials).ravel()))
        missed += [not a <= value <= b for a, b in (bounds, interval)]
        assert bounds[1] - bounds[0] <= (high - low).max() + 1e-9
    return missed


def test_intervals_of_the_value_cover_a_mixed_equilibrium():
    truth = np.array([[0.5, 0.2, 0.8], [0.75, 0.5, 0.25], [0.3, 0.7, 0.5]])
    bounds, interval = misses_of_the_value(truth, 1_000, 100)
    assert bounds <= TOO_MANY and interval <= TOO_MANY


def test_only_the_bounds_hold_where_strategies_are_not_unique():
    """Of twelve policies that are alike, the one that is lucky is taken for the best."""
    bounds, interval = misses_of_the_value(np.full((12, 1), 0.5), 1_000, 100)
    assert bounds <= TOO_MANY < interval


def test_entries_that_share_dice_have_a_covariance():
    found = equilibrium(ROCK_PAPER_SCISSORS)
    alone, together = 0.01 * np.eye(9), np.full((9, 9), 0.01)
    assert np.diff(value_interval(found, alone, 0.9)) == pytest.approx(2 * 1.6448536 * 0.1 / 3)
    assert np.diff(value_interval(found, together, 0.9)) == pytest.approx(2 * 1.6448536 * 0.1)
