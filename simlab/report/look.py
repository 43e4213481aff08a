"""The one look of every plot: colours, the words around the axes, numbers as text, a table of dots or bars.

A plot is 1200 pixels wide as a PNG. Whatever comes from a scenario is shown literally: no mathtext, no markup.
"""

import math
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Literal

import matplotlib.style
import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke
from matplotlib.text import Text
from matplotlib.textpath import text_to_path
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import ScaledTranslation

from simlab.stats.rounding import decimals

PIXELS = 1200
WIDTH = 8.0  # inches, so that a font size means the same in every figure
MARGIN = 0.16
POINTS = 72
TALLEST = 300  # inches; a raster image has at most 65,535 rows
NBSP = "\N{NO-BREAK SPACE}"
ROUNDING = 1e-12  # how far from 1 a sum of probabilities may end
ROUND = [1, 2, 5, 10]  # steps between ticks
FEW_TRIALS = 100
FEW_LEVELS = 13  # that many have room for their percentage
VISIBLE = 0.004  # half-width of an interval that can be told from a line

OKABE_ITO = {
    "blue": "#0072B2",
    "vermillion": "#D55E00",
    "green": "#009E73",
    "orange": "#E69F00",
    "purple": "#CC79A7",
    "sky": "#56B4E9",
    "black": "#000000",
    "yellow": "#F0E442",
}
BLUE, VERMILLION, SKY = OKABE_ITO["blue"], OKABE_ITO["vermillion"], OKABE_ITO["sky"]
EXACT: dict[str, Any] = {
    "marker": "D",
    "color": VERMILLION,
    "markerfacecolor": "none",
    "markersize": 8,
    "linestyle": "none",
    "clip_on": False,
    "zorder": 4,
}
SERIES = tuple(OKABE_ITO.values())[:6]  # black is for text, yellow too pale for a line on white
MARKERS = "osD^vP"
HALO = [withStroke(linewidth=2.5, foreground="white")]  # keeps lines from crossing a number
INK, MUTED, FAINT = "#1a1a1a", "#595959", "#dcdcdc"
SHADES = LinearSegmentedColormap.from_list("simlab", ["#ffffff", SKY, BLUE])
TITLE, HEADING, BODY, SMALL, FOOTER = 15, 12, 10.5, 9.5, 8


def style() -> AbstractContextManager[None]:
    """The settings that hold while a figure is drawn or saved; the reader's own settings have no part in it."""
    own: dict[str, Any] = {"figure.dpi": PIXELS / WIDTH, "font.size": BODY, "text.parse_math": False}
    own |= {"svg.hashsalt": "simlab", "svg.fonttype": "path"}
    own |= {"figure.constrained_layout.h_pad": 0.06, "figure.constrained_layout.w_pad": MARGIN}
    return matplotlib.style.context(["default", own])


