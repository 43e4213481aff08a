"""Decks, boards and maps: the defaults in scenarios/data, and what a scenario puts in their place, inline or by file.

A data file is TOML and holds the table itself, or holds it under its name. It may say in `about` and `basis` what it is
and where it comes from. A file whose name ends in .txt is a list of its lines; those that begin with ; are remarks, and
`; about: ...` and `; basis: ...` say the same there. A table that a scenario gives replaces the default's entries of
the same names only, and so does a table in it; a list, or a table whose keys are the scenario's own names, is replaced
as a whole.
"""

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from simlab.contract import Game, Model, Setup
from simlab.options import Basis
from simlab.scenario.errors import Problem, ScenarioError, no_such
from simlab.scenario.fields import item_of, tables_in
from simlab.scenario.locate import line_of
from simlab.scenario.toml_files import read_text, read_toml

PACKAGE = Path(__file__).parents[1]
#: Installed, the data lie in the package; in a clone they are where people look for them.
FOLDER = PACKAGE / "data" if (PACKAGE / "data").is_dir() else PACKAGE.parent / "scenarios/data"
HEADER = ("about", "basis")
TEXT, REMARK = ".txt", ";"


@dataclass(frozen=True)
class Written:
    """One data table as it is written: its content, what its file says of it, and where it stands."""

    content: Any
    header: Mapping[str, Any] = field(default_factory=dict)
    file: str | None = None  # None: in the scenario itself
    lines: dict = field(default_factory=dict)
    prefix: tuple[str, ...] = ()  # where the table stands in its file

    def line(self, path: tuple) -> int | None:
        """The line of its file on which a path of the content stands."""
        return line_of(self.lines, (*self.prefix, *path))


def from_file(name: str, file: Path, names: tuple[str, ...]) -> Written:
    """The data table of this name in a file, which may hold the game's other tables as well. Raises ScenarioError."""
    try:
        regular = file.is_file() or not file.exists()
    except OSError as error:  # too long a name
        raise ScenarioError([Problem(f"cannot be read: {error.strerror}", str(file))]) from None
    if not regular:
        raise ScenarioError([Problem("no regular file", str(file))])
    if file.suffix == TEXT:
        return _from_text(name, file)
    content, lines = read_toml("./-" if str(file) == "-" else str(file))
    header = {key: content.pop(key) for key in HEADER if key in content}
    _check(name, file, header, line_of(lines, ("basis",)), content)
    inside = name in content
    if inside and not content.keys() <= set(names):
        unknown = next(key for key in content if key not in names)
        message = no_such("table of data", unknown, names)
        raise ScenarioError([Problem(message, str(file), line_of(lines, (unknown,)), unknown)])
    return Written(content[name] if inside else content, header, str(file), lines, (name,) if inside else ())


def _from_text(name: str, file: Path) -> Written:
    """The lines of a text file without remarks and empty lines, each with the line on which it stands."""
    header: dict[str, str] = {}
    rows: list[str] = []
    lines: dict = {}
    for number, line in enumerate(read_text(str(file)).split("\n"), start=1):
        if line.startswith(REMARK):
            key, _, said = (part.strip() for part in line.removeprefix(REMARK).partition(":"))
            if key in HEADER:
                header[key], lines[(key,)] = said, number
        elif line.strip():
            lines[(len(rows),)] = number
            rows.append(line.rstrip())
    _check(name, file, header, lines.get(("basis",)), rows)
    return Written(rows, header, str(file), lines)


def _check(name: str, file: Path, header: Mapping[str, Any], line: int | None, content: Any) -> None:
    """Raises ScenarioError if a file's basis, which stands on this line, is none, or if it holds nothing."""
    if header.get("basis", "public") not in get_args(Basis):
        message = f"must be one of {', '.join(get_args(Basis))}"
        raise ScenarioError([Problem(message, str(file), line, "basis", header["basis"])])
    if not content:
        raise ScenarioError([Problem(f"holds no {name}", str(file))])


