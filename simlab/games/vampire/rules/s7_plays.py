"""Section 7: how a side plays a fight: all_in, minimal, hold_back, random, none (E-40, E-41)."""

from simlab.chance.compiled import rule
from simlab.games.vampire.rules.s5_combat import least_to_go_on, least_to_start, may_start, needed
from simlab.games.vampire.rules.s7_least_play import choose_all, least_play, random_play, sum_of_cards
from simlab.games.vampire.state import ALL_IN, FIRST_ROUND, HOLD_BACK, MINIMAL, NONE, RANDOM


@rule
def least_if_enough(force, need, opened):
    """E-40 As `minimal` attacks: the least play that suffices, after an opening card perhaps nothing; False if none."""
    if opened and need <= 0:
        choose_all(force, 0)
        return True
    return least_play(force, need)


@rule
def all_if_enough(force, need, opened):
    """E-40 As `hold_back` attacks in the last round: all valid cards if that suffices, otherwise False."""
    choose_all(force, 1)
    return (force.cards > 0 or opened) and sum_of_cards(force) >= need


@rule
def attacks_first(force, attack, start, rules, stream):
    """E-40 The attacker's play of round 1; False for no play."""
    opened = force.opening > 0
    if not may_start(attack + sum_of_cards(force), start, rules):
        return False
    if force.play == RANDOM:
        return random_play(force, least_to_start(force, attack, start, rules), stream)
    if force.play == ALL_IN:
        choose_all(force, 1)
        return force.cards > 0 or opened
    need = needed(attack, start, True, rules)
    if force.play == HOLD_BACK and rules.max_rounds == 1:
        enough = all_if_enough(force, need, opened)
    else:
        enough = least_if_enough(force, need, opened)
    if enough:
        return True
    choose_all(force, 0)
    return opened and rules.start_check != FIRST_ROUND


@rule
def attacks_again(force, attack, defence, rules, stream):
    """E-29, E-30, E-40 The attacker's play of round 2, which is the last; False for no play."""
    need, plays = needed(attack, defence, True, rules), False
    if force.play == RANDOM:
        random_play(force, least_to_go_on(force, rules), stream)
        for i in range(force.cards):
            plays = plays or force.chosen[i] == 1
    elif force.play == ALL_IN:
        choose_all(force, 1)
        plays = force.cards > 0
    elif force.play == MINIMAL:
        plays = least_if_enough(force, need, False)
    else:
        plays = all_if_enough(force, need, False)
    if not plays:
        choose_all(force, 0)
        if least_to_go_on(force, rules) > 0:
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
