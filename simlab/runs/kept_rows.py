"""Every row of a run, streamed to Parquet files in the folder `rows`, in the order in which trials count.

A part is closed whenever progress is kept, so what progress names is whole; parts that it does not name are dropped.
"""

import hashlib
import os
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from simlab.contract import Column
from simlab.runs.batches import ROWS_AT_ONCE, Sampler
from simlab.runs.durable import cannot_keep, sync_folder
from simlab.runs.kept import ROWS
from simlab.scenario.errors import Problem, ScenarioError
from simlab.stats.tally import Tally

CELLS = 1 << 23  # numbers of a row group, so that whoever reads one needs some tens of megabytes
MOST_WAITING = 200_000_000  # bytes of rows that are played but not written, before players wait


class TallyOfRange(Tally):
    """A tally of a range that brings its rows along, an array a column."""

    first = 0
    columns: Sequence[np.ndarray] = ()


class WrittenTally(Tally):
    """The tally of a case whose rows are written as they are added."""

    rows: "RowSampler"

    def merge(self, other: Tally) -> None:
        """Add another tally, and write its rows."""
        super().merge(other)
        assert isinstance(other, TallyOfRange)
        self.rows.write(other)


class RowSampler:
    """Samples a case's trials with their rows; players wait while too many rows are not written yet.

    The range that is to be written next never waits, so there is no standstill.
    """

    def __init__(self, sampler: Sampler, kept: "KeptRows", number: int, first: int):
        self.sampler, self.kept, self.number = sampler, kept, number
        self.kinds = [kind_of(column) for column in sampler.case.columns]
        self._next, self._waiting, self._ended = first, 0, False
        self._changed = threading.Condition()

    def empty_tally(self) -> Tally:
        """A tally of this case's columns without any trial."""
        return self._empty(TallyOfRange)

    def empty_total(self) -> WrittenTally:
        """A tally to which those of ranges are added, in order."""
        total = self._empty(WrittenTally)
        total.rows = self
        return total

    def _empty(self, kind):
        plain = self.sampler.empty_tally()
        return kind(plain.names, plain.ranges, plain.measures)

    def tally(self, first: int, count: int) -> tuple[Tally, float]:
        """The tally of a range of trials, and the seconds that it took."""
        self._wait(first, count * sum(kind.itemsize for kind in self.kinds))
        begin, tally = time.perf_counter(), self._empty(TallyOfRange)
        tally.first, tally.columns = first, [np.empty(count, kind) for kind in self.kinds]
        for start in range(0, count, ROWS_AT_ONCE):
            rows = self.sampler.rows(first + start, min(ROWS_AT_ONCE, count - start))
            tally.add_rows(rows)
            for place, column in enumerate(tally.columns):
                column[start : start + len(rows)] = rows[:, place]
        return tally, time.perf_counter() - begin

    def _wait(self, first: int, size: int) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._ended or first <= self._next or self._waiting + size <= MOST_WAITING)
            self._waiting += size

    def write(self, tally: TallyOfRange) -> None:
        """Write the rows of the next range."""
        self.kept.write(self, tally)
        with self._changed:
            self._next = tally.first + tally.trials
            self._waiting -= sum(column.nbytes for column in tally.columns)
            self._changed.notify_all()

    def end(self) -> None:
        """Nothing is written any more: let go of those who wait."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()


class KeptRows:
    """The parts of a run's rows. Raises ScenarioError if one of the parts named is not what it was."""

    def __init__(self, out: Path, parts: list[dict[str, Any]]):
        self.out, self.folder, self.parts = out, out / ROWS, parts
        for part in parts:
            check_part(self.folder, part)
        self._case: RowSampler | None = None
        self._file: pq.ParquetWriter | None = None
        self._tables: list[pa.Table] = []
        self._schema: pa.Schema | None = None  # of what is in the part, or will be

    @property
    def _beside(self) -> Path:
        return self.folder / f".part-{len(self.parts):05}.parquet.part"

    def drop_others(self) -> None:
        """Make the folder, and remove parts that are not named."""
        try:
            self.folder.mkdir(exist_ok=True)
            named = {part["name"] for part in self.parts}
            for path in [*self.folder.glob("part-*.parquet"), *self.folder.glob(".part-*.parquet.part")]:
                if path.name not in named:
                    path.unlink()
        except OSError as error:
            raise cannot_keep(self.out, error) from None

    def of_case(self, number: int, sampler: Sampler, first: int) -> RowSampler:
        """A sampler of a case, whose rows from trial `first` on are kept here."""
        self._case = RowSampler(sampler, self, number, first)
        return self._case

    def end_case(self) -> None:
        """The case is done, or was interrupted."""
        if self._case is not None:
            self._case.end()

    def write(self, case: RowSampler, tally: TallyOfRange) -> None:
        """Add rows of a case; they are written once there are enough of them."""
        table = table_of(case, tally)
        try:
            if table.schema != self._schema:
                self._close()
            self._schema = table.schema
            self._tables.append(table)
            if sum(part.num_rows for part in self._tables) * table.num_columns >= CELLS:
                self._write_group()
        except OSError as error:
            raise self._failed(error) from None

    def closed(self) -> list[dict[str, Any]]:
        """All parts with their rows and checksums, once the last one is closed and safe."""
        try:
            self._close()
        except OSError as error:
            raise self._failed(error) from None
        return self.parts

    def _failed(self, error: OSError) -> ScenarioError:
        """Give up the part that cannot be written, and the space that it takes."""
        with suppress(OSError):
            if self._file is not None:
                self._file.close()
        with suppress(OSError):
            self._beside.unlink()
        self._file = None
        return cannot_keep(self.out, error)

    def _write_group(self) -> None:
        table, self._tables = pa.concat_tables(self._tables), []
        if self._file is None:
            named = [field.name for field in table.schema if pa.types.is_dictionary(field.type) or field.name == "case"]
            self._file = pq.ParquetWriter(
                self._beside, table.schema, compression="zstd", use_dictionary=named, write_page_checksum=True,
                column_encoding={"trial": "DELTA_BINARY_PACKED"},
            )  # fmt: skip
        self._file.write_table(table, row_group_size=max(CELLS // table.num_columns, 1))

    def _close(self) -> None:
        if self._tables:
            self._write_group()
        if self._file is None:
            return
        self._file.close()
        self._file = None
        with open(self._beside, "rb") as file:
            os.fsync(file.fileno())
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        name = f"part-{len(self.parts):05}.parquet"
        rows = pq.read_metadata(self._beside).num_rows
        os.replace(self._beside, self.folder / name)
        sync_folder(self.folder)
        self.parts = [*self.parts, {"name": name, "rows": rows, "sha256": digest}]


def kind_of(column: Column) -> np.dtype:
    """The smallest kind of whole numbers that holds a column's values."""
    limits = [np.iinfo(kind) for kind in (np.int8, np.int16)]
    fits = (one.dtype for one in limits if column.high is not None and one.min <= column.low and column.high <= one.max)
    return next(fits, np.dtype(np.int32))


def table_of(case: RowSampler, tally: TallyOfRange) -> pa.Table:
    """A range's rows as a table: case, trial, and the outcome columns; categories by name, flags as truth values."""
    count = tally.trials
    arrays = [pa.array(np.full(count, case.number, np.int32)), pa.array(np.arange(tally.first, tally.first + count))]
    for column, values in zip(case.sampler.case.columns, tally.columns):
        if column.names:
            arrays.append(pa.DictionaryArray.from_arrays(pa.array(values), pa.array(column.names, pa.string())))
        else:
            arrays.append(pa.array(values.astype(bool) if column.flag else values))
    return pa.table(arrays, ["case", "trial", *(column.name for column in case.sampler.case.columns)])


def check_part(folder: Path, part: dict[str, Any]) -> None:
    """Raises ScenarioError if a part is not what progress, or run.json, says of it."""
    why = ""
    try:
        path = folder / Path(part["name"]).name
        with open(path, "rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != part["sha256"]:
                why = "its checksum does not fit: it was cut off or changed"
    except OSError as error:
        why = error.strerror or str(error)
    if why:
        raise ScenarioError([Problem(f"damaged rows: {why}; put the file back, or keep the run anew", str(path))])
