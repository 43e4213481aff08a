"""A new game costs one folder and one line: a toy game gets everything from being in GAMES."""

import json

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import strategies as st

import simlab
from simlab.chance.streams import GENERATORS
from simlab.cli import main
from simlab.contract import Budget, Case
from simlab.games import GAMES
from simlab.scenario.schema import starter_case
from tests.games import conformance
from tests.games.test_sampled_meets_exact import TRIALS, chi_square_p
from tests.toy.coin_race import GAME, RACE
from tests.toy.scenario import BEGINNING

SCENARIO = (
    BEGINNING
    + """[[question]]
name = "tosses"
curve = "tosses"
"""
)
CASES = st.builds(
    lambda steps, least: Case(GAME, RACE, RACE.setup(steps=steps), {"head_min": least}),
    st.integers(1, 12),
    st.integers(2, 6),
)


@pytest.fixture(autouse=True)
def in_the_list_of_games(monkeypatch):
    """The one line."""
    monkeypatch.setitem(GAMES, GAME.name, GAME)


@pytest.fixture
def file(tmp_path):
    """A scenario of the toy game."""
    path = tmp_path / "race.toml"
    path.write_text(SCENARIO)
    return path


def simlab_says(*arguments, exit_code=0):
    """Standard output of a command, and its standard error if it fails."""
    done = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert done.exit_code == exit_code, done.output
    return done.stdout if exit_code == 0 else done.stderr


def test_it_is_listed_with_its_numbers(file):
    assert "Coin Race" in simlab_says("list")
    assert "steps to the goal" in simlab_says("list", "coins", "race")
    assert json.loads(simlab_says("schema", "coins", "race"))["properties"]["game"] == {"const": "coins"}


def test_its_starter_scenario_runs(tmp_path):
    path = tmp_path / "starter.toml"
    path.write_text(simlab_says("init", "coins", "race"))
    assert "one wins" in simlab_says("run", path, "--trials", "1000")


def test_its_scenarios_are_checked(file):
    file.write_text(SCENARIO.replace("steps = 3", "stepps = 3").replace("winner ==", "winer =="))
    told = simlab_says("run", file, exit_code=2)
    assert "race.toml:8: setup.stepps = 3: no such key; did you mean steps?" in told
    assert "did you mean winner?" in told


def test_it_is_run_solved_swept_kept_and_asked(file, tmp_path):
    simulated, solved = simlab.run(file), simlab.solve(file)
    assert simulated.answers["z"].abs().max() < 4.5
    assert solved.answers["exact"].notna().all()
    swept = json.loads(simlab_says("run", file, "--set", "rules.head_min=6", "--json"))
    assert swept["answers"][0]["exact"] != solved.answers["exact"][0]
    simlab_says("run", file, "--out", tmp_path / "kept")
    assert {path.suffix for path in (tmp_path / "kept").iterdir()} >= {".png", ".csv", ".toml", ".json", ".parquet"}
    assert "%" in simlab_says("ask", tmp_path / "kept", 'winner == "both"')


def test_it_is_told_move_by_move(file):
    assert "Toss 1: one has" in simlab_says("replay", file, "--trial", "5")


def test_sampling_meets_its_exact_solution():
    case = starter_case(GAME, RACE)
    assert chi_square_p(conformance.rows(case, 0, TRIALS), RACE.exact(case, Budget())) > 1e-6


def test_it_conforms():
    case = starter_case(GAME, RACE)
    conformance.rows_do_not_depend_on_batches(case)
    conformance.tallies_do_not_depend_on_jobs(case)
    conformance.seeds_and_generators_give_other_rows(case)
    for rng in GENERATORS:
        conformance.compiled_equals_plain_python(CASES, rng)
    conformance.no_address_is_drawn_twice(CASES)
    conformance.nothing_is_outside_its_declared_range(CASES)
    conformance.what_belongs_together_fits(CASES, lambda case, r: np.all((r["winner"] < 3) & (r["tosses"] > 0)))
    conformance.no_field_hides_behind_an_attribute(case)
