"""Section V: the road through the underworld and the way back (V-15, V-16)."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.chance.dice import FACES
from simlab.chance.streams import at, die
from simlab.chance.witness import tell
from simlab.games.vlad import story
from simlab.games.vlad.rules.s5_v12_dials import dial_after, time_at
from simlab.games.vlad.state import BY_POSITION, CAP, FIRST_EXIT, LAST_ROAD_SQUARE, REROLL, ROAD


class Journey(NamedTuple):
    """A figure's way back: its exit, the dice thrown, the own turn of its return, own turns waited at the exit."""

    exit: int
    rolls: int
    returned_on: int
    waited: int


@rule
def walk(square, roll, rules):
    """V-15 Where a throw leads: on along the road; past its end as `overshoot` says."""
    if square + roll <= LAST_ROAD_SQUARE:
        return square + roll
    return LAST_ROAD_SQUARE if rules.overshoot == CAP else square


@rule
def throws_again(square, roll, rules):
    """V-15 A walk past the end is thrown again at once, if `overshoot` says so."""
    return rules.overshoot == REROLL and square + roll > LAST_ROAD_SQUARE


@rule
def road_turn(square, turn, rules, stream):
    """V-15, V-45 One own turn on the road; returns (square, dice thrown). From square 0 the token's die is thrown."""
    event = at(stream, ROAD, turn, 0)
    rolls = 1
    roll = die(event, 0, FACES)
    while throws_again(square, roll, rules):
        roll = die(event, rolls, FACES)
        rolls += 1
    reached = walk(square, roll, rules)
    tell(story.ROAD_WALKED, turn, square, roll, reached, rolls)
    return reached, rolls


@rule
def is_exit(square):
    """V-15 Squares 13, 14, 15, 16 are exits; no die is thrown there any more."""
    return square >= FIRST_EXIT


@rule
def may_return(square, position, rules):
    """V-16 The exit's position, or any of the same time of day, is the dial's now."""
    waits_for = rules.exit_positions[square - FIRST_EXIT]
    if rules.exit_match == BY_POSITION:
        return position == waits_for
    return time_at(position, rules) == time_at(waits_for, rules)


@rule
def turns_until_return(square, dial, reached_on, rules):
    """V-16 Own turns from reaching an exit to the first on which the figure may return."""
    waited = 0 if rules.return_same_turn else 1
    while not may_return(square, dial_after(dial, reached_on + waited), rules):
        waited += 1
    tell(story.RETURNED, reached_on + waited, square, dial_after(dial, reached_on + waited), waited)
    return waited


@rule
def journey(square, dial, rules, stream):
    """V-15, V-16 One figure on the road, from own turn 0 with this dial; on square 0 it is not yet placed."""
    turn, rolls = 0, 0
    if square == 0:
        square, rolls = road_turn(0, 0, rules, stream)
    while not is_exit(square):
        turn += 1
        square, thrown = road_turn(square, turn, rules, stream)
        rolls += thrown
    waited = turns_until_return(square, dial, turn, rules)
    return Journey(square, rolls, turn + waited, waited)
