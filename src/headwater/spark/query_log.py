"""A query log as a data source of Spark: any log that headwater reads as a table, and any table of statements as a log.

    spark.dataSource.register(QueryLog)
    spark.read.format("headwater_log").load("logs/")                      a row for every entry, of any supported format
    statements.write.format("headwater_log").mode("append").save("inbox/")
    statements.writeStream.format("headwater_log").option("path", "inbox/").option("checkpointLocation", …).start()

What is written is a folder of Parquet files for each job or micro-batch, in a folder that `headwater run --incremental`
or `--follow` reads. It appears in one move, with the files of the tasks that counted, or not at all: a reader never
sees half of it, and neither a task that is tried again nor one that runs twice (speculation) is seen twice. A
micro-batch is named by the checkpoint and its number, so that one that is written again after a restart is there
already. With the ledger of files (`ledger`) each statement of a stream is in the tables exactly once.

The folder is on this machine, or on a mount that the driver and all workers share: a move of a folder is what object
stores do not have.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspark import TaskContext
from pyspark.sql.datasource import (
    DataSource,
    DataSourceArrowWriter,
    DataSourceReader,
    DataSourceStreamArrowWriter,
    InputPartition,
    WriterCommitMessage,
)
from pyspark.sql.types import StructType

from headwater.logs import ReadSettings
from headwater.logs.formats.statements import missing
from headwater.rows.steps import ENTRY
from headwater.spark.folder import local_path

if TYPE_CHECKING:
    import pyarrow

_STAGING = ".staging-"
"""What begins with a dot is read by nobody."""
_BYTES_OF_A_TASK = 32 << 20


class QueryLog(DataSource):
    """The format `headwater_log`.

    >>> spark.dataSource.register(QueryLog)                                                     # doctest: +SKIP
    >>> spark.read.format("headwater_log").option("dialect", "hive").load("logs/").count()      # doctest: +SKIP
    """

    @classmethod
    def name(cls) -> str:
        """What it is called in `format`."""
        return "headwater_log"

    def schema(self) -> str:
        """What is read: the fields of an entry."""
        return ENTRY.spark_ddl

    def reader(self, schema: StructType) -> DataSourceReader:
        """Read every file of a folder. The options `dialect` and `database` are for files that do not say."""
        settings = ReadSettings(self.options.get("dialect"), self.options.get("database"), root=str(self._folder()))
        return _Reader(self._folder(), settings)

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceArrowWriter:
        """Add a table of statements."""
        if overwrite:
            raise ValueError("A query log is only added to. Use mode('append').")
        _check(schema)
        return _Writer(self._folder(), f"log-{uuid.uuid4().hex}")

    def streamWriter(self, schema: StructType, overwrite: bool) -> DataSourceStreamArrowWriter:
        """Add every micro-batch of a table of statements."""
        if overwrite:
            raise ValueError("A query log is only added to. Use outputMode('append').")
        _check(schema)
        checkpoint = self.options.get("checkpointLocation")
        if not checkpoint:
            raise ValueError("A stream into a query log needs a checkpointLocation: it tells a batch that was written.")
        return _StreamWriter(self._folder(), f"stream-{hashlib.sha256(checkpoint.encode()).hexdigest()[:12]}")

    def _folder(self) -> Path:
        path = self.options.get("path")
        if not path:
            raise ValueError("A query log needs a path.")
        folder = local_path(path)
        if folder is None:
            raise ValueError(f"{path} is not a folder of this machine, and cannot be written in one move.")
        return folder.absolute()


def _check(schema: StructType) -> None:
    if why := missing(schema.names, {}):
        raise ValueError(f"This is not a table of statements: {why}")


# ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────
class _Reader(DataSourceReader):
    def __init__(self, folder: Path, settings: ReadSettings) -> None:
        self._folder = folder
        self._settings = settings

    def partitions(self) -> Sequence[InputPartition]:
        """Files, a few megabytes of them for a task."""
        tasks: list[list[str]] = []
        room = 0
        for path in _files(self._folder):
            size = os.path.getsize(path)
            if not tasks or room < size:
                tasks.append([])
                room = _BYTES_OF_A_TASK
            tasks[-1].append(path)
            room -= size
        return [InputPartition(paths) for paths in tasks]

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        """The entries of some files."""
        import pyarrow as pa

        from headwater.batch.read import read_files

        for path in partition.value or ():  # a folder without files is one task without any
            columns = [pa.array([path]), pa.array([Path(path).read_bytes()], pa.binary())]
            yield from read_files([pa.RecordBatch.from_arrays(columns, ["path", "content"])], self._settings, str)


def _files(folder: Path) -> Iterator[str]:
    """The files of a folder that are not hidden, in order."""
    if folder.is_file():
        yield str(folder)
    for below, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        yield from (os.path.join(below, name) for name in sorted(names) if not name.startswith((".", "_")))


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass
class _Written(WriterCommitMessage):
    """The file that a task finished; None for one without rows, since Spark wants a message of every task."""

    file: str | None


@dataclass(frozen=True)
class Staging:
    """Files that nobody reads yet: `.staging-NAME-…` in a folder, until those that count are moved to their place.

    Spark makes a writer for the tasks and another one for the commit: what they share is the name and the messages.
    """

    folder: Path
    name: str

    def write(self, batches: Iterator[pyarrow.RecordBatch]) -> _Written:
        """Write the rows of a task to a file of its own, where there are any."""
        from pyarrow import parquet

        context = TaskContext.get()
        task = f"{context.partitionId():05}-" if context is not None else ""
        staged = self._new()
        path = staged / f"part-{task}{uuid.uuid4().hex}.parquet"
        writer = None
        try:
            for batch in batches:
                if not batch.num_rows:
                    continue
                if writer is None:
                    staged.mkdir(parents=True)
                    writer = parquet.ParquetWriter(path, batch.schema, compression="zstd")
                writer.write_batch(batch)
        finally:
            if writer is not None:
                writer.close()
        return _Written(None if writer is None else str(path.relative_to(self.folder)))

    def commit(self, messages: Sequence[Any], name: str) -> None:
        """Make the files of these messages appear under a name; what is there already stays as it is.

        A task that failed, or was beaten by its twin, has no message.
        """
        counted = [message.file for message in messages if message is not None and message.file]
        if counted and not (self.folder / name).exists():
            whole = self._new()
            whole.mkdir()
            for file in counted:
                (self.folder / file).rename(whole / Path(file).name)
            whole.rename(self.folder / name)
        self.drop()

    def drop(self) -> None:
        """Remove what was not committed."""
        for path in self.folder.glob(f"{_STAGING}{self.name}-*"):
            shutil.rmtree(path, ignore_errors=True)

    def _new(self) -> Path:
        return self.folder / f"{_STAGING}{self.name}-{uuid.uuid4().hex}"


class _Writer(DataSourceArrowWriter):
    def __init__(self, folder: Path, name: str) -> None:
        self._name = name
        self._staging = Staging(folder, name)

    def write(self, iterator: Iterator[pyarrow.RecordBatch]) -> WriterCommitMessage:
        """A task's rows."""
        return self._staging.write(iterator)

    def commit(self, messages: list[WriterCommitMessage | None]) -> None:
        """All tasks are done."""
        self._staging.commit(messages, self._name)

    def abort(self, messages: list[WriterCommitMessage | None]) -> None:
        """Some task failed for good."""
        self._staging.drop()


class _StreamWriter(DataSourceStreamArrowWriter):
    def __init__(self, folder: Path, stream: str) -> None:
        self._stream = stream
        self._staging = Staging(folder, stream)

    def write(self, iterator: Iterator[pyarrow.RecordBatch]) -> WriterCommitMessage:
        """A task's rows of a micro-batch."""
        return self._staging.write(iterator)

    def commit(self, messages: list[WriterCommitMessage | None], batchId: int) -> None:
        """All tasks of a micro-batch are done; one that a killed driver committed is not written twice."""
        self._staging.commit(messages, f"{self._stream}-{batchId:08}")

    def abort(self, messages: list[WriterCommitMessage | None], batchId: int) -> None:
        """Some task failed for good."""
        self._staging.drop()
