"""Sampling against exact solvers, over random setups and options of every model that has one."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from scipy import stats

from simlab.contract import Budget
from simlab.games import GAMES
from simlab.runs.batches import Sampler
from tests.games import forest_setups
from tests.games.setups import OF_GAME, cases


def chi_square_p(sampled: np.ndarray, outcomes) -> float:
    """p-value of sampled rows against exact probabilities, rare rows taken together; 0 for an impossible row."""
    expected = {tuple(row): p * len(sampled) for row, p in zip(outcomes.rows.tolist(), outcomes.weights)}
    rows, counts = np.unique(sampled, axis=0, return_counts=True)
    seen = {tuple(row): count for row, count in zip(rows.tolist(), counts)}
    if seen.keys() - expected.keys():
        return 0.0
    common = [row for row in expected if expected[row] >= 10]
    observed = np.array([seen.get(row, 0) for row in common], float)
    hoped = np.array([expected[row] for row in common])
    rest = len(sampled) - hoped.sum()
    if rest >= 1:
        observed, hoped = np.append(observed, len(sampled) - observed.sum()), np.append(hoped, rest)
    if len(hoped) < 2:
        return 1.0
    return float(stats.chi2.sf((((observed - hoped) ** 2) / hoped).sum(), len(hoped) - 1))


TRIALS = 16_000
MODELS = [(game, model) for game, setups in OF_GAME.items() for model in setups.EXACT_CASES]
FALSE_FAIL = 1e-6  # of one test; the seed is fixed, so a failure is a change of code


@pytest.mark.parametrize(("game", "model"), MODELS)
def test_sampled_meets_exact(game, model):
    examples = OF_GAME[game].EXACT_CASES[model]
    seen, below_a_tenth = {name: set() for name in OF_GAME[game].RULES[model]}, []

    @settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(drawn=cases(game, model))
    def agree(drawn):
        rows = Sampler(drawn, "splitmix", 5, {}).rows(0, TRIALS)
        outcomes = drawn.model.exact(drawn, Budget())
        assert (outcomes.weights > 0).all()
        p = chi_square_p(rows, outcomes)
        assert p > FALSE_FAIL / examples
        below_a_tenth.append(p < 0.1)
        for name in seen:
            seen[name].add(str(drawn.rules[name]))

    agree()
    assert all(len(values) > 1 for values in seen.values()), "every option is tried"
    assert stats.binom.sf(sum(below_a_tenth) - 1, len(below_a_tenth), 0.12) > 1e-6, "too many small p-values"


def test_the_comparison_notices_one_pip():
    armies = {"attacker": {"troops": 8, "rating": 4}, "defender": {"troops": 5, "rating": 2}}
    right, wrong = forest_setups.case("battle", armies), forest_setups.case("battle", armies, {"hit_min": 5})
    rows = Sampler(wrong, "splitmix", 5, {}).rows(0, TRIALS)
    assert chi_square_p(rows, right.model.exact(right, Budget())) < 1e-100


def test_twelve_against_twelve_sampled():
    armies = {"attacker": {"troops": 12, "rating": 4}, "defender": {"troops": 12, "rating": 2}}
    twelve = forest_setups.case("battle", armies)
    rows = np.concatenate([Sampler(twelve, "splitmix", 5, {}).rows(n * 16_384, 16_384).copy() for n in range(61)])
    assert chi_square_p(rows, twelve.model.exact(twelve, Budget())) > FALSE_FAIL


def test_no_model_is_forgotten():
    solved = {(game.name, name) for game in GAMES.values() for name, model in game.models.items() if model.exact}
    assert set(MODELS) == solved
