"""What the slow models of all three games share."""


def need(condition, text):
    """An illegal set-up is an error, never silently put right."""
    if not condition:
        raise ValueError(text)


def whole(value, low=None, high=None):
    """True if the value is a whole number (no bool) between the bounds."""
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return (low is None or value >= low) and (high is None or value <= high)


def add(table, key, p):
    """More chance for one outcome (outcomes without chance are not listed)."""
    if p > 0:
        table[key] = table.get(key, 0.0) + p
