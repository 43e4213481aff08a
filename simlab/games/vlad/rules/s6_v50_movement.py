"""Section VI: where a unit can go, and on which way (V-50, V-51).

Squares are bits here, a row of the board in a word: `reach.layer[n]` holds those that can be reached with n steps or
fewer. Paths are looked for only where they matter.
"""

import numpy as np

from simlab.chance.compiled import rule
from simlab.games.vlad.game_state import (
    DEEP_MUD,
    DEEP_MUD_LIMIT,
    FAR,
    IN_OUTPOST,
    KINDS,
    NO_SQUARE,
    PLACED,
    STILLNESS,
    STRAIGHT,
)
from simlab.games.vlad.ground_state import DIRECTIONS
from simlab.games.vlad.rules.s3_v09_board import NOTHING, ONE, bit_of
from simlab.games.vlad.rules.s5_v18_outposts import place_inside
from simlab.games.vlad.rules.s6_v56_lines import direction_to

ANYTHING = ~NOTHING


@rule
def beside(bits, row, rows):
    """A row's squares that are in a set or next to one of it, in all eight directions."""
    around = bits[row]
    if row > 0:
        around |= bits[row - 1]
    if row + 1 < rows:
        around |= bits[row + 1]
    return around | (around << ONE) | (around >> ONE)


@rule
def bell_locks(table):
    """V-29 Does the bell lock the fortress?"""
    return table.bell_round > 0


@rule
def move_limit(unit, play, rules):
    """V-50, V-29, A-3 How many steps a unit may go: fewer in deep mud, none in stillness or inside under the bell."""
    table = play.table
    if table.card == STILLNESS and table.card_seat != unit // KINDS:
        return 0
    if bell_locks(table) and play.ground.inside[table.square[unit]]:
        return 0
    return min(rules.move_squares, DEEP_MUD_LIMIT) if table.card == DEEP_MUD else rules.move_squares


@rule
def take_step(steps, seat, play):
    """V-50, V-51 One step further: from the layer of so many steps to the next."""
    ground, table, reach, rows = play.ground, play.table, play.reach, play.ground.rows
    inward, outward, layer = reach.inward, reach.outward, reach.layer
    gateway, barred, occupied = table.gateway, table.barred, table.occupied
    inside, stands = ground.inside_bits, ground.stand_bits
    unlocked = NOTHING if bell_locks(table) else ANYTHING
    first, end = max(reach.low, reach.start_row - steps - 1), min(reach.high, reach.start_row + steps + 1) + 1
    leads_inside = False
    for row in range(first, end):
        now = layer[steps, row]
        inward[row] = now & gateway[seat, row] & unlocked
        outward[row] = now & ~inward[row]
        leads_inside |= inward[row] != NOTHING
    for row in range(first, end):
        onto = beside(outward, row, rows) & ~inside[row]
        if leads_inside:
            onto |= beside(inward, row, rows) & ~barred[seat, row]
        layer[steps + 1, row] = layer[steps, row] | (onto & stands[row] & ~occupied[row])


@rule
def look_around(unit, play, rules):
    """V-50 Notes in `reach` where a unit can go now, by steps."""
    table, ground, reach = play.table, play.ground, play.reach
    square, limit, seat = table.square[unit], move_limit(unit, play, rules), unit // KINDS
    reach.start, reach.start_row, reach.limit = square, ground.row[square], limit
    reach.low = max(ground.row[square] - limit, 0)
    reach.high = min(ground.row[square] + limit, ground.rows - 1)
    layer, inward, outward = reach.layer, reach.inward, reach.outward
    first, end = max(reach.low - 1, 0), min(reach.high + 2, ground.rows)
    for row in range(first, end):
        inward[row] = outward[row] = NOTHING
    for steps in range(limit + 1):
        for row in range(first, end):
            layer[steps, row] = NOTHING
    layer[0, ground.row[square]] = bit_of(square, ground)
    note_outpost(unit, play, rules)
    if rules.movement == STRAIGHT:
        go_straight(seat, play)
    else:
        for steps in range(limit):
            take_step(steps, seat, play)
        if reach.outpost_square != NO_SQUARE:
            step_into_outpost(play)


