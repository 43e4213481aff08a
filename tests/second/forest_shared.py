"""Section 9 and the word "d6": what all slow models share."""

from .shared import add, need  # noqa: F401  (the models take them from here)

DEFAULTS = {
    "army_max": 12,
    "held_chit": "open",
    "jump_rating": "any",
    "impalements_max": 6,
    "morale_min": 4,
    "morale_order": "first",
    "morale_scheme": "one_each",
    "morale_fail_on_entry": "back",
    "hit_min": 4,
    "initial_search": "first_round",
    "withdraw_window": "before_battle",
    "excess_hits": "wasted",
    "group_order": "size",
    "surprise_fire": "return",
    "garrison_per_tower": 1,
    "storm_pairing": "paired",
    "siege_margin": 1,
    "siege_first_count": 1,
    "starve_max": 2,
    # of the campaign alone
    "turns": 4,
    "move_points": 3,
    "lead_points": 2,
    "troop_moves": "per_activation",
    "share_troops": True,
    "recruit_repeat": False,
    "piece_limit": True,
    "radu_moldavia": "muslim_only",
    "impalements_per_move": 3,
    "several_armies": "one_by_one",
    "loose_join": True,
    "garrison_on_entry": "fill",
    "retreat_into_castle": False,
    "general_fate": "nearest_friendly",
    "christian_supply": "home",
    "garrison_supply": "home",
    "castle_control": "presence",
    "siege_controls_castle": False,
    "victory_gap": "dracula",
    "early_end": False,
    "token_scope": "die",
    "token_target": "own",
}

TAIL = 1e-13  # an endless loop is cut when less than this is still undecided


def option(rules, name):
    """Section 9: the scenario's value of an option, or the default."""
    return rules.get(name, DEFAULTS[name])


def roll(random):
    """Words: one fair six-sided die."""
    return random.randint(1, 6)


def chance(test):
    """Words: the chance that a d6 passes the test, counted face by face."""
    return sum(1 for face in range(1, 7) if test(face)) / 6


def hit_chance(rules):
    """F-48, F-56: a shot kills on hit_min or more."""
    return chance(lambda face: face >= option(rules, "hit_min"))


def starve_chance(rules):
    """F-62: a troop out of supply is lost on 1 to starve_max."""
    return chance(lambda face: face <= option(rules, "starve_max"))


def successes(dice, p):
    """Words: list whose item k is the chance of k successes, built up one die at a time."""
    row = [1.0]
    for _ in range(dice):
        longer = [0.0] * (len(row) + 1)
        for k, q in enumerate(row):
            longer[k] += q * (1 - p)
            longer[k + 1] += q * p
        row = longer
    return row
