"""Section 8: how good a fight of two characters looks (E-46)."""

from typing import NamedTuple

import numpy as np

from simlab.chance.compiled import rule
from simlab.chance.streams import word
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s2_cards import valid_colours, valid_sum
from simlab.games.vampire.rules.s5_combat import may_attack, may_be_target, may_start
from simlab.games.vampire.rules.s8_at_random import WORST, goes_first
from simlab.games.vampire.state import CHARACTERS, NOBODY


class Pair(NamedTuple):
    """An attacker, a target, and the margin of their fight; attacker NOBODY for no pair."""

    attacker: int
    target: int
    margin: int


@rule
def no_pair():
    """Nobody attacks anybody."""
    return Pair(NOBODY, NOBODY, 0)


@rule
def margin_of(table, player, attacker, target, opening):
    """E-46 Markers, the opening card and all valid cards, against the target's markers; and whether there is a card."""
    counting = valid_colours(player.side, table.profession[attacker], table.revealed[attacker], table.revealed[target])
    total = valid_sum(player, counting)
    margin = table.attack_markers[attacker] + opening + total - table.defence_markers[target]
    return margin, total + opening > 0


@rule
def startable_pair(table, player, targets, opening, by_margin, rules, event):
    """E-46 The startable pair of greatest margin among these targets, or any; equally good ones at random."""
    pair, best, best_key = no_pair(), WORST, np.uint64(0)
    for attacker in range(CHARACTERS):
        if not may_attack(table, player.side, attacker):
            continue
        for target in range(CHARACTERS):
            if targets[target] and may_be_target(table, attacker, target):
                margin, has_card = margin_of(table, player, attacker, target, opening)
                if has_card and may_start(margin, 0, rules):
                    worth, key = margin if by_margin else 0, word(event, attacker * CHARACTERS + target)
                    if goes_first(worth, key, best, best_key):
                        pair, best, best_key = Pair(attacker, target, margin), worth, key
    return pair


@rule
def best_pair(table, player, targets, opening, rules, event):
    """E-46 The startable pair with the greatest margin among these targets."""
    return startable_pair(table, player, targets, opening, True, rules, event)


@rule
def good_pair(table, player, targets, opening, rules, event):
    """E-52, E-53, E-54, E-55 The best pair, if its margin is as great as the player wants it; otherwise no pair."""
    pair = best_pair(table, player, targets, opening, rules, event)
    if pair.attacker != NOBODY and pair.margin >= player.min_attack:
        return pair
    tell(story.NO_GOOD_PAIR, player.side, pair.attacker, pair.target, pair.margin)
    return no_pair()
