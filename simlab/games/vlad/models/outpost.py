"""Model `outpost`: one unit in the range of an outpost (V-20)."""

import numpy as np

from simlab.chance.compiled import kernel
from simlab.chance.streams import trial_stream
from simlab.contract import MANY, Case, Column, Compiled, Model, Question, Setup, flag, parameter
from simlab.games.vlad.exact.outpost import solve_outpost
from simlab.games.vlad.narrate import outpost_story
from simlab.games.vlad.rules.s5_v20_outpost import under_fire
from simlab.games.vlad.setups import UnitName, one_life_fault, start_life
from simlab.games.vlad.state import UNITS, VISIT
from simlab.rows import row_of

KERNEL_OPTIONS = ("outpost_damage",)
OPTIONS = ("unit_life", *KERNEL_OPTIONS)


class OutpostSetup(Setup):
    """Setup of `outpost`."""

    unit: UnitName = parameter("archer", about="the unit in danger", item="V-20")
    life: int | None = parameter(None, about="its life; full if left out", item="V-14", low=1)
    inside: int = parameter(0, about="units in the outpost", item="V-20", low=0, high=len(UNITS))
    crossings: int = parameter(
        0, about="moves through the range, one hit each, taken first", item="V-20", low=0, high=MANY
    )
    stays: int = parameter(
        0, about="turns of the outpost's owner that may find the unit in range", item="V-20", low=0, high=10_000
    )
    stay_chance: float = parameter(
        1.0, about="chance before each of these turns that it is still there; once gone it stays away", item="V-20",
        low=0, high=1,
    )  # fmt: skip


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of an outpost."""
    setup, rules = case.setup, case.rules
    life = start_life(setup.unit, setup.life, rules)
    return (
        Column("hits", "hits taken, until death", 0, setup.crossings + setup.stays),
        Column("damage", "life lost", 0, life),
        Column("life_left", "life in the end", 0, life),
        flag("dead", "the unit is dead"),
    )


@kernel
def outpost_trials(visit, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of a unit in range: one row of `out` each."""
    for i in range(out.shape[0]):
        hits, left = under_fire(visit, rules, trial_stream(rng, seed, first + i))
        row = out[i]
        row.hits = hits
        row.damage = visit.life - left
        row.life_left = left
        row.dead = left == 0


def visit_row(case: Case) -> np.record:
    """The unit in danger as a row."""
    setup, visit = case.setup, row_of(VISIT)
    visit.life = start_life(setup.unit, setup.life, case.rules)
    visit.inside, visit.crossings = setup.inside, setup.crossings
    visit.stays, visit.stay_chance = setup.stays, setup.stay_chance
    return visit


def compile_outpost(case: Case) -> Compiled:
    """The trial loop and its numbers."""
    return Compiled(outpost_trials, (visit_row(case), case.rules_row(*KERNEL_OPTIONS)))


def solve(case: Case, budget):
    """Exact distribution of an outpost's hits."""
    return solve_outpost(case, visit_row(case), case.rules_row(*KERNEL_OPTIONS), budget)


OUTPOST = Model(
    name="outpost",
    about="one unit that passes or stays in the range of an outpost",
    setup=OutpostSetup,
    options=OPTIONS,
    columns=columns,
    questions=(
        Question("dies", "event", "dead"),
        Question("life lost", "value", "damage"),
        Question("hits", "curve", "hits"),
    ),
    faults=one_life_fault,
    compile=compile_outpost,
    narrate=outpost_story,
    exact=solve,
    starter='unit = "archer"\ninside = 2\ncrossings = 1\nstays = 4\nstay_chance = 0.5\n',
)
