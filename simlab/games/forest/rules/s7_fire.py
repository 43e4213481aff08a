"""Section 7: battle in the field. Here: fire, allotment, losses and surprise fire (F-44.2, F-44.3, F-47 to F-49)."""

from simlab.chance.compiled import rule
from simlab.chance.dice import FACES
from simlab.chance.streams import at, branch, die
from simlab.chance.witness import tell
from simlab.games.forest import story
from simlab.games.forest.rules.s4_groups import joined_troops, strength
from simlab.games.forest.state import BY_SIZE, FIRE, JOINED_FIRST, NO_RETURN_FIRE, SPILL, SURPRISE, SURPRISE_FIRST

EVERY_BYTE = 0x0101010101010101
LARGEST_GROUP = 6  # ratings end there


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
def is_hit(roll, rules):
    """F-48, F-56 A shot hits with `hit_min` or more."""
    return roll >= rules.hit_min


@rule
def shoot(enemy, rules, volley):
    """F-48 The shots allotted are rolled, group after group."""
    event = branch(volley, enemy.who)
    shots = 0
    for g in range(enemy.groups):
        shots += enemy.shots[g]
    hits = 0
    for n in range(shots):
        hits += is_hit(die(event, n, FACES), rules)
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
    largest = LARGEST_GROUP if rules.group_order == BY_SIZE else 1
    for status in range(1, -1, -1):
        for size in range(largest, 0, -1):
            excess = spill_on(side, excess, status, size, rules)


@rule
def spill_on(side, excess, status, size, rules):
    """F-48 Excess hits on the groups of a status, and of a size unless listed; returns those still in excess."""
    for g in range(side.groups):
        if side.joined[g] == status and (rules.group_order != BY_SIZE or side.troops[g] == size):
            spilled = min(excess, max(side.troops[g] - side.hits[g], 0))
            side.hits[g] += spilled
            excess -= spilled
            if spilled > 0:
                tell(story.SPILLED, side.who, g, spilled)
    return excess
