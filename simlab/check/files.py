"""Which scenarios a check is about, and which baseline belongs to each."""

import os
import tomllib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from simlab.check.baseline import DamagedBaseline, path_of, read
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
    """Whether a TOML file in a folder is meant as a scenario; one that cannot be read is, so that one is told.

    What a kept run holds (`run.json` lies beside it) is no scenario of its own.
    """
    if (file.parent / "run.json").exists():
        return False
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


def forgotten_baselines(paths: Iterable[str | Path], scenarios: Sequence[Scenario], folder: Path) -> list[str]:
    """A line for each baseline whose scenario is not there any more, if whole folders are checked.

    Only of the games that are checked, as those of others may well stand elsewhere. A scenario that is not among those
    checked is looked for in the folders named and in the project around them and the baselines.
    """
    places = [Path(path).resolve() for path in paths if Path(path).is_dir()]
    owned, games = {path_of(scenario, folder) for scenario in scenarios}, {one.game.name for one in scenarios}
    if not places or not folder.is_dir():
        return []
    left = [path for path in sorted(folder.glob("*.json")) if path not in owned and path.name.split(".")[0] in games]
    project = Path(os.path.commonpath([*places, folder.resolve()]))
    if project not in (Path(project.anchor), Path.home()):
        places.append(project)
    files = [(path, name) for path in left if (name := defended_by(path))]
    there = files_below(places) if files else set()
    return [f"{path} defends {name}, which is not there any more" for path, name in files if name not in there]


def defended_by(path: Path) -> str:
    """The name of the file that a baseline was recorded from; nothing if it cannot be read."""
    try:
        baseline = read(path)
    except DamagedBaseline:
        return ""
    return "" if baseline is None else baseline.file


def files_below(places: Iterable[Path]) -> set[str]:
    """The names of all files below some folders, but for hidden ones and environments of Python."""
    names: set[str] = set()
    for place in places:
        for _, inside, files in os.walk(place):
            names.update(files)
            inside[:] = [] if "pyvenv.cfg" in files else [name for name in inside if not name.startswith(".")]
    return names
