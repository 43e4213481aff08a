"""The slow models of "I Am Vlad" against section F, small sums by hand, and their own second flow."""

from math import isclose, sqrt
from random import Random

import pytest

from .vlad import MODELS
from .vlad_shared import DECKS, MAGIC, draw

FULL = {"vlad": 34, "knight": 28, "archer": 24}


def rows_of(model, setup, rules=None, data=None):
    return MODELS[model].distribution(setup, rules or {}, data)


def chance(model, setup, test, rules=None, data=None):
    """Chance of a test on the row as a dict by column name."""
    names = MODELS[model].columns(setup, rules or {})
    rows = rows_of(model, setup, rules, data)
    return sum(p for row, p in rows.items() if test(dict(zip(names, row))))


def mean(model, setup, column, rules=None, data=None):
    place = MODELS[model].columns(setup, rules or {}).index(column)
    return sum(p * row[place] for row, p in rows_of(model, setup, rules, data).items())


def one_row(model, setup, rules=None, data=None):
    """The row of a setup without any chance left, by column name."""
    rows = rows_of(model, setup, rules, data)
    assert len(rows) == 1
    (row, p), = rows.items()
    assert isclose(p, 1)
    assert MODELS[model].simulate(setup, rules or {}, Random(1), data) == row
    return dict(zip(MODELS[model].columns(setup, rules or {}), row))


def some(row, **wanted):
    assert {name: row[name] for name in wanted} == wanted


# ------------------------------------------------------------------

MEANS = [("archer", "day", 12.33, 5.56), ("archer", "night", 11.33, 5.56), ("knight", "day", 12.33, 8.56),
         ("knight", "night", 12.39, 8.72), ("vlad", "day", 15.17, 8.78), ("vlad", "night", 16.78, 9.39)]


@pytest.mark.parametrize("unit, time, attack, defence", MEANS)
def test_a1_means(unit, time, attack, defence):
    cards = [card for card in DECKS[unit] if card[0] == time]
    assert sum(card[3] for card in cards) == 18
    assert round(sum(card[1] * card[3] for card in cards) / 18, 2) == attack
    assert round(sum(card[2] * card[3] for card in cards) / 18, 2) == defence


def test_a2_fourteen_magic_cards():
    assert len(set(MAGIC)) == 14


# ------------------------------------------------------------------ F-1

F1 = [("cap", (0.279263, 0.236996, 0.192313, 0.291428), 4.19721, (4.74182, 4.70550, 4.61972, 4.72179)),
      ("stay", (0.315724, 0.273456, 0.228774, 0.182046), 4.41597, (4.98492, 4.85408, 4.82343, 5.00145)),
      ("reroll", (0.315724, 0.273456, 0.228774, 0.182046), 4.41597, (4.77593, 4.64509, 4.61445, 4.79247))]


@pytest.mark.parametrize("overshoot, exits, rolls, rounds", F1)
def test_f1(overshoot, exits, rolls, rounds):
    rules = {"overshoot": overshoot}
    for square, p in zip((13, 14, 15, 16), exits):
        assert abs(chance("underworld", {}, lambda r, square=square: r["exit"] == square, rules) - p) < 0.6e-6
    assert abs(mean("underworld", {}, "rolls", rules) - rolls) < 0.6e-5
    for dial, turns in zip((1, 2, 3, 4), rounds):
        assert abs(mean("underworld", {"dial": dial}, "rounds", rules) - turns) < 0.6e-5


# ------------------------------------------------------------------ F-2

F2 = [("archer", "day", (0.07619, 0.11246, 0.12941), 8.303),
      ("archer", "night", (0.03978, 0.10238, 0.11246), 8.442),
      ("knight", "day", (0.07619, 0.11246, 0.12941), 4.494),
      ("knight", "night", (0.07857, 0.11345, 0.12941), 4.393),
      ("vlad", "day", (0.12689, 0.25042, 0.34874), 4.180),
      ("vlad", "night", (0.21765, 0.40168, 0.46218), 3.334)]


