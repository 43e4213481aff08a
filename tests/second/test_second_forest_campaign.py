"""The slow models `assault` and `campaign`: their two code paths, and what must hold in every game."""

from math import isclose, sqrt
from random import Random

import pytest

from .forest import MODELS

ASSAULTS = [
    ({"attacker": {"troops": 5, "rating": 2}, "impalements": 2, "castle": {"garrison": 2}}, {}),
    ({"attacker": {"troops": 7, "rating": 2}, "impalements": 3, "castle": {"garrison": 3, "towers": 3},
      "field": {"troops": 3, "rating": 4, "retreat": "outnumbered"}, "plan": "siege_then_storm", "turns": 3,
      "supplied": False}, {"morale_order": "last", "garrison_per_tower": 2}),
    ({"attacker": {"troops": 6, "rating": 3}, "impalements": 2, "castle": {"garrison": 2},
      "field": {"troops": 3}, "plan": "storm", "storm_withdraw_below": 3, "can_retreat": False},
     {"morale_scheme": "until_cleared", "storm_pairing": "duel", "siege_first_count": 0}),
    ({"attacker": {"troops": 6, "rating": 2}, "impalements": 1, "plan": "siege", "supplied": False,
      "field": {"troops": 2, "rating": 3, "withdraw": "always"}}, {"starve_max": 3, "siege_margin": 2}),
]


@pytest.mark.parametrize(("setup", "rules"), ASSAULTS)
def test_the_two_ways_through_an_assault_agree(setup, rules):
    rows = MODELS["assault"].distribution(setup, rules)
    assert isclose(sum(rows.values()), 1, abs_tol=1e-10)
    random, games, seen = Random(3), 20_000, {}
    for _ in range(games):
        row = MODELS["assault"].simulate(setup, rules, random)
        seen[row] = seen.get(row, 0) + 1
    assert set(seen) <= set(rows)
    for row, p in rows.items():
        assert abs(seen.get(row, 0) / games - p) < 5.5 * sqrt(p * (1 - p) / games) + 5 / games, row


def test_a_siege_of_four_turns():
    setup = {"attacker": {"troops": 5, "rating": 2}, "castle": {"garrison": 4}, "plan": "siege"}
    rows = MODELS["assault"].distribution(setup, {})
    assert isclose(sum(p for row, p in rows.items() if row[0]), 49 / 54)


def test_a_storm_of_one_turn():
    setup = {"attacker": {"troops": 8, "rating": 2}, "castle": {"garrison": 4}, "plan": "storm", "turns": 1}
    rows = MODELS["assault"].distribution(setup, {})
    assert sum(p for row, p in rows.items() if row[2] == "storm") == pytest.approx(0.527443, abs=0.6e-6)
