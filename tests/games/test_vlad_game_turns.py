"""I Am Vlad, the full game: rounds, the parts of a turn, and upkeep (V-47 to V-49)."""

import pytest

from tests.games.vlad_turns import Turns, name_of

ATTACKS = {"attack_min": -1000.0}  # whomever it can


def turns(position):
    """The seats that have taken turns."""
    return [seat + 1 for (seat,) in position.heard("TURN_BEGINS")]


@pytest.mark.parametrize("first, order", [(1, [1, 2, 3, 4]), (3, [3, 4, 1, 2])])
def test_seats_take_turns_clockwise_from_the_first(first, order):
    """V-47 Then the round is over and the dial goes on."""
    position = Turns(first_seat=first).round()
    assert turns(position) == order and position.table.dial == 2


def test_eliminated_seats_are_skipped():
    """V-47 Also the one that began."""
    position = Turns().lives(seat1=1, seat3=1).kill("vlad1", "vlad3").round()
    assert turns(position) == [2, 4]


def test_a_round_ends_in_the_turn_that_wins():
    """V-47, V-01 Nobody plays on, and the dial stays."""
    position = Turns().place(vlad2=(19, 19))
    position.table.tower_count[1] = 7
    position.round()
    assert turns(position) == [1, 2] and position.end == (2, "tower") and position.table.dial == 1


PARTS = ("EFFECT_OVER", "TOWER_COUNT", "LIFE_LOST", "MOVED", "TAX_PAID", "ATTACK_BEGINS")


def test_a_turn_has_its_parts_in_order():
    """V-48 Effects end, the tower counts, upkeep, moves, tax, attacks."""
    position = Turns().plays(1, goals_archer=["chase"], tax_ask=True, **ATTACKS)
    position.place(vlad1=(19, 19), archer1=(20, 0), vlad2=(20, 7), knight3=(20, 5)).hands(archer1="day 14/5")
    position.give(2, gold=2).give(3, gold=2).plays(3, tax_fear=0.0).plays(2, tax_fear=99.0)
    table = position.table
    table.cursed, table.caster, table.card, table.card_seat, table.card_round = 0, 1, 4, 0, 3
    position.turn(1)
    parts = [event for event, *_ in position.told if event in PARTS]
    assert list(dict.fromkeys(parts)) == list(PARTS)
    assert position.attacks() == [("archer1", "vlad2")] and position.of(3, "gold") == 0


def fighting_pair(order):
    """Vlad and archer of seat 1 come up to the knight of seat 2 and attack it; the events of that turn."""
    strikes = {"goals_vlad": ["strike"], "goals_archer": ["strike"], "strike_min": -1000.0}
    position = Turns(stage_order=order).plays(1, **strikes, **ATTACKS)
    position.place(vlad1=(20, 0), archer1=(21, 0), knight2=(20, 6))
    position.hands(vlad1="day 11/12", archer1="day 8/8").turn(1)
    return [event for event, *_ in position.told if event in ("MOVED", "BATTLE_BEGINS", "ATTACK_BEGINS")]


def test_attacks_begin_when_all_units_have_moved():
    """V-48 stage_order: `per_turn`; both attacks are one battle."""
    assert fighting_pair("per_turn") == ["MOVED", "MOVED", "BATTLE_BEGINS", "ATTACK_BEGINS", "ATTACK_BEGINS"]


def test_by_the_option_each_unit_finishes_before_the_next_begins():
    """V-48 stage_order: `per_unit`; each attack is a battle of its own, even if both are on the same unit."""
    assert fighting_pair("per_unit") == 2 * ["MOVED", "BATTLE_BEGINS", "ATTACK_BEGINS"]


@pytest.mark.parametrize("order, fights", [("per_turn", 1), ("per_unit", 2)])
def test_units_at_a_den_fight_together_or_by_the_option_alone(order, fights):
    """V-48, V-65 Vlad and the archer on its squares, each with 14 or 15 attack: alone nobody beats it."""
    position = (
        Turns(stage_order=order, neutral_life=20)
        .place(vlad1=(3, 11), archer1=(3, 12))
        .hands(vlad1="day 15/9", archer1="day 14/5")
    )
    position.turn(1, dice=[1] * fights)
    assert len(position.heard("FIGHT_BEGINS")) == fights and position.of(1, "dens") == int(order == "per_turn")


