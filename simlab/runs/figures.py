"""A run's figures: its tables handed to the plots, a figure for each value and curve, one for all events.

Over a sweep: lines over one path, heat maps over two, small multiples over three; curves are strips. More paths have no
figures.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
import pandas as pd

from simlab.contract import Question
from simlab.report.convergence_plot import Words, draw_convergence
from simlab.report.plots import Plotted, draw, draw_events
from simlab.report.stacked_plot import draw_stacked
from simlab.report.sweep_plots import MOST_AXES, Axis, Grid, draw_heat, draw_lines, draw_ribbon
from simlab.runs.convergence import settlings
from simlab.runs.maps import maps
from simlab.runs.questions import sampled_values, values_in
from simlab.runs.results import CaseRun, Run
from simlab.scenario.errors import shown
from simlab.scenario.paths import headings, label, paths_of
from simlab.stats.answers import NOTHING, Values

MOST_STACKED = 60  # cases with a bar of their own
CONVERGENCE = "How the answers settle"
SETTLING = "Estimates with their intervals after more and more trials; in the end they are these."
STACKED = "A bar for each case, whose parts are the shares of what can come."


@dataclass(frozen=True)
class Drawing:
    """A figure (matplotlib), its heading, the questions that it is about, and what it shows besides in words."""

    figure: Any
    heading: str
    questions: tuple[str, ...] = ()
    text: str = ""

    @property
    def record(self) -> dict[str, Any]:
        """What the figure is, as a kept run says it."""
        return {"heading": self.heading, "questions": list(self.questions), "text": self.text}


def figures(run: Run) -> dict:
    """Figures by file name stem, in the order of the questions; all events share one unless they are heat maps."""
    return {stem: drawing.figure for stem, drawing in drawings(run).items()}


def drawings(run: Run) -> dict[str, Drawing]:
    """The figures with what they are about."""
    grid = grid_of(run)
    if len(grid.axes) > MOST_AXES:
        return {}
    plotted = {question.name: plotted_question(run, question) for question in run.questions}
    events = [plotted[question.name] for question in run.questions if question.kind == "event"]
    drawn: dict[str, Drawing] = {}
    if events and len(grid.axes) < 2:
        together = draw_lines(events, grid) if grid.axes else draw_events(events)
        names = tuple(event.question for event in events)
        drawn["probabilities"] = Drawing(together, "Probabilities" if len(names) > 1 else names[0], names)
    for question in run.questions:
        stem = free_stem(question.name, drawn)
        figure: Any = None
        if question.kind != "curve" and len(grid.axes) > 1:
            figure = draw_heat(plotted[question.name], grid)
        elif question.kind == "value" and grid.axes:
            figure = draw_ribbon(plotted[question.name], grid)
        elif question.kind != "event":
            figure = draw(plotted[question.name])
        if figure is not None:
            drawn[stem] = Drawing(figure, question.name, (question.name,))
    for name in stacked_questions(run):
        stem = free_stem(f"{name} by case", drawn)
        drawn[stem] = Drawing(draw_stacked(plotted[name], grid), f"{name}, case by case", (name,), STACKED)
    settling = settlings(run)
    if settling:
        names = tuple(one.question for one in settling)
        together = draw_convergence(settling, convergence_words(run), run.confidence)
        drawn[free_stem("convergence", drawn)] = Drawing(together, CONVERGENCE, names, SETTLING)
    boards = maps(run, footer(run))
    pictures = {name: Drawing(board.figure, board.heading, text=board.text) for name, board in boards.items()}
    return drawn | {free_stem(name, drawn): picture for name, picture in pictures.items()}


def stacked_questions(run: Run) -> list[str]:
    """The curves over names of a sweep that has room for a bar a case."""
    if not 1 < len(run.cases) <= MOST_STACKED:
        return []
    named = {column.name for column in run.cases[0].case.columns if column.names}
    return [one.name for one in run.questions if one.kind == "curve" and one.expression in named]


def convergence_words(run: Run) -> Words:
    """The words around the plot of convergence."""
    note = "after more and more trials; each interval stands for itself"
    return Words(run.scenario.title, run.scenario.about or "", CONVERGENCE, note, footer(run))


def without_figures(run: Run) -> str:
    """Why a run has no figures; nothing if it has."""
    paths = len(grid_of(run).axes)
    return f"no plots: a sweep of {paths} lists, more than {MOST_AXES}; see the table" if paths > MOST_AXES else ""


def grid_of(run: Run) -> Grid:
    """The directions of the run's sweep with more than one value, and where each case stands on them."""
    return sweep_grid(run.scenario.content.get("sweep", {}), len(run.cases))


