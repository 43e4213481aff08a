"""On which line of a TOML text each key stands; the standard library's reader does not say."""

import re

Path = tuple[str | int, ...]

HEADER = re.compile(r"\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+))*)\s*=(.*)$""")
PART = re.compile(r""""([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+)""")
TOKEN = re.compile(r"\"\"\"|'''|\"(?:\\.|[^\"\\])*\"|'[^']*'|#.*|[\[\]{}]")


def key_parts(text: str) -> Path:
    """The parts of a dotted key."""
    return tuple(a or b or c for a, b, c in PART.findall(text))


def key_lines(text: str) -> dict[Path, int]:
    """Path of every key and table header -> line, from 1. Entries of `[[x]]` have their number in the path."""
    lines, table, counts = {}, (), {}
    depth, string_end = 0, None
    for number, line in enumerate(text.split("\n"), start=1):
        rest = line
        if depth == 0 and string_end is None:
            header, key = HEADER.match(line), KEY.match(line)
            if header and not key:
                table = _table(header, counts)
                lines.setdefault(table, number)
                continue
            if key:
                lines.setdefault((*table, *key_parts(key[1])), number)
                rest = key[2]
        depth, string_end = _after(rest, depth, string_end)
    return lines


def _table(header: re.Match, counts: dict) -> Path:
    parts = key_parts(header[2])
    if header[1] == "[[":
        counts[parts] = counts.get(parts, -1) + 1
        return (*parts, counts[parts])
    return parts


def _after(text: str, depth: int, string_end: str | None) -> tuple[int, str | None]:
    """Bracket depth and open multi-line string after this text."""
    place = 0
    while place < len(text):
        if string_end is not None:
            end = text.find(string_end, place)
            if end < 0:
                return depth, string_end
            place, string_end = end + 3, None
            continue
        token = TOKEN.search(text, place)
        if token is None:
            break
        place = token.end()
        if token[0] in ('"""', "'''"):
            string_end = token[0]
        elif token[0] in "[{":
            depth += 1
        elif token[0] in "]}":
            depth -= 1
    return max(depth, 0), string_end


def line_of(lines: dict[Path, int], path: Path) -> int | None:
    """The line of a path, or of the nearest table or key around it that is written down."""
    while path:
        if path in lines:
            return lines[path]
        inside = [line for key, line in lines.items() if key[: len(path)] == path]
        if inside:
            return min(inside)
        path = path[:-1]
    return None
