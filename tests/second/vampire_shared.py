"""Sections 2 and 10, E-05, E-09, E-26: what the three slow models of "Vampire Empire" share."""

import re
from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

from .shared import add, need, whole  # noqa: F401  (the models take them from here)

SIDES = ("human", "vampire")
PROFESSIONS = ("noble", "clergy", "servant")
SPECIAL = {"human": "water", "vampire": "vampire"}
COLOURS = PROFESSIONS + ("water", "vampire")
SUPPORT = ("fetch", "attack_marker", "defence_marker", "block")

DEFAULTS = {
    "hand_size": 8,
    "known_humans": 2,
    "first_player": "vampire",
    "reveals_per_turn": 1,
    "reveal_where": "castle",
    "reveal_bonus_cards": 0,
    "support_per_turn": 1,
    "support_cards": "on",
    "marker_cap": 1,
    "pass_discards": 1,
    "turn_limit": 200,
    "hide_cards": 3,
    "water_cards": 2,
    "half_cards_pay": True,
    "water_attack": True,
    "max_rounds": 2,
    "ties": "defender",
    "carry_over": "both",
    "second_round": "optional",
    "start_check": "first_round",
    "score_human": 1,
    "score_vampire": 2,
}

WORDS = {
    "first_player": ("vampire", "human"),
    "reveal_where": ("castle", "anywhere"),
    "support_cards": ("on", "blank"),
    "ties": ("defender", "attacker"),
    "carry_over": ("both", "attack_only", "none"),
    "second_round": ("optional", "forced"),
    "start_check": ("first_round", "hand", "off"),
}

BOOLS = ("half_cards_pay", "water_attack")

BOUNDS = {
    "hand_size": (1, None),
    "known_humans": (0, 6),
    "reveals_per_turn": (0, None),
    "reveal_bonus_cards": (0, None),
    "support_per_turn": (0, None),
    "marker_cap": (0, None),
    "pass_discards": (0, None),
    "turn_limit": (1, None),
    "hide_cards": (1, None),
    "water_cards": (1, None),
    "max_rounds": (1, 2),
    "score_human": (0, None),
    "score_vampire": (0, None),
}

BOTH_DECKS = [
    ["noble:1", 2], ["noble:2", 2], ["noble:3", 1], ["noble:4", 1],
    ["clergy:1", 2], ["clergy:2", 2], ["clergy:3", 1], ["clergy:4", 1],
    ["servant:1", 2], ["servant:2", 2], ["servant:3", 1], ["servant:4", 1],
    ["noble/clergy:2", 1], ["noble/clergy:3", 1],
    ["clergy/servant:2", 1], ["clergy/servant:3", 1],
    ["servant/noble:2", 1], ["servant/noble:3", 1],
    ["fetch", 2], ["attack_marker", 1], ["defence_marker", 1], ["block", 1],
]

DECKS = {
    "human": BOTH_DECKS + [
        ["water:1", 3], ["water:2", 3], ["water:3", 2],
        ["water/noble:2", 1], ["water/clergy:2", 1], ["water/servant:2", 1],
    ],
    "vampire": BOTH_DECKS + [
        ["vampire:2", 3], ["vampire:3", 2], ["vampire:4", 2], ["vampire:5", 1],
        ["vampire/noble:3", 1], ["vampire/clergy:3", 1], ["vampire/servant:3", 1],
    ],
}


class Card(NamedTuple):
    """E-08, E-11: one card; the natural order of the tuples is the card order."""

    value: int
    width: int  # how many colours
    name: str  # the colours sorted and joined, or the name of a support card
    colours: tuple


# ------------------------------------------------------------------ legal or not

def one_of(value, words):
    """E-67: true if the value is one of some words."""
    return isinstance(value, str) and value in words


def options(rules):
    """Section 10, E-67: all options, the changed ones checked."""
    merged = dict(DEFAULTS)
    for name, value in (rules or {}).items():
        need(name in DEFAULTS, f"unknown option {name}")
        if name in WORDS:
            need(one_of(value, WORDS[name]), f"option {name}")
        elif name in BOOLS:
            need(isinstance(value, bool), f"option {name}")
        else:
            need(whole(value, *BOUNDS[name]), f"option {name}")
        merged[name] = value
    return merged


def check_names(table, allowed, what):
    """E-67: no parameter that the model does not have."""
    for name in table:
        need(name in allowed, f"{what}: unknown parameter {name}")


