"""The presets of I Am Vlad's players: every number of the reading's table (P-10)."""

import pytest

from simlab.games.vlad.policies import POLICIES
from simlab.games.vlad.state import UNITS

PRESETS = ("hero_hunter", "shopper", "tower_sitter", "outpost_turtle", "balanced")
NUMBERS = """
contest_at       2    3    2    3    2
hunt_until       5    14   3    6    8
hunt_margin      1.0  1.0  0.9  1.0  1.0
hunt_life        0.4  0.5  0.4  0.5  0.5
flags_wanted     0    1    1    0    4
shop_gold        4    6    3    3    5
gold_reserve     0    1    0    0    1
akathist_gold    99   8    99   99   10
strike_min       0.1  0.3  0.2  0.3  0.2
attack_min       0.05 0.2  0.1  0.2  0.1
prey_vlad        2.0  1.0  1.0  1.0  1.5
prey_knight      0.7  1.0  1.0  1.0  0.9
prey_archer      0.8  1.0  1.0  1.0  1.0
kill_bonus       1.0  0.5  0.5  0.5  0.7
gang_bonus       1.0  0.5  0.5  0.5  0.7
caution          0.3  1.0  0.8  1.2  0.7
heal_below       0.5  0.6  0.6  0.6  0.5
use_tokens       1    1    1    1    1
bell_min         1    2    99   1    1
site_radius      8    6    6    8    6
shelter_below    0    0    0    1.0  0
fear             1    2    1    2    2
surrender_below  0    6    0    6    5
tax_ask          0    1    1    1    0
tax_offer        0    1    0    1    0
tax_fear         1.5  0.5  1.0  0.5  1.0
tax_accept       0    0.5  0.3  0.5  0.2
"""
SITES = ("church", "gate", "tower_gate", "church", "gate")
SHOP_LISTS = ("magic 2 impale 1", "impale 2 potion 3 magic 3 outpost 1", "potion 2 impale 1")
SHOP_LISTS += ("outpost 1 potion 2 impale 1", "impale 1 potion 2 magic 1")
VLADS_GOALS = (
    "cure strike contest hunt shop chase",
    "cure contest settle hunt shop pray strike gate chase",
    "cure tower gate hunt strike chase",
    "cure settle contest shop hunt strike shelter home",
    "cure strike contest curse_run hunt shop gate chase",
)
OTHERS_GOALS = (
    "cure strike contest hunt shop chase",
    "cure contest hunt shop pray strike gate escort",
    "cure strike contest gate hunt shop escort",
    "cure contest shop hunt strike shelter escort",
    "cure strike contest hunt shop gate escort",
)


def expected(number):
    """The parameters of a preset by the table above."""
    wishes = SHOP_LISTS[number].split()
    rows = [line.split() for line in NUMBERS.strip().splitlines()]
    return {
        **{name: float(values[number]) for name, *values in rows},
        "site": SITES[number],
        "shop_list": [[item, int(target)] for item, target in zip(wishes[::2], wishes[1::2])],
        **{f"goals_{unit}": OTHERS_GOALS[number].split() for unit in UNITS},
        "goals_vlad": VLADS_GOALS[number].split(),
        "order": "attack_desc",
        "answer_order": "defence_desc",
    }


@pytest.mark.parametrize("number", range(len(PRESETS)), ids=PRESETS)
def test_a_preset_has_the_numbers_of_the_table(number):
    """P-10 And no parameter besides."""
    assert POLICIES[PRESETS[number]].parameters().model_dump() == expected(number)


def test_there_are_five_presets_and_random_which_has_no_parameters():
    """P-10, P-11"""
    assert set(POLICIES) == {*PRESETS, "random"} and POLICIES["random"].parameters().model_dump() == {}
