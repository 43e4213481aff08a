"""Section 11: the chained question, from the stakes before a castle to its fall. All but the chain is other sections'.

What the plan says, and who comes as far as the castle, is apart from dice, so that the exact solver asks the same.
"""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.forest import story
from simlab.games.forest.rules.s4_groups import strength
from simlab.games.forest.rules.s6_impalements import face_impalements
from simlab.games.forest.rules.s7_battle import battle
from simlab.games.forest.rules.s8_siege import end_of_siege_turn, starve, turns_besieged
from simlab.games.forest.rules.s8_storm import storm
from simlab.games.forest.state import (
    ATTACKER,
    BESIEGERS,
    BY_SIEGE,
    BY_STORM,
    EMPTY,
    NO_BATTLE,
    NOT_TAKEN,
    SIEGE_THEN_STORM,
    STORM_ALWAYS,
    STORM_IF,
    STORM_IN_TURN,
)


class CastleTurn(NamedTuple):
    """What a turn before a castle has come to: how it was taken, who is left, turns besieged in a row."""

    method: int
    attackers: int
    garrison: int
    besieged: int


@rule
def march_in(attacker, sizes, broken, assault, rules, stream):
    """F-18, F-37 The groups face the impalements; those that go on are the army, in order. Returns troops sent back."""
    face_impalements(sizes, broken, assault.impalements, rules, stream)
    attacker.groups = sent_back = 0
    for g in range(sizes.size):
        if broken[g]:
            sent_back += sizes[g]
        else:
            attacker.troops[attacker.groups] = sizes[g]
            attacker.groups += 1
    tell(story.WENT_IN, attacker.groups, strength(attacker), sent_back)
    return sent_back


@rule
def clear_the_field(attacker, defender, field, rules, stream):
    """F-54 A field army has to be beaten before its castle can be attacked; returns who wins, or NO_BATTLE."""
    attackers, defenders = strength(attacker), strength(defender)
    if attackers == 0 or defenders == 0:
        return NO_BATTLE
    tell(story.MET_FIELD_ARMY, attackers, defenders)
    winner = battle(attacker, defender, field, rules, stream).winner
    tell(story.FIELD_FOUGHT, winner, strength(attacker), strength(defender))
    return winner


@rule
def comes_to_the_castle(attackers, field_winner):
    """F-54 Somebody has gone on past the impalements and, if there was a field army, has beaten it."""
    return attackers > 0 and (field_winner == ATTACKER or field_winner == NO_BATTLE)


@rule
def storms(attackers, garrison, turn, assault):
    """F-55 Does the plan say storm in this turn?"""
    if attackers < assault.attacker_withdraw_below:
        return False
    if assault.plan == STORM_IF:
        return attackers * assault.ratio_under >= garrison * assault.ratio_over
    if assault.plan == SIEGE_THEN_STORM:
        return turn == assault.turns
    return assault.plan == STORM_ALWAYS


@rule
def turn_before_castle(attackers, garrison, besieged, assault, rules, stream, turn):
    """F-55 One turn: an empty castle is taken; else perhaps a storm, then the siege if it still stands, then hunger."""
    method = NOT_TAKEN
    if garrison == 0:
        method = EMPTY
    elif storms(attackers, garrison, turn, assault):
        tell(story.STORM_BEGINS, attackers, garrison)
        end = storm(attackers, garrison, assault, rules, at(stream, STORM_IN_TURN, turn, 0))
        attackers, garrison = end.attackers, end.defenders
        method = BY_STORM if end.winner == ATTACKER else NOT_TAKEN
    else:
        tell(story.NO_STORM, attackers, garrison)
    if method == NOT_TAKEN and attackers > 0:
        count = turns_besieged(besieged, 1, rules)
        still, fell, attackers, garrison, _ = end_of_siege_turn(
            attackers, garrison, count, 0, assault, rules, stream, turn
        )
        besieged = besieged + 1 if still else 0
        method = BY_SIEGE if fell else NOT_TAKEN
    elif not assault.supplied:
        attackers = starve(BESIEGERS, attackers, rules, stream, turn)
    return CastleTurn(method, attackers, garrison, besieged)


@rule
def turns_before_castle(attackers, field_winner, assault, rules, stream):
    """F-54 to F-62 The turns left, until the castle is taken or no attacker lives.

    Returns the last turn, 0 if nobody comes to the castle, and what is so at its end.
    """
    turn, now = 0, CastleTurn(NOT_TAKEN, attackers, assault.garrison, 0)
    turns = assault.turns if comes_to_the_castle(attackers, field_winner) else 0
    while turn < turns and now.method == NOT_TAKEN and now.attackers > 0:
        turn += 1
        tell(story.CAME_TO_CASTLE, turn, now.attackers, now.garrison)
        now = turn_before_castle(now.attackers, now.garrison, now.besieged, assault, rules, stream, turn)
        if now.method != NOT_TAKEN:
            tell(story.CASTLE_TAKEN, turn, now.method, now.attackers)
    return turn, now
