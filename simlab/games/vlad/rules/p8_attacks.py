"""Policies: which attacks a seat makes (P-8)."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.games.vlad.game_state import KINDS, NO_UNIT, UNWANTED
from simlab.games.vlad.rules.p7_values import expected_harm, means_against, value_of
from simlab.games.vlad.rules.s2_v01_winning import is_playing
from simlab.games.vlad.rules.s3_v09_board import fighter_of, seat_after
from simlab.games.vlad.rules.s7_v61_game_battle import (
    battle_is_over,
    begin_battle,
    end_battle,
    exchange_blows,
    has_in_reach,
    may_be_attacked,
)
from simlab.games.vlad.rules.s7_v65_game_fights import ANY_UNIT


class Wish(NamedTuple):
    """P-8 An attack that a seat would make: by whom, on whom, its value, the bonus for a gang in it."""

    unit: int
    target: int
    value: float
    gang: float


@rule
def target_at(kind, number, seat, table):
    """P-3 An enemy; ties are by kind, then by seat in turn order, 1 being the next seat."""
    return KINDS * seat_after(seat, number, table) + kind


@rule
def attack_all(seat, only, play, rules, stream):
    """P-8 Battle after battle, as long as an attack is worth enough."""
    table, least = play.table, play.players.of[seat].attack_min
    wish = best_wish(seat, only, play, rules)
    while wish.value >= least and is_playing(seat, table):
        fight_out(wish, only, play, rules, stream)
        wish = best_wish(seat, only, play, rules)


@rule
def best_wish(seat, only, play, rules):
    """P-8 The attack of the highest value, with the bonus for a gang that may kill; ties by archer, knight, Vlad."""
    best = Wish(NO_UNIT, NO_UNIT, UNWANTED, 0.0)
    for kind in range(KINDS):
        for number in range(1, play.table.players):
            target = target_at(kind, number, seat, play.table)
            if may_be_attacked(target, seat, play, rules):
                wish = best_on(target, seat, only, play, rules)
                if wish.value > best.value or (wish.value == best.value and wish.unit > best.unit):
                    best = wish
    return best


@rule
def best_on(target, seat, only, play, rules):
    """P-8 The best attack on an enemy."""
    harm, anybody = 0, False
    for unit in range(KINDS * seat, KINDS * seat + KINDS):
        if has_in_reach(unit, target, only, play) and means_against(unit, target, play, rules).able:
            harm += expected_harm(unit, target, play, rules)
            anybody = True
    if not anybody:
        return Wish(NO_UNIT, NO_UNIT, UNWANTED, 0.0)
    gang = play.players.of[seat].gang_bonus if harm >= fighter_of(target, play).life else 0.0
    return best_of_gang(target, seat, gang, only, play, rules)


@rule
def best_of_gang(target, seat, gang, only, play, rules):
    """P-8 The unit whose attack on an enemy has the highest value; ties by archer, knight, Vlad."""
    best = Wish(NO_UNIT, target, UNWANTED, gang)
    for unit in range(KINDS * seat + KINDS - 1, KINDS * seat - 1, -1):
        if has_in_reach(unit, target, only, play):
            value = value_of(unit, target, gang, play, rules)
            if value > best.value:
                best = Wish(unit, target, value, gang)
    return best


@rule
def fight_out(wish, only, play, rules, stream):
    """P-8, V-61 One battle: unit after unit attacks, as long as that is worth enough."""
    seat, target = wish.unit // KINDS, wish.target
    least = play.players.of[seat].attack_min
    begin_battle(target, play)
    while wish.value >= least:
        exchange_blows(wish.unit, target, play, rules, stream)
        if battle_is_over(target, play) or only != ANY_UNIT:
            break
        wish = best_of_gang(target, seat, wish.gang, only, play, rules)
    end_battle(target, play, rules, stream)
