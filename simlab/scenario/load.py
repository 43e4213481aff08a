"""Scenario file -> validated scenario with its cases. All errors are found at once, before anything runs."""

import copy
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simlab.contract import Case, Game
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.policies import as_tables
from simlab.scenario.reading import NO_FILE, STANDARD_INPUT, Reading
from simlab.scenario.scenario import Scenario
from simlab.scenario.toml_files import read_toml

Given = str | Path | Mapping[str, Any]  # a file, or the content of one


def load(
    file: Given,
    games: Mapping[str, Game],
    settings: Sequence[str] = (),
    many_cases: bool = False,
    vary: Sequence[str] = (),
) -> Scenario:
    """Read and validate a scenario: a file, `-` for standard input, or its content. Raises ScenarioError.

    `settings` are `path=value` texts, `vary` are `path=2..12` or `path=a,b,c` texts.
    """
    for name, texts in (("settings", settings), ("vary", vary)):
        if isinstance(texts, str):
            raise ScenarioError([Problem("must be a list of texts", key=name, value=texts)])
    if isinstance(file, Mapping):
        return Reading(NO_FILE, copy.deepcopy(dict(file)), {}, games).scenario(settings, many_cases, vary)
    content, lines = read_toml(str(file))
    name = STANDARD_INPUT if str(file) == "-" else str(file)
    return Reading(name, content, lines, games).scenario(settings, many_cases, vary)


def resolved(case: Case) -> dict[str, Any]:
    """A case with every value explicit, as tables of a scenario file; nothing is said of seats that do not play."""
    setup = case.setup.model_dump(exclude_none=True)
    data = {"data": case.data.model_dump(include=set(case.model.data), exclude_none=True)} if case.model.data else {}
    playing = {seat: player for seat, player in case.players.items() if seat in case.seats}
    players = {"policies": as_tables(playing)} if playing else {}
    rest = {"setup": setup, "rules": dict(case.rules), **data, **players}
    return {"game": case.game.name, "model": case.model.name, **rest}


def case_id(case: Case, source_digest: str) -> str:
    """Sha256 of a case's resolved form and of the game's rule sources: equal ids, equal distribution of outcomes."""
    text = json.dumps({**resolved(case), "sources": source_digest}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
