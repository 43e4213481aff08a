"""I Am Vlad: Prince of Wallachia."""

import tomllib
from pathlib import Path

from simlab.contract import Game
from simlab.games.vlad.data import VladData
from simlab.games.vlad.models.duel import DUEL
from simlab.games.vlad.models.game import GAME_MODEL
from simlab.games.vlad.models.hunt import HUNT
from simlab.games.vlad.models.outpost import OUTPOST
from simlab.games.vlad.models.plague import PLAGUE
from simlab.games.vlad.models.underworld import UNDERWORLD
from simlab.games.vlad.policies import POLICIES
from simlab.options import read_options

MODELS = (UNDERWORLD, HUNT, DUEL, OUTPOST, PLAGUE, GAME_MODEL)
NUMBERS = tomllib.loads((Path(__file__).parent / "numbers.toml").read_text(encoding="utf-8"))

GAME = Game(
    name="vlad",
    title="I Am Vlad: Prince of Wallachia",
    options=read_options(NUMBERS),
    models={model.name: model for model in MODELS},
    data=VladData,
    policies=POLICIES,
)
