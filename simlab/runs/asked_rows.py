"""Questions to a kept run whose different outcomes were too many: its rows are read a block at a time, never all."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simlab.contract import Column, Outcomes, Question
from simlab.runs.batches import ROWS_AT_ONCE
from simlab.runs.kept import ROWS, KeptRun, columns_of, read, reading, whole_record
from simlab.runs.questions import asked_as, columns_used, measure, sampled_values
from simlab.scenario.errors import Problem, ScenarioError
from simlab.stats.answers import answer
from simlab.stats.tally import Measure, OutOfRange, Tally

#: What comes of reading a part that holds something else.
DAMAGE = (OSError, LookupError, ValueError, TypeError, AttributeError, NotImplementedError, OutOfRange)


@dataclass(frozen=True)
class RowsOfRun:
    """A kept run of which every row is there: its folder and record."""

    folder: Path
    record: dict[str, Any]

    @property
    def warnings(self) -> list[tuple[str, str]]:
        """What was warned of when the run was kept, each with its case's label."""
        return KeptRun(self.record, []).warnings

    @property
    def labels(self) -> list[str]:
        """Each case's label."""
        return [case["label"] for case in self.record["cases"]]

    @property
    def columns(self) -> list[tuple[Column, ...]]:
        """Each case's columns."""
        return [columns_of(case) for case in self.record["cases"]]

    def outcomes_about(self, names: Iterable[str]) -> list[Outcomes]:
        """Each case's outcomes in the named columns. Raises ScenarioError if too many of them differ."""
        names, found = set(names), []
        columns = [only(names, columns) for columns in self.columns]
        for own, tally in zip(columns, self.tallies(columns, [{} for _ in columns])):
            if not tally.complete:
                message = f"too many different outcomes in {', '.join(sorted(names))} together; ask about fewer columns"
                raise ScenarioError([Problem(message, str(self.folder))])
            found.append(Outcomes(own, *tally.table()))
        return found

    def ask(self, question: Question, confidence: float) -> list[dict]:
        """The answers to a new question."""
        columns = [only(columns_used(question, columns), columns) for columns in self.columns]
        asked = [{asked_as(question.name): measure(question, own)} for own in columns]
        rows = []
        for number, (own, tally) in enumerate(zip(columns, self.tallies(columns, asked))):
            values = sampled_values(question, own, tally)
            rows += [{"case": number} | row for row in answer(question.name, question.kind, values, None, confidence)]
        return rows

    def tallies(self, columns: list[tuple[Column, ...]], measures: Sequence[Mapping[str, Measure]]) -> list[Tally]:
        """A tally of each case's rows in some of its columns. Raises ScenarioError if they are not those of the run."""
        tallies = [
            Tally([column.name for column in own], [(column.low, column.high) for column in own], asked)
            for own, asked in zip(columns, measures)
        ]
        for part in self.record["rows"]:
            path = self.folder / ROWS / Path(part["name"]).name
            try:
                for case, rows in read_rows(path, columns):
                    for start in range(0, len(rows), ROWS_AT_ONCE):
                        tallies[case].add_rows(rows[start : start + ROWS_AT_ONCE])
            except DAMAGE as error:
                raise ScenarioError([Problem(f"damaged rows: {error}", str(path))]) from None
        if [tally.trials for tally in tallies] != [case["trials"] for case in self.record["cases"]]:
            raise ScenarioError([Problem("the rows are not those of run.json", str(self.folder))])
        return tallies


def read_to_ask(folder: Path | str) -> KeptRun | RowsOfRun:
    """A kept run to put questions to; raises ScenarioError if the folder does not hold a whole one."""
    folder = Path(folder)
    with reading(folder):
        record = whole_record(folder)
        if "outcomes.parquet" not in record["files"] and record.get("rows"):
            from simlab.runs.kept_rows import check_part  # pyarrow takes a while to load

            for part in record["rows"]:
                check_part(folder / ROWS, part)
            found = RowsOfRun(folder, record)
            if found.labels and found.columns:
                return found
    return read(folder)


def only(names: Iterable[str], columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """The named columns; the first one if none is named, so that rows can still be counted."""
    return tuple(column for column in columns if column.name in set(names)) or columns[:1]


def read_rows(path: Path, columns: list[tuple[Column, ...]]) -> Iterator[tuple[int, np.ndarray]]:
    """A part's rows, a block at a time: the case's number, and its columns as numbers."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(path, page_checksum_verification=True) as file:
        there = set(file.schema_arrow.names)
        wanted = {column.name for own in columns for column in own} & there
        for batch in file.iter_batches(ROWS_AT_ONCE, columns=["case", *sorted(wanted)]):
            numbers = batch.column("case").to_numpy()
            for case in np.unique(numbers).tolist():
                if case >= len(columns):
                    continue  # a top-up that was interrupted says nothing of the cases that it did not get to
                own = columns[case]
                block = batch.filter(numbers == case) if numbers[0] != numbers[-1] else batch
                rows = np.empty((block.num_rows, len(own)), np.int32)
                for place, column in enumerate(own):
                    rows[:, place] = as_numbers(block.column(column.name), column)
                yield case, rows


def as_numbers(values, column: Column) -> np.ndarray:
    """A column of a part as outcome rows have it."""
    if not column.names:
        return values.to_numpy(zero_copy_only=False)
    # The dictionary may hold names of other cases in the same group of rows.
    places = [column.names.index(name) if name in column.names else -1 for name in values.dictionary.to_pylist()]
    numbers = np.array(places, np.int32)[values.indices.to_numpy()]
    if (numbers < 0).any():
        raise ValueError(f"{column.name} holds a name that is none of the case's")
    return numbers
