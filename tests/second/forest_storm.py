"""F-56: the model `storm`, slow and plain."""

from .forest_shared import TAIL, add, hit_chance, need, option, roll


def columns(setup):
    """Section 11: outcome columns of `storm`."""
    return ("winner", "rounds", "attackers_left", "defenders_left", "withdrawn")


def check(setup, rules):
    """F-12: somebody storms, and the garrison fits its towers if these are given."""
    need(setup["attackers"] >= 1 and setup["defenders"] >= 0, "storm: troops")
    if "towers" in setup:
        room = setup["towers"] * option(rules, "garrison_per_tower")
        need(setup["defenders"] <= room, "storm: more defenders than the towers hold")


def pairs(attackers, defenders, rules):
    """F-56: how many pairs fight in a round (storm_pairing)."""
    return 1 if option(rules, "storm_pairing") == "duel" else min(attackers, defenders)


def who_leaves(setup, attackers, defenders):
    """F-56: after a round with troops on both sides, first the defender is asked."""
    if defenders < setup.get("defender_withdraw_below", 0):
        return "defender"
    if attackers < setup.get("attacker_withdraw_below", 0):
        return "attacker"
    return "none"


def ending(setup, rounds, attackers, defenders):
    """F-56: the outcome row if the storm is over after this round, else None."""
    if defenders == 0:
        return ("attacker", rounds, attackers, 0, "none")
    if attackers == 0:
        return ("defender", rounds, 0, defenders, "none")
    left = who_leaves(setup, attackers, defenders)
    if left == "defender":
        return ("attacker", rounds, attackers, defenders, "defender")
    if left == "attacker":
        return ("defender", rounds, attackers, defenders, "attacker")
    return None


def one_round(attackers, defenders, rules):
    """F-56: chances of the numbers after a round, pair by pair: the defender shoots first."""
    hit = hit_chance(rules)
    now = {(attackers, defenders): 1.0}
    for _ in range(pairs(attackers, defenders, rules)):
        after = {}
        for (a, d), p in now.items():
            add(after, (a - 1, d), p * hit)
            add(after, (a, d - 1), p * (1 - hit) * hit)
            add(after, (a, d), p * (1 - hit) * (1 - hit))
        now = after
    return now


def distribution(setup, rules):
    """F-56: round after round until hardly anything is undecided."""
    check(setup, rules)
    if setup["defenders"] == 0:
        return {("attacker", 0, setup["attackers"], 0, "none"): 1.0}
    rows = {}
    now = {(setup["attackers"], setup["defenders"]): 1.0}
    rounds = 0
    while sum(now.values()) > TAIL:
        rounds += 1
        after = {}
        for (a, d), p in now.items():
            for (a2, d2), q in one_round(a, d, rules).items():
                row = ending(setup, rounds, a2, d2)
                if row is None:
                    add(after, (a2, d2), p * q)
                else:
                    add(rows, row, p * q)
        now = after
    return rows


def simulate(setup, rules, random):
    """F-56: one storm, shot by shot."""
    check(setup, rules)
    attackers, defenders = setup["attackers"], setup["defenders"]
    if defenders == 0:
        return ("attacker", 0, attackers, 0, "none")
    rounds = 0
    while True:
        rounds += 1
        for _ in range(pairs(attackers, defenders, rules)):
            if roll(random) >= option(rules, "hit_min"):
                attackers -= 1
            elif roll(random) >= option(rules, "hit_min"):
                defenders -= 1
        row = ending(setup, rounds, attackers, defenders)
        if row is not None:
            return row
