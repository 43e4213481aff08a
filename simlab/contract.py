"""The nouns that every part of simlab shares: Game, Model, Column, Case, Compiled, Outcomes.

Those of options stand in options.py, those of boards that are drawn in pictures.py.

A game is data plus functions: it says what a scenario may contain, compiles a case into a kernel and arrays, solves it
exactly where it can, and tells one trial. Nothing here knows a game, and nothing outside a game knows its rules.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, Literal, TypeVar, get_args

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from simlab.options import Option
from simlab.pictures import BoardPicture, SquareCount, SquarePicture
from simlab.rows import row_of

Kind = Literal["event", "value", "curve"]  # what a question asks: a probability, a number, a column's distribution
KINDS: tuple[Kind, ...] = get_args(Kind)
Row = TypeVar("Row", bound=tuple[int, ...])


class Setup(BaseModel):
    """Base of every setup table: unknown keys are errors, nothing is converted silently, nothing changes later."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


MANY = 1_000_000  # where the rules set no upper limit


def parameter(default: Any = ..., *, about: str, item: str, low: float | None = None, high: float | None = None) -> Any:
    """A setup parameter: its default (none: required), meaning, rule item and range, both ends included."""
    return Field(default, ge=low, le=high, description=about, json_schema_extra={"item": item})


@dataclass(frozen=True)
class Column:
    """One outcome column: whole numbers from `low` to `high`, or the numbers of the `names` of a category.

    Where a setup decides how many columns of a sort there are, they stand together and have one `block`. Names that the
    reading of the rules numbers from 0, in this order, are `numbered`: expressions may use their numbers as well.
    """

    name: str
    about: str
    low: int = 0
    high: int | None = None
    names: tuple[str, ...] = ()
    flag: bool = False
    block: str = ""
    numbered: bool = False

    @property
    def kind(self) -> str:
        """`flag` (0 or 1), `category` (the place in `names`) or `number`."""
        return "flag" if self.flag else "category" if self.names else "number"

    def shown(self, value: int) -> str | bool | int:
        """A value of this column for people: a category's name, a truth value, or the number itself."""
        return self.names[value] if self.names else bool(value) if self.flag else value


def flag(name: str, about: str) -> Column:
    """A column that is 0 or 1."""
    return Column(name, about, 0, 1, flag=True)


def category(name: str, about: str, names: Iterable[str], numbered: bool = False) -> Column:
    """A column of names; a row holds the name's place."""
    names = tuple(names)
    return Column(name, about, 0, len(names) - 1, names, numbered=numbered)


def row_type(columns: Iterable[Column]) -> np.dtype:
    """An outcome row as kernels write it: an int32 field with each column's name, an array of them for a block."""
    fields = []
    for (block, name), group in groupby(columns, lambda column: (column.block, column.block or column.name)):
        fields.append((name, np.int32, (len(list(group)),) if block else ()))
    return np.dtype(fields)


def by_name(rows: np.ndarray, columns: Iterable[Column]) -> np.recarray:
    """The same memory with names: int32 rows, of shape (trials, columns), as records of row_type."""
    return rows.view(row_type(columns)).reshape(len(rows)).view(np.recarray)


@dataclass(frozen=True)
class Question:
    """What is asked of the outcomes: the chance of an event, the distribution of a value, or a curve of a column."""

    name: str
    kind: Kind
    expression: str
    given: str | None = None


@dataclass(frozen=True)
class Caution:
    """What people are warned of if more than a share of the trials came to it: `2.3 % of the trials` + `about`."""

    event: str  # an expression over the case's columns
    share: float
    about: str


@dataclass(frozen=True)
class Fault:
    """Something wrong with a case that no single field can see."""

    path: tuple[str | int, ...]
    message: str
    item: str = ""


@dataclass(frozen=True)
class Compiled:
    """A case made ready: `kernel(*arguments, rng, seed, first, out)` fills one row of `out` a trial.

    `rng` is a code of chance/streams.py, `out` has rows of `row_type(case.columns)`. A row follows from the generator,
    the seed and the number of its trial alone: first, first + 1 and so on. Every thread compiles its own, as the
    arguments hold scratch rows.
    """

    kernel: Callable[..., None]  # made by @kernel; writes every field of every row, whatever stands there before
    arguments: tuple  # numbers, record rows and arrays; only the kernel changes them, and no trial rests on another's
    squares: tuple[SquareCount, ...] = ()  # what the kernel counts on the way, for heat maps of a board of squares


@dataclass(frozen=True)
class Outcomes:
    """Weighted outcome rows, sampled (weights are counts) or exact (weights are probabilities); nobody changes them."""

    columns: tuple[Column, ...]  # those of the case
    rows: np.ndarray  # whole numbers, no row twice; shape (rows, columns), the columns in their order
    weights: np.ndarray  # one for each row: whole numbers if they are counts, floats if probabilities
    lost: float = 0.0  # the probability that an exact solution leaves out: with it the weights add up to 1


class TooLarge(Exception):
    """A case's exact solution is beyond the budget; says by how much."""

    def __init__(self, what: str, need: float, budget: float):
        super().__init__(f"{what}: about {need:.2g}, more than {budget:.2g}")


class Budget:
    """How much an exact solver may work: `steps` are worth about a second for ten million; cells bound memory."""

    MOST_CELLS = 2e8

    def __init__(self, steps: float = float("inf")):
        self.steps = steps
        self.spent = 0.0

    def spend(self, steps: float, what: str = "steps of the exact solution") -> None:
        """Count work before it is done; raises TooLarge when it passes the budget."""
        self.spent += steps
        if self.spent > self.steps:
            raise TooLarge(what, self.spent, self.steps)

    def hold(self, cells: float, what: str = "cells of the exact solution") -> None:
        """Ask for memory before it is taken; raises TooLarge beyond what any budget allows."""
        if cells > self.MOST_CELLS:
            raise TooLarge(what, cells, self.MOST_CELLS)


