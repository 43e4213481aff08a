"""Plots of answers: how a value is distributed, a curve with its band, the events of a file side by side.

Only tables come in, so a plot can be made again from a kept run. The same code draws sampled rows, weighted by counts,
and exact ones, weighted by probabilities, which have no intervals.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from simlab.report import look
from simlab.stats.rounding import decimals

FEW_CASES = 6  # that many have a panel or a colour of their own
MOST_BARS = 60
EXACT = "; diamond: exact value"
UNKNOWN = look.Share("", *[np.nan] * 6)
CUMULATIVE = "cumulative (this value or lower)"
NOTHING = "no trial meets the condition"


@dataclass(frozen=True)
class Plotted:
    """One question of one scenario file over all its cases: its words, its answers and its weighted values."""

    title: str
    about: str | None
    question: str
    kind: str
    expression: str
    given: str | None
    x_label: str
    answers: pd.DataFrame
    distribution: pd.DataFrame
    method: str
    footer: str


@dataclass(frozen=True)
class _Case:
    """One case: its answers, and its values in rising order with their weights, which are counts when sampled."""

    label: str
    answers: pd.DataFrame
    values: np.ndarray
    weights: np.ndarray
    sampled: bool
    confidence: float

    def shares(self, weights: np.ndarray) -> list[look.Share]:
        """What share of the case such weights are, with pointwise intervals where they were sampled."""
        from simlab.stats.intervals import clopper_pearson

        total = self.weights.sum()
        low = high = share = np.minimum(weights / total, 1)
        if self.sampled:
            low, high = clopper_pearson(np.rint(weights), round(total), self.confidence)
        return [look.Share("", *one, np.nan, self.confidence, total) for one in zip(share, low, high)]


@dataclass(frozen=True)
class _Grid:
    """Where the bars of all cases stand: one for each whole value, or bins of equal width."""

    edges: np.ndarray
    each: bool

    @property
    def centres(self) -> np.ndarray:
        return (self.edges[:-1] + self.edges[1:]) / 2

    @property
    def width(self) -> float:
        return (self.edges[1] - self.edges[0]) * (0.84 if self.each else 0.94)

    @property
    def caption(self) -> str:
        step = look.number(self.edges[1] - self.edges[0])
        return "probability of each value" if self.each else f"probability, in steps of {step}"

    def weigh(self, case: _Case) -> np.ndarray:
        return np.histogram(case.values, self.edges, weights=case.weights)[0]


def draw(plotted: Plotted) -> Figure:
    """One figure for a value or a curve: bars for a single case, panels or lines for a few, a strip each for many."""
    if plotted.kind == "event":
        return draw_events([plotted])
    with look.style():
        cases = _cases(plotted)
        filled = [case for case in cases if len(case.values)]
        if not filled:
            figure = _sheet(plotted, 0.8)
            figure.text(look.MARGIN / look.WIDTH, 0.3, NOTHING, color=look.MUTED)
        elif filled[0].values.dtype == object:
            figure = _categories(plotted, cases)
        else:
            grid = _grid(np.unique(np.concatenate([case.values for case in filled])))
            few = _curve if plotted.kind == "curve" else _value
            figure = (few if len(cases) <= FEW_CASES else _strips)(plotted, cases, grid)
        return look.finish(figure)


def draw_events(plotted: Sequence[Plotted]) -> Figure:
    """All event questions of a file together: a dot and its interval for each question, and for each case."""
    if not plotted:
        raise ValueError("there is no event question to draw")
    alone = len(plotted) == 1
    names = ["" if alone else one.question + (f" (given {one.given})" if one.given else "") for one in plotted]
    shares = [_shares(one.answers, "probability", "label") or [UNKNOWN] for one in plotted]
    tables = list(zip(names, shares))
    if max(map(len, shares)) == 1:
        tables = [("", [replace(rows[0], label=name) for name, rows in tables])]
    words = plotted[0] if alone else replace(plotted[0], question="", expression="", given=None)
    with look.style():
        return look.finish(_tables(words, tables, "probability", bars=False))


def save(figure: Figure, folder: Path, stem: str) -> list[Path]:
    """Write a PNG of 1200 pixels' width and an SVG; the same figure always gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{stem}.png", folder / f"{stem}.svg"]
    for file in files:
        save_as(figure, file)
    return files


