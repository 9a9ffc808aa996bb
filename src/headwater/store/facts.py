"""Facts about a graph that fits one machine: roots, leaves, what nobody reads, circles, components, layers.

The same as `headwater.spark.facts` gives of a graph of any size; a test compares both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from headwater.batch import local_walk

if TYPE_CHECKING:
    import duckdb
    import pyarrow

TOP, SHOWN = 10, 20
_NAME = "concat(c.system, ':', c.dataset, '.', c.name)"
_ENDS = "SELECT id FROM (SELECT {end} AS id FROM arcs WHERE source_id <> target_id)"
_UNUSED = """
WITH read AS (
  SELECT source_id AS id FROM arcs WHERE source_id <> target_id
  UNION SELECT source_id FROM influence WHERE valid_to IS NULL
), hazy AS (
  SELECT c.dataset_id AS id FROM columns AS c WHERE c.name = '*' AND c.id IN (SELECT id FROM read)
  UNION SELECT t.source_id FROM table_edges AS t
  WHERE t.level IN ('TABLE', 'NONE') AND t.source_id <> t.target_id AND t.target <> 'result' AND t.valid_to IS NULL
)
SELECT {name} AS name FROM columns AS c
WHERE c.dataset <> 'result' AND c.name <> '*' AND c.id NOT IN (SELECT id FROM read)
  AND c.dataset_id NOT IN (SELECT id FROM hazy)
  AND c.dataset_id IN (SELECT d.id FROM datasets AS d WHERE d.name <> 'result' AND NOT d.temporary
                       AND coalesce(d.kind, '') <> 'result')
