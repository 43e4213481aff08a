"""Section 7: battle in the field. Here: rounds, retreats, leaderless defenders, and the battle as a whole."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.forest import story
from simlab.games.forest.rules.s4_groups import joined_troops, strength
from simlab.games.forest.rules.s7_fire import fire_round
from simlab.games.forest.rules.s7_search import begin_lost, search_and_withdraw, would_leave
from simlab.games.forest.state import ATTACKER, DEFENDER, NOBODY, SEPARATE, STILL_OPEN


class BattleEnd(NamedTuple):
    """How a battle ended; the living troops stand in the groups."""

    winner: int
    rounds: int
    attacker_left_field: bool
    defender_left_field: bool


@rule
def battle(attacker, defender, field, rules, stream):
    """F-43 to F-51 One battle to its end; what is left of both sides stands in their groups.

    Round 0 is the separate search before battle of F-45, if that option is chosen.
    """
    begin_lost(attacker)
    begin_lost(defender)
    rnd = 0 if rules.initial_search == SEPARATE else 1
    while True:
        tell(story.ROUND_BEGINS, rnd)
        leaves = search_and_withdraw(attacker, defender, field, rules, stream, rnd)
        if leaves != NOBODY:
            return left_field(leaves, rnd)
        if rnd > 0:
            if field.defender.rating == 0:
                end = leaderless_round(attacker, defender, field, rules, stream, rnd)
            else:
                fire_round(attacker, defender, field, rules, stream, rnd)
                end = end_of_round(strength(attacker), strength(defender), rnd, field)
            if end.winner != STILL_OPEN or rnd == field.stop_after:
                return end
        rnd += 1


@rule
def end_of_round(attackers, defenders, rnd, field):
    """F-44.4 and F-44.5 Who has won with these troops left, or leaves; STILL_OPEN if another round begins."""
    if defenders == 0:
        return BattleEnd(ATTACKER if attackers > 0 else NOBODY, rnd, False, False)
    if attackers == 0:
        return BattleEnd(DEFENDER, rnd, False, False)
    leaves = who_retreats(attackers, defenders, field)
    if leaves != NOBODY:
        tell(story.RETREATED, leaves)
        return left_field(leaves, rnd)
    return BattleEnd(STILL_OPEN, rnd, False, False)


@rule
def who_retreats(attackers, defenders, field):
    """F-44.4 and F-44.5 At the end of a round first the defender may go, if he can, then the attacker."""
    if field.can_retreat and would_leave(field.defender, defenders, attackers):
        return DEFENDER
    if would_leave(field.attacker, attackers, defenders):
        return ATTACKER
    return NOBODY


@rule
def left_field(leaves, rnd):
    """F-46 and F-50 The side that leaves has lost."""
    return BattleEnd(1 - leaves, rnd, leaves == ATTACKER, leaves == DEFENDER)


@rule
def leaderless_round(attacker, defender, field, rules, stream, rnd):
    """F-51 A round against troops without a general; nothing happens until an attacker group has found them.

    F-51.1: the Joined attackers fire. F-51.2: the defenders fired at that live fire back once, and nobody answers.
    """
    if joined_troops(attacker) == 0:
        return BattleEnd(STILL_OPEN, rnd, False, False)
    fire_round(attacker, defender, field, rules, stream, rnd)
    attackers, defenders = strength(attacker), strength(defender)
    if leaderless_survivors(attackers, defenders, field) == 0:
        eliminate(defender)
    return end_of_leaderless_round(attackers, defenders, rnd, field)


@rule
def end_of_leaderless_round(attackers, defenders, rnd, field):
    """F-51.3 Leaderless defenders who live are driven off; with nowhere to go they are eliminated."""
    if attackers == 0:
        return BattleEnd(DEFENDER if defenders > 0 else NOBODY, rnd, False, False)
    if defenders > 0:
        tell(story.DRIVEN_OFF, defenders, field.can_retreat)
    return BattleEnd(ATTACKER, rnd, False, defenders > 0 and field.can_retreat != 0)


@rule
def leaderless_survivors(attackers, defenders, field):
    """F-51.3 How many leaderless defenders live after the fight."""
    return defenders if attackers == 0 or field.can_retreat else 0


@rule
def eliminate(side):
    """F-51.3 No troop of the side lives."""
    side.troops[:] = 0
