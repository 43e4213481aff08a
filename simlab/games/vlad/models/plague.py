"""Model `plague`: an infected unit on its way to its church (V-44)."""

from typing import Literal

from simlab.chance.compiled import kernel
from simlab.chance.streams import trial_stream
from simlab.contract import Case, Column, Compiled, Model, Question, Setup, flag, parameter
from simlab.games.vlad.exact.plague import solve_plague
from simlab.games.vlad.narrate import plague_story
from simlab.games.vlad.rules.s5_v44_plague import way_to_church
from simlab.games.vlad.setups import UnitName, one_life_fault, start_life
from simlab.games.vlad.state import STEPS

KERNEL_OPTIONS = ("plague_damage", "move_squares")
OPTIONS = ("unit_life", *KERNEL_OPTIONS)
FARTHEST = 10_000


class PlagueSetup(Setup):
    """Setup of `plague`."""

    unit: UnitName = parameter("archer", about="the infected unit", item="V-44")
    life: int | None = parameter(None, about="its life; full if left out", item="V-14", low=1)
    distance: int = parameter(
        about="walking squares to the nearest orange square of its church", item="V-44", low=0, high=FARTHEST
    )
    step: Literal[STEPS] = parameter(
        "full", about="squares walked in a turn: all that the rules allow, or uniform from 1 to these", item="V-50"
    )


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of the plague."""
    setup, rules = case.setup, case.rules
    life = start_life(setup.unit, setup.life, rules)
    return (
        Column("turns", "own turns after the infection until cure or death", 1),
        Column("life_lost", "life lost", 0, life),
        Column("life_left", "life in the end", 0, life),
        flag("cured", "the unit reached its church"),
        flag("dead", "the unit is dead"),
    )


@kernel
def plague_trials(life, distance, step, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of an infected unit: one row of `out` each."""
    for i in range(out.shape[0]):
        turns, left = way_to_church(life, distance, step, rules, trial_stream(rng, seed, first + i))
        row = out[i]
        row.turns = turns
        row.life_lost = life - left
        row.life_left = left
        row.cured = left > 0
        row.dead = left == 0


def compile_plague(case: Case) -> Compiled:
    """The trial loop and its numbers."""
    setup = case.setup
    numbers = (start_life(setup.unit, setup.life, case.rules), setup.distance, STEPS.index(setup.step))
    return Compiled(plague_trials, (*numbers, case.rules_row(*KERNEL_OPTIONS)))


def solve(case: Case, budget):
    """Exact distribution of the plague."""
    life = start_life(case.setup.unit, case.setup.life, case.rules)
    return solve_plague(case, life, case.rules_row(*KERNEL_OPTIONS), budget)


PLAGUE = Model(
    name="plague",
    about="an infected unit on its way to its church",
    setup=PlagueSetup,
    options=OPTIONS,
    columns=columns,
    questions=(
        Question("cured", "event", "cured"),
        Question("life lost", "value", "life_lost"),
        Question("turns until cure or death", "curve", "turns"),
    ),
    faults=one_life_fault,
    compile=compile_plague,
    narrate=plague_story,
    exact=solve,
    starter='unit = "archer"\ndistance = 12\nstep = "uniform"\n',
)
