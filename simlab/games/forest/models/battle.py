"""Model `battle`: a lone battle in the field (F-43 to F-51)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

import numpy as np

from simlab.chance.compiled import kernel
from simlab.chance.plain import plain
from simlab.chance.streams import trial_stream
from simlab.contract import MANY, Case, Column, Compiled, Fault, Model, Question, Setup, category, flag, parameter
from simlab.games.forest.exact.battle import solve_battle
from simlab.games.forest.narrate import battle_story
from simlab.games.forest.rules.s4_groups import form_groups, strength
from simlab.games.forest.rules.s7_battle import battle
from simlab.games.forest.state import FIELD, side_row
from simlab.rows import row_of

FIRE_POLICIES = ("even", "joined_first", "surprise_first")
RETREAT_POLICIES = ("never", "below", "outnumbered")
WITHDRAW_POLICIES = ("policy", "never", "always")
OPTIONS = ("hit_min", "initial_search", "withdraw_window", "excess_hits", "group_order", "surprise_fire")
WINNERS = ("attacker", "defender", "none", "open")


class Army(Setup):
    """One side of a battle and its player's orders."""

    troops: int = parameter(about="troops of the army; at most the option army_max", item="F-16", low=1)
    rating: int = parameter(about="rating of the general; 6: every group is found", item="F-03", low=1, high=6)
    groups: list[int] | None = parameter(None, about="group sizes in place of the standard split", item="F-17")
    fire: Literal[FIRE_POLICIES] = parameter("even", about="how shots are allotted", item="F-47")
    retreat: Literal[RETREAT_POLICIES] = parameter("never", about="when the side leaves", item="F-50")
    retreat_below: int = parameter(
        0, about="for below: leave with fewer troops than this", item="F-50", low=0, high=MANY
    )
    retreat_ratio: float = parameter(2.0, about="for outnumbered: enemy troops to own, above 0", item="F-50", high=MANY)
    withdraw: Literal[WITHDRAW_POLICIES] = parameter(
        "policy", about="leave before battle if all enemies are Lost", item="F-46"
    )


class Defender(Army):
    """The defender; rating 0 means loose troops without a general."""

    rating: int = parameter(about="rating of the general; 0: no general", item="F-51", low=0, high=6)


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


def army_faults(name: str, army: Army, army_max: int) -> Iterable[Fault]:
    """Faults of one side's table."""
    if army.troops > army_max:
        yield Fault(("setup", name, "troops"), f"at most {army_max} troops in an army (army_max)", "F-16")
    if army.retreat_ratio <= 0:
        yield Fault(("setup", name, "retreat_ratio"), "must be above 0", "F-50")
    if army.groups is None:
        return
    if army.rating == 0:
        yield Fault(("setup", name, "groups"), "troops without a general (rating 0) are always groups of 1", "F-51")
        return
    for place, size in enumerate(army.groups):
        if not 1 <= size <= army.rating:
            yield Fault(
                ("setup", name, "groups", place), f"a group has 1..{army.rating} troops, the general's rating", "F-17"
            )
    if sum(army.groups) != army.troops:
        yield Fault(
            ("setup", name, "groups"), f"sizes add up to {sum(army.groups)}, the army has {army.troops}", "F-17"
        )


def group_sizes(army: Army) -> list[int]:
    """F-17, F-18, F-51 The groups that a side begins the battle with."""
    if army.groups is not None:
        return army.groups
    side = side_row(0, [], army.troops)
    plain(form_groups)(side, army.troops, max(army.rating, 1))
    return side.troops[: side.groups].tolist()


def orders(army: Army) -> tuple:
    """A side's orders as numbers, in the order of state.ORDERS."""
    ratio = Fraction(str(army.retreat_ratio)).limit_denominator(MANY)
    choices = (FIRE_POLICIES.index(army.fire), RETREAT_POLICIES.index(army.retreat), army.retreat_below)
    return army.rating, *choices, ratio.numerator, ratio.denominator, WITHDRAW_POLICIES.index(army.withdraw)


def battlefield(setup: BattleSetup) -> tuple[np.record, np.record, np.record]:
    """The field row and both sides' rows at the start of the battle."""
    values = (orders(setup.attacker), orders(setup.defender), setup.can_retreat, setup.stop_after)
    most = max(setup.attacker.troops, setup.defender.troops)
    attacker, defender = (
        side_row(who, group_sizes(army), most) for who, army in enumerate((setup.attacker, setup.defender))
    )
    return row_of(FIELD, values), attacker, defender


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
