"""Model `unmask`: how many uses of holy water it takes (E-20, E-65)."""

from collections.abc import Iterable
from typing import Literal

import numpy as np

from simlab.chance.compiled import kernel
from simlab.chance.streams import trial_stream
from simlab.contract import Case, Column, Compiled, Fault, Model, Question, Setup, parameter
from simlab.games.vampire.exact.unmask import solve_unmask
from simlab.games.vampire.narrate import unmask_story
from simlab.games.vampire.rules.s4_unmask import unmask
from simlab.games.vampire.state import UNMASKING
from simlab.rows import row_of

ASKING = ("no_repeat", "repeat")
STOPS = ("revealed", "known")
MOST_UNKNOWN, MOST_USES = 1000, 100_000


class UnmaskSetup(Setup):
    """Setup of `unmask`."""

    unknown: int = parameter(
        7, about="characters that are unknown to the human player", item="E-65", low=1, high=MOST_UNKNOWN
    )
    vampires: int = parameter(3, about="vampires among them", item="E-65", low=1, high=MOST_UNKNOWN)
    find: int = parameter(3, about="stop when so many vampires are found", item="E-65", low=1, high=MOST_UNKNOWN)
    ask: Literal[ASKING] = parameter(
        "no_repeat", about="ask only characters that were not asked before, or any of them", item="E-65"
    )
    stop: Literal[STOPS] = parameter(
        "revealed", about="when find vampires were asked; known: also when all humans were", item="E-65"
    )
    max_uses: int = parameter(1000, about="uses after which it is broken off", item="E-65", low=1, high=MOST_USES)


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of unmasking."""
    setup = case.setup
    return (Column("uses", "uses of holy water; the cap, if it was reached", 0, setup.max_uses),)


def faults(case: Case) -> Iterable[Fault]:
    """E-65, E-67 More to find than there are, or a stop that does not go with what is to be found."""
    setup = case.setup
    if setup.vampires > setup.unknown:
        yield Fault(("setup", "vampires"), f"1..{setup.unknown}, as many as are unknown", "E-65")
    if setup.find > setup.vampires:
        yield Fault(("setup", "find"), f"1..{setup.vampires}, as many as there are vampires", "E-65")
    elif setup.stop == "known" and setup.find < setup.vampires:
        yield Fault(("setup", "stop"), "known goes with find = vampires", "E-67")


@kernel
def unmask_trials(plan, rng, seed, first, out):
    """Trials first, first + 1, ... of unmasking: one row of `out` each."""
    for i in range(out.shape[0]):
        out[i].uses = unmask(plan, trial_stream(rng, seed, first + i))


def plan_row(case: Case) -> np.record:
    """The setup as a row of numbers."""
    setup = case.setup
    values = (setup.unknown, setup.vampires, setup.find, setup.max_uses, setup.ask == "repeat", setup.stop == "known")
    return row_of(UNMASKING, values)


def compile_unmask(case: Case) -> Compiled:
    """The trial loop and its numbers."""
    return Compiled(unmask_trials, (plan_row(case),))


def solve(case: Case, budget):
    """Exact distribution of the uses."""
    return solve_unmask(case, plan_row(case), budget)


UNMASK = Model(
    name="unmask",
    about="how many uses of holy water it takes to find the vampires",
    setup=UnmaskSetup,
    options=(),
    columns=columns,
    questions=(
        Question("uses", "value", "uses"),
        Question("distribution of the uses", "curve", "uses"),
        Question("within five uses", "event", "uses <= 5"),
    ),
    faults=faults,
    compile=compile_unmask,
    narrate=unmask_story,
    exact=solve,
    starter='unknown = 7\nvampires = 3\nfind = 3\nstop = "known"\n',
)
