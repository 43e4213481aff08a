"""Rates of several ways of doing the same, by turns: a machine whose speed drifts favours none of them."""

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import nan
from random import Random

import numpy as np

from benchmarks.measured.dice import Draws, empty_loop
from benchmarks.measured.situations import Situation
from simlab.runs.batches import ROWS_AT_ONCE, Sampler
from simlab.runs.bench import trials_a_second
from simlab.runs.questions import measures

SEED = 1462
LOCKSTEP_TRIALS = 20_000  # advance together: about what a processor's cache holds
JOBS = 2
LOOKED_AT = 4_000  # trials, for how much the column differs between them
SURE = 5  # standard errors between two means, beyond which the ways are not the same
ONE_JOB, TWO_JOBS, KERNEL, NUMPY, PYTHON, DICE = "one job", "two jobs", "kernel", "NumPy", "Python", "empty loop"

Way = Callable[[int, int], float]  # (first trial, trials) -> the sum of the compared column; NaN if it is not known


@dataclass(frozen=True)
class Effort:
    """How long a figure is measured for, and how often."""

    seconds: float
    rounds: int
    warm_starts: int
    memory_seconds: float


WHOLE = Effort(seconds=0.3, rounds=5, warm_starts=3, memory_seconds=3)
QUICK = Effort(seconds=0.05, rounds=2, warm_starts=1, memory_seconds=0.3)


@dataclass(frozen=True)
class Rate:
    """A way's trials a second, and the mean of the compared column over all its trials; NaN if it has none."""

    a_second: float
    mean: float
    trials: int


def ways_of(situation: Situation, draws: Draws) -> dict[str, Way]:
    """All ways of doing a model's trials."""
    model, case = situation.model, situation.case
    asked = Sampler(case, "splitmix", SEED, measures(model.questions, case.columns))
    bare = Sampler(case, "splitmix", SEED, {})
    numbers, dice = np.random.default_rng(SEED), Random(SEED)

    def lockstep(first: int, trials: int) -> float:
        return sum(situation.lockstep_total(size, numbers) for _, size in blocks(first, trials, LOCKSTEP_TRIALS))

    ways: dict[str, Way] = {
        ONE_JOB: whole_way(asked, 1),
        TWO_JOBS: whole_way(asked, JOBS),
        KERNEL: kernel_way(bare, situation.place),
    }
    if situation.in_lockstep:
        ways[NUMPY] = lockstep
    ways[PYTHON] = lambda first, trials: situation.plain_total(trials, dice)
    ways[DICE] = lambda first, trials: empty_loop(draws, first, trials) or nan
    return ways


def whole_way(sampler: Sampler, jobs: int) -> Way:
    """Trials all the way to the tally of the model's questions."""

    def tallied(first: int, trials: int) -> float:
        trials_a_second(sampler, trials, jobs)
        return nan

    return tallied


def blocks(first: int, trials: int, size: int) -> list[tuple[int, int]]:
    """(first, trials) of blocks of at most so many trials."""
    return [(start, min(size, first + trials - start)) for start in range(first, first + trials, size)]


def kernel_way(sampler: Sampler, place: int) -> Way:
    """Rows of the compiled trials on one thread, and the sum of a column."""

    def total(first: int, trials: int) -> float:
        rows = (sampler.rows(start, size) for start, size in blocks(first, trials, ROWS_AT_ONCE))
        return float(sum(int(each[:, place].sum(dtype="int64")) for each in rows))

    return total


def seconds_of(way: Way, first: int, trials: int) -> tuple[float, float]:
    """How long so many trials take, and what they gave."""
    begin = time.perf_counter()
    total = way(first, trials)
    return time.perf_counter() - begin, total


def trials_in(way: Way, seconds: float) -> int:
    """How many trials take about so long, once the way is warm; of two tries the faster one, as others may disturb."""
    way(0, 1)
    trials = 1
    while True:
        taken = min(seconds_of(way, 0, trials)[0] for _ in range(2))
        if taken >= seconds / 4:
            return max(int(trials * seconds / taken), 1)
        trials *= 4


def lengths(ways: Mapping[str, Way], seconds: float) -> dict[str, int]:
    """The trials of a turn of each way; two jobs have twice those of one, as threads take a while to begin."""
    trials: dict[str, int] = {}
    for name, way in ways.items():
        trials[name] = JOBS * trials[ONE_JOB] if name == TWO_JOBS else trials_in(way, seconds)
    return trials


def by_turns(ways: Mapping[str, Way], effort: Effort) -> dict[str, Rate]:
    """Every way's rate: the median of some turns, each of about so many seconds."""
    trials = lengths(ways, effort.seconds)
    taken: dict[str, list[float]] = {name: [] for name in ways}
    totals = dict.fromkeys(ways, 0.0)
    for turn in range(effort.rounds):
        for name, way in ways.items():
            seconds, total = seconds_of(way, turn * trials[name], trials[name])
            taken[name].append(seconds)
            totals[name] += total
    played = {name: effort.rounds * count for name, count in trials.items()}
    return {
        name: Rate(trials[name] / statistics.median(taken[name]), totals[name] / played[name], played[name])
        for name in ways
    }


def measured_rates(situation: Situation, draws: Draws, effort: Effort) -> dict[str, Rate]:
    """Every way's rate of a model; raises ValueError if ways do not come to the same mean."""
    rates = by_turns(ways_of(situation, draws), effort)
    same_means(situation, rates)
    return rates


def same_means(situation: Situation, rates: Mapping[str, Rate]) -> None:
    """Raises ValueError if plain Python or NumPy have another mean than simlab."""
    values = Sampler(situation.case, "splitmix", SEED, {}).rows(0, LOOKED_AT)[:, situation.place]
    ours = rates[KERNEL]
    for name in (NUMPY, PYTHON):
        if name in rates:
            theirs = rates[name]
            error = float(values.std()) * (1 / ours.trials + 1 / theirs.trials) ** 0.5
            if abs(ours.mean - theirs.mean) > SURE * error:
                text = f"mean {ours.mean} in simlab, {theirs.mean} in {name}"
                raise ValueError(f"{situation.game} {situation.name}: {text}")
