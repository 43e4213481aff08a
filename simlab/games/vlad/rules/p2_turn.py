"""Policies: stage 1 of a turn (P-2)."""

from simlab.chance.compiled import rule
from simlab.games.vlad.game_state import KINDS, PER_UNIT, WHOLE_POTION
from simlab.games.vlad.rules.p3_errands import destination
from simlab.games.vlad.rules.p3_goals import set_goals
from simlab.games.vlad.rules.p5_shopping import act_where_it_stands
from simlab.games.vlad.rules.p8_attacks import attack_all
from simlab.games.vlad.rules.s2_v01_winning import is_playing
from simlab.games.vlad.rules.s3_v09_board import stands_somewhere
from simlab.games.vlad.rules.s5_v15_resurrection import may_rise, use_token, walk_and_return
from simlab.games.vlad.rules.s5_v24_purchases import drink
from simlab.games.vlad.rules.s6_v50_arrival import move
from simlab.games.vlad.rules.s6_v55_tax import levy_tax
from simlab.games.vlad.rules.s7_v65_game_fights import ANY_UNIT, fight_neutrals
from simlab.games.vlad.state import KNIGHT

NOT_THIRSTY = -1


@rule
def play_heuristic_turn(seat, play, rules, stream):
    """P-2, V-48 Underworld, potions, goals, unit by unit; then tax, neutral fights and attacks."""
    table = play.table
    if play.players.of[seat].use_tokens:
        for unit in range(KINDS * seat + KNIGHT, KINDS * seat + KINDS):
            if may_rise(unit, table):
                use_token(unit, play, rules, stream)
    walk_and_return(seat, play, rules, stream)
    drink_potions(seat, play)
    set_goals(seat, play, rules)
    for unit in range(KINDS * seat, KINDS * seat + KINDS):
        move_and_act(unit, play, rules, stream)
        if rules.stage_order == PER_UNIT:
            second_stage(seat, unit, play, rules, stream)
    if rules.stage_order != PER_UNIT:
        second_stage(seat, ANY_UNIT, play, rules, stream)


@rule
def move_and_act(unit, play, rules, stream):
    """P-2 (iv) A unit moves, then acts where it stands."""
    table, seat = play.table, unit // KINDS
    if is_playing(seat, table) and stands_somewhere(unit, table) and not table.resting[unit]:
        move(unit, destination(unit, play, rules), play, rules, stream)
        if is_playing(seat, table):
            act_where_it_stands(unit, play, rules, stream)


@rule
def second_stage(seat, only, play, rules, stream):
    """V-48 Tax and stage 2 of a seat, or of one of its units."""
    if is_playing(seat, play.table):
        levy_tax(seat, only, play, rules, stream)
        fight_neutrals(seat, only, play, rules, stream)
    if is_playing(seat, play.table):
        attack_all(seat, only, play, rules, stream)


@rule
def drink_potions(seat, play):
    """P-2 (ii) Whole potions for those who have lost enough, the one that has lost most first."""
    kind = thirstiest(seat, play)
    while play.table.flasks[seat] > 0 and kind != NOT_THIRSTY:
        drink(kind, seat, play)
        kind = thirstiest(seat, play)


@rule
def thirstiest(seat, play):
    """P-2 (ii) The unit below the limit that has lost most, at least what a potion gives; ties by unit order."""
    found, most = NOT_THIRSTY, WHOLE_POTION - 1
    for kind in range(KINDS):
        fighter = play.units.of[seat, kind]
        lost = fighter.start_life - fighter.life
        low = fighter.life <= play.players.of[seat].heal_below * fighter.start_life
        if stands_somewhere(KINDS * seat + kind, play.table) and low and lost > most:
            found, most = kind, lost
    return found
