"""Failures of Spark itself, as a one-line message with a line of help.

Invariant: a problem here concerns the machine, the cluster or the installation, never the analyzed SQL. A failure that
is not recognised is left as Spark raised it. To add one: a row in KNOWN, with a pattern for the text of Spark.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class SparkProblem(RuntimeError):
    """Spark cannot start or go on. The text is one line; `help` says what to do."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help


class Known(NamedTuple):
    """A failure that Spark reports in many lines: how to recognise it, what to say, what to do."""

    pattern: re.Pattern[str]
    message: str
    help: str


# The first that fits wins: causes before the symptoms that Spark wraps around them.
KNOWN: tuple[Known, ...] = tuple(
    Known(re.compile(pattern), message, help)
    for pattern, message, help in (
        (
            r"No space left on device|There is not enough space on the disk",
            "No space left on the disk that Spark writes to.",
            "Free some space, or use a larger disk: Spark spills to TMPDIR or spark.local.dir; tables go to --out.",
        ),
        (
            r"Java heap space|GC overhead limit exceeded|OutOfMemoryError",
            "Spark ran out of memory.",
            "Use more memory: --memory 4g, or spark.executor.memory on a cluster.",
        ),
        (
            r"Could not reserve enough space|Invalid (?:maximum|initial) heap size|heap size set to a larger",
            "Java cannot allocate the requested memory.",
            "Request less, for example --memory 1g.",
        ),
        (
            r"UnsupportedClassVersionError|has been compiled by a more recent version of the Java Runtime",
            "The Java version is too old for this version of Spark.",
            "Use Java 17 or newer, or set HEADWATER_JAVA=bundled.",
        ),
        (
            r"PYTHON_VERSION_MISMATCH|Python in worker has different version",
            "The workers run a different Python version than the driver.",
            "Set PYSPARK_PYTHON to a Python of the driver's version that every worker has.",
        ),
        (
            r"No module named '(headwater|sqlglot|pyarrow)'",
            "The workers do not have the Python package {0}.",
            "Ship an environment that contains headwater (--archives), or install headwater[spark] on the workers.",
        ),
        (
            r'Cannot run program "([^"]+)"',
            "The workers cannot start {0}.",
            "Set PYSPARK_PYTHON to a Python that every worker has.",
        ),
        (
            r"All masters are unresponsive|Application has been killed. Reason: (?:All masters|Master removed)",
            "The Spark master does not respond.",
            "Check that it runs, and use the address that it prints when it starts (spark://host:7077).",
        ),
        (
            r"UnresolvedAddressException|UnknownHostException: ([\w.-]+)",
            "Spark cannot resolve the host name {0}.",
            "Check the name and the DNS of this machine.",
        ),
        (
            r"Could not parse Master URL: '([^']*)'",
            "Invalid Spark master {0}.",
            "Use one of local[2], local[*], spark://host:7077, yarn, k8s://https://host:443, sc://host:15002.",
        ),
        (
            r"Master must either be yarn or start with spark, k8s, or local",
            "Invalid Spark master.",
            "Use one of local[2], local[*], spark://host:7077, yarn, k8s://https://host:443, sc://host:15002.",
        ),
        (
            r"JAVA_GATEWAY_EXITED|Java gateway process exited",
            "Java exited before Spark started.",
            "Check that `java -version` works, or set HEADWATER_JAVA=bundled to use the Java of headwater[spark].",
        ),
    )
)


def recognise(text: str) -> SparkProblem | None:
    """The known problem that an exception or a log of Spark reports, or None."""
    for known in KNOWN:
        match = known.pattern.search(text)
        if match:
            values = [group or "(not named)" for group in match.groups()]
            return SparkProblem(known.message.format(*values), known.help)
    return None


def unexpected(error: Exception) -> SparkProblem:
    """A failure of Spark that is not recognised, in one line, with what was noted about it."""
    causes = re.findall(r"Caused by: [\w.$]+: (.*)", str(error))
    first = (causes[-1] if causes else str(error)).strip().split("\n")[0][:300] or type(error).__name__
    return SparkProblem(f"Spark failed: {first}", " ".join(getattr(error, "__notes__", ())))


def failures() -> tuple[type[Exception], ...]:
    """What Spark raises when a job fails; nothing where there is no pyspark."""
    try:
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException
    except ImportError:
        return ()
    return (Py4JError, PySparkException)
