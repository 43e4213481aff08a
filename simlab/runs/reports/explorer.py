"""The answers of a kept sweep for sliders over its paths."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from simlab.contract import Question
from simlab.report.answer_sentences import HEADLINE, estimate_words, interval_words
from simlab.report.page.parts import Asked, Axis, Explorer, Point
from simlab.report.sweep_plots import Grid

MOST_LEVELS = 12  # of a curve, each a question of its own


def explorer(grid: Grid, questions: Sequence[Question], answers: pd.DataFrame, method: str) -> Explorer | None:
    """The explorer of a sweep; None where no path has two values."""
    if not grid.axes:
        return None
    asked = []
    for question in questions:
        rows = answers[(answers["question"] == question.name) & (answers["statistic"] == HEADLINE[question.kind])]
        if question.kind != "curve":
            asked.append(asked_of(question.name, question.kind == "event", rows, grid.places, method))
            continue
        largest = rows.groupby("level", sort=False)["estimate"].max().nlargest(MOST_LEVELS).index
        for level in [level for level in dict.fromkeys(rows["level"]) if level in set(largest)]:
            name = f"{question.name}: {level}"
            one = asked_of(name, True, rows[rows["level"] == level], grid.places, method)
            asked.append(replace(one, curve=question.name, level=str(level)))
    axes = [Axis(axis.name, axis.texts) for axis in grid.axes]
    return Explorer(axes, [one for one in asked if one.points]) if any(one.points for one in asked) else None


def asked_of(name: str, percent: bool, rows: pd.DataFrame, places: Mapping[int, Sequence[int]], method: str) -> Asked:
    """One question's answers by their places on the axes."""
    points = {",".join(map(str, places[row.case])): point(row, percent, method) for row in rows.itertuples()}
    return Asked(name, " %" if percent else "", points)


def point(row: Any, percent: bool, method: str) -> Point:
    """An answer at one place; shares in per cent, as the axis has them."""
    if math.isnan(row.estimate):
        return Point("not known", None, None, None)
    sure = "exact" if method == "exact" else interval_words(row, method)
    numbers = [(100 if percent else 1) * value for value in (row.estimate, row.low, row.high)]
    known = all(map(math.isfinite, numbers))  # few trials leave an interval without ends
    drawn = [float(f"{value:.6g}") if known else None for value in numbers]
    return Point(f"{estimate_words(row, method)} ({sure})", *drawn)
