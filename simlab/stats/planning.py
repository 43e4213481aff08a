"""How many trials a precision takes, planned from a pilot; how small a difference so many trials can show.

The stopping rule: a pilot, a plan from it, one top-up, and if the target is still missed a few growths. What decides is
how wide the interval is and never where it lies, and at the end the interval for a fixed number of trials holds. The
plan uses Wilson's interval, the interval shown (and so `is_met`) is Clopper and Pearson's.
"""

import math
from dataclasses import dataclass

from scipy.special import ndtri

from simlab.stats.intervals import Interval, clopper_pearson, mean_interval

PILOT = 2_000
LEAST_SEEN, LEAST_SEEN_RELATIVE = 30, 100  # of the rarer outcome, so that few hits by luck do not end a run
CONSTANT = 100_000  # a share of other values above 3.7e-5 would probably have been seen
MEAN_RESERVE = 1.2  # on the pilot's standard deviation, which may be too small by chance
GROWTH, GROWTHS = 1.25, 5
ROUNDING = 1 + 1e-12


@dataclass(frozen=True)
class Precision:
    """A target: the half-width of an interval, > 0; `relative` to the estimate or absolute; confidence in (0, 1)."""

    half_width: float
    relative: bool = False
    confidence: float = 0.95


@dataclass(frozen=True)
class Share:
    """A proportion as counted: 0 <= hits <= trials."""

    hits: int
    trials: int

    @property
    def estimate(self) -> float:
        """Hits per trial; NaN without trials."""
        return self.hits / self.trials if self.trials else math.nan

    def interval(self, confidence: float = 0.95) -> Interval:
        """Clopper and Pearson's interval."""
        return clopper_pearson(self.hits, self.trials, confidence)


@dataclass(frozen=True)
class Sample:
    """A sample of a value: its mean, its standard deviation (n - 1 below the sum) and its size.

    `others` counts the trials that did not give the commonest value; None: not known.
    """

    mean: float
    sd: float
    trials: int
    others: int | None = None

    @property
    def is_varied(self) -> bool:
        """Whether its standard deviation can be relied on: few other values may hide a rare large one.

        A value that was the same in CONSTANT trials is taken for a constant.
        """
        return self.others is None or self.others >= LEAST_SEEN or (self.others == 0 and self.trials >= CONSTANT)

    @classmethod
    def of_sums(cls, trials: int, total: int, squares: int) -> "Sample":
        """From the sums of whole-numbered values and of their squares, not rounded on the way; 2 trials or more."""
        return cls(total / trials, math.sqrt((trials * squares - total**2) / (trials * (trials - 1))), trials)

    @property
    def estimate(self) -> float:
        """The mean."""
        return self.mean

    def interval(self, confidence: float = 0.95) -> Interval:
        """Student's t interval."""
        return mean_interval(self.mean, self.sd, self.trials, confidence)


def two_sided_z(confidence: float) -> float:
    """The normal quantile that leaves half of 1 - confidence above it."""
    return float(ndtri(0.5 + confidence / 2))


def wilson(hits: float, trials: float, confidence: float = 0.95) -> Interval:
    """Wilson's score interval of a proportion (Wilson 1927); 0 trials: (0, 1). For planning and differences only."""
    if trials == 0:
        return 0.0, 1.0
    square = two_sided_z(confidence) ** 2
    middle = (hits + square / 2) / (trials + square)
    half = math.sqrt(square * (hits * (trials - hits) / trials + square / 4)) / (trials + square)
    low, high = max(middle - half, 0.0), min(middle + half, 1.0)
    return low if hits > 0 else 0.0, high if hits < trials else 1.0


def trials_for_half_width(q: float, half_width: float, confidence: float = 0.95) -> int:
    """The smallest n, at least 1, at which Wilson's interval around a share q in [0, 1] has at most the half-width.

    Solves the square of z sqrt(q(1-q)/n + z^2/4n^2) / (1 + z^2/n) <= half_width for n. Raises ValueError for a
    half-width of 0 or less.
    """
    if half_width <= 0:
        raise ValueError(f"a half-width is above 0, not {half_width}")
    square, width = two_sided_z(confidence) ** 2, half_width**2
    middle = q * (1 - q) / 2 - width
    least = square * (middle + math.sqrt(middle**2 + width * (0.25 - width))) / width if half_width < 0.5 else 0.0
    return max(math.ceil(least - 1e-9 * (1 + least)), 1)


def trials_for_relative_width(q: float, ratio: float, confidence: float = 0.95) -> int:
    """(z / ratio)^2 (1 - q) / q, at least 1: trials until the half-width is `ratio` (> 0) times a share q in (0, 1].

    Raises ValueError for other q or ratios.
    """
    if not 0 < q <= 1 or ratio <= 0:
        raise ValueError(f"a relative width takes a share in (0, 1] and a ratio above 0, not {q} and {ratio}")
    return max(math.ceil((two_sided_z(confidence) / ratio) ** 2 * (1 - q) / q), 1)


def trials_planned(pilot: Share | Sample, target: Precision) -> int:
    """Trials in all, pilot included, that should reach the target; never fewer than have been done.

    With a condition they are trials that meet it: the caller knows what share of all trials does.
    """
    planned = _share_plan(pilot, target) if isinstance(pilot, Share) else _mean_plan(pilot, target)
    return max(planned, pilot.trials)


def is_met(seen: Share | Sample, target: Precision) -> bool:
    """Whether the interval shown is as narrow as asked, and rarer outcomes were seen often enough to trust it."""
    low, high = seen.interval(target.confidence)
    asked = target.half_width * (abs(seen.estimate) if target.relative else 1.0)
    narrow = (high - low) / 2 <= asked * ROUNDING
    shown = seen.is_varied if isinstance(seen, Sample) else seen.trials >= _guard(seen, target)
    return bool(narrow and shown)