"""
_ORPHANS = """
SELECT concat(d.system, ':', d.name) AS name FROM datasets AS d
WHERE d.name <> 'result' AND NOT d.temporary AND d.id NOT IN (
  SELECT unnest([t.source_id, t.target_id]) FROM table_edges AS t
  WHERE t.target <> 'result' AND t.source_id <> t.target_id AND t.valid_to IS NULL
)
"""


def summarise(db: duckdb.DuckDBPyConnection, top: int = TOP) -> dict[str, Any]:
    """The facts for a report, of tables that `db` knows by their names."""
    db.execute(
        "CREATE OR REPLACE TEMP VIEW arcs AS "
        "SELECT source_id, target_id FROM edges WHERE target_dataset <> 'result' AND valid_to IS NULL"
    )
    pairs = db.sql("SELECT DISTINCT source_id AS near, target_id AS far FROM arcs").to_arrow_table()
    circles = _circles(pairs)
    islands = Counter(_column(local_walk.weak, pairs, "component"))
    most = db.sql(
        "SELECT source_id, count(DISTINCT target_id) AS readers FROM arcs WHERE source_id <> target_id "
        f"GROUP BY source_id ORDER BY readers DESC, source_id LIMIT {top}"
    ).fetchall()
    reached = _reached(pairs, [id_ for id_, _ in most])
    shown = sorted(circles.items(), key=lambda item: (-len(item[1]), item[0]))[:top]
    names = _names(db, [id_ for id_, _ in most] + [member for _, members in shown for member in members[:SHOWN]])
    return {
        "columns": _count(db, "columns WHERE dataset <> 'result'"),
        "datasets": _count(db, "datasets WHERE name <> 'result' AND NOT temporary"),
        "edges": _count(db, "arcs"),
        "roots": _listed(db, _without_end("target_id"), top),
        "leaves": _listed(db, _without_end("source_id"), top),
        "unused": _listed(db, _UNUSED.replace("{name}", _NAME), top),
        "orphans": _listed(db, _ORPHANS, top),
        "most_read": [
            {"id": id_, "column": names.get(id_), "readers": readers, "reached": reached[id_]} for id_, readers in most
        ],
        "cycles": {
            "count": len(circles),
            "first": [
                {"size": len(members), "columns": [names.get(one, str(one)) for one in members[:SHOWN]]}
                for _, members in shown
            ],
        },
        "components": {"count": len(islands), "largest": max(islands.values(), default=0)},
        "layers": _layers(pairs, circles),
    }


def _without_end(end: str) -> str:
    ends = _ENDS.format(end=end)
    return f"SELECT {_NAME} AS name FROM columns AS c WHERE c.dataset <> 'result' AND c.id NOT IN ({ends})"


def _count(db: duckdb.DuckDBPyConnection, rows: str) -> int:
    ((count,),) = db.execute(f"SELECT count(*) FROM {rows}").fetchall()
    return int(count)


def _listed(db: duckdb.DuckDBPyConnection, query: str, top: int) -> dict[str, Any]:
    """How many there are, and the first by name."""
    first = db.execute(f"SELECT name FROM ({query}) ORDER BY name LIMIT {top}").fetchall()
    return {"count": _count(db, f"({query})"), "first": [name for (name,) in first]}


def _names(db: duckdb.DuckDBPyConnection, ids: Iterable[int]) -> dict[int, str]:
    wanted = sorted(set(ids))
    rows = db.execute(f"SELECT c.id, {_NAME} FROM columns AS c WHERE c.id IN (SELECT unnest(?))", [wanted]).fetchall()
    return dict(rows)


def _column(
    walk: Callable[[Iterable[pyarrow.RecordBatch]], Iterable[pyarrow.RecordBatch]], pairs: pyarrow.Table, name: str
) -> list[int]:
    return [value for batch in walk(pairs.to_batches()) for value in batch.column(name).to_pylist()]


def _circles(pairs: pyarrow.Table) -> dict[int, list[int]]:
    """The members of every circle, by its smallest one; a column that feeds itself is a circle too."""
    circles: dict[int, list[int]] = {}
    inside: set[int] = set()
    for batch in local_walk.strong(pairs.to_batches()):
        for node, component in zip(batch.column(0).to_pylist(), batch.column(1).to_pylist(), strict=True):
            circles.setdefault(component, []).append(node)
            inside.add(node)
    for near, far in zip(pairs["near"].to_pylist(), pairs["far"].to_pylist(), strict=True):
        if near == far and near not in inside:
            circles[near] = [near]
    return {component: sorted(members) for component, members in circles.items()}


def _reached(pairs: pyarrow.Table, ids: list[int]) -> dict[int, int]:
    """How many columns are made of each of some, at any distance."""
    leads: dict[int, list[int]] = {}
    for near, far in zip(pairs["near"].to_pylist(), pairs["far"].to_pylist(), strict=True):
        leads.setdefault(near, []).append(far)
    counts = {}
    for id_ in ids:
        seen, waiting = {id_}, [id_]
        while waiting:
            for far in leads.get(waiting.pop(), ()):
                if far not in seen:
                    seen.add(far)
                    waiting.append(far)
        counts[id_] = len(seen) - 1
    return counts


def _layers(pairs: pyarrow.Table, circles: Mapping[int, list[int]]) -> dict[int, int]:
    """How many columns lie in each layer; a circle is one step, and all its members lie in its layer."""
    import pyarrow as pa

    leader = {member: component for component, members in circles.items() for member in members}
    ends = [[leader.get(id_, id_) for id_ in pairs[name].to_pylist()] for name in ("near", "far")]
    arcs = sorted({(near, far) for near, far in zip(*ends, strict=True) if near != far})
    alone = {id_ for name in ends for id_ in name} - {id_ for arc in arcs for id_ in arc}
    counts: Counter[int] = Counter()
    for id_ in alone:
        counts[0] += len(circles.get(id_, (id_,)))
    if arcs:
        table = pa.table({"near": [near for near, _ in arcs], "far": [far for _, far in arcs]})
        for batch in local_walk.layers(table.to_batches()):
            for node, layer in zip(batch.column(0).to_pylist(), batch.column(1).to_pylist(), strict=True):
                counts[layer] += len(circles.get(node, (node,)))
    return dict(sorted(counts.items()))
