"""Exact distributions step by step: probability mass that spreads over states until all of it has ended.

A step maps a state to its successors with their probabilities. Mass that reaches an end is collected; the rest goes
on. Works on any hashable states and knows no game.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

NEGLIGIBLE = 1e-16  # mass below which a chain that could go on for ever is cut; it is reported as lost
State = TypeVar("State", bound=Hashable)
Successor = TypeVar("Successor", bound=Hashable)


def spread(
    mass: Mapping[State, float], step: Callable[[State], Iterable[tuple[Successor, float]]]
) -> dict[Successor, float]:
    """The mass after one step of every state; states that are reached in several ways are merged."""
    after: defaultdict[Successor, float] = defaultdict(float)
    for state, probability in mass.items():
        if probability == 0:
            continue
        for successor, chance in step(state):
            after[successor] += probability * chance
    return dict(after)
