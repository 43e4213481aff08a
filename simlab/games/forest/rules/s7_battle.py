"""Section 7: battle in the field, in the order of the text. Chance (dice) is apart from resolution (what follows).

Loops over groups avoid branches on dice where they can: the processor cannot foresee them, and they cost more than
the arithmetic (measured: a third of the battle).
"""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.chance.dice import FACES
from simlab.chance.streams import at, branch, die, die_if
from simlab.chance.witness import tell
from simlab.games.forest import story
from simlab.games.forest.rules.s4_groups import joined_troops, strength
from simlab.games.forest.state import (
    ALWAYS_WITHDRAW,
    ATTACKER,
    BEFORE_BATTLE,
    BELOW,
    BY_POLICY,
    BY_SIZE,
    DEFENDER,
    FIRE,
    JOINED_FIRST,
    NEVER,
    NEVER_WITHDRAW,
    NO_RETURN_FIRE,
    NOBODY,
    OUTNUMBERED,
    SEARCH,
    SEPARATE,
    SPILL,
    STILL_OPEN,
    SURPRISE,
    SURPRISE_FIRST,
)

EVERY_BYTE = 0x0101010101010101


class BattleEnd(NamedTuple):
    """How a battle ended; the living troops stand in the groups."""

    winner: int
    rounds: int
    attacker_left_field: bool
    defender_left_field: bool


@rule
def begin_lost(side):
    """F-43 Every group is Lost at the start of a battle."""
    for g in range(side.groups):
        side.joined[g] = 0


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
def anyone_ever_joined(side):
    """F-46 Has any group of the side Joined in this battle, fallen ones included?"""
    joined = 0
    for g in range(side.groups):
        joined |= side.joined[g]
    return joined


@rule
def would_leave(orders, own, enemy):
    """F-50 The retreat test, on the troops of this moment."""
    if orders.retreat == BELOW:
        return own < orders.retreat_below
    if orders.retreat == OUTNUMBERED:
        return enemy * orders.ratio_under >= own * orders.ratio_over
    return False


@rule
def would_withdraw(orders, own, enemy):
    """F-46 The withdrawal test: the retreat test, or as ordered."""
    if orders.withdraw == BY_POLICY:
        return would_leave(orders, own, enemy)
    return orders.withdraw == ALWAYS_WITHDRAW


@rule
def never_withdraws(orders):
    """F-46 True if no state of the battle makes this side withdraw; spares the tests."""
    return orders.withdraw == NEVER_WITHDRAW or (orders.withdraw == BY_POLICY and orders.retreat == NEVER)


@rule
def window_open(attacker, defender, field, rules):
    """F-46 May a side withdraw after the search to come? Not once a group of either side has Joined, by default."""
    if never_withdraws(field.attacker) and never_withdraws(field.defender):
        return False
    if rules.withdraw_window == BEFORE_BATTLE:
        return not (anyone_ever_joined(attacker) or anyone_ever_joined(defender))
    return True


@rule
def who_withdraws(attackers_joined, defenders_joined, attackers, defenders, field):
    """F-46 After a search: the defender if all attackers are Lost and he has somewhere to go, else the attacker."""
    if attackers_joined == 0 and field.can_retreat and would_withdraw(field.defender, defenders, attackers):
        return DEFENDER
    if defenders_joined == 0 and would_withdraw(field.attacker, attackers, defenders):
        return ATTACKER
    return NOBODY


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
def troops_by_size(side, of_joined, by_size):
    """F-47 Byte s: the troops of this status in groups of s (all in byte 0 if sizes do not matter)."""
    counts = 0
    for g in range(side.groups):
        counts += (side.troops[g] * (side.joined[g] == of_joined)) << (8 * side.troops[g] * by_size)
    return counts


@rule
def larger_than_each_size(counts, troops):
    """F-47 From troops by size: byte s holds the troops in groups of more than s."""
    return troops * EVERY_BYTE - counts * EVERY_BYTE


