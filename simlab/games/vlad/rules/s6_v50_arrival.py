"""Section VI: a unit moves, and what its finished move brings (V-50, V-20, V-43, V-44)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import IN_OUTPOST, KINDS, NOBODY, PER_SQUARE
from simlab.games.vlad.rules.s3_v09_board import fighter_of, leave_tower, lift, put, seat_after
from simlab.games.vlad.rules.s5_v18_outposts import outpost_reaches, place_inside, units_inside
from simlab.games.vlad.rules.s5_v20_outpost import outpost_hit
from simlab.games.vlad.rules.s5_v32_lives import has_died
from simlab.games.vlad.rules.s5_v43_spread import catch_on_path, cure, spread_plague
from simlab.games.vlad.rules.s6_v50_movement import note_path, steps_of_move
from simlab.games.vlad.rules.s7_v62_aftermath import settle
from simlab.games.vlad.state import VLAD


@rule
def move(unit, square, play, rules, stream):
    """V-50 The unit that looked around goes to a square that it can reach, or stands still; then what that brings."""
    table, died = play.table, False
    if square != table.square[unit]:
        tell(story.MOVED, unit, table.square[unit], square, steps_of_move(square, play))
        if table.infected > 0 or table.outposts > 0:
            note_path(unit, square, play, rules)
        arrive(unit, square, play, rules)
        if table.infected > 0 or table.outposts > 0:
            catch_on_path(unit, play, rules)
            died = cross_outposts(unit, play, rules, stream)
    else:
        tell(story.STAYED, unit)
    if table.infected > 0 and not table.over:
        if not died:
            cure(unit, play)
        spread_plague(play)


@rule
def arrive(unit, square, play, rules):
    """V-21, V-07 A unit leaves its square and stands on another, or inside the outpost of its seat."""
    table, seat = play.table, unit // KINDS
    lift(unit, play)
    if table.built[square] > 0 and square == place_inside(unit, play, rules):
        table.square[unit], table.place[unit] = square, IN_OUTPOST
        if unit % KINDS == VLAD:
            leave_tower(seat, table)
    else:
        put(unit, square, play)


@rule
def cross_outposts(unit, play, rules, stream):
    """V-20 Outposts whose range a move crosses hit the unit, in turn order after it; returns whether it has died."""
    table, seat = play.table, unit // KINDS
    if table.outposts == 0:
        return False
    fighter = fighter_of(unit, play)
    for number in range(1, table.players):
        owner = seat_after(seat, number, table)
        hits = hits_on_path(owner, table.place[unit] == IN_OUTPOST, play, rules)
        if hits > 0:
            tell(story.CROSSES_RANGE, unit, owner, units_inside(owner, table))
        while hits > 0 and fighter.life > 0:
            fighter.life = outpost_hit(fighter.life, units_inside(owner, table), rules)
            table.killer[unit] = owner
            hits -= 1
    died = has_died(unit, play)
    if died:
        settle(play, rules, stream)
    table.killer[unit] = NOBODY
    return died


@rule
def hits_on_path(owner, inside, play, rules):
    """V-20 How often an outpost hits along a path, which may end inside another: once, or once for each square."""
    squares = 0
    for number in range(play.reach.length - inside):
        squares += outpost_reaches(owner, play.reach.path[number], play, rules)
    return squares if rules.outpost_cross == PER_SQUARE else min(squares, 1)
