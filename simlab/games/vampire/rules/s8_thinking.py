"""Section 8: what the five thinking policies have in common (E-49, E-50, E-51).

Block is played always, at the first chance (`wants_to_block`); a fight is attacked in as `attack_play` says.
"""

from simlab.chance.compiled import rule
from simlab.chance.dice import happens
from simlab.games.vampire.rules.s6_support import can_fetch, has_room, support_in_hand
from simlab.games.vampire.rules.s8_hand import ALL_GROUPS, USELESS, discard_in_order, is_payable, payable_cards
from simlab.games.vampire.rules.s8_knowledge import is_taken_for_vampire
from simlab.games.vampire.state import (
    CHARACTERS,
    DEFENCE_MARKER,
    FETCH,
    HUMAN,
    KNOWN_HUMAN,
    MINIMAL,
    NO_CARD,
    NO_SUPPORT,
    NONE,
    PILE,
)


@rule
def thinking_discards(table, player):
    """E-49 Step 1: useless cards, at most `cycle` of them, if there are new ones to draw."""
    if player.pile > 0:
        discard_in_order(table, player, player.cycle, USELESS + 1)


@rule
def thinking_pays_pass(table, player, rules):
    """E-49 A pass costs the first cards of the discard order."""
    discard_in_order(table, player, rules.pass_discards, ALL_GROUPS)


@rule
def thinking_support(board, player, rules):
    """E-50 Step 3: the first playable one of fetch, attack marker, defence marker; NO_SUPPORT if there is none."""
    for kind in range(FETCH, DEFENCE_MARKER + 1):
        if support_in_hand(player, kind, rules) != NO_CARD:
            if can_fetch(player) if kind == FETCH else thinking_places(board, player, kind, rules):
                return kind
    return NO_SUPPORT


@rule
def thinking_fetches(player, rules):
    """E-50 Which card is taken out of the deck: the highest that pays if the hand lacks such, otherwise the highest."""
    price = rules.water_cards if player.side == HUMAN else rules.hide_cards
    lacking, highest, paying = payable_cards(player, rules) < price, NO_CARD, NO_CARD
    for card in range(player.card_count):
        if player.place[card] == PILE:
            highest = card
            paying = card if is_payable(player, card, rules) else paying
    return paying if lacking and paying != NO_CARD else highest


@rule
def thinking_places(board, player, kind, rules):
    """E-50 Mark where the player would put this marker; returns whether there is a place."""
    if player.side == HUMAN:
        return human_places(board.table, board.knowledge, kind, board.scratch.marked, rules)
    return vampire_places(board.table, board.secret, kind, board.scratch.marked, rules)


@rule
def human_places(table, knowledge, kind, places, rules):
    """E-50 The human player puts markers on known humans in the castle; returns whether there is a place."""
    found = False
    for character in range(CHARACTERS):
        places[character] = has_room(table, kind, character, rules) and knowledge.status[character] == KNOWN_HUMAN
        found = found or places[character] == 1
    return found


@rule
def vampire_places(table, secret, kind, places, rules):
    """E-50 The vampire player puts them on vampires in the castle, revealed ones first; whether there is a place."""
    for revealed in range(1, -1, -1):
        found = False
        for character in range(CHARACTERS):
            is_there = secret.vampire[character] == 1 and table.revealed[character] == revealed
            places[character] = is_there and has_room(table, kind, character, rules)
            found = found or places[character] == 1
        if found:
            return True
    return False


@rule
def human_defends(knowledge, player, target):
    """E-51 The human player does not defend a character that he takes for a vampire."""
    return NONE if is_taken_for_vampire(knowledge, target) else player.defend_play


@rule
def vampire_defends(secret, player, target, event):
    """E-51 The vampire player defends vampires, and humans only as a bluff."""
    if secret.vampire[target]:
        return player.defend_play
    return MINIMAL if happens(event, 0, player.bluff) else NONE
