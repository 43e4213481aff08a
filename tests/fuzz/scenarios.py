"""Scenario files: any bytes are loaded or refused in lines, and what is loaded can be written out and read again."""

import json
import random
import tempfile
import tomllib
from pathlib import Path

from simlab.games import GAMES
from simlab.scenario.errors import ScenarioError
from simlab.scenario.load import case_id, load, resolved
from tests.fuzz.guard import PROJECT, guarded, refused_or
from tests.fuzz.trees import as_toml, changed, other_bytes

SHIPPED = sorted((PROJECT / "scenarios").glob("*/*.toml"))
TESTED = sorted((PROJECT / "tests/scenario").glob("*/*.toml"))
SEEDS = [path.read_bytes() for path in (*SHIPPED, *TESTED)]
FOLDER = tempfile.TemporaryDirectory(prefix="fuzz-scenarios-")
HERE = Path(FOLDER.name)
FILE = HERE / "odd.toml"
CHECKED = 5  # cases that are written out


def target(data: bytes) -> None:
    """The bytes are a scenario file in a folder of its own."""
    FILE.write_bytes(data)
    with guarded([HERE, *named_in(data)]):
        scenario = refused_or(lambda: load(FILE, GAMES), ScenarioError)
        for case in scenario.cases[:CHECKED] if scenario is not None else ():
            case_id(case, "")
            json.dumps(resolved(case), allow_nan=False)


def named_in(data: bytes) -> list[Path]:
    """The files that a scenario names as its data, and may so read."""
    try:
        tree = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return []
    texts, level = [], [tree.get("data"), tree.get("sweep")]
    while level:
        inside = level.pop()
        if isinstance(inside, str) and "\0" not in inside:
            texts.append(inside)
        level += inside.values() if isinstance(inside, dict) else inside if isinstance(inside, list) else []
    return [HERE / text for text in texts]


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Another scenario: changes of its tree, or of its bytes."""
    if chance.random() < 0.25:
        return other_bytes(data, chance)
    try:
        tree = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        tree = tomllib.loads(chance.choice(SEEDS[: len(SHIPPED)]).decode())
    return as_toml(changed(tree, chance))
