"""Warnings that were kept with answers, as a report says them."""

from collections.abc import Iterable

MOST_PLACES = 3
OF_TRIALS = " % of the trials "


def cautions(found: Iterable[tuple[str, str]]) -> list[str]:
    """A line a kind of warning; `found` are (where in a sweep, at which table or under which reading, what)."""
    kinds: dict[str, list[tuple[str, str]]] = {}
    for place, text in found:
        share, _, what = text.partition(OF_TRIALS)
        kinds.setdefault(what, []).append((place, share))
    return [line(what, sorted(places, key=lambda one: -float(one[1]))) for what, places in kinds.items()]


def line(what: str, places: list[tuple[str, str]]) -> str:
    """One kind of warning, with the places where it is worst."""
    (place, share), left = places[0], len(places) - MOST_PLACES
    if len(places) == 1 and not place:
        return f"Warning: {share}{OF_TRIALS}{what}."
    worst = "; ".join(f"{share} % at {place}" for place, share in places[:MOST_PLACES])
    return f"Warning: up to {share}{OF_TRIALS}{what}: {worst}{f'; and some at {left} more' if left > 0 else ''}."
