"""Sections 5 and 8: who may fight whom, and how good a fight looks (E-24, E-46)."""

from typing import NamedTuple

import numpy as np

from simlab.chance.compiled import rule
from simlab.chance.streams import word
from simlab.games.vampire.rules.s5_combat import valid_colours
from simlab.games.vampire.rules.s9_end import thrones
from simlab.games.vampire.state import CHARACTERS, HUMAN, NOBODY, OFF, RANDOM_PLAYER, TO_ATTACKER


class Pair(NamedTuple):
    """An attacker, a target, and the margin of their fight; attacker NOBODY for no pair."""

    attacker: int
    target: int
    margin: int


@rule
def may_attack(table, side, one):
    """E-24 The human player never attacks with a revealed vampire; the vampire player must, if one is in the castle."""
    if not table.in_castle[one]:
        return False
    if side == HUMAN:
        return not table.revealed[one]
    return table.revealed[one] == 1 or thrones(table) == 0


@rule
def valid_sum(player, colours):
    """E-46 The values of the valid hand cards; 0 if there is none."""
    total = 0
    for place in range(player.hand):
        card = player.held[place]
        total += player.value[card] if player.colours[card] & colours else 0
    return total


@rule
def margin_of(table, player, attacker, target, opening):
    """E-46 Markers, the opening card and all valid cards, against the target's markers; and whether there is a card."""
    colours = valid_colours(player.side, table.profession[attacker], table.revealed[attacker], table.revealed[target])
    total = valid_sum(player, colours)
    margin = table.attack_markers[attacker] + opening + total - table.defence_markers[target]
    return margin, total + opening > 0


@rule
def is_startable(margin, has_card, rules):
    """E-46 A pair is startable with a card and a margin that beats the start."""
    return has_card and (rules.start_check == OFF or margin >= (0 if rules.ties == TO_ATTACKER else 1))


@rule
def best_pair(table, player, targets, opening, rules, event):
    """E-46, E-58 The startable pair with the greatest margin among these targets; equally good ones at random.

    To a random player all are equally good.
    """
    best, key = Pair(NOBODY, NOBODY, 0), np.uint64(0)
    for attacker in range(CHARACTERS):
        if not may_attack(table, player.side, attacker):
            continue
        for target in range(CHARACTERS):
            if targets[target] and table.in_castle[target] and target != attacker:
                margin, has_card = margin_of(table, player, attacker, target, opening)
                if is_startable(margin, has_card, rules):
                    own = word(event, attacker * CHARACTERS + target)
                    margin = 0 if player.policy == RANDOM_PLAYER else margin
                    better = best.attacker == NOBODY or margin > best.margin or (margin == best.margin and own > key)
                    if better:
                        best, key = Pair(attacker, target, margin), own
    return best
