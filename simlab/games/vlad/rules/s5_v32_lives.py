"""Section V: deaths on the map, lives of Vlad and where he stands up again (V-14, V-32, V-39, V-44)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import DISCARD, FALLEN, FAR, GONE, KINDS
from simlab.games.vlad.rules.k6_traces import trace_death
from simlab.games.vlad.rules.s3_v09_board import fighter_of, is_free, leave_tower, lift, put, rank_of, stands_somewhere
from simlab.games.vlad.rules.s5_v43_spread import end_infection, spread_plague
from simlab.games.vlad.rules.s6_v50_distance import aim_at, aim_at_nothing, far_from, steps_without_outposts
from simlab.games.vlad.rules.s7_v72_leaving import discard_hand, end_curse
from simlab.games.vlad.state import ARCHER, KNIGHT, VLAD


@rule
def has_died(unit, play):
    """V-14 Has a unit on the map no life left?"""
    return stands_somewhere(unit, play.table) and fighter_of(unit, play).life == 0


@rule
def bury(unit, play, rules):
    """V-14, V-34, V-44 A dead unit leaves the map, for good if it was impaled; its death is counted."""
    table, seat, kind = play.table, unit // KINDS, unit % KINDS
    tell(story.DIED, unit, table.killer[unit], table.doomed[unit])
    trace_death(unit, play)
    lift(unit, play)
    end_infection(unit, rules.death_immunises, play)
    table.place[unit], table.fell[unit] = FALLEN, 1
    if kind == VLAD:
        table.vlad_deaths[seat] += 1
        table.lives[seat] -= 1
        tell(story.LIFE_TOKEN_LOST, seat, table.lives[seat])
        leave_tower(seat, table)
        if table.caster == seat:
            end_curse(play)
        return
    table.knight_deaths[seat] += kind == KNIGHT
    table.archer_deaths[seat] += kind == ARCHER
    if table.doomed[unit]:
        table.impaled[seat] += 1
        table.place[unit] = GONE
    if table.doomed[unit] or rules.dead_hand == DISCARD:
        discard_hand(play.units.of[seat, kind], play.packs.of[kind])


@rule
def stand_up(seat, play, rules):
    """V-32 Vlad stands in his base again, with full life; who is near a plagued unit is infected."""
    vlad, fighter = KINDS * seat, play.units.of[seat, VLAD]
    fighter.life = fighter.start_life
    put(vlad, place_to_stand_up(seat, play, rules), play)
    tell(story.STOOD_UP, vlad, play.table.square[vlad])
    spread_plague(play)


@rule
def place_to_stand_up(seat, play, rules):
    """V-32 His start square, or the nearest free square, units ignored; of equally near ones the first to read."""
    ground, start = play.ground, play.ground.start_square[play.table.corner[seat], VLAD]
    if is_free(start, play):
        return start
    nearest, first, found = FAR, 0, start
    for square in range(ground.squares):
        if is_free(square, play) and steps_without_outposts(start, square, seat, play) <= nearest:
            aim_at_nothing(play)
            aim_at(square, play)
            steps, rank = far_from(start, seat, play, rules), rank_of(square, seat, play)
            if steps < nearest or (steps == nearest and rank < first):
                nearest, first, found = steps, rank, square
    return found
