"""What `compare` is given: two files, one file with changes, or two folders; and the margins."""

import copy
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from simlab.games import GAMES
from simlab.runs.compare import compare, refuse_other_models
from simlab.runs.compare_kept import are_kept, compare_kept
from simlab.runs.comparison import EVERY, Comparison, Terms
from simlab.runs.kept import read as read_kept
from simlab.runs.kept_tables import refuse_other_tables
from simlab.runs.results import identity
from simlab.runs.waiting import Waiting
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.reading import STANDARD_INPUT, Reading
from simlab.scenario.scenario import Scenario
from simlab.scenario.toml_files import read_toml

STEM = "comparison"


def parsed_margins(texts: Sequence[str]) -> dict[str, float]:
    """Margins by question from `X` and `QUESTION=X`; raises ScenarioError."""
    margins, wrong = {}, []
    for text in texts:
        name, _, number = text.rpartition("=")
        try:
            margins[name.strip() or EVERY] = float(number)
        except ValueError:
            wrong.append(Problem("write a number above 0, or QUESTION=number", key=f"--margin {text}"))
    if wrong:
        raise ScenarioError(wrong)
    return margins


def comparison_of_folders(a: str, b: str | None, changed: bool, terms: Terms, out: str | None) -> Comparison | None:
    """The comparison of two kept runs; None if neither name is a folder's. Raises ScenarioError."""
    if not are_kept(a, b) or b is None:
        return None
    if changed:
        message = "kept runs are compared as they are, without --set, --against, --seed, --trials and --unpaired"
        raise ScenarioError([Problem(message, a)])
    if out is not None:
        refuse_other_tables(Path(out), STEM, [run.record["cases"][0]["id"] for run in (read_kept(a), read_kept(b))])
    return compare_kept(a, b, terms)


def comparison_of_files(
    a: str, b: str | None, changes: tuple[Sequence[str], Sequence[str]], terms: Terms, out: str | None, waiting: Waiting
) -> Comparison:
    """The comparison of two files, or of one under `changes`: of both sides, and of B besides. Raises ScenarioError."""
    if b is None and not changes[1]:
        raise ScenarioError([Problem("compare it with what? Give a second scenario, or --against PATH=VALUE", a)])
    scenario_a, scenario_b = two_scenarios(a, b, *changes)
    refuse_other_models(scenario_a, scenario_b)
    if out is not None:
        refuse_other_tables(Path(out), STEM, [identity(one.cases[0]) for one in (scenario_a, scenario_b)])
    return compare(scenario_a, scenario_b, terms, waiting)


def two_scenarios(a: str, b: str | None, settings: Sequence[str], against: Sequence[str]) -> tuple[Scenario, Scenario]:
    """Both scenarios; raises ScenarioError with all problems of both, those of B's own changes under --against."""
    for path in (text.partition("=")[0].strip() for text in against):
        if path in ("trials", "precision"):
            raise ScenarioError([Problem("both sides play the same trials: say --trials N", "--against", key=path)])
    if a == b == "-":
        raise ScenarioError([Problem("standard input can be read only once", key="-")])
    contents: list[tuple[str, dict, dict]] = []
    problems: list[Problem] = []
    for file in (a,) if b is None else (a, b):
        try:
            contents.append((STANDARD_INPUT if file == "-" else file, *read_toml(file)))
        except ScenarioError as error:
            problems += error.problems
    if problems:
        raise ScenarioError(problems)
    scenarios: list[Scenario] = []
    for (name, content, lines), texts in zip((contents[0], contents[-1]), (settings, (*settings, *against))):
        try:
            scenarios.append(Reading(name, copy.deepcopy(content), lines, GAMES).scenario(texts, False))
        except ScenarioError as error:
            known = [str(problem) for problem in problems]
            problems += [of_b(problem, against) for problem in error.problems if str(problem) not in known]
    if problems:
        raise ScenarioError(problems)
    return scenarios[0], scenarios[1]


def of_b(problem: Problem, against: Sequence[str]) -> Problem:
    """A problem of the command line under the name of the option that it came by."""
    paths = [text.partition("=")[0].strip() for text in against]
    ours = any(problem.key == path or problem.key.startswith(f"{path}.") for path in paths if path)
    if problem.file == "--set" and (ours or not problem.key):
        return replace(problem, file="--against")
    if any(problem.message.startswith(f"--set {text}") for text in (*against, *filter(None, paths))):
        return replace(problem, message=problem.message.replace("--set", "--against", 1))
    return problem
