"""I Am Vlad, the full game: who is paid for the dead, and who leaves (V-63, V-64, V-72, V-74)."""

import pytest

from simlab.games.vlad import game_state as state
from simlab.games.vlad.rules.s6_v56_lines import attack_reaches
from tests.games.vlad_turns import Turns

ATTACKS = {"attack_min": -1000.0}


def archer_and_knight(**rules):
    """The archer of seat 1 has the knight of seat 2 in reach, by day; both are weak."""
    position = Turns(**rules).plays(1, **ATTACKS).place(archer1=(20, 2), knight2=(20, 5))
    return position.set_life(archer1=5, knight2=5)


def test_a_dead_knight_is_worth_three_gold_and_a_dead_vlad_a_crown():
    """V-63, V-23 To the seat whose unit struck the blow."""
    assert archer_and_knight().hands(archer1="day 16/3").battle("knight2", "archer1").of(1, "gold", "kills") == [3, 1]
    game = archer_and_knight().place(knight2=(0, 39), vlad2=(20, 5)).set_life(vlad2=5).hands(archer1="day 16/3")
    assert game.battle("vlad2", "archer1").of(1, "gold", "crowns") == [0, 1]


def test_a_defender_is_paid_for_attackers_that_it_kills():
    """V-63 The knight's answer kills the archer."""
    game = archer_and_knight().hands(archer1="day 8/8", knight2="day 14/8")
    assert game.battle("knight2", "archer1").of(2, "gold", "kills") == [3, 1] and game.life("knight2") == 5


def test_if_both_die_nobody_is_paid():
    """V-63, V-03 By either reading of reward_at."""
    for reward_at in ("battle_end", "exchange"):
        game = archer_and_knight(reward_at=reward_at).hands(archer1="day 16/3", knight2="day 16/6")
        game.battle("knight2", "archer1")
        assert [game.of(seat, "gold", "kills") for seat in (1, 2)] == [[0, 0], [0, 0]]


@pytest.mark.parametrize("reward_at, gold", [("battle_end", 0), ("exchange", 3)])
def test_a_defender_that_falls_later_in_the_battle_is_paid_by_the_option_only(reward_at, gold):
    """V-63 reward_at: the knight kills the archer, then Vlad kills the knight."""
    game = archer_and_knight(reward_at=reward_at).place(vlad1=(20, 8))
    game.hands(archer1="day 8/8", vlad1="day 19/7", knight2="day 14/8").battle("knight2", "archer1", "vlad1")
    assert game.of(2, "gold") == gold and game.of(1, "gold") == 3


@pytest.mark.parametrize("reward_at, gold", [("battle_end", 0), ("exchange", 3)])
def test_a_vlad_who_died_in_the_battle_counts_as_dead_though_he_stands_up(reward_at, gold):
    """V-63, V-32 He killed the archer first; the crown is the other's."""
    game = archer_and_knight(reward_at=reward_at).place(knight2=(0, 39), vlad2=(20, 5), vlad1=(20, 8))
    game.set_life(vlad2=5).hands(archer1="day 8/8", vlad1="day 19/7", vlad2="day 14/9")
    game.battle("vlad2", "archer1", "vlad1")
    assert game.of(2, "gold") == gold and game.of(1, "crowns") == 1 and game.where("vlad2") == (2, 37)


def test_cards_are_drawn_then_rewards_paid_then_seats_leave():
    """V-63, V-72 The last Vlad falls; his gold was not yet back in the box when his killer was paid."""
    game = archer_and_knight().place(knight2=(0, 39), vlad2=(20, 5)).set_life(vlad2=5).lives(seat2=1)
    game.hands(archer1="day 16/3").battle("vlad2", "archer1")
    order = [event for event, *_ in game.told if event in ("DIED", "CROWNED", "LEFT_GAME")]
    assert order == ["DIED", "CROWNED", "LEFT_GAME"] and len(game.cards("archer1")) == 1


def test_an_outpost_pays_its_owner():
    """V-64 In upkeep and for who crosses its range."""
    game = Turns().outpost(1, (20, 3)).place(knight2=(20, 6), archer3=(22, 5)).set_life(knight2=2, archer3=2).turn(1)
    assert game.of(1, "gold", "kills") == [3, 1]
    assert game.go("archer3", (22, 3)).of(1, "gold", "kills") == [6, 2]


def test_a_curse_pays_its_caster():
    """V-64 Not the seat whose turn it is."""
    game = Turns().set_life(knight2=2)
    game.table.cursed, game.table.caster = 1, 2
    assert game.turn(2).of(3, "gold", "kills") == [3, 1]


def test_plague_and_neutrals_pay_nobody():
    """V-64 The knight dies of the one, the archer of the others."""
    game = Turns().infect("knight2").place(archer2=(3, 12)).set_life(knight2=1, archer2=2).hands(archer2="day 8/8")
    game.turn(2, dice=[8])
    assert game.where("knight2") == game.where("archer2") == "fallen"
    assert game.table.kills.tolist() == [0, 0, 0, 0] and game.table.gold_box == 42


