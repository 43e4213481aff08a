"""Workers of a dask cluster: somebody's, or one of our own on this machine. Only imported when it is asked for."""

import asyncio
import logging
import threading
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack
from typing import Any

from joblib._dask import DaskDistributedBackend

from simlab.runs.orders import own_rules
from simlab.scenario.errors import Problem, ScenarioError

SECONDS_TO_CONNECT, SECONDS_FOR_WORKERS, SECONDS_TO_LOOK = 10, 30, 2
#: How often a worker may die under a range before the range is blamed: a cluster whose workers come and go kills many.
DEATHS_ALLOWED = 50
#: Run by each worker that is started here: Ctrl-C is for the program, which asks for nothing more.
IGNORE_INTERRUPTIONS = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"


class Cluster:
    """An open connection to a scheduler, or to workers that are started here and end with it."""

    def __init__(self, jobs: int, scheduler: str | None):
        distributed, dask = needed_libraries()
        self._open, self._closing = ExitStack(), threading.Event()
        self.started: Any = None
        try:
            if scheduler is None:
                settings = {"distributed.scheduler.allowed-failures": DEATHS_ALLOWED}
                with dask.config.set(settings):
                    self.started = distributed.LocalCluster(
                        n_workers=jobs,
                        threads_per_worker=1,
                        dashboard_address=None,
                        silence_logs=logging.CRITICAL,
                        preload=IGNORE_INTERRUPTIONS,
                    )
                self._open.enter_context(self.started)
                self.client = self._open.enter_context(distributed.Client(self.started, set_as_default=False))
            else:
                self.client = self._open.enter_context(connected(distributed, scheduler))
            self.refuse_others(scheduler)
            if scheduler is None:
                threading.Thread(target=self._replace_lost, args=(jobs,), daemon=True).start()
        except BaseException:
            self.close()
            raise

    def refuse_others(self, scheduler: str | None) -> None:
        """Raises ScenarioError for workers of other rules, or without any; later ones refuse by themselves."""
        try:
            self.client.wait_for_workers(1, timeout=SECONDS_FOR_WORKERS)
        except TimeoutError:
            message = f"no worker has come within {SECONDS_FOR_WORKERS} seconds; to start one: dask worker {scheduler}"
            raise ScenarioError([Problem(message, key="--scheduler", value=scheduler)]) from None
        theirs, wrong = self.client.run(own_rules, on_error="return"), []
        for worker, rules in theirs.items():
            if isinstance(rules, BaseException):
                wrong.append(Problem(f"the worker {worker} has no simlab that can be used here: {rules!r}"))
            elif rules != own_rules():
                wrong.append(Problem(f"the worker {worker} has {rules}, but this program {own_rules()}"))
        if wrong:
            raise ScenarioError(wrong)

    def _replace_lost(self, jobs: int) -> None:
        """Workers come back by themselves, but for those that die while they start: dask would go on without them."""
        while not self._closing.wait(SECONDS_TO_LOOK):
            if len(self.started.workers) < jobs:
                self.started.scale(jobs)

    def backend(self) -> "Dask":
        """What joblib spreads calls by."""
        return Dask(client=self.client, wait_for_workers_timeout=SECONDS_FOR_WORKERS)

    def close(self) -> None:
        """Leave the scheduler; end what was started here."""
        self._closing.set()
        self._open.close()


def needed_libraries() -> tuple[Any, Any]:
    """distributed and dask; raises ScenarioError without them."""
    try:
        import dask
        import distributed
    except ImportError:
        message = "dask is not installed: pip install 'simlab[cluster]'"
        raise ScenarioError([Problem(message, key="--backend", value="dask")]) from None
    return distributed, dask


def connected(distributed: Any, scheduler: str) -> Any:
    """A client of a scheduler; raises ScenarioError if nobody answers there."""
    try:
        return distributed.Client(scheduler, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        message = f"no dask scheduler answers there ({why}); to start one: dask scheduler"
        raise ScenarioError([Problem(message, key="--scheduler", value=scheduler)]) from None


class Dask(DaskDistributedBackend):
    """joblib's dask backend waits for ever for a call that dask gave up, and leaves calls running that nobody wants."""

    async def _collect(self):
        while self._continue:
            async for future, result in self.waiting_futures:
                call, tell = self._results.pop(future), self._callbacks.pop(future)
                outcome = result if future.status == "finished" else given_up(result)
                call.set_result(outcome)
                tell(outcome)
            await asyncio.sleep(0.01)

    def retrieve_result_callback(self, out):
        """The result of a call; raises what came in its place."""
        if isinstance(out, BaseException):
            raise out
        return super().retrieve_result_callback(out)

    def abort_everything(self, ensure_ready=True):
        """Let the cluster forget the calls of this backend."""
        unwanted = list(self._results)
        super().abort_everything(ensure_ready)
        self.client.cancel(unwanted, force=True)
        self._results.clear()
        self._callbacks.clear()


def given_up(result: Any) -> BaseException:
    """Why a call has no result: its own error, or that its workers died or its scheduler forgot it."""
    error = result[1] if isinstance(result, tuple) else result
    if isinstance(error, BaseException) and type(error).__name__ not in ("KilledWorker", "CancelledError"):
        return error
    return BrokenExecutor(str(error) or "dask gave the range up")