@dataclass(frozen=True)
class Policy:
    """A way of playing for some seats, and its parameters with their defaults."""

    name: str
    about: str
    item: str
    seats: tuple[str, ...]
    parameters: type[Setup]


@dataclass(frozen=True)
class Player:
    """Who plays a seat in a case: a policy with all its parameters."""

    policy: str
    parameters: Setup


@dataclass(frozen=True)
class Case:
    """One point of a scenario's sweep, every value explicit: the resolved form of a scenario.

    `set` are the paths that were set, on the command line or by the sweep, `point` those of the sweep alone. `data` is
    an instance of the game's data tables with those that the model uses; None if it uses none. `players` has every seat
    of the model, also those that do not play.
    """

    game: "Game"
    model: "Model"
    setup: Any
    rules: Mapping[str, Any]
    set: Mapping[str, Any] = field(default_factory=dict)
    data: Any = None
    players: Mapping[str, Player] = field(default_factory=dict)
    point: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Case of {self.game.name} {self.model.name}{''.join(f', {k}={v!r}' for k, v in self.set.items())}>"

    def __getstate__(self) -> dict[str, Any]:
        """What other processes are sent; columns are worked out again there."""
        return {name: value for name, value in vars(self).items() if name != "columns"}

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that play, of those of the model."""
        return self.model.seats(self.setup)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The outcome columns of this very case, in the order of its rows."""
        return self.model.columns(self)

    def rules_row(self, *options: str) -> np.record:
        """The named options as one row of whole numbers for a kernel; a field has its option's name."""
        fields = [part for name in options for part in self.game.options[name].fields(self.rules[name])]
        dtype = [(name, np.int64, shape) for name, shape, _ in fields]
        return row_of(np.dtype(dtype), tuple(numbers for _, _, numbers in fields))

    def outcomes(self, chances: Mapping[Row, float], names: Sequence[str], lost: float = 0.0) -> Outcomes:
        """An exact solution from the chance of every row, its values in the order of `names`; `lost` is left out.

        Raises ValueError if the names are not those of the columns.
        """
        if sorted(names) != sorted(column.name for column in self.columns):
            raise ValueError(f"{self.model.name}: {list(names)} are not its columns")
        order = [names.index(column.name) for column in self.columns]
        found = sorted(row for row, chance in chances.items() if chance > 0)
        rows = np.array(found, np.int64).reshape(len(found), len(names))[:, order]
        return Outcomes(self.columns, rows, np.array([chances[row] for row in found], float), lost)


@dataclass(frozen=True)
class Model:
    """One thing of a game that can be simulated.

    Its functions change nothing of a case. All but `faults` are handed cases without faults only.
    """

    name: str  # as scenarios and the command line write it; its key in `Game.models`
    about: str  # what it simulates: a few words without a full stop
    setup: type[Setup]  # the table `[setup]`; its fields are made by `parameter`
    options: tuple[str, ...]  # the game's options that make a difference to it
    columns: Callable[[Case], tuple[Column, ...]]  # what its rows hold, each value within its column's range
    questions: tuple[Question, ...]  # what is asked if a scenario asks nothing; at least one
    compile: Callable[[Case], Compiled]  # called by several threads, also at the same time
    narrate: Callable[[Case], Callable[..., str | None]]  # sentence(*what was told): None where there is nothing to say
    starter: str  # the `[setup]` of a starter scenario, as TOML; without faults under the default options
    faults: Callable[[Case], Iterable[Fault]] = lambda case: ()  # what is wrong though every field is right
    exact: Callable[[Case, Budget], Outcomes] | None = None  # counts its work in the budget; raises TooLarge
    fixed_columns: bool = True  # False: which columns there are depends on the setup
    data: tuple[str, ...] = ()  # the game's data tables that it uses
    policies: Mapping[str, str] = field(default_factory=dict)  # seat -> the policy that plays it by default
    picture: Callable[[Case], BoardPicture | SquarePicture] | None = None  # its board, if it has one that can be drawn
    text_board: Callable[[Case], Callable[..., str | None]] | None = None  # like narrate: its board as text, if any
    prepares: Callable[[Case], str] = lambda case: ""  # what else takes long before its first trial, in words
    playing: Callable[[Any], tuple[str, ...]] | None = None  # of a setup: the seats that play; None: always all
    cautions: Callable[[Case], tuple[Caution, ...]] = lambda case: ()  # as many for every case
    remarks: Callable[[Case], tuple[str, ...]] = lambda case: ()  # what to know of a case before it is played

    def seats(self, setup: Any) -> tuple[str, ...]:
        """The seats that play under a setup without faults."""
        return tuple(self.policies) if self.playing is None else self.playing(setup)


@dataclass(frozen=True)
class Game:
    """One game: its options, its models, and the decks, boards or maps that a scenario may replace."""

    name: str  # as scenarios write it; the name of its folders in simlab/games and scenarios/data
    title: str  # the name printed on the box
    options: Mapping[str, Option]  # name -> option, in the order in which they are listed; from its numbers.toml
    models: Mapping[str, Model]  # name -> model, in the order in which they are listed
    data: type[Setup] = Setup  # a field for each table; its default is the file of that name in scenarios/data
    policies: Mapping[str, Policy] = field(default_factory=dict)  # name -> policy, for all seats of all models
