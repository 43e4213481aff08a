"""Standard output as verbs print on it."""

import sys

from rich.console import Console

PLAIN_WIDTH = 160  # where the output is no terminal


class Output(Console):
    """A console that leaves a broken pipe to whoever runs the verb."""

    def on_broken_pipe(self) -> None:
        """Rich would end the program here, with an error."""
        raise BrokenPipeError


def console() -> Console:
    """Standard output; wide enough for tables where it is no terminal."""
    return Output(width=None if sys.stdout.isatty() else PLAIN_WIDTH, highlight=False, emoji=False)
