"""Refuses sources that are certainly not there, before Java is started and without pyspark."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from headwater.spark.errors import SparkProblem
from headwater.spark.folder import local_path


def check(sources: Sequence[str]) -> None:
    """Raise `SparkProblem` for a path on this machine that is not there or cannot be read."""
    if not sources:
        raise SparkProblem("No source given.", "Pass a folder, a file, or format:path.")
    for source in sources:
        if split_format(source) is not None:
            continue
        path = local_path(source)
        if path is not None and not path.exists():
            raise SparkProblem(f"File or folder {source} does not exist.", "Check the path.")
        if path is not None and not os.access(path, os.R_OK):
            raise SparkProblem(f"Cannot read {source}.", "Check its permissions.")


def split_format(source: str) -> tuple[str, str] | None:
    """`format:path` for a reader of Spark's, as against a path with a scheme (s3a://…) or a drive.

    >>> split_format("mylog:/data/x"), split_format("s3a://bucket/x"), split_format("queries/")
    (('mylog', '/data/x'), None, None)
    """
    match = re.fullmatch(r"(\w[\w.-]+):(?!//)(.*)", source)
    if match is None or match[1] == "file" or os.path.exists(source):
        return None
    return match[1], match[2]
