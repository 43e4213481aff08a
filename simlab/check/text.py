"""A check's verdicts for a terminal, and as plain text where there is none."""

import io
from collections.abc import Iterator
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from simlab.check.verdicts import CheckVerdict, Kind, ScenarioVerdict
from simlab.check.words import HEADINGS, answer_cells, budget, lines_below, moved_answers, scenario_words, summary

COLOURS: dict[Kind, str] = {
    "identical": "green", "holds": "green", "undecided": "yellow", "no baseline": "yellow", "broken": "bold red",
}  # fmt: skip
VERDICT_WIDTH = 11
PLAIN_WIDTH = 160


def scenario_lines(scenario: ScenarioVerdict) -> Iterator[Text]:
    """A scenario's verdict in a line, and below it what else is to be said."""
    verdict = Text(f"{scenario.verdict:<{VERDICT_WIDTH}}", style=COLOURS[scenario.verdict])
    words = scenario_words(scenario)
    yield verdict + Text(f" {scenario.file}") + Text(f"  {words}" if words else "", style="dim")
    for line in lines_below(scenario):
        yield Text(f"{'':<{VERDICT_WIDTH}}   {line}")


def moved_table(check: CheckVerdict) -> Table | None:
    """What moved from what to what; None if every answer is identical."""
    moved = moved_answers(check)
    if not moved:
        return None
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in HEADINGS:
        right = heading in HEADINGS[2:7]
        table.add_column(heading, justify="right" if right else "left", no_wrap=right, overflow="fold")
    last = ""
    for scenario, answer in moved:
        cells = answer_cells("" if scenario.file == last else Path(scenario.file).stem, answer)
        table.add_row(*(Text(cell) for cell in cells[:-1]), Text(cells[-1], style=COLOURS[answer.verdict]))
        last = scenario.file
    return table


def ending(check: CheckVerdict) -> Iterator[Table | Text]:
    """What stands below the lines of all scenarios."""
    table = moved_table(check)
    if table is not None:
        yield table
    yield from map(Text, check.notes)
    yield Text(summary(check), style=COLOURS[check.verdict])
    yield Text(budget(check), style="dim")


def as_text(check: CheckVerdict) -> str:
    """The whole as plain text."""
    lines = io.StringIO()
    plain = Console(file=lines, width=PLAIN_WIDTH, highlight=False, emoji=False)
    for scenario in check.scenarios:
        for line in scenario_lines(scenario):
            plain.print(line)
    for part in ending(check):
        plain.print(part, soft_wrap=isinstance(part, Text))
    return lines.getvalue()
