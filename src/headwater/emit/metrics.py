"""Figures of one run for machines: a JSON document, and the same as Prometheus' text, for a node exporter's folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from headwater.base.levels import Level

_LEVELS = {level.value: "table_only" if level is Level.TABLE else level.value.lower() for level in Level}
_HELP = {
    "run_finished_timestamp_seconds": "When the last run finished, in Unix time.",
    "run_seconds": "How long the last run took.",
    "step_seconds": "How long a step of the last run took.",
    "snapshot": "Number of the current snapshot.",
    "rounds": "Schema rounds of the last run.",
    "reused_texts": "Texts whose answers of an earlier run were used again.",
    "entries": "Log entries by dialect.",
    "unread_entries": "Log entries that could not be read, by dialect.",
    "failed_statements": "Statements that the engine rejected, by dialect.",
    "statements": "Distinct statements by dialect and level.",
    "table_rows": "Rows by table of the current snapshot.",
    "table_bytes": "Bytes by table of the current snapshot.",
}


def metrics(
    manifest: Mapping[str, Any],
    coverage: Iterable[Mapping[str, Any]],
    *,
    finished: float,
    seconds: float,
    steps: Mapping[str, float],
    rounds: int,
    reused: int,
    sizes: Mapping[str, int],
) -> dict[str, Any]:
    """The figures of a run. `coverage` are the rows of that table, `sizes` the bytes of each table."""
    dialects: dict[str, dict[str, Any]] = {
        str(row["dialect"] or "unknown"): {
            "entries": int(row["entries"]),
            "unread": int(row["unread"]),
            "failed": int(row["failed"]),
            "statements": {level: int(row[field]) for level, field in _LEVELS.items()},
            "edges": int(row["edges"]),
        }
        for row in coverage
    }
    return {
        "snapshot": manifest["snapshot"],
        "finished": finished,
        "seconds": round(seconds, 3),
        "steps": {name: round(value, 3) for name, value in steps.items()},
        "rounds": rounds,
        "reused": reused,
        "entries": sum(one["entries"] for one in dialects.values()),
        "unread": sum(one["unread"] for one in dialects.values()),
        "statements": {level: sum(one["statements"][level] for one in dialects.values()) for level in _LEVELS},
        "edges": int(manifest["tables"]["edges"]["rows"]),
        "bytes": sum(sizes.values()),
        "tables": {
            name: {"rows": int(table["rows"]), "bytes": sizes.get(name, 0)}
            for name, table in manifest["tables"].items()
        },
        "dialects": dialects,
    }


def prometheus(figures: Mapping[str, Any]) -> str:
    """The same as Prometheus reads it: gauges with the prefix `headwater_`.

    >>> text = prometheus({"finished": 1.0, "seconds": 2.5, "steps": {"read": 1.5}, "snapshot": "000007", "rounds": 2,
    ...     "reused": 0, "tables": {}, "dialects": {}})
    >>> print(text.splitlines()[5])
    headwater_run_seconds 2.5
    """
    samples: list[tuple[str, dict[str, str], float]] = [
        ("run_finished_timestamp_seconds", {}, figures["finished"]),
        ("run_seconds", {}, figures["seconds"]),
        *(("step_seconds", {"step": name}, value) for name, value in figures["steps"].items()),
        ("snapshot", {}, int(figures["snapshot"])),
        ("rounds", {}, figures["rounds"]),
        ("reused_texts", {}, figures["reused"]),
    ]
    for name, table in figures["tables"].items():
        samples.append(("table_rows", {"table": name}, table["rows"]))
        samples.append(("table_bytes", {"table": name}, table["bytes"]))
    for name, row in figures["dialects"].items():
        samples.append(("entries", {"dialect": name}, row["entries"]))
        samples.append(("unread_entries", {"dialect": name}, row["unread"]))
        samples.append(("failed_statements", {"dialect": name}, row["failed"]))
        for level, count in row["statements"].items():
            samples.append(("statements", {"dialect": name, "level": level}, count))
    lines: list[str] = []
    for name, meaning in _HELP.items():  # the samples of a metric stand together
        lines += [f"# HELP headwater_{name} {meaning}", f"# TYPE headwater_{name} gauge"]
        lines += [f"headwater_{name}{_labels(labels)} {value}" for found, labels, value in samples if found == name]
    return "\n".join(lines) + "\n"


def _labels(labels: Mapping[str, str]) -> str:
    def quoted(value: str) -> str:
        return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")

    return "{" + ",".join(f'{name}="{quoted(value)}"' for name, value in labels.items()) + "}" if labels else ""
