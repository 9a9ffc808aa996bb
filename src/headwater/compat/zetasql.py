"""The API of a ZetaSQL lineage toolkit for Python: `ColumnLineageExtractor` and what it is made of.

Each of its five levels is here: the model (`ColumnEntity`, `ColumnLineage`), walking a resolved tree
(`walk_resolved_tree`), what an expression is made of (`ExpressionParentFinder`), where a column comes from in the end
(`ParentColumnFinder`), and the extractor. Text is read by headwater itself and needs no ZetaSQL; a resolved statement
of the package `zetasql` is read as it is. Fields of structs are columns with dots, `payload.buyer.id`, and a whole
struct stands for its leaves.

>>> import headwater
>>> tables = headwater.Catalog({"wikipedia": {"title": "string", "comment": "string"}})
>>> sql = "CREATE TABLE target AS SELECT UPPER(CONCAT(title, comment)) AS full_text FROM wikipedia"
>>> for lineage in ColumnLineageExtractor.extract_column_lineage(sql, catalog=tables):
...     print(lineage.target.table, lineage.target.name, sorted(parent.name for parent in lineage.parents))
target full_text ['comment', 'title']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from headwater import api
from headwater import session as headwater_session
from headwater.answer import ColumnRef, Statement
from headwater.base.spans import Source, Span
from headwater.base.types import Array, Struct, Type
from headwater.bind.context import Context
from headwater.bind.scope import Resolved
from headwater.bind.session import Session
from headwater.bind.target import Bound, target_column
from headwater.catalog.mapping import Catalog
from headwater.lineage import rules
from headwater.rel.columns import Dataset
from headwater.rel.operators import Scan, Write
from headwater.sql.parse import Parsed

_DIALECT = "googlesql"


# ── level 1: the model ───────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, order=True)
class ColumnEntity:
    """A column of a table; a field of a struct has dots in its name.

    >>> ColumnEntity("t", "a") == ColumnEntity("t", "a"), str(ColumnEntity("t", "s.x"))
    (True, 't.s.x')
    """

    table: str
    name: str

    @staticmethod
    def from_resolved_column(column: Any) -> ColumnEntity:
        """The entity of a `ResolvedColumn`.

        >>> from types import SimpleNamespace
        >>> ColumnEntity.from_resolved_column(SimpleNamespace(table_name="t", name="a"))
        ColumnEntity(table='t', name='a')
        """
        return ColumnEntity(str(column.table_name), str(column.name))

    def __str__(self) -> str:
        return f"{self.table}.{self.name}"


class Parents(frozenset[ColumnEntity]):
    """A set of columns that is walked in the order in which they were given.

    >>> [str(parent) for parent in Parents([ColumnEntity("t", "b"), ColumnEntity("t", "a")])]
    ['t.b', 't.a']
    """

    _order: tuple[ColumnEntity, ...]

    def __new__(cls, members: Iterable[ColumnEntity] = ()) -> Parents:
        order = tuple(dict.fromkeys(members))
        self = super().__new__(cls, order)
        self._order = order
        return self

    def __iter__(self) -> Iterator[ColumnEntity]:
        return iter(self._order)


@dataclass(frozen=True)
class ColumnLineage:
    """A column of a target, and the stored columns that its values are made of, in the order of their use.

    >>> lineage = ColumnLineage(ColumnEntity("x", "k"), {ColumnEntity("t", "a")})
    >>> lineage in {lineage}
    True
    """

    target: ColumnEntity
    parents: Parents

    def __init__(self, target: ColumnEntity, parents: Iterable[ColumnEntity]) -> None:
        object.__setattr__(self, "target", target)
        object.__setattr__(self, "parents", Parents(parents))


# ── level 2: walking ─────────────────────────────────────────────────────────────────────────────────────────
def get_child_nodes(node: Any) -> list[Any]:
    """The nodes right below a node of a resolved tree, in the order of its fields.

    >>> get_child_nodes(None)
    []
    """
    if not is_dataclass(node):
        return []
    matches = []
    for field in fields(node):
        value = getattr(node, field.name)
        matches += [item for item in (value if isinstance(value, list) else [value]) if _is_node(item)]
    return matches


def _is_node(value: Any) -> bool:
    return type(value).__name__.startswith("Resolved") and hasattr(value, "parse_location_range")


def walk_resolved_tree(node: Any, visitor_fn: Callable[[Any], object]) -> None:
    """Visit a node of a resolved tree and everything below it, from the top and from left to right.

    >>> walk_resolved_tree(None, print)
    None
    """
    stack = [node]
    while stack:
        current = stack.pop()
        visitor_fn(current)
        stack.extend(reversed(get_child_nodes(current)))


# ── what both finders and the extractor stand on ─────────────────────────────────────────────────────────────
class _Reading:
    """A resolved tree being read: one statement's binding, with no text behind it."""

    def __init__(self) -> None:
        from headwater.frontends.zetasql.scans import Scans

        session = headwater_session.open_session(_DIALECT, Catalog())
        self.ctx = Context(session, Source("", ""), Parsed(None, (), Span(0, 0)))
        self.scans = Scans(self.ctx, -1)
        self.terminals: dict[tuple[str, str], Any] = {}

    def terminal(self, node: Any) -> None:
        """Remember the columns of a table or of a table function, which is where lineage starts."""
        kind = type(node).__name__
        if kind in ("ResolvedTableScan", "ResolvedTVFScan"):
            table = node.table.full_name or node.table.name if kind == "ResolvedTableScan" else _function(node)
            for column in node.column_list:
                self.terminals[(table, column.name)] = column

    def bind(self, statement: Any) -> Bound:
        """The plan of a statement."""
        from headwater.frontends.zetasql import statements

        walk_resolved_tree(statement, self.terminal)
        return statements.bind(statement, self.scans)

    def answer(self, bound: Bound) -> Statement:
        """The folded answer for a plan."""
        return api.answer(self.ctx, bound, rules.build(bound.writes, self.ctx.size, self.ctx.late))

    def sources(self, rel: Any, column: Resolved) -> list[ColumnRef]:
        """Where a column of a relation comes from."""
        from headwater.bind.names import shape
        from headwater.bind.scope import Output

        frame = self.scans.frame()
        col = shape.column_of(frame, column, "it")
        dataset = Dataset("it", "result")
        born = target_column(self.ctx, dataset, "it", 0, Output("it", col))
        write = Write(self.ctx.rows(), frame.settle(rel), dataset, "SELECT", [born])
        return [edge.source for edge in self.answer(Bound("SELECT", [write], dataset)).edges]

    def leaves(self, source: ColumnRef) -> list[tuple[Any, list[str]]]:
        """A source opened into the leaves of its column, each with the resolved column that it is part of."""
        from headwater.frontends.zetasql import types

        column = self.terminals.get((source.dataset, source.column or ""))
        kind = types.from_zetasql(column.type) if column is not None else None
        return [(column, path) for path in _opened(kind, _fields(source.path))]


