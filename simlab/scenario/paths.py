"""Changing a scenario by paths: `--set setup.besiegers=10` and the lists of a sweep."""

import copy
import itertools
import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from simlab.scenario.errors import Problem, shown
from simlab.scenario.toml_files import too_deep

MOST_CASES = 1000
DEEPEST = 30  # parts of a path


def parse_set(text: str) -> tuple[str, Any]:
    """`path=value` with the value in TOML; a bare word is a string. Raises ValueError."""
    path, equals, written = text.partition("=")
    if not equals or not path.strip():
        raise ValueError(f"--set {text}: write path=value, as in --set setup.turns=6")
    if path.count(".") > DEEPEST:
        raise ValueError(f"--set {path[:60]}…: more than {DEEPEST} parts")
    if not text.isprintable() and any(0xD800 <= ord(character) < 0xE000 for character in text):
        raise ValueError("--set: not UTF-8 text")
    try:
        value = tomllib.loads(f"value = {written}")
    except tomllib.TOMLDecodeError:
        return path.strip(), written.strip()
    except (ValueError, RecursionError):
        raise ValueError(f"--set {path}: too large or too deep a value") from None
    if too_deep(value):
        raise ValueError(f"--set {path}: too deep a value")
    return path.strip(), value["value"] if len(value) == 1 else written.strip()


def with_value(content: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of a scenario's content with the value put at a path; raises KeyError with the part that leads nowhere."""
    changed = copy.deepcopy(dict(content))
    place, parts = changed, path.split(".")
    for part in parts[:-1]:
        if isinstance(place, list):
            place = place[_index(place, part)]
        elif isinstance(place, dict):
            place = place.setdefault(part, {})
        else:
            raise KeyError(part)
    if isinstance(place, list):
        place[_index(place, parts[-1])] = value
    elif isinstance(place, dict):
        place[parts[-1]] = value
    else:
        raise KeyError(parts[-1])
    return changed


def _index(place: list, part: str) -> int:
    if not (part.isascii() and part.isdigit()) or int(part) >= len(place):
        raise KeyError(part)
    return int(part)


def sweep_problems(sweep: Mapping[str, Any], many_cases: bool) -> Iterator[Problem]:
    """What is wrong with the lists of a sweep."""
    for path, values in sweep.items():
        if isinstance(values, dict):
            inner = f"{path}.{next(iter(values), '…')}".replace('"', "")
            yield Problem(f'write the path in quotes: "{inner}" = [...]', key=f"sweep.{path}")
        elif not isinstance(values, list) or not values:
            yield Problem("must be a list of at least one value", key=f"sweep.{path}", value=values)
        elif path.partition(".")[0] not in ("setup", "rules", "policies", "data") or not path.partition(".")[2]:
            message = f"a sweep goes over paths of setup, rules, policies or data; did you mean setup.{path}?"
            yield Problem(message, key=f"sweep.{path}")
        elif any(value in values[:place] for place, value in enumerate(values)):
            yield Problem("holds a value twice", key=f"sweep.{path}", value=values)
    for path in sweep:
        inside = next((other for other in sweep if other.startswith(f"{path}.")), None)
        if inside is not None:
            yield Problem(f"{path} is swept as a whole, so a part of it cannot be", key=f"sweep.{inside}")
    lists = [values for values in sweep.values() if isinstance(values, list)]
    cases = math.prod(len(values) for values in lists)
    if cases > MOST_CASES and not many_cases:
        yield Problem(f"{cases} cases, more than {MOST_CASES}; say --yes if you mean it", key="sweep")


def sweep_points(sweep: Mapping[str, list]) -> Iterator[dict[str, Any]]:
    """The points of a sweep: the product of its lists, the last path changing fastest."""
    for values in itertools.product(*sweep.values()):
        yield dict(zip(sweep, values))


def headings(paths: Iterable[str]) -> list[str]:
    """The paths without the table that they begin with; whole where two would read the same."""
    short = [path.split(".", 1)[-1] for path in paths]
    return [name if short.count(name) == 1 else path for name, path in zip(short, paths)]


def label(point: Mapping[str, Any]) -> str:
    """A point of a sweep in words: `besiegers = 8, siege_margin = 2`."""
    return ", ".join(f"{name} = {shown(value)}" for name, value in zip(headings(point), point.values()))
