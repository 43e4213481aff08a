"""A board drawn: places on coloured ground, the ways between them, what stands there, and how often what happens."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from matplotlib.path import Path as Shape
from matplotlib.textpath import text_to_path

from simlab.pictures import BoardPicture, Mark, Place
from simlab.report import look
from simlab.report.map_layout import Box, cells, positions, without_overlap

WIDE, EDGE, TALLEST, FLATTEST = look.WIDTH - 2 * look.MARGIN, 0.5, 9.5, 2.0  # inches
ICON, DOT, GAP, LINE, TEXT, SIGN = 0.2, 0.09, 0.03, 1.3, 8.5, 1.0
GROUND = tuple(look.OKABE_ITO[name] for name in ("sky", "orange", "green", "purple", "yellow", "blue", "vermillion"))
PALE = 0.3  # how much of its colour the ground has
LEGEND_LINE, LEGEND_COLUMNS = 0.24, 4
SIDES = ((look.BLUE, "s"), (look.VERMILLION, "D"))
LABEL: dict[str, Any] = {"ha": "left", "zorder": 5}
WAY, PEAK = "#8a8a8a", "#6b5b4b"

CASTLE = [(-5, -5), (5, -5), (5, 5), (3, 5), (3, 3), (1, 3), (1, 5), (-1, 5), (-1, 3), (-3, 3), (-3, 5), (-5, 5)]
SHAPES = {
    "castle": Shape([*CASTLE, CASTLE[0]]),
    "house": Shape([(-4, -4), (4, -4), (4, 1), (5, 1), (0, 5), (-5, 1), (-4, 1), (-4, -4)]),
    "peak": Shape([(-5, -4), (5, -4), (0, 5), (-5, -4)]),
    "flag": Shape([(-3, -5), (-2, -5), (-2, 0), (4, 2.5), (-2, 5), (-3, 5), (-3, -5)]),
    "stake": Shape([(-0.8, -5), (0.8, -5), (0.8, 1), (2.2, 1), (0, 5), (-2.2, 1), (-0.8, 1), (-0.8, -5)]),
}
FILLED = {"castle": look.INK, "house": "white", "peak": PEAK, "flag": look.BLUE, "stake": look.INK}


@dataclass(frozen=True)
class Fate:
    """How often something happens at a place, and in which turn most often; None if never."""

    share: look.Share
    usual: int | None


@dataclass(frozen=True)
class Words:
    """What stands around the picture."""

    title: str
    about: str | None
    heading: str = ""
    note: str = ""
    footer: str = "simlab"


@dataclass(frozen=True)
class _Line:
    """A line of a label; with a side's sign before it if it has a side."""

    text: str
    size: float = TEXT
    weight: str = "normal"
    side: int | None = None

    @property
    def wide(self) -> float:
        font = FontProperties(size=self.size, weight=self.weight)
        sign = 0.0 if self.side is None else SIGN * self.size
        return (text_to_path.get_text_width_height_descent(self.text, font, False)[0] + sign) / look.POINTS


