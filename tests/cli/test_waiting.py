"""What is said while one waits: that rules are being compiled, if they are, and what else takes long."""

import time
from dataclasses import replace

import numba
import pytest
from numba.core import event

from simlab.chance.compiled import is_compiling
from simlab.cli import progress
from simlab.games import GAMES
from simlab.scenario.schema import starter_case


def case_of(game, model, **changes):
    """A starter case of a model, some things of which are changed."""
    case = starter_case(GAMES[game], GAMES[game].models[model])
    return replace(case, model=replace(case.model, **changes))


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.01)


def said_of(case, capsys, seconds=0.2):
    """What is said while a block takes so long."""
    with progress.preparing(case):
        time.sleep(seconds)
    return capsys.readouterr().err


def test_nothing_is_said_where_nothing_is_compiled(capsys):
    assert said_of(case_of("vlad", "game"), capsys) == ""


def test_what_is_compiled_is_said_once(capsys, monkeypatch):
    monkeypatch.setattr(progress, "is_compiling", lambda: True)
    expected = "vlad game: compiling the rules (once; kept for later runs) …\n"
    assert said_of(case_of("vlad", "game"), capsys) == expected


def test_what_else_takes_long_is_said(capsys):
    assert said_of(case_of("forest", "siege"), capsys) == "forest siege: solving exactly …\n"
    assert said_of(case_of("vlad", "game", prepares=lambda case: "thinking"), capsys) == "vlad game: thinking …\n"


def test_a_short_block_is_not_spoken_of(capsys, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 10)
    assert said_of(case_of("forest", "siege"), capsys, 0) == ""


class Witness(event.Listener):
    """Asks, whenever numba compiles something."""

    def __init__(self):
        self.seen = []

    def on_start(self, event):
        self.seen.append(is_compiling())

    def on_end(self, event):
        pass


def test_compiling_is_noticed():
    with event.install_listener("numba:compile", Witness()) as witness:
        numba.njit(lambda number: number + 1)(1)
    assert witness.seen and all(witness.seen) and not is_compiling()