def word(setup, name, words, default):
    """E-67: a parameter that is one of some words."""
    value = setup.get(name, default)
    need(one_of(value, words), f"parameter {name}")
    return value


def number(setup, name, default, low=None, high=None):
    """E-67: a parameter that is a whole number."""
    value = setup.get(name, default)
    need(whole(value, low, high), f"parameter {name}")
    return value


def flag(setup, name):
    """E-67: a parameter that is true or false (default false)."""
    value = setup.get(name, False)
    need(isinstance(value, bool), f"parameter {name}")
    return value


# ------------------------------------------------------------------ cards

@cache
def card(text):
    """E-08: the card of a card text; ValueError for a text that is none (E-67)."""
    if text in SUPPORT:
        return Card(0, 0, text, ())
    # CHOICE: a card text has no blanks and no capitals; the value is written with digits only.
    parts = re.fullmatch(r"([a-z]+)(?:/([a-z]+))?:([0-9]+)", text, re.ASCII)
    need(parts is not None, f"card {text}")
    colours = tuple(sorted(name for name in parts.group(1, 2) if name))
    need(all(name in COLOURS for name in colours), f"card {text}: colour")
    need(len(set(colours)) == len(colours), f"card {text}: equal colours")
    need(colours != ("vampire", "water"), f"card {text}: both special")
    need(int(parts.group(3)) >= 1, f"card {text}: value")
    return Card(int(parts.group(3)), len(colours), "/".join(colours), colours)


def side_card(text, side):
    """E-67: a card text that this side may have."""
    need(isinstance(text, str), f"card {text!r}")
    made = card(text)
    foreign = SPECIAL["vampire" if side == "human" else "human"]
    need(foreign not in made.colours, f"card {text} for the {side} player")
    return made


def read_deck(entries, side):
    """E-10: all cards of a deck, one by one."""
    need(isinstance(entries, (list, tuple)), f"deck of {side}")
    cards = []
    for entry in entries:
        need(isinstance(entry, (list, tuple)) and len(entry) == 2, f"deck entry {entry!r}")
        # CHOICE: "number of copies" may be 0, E-67 does not refuse it.
        need(whole(entry[1], 0), f"copies of {entry[0]}")
        cards += [side_card(entry[0], side)] * entry[1]
    need(len(cards) >= 1, f"deck of {side} is empty")
    return tuple(cards)


DEFAULT_CARDS = {name: read_deck(DECKS[name], name) for name in SIDES}


def decks(data):
    """E-10: both decks; a side left out of the data keeps its default deck."""
    # CHOICE: other keys of the data than `decks` are not looked at.
    given = (data or {}).get("decks", {})
    for side in given:
        need(side in SIDES, f"deck of unknown side {side}")
    return {side: read_deck(given[side], side) if side in given else DEFAULT_CARDS[side] for side in SIDES}


def is_special(made, side):
    """E-08: a water card of the human, a red card of the vampire player, half ones included."""
    return SPECIAL[side] in made.colours


def is_valid(made, side, profession, own_revealed, other_revealed):
    """E-09: does the card count for `side`, supporting a character of that profession?"""
    if profession in made.colours:
        return True
    if side == "human":
        return other_revealed and "water" in made.colours
    return own_revealed and "vampire" in made.colours


def valid_cards(hand, side, profession, own_revealed, other_revealed):
    """E-09: the cards of a hand that count, in card order."""
    return sorted(c for c in hand if is_valid(c, side, profession, own_revealed, other_revealed))


def beats(attack, defence, opts):
    """E-26: strictly greater, or at least equal with `ties` = `attacker`."""
    return attack >= defence if opts["ties"] == "attacker" else attack > defence


def total(cards):
    """E-25: the sum of the values."""
    return sum([c.value for c in cards])


# ------------------------------------------------------------------ chances

def hands(counts, size):
    """E-64: hypergeometric; yields (how many of each kind, chance) for a hand dealt from {kind: copies}."""
    everything = comb(sum(counts.values()), size)
    kinds = list(counts)
    for taken in product(*(range(counts[kind] + 1) for kind in kinds)):
        if sum(taken) == size:
            ways = 1
            for kind, k in zip(kinds, taken):
                ways *= comb(counts[kind], k)
            yield dict(zip(kinds, taken)), ways / everything
