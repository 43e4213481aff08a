"""Section 8: what a player may do in step 4, as policies name it (E-16)."""

from typing import NamedTuple

from simlab.chance.cards import draw_one
from simlab.chance.compiled import rule
from simlab.games.vampire.rules.s8_pairs import Pair, no_pair
from simlab.games.vampire.state import ASK, FIGHT, HIDE, NOBODY, PASS


class Action(NamedTuple):
    """What a player does in step 4: a kind, a pair for a fight, a character to hide or to ask about."""

    kind: int
    pair: Pair
    character: int


@rule
def passing():
    """E-17 To pass."""
    return Action(PASS, no_pair(), NOBODY)


@rule
def fighting(pair):
    """E-24 To fight; without a pair to pass."""
    return passing() if pair.attacker == NOBODY else Action(FIGHT, pair, NOBODY)


@rule
def hiding(marked, event):
    """E-18 To hide one of the marked characters at random."""
    return Action(HIDE, no_pair(), draw_one(event, marked))


@rule
def asking(marked, event):
    """E-20 To ask about one of the marked characters at random."""
    return Action(ASK, no_pair(), draw_one(event, marked))
