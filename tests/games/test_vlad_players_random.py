"""How `random` plays I Am Vlad: every choice evenly among the legal ones, in this order (P-11)."""

import pytest

from simlab.games.vlad import game_state as state
from simlab.games.vlad import story
from simlab.games.vlad.rules.p11_random import act_at_random
from simlab.games.vlad.rules.p11_random_attacks import second_random_stage
from tests.games.vlad_turns import Turns

YES, NO = 1, 0
RANDOM = {"policy": "random"}


def wanderer(**rules):
    """Seat 1 plays `random` and cannot move but to its own squares."""
    position = Turns(**rules).plays(1, "random")
    position.table.card, position.table.card_seat, position.table.card_round = state.STILLNESS, 1, 9
    return position


STAY, STOP = [1, 1, 1], [1]  # three units on the only square that they reach; no attack is possible


def test_choices_come_in_their_order():
    """P-11 Knight's token and its die, archer's token, a potion and for whom, moves, the end of stage 2."""
    position = wanderer().fallen("knight1", "archer1").give(1, potions=1).set_life(vlad1=20)
    position.turn(1, dice=[YES, 3, NO, YES, 1, 1, 1])
    assert position.faces == [2, 6, 2, 2, 1, 1, 1] and position.where("knight1") == "road"
    assert position.life("vlad1") == 27 and position.where("archer1") == "fallen"


def test_road_dice_and_returns_are_no_choices():
    """P-11, P-2 A figure walks on, and comes back when the dial suits."""
    position = wanderer().fallen("knight1").dial(2)
    position.table.place[1], position.table.road[1], position.table.placed_in[1] = state.ON_ROAD, 10, 2
    assert position.turn(1, dice=[4, *STAY, *STOP]).where("knight1") == (8, 8)


def test_each_potion_is_drunk_with_chance_one_half_by_one_of_the_wounded():
    """P-11 The first by none, the second by the archer, who is the second of two, then the third by Vlad alone."""
    position = wanderer().give(1, potions=3).set_life(vlad1=30, archer1=20)
    position.turn(1, dice=[NO, YES, 2, YES, 1, *STAY, *STOP])
    assert position.faces[:5] == [2, 2, 2, 2, 1] and position.life("vlad1", "archer1") == [34, 24]
    assert position.of(1, "flasks") == 1


def test_potions_stay_in_hand_while_nobody_has_lost_life():
    """P-11 There is nothing to choose."""
    assert wanderer().give(1, potions=2).turn(1, dice=[*STAY, *STOP]).of(1, "flasks") == 2


def test_a_unit_moves_to_any_square_that_it_reaches():
    """P-11 With one step: its own, live combat squares, and the inside of its outpost, which comes last."""
    position = Turns(move_squares=1).plays(1, "random").place(vlad1=(10, 36), knight1=(38, 0), archer1=(38, 39))
    position.outpost(1, (10, 35)).turn(1, dice=[8, 1, 1, 1])
    assert position.faces == [9, 6, 6, 1] and position.where("vlad1") == (11, 37)
    back = Turns(move_squares=1).plays(1, "random").place(vlad1=(10, 36), knight1=(38, 0), archer1=(38, 39))
    assert back.outpost(1, (10, 35)).turn(1, dice=[9, 1, 1, 1]).where("vlad1") == "outpost"
    den = Turns(move_squares=1).plays(1, "random").place(vlad1=(10, 36), knight1=(38, 0), archer1=(38, 39))
    assert den.turn(1, dice=[8, 1, 1, 1, 1]).of(1, "hunts") == 1  # (11, 36); the fight's die, then the end


def test_in_its_outpost_a_unit_may_stay_or_come_out():
    """P-11 Nine squares, the own one among them."""
    position = Turns(move_squares=1).plays(1, "random").outpost(1, (20, 4), "vlad1").place(knight1=(38, 0))
    position.place(archer1=(38, 39)).turn(1, dice=[5, 1, 1, 1])
    assert position.faces[0] == 9 and position.where("vlad1") == "outpost"
    assert position.turn(1, dice=[9, 1, 1, 1]).where("vlad1") == (21, 5)


def acts(position, unit, dice):
    """A unit of seat 1 does what it does where it stands."""
    position.begins(1).do(act_at_random, unit, dice=dice)
    return position


def test_at_a_tavern_one_of_the_affordable_items_or_stopping_until_it_stops():
    """P-11 With three gold: token, potion, outpost, stop; then with two: token, potion, stop."""
    position = acts(wanderer().give(1, gold=3).place(archer1=(9, 23)), "archer1", [1, 3])
    assert position.faces == [4, 3] and position.of(1, "gold") == 2 and position.play.seats.of[0].tokens == 1
    rich = acts(wanderer().give(1, gold=4).place(archer1=(9, 23)), "archer1", [1, 1])
    assert rich.faces == [5, 1] and len(rich.magic_cards(1)) == 1


