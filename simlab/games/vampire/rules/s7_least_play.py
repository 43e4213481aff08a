"""Section 7: the least play that suffices, and a play at random (E-39, E-40, E-41)."""

import numpy as np

from simlab.chance.compiled import rule
from simlab.chance.dice import happens

UNREACHED = np.int64(-(2**62))


@rule
def sum_of_cards(force):
    """The values of all valid cards."""
    total = 0
    for i in range(force.cards):
        total += force.value[i]
    return total


@rule
def choose_all(force, choice):
    """Choose all valid cards (1), or none of them (0)."""
    for i in range(force.cards):
        force.chosen[i] = choice


@rule
def weigh(force):
    """E-39 What choosing a card is worth: few cards first, then high values, as digits of one number.

    A card costs `cost`; the highest value has the most significant digit, which counts the cards of that value.
    """
    base, weight = force.cards + 1, 1
    for i in range(force.cards):
        if i > 0 and force.value[i] > force.value[i - 1]:
            weight *= base
        force.weight[i] = weight
    force.cost = weight * base


@rule
def best_sums(force, most):
    """E-39 For every sum up to `most`: the best choice of cards with this sum, as the sum of their worths."""
    for total in range(1, most + 1):
        force.best[total] = UNREACHED
    force.best[0] = 0
    for i in range(force.cards):
        value, worth = force.value[i], force.weight[i] - force.cost
        for total in range(most, value - 1, -1):
            if force.best[total - value] != UNREACHED:
                force.best[total] = max(force.best[total], force.best[total - value] + worth)


@rule
def choose_by_worth(force, worth):
    """E-39 Choose the cards of a choice of this worth; of equal values those that come first in the card order."""
    cards = (-worth + force.cost - 1) // force.cost
    code, base, nth = worth + cards * force.cost, force.cards + 1, 0
    for i in range(force.cards):
        nth = nth + 1 if i > 0 and force.value[i] == force.value[i - 1] else 0
        force.chosen[i] = nth < (code // force.weight[i]) % base


@rule
def least_play(force, need):
    """E-39 Choose the least non-empty play with a sum of at least `need`; False if there is none."""
    choose_all(force, 0)
    need = max(need, 1)
    total = sum_of_cards(force)
    if total < need:
        return False
    if force.value[0] >= need:
        force.chosen[0] = 1
        return True
    most = min(need + force.value[force.cards - 1] - 1, total)
    weigh(force)
    best_sums(force, most)
    while force.best[need] == UNREACHED:
        need += 1
    choose_by_worth(force, force.best[need])
    return True


@rule
def count_ways(force, need):
    """In how many ways the cards from each one on can be chosen so that their sum is at least so much."""
    for least in range(need + 1):
        force.ways[force.cards, least] = 1.0 if least == 0 else 0.0
    for i in range(force.cards - 1, -1, -1):
        for least in range(need + 1):
            rest = max(least - force.value[i], 0)
            force.ways[i, least] = force.ways[i + 1, least] + force.ways[i + 1, rest]


@rule
def random_play(force, need, stream):
    """E-40, E-41 Choose one of the plays with a sum of at least `need`, each equally likely; False if there is none."""
    need = max(need, 0)
    choose_all(force, 0)
    if sum_of_cards(force) < need:
        return False
    count_ways(force, need)
    for i in range(force.cards):
        rest = max(need - force.value[i], 0)
        share = force.ways[i + 1, rest] / force.ways[i, need]
        force.chosen[i] = happens(stream, i, share)
        need = rest if force.chosen[i] else need
    return True
