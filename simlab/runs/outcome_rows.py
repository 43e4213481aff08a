"""A run's different outcomes as a Parquet file, some rows at a time: all of them as a table would take a gigabyte."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from simlab.contract import Column
from simlab.runs.results import CaseRun, outcome_blocks, outcome_table

AT_ONCE = 1 << 17  # rows of a group


def write_outcomes(cases: Sequence[CaseRun], path: Path) -> None:
    """Write what `Run.outcomes` holds; where a case has not a column, its entries are null. Raises OSError."""
    schema = schema_of(cases)
    waiting: list[pa.Table] = []
    count = 0
    with pq.ParquetWriter(path, schema) as file:
        for table in tables(cases, schema):
            waiting.append(table)
            count += table.num_rows
            if count >= AT_ONCE:
                file.write_table(pa.concat_tables(waiting))
                waiting, count = [], 0
        file.write_table(pa.concat_tables([schema.empty_table(), *waiting]))


def schema_of(cases: Sequence[CaseRun]) -> pa.Schema:
    """The columns of all cases, in the order in which they come first."""
    kinds = {column.name: kind_of(column) for done in cases for column in done.case.columns}
    counted = any(done.tally is not None for done in cases)
    weight = ("count", pa.int64()) if counted else ("probability", pa.float64())
    return pa.schema([("case", pa.int64()), *kinds.items(), weight])


def kind_of(column: Column) -> pa.DataType:
    """How a column's values are kept: categories by name, flags as truth values."""
    if column.names:
        return pa.string()
    return pa.bool_() if column.flag else pa.int64()


def tables(cases: Sequence[CaseRun], schema: pa.Schema) -> Iterator[pa.Table]:
    """The rows of all cases, a table at a time."""
    for number, done in enumerate(cases):
        for rows, weights in outcome_blocks(done, AT_ONCE):
            frame = outcome_table(number, done, rows, weights)
            arrays = [
                pa.array(frame[one.name], one.type) if one.name in frame else pa.nulls(len(frame), one.type)
                for one in schema
            ]
            yield pa.table(arrays, schema=schema)