@pytest.mark.parametrize("unit, time, beaten, damage", F2)
def test_f2_one_unit(unit, time, beaten, damage):
    setup = {"units": [unit], "time": time}
    for crowns, p in enumerate(beaten):
        assert abs(mean("hunt", {**setup, "crowns": crowns}, "killed") - p) < 0.6e-5
    assert abs(mean("hunt", setup, "damage") - damage) < 0.6e-3


F2_TWO = [("archer", "knight", 0.55282, 0.50516), ("vlad", "archer", 0.63731, 0.64285),
          ("vlad", "knight", 0.63731, 0.66422)]


@pytest.mark.parametrize("one, other, day, night", F2_TWO)
def test_f2_two_units(one, other, day, night):
    # From full life a unit with at most three cards dies with its last card only (two answers cost an
    # archer at most 2 x (14 - 3) = 22 < 24), so the die does not change the chance: one face is enough.
    for time, p in (("day", day), ("night", night)):
        setup = {"units": [one, other], "time": time}
        assert abs(mean("hunt", setup, "killed", {"die8": [7]}) - p) < 0.6e-5


# ------------------------------------------------------------------ F-3

F3 = [("archer", "archer", (17.0480, 18.9359), (17.9337, 19.7169)),
      ("archer", "knight", (23.3933, 18.9168), (24.3946, 18.8495)),
      ("archer", "vlad", (29.5729, 16.6878), (30.7938, 15.4511)),
      ("knight", "archer", (17.0747, 25.2236), (17.0533, 25.9463)),
      ("knight", "knight", (23.3606, 25.2382), (23.5433, 25.2337)),
      ("knight", "vlad", (29.5729, 23.0412), (29.9976, 21.8692)),
      ("vlad", "archer", (14.5663, 31.3610), (13.1093, 32.4376)),
      ("vlad", "knight", (20.9198, 31.3610), (19.6821, 31.7891)),
      ("vlad", "vlad", (27.0837, 29.2169), (26.0759, 28.4819))]


@pytest.mark.parametrize("attacker, defender, day, night", F3)
def test_f3(attacker, defender, day, night):
    for time, (his, mine) in (("day", day), ("night", night)):
        setup = {"attackers": [{"unit": attacker}], "defender": {"unit": defender}, "time": time}
        assert abs(mean("duel", setup, "defender_life") - his) < 0.6e-4
        assert abs(mean("duel", setup, "life_a1") - mine) < 0.6e-4


# ------------------------------------------------------------------ underworld by hand

def test_underworld_standing_on_an_exit():
    # exit 15 opens at dial 3; from dial 4 it is three turns away (1, 2, 3)
    some(one_row("underworld", {"start_position": 15, "dial": 4}), exit=15, rolls=0, rounds=3, waited=3)


def test_underworld_next_turn_only():
    # exit 13 is open on turn 0, but turn 0 does not count: four turns later again
    row = one_row("underworld", {"start_position": 13}, {"return_same_turn": False})
    some(row, rounds=4, waited=4)


def test_underworld_by_time():
    # exit 14 is night; dial 4 is night too: back at once (by position: two turns later)
    setup = {"start_position": 14, "dial": 4}
    some(one_row("underworld", setup, {"exit_match": "time"}), rounds=0)
    some(one_row("underworld", setup), rounds=2)


def test_underworld_cap_from_twelve():
    # turn 1: 1..4 reach 13..16, 5 and 6 are cut to 16: 3/6
    assert isclose(chance("underworld", {"start_position": 12}, lambda r: r["exit"] == 16), 3 / 6)


def test_underworld_reroll_from_twelve():
    # each throw fits with 4/6: two dice are thrown with (2/6)(4/6)
    two = chance("underworld", {"start_position": 12}, lambda r: r["rolls"] == 2, {"overshoot": "reroll"})
    assert isclose(two, 2 / 6 * 4 / 6)


# ------------------------------------------------------------------ hunt by hand

THREE = [["day", 14, 5], ["night", 20, 9], ["day", 12, 6], ["day", 10, 7]]