def test_at_a_church_the_bell_and_a_card_each_with_chance_one_half():
    """P-11 As far as they are legal."""
    position = Turns().plays(1, "random").give(1, gold=2).akathist("tithe").place(archer1=(8, 8))
    assert acts(position, "archer1", [YES, NO]).of(1, "bells", "akathist") == [1, 0]
    assert acts(position, "archer1", [YES]).of(1, "bells", "akathist") == [1, 1]  # the bell is not in the box
    assert position.faces == [2, 2, 2]


def test_on_the_tower_one_of_the_opponents_is_cursed_with_chance_one_half():
    """P-11 Who has the right; the second of two that are left, then not."""
    position = Turns().plays(1, "random").place(vlad1=(19, 19)).give(1, crowns=2).lives(seat3=1).kill("vlad3")
    acts(position, "vlad1", [YES, 2])
    assert position.faces == [2, 2] and position.table.cursed == 3
    assert acts(position, "vlad1", [NO]).of(1, "curses") == 1
    acts(Turns().plays(1, "random").place(vlad1=(19, 19)), "vlad1", [])  # no right, no choice


def test_a_bought_outpost_is_placed_with_chance_one_half_on_one_of_the_legal_squares():
    """P-11 One of the eight is next to a rock."""
    position = Turns().plays(1, "random").place(vlad1=(20, 4))
    position.table.outpost_state[0] = state.BOUGHT
    assert acts(position, "vlad1", [NO]).of(1, "outpost") == 0
    assert acts(position, "vlad1", [YES, 7]).of(1, "outpost") == 1 and position.faces == [2, 2, 7]


def threat(attacker, threatened):
    """The archer of seat 1 has the knight of seat 2 in reach."""
    position = Turns().plays(1, **attacker).plays(2, **threatened)
    return position.place(archer1=(20, 2), knight2=(20, 5)).hands(archer1="day 16/3").give(2, gold=2)


@pytest.mark.parametrize("pays", [YES, NO])
def test_tax_is_paid_with_chance_one_half(pays):
    """P-11, V-55 By a random seat that is asked; it never offers."""
    position = threat({"tax_ask": True}, RANDOM).second_stage(1, dice=[pays])
    assert position.of(2, "tax_paid") == 2 * pays
    position = threat({"tax_accept": 99.0}, RANDOM).second_stage(1)
    assert position.of(2, "tax_paid") == 0


@pytest.mark.parametrize("accepts", [YES, NO])
def test_an_offer_is_accepted_with_chance_one_half(accepts):
    """P-11, V-55 By a random seat, which never asks."""
    position = threat(RANDOM, {"tax_offer": True, "tax_fear": 0.0})
    position.second_random_stage(1, dice=[accepts, 2 - accepts])
    assert position.of(1, "tax_got") == 2 * accepts and position.attacks() == []
    silent = threat(RANDOM, {"tax_offer": False, "tax_fear": 0.0})
    assert silent.second_random_stage(1, dice=[2]).of(1, "tax_got") == 0


def battlefield(**rules):
    """Vlad and archer of seat 1 against the Vlad of seat 2 and the knight of seat 3."""
    position = Turns(**rules).plays(1, "random").place(vlad1=(20, 2), archer1=(22, 2), vlad2=(20, 5), knight3=(22, 5))
    return position.hands(vlad1=["day 19/7", "day 18/7", "night 21/7"], archer1="day 16/3").magic(1, "26/6", "20/10")


def test_stage_two_is_one_of_all_attacks_by_unit_target_and_means_or_stopping():
    """P-11 Vlad's two cards of the day and two magic cards on the Vlad, the archer's card on the knight, stop."""
    position = battlefield().second_random_stage(1, dice=[6])
    assert position.faces == [6] and position.attacks() == []


def test_a_battle_goes_on_with_one_of_the_attacks_left_on_its_target_or_ends():
    """P-11 Vlad's second card, then the end in place of the archer's; then other targets, this one no more."""
    position = battlefield().place(archer1=(23, 5)).second_random_stage(1, dice=[2, 2, 1, 1, 1])
    assert position.attacks() == [("vlad1", "vlad2"), ("archer1", "knight3")]
    assert position.faces == [7, 2, 2, 1, 1] and position.life("vlad2") == 34 - 18 and position.life("knight3") == 12
    both = battlefield().place(archer1=(23, 5)).second_random_stage(1, dice=[1, 1, 1])
    assert both.attacks() == [("vlad1", "vlad2"), ("archer1", "vlad2")] and both.where("vlad2") == (2, 37)


