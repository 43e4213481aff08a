"""Full games against the second implementation: means, squares and shares of every column, all pairs of policies."""

import random

import numpy as np
import pytest

from simlab.games.vampire.models.game import WAYS, WINNERS
from simlab.runs.batches import Sampler
from tests.games.vampire_setups import case
from tests.second.vampire import MODELS

HUMANS = ("inquisitor", "brawler", "random", "idle")
VAMPIRES = ("lurker", "bold", "three_thrones", "random", "idle")
PAIRS = [(human, vampire) for human in HUMANS for vampire in VAMPIRES]
OTHER_RULES = [
    {"ties": "attacker", "hand_size": 5, "known_humans": 0, "first_player": "human"},
    {"max_rounds": 1, "support_cards": "blank", "water_cards": 1, "hide_cards": 1},
    {"carry_over": "none", "start_check": "off", "second_round": "forced", "turn_limit": 40},
    {"reveals_per_turn": 3, "reveal_where": "anywhere", "reveal_bonus_cards": 2, "support_per_turn": 3},
    {"marker_cap": 3, "half_cards_pay": False, "water_attack": False, "pass_discards": 2, "score_vampire": 3},
    {"carry_over": "attack_only", "start_check": "hand", "known_humans": 6, "score_human": 2},
]


def features(rows: np.ndarray) -> np.ndarray:
    """Numbers of a game, their squares, and the shares of winners and ways."""
    winners, ways = ([rows[:, place] == code for code in range(count)] for place, count in ((0, 3), (1, 5)))
    return np.column_stack([rows[:, 2:], rows[:, 2:] ** 2, *winners, *ways]).astype(float)


def largest_z(rules: dict, policies: dict, games: int, seed: int = 5) -> float:
    """The largest difference of a mean, in standard errors, between 16 games of ours for each of theirs."""
    sampler = Sampler(case("game", {}, rules, None, policies), "splitmix", seed, {})
    ours = np.concatenate([sampler.rows(n, 16_000).copy() for n in range(0, 16 * games, 16_000)])
    ours = features(ours.astype(float))
    dice, rows = random.Random(seed), []
    for _ in range(games):
        winner, way, *rest = MODELS["game"].simulate({}, rules, dice, None, policies)
        rows.append([WINNERS.index(winner), WAYS.index(way), *rest])
    theirs = features(np.array(rows, float))
    spread = np.sqrt(ours.var(0) / len(ours) + theirs.var(0) / len(theirs))
    rare = (ours.mean(0) * len(theirs) < 10) & (spread > 0)  # too rare for a normal comparison
    z = np.abs(ours.mean(0) - theirs.mean(0)) / np.where(spread > 0, spread, 1)
    return float(np.where(rare, 0, z).max())


MOST = 5.5  # of some 700 means a test of the whole file looks at about 10,000; a chance of 4e-8 each


@pytest.mark.slow
@pytest.mark.parametrize(("human", "vampire"), PAIRS)
def test_every_pair_of_policies(human, vampire):
    assert largest_z({}, {"human": {"name": human}, "vampire": {"name": vampire}}, 3_000) < MOST


@pytest.mark.slow
@pytest.mark.parametrize("rules", OTHER_RULES, ids=lambda rules: "-".join(rules))
@pytest.mark.parametrize("pair", [("inquisitor", "bold"), ("brawler", "lurker"), ("random", "random")], ids="-".join)
def test_other_rules(rules, pair):
    policies = dict(zip(("human", "vampire"), ({"name": name} for name in pair)))
    assert largest_z(rules, policies, 2_000) < MOST


def test_a_few_pairs_at_a_glance():
    for human, vampire in (("inquisitor", "lurker"), ("brawler", "bold"), ("random", "three_thrones")):
        assert largest_z({}, {"human": {"name": human}, "vampire": {"name": vampire}}, 1_000) < MOST


def test_the_comparison_can_fail(monkeypatch):
    from tests.second import vampire_game

    theirs = vampire_game.simulate

    def other_rules(setup, rules, *rest):
        return theirs(setup, {"ties": "attacker"}, *rest)

    monkeypatch.setattr(vampire_game, "simulate", other_rules)
    assert largest_z({}, {"human": {"name": "inquisitor"}, "vampire": {"name": "bold"}}, 1_000) > MOST
