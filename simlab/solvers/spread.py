"""Exact distributions step by step: probability mass that spreads over states until all of it has ended.

A step maps a state to its successors with their probabilities. Mass that reaches an end is collected; the rest goes
on. Works on any hashable states and knows no game.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable

import numpy as np

NEGLIGIBLE = 1e-16  # mass below which a chain that could go on for ever is cut; it is reported as lost
Successors = Iterable[tuple[Hashable, float]]


def spread(mass: dict, step: Callable[[Hashable], Successors]) -> dict:
    """The mass after one step of every state; states that are reached in several ways are merged."""
    after = defaultdict(float)
    for state, probability in mass.items():
        if probability == 0:
            continue
        for successor, chance in step(state):
            after[successor] += probability * chance
    return dict(after)


def as_rows(mass: dict[tuple[int, ...], float], columns: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows of whole numbers and their probabilities, in order of the rows; impossible ones are left out."""
    rows = sorted(row for row, probability in mass.items() if probability > 0)
    table = np.array(rows, dtype=np.int64).reshape(len(rows), columns)
    return table, np.array([mass[row] for row in rows], dtype=float)
