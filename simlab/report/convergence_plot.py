"""How estimates settle while trials are played: each after so many trials, with its interval."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import LogLocator, NullFormatter

from simlab.report import look


@dataclass(frozen=True)
class Settling:
    """An answer after more and more trials: rows of `trials`, `estimate`, `low`, `high`; its exact value or NaN."""

    question: str
    share: bool
    rows: pd.DataFrame
    exact: float


@dataclass(frozen=True)
class Words:
    """The words around the plot."""

    title: str
    about: str
    heading: str
    note: str
    footer: str


def draw_convergence(answers: Sequence[Settling], words: Words, confidence: float) -> Figure:
    """A panel an answer, all over the same trials on a logarithmic axis."""
    with look.style():
        room = 1.0 + 1.55 * len(answers) + (0.8 if len(answers) == 1 else 0)
        figure = look.sheet(words.title, words.about, words.heading, words.note, words.footer, room)
        axes = figure.subplots(len(answers), sharex=True, squeeze=False)[:, 0]
        for ax, one in zip(axes, answers):
            _panel(ax, one)
            look.caption(ax, one.question, heading=True)
        _trials_axis(axes[-1])
        handles = [Line2D([], [], color=look.BLUE), Patch(color=look.BLUE, alpha=0.25)]
        texts = ["estimate", f"{look.percentage(confidence)} interval"]
        if any(np.isfinite(one.exact) for one in answers):
            handles.append(Line2D([], [], color=look.VERMILLION, linewidth=1.2))
            texts.append("exact value")
        look.legend(axes[0], handles, texts, loc="lower right", bbox_to_anchor=(1, 1), ncols=3, borderpad=0.4)
        return look.finish(figure)


def _panel(ax: Axes, one: Settling) -> None:
    look.bare(ax, "y", 4)
    if not one.share:
        ax.yaxis.set_major_formatter(lambda value, _: look.number(value))
    ax.set_xscale("log")
    ax.tick_params(axis="x", which="minor", length=0)
    trials, rows = one.rows["trials"], one.rows
    ax.fill_between(trials, rows["low"], rows["high"], color=look.BLUE, alpha=0.25, linewidth=0)
    ax.plot(trials, rows["estimate"], color=look.BLUE)
    if np.isfinite(one.exact):
        ax.axhline(one.exact, color=look.VERMILLION, linewidth=1.2)
    ax.margins(x=0.02, y=0.08)


def _trials_axis(ax: Axes) -> None:
    ax.xaxis.set_major_locator(LogLocator(10))
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    ax.xaxis.set_minor_formatter(NullFormatter())
    look.axis_label(ax, "trials played")
