"""How games end over the cases of a sweep: a bar a case, whose parts are the shares of the names of a column."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from simlab.report import look
from simlab.report.plots import Plotted
from simlab.report.sweep_plots import Grid

MOST_PARTS = len(look.SERIES)
WRITTEN = 0.05  # of a bar, so that a part has room for its number
PALE = {look.BLUE: "white"}  # numbers on other colours are dark
REST, REST_COLOUR = "all others", "#bdbdbd"


def draw_stacked(plotted: Plotted, grid: Grid) -> Figure:
    """A curve over names as stacked bars, a bar a case in the order of the sweep."""
    shares = shares_of(plotted.answers)
    labels = [
        ", ".join(axis.texts[place] for axis, place in zip(grid.axes, grid.places[case])) for case in shares.index
    ]
    with look.style():
        folded = [look.fold(label, 2.4, lines=2) for label in labels]
        tall = sum(0.16 + look.height(label or " ") for label in folded)
        note = plotted.expression + (f", given {plotted.given}" if plotted.given else "")
        rows = -(-len(shares.columns) // 3)
        figure = look.sheet(
            plotted.title, plotted.about, plotted.question, note, plotted.footer, 0.9 + tall + 0.26 * rows
        )
        ax = figure.add_subplot()
        look.bare(ax, "x")
        colours = [*look.SERIES[: len(shares.columns) - (REST in shares)], *([REST_COLOUR] if REST in shares else [])]
        left = np.zeros(len(shares))
        for name, colour in zip(shares.columns, colours):
            _part(ax, left, shares[name].to_numpy(), colour)
            left += shares[name].fillna(0).to_numpy()
        for y in np.flatnonzero(shares.isna().all(axis=1)):
            look.write(ax, 0, float(y), "no trial meets the condition", 6, color=look.MUTED)
        ax.set_xlim(0, 1)
        ax.set_yticks(range(len(folded)), folded)
        ax.set_ylim(len(folded) - 0.4, -0.6)
        ax.set_ylabel(look.fold(", ".join(axis.name for axis in grid.axes), tall), size=look.BODY, color=look.INK)
        look.axis_label(ax, f"{plotted.x_label}: share of trials")
        handles = [Patch(color=colour) for colour in colours]
        look.legend(ax, handles, list(shares.columns), loc="lower left", bbox_to_anchor=(0, 1.01), ncols=3)
        return look.finish(figure)


def shares_of(answers: pd.DataFrame) -> pd.DataFrame:
    """The shares of the names by case, the rarest taken together."""
    rows = answers[answers["statistic"] == "share"].dropna(subset="level")
    names = list(dict.fromkeys(rows["level"]))
    table = rows.assign(estimate=rows["estimate"].astype(float)).pivot(index="case", columns="level", values="estimate")
    table = table.reindex(index=answers["case"].unique(), columns=names)
    table = table.fillna(0).where(table.notna().any(axis=1), np.nan)  # a name that never came has no row
    table = table.loc[:, table.max() > 0]
    if table.shape[1] > MOST_PARTS:
        common = set(table.max().nlargest(MOST_PARTS).index)
        rare = [name for name in table if name not in common]
        rest = table[rare].sum(axis=1, min_count=1)
        table = table.drop(columns=rare).assign(**{REST: rest})
    return table


def _part(ax: Axes, left: np.ndarray, shares: np.ndarray, colour: str) -> None:
    """One name's part of every bar, with its number where there is room."""
    at = np.arange(len(shares))
    ax.barh(at, np.nan_to_num(shares), 0.72, left, color=colour, edgecolor="white", linewidth=1)
    for y, begin, share in zip(at, left, shares):
        if share >= WRITTEN:
            text = f"{100 * share:.0f}" if share > 1 - look.ROUNDING or share < 0.995 else ">99"
            look.write(ax, begin + share / 2, float(y), text, ha="center", color=PALE.get(colour, look.INK))
