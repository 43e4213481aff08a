"""The pytest plugin: assertions against scipy, and the fixture in a pytest run of its own."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from scipy import stats

from simlab.check.plugin import assert_probability, min_detectable, trials_needed

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("k", "n", "p"), [(3, 10, 0.5), (0, 500, 0.01), (490, 1_000, 0.45), (7, 7, 0.9)])
def test_the_assertion_is_the_exact_binomial_test(k, n, p):
    value = min(2 * stats.binom.cdf(k, n, p), 2 * stats.binom.sf(k - 1, n, p), 1.0)
    assert_probability(k, n, p, false_fail=value * 0.999)
    with pytest.raises(AssertionError, match=f"{k} of {n:,} is "):
        assert_probability(k, n, p, false_fail=min(value * 1.001, 1 - 1e-9))


def test_it_fails_for_a_loaded_die_and_says_what_it_can_see():
    assert_probability(100_400, 600_000, 1 / 6)
    with pytest.raises(AssertionError, match=r"103,000 of 600,000 is 0.171667, not 0.166667: .* show a shift of 0.003"):
        assert_probability(103_000, 600_000, 1 / 6)
    with pytest.raises(AssertionError):
        assert_probability(1, 10, 0.0)


@pytest.mark.parametrize(("n", "p"), [(1_000, 0.5), (100_000, 1 / 6), (10_000, 0.999), (50_000, 0.0), (640_000, 0.4)])
def test_the_shift_that_is_seen_is_seen(n, p):
    shift = min_detectable(n, p)
    rarer = min(p, 1 - p)
    least = next(k for k in range(int(n * rarer), n + 1) if 2 * stats.binom.sf(k - 1, n, rarer) <= 1e-6)
    assert stats.binom.sf(least - 1, n, rarer + shift) == pytest.approx(0.9, abs=1e-6)


@pytest.mark.parametrize(("p", "shift"), [(0.5, 0.01), (1 / 6, 0.005), (0.001, 0.001), (0.0, 0.01)])
def test_the_trials_that_are_needed_are_enough(p, shift):
    n = trials_needed(p, shift)
    assert min_detectable(n, p) <= shift < min_detectable(n * 8 // 10, p)


def test_few_trials_see_nothing():
    assert min_detectable(5, 0.5) == float("inf")


@pytest.mark.parametrize("call", [lambda: assert_probability(5, 3, 0.5), lambda: assert_probability(1, 3, 1.5),
                                  lambda: trials_needed(0.5, 0.0), lambda: min_detectable(0, 0.5),
                                  lambda: assert_probability(5.5, 10, 0.5), lambda: trials_needed(0.5, 0.1, power=1),
                                  lambda: min_detectable(10, 0.5, power=float("nan"))])  # fmt: skip
def test_nonsense_is_refused(call):
    with pytest.raises(ValueError):
        call()


def pytest_run(folder, *words):
    """Run pytest in a folder with the plugin; standard output and exit code."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "simlab.check.plugin", "-p", "no:cacheprovider", *words]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, env=environment)
    return done.stdout, done.returncode


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project with a scenario, its baseline, and tests that use the fixture."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "pytest.ini").write_text("[pytest]\n")
    text = (ROOT / "scenarios/forest/supply_two_turns.toml").read_text()
    (folder / "supply.toml").write_text(text)
    (folder / "wrong.toml").write_text(
        text + '\n[[target]]\nquestion = "at least half are left"\nrange = [0.1, 0.2]\nwhy = "hunger has to hurt"\n'
    )
    command = [sys.executable, "-m", "simlab", "baseline", "supply.toml", "wrong.toml", "--trials", "10000"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run(command, cwd=folder, check=True, capture_output=True, env=environment, timeout=300)
    (folder / "test_balance.py").write_text(
        "def test_holds(simlab_check):\n    assert simlab_check('supply.toml').verdict == 'identical'\n"
        "def test_fails(simlab_check):\n    simlab_check('wrong.toml')\n"
        "def test_missing(simlab_check):\n    simlab_check('supply.toml', baseline='nowhere')\n"
        "def test_targets_alone(simlab_check):\n    simlab_check('supply.toml', baseline=None)\n"
    )
    return folder


def test_the_fixture_fails_with_the_table(project):
    text, code = pytest_run(project)
    assert code == 1 and "2 failed, 2 passed" in text
    assert "target broken: at least half are left is " in text and "wanted 10 % … 20 % – hunger has to hurt" in text
    assert "is missing; to record it: simlab baseline " in text
    assert "Traceback" not in text


def test_the_plugin_is_light_and_changes_nothing_else():
    code = "import sys, simlab.check.plugin; print(sorted({'numpy', 'scipy', 'pandas', 'numba'} & set(sys.modules)))"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout == "[]\n"
    names = [name for name in vars(__import__("simlab.check.plugin", fromlist=["x"])) if name.startswith("pytest_")]
    assert names == []


def test_the_entry_point_is_the_plugin():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["pytest11"] == {"simlab": "simlab.check.plugin"}
