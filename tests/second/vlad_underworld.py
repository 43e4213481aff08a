"""V-15, V-16, K-1: the model `underworld`, slow and plain."""

from .vlad_shared import TAIL, add, check_names, check_rules, faces, number, option, position, shown, time_at

DIE6 = (1, 2, 3, 4, 5, 6)


def columns(setup, rules):
    """K-1: outcome columns."""
    return ["exit", "rolls", "rounds", "waited"]


def check(setup, rules):
    """K-1: legal parameters; gives (dial position on turn 0, start position)."""
    check_rules(rules)
    check_names(setup, ("dial", "time", "start_position"), "underworld")
    return position(setup, rules), number(setup, "start_position", 0, 0, 16)


def opens(exit_square, place, rules):
    """V-16: whether the dial position lets a figure on this exit return."""
    waits_for = option(rules, "exit_positions")[exit_square - 13]
    if option(rules, "exit_match") == "time":
        return time_at(place, rules) == time_at(waits_for, rules)
    return place == waits_for


def waiting(exit_square, dial, reached, rules):
    """V-16: own turns from reaching the exit on turn `reached` to the return."""
    waited = 0 if option(rules, "return_same_turn") else 1
    while not opens(exit_square, shown(dial, reached + waited), rules):
        waited += 1
    return waited


def throw(square, rules):
    """V-15: chances of (square, dice thrown) after the walk of one own turn."""
    outcomes = {}
    chance, dice = 1.0, 1
    while chance > TAIL:
        passing = 0.0
        for face, p in faces(DIE6).items():
            if square + face <= 16:
                add(outcomes, (square + face, dice), chance * p)
            elif option(rules, "overshoot") == "cap":
                add(outcomes, (16, dice), chance * p)
            elif option(rules, "overshoot") == "stay":
                add(outcomes, (square, dice), chance * p)
            else:
                passing += chance * p
        chance, dice = passing, dice + 1
    return outcomes


def distribution(setup, rules, data=None):
    """K-1: turn after turn until an exit is reached, then the waiting."""
    dial, start = check(setup, rules)
    rows = {}
    now = {(start, 0): 1.0} if start else throw(0, rules)
    turn = 0
    while now:
        after = {}
        for (square, rolls), p in now.items():
            if square >= 13:
                # CHOICE: a figure put on 13..16 by `start_position` reaches its exit on turn 0.
                waited = waiting(square, dial, turn, rules)
                add(rows, (square, rolls, turn + waited, waited), p)
            elif p > TAIL:
                for (further, dice), q in throw(square, rules).items():
                    add(after, (further, rolls + dice), p * q)
        now, turn = after, turn + 1
    return rows


def simulate(setup, rules, random, data=None):
    """V-15, V-16: one figure, die by die."""
    dial, start = check(setup, rules)
    square, rolls, turn, reached = start, 0, 0, None
    if start == 0:
        square, rolls = random.randint(1, 6), 1
    while True:
        if turn > 0 and square < 13:
            rolls += 1
            target = square + random.randint(1, 6)
            while target > 16 and option(rules, "overshoot") == "reroll":
                rolls += 1
                target = square + random.randint(1, 6)
            if target <= 16:
                square = target
            elif option(rules, "overshoot") == "cap":
                square = 16
        if square >= 13 and reached is None:
            reached = turn
        if reached is not None and (turn > reached or option(rules, "return_same_turn")):
            wanted = option(rules, "exit_positions")[square - 13]
            today = (dial - 1 + turn) % 4 + 1
            times = option(rules, "dial")
            if today == wanted:
                return (square, rolls, turn, turn - reached)
            if option(rules, "exit_match") == "time" and times[today - 1] == times[wanted - 1]:
                return (square, rolls, turn, turn - reached)
        turn += 1
