"""Whole games of I Am Vlad in plain Python come to the rows of the compiled kernel."""

import numpy as np
import pytest
from joblib import Parallel, delayed

from tests.games.conformance import plain_rows, rows
from tests.games.vlad_game_sets import SETS, game_between, seat

DEFAULT_RULES = {
    "four balanced": ([seat("balanced")] * 4, {}, None),
    "presets": ([seat(name) for name in ("hero_hunter", "shopper", "tower_sitter", "outpost_turtle")], {}, None),
    "two": ([seat("tower_sitter"), seat("hero_hunter")], {}, None),
    "three": ([seat("outpost_turtle"), seat("random"), seat("balanced")], {}, None),
    "four at random": ([seat("random")] * 4, {"max_rounds": 60}, None),
}
PLAYED = SETS | DEFAULT_RULES
AT_A_GLANCE = ("presets", "cards", "outposts", "plague", "by_units", "chance")  # two games each, of a few rounds
SLOW = 16  # games of each: 208 in all


def both(name, first, games, rounds, rng):
    """Whether these games come to the same rows."""
    tables, rules, data = PLAYED[name]
    most = min(rounds, rules.get("max_rounds", rounds))
    case = game_between(tables, rules | {"max_rounds": most}, data)
    return np.array_equal(rows(case, first, games, rng), plain_rows(case, first, games, rng))


@pytest.mark.parametrize("name", AT_A_GLANCE)
def test_the_beginning_of_two_games_of_each_sort(name):
    assert both(name, 20, 2, 16, "splitmix")


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_whole_games(name):
    """Two processes, each with games and a generator of its own."""
    jobs = [(name, 1_000 * part, SLOW // 2, 120, rng) for part, rng in enumerate(("splitmix", "philox"))]
    assert all(Parallel(2)(delayed(both)(*job) for job in jobs))


def test_enough_games_are_compared():
    assert len(PLAYED) * SLOW >= 200
