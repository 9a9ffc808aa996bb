"""Which of many files cannot be read: all are tried at once, and where that fails, each half by itself."""

from __future__ import annotations

import re
from collections.abc import Callable

from pyspark.sql import DataFrame

from headwater.spark.errors import failures

FAILURES = failures()
_CAUSE = re.compile(r"Caused by: [\w.$]+: (.*)")
_ENTRY_POINT = re.compile(r"^(?:[\w.$]+Exception: )+")


def broken(paths: list[str], read: Callable[[list[str]], DataFrame]) -> dict[str, str]:
    """The files whose rows cannot be read, each with the reason in one line."""
    if not paths:
        return {}
    try:
        read(paths).write.format("noop").mode("overwrite").save()
        return {}
    except FAILURES as error:
        if len(paths) == 1:
            return {paths[0]: reason(error, paths[0])}
    half = len(paths) // 2
    return broken(paths[:half], read) | broken(paths[half:], read)


def reason(error: Exception, path: str) -> str:
    """Why a file cannot be read, in one line and without its path."""
    causes = _CAUSE.findall(str(error)) or [str(error)]
    why = _ENTRY_POINT.sub("", causes[-1].strip().split("\n")[0])
    name = re.sub(r"^\w+:/*", "", path)
    return re.sub(rf"(?:\w+:)?/*{re.escape(name)}", "the file", why)[:300]
