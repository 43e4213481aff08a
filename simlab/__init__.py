"""simlab: Monte Carlo and exact balance statistics for board games.

import simlab
run = simlab.run("scenarios/forest/siege.toml")
run.answers            # a tidy DataFrame
simlab.solve("scenarios/forest/siege.toml").answers
"""

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


def __getattr__(name):
    """Import the types only when they are asked for: plain `import simlab` stays quick."""
    if name == "Run":
        from simlab.runs.run import Run

        return Run
    if name in ("Scenario", "ScenarioError"):
        from simlab.scenario import errors
        from simlab.scenario import load as loading

        return errors.ScenarioError if name == "ScenarioError" else loading.Scenario
    raise AttributeError(f"module 'simlab' has no attribute {name!r}")
