"""Model `outpost`: one unit in the range of an outpost (V-20)."""

from simlab.chance.compiled import kernel, rule
from simlab.chance.dice import happens
from simlab.chance.streams import at, trial_stream
from simlab.chance.witness import tell
from simlab.contract import MANY, Case, Column, Compiled, Model, Question, Setup, flag, parameter
from simlab.games.vlad import story
from simlab.games.vlad.exact.outpost import solve_outpost
from simlab.games.vlad.narrate import outpost_story
from simlab.games.vlad.rules.s5_outpost import outpost_hit
from simlab.games.vlad.setups import UnitName, one_life_fault, start_life
from simlab.games.vlad.state import LEAVE

OPTIONS = ("outpost_damage",)


class OutpostSetup(Setup):
    """Setup of `outpost`."""

    unit: UnitName = parameter("archer", about="the unit in danger", item="V-20")
    life: int | None = parameter(None, about="its life; full if left out", item="V-14", low=1)
    inside: int = parameter(0, about="units in the outpost", item="V-20", low=0, high=3)
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


@rule
def under_fire(life, inside, crossings, stays, stay_chance, rules, stream):
    """V-20 Moves through the range, then turns in it; returns (hits, life left)."""
    hits = 0
    while hits < crossings and life > 0:
        life = outpost_hit(life, inside, rules)
        hits += 1
    for turn in range(stays):
        if life == 0:
            break
        if not happens(at(stream, LEAVE, turn, 0), 0, stay_chance):
            tell(story.LEFT_RANGE, turn + 1)
            break
        life = outpost_hit(life, inside, rules)
        hits += 1
    return hits, life


@kernel
def outpost_trials(life, inside, crossings, stays, stay_chance, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of a unit in range: one row of `out` each."""
    for i in range(out.shape[0]):
        stream = trial_stream(rng, seed, first + i)
        hits, left = under_fire(life, inside, crossings, stays, stay_chance, rules, stream)
        row = out[i]
        row.hits = hits
        row.damage = life - left
        row.life_left = left
        row.dead = left == 0


def compile_outpost(case: Case) -> Compiled:
    """The trial loop and its numbers."""
    setup = case.setup
    numbers = (
        start_life(setup.unit, setup.life, case.rules),
        setup.inside,
        setup.crossings,
        setup.stays,
        float(setup.stay_chance),
    )
    return Compiled(outpost_trials, (*numbers, case.rules_row(*OPTIONS)))


def solve(case: Case, budget):
    """Exact distribution of an outpost's hits."""
    return solve_outpost(
        case, start_life(case.setup.unit, case.setup.life, case.rules), case.rules_row(*OPTIONS), budget
    )


OUTPOST = Model(
    name="outpost",
    about="one unit that passes or stays in the range of an outpost",
    setup=OutpostSetup,
    options=("unit_life", *OPTIONS),
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
