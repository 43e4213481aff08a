"""I Am Vlad, the full game: the curse, what crowns are good for, and the bell (V-26 to V-29)."""

import pytest

from simlab.games.vlad.game_state import NOBODY
from simlab.games.vlad.rules.s5_v26_curse_and_bell import may_curse, may_toll
from tests.games.vlad_positions import DEADLY, FIGHTS, Position

TOWER, INSIDE, GATEWAY, CHURCH = (19, 19), (17, 19), (13, 19), (8, 8)
RINGS = {"bell_min": 1}


def cursed(rules=None, seat=2, caster=1):
    """A seat that another has cursed."""
    position = Position(rules=rules)
    position.table.cursed, position.table.caster = seat - 1, caster - 1
    return position


def curse(position):
    """(Cursed seat, caster); None without a curse."""
    table = position.table
    return None if table.cursed == NOBODY else (int(table.cursed) + 1, int(table.caster) + 1)


# V-26: right and use


@pytest.mark.parametrize(
    ("crowns", "flags", "right"),
    [(0, (0, 1, 2, 3), True), (2, (), True), (1, (0, 1, 2), False), (0, (0, 1, 2), False), (1, (0, 1, 2, 3), True)],
)
def test_four_flags_or_two_crowns_give_the_right_to_curse(crowns, flags, right):
    """V-26."""
    position = Position().place(vlad1=TOWER).give(1, crowns=crowns, flags=flags)
    assert bool(position.do(may_curse, 1)) == right
    assert curse(position.turn(1)) == ((2, 1) if right else None)
    assert position.row["curses_1"] == int(right)


@pytest.mark.parametrize("squares", [{"vlad1": (18, 19)}, {"knight1": TOWER}])
def test_vlad_himself_has_to_stand_on_the_tower(squares):
    """V-26."""
    assert curse(Position().place(**squares).give(1, crowns=2).turn(1)) is None


def test_the_token_is_taken_from_wherever_it_lies():
    """V-26 Also from the own seat, on which another had laid it; the last who laid it is the caster."""
    position = cursed(seat=1, caster=3).place(vlad1=TOWER).give(1, crowns=2).give(4, crowns=1).turn(1)
    assert curse(position) == (4, 1) and position.life("vlad1") == 32


def test_the_curse_is_laid_on_the_living():
    """V-26 Seat 3 had most crowns, but has left."""
    position = Position().place(vlad1=TOWER).give(1, crowns=2).give(3, crowns=1).lives(seat3=1).give(4, flags=(1,))
    assert curse(position.kill("vlad3").turn(1)) == (4, 1)


# V-27: effect


@pytest.mark.parametrize(("rules", "loss"), [({}, 2), ({"curse_damage": 5}, 5), ({"curse_damage": 0}, 0)])
def test_a_cursed_seat_loses_life_at_every_upkeep(rules, loss):
    """V-27 `curse_damage`: all units on the map, inside outposts too; no other seat."""
    position = cursed(rules | {"outpost_heal": 0}).outpost(2, (20, 6), "archer2")
    for seat in (1, 2, 3, 4):
        position.turn(seat)
    assert position.life("vlad2", "knight2", "archer2") == [34 - loss, 28 - loss, 24 - loss]
    assert position.life("vlad1", "vlad3", "vlad4") == [34, 34, 34]
    assert position.turn(2).life("vlad2") == 34 - 2 * loss


def test_the_underworld_is_out_of_its_reach():
    """V-27 But who comes back is cursed like the others."""
    position = cursed().on_road(knight2=12).dial(2).round(dice=(2,))
    assert position.life("knight2") == 28
    position.round()
    assert position.life("knight2", "vlad2") == [26, 30]


def test_the_curse_goes_on_when_its_caster_leaves_the_tower():
    """V-27."""
    position = Position().place(vlad1=TOWER).give(1, crowns=2).turn(1).go("vlad1", (17, 19)).turn(1)
    assert curse(position) == (2, 1) and position.turn(2).life("vlad2") == 32


