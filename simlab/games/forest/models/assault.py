"""Model `assault`: the chained question (F-37, F-43 to F-62): stakes, field army, castle, with some turns left."""

from collections.abc import Iterable
from typing import Literal

import numpy as np

from simlab.chance.compiled import kernel
from simlab.chance.streams import trial_stream
from simlab.contract import MANY, Case, Column, Compiled, Fault, Model, Question, Setup, category, flag, parameter
from simlab.games.forest.armies import (
    Army,
    Defender,
    army_faults,
    garrison_faults,
    group_sizes,
    in_whole_numbers,
    marker_faults,
    two_sides,
)
from simlab.games.forest.exact.assault import solve_assault
from simlab.games.forest.models.battle import OPTIONS as OF_BATTLE
from simlab.games.forest.models.morale import OPTIONS as OF_MORALE
from simlab.games.forest.models.siege import OPTIONS as OF_SIEGE
from simlab.games.forest.narrate_assault import assault_story
from simlab.games.forest.rules.s4_groups import strength
from simlab.games.forest.rules.s11_assault import clear_the_field, march_in, turns_before_castle
from simlab.games.forest.state import ASSAULT as ASSAULT_ROW
from simlab.games.forest.state import NOT_TAKEN
from simlab.rows import row_of

# Not in the order of another model's: numba would take a row that begins like another for a kind of it, and say so.
OPTIONS = ("storm_pairing", *OF_MORALE, *OF_BATTLE, *OF_SIEGE)
CHECKED_ONLY = ("army_max", "impalements_max", "garrison_per_tower")
PLANS = ("storm", "siege", "storm_if", "siege_then_storm")
METHODS = ("storm", "siege", "empty", "none")
FIELD_WINNERS = ("attacker", "defender", "none", "no_battle")


class FieldArmy(Defender):
    """The army outside the castle; no troops: there is none."""

    troops: int = parameter(0, about="troops outside the castle; 0: none", item="F-54", low=0)
    rating: int = parameter(0, about="rating of the general; 0: no general", item="F-51", low=0, high=6)


class Castle(Setup):
    """The castle and who is in it."""

    garrison: int = parameter(0, about="troops of the garrison", item="F-55", low=0, high=MANY)
    towers: int | None = parameter(
        None, about="towers of the castle, a check on the garrison", item="F-12", low=1, high=MANY
    )


class AssaultSetup(Setup):
    """Setup of `assault`."""

    attacker: Army = parameter(about="the army of the activated general", item="F-40")
    impalements: int = parameter(0, about="markers in the castle's area; at most impalements_max", item="F-34", low=0)
    field: FieldArmy = parameter(FieldArmy(), about="the army outside the castle", item="F-54")
    can_retreat: bool = parameter(True, about="has the field army somewhere to go", item="F-52")
    castle: Castle = parameter(Castle(), about="the castle", item="F-55")
    plan: Literal[PLANS] = parameter("storm_if", about="when the attacker storms", item="F-55")
    storm_ratio: float = parameter(
        2.0, about="for storm_if: attackers to garrison, this or more", item="F-55", low=0, high=MANY
    )
    storm_withdraw_below: int = parameter(
        0, about="no storm, and storms broken off, with fewer attackers", item="F-56", low=0, high=MANY
    )
    turns: int = parameter(4, about="turns left, this one included", item="F-59", low=1, high=10_000)
    supplied: bool = parameter(True, about="is the attacker in supply after arrival", item="F-61")


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of an assault."""
    setup = case.setup
    most = setup.attacker.troops
    return (
        flag("fell", "the castle was taken"),
        Column("turn", "turn in which it was taken, 0 if it was not", 0, setup.turns),
        category("method", "how it was taken", METHODS),
        flag("reached", "the attacker came before the castle with the field clear"),
        category("field_winner", "who won the battle outside; a side that left has lost", FIELD_WINNERS),
        Column("sent_back", "troops of groups that broke at the impalements", 0, most),
        Column("attackers_left", "living attackers without those sent back, retreated ones included", 0, most),
        Column("field_left", "living troops of the field army, retreated ones included", 0, setup.field.troops),
        Column("garrison_left", "living troops of the garrison", 0, setup.castle.garrison),
    )


def faults(case: Case) -> Iterable[Fault]:
    """What no single field can see."""
    setup, rules = case.setup, case.rules
    yield from army_faults("attacker", setup.attacker, rules["army_max"])
    yield from marker_faults(setup.impalements, rules)
    yield from army_faults("field", setup.field, rules["army_max"])
    yield from garrison_faults(("setup", "castle", "garrison"), setup.castle.garrison, setup.castle.towers, rules)


@kernel
def assault_trials(groups, broken, defenders, attacker, defender, field, assault, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of an assault: one row of `out` each."""
    for i in range(out.shape[0]):
        stream, row = trial_stream(rng, seed, first + i), out[i]
        for g in range(defender.groups):
            defender.troops[g] = defenders[g]
        row.sent_back = march_in(attacker, groups, broken, assault, rules, stream)
        winner = clear_the_field(attacker, defender, field, rules, stream)
        turn, end = turns_before_castle(strength(attacker), winner, assault, rules, stream)
        row.fell = end.method != NOT_TAKEN
        row.turn = turn if row.fell else 0
        row.method = end.method
        row.reached = turn > 0
        row.field_winner = winner
        row.attackers_left = end.attackers
        row.field_left = strength(defender)
        row.garrison_left = end.garrison


def assault_row(setup: AssaultSetup) -> np.record:
    """What awaits the army, and its orders, as a row of numbers."""
    there = setup.impalements, setup.castle.garrison, setup.turns
    plan = PLANS.index(setup.plan), *in_whole_numbers(setup.storm_ratio)
    return row_of(ASSAULT_ROW, (*there, *plan, setup.storm_withdraw_below, 0, setup.supplied, True))


def opponents(setup: AssaultSetup) -> tuple[np.record, np.record, np.record]:
    """The field row and both sides' rows, if all groups of the attacker went on."""
    return two_sides(setup.attacker, setup.field, setup.can_retreat, 0)


def compile_assault(case: Case) -> Compiled:
    """The trial loop and the rows that it works on."""
    field, attacker, defender = opponents(case.setup)
    groups = np.array(group_sizes(case.setup.attacker), np.int64)
    armies = groups, np.zeros_like(groups), defender.troops.copy(), attacker, defender
    return Compiled(assault_trials, (*armies, field, assault_row(case.setup), case.rules_row(*OPTIONS)))


def solve(case: Case, budget):
    """Exact distribution of an assault."""
    return solve_assault(case, opponents(case.setup), assault_row(case.setup), case.rules_row(*OPTIONS), budget)


ASSAULT = Model(
    name="assault",
    about="an army marches through impalements and a field army to a castle, with some turns left",
    setup=AssaultSetup,
    options=(*CHECKED_ONLY, *OPTIONS),
    columns=columns,
    questions=(
        Question("castle falls", "event", "fell"),
        Question("how it is taken", "curve", "method"),
        Question("comes to the castle", "event", "reached"),
        Question("attackers left when it falls", "value", "attackers_left", "fell"),
    ),
    faults=faults,
    compile=compile_assault,
    narrate=assault_story,
    exact=solve,
    starter="attacker.troops = 12\nattacker.rating = 2\nimpalements = 2\nfield.troops = 6\nfield.rating = 4\n"
    "castle.garrison = 4\ncastle.towers = 4\nturns = 2\n",
)
