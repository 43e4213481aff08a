"""Section 7: how a side plays a fight (E-39 to E-41), with the totals of section 5 that it looks at."""

import numpy as np

from simlab.chance.compiled import rule
from simlab.chance.dice import happens
from simlab.games.vampire.state import (
    ALL_IN,
    FIRST_ROUND,
    FORCED,
    HOLD_BACK,
    MINIMAL,
    NONE,
    OFF,
    RANDOM,
    TO_ATTACKER,
    TO_DEFENDER,
    WHOLE_HAND,
)

UNREACHED = np.int64(-(2**62))


@rule
def beats(attack, defence, rules):
    """E-26 An attack kills if it is greater; with `ties` = attacker an equal one does too."""
    return attack > defence or (rules.ties == TO_ATTACKER and attack == defence)


@rule
def needed(total, other, attacking, rules):
    """E-39 The least sum of cards that suffices: to beat the other total, or not to be beaten by it."""
    strictly = (rules.ties == TO_DEFENDER) == attacking
    return other - total + strictly


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

    A card costs `big`; the highest value has the most significant digit, which counts the cards of that value.
    """
    base, weight = force.cards + 1, 1
    for i in range(force.cards):
        if i > 0 and force.value[i] > force.value[i - 1]:
            weight *= base
        force.weight[i] = weight
    force.big = weight * base


@rule
def best_sums(force, most):
    """E-39 For every sum up to `most`: the best choice of cards with this sum, as the sum of their worths."""
    for total in range(1, most + 1):
        force.best[total] = UNREACHED
    force.best[0] = 0
    for i in range(force.cards):
        value, worth = force.value[i], force.weight[i] - force.big
        for total in range(most, value - 1, -1):
            if force.best[total - value] != UNREACHED:
                force.best[total] = max(force.best[total], force.best[total - value] + worth)


@rule
def choose_by_worth(force, worth):
    """E-39 Choose the cards of a choice of this worth; of equal values those that come first in the card order."""
    cards = (-worth + force.big - 1) // force.big
    code, base, nth = worth + cards * force.big, force.cards + 1, 0
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


@rule
def may_start(attack, hand, start, rules):
    """E-27 May a fight start: the play of round 1, or all valid cards in hand, with what lies there beats the start."""
    if rules.start_check == OFF:
        return True
    return beats(hand if rules.start_check == WHOLE_HAND else attack, start, rules)


@rule
def least_to_start(force, attack, start, rules):
    """E-27, E-40 The least sum that a random play of round 1 needs, so that it may start the fight."""
    least = 0 if force.opening > 0 else 1
    if rules.start_check == OFF or rules.start_check == WHOLE_HAND:
        return least
    return max(least, needed(attack, start, True, rules))


@rule
def attacks_first(force, attack, start, rules, stream):
    """E-40 The attacker's play of round 1; False for no play."""
    need, empty_is_legal, last = needed(attack, start, True, rules), force.opening > 0, rules.max_rounds == 1
    if not may_start(attack + sum_of_cards(force), attack + sum_of_cards(force), start, rules):
        return False
    if force.play == RANDOM:
        return random_play(force, least_to_start(force, attack, start, rules), stream)
    if force.play == ALL_IN or (force.play == HOLD_BACK and last):
        choose_all(force, 1)
        enough = force.play == ALL_IN or sum_of_cards(force) >= need
        if (force.cards > 0 or empty_is_legal) and enough:
            return True
    elif empty_is_legal and need <= 0:
        choose_all(force, 0)
        return True
    elif least_play(force, need):
        return True
    choose_all(force, 0)
    return empty_is_legal and force.play != ALL_IN and rules.start_check != FIRST_ROUND


@rule
def attacks_again(force, attack, defence, rules, stream):
    """E-29, E-30, E-40 The attacker's play of round 2, which is the last; False for no play."""
    need = needed(attack, defence, True, rules)
    plays = False
    if force.play == RANDOM:
        random_play(force, 1 if rules.second_round == FORCED and force.cards > 0 else 0, stream)
        for i in range(force.cards):
            plays = plays or force.chosen[i] == 1
    elif force.play == MINIMAL:
        plays = least_play(force, need)
    else:
        choose_all(force, 1)
        plays = force.cards > 0 and (force.play == ALL_IN or sum_of_cards(force) >= need)
    if not plays:
        choose_all(force, 0)
        if rules.second_round == FORCED and force.cards > 0:
            force.chosen[0] = 1
            plays = True
    return plays


@rule
def defends(force, defence, attack, last, rules, stream):
    """E-41 The defender's play of a round; nothing is a play too."""
    need = needed(defence, attack, False, rules)
    if force.play == RANDOM:
        random_play(force, 0, stream)
    elif force.play == ALL_IN:
        choose_all(force, 1)
    elif force.play == NONE or need <= 0:
        choose_all(force, 0)
    elif force.play == HOLD_BACK and last:
        choose_all(force, 1 if sum_of_cards(force) >= need else 0)
    elif not least_play(force, need):
        choose_all(force, 0)
