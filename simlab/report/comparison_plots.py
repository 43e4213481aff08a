"""Plots of differences: of two scenarios, and the tornado plot of what each reading of an option moves.

Every difference has its interval and a line at zero to be held against; where it is known, the exact one is a diamond.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report import look
from simlab.stats.rounding import decimals

NOTHING = "too few trials meet the condition"
EXACT: dict[str, Any] = {**look.EXACT, "markersize": 7}
LETTER, BETWEEN = 0.078, 0.2  # inches of a letter, and beside words at the end of a bar
NUMBER, TICK, LEAST = 1.3, 0.75, 1.2  # inches of a number with the space around it, of a tick's label, of any axis
BAR, GAP = 0.8, 0.55  # of the room of a bar, of that between two options
LINE_HEIGHT, TWO_LINES = 0.27, 0.38  # inches of a bar, without and with a remark


@dataclass(frozen=True)
class Words:
    """The words around the axes."""

    title: str
    about: str
    heading: str
    note: str
    footer: str


@dataclass(frozen=True)
class Shift:
    """A difference with its interval, NaN where nothing is known; `label` says of what.

    `end` stands at the end of a bar, `remark` behind the interval.
    """

    label: str
    estimate: float
    low: float
    high: float
    exact: float
    end: str = ""
    remark: str = ""


@dataclass(frozen=True)
class Panel:
    """Differences in one unit, shares in per cent or numbers, on one axis; `caption` says what is drawn."""

    axis: str
    caption: str
    percent: bool
    confidence: float
    shifts: Sequence[Shift]

    def number(self, shift: Shift) -> str:
        """A difference with its sign, to as many digits as its interval supports."""
        if shift.estimate == 0:
            return "0" + (f"{look.NBSP}%" if self.percent else "")
        return f"{'+' if shift.estimate > 0 else ''}{self._text(shift, shift.estimate)}"

    def remark(self, shift: Shift) -> str:
        """Its interval in words, and below that its remark."""
        interval = ""
        if shift.low < shift.high:
            interval = " to ".join(self._text(shift, end, bare=True) for end in (shift.low, shift.high))
        return "\n".join(text for text in (interval, shift.remark) if text)

    def _text(self, shift: Shift, value: float, bare: bool = False) -> str:
        scale = 100 if self.percent else 1
        places = decimals(scale * shift.low, scale * shift.high, self.confidence)
        text = look.number(scale * value, 2 if places is None and self.percent else places)
        return text if bare or not self.percent else f"{text}{look.NBSP}%"


def draw_differences(words: Words, panels: Sequence[Panel]) -> Figure:
    """A dot and its interval for each difference, a panel for each unit."""
    with look.style():
        rows = [[0.17 + look.height(look.fold_label(shift.label)) for shift in panel.shifts] for panel in panels]
        figure = _sheet(words, sum(map(sum, rows)) + 1.0 * len(panels))
        axes = figure.subplots(len(panels), squeeze=False, height_ratios=[sum(heights) for heights in rows])[:, 0]
        for ax, panel in zip(axes, panels):
            _axis(ax, panel)
            for y, shift in enumerate(panel.shifts):
                _dot(ax, panel, shift, y)
            ax.set_yticks(range(len(panel.shifts)), [look.fold_label(shift.label) for shift in panel.shifts])
            ax.set_ylim(len(panel.shifts) - 0.4, -0.6)
        return look.finish(figure)


def draw_tornado(words: Words, panel: Panel) -> Figure:
    """A bar for each reading in the order given; neighbours with one label, an option, stand together under it."""
    groups: list[list[Shift]] = []
    for shift in panel.shifts:
        if not groups or groups[-1][0].label != shift.label:
            groups.append([])
        groups[-1].append(shift)
    with look.style():
        height = TWO_LINES if any(shift.remark for shift in panel.shifts) else LINE_HEIGHT
        tall = height * (len(panel.shifts) + GAP * len(groups))
        figure = _sheet(words, 1.0 + tall)
        ax = figure.add_subplot()
        _axis(ax, panel)
        y, ticks = 0.0, []
        for group in groups:
            ticks.append(y + (len(group) - 1) / 2)
            for shift in group:
                _bar(ax, panel, shift, y)
                y += 1
            y += GAP
        ax.set_yticks(ticks, [look.fold_label(group[0].label) for group in groups])
        ax.set_ylim(y - 0.5, -0.7)
        return look.finish(figure)


def _sheet(words: Words, room: float) -> Figure:
    return look.sheet(words.title, words.about, words.heading, words.note, words.footer, room)


def _axis(ax: Axes, panel: Panel) -> None:
    """A line at zero, faint lines across, and room on both sides for the words at the ends of bars."""
    room = _room(panel)
    look.bare(ax, "x", max(int(room / TICK), 2))
    scale = 100 if panel.percent else 1
    unit = f"{look.NBSP}%" if panel.percent else ""
    ax.xaxis.set_major_formatter(lambda x, _: f"{'+' if x > 1e-12 else ''}{look.number(round(scale * x, 9))}{unit}")
    ax.spines["left"].set_visible(False)
    ax.axvline(0, color=look.MUTED, linewidth=1.2, zorder=2)
    ends = [end for s in panel.shifts for end in (s.estimate, s.low, s.high, s.exact, 0.0) if np.isfinite(end)]
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    span = (high - low) or (0.01 if panel.percent else 1.0)
    left, right = _words(panel, right=False), _words(panel, right=True)
    inch = span / max(room - left - right, LEAST / 2)
    ax.set_xlim(low - left * inch, high + right * inch)
    ax.tick_params(axis="y", pad=9)
    look.caption(ax, panel.caption)
    look.axis_label(ax, panel.axis)


def _room(panel: Panel) -> float:
    """About how many inches the axis has between the labels and the numbers; never less than LEAST."""
    labels, remarks = (
        [line for shift in panel.shifts for line in text(shift).split("\n")]
        for text in (lambda shift: look.fold_label(shift.label), panel.remark)
    )
    beside = max(map(len, labels), default=0) + max(map(len, remarks), default=0)
    return max(look.WIDTH - NUMBER - LETTER * beside, LEAST)


def _words(panel: Panel, right: bool) -> float:
    """Inches that the longest words at the ends of bars to one side take."""
    ends = [shift.end for shift in panel.shifts if (shift.estimate > 0) == right]
    return BETWEEN + LETTER * max(map(len, ends), default=0)


def _dot(ax: Axes, panel: Panel, shift: Shift, y: float) -> None:
    """One difference as a dot with its interval."""
    if not np.isfinite(shift.estimate):
        look.write(ax, 0, y, NOTHING, 6, color=look.MUTED)
        return
    ax.plot(shift.estimate, y, "o", color=look.BLUE, markersize=5.5, zorder=3)
    ax.plot([shift.low, shift.high], [y, y], color=look.BLUE, linewidth=2, zorder=3)
    ax.plot(shift.exact, y, **EXACT)
    _numbers(ax, y, panel.number(shift), panel.remark(shift))


def _bar(ax: Axes, panel: Panel, shift: Shift, y: float) -> None:
    """One reading as a bar from zero with its interval, the option's value at its end."""
    if not np.isfinite(shift.estimate):
        look.write(ax, 0, y, f"{shift.end}: {NOTHING}", 6, color=look.MUTED)
        return
    right = shift.estimate > 0
    ax.barh(y, shift.estimate, BAR, color=look.SKY if right else look.OKABE_ITO["orange"])
    if shift.high - shift.low > 2 * look.VISIBLE * np.ptp(ax.get_xlim()):
        ax.plot([shift.low, shift.high], [y, y], color=look.INK, linewidth=1.4, zorder=3)
    ax.plot(shift.exact, y, **EXACT)
    ends = [end for end in (shift.estimate, shift.low, shift.high, shift.exact) if np.isfinite(end)]
    end, away, side = (max(ends), 6, "left") if right else (min(ends), -6, "right")
    look.write(ax, end, y, shift.end, away, ha=side, path_effects=look.HALO)
    _numbers(ax, y, panel.number(shift), panel.remark(shift))


def _numbers(ax: Axes, y: float, number: str, remark: str) -> None:
    """The number and what is said of it, to the right of the axes."""
    where = ax.get_yaxis_transform()
    look.write(ax, 1, y, number, 70, xycoords=where, ha="right", size=look.BODY, weight="bold")
    look.write(ax, 1, y, remark, 78, xycoords=where, color=look.MUTED)
