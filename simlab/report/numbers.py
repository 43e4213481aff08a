"""Numbers as the words of tables and sentences: to as many digits as they support."""

import math

from simlab.stats.rounding import decimals

UNKNOWN = "–"
USUAL = 4  # decimals where no error says how many
EXACT = 6  # decimals of exact values
SMALLEST_P = 1e-4


def digits_of(low: float, high: float, confidence: float, usual: int = USUAL) -> int:
    """Decimals that an interval supports; so many as usual if it has no width to go by."""
    found = decimals(low, high, confidence)
    return usual if found is None else found


def shown_number(value: float | None, digits: int, percent: bool) -> str:
    """A number, or a share in per cent with two decimals less; a dash for what is not known."""
    if value is None or not math.isfinite(value):
        return UNKNOWN
    if percent:
        return f"{100 * value:.{max(digits - 2, 0)}f} %"
    return f"{value:.{digits}f}"


def signed(value: float, digits: int, percent: bool) -> str:
    """A difference with its sign; a dash for what is not known."""
    return f"{'+' if value > 0 else ''}{shown_number(value, digits, percent)}"


def signed_strength(value: float, digits: int) -> str:
    """A strength with its sign; what is zero as it is shown has none."""
    rounded = round(value, digits)
    return f"{rounded:+,.{digits}f}" if rounded else f"{0:.{digits}f}"


def limits(low: str, high: str) -> str:
    """Both ends of an interval."""
    return f"{low} … {high}"


def p_value(p: float) -> str:
    """A p-value in a cell."""
    return UNKNOWN if math.isnan(p) else f"<{SMALLEST_P:.4f}" if p < SMALLEST_P else f"{p:.4f}"


def p_clause(p: float) -> str:
    """A p-value in a sentence."""
    return f"p < {SMALLEST_P:.4f}" if p < SMALLEST_P else f"p = {p:.2g}"