@rule
def allot(enemy, shots, fire, rules):
    """F-47 Deal the shots one at a time along the list of enemy troops, starting over at its end.

    Each troop gets shots // listed, and the first shots % listed of the list one more. So of a group's place only the
    troops listed ahead of it matter: those of the status dealt first, then of larger groups, then of lower numbers.
    They are counted a byte a size (groups have at most 6 troops, sides at most 255), which needs no sorting.
    """
    joined = joined_troops(enemy)
    lost = strength(enemy) - joined
    if fire == JOINED_FIRST and joined > 0:
        lost = 0
    if shots == 0 or joined + lost == 0:
        enemy.shots[:] = 0
        return
    times, rest = shots // (joined + lost), shots % (joined + lost)
    by_size = int(rules.group_order == BY_SIZE)
    ahead_joined = larger_than_each_size(troops_by_size(enemy, 1, by_size), joined)
    ahead_lost = larger_than_each_size(troops_by_size(enemy, 0, by_size), lost)
    if fire == SURPRISE_FIRST:
        ahead_joined += lost * EVERY_BYTE
    else:
        ahead_lost += joined * EVERY_BYTE
    for g in range(enemy.groups):
        size = enemy.troops[g] * (enemy.joined[g] | (lost > 0))
        byte = 8 * enemy.troops[g] * by_size
        ahead = ((ahead_joined if enemy.joined[g] else ahead_lost) >> byte) & 255
        ahead_joined += (size * enemy.joined[g]) << byte
        ahead_lost += (size * (1 - enemy.joined[g])) << byte
        enemy.shots[g] = times * size + min(max(rest - ahead, 0), size)


@rule
def shoot(enemy, rules, volley):
    """F-48 The shots allotted are rolled, group after group; a shot hits on `hit_min` or more."""
    event = branch(volley, enemy.who)
    shots = 0
    for g in range(enemy.groups):
        shots += enemy.shots[g]
    hits = 0
    for n in range(shots):
        hits += die(event, n, FACES) >= rules.hit_min
        enemy.hits_up_to[n + 1] = hits
    shots = 0
    for g in range(enemy.groups):
        first, shots = shots, shots + enemy.shots[g]
        enemy.hits[g] = enemy.hits_up_to[shots] - enemy.hits_up_to[first]
        if enemy.shots[g] > 0:
            tell(story.SHOT_AT, enemy.who, g, enemy.troops[g], enemy.joined[g], enemy.shots[g], enemy.hits[g])


@rule
def take_losses(side, rules):
    """F-48 A hit kills a troop of the group it was allotted to; hits beyond its size are wasted, or spill over."""
    excess = 0
    if rules.excess_hits == SPILL:
        for g in range(side.groups):
            excess += max(side.hits[g] - side.troops[g], 0)
    if excess > 0:
        spill(side, excess, rules)
    for g in range(side.groups):
        side.troops[g] -= min(side.hits[g], side.troops[g])


@rule
def spill(side, excess, rules):
    """F-48 Excess hits go on to the Joined groups, each to its end, then to the Lost, in the order of the allotment."""
    for status in (1, 0):
        for size in range(6, -1, -1):
            for g in range(side.groups):
                dealt_now = side.troops[g] == size or (rules.group_order != BY_SIZE and size == 0)
                if side.joined[g] == status and dealt_now:
                    spilled = min(excess, max(side.troops[g] - side.hits[g], 0))
                    side.hits[g] += spilled
                    excess -= spilled
                    if spilled > 0:
                        tell(story.SPILLED, side.who, g, spilled)


@rule
def exchange_fire(attacker, defender, attacker_shots, defender_shots, field, rules, volley):
    """F-44.2 Both sides fire at the same time: all shots are allotted before any is rolled, losses come together."""
    allot(defender, attacker_shots, field.attacker.fire, rules)
    allot(attacker, defender_shots, field.defender.fire, rules)
    shoot(defender, rules, volley)
    shoot(attacker, rules, volley)
    take_losses(defender, rules)
    take_losses(attacker, rules)


@rule
def join_if_fired_at(side):
    """F-44.3 Groups that were Lost, were allotted a shot and still have troops Join; their troops are the answer."""
    shots = 0
    for g in range(side.groups):
        answers = (side.shots[g] > 0) & (side.joined[g] == 0) & (side.troops[g] > 0)
        side.joined[g] |= answers
        shots += answers * side.troops[g]
        if answers:
            tell(story.ANSWERS, side.who, g, side.troops[g])
    return shots


@rule
def fire_round(attacker, defender, field, rules, stream, rnd):
    """F-44.2 and F-44.3 The fire of the Joined, then at once the surprise fire of those fired at (F-49)."""
    volley = at(stream, FIRE, rnd, 0)
    exchange_fire(attacker, defender, joined_troops(attacker), joined_troops(defender), field, rules, volley)
    if rules.surprise_fire == NO_RETURN_FIRE:
        return
    volley = at(stream, SURPRISE, rnd, 0)
    attacker_shots, defender_shots = join_if_fired_at(attacker), join_if_fired_at(defender)
    if attacker_shots + defender_shots > 0:
        exchange_fire(attacker, defender, attacker_shots, defender_shots, field, rules, volley)