def fold(text: str, inches: float, size: float = BODY, weight: str = "normal", lines: int = 4) -> str:
    """Text broken into lines no wider than `inches`, at most so many; what cannot be printed becomes a space."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text).replace(" = ", f"{NBSP}={NBSP}")
    font, room = FontProperties(size=size, weight=weight), inches * POINTS
    columns = max(int(room / size / 0.45), 4)
    while True:
        parts = wrap(plain, columns, max_lines=lines, placeholder="…")
        widest = max((text_to_path.get_text_width_height_descent(part, font, False)[0] for part in parts), default=0)
        if widest <= room or columns == 1:
            return "\n".join(parts).replace(NBSP, " ")
        columns -= max(int(columns * (1 - room / widest) / 2), 1)


def fold_label(text: str) -> str:
    """A label to the left of the axes, its lines of about the same length."""
    folded = fold(text, 2.6)
    tries = (fold(text, inches) for inches in (1.4, 1.6, 1.8, 2.0, 2.2, 2.4))
    return next((even for even in tries if even.count("\n") == folded.count("\n") and even[-1:] != "…"), folded)


def as_text(cell: object) -> str:
    """A cell of a table; an empty one is an empty text."""
    return "" if pd.isna(cell) else str(cell)


def height(text: str, size: float = BODY) -> float:
    """How many inches the lines of a text take."""
    return (text.count("\n") + 1) * size * 1.25 / POINTS if text else 0.0


def sheet(title: str, about: str | None, heading: str, note: str, footer: str, room: float) -> Figure:
    """A figure with the words around the axes in place and `room` inches of height for the axes."""
    parts = [  # text, size, weight, colour, lines at most, space before
        (title, TITLE, "bold", INK, 3, 0.0),
        (about or "", BODY, "normal", MUTED, 4, 0.05),
        (heading, HEADING, "bold", INK, 3, 0.17),
        (note, SMALL, "normal", MUTED, 3, 0.04),
    ]
    wide = WIDTH - 2 * MARGIN
    words = [
        (fold(text, wide, size, weight, lines), size, weight, colour, space)
        for text, size, weight, colour, lines, space in parts
        if text
    ]
    small = fold(footer, wide, FOOTER, lines=6)
    below = height(small, FOOTER) + 0.1
    room = min(room, TALLEST)
    above = MARGIN + sum(height(text, size) + space for text, size, _, _, space in words) + 0.08
    total = round(above + room + below, 2)
    figure = Figure(figsize=(WIDTH, total), label=" ".join(fold(title, wide, TITLE, "bold", 3).split()))
    FigureCanvasAgg(figure)
    top = total - MARGIN
    for text, size, weight, colour, space in words:
        figure.text(MARGIN / WIDTH, (top - space) / total, text, size=size, weight=weight, color=colour, va="top")
        top -= space + height(text, size)
    figure.text(MARGIN / WIDTH, 0.1 / total, small, size=FOOTER, color=MUTED, va="bottom")
    figure.set_layout_engine("constrained", rect=(0, below / total, 1, room / total))
    return figure


def finish(figure: Figure) -> Figure:
    """Show every text literally, and settle the layout, so that saving twice gives the same bytes."""
    for text in figure.findobj(Text):
        text.set_parse_math(False)
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    return figure


def bare(ax: Axes, shares: Literal["x", "y"] | None, ticks: int = 6) -> None:
    """Axes with as little ink as possible: faint lines across the axis of shares, "x" or "y", in per cent."""
    lined = {"x": "left", "y": "bottom", None: None}[shares]
    for side in ax.spines:
        ax.spines[side].set_visible(side == lined)
        ax.spines[side].set_color(MUTED)
    ax.tick_params(axis="both", length=0, labelsize=BODY, labelcolor=INK, pad=5)
    ax.set_axisbelow(True)
    if shares:
        ax.tick_params(axis=shares, labelcolor=MUTED, labelsize=SMALL)
        ax.grid(axis=shares, color=FAINT, linewidth=0.8)
        axis = ax.xaxis if shares == "x" else ax.yaxis
        axis.set_major_locator(MaxNLocator(ticks, steps=ROUND))
        axis.set_major_formatter(lambda share, _: percentage(share))


def caption(ax: Axes, text: str, heading: bool = False, inches: float = WIDTH - 1) -> None:
    """What the heights mean, or whose they are: above the axes and upright, where it is read first."""
    size, colour, weight = (BODY, INK, "bold") if heading else (SMALL, MUTED, "normal")
    ax.set_title(fold(text, inches, size, weight), loc="left", size=size, color=colour, weight=weight, pad=6)


def axis_label(ax: Axes, text: str) -> None:
    """What the values are, below them."""
    ax.set_xlabel(fold(text, WIDTH - 2), size=BODY, color=INK, labelpad=6)


def value_axis(ax: Axes, text: str, edges: np.ndarray, whole: bool) -> None:
    """The axis of the values, with its label, wide enough that no bar fills the picture."""
    step, span = edges[1] - edges[0], edges[-1] - edges[0]
    pad = max(0.1 * step, (4 * step - span) / 2)
    ax.set_xlim(edges[0] - pad, edges[-1] + pad)
    ax.xaxis.set_major_locator(MaxNLocator(14, steps=ROUND, integer=whole, min_n_ticks=1))
    ax.xaxis.set_major_formatter(lambda value, _: number(value))
    axis_label(ax, text)


def legend(ax: Axes, handles: Sequence[Artist], texts: Sequence[str], **where: Any) -> None:
    """A bare legend; its texts are set last, because matplotlib drops those that begin with an underscore."""
    if handles:
        box = ax.legend(handles, ["."] * len(handles), frameon=False, borderaxespad=0, handletextpad=0.5, **where)
        for shown, text in zip(box.get_texts(), texts):
            shown.set(text=fold(text, 2.4, SMALL), size=SMALL, color=INK)


def write(ax: Axes, x: float, y: float, text: str, right: float = 0, up: float = 0, **more: Any) -> None:
    """A small text at a point, moved by so many font points."""
    more = {"size": SMALL, "color": INK, "va": "center_baseline", **more}
    ax.annotate(text, (x, y), (right, up), textcoords="offset points", annotation_clip=False, **more)


def mark(ax: Axes, x: float, filled: bool) -> Line2D:
    """A triangle that points at a value from below; a filled one fits into an empty one."""
    size = 5 if filled else 9
    below = ScaledTranslation(0, -(size / 2 + 1.5) / POINTS, ax.figure.dpi_scale_trans)
    (shape,) = ax.plot(
        x,
        0,
        "^",
        color=VERMILLION,
        markerfacecolor=VERMILLION if filled else "white",
        markersize=size,
        transform=ax.get_xaxis_transform() + below,
        clip_on=False,
        zorder=5 if filled else 4,
    )
    return shape


def number(value: float, places: int | None = None) -> str:
    """A number with so many decimals; without, four digits, trailing zeros left away."""
    if places is not None:
        return f"{value:,.{places}f}"
    places = 0 if value == 0 else min(max(3 - math.floor(math.log10(abs(value))), 0), 9)
    text = f"{value:,.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def percentage(share: float, places: int | None = None) -> str:
    """A share in per cent."""
    return number(100 * share, places) + NBSP + "%"


@dataclass(frozen=True)
class Share:
    """A share of the trials with its interval and, where known, its exact value: one line of a table."""

    label: str
    estimate: float
    low: float
    high: float
    exact: float
    confidence: float
    trials: float

    @property
    def decimals(self) -> int | None:
        return decimals(100 * self.low, 100 * self.high, self.confidence)

    def percent(self, most: int = 9) -> str:
        """In per cent; what is not quite 0 or 1 never reads as if it were."""
        if self.estimate == 0 or self.estimate > 1 - ROUNDING:
            return percentage(self.estimate, 0)
        places = min(2 if self.decimals is None else self.decimals, most)
        least = 0.01 * 10.0**-places
        if least / 2 <= self.estimate <= 1 - least / 2:
            return percentage(self.estimate, places)
        return "<" + percentage(least, places) if self.estimate < least else ">" + percentage(1 - least, places)

    @property
    def interval(self) -> str:
        """In words, with the number of trials where it is small."""
        if self.decimals is None:
            return ""
        ends = (number(100 * end, self.decimals if 0 < end < 1 else 0) for end in (self.low, self.high))
        return " to ".join(ends) + (f", {self.trials:.0f} trials" if self.trials < FEW_TRIALS else "")


def table(ax: Axes, shares: Sequence[Share], bars: bool, nothing: str) -> None:
    """A line for each share: a dot or a bar with its interval, a diamond where exact, the number to the right."""
    bare(ax, "x")
    for y, share in enumerate(shares):
        if not np.isfinite(share.estimate):
            write(ax, 0, y, nothing, 6, color=MUTED)
            continue
        if bars:
            ax.barh(y, share.estimate, 0.62, color=SKY)
        else:
            ax.plot(share.estimate, y, "o", color=BLUE, markersize=5.5, clip_on=False, zorder=3)
        ax.plot([share.low, share.high], [y, y], color=INK if bars else BLUE, linewidth=2, clip_on=False)
        ax.plot(share.exact if share.low < share.high else np.nan, y, **EXACT)
        write(ax, 1, y, share.percent(), 66, xycoords=ax.get_yaxis_transform(), ha="right", size=BODY, weight="bold")
        write(ax, 1, y, share.interval, 74, xycoords=ax.get_yaxis_transform(), color=MUTED)
    ax.set_yticks(range(len(shares)), [fold_label(share.label) for share in shares])
    ax.set_ylim(len(shares) - 0.4, -0.6)
    ax.tick_params(axis="y", pad=9)


def bars(ax: Axes, at: np.ndarray, shares: Sequence[Share], width: float, labelled: bool, colour: str = SKY) -> bool:
    """A bar for each share, its percentage where there is room; whether intervals are drawn, as they can be seen."""
    ax.bar(at, [share.estimate for share in shares], width, color=colour)
    least = 4 * VISIBLE * max(share.estimate for share in shares)
    roomy = len(at) == 1 or (len(at) <= 2 * FEW_LEVELS and width > 0.4 * (at[1] - at[0]))
    seen = roomy and any(share.high - share.low > least for share in shares)
    if seen:
        ax.vlines(at, [share.low for share in shares], [share.high for share in shares], color=INK, linewidth=1.2)
    for x, share in zip(at, shares):
        if labelled and share.estimate and len(at) <= FEW_LEVELS:
            top = share.high if seen else share.estimate
            write(ax, x, top, share.percent(1), up=4, ha="center", va="baseline", path_effects=HALO)
    ax.margins(y=0.16)
    ax.set_ylim(bottom=0)
    return seen


def strips(ax: Axes, edges: np.ndarray, shares: np.ndarray, labels: Sequence[str], nothing: str) -> None:
    """A strip of shades for each row of shares, the deepest for the largest; numbers where there is room."""
    bare(ax, None)
    top = np.nanmax(shares)
    ax.pcolormesh(edges, np.arange(len(shares) + 1) - 0.5, shares, cmap=SHADES, vmin=0, vmax=top)
    for y, row in enumerate(shares):
        if np.isnan(row).all():
            write(ax, edges[0], y, nothing, 6, color=MUTED)
        for x, share in zip((edges[:-1] + edges[1:]) / 2, row):
            if len(row) <= FEW_LEVELS and share > 0:
                text = "<1" if share < 0.005 else ">99" if 0.995 <= share < 1 - ROUNDING else f"{100 * share:.0f}"
                write(ax, x, y, text, ha="center", color="white" if share > 0.75 * top else INK)
    ax.set_yticks(range(len(labels)), labels)
    ax.set_ylim(len(shares) - 0.5, -0.5)
