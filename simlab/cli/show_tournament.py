"""A tournament, or a match of two policies, on standard output as tables and sentences."""

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from simlab.cli.show import console
from simlab.report.numbers import UNKNOWN, digits_of, limits, p_clause, shown_number, signed_strength
from simlab.report.tournament_matrix import shown_matrix

Record = Mapping[str, Any]
BAD_FIT = 0.01  # p-value below which strengths are said not to describe the pairs
LEAST_SHOWN = 0.0005  # of a mixed strategy


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


def percent(share: float, low: float, high: float, confidence: float) -> tuple[str, str]:
    """A share in per cent and its interval."""
    digits = digits_of(low, high, confidence)
    ends = (shown_number(end, digits, True).removesuffix(" %") for end in (low, high))
    return shown_number(share, digits, True), limits(*ends)


def matrix_words(record: Record) -> str:
    """What the matrix holds."""
    return f"{shown_matrix(record)[3]}; {100 * record['confidence']:g} % intervals, each for itself"


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


def strength_cells(row: Record, confidence: float) -> list[str]:
    """A strength with its limits; in words where the results set none."""
    if row["unbounded"]:
        side = {"above": "no limit above", "below": "no limit below", "unknown": "not known"}[row["unbounded"]]
        return [side, UNKNOWN, UNKNOWN, UNKNOWN]
    cells = []
    for value, low, high in (("elo", "elo_low", "elo_high"), ("logit", "low", "high")):
        digits = digits_of(row[low], row[high], confidence, 2)
        ends = (signed_strength(row[end], digits) for end in (low, high))
        cells += [signed_strength(row[value], digits), limits(*ends)]
    return cells


def sentences(record: Record) -> list[str]:
    """What the tables come to, in words."""
    return [seat_sentence(record), *strength_sentences(record), *value_sentences(record)]


def seat_sentence(record: Record) -> str:
    """The verdict on the seats."""
    verdict = record["seat_verdict"]
    margin, even = f"±{100 * verdict['margin']:g} points", f"{100 * verdict['even']:.4g} %"
    best = max(record["seats"], key=lambda row: row["win_share"])
    words = {
        "fair": f"Seats: fair, every share is within {margin} of {even}.",
        "unfair": f"Seats: unfair, {best['seat']} wins most; a share is surely not {even}.",
        "undecided": f"Seats: undecided whether all shares are within {margin} of {even}.",
    }
    ties = f" {100 * record['ties']:.2g} % of all games are ties, shared alike." if record["ties"] else ""
    return words[verdict["verdict"]] + ties


def strength_sentences(record: Record) -> list[str]:
    """What strengths are, and whether they describe the pairs."""
    within = any(row["seat"] is not None for row in record["strengths"])
    said = []
    if within:
        said.append(
            "Strengths are within each seat, around 0: not every policy plays every seat, so the strength of all"
            " policies of a seat cannot be told from what the seat is worth."
        )
    fit = record["fit"]
    if fit["p_value"] is not None:
        chi_square = f"chi-square {fit['chi_square']:,.4g} with {fit['freedom']} degrees of freedom"
        test = f"{chi_square}, {p_clause(fit['p_value'])}"
        well = fit["p_value"] >= BAD_FIT
        said.append(
            f"One strength for each policy describes the pairs ({test})."
            if well
            else f"One strength for each policy does not describe the pairs ({test}): go by the matrix."
        )
    if fit["regularised"]:
        said.append("Where a policy won or lost everything that would limit it, a strength has no limit.")
    return said


def value_sentences(record: Record) -> list[str]:
    """The value of the matrix game and how each seat mixes."""
    value = record["value"]
    if value is None:
        return []
    share, ends = percent(value["estimate"], value["low"], value["high"], record["confidence"])
    said = [
        f"If both choose their policies best, {value['seat']} has {share} of the win ({ends} at the least and most)."
    ]
    for seat, unique in value["unique"].items():
        mixed = [row for row in value["strategies"] if row["seat"] == seat and row["probability"] > LEAST_SHOWN]
        parts = ", ".join(f"{row['policy']} {100 * row['probability']:.3g} %" for row in mixed)
        said.append(f"  {seat}: {parts}" + ("" if unique else "; other mixtures do as well"))
    return said


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
