"""What a search found, on standard output: as a sentence and a table for people, as JSON for programs."""

from rich import box
from rich.table import Table
from rich.text import Text

from simlab.cli.show import console
from simlab.report.numbers import EXACT, digits_of, limits, shown_number
from simlab.runs.find import Found, Probe
from simlab.runs.found_words import SIDES, sentence
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


def notes(scenario: Scenario, found: Found, confidence: float) -> list[str]:
    """How the answer was come by, and its assumptions."""
    exact = sum(probe.exact is not None for probe in found.probed)
    sampled = [probe.trials for probe in found.probed if probe.trials is not None]
    how = [f"{exact} values solved exactly"] if exact else []
    how += [f"{len(sampled)} values sampled, {sum(sampled):,} trials in all, seed {scenario.seed}"] if sampled else []
    lines = [", ".join(how)]
    if sampled:
        lines.append(f"intervals are sequences and hold together with {100 * confidence:g} %")
    if sampled and scenario.model.exact is not None:
        lines.append("sampled where an exact solution takes more than about a second or is not wanted; --exact insists")
    monotone = "the curve is monotone over the whole range" if found.proven else "no probe contradicts a monotone curve"
    lines.append(monotone)
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


def shown_probes(found: Found) -> list[Probe]:
    """All probes while they are few; else the ends and those around the answer."""
    probes = list(found.probed)
    if len(probes) <= MOST_ROWS:
        return probes
    middle = next((place for place, probe in enumerate(probes) if probe.value == found.answer), 0)
    near = probes[max(middle - AROUND, 0) : middle + AROUND + 1]
    return [probe for probe in probes if probe in near or probe in (probes[0], probes[-1])]
