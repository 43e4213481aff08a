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
)
from simlab.options import room_for

LARGEST_WORTH = 2**62
MOST_CELLS = 10_000_000  # of the table of ways in which a hand can be played
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


def card_numbers(cards: Sequence[Card]) -> list[int]:
    """A number for each card that hangs on what is printed on it and its place among equal ones."""
    seen, numbers = Counter(), []
    for card in cards:
        printed = (card.support << 16 | card.colours << 8 | card.value) << 10
        numbers.append(printed | seen[printed])
        seen[printed] += 1
    return numbers


def force_rows(hands: Sequence[tuple[Sequence[Card], int]]) -> np.recarray:
    """A force for each hand of a number of cards, with room for the largest of them and its sums."""
    cards = room_for(max(hand for _, hand in hands) + 1, SMALLEST_HAND)
    total = room_for(max(largest_sum(cards, hand) for cards, hand in hands) + 2, SMALLEST_SUM)
    return np.zeros(len(hands), force_type(cards, total)).view(np.recarray)


def give(force: np.record, hand: Sequence[str], colours: int) -> None:
    """E-64 The valid cards of a given hand, in the card order."""
    held = sorted(map(read_card, hand), key=lambda card: card.order)
    valid = [(place, card.value) for place, card in enumerate(held) if card.colours & colours]
    force.given = len(valid)
    for place, (card, value) in enumerate(valid):
        force.given_card[place], force.given_value[place] = card, value


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