def next_trials(done: int, planned: int, steps: int, most: int) -> int:
    """The number of trials to go on to after `done`, or `done` itself if the run is to end.

    `steps` counts those made since the pilot: the top-up and up to five growths. Each is by at least a quarter, and
    `most` is never exceeded.
    """
    if done >= most or steps > GROWTHS:
        return done
    return min(max(planned, math.ceil(GROWTH * done)), most)


def _share_plan(pilot: Share, target: Precision) -> int:
    """The plan for a proportion: from the end of Wilson's interval that asks for more trials.

    A relative one waits for the guard: the lower end after two hits asks for four times what is needed in the end.
    """
    guard = _guard(pilot, target)
    low, high = wilson(pilot.hits, pilot.trials, target.confidence)
    if not target.relative:
        q = min(max(low, 0.5), high)
        n = trials_for_half_width(q, target.half_width, target.confidence)
        return max(_until_shown(q, target.half_width, target.confidence, n), guard)
    if guard:
        return guard
    n = trials_for_relative_width(low, target.half_width, target.confidence)
    return _until_shown(low, target.half_width * low, target.confidence, n)


def _until_shown(q: float, half_width: float, confidence: float, trials: int) -> int:
    """From a plan by Wilson's interval to one by Clopper and Pearson's, which is wider by about 1/2n at either end."""
    while True:
        low, high = clopper_pearson(q * trials, trials, confidence)
        excess = (high - low) / 2 / half_width
        if excess <= ROUNDING:
            return trials
        trials = math.ceil(trials * excess**2)


def _guard(seen: Share, target: Precision) -> int:
    """Trials in which the rarer outcome will probably come up often enough; 0 if it has.

    No more than an even chance would take, unless the width is relative to a rare hit: an outcome not seen so often by
    then is known far more precisely than asked, and an impossible one would never be seen.
    """
    rarer = min(seen.hits, seen.trials - seen.hits)
    least = LEAST_SEEN_RELATIVE if target.relative else LEAST_SEEN
    if rarer >= least:
        return 0
    share = rarer / seen.trials if rarer else wilson(0, seen.trials, target.confidence)[1]
    needed = max(math.ceil((least + 2 * math.sqrt(least)) / share), seen.trials + 1)
    if target.relative and 2 * seen.hits <= seen.trials:
        return needed
    width = target.half_width * (0.5 if target.relative else 1.0)
    return min(needed, trials_for_half_width(0.5, width, target.confidence))


def _mean_plan(pilot: Sample, target: Precision) -> int:
    """(1.2 z s / h)^2; relative to the end of the mean's interval nearest 0, or the far end if it holds 0."""
    z = two_sided_z(target.confidence)
    width = target.half_width
    if target.relative:
        error = z * pilot.sd / math.sqrt(pilot.trials)
        size = abs(pilot.mean) - error
        width *= size if size > 0 else abs(pilot.mean) + error
    planned = math.ceil((MEAN_RESERVE * z * pilot.sd / width) ** 2) if pilot.sd > 0 else pilot.trials
    if pilot.is_varied or pilot.others is None:
        return planned
    share = pilot.others / pilot.trials if pilot.others else 0.0
    seldom = math.ceil((LEAST_SEEN + 2 * math.sqrt(LEAST_SEEN)) / share) if share else CONSTANT
    return max(planned, seldom, pilot.trials + 1)


def shown_z(alpha: float, power: float) -> float:
    """z_{1-alpha/2} + z_power: the standard errors that a shift has to be for a two-sided test to show it."""
    return float(ndtri(power) - ndtri(alpha / 2))


def min_detectable(n0: float, n1: float, p: float, alpha: float, power: float = 0.9) -> float:
    """The smallest shift of a share p, towards 1/2, that n1 trials against n0 show with the power at two-sided alpha.

    Solves d = (z_{1-alpha/2} + z_power) sqrt(p q / n0 + p1 q1 / n1) with p1 = p + d, so that it has a meaning at p = 0
    as well; p in [0, 1], n0 and n1 > 0 (n0 = inf: p is known).
    """
    square = shown_z(alpha, power) ** 2
    p = min(p, 1 - p)
    variance = p * (1 - p) * (1 / n0 + 1 / n1)
    slope, lead = square * (1 - 2 * p) / n1, 1 + square / n1
    return (slope + math.sqrt(slope**2 + 4 * lead * square * variance)) / (2 * lead)


def trials_needed(p: float, shift: float, alpha: float, power: float = 0.9, base: float | None = None) -> float:
    """Trials a side at which a shift of a share p towards 1/2 is shown with the power at two-sided alpha.

    With `base`, the trials of one side, those of the other; infinite where that base is too small for any number.
    Raises ValueError for a shift of nothing, or beyond 0 or 1.
    """
    square = shown_z(alpha, power) ** 2
    p = min(p, 1 - p)
    if not 0 < abs(shift) <= 1 - p:
        raise ValueError(f"a share of {p} cannot shift by {shift}")
    before, after = p * (1 - p), (p + abs(shift)) * (1 - p - abs(shift))
    allowed = shift**2 / square - (0.0 if base is None else before / base)
    if allowed <= 0:
        return math.inf
    return float(max(math.ceil((after + (before if base is None else 0.0)) / allowed), 1))


def mean_min_detectable(sd: float, n0: float, n1: float, alpha: float, power: float = 0.9) -> float:
    """The smallest shift of a mean that n1 trials against n0 show with the power at two-sided alpha; sd as in both."""
    return shown_z(alpha, power) * sd * math.sqrt(1 / n0 + 1 / n1)
