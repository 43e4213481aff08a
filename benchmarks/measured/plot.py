"""The plot of costs: a small panel for each growth, on logarithmic axes, with lines of slope 1."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, LogLocator, MaxNLocator, NullLocator

from benchmarks.measured.growth import Line, Panel
from simlab.report import look
from simlab.report.plots import save_as

ACROSS = 3
INCHES = 1.9  # of a panel
GAP = 0.15  # of an axis, below which two amounts would touch
NARROW = 3  # a range from so many times its lower end on has a scale of powers
ROOM = 1.25  # above and below, in times
PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""))
UNITS = ((1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def growth_figure(panels: Sequence[Panel], machine: str) -> Figure:
    """All panels on one sheet."""
    rows = -(-len(panels) // ACROSS)
    about = "Measured time by the amount of work; grey lines have slope 1, which is twice the time for twice the work."
    with look.style():
        figure = look.sheet("What more work costs", about, "", "", f"{machine} · simlab", 0.2 + rows * 2.6)
        for number, panel in enumerate(panels, 1):
            draw(figure.add_subplot(rows, ACROSS, number), panel)
        many = [panel for panel in panels if len(panel.lines) > 1]
        if many and len(panels) % ACROSS:
            named(figure.add_subplot(rows, ACROSS, rows * ACROSS), many[0])
        return look.finish(figure)


def draw(ax: Axes, panel: Panel) -> None:
    """One growth."""
    look.bare(ax, None)
    ax.set_xscale("log")
    ax.set_yscale("log")
    for line, colour, marker in zip(panel.lines, look.SERIES, look.MARKERS):
        work, seconds = np.array(line.work), np.array(line.seconds)
        ax.plot(work, seconds[-1] * work / work[-1], color=look.FAINT, linewidth=2.5, zorder=1)
        ax.plot(work, seconds, marker, color=colour, markersize=5, linestyle="-", linewidth=1, zorder=3)
    look.caption(ax, panel.title, heading=True, inches=INCHES)
    ax.set_xlabel(look.fold(panel.work, INCHES), size=look.SMALL, color=look.INK)
    ax.set_ylabel(f"time of {panel.cost}", size=look.SMALL, color=look.INK)
    ticks(ax, panel)
    if len(panel.lines) == 1:
        words = {"xycoords": "axes fraction", "ha": "right", "path_effects": look.HALO}
        look.write(ax, 1, 0.08, slope_text(panel.lines[0]), **words)


def slope_text(line: Line) -> str:
    """The fitted slope in words; nothing if there is none."""
    return f"slope {line.slope:.2f}" if line.slope == line.slope else ""


def ticks(ax: Axes, panel: Panel) -> None:
    """Numbers along both axes: measured amounts where they are close together, else powers of ten."""
    work = sorted({x for line in panel.lines for x in line.work})
    seconds = [y for line in panel.lines for y in line.seconds]
    ax.xaxis.set_major_locator(FixedLocator(apart(work)) if work[-1] < 20 * work[0] else LogLocator(numticks=5))
    ax.set_ylim(min(seconds) / ROOM, max(seconds) * ROOM)
    narrow = max(seconds) < NARROW * min(seconds)
    subs = (1, 2, 5) if max(seconds) < 100 * min(seconds) else (1,)
    ax.yaxis.set_major_locator(MaxNLocator(4) if narrow else LogLocator(subs=subs, numticks=6))
    for axis, text in ((ax.xaxis, amount), (ax.yaxis, duration)):
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(lambda value, _, text=text: text(value))
    ax.tick_params(labelsize=look.SMALL, labelcolor=look.MUTED)
    ax.grid(axis="y", color=look.FAINT, linewidth=0.5)


def apart(work: Sequence[float]) -> list[float]:
    """Those amounts that have room for their number."""
    shown = [work[0]]
    for each in work[1:]:
        if np.log(each / shown[-1]) > GAP * np.log(work[-1] / work[0]):
            shown.append(each)
    return shown


def named(ax: Axes, panel: Panel) -> None:
    """Whose line is whose, in the place of a panel."""
    ax.set_axis_off()
    look.caption(ax, panel.title, heading=True, inches=INCHES)
    names = [f"{line.name}, {slope_text(line)}".rstrip(", ") for line in panel.lines]
    handles = [
        Line2D([], [], color=colour, marker=marker, markersize=5)
        for colour, marker, _ in zip(look.SERIES, look.MARKERS, names)
    ]
    look.legend(ax, handles, names, loc="upper left")


def amount(value: float) -> str:
    """1, 20, 1k, 1M."""
    size, prefix = next((size, prefix) for size, prefix in PREFIXES if value >= 0.999 * size or size == 1)
    return look.number(value / size) + prefix


def duration(seconds: float) -> str:
    """1 µs, 20 ms, 5 s."""
    size, unit = next((size, unit) for size, unit in UNITS if seconds >= 0.999 * size or unit == "ns")
    return look.number(seconds / size) + look.NBSP + unit


def save_growth(panels: Sequence[Panel], machine: str, file: Path) -> None:
    """Draw and write the plot."""
    save_as(growth_figure(panels, machine), file)