def test_hunt_three_cards():
    # 14 + 12 + 10 = 36: beaten with the third card; answers 7 - 5 and 7 - 6 = 2 + 1, none to the last
    setup = {"hands": {"archer": THREE}}
    row = one_row("hunt", setup, {"die8": [7]})
    some(row, killed=1, attempts_used=1, cards_used=3, neutral_left=0, life_archer=21, damage=3, gold=3)


def test_hunt_dying_blow():
    # as before, and the last card is answered with 12 - 7 = 5: 12 - 5, 12 - 6, 12 - 7 = 18 lost
    setup = {"hands": {"archer": THREE}, "neutral": "guard"}
    some(one_row("hunt", setup, {"die8": [12], "dying_blow": True}), life_archer=6, damage=18, gold=1)


def test_hunt_dying_blow_kills_the_last_unit():
    # life 18: beaten all the same, but nobody is left to be paid
    setup = {"hands": {"archer": THREE}, "lives": {"archer": 18}}
    row = one_row("hunt", setup, {"die8": [12], "dying_blow": True})
    some(row, killed=1, life_archer=0, deaths=1, gold=0)


def test_hunt_dead_units_cards_are_skipped():
    # 16/3 knight, 15/0 archer (14 - 0 kills), archer's 14/0 is skipped, knight's 5/14:  36 - 16 - 15 - 5 = 0
    hands = {"archer": [["day", 15, 0], ["day", 14, 0]], "knight": [["day", 16, 3], ["day", 5, 14]]}
    setup = {"units": ["archer", "knight"], "hands": hands, "lives": {"archer": 14}}
    row = one_row("hunt", setup, {"die8": [14]})
    some(row, killed=1, cards_used=3, life_archer=0, life_knight=28 - 11, deaths=1, damage=25, gold=3)


def test_hunt_surrender():
    # after 14/5 the archer has 24 - 5 = 19 < 20: stop at 36 - 14 = 22
    setup = {"hands": {"archer": THREE}, "surrender_below": 20}
    some(one_row("hunt", setup, {"die8": [10]}), killed=0, cards_used=1, neutral_left=22, life_archer=19)


NO_CARD = [("each_unit", 14, 18), ("first_unit", 24, 18), ("none", 24, 28)]


@pytest.mark.parametrize("mode, archer, knight", NO_CARD)
def test_hunt_without_cards(mode, archer, knight):
    setup = {"units": ["knight", "archer"], "hands": {"archer": [], "knight": [["night", 9, 9]]}}
    row = one_row("hunt", setup, {"die8": [10], "no_card_hit": mode})
    some(row, cards_used=0, attempts_used=1, neutral_left=36, life_archer=archer, life_knight=knight)


def test_hunt_dial_turns_between_attempts():
    # day: 20/9 by night only, so a full 10; night: 20/9 played, 10 - 9 = 1, 16 left; no refill
    setup = {"hands": {"archer": [["night", 20, 9]]}, "attempts": 2, "refill": False}
    row = one_row("hunt", setup, {"die8": [10]})
    some(row, attempts_used=2, cards_used=1, neutral_left=16, life_archer=24 - 10 - 1)


def test_hunt_refill_runs_out_and_comes_round():
    # Pack of two cards, one given: 30/9 played (6 left), 10/9 drawn, played in attempt 2 (26 left); the
    # pile is empty, the discards 30/9 and 10/9 are shuffled: attempt 3 leaves 6 or 26, half and half.
    data = {"decks": {"archer": [["day", 30, 9, 1], ["day", 10, 9, 1]]}}
    setup = {"hands": {"archer": [["day", 30, 9]]}, "attempts": 3, "hold_time": True}
    rows = rows_of("hunt", setup, {"die8": [9]}, data)
    assert {row[3]: p for row, p in rows.items()} == {6: 0.5, 26: 0.5}


