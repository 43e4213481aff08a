"""Many cases whose trials take little: each is done as a whole by one worker, some of them at a time.

To spread the trials of every case would cost ten times what they take. What comes of a case is the same.
"""

import time
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

from simlab.contract import Case, Outcomes, Question
from simlab.runs.batches import Progress, Ranges
from simlab.runs.interruption import interruption, until_interrupted
from simlab.runs.ready import sampler_of, solution_within
from simlab.runs.results import CaseRun
from simlab.runs.waiting import Waiting
from simlab.runs.workers import Workers
from simlab.stats.tally import Tally

CASES_A_WORKER = 4  # fewer are not worth it
SECONDS_OF_WORK = 2.0  # of one worker: cases that take longer are done one after another, by all workers

CaseFrom = tuple[Case, int]  # a case, and how many of its trials there are already


@dataclass(frozen=True)
class WholeCases:
    """What is done with each case; `steps` limit its exact solution, None insists on it."""

    questions: tuple[Question, ...]
    rng: str
    seed: int
    trials: int
    solves: bool
    steps: float | None

    def done(self, case: Case, first: int) -> tuple[Outcomes | None, Tally, float]:
        """A case's exact outcomes, the tally of its trials from `first` on, and the seconds of that.

        Raises ScenarioError.
        """
        solution = solution_within(case, self.steps) if self.solves else None
        return solution, *sampler_of(self, case).tally(first, self.trials - first)

    def part(self, *cases: CaseFrom) -> tuple[list, float]:
        """Some cases, and the seconds that they took together."""
        begin = time.perf_counter()
        return [self.done(*case) for case in cases], time.perf_counter() - begin

    def sent(self, *cases: CaseFrom) -> tuple[list, float]:
        """The same, as another process sends it."""
        found, seconds = self.part(*cases)
        return [(solution, tally.state(), took) for solution, tally, took in found], seconds

    def received(self, case: Case, solution: Outcomes | None, state: Any, seconds: float) -> CaseRun:
        """What another process sent."""
        tally = sampler_of(self, case).empty_tally().restored(state)
        return CaseRun(case, tally, solution, seconds)

    def over(self, cases: Sequence[CaseFrom], workers: Workers, waiting: Waiting) -> Generator[CaseRun]:
        """What comes of all cases, in their order; Ctrl-C raises KeyboardInterrupt between two of them."""
        with waiting.progress(f"{len(cases):,} cases", sum(self.trials - first for _, first in cases)) as progress:
            yield from self._over(cases, workers, progress)

    def _over(self, cases: Sequence[CaseFrom], workers: Workers, progress: Progress) -> Iterator[CaseRun]:
        ranges, at = Ranges(0, len(cases), workers.seconds_a_call, 1), 0
        longest = max(1, len(cases) // (CASES_A_WORKER * workers.count))
        calls = self._calls(cases, lambda: ranges.length, longest)
        with interruption() as interrupted, warnings.catch_warnings():
            # joblib warns of what is done but not asked for after an interruption, and of workers that died.
            warnings.simplefilter("ignore", UserWarning)
            with closing(workers.results(self.sent if workers.away else self.part, calls)) as results:
                for found, seconds in until_interrupted(results, interrupted):
                    if self.plays(cases[at]):
                        ranges.took(len(found), seconds)
                        ranges.length = min(ranges.length, longest)
                    for solution, tally, took in found:
                        if interrupted():
                            raise KeyboardInterrupt
                        case, first = cases[at]
                        at += 1
                        done = self.received(case, solution, tally, took) if workers.away else None
                        yield done or CaseRun(case, tally, solution, took)
                        progress(self.trials - first)
        if interrupted() and at < len(cases):
            raise KeyboardInterrupt

    def plays(self, case: CaseFrom) -> bool:
        """Whether trials of a case are missing."""
        return case[1] < self.trials

    def _calls(self, cases: Sequence[CaseFrom], length: Callable[[], int], longest: int) -> Iterator[tuple]:
        """The cases of each call: of those that play as many as `length` says, of others, which take no time, more."""
        for plays, few in groupby(cases, self.plays):
            while call := tuple(islice(few, length() if plays else longest)):
                yield call


def worth_it(cases: int, seconds: float, workers: Workers) -> bool:
    """Whether so many cases, of which one took all workers so long, are better done each by one worker."""
    return cases >= CASES_A_WORKER * workers.count and seconds * workers.count <= SECONDS_OF_WORK