def sweep_grid(sweep: Mapping[str, Sequence], cases: int) -> Grid:
    """The directions of a sweep of which so many cases are there."""
    points = [path for key in sweep for path in paths_of(key)]
    names = dict(zip(points, headings(points)))
    kept = [place for place, values in enumerate(sweep.values()) if len(values) > 1]
    shape = tuple(len(values) for values in sweep.values())
    axes = []
    for key, values in sweep.items():
        together = len(paths_of(key)) > 1
        numbers = not together and all(type(value) in (int, float) for value in values)
        texts = values if numbers else [in_words(value, together) for value in values]
        axes.append(Axis(", ".join(names[path] for path in paths_of(key)), tuple(texts)))
    whole = [np.unravel_index(case, shape) for case in range(cases if math.prod(shape) > 1 else 0)]
    places = {case: tuple(int(place[axis]) for axis in kept) for case, place in enumerate(whole)}
    return Grid(tuple(axes[place] for place in kept), places)


def in_words(value: Any, together: bool = False) -> str:
    """A value of a sweep on an axis: names without quotes, values that go together with commas, equal ones counted."""
    if together:
        alike = ((word, len(list(same))) for word, same in groupby(in_words(part) for part in value))
        return ", ".join(word if many == 1 else f"{many} × {word}" for word, many in alike)
    return value if isinstance(value, str) else shown(value)


def free_stem(name: str, taken) -> str:
    """A file name stem from a question's name that no other figure has."""
    stem = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "question"
    number, free = 2, stem
    while free in taken:
        free, number = f"{stem}-{number}", number + 1
    return free


def plotted_question(run: Run, question: Question) -> Plotted:
    """One question's tables, as the plots read them."""
    answers = run.answers[run.answers["question"] == question.name]
    labels = case_labels(run)
    answers = answers.assign(label=[labels[case] for case in answers["case"]])
    return Plotted(
        title=run.scenario.title,
        about=run.scenario.about,
        question=question.name,
        kind=question.kind,
        expression=question.expression,
        given=question.given,
        x_label=x_label(run, question),
        answers=answers.reset_index(drop=True),
        distribution=distribution(run, question, labels),
        method=run.method,
        footer=footer(run),
    )


def case_labels(run: Run) -> list[str]:
    """What the cases are called: where nothing varies but values that go together, those without their paths."""
    grid = grid_of(run)
    if len(grid.axes) == 1 and len(run.cases[0].case.point) > 1:
        return [str(grid.axes[0].texts[grid.places[number][0]]) for number in range(len(run.cases))]
    return [label(done.case.point) for done in run.cases]


def x_label(run: Run, question: Question) -> str:
    """What the values are: a column's own description, or the expression."""
    about = {column.name: column.about for column in run.cases[0].case.columns}
    return about.get(question.expression, question.expression)


def values_of(done: CaseRun, question: Question) -> Values:
    """What a question comes to: as simulated, else exact."""
    if done.tally is not None:
        return sampled_values(question, done.case.columns, done.tally)
    return NOTHING if done.exact is None else values_in(question, done.exact)


def distribution(run: Run, question: Question, labels: list[str]) -> pd.DataFrame:
    """Values and weights of all cases; categories by name."""
    parts = []
    for number, done in enumerate(run.cases):
        values = values_of(done, question)
        shown = np.array(values.names, object)[values.values.astype(int)] if values.names else values.values
        columns = {"case": number, "label": labels[number], "value": shown, "weight": values.weights}
        parts.append(pd.DataFrame(columns))
    return pd.concat(parts, ignore_index=True)


def footer(run: Run) -> str:
    """The small print: game, model, method, seed."""
    scenario, trials = run.scenario, sorted({done.trials for done in run.cases})
    many = f"{trials[0]:,}" if len(trials) == 1 else f"{trials[0]:,} to {trials[-1]:,}"
    how = f"{many} trials, seed {scenario.seed}" if run.method == "monte_carlo" else "exact"
    return f"{scenario.game.title} · {scenario.model.name} · {how} · simlab"
