"""Tables of a tournament played on the same dice: block after block, each with all tables."""

import math
import time
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from simlab.contract import Case
from simlab.runs.batches import FIRST_RANGE, ROWS_AT_ONCE, Progress, Sampler
from simlab.runs.cautions import caution_measures, caution_questions
from simlab.runs.interruption import interruption, until_interrupted
from simlab.runs.seating import Winner
from simlab.runs.workers import Workers


@dataclass(frozen=True)
class Dice:
    """Where the dice of the blocks 0 .. blocks - 1 come from; a block is a trial of every table."""

    rng: str
    seed: int
    blocks: int


@dataclass(frozen=True)
class Tables:
    """Cases that differ in who plays, and where their winner stands."""

    cases: Sequence[Case]
    winner: Winner

    def winners(self, dice: Dice, table: int, first: int, count: int) -> tuple[np.ndarray, np.ndarray, float]:
        """The winners of some blocks at one table, (count,), as Winner.of; games that met each caution; the seconds."""
        begin, sampler = time.perf_counter(), Sampler(self.cases[table], dice.rng, dice.seed, {})
        cautions, found = caution_measures(self.cases[table]), np.empty(count, np.int8)
        met = np.zeros(len(cautions), np.int64)
        for start in range(0, count, ROWS_AT_ONCE):
            part = min(ROWS_AT_ONCE, count - start)
            rows = sampler.rows(first + start, part)
            found[start : start + part] = self.winner.of(rows)
            for number, holds in enumerate(cautions):
                met[number] += np.count_nonzero(holds(rows))
        return found, met, time.perf_counter() - begin

    def blocks(self, dice: Dice, workers: Workers, progress: Progress) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """The winners of all blocks in their order, in portions (blocks, tables); interrupted, it ends early.

        With each portion comes how many of its games met each caution, (tables, cautions).
        A block counts whole or not at all, so an interruption favours nobody. `progress` is told of games.
        """
        length, first = FIRST_RANGE, 0
        pieces = math.ceil(2 * workers.count / len(self.cases))
        with interruption() as interrupted:
            while first < dice.blocks and not interrupted():
                count = min(length * pieces, dice.blocks - first)
                starts = range(first, first + count, length)
                work = [(t, s, min(length, first + count - s)) for t in range(len(self.cases)) for s in starts]
                portion, slowest = np.empty((count, len(self.cases)), np.int8), 0.0
                met = np.zeros((len(self.cases), len(caution_questions(self.cases[0]))), np.int64)
                with warnings.catch_warnings():
                    # joblib warns of what is done but not asked for after an interruption.
                    warnings.simplefilter("ignore", UserWarning)
                    # Results come first in `zip`: it has to see their end.
                    results = workers.results(self.winners, ((dice, *each) for each in work))
                    coming = until_interrupted(results, interrupted)
                    for (found, counted, seconds), (table, start, part) in zip(coming, work):
                        portion[start - first : start - first + part, table] = found
                        met[table] += counted
                        slowest = max(slowest, seconds)
                        progress(part)
                        if interrupted():
                            break
                    results.close()
                if interrupted():
                    return
                yield portion, met
                first += count
                if slowest < workers.seconds_a_call and length < ROWS_AT_ONCE:
                    length *= 2


def ranks_of(winners: np.ndarray, seats: int) -> np.ndarray:
    """(blocks, tables, k) ranks from winners (blocks, tables): 1 who has won, all of a tie, else 2."""
    won = (winners[..., None] == np.arange(seats)) | (winners[..., None] == seats)
    return np.where(won, 1, 2).astype(np.int8)
