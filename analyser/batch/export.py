"""Export: records as CSV or Parquet, in constant memory.

Rows are grouped by their number alone, so the same games give the same bytes however they were
cut into chunks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from analyser.core.errors import InputError
from analyser.core.files import check_writable, replacing
from analyser.core.records import Records

GROUP = 1 << 17
"""Rows in a row group."""


def check_target(path: Path) -> None:
    """Raise InputError if records cannot be exported to the path; call it before a long run."""
    if path.suffix not in _WRITERS:
        raise InputError(f"{path}: must end in {' or '.join(_WRITERS)}")
    check_writable(path)


def export_records(chunks: Iterable[Records], path: Path) -> int:
    """Write the records, one row a round and side in game order, and return the number of rows.

    The suffix of ``path`` (.csv or .parquet) gives the format; a file that is there is replaced
    when the new one is complete. Raises InputError if the path will not do, OSError if the disk
    is full.
    """
    check_target(path)
    groups = _groups(map(_table, chunks), GROUP)
    first = next(groups)
    rows: int = first.num_rows
    with replacing(path) as file, _WRITERS[path.suffix](file, first.schema) as writer:
        writer.write_table(first)
        for group in groups:
            writer.write_table(group)
            rows += group.num_rows
    return rows


def _csv(file: BinaryIO, schema: pa.Schema) -> AbstractContextManager[Any]:
    # Labels and column names are plain words; quoting them would only cost readers.
    options = pa.csv.WriteOptions(quoting_style="none", quoting_header="none")
    writer: AbstractContextManager[Any] = pa.csv.CSVWriter(file, schema, write_options=options)
    return writer


def _parquet(file: BinaryIO, schema: pa.Schema) -> AbstractContextManager[Any]:
    writer: AbstractContextManager[Any] = pa.parquet.ParquetWriter(file, schema, compression="zstd")
    return writer


_WRITERS = {".csv": _csv, ".parquet": _parquet}


def _table(records: Records) -> pa.Table:
    """Records as a table of integers and plain text, without pandas' metadata."""
    table = pa.Table.from_pandas(records.frame(), preserve_index=False)
    fields = [
        pa.field(f.name, pa.string() if pa.types.is_dictionary(f.type) else f.type)
        for f in table.schema
    ]
    return table.cast(pa.schema(fields))


def _groups(tables: Iterable[pa.Table], size: int) -> Iterator[pa.Table]:
    """Cut the rows of consecutive tables into tables of ``size`` rows, the last one shorter."""
    held: list[pa.Table] = []
    rows = 0
    for table in tables:
        while table.num_rows:
            piece = table.slice(0, size - rows)
            table = table.slice(piece.num_rows)
            held.append(piece)
            rows += piece.num_rows
            if rows == size:
                yield pa.concat_tables(held).combine_chunks()
                held, rows = [], 0
    if held:
        yield pa.concat_tables(held).combine_chunks()
