"""The index beside a snapshot: the graph as arrays for walking, and a DuckDB file for the details of statements.

    INDEX/000007-…/meta.json      what it was made of; written last
                   datasets, columns, edges: arrays by number (`arrays`)
                   out, in: where the edges of each node begin, and which they are
                   details.duckdb  statements, hops, diagnostics and names, sorted by their keys

Nodes are numbers: the columns, in the order of their datasets, and behind them one node a dataset for its rows. Edges
are numbers in the order of their sources. Both are worked out by DuckDB from the tables alone, so that the same
snapshot gives the same numbers everywhere. The index is made in a folder of its own and moved into place; a reader sees
all of it or nothing. To add a field: a line in a query here, and a new `FORMAT`.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.base.levels import Level
from headwater.rows.graph import INFLUENCE_TYPES, VALUE_TYPES
from headwater.rows.warehouse import TABLES
from headwater.store import runs
from headwater.store.arrays import STRINGS, cast, write_columns
from headwater.store.errors import StoreProblem
from headwater.store.folder import Snapshot
from headwater.store.name_index import write_names

if TYPE_CHECKING:
    import pyarrow

FORMAT = 5
META = "meta.json"
DETAILS = "details.duckdb"
DECIDING_SLOT = 16 - len(VALUE_TYPES)
"""Of the kinds behind a link, what decides follows upon values: 3 bits each, 7 less the best level; 0 for none."""
LEVELS = tuple(level.value for level in Level)
ALWAYS, NEVER = -(1 << 63) + 1, (1 << 63) - 1
"""Since and until when, where no time is known."""
NONE = (1 << 32) - 1
"""No number."""

Say = Callable[[str], None]


def find_index(snapshot: Snapshot, say: Say = lambda line: None) -> Path:
    """The folder of a snapshot's index, made if it is not there. Raises `StoreProblem` where it can be made nowhere."""
    folders = _candidate_folders(snapshot)
    for folder in folders:
        if _fits(folder, snapshot):
            return folder
    problem: OSError | None = None
    for folder in folders:
        try:
            folder.parent.mkdir(
                mode=0o755 if folder.parent.parent == snapshot.root else 0o700, parents=True, exist_ok=True
            )
            _require_own(folder.parent, snapshot)
            work = Path(tempfile.mkdtemp(prefix=".making-", dir=folder.parent))
        except OSError as error:
            problem = problem or error
            continue
        try:
            say("Building the index")
            _build_or_explain(snapshot, work)
            return _move_into_place(work, folder, snapshot)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    raise StoreProblem(f"Cannot write the index of {snapshot.root}: {problem}.", "Use a folder that you can write to.")


def _build_or_explain(snapshot: Snapshot, work: Path) -> None:
    import duckdb

    try:
        build(snapshot, work)
    except duckdb.Error as error:
        why = " ".join(str(error).split())[:300]
        raise StoreProblem(f"Cannot read the tables of {snapshot.root}: {why}", "Run headwater run again.") from None


