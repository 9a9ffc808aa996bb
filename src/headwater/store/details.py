"""The DuckDB file of an index: what is asked of one statement, and of names. Safe to ask from several threads."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from headwater.base.levels import Level
from headwater.rel.kinds import EdgeType
from headwater.store.errors import StoreProblem
from headwater.store.graph import Graph
from headwater.store.index import MORE
from headwater.store.model import Edge, Hop, Remark, Statement


class More:
    """A connection that only reads."""

    def __init__(self, folder: Path) -> None:
        import duckdb

        self._spoken: dict[frozenset[str], bytes] = {}
        config: dict[str, Any] = {"enable_external_access": "false", "threads": "2", "memory_limit": "1GB"}
        try:
            self._db = duckdb.connect(str(folder / MORE), read_only=True, config=config)
        except duckdb.Error as error:
            raise StoreProblem(f"The index in {folder} cannot be opened: {error}.", "Remove it.") from None

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def rows(self, query: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """The rows of a query of our own; what users say is in its values."""
        with self._db.cursor() as cursor:
            used = {name: value for name, value in (values or {}).items() if f"${name}" in query}
            found: list[tuple[Any, ...]] = cursor.execute(query, used or None).fetchall()
            return found

    @cached_property
    def systems(self) -> list[str]:
        """The systems there are."""
        return [row[0] for row in self.rows("SELECT DISTINCT system FROM datasets ORDER BY 1")]

    def columns_named(self, folded: str, limit: int) -> list[int]:
        """The columns of that name."""
        query = "SELECT n FROM columns WHERE folded = $name ORDER BY n LIMIT $limit"
        return [row[0] for row in self.rows(query, {"name": folded, "limit": limit})]

    def spoken(self, dialects: frozenset[str]) -> bytes:
        """For every statement, by its number, 1 where it is in one of these dialects."""
        known = self._spoken.get(dialects)
        if known is not None:
            return known
        many = self.rows("SELECT count(*) FROM statements")[0][0]
        out = bytearray(many)
        for row in self.rows("SELECT n FROM statements WHERE list_contains($wanted, dialect)", {"wanted": [*dialects]}):
            out[row[0]] = 1
        if len(self._spoken) < 64:  # there are few dialects, and anybody may make words up
            self._spoken[dialects] = bytes(out)
        return bytes(out)

    def statement(self, number: int) -> Statement:
        """A statement by its number."""
        query = """SELECT statement, kind, dialect, level, source, entry, line, column_number, span_start, text,
          CASE WHEN target IS NULL THEN NULL ELSE concat_ws(':', target_system, target) END, status, job, runs,
          first_seen, last_seen, users, "database" FROM statements WHERE n = $n"""
        found = self.rows(query, {"n": number})
        if not found:
            raise StoreProblem(f"There is no statement {number}.")
        return _statement(found[0])

    def statement_number(self, id_: str) -> int | None:
        """The number of a statement by its id."""
        found = self.rows("SELECT n FROM statements WHERE statement = $id", {"id": id_})
        return int(found[0][0]) if found else None

    def unit(self, statement: int) -> str:
        """The text that a statement stands in."""
        return str(self.rows("SELECT unit FROM statements WHERE n = $n", {"n": statement})[0][0])

    def edge(self, number: int) -> tuple[list[str], tuple[int, int], int, int, str | None, int]:
        """What is kept of an edge beside the arrays: operators, span, line, column, job, runs."""
        query = "SELECT operators, span_start, span_end, line, column_number, job, runs FROM edges WHERE n = $n"
        operators, start, end, line, column, job, runs = self.rows(query, {"n": number})[0]
        return list(operators), (start, end), line, column, job, runs

    def edges_of(self, graph: Graph, statement: int, limit: int) -> tuple[list[Edge], int]:
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
                f"{row[0]}.{row[1]}" + "".join(step if step == "[]" else f".{step}" for step in row[2] or ()),
                f"{row[3]}.{row[4]}",
                EdgeType(row[5]),
                Level(row[6]),
                row[7],
                row[8],
                (row[9] - offset, row[10] - offset),
                row[11],
                row[12],
            )
            for row in self.rows(query, {"n": statement})
        ]

    def diagnostics(self, statement: int, offset: int) -> list[Remark]:
        """What has to be said of a statement."""
        query = """SELECT code, severity, level, message, help, span_start, span_end, line, column_number
          FROM diagnostics WHERE statement_n = $n"""
        return [
            Remark(row[0], row[1], Level(row[2]), row[3], row[4], (row[5] - offset, row[6] - offset), row[7], row[8])
            for row in self.rows(query, {"n": statement})
        ]


def _statement(row: tuple[Any, ...]) -> Statement:
    return Statement(
        row[0], row[1], row[2], Level(row[3]), row[4], row[5], row[6], row[7], row[8], row[9], row[10], row[11],
        row[12], row[13], row[14], row[15], tuple(row[16] or ()), row[17],
    )  # fmt: skip
