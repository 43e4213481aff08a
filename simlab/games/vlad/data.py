"""The tables of I Am Vlad that a scenario may replace in `[data]`: battle, magic and Akathist cards, and the board."""

from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, Field, WithJsonSchema

from simlab.contract import Setup, parameter
from simlab.games.vlad.game_state import AKATHIST_KEYS, MOST_AKATHIST
from simlab.games.vlad.state import COPIES, PRINTED_VALUES, TIMES
from simlab.options import Basis

HIGHEST, MOST_CARDS = PRINTED_VALUES - 1, 1000

VALUE = {"type": "integer", "minimum": 0, "maximum": HIGHEST}
TIME = {"enum": list(TIMES)}


def _numbers(entry: list, names: tuple[str, ...], low: int = 0, high: int = HIGHEST) -> None:
    """Raises ValueError unless the entries are whole numbers of the range."""
    for name, number in zip(names, entry):
        if type(number) is not int or not low <= number <= high:
            raise ValueError(f"{name} must be a whole number {low}..{high}")


def _time(time: Any) -> None:
    if time not in TIMES:
        raise ValueError("time must be day or night")


def pack_card(entry: list) -> list:
    """A line of a pack; raises ValueError."""
    if not 4 <= len(entry) <= 5:
        raise ValueError("must be [time, attack, defence, copies], and perhaps where it comes from")
    _time(entry[0])
    _numbers(entry[1:3], ("attack", "defence"))
    _numbers(entry[3:4], ("copies",), 1, COPIES - 1)
    if len(entry) == 5 and entry[4] not in get_args(Basis):
        raise ValueError(f"its source must be one of {', '.join(get_args(Basis))}")
    return entry


def hand_card(entry: list) -> list:
    """A card in a given hand; raises ValueError."""
    if len(entry) != 3:
        raise ValueError("must be [time, attack, defence]")
    _time(entry[0])
    _numbers(entry[1:], ("attack", "defence"))
    return entry


def magic_card(entry: list) -> list:
    """A magic card; raises ValueError."""
    if len(entry) != 2:
        raise ValueError("must be [attack, defence]")
    _numbers(entry, ("attack", "defence"))
    return entry


def pack_size(pack: list) -> list:
    """A pack that can be shuffled; raises ValueError."""
    cards = sum(entry[3] for entry in pack)
    if not 1 <= cards <= MOST_CARDS:
        raise ValueError(f"a pack has 1..{MOST_CARDS} cards, this one {cards}")
    return pack


def _schema(title: str, *entries: dict, fewest: int) -> WithJsonSchema:
    shape = {"type": "array", "prefixItems": list(entries), "items": False, "minItems": fewest}
    return WithJsonSchema({"title": title} | shape)


PackCard = Annotated[
    list[Any],
    AfterValidator(pack_card),
    _schema(
        "[time, attack, defence, copies]",
        TIME,
        VALUE,
        VALUE,
        VALUE | {"minimum": 1},
        {"enum": list(get_args(Basis))},
        fewest=4,
    ),
]
HandCard = Annotated[
    list[Any], AfterValidator(hand_card), _schema("[time, attack, defence]", TIME, VALUE, VALUE, fewest=3)
]
MagicCard = Annotated[list[Any], AfterValidator(magic_card), _schema("[attack, defence]", VALUE, VALUE, fewest=2)]
Pack = Annotated[list[PackCard], AfterValidator(pack_size)]


class Decks(Setup):
    """The packs of battle cards."""

    vlad: Pack = parameter(about="Vlad's pack", item="V-37")
    knight: Pack = parameter(about="the knights' pack", item="V-37")
    archer: Pack = parameter(about="the archers' pack", item="V-37")


class VladData(Setup):
    """What stands in `[data]`, or by default in scenarios/data/vlad."""

    decks: Decks | None = parameter(
        None, about="battle cards: for vlad, knight and archer a list of [time, attack, defence, copies]", item="V-37"
    )
    magic_cards: Annotated[list[MagicCard], Field(max_length=MOST_CARDS)] | None = parameter(
        None, about="the stock of magic cards: a list of [attack, defence]", item="V-36"
    )
    akathist_cards: Annotated[list[Literal[AKATHIST_KEYS]], Field(max_length=MOST_AKATHIST)] | None = parameter(
        None, about="the Akathist cards of the box: a list of their names", item="V-40"
    )
    board: list[str] | None = parameter(
        None, about="the board: a list of its rows from the top, a sign for each square", item="V-09"
    )
