"""Which entries of a tournament's matrix are shown, in its table and in its plot alike."""

from collections.abc import Mapping
from typing import Any


def shown_matrix(record: Mapping[str, Any]) -> tuple[list[str], list[str], dict[tuple[str, str], Mapping], str]:
    """Rows, columns, entries by (row, column) and what they are: over all seats where policies change them."""
    first = record["seats"][0]["seat"]
    pooled = [entry for entry in record["matrix"] if entry["seat"] is None]
    entries = pooled or [entry for entry in record["matrix"] if entry["seat"] == first]
    rows = list(dict.fromkeys(entry["a"] for entry in entries))
    columns = list(dict.fromkeys(entry["b"] for entry in entries))
    if pooled:
        rows = columns = list(record["policies"])
        against = "against" if len(record["seats"]) == 2 else "at tables with"
        words = f"Share of the win of the row's policy {against} the column's, over all seats alike"
    else:
        second = record["seats"][1]["seat"] if len(record["seats"]) == 2 else "another seat"
        words = f"Share of the win of the {first} seat (its policies: rows) against {second} (columns)"
    return rows, columns, {(entry["a"], entry["b"]): entry for entry in entries}, words
