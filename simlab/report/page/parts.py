"""What a balance report is made of. Texts are plain: what writes the page escapes them, none is markup.

A report has a chapter for each source: a kept run, a comparison, readings, a search or a tournament. A chapter has its
parts in the order in which a reader asks: the question and its answer, the table, the plots, what moves the answer,
what is assumed, and how it was made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Cell:
    """A cell of a table: what is shown, the number that it is sorted by, and the whole truth for who points at it.

    `exactly` is shown on demand: the unrounded estimate, its interval and the trials that it rests on.
    """

    text: str
    sort: float | str | None = None
    exactly: str = ""


@dataclass(frozen=True)
class Table:
    """A table with a caption; `numbers` says of each column whether it is right-aligned and sorted as numbers.

    `stem` names its CSV file, whose content is `csv`, without rounding.
    """

    caption: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    numbers: Sequence[bool]
    stem: str
    csv: str


@dataclass(frozen=True)
class Plot:
    """A plot that has been drawn: its files, its heading, and in words what it shows (for who cannot see it)."""

    stem: str
    heading: str
    alt: str
    svg: Path
    png: Path


@dataclass(frozen=True)
class Answer:
    """One question and its answer in a sentence with its uncertainty."""

    question: str
    sentence: str


@dataclass(frozen=True)
class Axis:
    """A path that a sweep goes over: its name for people and its values, as they are shown."""

    name: str
    values: Sequence[str]


@dataclass(frozen=True)
class Point:
    """An answer at one point of a sweep: in words, and as numbers in the unit of its question's axis."""

    text: str
    estimate: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Asked:
    """A question of a sweep with its answer at each point, by the places on the axes, as text such as `0,2`.

    Of a curve each level is asked for: `curve` is its name, and all levels of one are drawn together.
    """

    name: str
    unit: str
    points: Mapping[str, Point]
    curve: str = ""
    level: str = ""


@dataclass(frozen=True)
class Explorer:
    """The answers of a sweep, for sliders over its paths without a server."""

    axes: Sequence[Axis]
    asked: Sequence[Asked]


@dataclass(frozen=True)
class ScenarioFile:
    """A scenario with every value explicit that goes with a report, as `scenarios/<name>`."""

    name: str
    text: str


@dataclass(frozen=True)
class Method:
    """How it was made: facts as (name, value), the commands that make it again, and the file that they need."""

    facts: Sequence[tuple[str, str]]
    commands: Sequence[str]
    scenario: ScenarioFile | None = None


@dataclass(frozen=True)
class Chapter:
    """All about one source. The `further` tables are for who looks closer: they are folded, after the plots.

    Assumptions that an earlier chapter lists are only named, in `assumed_above`.
    """

    title: str
    about: str
    answers: Sequence[Answer]
    tables: Sequence[Table]
    plots: Sequence[Plot]
    method: Method
    moves: Sequence["Chapter"] = ()
    explorer: Explorer | None = None
    assumptions: Sequence[str] = ()
    assumed_above: Sequence[str] = ()
    notes: Sequence[str] = ()
    further: Sequence[Table] = ()


@dataclass(frozen=True)
class Report:
    """A whole report. `made` is the only line that differs when it is made again: the date, and how long it took."""

    title: str
    chapters: Sequence[Chapter]
    made: str


@dataclass(frozen=True)
class Entry:
    """A report in a gallery: its folder, a plot in it with what that shows, its first answers and how many more."""

    folder: str
    title: str
    plot: str
    alt: str
    answers: Sequence[Answer]
    more: int
