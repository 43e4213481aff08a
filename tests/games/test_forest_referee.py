"""Forest's campaigns under the eyes of a referee who knows the reading only, and proof that he sees what is wrong."""

import sys
from random import Random
from types import SimpleNamespace

import pytest
from joblib import Parallel, delayed

from simlab.chance.plain import plain
from simlab.chance.witness import tell
from simlab.games.forest.campaign_story import PICKED_UP
from simlab.games.forest.rules.s4_armies import gather_troops
from simlab.games.forest.rules.s5_turn_order import attempt
from simlab.games.forest.rules.s6_movement import enter
from tests.games.conformance import plain_rows
from tests.games.forest_campaigns import drawn_campaign
from tests.games.forest_referee import Illegal, judge, recorded
from tests.games.forest_setups import case

GAME = "simlab.games.forest."


def campaign(seed, chance=0.15):
    """A random campaign; `chance` is that of changing an option."""
    return case("campaign", *drawn_campaign(Random(seed), chance))


def objections(seeds, games, chance):
    """What the referee says of so many games of each of these campaigns."""
    said = []
    for seed in seeds:
        played = campaign(seed, chance)
        for trial in range(games):
            try:
                judge(played, trial)
            except Illegal as objection:
                said.append((seed, trial, str(objection)))
    return said


@pytest.mark.parametrize("chance", [0.0, 0.2])
def test_the_referee_has_nothing_to_say(chance):
    assert objections(range(75), 2, chance) == []


@pytest.mark.slow
def test_the_referee_has_nothing_to_say_of_ten_thousand_games():
    parts = [(range(first, first + 125), chance) for first in range(1_000, 2_000, 125) for chance in (0.0, 0.1, 0.3)]
    said = Parallel(n_jobs=2)(delayed(objections)(seeds, 4, chance) for seeds, chance in parts)
    assert sum(said, []) == []


def test_the_referee_sees_the_kernels_games():
    for seed in range(12):
        played = campaign(seed, 0.3)
        assert list(recorded(played, 7, seed=11)[1].values()) == plain_rows(played, 7, 1)[0].tolist()


@pytest.fixture
def plant(monkeypatch):
    """Puts another function in a rule's place, wherever the rules call it, for plain Python."""

    def put(name, function):
        for module in [m for key, m in sys.modules.items() if key.startswith(GAME)]:
            if hasattr(module, name):
                monkeypatch.setattr(module, name, SimpleNamespace(py_func=function))
        plain.cache_clear()

    yield put
    monkeypatch.undo()
    plain.cache_clear()


def dies_into_nowhere(board, side, count):
    """Dead troops that are in no pile."""
    board.living[side] -= count


def picks_up_all(game, most, rules):
    """Armies without a largest size."""
    board, general, side = game.board, game.march.general, game.march.side
    picked = board.loose[side, board.where[general]]
    gather_troops(board, side, general, picked)
    if picked > 0:
        tell(PICKED_UP, general, picked, board.troops[general])


def tries_again(cup, plans, stream, general, told):
    """An attempt that leaves the general eligible."""
    succeeds = attempt(cup, plans, stream, general, told)
    cup.eligible[general] = 1
    return succeeds


def forgets_to_pay(game, area, rules, stream):
    """A move that costs nothing."""
    enter(game, area, rules, stream)
    game.march.points += 1


#: What is broken -> the rule, what stands in its place, and the items that the referee may name.
PLANTS = {
    "Ottomans in mountains": ("may_enter", lambda area, side, game: True, ("F-09",)),
    "troops led without end": ("cannot_be_led", lambda board, general, rules: 0, ("F-26",)),
    "markers without end": ("room_for_stakes", lambda board, area, rules: 40, ("F-34",)),
    "recruiting anywhere": ("recruits_here", lambda general, area, game, rules: True, ("F-31",)),
    "recruiting without pieces": ("pieces_available", lambda board, side, rules: 9, ("F-32", "F-63")),
    "castles that fall too soon": ("castle_falls", lambda roll, count: roll <= count + 1, ("F-59",)),
    "sieges by one troop": (
        "siege_numbers_hold",
        lambda side, area, board, rules: board.garrison[1 - side, area] > 0 and board.field[side, area] > 0,
        ("F-57", "F-59", "F-28"),
    ),
    "flight anywhere": ("refuge", lambda side, area, barred, game, rules: game.map.neighbour[area, 0], ("F-41, F-52",)),
    "garrisons larger than the castle": ("garrison_limit", lambda area, game, rules: 9, ("F-42", "F-12", "F-52")),
    "nobody starves": ("way_home", lambda area, game: True, ("F-61",)),
    "everybody starves": ("way_home", lambda area, game: False, ("F-61",)),
    "pieces lost": ("bury", dies_into_nowhere, ("F-63",)),
    "armies of any size": ("pick_up", picks_up_all, ("F-16",)),
    "the order altered too easily": ("alters", lambda roll, rating: roll <= rating, ("F-21",)),
    "attempts without end": ("attempt", tries_again, ("F-21",)),
    "moves without cost": ("enter", forgets_to_pay, ("F-25",)),
    "groups that never break": ("goes_on", lambda roll, rules: True, ("F-37",)),
    "nobody stops": ("enemy_bars", lambda side, area, board, rules: False, ("F-28",)),
    "nobody fights": ("has_moved", lambda march: False, ("F-40",)),
    "leads never forgotten": ("leads_of_activation", lambda board, rules: None, ("F-26",)),
    "the wrong winner": ("winner", lambda game, rules: 2, ("section 11: column winner",)),
    "sieges that never end": ("settle", lambda area, game, rules: None, ("F-59", "F-57", "section 11", "F-27")),
    "generals who stay alone": ("clear_general", lambda game, general, rules: None, ("F-26",)),
    "armies met in any order": ("ahead", lambda general, other, game: general < other, ("F-41",)),
}


@pytest.mark.parametrize("broken", PLANTS)
def test_the_referee_objects_to_a_broken_rule(broken, plant):
    name, function, items = PLANTS[broken]
    plant(name, function)
    said = next((said for seed in range(60) for said in objections([seed], 1, 0.0)), None)
    assert said and said[2].startswith(items), said