@rule
def note_outpost(unit, play, rules):
    """V-21 The outpost that a unit may enter, and that it is there already if it is."""
    table, reach = play.table, play.reach
    reach.outpost_square, reach.outpost_steps = NO_SQUARE, FAR
    if table.outpost_state[unit // KINDS] == PLACED:
        reach.outpost_square = place_inside(unit, play, rules)
        if table.place[unit] == IN_OUTPOST:
            reach.outpost_steps = 0


@rule
def step_into_outpost(play):
    """V-21 The fewest steps into the own outpost, the last of which leads onto its square."""
    reach = play.reach
    for direction in range(DIRECTIONS):
        square = play.ground.neighbour[reach.outpost_square, direction]
        if square != NO_SQUARE:
            steps = steps_to(square, play) + 1
            if steps <= reach.limit:
                reach.outpost_steps = min(reach.outpost_steps, steps)


@rule
def go_straight(seat, play):
    """V-50 By the option `movement` all steps of a move lead in one direction."""
    ground, reach = play.ground, play.reach
    for direction in range(DIRECTIONS):
        here, steps = reach.start, 0
        while steps < reach.limit:
            following = ground.neighbour[here, direction]
            if following == NO_SQUARE or not may_step(here, following, seat, play):
                break
            here, steps = following, steps + 1
            if here == reach.outpost_square:
                reach.outpost_steps = min(reach.outpost_steps, steps)
                break
            for later in range(steps, reach.limit + 1):
                reach.layer[later, ground.row[here]] |= bit_of(here, ground)
    for steps in range(1, reach.limit + 1):
        reach.layer[steps, ground.row[reach.start]] |= bit_of(reach.start, ground)


@rule
def may_step(here, following, seat, play):
    """V-50, V-51, V-21 May a unit step from one square to one next to it, be it into its outpost as its last step?"""
    ground, table = play.ground, play.table
    if following == play.reach.outpost_square:
        return True
    row, bit = ground.row[following], bit_of(following, ground)
    if ground.stand_bits[row] & ~table.occupied[row] & bit == NOTHING:
        return False
    from_gateway = table.gateway[seat, ground.row[here]] & bit_of(here, ground) != NOTHING
    if ground.inside[following]:
        return from_gateway and not bell_locks(table)
    return not ground.inside[here] or table.barred[seat, row] & bit == NOTHING


@rule
def steps_to(square, play):
    """P-1 The fewest steps of a move to a square for the unit that looked around; FAR if it cannot go there."""
    reach, row = play.reach, play.ground.row[square]
    if reach.low <= row <= reach.high:
        bit = bit_of(square, play.ground)
        for steps in range(reach.limit + 1):
            if reach.layer[steps, row] & bit != NOTHING:
                return steps
    return FAR


@rule
def steps_of_move(square, play):
    """V-50, V-21 The fewest steps of a move to a square, be it that of the own outpost."""
    reach = play.reach
    return reach.outpost_steps if square == reach.outpost_square else steps_to(square, play)


@rule
def note_path(unit, square, play, rules):
    """V-50, P-1 Notes in `reach.path` the way of the unit that looked around to a square, the start left out."""
    reach, seat, here = play.reach, unit // KINDS, play.reach.start
    if rules.movement == STRAIGHT:
        note_straight_path(square, play)
        return
    reach.length = reach.outpost_steps if square == reach.outpost_square else steps_to(square, play)
    note_ways(seat, square, play)
    for steps in range(reach.length):
        here = first_on_way(here, steps, seat, play)
        reach.path[steps] = here


@rule
def note_ways(seat, square, play):
    """P-1 Notes in `reach.wave` the squares of all shortest ways to a square, a wave that goes back from it."""
    ground, reach = play.ground, play.reach
    first, end = max(reach.low - 1, 0), min(reach.high + 2, ground.rows)
    for row in range(first, end):
        reach.wave[row] = NOTHING
    reach.wave[ground.row[square]] = bit_of(square, ground)
    for steps in range(reach.length - 1, 0, -1):
        for row in range(first, end):
            divide_wave(row, reach.wave[row] & ~reach.layer[steps, row], seat, play)
        for row in range(reach.low, reach.high + 1):
            reach.wave[row] |= leads_into_wave(row, seat, play) & reach.layer[steps, row] & ~reach.layer[steps - 1, row]


@rule
def divide_wave(row, bits, seat, play):
    """V-51 Divides a wave's squares in a row: inside, bridges that may not be stepped onto from there, all others."""
    reach, inside, barred = play.reach, play.ground.inside_bits[row], play.table.barred[seat, row]
    reach.inward[row], reach.barred[row], reach.outward[row] = bits & inside, bits & barred, bits & ~inside & ~barred


@rule
def leads_into_wave(row, seat, play):
    """V-51 The squares of a row from which one step of a seat may lead into the wave that is divided."""
    ground, reach = play.ground, play.reach
    into = beside(reach.inward, row, ground.rows) & play.table.gateway[seat, row]
    bridge = beside(reach.barred, row, ground.rows) & ~ground.inside_bits[row]
    return into | bridge | beside(reach.outward, row, ground.rows)


@rule
def first_on_way(here, steps, seat, play):
    """P-1 The next square of the ways that are noted, so many steps from the start: north first as the seat sees it.

    A search in breadth that keeps the first parent finds the same way.
    """
    ground, reach, corner = play.ground, play.reach, play.table.corner[seat]
    for turn in range(DIRECTIONS):
        there = ground.neighbour[here, ground.direction[corner, turn]]
        if there != NO_SQUARE:
            ahead = reach.wave[ground.row[there]] & ~reach.layer[steps, ground.row[there]]
            if ahead & bit_of(there, ground) != NOTHING and may_step(here, there, seat, play):
                return there
    return NO_SQUARE


@rule
def note_straight_path(square, play):
    """V-50 The way in one direction."""
    ground, reach = play.ground, play.reach
    direction, here = direction_to(reach.start, square, ground), reach.start
    reach.length = 0
    while here != square:
        here = ground.neighbour[here, direction]
        reach.path[reach.length] = here
        reach.length += 1


@rule
def is_reachable(bits, column):
    """Is the square in a column among a row's bits?"""
    return (bits >> np.uint64(column)) & ONE != NOTHING
