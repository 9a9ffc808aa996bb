"""What Hive's lineage context holds, in terms of statements: kind, target, columns with their sources.

Hive compiles UPDATE, DELETE and MERGE as inserts of whole rows led by ROW__ID: here they are what they were written as,
with the columns that are handed on as they are left out. A MERGE's branches are one statement.

A column is `[name, how, sources]`: `how` is Hive's own word (SIMPLE, EXPRESSION, SCRIPT), sources are `table.column`,
None where Hive keeps nothing of the column.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

Column = tuple[str, str | None, list[str] | None]

_NAME = re.compile(
    r"\s*(CREATE|ALTER)\b.*?\b(TABLE|VIEW)\b(?:\s+IF\s+NOT\s+EXISTS)?\s+([\w.`]+)", re.IGNORECASE | re.DOTALL
)
_LISTED = re.compile(
    r"\s*CREATE\b.*?\bVIEW\b(?:\s+IF\s+NOT\s+EXISTS)?\s+[\w.`]+\s*\(([^()]*)\)", re.IGNORECASE | re.DOTALL
)


@dataclass(frozen=True)
class Asked:
    """A statement and the compiler's answer to it."""

    sql: str
    answer: dict[str, Any]


def to_statements(asked: Asked) -> list[dict[str, Any]]:
    """The statements that a statement is: Hive's multi-insert is one for each sink."""
    word = asked.sql.split(None, 1)[0].upper()
    sinks = [sink for sink in asked.answer["sinks"] if not str(sink["table"]).endswith("merge_tmp_table")]
    if word in ("UPDATE", "DELETE", "MERGE"):
        return [_changed(word, sinks)] if sinks else []
    result: dict[str, dict[str, Any]] = {}
    for sink in sinks:
        one = _sink(asked, sink, alone=len(sinks) == 1)
        same = result.setdefault(f"{one['kind']} {one['target']}", one)
        if same is not one:  # two inserts into the same table
            same["columns"] += one["columns"]
            same["decides"] = sorted({*same["decides"], *one["decides"]})
    return list(result.values())


def _plain(name: str) -> str:
    name = name.replace("`", "").lower().removeprefix("default.")
    return "values__tmp__table" if name.startswith("values__tmp__table") else name  # they are numbered


def _sources(bases: list[str] | None) -> list[str] | None:
    if bases is None:
        return None
    return sorted(
        ".".join((_plain(table), column.lower())) for table, _, column in (base.partition("\t") for base in bases)
    )


def _columns(sink: dict[str, Any], names: list[str] | None) -> list[Column]:
    columns = sink["columns"]
    if names is None or len(names) != len(columns):
        names = [name for name, _, _ in columns]
    return [(name.lower(), how, _sources(bases)) for name, (_, how, bases) in zip(names, columns, strict=True)]


def _sink(asked: Asked, sink: dict[str, Any], alone: bool) -> dict[str, Any]:
    schema = [name.rpartition(".")[2] for name, _ in asked.answer["schema"]]
    decides = _sources(sink["decides"]) or []
    match = _NAME.match(asked.sql)
    if match is not None:
        word = "MATERIALIZED_VIEW" if "MATERIALIZED" in match.group(0).upper().split() else match.group(2).upper()
        kind = f"{match.group(1).upper()}_{word}"
        given = _LISTED.match(asked.sql)
        names = [part.split()[0] for part in given.group(1).split(",")] if given is not None else schema
        return _statement(kind, _plain(match.group(3)), _columns(sink, names), decides)
    if sink["table"] is not None:
        more = len(sink["columns"]) - len(sink["fields"])  # dynamic partitions stand behind static ones
        names = [*sink["fields"], *(sink["all"][-more:] if more > 0 else ())]
        return _statement("INSERT", _plain(sink["table"]), _columns(sink, names), decides)
    directory = re.search(r"\bDIRECTORY\s+'([^']*)'", asked.sql, re.IGNORECASE)
    if directory is not None:
        where = next(
            (
                path
                for path in re.findall(r"\bDIRECTORY\s+'([^']*)'", asked.sql, re.IGNORECASE)
                if str(sink.get("directory")).endswith(path)
            ),
            directory.group(1),
        )
        return _statement("INSERT", where, _columns(sink, schema if alone else None), decides)
    return _statement("SELECT", "result", _columns(sink, schema if alone else None), decides)


def _changed(kind: str, sinks: list[dict[str, Any]]) -> dict[str, Any]:
    table = _plain(sinks[0]["table"])
    columns: list[Column] = []
    decides: set[str] = set()
    for sink in sinks:
        names = list(sink["all"])
        rest = sink["columns"]
        decides |= set(_sources(sink["decides"]) or [])
        led = bool(rest) and (rest[0][0].lower() == "row__id" or _sources(rest[0][2]) == [f"{table}.row__id"])
        if led and len(rest) <= len(names):
            continue  # WHEN MATCHED THEN DELETE: the row's id and its partition
        for name, (_, how, bases) in zip(names, rest[1:] if led else rest, strict=False):
            sources = _sources(bases)
            if not led or sources != [f"{table}.{name.lower()}"] or how != "SIMPLE":
                columns.append((name.lower(), how, sources))
    return _statement(kind, table, columns if kind != "DELETE" else [], sorted(decides))


def _statement(kind: str, target: str, columns: list[Column], decides: list[str]) -> dict[str, Any]:
    return {"kind": kind, "target": target, "columns": [list(column) for column in columns], "decides": decides}
