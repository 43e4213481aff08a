"""A tournament, or a match of two policies, on standard output as tables and sentences."""

from rich import box
from rich.table import Table
from rich.text import Text

from simlab.cli.console import console
from simlab.report.numbers import UNKNOWN, digits_of
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


def print_tournament(record: Record, quiet: bool) -> None:
    """The whole tournament, but for what it rests on."""
    out = console()
    out.print(Text(record["scenario"]["title"], style="bold"))
    out.print(Text(f"\n{matrix_words(record)}"))
    for table in (matrix_table(record), seat_table(record), strength_table(record)):
        out.print(table)
    for sentence in sentences(record):
        out.print(Text(sentence))
    if not quiet:
        out.print(Text(how(record), style="dim"))


def print_assumptions(record: Record) -> None:
    """What the tournament rests on."""
    out = console()
    for line in record["assumptions"]:
        out.print(Text(f"rests on an assumption: {line}", style="dim"))


def matrix_table(record: Record) -> Table:
    """The matrix, a cell with a share and its limits."""
    rows, columns, entries, _ = shown_matrix(record)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("", no_wrap=True)
    for name in columns:
        table.add_column(Text(name), justify="right")
    for a in rows:
        cells = [matrix_cell(entries.get((a, b)), record["confidence"]) for b in columns]
        table.add_row(Text(a), *cells)
    return table


def matrix_cell(entry: Record | None, confidence: float) -> str:
    """The share, and below it the limits."""
    if entry is None:
        return UNKNOWN
    return "\n".join(percent(entry["win_share"], entry["low"], entry["high"], confidence))


def seat_table(record: Record) -> Table:
    """What each seat wins."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("seat")
    table.add_column("share of the win", justify="right")
    table.add_column(f"{100 * record['confidence']:g} % interval, all together", justify="right")
    for row in record["seats"]:
        cells = percent(row["win_share"], row["low"], row["high"], record["confidence"])
        table.add_row(Text(row["seat"]), *cells)
    return table


def strength_table(record: Record) -> Table:
    """Strengths in Elo and logits."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    within = any(row["seat"] is not None for row in record["strengths"])
    interval = f"{100 * record['confidence']:g} % interval"
    left = (["seat"] if within else []) + ["policy"]
    for heading in left:
        table.add_column(heading)
    for heading in ("strength, Elo", interval, "logits", interval):
        table.add_column(heading, justify="right", no_wrap=True)
    last = None
    for row in record["strengths"]:
        place = [Text(row["seat"] if row["seat"] != last else "")] if within else []
        table.add_row(*place, Text(row["policy"]), *strength_cells(row, record["confidence"]))
        last = row["seat"]
    return table


def sentences(record: Record) -> list[str]:
    """What the tables come to, in words."""
    return [seat_sentence(record), *strength_sentences(record), *value_sentences(record)]


def how(record: Record) -> str:
    """How it was made, in a line."""
    rate = record["games"] / max(record["seconds"], 1e-9)
    return (
        f"{record['trials']:,} blocks of {record['tables']} tables on the same dice, {record['games']:,} games in"
        f" {record['seconds']:.1f} s ({rate:,.0f} a second), seed {record['seed']}"
    )


DECISIONS = {
    "better": "{a} is better than {b}{where}",
    "not_better": "{a} is not better than {b} by {points:g} point{s}{where}",
    "no_worse": "{a} is no worse than {b}{where}",
    "worse": "{a} is worse than {b}{where}",
    "undecided": "undecided whether {a} is {what} {b}{where}: say --trials for more blocks",
}
WHAT = {"improvement": "better than", "non_regression": "no worse than"}


def print_match(record: Record, quiet: bool) -> None:
    """A sequential match: the decision, the difference, how it was found."""
    out, match = console(), record["versus"]
    out.print(Text(record["scenario"]["title"], style="bold"))
    where = f" in the {match['seat']} seat" if match["seat"] else ""
    what, points = WHAT[match["preset"]], 100 * match["points"]
    words = DECISIONS[match["decision"]].format(
        a=match["a"], b=match["b"], where=where, points=points, what=what, s="s" * (points != 1)
    )
    out.print(Text(words, style="bold"))
    ends = [100 * match["difference"][end] for end in ("low", "high")]
    digits = digits_of(ends[0], ends[1], record["confidence"], 0)
    mean, low, high = (f"{100 * match['difference'][end]:+.{digits}f}" for end in ("estimate", "low", "high"))
    meant = "its share of the win minus the other's" if match["seat"] else "its share of the win above even"
    interval = f"{100 * record['confidence']:g} % confidence sequence {low} … {high}, approximate"
    out.print(Text(f"{match['a']}: {mean} points, {meant} ({interval})"))
    if not quiet:
        out.print(Text(test_line(match), style="dim"))
        line = (
            f"{match['blocks']:,} blocks, {match['games']:,} games in {record['seconds']:.1f} s, seed {record['seed']}"
        )
        out.print(Text(line, style="dim"))


def test_line(match: Record) -> str:
    """The test in a line."""
    points = 100 * match["points"]
    hypotheses = f"0 against +{points:g}" if match["preset"] == "improvement" else f"-{points:g} against 0"
    low, high = match["bounds"]
    return (
        f"sequential test of {hypotheses} points, errors {match['alpha']:g} and {match['beta']:g}: log-likelihood ratio"
        f" {match['log_likelihood_ratio']:.2f}, decided at {low:.2f} or {high:.2f}"
    )
