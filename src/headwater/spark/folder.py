"""A folder that outlives a run: on this machine, or wherever Hadoop's file systems reach.

Everything here is small and done by the driver: a manifest, a list of snapshots. A text is written beside its place and
moved there, so whoever reads it sees the old one or the new one.
"""

from __future__ import annotations

import os
import re
import shutil
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from headwater.spark.errors import SparkProblem

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def local_path(path: str) -> Path | None:
    """The path on this machine, or None where it lies elsewhere.

    >>> local_path("file:///tmp/x"), local_path("s3a://bucket/x")
    (PosixPath('/tmp/x'), None)
    """
    split = urlsplit(path)
    if split.scheme == "file":
        return Path(unquote(split.path))
    return Path(path) if len(split.scheme) < 2 else None  # C:\\ is a drive


def plain_path(path: str) -> str:
    """A path on this machine without its scheme, which Spark writes in two ways; others as they are.

    >>> plain_path("file:/tmp/x"), plain_path("file:///tmp/x"), plain_path("s3a://bucket/x")
    ('/tmp/x', '/tmp/x', 's3a://bucket/x')
    """
    return re.sub(r"^file:/*", "/", path)


class Folder:
    """A folder and what is done with small things in it. `path` is what Spark is given.

    A folder on this machine needs no Spark.
    """

    def __init__(self, spark: SparkSession | None, path: str) -> None:
        self._spark = spark
        self._local = local_path(path)
        self.root = str(self._local.absolute()) if self._local is not None else path.rstrip("/")

    def path(self, *parts: str) -> str:
        """The path of something in the folder, as Spark reads and writes it."""
        if self._local is not None:
            return Path(self.root, *parts).as_uri()
        return "/".join((self.root, *parts))

    def make(self) -> None:
        """Make the folder; raises `SparkProblem` where that cannot be."""
        if self._local is None:
            self._fs().mkdirs(self._hadoop())
            return
        try:
            Path(self.root).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SparkProblem(
                f"Cannot create the folder {self.root}: {error.strerror}.", "Use another --out."
            ) from None

    def exists(self, *parts: str) -> bool:
        """Whether something is there."""
        if self._local is not None:
            return Path(self.root, *parts).exists()
        return bool(self._fs().exists(self._hadoop(*parts)))

    def names(self, *parts: str) -> list[str]:
        """The names in a folder, sorted; none where there is no such folder."""
        if not self.exists(*parts):
            return []
        if self._local is not None:
            return sorted(os.listdir(Path(self.root, *parts)))
        return sorted(status.getPath().getName() for status in self._fs().listStatus(self._hadoop(*parts)))

    def size(self, *parts: str) -> int:
        """The bytes of a file, or of all files in a folder; 0 where there is nothing."""
        if not self.exists(*parts):
            return 0
        if self._local is None:
            return int(self._fs().getContentSummary(self._hadoop(*parts)).getLength())
        path = Path(self.root, *parts)
        return sum(file.stat().st_size for file in ([path] if path.is_file() else path.rglob("*")) if file.is_file())

    def remove(self, *parts: str) -> None:
        """Remove a file, or a folder with everything in it."""
        if self._local is None:
            self._fs().delete(self._hadoop(*parts), True)
            return
        path = Path(self.root, *parts)
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)

    def read(self, *parts: str) -> str | None:
        """The text of a file, or None where there is none."""
        if not self.exists(*parts):
            return None
        if self._local is not None:
            return Path(self.root, *parts).read_text("utf-8")
        stream = self._fs().open(self._hadoop(*parts))
        try:
            data = bytes(self._jvm().org.apache.commons.io.IOUtils.toByteArray(stream))
        finally:
            stream.close()
        return data.decode("utf-8")

    def write(self, text: str, *parts: str) -> None:
        """Write a file so that it is there as a whole or not at all."""
        *above, name = parts
        beside = (*above, f".{name}.new")
        if self._local is not None:
            path = Path(self.root, *beside)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            path.replace(Path(self.root, *parts))
            return
        stream = self._fs().create(self._hadoop(*beside), True)
        try:
            stream.write(bytearray(text.encode("utf-8")))
        finally:
            stream.close()
        rename = self._jvm().org.apache.hadoop.fs.Options.Rename.OVERWRITE
        context = self._jvm().org.apache.hadoop.fs.FileContext.getFileContext(self._hadoop().toUri(), self._conf())
        gateway: Any = self._session().sparkContext._gateway
        options = gateway.new_array(self._jvm().org.apache.hadoop.fs.Options.Rename, 1)
        options[0] = rename
        context.rename(self._hadoop(*beside), self._hadoop(*parts), options)

    def create(self, text: str, *parts: str) -> bool:
        """Write a file that is not there yet; False where it is. Of several at the same time only one succeeds."""
        if self._local is not None:
            path = Path(self.root, *parts)
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
            beside.write_text(text, encoding="utf-8")
            try:
                os.link(beside, path)  # the file and its text appear together
            except FileExistsError:
                return False
            finally:
                beside.unlink()
            return True
        from py4j.protocol import Py4JJavaError

        try:
            stream = self._fs().create(self._hadoop(*parts), False)
        except Py4JJavaError as error:
            if "AlreadyExists" in str(error):
                return False
            raise
        try:
            stream.write(bytearray(text.encode("utf-8")))
        finally:
            stream.close()
        return True

    # ── Hadoop's file systems, through the session's Java ────────────────────────────────────────────────────
    def _session(self) -> SparkSession:
        assert self._spark is not None, "only Spark reaches a folder elsewhere"
        return self._spark

    def _jvm(self) -> Any:
        from pyspark.errors import PySparkException

        try:
            return self._session().sparkContext._jvm
        except (AttributeError, PySparkException) as error:  # which of them depends on the client's version
            raise SparkProblem(
                f"{self.root} is not on this machine, and Spark Connect cannot access it.",
                "Write to a folder on this machine, or run on the cluster with spark-submit.",
            ) from error

    def _conf(self) -> Any:
        return self._session().sparkContext._jsc.hadoopConfiguration()

    def _hadoop(self, *parts: str) -> Any:
        return self._jvm().org.apache.hadoop.fs.Path("/".join((self.root, *parts)))

    def _fs(self) -> Any:
        return self._hadoop().getFileSystem(self._conf())
