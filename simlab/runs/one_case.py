"""What verbs about one case, one number of trials and questions by name refuse, each in the same words."""

from collections.abc import Callable, Iterable

from simlab.contract import Case
from simlab.options import in_toml
from simlab.scenario.errors import Problem, ScenarioError, no_such
from simlab.scenario.scenario import Scenario


def several_cases(scenario: Scenario, what: str, path: str | None = None, choose: str = "choose it") -> Problem:
    """That a scenario has several cases, and how to choose one; `what` is of one case.

    `path` is the one that has to be chosen, if others of the sweep may stay.
    """
    choice = " ".join(f"--set {name}={in_toml(value)}" for name, value in scenario.cases[0].point.items())
    choice = f", for example with {choice}" if path is None else f" with --set {path}=…"
    return Problem(f"{what} of one case; {choose}{choice}", scenario.file, key="sweep")


def one_case(scenario: Scenario, what: str) -> Case:
    """The only case of a scenario; raises ScenarioError for a sweep."""
    if len(scenario.cases) == 1:
        return scenario.cases[0]
    raise ScenarioError([several_cases(scenario, what)])


def one_number(scenario: Scenario, trials: int | None, why: str) -> int:
    """These trials, or the scenario's; raises ScenarioError if it has a precision in their place, which is no number.

    `why` says what takes a number instead.
    """
    if trials is None and scenario.precision is not None:
        raise ScenarioError([Problem(f"{why} say --trials N", scenario.file, key="precision")])
    return trials or scenario.trials


def refuse_unknown(asked: Iterable[str], known: Iterable[str], key: Callable[[str], str], file: str = "") -> None:
    """Raises ScenarioError for names of questions that there are none of; `key` says where such a name stands."""
    names = list(known)
    unknown = [name for name in asked if name not in names]
    if unknown:
        raise ScenarioError(Problem(no_such("question", name, names), file, key=key(name)) for name in unknown)
