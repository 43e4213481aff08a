"""Tables of a report from rows of words and numbers."""

import math
from collections.abc import Sequence

from simlab.report.numbers import UNKNOWN
from simlab.report.page.parts import Cell, Table

MOST_ROWS = 100  # of a table on a page; its file has all of them


def words(text: object, sort: float | str | None = None) -> Cell:
    """A cell of words."""
    return Cell("" if text is None else str(text), sort)


def numeral(text: str, value: float | None, exactly: str = "") -> Cell:
    """A cell with a number: as it is shown, as it is sorted, and the whole truth."""
    sort = None if value is None or math.isnan(value) else float(value)
    return Cell(text, sort if sort is None or math.isfinite(sort) else math.copysign(1e300, sort), exactly)


def whole_truth(
    estimate: float, low: float, high: float, confidence: float, trials: float | None = None, exact: float | None = None
) -> str:
    """An estimate as it was reckoned, with its interval and what it rests on."""
    if math.isnan(estimate):
        return ""
    parts = [f"{estimate:.10g}"]
    if low < high:
        parts.append(f"{100 * confidence:g} % interval {low:.6g} … {high:.6g}")
    if trials is not None and not math.isnan(trials) and trials:
        parts.append(f"{int(trials):,} trials")
    if exact is not None and not math.isnan(exact):
        parts.append(f"exactly {exact:.10g}")
    return "; ".join(parts)


def table(caption: str, headings: Sequence[tuple[str, bool]], rows: Sequence[Sequence[Cell]], file: tuple[str, str]):
    """A table; `headings` are (name, whether of numbers), `file` is the stem and the text of its CSV."""
    shown = rows[:MOST_ROWS]
    if len(rows) > MOST_ROWS:
        caption = f"{caption}: the first {MOST_ROWS} of {len(rows):,} rows, all of them are in the file"
    names, numbers = zip(*headings)
    return Table(caption, list(names), [list(row) for row in shown], list(numbers), *file)


def unknown(text: str) -> bool:
    """Whether a cell has nothing to say."""
    return text in ("", UNKNOWN)
