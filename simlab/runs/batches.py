"""Trials in ranges over threads, added up in a tally. A row depends on its address only, so neither ranges nor threads
matter for the result; ranges are long enough to keep threads busy and short enough to stop at once."""

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Generic, Protocol, Self, TypeVar

import numpy as np
from joblib import Parallel, delayed

from simlab.chance.plain import run_plain
from simlab.chance.streams import GENERATORS
from simlab.contract import Case, by_name
from simlab.stats.tally import Measure, Tally

ROWS_AT_ONCE = 16_384  # a block of rows fits the processor's cache, so the tally reads it from there
SECONDS_A_RANGE = 0.1
FIRST_RANGE = 1_024

Progress = Callable[[int], None]


class Counted(Protocol):
    """What came of some trials; it adds up exactly."""

    trials: int

    def merge(self, other: Self) -> None:
        """Add what came of other trials."""


T = TypeVar("T", bound=Counted, covariant=True)
Sum = TypeVar("Sum", bound=Counted)


class Counting(Protocol[T]):
    """What ranges of trials are counted by: a sampler, or several that share their random addresses."""

    def empty_tally(self) -> T:
        """What comes of no trial."""

    def tally(self, first: int, count: int) -> tuple[T, float]:
        """What comes of a range of trials, and the seconds that it took."""


def default_jobs() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass
class Sampler:
    """Samples trials of one case; each thread has its own compiled case, since kernels write scratch rows."""

    case: Case
    rng: str
    seed: int
    measures: Mapping[str, Measure]
    _own: threading.local = field(default_factory=threading.local)

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
    """Ranges of the trials first .. end - 1, that grow until one takes about SECONDS_A_RANGE."""

    def __init__(self, first: int, end: int):
        self.first, self.end, self.length = first, end, FIRST_RANGE

    def __iter__(self) -> Iterator[tuple[int, int]]:
        first = self.first
        while first < self.end:
            count = min(self.length, self.end - first)
            yield first, count
            first += count

    def took(self, count: int, seconds: float) -> None:
        """Learn from a range that is done."""
        if count >= self.length and seconds < SECONDS_A_RANGE / 2:
            self.length *= 2


@contextmanager
def interruption():
    """A function that tells whether Ctrl-C was pressed since the block began; a second press interrupts as usual.

    An interrupt in the middle of adding up would tear the tally, so it only raises a flag. Outside the main thread,
    where signals cannot be caught, the function always says no.
    """
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield pressed.is_set
        return

    def note(number, frame):
        pressed.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)


def sample(
    sampler: Counting[T], trials: int, jobs: int, progress: Progress, first: int = 0, begun: "Begun[T] | None" = None
) -> tuple[T, bool]:
    """The tally of so many trials from `first` on; interrupted, that of the first of them that are done, and False.

    They are added to what has `begun`, which is told of all that is done after each range.
    """
    total, ranges = sampler.empty_tally() if begun is None else begun.tally, Ranges(first, first + trials)
    with interruption() as interrupted, warnings.catch_warnings():
        # joblib warns of ranges that are done but not asked for after an interruption.
        warnings.simplefilter("ignore", UserWarning)
        parallel = Parallel(jobs, prefer="threads", return_as="generator", pre_dispatch="2*n_jobs", batch_size=1)
        results = parallel(delayed(sampler.tally)(start, count) for start, count in ranges)
        try:
            for tally, seconds in results:
                total.merge(tally)
                ranges.took(tally.trials, seconds)
                progress(tally.trials)
                if begun is not None:
                    begun.keep(total)
                if interrupted():
                    break
        finally:
            results.close()
        return total, not interrupted()
