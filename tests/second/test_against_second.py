"""The exact solvers against the second implementation, which was written from the rulebook and the reading alone."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simlab.contract import Budget
from simlab.games import GAMES
from tests.games.forest_setups import RULES, case
from tests.games.setups import OF_GAME, by_name
from tests.second import forest, vampire, vlad

SECOND = {"forest": forest.MODELS, "vlad": vlad.MODELS, "vampire": vampire.MODELS}
MODELS = [(game, name) for game, models in SECOND.items() for name in models if hasattr(models[name], "distribution")]
EVERY_MODEL = pytest.mark.parametrize(("game", "model"), MODELS)
EXAMPLES = {"supply": 30, "hunt": 250, "duel": 250, "underworld": 150, "combat": 300}


def most_different(game: str, model: str, setup: dict, changed: dict, data: dict | None = None, *_) -> float:
    """The largest difference of an outcome row's probability between the two."""
    tables = () if data is None else (data,)
    ours = OF_GAME[game].case(model, setup, changed, *tables)
    ours = by_name(ours.model.exact(ours, Budget()))
    theirs = SECOND[game][model].distribution(setup, changed, *tables)
    return max(abs(ours.get(row, 0.0) - theirs.get(row, 0.0)) for row in ours.keys() | theirs.keys())


def test_no_model_is_forgotten():
    known = {(game, model) for game, models in SECOND.items() for model in models}
    assert known == {(game.name, model) for game in GAMES.values() for model in game.models}
    assert set(MODELS) == {(game, model) for game, model in known if GAMES[game].models[model].exact}


@EVERY_MODEL
def test_whole_distributions_are_equal(game, model):
    examples = EXAMPLES.get(model, 60)

    @settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(drawn=OF_GAME[game].situations(model))
    def equal(drawn):
        assert most_different(game, model, *drawn) < 1e-11

    equal()


@pytest.mark.slow
@EVERY_MODEL
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whole_distributions_are_equal_at_length(game, model, data):
    assert most_different(game, model, *data.draw(OF_GAME[game].situations(model))) < 1e-11


UNEQUAL = {
    "attacker": {"troops": 5, "rating": 4, "fire": "joined_first"},
    "defender": {"troops": 5, "rating": 3, "groups": [1, 1, 3]},
}
PAIRS = [
    (one, a, two, b)
    for one, choices in RULES["battle"].items()
    for a in choices
    for two, others in RULES["battle"].items()
    for b in others
    if one < two
]


@pytest.mark.parametrize("fire", ["even", "joined_first", "surprise_first"])
def test_every_pair_of_the_battles_options_with_unequal_groups(fire):
    setup = UNEQUAL | {"attacker": UNEQUAL["attacker"] | {"fire": fire}}
    for one, a, two, b in PAIRS:
        assert most_different("forest", "battle", setup, {one: a, two: b}) < 1e-11, (one, a, two, b)


def test_the_comparison_can_fail():
    setup = {"attacker": {"troops": 3, "rating": 4}, "defender": {"troops": 2, "rating": 2}}
    ours = by_name(case("battle", setup, {"hit_min": 5}).model.exact(case("battle", setup, {"hit_min": 5}), Budget()))
    theirs = forest.MODELS["battle"].distribution(setup, {})
    assert max(abs(ours.get(row, 0.0) - theirs.get(row, 0.0)) for row in theirs) > 0.01


@pytest.mark.slow
@pytest.mark.parametrize(("attacker", "defender"), [((8, 4), (8, 2)), ((8, 2), (8, 2)), ((10, 3), (8, 2))])
def test_larger_battles_are_equal(attacker, defender):
    sides = (("attacker", attacker), ("defender", defender))
    setup = {side: {"troops": troops, "rating": rating} for side, (troops, rating) in sides}
    assert most_different("forest", "battle", setup, {}) < 1e-11
