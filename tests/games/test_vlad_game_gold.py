"""I Am Vlad, the full game: gold, prices and flags (V-23 to V-25)."""

import pytest

from tests.games.vlad_positions import FIGHTS, Position

DEN, BRIDGE, TAVERN, CHURCH = (11, 3), (12, 19), (16, 9), (8, 9)
PREY = "day 16/6", "day 15/7", "day 14/8"  # 45 in three cards; two of them leave a neutral alive


def fight_of(seat, place, position=None):
    """A seat's knight beats what holds a combat square; two answers, both parried."""
    position = (position or Position()).place(**{f"knight{seat}": place}).hand(f"knight{seat}", *PREY).dial(1)
    return position.turn(seat, dice=(1, 1))


# V-23: income


def test_a_den_yields_its_three_coins_once():
    """V-23, V-70 Its squares are then ordinary ones for everybody."""
    position = fight_of(1, DEN)
    assert position.of(1, "gold", "dens") == [3, 1] and position.table.gold_box == 42
    assert position.life("knight1") == 28 - 1  # the answers, seven each, against defences of six and seven
    position.place(knight1=(20, 3), archer2=DEN).turn(2)
    assert position.of(2, "gold", "hunts") == [0, 0]


@pytest.mark.parametrize(("victim", "gold"), [("knight2", 3), ("archer2", 3), ("vlad2", 0)])
def test_a_kill_yields_three_gold(victim, gold):
    """V-23 For an enemy knight or archer."""
    assert Position().kill(victim, by=1).of(1, "gold") == gold


def test_own_units_yield_nothing():
    """V-64."""
    assert Position().kill("knight1", by=1).of(1, "gold", "kills") == [0, 0]


def test_guards_yield_one_gold_once_a_gate_and_seat():
    """V-23, V-71 Another seat beats the same guards for itself; the one with the flag has nobody to fight."""
    position = fight_of(1, BRIDGE)
    assert position.of(1, "gold", "guards", "banners") == [1, 1, 1] and position.table.gold_box == 41
    position.turn(1)
    assert position.of(1, "gold", "hunts") == [1, 1]
    fight_of(2, (13, 19), position)
    assert position.of(2, "gold", "guards", "banners") == [1, 1, 1]
    assert position.of(1, "gold") == 1


def test_vassal_tax_yields_two_gold():
    """V-23, V-55 From the seat that pays, not from the box."""
    position = Position().place(vlad1=(20, 3), archer2=(20, 5)).give(2, gold=3)
    position.plays(1, tax_ask=True, **FIGHTS).plays(2, tax_fear=0.0).turn(1)
    assert position.of(1, "gold", "tax_got") == [2, 2] and position.of(2, "gold", "tax_paid") == [1, 2]
    assert position.table.gold_box == 39 and position.life("archer2") == 24


# V-24: prices


@pytest.mark.parametrize(("item", "price"), [("magic", 4), ("impale", 1), ("potion", 2), ("outpost", 3)])
def test_prices_at_a_tavern(item, price):
    """V-24 Who has less gold gets nothing."""
    position = Position().place(archer1=TAVERN).give(1, gold=price).plays(1, shop_list=[[item, 1]], gold_reserve=0)
    assert position.turn(1).of(1, "gold") == 0 and len(position.heard("BOUGHT")) == 1
    position = Position().place(archer1=TAVERN).give(1, gold=price - 1)
    position.plays(1, shop_list=[[item, 1]], gold_reserve=0).turn(1)
    assert position.heard("BOUGHT") == [] and position.of(1, "gold") == price - 1


def test_a_visit_may_buy_any_number_of_items():
    """V-24 Except outposts, of which there is one."""
    wishes = [["potion", 3], ["impale", 2], ["magic", 2], ["outpost", 2]]
    position = Position().place(knight1=TAVERN).give(1, gold=20).plays(1, shop_list=wishes, gold_reserve=0).turn(1)
    assert position.of(1, "flasks", "gold") == [3, 20 - 6 - 2 - 8 - 3]
    assert position.play.seats.of[0].tokens == 2 and len(position.magic_cards(1)) == 2


def test_items_belong_to_the_seat():
    """V-24 The archer buys, Vlad far away drinks and impales."""
    position = Position().place(archer1=TAVERN, vlad1=(24, 3), knight2=(24, 5)).set_life(vlad1=9, knight2=5)
    position.give(1, gold=3).plays(
        1, shop_list=[["potion", 1], ["impale", 1]], gold_reserve=0, heal_below=0.5, **FIGHTS
    )
    position.turn(1)
    assert position.where("knight2") == "gone" and position.turn(1).life("vlad1") == 16


@pytest.mark.parametrize("place", [(16, 8), (15, 8), CHURCH, (20, 3)])
def test_nobody_buys_beside_a_tavern(place):
    """V-24 Only on its orange square."""
    position = Position().place(knight1=place).give(1, gold=9).plays(1, shop_list=[["potion", 1]]).turn(1)
    assert position.heard("BOUGHT") == []


def test_all_four_taverns_sell():
    """V-54, V-24 To every seat."""
    for place in ((9, 23), (16, 9), (23, 30), (30, 16)):
        position = Position().place(knight3=place).give(3, gold=9).plays(3, shop_list=[["potion", 1]]).turn(3)
        assert position.of(3, "flasks") == 1


def test_an_akathist_card_costs_one_gold():
    """V-24, V-40 At a church."""
    position = Position().place(knight1=CHURCH).give(1, gold=1).plays(1, akathist_gold=0).akathist("tithe").turn(1)
    assert position.of(1, "akathist", "gold") == [1, 0]
    assert Position().place(knight1=CHURCH).plays(1, akathist_gold=0).turn(1).of(1, "akathist") == 0


# V-25: flags


def test_a_flag_lets_the_units_of_its_seat_pass_and_stay():
    """V-25, V-51 Onto the bridge, over it into the fortress, and on it without a fight."""
    for flags, inside in (((), False), ((0,), True), ((1, 2, 3), False)):
        position = Position().place(archer1=(13, 19)).give(1, flags=flags)
        assert ((14, 19) in position.reach("archer1")) == inside
    position = Position().place(archer1=(13, 19)).give(1, flags=(0,)).turn(1)
    assert position.of(1, "hunts") == 0


def test_a_flag_is_no_use_to_others():
    """V-25 They fight, and the guards are whole."""
    position = Position().give(1, flags=(0,)).place(archer2=(13, 19)).hand("archer2")
    assert (14, 19) not in position.reach("archer2")
    position.turn(2, dice=(2,))
    assert position.of(2, "hunts") == 1 and position.life("archer2") == 24 - 8
    assert position.heard("FIGHT_ENDS") == [(1, 36)]


def test_a_seat_can_have_a_flag_on_each_gate():
    """V-25 Four of them."""
    position = Position()
    for place in ((12, 19), (19, 12), (19, 27), (27, 19)):
        fight_of(1, place, position)
    assert position.row["flags_1"] == 4 and position.of(1, "gold") == 4
