"""Differences between two sides, and between readings, as the words and numbers of tables."""

import math

from simlab.report.answer_words import LONG_CURVE, RARE
from simlab.report.numbers import EXACT, UNKNOWN, USUAL, digits_of, limits, p_value, shown_number, signed

SHARES = ("probability", "share")
MANY = 1e15  # trials that nobody will ever run


def limits_words(row, digits: int, percent: bool) -> str:
    """An interval of a difference."""
    return UNKNOWN if math.isnan(row.low) else limits(*(signed(end, digits, percent) for end in (row.low, row.high)))


def gain_words(gain: float) -> str:
    """How many times as many independent trials would tell as much."""
    if math.isnan(gain):
        return UNKNOWN
    return "∞" if math.isinf(gain) else f"{gain:,.1f}×"


def share_words(share: float) -> str:
    """A share of trials: no trial is told from few."""
    if math.isnan(share):
        return UNKNOWN
    if share == 0:
        return "none"
    return f"{100 * share:.2f} %" if share >= RARE else f"{100 * share:.1g} %"


def verdict_words(row) -> str:
    """A verdict, with what it says of sizes and trials."""
    if row.verdict == "identical":
        return "identical (exactly)" if math.isnan(row.bound) else f"identical (<{100 * row.bound:.1g} %)"
    if row.verdict == "equivalent":
        margin = f"{100 * row.margin:g} %" if row.statistic in SHARES else f"{row.margin:g}"
        return f"equivalent within ±{margin}"
    if row.verdict == "undecided" and row.trials_needed < MANY:
        return f"undecided; {short(row.trials_needed)} trials may tell"
    return row.verdict


def short(trials: float) -> str:
    """A number of trials to two digits."""
    rounded = float(f"{trials:.2g}")
    return f"{rounded / 1e6:g} million" if rounded >= 1e6 else f"{rounded:,.0f}"


def reading_cells(row, confidence: float) -> dict[str, str]:
    """The numbers of one reading by their headings."""
    percent, digits = row.statistic in SHARES, digits_of(row.low, row.high, confidence)
    return {
        "as it is": shown_number(row.before, digits, percent),
        "then": shown_number(row.after, digits, percent),
        "difference": signed(row.difference, digits, percent),
        "interval": limits_words(row, digits, percent),
        "trials differ": share_words(row.discordant),
        "exact": signed(row.exact_difference, max(digits + 2, USUAL), percent),
    }


def without_unit(text: str) -> str:
    """Limits of a difference without the unit, which a sentence has named before."""
    return text.replace(" %", "")


def points(text: str) -> str:
    """A difference of shares in percentage points, for a sentence; other differences as they are."""
    return f"{without_unit(text)} percentage points" if " %" in text else text


def with_confidence(names, confidence: float) -> list[str]:
    """Headings of columns, that of the interval with its confidence."""
    return [f"{100 * confidence:g} % interval" if name == "interval" else name for name in names]


def difference_cells(row, confidence: float, sampled: bool) -> dict[str, str]:
    """The numbers of one answer of a comparison by their headings."""
    percent = row.statistic in SHARES
    digits = digits_of(row.low, row.high, confidence) if sampled else EXACT
    return {
        "A": shown_number(row.a, digits, percent),
        "B": shown_number(row.b, digits, percent),
        "B − A": signed(row.difference, digits, percent),
        "interval": limits_words(row, digits, percent),
        "p": p_value(row.p),
        "trials differ": share_words(row.discordant) if row.paired else "unpaired",
        "gain": gain_words(row.gain),
        "exact B − A": signed(row.exact_difference, max(digits + 2, USUAL), percent),
    }


def without_rare_on_both_sides(answers):
    """The answers without those levels of long curves that would show as nothing on both sides."""
    long = answers.groupby("question")["statistic"].transform("size") > LONG_CURVE
    rare = (answers["a"] < RARE) & (answers["b"] < RARE)
    return answers[~((answers["statistic"] == "share") & long & rare)]
