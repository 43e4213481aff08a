"""Observed results on standard output: where they stand in the distribution, as a table, sentences or JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from simlab.cli.console import console
from simlab.cli.keep import Shown
from simlab.cli.show import print_assumptions, print_case_warnings, warnings_json
from simlab.report.numbers import EXACT, USUAL, digits_of, limits, shown_number
from simlab.runs.observed import Observation, known_of, observations, placed
from simlab.runs.results import Run, assumptions, scenario_record
from simlab.scenario.paths import label
from simlab.scenario.scenario import Scenario

Record = Mapping[str, Any]
WORDS = {"below": "lower", "at": "the same", "above": "higher", "tail": "as unusual or more"}


def shown_observed(texts: Sequence[str], scenarios: Sequence[Scenario], shown: Shown) -> Shown:
    """Check what was observed against all scenarios; gives what shows their runs in its light. Raises ScenarioError."""

    def seen(scenario: Scenario) -> Sequence[Observation]:
        return observations(texts, [case.columns for case in scenario.cases])

    def record(run: Run, number: int) -> dict[str, Any]:
        return case_record(run, number, placed(known_of(run.cases[number]), seen(run.scenario), run.confidence))

    def table(run: Run, quiet: bool) -> None:
        found = seen(run.scenario)
        cases = [(label(done.case.point), placed(known_of(done), found, run.confidence)) for done in run.cases]
        print_observed(run.scenario.title, cases, run.confidence)
        if not quiet:
            print_assumptions(console(), assumptions(run.cases[0].case))
        print_case_warnings(run)

    for scenario in scenarios:
        seen(scenario)
    return replace(shown, table=table, record=record)


def case_record(run: Run, number: int, record: Record) -> dict[str, Any]:
    """One case with its observations for JSON."""
    scenario, done = run.scenario, run.cases[number]
    return {
        "scenario": scenario_record(scenario, done.case),
        "method": run.method,
        "trials": done.trials,
        "seed": scenario.seed,
        "complete": run.complete or number < len(run.cases) - 1,
        "confidence": run.confidence,
        **record,
        **warnings_json(done),
    }


def print_observed(title: str, cases: Sequence[tuple[str, Record]], confidence: float) -> None:
    """The observations of all cases as a table, and a sentence for each."""
    out = console()
    out.print(Text(title, style="bold"))
    out.print(observed_table(cases, confidence))
    for name, record in cases:
        for line in sentences(record, confidence):
            out.print(Text(f"{name}: {line}" if name else line))


def observed_table(cases: Sequence[tuple[str, Record]], confidence: float) -> Table:
    """A line a probability: estimate, interval, trials, exact value."""
    several = len(cases) > 1
    rows = [row for _, record in cases for row in lines(record)]
    exact = any(part["exact"] is not None for _, _, part, _ in rows)
    sampled = any(trials is not None for *_, trials in rows)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in (["case"] if several else []) + ["observed", "outcome"]:
        table.add_column(heading)
    numbers = [f"{100 * confidence:g} % interval", "trials"] if sampled else []
    for heading in ["probability", *numbers] + (["exact"] if exact and sampled else []):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, record in cases:
        last = None
        for what, outcome, part, trials in lines(record):
            begins = what != last
            place = [Text(name if last is None else "")] if several else []
            cells = part_cells(part, trials, confidence, sampled, exact)
            table.add_row(*place, Text(what if begins else ""), outcome, *cells)
            last = what
    return table


def lines(record: Record) -> list[tuple[str, str, Record, int | None]]:
    """(what was observed, outcome, its probability, trials) of every probability of a case."""
    found = []
    for row in record["observed"]:
        parts = [(word, row[name]) for name, word in WORDS.items() if row[name] is not None]
        found += [(in_words(row), word, part, row["trials"]) for word, part in parts]
    if record["joint"] is not None:
        what, trials = together(record), record["observed"][0]["trials"]
        found += [(what, WORDS[name], record["joint"][name], trials) for name in ("at", "tail")]
    return found


def in_words(row: Record) -> str:
    """`attacker_left = 2`."""
    value = row["value"]
    return f"{row['column']} = {str(value).lower() if isinstance(value, bool) else value}"


def together(record: Record) -> str:
    """All observations in a line."""
    return ", ".join(in_words(row) for row in record["observed"])


def part_cells(part: Record, trials: int | None, confidence: float, sampled: bool, exact: bool) -> list[str]:
    """The cells of a probability."""
    exactly = part["low"] is None or part["low"] == part["high"]
    digits = EXACT if exactly else digits_of(part["low"], part["high"], confidence)
    cells = [shown_number(part["estimate"], digits, True)]
    if sampled:
        cells.append(limits(*(shown_number(part[end], digits, True) for end in ("low", "high"))))
        cells.append(f"{trials:,}")
    return cells + ([shown_number(part["exact"], max(digits + 2, USUAL), True)] if exact and sampled else [])


def sentences(record: Record, confidence: float) -> list[str]:
    """What the table comes to, for people."""
    said = []
    for row in record["observed"]:
        if row["at"]["estimate"] is None:
            return ["no trial meets the condition"]
        share = {name: in_percent(row[name]) for name in WORDS if row[name] is not None}
        unusual = f"a result at least as unusual comes up in {share['tail']}"
        if row["below"] is None:
            said.append(f"{in_words(row)} comes up in {share['at']} of trials; {unusual}.")
        else:
            middle = f"is more than in {share['below']} and fewer than in {share['above']} of trials"
            said.append(f"{in_words(row)} {middle}; {unusual}.")
    if record["joint"] is not None:
        at, tail = (in_percent(record["joint"][name]) for name in ("at", "tail"))
        said.append(f"All of it together comes up in {at} of trials; a combination at most as likely in {tail}.")
    elif len(record["observed"]) > 1:
        said.append("More different outcomes than are kept: how often all of it comes together is not known.")
    return said


def in_percent(part: Record) -> str:
    """A probability with three digits; the exact one where it is known."""
    share = part["estimate"] if part["exact"] is None else part["exact"]
    if part["estimate"] == 0 and part["exact"] is None:
        return f"less than {100 * part['high']:.2g} %"
    return f"{100 * share:.3g} %"
