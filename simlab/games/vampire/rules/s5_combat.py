"""Sections 2 and 5: which cards count in a fight, and its rounds (E-09, E-24 to E-32)."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s7_plays import attacks_again, attacks_first, beats, defends
from simlab.games.vampire.state import CARRY_BOTH, CARRY_NONE, HUMAN, PLAY, RED, VAMPIRE, WATER


class Fight(NamedTuple):
    """How a fight ended: totals as last compared, markers and carried cards included; all 0 if it was not started."""

    dead: bool
    rounds: int
    attack: int
    defence: int
    attacker_cards: int
    defender_cards: int


@rule
def valid_colours(side, profession, revealed, other_revealed):
    """E-09 Colours that count for a side: its character's profession, water against and red for a revealed vampire."""
    colours = profession
    if side == HUMAN and other_revealed:
        colours |= WATER
    if side == VAMPIRE and revealed:
        colours |= RED
    return colours


@rule
def lay_down(force, attacking, rnd):
    """E-28 The chosen cards are played; returns their sum. The rest stays, from the lowest on."""
    total, kept = 0, 0
    for i in range(force.cards):
        if force.chosen[i]:
            total += force.value[i]
            tell(story.CARD_PLAYED, attacking, rnd, force.side, force.card[i])
            force.gone[force.played] = force.card[i]
            force.played += 1
        else:
            force.card[kept], force.value[kept] = force.card[i], force.value[i]
            kept += 1
    force.cards = kept
    return total


@rule
def carried_attack(attack, attacker, rules):
    """E-29 With what the attack begins round 2."""
    return attacker.markers if rules.carry_over == CARRY_NONE else attack


@rule
def carried_defence(defence, start, rules):
    """E-29 With what the defence begins round 2."""
    return defence if rules.carry_over == CARRY_BOTH else start


@rule
def fight(attacker, defender, rules, stream):
    """E-25 to E-31 A fight between two forces; the opening water card counts as a card of the attacker."""
    attack, start = attacker.markers + attacker.opening, defender.markers
    attacker.played, defender.played = 0, 0
    if not attacks_first(attacker, attack, start, rules, at(stream, PLAY, 1, attacker.side)):
        tell(story.NOT_STARTED)
        return Fight(False, 0, 0, 0, 0, 0)
    attack += lay_down(attacker, 1, 1)
    defends(defender, start, attack, rules.max_rounds == 1, rules, at(stream, PLAY, 1, defender.side))
    defence = start + lay_down(defender, 0, 1)
    tell(story.ROUND_ENDED, 1, attack, defence)
    rounds, dead = 1, beats(attack, defence, rules)
    if not dead and rules.max_rounds == 2:
        again, held = carried_attack(attack, attacker, rules), carried_defence(defence, start, rules)
        if attacks_again(attacker, again, held, rules, at(stream, PLAY, 2, attacker.side)):
            attack = again + lay_down(attacker, 1, 2)
            defends(defender, held, attack, True, rules, at(stream, PLAY, 2, defender.side))
            defence = held + lay_down(defender, 0, 2)
            tell(story.ROUND_ENDED, 2, attack, defence)
            rounds, dead = 2, beats(attack, defence, rules)
    opened = 1 if attacker.opening > 0 else 0
    return Fight(dead, rounds, attack, defence, attacker.played + opened, defender.played)