def _function(node: Any) -> str:
    return str(node.tvf.name).rpartition(":")[2]


def _fields(path: Iterable[str]) -> list[str]:
    return [name for name in path if name != "[]"]


def _opened(kind: Type | None, path: list[str]) -> list[list[str]]:
    """The leaves below a path, each by its fields."""
    for name in path:
        while isinstance(kind, Array):
            kind = kind.element
        kind = kind.field(name) if isinstance(kind, Struct) else None
    matches: list[list[str]] = []
    stack = [(kind, path)]
    while stack:
        inner, way = stack.pop()
        while isinstance(inner, Array):
            inner = inner.element
        if isinstance(inner, Struct):
            stack += [(part, [*way, name]) for name, part in reversed(inner.fields)]
        else:
            matches.append(way)
    return matches


# ── level 3: what an expression is made of ───────────────────────────────────────────────────────────────────
class ExpressionParentFinder:
    """Which columns an expression is made of: conditions of CASE and IF, and NULLIF's second argument, are not."""

    @staticmethod
    def find_direct_parents(expr: Any) -> list[Any]:
        """The `ResolvedColumn`s that a resolved expression is made of, each once; a field has dots in its name.

        ```python parents = ExpressionParentFinder.find_direct_parents(computed_column.expr) ```
        """
        reading = _Reading()
        columns: dict[int, Any] = {}
        inside: set[int] = set()

        def note(node: Any) -> None:
            reading.terminal(node)
            if type(node).__name__ == "ResolvedTableScan":
                inside.update(column.column_id for column in node.column_list)
            elif type(node).__name__ == "ResolvedColumnRef":
                columns.setdefault(node.column.column_id, node.column)

        walk_resolved_tree(expr, note)
        from headwater.frontends.zetasql import types

        cols = []
        for number, column in columns.items():
            if number not in inside:
                table = f"#{number}"  # columns of two tables may have one name
                col = reading.ctx.col(column.name, Dataset(table), types.from_zetasql(column.type))
                cols.append(col)
                reading.scans.env[number] = Resolved(col)
                reading.terminals[(table, column.name)] = column
        scan = Scan(reading.ctx.rows(), Dataset("#"), cols, [])
        frame = reading.scans.frame()
        value = reading.scans.value(frame, expr, "it")
        return _columns(reading, reading.sources(frame.settle(scan), Resolved(value)), opened=False)


