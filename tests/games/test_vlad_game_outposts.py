"""I Am Vlad, the full game: hits of outposts, and life inside them (V-20 to V-22)."""

import pytest

from simlab.games.vlad.rules.s5_v18_outposts import build
from simlab.games.vlad.rules.s7_v61_game_battle import has_in_reach, may_be_attacked
from simlab.games.vlad.rules.s7_v65_game_fights import ANY_UNIT
from tests.games.vlad_positions import FIGHTS, Position

INSIDE = {0: (), 1: ("vlad2",), 2: ("vlad2", "knight2"), 3: ("vlad2", "knight2", "archer2")}


def outpost_of_seat_2(*inside, rules=None):
    """An outpost at (20, 6), which reaches along row 20 and column 6."""
    return Position(rules=rules).outpost(2, (20, 6), *inside)


# V-20: hits


@pytest.mark.parametrize("rules", [{}, {"outpost_damage": [1, 3, 7, 20]}])
@pytest.mark.parametrize("inside", range(4))
def test_the_more_units_inside_the_harder_the_hit(inside, rules):
    """V-20 `outpost_damage`; at the start of the owner's turn, and on who passes."""
    damage = rules.get("outpost_damage", [2, 4, 6, 8])[inside]
    position = outpost_of_seat_2(*INSIDE[inside], rules=rules).place(archer1=(20, 3)).turn(2)
    assert position.life("archer1") == 24 - damage
    assert position.place(vlad1=(18, 7)).go("vlad1", (18, 5)).life("vlad1") == 34 - damage


def test_crowns_and_cards_change_nothing():
    """V-20, V-28 Neither bonus counts."""
    position = outpost_of_seat_2().give(2, crowns=2).give(1, crowns=2).place(archer1=(20, 3)).turn(2)
    assert position.life("archer1") == 22 and len(position.cards("archer1")) == 3


@pytest.mark.parametrize(("option", "hits"), [("per_move", 1), ("per_square", 3)])
def test_one_hit_for_a_move_or_for_every_square(option, hits):
    """V-20 `outpost_cross`: a unit comes along three squares of the range, its end included."""
    rules = {"outpost_cross": option, "movement": "straight"}
    position = outpost_of_seat_2(rules=rules).place(archer1=(20, 0)).go("archer1", (20, 3))
    assert position.life("archer1") == 24 - 2 * hits


def test_who_only_passes_is_hit():
    """V-20 From north to south over row 20."""
    assert outpost_of_seat_2().place(archer1=(18, 3)).go("archer1", (22, 3)).life("archer1") == 22


def test_the_square_where_a_move_begins_does_not_count():
    """V-20 A unit steps out of range unharmed; one that stays within range is hit."""
    assert outpost_of_seat_2().place(archer1=(20, 3)).go("archer1", (21, 3)).life("archer1") == 24
    assert outpost_of_seat_2().place(archer1=(20, 3)).go("archer1", (20, 2)).life("archer1") == 22


def test_who_stands_still_is_hit_at_the_owners_turn_only():
    """V-20, V-50 Once a round."""
    position = outpost_of_seat_2().place(archer1=(20, 3)).go("archer1", (20, 3))
    assert position.life("archer1") == 24
    for seat, life in ((1, 24), (2, 22), (3, 22), (4, 22)):
        assert position.turn(seat).life("archer1") == life


def test_placing_an_outpost_hits_nobody():
    """V-20."""
    position = Position().place(archer1=(20, 3))
    position.do(build, 2, (20, 6))
    assert position.life("archer1") == 24


def test_own_units_are_not_hit():
    """V-20."""
    position = outpost_of_seat_2().place(archer2=(20, 0), knight2=(20, 8)).go("archer2", (20, 3)).turn(2)
    assert position.life("archer2", "knight2") == [24, 28]


