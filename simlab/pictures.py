"""Boards that can be drawn: what a game says of its places, ways and squares, and what is counted on them."""

from dataclasses import dataclass
from typing import Literal

import numpy as np


@dataclass(frozen=True)
class Mark:
    """Something that stands at a place of a board: a shape with a number, or a line of text with its side's sign."""

    shape: Literal["castle", "house", "peak", "flag", "stake", "troops"]
    about: str  # what it means, in the legend
    number: int | None = None
    text: str = ""  # of troops: whose, and how many
    side: int = 0  # of troops: the first or the second side


@dataclass(frozen=True)
class Place:
    """A place of a board as it is drawn."""

    id: str
    name: str
    group: str  # what it belongs to: places of a group have one colour
    marks: tuple[Mark, ...] = ()
    at: tuple[float, float] | None = None  # to the right and up; None: wherever there is room
    column: str | None = None  # the outcome column that says when something first happens there; 0: never


@dataclass(frozen=True)
class Link:
    """A way between two places; dashed if not everybody may take it."""

    ends: tuple[str, str]
    dashed: bool = False


@dataclass(frozen=True)
class BoardPicture:
    """A board that can be drawn: places, ways between them, and what its columns tell of."""

    title: str
    about: str
    places: tuple[Place, ...]
    links: tuple[Link, ...]
    dashed: str = ""  # who may take a dashed way
    event: str = ""  # what the columns of places are about: "each castle falls"
    when: str = ""  # what they count: "turn"


@dataclass(frozen=True)
class SquareKind:
    """A kind of square of a board, and how it is drawn: nobody enters solid ground, walls and chasms."""

    sign: str  # in the board's rows
    about: str  # in the legend
    ground: Literal["open", "floor", "solid", "wall", "chasm"] = "open"
    colour: str | None = None  # of a square that matters: its name in report/look.py
    lettered: bool = False  # its sign is written on it


@dataclass(frozen=True)
class SquarePicture:
    """A board of squares that can be drawn."""

    title: str
    about: str
    rows: tuple[str, ...]  # from the top; a sign for each square
    kinds: tuple[SquareKind, ...]  # of all signs that occur, in the order of the legend
    labels: tuple[tuple[float, float, str], ...] = ()  # what is written at a row and column


@dataclass(frozen=True)
class SquareCount:
    """What a kernel adds up on every square of its board, over all trials since it was compiled."""

    title: str  # what is counted
    unit: str  # what a number is, once it is divided by the trials
    counts: np.ndarray  # whole numbers, shape (rows, columns); a view of the kernel's own, which nobody else changes
