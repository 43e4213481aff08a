"""I Am Vlad, the full game: box, board, seats, start, dials and dice (V-08 to V-14, V-45, V-46)."""

import numpy as np
import pytest

from simlab.chance.plain import plain
from simlab.chance.witness import watching
from simlab.games.vlad.rules.s4_v11_game_start import set_up_game
from simlab.games.vlad.rules.s7_v65_game_fights import time_now
from simlab.games.vlad.state import TIMES
from tests.games.vlad_boards import SMALL
from tests.games.vlad_positions import DEADLY, Dice, Position
from tests.games.vlad_setups import game
from tests.games.vlad_starts import new_stream

TAVERN, CHURCH, DEN = (9, 23), (8, 8), (11, 3)
SALE = {"gold_reserve": 0}


def at_a_tavern(rules=None, gold=40, seat=1):
    """A seat's knight at a tavern, with gold."""
    return Position(rules=rules).place(**{f"knight{seat}": TAVERN}).give(seat, gold=gold)


def buys(position, item, number, seat=1):
    """A seat's turn, in which it wants to hold so many of an item."""
    return position.plays(seat, shop_list=[[item, number]], **SALE).turn(seat)


def set_up(players, dice=(), rules=None):
    """A game that has just been set up, in order of its events: (the position's rows, faces of dice)."""
    made = game(("balanced",) * players, rules)
    tables, start, play, row = made.model.compile(made).arguments
    witness = Dice(dice, (36, 14))
    with watching(witness), np.errstate(over="ignore"):
        plain(set_up_game)(tables, start, play, row, new_stream())
    return play, [faces for _, _, faces, _ in witness.draws if faces <= 6]


# V-08: what is in the box


def test_the_box_at_the_start():
    """V-08 66 gold, 24 of it on the dens; 8 crowns, 14 magic and 12 Akathist cards."""
    position = Position()
    assert position.table.gold_box == 42 and position.table.den_stands.sum() * 3 == 24
    assert position.table.crown_box == 8 and position.table.cards_left == 12
    assert position.play.packs.of[3].card_count == 14
    assert [pack.card_count for pack in position.play.packs.of[:3]] == [36, 36, 36]


@pytest.mark.parametrize(("limits", "left", "paid"), [(True, 2, 2), (True, 0, 0), (False, 2, 3), (False, 0, 3)])
def test_a_reward_is_paid_as_far_as_the_box_reaches(limits, left, paid):
    """V-08, V-64 Three gold for a killed knight, or what is left; the kill counts all the same."""
    position = Position(rules={"supply_limits": limits})
    position.table.gold_box = left
    position.kill("knight2", by=1)
    assert position.of(1, "gold", "kills") == [paid, 1]


@pytest.mark.parametrize(("limits", "left", "crowns"), [(True, 0, 0), (True, 1, 1), (False, 0, 1)])
def test_a_crown_that_is_not_in_the_box_is_not_awarded(limits, left, crowns):
    """V-08."""
    position = Position(rules={"supply_limits": limits})
    position.table.crown_box = left
    assert position.kill("vlad2", by=1).of(1, "crowns", "kills") == [crowns, 1]


@pytest.mark.parametrize(("limits", "held"), [(True, 2), (False, 6)])
def test_potions_run_out(limits, held):
    """V-08 Fourteen, twelve of which another seat holds."""
    assert buys(at_a_tavern({"supply_limits": limits}).give(3, potions=12), "potion", 6).of(1, "flasks") == held


@pytest.mark.parametrize(("limits", "held"), [(True, 1), (False, 6)])
def test_impale_tokens_run_out(limits, held):
    """V-08 Eight, seven of which another seat holds."""
    position = buys(at_a_tavern({"supply_limits": limits}).give(3, impales=7), "impale", 6)
    assert position.play.seats.of[0].tokens == held


def test_drunk_potions_and_used_tokens_come_into_play_again():
    """V-08 Two potions are drunk and a token is used: so many can be bought."""
    position = at_a_tavern().give(3, potions=14, impales=8).set_life(vlad3=1, knight2=5)
    position.plays(3, heal_below=0.4).turn(3).place(vlad3=(20, 3), knight2=(20, 5)).battle("knight2", "vlad3")
    assert position.of(3, "flasks") == 12 and position.play.seats.of[2].tokens == 7
    buys(position, "potion", 9)
    assert position.of(1, "flasks") == 2
    buys(position, "impale", 9)
    assert position.play.seats.of[0].tokens == 1