def test_hunt_given_card_outside_the_pack():
    # 9/9 is not in the pack of one card 36/0: nothing is taken out, 36/0 is drawn for attempt 2
    data = {"decks": {"archer": [["day", 36, 0, 1]]}}
    setup = {"hands": {"archer": [["day", 9, 9]]}, "attempts": 2, "hold_time": True}
    some(one_row("hunt", setup, {"die8": [9]}, data), killed=1, attempts_used=2, cards_used=2)


def test_hunt_random_hand_and_given_hand():
    # pack 12/9 x2 day, 1/1 night x2; one random card (hand_size 1): 1/2 a day card and 24 left
    data = {"decks": {"archer": [["day", 12, 9, 2], ["night", 1, 1, 2]]}}
    assert isclose(mean("hunt", {}, "cards_used", {"hand_size": 1}, data), 1 / 2)


def test_draw_when_both_are_empty():
    assert draw((), (), (), 2, False) == {((), (), ()): 1.0}


# ------------------------------------------------------------------ duel by hand

def fighter(unit, *cards, **more):
    return {"unit": unit, "hand": [list(card) for card in cards], **more}


def test_duel_printed_example():
    # archer 14/5 against 14/8: 14 - 5 = 9 and 14 - 8 = 6
    setup = {"attackers": [fighter("archer", ("day", 14, 5))], "defender": fighter("knight", ("day", 14, 8))}
    some(one_row("duel", setup), defender_life=28 - 6, life_a1=24 - 9, answers_made=1)


def test_duel_crowns():
    # attacker 2 crowns +3/+1, defender 1 crown +2/0: 14 + 3 - 8 = 9 and 14 + 2 - 5 - 1 = 10
    setup = {"attackers": [fighter("archer", ("day", 14, 5))], "defender": fighter("knight", ("day", 14, 8)),
             "attacker_crowns": 2, "defender_crowns": 1}
    some(one_row("duel", setup), defender_life=28 - 9, life_a1=24 - 10)
    some(one_row("duel", setup, {"crown_bonus": "add"}), defender_life=28 - 11, life_a1=24 - 10)


def test_duel_bare_defence():
    # 14 against no card; with the option the +1 of two crowns counts: 13
    setup = {"attackers": [fighter("archer", ("day", 14, 5))], "defender": fighter("knight"),
             "defender_crowns": 2}
    some(one_row("duel", setup), defender_life=28 - 14)
    some(one_row("duel", setup, {"bare_defence_bonus": True}), defender_life=28 - 13)


def test_duel_three_attackers():
    # answers by defence: 10/10, 14/8, then bare: 19 - 10 = 9, 12 - 8 = 4, 16 - 0 = 16 > 28 - 13: dead
    setup = {"attackers": [fighter("vlad", ("day", 19, 7)), fighter("knight", ("day", 12, 9)),
                           fighter("archer", ("day", 16, 3))],
             "defender": fighter("knight", ("day", 14, 8), ("day", 10, 10))}
    row = one_row("duel", setup)
    some(row, defender_dead=1, life_a1=34 - 3, life_a2=28 - 5, life_a3=24, attacks_made=3, answers_made=2,
         gold_attacker=3, gold_defender=0)


@pytest.mark.parametrize("when, gold", [("battle_end", 0), ("exchange", 3)])
def test_duel_defender_kills_and_dies(when, gold):
    # the knight is killed by 14 - 9 = 5 of its 5, the archer then kills the bare defender (10 - 0)
    setup = {"attackers": [fighter("knight", ("day", 10, 9), life=5), fighter("archer", ("day", 16, 3))],
             "defender": fighter("archer", ("day", 14, 5), life=10)}
    row = one_row("duel", setup, {"reward_at": when})
    some(row, defender_dead=1, attacker_deaths=1, gold_attacker=3, gold_defender=gold)


def test_duel_both_dead():
    setup = {"attackers": [fighter("vlad", ("day", 19, 7), life=1)],
             "defender": fighter("vlad", ("day", 19, 7), life=1)}
    some(one_row("duel", setup), defender_dead=1, attacker_deaths=1, crown_attacker=0, crown_defender=0)


