"""From decks and hands as a scenario has them to rows of decks and forces (E-05, E-09, E-11)."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from simlab.contract import Case
from simlab.games.vampire.cards import COLOURS, SIDES, SPECIAL, Card, read_card
from simlab.games.vampire.state import (
    SMALLEST_DECK,
    SMALLEST_HAND,
    SMALLEST_SUM,
    deck_type,
    force_type,
    player_type,
    room_for,
)

LARGEST_WORTH = 2**61
PLAYS = ("all_in", "minimal", "hold_back", "random", "none")  # in the order of state.py
CODES = {"attack_play": PLAYS, "defend_play": PLAYS, "suspicion": ("flat", "observed")}  # parameters that are names


def deck_cards(case: Case, side: str) -> list[Card]:
    """The cards of a side's deck in the card order."""
    copies = Counter()
    for text, count in getattr(case.data.decks, side):
        copies[read_card(text)] += count
    return sorted(copies.elements(), key=lambda card: card.order)


def deck_sizes(case: Case) -> dict[str, int]:
    """How many cards each side's deck has."""
    return {side: len(deck_cards(case, side)) for side in SIDES}


def too_many_values(case: Case, side: str, hand: int) -> bool:
    """Is there no room for the worth of a choice (E-39) of so many cards with so many different values."""
    values = len({card.value for card in deck_cards(case, side) if card.value})
    return (hand + 1) ** (values + 1) * hand >= LARGEST_WORTH


def card_numbers(cards: Sequence[Card]) -> list[int]:
    """A number for each card that hangs on what is printed on it and its place among equal ones."""
    seen, numbers = Counter(), []
    for card in cards:
        printed = (card.support << 16 | card.colours << 8 | card.value) << 10
        numbers.append(printed | seen[printed])
        seen[printed] += 1
    return numbers


def sum_room(case: Case, hands: Sequence[list[str] | None], markers: int) -> int:
    """The largest sum of values that a play may be asked for, and one more."""
    sums = [sum(read_card(text).value for text in hand or ()) for hand in hands]
    decks = [sum(card.value for card in deck_cards(case, side)) for side in SIDES]
    return room_for(max(*sums, *decks) + 2, SMALLEST_SUM)


def force_row(case: Case, side: int, policy: int, extra: tuple[int, int], hand, colours: int, room: int) -> np.recarray:
    """A force in an array of one row; `extra`: markers and the opening card's value; `hand` may be None."""
    held = sorted((read_card(text) for text in hand or ()), key=lambda card: card.order)
    valid = [(place, card.value) for place, card in enumerate(held) if card.colours & colours]
    most = max([len(held), *(len(deck_cards(case, name)) for name in SIDES)])
    row = np.zeros(1, force_type(room_for(most + 1, SMALLEST_HAND), room)).view(np.recarray)
    row[0].side, row[0].policy, (row[0].markers, row[0].opening) = side, policy, extra
    row[0].given = len(valid)
    for place, (card, value) in enumerate(valid):
        row[0].given_card[place], row[0].given_value[place] = card, value
    return row


def deck_row(case: Case, side: str, dealt: int, colours: int) -> np.recarray:
    """A deck in an array of one row; `dealt` cards are dealt in each trial, -1: none, the hand is given."""
    cards = deck_cards(case, side)
    most = max(deck_sizes(case).values())
    row = np.zeros(1, deck_type(room_for(most, SMALLEST_DECK))).view(np.recarray)
    row[0].side, row[0].card_count, row[0].dealt, row[0].valid = SIDES.index(side), len(cards), dealt, colours
    row[0].even_place = min(max(dealt, 0) * 2**64 // len(cards), 2**64 - 1)
    write_cards(row[0], cards)
    return row


def write_cards(row: np.record, cards: Sequence[Card]) -> None:
    """What is printed on the cards of a deck, in the card order."""
    for place, (card, number) in enumerate(zip(cards, card_numbers(cards))):
        row.value[place], row.colours[place] = card.value, card.colours
        row.support[place], row.id[place] = card.support, number


def player_row(case: Case, side: str) -> np.recarray:
    """A player of a full game in an array of one row: his deck, his policy and its parameters."""
    cards, player = deck_cards(case, side), case.players[side]
    row = np.zeros(1, player_type(room_for(max(deck_sizes(case).values()), SMALLEST_DECK))).view(np.recarray)
    row[0].side, row[0].card_count = SIDES.index(side), len(cards)
    row[0].special = 1 << COLOURS.index(SPECIAL[side])
    write_cards(row[0], cards)
    row[0].policy = list(case.game.policies).index(player.policy)
    for name, value in player.parameters.model_dump().items():
        field = "observed" if name == "suspicion" else name
        row[0][field] = CODES[name].index(value) if name in CODES else value
    return row
