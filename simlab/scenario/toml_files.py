"""Reading TOML files of scenarios and data: size, encoding and syntax are checked, and lines are known."""

import re
import sys
import tomllib
from typing import Any

from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.locate import key_lines

LARGEST_FILE = 10_000_000
DEEPEST = 30


def read_toml(file: str) -> tuple[dict[str, Any], dict]:
    """The content of a TOML file, `-` for standard input, and the line of every key. Raises ScenarioError."""
    text = read_text(file)
    name = "standard input" if file == "-" else file
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at line (\d+), column (\d+)\)$", str(error))
        line = int(place[1]) if place else None
        message = str(error)[: place.start()] + f" at column {place[2]}" if place else str(error)
        raise ScenarioError([Problem(f"not TOML: {message}", name, line)]) from None
    except (RecursionError, ValueError):
        raise ScenarioError([Problem("not TOML: nested too deeply, or too large a number", name)]) from None
    if too_deep(content):
        raise ScenarioError([Problem(f"nested more than {DEEPEST} levels deep", name)])
    return content, key_lines(text)


def too_deep(content: Any) -> bool:
    """Is a content nested more deeply than any scenario needs to be."""
    level = [content]
    for _ in range(DEEPEST):
        inside = [part.values() if isinstance(part, dict) else part for part in level if isinstance(part, (dict, list))]
        level = [entry for part in inside for entry in part]
    return bool(level)


def read_text(file: str) -> str:
    """The text of a file; raises ScenarioError if it cannot be read."""
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