def test_duel_impale():
    # the archer brings the knight to 28 - 23 = 5, Vlad impales without a card
    setup = {"attackers": [fighter("archer", ("day", 23, 5)), fighter("vlad", ("day", 19, 7))],
             "defender": fighter("knight"), "attacker_impale": 1}
    row = one_row("duel", setup)
    some(row, defender_dead=1, impaled=1, attacks_made=2, cards_attacker=1, gold_attacker=3)
    row = one_row("duel", {**setup, "attacker_impale_policy": "never"})
    some(row, defender_dead=1, impaled=0, cards_attacker=2)


def test_duel_impaling_answer():
    # one token: the knight is impaled, the archer's card is answered with 19/7 (12 - 7 = 5; 19 - 6 > 5)
    setup = {"attackers": [fighter("knight", ("day", 16, 6), life=5),
                           fighter("archer", ("day", 12, 6), life=5)],
             "defender": fighter("vlad", ("day", 19, 7)), "defender_impale": 1}
    row = one_row("duel", setup)
    some(row, attacker_deaths=2, impaled_attackers=1, attacks_made=2, answers_made=1, cards_attacker=2,
         cards_defender=1, defender_life=29, gold_defender=6)


POLICIES = [("always", 1, 34 - 20), ("never", 0, 34 - 21), ("if_better", 0, 34 - 21)]


@pytest.mark.parametrize("policy, magic, life", POLICIES)
def test_duel_magic_policy(policy, magic, life):
    # magic 20/10 against a battle card 21/7; the defender has neither
    setup = {"attackers": [fighter("vlad", ("day", 21, 7))], "defender": fighter("vlad"),
             "attacker_magic": [[20, 10]], "defender_magic": [], "magic_policy": policy}
    some(one_row("duel", setup), magic_attacker=magic, cards_attacker=1 - magic, defender_life=life)


def test_duel_magic_is_answered_by_magic_only():
    # 26/6 is answered by the higher defence 18/14: 26 - 14 = 12 and 18 - 6 = 12, never by a battle card;
    # with 2 crowns against 2 (+3/+1 both): 12 + 2 each
    setup = {"attackers": [fighter("vlad")], "defender": fighter("vlad", ("day", 11, 20)),
             "attacker_magic": [[20, 10], [26, 6]], "defender_magic": [[25, 7], [18, 14]]}
    row = one_row("duel", setup)
    some(row, defender_life=22, life_a1=22, magic_defender=1, cards_defender=0, answers_made=1)
    crowned = {**setup, "attacker_crowns": 2, "defender_crowns": 2}
    some(one_row("duel", crowned), defender_life=20, life_a1=20)
    some(one_row("duel", crowned, {"crown_bonus_magic": False}), defender_life=22, life_a1=22)
    some(one_row("duel", {**setup, "answer_order": "never"}), defender_life=8, life_a1=34)


def test_duel_magic_at_random():
    # two magic cards in all, one each: 26/0 hits a bare 10/6 with 20, or 10/6 hits 26/0 with 10
    data = {"magic_cards": [[26, 0], [10, 6]]}
    setup = {"attackers": [fighter("vlad")], "defender": fighter("vlad"), "attacker_magic": 1,
             "defender_magic": 1}
    assert isclose(mean("duel", setup, "defender_life", None, data), (14 + 24) / 2)


def test_duel_common_pack():
    # pack of 10/0 and 20/0, one card each: the defender loses 10 or 20, the attacker the other number
    data = {"decks": {"archer": [["day", 10, 0, 1], ["day", 20, 0, 1]]}}
    setup = {"attackers": [{"unit": "archer"}], "defender": {"unit": "archer"}}
    rows = rows_of("duel", setup, {"hand_size": 1}, data)
    assert {(row[1], row[3]): p for row, p in rows.items()} == {(14, 4): 0.5, (4, 14): 0.5}


def test_duel_as_dealt():
    setup = {"attackers": [fighter("archer", ("night", 15, 3), ("day", 9, 7), ("day", 16, 3))],
             "defender": fighter("knight"), "attack_order": "as_dealt"}
    some(one_row("duel", setup), defender_life=28 - 9)


