"""Model `siege`: end-of-turn rolls of one siege, with supply (F-57, F-59, F-62, F-68)."""

from collections.abc import Iterable

from simlab.chance.compiled import kernel, rule
from simlab.chance.streams import trial_stream
from simlab.chance.witness import tell
from simlab.contract import MANY, Case, Column, Compiled, Fault, Model, Question, Setup, flag, parameter
from simlab.games.forest import story
from simlab.games.forest.exact.siege import solve_siege
from simlab.games.forest.narrate import siege_story
from simlab.games.forest.rules.s8_siege import can_besiege, siege_roll, starve, starved_out
from simlab.games.forest.state import BESIEGERS, GARRISON

OPTIONS = ("siege_margin", "siege_first_count", "starve_max")


class SiegeSetup(Setup):
    """Setup of `siege`."""

    besiegers: int = parameter(about="field troops of the besieger", item="F-57", low=1, high=MANY)
    defenders: int = parameter(about="troops of the garrison", item="F-57", low=1, high=MANY)
    turns: int = parameter(about="end-of-turn rolls still to come", item="F-59", low=1, high=10_000)
    turns_already: int = parameter(0, about="rolls made before", item="F-59", low=0, high=MANY)
    supplied: bool = parameter(True, about="are the besiegers in supply", item="F-61")
    garrison_supplied: bool = parameter(True, about="is the garrison in supply", item="F-61")
    reroll_tokens: int = parameter(0, about="re-rolls of failed siege rolls", item="F-68", low=0, high=10_000)


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of a siege."""
    setup = case.setup
    return (
        flag("fell", "the castle fell"),
        Column("turn", "turn in which it fell, 0 if it did not", 0, setup.turns),
        flag("lifted", "the siege was lifted, or could not be laid"),
        Column("besiegers_left", "living besiegers", 0, setup.besiegers),
        Column("defenders_left", "living troops of the garrison", 0, setup.defenders),
    )


def no_faults(case: Case) -> Iterable[Fault]:
    """Every field of this setup stands by itself."""
    return ()


@rule
def lay_siege(besiegers, defenders, turns, already, tokens, supplied, garrison_supplied, rules, stream):
    """F-59, F-62 The ends of up to `turns` turns; returns (fell, turn, lifted, besiegers, defenders)."""
    fell = lifted = False
    turn = 0
    while turn < turns and not fell and not lifted:
        turn += 1
        tell(story.TURN_BEGINS, turn)
        lifted = not can_besiege(besiegers, defenders, rules)
        if lifted:
            tell(story.SIEGE_LIFTED, besiegers, defenders)
        else:
            count = already + rules.siege_first_count + turn - 1
            fell, tokens = siege_roll(count, tokens, stream, turn)
            if fell:
                defenders = 0
        if not supplied:
            besiegers = starve(BESIEGERS, besiegers, rules, stream, turn)
        if not garrison_supplied and not fell:
            defenders = starve(GARRISON, defenders, rules, stream, turn)
            fell = not lifted and starved_out(besiegers, defenders)
        if fell:
            tell(story.CASTLE_FELL, turn)
    return fell, turn if fell else 0, lifted, besiegers, defenders


@kernel
def siege_trials(
    besiegers, defenders, turns, already, tokens, supplied, garrison_supplied, rules, generator, seed, first, out
):
    """Trials first, first + 1, ... of a lone siege: one row of `out` each."""
    for i in range(out.shape[0]):
        stream = trial_stream(generator, seed, first + i)
        fell, turn, lifted, besiegers_left, defenders_left = lay_siege(
            besiegers, defenders, turns, already, tokens, supplied, garrison_supplied, rules, stream
        )
        out[i, 0] = fell
        out[i, 1] = turn
        out[i, 2] = lifted
        out[i, 3] = besiegers_left
        out[i, 4] = defenders_left


def compile_siege(case: Case) -> Compiled:
    """The trial loop and its numbers."""
    setup = case.setup
    troops = (setup.besiegers, setup.defenders, setup.turns, setup.turns_already, setup.reroll_tokens)
    return Compiled(siege_trials, (*troops, setup.supplied, setup.garrison_supplied, case.numbers(*OPTIONS)))


def solve(case: Case, budget):
    """Exact distribution of a siege."""
    return solve_siege(case, case.numbers(*OPTIONS), budget)


SIEGE = Model(
    name="siege",
    about="one siege: the rolls at the ends of turns, with troops in or out of supply",
    setup=SiegeSetup,
    options=OPTIONS,
    columns=columns,
    questions=(
        Question("falls", "event", "fell"),
        Question("when it falls", "curve", "turn", "fell"),
        Question("lifted", "event", "lifted"),
        Question("besiegers left", "value", "besiegers_left"),
    ),
    faults=no_faults,
    compile=compile_siege,
    narrate=siege_story,
    exact=solve,
    starter="besiegers = 12\ndefenders = 4\nturns = 4\nsupplied = true\n",
)
