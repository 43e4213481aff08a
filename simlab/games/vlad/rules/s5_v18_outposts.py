"""Section V: where outposts stand, and what they reach (V-18, V-19, V-21); what a hit costs is s5_v20_outpost."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import ALL_EIGHT, IN_OUTPOST, INERT, KINDS, LOST, NO_SQUARE, PLACED, SEATS
from simlab.games.vlad.ground_state import DIRECTIONS
from simlab.games.vlad.rules.s3_v09_board import bit_of, is_free
from simlab.games.vlad.rules.s6_v56_lines import direction_to, sees
from simlab.games.vlad.state import ARCHER, VLAD

LARGE = 2  # outpost_size
EAST, SOUTH_EAST, SOUTH = 2, 3, 4


@rule
def parts_of_outpost(rules):
    """V-18 How many squares an outpost fills."""
    return rules.outpost_size * rules.outpost_size


@rule
def part(first, number, seat, play):
    """V-18 A square of an outpost, the top left first as its seat sees it: top right, bottom right, bottom left."""
    if number == 0:
        return first
    ground = play.ground
    return ground.neighbour[first, ground.direction[play.table.corner[seat], EAST + number - 1]]


@rule
def place_inside(unit, play, rules):
    """V-21 The square that a unit stands on inside the outpost of its seat."""
    seat, kind = unit // KINDS, unit % KINDS
    first = play.table.outpost_square[seat]
    if rules.outpost_size < LARGE or kind == VLAD:
        return first
    return part(first, 1 if kind == ARCHER else 3, seat, play)


@rule
def fits(square, play):
    """V-18, V-73 Is a square plain ground, free, and surrounded by squares without obstacle, abyss and outpost?"""
    ground = play.ground
    if not ground.plain[square] or not is_free(square, play):
        return False
    for direction in range(DIRECTIONS):
        beside = ground.neighbour[square, direction]
        if beside == NO_SQUARE or not ground.stands[beside] or play.table.built[beside] > 0:
            return False
    return True


@rule
def may_build(seat, square, play, rules):
    """V-18 May a seat's outpost stand on a square, its top left one if it fills several?"""
    for number in range(parts_of_outpost(rules)):
        here = part(square, number, seat, play)
        if here == NO_SQUARE or not fits(here, play):
            return False
    return True


@rule
def build(seat, square, play, rules):
    """V-18 An outpost is placed."""
    table, ground = play.table, play.ground
    table.outpost_state[seat], table.outpost_square[seat] = PLACED, square
    table.outpost[seat] = 1
    table.outposts += 1
    for number in range(parts_of_outpost(rules)):
        here = part(square, number, seat, play)
        table.built[here] = 1 + seat
        table.built_bits[ground.row[here]] |= bit_of(here, ground)
        table.occupied[ground.row[here]] |= bit_of(here, ground)
        tell(story.OUTPOST_FILLS, seat, here)
    tell(story.OUTPOST_PLACED, seat, square)


@rule
def abandon_outpost(seat, play, rules):
    """V-72 The outpost of a seat that leaves goes, or stays as an obstacle."""
    table, ground = play.table, play.ground
    if table.outpost_state[seat] == PLACED and rules.eliminated_outpost != INERT:
        table.outposts -= 1
        for number in range(parts_of_outpost(rules)):
            here = part(table.outpost_square[seat], number, seat, play)
            table.built[here] = 0
            table.built_bits[ground.row[here]] &= ~bit_of(here, ground)
            table.occupied[ground.row[here]] &= ~bit_of(here, ground)
    table.outpost_state[seat] = LOST


@rule
def outpost_reaches(seat, square, play, rules):
    """V-19 Is a square in the range of a seat's outpost?"""
    if play.table.outpost_state[seat] != PLACED:
        return False
    for number in range(parts_of_outpost(rules)):
        here = part(play.table.outpost_square[seat], number, seat, play)
        direction = direction_to(here, square, play.ground)
        straight = direction % 2 == 0 or rules.outpost_arms == ALL_EIGHT
        if direction >= 0 and straight and sees(here, square, rules.outpost_range, play):
            return True
    return False


@rule
def enemy_outpost_reaches(seat, square, play, rules):
    """P-1 Is a square in the range of an outpost of another seat?"""
    if play.table.outposts > 0:
        for other in range(SEATS):
            if other != seat and outpost_reaches(other, square, play, rules):
                return True
    return False


@rule
def units_inside(seat, table):
    """V-20, V-21 How many units stand in their seat's outpost."""
    inside = 0
    for unit in range(KINDS * seat, KINDS * seat + KINDS):
        inside += table.place[unit] == IN_OUTPOST
    return inside
