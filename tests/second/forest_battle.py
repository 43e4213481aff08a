"""F-17, F-43 to F-51: the model `battle`, slow and plain.

A group is a pair (troops, status).  The status is LOST, JOINED or CALLED; CALLED is a group that
was Lost, was allotted a shot in step 2 and lives: it counts as Joined and shoots in step 3.
"""

from fractions import Fraction
from functools import cache

from .forest_shared import TAIL, add, chance, hit_chance, need, option, roll, successes

LOST, JOINED, CALLED = "lost", "joined", "called"


def columns(setup):
    """Section 11: outcome columns of `battle`."""
    return (
        "winner",
        "rounds",
        "attacker_left",
        "defender_left",
        "attacker_retreated",
        "defender_retreated",
    )


# ---- set-up


def check(setup, rules):
    """F-06, F-17, F-51: troops, ratings and group lists are legal."""
    for name, lowest in (("attacker", 1), ("defender", 0)):
        side = setup[name]
        need(1 <= side["troops"] <= option(rules, "army_max"), "battle: troops")
        need(lowest <= side["rating"] <= 6, "battle: rating")
        if "groups" in side:
            need(side["rating"] > 0, "battle: no groups without a general")
            need(sum(side["groups"]) == side["troops"], "battle: groups do not make the army")
            need(all(1 <= g <= side["rating"] for g in side["groups"]), "battle: size of a group")


def group_sizes(side):
    """F-17, F-51: listed groups, or full ones and a rest; groups of 1 without a general."""
    if "groups" in side:
        return tuple(side["groups"])
    size = max(side["rating"], 1)
    full, rest = divmod(side["troops"], size)
    return (size,) * full + ((rest,) if rest else ())


def leaderless(setup):
    """F-51: rating 0 means a defender without a general."""
    return setup["defender"]["rating"] == 0


# ---- looking at groups


def troops_in(groups, *statuses):
    """F-44: troops of the groups with one of these statuses (of all groups if none is named)."""
    return sum(size for size, status in groups if not statuses or status in statuses)


def all_lost(groups):
    """F-46: is every group that still has troops Lost?"""
    return all(status == LOST for size, status in groups if size > 0)


def group_order(groups, rules):
    """F-47: places of the groups with troops: largest first, or by number."""
    places = [i for i, (size, _) in enumerate(groups) if size > 0]
    if option(rules, "group_order") == "size":
        places.sort(key=lambda i: (-groups[i][0], i))
    return places


def split_by_status(groups, rules):
    """F-47: (places of Joined groups, places of Lost groups), both in group order."""
    order = group_order(groups, rules)
    lost = [i for i in order if groups[i][1] == LOST]
    joined = [i for i in order if groups[i][1] != LOST]
    return joined, lost


def target_list(groups, policy, rules):
    """F-47: the shooter's list: the place of a group once for each of its troops."""
    joined, lost = split_by_status(groups, rules)
    if policy == "joined_first":
        order = joined or lost
    elif policy == "surprise_first":
        order = lost + joined
    else:  # even
        order = joined + lost
    return [i for i in order for _ in range(groups[i][0])]


def spill_order(groups, rules):
    """F-48: whom wasted hits kill: Joined groups, then Lost groups, whatever the fire policy."""
    joined, lost = split_by_status(groups, rules)
    return joined + lost


# ---- leaving


def wants_out(side, own, enemy):
    """F-50: the retreat test with the troops of the moment."""
    policy = side.get("retreat", "never")
    if policy == "below":
        return own < side.get("retreat_below", 0)
    if policy == "outnumbered":
        return enemy >= Fraction(str(side.get("retreat_ratio", 2))) * own
    return False


def wants_to_withdraw(side, own, enemy):
    """F-50: the withdrawal wish: the retreat test, never or always."""
    wish = side.get("withdraw", "policy")
    if wish == "policy":
        return wants_out(side, own, enemy)
    return wish == "always"


