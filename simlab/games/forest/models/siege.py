"""Model `siege`: end-of-turn rolls of one siege, with supply (F-57, F-59, F-62, F-68)."""

import numpy as np

from simlab.chance.compiled import kernel, rule
from simlab.chance.streams import trial_stream
from simlab.chance.witness import tell
from simlab.contract import MANY, Case, Column, Compiled, Model, Question, Setup, flag, parameter
from simlab.games.forest import story
from simlab.games.forest.exact.siege import solve_siege
from simlab.games.forest.narrate import siege_story
from simlab.games.forest.rules.s8_siege import end_of_siege_turn, turns_besieged
from simlab.games.forest.state import SIEGE_ROW
from simlab.rows import row_of

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


@rule
def lay_siege(siege, rules, stream):
    """F-59, F-62 The ends of the turns to come, until the siege is over.

    Returns (turn, besieged, fell, besiegers, defenders).
    """
    turn, besieged, fell, tokens = 0, True, False, siege.reroll_tokens
    besiegers, defenders = siege.besiegers, siege.defenders
    while turn < siege.turns and besieged and not fell:
        turn += 1
        tell(story.TURN_BEGINS, turn)
        count = turns_besieged(siege.turns_already, turn, rules)
        besieged, fell, besiegers, defenders, tokens = end_of_siege_turn(
            besiegers, defenders, count, tokens, siege, rules, stream, turn
        )
        if fell:
            tell(story.CASTLE_FELL, turn)
    return turn, besieged, fell, besiegers, defenders


@kernel
def siege_trials(siege, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of a lone siege: one row of `out` each."""
    for i in range(out.shape[0]):
        turn, besieged, fell, besiegers, defenders = lay_siege(siege, rules, trial_stream(rng, seed, first + i))
        row = out[i]
        row.fell = fell
        row.turn = turn if fell else 0
        row.lifted = not besieged
        row.besiegers_left = besiegers
        row.defenders_left = defenders


def siege_row(setup: SiegeSetup) -> np.record:
    """The setup as a row of numbers."""
    troops = setup.besiegers, setup.defenders, setup.turns, setup.turns_already
    return row_of(SIEGE_ROW, (*troops, setup.supplied, setup.garrison_supplied, setup.reroll_tokens))


def compile_siege(case: Case) -> Compiled:
    """The trial loop and the rows that it works on."""
    return Compiled(siege_trials, (siege_row(case.setup), case.rules_row(*OPTIONS)))


def solve(case: Case, budget):
    """Exact distribution of a siege."""
    return solve_siege(case, case.rules_row(*OPTIONS), budget)


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
    compile=compile_siege,
    narrate=siege_story,
    exact=solve,
    starter="besiegers = 12\ndefenders = 4\nturns = 4\nsupplied = true\n",
)
