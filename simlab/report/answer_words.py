"""Answers of a run as the words and numbers of tables, on the terminal and on a page alike."""

import math

from simlab.report.numbers import EXACT, USUAL, digits_of, limits, shown_number

LONG_CURVE, RARE = 10, 5e-5


def statistic_words(row) -> str:
    """What a row of answers is: `probability`, `mean`, `quantile 0.5`, `share of 3`."""
    if row.statistic == "quantile":
        return f"quantile {row.q:g}"
    return f"share of {row.level}" if row.statistic == "share" and row.level is not None else row.statistic


def without_rare_levels(answers):
    """The answers without those levels of long curves that would show as nothing; JSON and files have them all."""
    share = answers["statistic"] == "share"
    long = answers.groupby(["case", "question"])["statistic"].transform("size") > LONG_CURVE
    return answers[~(share & long & (answers["estimate"] < RARE))]


def cell_digits(row, method: str) -> int:
    """Decimals of an answer in the table: none for whole quantiles, six for exact values, else what it supports."""
    if row.statistic == "quantile" and row.estimate == row.estimate // 1:
        return 0
    if method == "exact" and row.statistic != "quantile":
        return EXACT
    return digits_of(row.low, row.high, row.confidence)


def answer_numbers(row, method: str, exact_known: bool) -> list[str]:
    """The estimate; its interval and trials unless it is exact; the exact value and the distance where it is known."""
    percent = row.statistic in ("probability", "share")
    digits = cell_digits(row, method)
    cells = [shown_number(row.estimate, digits, percent)]
    if method != "exact":
        interval = limits(*(shown_number(end, digits, percent) for end in (row.low, row.high)))
        cells += [interval, f"{int(row.trials):,}"]
    if exact_known:
        exact_digits = digits if row.statistic == "quantile" else max(digits + 2, USUAL)
        cells += [shown_number(row.exact, exact_digits, percent), "" if math.isnan(row.z) else f"{row.z:+.1f}"]
    return cells
