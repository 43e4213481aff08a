"""V-20, K-4: the model `outpost`, slow and plain."""

from .vlad_shared import UNITS, add, check_names, check_rules, life_of, need, number, option, word


def columns(setup, rules):
    """K-4: outcome columns."""
    return ["hits", "damage", "life_left", "dead"]


def check(setup, rules):
    """K-4: legal parameters; gives (life, loss by one hit, crossings, stays, stay_chance)."""
    check_rules(rules)
    names = ("unit", "life", "inside", "crossings", "stays", "stay_chance")
    check_names(setup, names, "outpost")
    unit = word(setup, "unit", UNITS, "archer")
    life = life_of(unit, setup.get("life"), rules)
    loss = option(rules, "outpost_damage")[number(setup, "inside", 0, 0, 3)]
    chance = setup.get("stay_chance", 1)
    is_number = isinstance(chance, (int, float)) and not isinstance(chance, bool)
    need(is_number and 0 <= chance <= 1, "parameter stay_chance")
    return life, loss, number(setup, "crossings", 0, 0), number(setup, "stays", 0, 0), chance


def after_shots(life, loss, shots):
    """V-20, K-4: the row after so many hits, as far as the unit lives to take them."""
    left, hits = life, 0
    for _ in range(shots):
        if left > 0:
            hits += 1
            left = max(0, left - loss)
    return (hits, life - left, left, int(left == 0))


def distribution(setup, rules, data=None):
    """K-4: the crossings first, then 0 .. all of the stays."""
    life, loss, crossings, stays, chance = check(setup, rules)
    rows = {}
    for stayed in range(stays + 1):
        p = chance ** stayed * (1 if stayed == stays else 1 - chance)
        add(rows, after_shots(life, loss, crossings + stayed), p)
    return rows


def simulate(setup, rules, random, data=None):
    """K-4: hit by hit."""
    life, loss, crossings, stays, chance = check(setup, rules)
    hits, damage = 0, 0
    for _ in range(crossings):
        if damage < life:
            hits, damage = hits + 1, min(life, damage + loss)
    for _ in range(stays):
        if random.random() >= chance:
            break
        if damage < life:
            hits, damage = hits + 1, min(life, damage + loss)
    return (hits, damage, life - damage, int(damage == life))
