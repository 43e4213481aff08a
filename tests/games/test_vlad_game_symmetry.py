"""Nobody is favoured by a corner, a colour or a direction of the board: what must be equal to the bit, and what within
noise.

A seat sees the board turned until its corner is at the top left, and random addresses name seats, not corners. So on a
board that a quarter turn does not change, other corners in the same turn order change nothing; on any board, turning it
together with the corners changes nothing. Only the numbers of the seats are in the addresses: the same players on
seats with other numbers play other games, of the same kind.
"""

from math import log, sqrt

import numpy as np
import pytest

from tests.games.conformance import rows
from tests.games.vlad_boards import SMALL, changed
from tests.games.vlad_game_sets import SETS, game_between, seat

MIXED = [seat("hero_hunter"), seat("shopper"), seat("tower_sitter"), seat("outpost_turtle")]
SOME = [seat("random"), seat("balanced"), seat("shopper", {"akathist_gold": 1}), seat("outpost_turtle")]
#: A rock, a tavern, a den and a wall elsewhere: nothing of it is the same after a turn.
UNEVEN = changed((4, 7, "#"), (10, 30, "$"), (20, 5, "w"), (33, 30, "#"), (17, 20, "X"), (6, 14, "~"))
WHOLE_GAMES = 100  # compared to the bit
GAMES = [1_000, pytest.param(16_000, marks=pytest.mark.slow)]  # compared by their means
CHANCE = 1e-6  # that a test of this file fails by bad luck


def turned_corners(corners, turns):
    """Corners after quarter turns of the board to the left: what was at the top right comes to the top left."""
    return [(corner - turns) % 4 for corner in corners]


def turned_board(board, turns):
    """A board turned to the left."""
    return ["".join(row) for row in np.rot90(np.array([list(row) for row in board]), turns)]


def corners_of(tables, rules):
    """The corners of these seats."""
    return rules.get(f"corners_{len(tables)}", {2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3]}[len(tables)])


def played(tables, rules=None, data=None, turns=0, games=WHOLE_GAMES):
    """Rows of games whose corners are turned."""
    rules = rules or {}
    corners = turned_corners(corners_of(tables, rules), turns)
    return rows(game_between(tables, rules | {f"corners_{len(tables)}": corners}, data), 0, games)


@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("tables", [MIXED, SOME, SOME[:3], MIXED[1:3]], ids=["mixed", "some", "three", "two"])
def test_other_colours_in_the_same_order_play_the_very_same_games(tables, turns):
    assert np.array_equal(played(tables), played(tables, turns=turns))


@pytest.mark.parametrize("name", SETS)
def test_colours_change_nothing_under_other_rules(name):
    tables, rules, data = SETS[name]
    assert np.array_equal(played(tables, rules, data), played(tables, rules, data, turns=1))


@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("tables", [SOME, MIXED[:3]], ids=["four", "three"])
def test_a_board_turned_with_its_corners_is_the_same_board(tables, turns):
    straight = played(tables, data={"board": list(UNEVEN)})
    turned = played(tables, data={"board": turned_board(UNEVEN, turns)}, turns=turns)
    assert np.array_equal(straight, turned)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_board_of_another_height_than_width_can_be_turned(turns):
    tables, rules = [seat("random"), seat("balanced")], {"max_rounds": 40}
    straight = played(tables, rules, {"board": list(SMALL)})
    assert np.array_equal(straight, played(tables, rules, {"board": turned_board(SMALL, turns)}, turns))


def test_an_uneven_board_is_seen():
    """The comparisons above can fail: corners without the board, and the board without its corners, are other games."""
    straight = played(SOME, data={"board": list(UNEVEN)})
    assert not np.array_equal(straight, played(SOME, data={"board": list(UNEVEN)}, turns=1))
    assert not np.array_equal(straight, played(SOME, data={"board": turned_board(UNEVEN, 1)}))


def features(found):
    """Means are compared of columns and of their squares, and of who wins and how."""
    codes = [found[:, place] == code for place in (0, 1) for code in range(5)]
    return np.column_stack([found[:, 2:], found[:, 2:] ** 2, *codes]).astype(float)


def largest_z(one, two):
    """The largest difference of a mean in standard errors, and how much it may be (Bonferroni; Hoeffding's bound)."""
    one, two = features(one), features(two)
    spread = np.sqrt((one.var(0) + two.var(0)) / len(one))
    off = np.abs(one.mean(0) - two.mean(0))
    certain = np.where(off > 0, np.inf, 0)  # columns that never change
    z = np.where(spread > 0, off / np.where(spread > 0, spread, 1), certain)
    return z.max(), sqrt(2 * log(2 * one.shape[1] / CHANCE))


def renumbered(found, players, by):
    """Rows as they would be if seat 1 + by were seat 1."""
    new = found.copy()
    for place in (0, 4):  # the winner, and the seat that began
        taken = found[:, place] > 0
        new[taken, place] = (found[taken, place] - 1 - by) % players + 1
    columns = found[:, 6:].reshape(len(found), players, -1)
    new[:, 6:] = np.roll(columns, -by, axis=1).reshape(len(found), -1)
    return new


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("tables", [MIXED, SOME, MIXED[1:3]], ids=["mixed", "some", "two"])
def test_players_on_other_seats_in_the_same_order_fare_alike(tables, games):
    other = tables[1:] + tables[:1]
    moved = renumbered(played(other, games=games), len(tables), len(tables) - 1)
    z, most = largest_z(played(tables, games=games), moved)
    assert z < most


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_the_seat_that_begins_is_what_matters_and_not_its_number(players, games):
    tables = [seat("balanced")] * players
    first = played(tables, {"first_seat": 1}, games=games)
    for number in range(2, players + 1):
        moved = renumbered(played(tables, {"first_seat": number}, games=games), players, number - 1)
        z, most = largest_z(first, moved)
        assert z < most


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("policy", ["balanced", "tower_sitter"])
def test_equal_players_fare_alike_on_all_seats(policy, games):
    """Whoever begins is drawn; each column of seat 1 against the same column of the others, game by game."""
    found = played([seat(policy)] * 4, games=games)[:, 6:].reshape(games, 4, -1).astype(float)
    for other in range(1, 4):
        differences = found[:, 0] - found[:, other]
        spread = differences.std(0) / sqrt(games)
        assert np.all(np.abs(differences.mean(0)) <= sqrt(2 * log(6 * spread.size / CHANCE)) * spread)


def test_a_seat_ahead_is_seen():
    """The comparison can fail: who begins is not the same as who comes last."""
    tables = [seat("balanced")] * 2
    z, most = largest_z(played(tables, {"first_seat": 1}, games=4_000), played(tables, {"first_seat": 2}, games=4_000))
    assert z > most
