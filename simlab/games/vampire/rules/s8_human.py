"""Section 8: the human player's choices (E-46, E-52 to E-54). None of them is handed what he does not know."""

from typing import NamedTuple

from simlab.chance.cards import draw_one
from simlab.chance.compiled import rule
from simlab.chance.dice import happens
from simlab.chance.streams import at, branch
from simlab.games.vampire.rules.s4_hide_and_water import can_ask
from simlab.games.vampire.rules.s8_knowledge import most_suspicious
from simlab.games.vampire.rules.s8_pairs import Pair, best_pair
from simlab.games.vampire.state import (
    ACTING,
    ASK,
    BRAWLER,
    CHARACTERS,
    CHOOSING_PAIR,
    FIGHT,
    HIDE,
    IDLE,
    NOBODY,
    PASS,
    RANDOM_PLAYER,
    REVEALED,
    SURE_VAMPIRE,
    UNKNOWN,
    UNMASKING_ATTACK,
)


class Action(NamedTuple):
    """What a player does in step 4: a kind, a pair for a fight, a character to hide or to ask about."""

    kind: int
    pair: Pair
    one: int


@rule
def passing():
    """E-17 To pass."""
    return Action(PASS, Pair(NOBODY, NOBODY, 0), NOBODY)


@rule
def fighting(pair):
    """E-24 To fight."""
    return Action(FIGHT, pair, NOBODY)


@rule
def mark_vampires(knowledge, marked):
    """E-53, E-54 Mark those that the human player takes for vampires."""
    for one in range(CHARACTERS):
        marked[one] = knowledge.status[one] == REVEALED or knowledge.status[one] == SURE_VAMPIRE


@rule
def asking(table, knowledge, player, marked, event):
    """E-52 To ask about a most suspicious unknown character, of the castle if there is one."""
    if most_suspicious(table, knowledge, player, True, marked) == 0:
        most_suspicious(table, knowledge, player, False, marked)
    return Action(ASK, Pair(NOBODY, NOBODY, 0), draw_one(event, marked))


@rule
def human_action(table, knowledge, player, rules, marked, stream):
    """E-53, E-54, E-58, E-59 Step 4 of the human player."""
    event = at(stream, ACTING, table.turn, player.side)
    if player.policy == IDLE:
        return passing()
    if player.policy == RANDOM_PLAYER:
        return human_random_action(table, knowledge, player, rules, marked, event)
    if player.policy != BRAWLER and can_ask(knowledge, player, rules):
        return asking(table, knowledge, player, marked, branch(event, 0))
    mark_vampires(knowledge, marked)
    pair = best_pair(table, player, marked, 0, rules, branch(event, 1))
    if pair.attacker != NOBODY and pair.margin >= player.min_attack:
        return fighting(pair)
    if player.policy == BRAWLER:
        if most_suspicious(table, knowledge, player, True, marked) > 0:
            pair = best_pair(table, player, marked, 0, rules, branch(event, 2))
            if pair.attacker != NOBODY and pair.margin >= player.min_attack:
                return fighting(pair)
        if can_ask(knowledge, player, rules):
            return asking(table, knowledge, player, marked, branch(event, 0))
    return passing()


@rule
def human_random_action(table, knowledge, player, rules, marked, event):
    """E-58 One of the kinds that are possible, then one of its ways."""
    for one in range(CHARACTERS):
        marked[one] = 1
    pair = best_pair(table, player, marked, 0, rules, branch(event, 0))
    fights, asks = pair.attacker != NOBODY, can_ask(knowledge, player, rules)
    kind = random_kind_of_action(fights, False, asks, branch(event, 1))
    if kind == FIGHT:
        return fighting(pair)
    if kind == ASK:
        for one in range(CHARACTERS):
            marked[one] = knowledge.status[one] == UNKNOWN
        return Action(ASK, Pair(NOBODY, NOBODY, 0), draw_one(branch(event, 2), marked))
    return passing()


@rule
def random_kind_of_action(fights, hides, asks, event):
    """E-58 To pass, or one of the other kinds that are possible, each equally likely."""
    kind, possible = PASS, 1
    for other in range(FIGHT, ASK + 1):
        if (other == FIGHT and fights) or (other == HIDE and hides) or (other == ASK and asks):
            possible += 1
            if happens(event, other, 1.0 / possible):
                kind = other
    return kind


@rule
def attack_after_unmasking(table, player, one, opening, rules, marked, stream):
    """E-21, E-52, E-58 Whether and with whom to attack a vampire that was just revealed; attacker NOBODY for not."""
    event = at(stream, UNMASKING_ATTACK, table.turn, 0)
    for other in range(CHARACTERS):
        marked[other] = other == one
    if player.policy == RANDOM_PLAYER:
        pair = best_pair(table, player, marked, opening, rules, branch(event, 0))
        attacks = happens(branch(event, 1), 0, 0.5)
    else:
        pair = best_pair(table, player, marked, opening, rules, at(stream, CHOOSING_PAIR, table.turn, 0))
        attacks = pair.margin >= player.min_attack
    return pair if attacks else Pair(NOBODY, NOBODY, 0)
