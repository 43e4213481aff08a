"""Armies, garrisons and markers in a setup: tables, what can be wrong with them, and the numbers for the rules."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from simlab.chance.plain import plain
from simlab.contract import MANY, Fault, Setup, parameter
from simlab.games.forest.rules.s4_groups import form_groups
from simlab.games.forest.state import ATTACKER, DEFENDER, FIELD, side_row
from simlab.rows import row_of

FIRE_POLICIES = ("even", "joined_first", "surprise_first")
RETREAT_POLICIES = ("never", "below", "outnumbered")
WITHDRAW_POLICIES = ("policy", "never", "always")


class Troops(Setup):
    """The troops of one side and the general who leads them."""

    troops: int = parameter(about="troops of the army; at most the option army_max", item="F-16", low=1)
    rating: int = parameter(about="rating of the general; 6: every group is found", item="F-03", low=1, high=6)
    groups: list[int] | None = parameter(None, about="group sizes in place of the standard split", item="F-17")


class BattleOrders(Setup):
    """What a player has ordered for a battle."""

    fire: Literal[FIRE_POLICIES] = parameter("even", about="how shots are allotted", item="F-47")
    retreat: Literal[RETREAT_POLICIES] = parameter("never", about="when the side leaves", item="F-50")
    retreat_below: int = parameter(
        0, about="for below: leave with fewer troops than this", item="F-50", low=0, high=MANY
    )
    retreat_ratio: float = parameter(2.0, about="for outnumbered: enemy troops to own, above 0", item="F-50", high=MANY)
    withdraw: Literal[WITHDRAW_POLICIES] = parameter(
        "policy", about="leave before battle if all enemies are Lost", item="F-46"
    )


class Army(BattleOrders, Troops):  # in this order its troops are listed first
    """One side of a battle and its player's orders."""


class Defender(Army):
    """The defender; rating 0 means loose troops without a general."""

    rating: int = parameter(about="rating of the general; 0: no general", item="F-51", low=0, high=6)


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


def garrison_faults(
    path: tuple[str, ...], garrison: int, towers: int | None, rules: Mapping[str, Any]
) -> Iterable[Fault]:
    """A garrison fits its castle."""
    if towers is not None and garrison > towers * rules["garrison_per_tower"]:
        limit = towers * rules["garrison_per_tower"]
        yield Fault(path, f"a castle of {towers} towers holds at most {limit} (garrison_per_tower)", "F-12")


def marker_faults(impalements: int, rules: Mapping[str, Any]) -> Iterable[Fault]:
    """No more markers than an area holds."""
    if impalements > rules["impalements_max"]:
        allowed = f"an area holds 0..{rules['impalements_max']} markers (impalements_max)"
        yield Fault(("setup", "impalements"), allowed, "F-34")


def group_sizes(army: Army) -> list[int]:
    """F-17, F-18, F-51 The groups that a side begins the battle with."""
    if army.groups is not None:
        return army.groups
    side = side_row(0, [], army.troops)
    plain(form_groups)(side, army.troops, max(army.rating, 1))
    return side.troops[: side.groups].tolist()


def orders(rating: int, wanted: BattleOrders) -> tuple:
    """A side's orders as numbers, in the order of state.ORDERS."""
    choices = (FIRE_POLICIES.index(wanted.fire), RETREAT_POLICIES.index(wanted.retreat), wanted.retreat_below)
    return rating, *choices, *in_whole_numbers(wanted.retreat_ratio), WITHDRAW_POLICIES.index(wanted.withdraw)


def in_whole_numbers(ratio: float) -> tuple[int, int]:
    """F-50 A ratio as the fraction that was written, over and under: 11 against 10 at 1.1 is no matter of rounding."""
    fraction = Fraction(str(ratio)).limit_denominator(MANY)
    return fraction.numerator, fraction.denominator


def two_sides(
    attacker: Army, defender: Army, can_retreat: bool, stop_after: int
) -> tuple[np.record, np.record, np.record]:
    """The field row and both sides' rows at the start of a battle."""
    most = max(attacker.troops, defender.troops)
    field = row_of(
        FIELD, (orders(attacker.rating, attacker), orders(defender.rating, defender), can_retreat, stop_after)
    )
    return field, side_row(ATTACKER, group_sizes(attacker), most), side_row(DEFENDER, group_sizes(defender), most)
