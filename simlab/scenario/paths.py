"""Changing a scenario by paths: `--set setup.besiegers=10` and the lists of a sweep."""

import copy
import itertools
import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from simlab.scenario.errors import Problem, shown
from simlab.scenario.toml_files import too_deep

MOST_CASES = 1000
DEEPEST = 30  # parts of a path
MOST_NAMES = 20  # that a message lists
SWEPT_TABLES = ("setup", "rules", "policies", "data")


def parse_set(text: str) -> tuple[str, Any]:
    """`path=value` with the value in TOML; a bare word is a string. Raises ValueError."""
    path, equals, written = text.partition("=")
    if not equals or not path.strip():
        raise ValueError(f"--set {text}: write path=value, as in --set setup.turns=6")
    check_path("--set", path, text)
    return path.strip(), parse_value(f"--set {path}", written)


def check_path(option: str, path: str, text: str) -> None:
    """Raises ValueError for a path, or a text that it comes from, that no scenario can hold."""
    if path.count(".") > DEEPEST:
        raise ValueError(f"{option} {path[:60]}…: more than {DEEPEST} parts")
    if not text.isprintable() and any(0xD800 <= ord(character) < 0xE000 for character in text):
        raise ValueError(f"{option}: not UTF-8 text")


def parse_value(place: str, written: str) -> Any:
    """A value in TOML; a bare word is a string. Raises ValueError, which names the place."""
    try:
        value = tomllib.loads(f"value = {written}")
    except tomllib.TOMLDecodeError:
        return written.strip()
    except (ValueError, RecursionError):
        raise ValueError(f"{place}: too large or too deep a value") from None
    if too_deep(value):
        raise ValueError(f"{place}: too deep a value")
    return value["value"] if len(value) == 1 else written.strip()


def with_value(content: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The content with a value put at a path; what it does not lead through is shared, as copies of all take long.

    Raises KeyError with the part that leads nowhere.
    """
    changed: dict[str, Any] = dict(content)
    place: Any = changed
    *way, last = path.split(".")
    for part in way:
        key: Any = _key(place, part)
        inside = place[key] if isinstance(place, list) else place.get(key, {})
        place[key] = copy.copy(inside)
        place = place[key]
    place[_key(place, last)] = value
    return changed


def _key(place: Any, part: str) -> str | int:
    """Where a part of a path leads in a table or a list; raises KeyError."""
    if isinstance(place, dict):
        return part
    if (
        not isinstance(place, list)
        or not (part.isascii() and part.isdigit())
        or len(part) > 9
        or int(part) >= len(place)
    ):
        raise KeyError(part)
    return int(part)


def value_at(content: Any, path: tuple) -> object:
    """What the content holds at a path; None if nothing."""
    for part in path:
        try:
            content = content[part]
        except (KeyError, IndexError, TypeError):
            return None
    return content


def paths_of(key: str) -> tuple[str, ...]:
    """The paths that a key of a sweep names: one, or several, apart by commas, whose values go together."""
    return tuple(path.strip() for path in key.split(","))


def sweep_problems(sweep: Mapping[str, Any], many_cases: bool) -> Iterator[Problem]:
    """What is wrong with the lists of a sweep."""
    for key, values in sweep.items():
        yield from list_problems(key, values)
    swept = [(path, key) for key in sweep for path in paths_of(key)]
    inside: dict[str, str] = {}  # path -> the first key that sweeps a part of it
    for path, key in swept:
        for dot in re.finditer(r"\.", path):
            inside.setdefault(path[: dot.start()], key)
    before: set[str] = set()
    for path, key in swept:
        if path in before:
            yield Problem(f"{path} is swept twice", key=f"sweep.{key}")
        before.add(path)
        if path in inside:
            yield Problem(f"{path} is swept as a whole, so a part of it cannot be", key=f"sweep.{inside[path]}")
    lists = [values for values in sweep.values() if isinstance(values, list)]
    cases = math.prod(len(values) for values in lists)
    if cases > MOST_CASES and not many_cases:
        yield Problem(f"{cases} cases, more than {MOST_CASES}; say --yes if you mean it", key="sweep")


def list_problems(key: str, values: Any) -> Iterator[Problem]:
    """What is wrong with one list of a sweep."""
    paths, key = paths_of(key), f"sweep.{key}"
    if isinstance(values, dict):
        inner = f"{key[6:]}.{next(iter(values), '…')}".replace('"', "")
        yield Problem(f'write the path in quotes: "{inner}" = [...]', key=key)
        return
    if not isinstance(values, list) or not values:
        yield Problem("must be a list of at least one value", key=key, value=values)
        return
    for path in paths:
        if path.partition(".")[0] not in SWEPT_TABLES or not path.partition(".")[2]:
            message = f"a sweep goes over paths of setup, rules, policies or data; did you mean setup.{path}?"
            yield Problem(message, key=key)
            return
    for entry in values if len(paths) > 1 else ():
        if not isinstance(entry, list) or len(entry) != len(paths):
            names = ", ".join((*paths[:MOST_NAMES], *(["…"] if len(paths) > MOST_NAMES else [])))
            message = f"must be a list of {len(paths)} values, one for each of {names}"
            yield Problem(message, key=key, value=entry)
            return
    if holds_twice(values):
        yield Problem("holds a value twice", key=key, value=values)


def holds_twice(values: list) -> bool:
    """Is a value there twice? 1 and true are the same."""
    return len(set(map(hashable, values))) < len(values)


def hashable(value: Any) -> Any:
    """A value, or for a list or a table something that is equal where they are."""
    if isinstance(value, list):
        return ("list", *map(hashable, value))
    return frozenset((key, hashable(inside)) for key, inside in value.items()) if isinstance(value, dict) else value


def sweep_points(sweep: Mapping[str, list]) -> Iterator[dict[str, Any]]:
    """The points of a sweep: the product of its lists, the last path changing fastest.

    A list of several paths gives each of them its part of every entry.
    """
    for values in itertools.product(*sweep.values()):
        point: dict[str, Any] = {}
        for paths, value in zip(map(paths_of, sweep), values):
            point |= dict(zip(paths, value if len(paths) > 1 else [value]))
        yield point


def headings(paths: Iterable[str]) -> list[str]:
    """The paths without the table that they begin with; whole where two would read the same."""
    short = [path.split(".", 1)[-1] for path in paths]
    return [name if short.count(name) == 1 else path for name, path in zip(short, paths)]


def label(point: Mapping[str, Any]) -> str:
    """A point of a sweep in words: `besiegers = 8, siege_margin = 2`."""
    return ", ".join(f"{name} = {shown(value)}" for name, value in zip(headings(point), point.values()))