def test_units_that_return_or_stand_up_are_not_hit():
    """V-20 Their squares lie in range: (8, 8) of an outpost in column 8, (2, 2) of one in row 2."""
    position = Position().outpost(2, (5, 8)).outpost(3, (2, 7)).on_road(knight1=13).kill("vlad1").turn(1)
    assert position.where("knight1") == (8, 8) and position.where("vlad1") == (2, 2)
    assert position.life("knight1", "vlad1") == [28, 34]


@pytest.mark.parametrize(
    ("mover", "owners", "paid"),
    [("archer1", (2, 3), 2), ("archer1", (3, 2), 2), ("archer4", (3, 2), 2), ("archer3", (2, 4), 4)],
)
def test_several_outposts_hit_in_turn_order_after_the_mover(mover, owners, paid):
    """V-20, V-64 The one that brings life to nothing is paid, and the next hits no more."""
    position = Position().outpost(owners[0], (20, 6)).outpost(owners[1], (24, 1)).place(**{mover: (21, 0)})
    position.set_life(**{mover: 2}).go(mover, (20, 1))
    assert position.where(mover) == "fallen"
    assert {seat: position.of(seat, "kills", "gold") for seat in owners} == {
        seat: [1, 3] if seat == paid else [0, 0] for seat in owners
    }


def test_both_outposts_hit_who_lives():
    """V-20."""
    position = Position().outpost(2, (20, 6)).outpost(3, (24, 2)).place(archer1=(21, 3)).go("archer1", (20, 2))
    assert position.life("archer1") == 20


def test_an_outpost_takes_a_crown_for_a_vlad():
    """V-20, V-64 At the start of its owner's turn, all at once."""
    position = outpost_of_seat_2().place(vlad1=(20, 3), knight3=(20, 8)).set_life(vlad1=1, knight3=2).turn(2)
    assert position.of(2, "crowns", "gold", "kills") == [1, 3, 2] and position.where("vlad1") == (2, 2)


def test_the_own_outpost_at_the_end_of_a_move_does_not_count():
    """V-20 Its square lies in the range of another outpost, the one before it does not."""
    position = outpost_of_seat_2().outpost(1, (20, 3)).place(archer1=(21, 2)).go("archer1", (20, 3))
    assert position.where("archer1") == "outpost" and position.life("archer1") == 24
    assert position.turn(2).life("archer1") == 24


# V-21: inside


def test_entering_is_the_last_step_of_a_move():
    """V-21 Five steps at most, the last of them onto the outpost."""
    position = outpost_of_seat_2().place(archer2=(20, 1), knight2=(26, 6))
    assert position.go("archer2", (20, 6)).where("archer2") == "outpost"
    position.reach("knight2")
    assert position.play.reach.outpost_steps > 5


@pytest.mark.parametrize("movement", ["walk", "straight"])
def test_nobody_else_enters(movement):
    """V-21, V-22 And it is an obstacle for everybody."""
    position = outpost_of_seat_2(rules={"movement": movement}).place(archer1=(20, 5), archer2=(20, 7))
    assert (20, 6) not in position.reach("archer1") | position.reach("archer2")
    position.reach("archer1")
    assert position.play.reach.outpost_square < 0


def test_all_three_units_find_room():
    """V-21 One place for each type."""
    position = outpost_of_seat_2().place(vlad2=(20, 5), knight2=(20, 7), archer2=(21, 6))
    for name in INSIDE[3]:
        position.go(name, (20, 6))
    assert [position.where(name) for name in INSIDE[3]] == ["outpost"] * 3


def test_leaving_is_an_ordinary_move():
    """V-21 Up to five squares."""
    position = outpost_of_seat_2("archer2")
    assert (20, 11) in position.reach("archer2") and (20, 12) not in position.reach("archer2")
    assert position.go("archer2", (23, 9)).where("archer2") == (23, 9)
    assert (20, 6) not in position.reach("archer1") and position.table.at[position.square((23, 9))] == 5


