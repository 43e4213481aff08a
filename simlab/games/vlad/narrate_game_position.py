"""Where everybody stands when a round is over, in plain sentences: a line for each seat."""

from collections.abc import Mapping

from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_names import DEED, KIND_NAMES, TURN, Names, line, lives_of
from simlab.games.vlad.game_state import FALLEN, IN_OUTPOST, INFECTED, KINDS, ON_MAP, ON_ROAD
from simlab.telling import Sentence, counted, joined


class PositionStory:
    """Gathers units and what seats have until the round ends."""

    drafting: Mapping[int, Sentence] = {}

    def __init__(self, names: Names):
        self.names = names
        self.units: dict[int, str] = {}
        self.seats: dict[int, str] = {}

    def unit_stands(self, unit: int, place: int, square: int, life: int, road: int, plague: int) -> None:
        """A unit and its life."""
        name = KIND_NAMES[unit % KINDS]
        ill = ", plague" if plague == INFECTED else ""
        where = {
            ON_MAP: f"{life} at {self.names.square(square)}{ill}",
            IN_OUTPOST: f"{life} in the outpost{ill}",
            FALLEN: "dead",
            ON_ROAD: f"on square {road} of the underworld",
        }
        self.units[unit] = f"{name} {where.get(place, 'gone for good')}"

    def seat_stands(self, seat: int, alive: int, lives: int, crowns: int, gold: int) -> None:
        """A seat, if it is in the game."""
        if not alive:
            self.seats.pop(seat, None)
            return
        self.seats[seat] = f"{lives_of(lives)}, {counted(crowns, 'crown')}, {gold} gold"

    def seat_holds(self, seat: int, potions: int, impales: int, magic: int, tokens: int, flags: int) -> None:
        """What a seat has beside."""
        if seat not in self.seats:
            return
        held = ((potions, "potion"), (impales, "impale token"), (magic, "magic card"), (tokens, "resurrection token"))
        gates = [str(gate) for gate in range(flags.bit_length()) if flags >> gate & 1]
        more = [counted(number, name) for number, name in held if number]
        more += (
            [f"flags on gates {joined(gates, '')}" if len(gates) > 1 else f"a flag on gate {gates[0]}"] if gates else []
        )
        self.seats[seat] = ", ".join([self.seats[seat], *more])

    def round_ends(self, number: int) -> str:
        """The position."""
        told = [line(TURN, f"after round {number}")]
        for seat, has in self.seats.items():
            units = "; ".join(self.units[KINDS * seat + kind] for kind in range(KINDS))
            told.append(line(DEED, f"{self.names.seat(seat)}: {units} ({has})"))
        return "\n".join(told)

    @property
    def sentences(self) -> dict[int, Sentence]:
        """Events of a position."""
        return {
            story.UNIT_STANDS: self.unit_stands,
            story.SEAT_STANDS: self.seat_stands,
            story.SEAT_HOLDS: self.seat_holds,
            story.ROUND_ENDS: self.round_ends,
        }
