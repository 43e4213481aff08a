"""What the narration of a game calls units, squares and seats, and how its lines are set."""

from simlab.contract import Case
from simlab.games.vlad.board import Rows, Square, corner_of, groups
from simlab.games.vlad.game_state import KINDS, NOBODY
from simlab.games.vlad.ground_state import BRIDGE, CHURCH, CORNERS, DEN, OPENING, START_SIGNS, TAVERN, TOWER
from simlab.telling import joined

ROUND, TURN, DEED, DETAIL = 0, 2, 4, 6  # how far lines are indented
OWN_UNITS = ("Vlad", "the knight", "the archer")
KIND_NAMES = ("Vlad", "knight", "archer")
ITEM_NAMES = ("a magic card", "an impale token", "a potion", "the outpost")
FORTRESS_FLOOR = ":"


def line(indent: int, text: str) -> str:
    """A sentence on a line of its own."""
    return f"{' ' * indent}{text[0].upper()}{text[1:]}"


def lives_of(lives: int) -> str:
    """`no life`, `1 life`, `2 lives`."""
    return f"{lives or 'no'} {'lives' if lives > 1 else 'life'}"


class Names:
    """Names of a case. In a seat's turn its own units are called Vlad, the knight and the archer."""

    def __init__(self, case: Case):
        self.players, self.active = case.setup.players, NOBODY
        self.corners: list[int] = case.rules[f"corners_{self.players}"]
        self.columns = len(case.data.board[0])
        self.areas = areas(case.data.board, self.corners)
        self.outposts: dict[int, int] = {}  # squares with an outpost -> its seat
        self.outposts_stay = case.rules["eliminated_outpost"] == "inert"

    def seat(self, seat: int) -> str:
        """A seat, counted from 1."""
        return f"seat {seat + 1}"

    def seats(self, bits: int) -> str:
        """The seats whose bits are set."""
        return joined((self.seat(seat) for seat in range(self.players) if bits >> seat & 1), "nobody")

    def unit(self, unit: int) -> str:
        """A unit, by its seat unless it is that seat's turn."""
        seat, kind = divmod(unit, KINDS)
        return OWN_UNITS[kind] if seat == self.active else self.full(unit)

    def full(self, unit: int) -> str:
        """A unit by its seat."""
        seat, kind = divmod(unit, KINDS)
        return f"seat {seat + 1}'s {KIND_NAMES[kind]}"

    def units(self, units: list[int]) -> str:
        """Several units."""
        return joined((self.unit(unit) for unit in units), "nobody")

    def leaves(self, seat: int) -> None:
        """V-72 A seat leaves, and its outpost with it unless the option lets it stand."""
        if not self.outposts_stay:
            self.outposts = {square: owner for square, owner in self.outposts.items() if owner != seat}

    def square(self, square: int) -> str:
        """A square by row and column, and what is there."""
        row, column = divmod(square, self.columns)
        owner = self.outposts.get(square)
        area = self.areas.get(Square(row, column)) if owner is None else f"the outpost of {self.seat(owner)}"
        return f"{area} ({row}, {column})" if area else f"({row}, {column})"


def areas(board: Rows, corners: list[int]) -> dict[Square, str]:
    """What there is at squares that are more than plain ground: dens, gates and taverns by their numbers."""
    named: dict[Square, str] = {}
    for signs, name in ((DEN, "den {}"), (BRIDGE, "the bridge of gate {}"), (TAVERN, "tavern {}")):
        for number, squares in enumerate(groups(board, signs)):
            named |= dict.fromkeys(squares, name.format(number))
    for signs, name in ((START_SIGNS, "the base of {}"), (CHURCH, "the church of {}")):
        for squares in groups(board, signs):
            named |= {square: name.format(owner_of(corner_of(board, square), corners)) for square in squares}
    for signs, name in ((OPENING, "the gate opening"), (TOWER, "the cursed tower"), (FORTRESS_FLOOR, "the fortress")):
        named |= {square: name for squares in groups(board, signs) for square in squares}
    return named


def owner_of(corner: int | None, corners: list[int]) -> str:
    """V-10 Whose a corner is, or which if nobody plays there."""
    if corner in corners:
        return f"seat {corners.index(corner) + 1}"
    return "nobody" if corner is None else f"corner {corner} ({CORNERS[corner]})"


class Draft:
    """A line that several events make up: a head and parts, of which there may be too few for a line."""

    def __init__(self) -> None:
        self.key: object = None
        self.head, self.parts = "", list[str]()

    def close(self) -> str | None:
        """The line that was begun, if there is anything to say in it."""
        said = f"{self.head}{', '.join(self.parts)}" if self.parts else None
        self.key, self.parts = None, []
        return said

    def begin(self, key: object, head: str, *parts: str) -> str | None:
        """Begins a line; gives back the one before."""
        said = self.close()
        self.key, self.head, self.parts = key, head, list(parts)
        return said

    def add(self, key: object, head: str, part: str) -> str | None:
        """Goes on with the line of this key, else begins it with its head and gives back the one before."""
        if self.key != key:
            return self.begin(key, head, part)
        self.parts.append(part)
        return None
