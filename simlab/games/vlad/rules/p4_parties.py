"""Policies: units that go together for a den or a gate (P-4)."""

from simlab.chance.compiled import rule
from simlab.games.vlad.game_state import FAR, HUNT_DEN, KINDS, NO_SQUARE, WIN_GATE
from simlab.games.vlad.rules.p1_go import far, go, leave_out_taken
from simlab.games.vlad.rules.p5_shopping import aim_at_gate
from simlab.games.vlad.rules.p7_values import attack_at
from simlab.games.vlad.rules.s3_v09_board import fighter_of, has_flag, is_on_map, rank_of
from simlab.games.vlad.rules.s6_v50_distance import aim_at_all, at_least_far
from simlab.games.vlad.rules.s6_v50_movement import look_around, move_limit, steps_to
from simlab.games.vlad.rules.s7_v65_game_fights import time_now
from simlab.games.vlad.state import DAY, NIGHT

NO_TARGET = -1


@rule
def is_fit(unit, play):
    """P-3, P-4 Has a unit enough life for a hunt?"""
    fighter = fighter_of(unit, play)
    return fighter.life >= play.players.of[unit // KINDS].hunt_life * fighter.start_life


@rule
def party_able(seat, play, rules):
    """P-4 Party test: could the cards of all fit field units of one time of day beat a neutral? Asked once a turn."""
    intent = play.intent
    if not intent.party_tested:
        by_day, by_night = 0, 0
        for unit in range(KINDS * seat, KINDS * seat + KINDS):
            if is_on_map(unit, play.table) and is_fit(unit, play):
                by_day += attack_at(unit, DAY, play)
                by_night += attack_at(unit, NIGHT, play)
        intent.party_tested = 1
        intent.party_able = max(by_day, by_night) >= needed(seat, play, rules)
    return intent.party_able == 1


@rule
def needed(seat, play, rules):
    """P-4 The attack that a seat wants to have together against a neutral."""
    return play.players.of[seat].hunt_margin * rules.neutral_life


@rule
def aim_at_neutral(goal, number, play):
    """P-4 The squares of a den or of a gate are aimed at."""
    if goal == HUNT_DEN:
        aim_at_all(play.ground.den_square[number], play.ground.den_size[number], play)
    else:
        aim_at_gate(number, play)


@rule
def far_from_all(goal, number, seat, most, play, rules):
    """P-4 How far all field units together are from a den or a gate; once it is `most`, no matter how much more."""
    steps = 0
    for unit in range(KINDS * seat, KINDS * seat + KINDS):
        if is_on_map(unit, play.table) and steps < most:
            aim_at_neutral(goal, number, play)
            steps += far(unit, play, rules)
    return steps


@rule
def is_beaten(goal, number, seat, play):
    """P-3, P-4 Is a den beaten for all, or a gate for a seat, by its flag?"""
    return play.table.den_stands[number] == 0 if goal == HUNT_DEN else has_flag(seat, number, play.table)


@rule
def nearest_neutral(goal, seat, play, rules):
    """P-4 The den or gate still to be beaten that is nearest to all field units together; ties by number."""
    ground, corner = play.ground, play.table.corner[seat]
    found, fewest = NO_TARGET, KINDS * FAR + 1
    for place in range(ground.dens if goal == HUNT_DEN else ground.gates):
        number = ground.den_order[corner, place] if goal == HUNT_DEN else ground.gate_order[corner, place]
        if not is_beaten(goal, number, seat, play):
            steps = far_from_all(goal, number, seat, fewest, play, rules)
            if steps < fewest:
                found, fewest = number, steps
    return found


@rule
def plan_parties(seat, play, rules):
    """P-4 Targets, and who arrives there in this turn, before any unit moves."""
    table, intent = play.table, play.intent
    hunts, wins = False, False
    for unit in range(KINDS * seat, KINDS * seat + KINDS):
        table.arrives[unit] = 0
        hunts |= table.goal[unit] == HUNT_DEN
        wins |= table.goal[unit] == WIN_GATE
    if hunts:
        intent.den = nearest_neutral(HUNT_DEN, seat, play, rules)
        note_arrivals(seat, HUNT_DEN, play, rules)
    if wins:
        intent.gate = nearest_neutral(WIN_GATE, seat, play, rules)
        note_arrivals(seat, WIN_GATE, play, rules)


@rule
def party_target(goal, play):
    """P-4 The number of the den or gate that the seat's units have for target."""
    return play.intent.den if goal == HUNT_DEN else play.intent.gate


@rule
def note_arrivals(seat, goal, play, rules):
    """P-4 If those who can reach the target now hold enough cards together, they go onto its squares."""
    table, total, arrivals = play.table, 0, 0
    for unit in range(KINDS * seat, KINDS * seat + KINDS):
        if table.goal[unit] == goal and is_on_map(unit, table) and free_target(unit, goal, play, rules) != NO_SQUARE:
            total += attack_at(unit, time_now(play, rules), play)
            arrivals |= 1 << (unit - KINDS * seat)
    if total >= needed(seat, play, rules):
        for unit in range(KINDS * seat, KINDS * seat + KINDS):
            if (arrivals >> (unit - KINDS * seat)) & 1:
                table.arrives[unit] = 1


@rule
def free_target(unit, goal, play, rules):
    """P-4 The free square of a target that a unit reaches with fewest steps, then the first to read; or NO_SQUARE."""
    reach, found, fewest, first = play.reach, NO_SQUARE, FAR, 0
    aim_at_neutral(goal, party_target(goal, play), play)
    if at_least_far(play.table.square[unit], unit // KINDS, play) > move_limit(unit, play, rules):
        return NO_SQUARE
    look_around(unit, play, rules)
    for number in range(reach.targets):
        square = reach.target[number]
        steps, rank = steps_to(square, play), rank_of(square, unit // KINDS, play)
        if steps < fewest or (steps == fewest and steps < FAR and rank < first):
            found, fewest, first = square, steps, rank
    return found


@rule
def has_lost_neutral(unit, play):
    """P-3 Have others beaten the den or the guards for which a unit was to go?"""
    goal = play.table.goal[unit]
    return is_beaten(goal, party_target(goal, play), unit // KINDS, play)


@rule
def go_with_party(unit, play, rules):
    """P-4 Onto a free square of the target with the party, else near it."""
    goal = play.table.goal[unit]
    if play.table.arrives[unit]:
        square = free_target(unit, goal, play, rules)
        if square != NO_SQUARE:
            return square
    aim_at_neutral(goal, party_target(goal, play), play)
    leave_out_taken(unit, play)
    return go(unit, play, rules)
