"""Dice and events of any chance, sampled and exact side by side."""

from collections.abc import Callable

import numpy as np

from simlab.chance.compiled import rule
from simlab.chance.plain import plain
from simlab.chance.streams import word
from simlab.chance.witness import rolled

FACES = 6
UNIT = 2.0**-53  # a draw's upper 53 bits as a number from 0 to just below 1
S11 = np.uint64(11)


@rule
def happens(stream, number, chance):
    """Whether an event of this chance, 0..1, happens; the draw is made even if the chance is 0 or 1."""
    below = np.float64(word(stream, number) >> S11) * UNIT < chance
    return rolled(stream.key, number, 2, 1 if below else 0) == 1


def chance_that(met: Callable[..., bool], *arguments) -> float:
    """The chance that a six-sided die meets a rule of the form `met(roll, *arguments)`."""
    return sum(bool(plain(met)(roll, *arguments)) for roll in range(1, FACES + 1)) / FACES


def binomial(dice: int, chance: float) -> np.ndarray:
    """Probabilities of 0..dice successes."""
    from scipy.special import comb  # a tenth of a second to import, which no kernel needs

    successes = np.arange(dice + 1)
    return comb(dice, successes) * chance**successes * (1 - chance) ** (dice - successes)
