"""F-57, F-59, F-62: the model `siege`, slow and plain."""

from .forest_shared import add, chance, need, option, roll, starve_chance, successes


def columns(setup):
    """Section 11: outcome columns of `siege`."""
    return ("fell", "turn", "lifted", "besiegers_left", "defenders_left")


def check(setup):
    """Section 11: troops on both sides and at least one turn."""
    need(setup["besiegers"] >= 1 and setup["defenders"] >= 1, "siege: troops on both sides")
    need(setup["turns"] >= 1, "siege: turns")


def numbers_hold(besiegers, defenders, rules):
    """F-57: enough besiegers, and there must be any at all."""
    return besiegers >= 1 and besiegers >= defenders + option(rules, "siege_margin")


def count_in_turn(setup, turn, rules):
    """F-59, section 11: the number that the siege roll of this turn must not exceed."""
    return setup.get("turns_already", 0) + option(rules, "siege_first_count") + turn - 1


def siege_roll(count, tokens):
    """F-59, F-68: chances of (fallen, tokens left); tokens re-roll failed rolls."""
    falls = chance(lambda face: face <= count)
    outcomes = {}
    add(outcomes, (True, tokens), falls)
    if tokens == 0:
        add(outcomes, (False, 0), 1 - falls)
    else:
        for outcome, p in siege_roll(count, tokens - 1).items():
            add(outcomes, outcome, (1 - falls) * p)
    return outcomes


def starved(troops, supplied, rules):
    """F-62: chances of the number alive after the supply check."""
    if supplied:
        return {troops: 1.0}
    alive = {}
    for dead, p in enumerate(successes(troops, starve_chance(rules))):
        add(alive, troops - dead, p)
    return alive


def both_starved(setup, besiegers, defenders, rules):
    """F-62: the supply check of both sides; a garrison of 0 has nobody to lose."""
    together = {}
    for b, p in starved(besiegers, setup.get("supplied", True), rules).items():
        for d, q in starved(defenders, setup.get("garrison_supplied", True), rules).items():
            add(together, (b, d), p * q)
    return together


def one_turn(setup, rules, turn, besiegers, defenders, tokens):
    """Section 11 (a) to (c): chances of (standing, besiegers, defenders, tokens) after the turn."""
    count = count_in_turn(setup, turn, rules)
    if not numbers_hold(besiegers, defenders, rules):
        after_roll = {("lifted", defenders, tokens): 1.0}
    else:
        after_roll = {}
        for (fallen, tokens_left), p in siege_roll(count, tokens).items():
            if fallen:
                add(after_roll, ("fallen", 0, tokens_left), p)
            else:
                add(after_roll, ("stands", defenders, tokens_left), p)
    outcomes = {}
    for (standing, garrison, tokens_left), p in after_roll.items():
        for (b, d), q in both_starved(setup, besiegers, garrison, rules).items():
            now = "fallen" if standing == "stands" and d == 0 and b > 0 else standing
            add(outcomes, (now, b, d, tokens_left), p * q)
    return outcomes


def distribution(setup, rules):
    """F-59: turn after turn until fallen, lifted or out of turns."""
    check(setup)
    rows = {}
    now = {(setup["besiegers"], setup["defenders"], setup.get("reroll_tokens", 0)): 1.0}
    for turn in range(1, setup["turns"] + 1):
        after = {}
        for (besiegers, defenders, tokens), p in now.items():
            turned = one_turn(setup, rules, turn, besiegers, defenders, tokens)
            for (standing, b, d, tokens_left), q in turned.items():
                if standing == "fallen":
                    add(rows, (True, turn, False, b, d), p * q)
                elif standing == "lifted":
                    add(rows, (False, 0, True, b, d), p * q)
                else:
                    add(after, (b, d, tokens_left), p * q)
        now = after
    for (b, d, _), p in now.items():
        add(rows, (False, 0, False, b, d), p)
    return rows


def survivors(troops, rules, random):
    """F-62: one d6 for each troop out of supply."""
    dice = [roll(random) for _ in range(troops)]
    return troops - sum(1 for die in dice if die <= option(rules, "starve_max"))


def simulate(setup, rules, random):
    """F-59, F-62: one siege, die by die."""
    check(setup)
    besiegers, defenders = setup["besiegers"], setup["defenders"]
    tokens = setup.get("reroll_tokens", 0)
    goal = setup.get("turns_already", 0) + option(rules, "siege_first_count")
    for turn in range(1, setup["turns"] + 1):
        fell = lifted = False
        if numbers_hold(besiegers, defenders, rules):
            fell = roll(random) <= goal
            while not fell and tokens > 0:
                tokens -= 1
                fell = roll(random) <= goal
            goal += 1
        else:
            lifted = True
        if fell:
            defenders = 0
        if not setup.get("supplied", True):
            besiegers = survivors(besiegers, rules, random)
        if not setup.get("garrison_supplied", True):
            defenders = survivors(defenders, rules, random)
        if not lifted and defenders == 0 and besiegers > 0:
            fell = True
        if fell:
            return (True, turn, False, besiegers, defenders)
        if lifted:
            return (False, 0, True, besiegers, defenders)
    return (False, 0, False, besiegers, defenders)