def withdrawal(setup, rules, attackers, defenders, untouched):
    """F-46: who withdraws after this search ("attacker", "defender" or None).

    `untouched`: before this search no group of either side had ever Joined.
    """
    if option(rules, "withdraw_window") == "before_battle" and not untouched:
        return None
    a, d = troops_in(attackers), troops_in(defenders)
    if all_lost(attackers) and setup.get("can_retreat", True):
        if wants_to_withdraw(setup["defender"], d, a):
            return "defender"
    if all_lost(defenders) and wants_to_withdraw(setup["attacker"], a, d):
        return "attacker"
    return None


def retreat(setup, a, d):
    """F-44 steps 4 and 5: who retreats at the end of a round with troops on both sides."""
    if setup.get("can_retreat", True) and wants_out(setup["defender"], d, a):
        return "defender"
    if wants_out(setup["attacker"], a, d):
        return "attacker"
    return None


def row_of_leaving(who, rounds, a, d):
    """Section 11: the row when a side has left; the side that leaves loses."""
    winner = "defender" if who == "attacker" else "attacker"
    return (winner, rounds, a, d, who == "attacker", who == "defender")


def row_of_destruction(rounds, a, d):
    """F-44: the row when a side has no troops, or None while both have some."""
    if a > 0 and d > 0:
        return None
    winner = "attacker" if a > 0 else "defender" if d > 0 else "none"
    return (winner, rounds, a, d, False, False)


def row_of_round(setup, rounds, a, d):
    """F-44, section 11: the row if the battle is over after this round, else None."""
    row = row_of_destruction(rounds, a, d)
    if row is not None:
        return row
    who = retreat(setup, a, d)
    if who is not None:
        return row_of_leaving(who, rounds, a, d)
    return row_of_breaking_off(setup, rounds, a, d)


def row_of_breaking_off(setup, rounds, a, d):
    """Section 11: the row if stop_after ends the battle here, else None."""
    if setup.get("stop_after", 0) == rounds:  # rounds is at least 1, so 0 never ends it
        return ("open", rounds, a, d, False, False)
    return None


def row_of_raid(setup, rounds, a, d):
    """F-51: the row after the only exchange with a defender without a general."""
    if a == 0:
        return ("defender" if d > 0 else "none", rounds, 0, d, False, False)
    if setup.get("can_retreat", True):
        return ("attacker", rounds, a, d, False, d > 0)
    return ("attacker", rounds, a, 0, False, False)


# ---- chances of the single steps


def tidy(groups, rules):
    """F-47: dead groups are dropped; by size, equal groups are alike, so sorted."""
    alive = [group for group in groups if group[0] > 0]
    if option(rules, "group_order") == "size":
        alive.sort(reverse=True)
    return tuple(alive)


def search_chances(groups, rating, rules):
    """F-44 step 1: chances of the groups after every Lost one has rolled."""
    joins = chance(lambda face: face <= rating)
    now = {(): 1.0}
    for size, status in groups:
        after = {}
        for done, p in now.items():
            if status == LOST:
                add(after, done + ((size, JOINED),), p * joins)
                add(after, done + ((size, LOST),), p * (1 - joins))
            else:
                add(after, done + ((size, status),), p)
        now = after
    tidied = {}
    for done, p in now.items():
        add(tidied, tidy(done, rules), p)
    return tidied


def allotment(groups, shots, policy, rules):
    """F-47: how many shots each group is allotted."""
    counts = [0] * len(groups)
    targets = target_list(groups, policy, rules)
    for n in range(shots if targets else 0):
        counts[targets[n % len(targets)]] += 1
    return counts


def after_hits(groups, shots, hits, calls, rules):
    """F-48, F-44: the groups after so many hits on each; `calls`: those fired at are CALLED."""
    sizes = [size - min(size, h) for (size, _), h in zip(groups, hits)]
    if option(rules, "excess_hits") == "spill":
        spare = sum(max(0, h - size) for (size, _), h in zip(groups, hits))
        for i in spill_order(groups, rules):
            killed = min(spare, sizes[i])
            sizes[i] -= killed
            spare -= killed
    new = []
    for (_, status), size, shot in zip(groups, sizes, shots):
        called = calls and status == LOST and shot > 0
        new.append((size, CALLED if called else status))
    return tidy(new, rules)


