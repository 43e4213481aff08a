"""How many digits a number supports, and what is no number."""

import math
from typing import Any

from scipy.special import ndtri

SMALLEST_ERROR = 1e-12  # what is below is rounding, not chance
MOST_DECIMALS = 9


def decimals(low: float, high: float, confidence: float) -> int | None:
    """Decimals that an interval supports: to its standard error's first digit, one more if that is 1 or 2.

    None if there is no error to go by.
    """
    error = (high - low) / 2 / float(ndtri(0.5 + confidence / 2))
    if not (math.isfinite(error) and error > SMALLEST_ERROR):
        return None
    place = -math.floor(math.log10(error))
    return min(max(place + (error * 10**place < 3), 0), MOST_DECIMALS)


def finite(value: Any) -> Any:
    """A value for programs: None in place of NaN and the infinities, all else as it is."""
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return value
