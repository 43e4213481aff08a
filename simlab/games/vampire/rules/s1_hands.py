"""Section 1: decks and hands: shuffled, dealt, drawn, used up (E-05, E-06)."""

import numpy as np

from simlab.chance.cards import NOT_IN_PILE, place_in_pile
from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import rolled, tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s2_cards import is_valid
from simlab.games.vampire.state import DEAL, HAND, PILE, USED

FIRST, ONE = np.uint64(0), np.uint64(1)


@rule
def shuffle_deck(deck, stream):
    """E-05 Every card of a deck, or of a player's, has a random place that hangs on the card itself."""
    event = at(stream, DEAL, 0, deck.side)
    for card in range(deck.card_count):
        deck.keys[card] = place_in_pile(event, deck.id[card], card)


@rule
def set_up_player(player, rules, stream):
    """E-05 The deck is shuffled and the hand drawn."""
    shuffle_deck(player, stream)
    order_deck(player)
    for card in range(player.card_count):
        player.place[card] = PILE
    player.pile, player.hand = player.card_count, 0
    draw_cards(player, rules.hand_size)


@rule
def order_deck(player):
    """E-05 The cards of the shuffled deck from the top on: as many lie above a card as have a smaller place.

    Every card is compared with every other one: that has no branches, and is quicker than to look for the top card at
    every draw.
    """
    for card in range(player.card_count):
        above = 0
        for other in range(player.card_count):
            above += player.keys[other] < player.keys[card]
        player.order[above] = card
    player.top = 0


@rule
def top_of_deck(player):
    """E-05, E-34 The card on top; cards that were fetched out of the deck are passed over."""
    while player.place[player.order[player.top]] != PILE:
        player.top += 1
    return player.order[player.top]


@rule
def draw_cards(player, number):
    """E-05, E-13 Draw so many cards from the top of the deck, as far as there are any."""
    for _ in range(min(number, player.pile)):
        take_from_deck(player, top_of_deck(player))


@rule
def take_from_deck(player, card):
    """E-05, E-34 A card of the deck comes into the hand, in its place by the card order."""
    player.place[card] = HAND
    player.pile -= 1
    place = player.hand
    while place > 0 and player.held[place - 1] > card:
        player.held[place] = player.held[place - 1]
        place -= 1
    player.held[place] = card
    player.hand += 1


@rule
def use_held(player, place):
    """E-06 The card at this place in the hand is played, paid or discarded, and never comes back."""
    player.place[player.held[place]] = USED
    player.hand -= 1
    for later in range(place, player.hand):
        player.held[later] = player.held[later + 1]


@rule
def use_card(player, card):
    """E-06 A card of the hand is played, paid or discarded, and never comes back."""
    place = 0
    while player.held[place] != card:
        place += 1
    use_held(player, place)


@rule
def discard(player, card):
    """E-06, E-13, E-17 A card of the hand is discarded."""
    tell(story.DISCARDED, player.side, card)
    use_card(player, card)


@rule
def deal_valid(force, deck, stream):
    """E-05, E-09 The hand of a lone fight, of which only the valid cards matter: they are the force's.

    Drawing card by card as in a full game would give the same hands, but a lone fight is 1.6 times as fast so.
    """
    shuffle_deck(deck, stream)
    last, count = place_of_last_dealt(deck), 0
    for card in range(deck.card_count):
        force.card[count], force.value[count] = card, deck.value[card]
        dealt = deck.keys[card] <= last and deck.dealt > 0 and is_valid(deck.colours[card], deck.valid)
        count += rolled(deck.keys[card], card, 2, 1 if dealt else 0)
    force.cards = count


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
def take_given(force):
    """E-64 The valid cards of a hand that the scenario gives."""
    force.cards = force.given
    for i in range(force.given):
        force.card[i], force.value[i] = force.given_card[i], force.given_value[i]
