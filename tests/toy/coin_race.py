"""A toy game: two runners toss coins, a head is a step, the first to take all steps wins. A new game needs no more."""

from collections import defaultdict

from simlab.chance.compiled import kernel, rule
from simlab.chance.dice import FACES, chance_that
from simlab.chance.streams import at, die, trial_stream
from simlab.chance.witness import tell
from simlab.contract import Column, Compiled, Game, Model, Question, Setup, category, parameter
from simlab.options import Option
from simlab.solvers.spread import NEGLIGIBLE, spread
from simlab.telling import teller

TOSSED, TOSS = 0, 1  # what is told; the phase of a toss


class RaceSetup(Setup):
    """Setup of `race`."""

    steps: int = parameter(about="steps to the goal", item="C-01", low=1, high=100)


@rule
def is_head(roll, rules):
    """C-02 A toss is a head with `head_min` or more of a die."""
    return roll >= rules.head_min


@rule
def race(steps, rules, stream):
    """C-01 Both toss at the same time until one is there; returns the steps of both and the tosses."""
    one = two = tosses = 0
    while one < steps and two < steps:
        event = at(stream, TOSS, tosses, 0)
        one += is_head(die(event, 0, FACES), rules)
        two += is_head(die(event, 1, FACES), rules)
        tosses += 1
        tell(TOSSED, tosses, one, two)
    return one, two, tosses


@kernel
def race_trials(steps, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of a race: one row of `out` each."""
    for i in range(out.shape[0]):
        one, two, tosses = race(steps, rules, trial_stream(rng, seed, first + i))
        row = out[i]
        row.winner = 2 if one == two else int(two > one)
        row.tosses = tosses


def solve(case, budget):
    """Exact outcomes: mass over the steps of both."""
    steps, head = case.setup.steps, chance_that(is_head, case.rules_row("head_min"))
    coin, mass, ended, tosses = ((1, head), (0, 1 - head)), {(0, 0): 1.0}, defaultdict(float), 0
    while sum(mass.values()) > NEGLIGIBLE:
        budget.spend(10 * len(mass))
        mass = spread(mass, lambda s: [((s[0] + a, s[1] + b), p * q) for a, p in coin for b, q in coin])
        tosses += 1
        for one, two in [state for state in mass if max(state) == steps]:
            ended[2 if one == two else int(two > one), tosses] += mass.pop((one, two))
    return case.outcomes(ended, ("winner", "tosses"), lost=sum(mass.values()))


HEAD_MIN = Option("head_min", 4, "C-02", "rulebook", "a toss is a head with so much or more", low=2, high=6)
RACE = Model(
    name="race",
    about="one race of two runners",
    setup=RaceSetup,
    options=("head_min",),
    columns=lambda case: (
        category("winner", "who wins", ("one", "two", "both")),
        Column("tosses", "tosses", 1),
    ),
    questions=(Question("one wins", "event", 'winner == "one"'), Question("tosses", "value", "tosses")),
    compile=lambda case: Compiled(race_trials, (case.setup.steps, case.rules_row("head_min"))),
    narrate=lambda case: teller({TOSSED: lambda n, one, two: f"Toss {n}: one has {one} of the steps, two has {two}."}),
    exact=solve,
    starter="steps = 3\n",
)
GAME = Game("coins", "Coin Race", {"head_min": HEAD_MIN}, {"race": RACE})
