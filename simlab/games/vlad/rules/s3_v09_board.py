"""Section IV: the board, which squares mean what to a seat, and who stands where (V-09, V-51, V-52)."""

import numpy as np

from simlab.chance.compiled import rule
from simlab.games.vlad.game_state import (
    ALL_SQUARES,
    IN_OUTPOST,
    KINDS,
    NO_UNIT,
    ON_MAP,
)
from simlab.games.vlad.ground_state import BRIDGE, CHURCH, DEN, SIGNS, TAVERN, TOWER
from simlab.games.vlad.state import VLAD

ONE, NOTHING = np.uint64(1), np.uint64(0)
CHURCH_SIGN, DEN_SIGN, TAVERN_SIGN = SIGNS.index(CHURCH), SIGNS.index(DEN), SIGNS.index(TAVERN)
BRIDGE_SIGN, TOWER_SIGN = SIGNS.index(BRIDGE), SIGNS.index(TOWER)


@rule
def bit_of(square, ground):
    """The bit of a square in the word of its row."""
    return ONE << np.uint64(ground.column[square])


@rule
def has_flag(seat, gate, table):
    """V-25 Does a seat's flag stand on a gate?"""
    return (table.banners[seat] >> gate) & 1 == 1


@rule
def flags_of(seat, play):
    """V-25 How many flags a seat has on the board."""
    flags = 0
    for gate in range(play.ground.gates):
        flags += has_flag(seat, gate, play.table)
    return flags


@rule
def note_squares(seat, play, rules):
    """V-51, V-52 What gates and dens mean to a seat: where it may step inside or may not go out, and what is live."""
    ground, table = play.ground, play.table
    for row in range(ground.rows):
        gateway, closed = ground.inside_bits[row], NOTHING
        for gate in range(ground.gates):
            if has_flag(seat, gate, table):
                gateway |= ground.bridge_bits[gate, row]
            else:
                closed |= ground.bridge_bits[gate, row]
        table.gateway[seat, row], table.live[seat, row] = gateway, closed
        table.barred[seat, row] = NOTHING if rules.leave_any_gate else closed
    for den in range(ground.dens):
        if table.den_stands[den]:
            for place in range(ground.den_size[den]):
                square = ground.den_square[den, place]
                table.live[seat, ground.row[square]] |= bit_of(square, ground)


@rule
def is_live(seat, square, play):
    """V-52 Is a square a live combat square for a seat: of a den not beaten, or of a gate without its flag?"""
    return play.table.live[seat, play.ground.row[square]] & bit_of(square, play.ground) != NOTHING


@rule
def is_free(square, play):
    """V-50 May somebody be put on a square: nobody stands there, no obstacle and no outpost?"""
    table = play.table
    return play.ground.stands[square] == 1 and table.at[square] == NO_UNIT and table.built[square] == 0


@rule
def rank_of(square, seat, play):
    """Words: the place of a square in reading order as a seat sees the board."""
    return play.ground.rank[play.table.corner[seat], square]


@rule
def is_on_map(unit, table):
    """Is a unit on the map outside outposts?"""
    return table.place[unit] == ON_MAP


@rule
def stands_somewhere(unit, table):
    """Is a unit on the map or in an outpost?"""
    return table.place[unit] == ON_MAP or table.place[unit] == IN_OUTPOST


@rule
def sign_under(unit, play):
    """The sign of the square on which a unit stands."""
    return play.ground.sign[play.table.square[unit]]


@rule
def is_inside(unit, play):
    """V-51 Does a unit on the map stand inside the fortress?"""
    return is_on_map(unit, play.table) and play.ground.inside[play.table.square[unit]] == 1


@rule
def put(unit, square, play):
    """V-07 A unit comes to stand on a square of the map; a Vlad who comes onto the tower begins to count."""
    table, ground = play.table, play.ground
    table.square[unit], table.place[unit] = square, ON_MAP
    table.at[square] = unit
    table.occupied[ground.row[square]] |= bit_of(square, ground)
    if unit % KINDS == VLAD:
        seat = unit // KINDS
        on_tower = ground.sign[square] == TOWER_SIGN
        if not on_tower or not table.on_tower[seat]:
            table.tower_count[seat] = 0
        table.on_tower[seat] = on_tower


@rule
def lift(unit, play):
    """A unit is taken off its square; where it is then, its caller says."""
    table, ground = play.table, play.ground
    if is_on_map(unit, table):
        square = table.square[unit]
        table.at[square] = NO_UNIT
        table.occupied[ground.row[square]] &= ~bit_of(square, ground)


@rule
def leave_tower(seat, table):
    """V-07 Whoever leaves the tower, or dies, counts from the beginning."""
    table.on_tower[seat], table.tower_count[seat] = 0, 0


@rule
def seat_after(seat, number, table):
    """V-47 The seat so many places, fewer than there are seats, clockwise after another."""
    after = seat + number
    return after - table.players if after >= table.players else after


@rule
def turn_of(seat, table):
    """V-47 The second part of the address of what happens in a turn."""
    return 8 * table.round_now + seat


@rule
def is_enemy(unit, seat, table):
    """Does a unit belong to another seat that is in the game?"""
    return unit // KINDS != seat and unit // KINDS < table.players and table.alive[unit // KINDS] == 1


@rule
def church_order(corner, square, play):
    """V-54 The place of an orange square among those of its church, in reading order as the church's corner sees it."""
    ground, before = play.ground, 0
    for place in range(ground.church_size[corner]):
        other = ground.church_square[corner, place]
        before += ground.rank[corner, other] < ground.rank[corner, square]
    return before


@rule
def church_serves(square, purpose, play, rules):
    """V-54 Does an orange square serve a purpose: all do, or by the option each has one of its own."""
    ground = play.ground
    if ground.sign[square] != CHURCH_SIGN:
        return False
    return rules.church_squares == ALL_SQUARES or church_order(ground.group[square], square, play) == purpose


@rule
def fighter_of(unit, play):
    """The fighter row of a unit."""
    return play.units.of[unit // KINDS, unit % KINDS]
