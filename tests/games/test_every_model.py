"""What holds for every model of every game: rows are a pure function of their address, in every way of computing."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from simlab.chance.streams import GENERATORS
from simlab.chance.witness import Witness, watching
from simlab.contract import row_type
from simlab.games import GAMES
from simlab.runs.batches import Sampler, sample
from simlab.runs.questions import measures
from simlab.runs.replay import replay
from simlab.scenario.load import load
from simlab.scenario.schema import starter_case
from tests.games.setups import OF_GAME, cases

ROOT = Path(__file__).parents[2]
FIRST_SCENARIO = ROOT / "scenarios/forest/siege_twelve.toml"  # for its seed and random numbers
MODELS = [(game, model) for game in GAMES.values() for model in game.models.values()]
EVERY_MODEL = pytest.mark.parametrize(("game", "model"), MODELS, ids=[f"{g.name}-{m.name}" for g, m in MODELS])
LENIENT = {"deadline": None, "derandomize": True, "suppress_health_check": list(HealthCheck)}


def rows(case, first, count, rng="splitmix", seed=11):
    """Rows of some trials, as a copy."""
    return Sampler(case, rng, seed, {}).rows(first, count).copy()


def plain_rows(case, first, count, rng="splitmix", seed=11, witness=None):
    """The same in plain Python."""
    with watching(witness or Witness()):
        return Sampler(case, rng, seed, {}).plain_rows(first, count)


@EVERY_MODEL
def test_rows_do_not_depend_on_batches(game, model):
    case = starter_case(game, model)
    whole = rows(case, 0, 1_000)
    for sizes in ((1,) * 20, (7, 13, 980), (500, 500)):
        first = 0
        for size in sizes:
            assert np.array_equal(rows(case, first, size), whole[first : first + size])
            first += size


@EVERY_MODEL
def test_tallies_do_not_depend_on_jobs(game, model):
    case = starter_case(game, model)
    asked = measures(model.questions, case.columns)
    tables = [
        sample(Sampler(case, "splitmix", 3, asked), 30_001, jobs, lambda done: None)[0].table() for jobs in (1, 2, 3)
    ]
    for values, counts in tables[1:]:
        assert np.array_equal(values, tables[0][0])
        assert np.array_equal(counts, tables[0][1])
    assert tables[0][1].sum() == 30_001


@EVERY_MODEL
def test_seeds_and_generators_give_other_rows(game, model):
    case = starter_case(game, model)
    one = rows(case, 0, 500)
    assert not np.array_equal(one, rows(case, 0, 500, seed=12))
    assert not np.array_equal(one, rows(case, 0, 500, rng="philox"))


@EVERY_MODEL
@pytest.mark.parametrize("rng", GENERATORS)
def test_compiled_equals_plain_python(game, model, rng):
    @settings(max_examples=15, **LENIENT)
    @given(case=cases(game.name, model.name))
    def equal(case):
        assert np.array_equal(rows(case, 40, 4, rng), plain_rows(case, 40, 4, rng))

    equal()


@EVERY_MODEL
def test_no_address_is_drawn_twice(game, model):
    @settings(max_examples=25, **LENIENT)
    @given(case=cases(game.name, model.name))
    def once(case):
        witness = Witness()
        plain_rows(case, 3, 1, witness=witness)
        addresses = [(key, number) for key, number, _, _ in witness.draws]
        assert len(set(addresses)) == len(addresses)

    once()


@EVERY_MODEL
def test_nothing_is_outside_its_declared_range(game, model):
    @settings(max_examples=40, **LENIENT)
    @given(case=cases(game.name, model.name))
    def within(case):
        found = rows(case, 0, 500)
        for place, column in enumerate(case.columns):
            assert found[:, place].min() >= column.low
            assert column.high is None or found[:, place].max() <= column.high

    within()


CONSERVED = {
    "supply": lambda case, r: r["left"] + r["lost"] == case.setup.troops,
    "morale": lambda case, r: (
        (r["passed"] + r["broken"] == len(case.setup.group_sizes))
        & (r["troops_passed"] + r["troops_broken"] == sum(case.setup.group_sizes))
        & (r["impalements_left"] >= case.setup.impalements - r["passed"])
    ),
    "siege": lambda case, r: (
        (~r["fell"].astype(bool) | ((r["defenders_left"] == 0) & (r["turn"] > 0)))
        & ((r["besiegers_left"] == case.setup.besiegers) | (not case.setup.supplied))
    ),
    "storm": lambda case, r: (
        (r["winner"] == 0) == ((r["defenders_left"] == 0) | (r["withdrawn"] == 1))
    ),
    "battle": lambda case, r: (
        ((r["winner"] != 2) | ((r["attacker_left"] == 0) & (r["defender_left"] == 0)))
        & ((r["winner"] != 0) | (r["attacker_left"] > 0))
        & ((r["winner"] != 1) | (r["defender_left"] > 0))
        & ((r["winner"] != 3) | ((r["attacker_left"] > 0) & (r["defender_left"] > 0)))
    ),
    "turn_order": lambda case, r: np.array(
        [sorted(positions) == list(range(1, len(case.setup.generals) + 1)) for positions in zip(*list(r.values())[:-2])]
    ),
    "underworld": lambda case, r: (
        (r["rounds"] >= r["waited"])
        & ((r["rolls"] <= r["rounds"] - r["waited"] + 1) | (case.rules["overshoot"] == "reroll"))
    ),
    "hunt": lambda case, r: (
        ((r["killed"] == 1) == (r["neutral_left"] == 0))
        & (r["deaths"] == sum((r[f"life_{unit}"] == 0).astype(int) for unit in case.setup.units))
        & ((r["gold"] > 0) == ((r["killed"] == 1) & (r["deaths"] < len(case.setup.units))))
    ),
    "duel": lambda case, r: (
        ((r["defender_dead"] == 1) == (r["defender_life"] == 0))
        & (r["attacks_made"] == r["cards_attacker"] + r["magic_attacker"] + r["impaled"])
        & (r["answers_made"] == r["cards_defender"] + r["magic_defender"])
        & (r["attacker_deaths"] >= r["impaled_attackers"])
        & ((r["defender_dead"] == 1) | (r["gold_attacker"] + r["crown_attacker"] == 0))
    ),
    "outpost": lambda case, r: (
        ((r["dead"] == 1) == (r["life_left"] == 0)) & (r["hits"] <= case.setup.crossings + case.setup.stays)
    ),
    "combat": lambda case, r: (
        ((r["rounds"] > 0) | (r["defender_dead"] + r["attack_total"] + r["attacker_cards_used"] == 0))
        & ((r["attacker_cards_used"] >= r["rounds"]) | (r["rounds"] == 0))
    ),
    "unmask": lambda case, r: r["uses"] <= case.setup.max_uses,
    "game": lambda case, r: (
        ((r["way"] != 0) | ((r["vampires_alive"] == 0) & (r["winner"] == 0)))
        & ((r["way"] != 1) | ((r["humans_alive"] == 0) & (r["winner"] == 1)))
        & ((r["way"] != 2) | ((r["vampires_alive"] == 3) & (r["winner"] == 1)))
        & ((r["way"] != 3) | (r["human_cards_left"] + r["vampire_cards_left"] == 0))
        & ((r["way"] != 4) | (r["turns"] == case.rules["turn_limit"]))
    ),
    "plague": lambda case, r: ((r["dead"] + r["cured"] == 1) & ((r["dead"] == 1) == (r["life_left"] == 0))),
}  # fmt: skip


@EVERY_MODEL
def test_what_belongs_together_fits(game, model):
    @settings(max_examples=40, **LENIENT)
    @given(case=cases(game.name, model.name))
    def conserved(case):
        found = rows(case, 0, 200)
        by_name = {column.name: found[:, place] for place, column in enumerate(case.columns)}
        assert CONSERVED[model.name](case, by_name).all()

    conserved()


@EVERY_MODEL
def test_replay_ends_in_the_kernels_row_and_tells_something(game, model):
    @settings(max_examples=15, **LENIENT)
    @given(case=cases(game.name, model.name))
    def told(case):
        scenario = load(FIRST_SCENARIO, GAMES)
        story = []
        row = replay(scenario, case, 17, story.append)
        assert np.array_equal(row, rows(case, 17, 1, seed=scenario.seed)[0])
        assert all(sentence.strip() for sentence in story)

    told()


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


@EVERY_MODEL
def test_no_field_hides_behind_an_attribute(game, model):
    """`row.size` is an attribute of every numpy record, whatever its fields; compiled it would be the field."""
    case = starter_case(game, model)
    for argument in (*model.compile(case).arguments, np.zeros(1, row_type(case.columns))):
        names = set(getattr(getattr(argument, "dtype", None), "names", None) or ())
        assert not names & set(dir(np.record)), names


def test_no_game_is_forgotten():
    assert set(OF_GAME) == set(GAMES)
    for name, setups in OF_GAME.items():
        assert set(setups.RULES) == set(GAMES[name].models)
    assert set(CONSERVED) == {model.name for _, model in MODELS}
