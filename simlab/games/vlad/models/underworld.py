"""Model `underworld`: from a resurrection token to the return on the map (V-12, V-15, V-16)."""

from simlab.chance.compiled import kernel
from simlab.chance.streams import trial_stream
from simlab.contract import Case, Column, Compiled, Model, Question, parameter
from simlab.games.vlad.exact.underworld import solve_underworld
from simlab.games.vlad.narrate import underworld_story
from simlab.games.vlad.rules.s5_v15_underworld import journey
from simlab.games.vlad.setups import OnDial, dial_faults, dial_of
from simlab.games.vlad.state import DIAL_POSITIONS, FIRST_EXIT, LAST_ROAD_SQUARE

OPTIONS = ("dial", "overshoot", "exit_positions", "exit_match", "return_same_turn")


class UnderworldSetup(OnDial):
    """Setup of `underworld`."""

    start_position: int = parameter(
        0,
        about="square on which the figure stands on turn 0; 0: the token's die places it, 13..16: at an exit",
        item="V-15",
        low=0,
        high=LAST_ROAD_SQUARE,
    )


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of a journey."""
    return (
        Column("exit", "exit square reached", FIRST_EXIT, LAST_ROAD_SQUARE),
        Column("rolls", "dice thrown, the token's die and re-rolled ones included"),
        Column("rounds", "own turns from turn 0 to the turn of return"),
        Column("waited", "own turns from reaching the exit to the return", 0, DIAL_POSITIONS),
    )


@kernel
def underworld_trials(square, dial, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of a journey: one row of `out` each."""
    for i in range(out.shape[0]):
        made = journey(square, dial, rules, trial_stream(rng, seed, first + i))
        row = out[i]
        row.exit = made.exit
        row.rolls = made.rolls
        row.rounds = made.returned_on
        row.waited = made.waited


def compile_underworld(case: Case) -> Compiled:
    """The trial loop and its numbers."""
    start = (case.setup.start_position, dial_of(case.setup, case.rules))
    return Compiled(underworld_trials, (*start, case.rules_row(*OPTIONS)))


def solve(case: Case, budget):
    """Exact distribution of a journey."""
    return solve_underworld(case, dial_of(case.setup, case.rules), case.rules_row(*OPTIONS), budget)


UNDERWORLD = Model(
    name="underworld",
    about="the journey of a dead knight or archer back to the map",
    setup=UnderworldSetup,
    options=OPTIONS,
    columns=columns,
    questions=(
        Question("own turns until the return", "value", "rounds"),
        Question("when it returns", "curve", "rounds"),
        Question("exit", "curve", "exit"),
        Question("back within 4 own turns", "event", "rounds <= 4"),
    ),
    faults=dial_faults,
    compile=compile_underworld,
    narrate=underworld_story,
    exact=solve,
    starter="dial = 1\n",
)
