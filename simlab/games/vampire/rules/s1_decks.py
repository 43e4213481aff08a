"""Section 1: decks and hands (E-05)."""

import numpy as np

from simlab.chance.cards import NOT_IN_PILE, place_in_pile
from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import rolled
from simlab.games.vampire.state import DEAL

FIRST, ONE = np.uint64(0), np.uint64(1)


@rule
def shuffle_deck(deck, stream):
    """E-05 Every card of a deck, or of a player's, has a random place that hangs on the card itself."""
    event = at(stream, DEAL, 0, deck.side)
    for card in range(deck.card_count):
        deck.keys[card] = place_in_pile(event, deck.id[card], card)


@rule
def place_of_last_dealt(deck):
    """E-05 A place in the shuffled deck up to which just the cards on top lie that are `dealt`.

    About so many lie up to the place that they would take if places were even, so that is where the search begins.
    """
    place, count = deck.even_place, 0
    for card in range(deck.card_count):
        count += deck.keys[card] <= place
    while count < deck.dealt:
        following = NOT_IN_PILE
        for card in range(deck.card_count):
            following = min(following, deck.keys[card] if deck.keys[card] > place else NOT_IN_PILE)
        place, count = following, count + 1
    while count > deck.dealt:
        last = FIRST
        for card in range(deck.card_count):
            last = max(last, deck.keys[card] if deck.keys[card] <= place else FIRST)
        place, count = last - ONE, count - 1
    return place


@rule
def deal_valid(force, deck, stream):
    """E-05, E-09 Deal a hand; its valid cards are the force's, from the lowest on."""
    shuffle_deck(deck, stream)
    last, count = place_of_last_dealt(deck), 0
    for card in range(deck.card_count):
        force.card[count], force.value[count] = card, deck.value[card]
        dealt = deck.keys[card] <= last and deck.dealt > 0 and (deck.colours[card] & deck.valid) != 0
        count += rolled(deck.keys[card], card, 2, 1 if dealt else 0)
    force.cards = count


@rule
def take_given(force):
    """E-64 The valid cards of a given hand."""
    force.cards = force.given
    for i in range(force.given):
        force.card[i], force.value[i] = force.given_card[i], force.given_value[i]
