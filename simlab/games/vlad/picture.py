"""The board as a picture: what its signs mean, its numbers (V-09), and what games count on its squares."""

from collections.abc import Iterator, Sequence

import numpy as np

from simlab.contract import Case
from simlab.games.vlad.board import Rows, Square, corner_of, groups, squares_of
from simlab.games.vlad.ground_state import BRIDGE, DEN, START_SIGNS
from simlab.pictures import SquareCount, SquareKind, SquarePicture

KINDS = (
    SquareKind(".", "plain ground"),
    SquareKind("#", "rock, wood, building", "solid"),
    SquareKind("M", "werewolves of a den", "solid", lettered=True),
    SquareKind("V", "start of Vlad, knight, archer", colour="blue", lettered=True),
    SquareKind("K", "start of Vlad, knight, archer", colour="blue", lettered=True),
    SquareKind("A", "start of Vlad, knight, archer", colour="blue", lettered=True),
    SquareKind("+", "church", colour="sky", lettered=True),
    SquareKind("w", "den", colour="vermillion"),
    SquareKind("$", "tavern", colour="green", lettered=True),
    SquareKind("g", "bridge of a gate", colour="orange"),
    SquareKind("G", "gate opening", "floor", "yellow"),
    SquareKind(":", "floor of the fortress", "floor"),
    SquareKind("o", "cursed tower", "floor", "purple"),
    SquareKind("X", "wall of the fortress", "wall"),
    SquareKind("T", "corner tower", "wall", lettered=True),
    SquareKind("~", "abyss", "chasm"),
)


def board_picture(case: Case) -> SquarePicture:
    """V-09 The board of a case."""
    return picture_of(case.data.board)


def picture_of(board: Rows) -> SquarePicture:
    """V-09 A board without faults, with its numbers."""
    return SquarePicture(
        title="The board of I Am Vlad",
        about="Rows and columns are counted from 0, corners, dens and gates as rules and reports number them",
        rows=tuple(board),
        kinds=tuple(kind for kind in KINDS if squares_of(board, kind.sign)),
        labels=tuple(_labels(board)),
    )


#: What is counted on squares (game_state.traces_type): its field, title and unit.
TRACES = (
    ("stood", "Where units stand at the end of a round", "times a game"),
    ("fought", "Where units fight, each other or neutrals", "times a game"),
    ("died", "Where units die", "times a game"),
)


def square_counts(traces: np.record, board: Rows) -> tuple[SquareCount, ...]:
    """The counts of a game's kernel on a board's squares."""
    shape = len(board), len(board[0])
    squares = shape[0] * shape[1]
    return tuple(SquareCount(title, unit, traces[name][:squares].reshape(shape)) for name, title, unit in TRACES)


def _labels(board: Rows) -> Iterator[tuple[float, float, str]]:
    """The number of each base, den and gate, in its middle."""
    bases: dict[int | None, list[Square]] = {}
    for square in squares_of(board, START_SIGNS):
        bases.setdefault(corner_of(board, square), []).append(square)
    for corner, base in bases.items():
        yield *_middle(base), f"corner {corner}"
    for sign, before in ((DEN, ""), (BRIDGE, "gate ")):
        for number, group in enumerate(groups(board, sign)):
            yield *_middle(group), f"{before}{number}"


def _middle(squares: Sequence[Square]) -> tuple[float, float]:
    rows, columns = zip(*squares)
    return (min(rows) + max(rows)) / 2, (min(columns) + max(columns)) / 2
