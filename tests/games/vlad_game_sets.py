"""Full games between mixed policies under changed rules: together they change every option of the game, and what is
rare by default (outposts, plague, curse, tax, impaling, Akathist cards) is bought or done often."""

from simlab.contract import Case
from tests.games.vlad_setups import game

#: Everything wants money and spends it at once; church and outpost come before the fight.
PIOUS = {"akathist_gold": 1, "gold_reserve": 0, "shop_gold": 1, "hunt_margin": 0.7}
BUILDER = {"shop_list": [["outpost", 1], ["potion", 2], ["impale", 2]], "site_radius": 20, "shop_gold": 1}
PRAYING = {kind: ["pray", "hunt", "shop", "settle", "strike", "gate"] for kind in ("goals_vlad", "goals_knight")}
VASSAL = {"tax_ask": True, "tax_offer": True, "tax_fear": 0.1, "tax_accept": 2.0}
EVERY_CARD = ("plague", "altar_wrath", "tithe", "stillness", "deep_mud", "truce")
EVERY_CARD += ("long_night", "turning_sun", "hail", "lightning", "mercy", "rusty_blades")


def seat(policy, *changes):
    """A seat's table."""
    table = {"policy": policy}
    for change in changes:
        table |= change
    return table


#: name -> (a table for each seat, changed rules, changed data or None)
SETS = {
    "cards": (
        [seat("balanced"), seat("hero_hunter"), seat("shopper", PIOUS), seat("random")],
        {
            "dial": ["day", "day", "night", "night"],
            "die8": [1, 2, 3, 4, 5, 6, 7, 8],
            "neutral_life": 28,
            "dying_blow": True,
            "no_card_hit": "first_unit",
            "hand_size": 2,
            "crown_bonus": "add",
            "bare_defence_bonus": True,
            "dead_hand": "discard",
            "max_rounds": 60,
        },
        None,
    ),
    "road": (
        [seat("hero_hunter", {"shop_list": [["impale", 3]]}), seat("balanced"), seat("hero_hunter")],
        {
            "exit_positions": [4, 3, 2, 1],
            "exit_match": "time",
            "overshoot": "stay",
            "return_same_turn": False,
            "return_acts": False,
            "unit_life": {"vlad": 30, "knight": 16, "archer": 12},
            "impale_life": 9,
            "corners_3": [2, 0, 3],
            "max_rounds": 60,
        },
        None,
    ),
    "outposts": (
        [
            seat("outpost_turtle", BUILDER, {"akathist_gold": 4}),
            seat("shopper", BUILDER, {"site": "church", "akathist_gold": 4}),
            seat("outpost_turtle", BUILDER, {"site": "tower_gate"}),
            seat("hero_hunter", BUILDER, {"site": "gate"}),
        ],
        {
            "outpost_damage": [3, 5, 8, 12],
            "outpost_range": 7,
            "outpost_heal": 3,
            "outpost_arms": "all8",
            "outpost_cross": "per_square",
            "outpost_size": 2,
            "outpost_shields": False,
            "max_rounds": 50,
            "eliminated_outpost": "inert",
            "vlad_lives": 1,
        },
        {"akathist_cards": ["hail", "lightning", "altar_wrath", "mercy"] * 5},
    ),
    "plague": (
        [seat("shopper", PIOUS, PRAYING), seat("outpost_turtle", PIOUS, BUILDER, PRAYING), seat("balanced", PIOUS)],
        {
            "plague_damage": 2,
            "plague_spread": "end_only",
            "death_immunises": False,
            "church_squares": "one_each",
            "effect_clock": "round_end",
            "max_rounds": 40,
        },
        {"akathist_cards": ["plague"] * 12 + list(EVERY_CARD)},
    ),
    "tower": (
        [seat("tower_sitter"), seat("balanced", {"hunt_margin": 0.7}), seat("tower_sitter"), seat("balanced", PIOUS)],
        {
            "tower_rounds": 5,
            "tower_check": "after_upkeep",
            "tower_win_in_death_match": False,
            "max_rounds": 60,
            "crown_pool": "tokens",
            "leave_any_gate": False,
            "curse_damage": 6,
            "abyss_blocks_line": True,
            "neutral_life": 24,
        },
        {"akathist_cards": list(EVERY_CARD) * 2},
    ),
    "by_units": (
        [
            seat("shopper", VASSAL, PIOUS),
            seat("tower_sitter", VASSAL),
            seat("random"),
            seat("outpost_turtle", VASSAL, BUILDER),
        ],
        {"stage_order": "per_unit", "tax_scope": "unit", "movement": "straight", "move_squares": 7, "max_rounds": 50},
        None,
    ),
    "ties": (
        [seat("hero_hunter", {"caution": 0.0, "shop_list": [["magic", 3], ["impale", 1]]})] * 2,
        {
            "tie_repeat": "draw",
            "vlad_lives": 1,
            "first_seat": 2,
            "corners_2": [0, 1],
            "supply_limits": False,
            "magic_purchase": "choice",
            "crown_bonus_magic": False,
            "reward_at": "exchange",
            "max_rounds": 60,
            "unit_life": {"vlad": 16, "knight": 20, "archer": 16},
        },
        None,
    ),
    "chance": (
        [seat("random")] * 4,
        {
            "neutral_life": 10,
            "corners_4": [3, 1, 0, 2],
            "overshoot": "reroll",
            "no_card_hit": "none",
            "impale_life": 12,
            "church_squares": "one_each",
            "outpost_size": 2,
            "max_rounds": 80,
        },
        {"akathist_cards": list(EVERY_CARD) * 3},
    ),
}


def game_between(tables: list[dict], rules: dict | None = None, data: dict | None = None) -> Case:
    """A game between these seats."""
    named = [{("name" if name == "policy" else name): value for name, value in table.items()} for table in tables]
    return game(named, rules, data)
