"""The fewest steps between all squares of a board, for every set of open gates (V-50, V-51), as kernels read them."""

from functools import lru_cache
from threading import Lock

import numpy as np

from simlab.chance.compiled import kernel, rule
from simlab.games.vlad.board import Rows
from simlab.games.vlad.game_state import ways_type
from simlab.games.vlad.ground import ground_row
from simlab.games.vlad.ground_state import BRIDGE, DIRECTIONS, NO_WAY, NOWHERE, SIGNS
from simlab.rows import room_for, row_of

SMALLEST_WAYS = 16 * 1600 * 1600  # room
KEPT_BOARDS = 2  # each of up to 270 MB
_ways_lock = Lock()


def ways_row(board: Rows, leave_any_gate: bool) -> np.record:
    """The steps of a board without faults, units and outposts ignored; nobody may write to them: they are shared.

    By open gates (bit g says that gate g is), by where to, by where from; NO_WAY where none leads.
    """
    with _ways_lock:
        return _ways_row(tuple(board), leave_any_gate)


@lru_cache(maxsize=KEPT_BOARDS)
def _ways_row(board: tuple[str, ...], leave_any_gate: bool) -> np.record:
    ground = ground_row(board)
    shape = 1 << int(ground.gates), int(ground.squares), int(ground.squares)
    row = row_of(ways_type(room_for(int(np.prod(shape)), SMALLEST_WAYS)))
    steps = row.steps[: np.prod(shape)].reshape(shape)
    steps[:] = NO_WAY
    _fill_steps(*_ways_onto(ground, leave_any_gate), steps)
    blocked = np.flatnonzero(ground.stands[: ground.squares] == 0)
    steps[:, blocked, blocked] = NO_WAY
    return row


def _ways_onto(ground: np.record, leave_any_gate: bool) -> tuple[np.ndarray, np.ndarray]:
    """From where a step leads onto each square, by direction, else NOWHERE; and the gate that it needs, as a bit."""
    squares = slice(0, ground.squares)
    stands, inside = ground.stands[squares].astype(bool), ground.inside[squares].astype(bool)
    gate = np.where(ground.sign[squares] == SIGNS.index(BRIDGE), ground.group[squares], 0)
    origin = ground.neighbour[squares]
    possible = (origin != NOWHERE) & stands[:, None] & stands[origin]
    needed = np.where(inside[:, None] & ~inside[origin], 1 << gate[origin], 0)
    if not leave_any_gate:
        needed = np.where(~inside[:, None] & inside[origin], 1 << gate[:, None], needed)
    return np.where(possible, origin, NOWHERE), np.where(possible, needed, 0)


@kernel
def _fill_steps(origin, needed, steps):
    """A search from every square with closed gates; then one gate more each time.

    A shortest way that the new gate opens goes through it for a last time onto one of a few squares, and on from there
    without it.
    """
    squares, queue = len(origin), np.empty(len(origin), np.int64)
    for square in range(squares):
        search_back(square, 0, origin, needed, steps[0, square], queue)
    for gates in range(1, len(steps)):
        before = gates & (gates - 1)
        steps[gates] = steps[before]
        for through in range(squares):
            if leads_through(through, gates ^ before, needed):
                steps[gates, through] = NO_WAY
                search_back(through, gates, origin, needed, steps[gates, through], queue)
                for square in range(squares):
                    join_ways(steps[gates, through], steps[before, square, through], steps[gates, square])


@rule
def search_back(square, gates, origin, needed, steps, queue):
    """A search in breadth from a square backwards: notes the steps onto it from all others."""
    steps[square], queue[0] = 0, square
    first, last = 0, 1
    while first < last:
        here = queue[first]
        first += 1
        for direction in range(DIRECTIONS):
            there = origin[here, direction]
            if there >= 0 and steps[there] == NO_WAY and needed[here, direction] & ~gates == 0:
                steps[there] = steps[here] + 1
                queue[last] = there
                last += 1


@rule
def leads_through(square, gate, needed):
    """V-51 Does a step onto a square lead through a gate?"""
    for direction in range(DIRECTIONS):
        if needed[square, direction] == gate:
            return True
    return False


@rule
def join_ways(first, second, steps):
    """Ways to a square that lead over another: the steps to that one from everywhere, and from there on."""
    if second != NO_WAY:
        for start in range(len(steps)):
            steps[start] = min(steps[start], first[start] + second)
