"""F-62: the model `supply`, slow and plain."""

from .forest_shared import add, need, option, roll, starve_chance, successes


def columns(setup):
    """Section 11: outcome columns of `supply`."""
    return ("left", "lost")


def check(setup):
    """Section 11: no negative numbers."""
    need(setup["troops"] >= 0 and setup["turns"] >= 0, "supply: troops and turns are counts")


def distribution(setup, rules):
    """F-62: turn after turn, each living troop is lost with the same chance."""
    check(setup)
    now = {setup["troops"]: 1.0}
    for _ in range(setup["turns"]):
        after = {}
        for troops, p in now.items():
            for dead, q in enumerate(successes(troops, starve_chance(rules))):
                add(after, troops - dead, p * q)
        now = after
    return {(left, setup["troops"] - left): p for left, p in now.items()}


def simulate(setup, rules, random):
    """F-62: one d6 a troop and turn."""
    check(setup)
    left = setup["troops"]
    for _ in range(setup["turns"]):
        dice = [roll(random) for _ in range(left)]
        left -= sum(1 for die in dice if die <= option(rules, "starve_max"))
    return (left, setup["troops"] - left)
