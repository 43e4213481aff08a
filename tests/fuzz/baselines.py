"""Baselines: any bytes are a baseline that a check can work with, or said to be none in a line."""

import json
import random
import tempfile
from pathlib import Path

from simlab.check.baseline import pretty
from simlab.check.procedure import incomparable
from simlab.check.run import comparable, missing_answers
from simlab.games import GAMES
from simlab.scenario.load import load
from tests.fuzz.guard import PROJECT, Fault, guarded
from tests.fuzz.trees import as_json, changed, other_bytes

KEPT = sorted((PROJECT / "reports/baseline").glob("*.json"))
SEEDS = [path.read_bytes() for path in KEPT if path.stat().st_size < 50_000]
FOLDER = tempfile.TemporaryDirectory(prefix="fuzz-baselines-")
HERE = Path(FOLDER.name)
SCENARIOS = {
    path.stem: load(path, GAMES)
    for path in sorted((PROJECT / "scenarios").glob("*/*.toml"))
    if path.stem in ("siege_twelve", "battle_twelve", "unmask_all_vampires", "plague_distance_twelve")
}


def target(data: bytes) -> None:
    """The bytes are the baseline of the scenario whose file they name, or of the siege."""
    name = next((stem for stem in SCENARIOS if f'"{stem}.toml"'.encode() in data), "siege_twelve")
    scenario = SCENARIOS[name]
    path = HERE / f"{scenario.game.name}.{name}.json"
    path.write_bytes(data)
    with guarded([HERE]):
        baseline, lines = comparable(scenario, HERE)
        if baseline is not None:
            assert incomparable(scenario, baseline) == ""
            lines = missing_answers(scenario, baseline, path)
            pretty(baseline.model_dump(mode="json"))
    if not all(line.isprintable() for line in lines):
        raise Fault(f"no line for people: {lines}")


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Another baseline: changes of its tree, or of its bytes."""
    if chance.random() < 0.2:
        return other_bytes(data, chance)
    try:
        tree = json.loads(data)
    except (ValueError, RecursionError):
        tree = json.loads(chance.choice(SEEDS))
    return as_json(changed(tree, chance))
