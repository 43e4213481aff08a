"""Section 7: battle in the field. Here: search and withdrawal (F-43 to F-46, F-50).

Loops over groups avoid branches on dice where they can: the processor cannot foresee them, and they cost more than
the arithmetic (measured: a third of the battle).
"""

from simlab.chance.compiled import rule
from simlab.chance.dice import FACES
from simlab.chance.streams import at, die_if
from simlab.chance.witness import tell
from simlab.games.forest import story
from simlab.games.forest.rules.s4_groups import joined_troops, strength
from simlab.games.forest.state import (
    ALWAYS_WITHDRAW,
    ATTACKER,
    BEFORE_BATTLE,
    BELOW,
    BY_POLICY,
    DEFENDER,
    NEVER,
    NEVER_WITHDRAW,
    NOBODY,
    OUTNUMBERED,
    SEARCH,
)


@rule
def begin_lost(side):
    """F-43 Every group is Lost at the start of a battle."""
    for g in range(side.groups):
        side.joined[g] = 0


@rule
def search_and_withdraw(attacker, defender, field, rules, stream, rnd):
    """F-44.1 One search of both sides and the withdrawal check; who leaves, if anybody."""
    window = window_open(attacker, defender, field, rules)
    search(attacker, field.attacker.rating, stream, rnd)
    search(defender, field.defender.rating, stream, rnd)
    if not window:
        return NOBODY
    joined = joined_troops(attacker), joined_troops(defender)
    leaves = who_withdraws(joined[0], joined[1], strength(attacker), strength(defender), field)
    if leaves != NOBODY:
        tell(story.WITHDREW, leaves)
    return leaves


@rule
def found(roll, rating):
    """F-44.1 A Lost group Joins on a roll of at most its general's rating; without a general (F-51) none does."""
    return roll <= rating


@rule
def search(side, rating, stream, rnd):
    """F-44.1 Every Lost group with troops rolls once."""
    event = at(stream, SEARCH, rnd, side.who)
    for g in range(side.groups):
        lost = (side.troops[g] > 0) & (side.joined[g] == 0) & (rating > 0)
        roll = die_if(lost, event, g, FACES)
        side.joined[g] |= lost & found(roll, rating)
        if lost:
            tell(story.SEARCHED, side.who, g, side.troops[g], roll, side.joined[g])


@rule
def window_open(attacker, defender, field, rules):
    """F-46 May a side withdraw after the search to come? Not once a group of either side has Joined, by default."""
    if never_withdraws(field.attacker) and never_withdraws(field.defender):
        return False
    return window_after(anyone_ever_joined(attacker) or anyone_ever_joined(defender), rules)


@rule
def window_after(ever_joined, rules):
    """F-46 Is there still a withdrawal once groups have Joined, or have not?"""
    return rules.withdraw_window != BEFORE_BATTLE or not ever_joined


@rule
def anyone_ever_joined(side):
    """F-46 Has any group of the side Joined in this battle, fallen ones included?"""
    joined = 0
    for g in range(side.groups):
        joined |= side.joined[g]
    return joined


@rule
def never_withdraws(orders):
    """F-46 True if no state of the battle makes this side withdraw; spares the tests."""
    return orders.withdraw == NEVER_WITHDRAW or (orders.withdraw == BY_POLICY and orders.retreat == NEVER)


@rule
def who_withdraws(attackers_joined, defenders_joined, attackers, defenders, field):
    """F-46 After a search: the defender if all attackers are Lost and he has somewhere to go, else the attacker."""
    if attackers_joined == 0 and field.can_retreat and would_withdraw(field.defender, defenders, attackers):
        return DEFENDER
    if defenders_joined == 0 and would_withdraw(field.attacker, attackers, defenders):
        return ATTACKER
    return NOBODY


@rule
def would_withdraw(orders, own, enemy):
    """F-46 The withdrawal test: the retreat test, or as ordered."""
    if orders.withdraw == BY_POLICY:
        return would_leave(orders, own, enemy)
    return orders.withdraw == ALWAYS_WITHDRAW


@rule
def would_leave(orders, own, enemy):
    """F-50 The retreat test, on the troops of this moment."""
    if orders.retreat == BELOW:
        return own < orders.retreat_below
    if orders.retreat == OUTNUMBERED:
        return enemy * orders.ratio_under >= own * orders.ratio_over
    return False
