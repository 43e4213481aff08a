"""I Am Vlad, the full game: attacks, answers, exchanges and battles of several attackers (V-58 to V-62)."""

import pytest

from simlab.games.vlad.rules.s7_v61_game_battle import battle_is_over, begin_battle, exchange_blows
from tests.games.vlad_turns import Turns

ATTACKS = {"attack_min": -1000.0}  # whomever it can


def archer_and_knight(**rules):
    """The archer of seat 1 has the knight of seat 2 in reach, by day."""
    return Turns(**rules).plays(1, **ATTACKS).place(archer1=(20, 2), knight2=(20, 5))


def vlad_and_vlad(**rules):
    """The Vlads of seats 1 and 2 have each other in reach, by day."""
    return Turns(**rules).plays(1, **ATTACKS).place(vlad1=(20, 2), vlad2=(20, 5))


def test_only_a_card_of_this_time_of_day_attacks():
    """V-58, V-38 Without one the unit cannot."""
    assert archer_and_knight().hands(archer1="night 15/3").second_stage(1).attacks() == []
    assert archer_and_knight().dial(2).hands(archer1="night 15/3").second_stage(1).attacks() == [("archer1", "knight2")]
    assert archer_and_knight().second_stage(1).attacks() == []


INACTIVE = {
    "beyond reach": lambda game: game.place(knight2=(20, 7)),
    "off the line": lambda game: game.place(knight2=(21, 5)),
    "attacker in an outpost": lambda game: game.outpost(1, (20, 2), "archer1"),
    "target in an outpost": lambda game: game.outpost(2, (20, 5), "knight2"),
    "target beside the board": lambda game: game.fallen("knight2"),
    "an own unit": lambda game: game.place(knight2=(0, 39), knight1=(20, 5)),
}


@pytest.mark.parametrize("why", INACTIVE)
def test_only_enemies_on_the_map_in_range_and_line_are_attacked(why):
    """V-58 And only by units on the map outside outposts."""
    assert INACTIVE[why](archer_and_knight().hands(archer1="day 14/5")).second_stage(1).attacks() == []


def test_who_stands_on_a_live_combat_square_attacks_no_unit():
    """V-58, V-65 He fights the neutral; on the squares of a beaten den he is free."""
    game = archer_and_knight().place(archer1=(12, 3), knight2=(15, 3)).hands(archer1=["day 14/5", "day 13/5"])
    game.second_stage(1, dice=[1, 1])
    assert game.attacks() == [] and game.of(1, "hunts") == 1
    free = archer_and_knight()
    free.table.den_stands[:] = 0
    free.give(1).place(archer1=(12, 3), knight2=(15, 3)).hands(archer1="day 14/5").second_stage(1)
    assert free.attacks() == [("archer1", "knight2")]


def test_magic_cards_are_for_vlad_against_vlad():
    """V-58, V-36 By day and by night; a knight cannot be attacked with one, and an archer has none."""
    assert vlad_and_vlad().dial(2).magic(1, "26/6").second_stage(1).life("vlad2") == 34 - 26
    assert vlad_and_vlad().magic(1, "26/6").place(vlad2=(0, 39), knight2=(20, 5)).second_stage(1).attacks() == []
    assert archer_and_knight().magic(1, "26/6").place(knight2=(0, 39), vlad2=(20, 5)).second_stage(1).attacks() == []


def test_vlad_needs_no_card_to_impale():
    """V-58, V-34 A token is a means; only he has it, and not against a Vlad."""
    game = vlad_and_vlad().place(vlad2=(0, 39), knight2=(20, 5)).set_life(knight2=5).give(1, impales=1).second_stage(1)
    assert game.where("knight2") == "gone" and game.of(1, "gold") == 3 and game.of(2, "impaled") == 1
    assert vlad_and_vlad().set_life(vlad2=5).give(1, impales=1).second_stage(1).attacks() == []
    assert archer_and_knight().set_life(knight2=5).give(1, impales=1).second_stage(1).attacks() == []


ANSWERS = {"defence_desc": "8/11", "attack_desc": "16/6", "as_dealt": "12/9", "never": None}


@pytest.mark.parametrize("order", ANSWERS)
def test_the_attacked_unit_answers_with_the_card_of_its_seats_order(order):
    """V-59, P-10 answer_order; the night card cannot answer."""
    game = archer_and_knight().hands(archer1="day 14/5", knight2=["night 9/12", "day 12/9", "day 16/6", "day 8/11"])
    game.plays(2, answer_order=order).battle("knight2", "archer1")
    attack, defence = map(int, ANSWERS[order].split("/")) if ANSWERS[order] else (5, 0)
    assert game.life("archer1", "knight2") == [24 - (attack - 5), 28 - (14 - defence)]


