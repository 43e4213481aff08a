"""Section 8: every decision of a player in a full game, by the policy that plays him.

A human player's choice is made of the open table and his knowledge; the secrets go to the vampire player alone.
"""

from simlab.chance.cards import draw_one
from simlab.chance.compiled import rule
from simlab.chance.dice import happens
from simlab.chance.streams import at
from simlab.games.vampire.rules.s1_characters import mark_only
from simlab.games.vampire.rules.s6_support import can_block
from simlab.games.vampire.rules.s8_actions import passing
from simlab.games.vampire.rules.s8_at_random import random_of_deck
from simlab.games.vampire.rules.s8_human import brawler_acts, inquisitor_acts
from simlab.games.vampire.rules.s8_pairs import good_pair
from simlab.games.vampire.rules.s8_random import (
    EVEN,
    IDLE_DISCARDS,
    human_random_action,
    random_attacks_unmasked,
    random_discards,
    random_pays_pass,
    random_places,
    random_reveals,
    random_support,
    vampire_random_action,
)
from simlab.games.vampire.rules.s8_thinking import (
    human_defends,
    thinking_discards,
    thinking_fetches,
    thinking_pays_pass,
    thinking_places,
    thinking_support,
    vampire_defends,
)
from simlab.games.vampire.rules.s8_vampire import (
    bold_reveals,
    lurker_acts,
    raids,
    three_thrones_acts,
    three_thrones_reveals,
)
from simlab.games.vampire.state import (
    ACTING,
    BLOCKING,
    BLUFFING,
    BOLD,
    BRAWLER,
    CHOOSING_PAIR,
    DISCARDING,
    HUMAN,
    IDLE,
    LURKER,
    NO_SUPPORT,
    NOBODY,
    NONE,
    PASSING,
    RANDOM,
    RANDOM_PLAYER,
    THREE_THRONES,
    UNMASKING_ATTACK,
)


@rule
def discard_first(table, player, stream):
    """E-49, E-58, E-59 Step 1: what is discarded before drawing."""
    event = at(stream, DISCARDING, table.turn, player.side)
    if player.policy == RANDOM_PLAYER:
        random_discards(player, player.discard_chance, event)
    elif player.policy == IDLE:
        random_discards(player, IDLE_DISCARDS, event)
    else:
        thinking_discards(table, player)


@rule
def character_to_reveal(table, secret, player, marked, rules, event):
    """E-55, E-56, E-57, E-58, E-59 Step 2: whom to reveal; NOBODY for nobody more."""
    if player.policy == BOLD:
        return bold_reveals(table, secret, player, marked, event)
    if player.policy == THREE_THRONES:
        return three_thrones_reveals(table, secret, player, marked, event)
    if player.policy == RANDOM_PLAYER:
        return random_reveals(table, secret, marked, rules, event)
    return NOBODY


@rule
def support_to_play(board, player, rules, event):
    """E-50, E-58, E-59 Step 3: the kind of support card to play; NO_SUPPORT for none."""
    if player.policy == IDLE:
        return NO_SUPPORT
    if player.policy == RANDOM_PLAYER:
        return random_support(board.table, player, board.scratch.marked, rules, event)
    return thinking_support(board, player, rules)


@rule
def card_to_fetch(player, rules, event):
    """E-50, E-58 The card that is taken out of the deck."""
    if player.policy == RANDOM_PLAYER:
        return random_of_deck(player, event)
    return thinking_fetches(player, rules)


@rule
def has_place(board, player, kind, rules):
    """E-50, E-58 Mark where the player would put this marker; returns whether there is a place."""
    if player.policy == RANDOM_PLAYER:
        return random_places(board.table, kind, board.scratch.marked, rules)
    return thinking_places(board, player, kind, rules)


@rule
def place_for_marker(board, player, kind, rules, event):
    """E-50, E-58 The character that gets the marker, one of the places at random."""
    has_place(board, player, kind, rules)
    return draw_one(event, board.scratch.marked)


@rule
def human_action(table, knowledge, player, marked, rules, stream):
    """E-53, E-54, E-58, E-59 Step 4 of the human player."""
    event = at(stream, ACTING, table.turn, player.side)
    if player.policy == IDLE:
        return passing()
    if player.policy == RANDOM_PLAYER:
        return human_random_action(table, knowledge, player, marked, rules, event)
    if player.policy == BRAWLER:
        return brawler_acts(table, knowledge, player, marked, rules, event)
    return inquisitor_acts(table, knowledge, player, marked, rules, event)


@rule
def vampire_action(table, secret, player, marked, rules, stream):
    """E-55, E-56, E-57, E-58, E-59 Step 4 of the vampire player."""
    event = at(stream, ACTING, table.turn, player.side)
    if player.policy == IDLE:
        return passing()
    if player.policy == RANDOM_PLAYER:
        return vampire_random_action(table, player, marked, rules, event)
    if player.policy == LURKER:
        return lurker_acts(table, secret, player, marked, rules, event)
    if player.policy == THREE_THRONES:
        return three_thrones_acts(table, secret, player, marked, rules, event)
    return raids(table, secret, player, marked, rules, event)


@rule
def attack_after_unmasking(table, player, character, opening, marked, rules, stream):
    """E-21, E-52, E-58 With whom to attack a vampire that was just revealed; no pair for not at all."""
    mark_only(marked, character)
    if player.policy == RANDOM_PLAYER:
        event = at(stream, UNMASKING_ATTACK, table.turn, 0)
        return random_attacks_unmasked(table, player, marked, opening, rules, event)
    return good_pair(table, player, marked, opening, rules, at(stream, CHOOSING_PAIR, table.turn, 0))


@rule
def discard_for_pass(table, player, rules, stream):
    """E-49, E-58, E-59 The cards that a pass costs."""
    if player.policy == RANDOM_PLAYER or player.policy == IDLE:
        random_pays_pass(player, rules, at(stream, PASSING, table.turn, player.side))
    else:
        thinking_pays_pass(table, player, rules)


@rule
def wants_to_block(table, player, rules, stream):
    """E-49, E-58, E-59 Whether a player who can block does so: always, or at random, or never."""
    if player.policy == IDLE or not can_block(player, rules):
        return False
    return player.policy != RANDOM_PLAYER or happens(at(stream, BLOCKING, table.turn, player.side), 0, EVEN)


@rule
def attack_play(player):
    """E-51, E-58 How the active player plays a fight."""
    return RANDOM if player.policy == RANDOM_PLAYER else player.attack_play


@rule
def defend_play(board, player, target, stream):
    """E-51, E-58, E-59 How the other player plays a fight for this target."""
    if player.policy == RANDOM_PLAYER:
        return RANDOM
    if player.policy == IDLE:
        return NONE
    if player.side == HUMAN:
        return human_defends(board.knowledge, player, target)
    return vampire_defends(board.secret, player, target, at(stream, BLUFFING, board.table.turn, 0))
