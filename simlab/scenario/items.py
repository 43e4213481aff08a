"""The items of a game's reading, from its items.toml: what each is about, what simlab does with it, what names it."""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from simlab.contract import Game, Setup
from simlab.scenario.errors import Problem, ScenarioError, nearest
from simlab.scenario.fields import item_of
from simlab.scenario.schema import parameters

FOLDER = Path(__file__).parents[1] / "games"


@dataclass(frozen=True)
class Item:
    """One item: its name, what it rules, its status (simulated, simplified, later, left out) and why."""

    name: str
    about: str
    status: str
    why: str


@cache
def items(game: str) -> dict[str, Item]:
    """Every item of a game's reading by name, in its order."""
    entries = tomllib.loads((FOLDER / game / "items.toml").read_text(encoding="utf-8"))
    return {name: Item(name, **entry) for name, entry in entries.items()}


def is_item(word: str) -> bool:
    """Does a word look like the name of an item? `F-47`, `f-47`, `F47`."""
    return re.fullmatch(r"[A-Za-z]-?\d+", word) is not None


def item_named(game: Game, name: str) -> Item:
    """A game's item of this name, in capital or small letters; raises ScenarioError naming the nearest."""
    known = items(game.name)
    if name.upper() not in known:
        names = list(known)
        hint = nearest(name.upper(), names) or "."
        message = f"no such item of {game.name}{hint} There are: {names[0]} to {names[-1]}"
        raise ScenarioError([Problem(message, key=name)])
    return known[name.upper()]


def rules_naming(game: str, item: str) -> Iterator[dict[str, str]]:
    """The functions of a game's rules whose docstrings name an item, those that begin with it first."""
    found = []
    for path in sorted((FOLDER / game / "rules").glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            about = ast.get_docstring(node) if isinstance(node, ast.FunctionDef) else None
            if isinstance(node, ast.FunctionDef) and about is not None and item in about:
                line = {"name": node.name, "file": f"simlab/games/{game}/rules/{path.name}"}
                found.append((not about.startswith(item), line | {"about": about.splitlines()[0]}))
    yield from (line for _, line in sorted(found, key=lambda pair: pair[0]))


def parameters_naming(game: Game, item: str) -> Iterator[dict[str, str]]:
    """The setup parameters of all models that name an item."""
    for model in game.models.values():
        for line in parameters(model.setup):
            if line["item"] == item:
                yield {"name": line["name"], "model": model.name, "allowed": line["allowed"], "about": line["about"]}


def data_naming(game: Game, item: str) -> list[str]:
    """The decks, boards and maps that name an item."""
    return [name for name, field in game.data.model_fields.items() if item_of(field) == item]


def policies_naming(game: Game, item: str) -> Iterator[dict[str, str]]:
    """The policies that name an item, or have parameters that do."""
    for policy in game.policies.values():
        named = named_by(policy.parameters, item)
        if policy.item == item or named:
            seats, parameters_shown = ", ".join(policy.seats), ", ".join(named) or "–"
            yield {"name": policy.name, "seats": seats, "parameters": parameters_shown, "about": policy.about}


def named_by(table: type[Setup], item: str) -> list[str]:
    """The parameters of a table that name an item."""
    return [line["name"] for line in parameters(table) if line["item"] == item]
