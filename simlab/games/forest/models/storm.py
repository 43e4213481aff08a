"""Model `storm`: the storm of a castle (F-56)."""

from collections.abc import Iterable

import numpy as np

from simlab.chance.compiled import kernel
from simlab.chance.streams import trial_stream
from simlab.contract import MANY, Case, Column, Compiled, Fault, Model, Question, Setup, category, parameter
from simlab.games.forest.armies import garrison_faults
from simlab.games.forest.exact.storm import solve_storm
from simlab.games.forest.narrate import storm_story
from simlab.games.forest.rules.s8_storm import storm
from simlab.rows import row_of

OPTIONS = ("hit_min", "storm_pairing")


class StormSetup(Setup):
    """Setup of `storm`."""

    attackers: int = parameter(about="troops that storm", item="F-56", low=1, high=MANY)
    defenders: int = parameter(about="troops of the garrison", item="F-56", low=0, high=MANY)
    towers: int | None = parameter(
        None, about="towers of the castle, a check on the garrison", item="F-12", low=1, high=MANY
    )
    attacker_withdraw_below: int = parameter(
        0, about="the attacker leaves with fewer troops", item="F-56", low=0, high=MANY
    )
    defender_withdraw_below: int = parameter(
        0, about="the garrison leaves with fewer troops", item="F-56", low=0, high=MANY
    )


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of a storm."""
    setup = case.setup
    return (
        category("winner", "who holds the castle; the side that leaves has lost", ("attacker", "defender")),
        Column("rounds", "rounds fought; in a duel every pair is one"),
        Column("attackers_left", "living attackers", 0, setup.attackers),
        Column("defenders_left", "living defenders, those that left included", 0, setup.defenders),
        category("withdrawn", "who left the storm", ("attacker", "defender", "none")),
    )


def faults(case: Case) -> Iterable[Fault]:
    """A garrison fits its castle."""
    setup = case.setup
    yield from garrison_faults(("setup", "defenders"), setup.defenders, setup.towers, case.rules)


@kernel
def storm_trials(attackers, defenders, plan, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of a lone storm: one row of `out` each."""
    for i in range(out.shape[0]):
        end = storm(attackers, defenders, plan, rules, trial_stream(rng, seed, first + i))
        row = out[i]
        row.winner = end.winner
        row.rounds = end.rounds
        row.attackers_left = end.attackers
        row.defenders_left = end.defenders
        row.withdrawn = end.withdrawn


def plan_row(setup: StormSetup) -> np.record:
    """When each side leaves, as a row of numbers."""
    names = ("attacker_withdraw_below", "defender_withdraw_below")
    values = tuple(getattr(setup, name) for name in names)
    return row_of(np.dtype([(name, np.int64) for name in names]), values)


def compile_storm(case: Case) -> Compiled:
    """The trial loop and its numbers."""
    setup = case.setup
    return Compiled(storm_trials, (setup.attackers, setup.defenders, plan_row(setup), case.rules_row(*OPTIONS)))


def solve(case: Case, budget):
    """Exact distribution of a storm."""
    return solve_storm(case, plan_row(case.setup), case.rules_row(*OPTIONS), budget)


STORM = Model(
    name="storm",
    about="one storm of a castle, from the first round until a side is gone or leaves",
    setup=StormSetup,
    options=("garrison_per_tower", *OPTIONS),
    columns=columns,
    questions=(
        Question("castle falls", "event", 'winner == "attacker"'),
        Question("attackers left when it falls", "value", "attackers_left", 'winner == "attacker"'),
        Question("rounds", "curve", "rounds"),
    ),
    faults=faults,
    compile=compile_storm,
    narrate=storm_story,
    exact=solve,
    starter="attackers = 8\ndefenders = 3\n",
)
