"""What a question comes to in a block of trials, as whole numbers that a baseline keeps, and how two of them differ.

An event: `{hits, trials}`; a value: trials by value, or `{trials, sum, squares}` if there are very many values; a
curve: trials by level. Trials are those that meet the question's condition.
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

import numpy as np

from simlab.runs.differences import sample_of
from simlab.stats.answers import Values
from simlab.stats.comparison import Difference, unpaired_means, unpaired_shares
from simlab.stats.planning import Sample, Share
from simlab.stats.shifts import Check, Measured, means_are_comparable, resolution

Counts = Mapping[str, int | float]
Kind = Literal["event", "value", "curve"]

FEWEST = 10  # trials of the smaller side that meet a condition; with fewer hardly any difference could be shown
MOST_VALUES = 200  # that are kept one by one; beyond there is more than enough of them for a mean
SUMS = ("trials", "sum", "squares")
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
    if len(numbers) <= MOST_VALUES:
        return {repr(number): int(count) for number, count in zip(numbers, weights)}
    squares = sum(number * number * count for number, count in zip(numbers, weights))
    return dict(zip(SUMS, (trials, sum(number * count for number, count in zip(numbers, weights)), squares)))


def counts_fault(kind: Kind, counts: Counts, block: int) -> str:
    """What is wrong with counts of a block of so many trials; nothing if they are possible ones."""
    summed = kind == "value" and set(counts) == set(SUMS)
    if kind == "event" and set(counts) != {"hits", "trials"}:
        return f"holds {', '.join(counts) or 'nothing'} in place of hits, trials"
    if kind == "value" and not summed and not all(map(is_number, counts)):
        return f"holds {', '.join(counts)} in place of values, or of {', '.join(SUMS)}"
    whole = [value for name, value in counts.items() if not summed or name == "trials"]
    if any(not isinstance(value, int) or value < 0 for value in whole) or trials_of(kind, counts) > block:
        return f"counts more than its {block} trials, or fewer than none"
    impossible = kind == "event" and counts["hits"] > counts["trials"]
    return "counts more hits than trials" if impossible else ""


def is_number(text: str) -> bool:
    """Whether a text is a finite number."""
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def trials_of(kind: Kind, counts: Counts) -> int:
    """Trials that meet the question's condition."""
    return int(counts["trials"] if kind == "event" or "sum" in counts and kind == "value" else sum(counts.values()))


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
    def values(self) -> Mapping[float, int] | None:
        """Of a value: trials by value; None if only sums are known."""
        if "sum" in self.counts:
            return None
        return {float(value): int(count) for value, count in self.counts.items()}

    @property
    def sample(self) -> Sample:
        """Of a value: its mean and standard deviation; 2 trials or more."""
        if self.values is not None:
            return sample_of(Counter(self.values))
        total, squares = (Fraction(self.counts[name]) for name in ("sum", "squares"))
        variance = float(squares - total**2 / self.trials) / (self.trials - 1)
        return Sample(float(total / self.trials), math.sqrt(max(variance, 0.0)), self.trials)

    def place(self, level: str) -> tuple[int, str]:
        """Where a level stands in the order of its column; a name that the column no longer has comes last."""
        if self.levels:
            return (self.levels.index(level) if level in self.levels else len(self.levels), level)
        return int(level), ""


@dataclass(frozen=True)
class Pair:
    """Two counts of one question made comparable; `statistics` names each number that is looked at for itself.

    What is shown is `low` + `step` times a share, as it is for the mean of two values. `note`: why it is not the answer
    itself that is compared; `stands_in`: the answer is then not judged, however well this agrees.
    """

    old: Measured
    new: Measured
    sizes: tuple[int, int]
    statistics: tuple[str, ...]
    low: float = 0.0
    step: float = 1.0
    note: str = ""
    stands_in: bool = False


