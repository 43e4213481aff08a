"""The chapter of a kept tournament."""

from collections.abc import Mapping
from typing import Any

from simlab.report.numbers import UNKNOWN
from simlab.report.page.parts import Answer, Cell, Chapter, Method, Table
from simlab.report.tournament_matrix import shown_matrix
from simlab.report.tournament_words import (
    Record,
    matrix_words,
    percent,
    seat_sentence,
    strength_cells,
    strength_sentences,
    value_sentences,
)
from simlab.runs.reports.cautions import cautions
from simlab.runs.reports.folders import Kept
from simlab.runs.reports.method import (
    METHODS,
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


def chapter(kept: Kept, titles: Mapping[str, str]) -> Chapter:
    """All about a kept tournament."""
    record = kept.record
    best, seats = best_sentence(record), seat_sentence(record).removeprefix("Seats: ")
    seats = f"{seats[0].upper()}{seats[1:]} {seat_shares(record)}"
    answers = [Answer("Are the seats fair?", seats), Answer("Which policies are best?", best)]
    if value := value_sentences(record):
        first, *mixed = value
        answers.append(
            Answer("What if both choose their policies best?", f"{first} {'; '.join(map(str.strip, mixed))}.")
        )
    shown = {
        "matrix": ("Who beats whom", f"Heat map. {matrix_words(record)}. {extremes(record)}"),
        "strengths": ("Strengths", f"Strengths in Elo with their intervals. {best}"),
        "seats": ("What each seat wins", f"Shares of the win by seat with their intervals. {seats}"),
    }
    return Chapter(
        title=f"Tournament: {record['scenario']['title']}",
        about=f"{len(record['policies'])} policies play each other over all seats.",
        answers=answers,
        tables=[matrix_table(kept), strength_table(kept), seat_table(kept)],
        plots=plots(kept, shown.get),
        method=method(record, titles),
        assumptions=list(record["assumptions"]),
        notes=[*warned(record), *strength_sentences(record), *interruption(record)],
    )


def warned(record: Record) -> list[str]:
    """What was warned of at its tables."""
    return cautions((one["table"], one["warning"]) for one in record.get("warnings", ()))


def interruption(record: Record) -> list[str]:
    """That it was interrupted, if it was."""
    return [] if record["complete"] else [f"The tournament was interrupted after {record['trials']:,} blocks."]


def best_sentence(record: Record) -> str:
    """The strongest policies; of each seat where each has its own."""
    parts = []
    for seat in dict.fromkeys(row["seat"] for row in record["strengths"]):
        ranked = [row for row in record["strengths"] if row["seat"] == seat]
        names = [f"{row['policy']} ({strength_words(row, record['confidence'])})" for row in ranked[:2]]
        parts.append(f"{f'{seat}: ' if seat else ''}{', then '.join(names)}, of {len(ranked)}")
    return f"{'; '.join(parts)}."


def strength_words(row: Record, confidence: float) -> str:
    """A strength in Elo with its interval."""
    elo, interval, *_ = strength_cells(row, confidence)
    return elo if interval == UNKNOWN else f"{elo} Elo, {percent_of(confidence)} interval {interval}"


def seat_shares(record: Record) -> str:
    """What each seat wins."""
    parts = []
    for row in record["seats"]:
        share, ends = percent(row["win_share"], row["low"], row["high"], record["confidence"])
        parts.append(f"{row['seat']} {share} ({ends} %)")
    sure = f"with intervals that hold together with {percent_of(record['confidence'])}"
    return f"Shares of the win, {sure}: {', '.join(parts)}."


def extremes(record: Record) -> str:
    """The most uneven pairs."""
    entries = list(shown_matrix(record)[2].values())
    least, most = (choose(entries, key=lambda entry: entry["win_share"]) for choose in (min, max))
    said = (f"{entry['a']} wins {100 * entry['win_share']:.0f} % with {entry['b']}" for entry in (most, least))
    return f"At the ends: {', '.join(dict.fromkeys(said))}."


def matrix_table(kept: Kept) -> Table:
    """The matrix: a policy a row, and a policy a column."""
    record = kept.record
    rows, columns, entries, _ = shown_matrix(record)
    body = [[words(a), *(share_cell(entries.get((a, b)), record["confidence"]) for b in columns)] for a in rows]
    head = [("policy", False), *((name, True) for name in columns)]
    return table(matrix_words(record), head, body, (kept.stem("matrix"), kept.text("matrix.csv")))


def share_cell(entry: Mapping[str, Any] | None, confidence: float) -> Cell:
    """A share of the win; behind it its interval and games."""
    if entry is None:
        return words(UNKNOWN)
    share = entry["win_share"]
    text = percent(share, entry["low"], entry["high"], confidence)[0]
    return numeral(text, share, whole_truth(share, entry["low"], entry["high"], confidence, entry["games"]))


def seat_table(kept: Kept) -> Table:
    """What each seat wins."""
    confidence, rows = kept.record["confidence"], []
    for row in kept.record["seats"]:
        ends = percent(row["win_share"], row["low"], row["high"], confidence)[1]
        rows.append([words(row["seat"]), share_cell(row, confidence), numeral(ends, row["low"])])
    head = [("seat", False), ("share of the win", True), (f"{percent_of(confidence)} interval, all together", True)]
    return table("What each seat wins", head, rows, (kept.stem("seats"), kept.text("seats.csv")))


def strength_table(kept: Kept) -> Table:
    """Strengths in Elo and logits."""
    record = kept.record
    confidence, within = record["confidence"], any(row["seat"] is not None for row in record["strengths"])
    interval = f"{percent_of(confidence)} interval"
    head = [*([("seat", False)] if within else []), ("policy", False)]
    head += [("strength, Elo", True), (interval, True), ("logits", True), (interval, True)]
    rows = []
    for row in record["strengths"]:
        values = [float("nan") if row[name] is None else row[name] for name in ("elo", "elo_low", "logit", "low")]
        numbers = [numeral(text, value) for text, value in zip(strength_cells(row, confidence), values)]
        rows.append([*([words(row["seat"])] if within else []), words(row["policy"]), *numbers])
    return table("Strengths", head, rows, (kept.stem("strengths"), kept.text("strengths.csv")))


def method(record: Record, titles: Mapping[str, str]) -> Method:
    """How the tournament was made."""
    scenario, margin = record["scenario"], record["seat_verdict"]["margin"]
    facts = [game_fact(scenario, titles), ("Method", f"{METHODS[record['method']]}, all tables on the same dice")]
    facts.append(("Games", f"{record['trials']:,} blocks of {record['tables']} tables, {record['games']:,} games"))
    facts += [("Seed", str(record["seed"])), ("Confidence of the intervals", percent_of(record["confidence"]))]
    facts += [*versions_fact(record), *ids_fact(record["ids"])]
    chosen = {path: value for path, value in scenario["set"].items() if not path.startswith("policies.")}
    options: list[tuple[str, object]] = [*settings("--set", chosen), ("--policies", ",".join(record["policies"]))]
    options += [("--trials", record["trials"]), ("--seed", record["seed"])]
    options += [("--margin", None if margin == 0.02 else margin), unless_usual(record["confidence"])]
    options.append(("--yes", True if record["tables"] > 100 else None))
    return Method(facts, [command("tournament", [scenario["file"]], options)])
