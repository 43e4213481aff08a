"""Section 11: the model `assault`, slow and plain: stakes, field army, castle, in one chain.

The castle part is told by rows (fell, turn, method, attackers left, garrison left).
"""

from fractions import Fraction
from functools import cache

from . import forest_battle, forest_storm
from .forest_morale import must_roll, rolling_order
from .forest_shared import add, chance, need, option, roll, starve_chance, successes

PLANS = ("storm", "siege", "storm_if", "siege_then_storm")


def columns(setup, rules=None):
    """Section 11: outcome columns of `assault`."""
    return (
        "fell",
        "turn",
        "method",
        "reached",
        "field_winner",
        "sent_back",
        "attackers_left",
        "field_left",
        "garrison_left",
    )


# ---- set-up


def field_army(setup):
    """Section 11: the army outside the castle; nobody if nothing is said."""
    return {"troops": 0, "rating": 0} | setup.get("field", {})


def garrison(setup):
    """Section 11: troops inside the castle."""
    return setup.get("castle", {}).get("garrison", 0)


def turns(setup):
    """Section 11: turns left, this one included."""
    return setup.get("turns", 4)


def check(setup, rules):
    """F-06, F-12, section 11: what cannot be is refused."""
    need(0 <= setup.get("impalements", 0) <= option(rules, "impalements_max"), "assault: impalements")
    need(setup.get("plan", "storm_if") in PLANS, "assault: plan")
    need(turns(setup) >= 1, "assault: turns")
    need(field_army(setup)["troops"] >= 0 and garrison(setup) >= 0, "assault: troops")
    towers = setup.get("castle", {}).get("towers")
    if towers is not None:
        need(garrison(setup) <= towers * option(rules, "garrison_per_tower"), "assault: garrison")


def sizes_of(attacker, rules):
    """F-17: the attacker's groups before the stakes; the numbers are checked as in a battle."""
    forest_battle.check({"attacker": attacker, "defender": {"troops": 1, "rating": 0}}, rules)
    return forest_battle.group_sizes(attacker)


def field_battle(setup, groups):
    """Section 11 step 2: the set-up of the battle of the groups that went on."""
    attacker = setup["attacker"] | {"troops": sum(groups), "groups": list(groups)}
    return {"attacker": attacker, "defender": field_army(setup), "can_retreat": setup.get("can_retreat", True)}


def storms(setup, turn, attackers, defenders):
    """Section 11 step 3 (b): does the plan storm in this turn?"""
    plan = setup.get("plan", "storm_if")
    if attackers < setup.get("storm_withdraw_below", 0):
        return False
    if plan == "storm_if":
        return attackers >= Fraction(str(setup.get("storm_ratio", 2))) * defenders
    return plan == "storm" or (plan == "siege_then_storm" and turn == turns(setup))


def storm_setup(setup, attackers, defenders):
    """Section 11 step 3 (b): a storm that is broken off below the given number."""
    below = setup.get("storm_withdraw_below", 0)
    return {"attackers": attackers, "defenders": defenders, "attacker_withdraw_below": below}


def can_besiege(attackers, defenders, rules):
    """F-57: enough troops for a siege."""
    return attackers >= defenders + option(rules, "siege_margin")


def whole_row(castle_row, winner, sent, field_left):
    """Section 11: the outcome row of an attacker who reached the castle."""
    fell, turn, method, attackers, left = castle_row
    return (fell, turn, method, True, winner, sent, attackers, field_left, left)


def early_row(setup, winner, sent, attackers, field_left):
    """Section 11: the outcome row of an attacker who did not reach the castle."""
    return (False, 0, "none", False, winner, sent, attackers, field_left, garrison(setup))


# ---- the exact answer


def stakes_chances(sizes, markers, rules):
    """F-37: chances of (groups that go on, in order)."""
    goes_on = chance(lambda face: face >= option(rules, "morale_min"))
    order = rolling_order({"group_sizes": sizes}, rules)
    now = {((), markers): 1.0}  # places of the groups that went on, markers left
    for before, place in enumerate(order):
        after = {}
        for (on, left), p in now.items():
            if must_roll(rules, before, markers, left):
                add(after, (on + (place,), left - 1), p * goes_on)
                add(after, (on, left), p * (1 - goes_on))
            else:
                add(after, (on + (place,), left), p)
        now = after
    outcomes = {}
    for (on, _), p in now.items():
        add(outcomes, tuple(sizes[place] for place in sorted(on)), p)
    return outcomes


def starved(now, supplied, rules):
    """Section 11 step 3 (d): each attacker out of supply is lost with the same chance."""
    if supplied:
        return now
    after = {}
    for (fell, method, attackers, left, count), p in now.items():
        for dead, q in enumerate(successes(attackers, starve_chance(rules))):
            add(after, (fell, method, attackers - dead, left, count), p * q)
    return after


