"""Comparisons and readings on standard output: as tables for people, as JSON for programs."""

import sys
from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text

from simlab.cli.console import console
from simlab.cli.ending import interrupted, kept_in, print_json
from simlab.cli.show import print_assumptions, print_warnings
from simlab.report.answer_words import statistic_words
from simlab.report.difference_words import (
    difference_cells,
    reading_cells,
    share_words,
    verdict_words,
    with_confidence,
    without_rare_on_both_sides,
)
from simlab.runs.alternatives import Reading, word
from simlab.runs.comparison import Comparison
from simlab.runs.comparison_words import remarks, trials_line
from simlab.runs.kept_tables import keep_tables
from simlab.runs.readings import Readings
from simlab.runs.results import assumptions


def show_comparison(comparison: Comparison, out: str | None, as_json: bool, quiet: bool) -> None:
    """Keep a comparison if there is a folder, print it, and exit as one does if it was interrupted."""
    kept = [] if out is None else keep_tables(Path(out), "comparison", comparison)
    if not as_json:
        print_comparison(comparison, quiet)
    finish(comparison, kept, as_json, quiet)


def show_readings(readings: Readings, out: str | None, as_json: bool, quiet: bool) -> None:
    """Keep readings if there is a folder, print them, and exit as one does if they were interrupted."""
    kept = [] if out is None else keep_tables(Path(out), "readings", readings)
    if not as_json:
        print_readings(readings, quiet)
    finish(readings, kept, as_json, quiet)


def finish(found: Comparison | Readings, kept: list[Path], as_json: bool, quiet: bool) -> None:
    """JSON, what was kept, and the exit code."""
    if as_json:
        print_json(found.record)
    kept_in(kept, as_json, quiet)
    if not found.complete:
        interrupted(shown="these are the differences of the trials so far")


def table_of(left: list[str], right: list[str], last: str | None = None) -> Table:
    """An empty table of words, numbers and a last column of words."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in left:
        table.add_column(heading, no_wrap=heading != "question")
    for heading in right:
        table.add_column(heading, justify="right", no_wrap=True)
    if last:
        table.add_column(last)
    return table


def print_comparison(comparison: Comparison, quiet: bool) -> None:
    """The answers of a comparison, with how they were made."""
    out = console()
    for side, name in zip("AB", comparison.names):
        out.print(Text(f"{side}: {name}", style="bold"))
    out.print(comparison_table(comparison, out.width))
    if not quiet:
        took = f" in {comparison.seconds:.2f} s"
        for line in (trials_line(comparison, took), *remarks(comparison)):
            out.print(Text(line, style="dim"))
        print_assumptions(out, [*comparison.a.assumptions, *comparison.b.assumptions])
        for note in comparison.notes:
            print(f"note: {note}", file=sys.stderr)


def comparison_table(comparison: Comparison, width: int) -> Table:
    """One row an answer; columns that are empty throughout are left out, and the lesser ones where there is no room."""
    answers = without_rare_on_both_sides(comparison.answers)
    dropped = without_room({"p": 140, "gain": 140, "trials differ": 120, "interval": 105}, width)
    dropped |= set() if answers["paired"].any() else {"trials differ", "gain"}
    if not comparison.a.trials:
        dropped |= {"interval", "p", "exact B − A"}
    elif answers["exact_difference"].isna().all():
        dropped |= {"exact B − A"}
    rows = list(answers.itertuples())
    cells = [without(difference_cells(row, comparison.confidence, comparison.a.trials > 0), dropped) for row in rows]
    table, last = table_of(["question", "answer"], with_confidence(cells[0], comparison.confidence), "verdict"), None
    for row, numbers in zip(rows, cells):
        question = Text("" if row.question == last else row.question)
        table.add_row(question, statistic_words(row), *numbers.values(), verdict_words(row))
        last = row.question
    return table


def print_readings(readings: Readings, quiet: bool) -> None:
    """The readings that move an answer, ranked by question; then those that move none, and those not possible."""
    out = console()
    out.print(Text(readings.scenario.title, style="bold"))
    moving = {reading.path for place, reading in enumerate(readings.tried) if readings.moves(place)}
    for question in readings.questions if moving else ():
        out.print(readings_table(readings, question, out.width))
    listed(out, f"no effect on any answer in {readings.trials:,} trials "
           f"(a share above {100 * readings.bound:.1g} % would have shown)",
           [(reading, "" if not share else f"outcomes differ in {share_words(share)} of trials")
            for reading, share in readings.idle])  # fmt: skip
    listed(out, "not possible here", readings.impossible)
    print_warnings(readings.warnings)
    if quiet:
        return
    scenario, tried = readings.scenario, len(readings.tried)
    rate = f"{readings.trials:,} trials of {tried + 1} cases on the same dice in {readings.seconds:.1f} s"
    out.print(Text(f"{rate}, seed {scenario.seed}; each interval stands for itself", style="dim"))
    others = len(scenario.game.options) - len(scenario.model.options)
    if others:
        game = scenario.game.name
        text = f"{others} options of {game} do not touch {scenario.model.name} and were not tried"
        out.print(Text(text, style="dim"))
    print_assumptions(out, assumptions(scenario.cases[0]))


def readings_table(readings: Readings, question, width: int) -> Table:
    """One question: the readings that move it, ranked by how far."""
    table = readings.table[(readings.table["question"] == question.name) & (readings.table["discordant"] > 0)]
    if not len(table):
        return table_of([f"{question_words(question)}: no reading moves it"], [])
    dropped = {"exact"} if table["exact_difference"].isna().all() else set()
    dropped |= without_room({"as it is": 125, "interval": 105, "then": 95}, width)
    rows, curve = list(table.itertuples()), question.kind == "curve"
    cells = [without(reading_cells(row, readings.confidence), dropped) for row in rows]
    headings = with_confidence(cells[0], readings.confidence)
    made = table_of(["option", "item", "is", "if"], headings, "of" if curve else None)
    made.title, made.title_justify, made.title_style = Text(question_words(question), "bold"), "left", ""
    for row, numbers in zip(rows, cells):
        last = [Text(statistic_words(row))] if curve else []
        made.add_row(Text(row.option), row.item, Text(word(row.here)), Text(word(row.value)), *numbers.values(), *last)
    return made


def without(cells: dict[str, str], dropped: set[str]) -> dict[str, str]:
    """The cells without some columns."""
    return {name: cell for name, cell in cells.items() if name not in dropped}


def without_room(needed: dict[str, int], width: int) -> set[str]:
    """The columns that take a wider line than there is."""
    return {name for name, letters in needed.items() if width < letters}


def question_words(question) -> str:
    """A question and what is looked at."""
    what = {"event": "probability", "value": "mean", "curve": "share of the level that moves most"}[question.kind]
    return f"{question.name}: {what}"


def listed(out, heading: str, readings: list[tuple[Reading, str]] | tuple[tuple[Reading, str], ...]) -> None:
    """Readings that are listed apart, a line each."""
    if not readings:
        return
    out.print(Text(f"{heading}:"))
    for reading, remark in readings:
        basis = f"{reading.option.item}, {reading.option.basis}"
        line = f"  {reading.path} = {word(reading.value)} instead of {word(reading.here)} ({basis})"
        out.print(Text(f"{line}: {remark}" if remark else line), soft_wrap=True)