def pair(old: Counted, new: Counted) -> Pair:
    """Baseline and check of one question; of a condition that hardly a trial meets, how often that happens."""
    expected = (old.trials + new.trials) * min(old.block, new.block) / (old.block + new.block)
    if expected < FEWEST or min(old.trials, new.trials) < 2:
        return how_often(old, new)
    sizes = old.trials, new.trials
    if old.kind == "event":
        return Pair(old.share, new.share, sizes, ("probability",))
    if old.kind == "value":
        return pair_of_values(old, new)
    levels = sorted({*old.counts, *new.counts}, key=new.place)
    before, after = (np.array([side.counts.get(level, 0) for level in levels], np.int64) for side in (old, new))
    return Pair(before, after, sizes, tuple(f"share of {level}" for level in levels))


def how_often(old: Counted, new: Counted) -> Pair:
    """How often the condition of a question is met, which has too few values to be compared itself."""
    met = "share of trials that meet the condition"
    shares = Share(old.trials, old.block), Share(new.trials, new.block)
    return Pair(*shares, (old.block, new.block), (met,), note="too few values to compare", stands_in=True)


def pair_of_values(old: Counted, new: Counted) -> Pair:
    """Two means; exact shares where there are but two values, or too few of any for a test of means."""
    sizes = old.trials, new.trials
    counts = [side.values for side in (old, new) if side.values is not None]
    if len(counts) < 2:
        known = [np.array(list(values.values())) for values in counts]
        enough = all(means_are_comparable(one, one) for one in known)
        return Pair(old.sample, new.sample, sizes, ("mean",)) if enough else how_often(old, new)
    levels = sorted({*counts[0], *counts[1]})
    before, after = (np.array([values.get(level, 0) for level in levels]) for values in counts)
    if len(levels) <= 2:
        step = levels[1] - levels[0] if len(levels) == 2 else 1.0  # of a constant: a trial that differs by one
        return Pair(above(before, 0), above(after, 0), sizes, ("mean",), low=levels[0], step=step)
    if means_are_comparable(before, after):
        return Pair(old.sample, new.sample, sizes, ("mean",))
    place = int(np.argmin(abs(np.cumsum(before + after)[:-1] / sum(sizes) - 0.5)))
    name, note = f"share above {levels[place]:g}", "too few values for a mean"
    return Pair(above(before, place), above(after, place), sizes, (name,), note=note)


def above(counts: np.ndarray, place: int) -> Share:
    """The share of the values beyond a place of them."""
    return Share(int(counts[place + 1 :].sum()), int(counts.sum()))


def moved(pair: Pair) -> tuple[str, Difference]:
    """What moved most and by how much; of a curve the level farthest off, its interval good for all levels at once."""
    old, new = pair.old, pair.new
    if isinstance(old, Share) and isinstance(new, Share):
        return pair.statistics[0], scaled(unpaired_shares(old, new, CONFIDENCE), pair.low, pair.step)
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


def scaled(difference: Difference, low: float, step: float) -> Difference:
    """The difference of means of two values, `low` and `step` above, from that of the higher one's shares."""
    inner = step * difference.inner[0], step * difference.inner[1]
    old, new = low + step * difference.old, low + step * difference.new
    return replace(difference, old=old, new=new, low=step * difference.low, high=step * difference.high, inner=inner)


def seen_by(compared: Pair, old: tuple[Counted, Counted], new_blocks: tuple[int, int], alpha: float) -> float:
    """The shift of what is compared that both stages together would have found, in its own unit.

    `old` are the question's counts in the blocks for the screen and the confirmation, `new_blocks` the check's trials
    of both.
    """
    stages = []
    for counted, block in zip(old, new_blocks):
        sizes = counted.trials, max(round(counted.trials / counted.block * block), 1)
        stages.append((counted.block, block) if compared.stands_in else sizes)
    return compared.step * resolution(compared.old, Check(screen=stages[0], confirm=stages[1], alpha_run=alpha))
