"""Card texts of Vampire Empire and the decks made of them (E-08 to E-11)."""

from functools import cache
from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, WithJsonSchema

from simlab.contract import Setup, parameter

PROFESSIONS = ("noble", "clergy", "servant")
COLOURS = (*PROFESSIONS, "water", "vampire")
SPECIAL = {"human": "water", "vampire": "vampire"}
SUPPORT = ("fetch", "attack_marker", "defence_marker", "block")
SIDES = ("human", "vampire")
HIGHEST, MOST_COPIES, MOST_CARDS = 99, 999, 1000


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
    return Card(text, sum(1 << COLOURS.index(colour) for colour in colours), int(value), 0)


def card_of_side(text: Any, side: str) -> str:
    """A card text that the side's deck may hold (E-67); raises ValueError."""
    if not isinstance(text, str):
        raise ValueError("a card is a text such as noble:3")
    other = next(SPECIAL[name] for name in SIDES if name != side)
    if read_card(text).colours & 1 << COLOURS.index(other):
        raise ValueError(f"{other} is no colour of the {side} player")
    return text


def _deck_line(side: str):
    def line(entry: list) -> list:
        if len(entry) != 2 or type(entry[1]) is not int or not 0 <= entry[1] <= MOST_COPIES:
            raise ValueError(f"must be [card, copies] with 0..{MOST_COPIES} copies")
        card_of_side(entry[0], side)
        return entry

    return line


def deck_size(deck: list) -> list:
    """E-10 A deck that has cards; raises ValueError."""
    cards = sum(copies for _, copies in deck)
    if not 1 <= cards <= MOST_CARDS:
        raise ValueError(f"a deck has 1..{MOST_CARDS} cards, this one {cards}")
    return deck


LINE = WithJsonSchema(
    {
        "title": "[card, copies]",
        "type": "array",
        "prefixItems": [{"type": "string"}, {"type": "integer", "minimum": 0, "maximum": MOST_COPIES}],
        "items": False,
        "minItems": 2,
    }
)
HumanDeck = Annotated[list[Annotated[list[Any], AfterValidator(_deck_line("human")), LINE]], AfterValidator(deck_size)]
VampireDeck = Annotated[
    list[Annotated[list[Any], AfterValidator(_deck_line("vampire")), LINE]], AfterValidator(deck_size)
]


class Decks(Setup):
    """Both players' decks."""

    human: HumanDeck = parameter(about="the human player's deck: a list of [card, copies]", item="E-10")
    vampire: VampireDeck = parameter(about="the vampire player's deck: a list of [card, copies]", item="E-10")


class VampireData(Setup):
    """What stands in `[data]`, or by default in scenarios/data/vampire."""

    decks: Decks | None = parameter(
        None, about='decks: for human and vampire a list of [card, copies], such as ["noble/clergy:2", 1]', item="E-10"
    )
