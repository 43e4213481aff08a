"""The board of a game as text after each round, from what its rules tell (game_story.py)."""

from collections.abc import Callable

from simlab.contract import Case
from simlab.games.vlad import game_story as story
from simlab.games.vlad.board import groups
from simlab.games.vlad.game_names import KIND_NAMES, Names
from simlab.games.vlad.game_state import IN_OUTPOST, KINDS, ON_MAP, SEATS
from simlab.games.vlad.ground_state import DEN
from simlab.telling import Sentence, joined

EDGE = 6  # how far the board is indented
#: How the ground is drawn: letters and figures are left to units and outposts.
GROUND = str.maketrans("VAKTGMw", "___X:#*")
CLEARED = ","
VLADS, KNIGHTS, ARCHERS, OUTPOSTS = "1234", "ABCD", "abcd", "PQRS"
GROUND_LEGEND = (
    "_ base   + church   $ tavern   * den   , cleared den   g bridge   : fortress   o cursed tower",
    "# obstacle   X wall   ~ abyss   . plain ground",
)


def text_board(case: Case) -> Callable[..., str | None]:
    """The board at the end of each round, with a legend before the first."""
    sentences = TextBoard(case).sentences
    return lambda what, *details: sentences[what](*details) if what in sentences else None


class TextBoard:
    """What stands where."""

    def __init__(self, case: Case):
        self.names = Names(case)
        self.signs = "".join(row.translate(GROUND) for row in case.data.board)
        self.columns = self.names.columns
        self.dens = [
            [square.row * self.columns + square.column for square in den] for den in groups(case.data.board, DEN)
        ]
        self.cleared: set[int] = set()
        self.units: dict[int, int] = {}
        self.inside: list[int] = []
        self.flags = [0] * SEATS

    def legend(self, first: int) -> str:
        """What the signs mean."""
        seats = (
            (f"Vlad {VLADS[s]}, knight {KNIGHTS[s]}, archer {ARCHERS[s]}, outpost {OUTPOSTS[s]}", s)
            for s in range(SEATS)
        )
        units = [f"seat {s + 1}: {signs}" for signs, s in seats if s < self.names.players]
        return "\n".join(f"{'' if n else 'Board':{EDGE}}{text}" for n, text in enumerate((*units, *GROUND_LEGEND)))

    def round_begins(self, number: int, dial: int) -> None:
        """Units are told of anew."""
        self.units, self.inside = {}, []

    def unit_stands(self, unit: int, place: int, square: int, *others: int) -> None:
        """A unit on the map or in an outpost."""
        if place == ON_MAP:
            self.units[square] = unit
        elif place == IN_OUTPOST:
            self.inside.append(unit)

    def seat_holds(self, seat: int, potions: int, impales: int, magic: int, tokens: int, flags: int) -> None:
        """Its flags."""
        self.flags[seat] = flags

    def cleared_den(self, seat: int, den: int, coins: int, gold: int) -> None:
        """V-70 A den is cleared for all."""
        self.cleared.update(self.dens[den])

    def outpost_fills(self, seat: int, square: int) -> None:
        """V-18 A square of an outpost."""
        self.names.outposts[square] = seat

    def left_game(self, seat: int, number: int) -> None:
        """V-72 Its outpost goes with it, or stays."""
        self.names.leaves(seat)

    def sign(self, square: int) -> str:
        """What is drawn at a square."""
        if square in self.units:
            seat, kind = divmod(self.units[square], KINDS)
            return (VLADS, KNIGHTS, ARCHERS)[kind][seat]
        if square in self.names.outposts:
            return OUTPOSTS[self.names.outposts[square]]
        return CLEARED if square in self.cleared else self.signs[square]

    def round_ends(self, number: int) -> str:
        """The board."""
        edge, columns = " " * EDGE, range(self.columns)
        told = [edge + "".join(str(c // 10) if c % 10 == 0 else " " for c in columns).rstrip()]
        told.append(edge + "".join(str(c % 10) for c in columns))
        for row in range(len(self.signs) // self.columns):
            signs = "".join(self.sign(row * self.columns + column) for column in columns)
            told.append(f"{row:>{EDGE - 1}} {signs}")
        return "\n".join([*told, *self.beside()])

    def beside(self) -> list[str]:
        """Flags on gates, and who is inside outposts."""
        told = []
        for gate in range(max(self.flags).bit_length()):
            owners = [self.names.seat(seat) for seat in range(SEATS) if self.flags[seat] >> gate & 1]
            told += (
                [f"{'':{EDGE}}Gate {gate}: {'flag' if len(owners) == 1 else 'flags'} of {joined(owners, '')}"]
                if owners
                else []
            )
        for seat in sorted({unit // KINDS for unit in self.inside}):
            who = joined((KIND_NAMES[unit % KINDS] for unit in self.inside if unit // KINDS == seat), "")
            told.append(f"{'':{EDGE}}In the outpost of {self.names.seat(seat)}: {who}")
        return told

    @property
    def sentences(self) -> dict[int, Sentence]:
        """Events that change the board."""
        return {
            story.GAME_BEGINS: self.legend,
            story.ROUND_BEGINS: self.round_begins,
            story.UNIT_STANDS: self.unit_stands,
            story.LEFT_GAME: self.left_game,
            story.SEAT_HOLDS: self.seat_holds,
            story.DEN_CLEARED: self.cleared_den,
            story.OUTPOST_FILLS: self.outpost_fills,
            story.ROUND_ENDS: self.round_ends,
        }