def _columns(reading: _Reading, sources: list[ColumnRef], opened: bool) -> list[Any]:
    """Resolved columns for sources; a field is a column with dots in its name."""
    known: dict[tuple[int, str], Any] = {}
    for source in sources:
        leaves = reading.leaves(source)
        if not opened:
            leaves = [(leaves[0][0], _fields(source.path))]
        for column, path in leaves:
            if column is not None:
                name = ".".join([column.name, *path])
                known.setdefault((column.column_id, name), replace(column, name=name) if path else column)
    return list(known.values())


# ── level 4: where a column comes from ───────────────────────────────────────────────────────────────────────
class ParentColumnFinder:
    """Follows a column of a statement through everything between it and the tables."""

    @staticmethod
    def find_parents_for_column(statement: Any, column: Any) -> list[Any]:
        """The `ResolvedColumn`s of tables that a column of a statement is made of, structs opened into their leaves.

        ```python parents = ParentColumnFinder.find_parents_for_column(stmt, stmt.output_column_list[0].column) ```
        """
        reading = _Reading()
        bound = reading.bind(statement)
        match = reading.scans.env.get(column.column_id)
        if match is None or not bound.writes:
            return []
        return _columns(reading, reading.sources(bound.writes[0].input, match), opened=True)


# ── level 5: the extractor ───────────────────────────────────────────────────────────────────────────────────
class ColumnLineageExtractor:
    """Column lineage of CREATE TABLE AS, CREATE [MATERIALIZED] VIEW, INSERT, UPDATE, MERGE, and of queries."""

    @staticmethod
    def extract_column_lineage(
        stmt: Any, target_table: str | None = None, catalog: Catalog | None = None
    ) -> set[ColumnLineage]:
        """The lineage of every column that a statement writes.

        `stmt` is a resolved statement of the package `zetasql`, or text, for which `catalog` has the tables.
        `target_table` is what a query by itself is meant to write; without it that is called `result`.

        >>> tables = Catalog({"t": ["a", "b"]})
        >>> lineages = ColumnLineageExtractor.extract_column_lineage("SELECT a FROM t", "x", tables)
        >>> [(str(one.target), [str(parent) for parent in one.parents]) for one in lineages]
        [('x.a', ['t.a'])]
        """
        if isinstance(stmt, str):
            session = headwater_session.open_session(_DIALECT, catalog if catalog is not None else Catalog())
            column_lineages: set[ColumnLineage] = set()
            for statement in api.analyze_in(session, stmt).statements:
                column_lineages |= _lineages(statement, target_table, lambda source: _by_catalog(session, source))
            return column_lineages
        reading = _Reading()
        answer = reading.answer(reading.bind(stmt))
        return _lineages(answer, target_table, lambda source: [path for _, path in reading.leaves(source)])


def _by_catalog(session: Session, source: ColumnRef) -> list[list[str]]:
    table = session.find(session.key(tuple(source.dataset.split("."))))
    index = (
        table.index(session.dialect.identifiers.fold_columns) if table is not None and table.columns is not None else {}
    )
    position = index.get((source.column or "").lower())
    kind = (
        table.columns[position].type
        if table is not None and table.columns is not None and position is not None
        else None
    )
    return _opened(kind, _fields(source.path))


def _lineages(
    statement: Statement, target_table: str | None, leaves: Callable[[ColumnRef], list[list[str]]]
) -> set[ColumnLineage]:
    parents: dict[ColumnEntity, list[ColumnEntity]] = {}
    for plan in statement.plans:
        for born in plan.born:
            parents.setdefault(_target(plan.dataset.name, born.col.name, target_table), [])
    for edge in sorted(statement.edges, key=lambda edge: edge.origin):
        into = parents.setdefault(_target(edge.target.dataset, edge.target.column or "", target_table), [])
        for path in leaves(edge.source):
            into.append(ColumnEntity(edge.source.dataset, ".".join([edge.source.column or "*", *path])))
    return {ColumnLineage(target, parent) for target, parent in parents.items()}


def _target(dataset: str, column: str, target_table: str | None) -> ColumnEntity:
    return ColumnEntity(target_table if target_table and dataset == "result" else dataset, column)
