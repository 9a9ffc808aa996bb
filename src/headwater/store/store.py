"""The store: a snapshot, opened for questions.

Everything is read-only and safe to ask from several threads. Answers are bounded, and say what they left out.

    with open_store("out") as store:
        store.search("revenue")
        store.upstream("marts.daily_sales.amount", depth=3)
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any

import headwater
from headwater.rows.graph import INFLUENCE_TYPES, VALUE_TYPES, Change, Column, Direction, Edge, Remark, Runs, Statement
from headwater.rows.graph_answers import Explanation, Found, Impact, Paths, Table, View, Walk
from headwater.rows.server_answers import Info
from headwater.rows.server_answers import Snapshot as SnapshotInfo
from headwater.rows.warehouse import COVERAGE
from headwater.store import explain, impact, paths, runs, search, view_json, walk
from headwater.store.details import Details
from headwater.store.errors import StoreProblem, UnknownName
from headwater.store.folder import Snapshot, is_store, snapshot, snapshots
from headwater.store.graph import Filter, Graph
from headwater.store.index import LEVELS, find_index
from headwater.store.names import Names
from headwater.store.overview import warehouse_view
from headwater.store.sql_folder import Reading, write_store
from headwater.store.view import dataset_view, walk_view


class Store:
    """One snapshot of a folder. Use `open_store`."""

    def __init__(self, snapshot: Snapshot, index: Path, temporary: Path | None = None) -> None:
        self.snapshot = snapshot
        self.graph = Graph(index)
        self.details = Details(index)
        self.names = Names(self.graph, self.details)
        self.graph.statements_in = self.details.statements_in
        self._temporary = temporary

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files; what was only made for these questions is removed."""
        self.details.close()
        self.graph.close()
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)
            self._temporary = None

    # ── names ────────────────────────────────────────────────────────────────────────────────────────────────
    def column(self, name: str) -> Column:
        """The column that a name means. Raises `UnknownName` or `SeveralNames`."""
        return self.graph.column(self.names.column(name).node)

    def search(
        self, query: str, limit: int = 20, kinds: Sequence[str] = ("dataset", "column"), systems: Sequence[str] = ()
    ) -> Found:
        """Datasets and columns whose names match, best first."""
        return search.search(self.graph, self.details, query, limit, kinds, systems)

    def table(self, name: str, limit: int = 1_000, offset: int = 0) -> Table:
        """A dataset and its columns, a page of them."""
        number = self.names.dataset(name)
        nodes = self.graph.column_nodes(number)
        query = "SELECT also, first_seen, last_seen, reads, writes FROM datasets WHERE n = $n"
        (row,) = self.details.dicts(query, {"n": number})
        return Table(
            dataset=self.graph.dataset(number),
            columns=tuple(self.graph.column(node) for node in nodes[offset : offset + limit]),
            total=len(nodes),
            **row | {"also": tuple(row["also"] or ())},
        )

    # ── the graph ────────────────────────────────────────────────────────────────────────────────────────────
    def upstream(
        self, name: str, depth: int = 3, filter: Filter | None = None, max_columns: int = 500, max_edges: int = 2_000
    ) -> Walk:
        """What a column is made of, and, with `Filter(relation="both")`, what decides it."""
        return self._walk("upstream", name, depth, filter, max_columns, max_edges)

    def downstream(
        self, name: str, depth: int = 3, filter: Filter | None = None, max_columns: int = 500, max_edges: int = 2_000
    ) -> Walk:
        """What is made of a column."""
        return self._walk("downstream", name, depth, filter, max_columns, max_edges)

    def _walk(
        self, direction: Direction, name: str, depth: int, filter: Filter | None, max_columns: int, max_edges: int
    ) -> Walk:
        node = self.names.column(name).node
        return walk.walk(self.graph, node, direction, depth, filter or Filter(), max_columns, max_edges)

    def around(
        self,
        name: str,
        up: int = 1,
        down: int = 1,
        filter: Filter | None = None,
        max_columns: int = 500,
        max_edges: int = 2_000,
    ) -> Walk:
        """What lies on both sides of a column; distances are negative upstream."""
        node = self.names.column(name).node
        return walk.around(self.graph, node, up, down, filter or Filter(), max_columns, max_edges)

    def view(
        self,
        name: str,
        up: int = 1,
        down: int = 1,
        filter: Filter | None = None,
        max_columns: int = 500,
        max_edges: int = 2_000,
    ) -> View:
        """The same as cards with places, for a picture."""
        return walk_view(self.around(name, up, down, filter, max_columns, max_edges))

    def view_json(
        self,
        name: str,
        up: int,
        down: int,
        filter: Filter,
        max_columns: int,
        max_edges: int,
        within: int | None = None,
    ) -> bytes | None:
        """The same as JSON.

        With `within`, None unless the column is named in full and the walk looks at no more edges than that.
        """
        if within is None:
            node = self.names.column(name).node
        else:
            exact = self.names.exact_node(name) if not filter.dialects else None  # statements have to be looked up
            if exact is None:
                return None
            node = exact
        try:
            passes = walk.both_ways(self.graph, node, up, down, filter, max_columns, max_edges, within)
        except walk.TooFar:
            return None
        return view_json.neighbourhood(self.graph, node, passes)

    def view_tables(self, name: str, up: int = 1, down: int = 1, filter: Filter | None = None, most: int = 200) -> View:
        """The datasets around one, as cards with places; by value and by influence where no filter says otherwise."""
        chosen = filter or Filter(relation="both")
        return dataset_view(self.graph, self.names.dataset(name), up, down, chosen, most)

    def overview(self, filter: Filter | None = None, most: int = 300) -> View:
        """All datasets that something leads to or from, as cards with places; of many, the most connected."""
        return warehouse_view(self.graph, filter, most)

    def paths(self, source: str, target: str, filter: Filter | None = None, limit: int = 10) -> Paths:
        """The ways from one column to another, the most certain first."""
        first, second = self.names.column(source).node, self.names.column(target).node
        return paths.paths(self.graph, first, second, filter or Filter(), limit)

    def impact(
        self, name: str, change: Change = "drop", filter: Filter | None = None, max_columns: int = 5_000
    ) -> Impact:
        """What dropping, renaming or retyping a column does."""
        node = self.names.column(name).node
        if node >= self.graph.columns:
            raise StoreProblem("Impact needs a column, not (rows).", "Pass a column.")
        return impact.impact(self.graph, node, change, filter or Filter(relation="both"), max_columns)

    # ── why ──────────────────────────────────────────────────────────────────────────────────────────────────
    def explain(self, edge: int) -> Explanation:
        """Why there is an edge, by its number in this snapshot."""
        if not 0 <= edge < self.graph.edges:
            raise StoreProblem(f"Edge {edge} does not exist in this snapshot.")
        return explain.explain(self.graph, self.details, edge)

    def explain_between(
        self, source: str, target: str, filter: Filter | None = None, limit: int = 20
    ) -> tuple[list[Explanation], int]:
        """Why one column is made of another, one explanation an edge, best first; and how many more there are."""
        first, second = self.names.column(source).node, self.names.column(target).node
        allowed = (filter or Filter(relation="both")).allowed()
        edges = [edge for edge in self.graph.between(first, second) if allowed[self.graph.attr[edge]] == 0]
        shown = [explain.explain(self.graph, self.details, edge, len(edges) - 1) for edge in edges[: max(limit, 0)]]
        return shown, len(edges) - len(shown)

    def places(self, edges: Sequence[int]) -> dict[int, str]:
        """Where the statements of edges stand, by the number of the edge: `file:line`."""
        statement = self.graph.statement
        statements = sorted({edge: statement[edge] for edge in edges}.items())
        if not statements:
            return {}
        numbers = [edge for edge, _ in statements]
        query = "SELECT n, line FROM edges WHERE n IN (SELECT unnest($edges::BIGINT[]))"
        lines = self.details.rows(query, {"edges": numbers})
        query = "SELECT n, source, entry FROM statements WHERE n IN (SELECT unnest($statements::BIGINT[]))"
        rows = self.details.rows(query, {"statements": sorted({number for _, number in statements})})
        sources = {row[0]: f"{row[1]}#{row[2]}" if row[2] else row[1] for row in rows}
        line_by_edge = dict(lines)
        return {edge: f"{sources[number]}:{line_by_edge[edge]}" for edge, number in statements}

    def statement(self, id_: str) -> Statement:
        """A statement by its id."""
        return self.details.statement(self._statement(id_))

    def remarks(self, id_: str) -> list[Remark]:
        """The diagnostics of a statement."""
        number = self._statement(id_)
        return self.details.diagnostics(number, self.details.statement(number).offset)

    def statement_edges(self, id_: str, limit: int = 500) -> tuple[list[Edge], int]:
        """The edges of a statement, and how many more there are."""
        return self.details.statement_edges(self.graph, self._statement(id_), limit)

    def runs(self, id_: str, limit: int = 50, offset: int = 0) -> Runs:
        """The runs of a statement that are kept, the last one first, a page of them."""
        number = self._statement(id_)
        return runs.statement_runs(
            self.details, self.details.statement(number), self.details.unit(number), limit, offset
        )

    def _statement(self, id_: str) -> int:
        number = self.details.statement_number(id_)
        if number is None:
            raise UnknownName(f"Unknown statement {id_[:80]}.", "See the table statements for the ids.")
        return number

    # ── what there is ────────────────────────────────────────────────────────────────────────────────────────
    def info(self, dialects: Sequence[str], limits: dict[str, float]) -> Info:
        """The open snapshot, the other snapshots, what it holds, and the values that filters accept."""
        current = self.snapshot
        return Info(
            version=headwater.__version__,
            snapshot=SnapshotInfo(current.id, current.made_at),
            snapshots=tuple(SnapshotInfo(earlier.id, earlier.made_at) for earlier in snapshots(current.root)),
            counts={name: int(table["rows"]) for name, table in current.manifest["tables"].items()},
            systems=tuple(self.details.systems),
            dialects=tuple(dialects),
            value_types=VALUE_TYPES,
            influence_types=INFLUENCE_TYPES,
            levels=LEVELS,
            limits=limits,
            sources=tuple(str(source) for source in current.manifest.get("sources", ())),
        )

    # ── how much was read, and how well ──────────────────────────────────────────────────────────────────────
    def coverage(self) -> list[dict[str, Any]]:
        """How much was read, and how well, by dialect."""
        rows = self.details.dicts("SELECT * FROM coverage ORDER BY dialect")
        return [{name: row.get(name, 0) for name in COVERAGE.names} for row in rows]  # an older snapshot has fewer

    def reasons(self) -> list[dict[str, Any]]:
        """What was not understood: codes by dialect, the most frequent first, with a statement that shows each."""
        query = """SELECT d.code, d.severity, d.level, coalesce(s.dialect, '') AS dialect,
            count(DISTINCT s.n) AS statements, min(d.message) AS message, min(d.help) AS help,
            min_by(s.statement, s.n) AS example
          FROM diagnostics AS d JOIN statements AS s ON s.n = d.statement_n
          GROUP BY ALL ORDER BY statements DESC, code, dialect"""
        return self.details.dicts(query)

    def unsure(
        self,
        code: str | None = None,
        dialect: str | None = None,
        level: str | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> tuple[list[dict[str, Any]], int]:
        """Statements that are not EXACT, or have a diagnostic, a page of them; and how many there are in all."""
        query = """SELECT s.statement, s.kind, s.dialect, s.level, s.source, s.line, s.target,
            left(s.text, 300) AS text, count(*) OVER () AS total,
            coalesce(list_sort(list(DISTINCT d.code) FILTER (d.code IS NOT NULL)), []) AS codes
          FROM statements AS s LEFT JOIN diagnostics AS d ON d.statement_n = s.n
          WHERE ($level IS NULL OR s.level = $level) AND ($dialect IS NULL OR s.dialect = $dialect)
            AND ($code IS NOT NULL OR $level IS NOT NULL OR s.level <> 'EXACT')
          GROUP BY s.n, s.statement, s.kind, s.dialect, s.level, s.source, s.line, s.target, s.text
          HAVING $code IS NULL OR bool_or(d.code = $code)
          ORDER BY s.n LIMIT $limit OFFSET $offset"""
        values = {"code": code, "dialect": dialect, "level": level, "limit": limit, "offset": offset}
        rows = self.details.dicts(query, values)
        totals = [row.pop("total") for row in rows]
        return rows, totals[0] if totals else 0


def open_store(
    root: Path | str,
    wanted: str | datetime | None = None,
    reading: Reading | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> Store:
    """Open what `headwater run` wrote: the current snapshot, that of an id, or the last that was made by a time.

    A folder of SQL (or a script) can be opened too: it is analysed first, as `reading` says, and forgotten afterwards.
    The first time a snapshot is opened its index is made; where the folder cannot be written, it lies in the user's
    cache. Raises `StoreProblem`.
    """
    root = Path(root)
    if root.exists() and not is_store(root):
        return _open_scripts(root, reading, say)
    opened = snapshot(root, wanted)
    return Store(opened, find_index(opened, say))


def _open_scripts(root: Path, reading: Reading | None, say: Callable[[str], None]) -> Store:
    folder = Path(tempfile.mkdtemp(prefix="headwater-"))
    try:
        say(f"Analyzing {root}")
        write_store(root, folder, reading)
        opened = snapshot(folder)
        return Store(opened, find_index(opened), temporary=folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
