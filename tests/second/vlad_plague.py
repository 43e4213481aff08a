"""V-44, V-50, K-5: the model `plague`, slow and plain."""

from .vlad_shared import UNITS, add, check_names, check_rules, life_of, need, number, option, word


def columns(setup, rules):
    """K-5: outcome columns."""
    return ["turns", "life_lost", "life_left", "cured", "dead"]


def check(setup, rules):
    """K-5: legal parameters; gives (life, distance, the possible steps)."""
    check_rules(rules)
    check_names(setup, ("unit", "life", "distance", "step"), "plague")
    need("distance" in setup, "plague: distance")
    unit = word(setup, "unit", UNITS, "archer")
    squares = option(rules, "move_squares")
    # CHOICE: `move_squares` = 0 is illegal here (no step could be thrown, no church reached).
    need(squares >= 1, "plague: move_squares")
    uniform = word(setup, "step", ("full", "uniform"), "full") == "uniform"
    steps = list(range(1, squares + 1)) if uniform else [squares]
    return life_of(unit, setup.get("life"), rules), number(setup, "distance", 0, 0), steps


def distribution(setup, rules, data=None):
    """V-44, K-5: own turn after own turn: loss, death, walk, cure."""
    life, distance, steps = check(setup, rules)
    rows = {}
    now = {0: 1.0}  # squares walked so far
    left, turn = life, 0
    while now:
        turn += 1
        left = max(0, left - option(rules, "plague_damage"))
        after = {}
        for walked, p in now.items():
            if left == 0:
                add(rows, (turn, life, 0, 0, 1), p)
                continue
            for step in steps:
                if walked + step >= distance:
                    add(rows, (turn, life - left, left, 1, 0), p / len(steps))
                else:
                    add(after, walked + step, p / len(steps))
        now = after
    return rows


def simulate(setup, rules, random, data=None):
    """V-44, K-5: one infected unit."""
    life, distance, steps = check(setup, rules)
    left, to_go, turns = life, distance, 0
    while True:
        turns += 1
        left -= option(rules, "plague_damage")
        if left <= 0:
            return (turns, life, 0, 0, 1)
        to_go -= random.choice(steps)
        if to_go <= 0:
            return (turns, life - left, left, 1, 0)
