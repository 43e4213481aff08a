"""What a worker is given: plain data from which it makes, with its own copy of the rules, what counts trials.

Games and models go by their names, so an order holds what a scenario says and never code. The worker's rules have to be
those of the sender: a digest of the sources travels along, and a worker with another one refuses by name.
"""

import hashlib
import importlib
import io
import pickle
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import version
from typing import Any

from simlab.chance.compiled import PACKAGE, source_digest
from simlab.contract import Game, Model

SHOWN_DIGITS = 12
UNDERSTOOD = 8  # orders that a worker keeps ready, compiled


@dataclass(frozen=True)
class Rules:
    """Whose rules somebody has: simlab's version and a digest of its sources."""

    simlab: str
    sources: str

    def __str__(self) -> str:
        return f"simlab {self.simlab} with rules {self.sources[:SHOWN_DIGITS]}"


@cache
def own_rules() -> Rules:
    """Those of this process: all sources but the data, which stand elsewhere in a checkout, and come with the cases."""
    folders = sorted(path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "data")
    digest = hashlib.sha256(source_digest(*folders).encode())
    for path in sorted(PACKAGE.glob("*.py")):
        digest.update(path.read_bytes())
    return Rules(version("simlab"), digest.hexdigest())


class OtherRules(Exception):
    """A worker has other rules than whoever sent the order; says which worker."""


@dataclass(frozen=True)
class Order:
    """A function as data, and whose rules it was written by."""

    content: bytes
    rules: Rules

    def carried_out(self, arguments: bytes) -> Any:
        """What the function gives for some arguments as data, in a worker. Raises OtherRules."""
        if own_rules() != self.rules:
            raise OtherRules(f"the worker {this_worker()} has {own_rules()}, but this program {self.rules}")
        return _understood(self.content)(*read(arguments))


def order(function: Callable[..., Any]) -> Order:
    """The order for a function: a method of an object that is plain data but for its games and models."""
    return Order(as_data(function), own_rules())


@lru_cache(maxsize=UNDERSTOOD)
def _understood(content: bytes) -> Callable[..., Any]:
    return read(content)


def as_data(thing: Any) -> bytes:
    """Something as data, games and models by their names."""
    written = io.BytesIO()
    _Writer(written, pickle.HIGHEST_PROTOCOL).dump(thing)
    return written.getvalue()


def read(content: bytes) -> Any:
    """What was made data."""
    return _Reader(io.BytesIO(content)).load()


def games() -> Mapping[str, Game]:
    """The games that there are: a worker is a program of its own, to which nobody hands them."""
    return importlib.import_module("simlab.games").GAMES


class _Writer(pickle.Pickler):
    """Writes a game and a model as their names."""

    def persistent_id(self, thing: Any) -> tuple[str, ...] | None:
        if isinstance(thing, Game):
            return (thing.name,)
        if isinstance(thing, Model):
            homes = (name for name, game in games().items() if thing in game.models.values())
            if (home := next(homes, None)) is None:
                raise ValueError(f"the model {thing.name} is of no game that simlab brings, so no worker has it")
            return home, thing.name
        return None


class _Reader(pickle.Unpickler):
    """Finds games and models by their names."""

    def persistent_load(self, names: tuple[str, ...]) -> Game | Model:
        game = games()[names[0]]
        return game if len(names) == 1 else game.models[names[1]]


def this_worker() -> str:
    """The name of this process among the workers."""
    try:
        from distributed import get_worker

        return get_worker().address
    except (ImportError, ValueError):  # no dask, or no worker of its
        return f"on {socket.gethostname()}"
