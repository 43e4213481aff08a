"""The chapter of a kept search."""

from collections.abc import Mapping
from typing import Any

from simlab.options import in_toml
from simlab.report.numbers import EXACT, digits_of, limits, shown_number
from simlab.report.page.parts import Answer, Cell, Chapter, Method, Table
from simlab.runs.find import Found, Kind, Probe
from simlab.runs.found_words import SIDES, how_found, sentence
from simlab.runs.reports.cautions import cautions
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
from simlab.runs.reports.tables import numeral, table, whole_truth, words
from simlab.runs.searches import Search


def read(record: Mapping[str, Any]) -> Found:
    """The search, as it was kept."""
    probes = tuple(Probe(**one) for one in record["probed"])
    low, high = record.get("range") or (probes[0].value, probes[-1].value)
    most = record.get("most_trials") or max((one.trials or 0 for one in probes), default=0)
    percent = record["statistic"] == "probability"
    search = Search(record["path"], low, high, record["question"], record["reach"], record["zone"], most, percent)
    bracket, proven = record["bracket"], record["monotone"] == "proven"
    ends = (bracket["below"], bracket["reaches"])
    kind: Kind = record["kind"] or "none"
    return Found(search, kind, record["answer"], ends, probes, record["rises"], proven, record["complete"])


def chapter(kept: Kept, titles: Mapping[str, str]) -> Chapter:
    """All about a kept search."""
    record, found = kept.record, read(kept.record)
    search, confidence = found.search, record["confidence"]
    asked = f"Which {search.path} lets “{search.question}” reach {search.number(search.reach)}?"
    told = sentence(found, confidence) if found.complete else "Not known: the search was interrupted."
    words_of_plot = f"{search.question} over {search.path}", f"Plot of all that was probed. {told}"
    return Chapter(
        title=f"{record['scenario']['title']}: a search for {search.path}",
        about=in_place(record["scenario"]["set"]),
        answers=[Answer(asked, told)],
        tables=[probe_table(kept, found, confidence)],
        plots=plots(kept, lambda stem: words_of_plot),
        method=method(record, found, titles),
        assumptions=list(record["assumptions"]),
        notes=[
            *cautions((one["case"], one["warning"]) for one in record.get("warnings", ())),
            *([] if found.complete else ["The search was interrupted: this is what was probed so far."]),
        ],
    )


def in_place(changed: Mapping[str, Any]) -> str:
    """What is not as the scenario's file has it."""
    values = ", ".join(f"{path} = {in_toml(value)}" for path, value in changed.items())
    return f"With {values}." if values else ""


def probe_table(kept: Kept, found: Found, confidence: float) -> Table:
    """What was probed, by value."""
    sampled = any(probe.exact is None for probe in found.probed)
    head = [(found.search.path, True), ("probability" if found.search.percent else "mean", True)]
    head += [(f"{percent_of(confidence)} sequence", True), ("trials", True)] if sampled else []
    rows = [probe_cells(found, probe, confidence, sampled) for probe in found.probed]
    file = (kept.stem("probed"), kept.text("probed.csv"))
    return table("What was probed", [*head, ("finding", False)], rows, file)


def probe_cells(found: Found, probe: Probe, confidence: float, sampled: bool) -> list[Cell]:
    """The cells of one probe."""
    percent, exact = found.search.percent, probe.exact is not None
    digits = EXACT if exact else digits_of(probe.low, probe.high, confidence)
    truth = whole_truth(probe.estimate, probe.low, probe.high, confidence, probe.trials, probe.exact)
    cells = [numeral(str(probe.value), probe.value)]
    cells.append(numeral(shown_number(probe.estimate, digits, percent), probe.estimate, truth))
    if sampled:
        ends = limits(*(shown_number(end, digits, percent) for end in (probe.low, probe.high)))
        trials = "exact" if probe.trials is None else f"{probe.trials:,}"
        cells += [numeral("" if exact else ends, probe.low), numeral(trials, probe.trials)]
    mark = "; the answer" if probe.value == found.answer else ""
    return [*cells, words(f"{SIDES[probe.side]}{mark}")]


def method(record: Mapping[str, Any], found: Found, titles: Mapping[str, str]) -> Method:
    """How the search was made."""
    search, scenario = found.search, record["scenario"]
    facts = [
        game_fact(scenario, titles),
        ("Method", f"search: {'; '.join(how_found(found, record['seed'], record['confidence']))}"),
    ]
    facts += [("Seed", str(record["seed"])), ("Confidence", percent_of(record["confidence"]))]
    facts += [*versions_fact(record), *ids_fact(record["ids"])]
    options: list[tuple[str, object]] = [*settings("--set", scenario["set"])]
    options += [("--vary", f"{search.path}={search.low}..{search.high}"), ("--question", search.question)]
    options += [("--reach", float(search.reach)), ("--zone", float(search.zone)), ("--trials", search.trials or None)]
    options += [("--seed", record["seed"]), unless_usual(record["confidence"])]
    return Method(facts, [command("find", [scenario["file"]], options)])
