"""Statements that write, judged through the SELECT inside: which column of the target gets which column of it.

ClickHouse hands on by position in INSERT, and by name where a materialized view writes TO a table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import headwater
from tests.judges.clickhouse import Judge, shown
from tests.judges.compare import source_of
from tests.judges.values import Abstain, Leaf

INSERT = re.compile(
    r"(?P<before>WITH\s.*?\)\s*)?INSERT\s+INTO\s+(?:TABLE\s+)?(?P<table>[\w.]+)\s*(?:\((?P<list>(?:[^()]|\([^()]*\))*)\))?\s*"
    r"(?P<select>(?:WITH|SELECT)\b.*)",
    re.I | re.S,
)
CREATE = re.compile(r"CREATE\s.*?(?:\bTO\s+(?P<table>[\w.]+)\s.*?)?\bAS\s+(?P<select>(?:WITH|SELECT)\b.*)", re.I | re.S)


@dataclass(frozen=True)
class Write:
    """The target's columns in the order of the SELECT's; None where the SELECT's own names say it."""

    select: str
    names: list[str] | None


def read(judge: Judge, sql: str) -> Write:
    """What a writing statement hands on."""
    insert, create = INSERT.match(sql), CREATE.match(sql)
    if insert is not None:
        rows = judge.engine.rows(f"DESCRIBE TABLE {insert['table']}")
        plain = [row["name"] for row in rows if row["default_type"] not in ("MATERIALIZED", "ALIAS", "EPHEMERAL")]
        listed = (insert["list"] or "").strip()
        left_out = re.match(r"\*\s*EXCEPT\s*\(?([\w, ]+)\)?", listed, re.I)
        if left_out is not None:
            names = [name for name in plain if name not in left_out[1].replace(",", " ").split()]
        else:
            names = [name.strip() for name in listed.split(",")] if listed else plain
        return Write((insert["before"] or "") + insert["select"], names)
    if create is not None:
        return Write(create["select"], None)
    raise Abstain("no statement that writes a SELECT")


def difference(judge: Judge, sql: str) -> str | None:
    """A report where the target's columns get other values than the engine's SELECT says; None where they agree."""
    write = read(judge, sql)
    outputs = judge.expected(write.select)
    names = write.names or judge.names(write.select)
    if len(names) != len(outputs):
        raise Abstain(f"{len(outputs)} columns for {names}")
    expected = {name: output.leaves for name, output in zip(names, outputs, strict=True)}
    statement = headwater.analyze(sql, dialect="clickhouse", catalog=judge.catalog).statements[0]
    got: dict[str, set[Leaf]] = {str(column.name): set() for column in statement.columns}
    for edge in statement.edges:
        if edge.target.dataset != statement.target:
            continue  # a materialized view stands before the table that it fills
        fields = [str(part).strip("[]") for part in edge.source.path]
        leaf = (*source_of(edge.source, str), *(name for name in fields if name))
        got.setdefault(str(edge.target.column), set()).update(judge.opened(frozenset({leaf})))
    lines: list[str] = []
    for name in sorted(expected.keys() | got.keys()):
        want, have = expected.get(name, frozenset()), frozenset(got.get(name, ()))
        if want != have:
            lines += [f"  {name}", f"    expected {shown(want)}", f"    got      {shown(have)}"]
    notes = [f"  note: {d.code} {d.message}" for d in statement.diagnostics]
    return "\n".join(["", sql, *lines, *notes]) if lines else None
