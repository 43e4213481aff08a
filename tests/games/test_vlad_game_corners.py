"""Corners of the full game of I Am Vlad: what happens when rules meet that seldom do."""

from simlab.chance.plain import run_plain
from simlab.games.vlad import game_state as state
from simlab.games.vlad.rules.p3_errands import destination
from simlab.games.vlad.rules.s3_v09_board import lift, put
from simlab.games.vlad.rules.s5_v18_outposts import build
from simlab.games.vlad.rules.s5_v43_spread import infect
from simlab.games.vlad.rules.s6_v50_arrival import move
from simlab.games.vlad.rules.s6_v50_movement import look_around
from simlab.games.vlad.rules.s7_v61_game_battle import battle_is_over, begin_battle, end_battle, exchange_blows
from simlab.games.vlad.state import AS_DEALT, DAY
from tests.games.test_vlad_game import Position, square
from tests.games.vlad_setups import VLAD, case

VLAD_0, KNIGHT_0, ARCHER_0, KNIGHT_1, ARCHER_1 = 0, 1, 2, 4, 5
BASE = square(2, 2)  # where the first seat's Vlad starts


def stand(position, unit, place):
    """A unit is put on a square."""
    run_plain(lift, unit, position.play)
    run_plain(put, unit, place, position.play)


def hold_day_cards(position, *units):
    """Units hold three cards of the day."""
    for unit in units:
        seat, kind = divmod(unit, 3)
        pack = position.play.packs.of[kind]
        by_day = [card for card in range(1, pack.card_count + 1) if pack.rank[AS_DEALT, DAY, card] >= 0]
        position.play.units.of[seat, kind].hand[:3] = by_day[:3]


def knight_kills_vlad_and_falls(position, place):
    """The first seat's Vlad attacks a knight on a square and dies of the answer; then his own knight kills it."""
    knight = position.play.units.of[1, 1]
    hold_day_cards(position, VLAD_0, KNIGHT_0, KNIGHT_1)
    position.play.units.of[0, 0].life, position.play.seats.of[1].attack_bonus = 1, 50
    stand(position, KNIGHT_1, place)
    run_plain(begin_battle, KNIGHT_1, position.play)
    run_plain(exchange_blows, VLAD_0, KNIGHT_1, position.play, position.rules, position.stream)
    assert not run_plain(battle_is_over, KNIGHT_1, position.play)
    knight.life, position.play.units.of[0, 1].life = 1, 1000
    run_plain(exchange_blows, KNIGHT_0, KNIGHT_1, position.play, position.rules, position.stream)
    run_plain(end_battle, KNIGHT_1, position.play, position.rules, position.stream)


def test_a_vlad_who_falls_in_a_battle_stands_up_before_it_goes_on():
    """V-32, V-61 The enemy that still stands on his start square is in his way, though it falls a moment later."""
    position = Position()
    stand(position, VLAD_0, square(5, 5))
    knight_kills_vlad_and_falls(position, BASE)
    assert position.table.square[VLAD_0] != BASE and position.play.units.of[0, 0].life == 34
    assert position.table.lives[0] == 1 and position.table.vlad_deaths[0] == 1
    assert (position.table.kills[0], position.table.kills[1]) == (1, 0)  # who killed Vlad does not live any more
    assert position.table.gold[0] == 3 and position.table.crowns[1] == 0


def test_a_vlad_who_falls_in_a_battle_meets_the_plague_in_his_base():
    """V-32, V-43 He stands up within the reach of a plagued knight that falls later in the same battle."""
    position = Position()
    stand(position, VLAD_0, square(5, 5))
    run_plain(infect, KNIGHT_1, position.play)
    knight_kills_vlad_and_falls(position, square(3, 3))
    assert position.table.square[VLAD_0] == BASE
    assert position.table.plague[VLAD_0] == state.INFECTED


def test_a_vlad_who_dies_on_his_way_is_not_cured_where_he_stands_up():
    """V-50, V-44 Even if that is an orange square of his church, and he catches the plague again there."""
    position = Position(rules={"death_immunises": False})
    run_plain(build, 1, square(12, 4), position.play, position.rules)
    stand(position, VLAD_0, square(20, 3))
    stand(position, ARCHER_0, square(8, 12))  # in line with the first orange square
    run_plain(infect, ARCHER_0, position.play)
    for row in range(13):
        for column in range(13):
            if (row, column) not in ((8, 8), (8, 12)):
                position.table.at[square(row, column)] = ARCHER_1
    position.play.units.of[0, 0].life = 1
    run_plain(look_around, VLAD_0, position.play, position.rules)
    run_plain(move, VLAD_0, square(17, 4), position.play, position.rules, position.stream)
    assert position.table.vlad_deaths[0] == 1 and position.table.square[VLAD_0] == square(8, 8)
    assert position.table.plague[VLAD_0] == state.INFECTED


def test_a_unit_stays_whose_den_another_has_just_beaten():
    """P-3, P-4 So it may be if every unit fights before the next one moves."""
    position = Position(rules={"stage_order": "per_unit"})
    position.table.goal[KNIGHT_0], position.play.intent.den = state.HUNT_DEN, 0
    here = position.table.square[KNIGHT_0]
    assert run_plain(destination, KNIGHT_0, position.play, position.rules) != here
    position.table.den_stands[0] = 0
    assert run_plain(destination, KNIGHT_0, position.play, position.rules) == here


def test_a_move_is_shorter_than_what_counts_as_no_way():
    """V-50, P-1 A unit that goes farther than 99 steps would be taken for one that cannot go there."""
    model = VLAD.models["game"]
    assert not list(model.faults(case("game", {}, {"move_squares": state.MOST_STEPS})))
    (fault,) = model.faults(case("game", {}, {"move_squares": state.MOST_STEPS + 1}))
    assert (fault.path, fault.message) == (("rules", "move_squares"), "1..64 in a whole game")
    assert state.MOST_STEPS < state.FAR
