"""What a tally holds as plain data: to send it to another process, or to keep it and go on from it later."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal, Self

import numpy as np

from simlab.stats.sealed import Damaged, sealed, unsealed

Kind = Literal["packed", "wide", "histograms"]


@dataclass(frozen=True)
class TallyState:
    """The trials counted, and arrays by name: `rows` with `counts`, or `values` and `counts` of each measure.

    `packed` rows are one number each, `wide` rows are whole rows. `columns` are (name, low, high) and `measures` names:
    a tally of others cannot be restored from it.
    """

    kind: Kind
    trials: int
    columns: tuple[tuple[str, int, int | None], ...]
    measures: tuple[str, ...]
    arrays: dict[str, np.ndarray]

    def to_bytes(self) -> bytes:
        """As bytes with a format number and a checksum."""
        return sealed(self.facts, self.arrays)

    @property
    def facts(self) -> dict:
        """All but the arrays, as JSON has it."""
        return {"kind": self.kind, "trials": self.trials, "columns": self.columns, "measures": self.measures}

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """Raises Damaged for bytes that are no such state."""
        return cls.of(*unsealed(content))

    @classmethod
    def of(cls, facts: dict, arrays: dict[str, np.ndarray]) -> Self:
        """From facts and arrays; raises Damaged for others."""
        try:
            columns = tuple(
                (str(name), int(low), None if high is None else int(high)) for name, low, high in facts["columns"]
            )
            return cls(facts["kind"], int(facts["trials"]), columns, tuple(facts["measures"]), arrays)
        except (LookupError, TypeError, ValueError, OverflowError) as error:
            raise Damaged(f"it holds no tally: {error!r}") from None

    def histograms(self) -> dict[str, Counter[float]]:
        """Values and counts of each measure."""
        found = {}
        for place, name in enumerate(self.measures):
            values, counts = self.arrays[f"values {place}"], self.arrays[f"counts {place}"]
            if not are_counts(counts, values) or values.ndim != 1 or int(counts.sum()) > self.trials:
                raise Damaged(f"the counts of {name!r} are not those of {self.trials} trials")
            found[name] = Counter(dict(zip(values.tolist(), counts.tolist())))
        return found

    def rows(self) -> tuple[np.ndarray, np.ndarray]:
        """The different rows and their counts."""
        rows, counts = self.arrays["rows"], self.arrays["counts"]
        shape = (len(self.columns),) if self.kind == "wide" else ()
        if rows.dtype.kind != "i" or rows.shape[1:] != shape:
            raise Damaged(f"its rows are none of {len(self.columns)} columns")
        if not are_counts(counts, rows) or int(counts.sum()) != self.trials:
            raise Damaged(f"the counts of its rows do not add up to {self.trials} trials")
        return rows, counts


def are_counts(counts: np.ndarray, counted: np.ndarray) -> bool:
    """Whether these are counts, one of each entry."""
    return counts.dtype.kind == "i" and counts.shape == counted.shape[:1] and bool((counts > 0).all())


def histogram_arrays(histograms: dict[str, Counter[float]]) -> dict[str, np.ndarray]:
    """The arrays of each measure's histogram, by its place."""
    arrays = {}
    for place, histogram in enumerate(histograms.values()):
        arrays[f"values {place}"] = np.fromiter(histogram, float, len(histogram))
        arrays[f"counts {place}"] = np.fromiter(histogram.values(), np.int64, len(histogram))
    return arrays
