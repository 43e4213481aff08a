"""The same trials again: digests of their rows and of every question's values, and exact values. Equal means equal."""

import hashlib
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from simlab.chance.plain import run_plain
from simlab.chance.streams import GENERATORS, at, trial_stream, word
from simlab.contract import Case, Outcomes, Question
from simlab.runs.batches import ROWS_AT_ONCE, Sampler, sample
from simlab.runs.questions import measure, values_in
from simlab.runs.ready import solution_within
from simlab.runs.workers import Workers
from simlab.stats.answers import answer
from simlab.stats.tally import Measure

ROWS_A_DIGEST = 1_000  # so that one sees from which trial on rows differ
DIGITS_OF_ROWS, DIGITS_OF_VALUES = 12, 32  # of hexadecimal; rows only locate, values decide
EXACT_DIGITS = 12
EXACT_TOLERANCE = 1e-9  # an exact value that moves by more has changed; less is rounding


@dataclass(frozen=True)
class Replay:
    """Digests of so many trials of a case: one a thousand rows, and one of each question's values."""

    trials: int
    rows: tuple[str, ...]
    values: Mapping[str, str]


class Digesting:
    """The digests of some trials in a row; those of more trials are added in the order of the trials.

    Parts hold the bytes of their rows and values, and hash nothing; only what they are added to does.
    """

    def __init__(self, names: Iterable[str]):
        self.trials = 0
        self.parts: list[tuple[np.ndarray, dict[str, bytes]]] = []
        self.values = {name: hashlib.sha256() for name in names}
        self.rows: list[str] = []  # one digest a thousand rows
        self.rest = hashlib.sha256()  # of the rows after the last whole thousand

    def merge(self, other: "Digesting") -> None:
        """Add the parts of the trials that follow."""
        for rows, values in other.parts:
            for name, seen in values.items():
                self.values[name].update(seen)
            while len(rows):
                now = rows[: ROWS_A_DIGEST - self.trials % ROWS_A_DIGEST]
                self.rest.update(now.tobytes())
                self.trials, rows = self.trials + len(now), rows[len(now) :]
                if self.trials % ROWS_A_DIGEST == 0:
                    self.close()

    def state(self) -> tuple[int, list]:
        """The parts, for another process."""
        return self.trials, self.parts

    def restored(self, state: tuple[int, list]) -> "Digesting":
        """This, which is empty, with the parts of another process."""
        self.trials, self.parts = state
        return self

    def close(self) -> None:
        """End a thousand rows."""
        self.rows.append(self.rest.hexdigest()[:DIGITS_OF_ROWS])
        self.rest = hashlib.sha256()

    def replay(self) -> Replay:
        """What the digests have come to; no trial is added later."""
        if self.trials % ROWS_A_DIGEST:
            self.close()
        found = {name: total.hexdigest()[:DIGITS_OF_VALUES] for name, total in self.values.items()}
        return Replay(self.trials, tuple(self.rows), found)


@dataclass(frozen=True)
class Replaying:
    """Counts trials (runs/batches.py) by their digests."""

    sampler: Sampler
    asked: Mapping[str, Measure]

    def empty_tally(self) -> Digesting:
        """The digests of no trial."""
        return Digesting(self.asked)

    def tally(self, first: int, count: int) -> tuple[Digesting, float]:
        """A part of the trials, and the seconds that it took. Raises OutOfRange."""
        begin, found = time.perf_counter(), self.empty_tally()
        for start in range(first, first + count, ROWS_AT_ONCE):
            rows = self.sampler.rows(start, min(ROWS_AT_ONCE, first + count - start))
            self.sampler.empty_tally().add_rows(rows)
            found.parts.append((rows.astype("<i4"), {name: as_bytes(of(rows)) for name, of in self.asked.items()}))
        found.trials = count
        return found, time.perf_counter() - begin


def replayed(sampler: Sampler, questions: Sequence[Question], trials: int, workers: Workers) -> Replay:
    """Digests of the trials 0 .. trials - 1.

    Raises OutOfRange for a row outside its columns' declared ranges, KeyboardInterrupt.
    """
    asked = {question.name: measure(question, sampler.case.columns) for question in questions}
    found, complete = sample(Replaying(sampler, asked), trials, workers, lambda done: None)
    if not complete:
        raise KeyboardInterrupt
    return found.replay()


def as_bytes(values: np.ndarray) -> bytes:
    """Values of a question as bytes that are the same everywhere; one NaN for what does not count, no minus zero."""
    return (np.where(np.isnan(values), np.nan, values) + 0.0).astype("<f8").tobytes()


def first_difference(old: Sequence[str], new: Sequence[str]) -> int | None:
    """The first trial of the first thousand whose rows differ; None if none does."""
    places = [place for place, (before, now) in enumerate(zip(old, new)) if before != now]
    return ROWS_A_DIGEST * places[0] if places else None


def rng_digest(rng: str) -> str:
    """Digest of known draws of a generator: another digest, other random numbers, and no trial is what it was."""
    event = run_plain(at, run_plain(trial_stream, GENERATORS[rng], 1462, 7), 1, 2, 3)
    draws = [int(run_plain(word, event, number)) for number in range(8)]
    return hashlib.sha256(" ".join(map(str, draws)).encode()).hexdigest()[:DIGITS_OF_VALUES]


def exact_outcomes(case: Case, steps: float) -> tuple[Outcomes | None, list[str]]:
    """The exact outcomes within so many steps of work, None beyond or without a solver; and what is wrong with them."""
    outcomes = solution_within(case, steps)
    if outcomes is None:
        return None, []
    total = float(outcomes.weights.sum()) + outcomes.lost
    wrong = []
    if abs(total - 1) > EXACT_TOLERANCE or (outcomes.weights < 0).any():
        wrong.append(f"the exact solution's probabilities add up to {total!r}, not to 1")
    for column, values in zip(outcomes.columns, outcomes.rows.T):
        high = math.inf if column.high is None else column.high
        if values.size and (values.min() < column.low or values.max() > high):
            wrong.append(f"the exact solution has {column.name} outside {column.low}..{column.high}")
    return outcomes, wrong


def exact_numbers(question: Question, outcomes: Outcomes | None) -> dict[str, float] | None:
    """A question's exact numbers by name: `probability`; `mean` and `sd`; `share of 3` for each level of a curve."""
    if outcomes is None:
        return None
    numbers = {}
    for row in answer(question.name, question.kind, None, values_in(question, outcomes), 0.95):
        if row["statistic"] != "quantile" and math.isfinite(row["exact"]):
            name = f"share of {row['level']}" if row["statistic"] == "share" else row["statistic"]
            numbers[name] = round(float(row["exact"]), EXACT_DIGITS)
    return numbers or None


def exact_shift(old: Mapping[str, float], new: Mapping[str, float]) -> tuple[str, float, float] | None:
    """The exact number that moved most: its name, what it was and is; None if none moved beyond rounding."""
    pairs = [(name, old.get(name, 0.0), new.get(name, 0.0)) for name in {**old, **new}]
    moved = [one for one in pairs if abs(one[2] - one[1]) > EXACT_TOLERANCE * max(1.0, abs(one[1]))]
    return max(moved, key=lambda one: abs(one[2] - one[1]), default=None)