def test_battle_cards_are_answered_by_battle_cards_and_magic_by_magic():
    """V-59 Each by its own sort only."""
    battle = vlad_and_vlad().hands(vlad1="day 19/7").magic(2, "26/6").battle("vlad2", "vlad1")
    assert battle.life("vlad1", "vlad2") == [34, 15] and battle.magic_cards(2) == ["26/6"]
    magic = vlad_and_vlad().magic(1, "26/6").hands(vlad2="day 19/7").battle("vlad2", "vlad1")
    assert magic.life("vlad1", "vlad2") == [34, 8] and magic.cards("vlad2") == ["day 19/7"]
    both = vlad_and_vlad().magic(1, "26/6").magic(2, "25/7", "18/14").battle("vlad2", "vlad1")
    assert both.life("vlad1", "vlad2") == [34 - (18 - 6), 34 - (26 - 14)]  # answered by defence
    assert both.magic_cards(1) == [] and both.magic_cards(2) == ["25/7"]


def test_an_impale_attack_is_not_answered_and_one_may_answer_a_battle_card():
    """V-59, V-35 Vlad impales the weak archer who attacks him: its card is used, he loses nothing."""
    game = vlad_and_vlad().place(vlad2=(0, 39), knight2=(20, 5)).set_life(knight2=5).give(1, impales=1)
    game.hands(knight2="day 16/6").second_stage(1)
    assert game.life("vlad1") == 34 and game.heard("DIED") == [(4, 0, 1)]
    game = archer_and_knight().place(knight2=(0, 39), vlad2=(20, 5)).set_life(archer1=5).give(2, impales=1)
    game.hands(archer1=["day 16/3", "day 8/8"], vlad2="day 19/7").battle("vlad2", "archer1")
    assert game.where("archer1") == "gone" and game.life("vlad2") == 34 and game.of(2, "gold", "kills") == [3, 1]
    assert sorted(game.discards("archer")) == ["day 16/3", "day 8/8"] and game.cards("vlad2") == ["day 19/7"]


def test_the_printed_example_comes_out():
    """V-60 The archer's 14/5 on the Flag Bearer's 14/8: six against nine."""
    game = archer_and_knight().hands(archer1="day 14/5", knight2="day 14/8").battle("knight2", "archer1")
    assert game.life("archer1", "knight2") == [24 - 9, 28 - 6]


def test_without_an_answer_the_full_attack_is_lost():
    """V-60 And the attacker loses nothing."""
    game = archer_and_knight().hands(archer1="day 14/5").battle("knight2", "archer1")
    assert game.life("archer1", "knight2") == [24, 14]


def test_a_strong_defence_costs_nobody_life():
    """V-60 Never less than nothing."""
    game = archer_and_knight().hands(archer1="day 8/8", knight2="day 8/11").battle("knight2", "archer1")
    assert game.life("archer1", "knight2") == [24, 28]


@pytest.mark.parametrize("bonus, attack", [("replace", 3), ("add", 5)])
def test_crowns_of_both_sides_count(bonus, attack):
    """V-60, V-28 One crown is two attack; two are three (or five) and a defence."""
    game = archer_and_knight(crown_bonus=bonus).give(1, crowns=1).give(2, crowns=2)
    game.hands(archer1="day 14/5", knight2="day 14/8").battle("knight2", "archer1")
    assert game.life("archer1", "knight2") == [24 - (14 + attack - 5), 28 - (14 + 2 - 8 - 1)]


@pytest.mark.parametrize("counts", [False, True])
def test_without_a_card_the_defence_bonus_counts_by_the_option_only(counts):
    """V-60, V-28 bare_defence_bonus."""
    game = archer_and_knight(bare_defence_bonus=counts).give(2, crowns=2).hands(archer1="day 14/5")
    assert game.battle("knight2", "archer1").life("knight2") == 28 - 14 + counts


def test_both_lose_life_at_once():
    """V-60 A dying knight still strikes back."""
    game = archer_and_knight().hands(archer1="day 16/3", knight2="day 16/6").set_life(archer1=13, knight2=10)
    game.battle("knight2", "archer1")
    assert game.where("archer1") == game.where("knight2") == "fallen"


def test_three_attackers_are_answered_one_after_another():
    """V-61 Each by another card, as long as there are any: the third attack finds none."""
    game = archer_and_knight().place(vlad1=(20, 8), knight1=(21, 5))
    game.hands(vlad1="day 11/12", knight1="day 10/10", archer1="day 12/6", knight2=["day 14/8", "day 8/11"])
    game.battle("knight2", "archer1", "knight1", "vlad1")
    assert game.life("knight2") == 28 - (12 - 11) - (10 - 8) - 11
    assert game.life("archer1", "knight1", "vlad1") == [24 - 2, 28 - 4, 34] and len(game.heard("BATTLE_BEGINS")) == 1