def test_duel_without_means():
    setup = {"attackers": [fighter("archer", ("night", 15, 3)), fighter("knight", ("day", 12, 9))],
             "defender": fighter("knight")}
    some(one_row("duel", setup), attacks_made=1, defender_life=16)


# ------------------------------------------------------------------ outpost and plague by hand

def test_outpost_hits_until_death():
    # three units inside, 4 crossings of 8 on 24: dead with the third
    some(one_row("outpost", {"inside": 3, "crossings": 4}), hits=3, damage=24, life_left=0, dead=1)


def test_outpost_real_loss():
    # 5 life, hits of 4: the second takes the last point only
    some(one_row("outpost", {"life": 5, "inside": 1, "stays": 9}), hits=2, damage=5)


def test_outpost_stays():
    # stays 0, 1, 2 with 1/4, 3/16, 9/16
    rows = rows_of("outpost", {"stays": 2, "stay_chance": 0.75, "crossings": 1})
    assert rows == {(1, 2, 22, 0): 0.25, (2, 4, 20, 0): 0.1875, (3, 6, 18, 0): 0.5625}


def test_plague_full_steps():
    # 11 squares by 5: three turns, three points
    some(one_row("plague", {"distance": 11}), turns=3, life_lost=3, life_left=21, cured=1, dead=0)
    some(one_row("plague", {"distance": 0}), turns=1, life_lost=1, cured=1)
    some(one_row("plague", {"distance": 11, "life": 3}), turns=3, life_lost=3, life_left=0, cured=0, dead=1)


def test_plague_uniform():
    # 3 squares by 1 or 2: cured in turn 2 unless both are 1 (1/4), then in turn 3
    rows = rows_of("plague", {"distance": 3, "step": "uniform"}, {"move_squares": 2})
    assert rows == {(2, 2, 22, 1, 0): 0.75, (3, 3, 21, 1, 0): 0.25}


# ------------------------------------------------------------------ the two flows against each other

TINY = {"decks": {"vlad": [["day", 19, 7, 2], ["day", 12, 11, 1], ["night", 21, 7, 2]],
                  "knight": [["day", 16, 6, 2], ["night", 9, 12, 2], ["day", 8, 11, 1]],
                  "archer": [["day", 16, 3, 1], ["night", 15, 3, 2], ["day", 8, 8, 2]]},
        "magic_cards": [[26, 6], [22, 10], [18, 14], [12, 12]]}
TWO_FACES = {"die8": [7, 14]}
FLOWS = [
    ("underworld", {}, {"overshoot": "reroll"}),
    ("underworld", {"start_position": 5, "dial": 2}, {"overshoot": "stay", "return_same_turn": False}),
    ("underworld", {"time": "night"}, {"exit_match": "time", "exit_positions": [4, 1, 1, 2],
                                       "dial": ["day", "day", "night", "night"]}),
    ("hunt", {"units": ["vlad", "archer"], "attempts": 2}, TWO_FACES),
    ("hunt", {"attempts": 4, "order": "as_dealt", "hold_time": True}, TWO_FACES),
    ("hunt", {"units": ["knight", "archer"], "lives": {"archer": 8}, "attempts": 2, "crowns": 2,
              "surrender_below": 5, "order": "defence_desc"}, {**TWO_FACES, "crown_bonus": "add"}),
    ("hunt", {"units": ["archer"], "attempts": 3, "hands": {"archer": [["day", 16, 3], ["day", 11, 1]]}},
     {**TWO_FACES, "dying_blow": True, "neutral_life": 20}),
    ("hunt", {"units": ["archer", "knight"], "attempts": 3, "refill": False, "dial": 2,
              "hands": {"archer": [["day", 16, 3], ["night", 11, 1]], "knight": "random"}},
     {**TWO_FACES, "no_card_hit": "first_unit", "hand_size": 2}),
    ("duel", {"attackers": [{"unit": "vlad"}, {"unit": "archer", "life": 4}], "defender": {"unit": "vlad"},
              "attacker_magic": 2, "defender_magic": 1, "magic_policy": "if_better",
              "defender_impale": 1}, {}),
    ("duel", {"attackers": [{"unit": "archer", "life": 9}, {"unit": "knight"}, {"unit": "vlad"}],
              "defender": {"unit": "knight", "life": 20}, "attacker_impale": 1, "attack_order": "as_dealt",
              "answer_order": "attack_desc", "time": "night"}, {"reward_at": "exchange"}),
    ("duel", {"attackers": [{"unit": "knight", "hand": [["day", 16, 6]]}, {"unit": "archer"}],
              "defender": {"unit": "knight"}, "attack_order": "defence_desc", "answer_order": "as_dealt",
              "attacker_crowns": 1, "defender_crowns": 2}, {"bare_defence_bonus": True, "hand_size": 4}),
    ("outpost", {"unit": "knight", "inside": 2, "crossings": 1, "stays": 5, "stay_chance": 0.6}, {}),
    ("plague", {"unit": "vlad", "distance": 12, "step": "uniform", "life": 5}, {}),
]


