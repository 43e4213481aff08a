"""Corners of the full game of I Am Vlad: what happens when rules meet that seldom do."""

from simlab.games.vlad import game_state as state
from simlab.games.vlad.rules.p3_errands import destination
from simlab.games.vlad.rules.s7_v61_game_battle import battle_is_over, begin_battle, end_battle, exchange_blows
from tests.games.vlad_boards import SMALL
from tests.games.vlad_positions import Position
from tests.games.vlad_setups import VLAD, case
from tests.games.vlad_turns import Turns

BASE = (2, 2)  # where the first seat's Vlad starts
FOURTEEN = 8  # the place of the highest face of the die of neutrals


def knight_kills_vlad_and_falls(position, place):
    """The first seat's Vlad attacks a knight on a square and dies of the answer; then his own knight kills it."""
    position.hand("vlad1", "day 11/12").hand("knight1", "day 16/6").hand("knight2", "day 16/6", "day 15/7")
    position.place(vlad1=(5, 5), knight2=place).set_life(vlad1=1)
    position.give(2, crowns=1)
    position.do(begin_battle, "knight2")
    position.do(exchange_blows, "vlad1", "knight2")
    assert not position.do(battle_is_over, "knight2")
    position.set_life(knight2=1)
    position.do(exchange_blows, "knight1", "knight2")
    position.do(end_battle, "knight2")
    return position


def test_a_vlad_who_falls_in_a_battle_stands_up_before_it_goes_on():
    """V-32, V-61 The enemy that still stands on his start square is in his way, though it falls a moment later."""
    position = Position().place(vlad1=(5, 5))
    knight_kills_vlad_and_falls(position, BASE)
    assert position.where("vlad1") not in (BASE, (5, 5)) and position.life("vlad1") == 34
    assert position.of(1, "lives", "vlad_deaths") == [1, 1]
    assert position.of(1, "kills") == 1 and position.of(2, "kills") == 0  # who killed Vlad does not live any more
    assert position.of(1, "gold") == 3 and position.of(2, "crowns") == 1


def test_a_vlad_who_falls_in_a_battle_meets_the_plague_in_his_base():
    """V-32, V-43 He stands up within the reach of a plagued knight that falls later in the same battle."""
    position = knight_kills_vlad_and_falls(Position().infect("knight2"), (3, 3))
    assert position.where("vlad1") == BASE and position.mark("vlad1") == "infected"


def vlad_and_archer_fall_at_a_den(**rules):
    """Near the first seat's base, where an enemy is in the way, Vlad falls and then the plagued archer."""
    fight = Turns(2, {"board": list(SMALL)}, death_immunises=False, **rules)
    fight.place(knight1=(6, 0), vlad1=(1, 5), archer1=(0, 5), knight2=(0, 0)).set_life(vlad1=1, archer1=1)
    fight.infect("archer1").hands(vlad1=["day 15/9", "day 11/12"], archer1="day 12/6")
    return fight.second_stage(1, dice=[FOURTEEN] * 2)


def test_a_vlad_who_falls_in_a_neutral_fight_stands_up_before_it_goes_on():
    """V-32, V-66, V-43 In the reach of his own plagued archer, that falls later in the same fight."""
    fight = vlad_and_archer_fall_at_a_den()
    assert fight.where("vlad1") == (0, 1) and fight.where("archer1") == "fallen"
    assert fight.mark("vlad1", "archer1") == ["infected", "healthy"]


def test_a_vlad_who_falls_in_a_neutral_fight_is_out_of_it():
    """V-66, V-70 He plays no more cards, and is none of those who live to take the coins."""
    fight = vlad_and_archer_fall_at_a_den(neutral_life=27, dying_blow=True)
    assert fight.life("vlad1") == 34 and len(fight.cards("vlad1")) == 2  # one is left, one drawn for that used
    assert fight.of(1, "dens", "gold") == [1, 0]


def test_a_vlad_who_dies_on_his_way_is_not_cured_where_he_stands_up():
    """V-50, V-44 Even if that is an orange square of his church, and he catches the plague again there."""
    position = Position(rules={"death_immunises": False}).outpost(2, (12, 4))
    position.place(vlad1=(20, 3), archer1=(8, 12)).infect("archer1").set_life(vlad1=1)
    for row in range(13):
        for column in range(13):
            if (row, column) not in ((8, 8), (8, 12)):
                position.table.at[position.square((row, column))] = 3 * 1 + 2  # nowhere else is a place to stand up
    position.go("vlad1", (17, 4))
    assert position.of(1, "vlad_deaths") == 1 and position.where("vlad1") == (8, 8)
    assert position.mark("vlad1") == "infected"


def test_a_unit_stays_whose_den_another_has_just_beaten():
    """P-3, P-4 So it may be if every unit fights before the next one moves."""
    position = Position(rules={"stage_order": "per_unit"})
    position.table.goal[1], position.play.intent.den = state.HUNT_DEN, 0
    here = position.square(position.where("knight1"))
    assert position.do(destination, "knight1") != here
    position.table.den_stands[0] = 0
    assert position.do(destination, "knight1") == here


def test_a_move_is_shorter_than_what_counts_as_no_way():
    """V-50, P-1 A unit that goes farther than 99 steps would be taken for one that cannot go there."""
    model = VLAD.models["game"]
    assert not list(model.faults(case("game", {}, {"move_squares": state.MOST_STEPS})))
    (fault,) = model.faults(case("game", {}, {"move_squares": state.MOST_STEPS + 1}))
    assert (fault.path, fault.message) == (("rules", "move_squares"), "1..64 in a whole game")
    assert state.MOST_STEPS < state.FAR
