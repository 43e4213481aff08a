"""The toy game in the list of games, a scenario of it, and commands run in this process."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.games import GAMES
from tests.toy.coin_race import GAME, HEAD_MIN, RACE
from tests.toy.scenario import BEGINNING

SCENARIO = (
    BEGINNING
    + """[[question]]
name = "tosses"
value = "tosses"

[[question]]
name = "who wins"
curve = "winner"

[[question]]
name = "tosses when both win"
curve = "tosses"
given = 'winner == "both"'
"""
)


class Toy(SimpleNamespace):
    """A folder with a toy scenario and its baseline; `rules` changes the game, `says` runs simlab."""

    def __init__(self, folder, monkeypatch):
        super().__init__(folder=folder, monkeypatch=monkeypatch, file=folder / "race.toml", kept=folder / "kept")
        self.file.write_text(SCENARIO)
        self.rules()

    @property
    def path(self):
        """The baseline file."""
        return self.kept / "coins.race.json"

    def rules(self, head_min=HEAD_MIN.value, **of_model):
        """The game with another default of its option, and other fields of its model."""
        options = {"head_min": replace(HEAD_MIN, value=head_min)}
        game = replace(GAME, options=options, models={"race": replace(RACE, **of_model)})
        self.monkeypatch.setitem(GAMES, GAME.name, game)

    def says(self, *words, code=0):
        """Standard output and standard error of a command on this folder's baselines."""
        where = [] if "--targets-only" in words else ["--baseline", self.kept]
        done = CliRunner().invoke(main, [str(word) for word in (*words, *where)])
        assert done.exit_code == code, f"{done.exit_code}: {done.output} {done.exception!r}"
        return done.stdout, done.stderr

    def record(self, trials=40_000):
        """Record the baseline."""
        return self.says("baseline", self.file, "--trials", trials)[0]


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """A folder with a toy scenario."""
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    return Toy(tmp_path, monkeypatch)


@pytest.fixture
def recorded(toy):
    """The same with its baseline."""
    toy.record()
    return toy
