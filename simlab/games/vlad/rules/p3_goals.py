"""Policies: what each unit wants to do in a turn, and where it goes for it (P-2, P-3)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import (
    BOUGHT,
    CHASE,
    CLAIM_TOWER,
    CONTEST,
    CURE,
    CURSE_RUN,
    ESCORT,
    HOLD,
    HOME,
    HUNT_DEN,
    INFECTED,
    KINDS,
    NO_ITEM,
    PLACED,
    PRAY,
    SETTLE,
    SHELTER,
    SHOP,
    STRIKE,
    WIN_GATE,
)
from simlab.games.vlad.rules.p3_errands import is_nearest, prey_exists
from simlab.games.vlad.rules.p3_strike import best_strike
from simlab.games.vlad.rules.p4_parties import is_fit, party_able, plan_parties
from simlab.games.vlad.rules.p5_shopping import next_purchase
from simlab.games.vlad.rules.s3_v09_board import fighter_of, flags_of, is_inside, stands_somewhere
from simlab.games.vlad.rules.s5_v26_curse_and_bell import has_curse_right
from simlab.games.vlad.rules.s5_v40_akathist import sells_card_to
from simlab.games.vlad.state import VLAD


@rule
def set_goals(seat, play, rules):
    """P-2 (iii) Every unit's goal for this turn: the first of its list whose condition holds; then parties."""
    table, player = play.table, play.players.of[seat]
    play.intent.party_tested = 0
    for kind in range(KINDS):
        unit = KINDS * seat + kind
        table.goal[unit] = HOLD
        if stands_somewhere(unit, table) and not table.resting[unit]:
            number = 0
            while player.goals[kind, number] != HOLD and not applies(player.goals[kind, number], unit, play, rules):
                number += 1
            table.goal[unit] = as_party_goal(player.goals[kind, number], unit, play)
            tell(story.GOAL_SET, unit, table.goal[unit])
    plan_parties(seat, play, rules)


@rule
def as_party_goal(goal, unit, play):
    """P-3 contest: without a flag and outside the fortress it is the goal of winning a gate."""
    return WIN_GATE if goal == CONTEST and not can_enter(unit, play) else goal


@rule
def can_enter(unit, play):
    """P-3 Has the seat a flag, or is the unit inside the fortress?"""
    return flags_of(unit // KINDS, play) > 0 or is_inside(unit, play)


@rule
def applies(goal, unit, play, rules):
    """P-3 Does the condition of a goal hold now?"""
    table, seat = play.table, unit // KINDS
    player = play.players.of[seat]
    if goal == CURE:
        return table.plague[unit] == INFECTED
    if goal == STRIKE:
        return best_strike(unit, play, rules).value >= player.strike_min
    if goal == HUNT_DEN:
        return hunts(unit, play, rules)
    if goal == WIN_GATE:
        return wins_gate(unit, play, rules)
    if goal == CONTEST:
        return contests(unit, play, rules)
    if goal == CLAIM_TOWER:
        return unit % KINDS == VLAD and can_enter(unit, play)
    if goal == CURSE_RUN:
        return runs_to_curse(unit, play)
    return applies_on_errand(goal, unit, play, rules)


@rule
def applies_on_errand(goal, unit, play, rules):
    """P-3 Conditions of goals that are about places and own figures."""
    table, seat = play.table, unit // KINDS
    if goal == SHOP:
        return shops(unit, play, rules)
    if goal == PRAY:
        return prays(unit, play, rules)
    if goal == SETTLE:
        return unit % KINDS == VLAD and table.outpost_state[seat] == BOUGHT
    if goal == SHELTER:
        return seeks_shelter(unit, play)
    if goal == ESCORT:
        return unit % KINDS != VLAD
    if goal == CHASE:
        return prey_exists(CHASE, seat, play)
    return goal == HOME


@rule
def hunts(unit, play, rules):
    """P-3 hunt: a den stands, gold is wanted, the unit is fit and the party could do it."""
    table, seat, dens = play.table, unit // KINDS, 0
    for den in range(play.ground.dens):
        dens += table.den_stands[den]
    if dens == 0 or table.gold[seat] >= play.players.of[seat].hunt_until:
        return False
    return is_fit(unit, play) and party_able(seat, play, rules)


@rule
def wins_gate(unit, play, rules):
    """P-3 gate: another flag is wanted and can be had, the unit is fit and the party could do it."""
    seat = unit // KINDS
    flags = flags_of(seat, play)
    if flags >= play.players.of[seat].flags_wanted or flags >= play.ground.gates:
        return False
    return is_fit(unit, play) and party_able(seat, play, rules)


@rule
def contests(unit, play, rules):
    """P-3 contest: an enemy Vlad has been on the tower for long, and there is a way in or a party that makes one."""
    seat = unit // KINDS
    if not prey_exists(CONTEST, seat, play):
        return False
    return can_enter(unit, play) or (play.ground.gates > 0 and party_able(seat, play, rules))


@rule
def runs_to_curse(unit, play):
    """P-3 curse_run: Vlad has the right, his token lies on nobody, and there is a way in."""
    table, seat = play.table, unit // KINDS
    if unit % KINDS != VLAD or table.caster == seat:
        return False
    return has_curse_right(seat, play) and can_enter(unit, play)


@rule
def shops(unit, play, rules):
    """P-3 shop: there is gold, something to buy, and no field unit is nearer to a tavern."""
    seat = unit // KINDS
    if play.table.gold[seat] < play.players.of[seat].shop_gold or next_purchase(seat, play, rules) == NO_ITEM:
        return False
    return is_nearest(unit, SHOP, play, rules)


@rule
def prays(unit, play, rules):
    """P-3 pray: there is gold, a card to buy, and no field unit is nearer to a church that sells them."""
    seat = unit // KINDS
    if play.table.gold[seat] < play.players.of[seat].akathist_gold or not sells_card_to(seat, play):
        return False
    return is_nearest(unit, PRAY, play, rules)


@rule
def seeks_shelter(unit, play):
    """P-3 shelter: the outpost stands, and the unit has lost enough life."""
    seat, fighter = unit // KINDS, fighter_of(unit, play)
    below = play.players.of[seat].shelter_below * fighter.start_life
    return play.table.outpost_state[seat] == PLACED and fighter.life <= below
