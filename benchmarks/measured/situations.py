"""Every model in the situation in which it is measured: its starter setup, but the battle of twelve for the battle."""

import tomllib
from dataclasses import dataclass
from functools import cached_property
from inspect import signature
from pathlib import Path
from random import Random
from typing import Any

import tomli_w

import simlab
from benchmarks.lockstep_models import LOCKSTEP
from simlab.contract import Case, Model
from simlab.games import GAMES
from tests.second import forest, vampire, vlad

SCENARIOS = Path(__file__).parents[2] / "scenarios"
SECOND = {"forest": forest.MODELS, "vlad": vlad.MODELS, "vampire": vampire.MODELS}
OTHER_SETUPS = {("forest", "battle"): "forest/battle_twelve.toml"}  # that of benchmarks/lockstep.py
#: The outcome column whose mean has to be the same in every way of a model.
COLUMNS = {
    "forest": {
        "battle": "rounds", "storm": "rounds", "siege": "fell", "supply": "left", "morale": "passed",
        "turn_order": "pos_dracula", "assault": "fell", "campaign": "castles_ottoman",
    },
    "vlad": {
        "underworld": "rounds", "hunt": "neutral_left", "duel": "defender_life", "outpost": "hits", "plague": "turns",
        "game": "rounds",
    },
    "vampire": {"combat": "defender_dead", "unmask": "uses", "game": "turns"},
}  # fmt: skip


@dataclass(frozen=True)
class Situation:
    """A model as it is measured."""

    game: str
    name: str

    @property
    def model(self) -> Model:
        """The model itself."""
        return GAMES[self.game].models[self.name]

    @cached_property
    def setup(self) -> dict[str, Any]:
        """The table `[setup]`."""
        other = OTHER_SETUPS.get((self.game, self.name))
        return tomllib.loads((SCENARIOS / other).read_text())["setup"] if other else tomllib.loads(self.model.starter)

    @property
    def scenario(self) -> dict[str, Any]:
        """The content of a scenario file."""
        return {"game": self.game, "model": self.name, "seed": 1462, "setup": self.setup}

    def save(self, folder: Path) -> Path:
        """The scenario as a file of this folder."""
        file = folder / f"{self.game}_{self.name}.toml"
        file.write_text(tomli_w.dumps(self.scenario))
        return file

    @cached_property
    def case(self) -> Case:
        """The case as simlab has it."""
        return simlab.load(self.scenario).cases[0]

    @property
    def place(self) -> int:
        """Where the compared column stands in simlab's rows."""
        return [column.name for column in self.case.columns].index(COLUMNS[self.game][self.name])

    def plain_total(self, trials: int, dice: Random) -> float:
        """The sum of the compared column over so many trials of the second implementation."""
        second = SECOND[self.game][self.name]
        known = len(signature(second.columns).parameters)
        place = list(second.columns(*(self.setup, {})[:known])).index(COLUMNS[self.game][self.name])
        policies = [{"policy": name} for name in self.model.policies.values()]
        if self.game != "vlad":
            policies = {seat: {"name": name} for seat, name in self.model.policies.items()}
        played = {"policies": policies} if policies else {}
        rows = (second.simulate(self.setup, {}, dice, **played) for _ in range(trials))
        return sum(float(list(row.values() if isinstance(row, dict) else row)[place]) for row in rows)

    def lockstep_total(self, trials: int, random) -> float:
        """The same in lock-step NumPy."""
        column = LOCKSTEP[self.game][self.name](trials, random)[COLUMNS[self.game][self.name]]
        return float(column.sum())

    @property
    def in_lockstep(self) -> bool:
        """Is there a lock-step version?"""
        return self.name in LOCKSTEP[self.game]


SITUATIONS = [Situation(game.name, model) for game in GAMES.values() for model in game.models]
