"""Lists of a sweep from the command line, and paths that are taken out of one: `--vary setup.besiegers=6..12`."""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from simlab.scenario.paths import check_path, hashable, parse_value, paths_of

MOST_VALUES = 100_000  # of a range; a sweep of more than 1000 cases is asked about later
RANGE = re.compile(r"\s*([+-]?\d+)\s*\.\.\s*([+-]?\d+)\s*(?:\.\.\s*([+-]?\d+)\s*)?")
HOW = "write path=2..12, path=2..12..2 or path=a,b,c, as in --vary setup.turns=2..6"


def parse_vary(text: str) -> tuple[str, list]:
    """`path=2..12` (whole numbers, both ends), `path=2..12..2` (every second) or `path=a,b,c`; raises ValueError.

    Each value of a list is TOML; a bare word is a string.
    """
    path, equals, written = text.partition("=")
    path = path.strip()
    if not equals or not path:
        raise ValueError(f"--vary {text}: {HOW}")
    check_path("--vary", path, text)
    place = f"--vary {path}={written}"
    span = RANGE.fullmatch(written)
    if span is not None:
        return path, _whole_numbers(place, span)
    parts = list(_split(written))
    if any(".." in part and not part.lstrip().startswith(('"', "'", "[", "{")) for part in parts):
        raise ValueError(f"{place}: a range is of two whole numbers; {HOW}")
    if not all(part.strip() for part in parts):
        raise ValueError(f"{place}: a value is missing; {HOW}")
    return path, [parse_value(place, part) for part in parts]


def _whole_numbers(place: str, span: re.Match) -> list[int]:
    """The numbers of a range; raises ValueError for one that goes down, or holds too many."""
    if any(part is not None and len(part) > 18 for part in span.groups()):
        raise ValueError(f"{place}: too large a number")
    low, high, step = int(span[1]), int(span[2]), int(span[3] or 1)
    if low > high or step < 1:
        raise ValueError(f"{place}: a range goes up, from its lowest to its highest number")
    if (high - low) // step >= MOST_VALUES:
        raise ValueError(f"{place}: more than {MOST_VALUES:,} values")
    return list(range(low, high + 1, step))


def _split(written: str) -> Iterator[str]:
    """The parts between commas that stand in no brackets and no quotes."""
    begin, depth, quote = 0, 0, ""
    for place, letter in enumerate(written):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in "[{":
            depth += 1
        elif letter in "]}":
            depth -= 1
        elif letter == "," and depth <= 0:
            yield written[begin:place]
            begin = place + 1
    yield written[begin:]


def read_lists(sweep: Any, texts: Sequence[str], already_set: Container[str]) -> tuple[Any, set[str], list[str]]:
    """A sweep with the lists of the command line, the paths that these go over, and what is wrong with the texts.

    A sweep that is no table stays as it is, for the messages of the top level.
    """
    paths: set[str] = set()
    faults = []
    for text in texts:
        try:
            key, values = parse_vary(text)
        except ValueError as error:
            faults.append(str(error))
            continue
        for path in paths_of(key):
            if path in paths or path in already_set:
                faults.append(f"--vary {path}: {'varied twice' if path in paths else 'set as well, by --set'}")
            paths.add(path)
        sweep = varied(sweep, key, values) if isinstance(sweep, dict) else sweep
    return sweep, paths, faults


def parts_of_swept(sweep: Mapping[str, Any], path: str) -> Iterator[str]:
    """A fault for each path that is swept as a whole and that the path is only a part of."""
    for swept in (part for key in sweep for part in paths_of(key)):
        if around(swept, path) and swept != path:
            yield f"{path} is a part of {swept}, which is swept; set {swept} itself"


def varied(sweep: Mapping[str, Any], key: str, values: list) -> dict[str, Any]:
    """The lists of a sweep with one more, in place of what they said about its paths."""
    if key in sweep:
        return {**sweep, key: values}
    for path in paths_of(key):
        sweep = without(sweep, path)
    return {**sweep, key: values}


def without(sweep: Mapping[str, Any], path: str) -> dict[str, Any]:
    """The lists of a sweep without a path and what is inside it; paths that went together with it stay."""
    left = {}
    for key, values in sweep.items():
        paths = paths_of(key)
        stays = [place for place, swept in enumerate(paths) if not around(path, swept)]
        if len(stays) == len(paths):
            left[key] = values
        elif stays:
            left[", ".join(paths[place] for place in stays)] = _columns(values, stays)
    return left


def _columns(values: Any, places: list[int]) -> Any:
    """The places of every entry, each once; what is not such a list stays, for the sweep's own messages."""
    if not isinstance(values, list) or not all(
        isinstance(entry, list) and len(entry) > max(places) for entry in values
    ):
        return values
    kept: dict[Any, Any] = {}
    for entry in values:
        part = [entry[place] for place in places] if len(places) > 1 else entry[places[0]]
        kept.setdefault(hashable(part), part)
    return list(kept.values())


def around(outer: str, inner: str) -> bool:
    """Is the inner path the outer one, or a part of what stands there."""
    return inner == outer or inner.startswith(f"{outer}.")
