"""Which folders a report is made of, and what each holds; a broken or half-written one is refused with the reason."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from simlab.runs.durable import digests
from simlab.runs.kept import FORMAT
from simlab.scenario.errors import Problem, ScenarioError

#: What each kind of kept JSON is of, by its stem.
KINDS = {
    "run": "run",
    "comparison": "comparison",
    "readings": "readings",
    "find": "search",
    "tournament": "tournament",
}
NAMES = ", ".join(f"{stem}.json" for stem in KINDS)
BROKEN = (OSError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError)


@dataclass(frozen=True)
class Kept:
    """What a folder holds of one kind, with its JSON; `prefix` sets its files apart from those of other folders."""

    folder: Path
    kind: str
    record: Mapping[str, Any]
    prefix: str = ""

    def stem(self, name: str) -> str:
        """The name of one of its files in a report."""
        return self.prefix + re.sub(r"[^A-Za-z0-9._-]+", "-", name)

    def text(self, name: str) -> str:
        """The content of one of its files."""
        return (self.folder / name).read_text(encoding="utf-8")

    def table(self, name: str) -> pd.DataFrame:
        """One of its tables: names as they stand, levels as texts, None where there is no level."""
        texts = dict.fromkeys(("question", "statistic", "level", "verdict", "side"), str)
        path = self.folder / f"{name}.csv"
        table = pd.read_csv(path, dtype=texts, keep_default_na=False, na_values=[""])
        if "level" in table:
            level = table["level"].astype(object)
            table = table.assign(level=level.where(level.notna(), None))
        return table

    @property
    def pictures(self) -> list[str]:
        """The stems of its plots: in the order in which they were drawn if that is known."""
        files = {Path(name).name for name in self.record["files"]}
        stems = {name.removesuffix(".svg") for name in files if name.endswith(".svg")}
        stems &= {name.removesuffix(".png") for name in files if name.endswith(".png")}
        order = [stem for stem in self.record.get("plots", {}) if stem in stems]
        return order + sorted(stems - set(order))


def kept_in(sources: Sequence[Path]) -> list[Kept]:
    """What the folders hold, in their order. Raises ScenarioError with the problems of all of them."""
    found: list[Kept] = []
    problems: list[Problem] = []
    for folder in dict.fromkeys(sources):
        try:
            found += records_of(folder)
        except ScenarioError as error:
            problems += error.problems
    if problems:
        raise ScenarioError(problems)
    if len(found) < 2:
        return found
    return [replace(one, prefix=prefix_of(number, one)) for number, one in enumerate(found, start=1)]


def prefix_of(number: int, one: Kept) -> str:
    """What the names of a folder's files begin with in a report of several: its number and its name."""
    name = re.sub(r"[^a-z0-9]+", "-", one.folder.resolve().name.lower()).strip("-") or one.kind
    return f"{number}-{name}-"


def records_of(folder: Path) -> Iterator[Kept]:
    """The records of a folder, of each kind that it holds. Raises ScenarioError."""
    there = [stem for stem in KINDS if (folder / f"{stem}.json").is_file()]
    if not there:
        raise ScenarioError([Problem(why_none(folder), str(folder))])
    return iter([record_of(folder, stem) for stem in there])


def why_none(folder: Path) -> str:
    """Why a folder holds nothing to report on."""
    if not folder.is_dir():
        return "no such file or folder"
    inside = sorted(path.name for path in folder.iterdir())
    if not inside:
        return f"an empty folder; a report is made of scenario files and of folders that hold {NAMES}"
    kept = [name for name in inside if any((folder / name / f"{stem}.json").is_file() for stem in KINDS)]
    if kept:
        return f"holds no results itself, but its folders do: give {', '.join(str(folder / name) for name in kept)}"
    if any(name.endswith((".csv", ".part", ".parquet")) for name in inside):
        return f"half-written: there are tables, but none of {NAMES}, which come last; keep it again with --out"
    return f"nothing kept by simlab: none of {NAMES} is there"


def record_of(folder: Path, kind: str) -> Kept:
    """One record, once all its files are there. Raises ScenarioError."""
    with whole(folder, kind):
        record = json.loads((folder / f"{kind}.json").read_text(encoding="utf-8"))
        files = [Path(name).name for name in record["files"]]
        missing = [name for name in files if not (folder / name).is_file()]
        if kind == "run" and record["format"] != FORMAT:
            message = f"kept in format {record['format']}, this version reads {FORMAT}"
            raise ScenarioError([Problem(message, str(folder))])
        now = digests(folder / name for name in files if name not in missing)
        changed = [name for name, digest in record.get("sha256", {}).items() if now.get(name, digest) != digest]
    wrong = [*are(missing, "missing"), *are(changed, "changed since it was kept")]
    if wrong:
        raise ScenarioError([Problem(f"no whole kept {KINDS[kind]}: {' and '.join(wrong)}", str(folder))])
    return Kept(folder, kind, record)


def are(names: Sequence[str], what: str) -> list[str]:
    """What some files are, in words; nothing of none."""
    return [f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} {what}"] if names else []


@contextmanager
def whole(folder: Path, kind: str) -> Iterator[None]:
    """Inside, whatever a damaged file leads to is said of the folder. Raises ScenarioError."""
    try:
        yield
    except BROKEN as error:
        message = f"no whole kept {KINDS[kind]}: {kind}.json or a table beside it is damaged"
        raise ScenarioError([Problem(f"{message} ({type(error).__name__}: {error})", str(folder))]) from None
