"""The plot of a search: what was probed with intervals, the line to be reached, and the answer."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from simlab.report import look
from simlab.report.sweep_plots import MARKED


@dataclass(frozen=True)
class Searched:
    """A search as tables and words; `probed` has value, estimate, low, high, exact (NaN: sampled) and side.

    `zone` is 0 where nothing was sampled.
    """

    title: str
    about: str | None
    question: str
    note: str
    path: str
    reach: float
    zone: float
    percent: bool
    answer: int | None
    probed: pd.DataFrame
    confidence: float
    footer: str


def draw_search(searched: Searched) -> Figure:
    """Dots with intervals where values were sampled, diamonds where they are exact, and the line of `reach`."""
    with look.style():
        figure = look.sheet(searched.title, searched.about, searched.question, searched.note, searched.footer, room=4.0)
        ax = figure.add_subplot()
        look.bare(ax, "y")
        if not searched.percent:
            ax.yaxis.set_major_formatter(lambda value, _: look.number(value))
        probed = searched.probed[["value", "estimate", "low", "high", "exact"]].astype(float)
        exact = probed["exact"].notna()
        ax.axhline(searched.reach, color=look.VERMILLION, linewidth=1.2, zorder=1)
        ax.axhspan(searched.reach - searched.zone, searched.reach + searched.zone, color=look.VERMILLION, alpha=0.12)
        ax.plot(probed["value"], probed["estimate"], color=look.FAINT, linewidth=1.5, zorder=2)
        # Nothing is drawn of no dots: outside the clip even that would take room.
        sampled, solved = probed[~exact].replace([np.inf, -np.inf], np.nan), probed[exact]
        if len(sampled):
            ax.vlines(sampled["value"], sampled["low"], sampled["high"], color=look.BLUE, linewidth=2, zorder=3)
            dots: dict[str, Any] = {"color": look.BLUE, "markersize": 5.5, "zorder": 4, "clip_on": False}
            ax.plot(sampled["value"], sampled["estimate"], "o", **dots)
        if len(solved):
            diamonds: dict[str, Any] = {**look.EXACT, "color": look.BLUE}
            ax.plot(solved["value"], solved["estimate"], **diamonds | {"markersize": 8 if len(solved) <= MARKED else 4})
        if searched.answer is not None:
            look.mark(ax, searched.answer, filled=True)
            ax.tick_params(axis="x", pad=13)
        _limits(ax, searched, probed)
        look.caption(ax, _words(searched, exact))
        ax.xaxis.set_major_formatter(lambda value, _: look.number(value))
        ax.xaxis.set_major_locator(MaxNLocator(14, steps=look.ROUND, integer=True, min_n_ticks=1))
        look.axis_label(ax, searched.path)
        return look.finish(figure)


def _limits(ax: Axes, searched: Searched, probed: pd.DataFrame) -> None:
    """All that was probed, and what is to be reached."""
    limits = probed[["low", "high"]].to_numpy().ravel()
    ends = [
        *probed["estimate"],
        *limits[np.isfinite(limits)],
        searched.reach - searched.zone,
        searched.reach + searched.zone,
    ]
    low, high = min(ends), max(ends)
    pad = 0.06 * (high - low) or 0.1
    ax.set_ylim(max(low - pad, -0.02) if searched.percent else low - pad, high + pad)
    ax.margins(x=0.03)


def _words(searched: Searched, exact: pd.Series) -> str:
    """What the marks are."""
    what = "probability" if searched.percent else "mean"
    reach = look.percentage(searched.reach) if searched.percent else look.number(searched.reach)
    text = f"{what}, to reach {reach}"
    if searched.answer is not None:
        text += f": {searched.path} = {searched.answer} (triangle)"
    if searched.zone:
        text += f"; shaded: near enough; intervals hold together ({look.percentage(searched.confidence)})"
    return text + ("; diamond: exact value" if exact.any() else "")