@rule
def who_retreats(attackers, defenders, field):
    """F-44.4 and F-44.5 At the end of a round first the defender may go, if he can, then the attacker."""
    if field.can_retreat and would_leave(field.defender, defenders, attackers):
        return DEFENDER
    if would_leave(field.attacker, attackers, defenders):
        return ATTACKER
    return NOBODY


@rule
def left_field(leaves, rnd):
    """F-46 and F-50 The side that leaves has lost."""
    return BattleEnd(DEFENDER if leaves == ATTACKER else ATTACKER, rnd, leaves == ATTACKER, leaves == DEFENDER)


@rule
def end_of_round(attackers, defenders, rnd, field):
    """F-44.4 to F-44.6 Who has won with these troops left, or leaves; STILL_OPEN if another round begins."""
    if defenders == 0:
        return BattleEnd(ATTACKER if attackers > 0 else NOBODY, rnd, False, False)
    if attackers == 0:
        return BattleEnd(DEFENDER, rnd, False, False)
    leaves = who_retreats(attackers, defenders, field)
    if leaves != NOBODY:
        tell(story.RETREATED, leaves)
        return left_field(leaves, rnd)
    return BattleEnd(STILL_OPEN, rnd, False, False)


@rule
def end_of_leaderless_round(attackers, defenders, rnd, field):
    """F-51.3 Leaderless defenders who live are driven off; with nowhere to go they are eliminated."""
    if attackers == 0:
        return BattleEnd(DEFENDER if defenders > 0 else NOBODY, rnd, False, False)
    if defenders > 0:
        tell(story.DRIVEN_OFF, defenders, field.can_retreat)
    return BattleEnd(ATTACKER, rnd, False, defenders > 0 and field.can_retreat != 0)


@rule
def leaderless_survivors(attackers, defenders, field):
    """F-51.3 How many leaderless defenders live after the fight."""
    return defenders if attackers == 0 or field.can_retreat else 0


@rule
def eliminate(side):
    """F-51.3 No troop of the side lives."""
    side.troops[:] = 0


@rule
def leaderless_round(attacker, defender, field, rules, stream, rnd):
    """F-51 A round against troops without a general; nothing happens until an attacker group has found them.

    F-51.1: the Joined attackers fire. F-51.2: the defenders fired at that live fire back once, and nobody answers.
    """
    if joined_troops(attacker) == 0:
        return BattleEnd(STILL_OPEN, rnd, False, False)
    volley = at(stream, FIRE, rnd, 0)
    exchange_fire(attacker, defender, joined_troops(attacker), joined_troops(defender), field, rules, volley)
    if rules.surprise_fire != NO_RETURN_FIRE:
        volley = at(stream, SURPRISE, rnd, 0)
        shots = join_if_fired_at(attacker), join_if_fired_at(defender)  # no attacker was fired at: 0 of them
        exchange_fire(attacker, defender, shots[0], shots[1], field, rules, volley)
    attackers, defenders = strength(attacker), strength(defender)
    if leaderless_survivors(attackers, defenders, field) == 0:
        eliminate(defender)
    return end_of_leaderless_round(attackers, defenders, rnd, field)


@rule
def battle(attacker, defender, field, rules, stream):
    """F-43 to F-51 One battle to its end; what is left of both sides stands in their groups.

    Round 0 is the separate search before battle of F-45, if that option is chosen.
    """
    begin_lost(attacker)
    begin_lost(defender)
    rnd = 0 if rules.initial_search == SEPARATE else 1
    while True:
        tell(story.ROUND_BEGINS, rnd)
        leaves = search_and_withdraw(attacker, defender, field, rules, stream, rnd)
        if leaves != NOBODY:
            return left_field(leaves, rnd)
        if rnd > 0:
            if field.defender.rating == 0:
                end = leaderless_round(attacker, defender, field, rules, stream, rnd)
            else:
                fire_round(attacker, defender, field, rules, stream, rnd)
                end = end_of_round(strength(attacker), strength(defender), rnd, field)
            if end.winner != STILL_OPEN or rnd == field.stop_after:
                return end
        rnd += 1