def test_what_a_seat_that_leaves_had_comes_into_play_again():
    """V-08, V-72 Potions, tokens, gold and crowns, but not its magic cards."""
    position = at_a_tavern(gold=16).give(3, gold=26, crowns=2, potions=14, impales=8).magic(3, "26/6").lives(seat3=1)
    position.kill("vlad3")
    assert (position.table.gold_box, position.table.crown_box, position.magic_cards(3)) == (26, 8, [])
    assert buys(position, "potion", 2).of(1, "flasks") == 2 and buys(position, "impale", 9).of(1, "gold") == 4
    assert position.table.magic_sold == 1


def test_used_magic_cards_never_come_back():
    """V-08 Twelve cards are held and one has been used; one is left in the stock."""
    values = ("25/7", "24/8", "23/9", "22/10", "22/8", "21/11", "21/9", "20/12", "20/10", "19/13", "19/11", "18/14")
    position = at_a_tavern().magic(2, "26/6").magic(3, *values)
    position.table.magic_sold = 13
    position.place(vlad2=(20, 3), vlad4=(20, 5)).battle("vlad4", "vlad2")
    assert position.magic_cards(2) == []
    assert buys(position, "magic", 3).magic_cards(1) == ["18/12"] and position.of(1, "gold") == 36


def test_spent_gold_goes_back_and_can_be_won_again():
    """V-08."""
    position = at_a_tavern(gold=42)
    assert position.table.gold_box == 0
    buys(position, "potion", 1)
    assert position.table.gold_box == 2 and position.kill("knight3", by=2).of(2, "gold") == 2


# V-09, V-10: board and seats


def test_a_game_is_played_on_the_board_of_the_scenario():
    """V-09 On a small board, units stand on its start squares and walk on its ground."""
    position = Position(2, data={"board": list(SMALL)})
    assert [position.where(f"{kind}1") for kind in ("vlad", "archer", "knight")] == [(0, 0), (0, 1), (0, 2)]
    assert position.where("vlad2") == (6, 8) and (1, 1) in position.reach("vlad1")
    assert (2, 3) not in position.reach("knight1") and (3, 1) in position.reach("vlad1")  # a wall; a bridge


@pytest.mark.parametrize(
    ("players", "rules", "starts"),
    [
        (2, {}, [(2, 2), (37, 37)]),
        (3, {}, [(2, 2), (2, 37), (37, 37)]),
        (4, {}, [(2, 2), (2, 37), (37, 37), (37, 2)]),
        (2, {"corners_2": [3, 1]}, [(37, 2), (2, 37)]),
        (3, {"corners_3": [1, 2, 3]}, [(2, 37), (37, 37), (37, 2)]),
        (4, {"corners_4": [3, 2, 1, 0]}, [(37, 2), (37, 37), (2, 37), (2, 2)]),
    ],
)
def test_each_seat_has_its_corner(players, rules, starts):
    """V-10 Clockwise from the top left, two of them opposite; or as the option says."""
    position = Position(players, rules)
    assert [position.where(f"vlad{seat}") for seat in range(1, players + 1)] == starts
    assert position.table.den_stands.sum() == 8


def test_churches_of_absent_colours_ring_and_sell_but_cure_nobody():
    """V-10 With two players nobody plays the top right corner."""
    position = Position(2).place(vlad1=(8, 30), knight2=(18, 19)).give(1, gold=1).infect("vlad1").akathist("tithe")
    position.plays(1, bell_min=1, akathist_gold=1).turn(1)
    assert position.of(1, "bells", "akathist") == [1, 1] and position.mark("vlad1") == "infected"


# V-11: start


def test_what_a_seat_begins_with():
    """V-11 Full life, two lives, two tokens, no gold, three cards a unit; three coins a den."""
    position = Position()
    for seat in range(1, 5):
        assert position.of(seat, "lives", "resurrection", "gold", "crowns", "flasks", "banners") == [2, 2, 0, 0, 0, 0]
        assert position.life(f"vlad{seat}", f"knight{seat}", f"archer{seat}") == [34, 28, 24]
        assert all(len(position.cards(f"{kind}{seat}")) == 3 for kind in ("vlad", "knight", "archer"))
        assert position.magic_cards(seat) == [] and position.play.seats.of[seat - 1].tokens == 0
    assert [position.where(f"{kind}1") for kind in ("knight", "archer")] == [(5, 2), (2, 5)]
    assert position.table.dial == 1


def test_lives_and_hands_can_be_changed():
    """V-11, V-32 `vlad_lives`, `hand_size`."""
    position = Position(rules={"vlad_lives": 5, "hand_size": 4})
    assert position.of(3, "lives") == 5 and len(position.cards("archer3")) == 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_is_equally_likely_to_begin(players):
    """V-11 One draw among the seats."""
    for first in range(1, players + 1):
        play, faces = set_up(players, dice=(first,))
        assert play.table.first_seat == first - 1 and faces == [players]