def volley_chances(groups, shots, policy, calls, rules):
    """F-47, F-48: chances of the groups after so many shots at them."""
    counts = allotment(groups, shots, policy, rules)
    all_hits = {(): 1.0}
    for count in counts:
        longer = {}
        for hits, p in all_hits.items():
            for h, q in enumerate(successes(count, hit_chance(rules))):
                add(longer, hits + (h,), p * q)
        all_hits = longer
    outcomes = {}
    for hits, p in all_hits.items():
        add(outcomes, after_hits(groups, counts, hits, calls, rules), p)
    return outcomes


def settle(groups, rules):
    """F-43: after step 3 a CALLED group is simply Joined."""
    return tidy([(n, JOINED if s == CALLED else s) for n, s in groups], rules)


# ---- the exact answer


def distribution(setup, rules):
    """F-44, F-51: round after round over all states until hardly anything is undecided."""
    check(setup, rules)
    attacker, defender = setup["attacker"], setup["defender"]
    calls = option(rules, "surprise_fire") == "return"
    # the same small questions come up again and again: remember the answers
    search = cache(lambda groups, rating: search_chances(groups, rating, rules))
    volley = cache(
        lambda groups, shots, policy, calls: volley_chances(groups, shots, policy, calls, rules)
    )
    a_fire, d_fire = attacker.get("fire", "even"), defender.get("fire", "even")
    rows = {}

    def look(states, rounds):
        """F-44 step 1, F-46: search, withdrawal; a state is (attackers, defenders, untouched)."""
        after = {}
        for (a, d, untouched), p in states.items():
            for a2, q in search(a, attacker["rating"]).items():
                # rating 0 never joins: a leaderless defender does not search
                for d2, r in search(d, defender["rating"]).items():
                    who = withdrawal(setup, rules, a2, d2, untouched)
                    if who is not None:
                        row = row_of_leaving(who, rounds, troops_in(a2), troops_in(d2))
                        add(rows, row, p * q * r)
                    else:
                        still = untouched and all_lost(a2) and all_lost(d2)
                        add(after, (a2, d2, still), p * q * r)
        return after

    def shots(states, firing, calling, then):
        """F-44: the groups of both sides in this state fire at once; `then` is what becomes of the groups."""
        after = {}
        for (a, d, untouched), p in states.items():
            hurt_d = volley(d, troops_in(a, firing), a_fire, calling)
            hurt_a = volley(a, troops_in(d, firing), d_fire, calling)
            for d2, q in hurt_d.items():
                for a2, r in hurt_a.items():
                    add(after, (then(a2), then(d2), untouched), p * q * r)
        return after

    def fire(states):
        """F-44 step 2: the Joined groups of both sides."""
        return shots(states, JOINED, calls, lambda side: side)

    def answer(states):
        """F-44 step 3: the groups just fired at; they are Joined from now on."""
        return shots(states, CALLED, False, lambda side: settle(side, rules))

    def part(states, rounds):
        """F-44 steps 4 and 5: who is finished; the others go on."""
        after = {}
        for state, p in states.items():
            row = row_of_round(setup, rounds, troops_in(state[0]), troops_in(state[1]))
            if row is not None:
                add(rows, row, p)
            else:
                add(after, state, p)
        return after

    def raid(states, rounds):
        """F-51: one exchange as soon as an attacker group is Joined; else the round is empty."""
        after = {}
        for (a, d, untouched), p in states.items():
            if all_lost(a):
                row = row_of_breaking_off(setup, rounds, troops_in(a), troops_in(d))
                if row is not None:
                    add(rows, row, p)
                else:
                    add(after, (a, d, untouched), p)
                continue
            for d2, q in volley(d, troops_in(a, JOINED), a_fire, calls).items():
                for a2, r in volley(a, troops_in(d2, CALLED), d_fire, False).items():
                    add(rows, row_of_raid(setup, rounds, troops_in(a2), troops_in(d2)), p * q * r)
        return after

    start = tuple(tuple((n, LOST) for n in group_sizes(side)) for side in (attacker, defender))
    states = {(tidy(start[0], rules), tidy(start[1], rules), True): 1.0}
    if option(rules, "initial_search") == "separate":
        states = look(states, 0)
    rounds = 0
    while sum(states.values()) > TAIL:
        rounds += 1
        states = look(states, rounds)
        if leaderless(setup):
            states = raid(states, rounds)
        else:
            states = part(answer(fire(states)), rounds)
    return rows


