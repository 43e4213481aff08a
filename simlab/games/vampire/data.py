"""What a scenario may replace by its `[data]` table: both players' decks (E-10)."""

from typing import Annotated, Any

from pydantic import AfterValidator, WithJsonSchema

from simlab.contract import Setup, parameter
from simlab.games.vampire.cards import card_of_side

MOST_COPIES, MOST_CARDS = 999, 1000


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
