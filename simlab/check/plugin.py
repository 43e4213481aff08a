"""The pytest plugin: the fixture `simlab_check`, and assertions about probabilities that say how sure they are.

    from simlab.check.plugin import assert_probability, min_detectable, trials_needed

    def test_siege_is_as_agreed(simlab_check):
        simlab_check("scenarios/forest/siege_twelve.toml")

    def test_the_die_is_fair():
        n = trials_needed(1 / 6, shift=0.01)          # so many rolls show a shift of one point
        assert_probability(sum(roll() == 6 for _ in range(n)), n, 1 / 6)

simlab itself is imported when a test uses one of them, so that other test runs start as fast as ever.
"""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FALSE_FAIL = 1e-6


def assert_probability(k: int, n: int, p: float, false_fail: float = FALSE_FAIL) -> None:
    """Assert that k of n independent trials may have the probability p, by the exact binomial test.

    If p is right the assertion fails with a probability of at most `false_fail`. Raises ValueError for counts or
    probabilities that are none.
    """
    _counts_of(n, p, false_fail)
    if not 0 <= k <= n or int(k) != k:
        raise ValueError(f"{k} of {n} trials cannot be")
    value = min(2 * _at_most(k, n, p), 2 * _at_least(k, n, p), 1.0)
    assert value > false_fail, (
        f"{k:,} of {n:,} is {k / n:.6g}, not {p:.6g}: so far off comes with a probability of {value:.2g}; "
        f"{n:,} trials show a shift of {min_detectable(n, p, false_fail):.2g} with 90 %"
    )


def min_detectable(n: int, p: float, false_fail: float = FALSE_FAIL, power: float = 0.9) -> float:
    """The smallest shift of p, towards 1/2, that assert_probability finds in n trials with the power.

    Exact, by the tails of the binomial distribution; infinite where n trials cannot show any. Raises ValueError for
    counts, probabilities or a power that are none.
    """
    _counts_of(n, p, false_fail)
    _power_of(power)
    p = min(p, 1 - p)
    failing = _first(lambda k: 2 * _at_least(k, n, p) <= false_fail, math.floor(n * p), n + 1)
    if failing > n:
        return math.inf
    low, high = p, 1.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (low, middle) if _at_least(failing, n, middle) >= power else (middle, high)
    return high - p


def trials_needed(p: float, shift: float, false_fail: float = FALSE_FAIL, power: float = 0.9) -> int:
    """The trials in which assert_probability finds a shift of p by so much, towards 1/2, with the power.

    Raises ValueError for a shift of nothing, or beyond 0 or 1, and for a power that is none.
    """
    _counts_of(1, p, false_fail)
    _power_of(power)
    if not 0 < abs(shift) <= 1 - min(p, 1 - p):
        raise ValueError(f"a probability of {p} cannot shift by {shift}")
    enough = 1
    while min_detectable(enough, p, false_fail, power) > abs(shift):
        enough *= 2
    return _first(lambda n: min_detectable(n, p, false_fail, power) <= abs(shift), enough // 2 + 1, enough)


def _counts_of(n: int, p: float, false_fail: float) -> None:
    if n < 1 or not 0 <= p <= 1 or not 0 < false_fail < 1:
        raise ValueError(f"trials {n}, probability {p} and false_fail {false_fail} make no test")


def _power_of(power: float) -> None:
    if not 0 < power < 1:
        raise ValueError(f"a power is between 0 and 1, not {power}")


def _at_least(k: int, n: int, p: float) -> float:
    """P(X >= k) for X of Binomial(n, p)."""
    from scipy.special import betainc

    return 1.0 if k <= 0 else 0.0 if k > n else float(betainc(k, n - k + 1, p))


def _at_most(k: int, n: int, p: float) -> float:
    """P(X <= k)."""
    return _at_least(n - k, n, 1 - p)


def _first(holds: Callable[[int], bool], low: int, high: int) -> int:
    """The first whole number from `low` for which it holds, if it holds from some number on; else `high`."""
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


@pytest.fixture(scope="session")
def simlab_check(pytestconfig: pytest.Config) -> Callable[..., Any]:
    """A function that checks a scenario file, or all of a folder, and fails with the table of what moved.

    `simlab_check(path, baseline="reports/baseline", alpha=0.001, margin=None, strict=False)`: paths are relative to
    pytest's root. Fails unless all hold; returns the verdicts. Every call has its own `alpha`: a test run with twenty
    calls gives a false alarm with a probability of up to twenty times as much.
    """

    def check(
        path: str | Path,
        baseline: str | Path | None = "reports/baseline",
        alpha: float = 0.001,
        margin: float | None = None,
        strict: bool = False,
    ):
        import simlab
        from simlab.check.files import load_scenarios
        from simlab.check.procedure import Terms
        from simlab.check.run import Order, check
        from simlab.check.text import as_text

        root = pytestconfig.rootpath
        folder = None if baseline is None else root / baseline
        scenarios = load_scenarios([root / path], simlab.load, folder)
        found = check(scenarios, Order(folder, Terms(alpha, margin, strict)))
        if found.exit_code:
            pytest.fail(as_text(found), pytrace=False)
        return found

    return check
