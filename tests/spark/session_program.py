"""A program with a Spark of its own, for test_session.py: prints what it saw as one JSON object.

A program has one Java, and the one of the tests is taken: what a session does when it starts and when it ends is seen
from outside, in a process of its own.
"""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

from headwater.spark.session import is_connect, open_session


def listening(pid: int) -> list[str]:
    """Addresses, in the kernel's hexadecimal, that a process listens at (Linux)."""
    sockets = {os.readlink(entry.path) for entry in os.scandir(f"/proc/{pid}/fd") if os.path.lexists(entry.path)}
    result = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                result.append(fields[1].partition(":")[0])
    return result


def main() -> None:
    from pyspark import SparkContext

    seen: dict[str, object] = {}
    before = signal.getsignal(signal.SIGINT)
    with open_session("local[2]", memory="700m", conf={"spark.sql.shuffle.partitions": "3"}) as spark:
        system = spark.sparkContext._jvm.java.lang.System
        seen["java"] = system.getProperty("java.version")
        seen["heap"] = spark.sparkContext._jvm.java.lang.Runtime.getRuntime().maxMemory() >> 20
        seen["python"] = spark.sparkContext.pythonExec
        seen["partitions"] = spark.conf.get("spark.sql.shuffle.partitions")
        seen["rows"] = spark.range(10).mapInArrow(lambda batches: batches, "id long").checkpoint().count()
        seen["zone"] = spark.conf.get("spark.sql.session.timeZone")
        seen["connect"] = is_connect(spark)
        gateway = SparkContext._gateway
        if os.path.isdir("/proc/self/fd") and gateway is not None:
            seen["listening"] = listening(gateway.proc.pid)
    seen["interrupt"] = signal.getsignal(signal.SIGINT) == before
    seen["stopped"] = SparkContext._active_spark_context is None
    with open_session("local[1]") as spark:
        seen["second"] = [
            spark.sparkContext.master,
            spark.conf.get("spark.sql.shuffle.partitions"),
            spark.range(5).count(),
        ]
    print(json.dumps(seen))


if __name__ == "__main__":
    main()
