"""Plots over a sweep: lines with bands over one path, heat maps over two, small multiples of them over three.

Only tables come in (plots.Plotted), and where in the sweep each case stands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from simlab.report import look
from simlab.report.plots import Plotted
from simlab.stats.rounding import decimals

MOST_AXES = 3
LINES = len(look.SERIES)  # in one panel
NUMBERED = 16  # columns of a heat map whose numbers have room
MARKED = 2 * look.FEW_LEVELS  # points of a line that are marked one by one
ACROSS = 3  # heat maps beside each other
FIELDS = ["estimate", "low", "high", "exact", "confidence", "trials"]


@dataclass(frozen=True)
class Axis:
    """One direction of a sweep: what varies, and its values: numbers in any order, or texts."""

    name: str
    values: tuple

    @property
    def numeric(self) -> bool:
        """Do the values have places on a line of numbers?"""
        return all(isinstance(value, int | float) for value in self.values)

    @property
    def texts(self) -> list[str]:
        """The values as texts."""
        return [look.number(value) if self.numeric else str(value) for value in self.values]

    @property
    def at(self) -> np.ndarray:
        """Where the values stand."""
        return np.array(self.values, float) if self.numeric else np.arange(len(self.values), dtype=float)


@dataclass(frozen=True)
class Grid:
    """The axes of a sweep, and each case's place on them."""

    axes: tuple[Axis, ...]
    places: Mapping[int, tuple[int, ...]]

    def spread(self, rows: pd.DataFrame) -> np.ndarray:
        """The FIELDS of a row a case over the axes, shape (fields, *axes); NaN where there is none."""
        table = np.full((len(FIELDS), *(len(axis.values) for axis in self.axes)), np.nan)
        for case, numbers in zip(rows["case"], rows[FIELDS].astype(float).to_numpy()):
            for field, number in zip(table, numbers):
                field[self.places[case]] = number
        return table


def draw_lines(plotted: Sequence[Plotted], grid: Grid) -> Figure:
    """All event questions over one path: a line with its band each, or dots where the path holds no numbers."""
    parts = [plotted[first : first + LINES] for first in range(0, len(plotted), LINES)]
    alone = len(plotted) == 1
    words = plotted[0] if alone else replace(plotted[0], question="", expression="", given=None)
    with look.style():
        figure = _sheet(words, "", 0.4 + 3.6 * len(parts))
        axes = figure.subplots(len(parts), sharex=True, squeeze=False)[:, 0]
        for ax, part in zip(axes, parts):
            look.bare(ax, "y")
            tables = [grid.spread(_rows(one, "probability")) for one in part]
            lines = [_line(ax, grid.axes[0], table, slot, len(part)) for slot, table in enumerate(tables)]
            _limits(ax, np.concatenate([table[:4] for table in tables]))
            look.caption(ax, "probability" + _words(tables))
            names = [one.question + (f" (given {one.given})" if one.given else "") for one in part]
            if not alone:
                look.legend(ax, lines, names, loc="upper left", bbox_to_anchor=(1.01, 1))
        _path_axis(axes[-1], grid.axes[0])
        return look.finish(figure)


def draw_ribbon(plotted: Plotted, grid: Grid) -> Figure:
    """A value over one path: its mean with the interval, and where the middle half and nine tenths of trials lie."""
    axis = grid.axes[0]
    mean = grid.spread(_rows(plotted, "mean"))
    quantiles = {q: grid.spread(_rows(plotted, "quantile", q))[0] for q in (0.05, 0.25, 0.75, 0.95)}
    with look.style():
        figure = _sheet(plotted, "", 4.0)
        ax = figure.add_subplot()
        look.bare(ax, "y")
        order = np.argsort(axis.at, kind="stable")
        handles: list[tuple[Artist, str]] = []
        for outer, alpha, wide, words in ((0.05, 0.25, 1.5, "nine tenths of trials"), (0.25, 0.55, 5, "middle half")):
            low, high = quantiles[outer], quantiles[1 - outer]
            if axis.numeric:
                ax.fill_between(axis.at[order], low[order], high[order], color=look.SKY, alpha=alpha, linewidth=0)
            else:
                ax.vlines(axis.at, low, high, color=look.SKY, alpha=alpha + 0.2, linewidth=wide)
            handles.append((Patch(color=look.SKY, alpha=alpha), words))
        handles.insert(0, (_line(ax, axis, mean, 0, 1), "mean"))
        look.legend(ax, *zip(*handles), loc="upper left", bbox_to_anchor=(1.01, 1))
        ax.yaxis.set_major_formatter(lambda value, _: look.number(value))
        look.caption(ax, plotted.x_label + _words([mean]))
        ax.margins(y=0.08)
        _path_axis(ax, axis)
        return look.finish(figure)


