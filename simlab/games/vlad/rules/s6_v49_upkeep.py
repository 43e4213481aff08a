"""Section VI: upkeep: outposts, curse, plague, and rest inside outposts (V-49, V-20, V-21, V-27, V-44)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import IN_OUTPOST, INFECTED, KINDS, NOBODY, PLACED
from simlab.games.vlad.rules.s2_v01_winning import is_playing
from simlab.games.vlad.rules.s3_v09_board import is_enemy, is_on_map, stands_somewhere
from simlab.games.vlad.rules.s5_v18_outposts import outpost_reaches, units_inside
from simlab.games.vlad.rules.s5_v44_plague import plague_loss
from simlab.games.vlad.rules.s7_v62_aftermath import lose, settle


@rule
def upkeep(seat, play, rules, stream):
    """V-49 The four parts of upkeep, as long as the seat is in the game."""
    table = play.table
    if table.outpost_state[seat] == PLACED:
        outpost_volley(seat, play, rules, stream)
    if is_playing(seat, table) and table.cursed == seat:
        curse_losses(seat, play, rules, stream)
    if is_playing(seat, table) and table.infected > 0:
        plague_losses(seat, play, rules, stream)
    if is_playing(seat, table) and table.outpost_state[seat] == PLACED:
        rest_inside(seat, play, rules)


@rule
def outpost_volley(seat, play, rules, stream):
    """V-49, V-20 The seat's outpost hits all enemies that stand in its range, at once."""
    table = play.table
    inside = units_inside(seat, table)
    damage = rules.outpost_damage[inside]
    tell(story.OUTPOST_FIRES, seat, inside)
    for unit in range(KINDS * table.players):
        if is_enemy(unit, seat, table) and is_on_map(unit, table):
            if outpost_reaches(seat, table.square[unit], play, rules):
                lose(unit, damage, seat, play)
    settle(play, rules, stream)


@rule
def curse_losses(seat, play, rules, stream):
    """V-49, V-27 All units of a cursed seat that are on the map lose life; the caster is paid for the dead."""
    table = play.table
    tell(story.CURSE_BITES, seat, table.caster)
    for unit in range(KINDS * seat, KINDS * seat + KINDS):
        if stands_somewhere(unit, table):
            lose(unit, rules.curse_damage, table.caster, play)
    settle(play, rules, stream)


@rule
def plague_losses(seat, play, rules, stream):
    """V-49, V-44 All infected units of the seat lose life; nobody is paid for the dead."""
    table = play.table
    tell(story.PLAGUE_BITES, seat)
    for kind in range(KINDS):
        unit, life = KINDS * seat + kind, play.units.of[seat, kind].life
        if stands_somewhere(unit, table) and table.plague[unit] == INFECTED:
            lose(unit, life - plague_loss(life, rules), NOBODY, play)
    settle(play, rules, stream)


@rule
def rest_inside(seat, play, rules):
    """V-21, V-14 Units in the outpost gain life, up to their full life."""
    for kind in range(KINDS):
        fighter = play.units.of[seat, kind]
        if play.table.place[KINDS * seat + kind] == IN_OUTPOST:
            fighter.life = min(fighter.life + rules.outpost_heal, fighter.start_life)
            tell(story.RESTED, KINDS * seat + kind, fighter.life)