def stormed(setup, rules, turn, attackers, defenders, count):
    """Section 11 step 3 (a), (b): chances of (fell, method, attackers, garrison, siege count)."""
    if defenders == 0:
        return {(True, "empty", attackers, 0, count): 1.0}
    if not storms(setup, turn, attackers, defenders):
        return {(False, "none", attackers, defenders, count): 1.0}
    outcomes = {}
    rows = forest_storm.distribution(storm_setup(setup, attackers, defenders), rules)
    for (winner, _, a, d, _), p in rows.items():
        fell = winner == "attacker"
        add(outcomes, (fell, "storm" if fell else "none", a, d, count), p)
    return outcomes


def besieged(now, rules):
    """Section 11 step 3 (c): the siege roll, if the castle stands and somebody is left to besiege it."""
    after = {}
    for (fell, method, a, d, count), p in now.items():
        if fell or a == 0:
            add(after, (fell, method, a, d, count), p)
        elif not can_besiege(a, d, rules):
            add(after, (False, "none", a, d, 0), p)
        else:
            goal = count + option(rules, "siege_first_count")
            falls = chance(lambda face, goal=goal: face <= goal)
            add(after, (True, "siege", a, 0, count + 1), p * falls)
            add(after, (False, "none", a, d, count + 1), p * (1 - falls))
    return after


def castle_chances(setup, rules, attackers):
    """Section 11 step 3: turn after turn; chances of the castle rows."""
    rows = {}
    now = {(attackers, garrison(setup), 0): 1.0}
    for turn in range(1, turns(setup) + 1):
        after = {}
        for (a, d, count), p in now.items():
            turned = besieged(stormed(setup, rules, turn, a, d, count), rules)
            turned = starved(turned, setup.get("supplied", True), rules)
            for (fell, method, a2, d2, count2), q in turned.items():
                if fell:
                    add(rows, (True, turn, method, a2, d2), p * q)
                elif a2 == 0:
                    add(rows, (False, 0, "none", 0, d2), p * q)
                else:
                    add(after, (a2, d2, count2), p * q)
        now = after
    for (a, d, _), p in now.items():
        add(rows, (False, 0, "none", a, d), p)
    return rows


def distribution(setup, rules):
    """Section 11: the three parts one after another."""
    check(setup, rules)
    sizes = sizes_of(setup["attacker"], rules)
    field = field_army(setup)["troops"]
    castle = cache(lambda attackers: castle_chances(setup, rules, attackers))
    rows = {}
    for groups, p in stakes_chances(sizes, setup.get("impalements", 0), rules).items():
        sent = sum(sizes) - sum(groups)
        if not groups:
            add(rows, early_row(setup, "no_battle", sent, 0, field), p)
            continue
        fights = {("no_battle", 0, sum(groups), 0, False, False): 1.0}
        if field > 0:
            fights = forest_battle.distribution(field_battle(setup, groups), rules)
        for (winner, _, a, d, _, _), q in fights.items():
            if winner in ("attacker", "no_battle"):
                for row, r in castle(a).items():
                    add(rows, whole_row(row, winner, sent, d), p * q * r)
            else:
                add(rows, early_row(setup, winner, sent, a, d), p * q)
    return rows


# ---- one trial, die by die


def groups_past_stakes(sizes, markers, rules, random):
    """F-37: the groups that go on, in order."""
    on, left = [], markers
    for before, place in enumerate(rolling_order({"group_sizes": sizes}, rules)):
        if must_roll(rules, before, markers, left):
            if roll(random) < option(rules, "morale_min"):
                continue
            left -= 1
        on.append(place)
    return [sizes[place] for place in sorted(on)]


def castle_trial(setup, rules, random, attackers):
    """Section 11 step 3: one castle row."""
    defenders, count = garrison(setup), 0
    for turn in range(1, turns(setup) + 1):
        method = "none"
        if defenders == 0:
            method = "empty"
        elif storms(setup, turn, attackers, defenders):
            row = forest_storm.simulate(storm_setup(setup, attackers, defenders), rules, random)
            winner, _, attackers, defenders, _ = row
            if winner == "attacker":
                method = "storm"
        if method == "none" and attackers > 0:
            if can_besiege(attackers, defenders, rules):
                count += 1
                if roll(random) <= count - 1 + option(rules, "siege_first_count"):
                    method, defenders = "siege", 0
            else:
                count = 0
        if not setup.get("supplied", True):
            dice = [roll(random) for _ in range(attackers)]
            attackers -= sum(1 for die in dice if die <= option(rules, "starve_max"))
        if method != "none":
            return (True, turn, method, attackers, defenders)
        if attackers == 0:
            break
    return (False, 0, "none", attackers, defenders)


def simulate(setup, rules, random):
    """Section 11: one assault."""
    check(setup, rules)
    sizes = sizes_of(setup["attacker"], rules)
    field = field_army(setup)["troops"]
    groups = groups_past_stakes(sizes, setup.get("impalements", 0), rules, random)
    sent = sum(sizes) - sum(groups)
    if not groups:
        return early_row(setup, "no_battle", sent, 0, field)
    winner, attackers = "no_battle", sum(groups)
    if field > 0:
        fight = forest_battle.simulate(field_battle(setup, groups), rules, random)
        winner, _, attackers, field = fight[:4]
        if winner != "attacker":
            return early_row(setup, winner, sent, attackers, field)
    return whole_row(castle_trial(setup, rules, random, attackers), winner, sent, field)