def eliminated(**rules):
    """Seat 2 has much of everything and loses its last Vlad to the knight of seat 1."""
    game = Turns(**rules).lives(seat2=1).give(2, crowns=2, gold=7, potions=2, impales=1, flags=[0, 3])
    game.outpost(2, (24, 5), "archer2").magic(2, "26/6").hands(knight2=["day 14/8", "night 14/8"])
    game.place(knight1=(30, 20), vlad2=(30, 21)).set_life(vlad2=3).hands(knight1="day 16/6")
    game.table.cursed, game.table.caster = 2, 1
    return game.battle("vlad2", "knight1")


def test_a_seat_without_lives_leaves_with_everything():
    """V-72 Figures and outpost from the board, gold and crowns to the box, hands to the discards, the curse ends."""
    game = eliminated()
    assert [game.where(f"{kind}2") for kind in ("vlad", "knight", "archer")] == ["gone"] * 3
    assert game.table.gold_box == 42 and game.table.crown_box == 7 and game.of(1, "crowns") == 1
    assert game.of(2, "flasks") == 0 and game.play.seats.of[1].tokens == 0 and game.magic_cards(2) == []
    assert sorted(game.discards("knight"))[:2] == ["day 14/8", "day 16/6"] and game.cards("knight2") == []
    assert game.table.cursed == state.NOBODY and game.table.outposts == 0 and game.of(2, "out_round") == 3


@pytest.mark.parametrize("left", ["removed", "inert"])
def test_its_outpost_goes_or_stays_as_an_obstacle(left):
    """V-72 eliminated_outpost: an inert one hits nobody but blocks ways and lines."""
    game = eliminated(eliminated_outpost=left).place(archer1=(24, 7), knight3=(22, 5)).round()
    assert game.life("archer1", "knight3") == [24, 28] and game.where("archer2") == "gone"
    assert ((24, 5) in game.reach("archer1")) == (left == "removed")
    assert bool(game.do(attack_reaches, "archer1", (24, 4))) == (left == "removed")


def test_magic_cards_of_a_seat_that_left_are_out_of_the_game():
    """V-72, V-36 The stock is smaller by them for good."""
    game = eliminated()
    assert game.table.magic_sold == 1 and "26/6" not in game.magic_cards(1)


def test_a_curse_on_a_seat_that_leaves_ends():
    """V-72, V-27 The token is in the box again."""
    game = Turns().lives(seat2=1)
    game.table.cursed, game.table.caster = 1, 2
    assert game.kill("vlad2", by=1).table.cursed == state.NOBODY


def test_a_battle_in_which_the_attackers_last_vlad_falls_ends_there():
    """V-72 His archer attacks no more; the defender is paid."""
    game = Turns().lives(seat1=1).place(vlad1=(20, 2), archer1=(20, 9), vlad2=(20, 5))
    game.set_life(vlad1=3).hands(vlad1="day 11/12", archer1="day 16/3", vlad2=["day 19/7", "day 18/7"])
    game.battle("vlad2", "vlad1", "archer1")
    assert game.attacks() == [("vlad1", "vlad2")] and game.of(1, "alive") == 0 and game.of(2, "crowns") == 1


def test_rewards_of_a_battle_in_which_a_seat_leaves_are_lost_to_it():
    """V-72, V-63 reward_at `exchange`: its Vlad kills the archer, then falls for the last time."""
    game = Turns(reward_at="exchange").lives(seat2=1).place(archer1=(20, 2), vlad1=(20, 8), vlad2=(20, 5))
    game.set_life(archer1=3, vlad2=3).hands(archer1="day 8/8", vlad1="day 19/7", vlad2="day 14/9")
    game.battle("vlad2", "archer1", "vlad1")
    assert game.of(2, "kills", "gold") == [0, 0] and game.of(1, "crowns") == 1


def test_the_place_of_a_seat_that_left_stays_a_clock():
    """V-72, V-29 Its bell rings on until its turn would have come."""
    game = Turns().lives(seat2=1)
    game.table.bell_seat, game.table.bell_round = 1, 4
    game.kill("vlad2", by=1).round()
    assert game.table.bell_round == 4
    game.round()
    assert game.table.bell_round == 0


def test_there_are_no_other_actions():
    """V-74 A random seat that has all sorts of things, next to an outpost of another, can only stop."""
    game = Turns().plays(1, "random").give(1, gold=5, potions=1, impales=1).magic(1, "26/6").hands(vlad1="day 19/7")
    game.outpost(2, (4, 2), "vlad2").second_random_stage(1, dice=[1])
    assert game.attacks() == [] and game.magic_cards(1) == ["26/6"] and game.play.seats.of[0].tokens == 1
    assert game.cards("vlad1") == ["day 19/7"] and game.of(1, "gold") == 5 and game.table.outposts == 1