def draw_map(picture: BoardPicture, words: Words | None = None, fates: Mapping[str, Fate] | None = None) -> Figure:
    """The board as a figure; with fates, by the id of a place, what happens there in place of what stands there."""
    words = words or Words(picture.title, picture.about)
    with look.style():
        at, tall = _in_inches(picture)
        groups = list(dict.fromkeys(place.group for place in picture.places))
        entries = _entries(picture, groups, bool(fates))
        below = LEGEND_LINE * -(-len(entries) // LEGEND_COLUMNS) + 0.1
        figure = look.sheet(words.title, words.about, words.heading, words.note, words.footer, tall + below)
        ax = _axes(figure, tall, below)
        _ground(ax, picture, at, tall, groups)
        _ways(ax, picture, at)
        _places(ax, picture, at, tall, fates or {})
        where = {"loc": "upper left", "bbox_to_anchor": (0, -0.1 / tall), "ncols": LEGEND_COLUMNS, "handlelength": 1.6}
        look.legend(ax, [handle for handle, _ in entries], [text for _, text in entries], **where)
        return look.finish(figure)


def _axes(figure: Figure, tall: float, below: float) -> Axes:
    """Axes whose unit is an inch, so that labels can be measured; no layout may change them."""
    wide, high = figure.get_size_inches()
    engine = figure.get_layout_engine()
    bottom = below + (0 if engine is None else engine.get()["rect"][1] * high)
    figure.set_layout_engine("none")
    ax = figure.add_axes((look.MARGIN / wide, bottom / high, WIDE / wide, tall / high))
    look.bare(ax, None)
    ax.set(xlim=(0, WIDE), ylim=(0, tall), xticks=[], yticks=[])
    return ax


def _in_inches(picture: BoardPicture) -> tuple[dict[str, np.ndarray], float]:
    """Where each place stands in the axes, in inches, and how tall these are."""
    given = positions({place.id: place.at for place in picture.places}, [link.ends for link in picture.links])
    points = np.array(list(given.values()), float).reshape(len(given), 2)
    low, span = (points.min(axis=0), np.ptp(points, axis=0)) if len(points) else (np.zeros(2), np.zeros(2))
    room = np.array([WIDE - 2 * EDGE, TALLEST - 2 * EDGE])
    scale = min([length / extent for length, extent in zip(room, span) if extent > 0], default=1.0)
    tall = max(span[1] * scale + 2 * EDGE, FLATTEST)
    start = (np.array([WIDE, tall]) - span * scale) / 2
    return {name: start + (point - low) * scale for name, point in zip(given, points)}, float(tall)


def _ground(ax: Axes, picture: BoardPicture, at: Mapping, tall: float, groups: list[str]) -> None:
    """The ground around each place in the pale colour of its group; hatched where there is a peak."""
    for place, corners in zip(picture.places, cells(np.array([at[p.id] for p in picture.places]), (WIDE, tall))):
        if len(corners) > 2:
            rough = any(mark.shape == "peak" for mark in place.marks)
            colour = _pale(groups.index(place.group))
            ax.add_patch(Polygon(corners, facecolor=colour, edgecolor="white", linewidth=1.2, zorder=0))
            if rough:
                ax.add_patch(
                    Polygon(corners, fill=False, hatch="///", edgecolor=(*to_rgb(PEAK), 0.25), linewidth=0, zorder=0.5)
                )


def _pale(group: int) -> tuple[float, float, float]:
    red, green, blue = (1 - PALE * (1 - part) for part in to_rgb(GROUND[group % len(GROUND)]))
    return red, green, blue


def _ways(ax: Axes, picture: BoardPicture, at: Mapping) -> None:
    """A line for each way."""
    for link in picture.links:
        (x, y), (to_x, to_y) = (at[end] for end in link.ends)
        ax.plot([x, to_x], [y, to_y], color=WAY, linewidth=1.1, linestyle=_dashes(link.dashed), zorder=1)


def _dashes(dashed: bool):
    return (0, (3, 2.5)) if dashed else "-"


def _places(ax: Axes, picture: BoardPicture, at: Mapping, tall: float, fates: Mapping[str, Fate]) -> None:
    """Icons in a row on each place, and beside them its name and what else is to be said of it."""
    shown = [[mark for mark in place.marks if not (fates and _moves(mark))] for place in picture.places]
    rows = [[mark for mark in marks if mark.shape in SHAPES] for marks in shown]
    icons = [_icon_box(at[place.id], row) for place, row in zip(picture.places, rows)]
    lines = [_lines(place, marks, fates.get(place.id), picture.when) for place, marks in zip(picture.places, shown)]
    sizes = [(max(line.wide for line in block), sum(_tall(line) for line in block)) for block in lines]
    spots = without_overlap(icons, sizes, Box(0, 0, WIDE, tall), GAP, _points_of_ways(picture, at))
    for place, row, icon, block, spot in zip(picture.places, rows, icons, lines, spots):
        _draw_icons(ax, row, icon, fates.get(place.id))
        _draw_label(ax, block, spot, icon)


def _points_of_ways(picture: BoardPicture, at: Mapping) -> list[tuple[float, float]]:
    """Points along all ways, which labels keep clear of."""
    along = np.linspace(0, 1, 30)[:, None]
    parts = [at[one] + along * (at[two] - at[one]) for one, two in (link.ends for link in picture.links)]
    return [(x, y) for part in parts for x, y in part]


def _tall(line: _Line) -> float:
    return LINE * line.size / look.POINTS


def _icon_box(at: np.ndarray, row: Sequence[Mark]) -> Box:
    """The ground that a place's icons take."""
    wide = sum(_icon_width(mark) for mark in row) or DOT
    tall = ICON if row else DOT
    return Box(at[0] - wide / 2, at[1] - tall / 2, wide, tall)


def _icon_width(mark: Mark) -> float:
    return ICON + (0.04 if mark.shape == "stake" else 0)


def _lines(place: Place, marks: Sequence[Mark], fate: Fate | None, when: str) -> list[_Line]:
    """What is written beside a place."""
    lines = [_Line(look.fold(place.name, 1.3, TEXT, "bold", 1), weight="bold")]
    lines += [_Line(mark.text, TEXT - 1, side=mark.side) for mark in marks if mark.shape == "troops"]
    if fate is not None:
        lines.append(_Line(fate.share.percent(1) + ("" if fate.usual is None else f", {when} {fate.usual}")))
    return lines


def _draw_icons(ax: Axes, row: Sequence[Mark], box: Box, fate: Fate | None) -> None:
    """The icons of a place side by side; a dot where there is none."""
    if not row:
        ax.plot(box.x + box.wide / 2, box.y + box.tall / 2, "o", color=look.INK, markersize=4.5, zorder=3)
    x = box.x
    for mark in row:
        middle, y = x + ICON / 2, box.y + box.tall / 2
        fill: Any = FILLED[mark.shape]
        ink = "white"
        if mark.shape == "castle" and fate is not None:
            fill = look.SHADES(fate.share.estimate)
            ink = "white" if fate.share.estimate > 0.6 else look.INK
        _icon(ax, middle, y, mark.shape, fill)
        if mark.number is not None and mark.shape == "castle":
            _number(ax, middle, y - 0.015, str(mark.number), ink)
        elif mark.number is not None:
            _number(ax, middle + 0.085, y, str(mark.number), look.INK)
        x += _icon_width(mark)


def _icon(ax: Axes, x: float, y: float, shape: str, fill) -> None:
    size = (0.82 if shape in ("house", "flag") else 0.95) * ICON * look.POINTS
    ax.plot(x, y, marker=SHAPES[shape], markersize=size, **_inked(shape, fill), zorder=3)


def _inked(shape: str, fill) -> dict:
    edge = look.INK if shape in ("castle", "house", "stake") else "white"
    return {"markerfacecolor": fill, "markeredgecolor": edge, "markeredgewidth": 0.8, "linestyle": "none"}


def _number(ax: Axes, x: float, y: float, text: str, colour: str) -> None:
    look.write(ax, x, y, text, **LABEL | {"size": TEXT - 0.5, "weight": "bold", "color": colour, "ha": "center"})


def _draw_label(ax: Axes, block: Sequence[_Line], spot: Box, icon: Box) -> None:
    """The lines of a label: centred below or above the icons, else turned towards them."""
    y = spot.y + spot.tall
    for line in block:
        y -= _tall(line)
        if spot.x > icon.x + icon.wide / 2:
            x = spot.x
        elif spot.x + spot.wide < icon.x + icon.wide / 2:
            x = spot.x + spot.wide - line.wide
        else:
            x = spot.x + (spot.wide - line.wide) / 2
        level = y + _tall(line) / 2
        if line.side is not None:
            colour, sign = SIDES[line.side]
            ax.plot(x + 0.04, level, sign, color=colour, markersize=4, zorder=5)
            x += SIGN * line.size / look.POINTS
        look.write(
            ax, x, level, line.text, **LABEL | {"size": line.size, "weight": line.weight, "path_effects": look.HALO}
        )


def _entries(picture: BoardPicture, groups: list[str], fated: bool) -> list[tuple[Line2D, str]]:
    """What the colours, shapes and lines mean."""
    entries = [(_sign("s", 11, _pale(number)), group) for number, group in enumerate(groups)]
    marks = {mark.about: mark for place in picture.places for mark in place.marks if not (fated and _moves(mark))}
    for about, mark in marks.items():
        if mark.shape == "troops":
            colour, sign = SIDES[mark.side]
            entries.append((_sign(sign, 5, colour), about))
        else:
            inked = _inked(mark.shape, FILLED[mark.shape])
            entries.append((Line2D([], [], marker=SHAPES[mark.shape], markersize=12, **inked), about))
    if any(link.dashed for link in picture.links):
        entries.append((Line2D([], [], color=WAY, linewidth=1.1, linestyle=_dashes(True)), picture.dashed))
    return entries


def _sign(shape: str, size: float, colour) -> Line2D:
    return Line2D([], [], marker=shape, markersize=size, color=colour, linestyle="none")


def _moves(mark: Mark) -> bool:
    """Is it no part of the board itself, but put there at the start."""
    return mark.shape in ("troops", "stake")
