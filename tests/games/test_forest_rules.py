"""Worked examples of the rulebook, its publisher and the reading, each named as a sentence."""

import numpy as np
import pytest

from simlab.chance.plain import plain
from simlab.chance.witness import Witness, watching
from simlab.games import GAMES
from simlab.games.forest import state
from simlab.games.forest.models.battle import battlefield
from simlab.games.forest.rules import (
    s4_groups,
    s5_turn_order,
    s6_impalements,
    s7_battle,
    s7_fire,
    s7_search,
    s8_siege,
    s8_storm,
)
from tests.games.conformance import plain_rows
from tests.games.forest_setups import FOREST, case

POLICIES = {"even": state.EVEN, "joined_first": state.JOINED_FIRST, "surprise_first": state.SURPRISE_FIRST}
BATTLE_RULES = ("hit_min", "initial_search", "withdraw_window", "excess_hits", "group_order", "surprise_fire")


def side(*groups):
    """A side of groups given as (troops, joined)."""
    row = state.side_row(0, [troops for troops, _ in groups], 12)
    row.joined[: len(groups)] = [joined for _, joined in groups]
    return row


def numbers(**changed):
    """The battle's options as a row."""
    return case("battle", FIGHT, changed).rules_row(*BATTLE_RULES)


FIGHT = {"attacker": {"troops": 8, "rating": 4}, "defender": {"troops": 5, "rating": 2}}


@pytest.mark.parametrize(
    ("policy", "expected"), [("even", [2, 4, 2]), ("joined_first", [8, 0, 0]), ("surprise_first", [1, 4, 3])]
)
def test_eight_shots_at_a_joined_group_of_1_and_lost_groups_of_2_and_2(policy, expected):
    enemy = side((1, 1), (2, 0), (2, 0))
    plain(s7_fire.allot)(enemy, 8, POLICIES[policy], numbers())
    assert enemy.shots[:3].tolist() == expected


def dealt_one_by_one(groups, shots, policy, by_size):
    """F-47 word by word: list the troops, deal one shot at a time along the list."""
    order = sorted(range(len(groups)), key=lambda g: (-groups[g][0] if by_size else 0, g))
    joined, lost = [g for g in order if groups[g][1]], [g for g in order if not groups[g][1]]
    joined_alive = any(groups[g][0] for g in joined)
    lists = {
        "even": joined + lost,
        "joined_first": joined if joined_alive else lost,
        "surprise_first": lost + joined,
    }
    troops = [g for g in lists[policy] for _ in range(groups[g][0])]
    return [sum(troops[n % len(troops)] == g for n in range(shots)) for g in range(len(groups))]


@pytest.mark.parametrize("order", ["size", "list"])
@pytest.mark.parametrize("policy", POLICIES)
def test_the_allotment_is_the_deal_word_by_word(policy, order):
    random = np.random.default_rng(4)
    for _ in range(300):
        groups = [(int(random.integers(0, 7)), int(random.integers(0, 2))) for _ in range(random.integers(1, 8))]
        if not any(troops for troops, _ in groups):
            continue
        shots = int(random.integers(0, 30))
        enemy = side(*groups)
        plain(s7_fire.allot)(enemy, shots, POLICIES[policy], numbers(group_order=order))
        assert enemy.shots[: len(groups)].tolist() == dealt_one_by_one(groups, shots, policy, order == "size"), groups


def test_hits_beyond_a_group_are_wasted():
    enemy = side((1, 1), (2, 0), (2, 0))
    enemy.hits[:3] = [3, 4, 0]  # the publisher's illustration: three of three on one troop, four of five on a pair
    plain(s7_fire.take_losses)(enemy, numbers())
    assert enemy.troops[:3].tolist() == [0, 0, 2]


def test_spilled_hits_go_on_to_joined_groups_then_to_lost_ones():
    enemy = side((1, 1), (2, 0), (2, 0), (4, 1))
    enemy.hits[:4] = [7, 0, 0, 0]
    plain(s7_fire.take_losses)(enemy, numbers(excess_hits="spill"))
    assert enemy.troops[:4].tolist() == [0, 0, 2, 0]


@pytest.mark.parametrize(("order", "expected"), [("list", [0, 0, 4]), ("size", [0, 2, 2])])
def test_spilled_hits_keep_to_the_group_order(order, expected):
    enemy = side((1, 1), (2, 1), (4, 1))
    enemy.hits[:3] = [3, 0, 0]
    plain(s7_fire.take_losses)(enemy, numbers(excess_hits="spill", group_order=order))
    assert enemy.troops[:3].tolist() == expected


def test_the_publishers_battle_with_its_dice():
    """Dracula's 2 and 4 find both his groups, the Ottomans' 2 (of 2, 3, 5) finds only one, here the group of 1."""
    witness = Witness(script=[2, 4, 3, 5, 2] + [4] * 50)
    attacker, defender, field = two_sides()
    with watching(witness):
        leaves = plain(s7_search.search_and_withdraw)(attacker, defender, field, numbers(), stream(), 1)
    assert leaves == state.NOBODY
    assert attacker.joined[:2].tolist() == [1, 1]
    assert defender.joined[:3].tolist() == [0, 0, 1]


def two_sides():
    """Eight under Dracula and five under a pasha, and the field."""
    field, attacker, defender = battlefield(case("battle", FIGHT).setup)
    return attacker, defender, field