# ---- one trial, die by die


class Side:
    """F-43: one side of a single trial: sizes and Joined marks of its groups."""

    def __init__(self, setup):
        self.rating = setup["rating"]
        self.fire = setup.get("fire", "even")
        self.size = list(group_sizes(setup))
        self.joined = [False] * len(self.size)

    def groups(self):
        """F-43: the groups as pairs, dead ones included."""
        return [(n, JOINED if j else LOST) for n, j in zip(self.size, self.joined)]

    def search(self, random):
        """F-44 step 1: one d6 for each Lost group with troops."""
        for i, size in enumerate(self.size):
            if size > 0 and not self.joined[i]:
                self.joined[i] = roll(random) <= self.rating

    def shots_of(self, places):
        """F-44: one shot for each troop of these groups."""
        return sum(self.size[i] for i in places)


def shoot(shots, policy, target, rules, random):
    """F-47, F-48: allot, then roll shot by shot: (places fired at, troops killed in each group)."""
    groups = target.groups()
    dead = [0] * len(groups)
    spare = 0
    targets = target_list(groups, policy, rules)
    aimed = [targets[n % len(targets)] for n in range(shots)] if targets else []
    for i in aimed:
        if roll(random) >= option(rules, "hit_min"):
            if dead[i] < groups[i][0]:
                dead[i] += 1
            else:
                spare += 1
    if option(rules, "excess_hits") == "spill":
        for i in spill_order(groups, rules):
            while spare > 0 and dead[i] < groups[i][0]:
                dead[i] += 1
                spare -= 1
    return set(aimed), dead


def bury(side, dead):
    """F-44: losses are taken after all shots of a step are rolled."""
    side.size = [n - k for n, k in zip(side.size, dead)]


def simulate(setup, rules, random):
    """F-44, F-51: one battle."""
    check(setup, rules)
    a, d = Side(setup["attacker"]), Side(setup["defender"])
    untouched = True
    rounds = 0

    def look():
        """F-44 step 1, F-46: both sides search; who withdraws?"""
        nonlocal untouched
        a.search(random)
        if not leaderless(setup):
            d.search(random)
        who = withdrawal(setup, rules, a.groups(), d.groups(), untouched)
        if any(a.joined) or any(d.joined):
            untouched = False
        return who

    if option(rules, "initial_search") == "separate":
        who = look()
        if who is not None:
            return row_of_leaving(who, 0, sum(a.size), sum(d.size))
    while True:
        rounds += 1
        who = look()
        if who is not None:
            return row_of_leaving(who, rounds, sum(a.size), sum(d.size))
        if leaderless(setup) and not any(a.joined):
            row = row_of_breaking_off(setup, rounds, sum(a.size), sum(d.size))
            if row is not None:
                return row
            continue
        # step 2
        a_lost = [i for i, j in enumerate(a.joined) if not j]
        d_lost = [i for i, j in enumerate(d.joined) if not j]
        a_shots = a.shots_of(i for i, j in enumerate(a.joined) if j)
        d_shots = d.shots_of(i for i, j in enumerate(d.joined) if j)
        at_d, dead_d = shoot(a_shots, a.fire, d, rules, random)
        at_a, dead_a = shoot(d_shots, d.fire, a, rules, random)
        bury(a, dead_a)
        bury(d, dead_d)
        # step 3
        if option(rules, "surprise_fire") == "return":
            a_back = [i for i in a_lost if i in at_a and a.size[i] > 0]
            d_back = [i for i in d_lost if i in at_d and d.size[i] > 0]
            for i in a_back:
                a.joined[i] = True
            for i in d_back:
                d.joined[i] = True
            _, dead_d = shoot(a.shots_of(a_back), a.fire, d, rules, random)
            _, dead_a = shoot(d.shots_of(d_back), d.fire, a, rules, random)
            bury(a, dead_a)
            bury(d, dead_d)
        if leaderless(setup):
            return row_of_raid(setup, rounds, sum(a.size), sum(d.size))
        row = row_of_round(setup, rounds, sum(a.size), sum(d.size))
        if row is not None:
            return row
