"""How verbs end: JSON, what was kept and where, and what an interruption left."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

from simlab.cli.options import INTERRUPTED

MOST_INDENTED = 1_000  # of a list's entries: beyond, nobody reads it, and indenting takes five times as long


def print_json(found: Any) -> None:
    """An answer for programs: one that holds what JSON has no word for is a fault of ours.

    Very long lists, as of the cases of a sweep, have an entry a line.
    """
    if isinstance(found, list) and len(found) > MOST_INDENTED:
        print("[", ",\n".join(json_text(entry) for entry in found), "]", sep="\n")
    else:
        print(json_text(found, indent=1))


def json_text(found: Any, indent: int | None = None) -> str:
    """JSON of any kind of answer."""
    return json.dumps(found, indent=indent, default=str, allow_nan=False)


def kept_in(kept: Iterable[Path], as_json: bool, quiet: bool) -> None:
    """Say which files were kept in which folder; beside JSON, on standard error."""
    kept = list(kept)
    if kept and not quiet:
        names = ", ".join(path.name for path in kept)
        print(f"kept in {kept[0].parent}: {names}", file=sys.stderr if as_json else sys.stdout)


def interrupted(done: str = "", shown: str = "this is what they say") -> NoReturn:
    """Say after what Ctrl-C came, and what has been shown of it, and exit as one does then."""
    sys.stdout.flush()
    print(f"interrupted{f' after {done}' if done else ''}{f'; {shown}' if shown else ''}", file=sys.stderr)
    sys.exit(INTERRUPTED)
