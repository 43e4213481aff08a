"""What is searched for: a path with its range, a question, and what it shall reach; and the cases along the path."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from simlab.chance.compiled import source_digest
from simlab.contract import Case
from simlab.runs.one_case import refuse_unknown, several_cases
from simlab.scenario.errors import Problem, ScenarioError, shown
from simlab.scenario.load import resolved
from simlab.scenario.paths import SWEPT_TABLES, paths_of, with_value
from simlab.scenario.reading import Reading
from simlab.scenario.scenario import Scenario
from simlab.scenario.vary import without

CHECKED = 1000  # values of a range that are all looked at before anything runs; of a longer one only the ends
LARGEST = 10**9
RANGE = re.compile(r"\s*([^=]+?)\s*=\s*([+-]?\d{1,12})\s*\.\.\s*([+-]?\d{1,12})\s*")


@dataclass(frozen=True)
class Search:
    """Which value of `path` in low..high lets a question reach a number; `zone` around it is near enough.

    `percent`: the question is an event, so the number is a probability. `trials`: the most that a probe may take.
    """

    path: str
    low: int
    high: int
    question: str
    reach: float
    zone: float = 0.01
    trials: int = 2_000_000
    percent: bool = True

    def side(self, low: float, high: float) -> Literal["above", "below", "tie", "open"]:
        """On which side of what is to be reached an interval lies."""
        if low >= self.reach:
            return "above"
        if high < self.reach:
            return "below"
        return "tie" if self.reach - self.zone <= low and high <= self.reach + self.zone else "open"

    def number(self, value: float) -> str:
        """A probability in per cent, or a mean."""
        return f"{100 * value:.4g} %" if self.percent else f"{value:.6g}"


def parse_range(text: str) -> tuple[str, int, int]:
    """`path=LOW..HIGH` in whole numbers with LOW below HIGH; raises ScenarioError."""
    match = RANGE.fullmatch(text)
    if match is None:
        message = "write path=LOW..HIGH in whole numbers, as in --vary setup.besiegers=1..40"
        raise ScenarioError([Problem(message, key=f"--vary {text}")])
    path, low, high = match[1], int(match[2]), int(match[3])
    if low >= high or max(-low, high) > LARGEST:
        raise ScenarioError(
            [Problem("LOW must be below HIGH, and both within a thousand million", key=f"--vary {text}")]
        )
    if len(paths_of(path)) > 1 or path.split(".")[0] not in SWEPT_TABLES:
        message = f"a search goes over one path of {', '.join(SWEPT_TABLES)}; did you mean setup.{path}?"
        raise ScenarioError([Problem(message, key=f"--vary {text}")])
    return path, low, high


def search_of(scenario: Scenario, search: Search) -> Search:
    """The search, once its question and a whole number at its path are there. Raises ScenarioError."""
    kinds = {question.name: question.kind for question in scenario.questions}
    refuse_unknown([search.question], kinds, lambda name: "--question")
    kind = kinds[search.question]
    if kind == "curve":
        raise ScenarioError([Problem("a curve reaches no number; ask for an event or a value", key="--question")])
    if kind == "event" and not 0 <= search.reach <= 1:
        raise ScenarioError([Problem("a probability is 0..1", key="--reach", value=search.reach)])
    if len(scenario.cases) > 1:
        swept = next(path for path in scenario.cases[0].point if path != search.path)
        raise ScenarioError([several_cases(scenario, "a search is", swept)])
    few = search.high - search.low < CHECKED
    for value in range(search.low, search.high + 1) if few else (search.low, search.high):
        number = number_at(case_at(scenario, search.path, value), search.path)
        if type(number) is not int:
            message = f"a search goes over whole numbers, and this is none: {shown(number)}"
            raise ScenarioError([Problem(message, key=f"--vary {search.path}")])
    return replace(search, percent=kind == "event")


def case_at(scenario: Scenario, path: str, value: int) -> Case:
    """The case with a value at a path, which alone is its point; raises ScenarioError with the first problem."""
    place = f"--vary {path}"
    content: dict[str, Any] = {**scenario.content, "sweep": without(scenario.content.get("sweep", {}), path)}
    try:
        content = with_value(content, path, value)
    except KeyError as error:
        raise ScenarioError([Problem(f"{error.args[0]} leads nowhere in this scenario", key=place)]) from None
    try:
        read = Reading(scenario.file, content, {}, {scenario.game.name: scenario.game}).scenario((), True)
    except ScenarioError as error:
        raise ScenarioError([replace(error.problems[0], file="--vary")]) from None
    set_before = {other: held for other, held in scenario.cases[0].set.items() if other != path}
    return replace(read.cases[0], set={**set_before, path: value}, point={path: value})


def search_id(scenario: Scenario, search: Search) -> str:
    """Sha256 of the case without its value at the path, the sources of its rules, the path and the question.

    Equal ids, equal curve: what is to be reached, and between which ends, is not part of it.
    """
    case = scenario.cases[0]
    curve = {"case": with_value(resolved(case), search.path, None), "path": search.path, "question": search.question}
    asked = next(question for question in scenario.questions if question.name == search.question)
    words = {"asked": [asked.kind, asked.expression, asked.given]}
    sources = {"sources": source_digest("chance", f"games/{case.game.name}")}
    return hashlib.sha256(json.dumps(curve | words | sources, sort_keys=True).encode()).hexdigest()


def number_at(case: Case, path: str) -> Any:
    """What a case holds at a path; None if nothing."""
    place: Any = resolved(case)
    for part in path.split("."):
        if isinstance(place, Mapping):
            place = place.get(part)
        elif isinstance(place, Sequence) and not isinstance(place, str) and part.isdigit() and int(part) < len(place):
            place = place[int(part)]
        else:
            return None
    return place
