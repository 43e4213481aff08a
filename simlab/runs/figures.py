"""A run's figures: its tables handed to the plots, a figure for each value and curve, one for all events."""

import re

import numpy as np
import pandas as pd

from simlab.contract import Question
from simlab.report.plots import Plotted, draw, draw_events
from simlab.runs.questions import sampled_values, values_in
from simlab.runs.results import CaseRun, Run
from simlab.scenario.paths import label
from simlab.stats.answers import NOTHING, Values


def figures(run: Run) -> dict:
    """Figures by file name stem, in the order of the questions; all events share one."""
    plotted = {question.name: plotted_question(run, question) for question in run.questions}
    events = [plotted[question.name] for question in run.questions if question.kind == "event"]
    drawn = {"probabilities": draw_events(events)} if events else {}
    for question in run.questions:
        if question.kind != "event":
            drawn[free_stem(question.name, drawn)] = draw(plotted[question.name])
    return drawn


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
    labels = [label(done.case.point) for done in run.cases]
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
    scenario, trials = run.scenario, run.cases[0].trials
    how = f"{trials:,} trials, seed {scenario.seed}" if run.method == "monte_carlo" else "exact"
    return f"{scenario.game.title} · {scenario.model.name} · {how} · simlab"
