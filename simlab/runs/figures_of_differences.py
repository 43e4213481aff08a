"""The figures of a comparison and of readings: their tables handed to the plots."""

import pandas as pd

from simlab.contract import Question
from simlab.report.comparison_plots import Panel, Shift, Words, draw_differences, draw_tornado
from simlab.runs.alternatives import word
from simlab.runs.comparison import Comparison
from simlab.runs.figures import free_stem
from simlab.runs.readings import Readings

MOST_SHIFTS = 30  # of a plot; those that move less are left out
SHARES = ("probability", "share")


def comparison_figures(comparison: Comparison) -> dict:
    """One figure, `differences`: a panel for all shares, and one for each value, as it has its own unit."""
    answers, panels = comparison.answers, []
    of_shares = answers["statistic"].isin(SHARES)
    for table in (answers[of_shares], *(answers[answers.index == place] for place in answers.index[~of_shares])):
        if len(table):
            percent = bool(table["statistic"].isin(SHARES).all())
            axis = f"difference of {'probability' if percent else 'the mean'}, B − A"
            panels.append(panel(comparison, table, percent, axis))
    name_a, name_b = comparison.names
    how = "on the same dice, trial by trial" if comparison.paired else "a side, independent of each other"
    trials = f"{comparison.a.trials:,} trials {how}, seed {comparison.a.seed}" if comparison.a.trials else "exact"
    words = Words(
        "Difference B − A",
        f"A: {name_a}",
        "",
        f"B: {name_b}",
        f"{comparison.game_title or comparison.game} · {comparison.model} · {trials} · simlab",
    )
    return {"differences": draw_differences(words, panels)}


def panel(comparison: Comparison, table: pd.DataFrame, percent: bool, axis: str) -> Panel:
    """The rows of one unit; of many the largest differences, in their order."""
    if len(table) > MOST_SHIFTS:
        largest = table["difference"].abs().nlargest(MOST_SHIFTS).index
        axis += f"; the {MOST_SHIFTS} largest of {len(table)}"
        table = table.loc[sorted(largest)]
    shifts = []
    for row in table.itertuples():
        label = row.question if row.level is None else f"{row.question}: {row.level}"
        shifts.append(Shift(label, row.difference, row.low, row.high, row.exact_difference, remark=row.verdict))
    return Panel(axis, caption(comparison.confidence, table), percent, comparison.confidence, shifts)


def caption(confidence: float, table: pd.DataFrame) -> str:
    """What is drawn, and stands to the right."""
    words = "difference"
    if (table["low"] < table["high"]).any():
        words += f" with {100 * confidence:g} % interval"
    return words + ("; diamond: exact difference" if table["exact_difference"].notna().any() else "")


def readings_figures(readings: Readings) -> dict:
    """A tornado plot for each question that a reading moves, by file name stem."""
    drawn: dict = {}
    for question in readings.questions:
        table = readings.table[readings.table["question"] == question.name]
        table = table[table["discordant"] > 0]
        if len(table):
            drawn[free_stem(f"readings {question.name}", drawn)] = tornado(readings, question, table)
    return drawn


def tornado(readings: Readings, question: Question, table: pd.DataFrame):
    """One question: the options ranked by the largest difference of their readings."""
    table, left = table.iloc[:MOST_SHIFTS], len(table) - MOST_SHIFTS
    percent = bool(table["statistic"].isin(SHARES).all())
    order = {option: place for place, option in enumerate(dict.fromkeys(table["option"]))}
    table = table.assign(place=table["option"].map(order)).sort_values("place", kind="stable")
    shifts = []
    for row in table.itertuples():
        label, of = f"{row.option} = {word(row.here)} ({row.item})", "" if row.level is None else f"of {row.level}"
        limits = (row.difference, row.low, row.high, row.exact_difference)
        shifts.append(Shift(label, *limits, end=word(row.value), remark=of))
    kind = {"event": "probability", "value": "mean", "curve": "share that moves most"}[question.kind]
    axis = f"difference of the {kind} with the option as at the bar's end"
    scenario = readings.scenario
    words = Words(
        scenario.title,
        scenario.about or "",
        question.name,
        f"{question.expression}{f', given {question.given}' if question.given else ''}{base_words(table, percent)}",
        f"{scenario.game.title} · {scenario.model.name} · {readings.trials:,} trials a reading on the same dice, "
        f"seed {scenario.seed}{f' · {left} readings that move less are left out' if left > 0 else ''} · simlab",
    )
    return draw_tornado(words, Panel(axis, caption(readings.confidence, table), percent, readings.confidence, shifts))


def base_words(table: pd.DataFrame, percent: bool) -> str:
    """What the question comes to in the scenario as it is; a curve's levels each have their own."""
    if table["statistic"].iloc[0] == "share":
        return ""
    before = table["before"].iloc[0]
    return f"; as the scenario is: {100 * before:.2f} %" if percent else f"; as the scenario is: {before:.4g}"
