"""A written board as the row that kernels read (V-09, V-10)."""

from collections.abc import Sequence

import numpy as np

from simlab.games.vlad.board import Rows, Square, corner_of, groups, squares_of
from simlab.games.vlad.ground_state import (
    ABYSS,
    BLOCKED,
    BRIDGE,
    CHURCH,
    CORNERS,
    CUTTING,
    DEN,
    DIRECTIONS,
    INSIDE,
    NOWHERE,
    PLAIN,
    SIGNS,
    SMALLEST_BOARD,
    START_SIGNS,
    STEPS,
    TAVERN,
    TOWER,
    ground_type,
)
from simlab.rows import room_for, row_of


def ground_row(board: Rows, abyss_cuts: bool = False) -> np.record:
    """V-09 A board without faults as a row; with `abyss_cuts` the abyss cuts lines as well (V-57)."""
    signs = np.array([list(row) for row in board])
    rows, columns = signs.shape
    row = row_of(ground_type(room_for(signs.size, SMALLEST_BOARD)))
    row.rows, row.columns, row.squares = rows, columns, signs.size
    flat, squares = signs.ravel(), slice(0, signs.size)
    row.sign[squares] = [SIGNS.index(sign) for sign in flat]
    row.stands[squares] = ~np.isin(flat, list(BLOCKED))
    row.cuts[squares] = np.isin(flat, list(CUTTING + (ABYSS if abyss_cuts else "")))
    row.inside[squares] = np.isin(flat, list(INSIDE))
    row.plain[squares] = flat == PLAIN
    row.row[squares], row.column[squares] = np.divmod(np.arange(signs.size), columns)
    row.stand_bits[:rows] = _bits(row.stands[squares].reshape(rows, columns))
    row.inside_bits[:rows] = _bits(row.inside[squares].reshape(rows, columns))
    row.neighbour[:] = NOWHERE
    row.neighbour[squares] = _neighbours(rows, columns)
    row.ray[squares] = _rays(row.neighbour[squares], row.cuts[squares])
    _fill_groups(row, board)
    _fill_corners(row)
    return row


def _bits(squares: np.ndarray) -> np.ndarray:
    """A whole number for each row: bit c is the square in column c."""
    return (squares.astype(np.uint64) << np.arange(squares.shape[1], dtype=np.uint64)).sum(axis=1, dtype=np.uint64)


def _neighbours(rows: int, columns: int) -> np.ndarray:
    """The square next to each in each direction."""
    edged = np.pad(np.arange(rows * columns).reshape(rows, columns), 1, constant_values=NOWHERE)
    shifted = [edged[1 + down : 1 + down + rows, 1 + right : 1 + right + columns].ravel() for down, right in STEPS]
    return np.stack(shifted, axis=1)


def _rays(neighbour: np.ndarray, cuts: np.ndarray) -> np.ndarray:
    """V-57 How many squares can be seen in each direction: to the first that cuts, that one too, or to the edge."""
    seen = np.zeros(neighbour.shape, np.int64)
    clear = np.append(1 - cuts, 0)  # the last: off the board
    for direction in range(DIRECTIONS):
        there, more = neighbour[:, direction].copy(), neighbour[:, direction] != NOWHERE
        while more.any():
            seen[more, direction] += 1
            more &= clear[there] == 1
            there = np.where(more, neighbour[there, direction], NOWHERE)
            more &= there != NOWHERE
    return seen


def _fill_groups(row: np.record, board: Rows) -> None:
    """V-09 Dens, gates, churches and taverns with their squares, the cursed tower, and where the units start."""
    row.group[:], row.church_square[:], row.start_square[:] = NOWHERE, NOWHERE, NOWHERE
    dens, gates, taverns = (groups(board, sign) for sign in (DEN, BRIDGE, TAVERN))
    churches = {corner_of(board, squares[0]): squares for squares in groups(board, CHURCH)}
    row.dens, row.gates = len(dens), len(gates)
    _fill_lists(row, dens, row.den_square, row.den_size)
    _fill_lists(row, gates, row.gate_square, row.gate_size)
    for number, squares in enumerate(taverns):
        row.group[_numbers(row, squares)] = number
    for corner, squares in churches.items():
        row.church_size[corner] = len(squares)
        row.church_square[corner, : len(squares)] = _numbers(row, squares)
        row.group[_numbers(row, squares)] = corner
    for gate, squares in enumerate(gates):
        for square in squares:
            row.bridge_bits[gate, square.row] |= np.uint64(1 << square.column)
    for sign, count, field in ((TAVERN, "tavern_squares", row.tavern_square), (TOWER, "towers", row.tower_square)):
        numbers = _numbers(row, squares_of(board, sign))
        row[count], field[:] = len(numbers), NOWHERE
        field[: len(numbers)] = numbers
    for unit, sign in enumerate(START_SIGNS):
        for square in squares_of(board, sign):
            row.start_square[corner_of(board, square), unit] = _numbers(row, [square])[0]


def _fill_lists(row: np.record, found: list[list[Square]], squares_of_group: np.ndarray, size: np.ndarray) -> None:
    """Groups of one sign with their squares, by number."""
    squares_of_group[:] = NOWHERE
    for number, squares in enumerate(found):
        numbers = _numbers(row, squares)
        size[number], row.group[numbers] = len(squares), number
        squares_of_group[number, : len(squares)] = numbers


def _numbers(row: np.record, squares: Sequence[Square]) -> list[int]:
    return [square.row * int(row.columns) + square.column for square in squares]


def _fill_corners(row: np.record) -> None:
    """V-10 What each corner sees when the board is turned until it is at the top left."""
    board = np.arange(row.squares).reshape(row.rows, row.columns)
    for corner in range(len(CORNERS)):
        row.rank[corner, np.rot90(board, corner).ravel()] = np.arange(row.squares)
        row.direction[corner] = (np.arange(DIRECTIONS) + 2 * corner) % DIRECTIONS
        for order, squares, sizes, count in (
            (row.den_order, row.den_square, row.den_size, row.dens),
            (row.gate_order, row.gate_square, row.gate_size, row.gates),
        ):
            first = [row.rank[corner, squares[group, : sizes[group]]].min() for group in range(count)]
            order[corner] = NOWHERE
            order[corner, :count] = np.argsort(first)
