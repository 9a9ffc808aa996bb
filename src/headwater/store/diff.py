"""What changed between two snapshots: which columns have other origins, which tables came and went, what lies behind.

An origin is a source column with the fields below it; two snapshots are compared by what is true in each of them, by
names and not by statements, so a statement that was only written anew changes nothing. Bare queries write nothing and
are left out. The comparison is one query of DuckDB's over both; what lies downstream is walked in the newer one, and in
the older one for what is gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from headwater.base.levels import Level
from headwater.store.errors import StoreProblem
from headwater.store.folder import Snapshot
from headwater.store.graph import Filter
from headwater.store.index import LEVELS, VALUES, _quoted
from headwater.store.model import Relation, column_name
from headwater.store.store import Store
from headwater.store.walk import Pass

Kind = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class Origin:
    """A column that another one is made of, or, where it is none of its values, decided by."""

    source: str
    types: tuple[str, ...]
    level: Level
    expr: str

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {"from": self.source, "types": list(self.types), "level": self.level.value, "expr": self.expr}


@dataclass(frozen=True, slots=True)
class OriginChange:
    """An origin that came, went, or is another one than before."""

    change: Kind
    influence: bool
    before: Origin | None
    after: Origin | None

    @property
    def worse(self) -> bool:
        """Whether less is known than before: an origin is gone, less sure, or goes through something unknown."""
        if self.after is None:
            return True
        unknown = "UNKNOWN" in self.after.types or self.after.level > Level.INFERRED
        if self.before is None:
            return unknown
        return self.after.level > self.before.level or (unknown and "UNKNOWN" not in self.before.types)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "change": self.change,
            "influence": self.influence,
            "worse": self.worse,
            "before": self.before.to_dict() if self.before is not None else None,
            "after": self.after.to_dict() if self.after is not None else None,
        }


@dataclass(frozen=True, slots=True)
class ColumnChange:
    """A column whose origins changed; without a name, the rows of its dataset."""

    change: Kind
    dataset: str
    column: str | None
    origins: tuple[OriginChange, ...]
    downstream: tuple[str, ...] = ()
    hidden: int = 0

    @property
    def full_name(self) -> str:
        """`system:dataset.column`."""
        return f"{self.dataset}.{column_name(self.column)}"

    @property
    def worse(self) -> bool:
        """Whether less is known of it than before."""
        return self.change != "removed" and any(one.worse for one in self.origins)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "change": self.change,
            "column": self.full_name,
            "dataset": self.dataset,
            "worse": self.worse,
            "origins": [one.to_dict() for one in self.origins],
            "downstream": list(self.downstream),
            "hidden": self.hidden,
        }


@dataclass(frozen=True, slots=True)
class Diff:
    """What changed from one snapshot to another."""

    before: str
    after: str
    columns: tuple[ColumnChange, ...]
    datasets_added: tuple[str, ...]
    datasets_removed: tuple[str, ...]
    hidden: int = 0
    """Changed columns beyond the bound."""

    def __bool__(self) -> bool:
        return bool(self.columns or self.datasets_added or self.datasets_removed or self.hidden)

    @property
    def worse(self) -> bool:
        """Whether of some column less is known than before."""
        return any(one.worse for one in self.columns)

    @property
    def downstream(self) -> tuple[str, ...]:
        """Every dataset that lies behind a changed column."""
        return tuple(sorted({name for one in self.columns for name in one.downstream}))

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "before": self.before,
            "after": self.after,
            "worse": self.worse,
            "columns": [one.to_dict() for one in self.columns],
            "datasets_added": list(self.datasets_added),
            "datasets_removed": list(self.datasets_removed),
            "downstream": list(self.downstream),
            "hidden": self.hidden,
        }


_ORIGINS = f"""
WITH known AS (SELECT id FROM {{side}}_datasets),
plain AS (
  SELECT target_system, target_dataset, target_column, source_system, source_dataset, source_column, source_path, type,
    level, expr, false AS decides, target_dataset_id, valid_to FROM {{side}}_edges
  UNION ALL
  SELECT target_system, target_dataset, target_column, source_system, source_dataset, source_column, source_path, type,
    level, '', true, target_dataset_id, valid_to FROM {{side}}_influence
)
SELECT target_system || ':' || target_dataset AS dataset, target_column AS "column", decides,
  source_system || ':' || source_dataset || '.' || source_column
    || list_aggregate(list_transform(source_path, lambda step: CASE WHEN step = '[]' THEN step ELSE '.' || step END),
                      'string_agg', '') AS plain_source,
  source_system || ':' || source_dataset || '.' || source_column AS bare_source,
  list_sort(list(DISTINCT type)) AS types,
  max(list_position({list(LEVELS)}, level)) - 1 AS level,
  coalesce(list_sort(list(DISTINCT expr))[1], '') AS expr,
  list_sort(list(DISTINCT expr)) AS exprs
FROM plain SEMI JOIN known ON known.id = plain.target_dataset_id WHERE valid_to IS NULL
GROUP BY ALL
"""
_CHANGED = """
SELECT coalesce(b.dataset, a.dataset) AS dataset, coalesce(b."column", a."column") AS "column",
  coalesce(b.decides, a.decides) AS decides, coalesce(b.source, a.source) AS source,
  b.types, b.level, b.expr, a.types, a.level, a.expr
