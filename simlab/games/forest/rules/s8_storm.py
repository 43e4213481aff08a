"""Section 8: castles. Here: the storm."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.chance.dice import FACES
from simlab.chance.streams import at, die, die_if
from simlab.chance.witness import tell
from simlab.games.forest import story
from simlab.games.forest.rules.s7_fire import is_hit
from simlab.games.forest.state import ATTACKER, DEFENDER, DUEL, NOBODY, STILL_OPEN, STORM


class StormEnd(NamedTuple):
    """How a storm ended: who won, in how many rounds, who is left, who has left the fight."""

    winner: int
    rounds: int
    attackers: int
    defenders: int
    withdrawn: int


@rule
def pairs_in_round(attackers, defenders, rules):
    """F-56 One pair for each troop of the smaller side, or a single pair in a duel."""
    return 1 if rules.storm_pairing == DUEL else min(attackers, defenders)


@rule
def pair_losses(defender_hits, attacker_hits):
    """F-56 In a pair the defender shoots first; an attacker who lives shoots back; returns who is lost."""
    return defender_hits, attacker_hits and not defender_hits


@rule
def who_leaves_storm(attackers, defenders, plan):
    """F-56 After a round with both sides alive first the defender may leave, then the attacker."""
    if defenders < plan.defender_withdraw_below:
        return DEFENDER
    if attackers < plan.attacker_withdraw_below:
        return ATTACKER
    return NOBODY


@rule
def end_of_storm_round(attackers, defenders, rounds, plan):
    """F-56 The castle falls with its last defender or when they leave; STILL_OPEN if another round begins."""
    if defenders == 0:
        return StormEnd(ATTACKER, rounds, attackers, defenders, NOBODY)
    if attackers == 0:
        return StormEnd(DEFENDER, rounds, attackers, defenders, NOBODY)
    if rounds == 0:
        return StormEnd(STILL_OPEN, rounds, attackers, defenders, NOBODY)
    leaves = who_leaves_storm(attackers, defenders, plan)
    if leaves == NOBODY:
        return StormEnd(STILL_OPEN, rounds, attackers, defenders, NOBODY)
    tell(story.LEFT_STORM, leaves)
    return StormEnd(1 - leaves, rounds, attackers, defenders, leaves)


@rule
def storm_round(attackers, defenders, rounds, rules, stream):
    """F-56 All pairs of a round fight; returns the attackers and defenders left."""
    event = at(stream, STORM, rounds, 0)
    attackers_lost = defenders_lost = 0
    for pair in range(pairs_in_round(attackers, defenders, rules)):
        defender_hits = is_hit(die(event, 2 * pair, FACES), rules)
        attacker_hits = is_hit(die_if(not defender_hits, event, 2 * pair + 1, FACES), rules)
        attacker_lost, defender_lost = pair_losses(defender_hits, attacker_hits)
        attackers_lost += attacker_lost
        defenders_lost += defender_lost
        tell(story.PAIR_FOUGHT, pair, attacker_lost, defender_lost)
    return attackers - attackers_lost, defenders - defenders_lost


@rule
def storm(attackers, defenders, plan, rules, stream):
    """F-56 A storm from its first round to its end."""
    rounds = 0
    end = end_of_storm_round(attackers, defenders, rounds, plan)
    while end.winner == STILL_OPEN:
        rounds += 1
        tell(story.STORM_ROUND, rounds, attackers, defenders)
        attackers, defenders = storm_round(attackers, defenders, rounds, rules, stream)
        end = end_of_storm_round(attackers, defenders, rounds, plan)
    return end
