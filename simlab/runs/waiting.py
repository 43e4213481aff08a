"""What is shown while one waits."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from simlab.contract import Case
from simlab.runs.batches import Progress


@dataclass(frozen=True)
class Waiting:
    """What is shown while one waits, as functions that open contexts.

    `progress(text, trials)` gives a function to be told of trials done; `preparing(case)` is open while a case is
    compiled and solved.
    """

    progress: Callable[[str, int], AbstractContextManager[Progress]] = lambda text, trials: nullcontext(lambda n: None)
    preparing: Callable[[Case], AbstractContextManager] = nullcontext


SILENT = Waiting()  # nothing is shown
