"""Whole campaigns against the second implementation, written from the rulebook and the reading alone: every column."""

import random

import numpy as np
import pytest
from joblib import Parallel, delayed

from simlab.runs.batches import Sampler
from tests.games.forest_setups import case
from tests.second.forest import MODELS

OTTOMANS = ("random_legal", "methodical_siege", "storm_rush", "converge")
CHRISTIANS = ("random_legal", "castle_defence", "raider", "turtle")
PAIRS = [(ottoman, christian) for ottoman in OTTOMANS for christian in CHRISTIANS]
OURS = 8  # games of ours for each of theirs
#: Other readings of the rules, several at once, so that each option of the campaign is changed somewhere.
OTHER_RULES = [
    {"held_chit": "closed", "troop_moves": "per_turn", "morale_order": "last", "several_armies": "merged"},
    {"jump_rating": "higher", "recruit_repeat": True, "morale_scheme": "until_cleared", "loose_join": False},
    {"morale_fail_on_entry": "eliminated", "garrison_on_entry": "as_placed", "general_fate": "home"},
    {"retreat_into_castle": True, "castle_control": "last_holder", "storm_pairing": "duel", "starve_max": 4},
    {"christian_supply": "castle", "garrison_supply": "cut", "siege_first_count": 0, "siege_margin": 3},
    {"siege_controls_castle": True, "victory_gap": "none", "turns": 6, "move_points": 4, "lead_points": 3},
    {"piece_limit": False, "impalements_per_move": 6, "impalements_max": 8, "morale_min": 5, "garrison_per_tower": 2},
    {"initial_search": "separate", "withdraw_window": "every_round", "surprise_fire": "none", "hit_min": 5},
    {"excess_hits": "spill", "group_order": "list", "army_max": 14, "early_end": True, "radu_moldavia": "always"},
]


def features(rows: np.ndarray, columns) -> np.ndarray:
    """Numbers of a game and their squares; of categories the share of each name."""
    parts = []
    for place, column in enumerate(columns):
        values = rows[:, place].astype(float)
        parts += [values == code for code in range(len(column.names))] if column.names else [values, values**2]
    return np.column_stack(parts).astype(float)


def their_rows(seed: str, games: int, setup: dict, rules: dict, policies: dict, columns) -> list[list[int]]:
    """Games of the second implementation as numbers, in the order of our columns."""
    dice, rows = random.Random(seed), []
    for _ in range(games):
        row = MODELS["campaign"].simulate(setup, rules, dice, None, policies)
        rows.append([c.names.index(row[c.name]) if c.names else int(row[c.name]) for c in columns])
    return rows


def largest_z(setup: dict, rules: dict, pair: tuple[str, str], games: int, changed: dict | None = None) -> float:
    """The largest difference of a mean in standard errors; `changed`: rules that the second alone plays by."""
    policies = {"ottoman": {"name": pair[0]}, "christian": {"name": pair[1]}}
    ours_case = case("campaign", setup, rules, None, policies)
    columns = ours_case.columns
    theirs_by = rules | (changed or {})
    jobs = [(f"{pair} {setup} {rules} {part}", games // 2, setup, theirs_by, policies, columns) for part in range(2)]
    theirs = np.concatenate([np.array(rows) for rows in Parallel(2)(delayed(their_rows)(*job) for job in jobs)])
    sampler = Sampler(ours_case, "splitmix", 5, {})
    ours = np.concatenate([sampler.rows(n, 8_000).copy() for n in range(0, OURS * games, 8_000)])
    ours, theirs = features(ours, columns), features(theirs, columns)
    spread = np.sqrt(ours.var(0) / len(ours) + theirs.var(0) / len(theirs))
    rare = (ours.mean(0) * len(theirs) < 10) & (spread > 0)  # too rare for a normal comparison
    z = np.abs(ours.mean(0) - theirs.mean(0)) / np.where(spread > 0, spread, 1)
    return float(np.where(rare, 0, z).max())


MOST = 5.0  # of some 75 means a pair the tests of this file look at about 4,000; a chance of 6e-7 each


def test_the_shipped_pair_of_policies():
    assert largest_z({"radu": "muslim"}, {}, ("methodical_siege", "castle_defence"), 1_000) < MOST


def test_the_comparison_can_fail():
    assert largest_z({"radu": "muslim"}, {}, ("storm_rush", "raider"), 400, changed={"hit_min": 5}) > 2 * MOST


@pytest.mark.slow
@pytest.mark.parametrize("radu", ["muslim", "loyal"])
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_every_pair_of_policies(pair, radu):
    assert largest_z({"radu": radu}, {}, pair, 1_000) < MOST


@pytest.mark.slow
@pytest.mark.parametrize("rules", OTHER_RULES, ids=lambda rules: "-".join(rules))
@pytest.mark.parametrize(
    "pair", [("random_legal", "random_legal"), ("storm_rush", "raider"), ("converge", "turtle")], ids="-".join
)
def test_other_rules(rules, pair):
    tokens = {"ottoman": 2, "christian": 3}
    assert largest_z({"radu": "loyal", "tokens": tokens}, rules | {"token_target": "any"}, pair, 800) < MOST


@pytest.mark.slow
@pytest.mark.parametrize(
    "pair", [("random_legal", "random_legal"), ("methodical_siege", "castle_defence")], ids="-".join
)
def test_two_pairs_at_length(pair):
    assert largest_z({"radu": "muslim"}, {}, pair, 16_000) < MOST