def _candidate_folders(snapshot: Snapshot) -> list[Path]:
    """Where an index may lie: beside the snapshots, or, where that cannot be written, in the user's cache."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "headwater" / "index"
    name = blake2b(str(snapshot.root.resolve()).encode(), digest_size=8).hexdigest()
    return [
        snapshot.root / "index" / snapshot.tag,
        cache / f"{name}-{snapshot.tag}",
        Path(tempfile.gettempdir()) / f"headwater-{_user()}" / f"{name}-{snapshot.tag}",
    ]


def _require_own(folder: Path, snapshot: Snapshot) -> None:
    """Refuse a folder outside the store that another user owns: they could replace our index."""
    if folder.parent != snapshot.root and hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to another user")


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"


def _meta(snapshot: Snapshot) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "snapshot": snapshot.id,
        "made_at": snapshot.made_at.isoformat(),
        "rows": {name: snapshot.rows(name) for name in TABLES},
    }


def _fits(folder: Path, snapshot: Snapshot) -> bool:
    try:
        meta = json.loads((folder / META).read_text("utf-8"))
        owner = (folder / META).stat().st_uid
    except (OSError, ValueError):
        return False
    ours = not hasattr(os, "getuid") or folder.parent.parent == snapshot.root or owner == os.getuid()
    return ours and all(meta.get(key) == value for key, value in _meta(snapshot).items())


def _move_into_place(work: Path, folder: Path, snapshot: Snapshot) -> Path:
    """Move a new index into place; use an existing one that fits. Indexes of removed snapshots are deleted."""
    while True:
        try:
            os.rename(work, folder)  # never onto another: a folder that holds something is not replaced
            break
        except OSError:
            if _fits(folder, snapshot):
                break
            if not folder.exists():
                raise
            _set_aside(folder)  # of another format, or not whole
    if folder.parent == snapshot.root / "index":
        existing = set(os.listdir(snapshot.root / "snapshots"))
        for name in os.listdir(folder.parent):
            if name.split("-")[0] not in existing and not name.startswith("."):
                shutil.rmtree(folder.parent / name, ignore_errors=True)
    return folder


def _set_aside(folder: Path) -> None:
    """Move an index that does not fit away in one step, then delete it: no reader sees half of it."""
    old = Path(tempfile.mkdtemp(prefix=".old-", dir=folder.parent))
    try:
        os.rename(folder, old / "index")
    except FileNotFoundError:
        pass  # another process moved it away
    finally:
        shutil.rmtree(old, ignore_errors=True)


# ── how it is made ───────────────────────────────────────────────────────────────────────────────────────────────
_NUMBERED = f"""
CREATE TABLE ends AS
  SELECT source_id AS id, source_dataset_id AS dataset_id, source_system AS system, source_dataset AS dataset,
    source_column AS name, NULL::VARCHAR AS statement FROM edges
  UNION ALL SELECT target_id, target_dataset_id, target_system, target_dataset, target_column, statement FROM edges
  UNION ALL SELECT source_id, source_dataset_id, source_system, source_dataset, source_column, NULL FROM influence
  UNION ALL SELECT target_id, target_dataset_id, target_system, target_dataset, target_column, statement FROM influence
  UNION ALL SELECT NULL, source_id, source_system, source, NULL, NULL FROM table_edges
  UNION ALL SELECT NULL, target_id, target_system, target, NULL, statement FROM table_edges;
CREATE TABLE all_datasets AS
  SELECT row_number() OVER (ORDER BY system, name, statement, id) - 1 AS n, * FROM (
    SELECT id, system, name, kind, temporary, NULL::VARCHAR AS statement, also, first_seen, last_seen FROM datasets
    UNION ALL
    SELECT e.dataset_id, min(e.system), min(e.dataset), 'result', false, min(e.statement), [], NULL, NULL
    FROM ends AS e ANTI JOIN datasets AS d ON e.dataset_id = d.id GROUP BY e.dataset_id
  );
CREATE TABLE all_columns AS
  SELECT row_number() OVER (ORDER BY d.n, c.ordinal NULLS LAST, c.name, c.id) - 1 AS n, c.*, d.n AS dataset_n FROM (
    SELECT id, dataset_id, name, ordinal, type, generated, level FROM columns
    UNION ALL
    SELECT e.id, min(e.dataset_id), min(e.name), NULL, NULL, false, 'INFERRED'
    FROM ends AS e ANTI JOIN columns AS c ON e.id = c.id WHERE e.name IS NOT NULL GROUP BY e.id
  ) AS c JOIN all_datasets AS d ON c.dataset_id = d.id;
CREATE TABLE nodes AS
  SELECT id, n::UINTEGER AS n, dataset_n::UINTEGER AS dataset FROM all_columns
  UNION ALL SELECT id, (n + (SELECT count(*) FROM all_columns))::UINTEGER, n::UINTEGER FROM all_datasets;
CREATE TABLE all_statements AS
  SELECT row_number() OVER (ORDER BY source, entry, number, statement) - 1 AS n, * FROM statements;
CREATE TABLE all_texts AS
  SELECT row_number() OVER (ORDER BY text) - 1 AS n, text FROM (
    SELECT '' AS text UNION SELECT expr FROM edges
    UNION SELECT to_json(source_path)::VARCHAR FROM edges UNION SELECT to_json(source_path)::VARCHAR FROM influence
  );
