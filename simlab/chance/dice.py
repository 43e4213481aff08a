"""Dice: how many of several show enough; events of any chance. Sampled and exact side by side."""

import numpy as np
from scipy.special import comb

from simlab.chance.compiled import rule
from simlab.chance.streams import die, word
from simlab.chance.witness import rolled

FACES = 6
UNIT = 2.0**-53  # a draw's upper 53 bits as a number from 0 to just below 1
S11 = np.uint64(11)


@rule
def count_at_least(stream, dice, least):
    """How many of the six-sided dice 0..dice-1 of a stream show `least` or more."""
    count = 0
    for number in range(dice):
        count += die(stream, number, FACES) >= least
    return count


@rule
def happens(stream, number, chance):
    """Whether an event of this chance, 0..1, happens; the draw is made even if the chance is 0 or 1."""
    below = np.float64(word(stream, number) >> S11) * UNIT < chance
    return rolled(stream.key, number, 2, 1 if below else 0) == 1


def chance_at_least(least: int) -> float:
    """Chance that one six-sided die shows `least` or more."""
    return min(max(FACES + 1 - least, 0), FACES) / FACES


def chance_at_most(most: int) -> float:
    """Chance that one six-sided die shows `most` or less."""
    return min(max(most, 0), FACES) / FACES


def binomial(dice: int, chance: float) -> np.ndarray:
    """Probabilities of 0..dice successes."""
    successes = np.arange(dice + 1)
    return comb(dice, successes) * chance**successes * (1 - chance) ** (dice - successes)