FROM before_origins AS b FULL JOIN after_origins AS a
  ON b.dataset = a.dataset AND b."column" IS NOT DISTINCT FROM a."column" AND b.decides = a.decides
  AND b.source = a.source
WHERE b.dataset IS NULL OR a.dataset IS NULL OR b.types <> a.types OR b.level <> a.level OR b.exprs <> a.exprs
ORDER BY 1, 2 NULLS FIRST, 3, 4
"""
_GONE = """
SELECT system || ':' || name AS one FROM {0}_datasets AS x
WHERE kind <> 'result' AND NOT temporary AND NOT EXISTS (FROM {1}_datasets AS y WHERE y.id = x.id) ORDER BY 1
"""
_COLUMNS = """
SELECT DISTINCT system || ':' || dataset, name FROM {0}_columns
"""


def diff(before: Store, after: Store, relation: Relation = "both", max_columns: int = 1_000, depth: int = 20) -> Diff:
    """What changed, column by column; what lies behind each is walked so many steps."""
    import duckdb

    try:
        with duckdb.connect() as db:
            for side, one in (("before", before.snapshot), ("after", after.snapshot)):
                _views(db, side, one)
                db.execute(f"CREATE TABLE {side}_origins AS {_origins(side)}")
            rows = db.execute(_CHANGED).fetchall()
            came = [row[0] for row in db.execute(_GONE.format("after", "before")).fetchall()]
            went = [row[0] for row in db.execute(_GONE.format("before", "after")).fetchall()]
            there = {side: _there(db, side, rows) for side in ("before", "after")}
    except duckdb.Error as error:
        raise StoreProblem(f"The snapshots cannot be compared: {error}") from None
    grouped: dict[tuple[str, str | None], list[OriginChange]] = {}
    for dataset, column, decides, source, *rest in rows:
        if relation != "both" and decides != (relation == "influence"):
            continue
        old = _origin(source, *rest[:3])
        new = _origin(source, *rest[3:])
        change: Kind = "added" if old is None else "removed" if new is None else "changed"
        grouped.setdefault((dataset, column), []).append(OriginChange(change, decides, old, new))
    changed = [_column(key, origins, there) for key, origins in grouped.items()]
    shown = [_with_downstream(one, before, after, depth) for one in changed[:max_columns]]
    return Diff(
        _called(before), _called(after), tuple(shown), tuple(came), tuple(went), max(len(changed) - max_columns, 0)
    )


def _called(store: Store) -> str:
    return f"{store.snapshot.id} ({store.snapshot.made_at:%Y-%m-%d %H:%M})"


def _views(db: Any, side: str, one: Snapshot) -> None:
    for name in ("edges", "influence", "datasets", "columns"):
        db.execute(f"CREATE VIEW {side}_{name} AS FROM read_parquet({_quoted(one.files(name))})")


def _origins(side: str) -> str:
    query = _ORIGINS.format(side=side)
    return f"SELECT * EXCLUDE (plain_source, bare_source), coalesce(plain_source, bare_source) AS source FROM ({query})"


def _there(db: Any, side: str, rows: Iterable[Any]) -> set[tuple[str, str]]:
    """Which of the changed columns a side has."""
    wanted = sorted({(row[0], row[1]) for row in rows if row[1] is not None})
    if not wanted:
        return set()
    db.execute("CREATE OR REPLACE TEMP TABLE wanted (dataset VARCHAR, name VARCHAR)")
    db.executemany("INSERT INTO wanted VALUES ($1, $2)", [list(one) for one in wanted])
    query = (
        f"SELECT dataset, name FROM wanted SEMI JOIN ({_COLUMNS.format(side)}) AS c(d, n) ON d = dataset AND n = name"
    )
    return {(row[0], row[1]) for row in db.execute(query).fetchall()}


def _origin(source: str, types: list[str] | None, level: int | None, expr: str | None) -> Origin | None:
    if types is None or level is None:
        return None
    order = {name: at for at, name in enumerate(VALUES)}
    return Origin(source, tuple(sorted(types, key=lambda one: order.get(one, 9))), Level(LEVELS[level]), expr or "")


def _column(
    key: tuple[str, str | None], origins: list[OriginChange], there: dict[str, set[tuple[str, str]]]
) -> ColumnChange:
    dataset, column = key
    change: Kind = "changed"
    if column is not None:
        if (dataset, column) not in there["before"]:
            change = "added"
        elif (dataset, column) not in there["after"]:
            change = "removed"
    return ColumnChange(change, dataset, column, tuple(origins))


def _with_downstream(one: ColumnChange, before: Store, after: Store, depth: int) -> ColumnChange:
    """The datasets behind a column, where it is now, or where it was."""
    if one.column is None:
        return one
    store = before if one.change == "removed" else after
    graph = store.graph
    try:
        dataset = store.names.dataset(one.dataset)
    except StoreProblem:
        return one
    starts = [node for node in graph.columns_of(dataset) if graph.column_name[node] == one.column]
    if not starts:
        return one
    made = Pass(graph, Filter(), False, 2_000, 20_000)
    made.run(starts, depth)
    found = {graph.dataset(graph.dataset_of(node)).full_name for node in made.ways} - {one.dataset}
    return ColumnChange(one.change, one.dataset, one.column, one.origins, tuple(sorted(found)), len(made.beyond))
