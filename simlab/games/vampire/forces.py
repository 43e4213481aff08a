"""Rows for the two sides of a fight, with room to weigh every play of their hands (E-09, E-39)."""

from collections.abc import Sequence

import numpy as np

from simlab.chance.plain import plain
from simlab.games.vampire.cards import Card, given_cards
from simlab.games.vampire.rules.s2_cards import is_valid
from simlab.games.vampire.state import SMALLEST_HAND, SMALLEST_SUM, force_type
from simlab.rows import room_for, rows_of

LARGEST_WORTH = 2**62
MOST_CELLS = 10_000_000  # of the table of ways in which a hand can be played


def unfit(cards: Sequence[Card], hand: int) -> str:
    """Why plays of hands of so many of these cards cannot be weighed (E-39); empty if they can."""
    values = {card.value for card in cards if card.value}
    if (hand + 1) ** len(values) * (hand + 1) >= LARGEST_WORTH:
        return f"too many different values, {len(values)}, for hands of {hand}"
    if (hand + 1) * (largest_sum(cards, hand) + 2) > MOST_CELLS:
        return f"too large values for hands of {hand}"
    return ""


def largest_sum(cards: Sequence[Card], hand: int) -> int:
    """The largest sum of values in a hand of so many of these cards."""
    return sum(sorted((card.value for card in cards), reverse=True)[:hand])


def force_rows(hands: Sequence[tuple[Sequence[Card], int]]) -> np.recarray:
    """A force for each hand of a number of cards; each has room for the largest of them and its sums."""
    cards = room_for(max(hand for _, hand in hands) + 1, SMALLEST_HAND)
    total = room_for(max(largest_sum(cards, hand) for cards, hand in hands) + 2, SMALLEST_SUM)
    return rows_of(force_type(cards, total), len(hands))


def give(force: np.record, hand: Sequence[str], counting: int) -> None:
    """E-64 The valid cards of a given hand, in the card order."""
    held = given_cards(hand)
    valid = [(place, card.value) for place, card in enumerate(held) if plain(is_valid)(card.colours, counting)]
    force.given = len(valid)
    for place, (card, value) in enumerate(valid):
        force.given_card[place], force.given_value[place] = card, value
