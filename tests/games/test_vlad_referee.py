"""Full games of I Am Vlad under a referee who knows the reading only, and proof that he sees what is wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from simlab.chance.plain import plain
from tests.games.conformance import rows
from tests.games.vlad_referee import Illegal, Record, judge
from tests.games.vlad_referee_games import drawn_game, drawn_small_game, game_on, objections
from tests.games.vlad_referee_plants import PLANTS
from tests.games.vlad_setups import game

ROOT = Path(__file__).parents[2]
RULES = "simlab.games.vlad."
SEEDS = (1_000, 2_250), (2_250, 3_500)  # of random cases, four games each; a process for each range
TRIALS = 40  # games in which a broken rule has to show


def objection(plant, trials=range(TRIALS)):
    """The first thing that the referee has to say of a plant's games: (trial, what he says)."""
    made = game_on(plant.board, plant.policies, {"max_rounds": 12} | plant.rules, **plant.data)
    record = Record(made)
    for trial in trials:
        try:
            judge(made, record.play(trial, 5))
        except Illegal as said:
            return trial, str(said)
    return None


def test_the_referee_has_nothing_to_say_of_small_games():
    assert objections(range(40), 1, drawn=drawn_small_game) == []


def test_the_referee_has_nothing_to_say_of_games_on_the_whole_board():
    def short(seed):
        return game(("random", "balanced", "shopper", "outpost_turtle"), {"max_rounds": 6, "first_seat": seed})

    assert objections(range(1, 4), 1, drawn=short) == []


def test_the_referee_sees_the_kernels_games():
    for seed in range(4):
        made = drawn_small_game(seed)
        assert list(Record(made).play(7, 11).row.values()) == rows(made, 7, 1)[0].tolist()


@pytest.mark.slow
def test_the_referee_has_nothing_to_say_of_ten_thousand_games(tmp_path):
    """In processes of their own, whose compiled games tell what happens (vlad_referee_hearing.py)."""
    command, started = [sys.executable, "-m", "tests.games.vlad_referee_games"], []
    for first, end in SEEDS:
        own = os.environ | {"SIMLAB_CACHE_DIR": str(tmp_path / str(first))}
        arguments = [*command, str(first), str(end), "4"]
        started.append(subprocess.Popen(arguments, cwd=ROOT, env=own, stdout=subprocess.PIPE, text=True))
    for (first, _), process in zip(SEEDS, started):
        told = json.loads(process.communicate()[0])
        assert told["said"] == []
        assert told["row"] == rows(drawn_game(first), 0, 1, seed=first)[0].tolist()


@pytest.fixture
def put(monkeypatch):
    """Puts another function in a rule's place, wherever the rules (or those of a module) call it, for plain Python."""

    def plant(name, function):
        place, _, name = name.rpartition(".")
        for module in [m for key, m in sys.modules.items() if key.startswith(RULES) and key.endswith(place)]:
            if hasattr(getattr(module, name, None), "py_func"):
                monkeypatch.setattr(module, name, SimpleNamespace(py_func=function))
        plain.cache_clear()

    yield plant
    monkeypatch.undo()
    plain.cache_clear()


@pytest.mark.parametrize("broken", PLANTS)
def test_the_referee_objects_to_a_broken_rule(broken, put):
    plant = PLANTS[broken]
    put(plant.name, plant.function)
    said = objection(plant)
    assert said and said[1].startswith(plant.items), said
