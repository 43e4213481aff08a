"""Section 5: the rounds of a fight (E-25, E-28, E-29, E-30)."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s5_combat import beats, carried_attack, carried_defence
from simlab.games.vampire.rules.s7_plays import attacks_again, attacks_first, defends
from simlab.games.vampire.state import PLAY


class End(NamedTuple):
    """How a fight ended: totals as last compared, markers and carried cards included; all 0 if it was not started."""

    dead: bool
    rounds: int
    attack: int
    defence: int
    attacker_cards: int
    defender_cards: int


@rule
def fight(attacker, defender, rules, stream):
    """E-25, E-28, E-29, E-30 A fight between two forces; the opening water card counts as a card of the attacker."""
    attack, start = attacker.markers + attacker.opening, defender.markers
    attacker.played, defender.played = 0, 0
    if not attacks_first(attacker, attack, start, rules, at(stream, PLAY, 1, attacker.side)):
        tell(story.NOT_STARTED)
        return End(False, 0, 0, 0, 0, 0)
    tell(story.FIRST_ROUND, attacker.markers, attacker.opening, start)
    attack, defence = play_round(attacker, defender, 1, attack, start, rules, stream)
    rounds, dead = 1, beats(attack, defence, rules)
    if not dead and rules.max_rounds == 2:
        again, held = carried_attack(attack, attacker, rules), carried_defence(defence, start, rules)
        if attacks_again(attacker, again, held, rules, at(stream, PLAY, 2, attacker.side)):
            tell(story.SECOND_ROUND, again, held)
            attack, defence = play_round(attacker, defender, 2, again, held, rules, stream)
            rounds, dead = 2, beats(attack, defence, rules)
        else:
            tell(story.NO_SECOND_ROUND)
    tell(story.FIGHT_ENDED, dead)
    opened = 1 if attacker.opening > 0 else 0
    return End(dead, rounds, attack, defence, attacker.played + opened, defender.played)


@rule
def play_round(attacker, defender, number, attack, defence, rules, stream):
    """E-25, E-28 The attacker's chosen cards are played, then the other side's, knowing the attack; both totals."""
    attack += lay_down(attacker, 1)
    last = number == rules.max_rounds
    defends(defender, defence, attack, last, rules, at(stream, PLAY, number, defender.side))
    defence += lay_down(defender, 0)
    tell(story.ROUND_ENDED, number, attack, defence)
    return attack, defence


@rule
def lay_down(force, attacking):
    """E-25 The chosen cards are on the table; returns their sum. The rest stays in hand, from the lowest on."""
    total, kept = 0, 0
    for i in range(force.cards):
        if force.chosen[i]:
            total += force.value[i]
            tell(story.CARD_PLAYED, attacking, force.side, force.card[i])
            force.gone[force.played] = force.card[i]
            force.played += 1
        else:
            force.card[kept], force.value[kept] = force.card[i], force.value[i]
            kept += 1
    force.cards = kept
    return total
