"""Drawing one of several, so that adding one leaves the order of the others: each has its own keyed value."""

import numpy as np

from simlab.chance.compiled import rule
from simlab.chance.streams import word
from simlab.chance.witness import rolled


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
