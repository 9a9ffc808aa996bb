"""Schemas of large warehouses: `python -m bench.schemas [--tables 10000 100000] [--memory 2g] [--way both]`.

Makes a log of a warehouse: of the tables, eight in ten are created with forty columns, one in ten is a view of all
columns of such a table, and one in ten a table that is made of such a view; one in ten is also read by an INSERT. Then
it goes through the rounds over the schemas, analyses all texts, and lists all columns, with the schemas in a DataFrame
or on the driver. Printed are the times and the largest resident sizes: of Java, which on one machine is the driver and
the executors at once, of the driver's Python, and of the largest Python worker.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.measure import Section, Table
from bench.pipeline import below, peak

COLUMNS = 40
TYPES = ("BIGINT", "STRING", "DOUBLE", "TIMESTAMP", "DECIMAL(18, 2)")


def log(spark: Any, tables: int) -> Any:
    """The texts, as a DataFrame: (sql, dialect)."""
    from pyspark.sql import functions as F

    columns = ", ".join(f"column_{n:02} {TYPES[n % len(TYPES)]}" for n in range(COLUMNS))
    base = F.format_string("lake_%d.table_%d", F.pmod("id", F.lit(1000)), F.col("id"))
    view = F.format_string("mart_%d.view_%d", F.pmod("id", F.lit(1000)), F.col("id"))
    made = F.format_string("mart_%d.made_%d", F.pmod("id", F.lit(1000)), F.col("id"))
    whole, tenth = spark.range(tables * 8 // 10), spark.range(tables // 10)
    texts = [
        whole.select(F.concat(F.lit("CREATE TABLE "), base, F.lit(f" ({columns})")).alias("sql")),
        tenth.select(F.concat(F.lit("CREATE VIEW "), view, F.lit(" AS SELECT * FROM "), base).alias("sql")),
        tenth.select(F.concat(F.lit("CREATE TABLE "), made, F.lit(" AS SELECT * FROM "), view).alias("sql")),
        tenth.select(
            F.concat(F.lit("INSERT INTO "), base, F.lit(" SELECT * FROM "), made, F.lit(" WHERE column_00 > 7")).alias(
                "sql"
            )
        ),
    ]
    rows = texts[0].unionByName(texts[1]).unionByName(texts[2]).unionByName(texts[3])
    return rows.withColumn("dialect", F.lit("spark"))


def run(spark: Any, tables: int, table: bool, folder: Path) -> dict[str, Any]:
    """The rounds over the schemas of so many tables."""
    from headwater.batch import Settings
    from headwater.logs import ReadSettings
    from headwater.spark import registry, schema_rounds, schema_rows, sources, units
    from headwater.spark.saving import Saving
    from headwater.spark.sizes import for_rows

    shutil.rmtree(folder, ignore_errors=True)
    log(spark, tables).write.parquet(str(folder / "log"))

    def save(frame: Any, name: str) -> Any:
        path = str(folder / "work" / name)
        frame.write.mode("overwrite").parquet(path)
        return spark.read.schema(frame.schema).parquet(path)

    registry.ON_DRIVER = 0 if table else 1 << 40
    with peak() as workers, for_rows(spark, None):
        started = time.monotonic()
        entries = sources.read(spark, [str(folder / "log")], ReadSettings())
        ingested = save(units.ingest_entries(entries), "ingested")
        texts = save(units.units(ingested), "units")
        read = time.monotonic() - started
        started = time.monotonic()
        solved = schema_rounds.solve(
            spark,
            texts,
            ingested,
            [],
            Settings(),
            Saving(save, save),
            say=lambda line: print(f"  {time.monotonic() - started:.0f} s: {line}", file=sys.stderr, flush=True),
        )
        analysed = time.monotonic() - started
        columns = schema_rows.columns(solved.registry.latest()).count()
    assert columns == tables * COLUMNS, columns
    return {
        "tables": tables,
        "way": "DataFrame" if table else "driver",
        "rounds": solved.rounds,
        "read": read,
        "analysed": analysed,
        "java": max((largest(pid) for pid in below(os.getpid()) if name(pid) == "java"), default=0),
        "driver": largest(os.getpid()),
        "worker": workers[0] / 2**20,
    }


def name(pid: int) -> str:
    """What a process runs."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def largest(pid: int) -> float:
    """The largest resident size of a process so far, in MB."""
    try:
        match = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return int(match[1]) / 1024 if match else 0.0


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.schemas")
    parser.add_argument("--tables", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--memory", default="2g", help="Java's heap")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--way", choices=("table", "driver", "both"), default="table")
    parser.add_argument("--folder", help="where logs and results are written (default: a temporary folder)")
    args = parser.parse_args(argv)
    from headwater.spark import open_session

    rows = []
    for tables in args.tables:
        for table in {"table": (True,), "driver": (False,), "both": (True, False)}[args.way]:
            # a session of its own for each: Java gives no memory back
            with (
                tempfile.TemporaryDirectory() as temporary,
                open_session(f"local[{args.cores}]", memory=args.memory) as spark,
            ):
                row = run(spark, tables, table, Path(args.folder or temporary) / "schemas")
            rows.append(row)
            print(row, file=sys.stderr, flush=True)
    fields = ("tables", "schemas on", "rounds", "read s", "rounds and analysis s", "Java MB", "driver's Python MB")
    cells = [
        (
            f"{row['tables']:,}",
            row["way"],
            f"{row['rounds']}",
            *(f"{row[key]:,.0f}" for key in ("read", "analysed", "java", "driver", "worker")),
        )
        for row in rows
    ]
    print(Section("Schemas", "", [Table((*fields, "largest worker MB"), cells)]).markdown())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
