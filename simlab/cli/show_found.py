"""What a search found, on standard output: as a sentence and a table for people, as JSON for programs."""

from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from simlab.cli.console import console
from simlab.cli.show import print_warnings
from simlab.report.numbers import EXACT, digits_of, limits, shown_number
from simlab.runs.find import Found, Probe
from simlab.runs.found_words import SIDES, how_found, sentence
from simlab.runs.results import assumptions
from simlab.scenario.scenario import Scenario


def print_found(scenario: Scenario, found: Found, confidence: float, quiet: bool) -> None:
    """The answer, what was probed, and, unless quiet, what it rests on."""
    out = console()
    out.print(Text(scenario.title, style="bold"))
    if found.complete:
        out.print(Text(sentence(found, confidence)))
    out.print(probe_table(found, confidence))
    for line in () if quiet else notes(scenario, found, confidence):
        out.print(Text(line, style="dim"))
    print_warnings(found.warnings)


def notes(scenario: Scenario, found: Found, confidence: float) -> list[str]:
    """How the answer was come by, and its assumptions."""
    lines, sampled = how_found(found, scenario.seed, confidence), any(probe.exact is None for probe in found.probed)
    if sampled and scenario.model.exact is not None:
        lines.append("sampled where an exact solution takes more than about a second or is not wanted; --exact insists")
    return lines + [f"rests on an assumption: {line}" for line in assumptions(scenario.cases[0])]


def probe_table(found: Found, confidence: float) -> Table:
    """What was probed, by value; of many exact values those around the answer and the ends."""
    sampled = any(probe.exact is None for probe in found.probed)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    heading = "probability" if found.search.percent else "mean"
    columns = [found.search.path, heading, *(["interval", "trials"] if sampled else []), ""]
    for name in columns:
        table.add_column(name, justify="left" if name == "" else "right", no_wrap=True)
    for probe in shown_probes(found):
        if probe is None:
            table.add_row("…")
            continue
        digits = EXACT if probe.exact is not None else digits_of(probe.low, probe.high, confidence)
        percent = found.search.percent
        cells = [str(probe.value), shown_number(probe.estimate, digits, percent)]
        if sampled:
            ends = (shown_number(end, digits, percent) for end in (probe.low, probe.high))
            trials = "exact" if probe.trials is None else f"{probe.trials:,}"
            cells += ["" if probe.exact is not None else limits(*ends), trials]
        mark = "  <- answer" if probe.value == found.answer else ""
        table.add_row(*cells, SIDES[probe.side] + mark)
    return table


MOST_ROWS, AROUND = 24, 8


def shown_probes(found: Found) -> Sequence[Probe | None]:
    """All probes while they are few; else the ends and those around the answer, and None for those between."""
    probes = list(found.probed)
    if len(probes) <= MOST_ROWS:
        return probes
    middle = next((place for place, probe in enumerate(probes) if probe.value == found.answer), 0)
    near = range(max(middle - AROUND, 0), min(middle + AROUND + 1, len(probes)))
    places = sorted({0, *near, len(probes) - 1})
    shown: list[Probe | None] = []
    for place, before in zip(places, [-1, *places]):
        shown += ([None] if place > before + 1 else []) + [probes[place]]
    return shown
