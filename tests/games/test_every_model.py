"""What holds for every model of every game: rows are a pure function of their address, in every way of computing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simlab.chance.streams import GENERATORS
from simlab.games import GAMES
from simlab.scenario.load import load
from simlab.scenario.schema import starter_case
from tests.games import conformance
from tests.games.conformance import rows
from tests.games.setups import OF_GAME, cases

ROOT = Path(__file__).parents[2]
FIRST_SCENARIO = ROOT / "scenarios/forest/siege_twelve.toml"  # for its seed and random numbers
MODELS = [(game, model) for game in GAMES.values() for model in game.models.values()]
EVERY_MODEL = pytest.mark.parametrize(("game", "model"), MODELS, ids=[f"{g.name}-{m.name}" for g, m in MODELS])


@EVERY_MODEL
def test_rows_do_not_depend_on_batches(game, model):
    conformance.rows_do_not_depend_on_batches(starter_case(game, model))


@EVERY_MODEL
def test_tallies_do_not_depend_on_jobs(game, model):
    conformance.tallies_do_not_depend_on_jobs(starter_case(game, model))


@EVERY_MODEL
def test_seeds_and_generators_give_other_rows(game, model):
    conformance.seeds_and_generators_give_other_rows(starter_case(game, model))


@EVERY_MODEL
@pytest.mark.parametrize("rng", GENERATORS)
def test_compiled_equals_plain_python(game, model, rng):
    conformance.compiled_equals_plain_python(cases(game.name, model.name), rng)


@EVERY_MODEL
def test_no_address_is_drawn_twice(game, model):
    conformance.no_address_is_drawn_twice(cases(game.name, model.name))


@EVERY_MODEL
def test_nothing_is_outside_its_declared_range(game, model):
    conformance.nothing_is_outside_its_declared_range(cases(game.name, model.name))


@EVERY_MODEL
def test_what_belongs_together_fits(game, model):
    conformance.what_belongs_together_fits(cases(game.name, model.name), OF_GAME[game.name].CONSERVED[model.name])


@EVERY_MODEL
def test_replay_ends_in_the_kernels_row_and_tells_something(game, model):
    scenario = load(FIRST_SCENARIO, GAMES)
    conformance.replay_ends_in_the_kernels_row_and_tells_something(cases(game.name, model.name), scenario)


@EVERY_MODEL
def test_no_field_hides_behind_an_attribute(game, model):
    conformance.no_field_hides_behind_an_attribute(starter_case(game, model))


IN_ANOTHER_PROCESS = """
import sys, numpy as np
from simlab.contract import row_type
from simlab.games import GAMES
from simlab.scenario.schema import starter_case
from simlab.runs.batches import Sampler
sums = []
with np.errstate(over="ignore"):
    for game in GAMES.values():
        for model in game.models.values():
            found = Sampler(starter_case(game, model), "splitmix", 11, {}).rows(0, 60)
            sums.append(found.tolist())
print(sums)
"""


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_rows_with_the_compiler_off_and_with_bounds_checked(setting, tmp_path):
    environment = os.environ | {setting: "1", "SIMLAB_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_PROCESS],
        env=environment,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    ours = [rows(starter_case(game, model), 0, 60).tolist() for game, model in MODELS]
    assert done.stdout.strip() == str(ours)


def test_no_game_is_forgotten():
    assert set(OF_GAME) == set(GAMES)
    for name, setups in OF_GAME.items():
        assert set(setups.RULES) == set(setups.CONSERVED) == set(GAMES[name].models)
