"""How what is kept in a folder was made: the facts of its method, and the command that makes it again."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from simlab.options import in_toml
from simlab.scenario.reading import STANDARD_INPUT

MOST_IDS = 4
USUAL_CONFIDENCE = 0.95
METHODS = {"monte_carlo": "simulation (Monte Carlo)", "exact": "exact solution, no simulation"}


def command(verb: str, files: Sequence[str], options: Iterable[tuple[str, object]]) -> str:
    """A line for a shell; options whose value is None are left out."""
    words = ["simlab", verb, *("-" if file == STANDARD_INPUT else file for file in files)]
    for name, value in options:
        if value is not None:
            words += [name] if value is True else [name, number(value)]
    return " ".join(shlex.quote(word) for word in words)


def number(value: object) -> str:
    """A value on the command line; whole numbers without a point."""
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def settings(name: str, values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """`--set path=value`, in TOML."""
    return [(name, f"{path}={in_toml(value)}") for path, value in values.items()]


def unless_usual(confidence: float) -> tuple[str, float | None]:
    """`--confidence`, where it is not that of every verb."""
    return "--confidence", None if confidence == USUAL_CONFIDENCE else confidence


def percent_of(confidence: float) -> str:
    """A confidence for people."""
    return f"{100 * confidence:g} %"


def versions_fact(record: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The versions of what the numbers hang on, where they are kept."""
    known = record.get("versions", {})
    text = ", ".join(f"{name} {known[name]}" for name in sorted(known, key=lambda name: (name != "simlab", name)))
    return [("Versions", text)] if text else []


def ids_fact(ids: Sequence[str], name: str = "Id") -> list[tuple[str, str]]:
    """The ids: equal ids, equal distributions of outcomes. Of a long sweep only the beginnings of some."""
    if len(ids) == 1:
        return [(name, ids[0])]
    shown = ", ".join(one[:16] for one in ids[:MOST_IDS])
    left = len(ids) - MOST_IDS
    return [(f"{name}s, their first 16 letters", f"{shown}{f' and {left} more' if left > 0 else ''}")]


def game_fact(record: Mapping[str, Any], titles: Mapping[str, str]) -> tuple[str, str]:
    """The game and the model."""
    return "Game and model", f"{titles.get(record['game'], record['game'])}, {record['model']}"
