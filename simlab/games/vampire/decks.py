"""The decks of a case, and their rows for the kernels (E-05, E-11)."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from simlab.contract import Case
from simlab.games.vampire.cards import Card, in_order, read_card
from simlab.games.vampire.state import SIDES, SMALLEST_DECK, deck_type
from simlab.rows import room_for, rows_of

NOT_DEALT = -1  # in place of the number of cards to deal: the hand is given


def deck_cards(case: Case, side: str) -> list[Card]:
    """The cards of a side's deck in the card order."""
    copies: Counter[Card] = Counter()
    for text, count in getattr(case.data.decks, side):
        copies[read_card(text)] += count
    return in_order(copies.elements())


def deck_sizes(case: Case) -> dict[str, int]:
    """How many cards each side's deck has."""
    return {side: len(deck_cards(case, side)) for side in SIDES}


def deck_room(case: Case) -> int:
    """Room for the cards of either deck."""
    return room_for(max(deck_sizes(case).values()), SMALLEST_DECK)


def card_numbers(cards: Sequence[Card]) -> list[int]:
    """A number for each card that hangs on what is printed on it and its place among equal ones."""
    seen: Counter[int] = Counter()
    numbers = []
    for card in cards:
        printed = (card.support << 16 | card.colours << 8 | card.value) << 10
        numbers.append(printed | seen[printed])
        seen[printed] += 1
    return numbers


def write_cards(row: np.record, cards: Sequence[Card]) -> None:
    """What is printed on the cards of a deck, in the card order."""
    row.card_count = len(cards)
    for place, (card, number) in enumerate(zip(cards, card_numbers(cards))):
        row.value[place], row.colours[place] = card.value, card.colours
        row.support[place], row.id[place] = card.support, number


def deck_row(case: Case, side: str, dealt: int, valid: int) -> np.recarray:
    """A deck in an array of one row; `dealt` cards of it are dealt in each trial, those of a `valid` colour count."""
    row = rows_of(deck_type(deck_room(case)))
    row[0].side, row[0].dealt, row[0].valid = SIDES.index(side), dealt, valid
    write_cards(row[0], deck_cards(case, side))
    row[0].even_place = min(max(dealt, 0) * 2**64 // int(row[0].card_count), 2**64 - 1)
    return row
