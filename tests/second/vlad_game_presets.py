"""P-10: the presets of the policies of the model `game`, and what a seat's table may change."""

from .shared import need, whole

GOALS = ("cure", "strike", "hunt", "gate", "contest", "tower", "curse_run", "shop", "pray", "settle", "shelter",
         "escort", "chase", "home", "hold")
ITEMS = ("outpost", "magic", "impale", "potion")
SITES = ("church", "gate", "tower_gate")
ORDERS = ("attack_desc", "defence_desc", "as_dealt")

SAME = {"use_tokens": True, "order": "attack_desc", "answer_order": "defence_desc", "shelter_below": 0}


def goals(vlad, others):
    """P-10: the goal lists of the three units."""
    return {"goals_vlad": vlad.split(), "goals_knight": others.split(), "goals_archer": others.split()}


def prey(vlad, knight, archer):
    """P-10: the worth of prey."""
    return {"prey_vlad": vlad, "prey_knight": knight, "prey_archer": archer}


PRESETS = {
    "hero_hunter": SAME | goals("cure strike contest hunt shop chase", "cure strike contest hunt shop chase")
    | prey(2.0, 0.7, 0.8) | {
        "contest_at": 2, "hunt_until": 5, "hunt_margin": 1.0, "hunt_life": 0.4, "flags_wanted": 0, "shop_gold": 4,
        "shop_list": [["magic", 2], ["impale", 1]], "gold_reserve": 0, "akathist_gold": 99, "strike_min": 0.1,
        "attack_min": 0.05, "kill_bonus": 1.0, "gang_bonus": 1.0, "caution": 0.3, "heal_below": 0.5, "bell_min": 1,
        "site": "church", "site_radius": 8, "fear": 1, "surrender_below": 0, "tax_ask": False, "tax_offer": False,
        "tax_fear": 1.5, "tax_accept": 0},
    "shopper": SAME | goals("cure contest settle hunt shop pray strike gate chase",
                            "cure contest hunt shop pray strike gate escort")
    | prey(1.0, 1.0, 1.0) | {
        "contest_at": 3, "hunt_until": 14, "hunt_margin": 1.0, "hunt_life": 0.5, "flags_wanted": 1, "shop_gold": 6,
        "shop_list": [["impale", 2], ["potion", 3], ["magic", 3], ["outpost", 1]], "gold_reserve": 1,
        "akathist_gold": 8, "strike_min": 0.3, "attack_min": 0.2, "kill_bonus": 0.5, "gang_bonus": 0.5,
        "caution": 1.0, "heal_below": 0.6, "bell_min": 2, "site": "gate", "site_radius": 6, "fear": 2,
        "surrender_below": 6, "tax_ask": True, "tax_offer": True, "tax_fear": 0.5, "tax_accept": 0.5},
    "tower_sitter": SAME | goals("cure tower gate hunt strike chase", "cure strike contest gate hunt shop escort")
    | prey(1.0, 1.0, 1.0) | {
        "contest_at": 2, "hunt_until": 3, "hunt_margin": 0.9, "hunt_life": 0.4, "flags_wanted": 1, "shop_gold": 3,
        "shop_list": [["potion", 2], ["impale", 1]], "gold_reserve": 0, "akathist_gold": 99, "strike_min": 0.2,
        "attack_min": 0.1, "kill_bonus": 0.5, "gang_bonus": 0.5, "caution": 0.8, "heal_below": 0.6, "bell_min": 99,
        "site": "tower_gate", "site_radius": 6, "fear": 1, "surrender_below": 0, "tax_ask": True,
        "tax_offer": False, "tax_fear": 1.0, "tax_accept": 0.3},
    "outpost_turtle": SAME | goals("cure settle contest shop hunt strike shelter home",
                                   "cure contest shop hunt strike shelter escort")
    | prey(1.0, 1.0, 1.0) | {
        "contest_at": 3, "hunt_until": 6, "hunt_margin": 1.0, "hunt_life": 0.5, "flags_wanted": 0, "shop_gold": 3,
        "shop_list": [["outpost", 1], ["potion", 2], ["impale", 1]], "gold_reserve": 0, "akathist_gold": 99,
        "strike_min": 0.3, "attack_min": 0.2, "kill_bonus": 0.5, "gang_bonus": 0.5, "caution": 1.2,
        "heal_below": 0.6, "bell_min": 1, "site": "church", "site_radius": 8, "shelter_below": 1.0, "fear": 2,
        "surrender_below": 6, "tax_ask": True, "tax_offer": True, "tax_fear": 0.5, "tax_accept": 0.5},
    "balanced": SAME | goals("cure strike contest curse_run hunt shop gate chase",
                             "cure strike contest hunt shop gate escort")
    | prey(1.5, 0.9, 1.0) | {
        "contest_at": 2, "hunt_until": 8, "hunt_margin": 1.0, "hunt_life": 0.5, "flags_wanted": 4, "shop_gold": 5,
        "shop_list": [["impale", 1], ["potion", 2], ["magic", 1]], "gold_reserve": 1, "akathist_gold": 10,
        "strike_min": 0.2, "attack_min": 0.1, "kill_bonus": 0.7, "gang_bonus": 0.7, "caution": 0.7,
        "heal_below": 0.5, "bell_min": 1, "site": "gate", "site_radius": 6, "fear": 2, "surrender_below": 5,
        "tax_ask": False, "tax_offer": False, "tax_fear": 1.0, "tax_accept": 0.2},
}
WORDS = {"site": SITES, "order": ORDERS, "answer_order": ORDERS + ("never",)}


def parameters(table):
    """P-10: all parameters of a seat's table; an unknown name or value is an error."""
    table = dict(table)
    name = table.pop("policy", "balanced")
    need(name in PRESETS, f"policy {name}")
    preset = PRESETS[name]
    for key, value in table.items():
        need(key in preset, f"policy {name}: unknown parameter {key}")
        check_parameter(key, value, preset[key])
    return preset | table


def check_parameter(key, value, usual):
    """P-10: a value of the kind that the preset has."""
    if key in WORDS:
        need(value in WORDS[key], f"policy parameter {key}")
    elif key.startswith("goals_"):
        need(all(goal in GOALS for goal in value), f"policy parameter {key}")
    elif key == "shop_list":
        need(all(item in ITEMS and whole(target, 0) for item, target in value), f"policy parameter {key}")
    elif isinstance(usual, bool):
        need(isinstance(value, bool), f"policy parameter {key}")
    else:
        need(isinstance(value, (int, float)) and not isinstance(value, bool), f"policy parameter {key}")
