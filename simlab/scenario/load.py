"""Scenario file -> validated scenario with its cases. All errors are found at once, before anything runs."""

import hashlib
import json
import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simlab.contract import Case, Game
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.locate import key_lines
from simlab.scenario.reading import Reading, Scenario

LARGEST_FILE = 10_000_000


def load(
    file: str | Path, games: Mapping[str, Game], settings: Sequence[str] = (), many_cases: bool = False
) -> Scenario:
    """Read and validate a scenario file, `-` for standard input; `settings` are `path=value`. Raises ScenarioError."""
    text = read_text(str(file))
    name = "standard input" if str(file) == "-" else str(file)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at line (\d+), column (\d+)\)$", str(error))
        line = int(place[1]) if place else None
        message = str(error)[: place.start()] + f" at column {place[2]}" if place else str(error)
        raise ScenarioError([Problem(f"not TOML: {message}", name, line)]) from None
    except (RecursionError, ValueError):
        raise ScenarioError([Problem("not TOML: nested too deeply, or too large a number", name)]) from None
    return Reading(name, content, key_lines(text), games).scenario(settings, many_cases)


def read_text(file: str) -> str:
    """The text of a scenario file; raises ScenarioError if it cannot be read."""
    try:
        if file == "-":
            data = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with open(file, "rb") as stream:
                data = stream.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise ScenarioError([Problem(f"larger than {LARGEST_FILE:,} bytes", file)])
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScenarioError([Problem(f"not UTF-8 text (byte {error.start})", file)]) from None
    except (OSError, ValueError) as error:
        raise ScenarioError([Problem(f"cannot be read: {getattr(error, 'strerror', None) or error}", file)]) from None


def resolved(case: Case) -> dict[str, Any]:
    """A case with every value explicit, as tables of a scenario file."""
    setup = case.setup.model_dump(exclude_none=True)
    return {"game": case.game.name, "model": case.model.name, "setup": setup, "rules": dict(case.rules)}


def case_id(case: Case, source_digest: str) -> str:
    """Sha256 of a case's resolved form and of the game's rule sources: equal ids, equal distribution of outcomes."""
    text = json.dumps({**resolved(case), "sources": source_digest}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
