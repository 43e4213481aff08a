"""Policies: where a unit goes for its goal (P-3)."""

from simlab.chance.compiled import rule
from simlab.games.vlad.game_state import (
    AKATHIST_SQUARE,
    BOUGHT,
    CHASE,
    CLAIM_TOWER,
    CONTEST,
    CURE,
    CURSE_RUN,
    ESCORT,
    FAR,
    HOLD,
    HOME,
    HUNT_DEN,
    KINDS,
    NO_SQUARE,
    NOBODY,
    PLACED,
    PRAY,
    SETTLE,
    SHELTER,
    SHOP,
    STRIKE,
    WIN_GATE,
)
from simlab.games.vlad.ground_state import DIRECTIONS
from simlab.games.vlad.rules.p1_go import far, go, go_home_to_outpost, leave_out_taken
from simlab.games.vlad.rules.p3_strike import best_strike
from simlab.games.vlad.rules.p4_parties import go_with_party, has_lost_neutral
from simlab.games.vlad.rules.p5_shopping import aim_at_church, aim_at_site
from simlab.games.vlad.rules.s3_v09_board import TOWER_SIGN, church_serves, is_on_map, seat_after, sign_under
from simlab.games.vlad.rules.s6_v50_distance import aim_at, aim_at_all, aim_at_nothing
from simlab.games.vlad.rules.s6_v56_lines import distance
from simlab.games.vlad.state import VLAD

ESCORT_DISTANCE = 2  # P-3


@rule
def aim_at_taverns(play):
    """P-1 All tavern squares are aimed at."""
    aim_at_all(play.ground.tavern_square, play.ground.tavern_squares, play)


@rule
def aim_at_tower(play):
    """P-1 The tower squares are aimed at."""
    aim_at_all(play.ground.tower_square, play.ground.towers, play)


@rule
def aim_at_card_sellers(play, rules):
    """P-1 The squares of all churches that sell Akathist cards are aimed at."""
    aim_at_nothing(play)
    ground = play.ground
    for corner in range(ground.church_square.shape[0]):
        for place in range(ground.church_size[corner]):
            square = ground.church_square[corner, place]
            if church_serves(square, AKATHIST_SQUARE, play, rules):
                aim_at(square, play)


@rule
def aim_around(square, play):
    """P-1 The eight squares next to one are aimed at."""
    aim_at_nothing(play)
    for direction in range(DIRECTIONS):
        other = play.ground.neighbour[square, direction]
        if other != NO_SQUARE:
            aim_at(other, play)


@rule
def aim_near(square, play):
    """P-3 escort: the squares at distance one or two are aimed at."""
    aim_around(square, play)
    ground = play.ground
    for down in range(-ESCORT_DISTANCE, ESCORT_DISTANCE + 1):
        row = ground.row[square] + down
        for right in range(-ESCORT_DISTANCE, ESCORT_DISTANCE + 1):
            column = ground.column[square] + right
            if 0 <= row < ground.rows and 0 <= column < ground.columns:
                other = row * ground.columns + column
                if distance(square, other, ground) == ESCORT_DISTANCE:
                    aim_at(other, play)


@rule
def aim_at_home(seat, play):
    """P-1 The own three start squares are aimed at."""
    aim_at_all(play.ground.start_square[play.table.corner[seat]], KINDS, play)


@rule
def is_nearest(unit, goal, play, rules):
    """P-3 shop, pray: is no field unit nearer; ties go to the archer, then the knight?"""
    seat = unit // KINDS
    best, fewest = NOBODY, FAR + 1
    for other in range(KINDS * seat + KINDS - 1, KINDS * seat - 1, -1):
        if is_on_map(other, play.table):
            if goal == SHOP:
                aim_at_taverns(play)
            else:
                aim_at_card_sellers(play, rules)
            steps = far(other, play, rules)
            if steps < fewest:
                best, fewest = other, steps
    return best == unit


@rule
def is_on_tower_for_long(vlad, contest_at, play):
    """P-3 contest: does a Vlad stand on the tower with so high a count?"""
    seat = vlad // KINDS
    on_tower = is_on_map(vlad, play.table) and sign_under(vlad, play) == TOWER_SIGN
    return on_tower and play.table.tower_count[seat] >= contest_at


@rule
def is_prey(vlad, goal, seat, play):
    """P-3 chase, contest: is an enemy Vlad outside outposts, or on the tower for long?"""
    if goal == CONTEST:
        return is_on_tower_for_long(vlad, play.players.of[seat].contest_at, play)
    return is_on_map(vlad, play.table)


@rule
def prey_exists(goal, seat, play):
    """P-3 chase, contest: is there an enemy Vlad to go for?"""
    for number in range(1, play.table.players):
        if is_prey(KINDS * seat_after(seat, number, play.table) + VLAD, goal, seat, play):
            return True
    return False


@rule
def nearest_prey(unit, goal, play, rules):
    """P-3 chase, contest: the nearest such Vlad, ties in turn order; NOBODY if there is none."""
    table, seat = play.table, unit // KINDS
    found, fewest = NOBODY, FAR + 1
    for number in range(1, table.players):
        vlad = KINDS * seat_after(seat, number, table) + VLAD
        if is_prey(vlad, goal, seat, play):
            aim_around(table.square[vlad], play)
            steps = far(unit, play, rules)
            if steps < fewest:
                found, fewest = vlad, steps
    return found


@rule
def destination(unit, play, rules):
    """P-3, P-4 The square to which a unit goes for its goal; where it stands if its goal has lost its object."""
    table, goal, seat = play.table, play.table.goal[unit], unit // KINDS
    here = table.square[unit]
    if goal == HOLD:
        return here
    if goal == STRIKE:
        strike = best_strike(unit, play, rules)
        return strike.square if strike.value >= play.players.of[seat].strike_min else here
    if goal in (HUNT_DEN, WIN_GATE):
        return here if has_lost_neutral(unit, play) else go_with_party(unit, play, rules)
    if goal == SHELTER:
        return go_home_to_outpost(unit, play, rules) if table.outpost_state[seat] == PLACED else here
    if goal in (CHASE, CONTEST):
        vlad = nearest_prey(unit, goal, play, rules)
        if vlad == NOBODY:
            return here
        aim_around(table.square[vlad], play)
    elif not aim_on_errand(goal, unit, play, rules):
        return here
    leave_out_taken(unit, play)
    return go(unit, play, rules)


@rule
def aim_on_errand(goal, unit, play, rules):
    """P-3 Aims at the squares of a goal that is about places; returns whether the unit goes at all."""
    table, seat = play.table, unit // KINDS
    if goal == CURE:
        aim_at_church(table.corner[seat], play)
    elif goal in (CLAIM_TOWER, CURSE_RUN):
        aim_at_tower(play)
        return not (is_on_map(unit, table) and sign_under(unit, play) == TOWER_SIGN)
    elif goal == SHOP:
        aim_at_taverns(play)
    elif goal == PRAY:
        aim_at_card_sellers(play, rules)
    elif goal == SETTLE:
        aim_at_site(seat, play, rules)
        return table.outpost_state[seat] == BOUGHT
    elif goal == ESCORT:
        aim_near(table.square[KINDS * seat + VLAD], play)
    elif goal == HOME:
        aim_at_home(seat, play)
    return True
