"""A tournament's record as the words and numbers of tables and sentences."""

from collections.abc import Mapping
from typing import Any

from simlab.report.numbers import UNKNOWN, digits_of, limits, p_clause, shown_number, signed_strength
from simlab.report.tournament_matrix import shown_matrix

Record = Mapping[str, Any]
BAD_FIT = 0.01  # p-value below which strengths are said not to describe the pairs
LEAST_SHOWN = 0.0005  # of a mixed strategy


def percent(share: float, low: float, high: float, confidence: float) -> tuple[str, str]:
    """A share in per cent and its interval."""
    digits = digits_of(low, high, confidence)
    ends = (shown_number(end, digits, True).removesuffix(" %") for end in (low, high))
    return shown_number(share, digits, True), limits(*ends)


def matrix_words(record: Record) -> str:
    """What the matrix holds."""
    return f"{shown_matrix(record)[3]}; {100 * record['confidence']:g} % intervals, each for itself"


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
