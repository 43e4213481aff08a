"""Section 5: who may fight whom, what beats what, when a fight may start and go on (E-24, E-26, E-27, E-29, E-30)."""

from simlab.chance.compiled import rule
from simlab.games.vampire.rules.s9_end import thrones
from simlab.games.vampire.state import (
    CARRY_BOTH,
    CARRY_NONE,
    FIRST_ROUND,
    FORCED,
    HUMAN,
    OFF,
    TO_ATTACKER,
    TO_DEFENDER,
)


@rule
def may_attack(table, side, character):
    """E-24 The human player never attacks with a revealed vampire; the vampire player must, if one is in the castle."""
    if not table.in_castle[character]:
        return False
    if side == HUMAN:
        return not table.revealed[character]
    return table.revealed[character] == 1 or thrones(table) == 0


@rule
def may_be_target(table, attacker, character):
    """E-24 Any other castle character may be attacked, of any status, the own side included."""
    return table.in_castle[character] == 1 and character != attacker


@rule
def beats(attack, defence, rules):
    """E-26 An attack kills if it is greater; with `ties` = attacker an equal one does too."""
    return attack > defence or (rules.ties == TO_ATTACKER and attack == defence)


@rule
def needed(total, other, attacking, rules):
    """E-26, E-39 The least sum of cards that suffices: to beat the other total, or not to be beaten by it."""
    strictly = (rules.ties == TO_DEFENDER) == attacking
    return other - total + strictly


@rule
def may_start(total, start, rules):
    """E-27 Could a fight start: with all valid cards in hand the total would beat the starting defence.

    With `start_check` = first_round the play of round 1 has to do so, which only some plays can (`least_to_start`).
    """
    return rules.start_check == OFF or beats(total, start, rules)


@rule
def least_to_start(force, attack, start, rules):
    """E-27 The least sum that a play of round 1 needs, so that it may start the fight: a card, and perhaps more."""
    least = 0 if force.opening > 0 else 1
    if rules.start_check != FIRST_ROUND:
        return least
    return max(least, needed(attack, start, True, rules))


@rule
def carried_attack(attack, attacker, rules):
    """E-29 With what the attack begins round 2."""
    return attacker.markers if rules.carry_over == CARRY_NONE else attack


@rule
def carried_defence(defence, start, rules):
    """E-29 With what the defence begins round 2."""
    return defence if rules.carry_over == CARRY_BOTH else start


@rule
def least_to_go_on(force, rules):
    """E-30 The least sum that the attacker has to play in round 2: a card if he is forced to and has one, else 0."""
    return 1 if rules.second_round == FORCED and force.cards > 0 else 0
