"""Model `battle`: a lone battle in the field (F-43 to F-51)."""

from collections.abc import Iterable

import numpy as np

from simlab.chance.compiled import kernel
from simlab.chance.streams import trial_stream
from simlab.contract import MANY, Case, Column, Compiled, Fault, Model, Question, Setup, category, flag, parameter
from simlab.games.forest.armies import Army, Defender, army_faults, two_sides
from simlab.games.forest.exact.battle import solve_battle
from simlab.games.forest.narrate import battle_story
from simlab.games.forest.rules.s4_groups import strength
from simlab.games.forest.rules.s7_battle import battle

OPTIONS = ("hit_min", "initial_search", "withdraw_window", "excess_hits", "group_order", "surprise_fire")
WINNERS = ("attacker", "defender", "none", "open")


class BattleSetup(Setup):
    """Setup of `battle`."""

    attacker: Army = parameter(about="the army of the activated general", item="F-40")
    defender: Defender = parameter(about="the army that is attacked", item="F-40")
    can_retreat: bool = parameter(True, about="has the defender somewhere to go", item="F-52")
    stop_after: int = parameter(
        0, about="rounds after which the battle is broken off; 0: never", item="F-44", low=0, high=MANY
    )


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of a battle."""
    setup = case.setup
    return (
        category("winner", "who holds the field; a side that leaves has lost", WINNERS),
        Column("rounds", "rounds begun"),
        Column("attacker_left", "living attackers, those that left included", 0, setup.attacker.troops),
        Column("defender_left", "living defenders, those that left included", 0, setup.defender.troops),
        flag("attacker_retreated", "the attacker retreated or withdrew"),
        flag("defender_retreated", "the defender retreated, withdrew or was driven off"),
    )


def faults(case: Case) -> Iterable[Fault]:
    """What no single field can see."""
    setup = case.setup
    for name, army in (("attacker", setup.attacker), ("defender", setup.defender)):
        yield from army_faults(name, army, case.rules["army_max"])


def battlefield(setup: BattleSetup) -> tuple[np.record, np.record, np.record]:
    """The field row and both sides' rows at the start of the battle."""
    return two_sides(setup.attacker, setup.defender, setup.can_retreat, setup.stop_after)


@kernel
def battle_trials(attackers, defenders, attacker, defender, field, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of a lone battle: one row of `out` each."""
    for i in range(out.shape[0]):
        for g in range(attacker.groups):
            attacker.troops[g] = attackers[g]
        for g in range(defender.groups):
            defender.troops[g] = defenders[g]
        end = battle(attacker, defender, field, rules, trial_stream(rng, seed, first + i))
        row = out[i]
        row.winner = end.winner
        row.rounds = end.rounds
        row.attacker_left = strength(attacker)
        row.defender_left = strength(defender)
        row.attacker_retreated = end.attacker_left_field
        row.defender_retreated = end.defender_left_field


def compile_battle(case: Case) -> Compiled:
    """The trial loop and the rows that it works on."""
    field, attacker, defender = battlefield(case.setup)
    starts = (attacker.troops.copy(), defender.troops.copy())
    return Compiled(battle_trials, (*starts, attacker, defender, field, case.rules_row(*OPTIONS)))


def solve(case: Case, budget):
    """Exact distribution of a battle."""
    return solve_battle(case, *battlefield(case.setup), case.rules_row(*OPTIONS), budget)


BATTLE = Model(
    name="battle",
    about="one battle in the field between two armies, or against troops without a general",
    setup=BattleSetup,
    options=("army_max", *OPTIONS),
    columns=columns,
    questions=(
        Question("attacker wins", "event", 'winner == "attacker"'),
        Question("defender wins", "event", 'winner == "defender"'),
        Question("attackers left", "value", "attacker_left"),
        Question("defenders left", "value", "defender_left"),
        Question("rounds", "curve", "rounds"),
    ),
    faults=faults,
    compile=compile_battle,
    narrate=battle_story,
    exact=solve,
    starter="attacker.troops = 8\nattacker.rating = 4\ndefender.troops = 5\ndefender.rating = 2\n",
)
