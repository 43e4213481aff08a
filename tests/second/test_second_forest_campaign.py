"""The slow models `assault` and `campaign`: their two code paths, and what must hold in every game."""

from math import isclose, sqrt
from random import Random

import pytest

from .forest import MODELS
from .forest_campaign import POLICIES, chits, play_chits, read_policies
from .forest_campaign_means import means
from .forest_campaign_state import Game

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


# ---- campaign

PAIRS = [(ottoman, christian) for ottoman in POLICIES["ottoman"] for christian in POLICIES["christian"]]
OTHER_RULES = [
    {},
    {"several_armies": "merged", "castle_control": "last_holder", "troop_moves": "per_turn", "move_points": 4},
    {"loose_join": False, "morale_fail_on_entry": "eliminated", "recruit_repeat": True, "piece_limit": False},
    {"retreat_into_castle": True, "general_fate": "home", "christian_supply": "castle", "garrison_supply": "cut"},
    {"radu_moldavia": "always", "siege_controls_castle": True, "garrison_on_entry": "as_placed", "early_end": True},
]


@pytest.mark.parametrize("rules", OTHER_RULES, ids=lambda rules: "-".join(rules) or "default")
@pytest.mark.parametrize("radu", ["muslim", "loyal"])
def test_no_piece_is_lost_and_nobody_stands_where_he_cannot(radu, rules):
    random = Random(8)
    for ottoman, christian in PAIRS:
        for _ in range(3):
            policies = {"ottoman": ottoman, "christian": christian}
            row = MODELS["campaign"].simulate({"radu": radu}, rules, random, None, policies, Game.check_pieces)
            assert tuple(row) == MODELS["campaign"].columns({})
            assert row["castles_ottoman"] + row["castles_christian"] == 9


def test_chits_come_as_in_the_model_of_the_turn_order():
    setup = {"generals": {"omer": {"delay": "always"}}}
    game = Game(setup, {}, Random(1), None, read_policies({"christian": "castle_defence"}))
    table = chits(game, setup)
    exact = MODELS["turn_order"].distribution({"generals": table}, {})
    games, firsts = 20_000, dict.fromkeys((g["name"] for g in table), 0)
    for _ in range(games):
        order = []
        play_chits(game, table, order.append)
        assert sorted(order) == list(range(7))
        firsts[table[order[0]]["name"]] += 1
    for name, count in firsts.items():
        p = sum(q for row, q in exact.items() if row[-2] == name)
        assert abs(count / games - p) < 5.5 * sqrt(p * (1 - p) / games)


def place(region, terrain, towers, *neighbours):
    return {"region": region, "terrain": terrain, "towers": towers, "village": False, "neighbours": neighbours}


LONE_CASTLE = {
    "map": {
        "danube": place("rumelia", "clear", 0, "tower"),
        "tower": place("wallachia", "clear", 3, "danube", "alps"),
        "alps": place("wallachia", "mountain", 0, "tower"),
    },
    "start": {
        "christian": {"armies": {"dracula": ("alps", 0)}, "garrisons": {"tower": 3}},
        "ottoman": {"armies": {"sultan": ("danube", 8)}},
    },
    "generals": {"dracula": 4, "sultan": 2},
    "pieces": {"ottoman": 8, "christian": 3},
}
LONE = [({"storm_last_turn": False}, 49 / 54), ({"storm_ratio": 2}, None)]


@pytest.mark.parametrize(("parameters", "expected"), LONE, ids=["siege", "storm"])
def test_one_castle_falls_as_in_an_assault(parameters, expected):
    """Four siege rolls, or one storm to the end: the campaign is then an assault."""
    if expected is None:
        setup = {"attacker": {"troops": 8, "rating": 2}, "castle": {"garrison": 3}, "plan": "storm", "turns": 1}
        expected = sum(p for row, p in MODELS["assault"].distribution(setup, {}).items() if row[2] == "storm")
    policies = {"ottoman": {"name": "methodical_siege"} | parameters, "christian": "castle_defence"}
    games, random = 4_000, Random(2)
    won = [MODELS["campaign"].simulate({}, {}, random, LONE_CASTLE, policies)["winner"] for _ in range(games)]
    share = won.count("ottoman") / games
    assert abs(share - expected) < 5 * sqrt(expected * (1 - expected) / games)


def test_means_do_not_depend_on_the_number_of_processes():
    assert means(600, 5, processes=1) == means(600, 5, processes=2)


def test_an_illegal_start_is_refused():
    start = {"christian": {"armies": {"dracula": ("alps", 13)}}, "ottoman": {"armies": {"sultan": ("danube", 8)}}}
    with pytest.raises(ValueError, match="army"):
        MODELS["campaign"].simulate({}, {"piece_limit": False}, Random(1), LONE_CASTLE | {"start": start})
