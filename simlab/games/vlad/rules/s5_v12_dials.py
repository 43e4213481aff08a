"""Section V: the time dial and the life dials (V-12, V-13, V-14)."""

from simlab.chance.compiled import rule
from simlab.games.vlad.state import DIAL_POSITIONS


@rule
def dial_after(position, turns):
    """V-12 The dial's position, 1..4, so many rounds after it showed `position`."""
    return (position - 1 + turns) % DIAL_POSITIONS + 1


@rule
def time_at(position, rules):
    """V-12 Day or night at a position of the dial."""
    return rules.dial[position - 1]


@rule
def lose_life(life, loss):
    """V-13, V-14 Life after a loss; it never goes below 0, and at 0 the unit is dead."""
    return max(life - loss, 0)