CREATE TABLE all_edges AS
  WITH plain AS (
    SELECT statement, source_id, target_id, to_json(source_path)::VARCHAR AS path, expr, level, confidence,
      list_position({list(VALUE_TYPES)}, type) - 1 AS kind, span_start, span_end, line, column_number, operators, job,
      runs, valid_from, valid_to FROM edges
    UNION ALL
    SELECT statement, source_id, target_id, to_json(source_path)::VARCHAR, '', level, confidence,
      list_position({list(INFLUENCE_TYPES)}, type) + 15, span_start, span_end, line, column_number, [], job, runs,
      valid_from, valid_to FROM influence
  ), numbered AS (
    SELECT s.n AS source, t.n AS target, s.dataset AS source_dataset, t.dataset AS target_dataset,
      st.n AS statement, w.n AS expr, path.n AS path, confidence, kind,
      list_position({list(LEVELS)}, p.level) - 1 AS level, span_start, span_end, line, column_number, operators, job,
      runs, coalesce(epoch_us(valid_from), {ALWAYS}) AS since, coalesce(epoch_us(valid_to), {NEVER}) AS until
    FROM plain AS p
    JOIN nodes AS s ON p.source_id = s.id JOIN nodes AS t ON p.target_id = t.id
    JOIN (SELECT statement, n FROM all_statements) AS st USING (statement)
    JOIN all_texts AS w ON p.expr = w.text JOIN all_texts AS path ON p.path = path.text
  )
  SELECT row_number() OVER (
      ORDER BY source, target, kind >= 16, confidence DESC, kind, statement, span_start, expr, path, since) - 1 AS n, *
  FROM numbered
;
CREATE TABLE link_kinds AS
  WITH best AS (
    SELECT source_dataset AS source, target_dataset AS target, statement,
      3 * CASE WHEN kind < 16 THEN kind ELSE kind - {DECIDING_SLOT} END AS slot, until = {NEVER} AS lasts,
      (7 - min(level))::BIGINT AS sure
    FROM all_edges GROUP BY ALL
  )
  SELECT source, target, statement, coalesce(bit_or(sure << slot) FILTER (lasts), bit_or(sure << slot)) AS kinds
  FROM best GROUP BY ALL;
CREATE TABLE all_links AS
  SELECT row_number() OVER (ORDER BY source, target, level, statement, since) - 1 AS n, *,
    coalesce(kinds, 0) AS known FROM (
    SELECT s.n AS source, t.n AS target, st.n AS statement, min(list_position({list(LEVELS)}, e.level)) - 1 AS level,
      coalesce(epoch_us(valid_from), {ALWAYS}) AS since, coalesce(epoch_us(valid_to), {NEVER}) AS until
    FROM table_edges AS e
    JOIN (SELECT id, n FROM all_datasets) AS s ON e.source_id = s.id
    JOIN (SELECT id, n FROM all_datasets) AS t ON e.target_id = t.id
    JOIN (SELECT statement, n FROM all_statements) AS st USING (statement)
    GROUP BY ALL
  ) LEFT JOIN link_kinds USING (source, target, statement)
