"""Trials per second of every model on this machine, warm: the bare kernel, and the whole way to the tally."""

import time
from dataclasses import dataclass

from simlab.contract import Case, Game, Model
from simlab.runs.batches import ROWS_AT_ONCE, Sampler, sample
from simlab.runs.questions import measures
from simlab.runs.workers import Workers
from simlab.scenario.schema import starter_case


@dataclass(frozen=True)
class Speed:
    """One model's speed, in trials per second."""

    game: str
    model: str
    compile_seconds: float
    kernel: float
    with_tally: float
    jobs: int
    with_jobs: float


def speed(game: Game, model: Model, seconds: float, jobs: int, case: Case | None = None) -> Speed:
    """Measure one model for about so many seconds a figure, on its starter scenario unless a case is given."""
    case = case or starter_case(game, model)
    sampler = Sampler(case, "splitmix", 1462, measures(model.questions, case.columns))
    begin = time.perf_counter()
    sampler.rows(0, 0)
    compiled = time.perf_counter() - begin
    kernel = per_second(lambda first, count: sampler.rows(first, count), ROWS_AT_ONCE, seconds)
    trials = max(int(kernel * seconds), ROWS_AT_ONCE)
    sampler.tally(0, ROWS_AT_ONCE)
    alone = trials_a_second(sampler, trials, 1)
    return Speed(game.name, model.name, compiled, kernel, alone, jobs, trials_a_second(sampler, trials * jobs, jobs))


def per_second(rows, count: int, seconds: float) -> float:
    """Rows a second of a function of (first, count)."""
    first, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        rows(first, count)
        first += count
    return first / (time.perf_counter() - begin)


def trials_a_second(sampler: Sampler, trials: int, jobs: int) -> float:
    """Trials a second through batches and tally."""
    begin = time.perf_counter()
    _, complete = sample(sampler, trials, Workers(jobs), lambda done: None)
    if not complete:
        raise KeyboardInterrupt
    return trials / (time.perf_counter() - begin)
