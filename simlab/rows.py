"""Rows of numbers that kernels work on: numpy records, whose fields read the same compiled and in plain Python."""

import numpy as np


def rows_of(dtype: np.dtype, count: int = 1) -> np.recarray:
    """So many rows of zeros."""
    return np.zeros(count, dtype).view(np.recarray)


def row_of(dtype: np.dtype, values: tuple | None = None) -> np.record:
    """One row, of zeros or of these values in the order of the fields; a field that is a row takes a tuple."""
    return rows_of(dtype)[0] if values is None else np.array([values], dtype).view(np.recarray)[0]


def several(row: np.dtype, *shape: int) -> np.dtype:
    """Rows inside a row, in its field `of`: a game is a tuple of rows, and what is an array has to be in one."""
    return np.dtype([("of", row, shape)])


def in_one_row(rows: np.recarray) -> np.record:
    """Rows of one kind inside a row."""
    row = row_of(several(rows.dtype, len(rows)))
    row.of[:] = rows
    return row


def room_for(entries: int, smallest: int) -> int:
    """The smallest room, doubled as often as needed, that holds so many entries: so few sizes of rows get compiled."""
    room = smallest
    while room < entries:
        room *= 2
    return room