"""
_EDGE_KINDS = {
    "edge_source": "u4",
    "edge_target": "u4",
    "edge_statement": "u4",
    "edge_expr": "u4",
    "edge_path": "u4",
    "edge_attr": "u2",
    "edge_confidence": "f4",
    "edge_since": "i8",
    "edge_until": "i8",
}
_EDGES = {
    "edge_source": "source",
    "edge_target": "target",
    "edge_statement": "statement",
    "edge_expr": "expr",
    "edge_path": "path",
    "edge_attr": f"kind + level * 32 + CASE WHEN until <> {NEVER} THEN 256 ELSE 0 END",
    "edge_confidence": "confidence",
    "edge_since": "since",
    "edge_until": "until",
}
_DATASET_KINDS = {
    "dataset_id": "i8",
    "dataset_system": STRINGS,
    "dataset_name": STRINGS,
    "dataset_kind": STRINGS,
    "dataset_temporary": "u1",
    "dataset_statement": "u4",
    "dataset_first": "u4",
}
_DATASETS = f"""
SELECT {cast("d.id", "i8", "dataset_id")}, d.system AS dataset_system, d.name AS dataset_name, d.kind AS dataset_kind,
  {cast("d.temporary", "u1", "dataset_temporary")},
  {cast(f"coalesce(s.n, {NONE})", "u4", "dataset_statement")},
  coalesce(sum(c.many) OVER (ORDER BY d.n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::UINTEGER
    AS dataset_first
FROM all_datasets AS d
LEFT JOIN (SELECT dataset_n, count(*) AS many FROM all_columns GROUP BY 1) AS c ON c.dataset_n = d.n
LEFT JOIN all_statements AS s ON s.statement = d.statement
ORDER BY d.n
"""
_COLUMN_KINDS = {
    "column_id": "i8",
    "column_dataset": "u4",
    "column_name": STRINGS,
    "column_type": STRINGS,
    "column_ordinal": "i4",
    "column_attr": "u1",
}
_COLUMNS = f"""
SELECT {cast("id", "i8", "column_id")}, {cast("dataset_n", "u4", "column_dataset")}, name AS column_name,
  coalesce(type, '') AS column_type, {cast("coalesce(ordinal, -1)", "i4", "column_ordinal")},
  {cast(f"list_position({list(LEVELS)}, level) - 1 + CASE WHEN generated THEN 8 ELSE 0 END", "u1", "column_attr")}
FROM all_columns ORDER BY n
"""
_STARTS = """
SELECT coalesce(sum(many) OVER (ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::UINTEGER AS {0}_start
FROM (SELECT unnest(range({1}::BIGINT)) AS n) LEFT JOIN (
  SELECT {2} AS n, count(*) AS many FROM all_edges GROUP BY 1) USING (n) ORDER BY n
"""
_LINK_STARTS = _STARTS.replace("all_edges", "all_links")
_LINK_KINDS = {
    "link_source": "u4",
    "link_target": "u4",
    "link_statement": "u4",
    "link_attr": "u2",
    "link_kinds": "i8",
    "link_since": "i8",
    "link_until": "i8",
}
_LINKS = {
    "link_source": "source",
    "link_target": "target",
    "link_statement": "statement",
    "link_attr": f"level * 32 + CASE WHEN until <> {NEVER} THEN 256 ELSE 0 END",
    "link_kinds": "known",
    "link_since": "since",
    "link_until": "until",
}
_DETAILS = """
CREATE TABLE details.statements AS SELECT * FROM all_statements ORDER BY n;
CREATE TABLE details.edges AS
  SELECT n, statement, operators, span_start, span_end, line, column_number, job, runs FROM all_edges ORDER BY n;
CREATE TABLE details.hops AS
  SELECT s.n AS statement_n, h.* EXCLUDE (statement) FROM hops AS h JOIN all_statements AS s USING (statement)
  ORDER BY s.n, h.span_start, h.target_dataset, h.target_ordinal, h.source_dataset, h.source_column;
CREATE TABLE details.diagnostics AS
  SELECT s.n AS statement_n, d.* EXCLUDE (statement) FROM diagnostics AS d JOIN all_statements AS s USING (statement)
  ORDER BY s.n, d.span_start, d.code;
CREATE TABLE details.coverage AS SELECT * FROM coverage ORDER BY dialect;
CREATE TABLE details.datasets AS
  SELECT d.n, d.system, d.name, d.kind, d.also, d.first_seen, d.last_seen, lower(d.name) AS folded,
    lower(split_part(d.name, '.', -1)) AS leaf, coalesce(c.many, 0) AS columns,
    coalesce(o.many, 0) AS reads, coalesce(i.many, 0) AS writes
  FROM all_datasets AS d
  LEFT JOIN (SELECT dataset_n AS n, count(*) AS many FROM all_columns GROUP BY 1) AS c USING (n)
  LEFT JOIN (
    SELECT source_id AS id, count(DISTINCT (statement, target_id)) AS many FROM table_edges GROUP BY 1
  ) AS o ON o.id = d.id
  LEFT JOIN (
    SELECT target_id AS id, count(DISTINCT (statement, source_id)) AS many FROM table_edges GROUP BY 1
  ) AS i ON i.id = d.id
  ORDER BY d.n;
CREATE TABLE details.names AS
  SELECT lower(c.name) AS folded, count(*) AS many
  FROM all_columns AS c JOIN all_datasets AS d ON c.dataset_n = d.n WHERE d.kind <> 'result' GROUP BY 1 ORDER BY 1;
CREATE TABLE details.columns AS
  SELECT lower(c.name) AS folded, c.n::UINTEGER AS n, c.dataset_n::UINTEGER AS dataset
  FROM all_columns AS c JOIN all_datasets AS d ON c.dataset_n = d.n WHERE d.kind <> 'result' ORDER BY 1, 2
"""


def build(snapshot: Snapshot, into: Path) -> None:
    """Make the index of a snapshot in a folder that is there and empty."""
    import duckdb

    with duckdb.connect(str(into / "work.duckdb")) as db:
        db.execute("SET preserve_insertion_order = true")
        db.execute("SET enable_progress_bar = false")
        for name in TABLES:
            db.execute(f"CREATE VIEW {name} AS FROM read_parquet({quoted_list(snapshot.files(name))})")
        for query in _NUMBERED.split(";\n"):
            db.execute(query)
        columns, datasets = _count(db, "all_columns"), _count(db, "all_datasets")
        edges = _count(db, "all_edges")
        if max(columns + datasets, edges) >= NONE:
            raise StoreProblem("The snapshot has more edges than an index supports.")

        def write(query: str, kinds: dict[str, str]) -> None:
            write_columns(into, _batches(db, query), kinds)

        write(_DATASETS, _DATASET_KINDS)
        write(_COLUMNS, _COLUMN_KINDS)
        fields = ", ".join(cast(_EDGES[name], kind, name) for name, kind in _EDGE_KINDS.items())
        write(f"SELECT {fields} FROM all_edges ORDER BY n", _EDGE_KINDS)
        write(f"SELECT {cast('n', 'u4', 'in_edge')} FROM all_edges ORDER BY target, source, n", {"in_edge": "u4"})
        for name, end in (("out", "source"), ("in", "target")):
            write(_STARTS.format(name, columns + datasets + 1, end), {f"{name}_start": "u4"})
        fields = ", ".join(cast(_LINKS[name], kind, name) for name, kind in _LINK_KINDS.items())
        write(f"SELECT {fields} FROM all_links ORDER BY n", _LINK_KINDS)
        link_in = f"SELECT {cast('n', 'u4', 'link_in_edge')} FROM all_links ORDER BY target, source, n"
        write(link_in, {"link_in_edge": "u4"})
        for name, end in (("link_out", "source"), ("link_in", "target")):
            write(_LINK_STARTS.format(name, datasets + 1, end), {f"{name}_start": "u4"})
        write("SELECT text AS texts FROM all_texts ORDER BY n", {"texts": STRINGS})
        write("SELECT statement AS statement_id FROM all_statements ORDER BY n", {"statement_id": STRINGS})
        by_id = f"SELECT {cast('id', 'i8', 'node_id')}, {cast('n', 'u4', 'node')} FROM nodes ORDER BY id, n"
        write(by_id, {"node_id": "i8", "node": "u4"})
        systems = write_names(into, db)
        db.execute(f"ATTACH '{_path(into / DETAILS)}' AS details")
        for query in _DETAILS.split(";\n"):
            db.execute(query)
        db.execute(runs.copy_query(runs.files(snapshot)))
        db.execute("DETACH details")
    for leftover in into.glob("work.duckdb*"):
        if leftover.is_dir():
            shutil.rmtree(leftover)
        else:
            leftover.unlink()
    counts = {"columns": columns, "datasets": datasets, "edges": edges}
    meta = {**_meta(snapshot), "counts": counts, "systems": systems}
    (into / META).write_text(json.dumps(meta, indent=2) + "\n", "utf-8")


def _batches(db: Any, query: str) -> Iterator[pyarrow.RecordBatch]:
    relation = db.sql(query)
    read = getattr(relation, "to_arrow_reader", None) or relation.fetch_arrow_reader
    yield from read(1 << 18)


def _count(db: Any, table: str) -> int:
    return int(db.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0])


def quoted_list(files: list[str]) -> str:
    """Paths as a list of SQL."""
    return "[" + ", ".join(f"'{_path(file)}'" for file in files) + "]"


def _path(path: Path | str) -> str:
    return str(path).replace("'", "''")
