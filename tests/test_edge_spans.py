"""Every edge says where it stands: inside its statement, around whole parentheses, with an expression to show."""

from __future__ import annotations

from pathlib import Path

import pytest

import headwater

HERE = Path(__file__).parent
FILES = sorted(path for path in HERE.glob("golden/**/*.sql") if "catalogs" not in path.parts)
DIALECTS = ("clickhouse", "duckdb", "flink", "googlesql", "hive", "spark")


def _statements(text: str) -> list[str]:
    """The SQL of a golden file, case by case."""
    cases: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.startswith("---"):
            cases.append([])
        elif not line.startswith("--"):
            cases[-1].append(line)
    return ["\n".join(lines).strip() for lines in cases]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_edges_stand_where_they_say(path: Path) -> None:
    for sql in filter(None, _statements(path.read_text("utf-8"))):
        for dialect in [influence for influence in DIALECTS if influence in path.parts] or DIALECTS:
            for statement in headwater.analyze(sql, dialect=dialect).statements:
                for edge in statement.edges:
                    start, end = edge.span
                    assert statement.span.start <= start < end <= statement.span.end, (sql, edge)
                    for text in (sql[start:end], edge.expr):
                        assert text.strip(), (sql, edge)
                        assert text.count("(") == text.count(")"), (sql, edge, text)
                    assert edge.path[0] == "Scan", (sql, edge)
                for influence in statement.influence:
                    assert statement.span.start <= influence.span.start < influence.span.end <= statement.span.end, (
                        sql,
                        influence,
                    )
