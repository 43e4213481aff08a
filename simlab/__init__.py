"""simlab: Monte Carlo and exact balance statistics for board games.

import simlab
run = simlab.run("scenarios/forest/siege_twelve.toml")
run.answers            # a tidy DataFrame
simlab.solve("scenarios/forest/siege_twelve.toml").answers
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from simlab.runs.comparison import Comparison
    from simlab.runs.results import Run
    from simlab.runs.workers import Backend
    from simlab.scenario.errors import ScenarioError
    from simlab.scenario.scenario import Scenario

__all__ = ["Comparison", "Run", "Scenario", "ScenarioError", "compare", "load", "run", "solve"]

#: What a scenario may be given as: read already, a file, `-` for standard input, or the content of a file.
Given: TypeAlias = "Scenario | str | Path | Mapping[str, Any]"


def load(
    file: str | Path | Mapping[str, Any],
    settings: Sequence[str] = (),
    vary: Sequence[str] = (),
    many_cases: bool = False,
) -> Scenario:
    """Read and validate a scenario: a file, or its content as a mapping. Raises ScenarioError.

    `settings` are "path=value" texts, as for `--set`, and `vary` "path=2..12" texts, as for `--vary`. `many_cases`, as
    `--yes`, allows more than a thousand.
    """
    from simlab.games import GAMES
    from simlab.scenario.load import load as load_scenario

    return load_scenario(file, GAMES, settings, many_cases, vary)


def run(
    scenario: Given,
    trials: int | None = None,
    jobs: int | None = None,
    exact: bool | None = None,
    confidence: float = 0.95,
    precision: float | Mapping[str, Any] | None = None,
    anytime: bool = False,
    backend: Backend = "threads",
    scheduler: str | None = None,
) -> Run:
    """Simulate a scenario, read already or not, and answer its questions. Raises ScenarioError.

    `trials`, `jobs`: the scenario's trials and all cores if left out. `exact`: True insists on exact values beside the
    estimates, False leaves them out, None shows those that cost under about a second. `precision`: the half-width that
    the widest interval shall have, or {"relative": 0.05, "question": …}, with at most so many `trials`. `anytime`:
    intervals that hold at every number of trials at once. `backend`: "threads", "processes", or "dask", with
    the address of a `scheduler` or with `jobs` workers that are started here; answers are the same.
    """
    from simlab.runs.run import Effort, simulate
    from simlab.runs.workers import end_workers

    effort = Effort(trials, jobs, exact, confidence, precision, anytime, backend, scheduler)
    try:
        return simulate(_loaded(scenario), effort)
    finally:
        end_workers()


def solve(scenario: Given, confidence: float = 0.95) -> Run:
    """Answer a scenario's questions exactly. Raises ScenarioError where that is not possible."""
    from simlab.runs.run import solve as solve_exactly

    return solve_exactly(_loaded(scenario), confidence)


def compare(
    a: Given,
    b: Given,
    trials: int | None = None,
    jobs: int | None = None,
    confidence: float = 0.95,
    margin: float | Mapping[str, float] | None = None,
    paired: bool = True,
    backend: Backend = "threads",
    scheduler: str | None = None,
) -> Comparison:
    """Compare two scenarios, or the folders of two kept runs: b - a. Raises ScenarioError.

    `margin` is the smallest difference that matters, for all questions or by question. `paired`: on the same dice
    where both have one seed. `backend`, `scheduler`: as for `run`.
    """
    from simlab.runs.compare import compare as compare_scenarios
    from simlab.runs.compare_kept import are_kept, compare_kept
    from simlab.runs.comparison import Terms, margins_of
    from simlab.runs.run import Effort
    from simlab.runs.waiting import Waiting
    from simlab.runs.workers import end_workers

    effort = Effort(trials, jobs, None, confidence, backend=backend, scheduler=scheduler)
    terms = Terms(effort, margins_of(margin), paired)
    if are_kept(a, b):
        return compare_kept(str(a), str(b), terms)
    try:
        return compare_scenarios(_loaded(a), _loaded(b), terms, Waiting())
    finally:
        end_workers()


def _loaded(scenario: Given) -> Scenario:
    from simlab.scenario.scenario import Scenario

    return scenario if isinstance(scenario, Scenario) else load(scenario)


#: The library's types: they are imported only when they are asked for, so that plain `import simlab` stays quick.
_TYPES = {
    "Comparison": "simlab.runs.comparison",
    "Run": "simlab.runs.results",
    "Scenario": "simlab.scenario.scenario",
    "ScenarioError": "simlab.scenario.errors",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("simlab")
    if name not in _TYPES:
        raise AttributeError(f"module 'simlab' has no attribute {name!r}")
    return getattr(importlib.import_module(_TYPES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
