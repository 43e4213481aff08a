"""Card texts of Vampire Empire (E-08, E-11)."""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from simlab.games.vampire.state import COLOURS, PROFESSIONS, SIDES, SPECIAL, SUPPORT

HIGHEST = 99  # value of a card


class Card(NamedTuple):
    """A card: its colours as bits in the order of COLOURS and its value, or its kind of support, from 1."""

    text: str
    colours: int
    value: int
    support: int

    @property
    def order(self) -> tuple[int, int, str]:
        """E-11 The card order: by value, number of colours, and colours by name."""
        names = self.text.partition(":")[0]
        return self.value, self.colours.bit_count(), "/".join(sorted(names.split("/")))


@cache
def read_card(text: str) -> Card:
    """E-08 A card from its text. Raises ValueError."""
    if text in SUPPORT:
        return Card(text, 0, 0, SUPPORT.index(text) + 1)
    names, colon, value = text.partition(":")
    colours = names.split("/")
    if not colon or len(colours) > 2 or not all(colour in COLOURS for colour in colours):
        raise ValueError(f"no such card: write colour:value or colour/colour:value, or one of {', '.join(SUPPORT)}")
    if not (value.isascii() and value.isdigit() and value[0] != "0" and int(value) <= HIGHEST):
        raise ValueError(f"the value of a card is a whole number 1..{HIGHEST}")
    if len(colours) == 2 and (colours[0] == colours[1] or not set(colours) & set(PROFESSIONS)):
        raise ValueError("a card has two different colours, and only one of them is water or vampire")
    return Card(text, sum(colour_bit(colour) for colour in colours), int(value), 0)


def in_order(cards: Iterable[Card]) -> list[Card]:
    """E-11 The cards from the lowest on."""
    return sorted(cards, key=lambda card: card.order)


def given_cards(hand: Iterable[str]) -> list[Card]:
    """The cards of a hand that a scenario gives, in the card order."""
    return in_order(map(read_card, hand))


def colour_bit(colour: str) -> int:
    """A colour as the bit of its place."""
    return 1 << COLOURS.index(colour)


def special_bit(side: str) -> int:
    """The colour that only this side's cards have, as a bit: water or red."""
    return colour_bit(SPECIAL[side])


def other_side(side: str) -> str:
    """The opponent."""
    return SIDES[1 - SIDES.index(side)]


def card_of_side(text: Any, side: str) -> str:
    """A card text that the side's deck may hold (E-67); raises ValueError."""
    if not isinstance(text, str):
        raise ValueError("a card is a text such as noble:3")
    other = other_side(side)
    if read_card(text).colours & special_bit(other):
        raise ValueError(f"{SPECIAL[other]} is no colour of the {side} player")
    return text
