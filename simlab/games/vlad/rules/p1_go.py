"""Policies: where a unit goes that wants to come to some squares (P-1)."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.games.vlad.game_state import FAR, IN_OUTPOST, KINDS, NO_SQUARE, NO_UNIT
from simlab.games.vlad.rules.s3_v09_board import NOTHING, rank_of
from simlab.games.vlad.rules.s5_v18_outposts import enemy_outpost_reaches
from simlab.games.vlad.rules.s6_v50_distance import at_least_far, far_from, steps_without_outposts
from simlab.games.vlad.rules.s6_v50_movement import is_reachable, look_around, steps_to


class Stop(NamedTuple):
    """P-1 A square to go to, by what it is chosen: how far it is from the targets, steps, place in reading order."""

    far: int
    steps: int
    rank: int
    square: int


@rule
def leave_out_taken(unit, play):
    """P-1 Squares with another unit are left out, unless all have one."""
    table, reach, free = play.table, play.reach, 0
    for number in range(reach.targets):
        there = table.at[reach.target[number]]
        free += there == NO_UNIT or there == unit
    if free > 0:
        kept = 0
        for number in range(reach.targets):
            there = table.at[reach.target[number]]
            if there == NO_UNIT or there == unit:
                reach.target[kept] = reach.target[number]
                kept += 1
        reach.targets = kept


@rule
def far(unit, play, rules):
    """P-1 far of a unit: from where it stands to the targets that no other unit holds."""
    leave_out_taken(unit, play)
    return far_from(play.table.square[unit], unit // KINDS, play, rules)


@rule
def go(unit, play, rules):
    """P-1 go: the reachable square that is nearest to the targets; where the unit stands if it can reach no other."""
    look_around(unit, play, rules)
    square = straight_to_target(unit, play, rules)
    return square if square != NO_SQUARE else best_stop(unit, play, rules)


@rule
def straight_to_target(unit, play, rules):
    """P-1 The first square to read from which the way is shorter by the very steps that it takes to go there.

    No square is nearer with as few steps, so if there is one nothing else has to be looked at; else NO_SQUARE.
    """
    ground, reach, seat = play.ground, play.reach, unit // KINDS
    way = at_least_far(reach.start, seat, play)
    steps = min(way, reach.limit)
    if way == FAR:
        return NO_SQUARE
    keep_targets_at(way, seat, play)
    left = max(ground.column[reach.start] - steps, 0)
    right = min(ground.column[reach.start] + steps, ground.columns - 1)
    found, first = NO_SQUARE, 0
    for row in range(reach.low, reach.high + 1):
        word = reach.layer[steps, row] & ~play.table.live[seat, row]
        if steps > 0:
            word &= ~reach.layer[steps - 1, row]
        if word != NOTHING:
            for column in range(left, right + 1):
                if is_reachable(word, column):
                    square = row * ground.columns + column
                    rank = rank_of(square, seat, play)
                    if (found == NO_SQUARE or rank < first) and is_as_near(unit, square, way - steps, play, rules):
                        found, first = square, rank
    return found


@rule
def keep_targets_at(way, seat, play):
    """P-1 Puts the targets that are so many steps from the unit's square first; `reach.nearest` is their number."""
    reach, nearest = play.reach, 0
    for number in range(reach.targets):
        target = reach.target[number]
        if steps_without_outposts(reach.start, target, seat, play) == way:
            reach.target[number] = reach.target[nearest]
            reach.target[nearest] = target
            nearest += 1
    reach.nearest = nearest


@rule
def is_as_near(unit, square, way, play, rules):
    """P-1 Is a square so near to the targets, with what outposts add, and not the unit's place in its own outpost?"""
    table, seat = play.table, unit // KINDS
    if not is_so_far(square, way, seat, play) or (table.place[unit] == IN_OUTPOST and square == play.reach.start):
        return False
    return table.outposts == 0 or farness(square, unit, play, rules) == way


@rule
def farness(square, unit, play, rules):
    """P-1 What a square is chosen by first: how far it is from the targets, more in range of an enemy outpost."""
    seat = unit // KINDS
    fear = play.players.of[seat].fear
    return far_from(square, seat, play, rules) + fear * enemy_outpost_reaches(seat, square, play, rules)


@rule
def is_so_far(square, way, seat, play):
    """P-1 Is one of the nearest targets so many steps from a square?"""
    reach = play.reach
    for number in range(reach.nearest):
        if steps_without_outposts(square, reach.target[number], seat, play) == way:
            return True
    return False


@rule
def best_stop(unit, play, rules):
    """P-1 go: every square that can be reached is looked at."""
    ground, reach, seat = play.ground, play.reach, unit // KINDS
    best = Stop(2 * FAR + play.players.of[seat].fear, 0, 0, reach.start)
    left = max(ground.column[reach.start] - reach.limit, 0)
    right = min(ground.column[reach.start] + reach.limit, ground.columns - 1)
    for row in range(reach.low, reach.high + 1):
        word = reach.layer[reach.limit, row] & ~play.table.live[seat, row]
        if word != NOTHING:
            for column in range(left, right + 1):
                if is_reachable(word, column):
                    best = better_stop(unit, row * ground.columns + column, best, play, rules)
    return best.square


@rule
def better_stop(unit, square, best, play, rules):
    """P-1 The better of a square and the best one so far; a unit in its outpost does not choose to stay there."""
    table, seat = play.table, unit // KINDS
    farness = at_least_far(square, seat, play)
    if farness > best.far or (table.place[unit] == IN_OUTPOST and square == play.reach.start):
        return best
    if table.outposts > 0:
        if play.players.of[seat].fear > 0 and enemy_outpost_reaches(seat, square, play, rules):
            farness += play.players.of[seat].fear
        if farness <= best.far:
            farness += far_from(square, seat, play, rules) - at_least_far(square, seat, play)
        if farness > best.far:
            return best
    steps, rank = steps_to(square, play), rank_of(square, seat, play)
    if farness == best.far and (steps > best.steps or (steps == best.steps and rank > best.rank)):
        return best
    return Stop(farness, steps, rank, square)


@rule
def go_home_to_outpost(unit, play, rules):
    """P-3 shelter: into the own outpost if it can be reached, which is noted as the target, else towards it."""
    look_around(unit, play, rules)
    if play.reach.outpost_steps < FAR:
        return play.reach.outpost_square
    play.reach.target[0], play.reach.targets = play.reach.outpost_square, 1
    return go(unit, play, rules)
