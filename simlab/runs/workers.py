"""Who counts trials: threads of this process, processes of this machine, or the workers of a dask cluster.

All are joblib's backends, and are given the same calls in the same order: what comes of a call does not depend on who
carries it out, and results come in the order of the calls. A worker that dies costs time only: what it had is done
again.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Literal, get_args

from joblib import Parallel, delayed
from joblib.externals.loky import reusable_executor

from simlab.runs.orders import Order, OtherRules, as_data, order
from simlab.scenario.errors import Problem, ScenarioError, no_such

Backend = Literal["threads", "processes", "dask"]
BACKENDS: tuple[Backend, ...] = get_args(Backend)
MOST_JOBS = 1024
MOST_LOSSES = 5  # in a row, without anything done in between


def default_jobs() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Workers:
    """`backend` says who they are, `jobs` how many, None: as many as there are cores; with a `scheduler` of dask all of
    its workers. Raises ScenarioError for what makes no sense."""

    jobs: int | None = None
    backend: Backend = "threads"
    scheduler: str | None = None

    def __post_init__(self) -> None:
        wrong = []
        if self.jobs is not None and (type(self.jobs) is not int or not 1 <= self.jobs <= MOST_JOBS):
            wrong.append(Problem(f"must be a whole number of 1..{MOST_JOBS}", key="jobs", value=self.jobs))
        if self.backend not in BACKENDS:
            wrong.append(Problem(no_such("backend", str(self.backend), BACKENDS), key="backend", value=self.backend))
        elif self.scheduler is not None and self.backend != "dask":
            message = f"a scheduler is one of dask; say backend dask, not {self.backend}"
            wrong.append(Problem(message, key="scheduler", value=self.scheduler))
        if wrong:
            raise ScenarioError(wrong)

    @property
    def count(self) -> int:
        """How many work at the same time, as far as this program decides it."""
        return self.jobs or default_jobs()

    @property
    def away(self) -> bool:
        """Are they other processes, which get their orders as data?"""
        return self.backend != "threads"

    @property
    def seconds_a_call(self) -> float:
        """How long a call should take: long beside sending it, short enough to stop soon."""
        return 1.0 if self.away else 0.1

    def results(self, function: Callable[..., Any], calls: Iterable[tuple]) -> Generator[Any, None, None]:
        """What a function gives for each tuple of arguments, in their order.

        Workers that are away need a method of plain data. Closed early, what is not asked for is dropped.
        """
        if not self.away:
            work = Parallel(self.count, prefer="threads", return_as="generator", pre_dispatch="2*n_jobs", batch_size=1)
            yield from work(delayed(function)(*call) for call in calls)
            return
        written, handed, losses = order(function), Handed(calls), 0
        while True:
            try:
                with closing(
                    self._parallel()(delayed(carried_out)(written, as_data(call)) for call in handed)
                ) as found:
                    for result in found:
                        handed.returned()
                        losses = 0
                        yield result
                return
            except OtherRules as error:
                raise ScenarioError([Problem(str(error))]) from None
            except BrokenExecutor as error:
                losses += 1
                if losses > MOST_LOSSES:
                    message = f"workers died {losses} times in a row, and nothing was done in between"
                    raise ScenarioError([Problem(f"{message}: {str(error).splitlines()[0]}")]) from None
                handed.all_again()

    def _parallel(self) -> Parallel:
        """joblib's way to these workers, who are away."""
        how = {"return_as": "generator", "pre_dispatch": "2*n_jobs", "batch_size": 1}
        if self.backend == "dask":
            return Parallel(backend=_cluster(self).backend(), **how)
        return Parallel(self.count, backend="loky", initializer=leave_interruptions_alone, **how)


class Handed:
    """Calls on their way to workers; those that have not returned can be handed out again."""

    def __init__(self, calls: Iterable[tuple]):
        self.calls, self.waiting, self.out = iter(calls), deque[tuple](), deque[tuple]()
        self.lock, self.attempt = threading.Lock(), 0

    def __iter__(self) -> Iterator[tuple]:
        attempt = self.attempt
        while (call := self._next(attempt)) is not None:
            yield call

    def _next(self, attempt: int) -> tuple | None:
        """The next call; none for those who still ask on behalf of an attempt that failed."""
        with self.lock:
            call = None
            if attempt == self.attempt:
                call = self.waiting.popleft() if self.waiting else next(self.calls, None)
            if call is not None:
                self.out.append(call)
            return call

    def returned(self) -> None:
        """The first call that is out has come back."""
        with self.lock:
            self.out.popleft()

    def all_again(self) -> None:
        """Nobody has the calls any more that are out."""
        with self.lock:
            self.attempt += 1
            self.waiting.extendleft(reversed(self.out))
            self.out.clear()


def carried_out(written: Order, call: bytes) -> Any:
    """In a worker: what an order gives for one call."""
    return written.carried_out(call)


def leave_interruptions_alone() -> None:
    """In a worker process: Ctrl-C is for the program, which asks for nothing more and keeps what was done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


_clusters: dict[Workers, Any] = {}


def _cluster(workers: Workers) -> Any:
    """The open cluster of these workers; stays open until `end_workers`."""
    if workers not in _clusters:
        from simlab.runs.dask_cluster import Cluster

        _clusters[workers] = Cluster(workers.count, workers.scheduler)
    return _clusters[workers]


def end_workers() -> None:
    """End all workers that were started away from here, and leave the schedulers."""
    while _clusters:
        _clusters.popitem()[1].close()
    # Asking joblib for its pool of processes would start one.
    if reusable_executor._executor is not None:
        reusable_executor._executor.shutdown(wait=True, kill_workers=True)
