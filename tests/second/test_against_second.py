"""The exact solvers against the second implementation, which was written from the rulebook and the reading alone."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simlab.contract import Budget
from tests.games.forest_setups import RULES, SETUPS, by_name, case, rules
from tests.second.forest import MODELS

EXAMPLES = {"battle": 60, "storm": 60, "siege": 60, "supply": 30, "morale": 60, "turn_order": 60}


def most_different(model: str, setup: dict, changed: dict) -> float:
    """The largest difference of an outcome row's probability between the two."""
    ours = by_name(case(model, setup, changed).model.exact(case(model, setup, changed), Budget()))
    theirs = MODELS[model].distribution(setup, changed)
    return max(abs(ours.get(row, 0.0) - theirs.get(row, 0.0)) for row in ours.keys() | theirs.keys())


def test_no_model_is_forgotten():
    assert set(EXAMPLES) == set(MODELS) == set(SETUPS)


@pytest.mark.parametrize("model", EXAMPLES)
def test_whole_distributions_are_equal(model):
    @settings(max_examples=EXAMPLES[model], deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(setup=SETUPS[model], changed=rules(model))
    def equal(setup, changed):
        assert most_different(model, setup, changed) < 1e-11

    equal()


@pytest.mark.slow
@pytest.mark.parametrize("model", EXAMPLES)
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whole_distributions_are_equal_at_length(model, data):
    assert most_different(model, data.draw(SETUPS[model]), data.draw(rules(model))) < 1e-11


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
        assert most_different("battle", setup, {one: a, two: b}) < 1e-11, (one, a, two, b)


def test_the_comparison_can_fail():
    setup = {"attacker": {"troops": 3, "rating": 4}, "defender": {"troops": 2, "rating": 2}}
    ours = by_name(case("battle", setup, {"hit_min": 5}).model.exact(case("battle", setup, {"hit_min": 5}), Budget()))
    theirs = MODELS["battle"].distribution(setup, {})
    assert max(abs(ours.get(row, 0.0) - theirs.get(row, 0.0)) for row in theirs) > 0.01


@pytest.mark.slow
@pytest.mark.parametrize(("attacker", "defender"), [((8, 4), (8, 2)), ((8, 2), (8, 2)), ((10, 3), (8, 2))])
def test_larger_battles_are_equal(attacker, defender):
    sides = (("attacker", attacker), ("defender", defender))
    setup = {side: {"troops": troops, "rating": rating} for side, (troops, rating) in sides}
    assert most_different("battle", setup, {}) < 1e-11
