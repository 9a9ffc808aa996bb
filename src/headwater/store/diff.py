"""What changed between two snapshots: which columns have other origins, which tables came and went, what lies behind.

An origin is a source column with the fields below it; two snapshots are compared by what is true in each of them, by
names and not by statements, so a statement that was only written anew changes nothing. Bare queries write nothing and
are left out. The comparison is one query of DuckDB's over both; what lies downstream is walked in the newer one, and in
the older one for what is gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from headwater.base.levels import Level
from headwater.rows.diff_answers import ChangeKind, ColumnChange, Diff, Origin, OriginChange
from headwater.rows.graph import VALUE_TYPES, Relation
from headwater.store.errors import StoreProblem
from headwater.store.folder import Snapshot
from headwater.store.graph import Filter
from headwater.store.index import LEVELS, quoted_list
from headwater.store.store import Store
from headwater.store.walk import Pass

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
_ONLY_IN_FIRST = """
SELECT system || ':' || name FROM {0}_datasets AS x
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
            for side, store in (("before", before), ("after", after)):
                _views(db, side, store.snapshot)
                db.execute(f"CREATE TABLE {side}_origins AS {_origins(side)}")
            rows = db.execute(_CHANGED).fetchall()
            came = [row[0] for row in db.execute(_ONLY_IN_FIRST.format("after", "before")).fetchall()]
            went = [row[0] for row in db.execute(_ONLY_IN_FIRST.format("before", "after")).fetchall()]
            existing = {side: _existing_columns(db, side, rows) for side in ("before", "after")}
    except duckdb.Error as error:
        raise StoreProblem(f"Cannot compare the snapshots: {error}") from None
    grouped: dict[tuple[str, str | None], list[OriginChange]] = {}
    for dataset, column, decides, source, *fields in rows:
        if relation != "both" and decides != (relation == "influence"):
            continue
        old = _origin(source, *fields[:3])
        new = _origin(source, *fields[3:])
        change: ChangeKind = "added" if old is None else "removed" if new is None else "changed"
        grouped.setdefault((dataset, column), []).append(OriginChange(change, decides, old, new))
    changed = [_column(key, origins, existing) for key, origins in grouped.items()]
    shown = [_with_downstream(change, before, after, depth) for change in changed[:max_columns]]
    return Diff(
        _snapshot_name(before),
        _snapshot_name(after),
        tuple(shown),
        tuple(came),
        tuple(went),
        max(len(changed) - max_columns, 0),
    )


def _snapshot_name(store: Store) -> str:
    return f"{store.snapshot.id} ({store.snapshot.made_at:%Y-%m-%d %H:%M})"


def _views(db: Any, side: str, snapshot: Snapshot) -> None:
    for name in ("edges", "influence", "datasets", "columns"):
        db.execute(f"CREATE VIEW {side}_{name} AS FROM read_parquet({quoted_list(snapshot.files(name))})")


def _origins(side: str) -> str:
    query = _ORIGINS.format(side=side)
    return f"SELECT * EXCLUDE (plain_source, bare_source), coalesce(plain_source, bare_source) AS source FROM ({query})"


def _existing_columns(db: Any, side: str, rows: Iterable[Any]) -> set[tuple[str, str]]:
    """Which of the changed columns a side has."""
    columns = sorted({(row[0], row[1]) for row in rows if row[1] is not None})
    if not columns:
        return set()
    db.execute("CREATE OR REPLACE TEMP TABLE wanted (dataset VARCHAR, name VARCHAR)")
    db.executemany("INSERT INTO wanted VALUES ($1, $2)", [list(pair) for pair in columns])
    query = (
        f"SELECT dataset, name FROM wanted SEMI JOIN ({_COLUMNS.format(side)}) AS c(d, n) ON d = dataset AND n = name"
    )
    return {(row[0], row[1]) for row in db.execute(query).fetchall()}


def _origin(source: str, types: list[str] | None, level: int | None, expr: str | None) -> Origin | None:
    if types is None or level is None:
        return None
    order = {name: rank for rank, name in enumerate(VALUE_TYPES)}
    return Origin(source, tuple(sorted(types, key=lambda type_: order.get(type_, 9))), Level(LEVELS[level]), expr or "")


def _column(
    key: tuple[str, str | None], origins: list[OriginChange], existing: dict[str, set[tuple[str, str]]]
) -> ColumnChange:
    dataset, column = key
    change: ChangeKind = "changed"
    if column is not None:
        if (dataset, column) not in existing["before"]:
            change = "added"
        elif (dataset, column) not in existing["after"]:
            change = "removed"
    return ColumnChange(change, dataset, column, tuple(origins))


def _with_downstream(changed: ColumnChange, before: Store, after: Store, depth: int) -> ColumnChange:
    """The datasets behind a column, where it is now, or where it was."""
    if changed.column is None:
        return changed
    store = before if changed.change == "removed" else after
    graph = store.graph
    try:
        dataset = store.names.dataset(changed.dataset)
    except StoreProblem:
        return changed
    starts = [node for node in graph.column_nodes(dataset) if graph.column_name[node] == changed.column]
    if not starts:
        return changed
    walk = Pass(graph, Filter(), False, 2_000, 20_000)
    walk.run(starts, depth)
    datasets = {graph.dataset(graph.dataset_number(node)).full_name for node in walk.ways} - {changed.dataset}
    return ColumnChange(
        changed.change, changed.dataset, changed.column, changed.origins, tuple(sorted(datasets)), len(walk.beyond)
    )