def save_as(figure: Figure, file: Path) -> None:
    """Write one file, a PNG or an SVG by the end of its name."""
    with look.style(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # a letter that the font lacks is drawn as a box
        if file.suffix.lower() == ".png":
            figure.savefig(file, dpi=look.PIXELS / figure.get_figwidth(), metadata={"Software": "simlab"})
        else:
            figure.savefig(file, metadata={"Date": None, "Creator": "simlab", "Title": figure.get_label()})


def _sheet(plotted: Plotted, room: float) -> Figure:
    note = plotted.expression + (f", given {plotted.given}" if plotted.given else "")
    return look.sheet(plotted.title, plotted.about, plotted.question, note, plotted.footer, room)


def _cases(plotted: Plotted) -> list[_Case]:
    """The cases in their order of appearance, also those without a row; values that are no number are left out."""
    answers, rows = plotted.answers, plotted.distribution
    labels = dict(zip([*answers["case"], *rows["case"]], map(look.as_text, [*answers["label"], *rows["label"]])))
    named = any(isinstance(value, str) for value in rows["value"])
    rows = rows[rows["weight"] > 0].astype({"value": str if named else float})
    rows = rows if named else rows[np.isfinite(rows["value"])].round({"value": 9})
    confidence, cases = next(iter(answers["confidence"].dropna()), 0.95), []
    for case, label in labels.items():
        weights = rows[rows["case"] == case].groupby("value")["weight"].sum()
        cases.append(
            _Case(
                label,
                answers[answers["case"] == case],
                weights.index.to_numpy(object if named else float),
                weights.to_numpy(float),
                plotted.method != "exact",
                confidence,
            )
        )
    return cases


def _grid(values: np.ndarray) -> _Grid:
    """A bar for each whole value while they are few, else some forty bins of a round width."""
    low, high, whole = values[0], values[-1], bool(np.all(values == np.floor(values)))
    if low == high or (whole and high - low < MOST_BARS):
        return _Grid(np.arange(low - 0.5, high + 1), True)
    step = 10.0 ** np.floor(np.log10((high - low) / 40))
    step *= next(digit for digit in (1, 2, 5, 10) if step * digit * 40 >= high - low)
    edges = step * np.arange(np.floor(low / step), np.floor(high / step) + 2)
    return _Grid(edges - (0.5 if whole else 1e-6 * step), False)  # no value lies on an edge, where rounding decides


def _value(plotted: Plotted, cases: list[_Case], grid: _Grid) -> Figure:
    """A panel of bars for each case, mean and median marked, on the same axes so that panels compare."""
    alone = len(cases) == 1
    figure = _sheet(plotted, 3.9 if alone else 0.7 + 1.35 * len(cases))
    axes = figure.subplots(len(cases), sharex=True, sharey=True, squeeze=False)[:, 0]
    for ax, case in zip(axes, cases):
        look.bare(ax, "y", 6 if alone else 3)
        words = grid.caption
        if len(case.values):
            words += _interval(case, look.bars(ax, grid.centres, case.shares(grid.weigh(case)), grid.width, alone))
            _marks(ax, case)
        else:
            ax.text(0.5, 0.5, NOTHING, transform=ax.transAxes, ha="center", color=look.MUTED)
        look.caption(ax, words if alone else case.label, heading=not alone, inches=look.WIDTH / 2 - 0.6)
    look.value_axis(axes[-1], plotted.x_label, grid.edges, grid.each)
    axes[-1].tick_params(axis="x", pad=13)
    return figure


def _interval(case: _Case, seen: bool, kind: str = "") -> str:
    """What to say of the intervals drawn; only a band that cannot be seen is worth a word."""
    words = f"{kind}{look.percentage(case.confidence)} interval"
    if not case.sampled or not (seen or kind):
        return ""
    return f", with {words}" if seen else f", {words} narrower than the line"


def _marks(ax: Axes, case: _Case) -> None:
    """Mean and median below the bars; their numbers and intervals above the axes."""
    rows = case.answers[case.answers["estimate"].notna()]
    medians = rows[(rows["statistic"] == "quantile") & (rows["q"] == 0.5)]
    handles, texts = [], []
    for name, found in (("mean", rows[rows["statistic"] == "mean"]), ("median", medians)):
        for row in found.itertuples():
            places = decimals(row.low, row.high, case.confidence) if name == "mean" else None
            ends = f" ({look.number(row.low, places)} to {look.number(row.high, places)})" if row.low < row.high else ""
            handles.append(look.mark(ax, row.estimate, filled=name == "mean"))
            texts.append(f"{name} {look.number(row.estimate, places)}{ends}")
    look.legend(ax, handles, texts, loc="lower right", bbox_to_anchor=(1, 1), ncols=2, borderpad=0.4, handlelength=1)


def _curve(plotted: Plotted, cases: list[_Case], grid: _Grid) -> Figure:
    """The cumulative curve of each case with its band, above the probability of each value."""
    alone = len(cases) == 1
    numbered = alone and len(grid.centres) <= look.FEW_LEVELS
    figure = _sheet(plotted, 5.2)
    upper, lower = figure.subplots(2, sharex=True, height_ratios=(3, 2))
    look.bare(upper, "y")
    look.bare(lower, "y", 4)
    lines, seen = [Line2D([], [], linestyle="none")] * len(cases), (False, False)
    for slot, case in enumerate(cases):
        if len(case.values):
            lines[slot], band = _cumulative(upper, case, grid, slot, numbered)
            at = grid.centres + grid.width * ((slot + 0.5) / len(cases) - 0.5)
            shares, colour = case.shares(grid.weigh(case)), look.SKY if alone else look.SERIES[slot]
            seen = seen[0] or band, look.bars(lower, at, shares, grid.width / len(cases), alone, colour) or seen[1]
    exact = EXACT if numbered and np.isfinite(_exact(cases[0], 0)) else ""
    look.caption(upper, CUMULATIVE + _interval(cases[0], seen[0], "pointwise ") + exact)
    look.caption(lower, grid.caption + _interval(cases[0], seen[1]))
    upper.set_ylim(0, 1.1)
    if not alone:
        texts = [case.label if len(case.values) else f"{case.label}: {NOTHING}" for case in cases]
        look.legend(upper, lines, texts, loc="upper left", bbox_to_anchor=(1.01, 1))
    look.value_axis(lower, plotted.x_label, grid.edges, grid.each)
    return figure


def _cumulative(ax: Axes, case: _Case, grid: _Grid, slot: int, numbered: bool) -> tuple[Line2D, bool]:
    """A curve, joined points where each value has its place, else steps; and whether its band can be seen."""
    values, weights = (grid.centres, grid.weigh(case)) if grid.each else (case.values, case.weights)
    shares = case.shares(np.cumsum(weights))
    low, high, middle = ([getattr(share, end) for share in shares] for end in ("low", "high", "estimate"))
    colour, marked = look.SERIES[slot], grid.each and len(values) <= 2 * look.FEW_LEVELS
    ax.fill_between(values, low, high, step=None if grid.each else "post", color=colour, alpha=0.25, linewidth=0)
    (line,) = ax.plot(
        values,
        middle,
        color=colour,
        drawstyle="default" if grid.each else "steps-post",
        clip_on=False,
        marker=look.MARKERS[slot] if marked else "",
        markersize=5.5,
    )
    exact = [_exact(case, x) if numbered else np.nan for x in values]
    ax.plot(values, exact, **look.EXACT)
    for x, share, top in zip(values, shares if numbered else [], np.fmax(high, exact)):
        look.write(ax, x, top, share.percent(1), -4, 4, ha="right", va="baseline", path_effects=look.HALO)
    return line, np.subtract(high, low).max() > 2 * look.VISIBLE


def _exact(case: _Case, value: float) -> float:
    """The exact probability of this value or a lower one, where a sampled case knows them all."""
    known = case.answers[case.answers["statistic"] == "share"].dropna(subset=["level", "exact"])
    levels = pd.to_numeric(known["level"], errors="coerce")
    return known["exact"][levels <= value].sum() if case.sampled and set(case.values) <= set(levels) else np.nan


def _strips(plotted: Plotted, cases: list[_Case], grid: _Grid) -> Figure:
    """A strip of shades for each of many cases: probabilities of a value, cumulative ones of a curve."""
    cumulative = plotted.kind == "curve"
    shares = np.array([grid.weigh(case) / (case.weights.sum() or np.nan) for case in cases])
    shares = np.cumsum(shares, axis=1) if cumulative else shares
    labels = [look.fold(case.label, 2.6, lines=2) for case in cases]
    tall = max(0.3, *(0.06 + look.height(label) for label in labels))
    figure = _sheet(plotted, 1.1 + len(cases) * tall)
    ax = figure.add_subplot()
    look.strips(ax, grid.edges, shares, labels, NOTHING)
    scale = "in per cent" if len(grid.centres) <= look.FEW_LEVELS else f"darkest {look.percentage(np.nanmax(shares))}"
    look.caption(ax, f"{CUMULATIVE if cumulative else grid.caption}, {scale}")
    look.value_axis(ax, plotted.x_label, grid.edges, grid.each)
    return figure


def _categories(plotted: Plotted, cases: list[_Case]) -> Figure:
    """A bar for each name, with the intervals that the answers give."""
    tables = []
    for case in cases:
        counted = [replace(share, label=name) for share, name in zip(case.shares(case.weights), case.values)]
        tables.append((case.label, _shares(case.answers, "share", "level") or counted or [UNKNOWN]))
    return _tables(plotted, tables, f"{plotted.x_label}: probability", bars=True)


def _tables(plotted: Plotted, tables: list[tuple[str, list[look.Share]]], label: str, bars: bool) -> Figure:
    """Tables of shares below each other on one axis, each under its name."""
    rows = [sum(0.17 + look.height(look.fold_label(share.label) or " ") for share in shares) for _, shares in tables]
    figure = _sheet(plotted, 0.75 + sum(rows) + 0.35 * len(tables) * any(name for name, _ in tables))
    axes = figure.subplots(len(tables), sharex=True, squeeze=False, height_ratios=rows)[:, 0]
    for ax, (name, shares) in zip(axes, tables):
        look.table(ax, shares, bars, NOTHING)
        look.caption(ax, name, heading=True)
    axes[-1].set_xlim(0, None if bars else 1)
    sampled = [share for _, shares in tables for share in shares if share.low < share.high]
    if sampled:
        label += f", with {look.percentage(sampled[0].confidence)} interval"
        label += EXACT if any(np.isfinite(share.exact) for share in sampled) else ""
    look.axis_label(axes[-1], label)
    return figure


def _shares(answers: pd.DataFrame, statistic: str, label: str) -> list[look.Share]:
    """The shares among the answers, labelled by one of their columns."""
    rows = answers[answers["statistic"] == statistic]
    numbers = rows[["estimate", "low", "high", "exact", "confidence", "trials"]].astype(float)
    return [look.Share(look.as_text(name), *row) for name, row in zip(rows[label], numbers.itertuples(index=False))]