@pytest.mark.parametrize(("heal", "lives"), [(1, [11, 34]), (3, [13, 34]), (0, [10, 33])])
def test_units_inside_recover(heal, lives):
    """V-21 `outpost_heal` at each own upkeep, up to full life."""
    position = outpost_of_seat_2("archer2", "vlad2", rules={"outpost_heal": heal}).set_life(archer2=10, vlad2=33)
    position.set_life(knight2=5).turn(2)
    assert position.life("archer2", "vlad2", "knight2") == [*lives, 5]


def test_who_is_inside_neither_attacks_nor_is_attacked():
    """V-21."""
    position = outpost_of_seat_2("archer2").place(archer1=(20, 8)).hand("archer2", "day 14/5")
    assert not position.do(may_be_attacked, "archer2", 1)
    assert not position.do(has_in_reach, "archer2", "archer1", ANY_UNIT)
    position.plays(1, **FIGHTS).plays(2, **FIGHTS).turn(1).turn(2)
    assert position.heard("BATTLE_BEGINS") == [] and position.life("archer2") == 24


def test_potions_reach_inside():
    """V-33, V-21."""
    position = outpost_of_seat_2("archer2").give(2, potions=1).set_life(archer2=5).plays(2, heal_below=0.5).turn(2)
    assert position.life("archer2") == 5 + 1 + 7


# V-22: what reaches inside


def test_curse_and_plague_go_on_inside():
    """V-22, V-49 Two for the curse, one for the plague, then one life back."""
    position = outpost_of_seat_2("archer2", "vlad2").infect("vlad2")
    position.table.cursed, position.table.caster = 1, 2
    position.turn(2)
    assert position.life("archer2", "vlad2") == [24 - 2 + 1, 34 - 2 - 1 + 1]


def test_a_unit_in_an_outpost_is_not_infected():
    """V-22, V-43."""
    position = outpost_of_seat_2("archer2").infect("archer1").place(archer1=(18, 10), vlad3=(23, 10))
    position.go("archer1", (20, 9))
    assert position.mark("archer2") == "healthy"
    position.go("vlad3", (21, 9))
    assert position.mark("vlad3") == "infected"


def test_a_plagued_unit_inside_infects_nobody():
    """V-22 Not even its own company."""
    position = outpost_of_seat_2("archer2", "vlad2").infect("archer2").place(vlad1=(23, 9))
    position.go("vlad1", (20, 8))
    assert position.mark("vlad1", "vlad2") == ["healthy", "healthy"]


@pytest.mark.parametrize("shields", [True, False])
def test_an_outpost_shields_from_akathist_cards(shields):
    """V-22, A-3 `outpost_shields`: hail does not reach inside, or does."""
    position = outpost_of_seat_2("archer2", rules={"outpost_shields": shields}).place(archer1=(8, 8)).give(1, gold=1)
    position.akathist("hail").plays(1, akathist_gold=1).turn(1)
    assert position.life("archer2", "knight2") == [24 if shields else 22, 26]


@pytest.mark.parametrize("shields", [True, False])
def test_an_outpost_shields_from_wrath_and_lightning(shields):
    """V-22 An outpost near the church; only those outside, or all twelve, are drawn from."""
    position = Position(rules={"outpost_shields": shields}).outpost(2, (6, 9), "archer2").place(archer1=(8, 8))
    position.give(1, gold=2).plays(1, akathist_gold=1).akathist("altar_wrath").turn(1)
    assert position.life("archer2") == (24 if shields else 20) and position.life("archer1") == 20
    position.akathist("lightning").turn(1, dice=(1,))
    assert position.faces == [11 if shields else 12] and position.life("vlad1") == 26


def test_an_outpost_cuts_lines_of_attack():
    """V-22, V-57 The archer does not hit what stands behind it, nor reach it with the plague."""
    position = outpost_of_seat_2().place(archer1=(20, 4), archer3=(20, 8), archer4=(23, 4))
    assert not position.do(has_in_reach, "archer1", "archer3", ANY_UNIT)
    assert position.do(has_in_reach, "archer1", "archer4", ANY_UNIT)
    position.infect("archer1").go("archer1", (20, 4))
    assert position.mark("archer3", "archer4") == ["healthy", "infected"]
