"""Answers of a run as sentences with their uncertainty, for one case and over a sweep."""

import math
from collections.abc import Sequence
from typing import Any

from simlab.report.answer_words import answer_numbers
from simlab.report.numbers import limits

NOTHING = "Nothing is known of it: no trial meets its condition."
FIRST = 3  # of the names of a curve, those that are told
HEADLINE = {"event": "probability", "value": "mean", "curve": "share"}


def known(rows: Sequence[Any]) -> list[Any]:
    """The rows that have an estimate."""
    return [row for row in rows if not math.isnan(row.estimate)]


def interval_words(row, method: str) -> str:
    """`95 % interval 72.15 … 72.33 %`; nothing for exact values."""
    if method == "exact":
        return ""
    kind = "interval" if getattr(row, "interval", None) is None else "sequence"
    low, high = answer_numbers(row, method, False)[1].split(" … ")
    return f"{100 * row.confidence:g} % {kind} {limits(low.removesuffix(' %'), high)}"


def estimate_words(row, method: str) -> str:
    """An estimate as a table has it."""
    return answer_numbers(row, method, False)[0]


def exact_words(row, method: str) -> str:
    """`; exactly 72.2222 %` where that is known beside an estimate."""
    if method == "exact" or math.isnan(row.exact):
        return ""
    return f"; exactly {answer_numbers(row, method, True)[3]}"


def trials_words(row, given: str | None) -> str:
    """The trials that an answer rests on."""
    return f"the {int(row.trials):,} trials that meet its condition" if given else f"{int(row.trials):,} trials"


def answer_sentence(rows: Sequence[Any], kind: str, method: str, given: str | None) -> str:
    """One case's answer to an event, a value or a curve; `rows` are the question's."""
    rows = known(rows)
    if not rows:
        return NOTHING
    if kind == "event":
        return event_sentence(rows[0], method, given)
    return value_sentence(rows, method, given) if kind == "value" else curve_sentence(rows, method, given)


def event_sentence(row, method: str, given: str | None) -> str:
    """A probability."""
    estimate = estimate_words(row, method)
    if method == "exact":
        return f"With a probability of {estimate}, which is exact{', where its condition is met' if given else ''}."
    found = f"In {estimate} of {trials_words(row, given)} ({interval_words(row, method)})"
    return f"{found}{exact_words(row, method)}."


def value_sentence(rows: Sequence[Any], method: str, given: str | None) -> str:
    """A mean, and between which values most trials lie."""
    mean = next(row for row in rows if row.statistic == "mean")
    estimate = estimate_words(mean, method)
    if method == "exact":
        text = f"On average {estimate}, which is exact"
    else:
        text = f"On average {estimate} in {trials_words(mean, given)} ({interval_words(mean, method)})"
    text += exact_words(mean, method)
    at = {row.q: estimate_words(row, method) for row in rows if row.statistic == "quantile"}
    if {0.05, 0.5, 0.95} <= at.keys():
        where = "9 in 10 trials" if method != "exact" else "9 in 10 games"
        text += f". The median is {at[0.5]}, and {where} lie between {at[0.05]} and {at[0.95]}"
    return f"{text}."


def curve_sentence(rows: Sequence[Any], method: str, given: str | None) -> str:
    """The most common level with its share; the median of numbers, or the names that come next."""
    ranked = sorted(rows, key=lambda row: -row.estimate)
    first = ranked[0]
    sure = "exact" if method == "exact" else interval_words(first, method)
    of = "" if method == "exact" else f" of {trials_words(first, given)}"
    text = f"Most often {first.level}, in {estimate_words(first, method)}{of} ({sure}){exact_words(first, method)}"
    levels = [numeric(row.level) for row in rows]
    if None not in levels:
        return f"{text}. The median is {median_level(rows)}." if len(rows) > 1 else f"{text}."
    others = [f"{row.level} {estimate_words(row, method)}" for row in ranked[1:FIRST]]
    left = len(ranked) - FIRST
    more = f" and {left} more" if left > 0 else ""
    return f"{text}; then {', '.join(others)}{more}." if others else f"{text}."


def numeric(level: object) -> int | None:
    """A level as a whole number; None if it is a name."""
    try:
        return int(str(level))
    except ValueError:
        return None


def median_level(rows: Sequence[Any]) -> int:
    """The smallest level with at least half of all at or below it."""
    ordered = sorted((int(row.level), row.estimate) for row in rows)
    half, reached = 0.5 * sum(share for _, share in ordered) * (1 - 1e-12), 0.0
    for level, share in ordered:
        reached += share
        if reached >= half:
            return level
    return ordered[-1][0]


def sweep_sentence(rows: Sequence[tuple[str, Any]], kind: str, method: str) -> str:
    """Where a question's headline is lowest and highest over a sweep; `rows` are (the case in words, its row).

    Of a curve each case has a row for each level.
    """
    found = [(place, row) for place, row in rows if not math.isnan(row.estimate)]
    if not found:
        return NOTHING
    if kind == "curve":
        return sweep_of_curves(found, method)
    (low_at, low), (high_at, high) = (choose(found, key=lambda one: one[1].estimate) for choose in (min, max))
    if estimate_words(low, method) == estimate_words(high, method):
        sure = "exact" if method == "exact" else interval_words(low, method)
        same = "The same" if low.estimate == high.estimate else "Nearly the same"
        return f"{same} in all {len(found)} cases: {estimate_words(low, method)} ({sure})."
    ends = []
    for word, place, row in (("Lowest", low_at, low), ("highest", high_at, high)):
        ties = sum(other.estimate == row.estimate for _, other in found) - 1
        more = f" and {ties} other case{'s' * (ties > 1)}" if ties else ""
        sure = "exact" if method == "exact" else interval_words(row, method)
        ends.append(f"{word} at {place}{more}: {estimate_words(row, method)} ({sure})")
    return f"{'; '.join(ends)}."


def sweep_of_curves(found: Sequence[tuple[str, Any]], method: str) -> str:
    """What is most common in how many cases."""
    best: dict[str, Any] = {}
    for place, row in found:
        if place not in best or row.estimate > best[place].estimate:
            best[place] = row
    cases: dict[str, list[str]] = {}
    for place, row in best.items():
        cases.setdefault(str(row.level), []).append(place)
    if len(cases) == 1:
        shares = sorted(best.values(), key=lambda row: row.estimate)
        ends = (estimate_words(row, method) for row in (shares[0], shares[-1]))
        return f"Most often {next(iter(cases))} in every case: {' to '.join(dict.fromkeys(ends))}."
    told = sorted(cases.items(), key=lambda one: -len(one[1]))[:FIRST]
    parts = [f"{level} in {len(places)} of {len(best)} cases (first at {places[0]})" for level, places in told]
    left = len(cases) - len(told)
    others = f", and {left} other answer{'s' * (left > 1)}" if left else ""
    return f"Most often {', '.join(parts)}{others}."
