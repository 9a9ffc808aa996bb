"""What can go wrong with Spark itself, told in one line with a line of help.

Invariant: a problem here is about the machine, the cluster or the installation, never about the SQL that is read; what
is not recognised is left as Spark raised it. To add one: a row in KNOWN, in the words that Spark uses for it.
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
            "There is no space left on the disk that Spark writes to.",
            "Free some space, or use a larger disk: Spark spills to TMPDIR or spark.local.dir; tables go to --out.",
        ),
        (
            r"Java heap space|GC overhead limit exceeded|OutOfMemoryError",
            "Spark ran out of memory.",
            "Give it more: --memory 4g, or spark.executor.memory on a cluster.",
        ),
        (
            r"Could not reserve enough space|Invalid (?:maximum|initial) heap size|heap size set to a larger",
            "Java cannot have as much memory as was asked for.",
            "Ask for less: --memory 1g.",
        ),
        (
            r"UnsupportedClassVersionError|has been compiled by a more recent version of the Java Runtime",
            "The Java that started is too old for this Spark.",
            "Use Java 17 or newer, or set HEADWATER_JAVA=bundled.",
        ),
        (
            r"PYTHON_VERSION_MISMATCH|Python in worker has different version",
            "The workers run another version of Python than the driver.",
            "Set PYSPARK_PYTHON to a Python of the driver's version that every worker has.",
        ),
        (
            r"No module named '(headwater|sqlglot|pyarrow)'",
            "The workers do not have the Python package {0}.",
            "Send an environment with headwater along (--archives), or install headwater[spark] on the workers.",
        ),
        (
            r'Cannot run program "([^"]+)"',
            "The workers cannot start {0}.",
            "Set PYSPARK_PYTHON to a Python that every worker has.",
        ),
        (
            r"All masters are unresponsive|Application has been killed. Reason: (?:All masters|Master removed)",
            "The Spark master does not answer.",
            "See that it runs, and that its address is the one that it prints when it starts (spark://host:7077).",
        ),
        (
            r"UnresolvedAddressException|UnknownHostException: ([\w.-]+)",
            "Spark cannot find a host by its name: {0}.",
            "Check the name, and that this machine can look it up.",
        ),
        (
            r"Could not parse Master URL: '([^']*)'",
            "Spark does not know the master {0}.",
            "It is one of local[2], local[*], spark://host:7077, yarn, k8s://https://host:443, sc://host:15002.",
        ),
        (
            r"Master must either be yarn or start with spark, k8s, or local",
            "Spark does not know this kind of master.",
            "It is one of local[2], local[*], spark://host:7077, yarn, k8s://https://host:443, sc://host:15002.",
        ),
        (
            r"JAVA_GATEWAY_EXITED|Java gateway process exited",
            "Java ended before Spark was up.",
            "`java -version` must run; HEADWATER_JAVA=bundled takes the Java that headwater[spark] brings.",
        ),
    )
)


def recognise(text: str) -> SparkProblem | None:
    """The problem that a text of Spark's (an exception, a log) tells of, or None where it is none of the known ones."""
    for known in KNOWN:
        match = known.pattern.search(text)
        if match:
            found = [group or "(not named)" for group in match.groups()]
            return SparkProblem(known.message.format(*found), known.help)
    return None
