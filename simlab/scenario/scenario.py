"""A validated scenario: what a file asks for, with every case explicit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simlab.contract import Case, Game, Model, Question


@dataclass(frozen=True)
class Target:
    """The range in which a designer wants an answer to stay."""

    question: str
    low: float
    high: float
    why: str | None


@dataclass(frozen=True)
class Scenario:
    """A validated scenario. `content` is the file as read, with what was set on the command line."""

    file: str
    title: str
    about: str | None
    game: Game
    model: Model
    trials: int
    precision: Any
    seed: int
    rng: str
    questions: tuple[Question, ...]
    targets: tuple[Target, ...]
    cases: tuple[Case, ...]
    content: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"<Scenario {self.title!r}: {self.game.name} {self.model.name}, {len(self.cases)} case(s)>"