def default_file(game: str, name: str) -> Path:
    """The file of a game's default table: text if there is such a file, else TOML."""
    text = FOLDER / game / f"{name}{TEXT}"
    return text if text.exists() else text.with_suffix(".toml")


def default_text(game: str, name: str) -> str:
    """What the file of a game's default table says."""
    return default_file(game, name).read_text(encoding="utf-8")


@cache
def default(game: str, name: str) -> Written:
    """A game's default table of this name."""
    return from_file(name, default_file(game, name), (name,))


def completed(written: Written, game: Game, name: str) -> Any:
    """The content of a written table, with what it leaves out of the default."""
    return _completed(written.content, default(game.name, name).content, next(_fixed(game.data, name), None))


def _completed(written: Any, usual: Any, table: type[BaseModel] | None) -> Any:
    if table is None or not isinstance(usual, dict) or not isinstance(written, dict):
        return written
    inside = {key: next(_fixed(table, key), None) for key in written.keys() & usual.keys()}
    return usual | written | {key: _completed(written[key], usual[key], kind) for key, kind in inside.items()}


def _fixed(table: type[BaseModel], name: str) -> Iterator[type[BaseModel]]:
    """The table that a field holds, if its keys are fixed."""
    field = table.model_fields.get(name)
    if field is not None and get_origin(field.annotation) not in (dict, list):
        yield from tables_in(field.annotation)


def with_rest_of_tables(content: Mapping[str, Any], path: str, game: Game | None) -> Mapping[str, Any]:
    """A scenario's content in which the tables that a path leads through stand in full, where they were left out.

    A table of free names (armies, garrisons) that a scenario gives replaces the default's; a path into one, such as
    `data.start.muslim.armies.dracula.troops`, means one entry and leaves the others as they are.
    """
    table, *parts = path.split(".")
    if game is None or table != "data" or len(parts) < 2 or parts[0] not in game.data.model_fields:
        return content
    changed = copy.deepcopy(dict(content))
    place: Any = changed
    usual: Any = {"data": {parts[0]: default(game.name, parts[0]).content}}
    for part in ("data", *parts[:-1]):
        usual = usual.get(part) if isinstance(usual, dict) else None
        if not isinstance(usual, dict) or not isinstance(place.get(part, {}), dict):
            break
        if part not in place:
            place[part] = copy.deepcopy(usual) if part in parts[1:] else {}
        place = place[part]
    return changed


def default_data(game: Game, names: tuple[str, ...]) -> Setup | None:
    """The default tables of these names, validated; None for no names."""
    return _validated(game.data, game.name, names) if names else None


@cache
def _validated(tables: type[Setup], game: str, names: tuple[str, ...]) -> Setup:
    return tables.model_validate({name: default(game, name).content for name in names})


def about_data(game: Game, name: str) -> dict[str, str]:
    """A data table for people: name, how to see the default, rule item, basis, what it is."""
    field, header = game.data.model_fields[name], default(game.name, name).header
    return {
        "name": name,
        "default": f"simlab list {game.name} {name}",
        "item": item_of(field),
        "basis": header["basis"],
        "about": field.description or "",
    }


def assumed_data(game: Game, model: Model, data: Setup | None) -> list[tuple[str, str, str]]:
    """The default tables that a case rests on, or those of their entries that it kept: (name, item, what they are)."""
    found = []
    for name in model.data:
        usual, ours = (getattr(tables, name) for tables in (default_data(game, model.data), data))
        header = default(game.name, name).header
        kept = [name] if usual == ours else []
        if not kept and isinstance(usual, Setup):
            kept = [f"{name}.{key}" for key, value in usual if getattr(ours, key) == value]
        if kept and header["basis"] == "assumed":
            found.append((", ".join(kept), item_of(game.data.model_fields[name]), header["about"]))
    return found