def taxed(order, life):
    """Vlad and archer threaten the archer of seat 2, who pays for his full life."""
    position = Turns(stage_order=order).plays(1, tax_ask=True).plays(2, tax_fear=1.0).give(2, gold=6)
    position.place(vlad1=(20, 2), archer1=(20, 1), archer2=(20, 4)).set_life(archer2=life)
    return position.hands(vlad1="day 11/12", archer1="day 8/8").turn(1)


def test_by_the_option_tax_is_asked_before_each_stage_two_until_it_is_paid():
    """V-48, V-55 Two threats weigh more than one at a time; who has paid pays no second time in a turn."""
    assert taxed("per_turn", 12).of(1, "tax_got") == 2
    assert taxed("per_unit", 12).of(1, "tax_got") == 0
    assert taxed("per_unit", 6).of(1, "tax_got") == 2


def test_a_unit_attacks_only_once_a_turn():
    """V-48, V-58 With two cards and two foes in reach."""
    position = Turns().plays(1, **ATTACKS).place(archer1=(20, 3), knight2=(20, 5), knight3=(22, 3))
    position.hands(archer1=["day 14/5", "day 13/5"]).turn(1)
    assert len(position.attacks()) == 1
    position.turn(1)
    assert len(position.attacks()) == 2  # in its next turn again


def test_upkeep_goes_from_curse_to_plague_to_rest():
    """V-49 The archer in the outpost loses two and one, then gains one; at the top nothing is gained."""
    position = Turns().outpost(1, (20, 3), "archer1", "knight1").infect("archer1").set_life(archer1=10)
    position.table.cursed, position.table.caster = 0, 1
    position.turn(1)
    losses = [(name_of(unit), loss) for unit, loss, _ in position.heard("LIFE_LOST")]
    assert losses == [("vlad1", 2), ("knight1", 2), ("archer1", 2), ("archer1", 1)]
    assert position.life("archer1", "knight1") == [8, 27]
    assert Turns().outpost(1, (20, 3), "archer1").turn(1).life("archer1") == 24


@pytest.mark.parametrize("heal", [0, 3])
def test_how_well_units_rest_in_an_outpost_can_be_set(heal):
    """V-49, V-21 outpost_heal."""
    position = Turns(outpost_heal=heal).outpost(1, (20, 3), "archer1").set_life(archer1=10)
    assert position.turn(1).life("archer1") == 10 + heal


def test_the_own_outpost_hits_before_the_curse_does():
    """V-49 It kills the caster's Vlad, so nobody loses life by his curse any more."""
    position = Turns().outpost(1, (20, 3)).place(vlad2=(20, 6)).set_life(vlad2=2)
    position.table.cursed, position.table.caster = 0, 1
    position.turn(1)
    assert position.life("vlad1", "archer1") == [34, 24] and position.of(1, "crowns") == 1


def test_an_outpost_hits_all_in_its_range_at_once():
    """V-49, V-06 Two last Vlads fall in one volley of the third seat, which has lost none."""
    position = Turns(3).lives(seat1=1, seat2=1).outpost(3, (20, 3)).place(vlad1=(20, 5), vlad2=(22, 3))
    position.set_life(vlad1=2, vlad2=2).turn(3)
    assert position.end == (3, "last_vlad") and position.of(3, "crowns") == 2


def test_who_dies_of_the_curse_does_not_suffer_the_plague():
    """V-49 Deaths follow at once: the caster is paid for the archer, and the Vlad who stands up is healthy."""
    position = Turns().infect("archer1", "vlad1").set_life(archer1=2, vlad1=2)
    position.table.cursed, position.table.caster = 0, 1
    position.turn(1)
    assert position.where("archer1") == "fallen" and position.life("vlad1") == 34
    assert position.of(2, "gold", "crowns") == [3, 1]
    assert [loss for _, loss, _ in position.heard("LIFE_LOST")] == [2, 2, 2]


def test_a_seat_that_falls_in_upkeep_takes_no_further_part_in_its_turn():
    """V-49, V-72 Its units neither move nor attack."""
    position = Turns().plays(1, goals_archer=["chase"], goals_knight=["home"], **ATTACKS).lives(seat1=1)
    position.place(archer1=(20, 3), vlad2=(20, 5)).hands(archer1="day 14/5").infect("vlad1").set_life(vlad1=1).turn(1)
    assert position.where("archer1") == "gone" and not position.heard("MOVED") and position.attacks() == []
