"""Setup parameters that several models share: the dial, the time of day, life and hands (K)."""

from collections.abc import Iterable
from typing import Literal

from simlab.contract import Case, Fault, Setup, parameter
from simlab.games.vlad.data import HandCard
from simlab.games.vlad.hands import RANDOM, cards_of, stock, undealt
from simlab.games.vlad.state import DIAL_POSITIONS, MAGIC, TIMES, UNITS

UnitName = Literal[UNITS]
Hand = Literal[RANDOM] | list[HandCard]
MOST_IN_HAND = 100


class OnDial(Setup):
    """A situation at a position of the time dial."""

    dial: int | None = parameter(
        None,
        about="position of the time dial at the start; 1 if neither dial nor time is given",
        item="V-12",
        low=1,
        high=DIAL_POSITIONS,
    )
    time: Literal[TIMES] | None = parameter(
        None, about="in place of dial: its first position with this time of day", item="V-12"
    )


class UnitSetup(Setup):
    """One unit and its hand."""

    unit: UnitName = parameter(about="which unit", item="V-58")
    life: int | None = parameter(None, about="life at the start; full if left out", item="V-14", low=1)
    hand: Hand = parameter("random", about="random, or its cards as [time, attack, defence]", item="V-38")


def dial_of(setup: OnDial, rules) -> int:
    """The dial's position, 1..4."""
    if setup.time is not None:
        return rules["dial"].index(setup.time) + 1
    return 1 if setup.dial is None else setup.dial


def dial_faults(case: Case) -> Iterable[Fault]:
    """V-12 Dial or time, and a time that the dial shows."""
    setup = case.setup
    if setup.dial is not None and setup.time is not None:
        yield Fault(("setup", "time"), "give dial or time, not both", "V-12")
    if setup.time is not None and setup.time not in case.rules["dial"]:
        yield Fault(("setup", "time"), f"no position of the dial shows {setup.time} (option dial)", "V-12")


def life_fault(path: tuple, unit: str, life: int | None, rules) -> Iterable[Fault]:
    """V-14 A given life is 1 .. full life."""
    full = rules["unit_life"][unit]
    if life is not None and not 1 <= life <= full:
        yield Fault(path, f"the life of {article(unit)} is 1..{full} (unit_life)", "V-14")


def one_life_fault(case: Case) -> Iterable[Fault]:
    """V-14 A setup's `life` is one that its `unit` can have."""
    yield from life_fault(("setup", "life"), case.setup.unit, case.setup.life, case.rules)


def start_life(unit: str, life: int | None, rules) -> int:
    """V-14 A unit's life at the start: as given, else full."""
    return rules["unit_life"][unit] if life is None else life


def article(unit: str) -> str:
    """The unit's name in a sentence."""
    return {"vlad": "Vlad", "knight": "a knight", "archer": "an archer"}[unit]


def pack_number(unit: str) -> int:
    """A unit's number, which is also that of its pack."""
    return UNITS.index(unit)


def hands_fit(case: Case, hands: Iterable[tuple[tuple, str, Hand]]) -> Iterable[Fault]:
    """V-37 No hand is too large, and every pack has cards for its random hands; hands are (path, unit, hand)."""
    hands = list(hands)
    for path, _, hand in hands:
        if hand != RANDOM and len(hand) > MOST_IN_HAND:
            yield Fault(path, f"at most {MOST_IN_HAND} cards in a hand", "V-38")
    size = case.rules["hand_size"]
    for unit in {unit for _, unit, hand in hands if hand == RANDOM}:
        given = [card for _, other, hand in hands if other == unit for card in cards_of(hand)]
        left = undealt(case, pack_number(unit), given).total()
        needed = size * sum(other == unit and hand == RANDOM for _, other, hand in hands)
        if left < needed:
            message = f"{left} cards left in the {unit} pack, {needed} needed for random hands of {size} (hand_size)"
            asked_too_much = size != case.game.options["hand_size"].value
            yield Fault(("rules", "hand_size") if asked_too_much else ("data", "decks", unit), message, "V-37")


def magic_left(case: Case) -> int:
    """V-36 How many magic cards there are."""
    return stock(case, MAGIC).total()
