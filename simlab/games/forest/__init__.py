"""Forest of the Impaled: Vlad Dracula's Final Stand."""

import tomllib
from pathlib import Path

from simlab.contract import Game
from simlab.games.forest.data import ForestData
from simlab.games.forest.models.assault import ASSAULT
from simlab.games.forest.models.battle import BATTLE
from simlab.games.forest.models.campaign import CAMPAIGN
from simlab.games.forest.models.morale import MORALE
from simlab.games.forest.models.siege import SIEGE
from simlab.games.forest.models.storm import STORM
from simlab.games.forest.models.supply import SUPPLY
from simlab.games.forest.models.turn_order import TURN_ORDER
from simlab.games.forest.policies import POLICIES
from simlab.options import read_options

MODELS = (BATTLE, STORM, SIEGE, SUPPLY, MORALE, TURN_ORDER, ASSAULT, CAMPAIGN)
NUMBERS = tomllib.loads((Path(__file__).parent / "numbers.toml").read_text(encoding="utf-8"))

GAME = Game(
    name="forest",
    title="Forest of the Impaled: Vlad Dracula's Final Stand",
    options=read_options(NUMBERS),
    models={model.name: model for model in MODELS},
    data=ForestData,
    policies=POLICIES,
)
