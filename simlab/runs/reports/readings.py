"""The chapter of kept readings: what would move the answers."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from simlab.report.answer_words import statistic_words
from simlab.report.difference_words import points, reading_cells, share_words, with_confidence, without_unit
from simlab.report.page.parts import Answer, Cell, Chapter, Method, Table
from simlab.runs.alternatives import word
from simlab.runs.figures import free_stem
from simlab.runs.readings import FIELDS
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
from simlab.runs.reports.tables import numeral, table, unknown, whole_truth, words

NOT_KNOWN = {"estimate": math.nan, "low": math.nan, "high": math.nan}


def read(record: Mapping[str, Any]) -> pd.DataFrame:
    """The table of the readings, with values of options as they are written in a scenario."""
    rows = []
    for reading in record["readings"]:
        ends = {name: math.nan if value is None else value for name, value in reading["difference"].items()}
        numbers = {name: ends[key] for name, key in zip(("difference", "low", "high"), NOT_KNOWN)}
        row = {"level": None} | dict(reading) | numbers
        row |= {name: math.nan for name in ("before", "after", "discordant", "exact_difference") if row[name] is None}
        rows.append({name: row[name] for name in FIELDS})
    table = pd.DataFrame(rows, columns=list(FIELDS))
    texts = ("value", "default", "here", "level")
    return table.assign(**{name: pd.Series([row[name] for row in rows], dtype=object) for name in texts})


def chapter(kept: Kept, titles: Mapping[str, str]) -> Chapter:
    """All about kept readings."""
    record, found = kept.record, read(kept.record)
    order = {name: place for place, name in enumerate(record["questions"])}
    moving = found[found["discordant"] > 0].sort_values("question", key=lambda names: names.map(order), kind="stable")
    told = {name: sentence(moving[moving["question"] == name], record) for name in record["questions"]}
    stems: dict[str, str] = {}
    for name in record["questions"]:
        if (moving["question"] == name).any():
            stems[free_stem(f"readings {name}", stems)] = name
    return Chapter(
        title=f"Readings of {record['scenario']['title']}",
        about="Every other reading of every option, one at a time on the same dice: how far each moves the answers.",
        answers=[Answer(name, text) for name, text in told.items()],
        tables=[moving_table(kept, moving)] if len(moving) else [],
        plots=plots(kept, lambda stem: shown(stems, told, stem)),
        method=method(record, titles),
        assumptions=list(record.get("assumptions", ())),
        notes=notes(record),
        further=[listed(kept, *one) for one in apart(record) if one[1]],
    )


def notes(record: Mapping[str, Any]) -> list[str]:
    """What a reader has to know beside the answers."""
    warned = cautions((one["reading"], one["warning"]) for one in record.get("warnings", ()))
    interrupted = [] if record["complete"] else ["The readings were interrupted: these are the trials so far."]
    return [*warned, *interrupted]


def shown(stems: Mapping[str, str], told: Mapping[str, str], stem: str) -> tuple[str, str] | None:
    """What a tornado plot shows."""
    if stem not in stems:
        return None
    name = stems[stem]
    return f"Readings: {name}", f"Tornado plot of how far each reading moves “{name}”. {told[name]}"


def sentence(rows: pd.DataFrame, record: Mapping[str, Any]) -> str:
    """What moves a question most."""
    if not len(rows):
        return f"No other reading moves it in {record['trials']:,} trials."
    first = next(rows.itertuples())
    cells = reading_cells(first, record["confidence"])
    of = f" the {statistic_words(first)}" if first.statistic == "share" else " it"
    change = f"{first.option} = {word(first.value)} instead of {word(first.here)} ({first.item})"
    sure = f"{percent_of(record['confidence'])} interval {without_unit(cells['interval'])}"
    others = len(set(rows["option"])) - 1
    more = f" {others} other option{'s' * (others > 1)} move{'s' * (others == 1)} it as well." if others else ""
    moved = f"from {cells['as it is']} to {cells['then']}, {points(cells['difference'])} ({sure})"
    return f"{change} moves{of} most: {moved}.{more}"


def moving_table(kept: Kept, moving: pd.DataFrame) -> Table:
    """The readings that move an answer, the largest differences first."""
    confidence, rows = kept.record["confidence"], list(moving.itertuples())
    cells = [reading_cells(row, confidence) for row in rows]
    names = [name for name in cells[0] if not all(unknown(one[name]) for one in cells)]
    head = [(name, False) for name in ("option", "item", "is", "if", "question", "answer")]
    head += [(name, True) for name in with_confidence(names, confidence)]
    body = [line(row, one, names, confidence) for row, one in zip(rows, cells)]
    file = (kept.stem("readings"), kept.text("readings.csv"))
    return table("Readings that move an answer, by question and how far", head, body, file)


def line(row, cells: Mapping[str, str], names: Sequence[str], confidence: float) -> list[Cell]:
    """The cells of one reading and question."""
    values = {"as it is": row.before, "then": row.after, "difference": row.difference, "interval": row.low}
    values |= {"trials differ": row.discordant, "exact": row.exact_difference}
    truth = whole_truth(row.difference, row.low, row.high, confidence, row.trials, row.exact_difference)
    numbers = [numeral(cells[name], values[name], truth if name == "difference" else "") for name in names]
    left = (row.option, row.item, word(row.here), word(row.value), row.question, statistic_words(row))
    return [*map(words, left), *numbers]


def apart(record: Mapping[str, Any]) -> list[tuple[str, list[Mapping[str, Any]]]]:
    """The readings without effect, and those that are not possible."""
    bound = next((one["bound"] for one in record["no_effect"]), 0.0)
    seen = f"a share above {100 * bound:.1g} % would have shown"
    idle = f"No effect on any answer in {record['trials']:,} trials ({seen})"
    return [(idle, record["no_effect"]), ("Not possible here", record["not_possible"])]


def listed(kept: Kept, caption: str, readings: Sequence[Mapping[str, Any]]) -> Table:
    """Readings that stand apart, with what there is to say of each."""
    rows = []
    for one in readings:
        remark = one.get("reason", "")
        if one.get("outcomes_differ"):
            remark = f"outcomes differ in {share_words(one['outcomes_differ'])} of trials"
        rows.append([one["option"], one["item"], one["basis"], word(one["here"]), word(one["value"]), remark])
    names = ["option", "item", "basis", "is", "if", "remark"]
    if not any(row[-1] for row in rows):
        names, rows = names[:-1], [row[:-1] for row in rows]
    stem = "not-possible" if "reason" in readings[0] else "no-effect"
    csv = pd.DataFrame(rows, columns=names).to_csv(index=False)
    head = [(name, False) for name in names]
    return table(caption, head, [[words(text) for text in row] for row in rows], (kept.stem(stem), csv))


def method(record: Mapping[str, Any], titles: Mapping[str, str]) -> Method:
    """How the readings were made."""
    scenario = record["scenario"]
    many = len({(one["option"], str(one["value"])) for one in [*record["readings"], *record["no_effect"]]}) + 1
    facts = [game_fact(scenario, titles), ("Method", f"{many} cases on the same dice; each interval stands for itself")]
    facts += [("Trials", f"{record['trials']:,} of each"), ("Seed", str(record["seed"]))]
    facts.append(("Confidence of the intervals", percent_of(record["confidence"])))
    facts += [*versions_fact(record), *ids_fact(record["ids"])]
    options = [*settings("--set", scenario["set"]), *(("--question", name) for name in record["questions"])]
    options += [("--trials", record["trials"]), ("--seed", record["seed"])]
    return Method(facts, [command("readings", [scenario["file"]], [*options, unless_usual(record["confidence"])])])
