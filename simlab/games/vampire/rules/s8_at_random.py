"""Section 8: of equally good things one at random, by a value for each that hangs on the thing alone."""

import numpy as np

from simlab.chance.compiled import rule
from simlab.chance.streams import word
from simlab.games.vampire.state import BLOCK, NO_CARD, PILE

WORST = -(2**62)
ANY_KIND = (1 << (BLOCK + 1)) - 1  # a bit for each kind of card, combat cards too


@rule
def goes_first(worth, key, best_worth, best_key):
    """Is a thing better than the best so far, or as good, and drawn before it: by the larger random value."""
    return worth > best_worth or (worth == best_worth and key > best_key)


@rule
def random_held(player, kinds, event):
    """E-58 One of the hand's cards of these kinds at random, each copy counted; NO_CARD if there is none."""
    drawn, best, best_key = NO_CARD, WORST, np.uint64(0)
    for place in range(player.hand):
        card = player.held[place]
        if kinds >> player.support[card] & 1:
            key = word(event, player.id[card])
            if goes_first(0, key, best, best_key):
                drawn, best, best_key = card, 0, key
    return drawn


@rule
def random_of_deck(player, event):
    """E-58 One of the cards of the deck at random; NO_CARD if there is none."""
    drawn, best, best_key = NO_CARD, WORST, np.uint64(0)
    for card in range(player.card_count):
        if player.place[card] == PILE:
            key = word(event, player.id[card])
            if goes_first(0, key, best, best_key):
                drawn, best, best_key = card, 0, key
    return drawn