def draw_heat(plotted: Plotted, grid: Grid) -> Figure:
    """An event's probability or a value's mean over two paths, or a panel of that for each value of a third."""
    *panels, down, across = grid.axes
    rows = _rows(plotted, "probability" if plotted.kind == "event" else "mean")
    table = grid.spread(rows).reshape(len(FIELDS), -1, len(down.values), len(across.values))
    count = table.shape[1]
    # Panels stand beside each other while their columns have room for numbers.
    beside = min(count, ACROSS, max(NUMBERED // len(across.values), 1))
    with look.style():
        deep, shade = -(-count // beside), _shade(table[0], plotted.kind == "event")
        scale, numbered = _scale(plotted, shade), len(across.values) * beside <= NUMBERED
        tall = (0.34 if panels else 0.05) + (0.34 if numbered else 0.2) * len(down.values)
        figure = _sheet(plotted, scale if panels else "", 0.75 + deep * tall)
        drawn = figure.subplots(deep, beside, sharex=True, sharey=True, squeeze=False)
        for number, ax in enumerate(drawn.flat):
            if number >= count:
                ax.set_axis_off()
                continue
            _panel(ax, table[:, number], plotted.kind == "event", shade, numbered)
            if panels:
                name = f"{panels[0].name} = {panels[0].texts[number]}"
                look.caption(ax, name, heading=True, inches=look.WIDTH / beside - 0.7)
        for ax in drawn[:, 0]:
            ax.set_yticks(range(len(down.values)), [look.fold(text, 1.6, lines=2) for text in down.texts])
            ax.set_ylabel(look.fold(down.name, 2.4), size=look.BODY, color=look.INK)
        for ax in drawn.flat[max(count - beside, 0) : count]:
            _columns(ax, across, look.WIDTH / beside - 1)
        if not panels:
            look.caption(drawn[0, 0], scale)
        return look.finish(figure)


def _sheet(plotted: Plotted, scale: str, room: float) -> Figure:
    note = plotted.expression + (f", given {plotted.given}" if plotted.given else "")
    note = ": ".join(part for part in (note, scale) if part)
    return look.sheet(plotted.title, plotted.about, plotted.question, note, plotted.footer, room)


def _rows(plotted: Plotted, statistic: str, q: float | None = None) -> pd.DataFrame:
    """The answers of one statistic: a row a case."""
    rows = plotted.answers[plotted.answers["statistic"] == statistic]
    return rows if q is None else rows[np.isclose(rows["q"].astype(float), q)]


def _line(ax: Axes, axis: Axis, table: np.ndarray, slot: int, slots: int) -> Line2D:
    """One line with its band over numbers, or dots with their intervals over texts; diamonds where exact."""
    estimate, low, high, exact = table[:4]
    colour, marker = look.SERIES[slot], look.MARKERS[slot]
    # Dots of several questions over one text stand beside each other.
    at = axis.at if axis.numeric else axis.at + 0.5 * ((slot + 0.5) / slots - 0.5)
    order = np.argsort(at, kind="stable")
    sampled = bool(np.nanmax(high - low, initial=0) > 0)
    if axis.numeric:
        ax.fill_between(at[order], low[order], high[order], color=colour, alpha=0.3, linewidth=0)
    else:
        ax.vlines(at, low, high, color=colour, linewidth=2)
    few = len(at) <= MARKED
    style: dict[str, Any] = {
        "linestyle": "-" if axis.numeric else "none",
        "marker": marker if few else "",
        "markersize": 5.5,
    }
    (line,) = ax.plot(at[order], estimate[order], color=colour, zorder=3, clip_on=False, **style)
    if sampled and few:
        diamonds: dict[str, Any] = {**look.EXACT, "color": colour}
        ax.plot(at, exact, **diamonds)
    return line


def _words(tables: Sequence[np.ndarray]) -> str:
    """What to say of the intervals and of exact values drawn."""
    widths = np.concatenate([table[2] - table[1] for table in tables])
    if not np.nanmax(widths, initial=0) > 0:
        return ""
    confidence = np.nanmax(np.concatenate([table[4] for table in tables]))
    known = any(len(table[3]) <= MARKED and np.isfinite(table[3]).any() for table in tables)
    return f", with {look.percentage(confidence)} interval" + ("; diamond: exact value" if known else "")


def _limits(ax: Axes, shares: np.ndarray) -> None:
    """From 0 on, and up to 100 % where that is near."""
    top = np.nanmax(shares, initial=0.0)
    ax.set_ylim(-0.02 * (top or 1), 1.03 if top > 0.6 else 1.1 * top or 1)


def _path_axis(ax: Axes, axis: Axis) -> None:
    """The swept path below."""
    if axis.numeric:
        if len(axis.values) <= look.FEW_LEVELS:
            ax.set_xticks(axis.at, axis.texts)
        else:
            ax.xaxis.set_major_formatter(lambda value, _: look.number(value))
    else:
        ax.set_xlim(-0.6, len(axis.values) - 0.4)
        ax.set_xticks(axis.at, [look.fold(text, (look.WIDTH - 2) / len(axis.values)) for text in axis.texts])
    look.axis_label(ax, axis.name)


def _columns(ax: Axes, axis: Axis, inches: float) -> None:
    """The values of a path below the columns of a heat map; every second, third … where they are many."""
    step = -(-len(axis.values) // max(int(inches / 0.32), 1)) if axis.numeric else 1
    texts = axis.texts if axis.numeric else [look.fold(text, inches / len(axis.values)) for text in axis.texts]
    ax.set_xticks(range(0, len(texts), step), texts[::step])
    ax.tick_params(axis="x", labelbottom=True)
    ax.set_xlabel(look.fold(axis.name, inches), size=look.BODY, color=look.INK, labelpad=6)


def _shade(estimates: np.ndarray, event: bool) -> tuple[float, float]:
    """The values of the lightest and the darkest shade: of probabilities from 0, of means from the smallest."""
    if not np.isfinite(estimates).any():
        return 0.0, 1.0
    low, high = (0.0 if event else float(np.nanmin(estimates))), float(np.nanmax(estimates))
    return low, high if high > low else low + 1


def _scale(plotted: Plotted, shade: tuple[float, float]) -> str:
    """What the numbers are."""
    if plotted.kind == "event":
        return f"probability in per cent, darkest {look.percentage(shade[1], 1)}"
    return f"mean of {plotted.x_label}, from {look.number(shade[0])} to {look.number(shade[1])}"


def _panel(ax: Axes, table: np.ndarray, event: bool, shade: tuple[float, float], numbered: bool) -> None:
    """One heat map, its numbers with as many decimals as their intervals support."""
    look.bare(ax, None)
    estimates = table[0]
    wide, deep = estimates.shape[1], estimates.shape[0]
    edges = np.arange(wide + 1) - 0.5, np.arange(deep + 1) - 0.5
    ax.pcolormesh(*edges, estimates, cmap=look.SHADES, vmin=shade[0], vmax=shade[1], edgecolors="white", linewidth=1)
    ax.set_ylim(deep - 0.5, -0.5)
    if not numbered:
        return
    for (y, x), value in np.ndenumerate(estimates):
        if np.isfinite(value):
            share = look.Share("", *table[:, y, x])
            places = decimals(share.low, share.high, share.confidence)
            text = share.percent(1)[:-2] if event else look.number(value, min(2 if places is None else places, 2))
            dark = value > shade[0] + 0.75 * (shade[1] - shade[0])
            look.write(ax, x, y, text, ha="center", color="white" if dark else look.INK)
