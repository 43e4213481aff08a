"""Policies: `random` in stage 2: attacks, evenly among all legal means (P-11)."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.chance.streams import at, die
from simlab.games.vlad.game_state import ATTACK_WISH, KINDS, NO_UNIT
from simlab.games.vlad.rules.p11_means import MAGIC_PLACES, NO_MEANS, TOKEN, means_at
from simlab.games.vlad.rules.s2_v01_winning import is_playing
from simlab.games.vlad.rules.s3_v09_board import fighter_of, turn_of
from simlab.games.vlad.rules.s6_v55_tax import levy_tax
from simlab.games.vlad.rules.s7_v61_game_battle import (
    battle_is_over,
    begin_battle,
    end_battle,
    exchange_blows,
    has_in_reach,
    may_be_attacked,
)
from simlab.games.vlad.rules.s7_v65_game_fights import ANY_UNIT, fight_neutrals
from simlab.games.vlad.state import ATTACK_DESC, CHOSEN, MAGIC_ALWAYS, MAGIC_IF_BETTER, MAGIC_NEVER


class Pick(NamedTuple):
    """P-11 An attack: by whom, on whom, with what; NO_UNIT for stopping."""

    unit: int
    target: int
    means: int


@rule
def second_random_stage(seat, only, play, rules, stream):
    """P-11, V-48 Tax and stage 2 of a seat, or of one of its units."""
    table = play.table
    if is_playing(seat, table):
        levy_tax(seat, only, play, rules, stream)
        fight_neutrals(seat, only, play, rules, stream)
    while is_playing(seat, table):
        pick = random_pick(seat, NO_UNIT, only, play, rules, stream)
        if pick.unit == NO_UNIT:
            break
        fight_at_random(pick, only, play, rules, stream)


@rule
def fight_at_random(pick, only, play, rules, stream):
    """P-11 One battle, until its end is drawn."""
    seat, target = pick.unit // KINDS, pick.target
    begin_battle(target, play)
    while pick.unit != NO_UNIT:
        arm(pick, play)
        exchange_blows(pick.unit, target, play, rules, stream)
        if battle_is_over(target, play) or only != ANY_UNIT:
            break
        pick = random_pick(seat, target, only, play, rules, stream)
    end_battle(target, play, rules, stream)
    disarm(seat, play)


@rule
def random_pick(seat, target, only, play, rules, stream):
    """P-11 Stopping, or an attack on a target (any target if NO_UNIT), each equally likely."""
    event = at(stream, ATTACK_WISH, turn_of(seat, play.table), pick_number(target, only, play))
    attacks = pick_at(NO_MEANS, seat, target, only, play, rules).means
    chosen = die(event, 0, attacks + 1) - 1
    if chosen == attacks:
        return Pick(NO_UNIT, target, NO_MEANS)
    return pick_at(chosen, seat, target, only, play, rules)


@rule
def pick_number(target, only, play):
    """P-11 The third part of a choice's address: attacks before, whether a battle goes on, whose stage 2 it is."""
    return 32 * play.table.attacks + 16 * (target != NO_UNIT) + only + 1


@rule
def pick_at(number, seat, target, only, play, rules):
    """P-11 An attack by number; for the number NO_MEANS how many there are, in place of the means."""
    counted = 0
    for unit in range(KINDS * seat, KINDS * seat + KINDS):
        for other in range(KINDS * play.table.players):
            if is_possible(unit, other, target, only, play, rules):
                means = means_at(0, unit, other, play, rules)
                of_unit = 0
                while means != NO_MEANS:
                    if counted == number:
                        return Pick(unit, other, means)
                    counted, of_unit = counted + 1, of_unit + 1
                    means = means_at(of_unit, unit, other, play, rules)
    return Pick(NO_UNIT, NO_UNIT, counted)


@rule
def is_possible(unit, other, target, only, play, rules):
    """V-58, V-61 Can a unit attack another now: the battle's target, or anybody who may be attacked?"""
    if target == NO_UNIT:
        if not may_be_attacked(other, unit // KINDS, play, rules):
            return False
    elif other != target:
        return False
    return has_in_reach(unit, other, only, play)


@rule
def arm(pick, play):
    """P-11 The seat's choice is noted where an attack looks for it."""
    seat, fighter = play.seats.of[pick.unit // KINDS], fighter_of(pick.unit, play)
    magic = play.magic.of[pick.unit // KINDS]
    seat.impales, seat.attack_order = pick.means == TOKEN, CHOSEN
    seat.magic_policy, magic.chosen, fighter.chosen = MAGIC_NEVER, -1, -1
    if pick.means >= MAGIC_PLACES:
        seat.magic_policy, magic.chosen = MAGIC_ALWAYS, pick.means - MAGIC_PLACES
    elif pick.means != TOKEN:
        fighter.chosen = pick.means


@rule
def disarm(seat, play):
    """P-11 Outside battles values are reckoned as every heuristic would (P-7)."""
    row = play.seats.of[seat]
    row.impales, row.attack_order, row.magic_policy = 1, ATTACK_DESC, MAGIC_IF_BETTER
