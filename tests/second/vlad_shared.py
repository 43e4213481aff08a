"""Sections A-1, A-2, O and K: what the five slow models of "I Am Vlad" share."""

from .shared import add, need, whole  # noqa: F401  (the models take them from here)

UNITS = ("vlad", "knight", "archer")
TIMES = ("day", "night")
TAIL = 1e-17  # an endless row of throws is cut when less than this is still undecided

DEFAULTS = {
    "dial": ["day", "night", "day", "night"],
    "exit_positions": [1, 2, 3, 4],
    "exit_match": "position",
    "overshoot": "cap",
    "return_same_turn": True,
    "die8": [7, 8, 9, 10, 11, 12, 13, 14],
    "neutral_life": 36,
    "dying_blow": False,
    "no_card_hit": "each_unit",
    "unit_life": {"vlad": 34, "knight": 28, "archer": 24},
    "hand_size": 3,
    "crown_bonus": "replace",
    "crown_bonus_magic": True,
    "bare_defence_bonus": False,
    "impale_life": 5,
    "reward_at": "battle_end",
    "outpost_damage": [2, 4, 6, 8],
    "plague_damage": 1,
    "move_squares": 5,
}

GAME_ONLY = set("""
    return_acts outpost_range outpost_heal outpost_arms outpost_cross outpost_size outpost_shields
    eliminated_outpost plague_spread death_immunises curse_damage movement leave_any_gate
    abyss_blocks_line church_squares effect_clock magic_purchase dead_hand supply_limits vlad_lives
    tower_rounds tower_check tower_win_in_death_match crown_pool tie_repeat first_seat corners
    stage_order tax_scope max_rounds
""".split())

WORDS = {
    "exit_match": ("position", "time"),
    "overshoot": ("cap", "stay", "reroll"),
    "no_card_hit": ("each_unit", "first_unit", "none"),
    "crown_bonus": ("replace", "add"),
    "reward_at": ("battle_end", "exchange"),
}

BOOLS = ("return_same_turn", "dying_blow", "crown_bonus_magic", "bare_defence_bonus")

DECKS = {
    "archer": [
        ("day", 16, 3, 1), ("day", 15, 4, 2), ("day", 14, 5, 3), ("day", 13, 5, 3), ("day", 12, 6, 3),
        ("day", 11, 6, 2), ("day", 10, 7, 2), ("day", 9, 7, 1), ("day", 8, 8, 1),
        ("night", 15, 3, 1), ("night", 14, 4, 2), ("night", 13, 5, 3),
        ("night", 12, 5, 3), ("night", 11, 6, 3),
        ("night", 10, 6, 2), ("night", 9, 7, 2), ("night", 8, 7, 1), ("night", 7, 8, 1),
    ],
    "knight": [
        ("day", 16, 6, 1), ("day", 15, 7, 2), ("day", 14, 8, 3), ("day", 13, 8, 3), ("day", 12, 9, 3),
        ("day", 11, 9, 2), ("day", 10, 10, 2), ("day", 9, 10, 1), ("day", 8, 11, 1),
        ("night", 16, 7, 1), ("night", 15, 7, 2), ("night", 14, 7, 2),
        ("night", 14, 8, 1), ("night", 13, 8, 3),
        ("night", 12, 9, 3), ("night", 11, 10, 2), ("night", 10, 10, 2),
        ("night", 9, 11, 1), ("night", 9, 12, 1),
    ],
    "vlad": [
        ("day", 19, 7, 1), ("day", 18, 7, 2), ("day", 17, 8, 2), ("day", 16, 8, 3), ("day", 15, 9, 3),
        ("day", 14, 9, 3), ("day", 13, 10, 2), ("day", 12, 11, 1), ("day", 11, 12, 1),
        ("night", 21, 7, 1), ("night", 20, 8, 1), ("night", 19, 8, 2),
        ("night", 18, 9, 3), ("night", 17, 9, 3),
        ("night", 16, 10, 3), ("night", 15, 10, 2), ("night", 14, 11, 2), ("night", 12, 12, 1),
    ],
}

MAGIC = [
    (26, 6), (25, 7), (24, 8), (23, 9), (22, 10), (22, 8), (21, 11),
    (21, 9), (20, 12), (20, 10), (19, 13), (19, 11), (18, 14), (18, 12),
]


# ------------------------------------------------------------------ legal or not

def option(rules, name):
    """Section O: the scenario's value of an option, or the default."""
    return rules.get(name, DEFAULTS[name])


def check_rules(rules):
    """Section O: known names, and the `k` options with values they can have."""
    for name in rules:
        need(name in DEFAULTS or name in GAME_ONLY, f"unknown option {name}")
    for name, words in WORDS.items():
        need(option(rules, name) in words, f"option {name}")
    for name in BOOLS:
        need(isinstance(option(rules, name), bool), f"option {name}")
    check_dial(rules)
    need(len(option(rules, "die8")) > 0 and all(whole(f) for f in option(rules, "die8")), "option die8")
    need(whole(option(rules, "neutral_life"), 1), "option neutral_life")
    need(whole(option(rules, "hand_size"), 0), "option hand_size")
    need(whole(option(rules, "impale_life")), "option impale_life")
    need(whole(option(rules, "plague_damage"), 0), "option plague_damage")
    need(whole(option(rules, "move_squares"), 0), "option move_squares")
    hits = option(rules, "outpost_damage")
    need(len(hits) == 4 and all(whole(hit, 0) for hit in hits), "option outpost_damage")
    for unit, life in option(rules, "unit_life").items():
        need(unit in UNITS and whole(life, 1), "option unit_life")


