"""Trials in ranges over workers, added up in a tally. A row depends on its address only, so neither ranges nor workers
matter for the result; ranges are long enough to keep workers busy and short enough to stop at once."""

import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np

from simlab.chance.plain import run_plain
from simlab.chance.streams import GENERATORS
from simlab.contract import Case, by_name
from simlab.runs.interruption import interruption, until_interrupted
from simlab.runs.workers import Workers
from simlab.stats.tally import Measure, Tally

ROWS_AT_ONCE = 16_384  # a block of rows fits the processor's cache, so the tally reads it from there
FIRST_RANGE = 1_024

Progress = Callable[[int], None]


class Counted(Protocol):
    """What came of some trials; it adds up exactly."""

    trials: int

    def merge(self, other: Self) -> None:
        """Add what came of other trials."""

    def state(self) -> Any:
        """All that another process has to be sent, as plain data."""

    def restored(self, state: Any) -> Self:
        """This, which is empty, with what another process sent."""


T = TypeVar("T", bound=Counted, covariant=True)
Sum = TypeVar("Sum", bound=Counted)


class Counting(Protocol[T]):
    """What ranges of trials are counted by: a sampler, or several that share their random addresses."""

    def empty_tally(self) -> T:
        """What comes of no trial."""

    def tally(self, first: int, count: int) -> tuple[T, float]:
        """What comes of a range of trials, and the seconds that it took."""


@dataclass
class Sampler:
    """Samples trials of one case; each thread has its own compiled case, since kernels write scratch rows.

    As data (runs/orders.py) it is what it is made of.
    """

    case: Case
    rng: str
    seed: int
    measures: Mapping[str, Measure]
    _own: threading.local = field(default_factory=threading.local)

    def __reduce__(self):
        return Sampler, (self.case, self.rng, self.seed, self.measures)

    def empty_tally(self) -> Tally:
        """A tally of this case's columns without any trial."""
        columns = self.case.columns
        return Tally([c.name for c in columns], [(c.low, c.high) for c in columns], self.measures)

    def rows(self, first: int, count: int) -> np.ndarray:
        """The outcome rows of trials first .. first + count - 1; the next call overwrites them.

        Raises ValueError for more than ROWS_AT_ONCE.
        """
        if count > ROWS_AT_ONCE:
            raise ValueError(f"at most {ROWS_AT_ONCE} rows at once")
        if not hasattr(self._own, "compiled"):
            self._own.compiled = self.case.model.compile(self.case)
            self._own.rows = np.empty((ROWS_AT_ONCE, len(self.case.columns)), np.int32)
            self._own.out = by_name(self._own.rows, self.case.columns)
        own = self._own
        own.compiled.kernel(*own.compiled.arguments, GENERATORS[self.rng], self.seed, first, own.out[:count])
        return own.rows[:count]

    def plain_rows(self, first: int, count: int) -> np.ndarray:
        """The same rows, in plain Python, where a witness (chance/witness.py) can watch."""
        compiled, rows = self.case.model.compile(self.case), np.zeros((count, len(self.case.columns)), np.int32)
        out = by_name(rows, self.case.columns)
        run_plain(compiled.kernel, *compiled.arguments, GENERATORS[self.rng], self.seed, first, out)
        return rows

    def tally(self, first: int, count: int) -> tuple[Tally, float]:
        """The tally of a range of trials, and the seconds that it took."""
        begin, tally = time.perf_counter(), self.empty_tally()
        for start in range(first, first + count, ROWS_AT_ONCE):
            tally.add_rows(self.rows(start, min(ROWS_AT_ONCE, first + count - start)))
        return tally, time.perf_counter() - begin


@dataclass
class Begun(Generic[Sum]):
    """Where trials go on: a tally of all that are done, from 0 on.

    `ends` are the numbers of trials that its stages went up to so far, `sampler` counts more, `keep` is told of them.
    """

    tally: Sum
    sampler: Counting[Sum]
    ends: list[int] = field(default_factory=list)
    keep: Callable[[Sum], None] = lambda tally: None


class Ranges:
    """Ranges of the trials first .. end - 1, that grow from a length until one takes about so many seconds."""

    def __init__(self, first: int, end: int, seconds: float, length: int = FIRST_RANGE):
        self.first, self.end, self.seconds, self.length = first, end, seconds, length

    def __iter__(self) -> Iterator[tuple[int, int]]:
        first = self.first
        while first < self.end:
            count = min(self.length, self.end - first)
            yield first, count
            first += count

    def took(self, count: int, seconds: float) -> None:
        """Learn from a range that is done."""
        if count >= self.length and seconds < self.seconds / 2:
            self.length *= 2


@dataclass(frozen=True)
class Sending:
    """Counts ranges in a worker and gives what has to be sent back."""

    counting: Counting

    def tally(self, first: int, count: int, with_rows: bool) -> tuple[Any, float]:
        """The state of what came of a range of trials, and the seconds that it took.

        Rows are many and large where few are alike; they are left out where whoever adds up has given them up.
        """
        tally, seconds = self.counting.tally(first, count)
        if isinstance(tally, Tally) and not with_rows:
            tally.forget_rows()
        return tally.state(), seconds


def sample(
    sampler: Counting[T],
    trials: int,
    workers: Workers,
    progress: Progress,
    first: int = 0,
    begun: "Begun[T] | None" = None,
) -> tuple[T, bool]:
    """The tally of so many trials from `first` on; interrupted, that of the first of them that are done, and False.

    They are added to what has `begun`, which is told of all that is done after each range.
    """
    total = sampler.empty_tally() if begun is None else begun.tally
    ranges = Ranges(first, first + trials, workers.seconds_a_call)
    with interruption() as interrupted, warnings.catch_warnings():
        # joblib warns of ranges that are done but not asked for after an interruption, and of workers that died.
        warnings.simplefilter("ignore", UserWarning)
        work: Callable[..., tuple[Any, float]] = sampler.tally
        calls: Iterator[tuple] = iter(ranges)
        if workers.away:
            work = Sending(sampler).tally
            calls = ((*each, not isinstance(total, Tally) or total.complete) for each in ranges)
        with closing(workers.results(work, calls)) as results:
            for found, seconds in until_interrupted(results, interrupted):
                tally = sampler.empty_tally().restored(found) if workers.away else found
                total.merge(tally)
                ranges.took(tally.trials, seconds)
                progress(tally.trials)
                if begun is not None:
                    begun.keep(total)
                if interrupted():
                    break
        return total, not interrupted()
