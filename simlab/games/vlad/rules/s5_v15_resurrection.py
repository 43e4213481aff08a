"""Section V: resurrection tokens, the road and the return in a game (V-15, V-16, V-17, V-30)."""

from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import (
    DISCARD,
    FALLEN,
    KINDS,
    NO_SQUARE,
    ON_ROAD,
    ON_THE_ROAD,
    RETURN_SQUARE,
)
from simlab.games.vlad.rules.s3_v09_board import church_serves, is_free, put, rank_of, turn_of
from simlab.games.vlad.rules.s5_v15_underworld import is_exit, may_return, road_turn
from simlab.games.vlad.rules.s5_v36_cards import add_cards
from simlab.games.vlad.rules.s5_v43_spread import spread_plague
from simlab.games.vlad.state import KNIGHT


@rule
def may_rise(unit, table):
    """V-15, V-30 Does a dead figure lie beside the board whose seat has a token for it?"""
    return table.place[unit] == FALLEN and table.resurrection[unit // KINDS] > 0


@rule
def road_event(unit, table, stream):
    """V-15 Where the dice of a figure come from in this turn."""
    return at(stream, ON_THE_ROAD, turn_of(unit // KINDS, table), unit)


@rule
def use_token(unit, play, rules, stream):
    """V-15, V-30 A token puts a dead figure on the road, where a die says."""
    table = play.table
    table.resurrection[unit // KINDS] -= 1
    table.resurrections[unit // KINDS] += 1
    tell(story.TOKEN_USED, unit)
    table.road[unit], _ = road_turn(0, 0, rules, road_event(unit, table, stream))
    table.place[unit], table.placed_in[unit] = ON_ROAD, table.round_now


@rule
def walk_and_return(seat, play, rules, stream):
    """V-15, V-16 The seat's figures that were on the road walk; then those at their exits may come back."""
    table = play.table
    for unit in range(KINDS * seat + KNIGHT, KINDS * seat + KINDS):
        if table.place[unit] == ON_ROAD and table.placed_in[unit] < table.round_now and not is_exit(table.road[unit]):
            tell(story.WALKS_ROAD, unit)
            table.road[unit], _ = road_turn(table.road[unit], 0, rules, road_event(unit, table, stream))
            if is_exit(table.road[unit]):
                table.placed_in[unit] = table.round_now
    for unit in range(KINDS * seat + KNIGHT, KINDS * seat + KINDS):
        if table.place[unit] == ON_ROAD and may_come_back(unit, table, rules):
            come_back(unit, play, rules, stream)
        elif table.place[unit] == ON_ROAD and is_exit(table.road[unit]):
            tell(story.WAITS_AT_EXIT, unit, table.road[unit])


@rule
def may_come_back(unit, table, rules):
    """V-16 Does a figure stand at an exit whose time it is, if need be since an earlier turn?"""
    if not is_exit(table.road[unit]) or (table.placed_in[unit] == table.round_now and not rules.return_same_turn):
        return False
    return may_return(table.road[unit], table.dial, rules)


@rule
def come_back(unit, play, rules, stream):
    """V-17 A figure comes back on a free orange square of its church, with full life; else it waits."""
    table, seat, kind = play.table, unit // KINDS, unit % KINDS
    square = free_church_square(seat, play, rules)
    if square == NO_SQUARE:
        tell(story.CHURCH_FULL, unit, table.road[unit])
        return
    fighter = play.units.of[seat, kind]
    fighter.life = fighter.start_life
    put(unit, square, play)
    table.resting[unit] = not rules.return_acts
    tell(story.CAME_BACK, unit, square)
    if rules.dead_hand == DISCARD:
        add_cards(fighter, play.packs.of[kind], rules.hand_size, stream)
    spread_plague(play)


@rule
def free_church_square(seat, play, rules):
    """V-17, V-54 The first free orange square of a seat's church that serves returns; NO_SQUARE if there is none."""
    ground, corner = play.ground, play.table.corner[seat]
    found = NO_SQUARE
    for place in range(ground.church_size[corner]):
        square = ground.church_square[corner, place]
        if is_free(square, play) and church_serves(square, RETURN_SQUARE, play, rules):
            if found == NO_SQUARE or rank_of(square, seat, play) < rank_of(found, seat, play):
                found = square
    return found