def test_by_the_option_each_unit_attacks_in_a_stage_two_of_its_own():
    """P-11, V-48 stage_order: Vlad's four means and the end, then the archer's, on the same Vlad."""
    position = battlefield(stage_order="per_unit").place(archer1=(23, 5), knight3=(0, 39))
    position.second_stage(1, [1, 1], 0, second_random_stage).do(second_random_stage, 1, 2, dice=[1, 1])
    assert position.faces == [5, 1, 2, 1] and len(position.heard("BATTLE_BEGINS")) == 2
    assert position.attacks() == [("vlad1", "vlad2"), ("archer1", "vlad2")]


def test_by_the_option_each_unit_moves_before_its_own_stage_two():
    """P-11, V-48 stage_order: a move and the end of a stage, three times."""
    position = wanderer(stage_order="per_unit").turn(1, dice=[1] * 6)
    assert position.faces == [1] * 6


def test_a_magic_card_that_is_chosen_attacks():
    """P-11, V-36 The third means: the first magic card; then the end, and no attack of the archer."""
    position = battlefield().second_random_stage(1, dice=[3, 1, 2])
    assert position.life("vlad2") == 34 - 26 and position.magic_cards(1) == ["20/10"]


def test_impale_tokens_are_one_means_together():
    """P-11 Two tokens and one card of the day against a weak knight."""
    position = Turns().plays(1, "random").place(vlad1=(20, 2), knight2=(20, 5)).hands(vlad1="day 19/7")
    position.give(1, impales=2).set_life(knight2=5).second_random_stage(1, dice=[1, 1])
    assert position.faces == [3, 1] and position.where("knight2") == "gone" and position.play.seats.of[0].tokens == 1
    assert position.cards("vlad1") == ["day 19/7"]


def attacked(unit, *cards, dice=(), **more):
    """What a random seat 2 answers with when the archer of seat 1 attacks this unit of it."""
    position = Turns().plays(2, "random").place(archer1=(20, 2), **{unit: (20, 5)}).give(2, **more)
    position.hands(archer1="day 16/3").hand(unit, *cards)
    return position.set_life(archer1=5).battle(unit, "archer1", dice=dice)


def test_an_answer_is_none_or_one_of_the_legal_means():
    """P-11 Two cards of the day, the token against the weak archer, or nothing, which comes last."""
    cards = ("day 12/11", "night 12/12", "day 19/7")
    answers = {}
    for die in (1, 2, 3, 4):
        game = attacked("vlad2", *cards, dice=[die], impales=1)
        answers[die] = (game.where("archer1"), game.life("vlad2"))
        assert game.faces == [4]
    assert answers[1] == ("gone", 34) and answers[2] == ("fallen", 34 - 5)
    assert answers[3] == ("fallen", 34 - 9) and answers[4] == ((20, 2), 34 - 16)


def test_magic_is_answered_by_magic_or_not_at_all():
    """P-11, V-59 Two magic cards; battle cards do not count."""
    lives = {1: [34 - 14, 34 - 14], 2: [34 - 13, 34 - 13], 3: [34, 34 - 26]}
    for die, left in lives.items():
        position = Turns().plays(2, "random").place(vlad1=(20, 2), vlad2=(20, 5)).magic(1, "26/6")
        position.magic(2, "20/12", "19/13").hands(vlad2="day 19/7").battle("vlad2", "vlad1", dice=[die])
        assert position.faces == [3] and position.life("vlad1", "vlad2") == left


def test_an_impale_attack_leaves_nothing_to_choose():
    """P-11, V-59"""
    position = Turns().plays(1, attack_min=-9.0).plays(2, "random").place(vlad1=(20, 2), knight2=(20, 5))
    position.give(1, impales=1).set_life(knight2=5).hands(knight2="day 16/6").second_stage(1)
    assert position.faces == [] and position.where("knight2") == "gone"


def test_neutral_fights_are_played_as_dealt_without_surrender():
    """P-11 In the order of the hand, down to the last life."""
    position = Turns().plays(1, "random").place(archer1=(3, 12)).set_life(archer1=2)
    position.hands(archer1=["day 8/8", "day 16/3", "day 9/7"]).second_random_stage(1, dice=[2, 1, 1])
    assert [attack for _, attack, *_ in position.heard(story.CARD_PLAYED)] == [8, 16]
    assert position.where("archer1") == "fallen"
