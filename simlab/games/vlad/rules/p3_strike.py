"""Policies: a unit that moves in order to attack (P-3, strike)."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.games.vlad.game_state import IN_OUTPOST, KINDS, NO_SQUARE, UNWANTED
from simlab.games.vlad.ground_state import DIRECTIONS
from simlab.games.vlad.rules.p7_values import value_of
from simlab.games.vlad.rules.p8_attacks import target_at
from simlab.games.vlad.rules.s3_v09_board import NOTHING, bit_of, is_enemy, is_live, is_on_map, rank_of
from simlab.games.vlad.rules.s6_v50_movement import look_around, move_limit
from simlab.games.vlad.rules.s6_v56_lines import distance, range_of


class Strike(NamedTuple):
    """P-3 An attack after a move: its value and the square to go to; NO_SQUARE if there is none."""

    value: float
    square: int


@rule
def best_strike(unit, play, rules):
    """P-3 strike: the attack of the highest value that a move makes possible; ties by the order of enemies."""
    table, ground, seat = play.table, play.ground, unit // KINDS
    best, looked = Strike(UNWANTED, NO_SQUARE), False
    reach = move_limit(unit, play, rules) + range_of(unit % KINDS)
    for kind in range(KINDS):
        for number in range(1, table.players):
            target = target_at(kind, number, seat, table)
            if not is_enemy(target, seat, table) or not is_on_map(target, table):
                continue
            if distance(table.square[unit], table.square[target], ground) <= reach:
                value = value_of(unit, target, 0.0, play, rules)
                if value > best.value:
                    if not looked:
                        look_around(unit, play, rules)
                        looked = True
                    square = square_to_strike_from(unit, target, play)
                    if square != NO_SQUARE:
                        best = Strike(value, square)
    return best


@rule
def square_to_strike_from(unit, target, play):
    """P-3 The reachable square farthest from an enemy that has it in range and line, then the first to read."""
    table, ground, seat = play.table, play.ground, unit // KINDS
    found, farthest, first = NO_SQUARE, 0, 0
    for direction in range(DIRECTIONS):
        square = table.square[target]
        for steps in range(1, range_of(unit % KINDS) + 1):
            if steps > 1 and (ground.cuts[square] or table.built[square] > 0):
                break
            square = ground.neighbour[square, direction]
            if square == NO_SQUARE:
                break
            if steps >= farthest and may_end_at(unit, square, play):
                rank = rank_of(square, seat, play)
                if steps > farthest or rank < first:
                    found, farthest, first = square, steps, rank
    return found


@rule
def may_end_at(unit, square, play):
    """P-3 Can the unit that looked around end its move on a square that is neither live nor an outpost?"""
    table, reach, row = play.table, play.reach, play.ground.row[square]
    if row < reach.low or row > reach.high or reach.layer[reach.limit, row] & bit_of(square, play.ground) == NOTHING:
        return False
    if is_live(unit // KINDS, square, play):
        return False
    return table.place[unit] != IN_OUTPOST or square != reach.start
