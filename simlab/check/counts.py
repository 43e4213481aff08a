"""What a question comes to in a block of trials, as whole numbers that a baseline keeps, and how two of them differ.

An event: `{hits, trials}`; a value: `{trials, sum, squares}`; a curve: trials by level. Trials are those that meet the
question's condition.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from simlab.stats.answers import Values
from simlab.stats.comparison import Difference, unpaired_means, unpaired_shares
from simlab.stats.planning import Sample, Share
from simlab.stats.shifts import Check, Measured

Counts = Mapping[str, int | float]
Kind = Literal["event", "value", "curve"]

FEWEST = 2  # trials that meet a condition; with fewer, how often it is met is compared in their place
CONFIDENCE = 0.95  # of the intervals of differences


def counts_of(kind: Kind, values: Values) -> dict[str, int | float]:
    """The counts of a question's values; whole numbers unless its values are fractions."""
    weights, trials = values.weights.astype(object), int(values.total)
    if kind == "event":
        return {"hits": int(values.weights[values.values == 1].sum()), "trials": trials}
    if kind == "curve":
        names = values.names
        levels = [names[int(level)] if names else str(int(level)) for level in values.values]
        return {level: int(count) for level, count in zip(levels, values.weights)}
    whole = bool((values.values == np.rint(values.values)).all())
    numbers = [int(value) if whole else float(value) for value in values.values]
    return {
        "trials": trials,
        "sum": sum(number * count for number, count in zip(numbers, weights)),
        "squares": sum(number * number * count for number, count in zip(numbers, weights)),
    }


def counts_fault(kind: Kind, counts: Counts, block: int) -> str:
    """What is wrong with counts of a block of so many trials; nothing if they are possible ones."""
    fields = {"event": {"hits", "trials"}, "value": {"trials", "sum", "squares"}, "curve": set(counts)}[kind]
    whole = [value for name, value in counts.items() if name not in ("sum", "squares") or kind == "curve"]
    if set(counts) != fields:
        return f"holds {', '.join(counts) or 'nothing'} in place of {', '.join(sorted(fields))}"
    if any(not isinstance(value, int) or value < 0 for value in whole) or trials_of(kind, counts) > block:
        return f"counts more than its {block} trials, or fewer than none"
    impossible = kind == "event" and counts["hits"] > counts["trials"]
    return "counts more hits than trials" if impossible else ""


def trials_of(kind: Kind, counts: Counts) -> int:
    """Trials that meet the question's condition."""
    return int(sum(counts.values()) if kind == "curve" else counts["trials"])


@dataclass(frozen=True)
class Counted:
    """The counts of a question in a block of `block` trials; `levels` is the order of a category's names."""

    kind: Kind
    counts: Counts
    block: int
    levels: tuple[str, ...] = ()

    @property
    def trials(self) -> int:
        """Trials that meet the question's condition."""
        return trials_of(self.kind, self.counts)

    @property
    def share(self) -> Share:
        """Of an event."""
        return Share(int(self.counts["hits"]), self.trials)

    @property
    def sample(self) -> Sample:
        """Of a value: the mean and standard deviation behind its sums."""
        total, squares = self.counts["sum"], self.counts["squares"]
        if isinstance(total, int) and isinstance(squares, int):
            return Sample.of_sums(self.trials, total, squares)
        mean = total / self.trials
        return Sample(mean, math.sqrt(max(squares - total * mean, 0.0) / (self.trials - 1)), self.trials)

    def place(self, level: str) -> tuple[int, str]:
        """Where a level stands in the order of its column; a name that the column no longer has comes last."""
        if self.levels:
            return (self.levels.index(level) if level in self.levels else len(self.levels), level)
        return int(level), ""


@dataclass(frozen=True)
class Pair:
    """Two counts of one question made comparable; `statistics` names each number that is looked at for itself."""

    old: Measured
    new: Measured
    sizes: tuple[int, int]
    statistics: tuple[str, ...]


def pair(old: Counted, new: Counted) -> Pair:
    """Baseline and check of one question; of a condition that hardly a trial meets, how often that happens."""
    if min(old.trials, new.trials) < FEWEST:
        met = "share of trials that meet the condition"
        return Pair(Share(old.trials, old.block), Share(new.trials, new.block), (old.block, new.block), (met,))
    sizes = old.trials, new.trials
    if old.kind == "event":
        return Pair(old.share, new.share, sizes, ("probability",))
    if old.kind == "value":
        return Pair(old.sample, new.sample, sizes, ("mean",))
    levels = sorted({*old.counts, *new.counts}, key=new.place)
    before, after = (np.array([side.counts.get(level, 0) for level in levels], np.int64) for side in (old, new))
    return Pair(before, after, sizes, tuple(f"share of {level}" for level in levels))


def moved(pair: Pair) -> tuple[str, Difference]:
    """What moved most and by how much; of a curve the level farthest off, its interval good for all levels at once."""
    old, new = pair.old, pair.new
    if isinstance(old, Share) and isinstance(new, Share):
        return pair.statistics[0], unpaired_shares(old, new, CONFIDENCE)
    if isinstance(old, Sample) and isinstance(new, Sample):
        return pair.statistics[0], unpaired_means(old, new, CONFIDENCE)
    before, after = np.asarray(old), np.asarray(new)
    n0, n1 = pair.sizes
    shares = (before + after) / (n0 + n1)
    errors = np.sqrt(shares * (1 - shares)) + 1e-300  # a level of all trials has none, and no difference either
    place = int(np.argmax(abs(after / n1 - before / n0) / errors))
    confidence = 1 - (1 - CONFIDENCE) / len(pair.statistics)
    return pair.statistics[place], unpaired_shares(
        Share(int(before[place]), n0), Share(int(after[place]), n1), confidence
    )


def design(old: tuple[Counted, Counted], new_blocks: tuple[int, int], alpha: float) -> tuple[Measured, Check]:
    """For the resolution of a question: its number in the baseline, and the trials of both stages that count for it.

    `old` are its counts in the blocks for the screen and the confirmation, `new_blocks` the check's trials of both.
    """
    stages = []
    for counted, block in zip(old, new_blocks):
        share = counted.trials / counted.block
        few = counted.trials < FEWEST or share * block < FEWEST
        stages.append((counted.block, block) if few else (counted.trials, max(round(share * block), 1)))
    measured = pair(old[1], old[1]).old
    if isinstance(measured, Sample) and measured.sd == 0:
        measured = Share(0, measured.trials)  # nothing varies: the share of trials that would have to differ by one
    return measured, Check(screen=stages[0], confirm=stages[1], alpha_run=alpha)