def stream():
    """A trial's stream; with scripted dice it does not matter which."""
    from simlab.chance.streams import Stream

    return Stream(0, np.uint64(1))


def test_one_battle_round_step_by_step():
    """The reading's section 13, die by die."""
    attacker, defender, field = two_sides()
    searches = [2, 4, 3, 5, 2]
    at_d1, at_d2, at_d3, at_a1 = [6, 4, 4, 1], [1, 5], [5, 1], [4]
    surprise_at_a2 = [3]
    witness = Witness(script=searches + at_d1 + at_d2 + at_d3 + at_a1 + surprise_at_a2)
    with watching(witness), np.errstate(over="ignore"):
        plain(s7_search.search_and_withdraw)(attacker, defender, field, numbers(), stream(), 1)
        plain(s7_fire.fire_round)(attacker, defender, field, numbers(), stream(), 1)
    assert attacker.troops[:2].tolist() == [3, 4]
    assert defender.troops[:3].tolist() == [0, 1, 0]
    assert defender.joined[:2].tolist() == [0, 1]
    end = plain(s7_battle.end_of_round)(7, 1, 1, field)
    assert end.winner == state.STILL_OPEN
    assert next(witness.script, "spent") == "spent"


def test_an_army_of_eleven_under_a_rating_of_four_forms_groups_of_4_4_and_3():
    row = state.side_row(0, [], 12)
    plain(s4_groups.form_groups)(row, 11, 4)
    assert row.troops[: row.groups].tolist() == [4, 4, 3]


@pytest.mark.parametrize(("rating", "rolls"), [(4, {1, 2, 3}), (3, {1, 2}), (2, {1})])
def test_the_table_of_rolls_to_alter_the_order(rating, rolls):
    assert {roll for roll in range(1, 7) if plain(s5_turn_order.alters)(roll, rating)} == rolls


def test_morale_breaks_on_1_to_3():
    rules = case("morale", {"groups": 1, "impalements": 1}).rules_row("morale_min", "morale_order", "morale_scheme")
    assert [bool(plain(s6_impalements.goes_on)(roll, rules)) for roll in range(1, 7)] == [False] * 3 + [True] * 3


def test_in_a_storm_the_defender_fires_first():
    assert plain(s8_storm.pair_losses)(True, True) == (True, False)
    assert plain(s8_storm.pair_losses)(False, True) == (False, True)


@pytest.mark.parametrize("turn", [1, 2, 3, 4, 5, 6])
def test_a_castle_falls_on_a_roll_of_at_most_the_turns_besieged(turn):
    assert [roll for roll in range(1, 7) if plain(s8_siege.castle_falls)(roll, turn)] == list(range(1, turn + 1))


def test_a_besieger_needs_one_troop_more_than_the_garrison():
    rules = case("siege", {"besiegers": 1, "defenders": 1, "turns": 1}).rules_row("siege_margin")
    assert not plain(s8_siege.can_besiege)(4, 4, rules)
    assert plain(s8_siege.can_besiege)(5, 4, rules)


def test_leaderless_troops_fired_at_answer_once_and_are_driven_off():
    setup = {"attacker": {"troops": 4, "rating": 6}, "defender": {"troops": 6, "rating": 0}}
    found = plain_rows(case("battle", setup), 0, 40)
    assert set(found[:, 1]) == {1}
    assert (found[:, 3] >= 2).all(), "four shots kill at most four of six"


CODES = {
    "initial_search": (state.FIRST_ROUND, state.SEPARATE),
    "withdraw_window": (state.BEFORE_BATTLE, state.EVERY_ROUND),
    "excess_hits": (state.WASTED, state.SPILL),
    "group_order": (state.BY_SIZE, state.BY_LIST),
    "surprise_fire": (state.RETURN_FIRE, state.NO_RETURN_FIRE),
    "storm_pairing": (state.PAIRED, state.DUEL),
    "morale_order": (state.FROM_FIRST, state.FROM_LAST),
    "morale_scheme": (state.ONE_EACH, state.UNTIL_CLEARED),
    "held_chit": (state.OPEN, state.CLOSED),
    "jump_rating": (state.ANY_RATING, state.HIGHER_RATING),
}
IN_WORDS = {
    "initial_search": ("first_round", "separate"),
    "withdraw_window": ("before_battle", "every_round"),
    "excess_hits": ("wasted", "spill"),
    "group_order": ("size", "list"),
    "surprise_fire": ("return", "none"),
    "storm_pairing": ("paired", "duel"),
    "morale_order": ("first", "last"),
    "morale_scheme": ("one_each", "until_cleared"),
    "held_chit": ("open", "closed"),
    "jump_rating": ("any", "higher"),
}


@pytest.mark.parametrize("name", CODES)
def test_codes_are_the_places_of_the_choices(name):
    assert FOREST.options[name].choices == IN_WORDS[name]
    assert CODES[name] == tuple(range(len(IN_WORDS[name])))


def test_options_have_an_item_and_a_basis_and_defaults_that_are_allowed():
    for game in GAMES.values():
        for option in game.options.values():
            assert option.item.startswith(("F-", "V-", "E-"))
            assert option.basis in ("rulebook", "public", "assumed")
            assert option.allows(option.value)
