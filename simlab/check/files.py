"""Which scenarios a check is about, and which baseline belongs to each."""

import tomllib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from simlab.check.baseline import path_of
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.scenario import Scenario

Load = Callable[[Path], Scenario]

DATA = "data"  # a folder of decks and boards
MARKS = ("game", "model", "setup", "question")  # a TOML file with none of these is a deck or a board


def scenario_files(paths: Iterable[str | Path]) -> list[Path]:
    """The files named, and all scenarios below the folders named, each once. Raises ScenarioError."""
    found: dict[Path, Path] = {}
    problems: list[Problem] = []
    for path in map(Path, paths):
        if path.is_dir():
            inside = [file for file in sorted(path.rglob("*.toml")) if is_scenario(file, path)]
            if not inside:
                problems.append(Problem("holds no scenario", str(path)))
        else:
            inside = [path]
            if not path.is_file():
                problems.append(Problem("no such file or folder", str(path)))
        for file in inside:
            found.setdefault(file.resolve(), file)
    if problems:
        raise ScenarioError(problems)
    return list(found.values())


def is_scenario(file: Path, folder: Path) -> bool:
    """Whether a TOML file in a folder is meant as a scenario; one that cannot be read is, so that one is told."""
    if any(part == DATA or part.startswith(".") for part in file.relative_to(folder).parts):
        return False
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return True
    return any(mark in content for mark in MARKS)


def load_scenarios(paths: Iterable[str | Path], load: Load, folder: Path | None) -> list[Scenario]:
    """The scenarios of files and folders, each read by `load`, whose baselines are in `folder`, if there is one.

    Raises ScenarioError with the problems of all, or for a shared baseline.
    """
    scenarios: list[Scenario] = []
    problems: list[Problem] = []
    for file in scenario_files(paths):
        try:
            scenarios.append(load(file))
        except ScenarioError as error:
            problems += error.problems
    problems += [] if folder is None else shared_baselines(scenarios, folder)
    if problems:
        raise ScenarioError(problems)
    return scenarios


def shared_baselines(scenarios: Sequence[Scenario], folder: Path) -> list[Problem]:
    """Scenarios whose baselines would be one file."""
    owners: dict[Path, Scenario] = {}
    problems = []
    for scenario in scenarios:
        path = path_of(scenario, folder)
        owner = owners.setdefault(path, scenario)
        if owner is not scenario:
            message = f"would share the baseline {path} with {owner.file}; give one of them another name"
            problems.append(Problem(message, scenario.file))
    return problems
