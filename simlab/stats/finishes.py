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
BLOCKS_AT_ONCE = 2048  # far below 2**24, so that sums of zeros and ones are exact in float32


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

    def codes(self, ranks: np.ndarray) -> np.ndarray:
        """The outcomes (...) of ranks (..., k), lower is better, equal is tied; -1 where all are 0: not played.

        Any integers above 0 will do, ties as 1 2 2 4 or 1 2 2 3. ValueError for a rank below 1 in a played table.
        """
        played = (ranks != 0).any(axis=-1)
        if (ranks[played] < 1).any():
            raise ValueError("ranks of a played table start at 1; a table that was not played has 0 everywhere")
        worse = ranks[..., :, None] > ranks[..., None, :]
        if self.winner_only:
            dense = 1 + worse.any(axis=-1)
        else:
            first_of_rank = ~np.tril(ranks[..., :, None] == ranks[..., None, :], -1).any(axis=-1)
            dense = 1 + (worse & first_of_rank[..., None, :]).sum(axis=-1)
        places = np.searchsorted(_keys(self.ranks), _keys(dense))
        return np.where(played, places, -1)

    def ahead(self) -> np.ndarray:
        """How far seat a is ahead of seat b, (outcomes, k, k): 1/2, -1/2 or 0 where tied.

        With `winner_only` half the difference of their shares of the win, m winners having 1/m each.
        """
        if self.winner_only:
            won = self.ranks == 1
            shares = won / won.sum(axis=1, keepdims=True)
            return (shares[:, :, None] - shares[:, None, :]) / 2
        return np.sign(self.ranks[:, None, :] - self.ranks[:, :, None]) / 2


def _keys(ranks: np.ndarray) -> np.ndarray:
    seats = ranks.shape[-1]
    return ranks @ (seats + 1) ** np.arange(seats)[::-1]


@lru_cache
def finishes(seats: int, winner_only: bool) -> Finishes:
    """All outcomes of a table, in ascending order of their ranks; ValueError for fewer than two seats.

    3, 13, 75, 541 for 2 to 5 seats in full; 2**seats - 1 with `winner_only`.
    """
    if seats < 2:
        raise ValueError("a table has two or more seats")
    highest = 2 if winner_only else seats
    rows = [row for row in product(range(1, highest + 1), repeat=seats) if set(row) == set(range(1, max(row) + 1))]
    ranks = np.array(rows)
    found = [(outcome, *choice) for outcome, row in enumerate(rows) for choice in _choices(row, winner_only)]
    outcome, seat, weight, among = zip(*found)
    members = np.array([[place in group for place in range(seats)] for group in among])
    return Finishes(ranks, winner_only, np.array(outcome), np.array(seat), np.array(weight), members)


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
        for begin in range(0, len(codes), BLOCKS_AT_ONCE):
            part = codes[begin : begin + BLOCKS_AT_ONCE]
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
