"""Ctrl-C while work is done: what is done stays, and nothing is torn."""

import signal
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any


class Interruption:
    """Whether Ctrl-C was pressed; `waits` while nothing is being added up."""

    def __init__(self) -> None:
        self.pressed, self.waits = threading.Event(), False

    def __call__(self) -> bool:
        return self.pressed.is_set()


@contextmanager
def interruption() -> Iterator[Interruption]:
    """Tells whether Ctrl-C was pressed since the block began; a second press interrupts as usual.

    An interrupt in the middle of adding up would tear the tally, so it only raises a flag, unless one waits for others.
    Outside the main thread, where signals cannot be caught, it always says no.
    """
    found = Interruption()
    if threading.current_thread() is not threading.main_thread():
        yield found
        return

    def note(number, frame):
        found.pressed.set()
        signal.signal(signal.SIGINT, before)
        if found.waits:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield found
    finally:
        signal.signal(signal.SIGINT, before)


def until_interrupted(results: Iterator[Any], interrupted: Interruption) -> Generator[Any, None, None]:
    """Results as workers bring them; the end if Ctrl-C is pressed while one waits for workers that may never come."""
    while True:
        try:
            interrupted.waits = True
            result = next(results)
        except StopIteration:
            return
        except KeyboardInterrupt:
            if not interrupted():
                raise
            return
        finally:
            interrupted.waits = False
        yield result
