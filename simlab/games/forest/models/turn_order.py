"""Model `turn_order`: who acts when in one turn (F-20 to F-24)."""

import re
from collections.abc import Iterable

from simlab.chance.compiled import kernel
from simlab.chance.streams import trial_stream
from simlab.contract import Case, Column, Compiled, Fault, Model, Question, Setup, category, parameter
from simlab.games.forest.chits import MOST_GENERALS, General, cup_row, plans_row
from simlab.games.forest.exact.turn_order import solve_turn_order
from simlab.games.forest.narrate import turn_order_story
from simlab.games.forest.rules.s5_turn_order import fill_cup, next_to_act

OPTIONS = ("held_chit", "jump_rating")


class TurnOrderSetup(Setup):
    """Setup of `turn_order`."""

    generals: list[General] = parameter(about="tables, in the order of jump attempts", item="F-23")


def column_name(general: General) -> str:
    """The column of a general's position; what a question cannot write becomes an underscore."""
    return "pos_" + re.sub(r"\W", "_", general.name)


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of a turn order."""
    setup = case.setup
    names = [general.name for general in setup.generals]
    positions = [
        Column(column_name(general), f"when {general.name} acts, 1 = first", 1, len(names), block="positions")
        for general in setup.generals
    ]
    return (*positions, category("first", "who acts first", names), category("last", "who acts last", names))


def faults(case: Case) -> Iterable[Fault]:
    """Names are unique and known."""
    setup = case.setup
    names = [general.name for general in setup.generals]
    written = [column_name(general) for general in setup.generals]
    if not 1 <= len(names) <= MOST_GENERALS:
        yield Fault(("setup", "generals"), f"1..{MOST_GENERALS} generals", "F-20")
    for place, general in enumerate(setup.generals):
        if not general.name.strip():
            yield Fault(("setup", "generals", place, "name"), "a name has at least one letter", "F-03")
        elif column_name(general) in written[:place]:
            yield Fault(
                ("setup", "generals", place, "name"), f"{general.name} is there already, or has the same column", "F-03"
            )
        for wish, other in enumerate(general.jump if isinstance(general.jump, list) else []):
            if other not in names:
                yield Fault(
                    ("setup", "generals", place, "jump", wish), f"no such general; there are {', '.join(names)}", "F-23"
                )


@kernel
def turn_order_trials(cup, plans, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of one turn's order: one row of `out` each."""
    for i in range(out.shape[0]):
        stream = trial_stream(rng, seed, first + i)
        fill_cup(cup)
        row, general = out[i], -1
        while cup.acted < cup.chits:
            general = next_to_act(cup, plans, rules, stream)
            row.positions[general] = cup.acted
            if cup.acted == 1:
                row.first = general
        row.last = general


def compile_turn_order(case: Case) -> Compiled:
    """The trial loop and its rows."""
    generals = case.setup.generals
    return Compiled(turn_order_trials, (cup_row(len(generals)), plans_row(generals), case.rules_row(*OPTIONS)))


def solve(case: Case, budget):
    """Exact distribution of the order."""
    generals = case.setup.generals
    return solve_turn_order(case, cup_row(len(generals)), plans_row(generals), case.rules_row(*OPTIONS), budget)


TURN_ORDER = Model(
    name="turn_order",
    about="the order in which generals act in one turn, with delays and jumps",
    setup=TurnOrderSetup,
    options=OPTIONS,
    columns=columns,
    questions=(Question("who acts first", "curve", "first"), Question("who acts last", "curve", "last")),
    faults=faults,
    compile=compile_turn_order,
    narrate=turn_order_story,
    exact=solve,
    fixed_columns=False,
    starter='generals = [\n    {name = "dracula", rating = 4, side = "christian", jump = "enemy"},\n'
    '    {name = "sultan", rating = 2},\n    {name = "mahmud", rating = 2},\n]\n',
)
