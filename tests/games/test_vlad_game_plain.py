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
GAMES = 16  # of each: 208 in all


def both(name, first, games, rng):
    """Whether these games come to the same rows."""
    case = game_between(*PLAYED[name])
    return np.array_equal(rows(case, first, games, rng), plain_rows(case, first, games, rng))


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_whole_games(name):
    """Two processes, each with games and a generator of its own."""
    jobs = [(name, 1_000 * part, GAMES // 2, rng) for part, rng in enumerate(("splitmix", "philox"))]
    assert all(Parallel(2)(delayed(both)(*job) for job in jobs))


def test_enough_games_are_compared():
    assert len(PLAYED) * GAMES >= 200
