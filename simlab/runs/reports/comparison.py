"""The chapter of a kept comparison."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from simlab.report.answer_words import statistic_words
from simlab.report.difference_words import (
    difference_cells,
    points,
    verdict_words,
    with_confidence,
    without_rare_on_both_sides,
    without_unit,
)
from simlab.report.page.parts import Answer, Cell, Chapter, Method, Table
from simlab.runs.comparison import FIELDS, Comparison, Side
from simlab.runs.comparison_words import remarks, trials_line
from simlab.runs.reports.folders import Kept
from simlab.runs.reports.method import (
    command,
    game_fact,
    ids_fact,
    percent_of,
    settings,
    unless_usual,
    versions_fact,
)
from simlab.runs.reports.pictures import plots
from simlab.runs.reports.tables import numeral, table, unknown, whole_truth, words


def read(kept: Kept) -> Comparison:
    """The comparison, as it was kept."""
    record, answers = kept.record, kept.table("comparison")
    if list(answers.columns) != list(FIELDS) or not len(answers):
        raise ValueError("comparison.csv has other columns")
    answers = answers.assign(paired=answers["paired"].astype(bool))
    a, b = (side(record[name]) for name in ("scenario_a", "scenario_b"))
    return Comparison(
        record["game"],
        record["model"],
        a,
        b,
        bool(answers["paired"].any()),
        record["confidence"],
        answers,
        complete=record["complete"],
        notes=tuple(record["notes"]),
    )


def side(record: Mapping[str, Any]) -> Side:
    """One side."""
    names = ("title", "file", "id", "seed", "set", "assumptions")
    return Side(trials=record["trials"] or 0, **{name: record[name] for name in names})


def chapter(kept: Kept, titles: Mapping[str, str]) -> Chapter:
    """All about a kept comparison."""
    comparison = read(kept)
    name_a, name_b = comparison.names
    answers = [Answer(name, sentence(rows, comparison)) for name, rows in by_question(comparison.answers)]
    shown = " ".join(f"{answer.question}: {answer.sentence}" for answer in answers)
    lines = [*remarks(comparison), *comparison.notes]
    if not comparison.complete:
        lines.insert(0, "The comparison was interrupted: these are the differences of the trials so far.")
    return Chapter(
        title=title_of(comparison),
        about=f"A: {name_a}. B: {name_b}. Differences are B − A.",
        answers=answers,
        tables=[difference_table(kept, comparison)],
        plots=plots(kept, lambda stem: ("Differences B − A", f"Plot of the differences. {shown}")),
        method=method(comparison, kept.record, titles),
        assumptions=list(dict.fromkeys([*comparison.a.assumptions, *comparison.b.assumptions])),
        notes=[f"{line[0].upper()}{line[1:]}." if not line.endswith(".") else line for line in lines],
    )


def title_of(comparison: Comparison) -> str:
    """Both sides; a title that they share only once."""
    name_a, name_b = comparison.names
    title = comparison.a.title
    if title != comparison.b.title:
        return f"“{name_a}” against “{name_b}”"
    own_a, own_b = (name.removeprefix(title).removeprefix(", ") or "as it is" for name in (name_a, name_b))
    return f"{title}: {own_a} against {own_b}"


def by_question(answers: pd.DataFrame) -> list[tuple[str, list[Any]]]:
    """The rows of each question, in their order."""
    names = dict.fromkeys(answers["question"])
    return [(name, list(answers[answers["question"] == name].itertuples())) for name in names]


def sentence(rows: Sequence[Any], comparison: Comparison) -> str:
    """How far the two sides are apart, and what that is worth; of a curve the level that differs most."""
    known = [row for row in rows if row.difference == row.difference]
    if not known:
        return "Nothing is known of it: no trial meets its condition on both sides."
    row = max(known, key=lambda one: abs(one.difference))
    cells = difference_cells(row, comparison.confidence, comparison.a.trials > 0)
    if row.verdict == "identical" and row.difference == 0:
        where = "for each of them" if len(rows) > 1 else f"on both sides, {cells['A']}"
        return f"The same {where}; {verdict_words(row)}."
    most = f"The share of {row.level} differs most: " if len(rows) > 1 else ""
    sure, exact = "exact", ""
    if comparison.a.trials:
        sure = f"{percent_of(comparison.confidence)} interval {without_unit(cells['interval'])}"
        exact = "" if unknown(cells["exact B − A"]) else f"; exactly {without_unit(cells['exact B − A'])}"
    apart = f"a difference of {points(cells['B − A'])} ({sure}){exact}"
    return f"{most}{cells['A']} in A and {cells['B']} in B, {apart}; {verdict_words(row)}."


def difference_table(kept: Kept, comparison: Comparison) -> Table:
    """One row an answer; columns that say nothing throughout are left out."""
    rows = list(without_rare_on_both_sides(comparison.answers).itertuples())
    sampled = comparison.a.trials > 0
    cells = [difference_cells(row, comparison.confidence, sampled) for row in rows]
    names = [name for name in cells[0] if not all(unknown(one[name]) for one in cells)]
    if not comparison.answers["paired"].any():
        names = [name for name in names if name not in ("trials differ", "gain")]
    head = [("question", False), ("answer", False)]
    head += [(name, True) for name in with_confidence(names, comparison.confidence)]
    body = [line(row, one, names, comparison) for row, one in zip(rows, cells)]
    file = (kept.stem("comparison"), kept.text("comparison.csv"))
    return table("Differences", [*head, ("verdict", False)], body, file)


def line(row, cells: Mapping[str, str], names: Sequence[str], comparison: Comparison) -> list[Cell]:
    """The cells of one answer."""
    confidence = comparison.confidence
    values = {"A": row.a, "B": row.b, "B − A": row.difference, "interval": row.low, "p": row.p, "gain": row.gain}
    values |= {"trials differ": row.discordant, "exact B − A": row.exact_difference}
    truths = {
        "A": whole_truth(row.a, row.a_low, row.a_high, confidence, row.trials, row.exact_a),
        "B": whole_truth(row.b, row.b_low, row.b_high, confidence, row.trials, row.exact_b),
        "B − A": whole_truth(row.difference, row.low, row.high, confidence, row.trials, row.exact_difference),
    }
    numbers = [numeral(cells[name], values[name], truths.get(name, "")) for name in names]
    return [words(row.question), words(statistic_words(row)), *numbers, words(verdict_words(row))]


def method(comparison: Comparison, record: Mapping[str, Any], titles: Mapping[str, str]) -> Method:
    """How the comparison was made."""
    a, b = comparison.a, comparison.b
    how = trials_line(comparison)
    facts = [game_fact(record, titles), ("Method", f"comparison: {how}")]
    facts.append(("Confidence of the intervals", percent_of(comparison.confidence)))
    facts += [*versions_fact(record), *ids_fact([a.id], "Id of A"), *ids_fact([b.id], "Id of B")]
    return Method(facts, [command_of(comparison)])


def command_of(comparison: Comparison) -> str:
    """The command that makes it again."""
    a, b = comparison.a, comparison.b
    given = comparison.answers.drop_duplicates("question").dropna(subset="margin")
    margins = [("--margin", f"{row.question}={row.margin:g}") for row in given.itertuples()]
    usual = [unless_usual(comparison.confidence), *margins]
    files = [a.file] if a.file == b.file and a.title == b.title else [a.file, b.file]
    if Path(a.file).suffix != ".toml" and len(files) == 2:  # two kept runs
        return command("compare", files, usual)
    against = {path: value for path, value in b.set.items() if path not in a.set or a.set[path] != value}
    changes = [*settings("--set", a.set), *settings("--against", against)]
    same = a.seed == b.seed
    effort = [("--trials", a.trials or None), ("--seed", a.seed if same else None)]
    effort.append(("--unpaired", True if same and a.trials and not comparison.paired else None))
    return command("compare", files, [*changes, *effort, *usual])
