"""What is shown on standard error while one waits: only if it is a terminal, apart from the line about compiling."""

import sys
import threading
from contextlib import contextmanager

PATIENCE = 0.7  # seconds before it is worth saying that something is being compiled


@contextmanager
def preparing(case):
    """Say what is happening if the block takes long: the rules are compiled once after each change."""
    text = f"{case.game.name} {case.model.name}: compiling the rules (once; kept for later runs) and solving exactly …"
    timer = threading.Timer(PATIENCE, lambda: print(text, file=sys.stderr, flush=True))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def watch(text: str, trials: int):
    """A progress bar with rate and time left; gives the function that is told of trials done."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """Trials done, and millions a second."""

        def render(self, task):
            speed = task.finished_speed or task.speed or 0
            return Text(f"{task.completed:,.0f} / {task.total:,.0f} trials  {speed / 1e6:.2f} M/s")

    columns = (TextColumn("{task.description}"), BarColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(escape(text), total=trials)
        yield lambda done: bar.advance(task, done)
