"""Finishing orders of a table as a finite set of outcomes, and counts of them that are enough for ratings.

A *table* is one game with a policy in each seat. A *block* is one set of dice with every table of the schedule played
on it (all seat assignments, say), so the tables of a block may depend on each other and blocks do not. What is kept of
any number of blocks is how often two outcomes came together in a block: a fixed amount of memory that adds exactly in
any order, and from which every sum of squares of block totals follows (see `plackett_luce` and `ratings`).
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import comb

import numpy as np

MOST_CELLS = 4096  # tables times outcomes; their cross-counts take 8 bytes times the square of it, 134 MB
MOST_IN_ORDER = 5
NOT_PLAYED, NO_OUTCOME = -1, -2
AT_ONCE = 1 << 22  # zeros and ones; so few blocks that float32 adds them exactly, and few calls of a threaded product


@dataclass(frozen=True)
class Finishes:
    """The outcomes of a table of k seats, and the choices that each is made of.

    ranks: (outcomes, k), 1 the best, dense; with `winner_only` 1 for the winners and 2 for all others, whose order is
    then not known rather than tied.

    In a Plackett-Luce model an order is a chain of choices: the first out of all, the second out of the rest. A tie
    stands for the mean of the log-likelihoods of the orders that it leaves open, each with the same weight; for two
    seats that is half a win each way. (The sum of their probabilities would be 1 for two seats: a draw would say
    nothing, while it does say that the two are alike.) So an outcome is a weighted set of choices, one row each:
    choice_outcome, choice_seat (the chosen seat), choice_weight: (choices,); choice_among: (choices, k) bool.
    """

    ranks: np.ndarray
    winner_only: bool
    choice_outcome: np.ndarray
    choice_seat: np.ndarray
    choice_weight: np.ndarray
    choice_among: np.ndarray
    by_key: np.ndarray  # outcome of every row of ranks, read as digits

    def codes(self, ranks: np.ndarray) -> np.ndarray:
        """The outcomes (...) of ranks (..., k), 1 to k, lower is better, equal is tied; -1 where all are 0: not played.

        Ties may be numbered as 1 2 2 4 or 1 2 2 3. ValueError for other ranks, or a 0 in a table that was played.
        """
        seats = self.ranks.shape[1]
        if ranks.size and not (ranks.min() >= 0 and ranks.max() <= seats):
            raise ValueError(f"ranks must lie within 1 and the number of seats, {seats}; 0 where nobody played")
        if self.winner_only:
            best = ranks.min(axis=-1, keepdims=True)
            ranks = np.where(ranks == best, best > 0, 2)
        found = self.by_key[_key(ranks, self.winner_only)]
        if (found == NO_OUTCOME).any():
            raise ValueError("a table has ranks for all its seats, or 0 for all of them if it was not played")
        return found

    def ahead(self) -> np.ndarray:
        """How far seat a is ahead of seat b, (outcomes, k, k): 1/2, -1/2 or 0 where tied.

        With `winner_only` half the difference of their shares of the win, m winners having 1/m each.
        """
        if self.winner_only:
            won = self.ranks == 1
            shares = won / won.sum(axis=1, keepdims=True)
            return (shares[:, :, None] - shares[:, None, :]) / 2
        return np.sign(self.ranks[:, None, :] - self.ranks[:, :, None]) / 2


def _highest(seats: int, winner_only: bool) -> int:
    return 2 if winner_only else seats


def _key(ranks: np.ndarray, winner_only: bool) -> np.ndarray:
    key, seats = np.zeros(ranks.shape[:-1], np.int64), ranks.shape[-1]
    for seat in range(seats):
        key = key * (_highest(seats, winner_only) + 1) + ranks[..., seat]
    return key


@lru_cache
def finishes(seats: int, winner_only: bool) -> Finishes:
    """All outcomes of a table, in ascending order of their ranks: 3, 13, 75, 541 for 2 to 5 seats, 2**k - 1 winners.

    ValueError for fewer than two seats, or for the orders of more than MOST_IN_ORDER.
    """
    if seats < 2:
        raise ValueError("a table has two or more seats")
    if seats > MOST_IN_ORDER and not winner_only:
        raise ValueError(f"orders of more than {MOST_IN_ORDER} seats are too many to count: winners only")
    highest = _highest(seats, winner_only)
    numbered = list(product(range(1, highest + 1), repeat=seats))
    dense = [tuple(sorted(set(row)).index(rank) + 1 for rank in row) for row in numbered]
    rows = sorted(set(dense))
    by_key = np.full((highest + 1) ** seats, NO_OUTCOME)
    by_key[_key(np.array(numbered), winner_only)] = [rows.index(row) for row in dense]
    by_key[0] = NOT_PLAYED
    found = [(outcome, *choice) for outcome, row in enumerate(rows) for choice in _choices(row, winner_only)]
    outcome, seat, weight, among = zip(*found)
    members = np.array([[place in group for place in range(seats)] for group in among])
    chosen = np.array(outcome), np.array(seat), np.array(weight)
    return Finishes(np.array(rows), winner_only, chosen[0], chosen[1], chosen[2], members, by_key)


def _choices(row: tuple[int, ...], winner_only: bool):
    """(seat chosen, weight, seats that it was chosen from) of one outcome.

    In a random order of m tied seats a given set of s of them comes first with the chance 1 / C(m, s), and each of the
    other m - s is next with the same chance.
    """
    for rank in (1,) if winner_only else range(1, max(row) + 1):
        tied = [seat for seat, own in enumerate(row) if own == rank]
        behind = {seat for seat, own in enumerate(row) if own > rank}
        for gone in range(len(tied)):
            for first in combinations(tied, gone):
                left = set(tied) - set(first)
                if len(left | behind) > 1:
                    weight = 1 / (comb(len(tied), gone) * len(left))
                    yield from ((seat, weight, left | behind) for seat in sorted(left))


class TableResults:
    """How often each outcome came at each table, and each two of them in the same block.

    seats: (tables, k) the policy, 0 and up, in each seat of each table of the schedule. The same policy may sit twice.
    cross: (cells, cells) int64, a cell being table * outcomes + outcome: blocks with both; its diagonal counts cells.
    blocks: number of blocks.
    """

    def __init__(self, seats: np.ndarray, winner_only: bool = False):
        """ValueError if the schedule is no (tables, k) array of policies or is too large for cross-counts."""
        self.seats = np.asarray(seats)
        if self.seats.ndim != 2 or self.seats.size == 0 or self.seats.min() < 0:
            raise ValueError("seats must be a row of policies, 0 and up, for each table")
        self.finishes = finishes(self.seats.shape[1], winner_only)
        cells = self.seats.shape[0] * len(self.finishes.ranks)
        if cells > MOST_CELLS:
            raise ValueError(f"{cells} tables times outcomes, {MOST_CELLS} at most: fewer tables, or winners only")
        self.cross = np.zeros((cells, cells), np.int64)
        self.blocks = 0

    @property
    def counts(self) -> np.ndarray:
        """(tables, outcomes) int64: how often each outcome came at each table."""
        return self.cross.diagonal().reshape(len(self.seats), -1)

    def add(self, ranks: np.ndarray) -> None:
        """Count blocks: ranks (blocks, tables, k) as `Finishes.codes` takes them, a table not played being all 0."""
        ranks = np.asarray(ranks)
        if ranks.ndim != 3 or ranks.shape[1:] != self.seats.shape:
            raise ValueError(f"ranks must be of shape (blocks, {self.seats.shape[0]}, {self.seats.shape[1]})")
        codes = self.finishes.codes(ranks)
        outcomes = len(self.finishes.ranks)
        blocks = AT_ONCE // len(self.cross)
        for begin in range(0, len(codes), blocks):
            part = codes[begin : begin + blocks]
            came = (part[:, :, None] == np.arange(outcomes)).reshape(len(part), -1).astype(np.float32)
            self.cross += (came.T @ came).astype(np.int64)
        self.blocks += len(codes)

    def merge(self, other: "TableResults") -> None:
        """Add the counts of other blocks of the same schedule; ValueError if it is another one."""
        if not np.array_equal(self.seats, other.seats) or self.finishes is not other.finishes:
            raise ValueError("results of different schedules cannot be added")
        self.cross += other.cross
        self.blocks += other.blocks


def clustered(results: TableResults, by_cell: np.ndarray) -> np.ndarray:
    """Covariance (m, m) of a sum over blocks, given what each outcome of each table adds to it, (cells, m)."""
    blocks, total = results.blocks, results.counts.ravel() @ by_cell
    squares = by_cell.T @ results.cross @ by_cell
    return (squares - np.outer(total, total) / blocks) * blocks / (blocks - 1)
