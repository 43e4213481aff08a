"""Plots of a tournament: the matrix as a heat map, strengths with their intervals, what each seat wins.

They are drawn from the tournament's record (runs/standings.py), so a kept one can be drawn again.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from simlab.report import look
from simlab.report.numbers import digits_of, signed_strength
from simlab.report.tournament_matrix import shown_matrix

#: Below even to above it; both ends can be told apart whatever colours one sees, and white is even.
DIVERGING = LinearSegmentedColormap.from_list(
    "simlab-even", [look.VERMILLION, "#f6c9a6", "#ffffff", "#aad4ef", look.BLUE]
)
DARK = 0.8  # of the way from even to all or nothing, beyond which numbers are white
ROOMY = 8  # columns; beyond, a cell has its number only


def tournament_figures(record: Mapping[str, Any], game: str) -> dict[str, Figure]:
    """Figures by file name stem; `game` is the game's title."""
    small_print = footer(record, game)
    with look.style():
        return {
            "matrix": look.finish(matrix_figure(record, small_print)),
            "strengths": look.finish(strengths_figure(record, small_print)),
            "seats": look.finish(seats_figure(record, small_print)),
        }


def footer(record: Mapping[str, Any], game: str) -> str:
    """The small print: what was played."""
    how = f"{record['trials']:,} blocks of {record['tables']} tables on the same dice, seed {record['seed']}"
    return f"{game} · {record['scenario']['model']} · {how} · simlab"


def sheet(record: Mapping[str, Any], heading: str, note: str, small_print: str, room: float) -> Figure:
    """A figure with the tournament's words around the axes."""
    return look.sheet(record["scenario"]["title"], None, heading, note, small_print, room)


def matrix_figure(record: Mapping[str, Any], small_print: str) -> Figure:
    """The heat map: blue where the row wins more than its even share, red where it wins less."""
    rows, columns, entries, words = shown_matrix(record)
    note = (
        f"in per cent, with {look.percentage(record['confidence'])} intervals, each for itself; white is an even share"
    )
    labels = [look.fold(name, 1.6, lines=2) for name in rows]
    tops = [look.fold(name, max(5.6 / len(columns), 0.4), look.SMALL, lines=3) for name in columns]
    figure = sheet(record, words, note, small_print, 0.5 + max(map(look.height, tops)) + 0.62 * len(rows))
    ax = figure.add_subplot()
    look.bare(ax, None)
    even = record["seat_verdict"]["even"]
    away = np.array([[distance(entries.get((a, b)), even) for b in columns] for a in rows])
    ax.pcolormesh(away, cmap=DIVERGING, vmin=-1, vmax=1, edgecolors="white", linewidth=1.5)
    for y, a in enumerate(rows):
        for x, b in enumerate(columns):
            share = as_share(entries.get((a, b)), record["confidence"])
            cell(ax, (x + 0.5, y + 0.5), share, away[y, x], len(columns) <= ROOMY)
    ax.set_yticks(np.arange(len(rows)) + 0.5, labels)
    ax.set_xticks(np.arange(len(columns)) + 0.5, tops)
    ax.tick_params(axis="x", labeltop=True, labelbottom=False)
    ax.set_ylim(len(rows), 0)
    return figure


def distance(entry: Mapping[str, Any] | None, even: float) -> float:
    """How far a share is from even, as a part of how far it can be: -1 to 1; NaN for no entry."""
    if entry is None:
        return np.nan
    share = entry["win_share"]
    return (share - even) / (even if share < even else 1 - even)


def as_share(entry: Mapping[str, Any] | None, confidence: float) -> look.Share | None:
    """An entry as the plots show shares."""
    if entry is None:
        return None
    return look.Share("", entry["win_share"], entry["low"], entry["high"], np.nan, confidence, entry["games"])


def cell(ax: Axes, at: tuple[float, float], share: look.Share | None, away: float, roomy: bool) -> None:
    """The share in a cell and, where there is room, its limits below it."""
    if share is None:
        look.write(ax, *at, "–", ha="center", color=look.MUTED)
        return
    colour = "white" if abs(away) > DARK else look.INK
    text = share.percent(1).replace(f"{look.NBSP}%", "")
    look.write(ax, *at, text, up=5 if roomy else 0, ha="center", color=colour, size=look.BODY, weight="bold")
    if roomy:
        look.write(ax, *at, share.interval, up=-7, ha="center", color=colour, size=look.FOOTER)


