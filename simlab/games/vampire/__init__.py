"""Vampire Empire."""

import tomllib
from pathlib import Path

from simlab.contract import Game
from simlab.games.vampire.data import VampireData
from simlab.games.vampire.models.combat import COMBAT
from simlab.games.vampire.models.game import GAME_MODEL
from simlab.games.vampire.models.unmask import UNMASK
from simlab.games.vampire.policies import POLICIES
from simlab.options import read_options

MODELS = (COMBAT, UNMASK, GAME_MODEL)
NUMBERS = tomllib.loads((Path(__file__).parent / "numbers.toml").read_text(encoding="utf-8"))

GAME = Game(
    name="vampire",
    title="Vampire Empire",
    options=read_options(NUMBERS),
    models={model.name: model for model in MODELS},
    data=VampireData,
    policies=POLICIES,
)
