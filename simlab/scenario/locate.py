"""On which line of a TOML text each key stands; the standard library's reader does not say."""

import re
from collections.abc import Iterator

Path = tuple[str | int, ...]

# None of these patterns tries the same letters twice: a line may be as long as a file.
ONE = r"""(?:"(?:\\.|[^"\\])*"|'[^']*'|[A-Za-z0-9_-]+)"""
KEYS = rf"({ONE}(?:\s*\.\s*{ONE})*)"
HEADER = re.compile(rf"\s*(\[\[?)\s*{KEYS}\s*\]\]?\s*(?:#.*)?$")
KEY = re.compile(rf"\s*{KEYS}\s*=(.*)$")
PART = re.compile(r""""((?:\\.|[^"\\])*)"|'([^']*)'|([A-Za-z0-9_-]+)""")
TOKEN = re.compile(r"\"\"\"|'''|\"(?:\\.|[^\"\\])*(?:\"|\\?$)|'[^']*(?:'|$)|#.*|[\[\]{},]")


def key_parts(text: str) -> Path:
    """The parts of a dotted key."""
    return tuple(a or b or c for a, b, c in PART.findall(text))


def key_lines(text: str) -> dict[Path, int]:
    """Path of every key and table header -> line, from 1. Entries of `[[x]]` have their number in the path.

    So have those entries of a list that are strings, lists or tables: a long list is written over many lines. A table
    that is only named by what is inside it stands where that begins.
    """
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    value = _Value(())
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        rest = line
        if value.ended:
            header, key = HEADER.match(line), KEY.match(line)
            if header and not key:
                table = _table(header, counts)
                lines.setdefault(table, number)
                continue
            if key:
                value = _Value((*table, *key_parts(key[1])))
                lines.setdefault(value.path, number)
                rest = key[2]
        for entry in value.read(rest):
            lines.setdefault((*value.path, entry), number)
    return {**tables_around(lines), **lines}


def tables_around(lines: dict[Path, int]) -> dict[Path, int]:
    """Every path that is a part of a path in `lines` -> the first line of what is inside it."""
    found: dict[Path, int] = {}
    for path, line in lines.items():
        for length in range(1, len(path)):
            found.setdefault(path[:length], line)  # lines only go up
    return found


def _table(header: re.Match[str], counts: dict[Path, int]) -> Path:
    parts = key_parts(header[2])
    if header[1] == "[[":
        counts[parts] = counts.get(parts, -1) + 1
        return (*parts, counts[parts])
    return parts


class _Value:
    """A value being read line by line: how deep in brackets, in which long string, at which entry of a list."""

    def __init__(self, path: Path):
        self.path, self.depth, self.entry, self.is_list = path, 0, 0, False
        self.string_end: str | None = None

    @property
    def ended(self) -> bool:
        return self.depth == 0 and self.string_end is None

    def read(self, text: str) -> Iterator[int]:
        """Read on; gives the numbers of the entries that stand in this text."""
        place = 0
        while place < len(text):
            if self.string_end is not None:
                end = text.find(self.string_end, place)
                if end < 0:
                    return
                place, self.string_end = end + 3, None
                continue
            token = TOKEN.search(text, place)
            if token is None:
                return
            place = token.end()
            if self.depth == 1 and self.is_list and token[0][0] in "\"'[{":
                yield self.entry
            self.meet(token[0])

    def meet(self, token: str) -> None:
        """Note what a token opens, closes or separates."""
        if token in ('"""', "'''"):
            self.string_end = token
        elif token in "[{":
            self.is_list = self.is_list or (self.depth == 0 and token == "[")
            self.depth += 1
        elif token in "]}":
            self.depth = max(self.depth - 1, 0)
        elif token == ",":
            self.entry += self.depth == 1


def line_of(lines: dict[Path, int], path: Path) -> int | None:
    """The line of a path, or of the nearest table or key around it that is written down."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return None