def test_the_first_seat_can_be_set():
    """V-11 `first_seat`: no die is thrown; turns go clockwise from there."""
    play, faces = set_up(4, rules={"first_seat": 3})
    assert play.table.first_seat == 2 and faces == []
    position = Position(rules={"first_seat": 3}).round()
    assert position.heard("TURN_BEGINS") == [(2,), (3,), (0,), (1,)]


# V-12, V-13, V-14: dials


@pytest.mark.parametrize(
    ("rules", "times"),
    [
        ({}, ["day", "night", "day", "night"]),
        ({"dial": ["day", "day", "night", "night"]}, ["day", "day", "night", "night"]),
    ],
)
def test_the_dial_goes_on_after_every_round(rules, times):
    """V-12 One position after the last turn of a round, cyclically; each has its time of day."""
    position, seen = Position(rules=rules), []
    position.table.round_now = 1
    for _ in range(5):
        seen.append(TIMES[position.do(time_now)])
        position.round()
    assert position.heard("ROUND_BEGINS") == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 1)]
    assert seen == [*times, times[0]]


@pytest.mark.parametrize(
    ("dial", "loss"), [(["day", "night", "day", "night"], 20), (["day", "day", "night", "night"], 18)]
)
def test_the_time_of_day_decides_which_cards_fit(dial, loss):
    """V-12 On position 2: night by default, day by the alternative."""
    position = Position(rules={"dial": dial}).dial(2).place(vlad1=(20, 3), vlad2=(20, 5)).hand("vlad2")
    position.hand("vlad1", "day 18/7", "night 20/8").battle("vlad2", "vlad1")
    assert position.life("vlad2") == 34 - loss


@pytest.mark.parametrize(("rules", "left"), [({}, 36), ({"neutral_life": 20}, 20)])
def test_a_neutral_begins_every_fight_with_its_whole_life(rules, left):
    """V-13 Guards and werewolves; they lose what attacks say, and have no defence."""
    for place in (DEN, (12, 19)):
        position = Position(rules=rules).place(knight1=place).hand("knight1", "day 8/11", "day 9/10")
        position.on_top("knight", "day 10/10", "night 9/12", "night 10/10")
        position.turn(1, dice=(1, 1)).turn(1, dice=(1,))
        assert position.heard("FIGHT_ENDS") == [(0, left - 17), (0, left - 10)]


def test_full_lives_can_be_changed():
    """V-14 `unit_life`; also for a Vlad who stands up again, and as the most that a potion gives."""
    position = Position(rules={"unit_life": {"vlad": 9, "knight": 40, "archer": 12}}).give(1, potions=1)
    assert position.life("vlad2", "knight2", "archer2") == [9, 40, 12]
    position.set_life(archer1=3).plays(1, heal_below=0.5).turn(1)
    assert position.life("archer1") == 10 and position.kill("vlad1").life("vlad1") == 9


def test_life_stays_between_nothing_and_full():
    """V-14 A unit at 0 is dead at once, whatever else it would have lost; a potion does not fill it over the brim."""
    position = Position().give(1, potions=1).set_life(archer1=17).plays(1, heal_below=1).turn(1)
    assert position.life("archer1") == 24
    position.set_life(archer1=24).give(1, potions=1).turn(1)
    assert position.of(1, "flasks") == 1
    position.place(vlad1=(20, 3), archer2=(20, 5)).set_life(archer2=2).hand("vlad1", *DEADLY).hand("archer2")
    position.battle("archer2", "vlad1")
    assert position.life("archer2") == 0 and position.where("archer2") == "fallen"


# V-45, V-46: dice


def test_the_underworld_has_a_die_of_six():
    """V-45."""
    position = Position().plays(1, use_tokens=True).kill("knight1")
    position.turn(1, dice=(6,))
    assert position.road("knight1") == 6 and position.faces == [6]


@pytest.mark.parametrize(
    ("faces", "thrown", "shown"), [(None, 1, 7), (None, 8, 14), ([1, 2, 3, 4, 5, 6, 7, 8], 8, 8), ([9, 20], 2, 20)]
)
def test_the_die_of_the_neutrals_shows_the_faces_of_the_option(faces, thrown, shown):
    """V-46 `die8`: any list, each entry equally likely; the card's defence is taken off."""
    position = Position(rules={} if faces is None else {"die8": faces}).place(archer1=DEN).hand("archer1", "day 16/3")
    position.turn(1, dice=(thrown,))
    assert position.life("archer1") == 24 - max(shown - 3, 0) and position.faces == [len(faces or range(8))]
