"""Model `supply`: troops that stay out of supply for some turns (F-62)."""

from simlab.chance.compiled import kernel
from simlab.chance.streams import trial_stream
from simlab.contract import MANY, Case, Column, Compiled, Model, Question, Setup, parameter
from simlab.games.forest.exact.supply import solve_supply
from simlab.games.forest.narrate import siege_story
from simlab.games.forest.rules.s8_siege import starve
from simlab.games.forest.state import TROOPS

OPTIONS = ("starve_max",)


class SupplySetup(Setup):
    """Setup of `supply`."""

    troops: int = parameter(about="troops out of supply", item="F-62", low=0, high=MANY)
    turns: int = parameter(about="turns out of supply", item="F-62", low=0, high=10_000)


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of supply."""
    setup = case.setup
    return (
        Column("left", "troops that live", 0, setup.troops),
        Column("lost", "troops that starved", 0, setup.troops),
    )


@kernel
def supply_trials(troops, turns, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of troops out of supply: one row of `out` each."""
    for i in range(out.shape[0]):
        stream = trial_stream(rng, seed, first + i)
        left = troops
        for turn in range(1, turns + 1):
            left = starve(TROOPS, left, rules, stream, turn)
        row = out[i]
        row.left = left
        row.lost = troops - left


def compile_supply(case: Case) -> Compiled:
    """The trial loop and its numbers."""
    return Compiled(supply_trials, (case.setup.troops, case.setup.turns, case.rules_row(*OPTIONS)))


def solve(case: Case, budget):
    """Exact distribution of the troops left."""
    return solve_supply(case, case.rules_row(*OPTIONS), budget)


SUPPLY = Model(
    name="supply",
    about="troops that stay out of supply for some turns",
    setup=SupplySetup,
    options=OPTIONS,
    columns=columns,
    questions=(
        Question("troops left", "value", "left"),
        Question("all gone", "event", "left == 0"),
        Question("how many are left", "curve", "left"),
    ),
    compile=compile_supply,
    narrate=siege_story,
    exact=solve,
    starter="troops = 12\nturns = 2\n",
)
