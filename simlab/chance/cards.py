"""Drawing one of several, so that adding one leaves the order of the others: each has its own keyed value.

A pile is an array of such values, one a card, with the card's number in the lowest bits, so that the smallest value is
the top card and nothing needs to be sorted. A card that is not in the pile has the value NOT_IN_PILE.
"""

import numpy as np

from simlab.chance.compiled import rule
from simlab.chance.streams import word
from simlab.chance.witness import rolled

LARGEST_NUMBER = 0xFFF  # of a card in a pile
NUMBER_BITS = np.uint64(LARGEST_NUMBER)
NOT_IN_PILE = np.uint64(0xFFFFFFFFFFFFFFFF)
EMPTY = -1  # in place of a card of an empty pile


@rule
def draw_one(stream, present):
    """The index of one true entry of `present`, each equally likely; -1 if none is true.

    Every index has a keyed value of the stream; the smallest among those present is drawn.
    """
    drawn, smallest = -1, np.uint64(0)
    for index in range(present.size):
        if present[index]:
            value = word(stream, index)
            if drawn < 0 or value < smallest:
                drawn, smallest = index, value
    return rolled(stream.key, 0, present.size, drawn)


@rule
def place_in_pile(event, card_id, number):
    """A card's random place in a pile; it hangs on the card's id alone, not on its number or what else is there."""
    return (word(event, card_id) & ~NUMBER_BITS) | np.uint64(number)


@rule
def top_of_pile(keys, end):
    """The number of the top card among the numbers below `end`; EMPTY if the pile is."""
    smallest = NOT_IN_PILE
    for number in range(end):
        smallest = min(smallest, keys[number])
    return EMPTY if smallest == NOT_IN_PILE else np.int64(smallest & NUMBER_BITS)