@pytest.mark.parametrize("death", ["vlad1", "vlad2"])
def test_the_curse_ends_with_the_casters_vlad(death):
    """V-27 By any death of his, wherever he is; not by that of the cursed Vlad."""
    position = cursed().kill(death)
    assert curse(position) == (None if death == "vlad1" else (2, 1))


def test_the_curse_ends_with_the_cursed_seat():
    """V-27, V-72."""
    assert curse(cursed().lives(seat2=1).kill("vlad2")) is None


def test_whom_the_curse_kills_the_caster_is_paid_for():
    """V-27, V-64."""
    position = cursed().set_life(vlad2=2, knight2=1).turn(2)
    assert position.of(1, "crowns", "gold", "kills") == [1, 3, 2] and position.where("vlad2") == (2, 37)


# V-28: crowns


@pytest.mark.parametrize(
    ("rules", "crowns", "attack", "defence"),
    [
        ({}, 0, 0, 0),
        ({}, 1, 2, 0),
        ({}, 2, 3, 1),
        ({"crown_bonus": "add"}, 1, 2, 0),
        ({"crown_bonus": "add"}, 2, 5, 1),
    ],
)
def test_crowns_make_every_card_stronger(rules, crowns, attack, defence):
    """V-28 `crown_bonus`: those of attacks, of answers, and against neutrals."""
    position = Position(rules=rules).give(1, crowns=crowns).place(archer1=(20, 3), knight2=(20, 4))
    position.hand("archer1", "day 14/5", "day 13/5").hand("knight2", "day 14/8", "day 13/8")
    position.battle("knight2", "archer1")
    assert position.life("knight2") == 28 - (14 + attack - 8) and position.life("archer1") == 24 - (14 - 5 - defence)
    position = Position(rules=rules).give(1, crowns=crowns).place(archer1=(20, 3), knight2=(20, 4))
    position.hand("archer1", "day 14/5").hand("knight2", "day 14/8").battle("archer1", "knight2")
    assert position.life("archer1") == 24 - (14 - 5 - defence) and position.life("knight2") == 28 - (14 + attack - 8)
    position = Position(rules=rules).give(1, crowns=crowns).place(archer1=(11, 3)).hand("archer1", "day 14/5")
    position.turn(1, dice=(1,))
    assert position.heard("FIGHT_ENDS") == [(0, 36 - 14 - attack)] and position.life("archer1") == 24 - 2 + defence


@pytest.mark.parametrize(("bare", "loss"), [(False, 14), (True, 13)])
def test_the_defence_bonus_may_count_without_a_card(bare, loss):
    """V-28 `bare_defence_bonus`."""
    position = Position(rules={"bare_defence_bonus": bare}).give(2, crowns=2).place(archer1=(20, 3), knight2=(20, 4))
    position.hand("archer1", "day 14/5").hand("knight2").battle("knight2", "archer1")
    assert position.life("knight2") == 28 - loss


@pytest.mark.parametrize(("magic", "losses"), [(True, (26 + 3 - 12, 20 - 6 - 1)), (False, (26 - 12, 20 - 6))])
def test_magic_cards_may_be_made_stronger_too(magic, losses):
    """V-28 `crown_bonus_magic`."""
    position = Position(rules={"crown_bonus_magic": magic}).give(1, crowns=2).place(vlad1=(20, 3), vlad2=(20, 5))
    position.magic(1, "26/6").magic(2, "20/12").hand("vlad1").battle("vlad2", "vlad1")
    assert (34 - position.life("vlad2"), 34 - position.life("vlad1")) == losses


def test_a_crown_counts_from_the_moment_it_is_won():
    """V-28 A Vlad falls; the archer's next attack on another seat is stronger."""
    position = Position().place(vlad1=(20, 3), vlad2=(20, 5), archer1=(18, 3), knight3=(18, 5)).set_life(vlad2=1)
    position.hand("vlad1", *DEADLY).hand("vlad2").hand("archer1", "day 14/5").hand("knight3")
    position.plays(1, prey_vlad=9.0, **FIGHTS).turn(1)
    assert position.of(1, "crowns") == 1 and position.life("knight3") == 28 - 16


