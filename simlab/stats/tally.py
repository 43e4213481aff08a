"""Tallies: outcome rows counted so that memory does not grow with trials, and that add exactly in any order.

While distinct rows are few a tally keeps them all with their counts, so that any question can still be asked later.
Beyond MOST_SLOTS / 2, or MOST_WIDE rows too wide for one number, it keeps only what has been asked: the distribution of
each measure (a question's value, or a column). Which of the two it ends with depends on the rows alone, not on the
order in which they came.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Self

import numba
import numpy as np

from simlab.stats.sealed import Damaged
from simlab.stats.tally_state import Kind, TallyState, histogram_arrays

MOST_SLOTS = 1 << 22  # of a table, half of them filled: two million distinct rows, some tens of megabytes
MOST_WIDE = 1 << 18  # distinct rows too wide to pack: of a whole campaign some 70 megabytes
UNBOUNDED = 1 << 20  # numbers of values allowed for in a column without upper bound
MOST_VALUE = np.iinfo(np.int32).max
FIRST_SLOTS = 1 << 10
FEW_ROWS, MANY_ROWS = 1 << 14, 1 << 17
MIX = np.uint64(0x9E3779B97F4A7C15)
HIGH_BITS = np.uint64(40)

#: From rows of shape (n, columns) to the n values of a measure; NaN where a row does not count.
Measure = Callable[[np.ndarray], np.ndarray]


class OutOfRange(Exception):
    """A row holds a value outside its column's declared range: a defect of a game's rules."""


@numba.njit(nogil=True)
def find_slot(key, keys, counts):
    """The slot of a packed row in an open-addressed table: its own, or the free one where it belongs."""
    mask = keys.size - 1
    slot = np.int64((np.uint64(key) * MIX) >> HIGH_BITS) & mask
    while counts[slot] > 0 and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@numba.njit(nogil=True, cache=True)
def count_rows(rows, begin, lows, sizes, keys, counts, used):
    """Count rows[begin:] in a table that stays at most half full.

    Returns (next row, slots used); the next row is the first that was not counted because the table is half full, or
    -1 - row for a value out of range.
    """
    for i in range(begin, rows.shape[0]):
        key = 0
        for c in range(lows.size):
            value = rows[i, c] - lows[c]
            if value < 0 or value >= sizes[c]:
                return -1 - i, used
            key = key * sizes[c] + value
        slot = find_slot(key, keys, counts)
        if counts[slot] == 0:
            if 2 * used >= keys.size:
                return i, used
            keys[slot] = key
            used += 1
        counts[slot] += 1
    return rows.shape[0], used


@numba.njit(nogil=True, cache=True)
def add_counts(more_keys, more_counts, begin, keys, counts, used):
    """Add counted packed rows from place `begin` on; returns (next place, slots used) as count_rows does."""
    for i in range(begin, more_keys.size):
        if more_counts[i] > 0:
            slot = find_slot(more_keys[i], keys, counts)
            if counts[slot] == 0:
                if 2 * used >= keys.size:
                    return i, used
                keys[slot] = more_keys[i]
                used += 1
            counts[slot] += more_counts[i]
    return more_keys.size, used


class Tally:
    """Counts of outcome rows, or of the values of measures once there are too many different rows.

    `ranges` gives each column's (low, high), high None if unbounded; `measures` are kept by name.
    """

    def __init__(self, names: Sequence[str], ranges: Sequence[tuple[int, int | None]], measures: Mapping[str, Measure]):
        self.names, self.ranges, self.measures = names, ranges, measures
        self.lows = np.array([low for low, _ in ranges], np.int64)
        self.sizes = np.array([UNBOUNDED if high is None else high - low + 1 for low, high in ranges], np.int64)
        self.trials = 0
        self.complete = True  # while every distinct row is known
        self.histograms: dict[str, Counter[float]] = {}  # of the measures, once it is not
        self._keys, self._counts, self._used = np.zeros(FIRST_SLOTS, np.int64), np.zeros(FIRST_SLOTS, np.int64), 0
        self.wide = math.prod(self.sizes.tolist()) >= 2**62
        # What a step of each column adds to a packed row.
        self._steps = np.ones_like(self.sizes) if self.wide else self.sizes[::-1].cumprod()[::-1] // self.sizes
        self._wide_rows: Counter[bytes] = Counter()  # rows too wide for one number of 64 bits

    def add_rows(self, rows: np.ndarray) -> None:
        """Count a batch of rows, an int32 array of shape (trials, columns)."""
        if self.wide:
            self._add_wide_rows(rows)
            return
        done = 0
        while self.complete and done < len(rows):
            done, self._used = count_rows(rows, done, self.lows, self.sizes, self._keys, self._counts, self._used)
            if done < 0:
                done = -1 - done
                self._refuse_out_of_range(rows[done])
                self._keep_measures_only()
            elif done < len(rows):
                self._grow()
        self.trials += len(rows)
        if done < len(rows):
            self._add_to_histograms(rows[done:], np.ones(len(rows) - done, np.int64))

    def merge(self, other: "Tally") -> None:
        """Add another tally of the same case."""
        if other.complete and self.wide:
            self._add_wide(other._wide_rows)
        elif other.complete:
            self._add_counted(other._keys, other._counts)
        else:
            self._keep_measures_only()
            for name, histogram in other.histograms.items():
                self.histograms[name].update(histogram)
        self.trials += other.trials

    @property
    def _columns(self) -> tuple[tuple[str, int, int | None], ...]:
        return tuple((name, low, high) for name, (low, high) in zip(self.names, self.ranges))

    def state(self) -> TallyState:
        """What the tally holds, as plain data: only what is filled, and no array of the tally's own."""
        kind: Kind
        if not self.complete:
            kind, arrays = "histograms", histogram_arrays(self.histograms)
        elif self.wide:
            rows = np.frombuffer(b"".join(self._wide_rows), np.int32).reshape(-1, self.lows.size)
            counts = np.fromiter(self._wide_rows.values(), np.int64, len(self._wide_rows))
            kind, arrays = "wide", {"rows": rows, "counts": counts}
        else:
            filled = np.flatnonzero(self._counts)
            kind, arrays = "packed", {"rows": self._keys[filled], "counts": self._counts[filled]}
        return TallyState(kind, self.trials, self._columns, tuple(self.measures), arrays)

    def restored(self, state: TallyState) -> Self:
        """This tally, which is empty, with what another of the same columns, and of the same measures, held.

        While all rows are known, their measures do not matter.

        Raises Damaged for a state that no such tally can have.
        """
        others = state.kind == "histograms" and state.measures != tuple(self.measures)
        if state.columns != self._columns or others:
            raise Damaged("it is a tally of other columns or questions")
        try:
            if state.kind == "histograms":
                self._keep_measures_only()
                self.histograms = state.histograms()
            elif state.kind == ("wide" if self.wide else "packed"):
                self._restore_rows(*state.rows())
            else:
                raise Damaged(f"it is no tally of {state.kind} rows")
        except Damaged:
            raise
        except (LookupError, TypeError, ValueError, OverflowError) as error:
            raise Damaged(f"it is no whole tally: {error!r}") from None
        self.trials = state.trials
        return self

    def _restore_rows(self, rows: np.ndarray, counts: np.ndarray) -> None:
        if self.wide:
            most = np.array([MOST_VALUE if high is None else high for _, high in self.ranges])
            outside = (rows < self.lows) | (rows > most)
        else:
            outside = (rows < 0) | (rows >= math.prod(self.sizes.tolist()))
        if outside.any():
            raise Damaged("it holds values outside the limits of their columns")
        if self.wide:
            whole = np.ascontiguousarray(rows, np.int32).view(np.dtype((np.void, 4 * self.lows.size)))[:, 0]
            self._wide_rows = Counter(dict(zip(whole.tolist(), counts.tolist())))
        else:
            size = FIRST_SLOTS
            while 2 * rows.size > size:
                size *= 4
            self._keys, self._counts = np.zeros(size, np.int64), np.zeros(size, np.int64)
            _, self._used = add_counts(rows, counts, 0, self._keys, self._counts, 0)

    def table(self) -> tuple[np.ndarray, np.ndarray]:
        """The distinct rows in ascending order, shape (rows, columns), and their counts; only while `complete`."""
        return next(self.blocks())

    def blocks(self, at_once: int | None = None) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """The same, so many rows at a time: numbers of 64 bits of all rows may take some hundred megabytes."""
        if self.wide:
            rows, counts = self._wide_table(self._wide_rows)
        else:
            filled = np.flatnonzero(self._counts)
            filled = filled[np.argsort(self._keys[filled])]
            rows, counts = self._keys[filled], self._counts[filled]
        for start in range(0, max(len(counts), 1), at_once or max(len(counts), 1)):
            block = slice(start, None if at_once is None else start + at_once)
            yield (rows[block].astype(np.int64) if self.wide else self._unpacked(rows[block])), counts[block]

    def _unpacked(self, keys: np.ndarray) -> np.ndarray:
        rows = keys[:, None] // self._steps
        rows %= self.sizes
        rows += self.lows
        return rows

    def distribution(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Values of a measure in ascending order and their counts."""
        return self.distributions([name])[name]

    def distributions(self, names: Sequence[str]) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """Those of some measures, by name."""
        if not self.complete:
            return {name: sorted_histogram(self.histograms[name]) for name in names}
        parts: dict[str, list] = {name: [] for name in names}
        for rows, counts in self.blocks(MANY_ROWS):
            for name in names:
                parts[name].append(weighted_values(self.measures[name](rows), counts))
        return {name: found[0] if len(found) == 1 else all_weighted(found) for name, found in parts.items()}

    def _add_wide_rows(self, rows: np.ndarray) -> None:
        values = rows - self.lows
        for place in np.flatnonzero(((values < 0) | (values >= self.sizes)).any(axis=1)):
            self._refuse_out_of_range(rows[place])
        whole = np.ascontiguousarray(rows, np.int32)
        self._add_wide(Counter(whole.view(np.dtype((np.void, 4 * whole.shape[1])))[:, 0].tolist()))
        self.trials += len(rows)

    def _add_wide(self, counted: Counter[bytes]) -> None:
        if self.complete:
            self._wide_rows.update(counted)
            if len(self._wide_rows) > MOST_WIDE:
                self._keep_measures_only()
        else:
            self._add_to_histograms(*self._wide_table(counted))

    def _wide_table(self, counted: Counter[bytes]) -> tuple[np.ndarray, np.ndarray]:
        rows = np.frombuffer(b"".join(counted), np.int32).reshape(-1, self.lows.size)
        order = np.lexsort(rows.T[::-1])
        return rows[order], np.fromiter(counted.values(), np.int64, len(counted))[order]

    def _refuse_out_of_range(self, row: np.ndarray) -> None:
        """A value beyond a declared limit is a defect; one beyond UNBOUNDED is only too large to keep all rows."""
        values = row - self.lows
        for place in np.flatnonzero((values < 0) | (values >= self.sizes)).tolist():
            low, high = self.ranges[place]
            if values[place] < 0 or high is not None:
                raise OutOfRange(f"column {self.names[place]} holds {row[place]}, outside {low}..{high}")

    def _grow(self) -> None:
        """Make the table four times as large, or give up keeping all rows."""
        if self._keys.size >= MOST_SLOTS:
            self._keep_measures_only()
            return
        keys, counts, size = self._keys, self._counts, 4 * self._keys.size
        self._keys, self._counts = np.zeros(size, np.int64), np.zeros(size, np.int64)
        _, self._used = add_counts(keys, counts, 0, self._keys, self._counts, 0)

    def _add_counted(self, keys: np.ndarray, counts: np.ndarray) -> None:
        done = 0
        while self.complete and done < keys.size:
            done, self._used = add_counts(keys, counts, done, self._keys, self._counts, self._used)
            if done < keys.size:
                self._grow()
        if done < keys.size:
            left = np.flatnonzero(counts[done:]) + done
            self._add_to_histograms(self._unpacked(keys[left]), counts[left])

    def forget_rows(self) -> None:
        """Keep no more than what has been asked, as tallies of too many different rows do."""
        self._keep_measures_only()

    def _keep_measures_only(self) -> None:
        if self.complete:
            self.complete = False
            self.histograms = {name: Counter() for name in self.measures}
            # All of them at once would take hundreds of megabytes.
            packed, wide = np.flatnonzero(self._counts), iter(self._wide_rows.items())
            for start in range(0, packed.size, FEW_ROWS):
                block = packed[start : start + FEW_ROWS]
                self._add_to_histograms(self._unpacked(self._keys[block]), self._counts[block])
            while few := dict(islice(wide, FEW_ROWS)):
                self._add_to_histograms(*self._wide_table(Counter(few)))
            self._keys = self._counts = np.zeros(0, np.int64)
            self._wide_rows = Counter()

    def _add_to_histograms(self, rows: np.ndarray, counts: np.ndarray) -> None:
        rows = rows.astype(np.int64, copy=False)
        for name, measure in self.measures.items():
            values, weights = weighted_values(measure(rows), counts)
            self.histograms[name].update(dict(zip(values.tolist(), weights.tolist())))


def sorted_histogram(histogram: Mapping[float, int]) -> tuple[np.ndarray, np.ndarray]:
    """The values of a histogram in ascending order and their counts."""
    values = sorted(histogram)
    return np.array(values, float), np.array([histogram[value] for value in values], np.int64)


def all_weighted(parts: Sequence[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """The weighted values of several parts in one."""
    return weighted_values(*map(np.concatenate, zip(*parts)))


def weighted_values(values: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Different values in ascending order and their total weights; rows with NaN do not count."""
    counted = ~np.isnan(values)
    # Adding 0.0 makes -0.0 the other zero: they are equal, and which one is kept would depend on the ranges of trials.
    different, places = np.unique(values[counted] + 0.0, return_inverse=True)
    totals = np.bincount(places, weights[counted], different.size)
    return different, totals.astype(weights.dtype)