def test_a_dead_target_leaves_the_other_attackers_free():
    """V-61 The archer kills the knight; Vlad then attacks the other archer."""
    game = archer_and_knight().place(vlad1=(20, 8), archer2=(20, 10)).set_life(knight2=9)
    game.plays(1, caution=0.0, **ATTACKS).hands(vlad1="day 19/7", archer1="day 16/3").second_stage(1)
    assert game.attacks() == [("archer1", "knight2"), ("vlad1", "archer2")]


def test_the_attacker_may_stop_in_between():
    """V-61 The knight's attack, 1 in 12, is not worth it after the archer's, 9 in 28."""
    game = archer_and_knight().place(knight1=(21, 5)).hands(knight1="day 8/11", archer1="day 16/3")
    game.plays(1, attack_min=0.25, prey_knight=1.0, caution=0.0, kill_bonus=0.0).second_stage(1)
    assert game.attacks() == [("archer1", "knight2")] and game.life("knight2") == 12


def test_a_battle_goes_on_from_what_the_exchange_before_has_left():
    """V-61 Each is settled before the next: the knight, down to 12, dies of the second attack and not of the first."""
    game = archer_and_knight().place(vlad1=(20, 8)).hands(vlad1="day 12/11", archer1="day 16/3")
    game.do(begin_battle, "knight2")
    game.do(exchange_blows, "archer1", "knight2")
    assert game.life("knight2") == 12 and not game.do(battle_is_over, "knight2")
    game.do(exchange_blows, "vlad1", "knight2")
    assert game.life("knight2") == 0 and game.do(battle_is_over, "knight2")


def test_hands_are_filled_up_after_the_battle_only():
    """V-62 As many cards as were used; the target cannot answer with what it draws then."""
    game = archer_and_knight().place(vlad1=(20, 8)).hands(vlad1="day 11/12", archer1="day 12/6", knight2="day 8/11")
    game.on_top("knight", "day 16/6").on_top("archer", "day 9/7").on_top("vlad", "day 19/7")
    game.battle("knight2", "archer1", "vlad1")
    assert game.life("vlad1") == 34
    cards = {unit: game.cards(unit) for unit in ("vlad1", "archer1", "knight2")}
    assert cards == {"vlad1": ["day 19/7"], "archer1": ["day 9/7"], "knight2": ["day 16/6"]}


def test_the_attackers_units_draw_before_the_defender():
    """V-62 Both archers draw from one pack; so do both Vlads, and each side's order is Vlad, knight, archer."""
    game = Turns().plays(2, **ATTACKS).place(archer2=(20, 2), archer1=(20, 5)).on_top("archer", "day 9/7", "day 8/8")
    game.hand("archer1", "day 12/6").hand("archer2", "day 14/5").battle("archer1", "archer2")
    assert game.cards("archer2") == ["day 9/7"] and game.cards("archer1") == ["day 8/8"]


@pytest.mark.parametrize("dead_hand, held", [("keep", 2), ("discard", 0)])
def test_dead_units_draw_as_well_unless_their_hands_are_discarded(dead_hand, held):
    """V-62, V-39 dead_hand: the knight dies with one card used and one left."""
    game = archer_and_knight(dead_hand=dead_hand).hands(archer1="day 16/3", knight2=["day 8/11", "night 9/12"])
    game.set_life(knight2=5).battle("knight2", "archer1")
    assert game.where("knight2") == "fallen" and len(game.cards("knight2")) == held


def test_impaled_units_and_seats_that_leave_draw_nothing():
    """V-62 Their cards are all among the discards."""
    game = vlad_and_vlad().lives(seat2=1).set_life(vlad2=5).hands(vlad1="day 19/7", vlad2=["day 11/12", "night 12/12"])
    game.battle("vlad2", "vlad1")
    assert game.of(2, "alive") == 0 and game.cards("vlad2") == [] and len(game.discards("vlad")) == 3
    assert len(game.cards("vlad1")) == 1


def test_magic_cards_and_tokens_are_not_replaced():
    """V-62"""
    game = vlad_and_vlad().magic(1, "26/6").magic(2, "25/7").battle("vlad2", "vlad1")
    assert game.magic_cards(1) == game.magic_cards(2) == []
    game = vlad_and_vlad().place(vlad2=(0, 39), knight2=(20, 5)).set_life(knight2=5).give(1, impales=2).second_stage(1)
    assert game.play.seats.of[0].tokens == 1
