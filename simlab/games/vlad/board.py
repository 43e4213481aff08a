"""A board as it is written: its squares, what belongs together, and whose quarter a square lies in (V-09, V-10)."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from simlab.games.vlad.ground_state import BLOCKED, INSIDE, STEPS

Rows = Sequence[str]


class Square(NamedTuple):
    """A square by its row and column, both from 0; squares sort in reading order."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"row {self.row}, column {self.column}"


def sign_at(board: Rows, square: Square) -> str:
    """What stands at a square."""
    return board[square.row][square.column]


def squares_of(board: Rows, signs: str) -> list[Square]:
    """The squares with one of these signs, in reading order."""
    return [Square(r, c) for r, row in enumerate(board) for c, sign in enumerate(row) if sign in signs]


def around(board: Rows, square: Square) -> Iterator[Square]:
    """V-09 The up to eight squares next to a square, in the order of directions."""
    for down, right in STEPS:
        row, column = square.row + down, square.column + right
        if 0 <= row < len(board) and 0 <= column < len(board[row]):
            yield Square(row, column)


def stands(board: Rows, square: Square) -> bool:
    """V-50 May a unit stand there."""
    return sign_at(board, square) not in BLOCKED


def is_inside(board: Rows, square: Square) -> bool:
    """V-51 Does a square belong to the inside of the fortress."""
    return sign_at(board, square) in INSIDE


def groups(board: Rows, signs: str) -> list[list[Square]]:
    """V-09 Squares of these signs that hang together, in reading order, as the groups are by their first squares."""
    left, found = dict.fromkeys(squares_of(board, signs)), []
    while left:
        first = next(iter(left))
        part = steps_from(board, [first], lambda _, to: sign_at(board, to) in signs)
        found.append(sorted(part))
        for square in part:
            del left[square]
    return found


def steps_from(board: Rows, starts: Iterable[Square], may: Callable[[Square, Square], bool]) -> dict[Square, int]:
    """The fewest steps to every square that can be reached, by steps that may be made."""
    steps = dict.fromkeys(starts, 0)
    queue = deque(steps)
    while queue:
        here = queue.popleft()
        for there in around(board, here):
            if there not in steps and may(here, there):
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


def corner_of(board: Rows, square: Square) -> int | None:
    """V-10 The corner in whose quarter a square lies; None on a middle row or column."""
    down, right = 2 * square.row + 1 - len(board), 2 * square.column + 1 - len(board[0])
    if down == 0 or right == 0:
        return None
    return {(False, False): 0, (False, True): 1, (True, True): 2, (True, False): 3}[down > 0, right > 0]


def symmetric(board: Rows, quarters: int = 1) -> bool:
    """V-09 Do so many quarter turns leave the board as it is, so that the corners turned to have the same chances."""
    turned = list(board)
    for _ in range(quarters):
        turned = ["".join(column) for column in zip(*reversed(turned))]
    return turned == list(board)
