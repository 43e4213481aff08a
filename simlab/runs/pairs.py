"""Several cases on the same random addresses: how each of them moves the answers of a base case, trial by trial.

A trial whose outcome is the base's own moves no answer, so questions are put to the others only. All counts are whole
numbers that add exactly: neither the ranges of trials nor the threads matter for them.
"""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from simlab.runs.batches import ROWS_AT_ONCE, Sampler
from simlab.runs.questions import asked_as
from simlab.stats.tally import Measure

Histogram = Counter[float]  # how often each value came up
FEW_VALUES = 4_096  # a range of whole numbers that is counted without sorting


@dataclass
class Moved:
    """How the values of one question move from the base to another case.

    `left` counts the base's values and `came` the other's, of the `trials` whose values differ; `shifts` counts
    other - base where both have one. `one_sided` trials meet the question's condition on one side only.
    """

    left: Histogram = field(default_factory=Counter)
    came: Histogram = field(default_factory=Counter)
    shifts: Histogram = field(default_factory=Counter)
    trials: int = 0
    one_sided: int = 0

    def add(self, base: np.ndarray, other: np.ndarray) -> None:
        """Count the values of the same trials on both sides; NaN where the condition is not met."""
        differ = ~((base == other) | (np.isnan(base) & np.isnan(other)))
        base, other = base[differ], other[differ]
        has_base, has_other = ~np.isnan(base), ~np.isnan(other)
        both = has_base & has_other
        self.left.update(counts(base[has_base]))
        self.came.update(counts(other[has_other]))
        self.shifts.update(counts(other[both] - base[both]))
        self.trials += base.size
        self.one_sided += base.size - int(np.count_nonzero(both))

    def merge(self, more: "Moved") -> None:
        """Add what moved in other trials."""
        self.left.update(more.left)
        self.came.update(more.came)
        self.shifts.update(more.shifts)
        self.trials += more.trials
        self.one_sided += more.one_sided

    def onto(self, base: Histogram) -> Histogram:
        """The other case's values, from all of the base's."""
        moved = Counter(base)
        moved.subtract(self.left)
        moved.update(self.came)
        return Counter({value: count for value, count in moved.items() if count})


def counts(values: np.ndarray) -> dict[float, int]:
    """How often each value comes up; there is no NaN among them."""
    if values.size == 0:
        return {}
    low, high = values.min(), values.max()
    if high - low < FEW_VALUES and np.all(values == np.floor(values)):
        found = np.bincount((values - low).astype(np.int64))
        places = np.flatnonzero(found)
        return dict(zip((places + low).tolist(), found[places].tolist()))
    different, found = np.unique(values, return_counts=True)
    return dict(zip(different.tolist(), found.tolist()))


class PairTally:
    """What came of trials that all cases shared.

    `base[question]` are the base's values, `moved[case][question]` how the other cases move them, and `changed[case]`
    counts trials whose outcome is not the base's.
    """

    def __init__(self, cases: int, questions: int):
        self.trials = 0
        self.base: list[Histogram] = [Counter() for _ in range(questions)]
        self.moved = [[Moved() for _ in range(questions)] for _ in range(cases)]
        self.changed = [0] * cases

    def apart(self, questions: int) -> tuple["PairTally", "PairTally"]:
        """What came of the first questions, and of the rest."""
        parts = []
        for part in (slice(questions), slice(questions, None)):
            tally = PairTally(len(self.moved), 0)
            tally.trials, tally.changed, tally.base = self.trials, self.changed, self.base[part]
            tally.moved = [case[part] for case in self.moved]
            parts.append(tally)
        return parts[0], parts[1]

    def state(self) -> "PairTally":
        """It is plain data as it is."""
        return self

    def restored(self, state: "PairTally") -> "PairTally":
        """What another process sent."""
        return state

    def merge(self, other: "PairTally") -> None:
        """Add other trials of the same cases and questions."""
        self.trials += other.trials
        for mine, more in zip(self.base, other.base):
            mine.update(more)
        for case, more_of_case in zip(self.moved, other.moved):
            for moved, more_moved in zip(case, more_of_case):
                moved.merge(more_moved)
        self.changed = [mine + more for mine, more in zip(self.changed, other.changed)]


class PairSampler:
    """Samples a base case and others on the same trials, for questions by name that every sampler has a measure of."""

    def __init__(self, base: Sampler, others: Sequence[Sampler], questions: Sequence[str]):
        self.base, self.others, self.questions = base, tuple(others), tuple(questions)
        self.measures = [self._measures(sampler) for sampler in self.others]
        # Rows are compared column by column, so a case that has other columns counts as changed throughout.
        self.alike = [names(sampler) == names(base) for sampler in self.others]

    def _measures(self, sampler: Sampler) -> list[Measure]:
        return [sampler.measures[asked_as(name)] for name in self.questions]

    def empty_tally(self) -> PairTally:
        """What comes of no trial."""
        return PairTally(len(self.others), len(self.questions))

    def tally(self, first: int, count: int) -> tuple[PairTally, float]:
        """What comes of a range of trials, and the seconds that it took."""
        begin, tally = time.perf_counter(), self.empty_tally()
        for start in range(first, first + count, ROWS_AT_ONCE):
            self._add(tally, start, min(ROWS_AT_ONCE, first + count - start))
        return tally, time.perf_counter() - begin

    def _add(self, tally: PairTally, first: int, count: int) -> None:
        rows = self.base.rows(first, count)
        values = [measure(rows) for measure in self._measures(self.base)]
        for known, found in zip(tally.base, values):
            known.update(counts(found[~np.isnan(found)]))
        for place, sampler in enumerate(self.others):
            other = sampler.rows(first, count)
            changed = np.flatnonzero((other != rows).any(axis=1)) if self.alike[place] else np.arange(count)
            if changed.size:
                tally.changed[place] += changed.size
                other = other[changed]
                for moved, found, measure in zip(tally.moved[place], values, self.measures[place]):
                    moved.add(found[changed], measure(other))
        tally.trials += count


def names(sampler: Sampler) -> list[tuple[str, tuple[str, ...]]]:
    """What a sampler's columns are called, and the names of their categories."""
    return [(column.name, column.names) for column in sampler.case.columns]
