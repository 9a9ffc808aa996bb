"""The DuckDB file of an index: statements, hops, diagnostics, names. Safe to use from several threads."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from headwater.base.levels import Level
from headwater.rel.kinds import EdgeType
from headwater.rows.graph import Edge, Hop, Remark, Statement, with_path
from headwater.store.errors import StoreProblem
from headwater.store.graph import Graph
from headwater.store.index import DETAILS


class Details:
    """A connection that only reads."""

    def __init__(self, folder: Path) -> None:
        import duckdb

        self._in_dialects: dict[frozenset[str], bytes] = {}
        config: dict[str, Any] = {"enable_external_access": "false", "threads": "2", "memory_limit": "1GB"}
        try:
            self._db = duckdb.connect(str(folder / DETAILS), read_only=True, config=config)
        except duckdb.Error as error:
            raise StoreProblem(
                f"Cannot open the index in {folder}: {error}.", "Remove it; it is built again."
            ) from None

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def rows(self, query: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """The rows of a query of our own; user input is passed as values."""
        with self._db.cursor() as cursor:
            rows: list[tuple[Any, ...]] = cursor.execute(query, self._used(query, values)).fetchall()
            return rows

    def dicts(self, query: str, values: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
        """The rows of a query by the names of its columns."""
        with self._db.cursor() as cursor:
            result = cursor.execute(query, self._used(query, values))
            names = [column[0] for column in result.description or ()]
            return [dict(zip(names, row, strict=True)) for row in result.fetchall()]

    @staticmethod
    def _used(query: str, values: Mapping[str, Any] | None) -> dict[str, Any] | None:
        """The values that a query names: DuckDB refuses any other."""
        return {name: value for name, value in (values or {}).items() if f"${name}" in query} or None

    @cached_property
    def systems(self) -> list[str]:
        """The systems there are."""
        return [row[0] for row in self.rows("SELECT DISTINCT system FROM datasets ORDER BY 1")]

    def columns_named(self, folded: str, limit: int) -> list[int]:
        """The columns of that name."""
        query = "SELECT n FROM columns WHERE folded = $name ORDER BY n LIMIT $limit"
        return [row[0] for row in self.rows(query, {"name": folded, "limit": limit})]

    def statements_in(self, dialects: frozenset[str]) -> bytes:
        """For every statement, by its number, 1 where it is in one of these dialects."""
        known = self._in_dialects.get(dialects)
        if known is not None:
            return known
        many = self.rows("SELECT count(*) FROM statements")[0][0]
        out = bytearray(many)
        for row in self.rows("SELECT n FROM statements WHERE list_contains($wanted, dialect)", {"wanted": [*dialects]}):
            out[row[0]] = 1
        if len(self._in_dialects) < 64:  # there are few dialects, and a request may name any string
            self._in_dialects[dialects] = bytes(out)
        return bytes(out)

    def statement(self, number: int) -> Statement:
        """A statement by its number."""
        query = """SELECT statement AS id, kind, dialect, level, source, entry, line, column_number AS "column",
            span_start AS "offset", text, status, job, runs, first_seen, last_seen, users, "database",
            CASE WHEN target IS NULL THEN NULL ELSE concat_ws(':', target_system, target) END AS target
          FROM statements WHERE n = $n"""
        rows = self.dicts(query, {"n": number})
        if not rows:
            raise StoreProblem(f"Unknown statement {number}.")
        (row,) = rows
        return Statement(**row | {"level": Level(row["level"]), "users": tuple(row["users"] or ())})

    def statement_number(self, id_: str) -> int | None:
        """The number of a statement by its id."""
        rows = self.rows("SELECT n FROM statements WHERE statement = $id", {"id": id_})
        return int(rows[0][0]) if rows else None

    def unit(self, statement: int) -> str:
        """The text that a statement stands in."""
        return str(self.rows("SELECT unit FROM statements WHERE n = $n", {"n": statement})[0][0])

    def edge(self, number: int) -> tuple[list[str], tuple[int, int], int, int, str | None, int]:
        """What is stored of an edge beside the arrays: operators, span, line, column, job, runs."""
        query = "SELECT operators, span_start, span_end, line, column_number, job, runs FROM edges WHERE n = $n"
        operators, start, end, line, column, job, runs = self.rows(query, {"n": number})[0]
        return list(operators), (start, end), line, column, job, runs

    def statement_edges(self, graph: Graph, statement: int, limit: int) -> tuple[list[Edge], int]:
        """The edges of a statement, and how many more there are."""
        query = "SELECT n FROM edges WHERE statement = $n ORDER BY n"
        numbers = [row[0] for row in self.rows(query, {"n": statement})]
        return [graph.edge(number) for number in numbers[:limit]], max(len(numbers) - limit, 0)

    def hops(self, statement: int, offset: int) -> list[Hop]:
        """The steps inside a statement; spans count from its beginning."""
        query = """SELECT source_dataset, source_column, source_path, target_dataset, target_column, type, level, expr,
          operator, span_start, span_end, line, column_number FROM hops WHERE statement_n = $n"""
        return [
            Hop(
                source=with_path(f"{row['source_dataset']}.{row['source_column']}", row["source_path"] or ()),
                target=f"{row['target_dataset']}.{row['target_column']}",
                type=EdgeType(row["type"]),
                level=Level(row["level"]),
                expr=row["expr"],
                operator=row["operator"],
                span=(row["span_start"] - offset, row["span_end"] - offset),
                line=row["line"],
                column=row["column_number"],
            )
            for row in self.dicts(query, {"n": statement})
        ]

    def diagnostics(self, statement: int, offset: int) -> list[Remark]:
        """The diagnostics of a statement."""
        query = """SELECT code, severity, level, message, help, span_start, span_end, line, column_number
          FROM diagnostics WHERE statement_n = $n"""
        return [
            Remark(
                code=row["code"],
                severity=row["severity"],
                level=Level(row["level"]),
                message=row["message"],
                help=row["help"],
                span=(row["span_start"] - offset, row["span_end"] - offset),
                line=row["line"],
                column=row["column_number"],
            )
            for row in self.dicts(query, {"n": statement})
        ]
