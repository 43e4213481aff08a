"""A toy model on Forest's map: every castle falls in a turn that a die shows, or with a high roll not at all."""

from typing import Literal

from simlab.chance.compiled import kernel
from simlab.chance.dice import FACES
from simlab.chance.streams import at, die, trial_stream
from simlab.contract import Column, Compiled, Game, Model, Question, Setup, parameter
from simlab.games import forest
from simlab.games.forest.data import ForestData
from simlab.games.forest.map_faults import map_faults
from simlab.games.forest.picture import campaign_picture
from simlab.games.forest.start_faults import start_faults
from simlab.telling import teller

TURNS = 4


class DiceSetup(Setup):
    """Setup of `dice`."""

    radu: Literal["muslim", "loyal"] = parameter("muslim", about="the variant", item="F-01")


@kernel
def dice_trials(castles, turns, rng, seed, first, out):
    """One row of `out` a trial."""
    for i in range(out.shape[0]):
        event = at(trial_stream(rng, seed, first + i), 0, 0, 0)
        for castle in range(castles):
            roll = die(event, castle, FACES)
            out[i].fell[castle] = roll if roll <= turns else 0


def castles(case):
    """The ids of the castles."""
    return [area.id for area in case.data.map.areas if area.castle]


DICE = Model(
    name="dice",
    about="castles that fall by a die",
    setup=DiceSetup,
    options=(),
    columns=lambda case: tuple(Column(f"fell_{name}", name, 0, TURNS, block="fell") for name in castles(case)),
    questions=(Question("Targoviste falls", "event", "fell_targoviste > 0"),),
    compile=lambda case: Compiled(dice_trials, (len(castles(case)), TURNS)),
    narrate=lambda case: teller({}),
    faults=lambda case: (*map_faults(case.data.map), *start_faults(case)),
    starter="",
    fixed_columns=False,
    data=("map", "start"),
    picture=campaign_picture,
)
GAME = Game("forest", "Castles", forest.GAME.options, {"dice": DICE, **forest.GAME.models}, data=ForestData)