def strengths_figure(record: Mapping[str, Any], small_print: str) -> Figure:
    """A dot and its interval for each policy in Elo, a panel for each seat where they cannot be compared over seats."""
    groups: dict[str | None, list[Mapping[str, Any]]] = {}
    for row in record["strengths"]:
        groups.setdefault(row["seat"], []).append(row)
    within = None not in groups
    heading = "Strength of each policy within its seat, in Elo" if within else "Strength of each policy, in Elo"
    note = "0 is the mean of those shown with a number" + (" in the seat" if within else "")
    sizes = [len(rows) for rows in groups.values()]
    figure = sheet(record, heading, note, small_print, 0.75 + 0.36 * sum(sizes) + 0.4 * within * len(groups))
    axes = figure.subplots(len(groups), sharex=True, squeeze=False, height_ratios=sizes)[:, 0]
    for ax, (seat, rows) in zip(axes, groups.items()):
        strength_rows(ax, rows, record["confidence"])
        if within:
            look.caption(ax, str(seat), heading=True)
    known = [end for row in record["strengths"] for end in (row["elo_low"], row["elo_high"]) if end is not None]
    reach = max([abs(end) for end in known] + [10.0]) * 1.06
    axes[-1].set_xlim(-reach, reach)
    look.axis_label(axes[-1], f"Elo, with {look.percentage(record['confidence'])} interval")
    return figure


def strength_rows(ax: Axes, rows: Sequence[Mapping[str, Any]], confidence: float) -> None:
    """One line a policy."""
    look.bare(ax, "x")
    ax.xaxis.set_major_formatter(lambda elo, _: signed_strength(elo, 0))
    ax.axvline(0, color=look.MUTED, linewidth=1)
    for y, row in enumerate(rows):
        where: dict[str, Any] = {"xycoords": ax.get_yaxis_transform()}
        if row["unbounded"]:
            side = {"above": "no limit above", "below": "no limit below", "unknown": "not known"}[row["unbounded"]]
            look.write(ax, 1, y, side, 12, color=look.MUTED, **where)
            continue
        ax.plot(row["elo"], y, "o", color=look.BLUE, markersize=5.5, clip_on=False, zorder=3)
        ax.plot([row["elo_low"], row["elo_high"]], [y, y], color=look.BLUE, linewidth=2, clip_on=False)
        places = digits_of(row["elo_low"], row["elo_high"], confidence, 0)
        value, low, high = (signed_strength(row[name], places) for name in ("elo", "elo_low", "elo_high"))
        look.write(ax, 1, y, value, 62, ha="right", size=look.BODY, weight="bold", **where)
        look.write(ax, 1, y, f"{low} to {high}", 70, color=look.MUTED, **where)
    ax.set_yticks(range(len(rows)), [look.fold_label(row["policy"]) for row in rows])
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.tick_params(axis="y", pad=9)


def seats_figure(record: Mapping[str, Any], small_print: str) -> Figure:
    """What share of the win each seat has over all tables, with the margin around an even share."""
    verdict, confidence = record["seat_verdict"], record["confidence"]
    even, margin = verdict["even"], verdict["margin"]
    within = f"within {100 * margin:g} points of even"
    words = {"fair": f"fair: all are {within}", "unfair": "unfair", "undecided": f"undecided: perhaps {within}"}
    note = f"{words[verdict['verdict']]}; the {look.percentage(confidence)} intervals hold together"
    rows = [
        look.Share(row["seat"], row["win_share"], row["low"], row["high"], np.nan, confidence, row["games"])
        for row in record["seats"]
    ]
    figure = sheet(
        record, "Share of the win of each seat, all tables alike", note, small_print, 0.75 + 0.36 * len(rows)
    )
    ax = figure.add_subplot()
    look.table(ax, rows, bars=False, nothing="")
    ax.axvspan(even - margin, even + margin, color=look.FAINT, zorder=0)
    ax.axvline(even, color=look.MUTED, linewidth=1)
    ax.set_xlim(0, 1)
    look.axis_label(ax, f"share of the win; line and band: an even share, give or take {100 * margin:g} points")
    return figure