@pytest.mark.parametrize("model, setup, rules", FLOWS)
def test_simulate_follows_distribution(model, setup, rules):
    rows = rows_of(model, setup, rules, TINY)
    assert isclose(sum(rows.values()), 1, abs_tol=1e-12)
    assert all(len(row) == len(MODELS[model].columns(setup, rules)) for row in rows)
    random, runs, seen = Random(5), 4000, {}
    for _ in range(runs):
        row = MODELS[model].simulate(setup, rules, random, TINY)
        seen[row] = seen.get(row, 0) + 1
    assert set(seen) <= set(rows)
    for row, p in rows.items():
        assert abs(seen.get(row, 0) - runs * p) < 5 * sqrt(runs * p * (1 - p)) + 3


def test_columns():
    units = {"units": ["archer", "vlad"]}
    assert MODELS["hunt"].columns(units, {})[4:7] == ["life_vlad", "life_archer", "deaths"]
    two = {"attackers": [{"unit": "vlad"}, {"unit": "archer"}], "defender": {"unit": "vlad"}}
    assert MODELS["duel"].columns(two, {})[3:6] == ["life_a1", "life_a2", "impaled"]


# ------------------------------------------------------------------ illegal setups

BAD = [
    ("underworld", {"dial": 1, "time": "day"}, {}),
    ("underworld", {"dial": 5}, {}),
    ("underworld", {"start_position": 17}, {}),
    ("underworld", {}, {"overshoot": "bounce"}),
    ("underworld", {}, {"no_such_option": 1}),
    ("hunt", {"units": []}, {}),
    ("hunt", {"units": ["archer", "archer"]}, {}),
    ("hunt", {"units": ["archer", "vlad"], "hands": {"archer": []}}, {}),
    ("hunt", {"lives": {"archer": 25}}, {}),
    ("hunt", {"crowns": 3}, {}),
    ("hunt", {"attempts": 0}, {}),
    ("hunt", {}, {"die8": []}),
    ("duel", {"attackers": [], "defender": {"unit": "vlad"}}, {}),
    ("duel", {"attackers": [{"unit": "vlad"}] * 2, "defender": {"unit": "vlad"}}, {}),
    ("duel", {"attackers": [{"unit": "vlad"}]}, {}),
    ("duel", {"attackers": [{"unit": "vlad"}], "defender": {"unit": "vlad"}, "attacker_magic": [[1, 1]],
              "defender_magic": 1}, {}),
    ("duel", {"attackers": [{"unit": "vlad", "hand": [["dusk", 1, 1]]}], "defender": {"unit": "vlad"}}, {}),
    ("outpost", {"inside": 4}, {}),
    ("outpost", {"stay_chance": 1.5}, {}),
    ("plague", {}, {}),
    ("plague", {"distance": 3, "life": 0}, {}),
]


@pytest.mark.parametrize("model, setup, rules", BAD)
def test_illegal(model, setup, rules):
    with pytest.raises(ValueError):
        rows_of(model, setup, rules)
