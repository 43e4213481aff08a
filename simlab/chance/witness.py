"""What one trial in plain Python lets us see: its dice and what was told of it.

Compiled, `rolled` gives back the value and `tell` is nothing at all. In plain Python both go to the witness that is
watching, if there is one. A witness can also put scripted dice in place of the rolled ones, for worked examples.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin


class Witness:
    """Collects a trial's draws as (key, number, faces, value) and its events as (what, *details)."""

    def __init__(self, script: Iterable[int] | None = None, listener: Callable[..., None] | None = None):
        self.draws: list[tuple[int, int, int, int]] = []
        self.events: list[tuple[int, ...]] = []
        self.script: Iterator[int] | None = None if script is None else iter(script)
        self.listener = listener

    def roll(self, key: int, number: int, faces: int, value: int) -> int:
        """Note a draw; with a script, the script's next die replaces it."""
        if self.script is not None:
            value = next(self.script)
        self.draws.append((key, number, faces, value))
        return value

    def hear(self, what: int, details: tuple[int, ...]) -> None:
        """Note an event of the trial."""
        self.events.append((what, *details))
        if self.listener is not None:
            self.listener(what, *details)


_watching: Witness | None = None


@contextmanager
def watching(witness: Witness):
    """Within the block, plain trials of this process are seen by `witness`."""
    global _watching
    before, _watching = _watching, witness
    try:
        yield witness
    finally:
        _watching = before


def rolled(key, number, faces, value):
    """The value of a draw, seen on its way."""
    return value if _watching is None else _watching.roll(int(key), int(number), int(faces), int(value))


def seen_if(needed, key, number, faces, value):
    """The value of a draw, seen on its way only if it was needed."""
    return rolled(key, number, faces, value) if needed else value


def tell(what, *details):
    """Say what has just happened: a code of the game's story and whole numbers."""
    if _watching is not None:
        _watching.hear(int(what), tuple(int(detail) for detail in details))


@infer_global(rolled)
class _RolledTemplate(AbstractTemplate):
    def generic(self, args, kws):
        return signature(args[3], *args)


@infer_global(seen_if)
class _SeenIfTemplate(AbstractTemplate):
    def generic(self, args, kws):
        return signature(args[4], *args)


@infer_global(tell)
class _TellTemplate(AbstractTemplate):
    def generic(self, args, kws):
        return signature(types.none, *args)


@lower_builtin(rolled, types.Any, types.Any, types.Any, types.Any)
def _lower_rolled(context, builder, signature, arguments):
    return arguments[3]


@lower_builtin(seen_if, types.Any, types.Any, types.Any, types.Any, types.Any)
def _lower_seen_if(context, builder, signature, arguments):
    return arguments[4]


@lower_builtin(tell, types.VarArg(types.Any))
def _lower_tell(context, builder, signature, arguments):
    return context.get_dummy_value()
