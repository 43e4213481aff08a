"""simlab: Monte Carlo and exact balance statistics for board games.

import simlab
run = simlab.run("scenarios/forest/siege.toml")
run.answers            # a tidy DataFrame
simlab.solve("scenarios/forest/siege.toml").answers
"""

import importlib

__all__ = ["Run", "Scenario", "ScenarioError", "load", "run", "solve"]


def load(file, settings=()):
    """Read and validate a scenario file; `settings` are "path=value" texts. Raises ScenarioError."""
    from simlab.games import GAMES
    from simlab.scenario.load import load as load_scenario

    return load_scenario(file, GAMES, settings)


def run(scenario, trials=None, jobs=None, exact=None, confidence=0.95):
    """Simulate a scenario (a Scenario or a file) and answer its questions; gives a Run.

    `trials`, `jobs`: the scenario's trials and all cores if left out. `exact`: True insists on exact values beside the
    estimates, False leaves them out, None shows those that cost under about a second. Raises ScenarioError.
    """
    from simlab.runs.run import simulate

    return simulate(_loaded(scenario), trials, jobs, exact, confidence)


def solve(scenario, confidence=0.95):
    """Answer a scenario's questions exactly; gives a Run. Raises ScenarioError where that is not possible."""
    from simlab.runs.run import solve as solve_exactly

    return solve_exactly(_loaded(scenario), confidence)


def _loaded(scenario):
    return scenario if hasattr(scenario, "cases") else load(scenario)


#: The library's types: they are imported only when they are asked for, so that plain `import simlab` stays quick.
TYPES = {"Run": "simlab.runs.run", "Scenario": "simlab.scenario.reading", "ScenarioError": "simlab.scenario.errors"}


def __getattr__(name):
    if name not in TYPES:
        raise AttributeError(f"module 'simlab' has no attribute {name!r}")
    return getattr(importlib.import_module(TYPES[name]), name)
