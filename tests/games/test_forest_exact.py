"""Forest's exact solvers against the published and the reading's figures."""

import pytest

from simlab.contract import Budget, TooLarge
from tests.forest_figures import BATTLES, CHANGES, STORMS
from tests.games.forest_setups import case
from tests.games.setups import by_name

OPEN_FIELD = [
    ((1, 1), 1 / 3, 1 / 3, 1 / 3),
    ((4, 4), 0.4616, 0.4616, 0.0768),
    ((8, 5), 0.9837, 0.0128, 0.0035),
    ((12, 12), 0.4886, 0.4886, 0.0228),
]
SEVEN = ["dracula", "radu", "sultan", "mahmud", "omer", "ali", "evrenos"]


def exact(model, setup, rules=None):
    """The rows of an exact solution by name, with their probabilities."""
    solved = case(model, setup, rules)
    outcomes = solved.model.exact(solved, Budget())
    assert outcomes.weights.sum() + outcomes.lost == pytest.approx(1, abs=1e-12)
    return by_name(outcomes)


def fight(attacker, defender, **orders):
    """The setup of a battle: (troops, rating) on each side, orders of the attacker."""
    attacker, defender = (dict(zip(("troops", "rating"), side)) for side in (attacker, defender))
    return {"attacker": attacker | orders, "defender": defender}


def wins(rows):
    """Chances of attacker, defender, none."""
    return [sum(p for row, p in rows.items() if row[0] == who) for who in ("attacker", "defender", "none")]


def mean(rows, place):
    """Mean of a column."""
    return sum(row[place] * p for row, p in rows.items())


@pytest.mark.parametrize("line", BATTLES, ids=lambda line: f"{line[0]} v {line[1]}")
def test_battles_of_the_reading(line):
    rows = exact("battle", fight(*line[:2]))
    found = [*wins(rows), mean(rows, 2), mean(rows, 3), mean(rows, 1)]
    assert found == pytest.approx(list(line[2:]), abs=6e-7)


@pytest.mark.parametrize("line", CHANGES, ids=str)
def test_one_thing_changed_at_a_time(line):
    rows = exact("battle", fight((8, 4), (5, 2), **line[0]), line[1])
    assert [*wins(rows), mean(rows, 2)] == pytest.approx(list(line[2:]), abs=6e-7)


@pytest.mark.parametrize("line", OPEN_FIELD, ids=str)
def test_open_field_without_search_or_waste(line):
    (attackers, defenders), *expected = line
    rows = exact("battle", fight((attackers, 6), (defenders, 6)), {"excess_hits": "spill"})
    assert wins(rows) == pytest.approx(expected, abs=6e-5)


@pytest.mark.parametrize("rules", [{}, {"storm_pairing": "duel"}], ids=str)
@pytest.mark.parametrize("garrison", STORMS)
def test_storms_of_the_reading(garrison, rules):
    for attackers, expected in zip((2, 3, 4, 5, 6, 8, 10, 12), STORMS[garrison]):
        rows = exact("storm", {"attackers": attackers, "defenders": garrison}, rules)
        assert sum(p for row, p in rows.items() if row[0] == "attacker") == pytest.approx(expected, abs=6e-7)


def test_a_supplied_siege_falls_within_1_2_3_4_rolls():
    rows = exact("siege", {"besiegers": 12, "defenders": 4, "turns": 4})
    fallen = [sum(p for row, p in rows.items() if row[0] and row[1] <= turn) for turn in (1, 2, 3, 4)]
    assert fallen == pytest.approx([1 / 6, 4 / 9, 13 / 18, 49 / 54], abs=1e-14)


def test_five_unsupplied_besiegers_against_four():
    rows = exact("siege", {"besiegers": 5, "defenders": 4, "turns": 4, "supplied": False})
    assert sum(p for row, p in rows.items() if row[0]) == pytest.approx(0.208486, abs=6e-7)
    assert sum(p for row, p in rows.items() if row[2]) == pytest.approx(0.791302, abs=6e-7)


def test_a_token_is_spent_even_on_a_roll_that_cannot_succeed():
    setup = {"besiegers": 6, "defenders": 4, "turns": 2, "reroll_tokens": 1}
    rows = exact("siege", setup, {"siege_first_count": 0})
    assert sum(p for row, p in rows.items() if row[0]) == pytest.approx(1 / 6)


def test_six_groups_at_six_impalements():
    rows = exact("morale", {"groups": 6, "impalements": 6})
    assert sum(p for row, p in rows.items() if row[0] >= 3) == pytest.approx(21 / 32, abs=1e-14)


@pytest.mark.parametrize(
    ("wish", "place", "expected"), [({"jump": "always"}, 7, 4 / 7), ({"delay": "while_enemy"}, 8, 89 / 280)]
)
def test_draculas_place_among_seven_chits(wish, place, expected):
    generals = [{"name": name, "rating": 2} for name in SEVEN]
    generals[0] |= {"rating": 4, "side": "christian", **wish}
    generals[1]["rating"] = 3
    rows = exact("turn_order", {"generals": generals})
    assert sum(p for row, p in rows.items() if row[place] == "dracula") == pytest.approx(expected, abs=1e-14)


def test_a_ratio_of_1_1_is_met_exactly_by_11_against_10():
    setup = fight((10, 6), (11, 6), retreat="outnumbered", retreat_ratio=1.1)
    setup |= {"stop_after": 1}
    setup["defender"]["withdraw"] = "never"
    rows = exact("battle", setup, {"hit_min": 6, "army_max": 12})
    assert any(row[4] for row in rows)
    stays = exact("battle", setup | {"attacker": setup["attacker"] | {"retreat_ratio": 30}}, {"hit_min": 6})
    assert not any(row[4] for row in stays)


def test_too_large_a_solution_says_by_how_much():
    with pytest.raises(TooLarge, match=r"storm.*about 1e\+18, more than"):
        huge = case("storm", {"attackers": 1_000_000, "defenders": 1_000_000})
        huge.model.exact(huge, Budget())
