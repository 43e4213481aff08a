"""Section VII: battles between seats (V-58, V-61, V-62, V-63 in a game)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import KINDS, NO_UNIT, NOBODY, PER_UNIT, RANDOM, TRUCE
from simlab.games.vlad.rules.k6_traces import trace_fight
from simlab.games.vlad.rules.p11_means import draw_answer
from simlab.games.vlad.rules.s2_v01_winning import has_fallen
from simlab.games.vlad.rules.s3_v09_board import fighter_of, is_enemy, is_on_map
from simlab.games.vlad.rules.s6_v56_lines import attack_reaches
from simlab.games.vlad.rules.s7_v58_attacks import Table, attack
from simlab.games.vlad.rules.s7_v61_battle import close_up, earns_reward
from simlab.games.vlad.rules.s7_v62_aftermath import clear_dead, settle
from simlab.games.vlad.rules.s7_v65_game_fights import is_bound, may_still_attack, time_now


@rule
def may_be_attacked(unit, seat, play, rules):
    """V-58, V-61, V-55 Is a unit an enemy on the map outside outposts, in no battle yet in this turn and not spared?"""
    table = play.table
    if not is_enemy(unit, seat, table) or not is_on_map(unit, table) or table.spared[unit]:
        return False
    return not table.battled[unit] or rules.stage_order == PER_UNIT


@rule
def has_in_reach(unit, target, only, play):
    """V-58, V-56 May a unit still attack, and is a target in its range and line?"""
    if not may_still_attack(unit, only, play) or play.table.card == TRUCE:
        return False
    return attack_reaches(unit, play.table.square[target], play) and not is_bound(unit, play)


@rule
def begin_battle(target, play):
    """V-61 A battle against a unit begins."""
    table = play.table
    table.battled[target] = 1
    tell(story.BATTLE_BEGINS, table.active, target, fighter_of(target, play).life)
    trace_fight(target, play)
    for unit in range(KINDS * table.players):
        table.killer_unit[unit] = NO_UNIT


@rule
def exchange_blows(unit, target, play, rules, stream):
    """V-58, V-61 One attack and its answer; who has killed whom is noted, and the dead leave the map."""
    table, seats = play.table, play.seats.of
    one, other = fighter_of(unit, play), fighter_of(target, play)
    impaled, impaled_in_answer = seats[one.seat].impaled, seats[other.seat].impaled
    tell(story.ATTACK_BEGINS, unit, target)
    trace_fight(unit, play)
    if play.players.of[target // KINDS].policy == RANDOM:
        draw_answer(unit, target, play, rules, stream)
    attack(one, other, Table(seats, play.magic.of, play.packs.of), time_now(play, rules), rules)
    table.acted[unit] = 1
    table.attacks += 1
    if other.life == 0:
        note_kill(target, unit, one.life > 0, seats[one.seat].impaled > impaled, table)
    if one.life == 0:
        note_kill(unit, target, other.life > 0, seats[other.seat].impaled > impaled_in_answer, table)
    if one.life == 0 or other.life == 0:
        clear_dead(play, rules)


@rule
def note_kill(unit, killer, killer_lived, impaled, table):
    """V-61, V-63, V-34 Who has killed a unit, whether the killer outlived the exchange, and whether by impaling."""
    table.killer[unit] = killer // KINDS
    table.killer_unit[unit], table.killer_lived[unit] = killer, killer_lived
    table.doomed[unit] = impaled


@rule
def battle_is_over(target, play):
    """V-61, V-72 The target is dead, or a seat loses its last Vlad."""
    return play.table.fell[target] == 1 or has_fallen(play.table.active, play.table)


@rule
def end_battle(target, play, rules, stream):
    """V-61, V-62, V-63 Who has earned what is noted; then what follows a battle."""
    table, seat = play.table, play.table.active
    for unit in range(KINDS * table.players):
        killer = table.killer_unit[unit]
        if killer != NO_UNIT:
            earned = earns_reward(table.killer_lived[unit], table.fell[killer] == 0, rules)
            table.killer[unit] = killer // KINDS if earned else NOBODY
            tell(story.STRUCK_DOWN, unit, killer, earned)
    close_up(play.magic.of[seat])
    close_up(play.magic.of[target // KINDS])
    settle(play, rules, stream)
