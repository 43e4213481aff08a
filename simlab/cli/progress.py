"""What is shown on standard error while one waits: only if it is a terminal, apart from the line about compiling."""

import sys
import threading
from contextlib import contextmanager

from simlab.chance.compiled import is_compiling

LONGEST_TEXT = 24
PATIENCE = 0.7  # seconds before it is worth saying what takes long


def waiting_of(quiet: bool, no_progress: bool):
    """What is shown while one waits, by the flags of a verb."""
    from simlab.runs.waiting import Waiting

    if quiet:
        return Waiting()
    return Waiting(preparing=preparing) if no_progress else Waiting(progress_bar, preparing)


@contextmanager
def preparing(case):
    """Say what is happening if the block takes long: rules are compiled once after each change, some things solved."""
    beside = [words for words in (case.model.prepares(case), case.model.exact and "solving exactly") if words]
    done = threading.Event()
    threading.Thread(target=tell_what_takes_long, args=(case, beside, done), daemon=True).start()
    try:
        yield
    finally:
        done.set()


def tell_what_takes_long(case, beside: list[str], done: threading.Event) -> None:
    """Wait until it is worth saying what takes so long, and say it once; nothing if only trials are played."""
    while not done.wait(PATIENCE):
        rules = ["compiling the rules (once; kept for later runs)"] if is_compiling() else []
        if said := " and ".join([*rules, *beside]):
            print(f"{case.game.name} {case.model.name}: {said} …", file=sys.stderr, flush=True)
            return


@contextmanager
def progress_bar(text: str, trials: int):
    """A progress bar with rate and time left; gives the function that is told of trials done."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """Trials a second."""

        def render(self, task):
            speed = task.finished_speed or task.speed or 0
            return Text(f"{speed / 1e6:.2f} million a second", no_wrap=True)

    short = text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
    percent = TextColumn("{task.percentage:>3.0f} %")
    columns = (TextColumn("{task.description}"), BarColumn(12), percent, Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(escape(short), total=trials)
        yield lambda done: bar.advance(task, done)
