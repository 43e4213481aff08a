"""Baseline files: what a scenario's answers were, in whole numbers, one question a line, under reports/baseline/."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError, model_validator

from simlab.check.counts import Kind, counts_fault
from simlab.check.replay import rng_digest
from simlab.contract import Question, Setup
from simlab.runs.durable import replaced
from simlab.scenario.errors import one_line
from simlab.scenario.paths import label
from simlab.scenario.scenario import Scenario

FORMAT = 1
DEFAULT_FOLDER = Path("reports/baseline")
LARGEST_BLOCK = 10**9  # of a block; more would check for hours
EXPANDED, LONGEST_LINE = 4, 110  # tables nested deeper, and short ones, stand on one line
FOR_PEOPLE = ("title", "about", "trials", "precision", "question", "target")  # what leaves every trial as it is


class Blocks(Setup):
    """Ranges of trials as (first, count): the replay, both blocks of the baseline and both of the check."""

    replay: tuple[int, int]
    screen: tuple[int, int]
    confirm: tuple[int, int]
    check_screen: tuple[int, int]
    check_confirm: tuple[int, int]

    @model_validator(mode="after")
    def _are_apart(self) -> "Blocks":
        ranges = sorted([self.screen, self.confirm, self.check_screen, self.check_confirm])
        if any(first < 0 or count < 1 for first, count in [*ranges, self.replay]):
            raise ValueError("a range of no trials")
        if any(count > LARGEST_BLOCK for _, count in [*ranges, self.replay]):
            raise ValueError(f"a range of more than {LARGEST_BLOCK:,} trials")
        if any(first + count > following for (first, count), (following, _) in zip(ranges, ranges[1:])):
            raise ValueError("ranges of trials that overlap")
        return self


class Kept(Setup):
    """One question of one case: what is asked, the digest of its values, its exact numbers, its counts a block."""

    kind: Kind
    expression: str
    given: str | None
    digest: str
    exact: dict[str, float] | None
    screen: dict[str, int | float]
    confirm: dict[str, int | float]

    def asks(self, question: Question) -> bool:
        """Whether it is the answer to this very question."""
        return (self.kind, self.expression, self.given) == (question.kind, question.expression, question.given)


class KeptCase(Setup):
    """One case: digests of a thousand rows each, several on a line, and the questions by name."""

    rows: tuple[str, ...]
    questions: dict[str, Kept]

    @property
    def row_digests(self) -> list[str]:
        """One digest a thousand rows."""
        return " ".join(self.rows).split()


class Change(Setup):
    """One accepted change of one answer: what it was and is, the interval of the difference, and why."""

    question: str
    case: str
    was: float | None
    now: float | None
    low: float | None
    high: float | None
    reason: str
    date: str
    revision: str | None


class Generator(Setup):
    """Where the random numbers came from."""

    name: str
    seed: int
    digest: str


class Baseline(Setup):
    """A baseline file. `scenario` is scenario_digest; `rules` a digest of the rules' sources, for information."""

    format: int
    simlab: str
    created: str
    revision: str | None
    file: str
    scenario: str
    rules: str
    rng: Generator
    blocks: Blocks
    cases: dict[str, KeptCase]
    history: tuple[Change, ...]

    @model_validator(mode="after")
    def _is_possible(self) -> "Baseline":
        for name, case in self.cases.items():
            for question, kept in case.questions.items():
                for block, (_, trials) in (("screen", self.blocks.screen), ("confirm", self.blocks.confirm)):
                    if fault := counts_fault(kept.kind, getattr(kept, block), trials):
                        raise ValueError(f"{answer_name(question, name)}: {block} {fault}")
        return self


class DamagedBaseline(Exception):
    """A file that is no baseline; says what is wrong with it in a line."""


def answer_name(question: str, case: str) -> str:
    """A question of a case in words: the question, and the point of the sweep if there is one."""
    return f"{question} [{case}]" if case else question


def case_names(scenario: Scenario) -> list[str]:
    """The name of each case in a baseline: the point of the sweep in words, nothing without a sweep."""
    names = [label(case.point) for case in scenario.cases]
    return [f"{name} #{place}" if names.count(name) > 1 else name for place, name in enumerate(names)]


def scenario_digest(scenario: Scenario) -> str:
    """Sha256 of what a scenario says that can touch a trial, its seed included.

    Not of its resolved form: that holds the default of every option and setup parameter, and a default that moved is a
    change of the rules that a check has to find, not another scenario.
    """
    says = {key: value for key, value in scenario.content.items() if key not in FOR_PEOPLE}
    text = json.dumps(says | {"seed": scenario.seed, "rng": scenario.rng}, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def generator(scenario: Scenario) -> Generator:
    """Where a scenario's random numbers come from now."""
    return Generator(name=scenario.rng, seed=scenario.seed, digest=rng_digest(scenario.rng))


def path_of(scenario: Scenario, folder: Path) -> Path:
    """Where a scenario's baseline is kept."""
    return folder / f"{scenario.game.name}.{Path(scenario.file).stem}.json"


def read(path: Path) -> Baseline | None:
    """Read a baseline; None if there is no file. Raises DamagedBaseline."""
    try:
        text = path.read_text(encoding="utf-8")
        content = json.loads(text)
        if not isinstance(content, dict) or "format" not in content:
            raise DamagedBaseline("is no baseline")
        if content["format"] != FORMAT:
            raise DamagedBaseline(f"is a baseline of format {content['format']}, this version reads {FORMAT}")
        return Baseline.model_validate_json(text)
    except FileNotFoundError:
        return None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise DamagedBaseline(one_line(f"is damaged: {place + ': ' if place else ''}{first['msg']}")) from None
    except OSError as error:
        raise DamagedBaseline(f"cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise DamagedBaseline(one_line(f"is damaged: {error}")) from None


def write(baseline: Baseline, path: Path) -> None:
    """Write a baseline at once or not at all. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replaced(path) as beside:
        beside.write_text(pretty(baseline.model_dump(mode="json")) + "\n", encoding="utf-8")


def pretty(value: Any, depth: int = 0) -> str:
    """JSON with sorted keys, a question a line: short tables and those nested deep stand on one line."""
    compact = json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False)
    short = len(compact) + 2 * depth <= LONGEST_LINE and depth > 0
    if not isinstance(value, (dict, list)) or not value or depth >= EXPANDED or short:
        return compact
    inside, outside = "  " * (depth + 1), "  " * depth
    if isinstance(value, Mapping):
        lines = [f"{json.dumps(key, ensure_ascii=False)}: {pretty(value[key], depth + 1)}" for key in sorted(value)]
        return "{\n" + ",\n".join(inside + line for line in lines) + f"\n{outside}}}"
    return "[\n" + ",\n".join(inside + pretty(each, depth + 1) for each in value) + f"\n{outside}]"