# V-29: the bell


def locked(position, name="knight4"):
    """Is a unit inside the fortress held there?"""
    return len(position.reach(name)) == 1


@pytest.mark.parametrize("place", [(8, 8), (8, 30), (30, 31), (31, 9)])
def test_a_unit_on_any_church_tolls_the_bell(place):
    """V-29 Any of its orange squares, on position 1 of the dial only."""
    for dial in (1, 2, 3, 4):
        position = Position().place(archer1=place, knight4=INSIDE).dial(dial)
        assert bool(position.do(may_toll, "archer1")) == (dial == 1)
        position.plays(1, **RINGS).turn(1)
        assert position.of(1, "bells") == int(dial == 1) and locked(position) == (dial == 1)


def test_nobody_tolls_elsewhere_or_twice():
    """V-29 The bell is in the box no more while it rings."""
    position = Position().place(archer1=(7, 8), knight2=CHURCH, knight4=INSIDE)
    assert not position.do(may_toll, "archer1")
    position.plays(2, **RINGS).turn(2).place(archer1=(8, 9))
    assert not position.do(may_toll, "archer1") and not position.do(may_toll, "knight2")


def test_the_bell_locks_the_fortress():
    """V-29, V-51 Nobody inside moves, and nobody enters, be his flag on the gate or not; bridges are outside."""
    position = Position().give(1, flags=(0,)).place(archer1=CHURCH, knight4=INSIDE, vlad1=GATEWAY)
    position.place(knight1=(14, 20), archer4=(16, 19))
    assert (14, 19) in position.reach("vlad1")
    position.plays(1, **RINGS).turn(1)
    assert locked(position, "knight1") and locked(position, "knight4")  # own ones as well, and on the gate's opening
    assert (14, 19) not in position.reach("vlad1") and (10, 19) in position.reach("vlad1")


def test_the_bell_is_tolled_against_those_who_are_inside():
    """V-29, P-5 Not against one who has died there, nor for as many own units as enemies."""
    position = Position().place(archer1=CHURCH, knight4=INSIDE).kill("knight4").plays(1, **RINGS).turn(1)
    assert position.of(1, "bells") == 0
    position.place(knight3=INSIDE, knight1=(17, 20)).turn(1)
    assert position.of(1, "bells") == 0 and position.place(knight1=(20, 3)).turn(1).of(1, "bells") == 1


def test_inside_one_may_still_fight_and_curse():
    """V-29 Attacks, answers, tactical actions are not touched."""
    position = Position().give(4, crowns=2).place(archer1=CHURCH, vlad4=TOWER, archer2=(17, 19)).plays(1, **RINGS)
    position.hand("vlad4", *DEADLY).hand("archer2", "day 14/5").turn(1).plays(4, **FIGHTS).turn(4)
    assert locked(position, "vlad4") and curse(position) is not None
    assert position.life("archer2") == 24 - (19 + 3 - 5) and position.life("vlad4") == 34 - max(14 - 7 - 1, 0)


@pytest.mark.parametrize("clock", ["owner_turn", "round_end"])
def test_how_long_the_bell_rings(clock):
    """V-29 `effect_clock`: seat 3 tolls in round 3; until its turn in round 5, or to the end of round 4."""
    position = Position(rules={"effect_clock": clock}).place(archer3=CHURCH, knight4=INSIDE).plays(3, **RINGS)
    position.round().plays(3)
    assert locked(position) and position.of(3, "bells") == 1
    position.round()
    assert locked(position) == (clock == "owner_turn") and position.table.round_now == 5
    for seat in (1, 2):
        position.turn(seat)
        assert locked(position) == (clock == "owner_turn")
    position.turn(3)
    assert not locked(position)


def test_the_bell_of_a_seat_that_is_gone_ends_all_the_same():
    """V-29, V-72 At its place in the order."""
    position = Position().place(archer3=CHURCH, knight4=INSIDE).plays(3, **RINGS).lives(seat3=1)
    position.round().kill("vlad3").round()
    assert locked(position)
    position.round()
    assert not locked(position)
