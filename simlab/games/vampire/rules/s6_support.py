"""Sections 6 and 8: support cards (E-33 to E-37, E-50, E-58)."""

import numpy as np

from simlab.chance.cards import draw_one
from simlab.chance.compiled import rule
from simlab.chance.dice import happens
from simlab.chance.streams import at, branch, word
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s1_set_up import take_from_deck, use_card
from simlab.games.vampire.rules.s3_turn import is_payable, payable_cards, support_in_hand
from simlab.games.vampire.state import (
    ATTACK_MARKER,
    CHARACTERS,
    DEFENCE_MARKER,
    FETCH,
    HUMAN,
    IDLE,
    KNOWN_HUMAN,
    MARKING,
    NOBODY,
    PILE,
    RANDOM_PLAYER,
    SUPPORT_ON,
    SUPPORTING,
)


@rule
def has_room(table, kind, one, rules):
    """E-37 Can another marker of this kind be put on a castle character."""
    markers = table.attack_markers[one] if kind == ATTACK_MARKER else table.defence_markers[one]
    return table.in_castle[one] == 1 and markers < rules.marker_cap


@rule
def put_marker(table, player, kind, one):
    """E-35, E-36 A marker comes on a castle character."""
    if kind == ATTACK_MARKER:
        table.attack_markers[one] += 1
    else:
        table.defence_markers[one] += 1
    tell(story.MARKED, player.side, kind, one)


@rule
def fetched(player, rules):
    """E-50 Which card a thinking player takes out of his deck: the highest that pays if he lacks such, or at all."""
    price = rules.water_cards if player.side == HUMAN else rules.hide_cards
    lacking, highest, paying = payable_cards(player, rules) < price, NOBODY, NOBODY
    for card in range(player.card_count):
        if player.place[card] == PILE:
            highest = card
            paying = card if is_payable(player, card, rules) else paying
    return paying if lacking and paying != NOBODY else highest


@rule
def any_of_deck(player, event):
    """E-58 A random card of the deck."""
    drawn, key = NOBODY, np.uint64(0)
    for card in range(player.card_count):
        own = word(event, player.id[card])
        if player.place[card] == PILE and (drawn == NOBODY or own > key):
            drawn, key = card, own
    return drawn


@rule
def human_marks(table, knowledge, kind, rules, places):
    """E-50 The human player marks known humans in the castle; returns whether there is a place."""
    found = False
    for one in range(CHARACTERS):
        places[one] = has_room(table, kind, one, rules) and knowledge.status[one] == KNOWN_HUMAN
        found = found or places[one] == 1
    return found


@rule
def vampire_marks(table, secret, kind, rules, places):
    """E-50 The vampire player marks vampires in the castle, revealed ones first; returns whether there is a place."""
    for revealed in range(1, -1, -1):
        found = False
        for one in range(CHARACTERS):
            places[one] = (
                has_room(table, kind, one, rules) and secret.vampire[one] == 1 and table.revealed[one] == revealed
            )
            found = found or places[one] == 1
        if found:
            return True
    return False


@rule
def anybody_marks(table, kind, rules, places):
    """E-58 The random player marks any castle character with room; returns whether there is a place."""
    found = False
    for one in range(CHARACTERS):
        places[one] = has_room(table, kind, one, rules)
        found = found or places[one] == 1
    return found


@rule
def has_place(table, secret, knowledge, player, kind, rules, places):
    """Mark the places where a player would put this marker; returns whether there is one."""
    if player.policy == RANDOM_PLAYER:
        return anybody_marks(table, kind, rules, places)
    if player.side == HUMAN:
        return human_marks(table, knowledge, kind, rules, places)
    return vampire_marks(table, secret, kind, rules, places)


@rule
def is_playable(table, secret, knowledge, player, kind, rules, places):
    """E-33, E-34, E-50 Can a support card of this kind be played now."""
    if support_in_hand(player, kind, rules) < 0:
        return False
    if kind == FETCH:
        return player.pile > 0
    return has_place(table, secret, knowledge, player, kind, rules, places)


@rule
def play_support(table, secret, knowledge, player, kind, rules, places, event):
    """E-34 to E-36 Play a support card."""
    use_card(player, support_in_hand(player, kind, rules))
    if kind == FETCH:
        card = any_of_deck(player, event) if player.policy == RANDOM_PLAYER else fetched(player, rules)
        tell(story.FETCHED, player.side, card)
        take_from_deck(player, card)
    else:
        has_place(table, secret, knowledge, player, kind, rules, places)
        put_marker(table, player, kind, draw_one(event, places))


@rule
def random_kind(table, secret, knowledge, player, rules, places, event):
    """E-58 A random playable card, each copy counted; 0 if none is."""
    drawn, key = 0, np.uint64(0)
    for place in range(player.hand):
        card = player.held[place]
        kind = player.support[card]
        if 0 < kind <= DEFENCE_MARKER and rules.support_cards == SUPPORT_ON:
            own = word(event, player.id[card])
            playable = is_playable(table, secret, knowledge, player, kind, rules, places)
            if playable and (drawn == 0 or own > key):
                drawn, key = kind, own
    return drawn


@rule
def support_step(table, secret, knowledge, player, rules, places, stream):
    """E-15, E-50, E-58 Step 3: up to `support_per_turn` support cards."""
    if player.policy == IDLE:
        return
    for nth in range(rules.support_per_turn):
        event = branch(at(stream, SUPPORTING, table.turn, player.side), nth)
        kind = 0
        if player.policy == RANDOM_PLAYER:
            kind = random_kind(table, secret, knowledge, player, rules, places, branch(event, 0))
            if kind == 0 or not happens(branch(event, 1), 0, 0.5):
                return
        else:
            for wanted in range(DEFENCE_MARKER, 0, -1):
                if is_playable(table, secret, knowledge, player, wanted, rules, places):
                    kind = wanted
            if kind == 0:
                return
        place = at(stream, MARKING, table.turn, player.side)
        play_support(table, secret, knowledge, player, kind, rules, places, branch(place, nth))
