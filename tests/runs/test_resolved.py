"""A kept scenario is the one that was run: resolved.toml gives the same cases, whatever a sweep changes."""

import tomllib
from pathlib import Path

import pytest
import tomli_w

from simlab.games import GAMES
from simlab.runs.kept import resolved_scenario
from simlab.runs.results import CaseRun, Run, identity
from simlab.scenario.load import load

ROOT = Path(__file__).parents[2]
SCENARIOS = sorted(path for game in GAMES for path in (ROOT / "scenarios" / game).glob("*.toml"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_resolved_scenario_has_the_same_cases(path):
    scenario = load(path, GAMES)
    run = Run(scenario, tuple(CaseRun(case, None, None, 0.0) for case in scenario.cases), 0.95, True)
    again = load(tomllib.loads(tomli_w.dumps(resolved_scenario(run))), GAMES)
    assert [identity(case) for case in again.cases] == [identity(case) for case in scenario.cases]