def check_dial(rules):
    """V-12, V-16: four positions of the dial, four exits waiting for one of them each."""
    dial, exits = option(rules, "dial"), option(rules, "exit_positions")
    # CHOICE: a dial of another length than four is illegal (K: `dial` = position 1..4, "mod 4").
    need(len(dial) == 4 and all(time in TIMES for time in dial), "option dial")
    # CHOICE: several exits may wait for the same dial position.
    need(len(exits) == 4 and all(whole(place, 1, 4) for place in exits), "option exit_positions")


def check_names(table, allowed, what):
    """Section K: no parameter that the model does not have."""
    for name in table:
        need(name in allowed, f"{what}: unknown parameter {name}")


def word(setup, name, words, default):
    """Section K: a parameter that is one of some words."""
    value = setup.get(name, default)
    need(value in words, f"parameter {name}")
    return value


def number(setup, name, default, low=None, high=None):
    """Section K: a parameter that is a whole number."""
    value = setup.get(name, default)
    need(whole(value, low, high), f"parameter {name}")
    return value


# ------------------------------------------------------------------ dial, life, crowns

def position(setup, rules):
    """Section K: the dial position 1..4 that `dial` or `time` asks for."""
    need(not ("dial" in setup and "time" in setup), "give dial or time, not both")
    if "time" in setup:
        # CHOICE: a time of day that the dial never shows is illegal.
        need(setup["time"] in option(rules, "dial"), "time is not on the dial")
        return list(option(rules, "dial")).index(setup["time"]) + 1
    return number(setup, "dial", 1, 1, 4)


def shown(start, turns):
    """V-12: the dial position that many turns later."""
    return (start - 1 + turns) % 4 + 1


def time_at(place, rules):
    """V-12: day or night at a dial position."""
    return option(rules, "dial")[place - 1]


def full_life(unit, rules):
    """V-14: full life of a unit."""
    # CHOICE: an option `unit_life` that names some units only leaves the others at the default.
    return option(rules, "unit_life").get(unit, DEFAULTS["unit_life"][unit])


def life_of(unit, given, rules):
    """Section K: a given life must be 1 .. full life; None is full."""
    full = full_life(unit, rules)
    if given is None:
        return full
    need(whole(given, 1, full), f"life of the {unit}")
    return given


def crown_bonus(crowns, rules):
    """V-28: (attack bonus, defence bonus) of a seat with that many crowns."""
    if crowns == 0:
        return (0, 0)
    if crowns == 1:
        return (2, 0)
    return (3, 1) if option(rules, "crown_bonus") == "replace" else (5, 1)


# ------------------------------------------------------------------ cards

def checked_card(card):
    """V-37: a card is (time, attack, defence)."""
    need(len(card) == 3 and card[0] in TIMES and whole(card[1], 0) and whole(card[2], 0), f"card {card}")
    return tuple(card)


def checked_hand(hand):
    """Section K: a hand is "random" or a list of cards in hand order."""
    if isinstance(hand, str):
        need(hand == "random", f"hand {hand}")
        return "random"
    return tuple(checked_card(card) for card in hand)


def pack(unit, data):
    """V-37, A-1: all cards of one pack, one by one, in the order of the table."""
    decks = (data or {}).get("decks", {})
    for name in decks:
        need(name in UNITS, f"unknown pack {name}")
    cards = []
    for time, attack, defence, count in decks.get(unit, DECKS[unit]):
        need(whole(count, 0), "count of a card")
        cards += [checked_card((time, attack, defence))] * count
    return cards


def magic_stock(data):
    """V-36, A-2: the common stock of magic cards."""
    stock = []
    for attack, defence in (data or {}).get("magic_cards", MAGIC):
        need(whole(attack, 0) and whole(defence, 0), "magic card")
        stock.append((attack, defence))
    return stock


def without(cards, given):
    """Section K: the pack without the given cards; a card that is not in it takes nothing out."""
    left = list(cards)
    for card in given:
        if card in left:
            left.remove(card)
    return left


# ------------------------------------------------------------------ chances

def faces(dice):
    """V-45, V-46: face -> chance."""
    table = {}
    for face in dice:
        add(table, face, 1 / len(dice))
    return table


def draw_one(hand, pile, discards, ordered):
    """V-39: chances of (hand, pile, discards) after one draw; None in a pile is a card that never matters."""
    if not pile:
        pile, discards = tuple(sorted(discards, key=str)), ()
    outcomes = {}
    if not pile:
        return {(hand, (), ()): 1.0}
    for card in dict.fromkeys(pile):
        place = pile.index(card)
        rest = pile[:place] + pile[place + 1:]
        longer = hand if card is None else hand + (card,)
        if not ordered:
            longer = tuple(sorted(longer))
        add(outcomes, (longer, rest, discards), pile.count(card) / len(pile))
    return outcomes


def draw(hand, pile, discards, number_of_cards, ordered):
    """V-39: chances of (hand, pile, discards) after some draws, new cards at the end of the hand."""
    now = {(hand, pile, discards): 1.0}
    for _ in range(number_of_cards):
        after = {}
        for state, p in now.items():
            for outcome, q in draw_one(*state, ordered).items():
                add(after, outcome, p * q)
        now = after
    return now


def draw_live(unit_pile, unit_discards, random):
    """V-39: one card drawn for real from lists (the pile is already shuffled), or None."""
    if not unit_pile:
        unit_pile.extend(unit_discards)
        unit_discards.clear()
        random.shuffle(unit_pile)
    return unit_pile.pop() if unit_pile else None
