"""The figures of a run for machines."""

from __future__ import annotations

import re

from headwater.emit.metrics import metrics, prometheus

ROW = {
    "entries": 10,
    "unread": 1,
    "failed": 2,
    "exact": 5,
    "inferred": 1,
    "ambiguous": 0,
    "coarse": 0,
    "table_only": 1,
    "none": 0,
    "edges": 7,
}
MANIFEST = {"snapshot": "000012", "tables": {"edges": {"rows": 14}, "columns": {"rows": 3}}}


def figures() -> dict[str, object]:
    rows = [{"dialect": "hive", **ROW}, {"dialect": "", **ROW}]
    sizes = {"edges": 100, "columns": 50}
    return metrics(MANIFEST, rows, finished=1.5, seconds=2.0, steps={"read": 0.5}, rounds=2, reused=4, sizes=sizes)


def test_totals_are_sums_over_dialects() -> None:
    said = figures()
    assert (said["entries"], said["unread"], said["edges"], said["bytes"]) == (20, 2, 14, 150)
    assert said["statements"] == {"EXACT": 10, "INFERRED": 2, "AMBIGUOUS": 0, "COARSE": 0, "TABLE": 2, "NONE": 0}
    assert said["steps"] == {"read": 0.5}
    assert (said["rounds"], said["reused"]) == (2, 4)


def test_prometheus_reads_every_line() -> None:
    lines = prometheus(figures()).splitlines()
    sample = re.compile(r'headwater_\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? -?[\d.e+]+')
    assert [line for line in lines if not line.startswith("#") and not sample.fullmatch(line)] == []
    assert 'headwater_statements{dialect="hive",level="TABLE"} 1' in lines
    assert 'headwater_entries{dialect="unknown"} 10' in lines
    assert "headwater_snapshot 12" in lines
    names = [line.split("{")[0].split(" ")[0] for line in lines if not line.startswith("#")]
    assert [name for at, name in enumerate(names) if name in names[:at] and names[at - 1] != name] == []
