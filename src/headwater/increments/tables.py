"""The tables of a snapshot from those before it: the rows of what an increment affects, put in the place of the old.

    statements, hops, diagnostics     by their text
    edges, influence, table_edges     by their target: who wrote it when decides how long they hold
    datasets, columns                 by their dataset, from all answers that name it
    coverage                          anew

A text whose file was replaced, and that no file has any more, keeps its rows; its edges have ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.batch import History, hash_id
from headwater.increments.affected import Affected
from headwater.increments.checks import CHANGED, check
from headwater.increments.relations import fetch, plain_schema, table, view
from headwater.increments.table_files import Merged, files_of, merge, parquet_of
from headwater.rows.epoch_sql import PIECES
from headwater.rows.graph_sql import QUERIES, UNANSWERED_CODE, UNANSWERED_CODES, UNITS
from headwater.rows.warehouse import TABLES
from headwater.store.tables import history_rows, links

if TYPE_CHECKING:
    import duckdb
    import pyarrow

_BY_TARGET = {"edges": "target_dataset_id", "influence": "target_dataset_id", "table_edges": "target_id"}
_SOURCES = "source_id, source_dataset_id, source_system, source_dataset, source_column"
_UNREAD = "md5(concat_ws(chr(0), k.source, k.entry, k.detail, k.text))"
_TEXT_OF = "split_part(split_part(t.statement, '-', 1), '.', 1)"
_OF_AFFECTED = f"""({_TEXT_OF} IN (SELECT unit FROM affected EXCEPT SELECT unit FROM gone)
  OR {_TEXT_OF} IN (SELECT unit FROM unread_texts))"""


@dataclass
class IncrementTables:
    """Makes the tables of a snapshot in `after`, from those in `before`."""

    db: duckdb.DuckDBPyConnection
    affected: Affected
    mapping: Mapping[str, str]
    before: Path
    after: Path
    name: str
    ended: datetime

    def write(self) -> dict[str, Merged]:
        """Write all tables; gives what came of each."""
        self._relations()
        merged = {"statements": self._by_text("statements")}
        self._present()
        check(self.db, self._rows(self.before, "diagnostics"))
        merged |= {"hops": self._by_text("hops"), "diagnostics": self._diagnostics()}
        merged |= {name: self._by_target(name) for name in _BY_TARGET}
        merged |= {name: self._by_dataset(name) for name in ("datasets", "columns")}
        merged["coverage"] = self._anew("coverage", self._coverage())
        return {name: merged[name] for name in TABLES}

    # ── what the SQL of the tables reads ─────────────────────────────────────────────────────────────────────
    def _relations(self) -> None:
        import pyarrow as pa

        db = self.db
        db.register(
            "unanswered_codes", pa.table(list(zip(*UNANSWERED_CODES, strict=True)), UNANSWERED_CODE.arrow_schema())
        )
        table(db, "unread_texts", f"SELECT DISTINCT {_UNREAD} AS unit FROM changed AS k WHERE k.part = 'unread'")
        db.execute(f"""
INSERT INTO runs BY NAME SELECT k.* FROM effective AS k
WHERE k.part = 'unread' AND {_UNREAD} IN (SELECT unit FROM unread_texts)""")
        table(db, "was", "SELECT * FROM old_final AS a WHERE split_part(a.unit, '.', 1) IN (SELECT unit FROM affected)")
        table(
            db,
            "targets",
            """SELECT DISTINCT unnest(list_concat(a.writes, a.ends)) AS id
FROM (SELECT writes, ends FROM was UNION ALL SELECT writes, ends FROM answers) AS a""",
        )
        table(
            db,
            "writers",
            """SELECT DISTINCT split_part(w.unit, '.', 1) AS unit
FROM (SELECT a.unit, unnest(list_concat(a.writes, a.ends)) AS id FROM old_final AS a) AS w
WHERE w.id IN (SELECT id FROM targets) AND split_part(w.unit, '.', 1) NOT IN (SELECT unit FROM affected)""",
        )
        self.affected.counts.writers = fetch(db, "SELECT count(*) FROM writers")[0][0]
        table(
            db,
            "all_answers",
            """SELECT unit, statement, edges, influence, table_edges, writes, ends FROM answers
UNION ALL BY NAME SELECT unit, statement, edges, influence, table_edges, writes, ends FROM old_final AS a
WHERE split_part(a.unit, '.', 1) IN (SELECT unit FROM writers)""",
        )
        table(db, "writer_runs", "SELECT e.* FROM effective AS e WHERE e.unit IN (SELECT unit FROM writers)")
        table(db, "writer_stretches", "SELECT * FROM old_stretches WHERE unit IN (SELECT unit FROM writers)")
        self._query(PIECES, ingested="writer_runs", stretches="writer_stretches").create("writer_pieces")
        table(db, "all_runs", "SELECT * FROM runs UNION ALL BY NAME SELECT * FROM writer_pieces")
        self._query(UNITS, ingested="writer_pieces").create("writer_units")
        table(db, "all_units", "SELECT * FROM units UNION ALL BY NAME SELECT * FROM writer_units")
        lives = self._query(QUERIES["lives"], answers="all_answers", units="all_units", ingested="all_runs")
        lives.create("every_life")
        table(db, "lives", "SELECT * FROM every_life WHERE target IN (SELECT id FROM targets)")
        self._query(QUERIES["unanswered"], answers="answers", units="units", ingested="runs").create("unanswered")

    def _query(self, text: str, **relations: str) -> Any:
        return self.db.sql(text.format_map(relations))

    def _arrow(self, name: str, relation: Any) -> pyarrow.Table:
        record = TABLES[name]
        return relation.to_arrow_table().select(record.names).cast(plain_schema(record))

    # ── the tables ───────────────────────────────────────────────────────────────────────────────────────────
    def _merge(self, name: str, gone: str, added: pyarrow.Table, key: str) -> Merged:
        merged = merge(self.db, TABLES[name], self.before / name, self.after / name, gone, added, key, self.name)
        self.affected.counts.written[name] = merged.written
        return merged

    def _rows(self, folder: Path, name: str) -> str:
        return parquet_of(files_of(folder / name))

    def _by_text(self, name: str) -> Merged:
        rows = self._query(QUERIES[name], answers="answers", units="units", unanswered="unanswered")
        return self._merge(name, _OF_AFFECTED, self._arrow(name, rows), "statement")

    def _present(self) -> None:
        """The statements of texts that files have, and their texts: for what is counted or checked over all of them."""
        view(
            self.db,
            "present",
            f"""SELECT * FROM {self._rows(self.after, "statements")} AS t
WHERE {_TEXT_OF} NOT IN (SELECT unit FROM gone)""",
        )
        view(self.db, "present_units", "SELECT DISTINCT unit, dialect FROM present")

    def _diagnostics(self) -> Merged:
        """Those of affected texts, and those of others that are checked with another result than before."""
        import pyarrow as pa

        name = "diagnostics"
        rows = self._query(
            QUERIES[name],
            answers="answers",
            unanswered="unanswered",
            unanswered_codes="unanswered_codes",
            checks="checks",
        )
        checked = self.db.sql(
            "SELECT * FROM check_diagnostics WHERE statement IN (SELECT statement FROM checked_otherwise)"
        )
        added = pa.concat_tables([self._arrow(name, rows), self._arrow(name, checked)])
        return self._merge(name, f"{_OF_AFFECTED} OR ({CHANGED})", added, "statement")

    def _by_target(self, name: str) -> Merged:
        import pyarrow as pa

        target = _BY_TARGET[name]
        rows = self._arrow(name, self._query(QUERIES[name], answers="all_answers", lives="lives"))
        fields = ", ".join(
            "coalesce(t.valid_to, $ended) AS valid_to" if field == "valid_to" else f't."{field}"'
            for field in TABLES[name].names
        )
        touched = f"t.{target} IN (SELECT id FROM targets)"
        of_gone = self.db.sql(
            f"SELECT {fields} FROM {self._rows(self.before, name)} AS t WHERE {touched} "
            f"AND {_TEXT_OF} IN (SELECT unit FROM gone)",
            params={"ended": self.ended},
        )
        return self._merge(name, touched, pa.concat_tables([rows, self._arrow(name, of_gone)]), target)

    def _by_dataset(self, name: str) -> Merged:
        if name == "datasets":
            self._touched_datasets()
            rows = self._query(
                QUERIES[name],
                answers="dataset_answers",
                units="dataset_units",
                listed_datasets="listed_datasets",
                links="links",
            )
            key = "id"
        else:
            rows = self._query(QUERIES[name], answers="column_answers", listed_columns="listed_columns")
            key = "dataset_id"
        added = self._arrow(name, rows)
        self.db.register("now_rows", added)
        touched = f"t.{key} IN (SELECT id FROM touched_datasets)"
        # what only texts have that are gone stays, for as long as an edge of theirs names it
        stays = "t.id NOT IN (SELECT id FROM now_rows) AND t.id IN (SELECT id FROM gone_ends)"
        return self._merge(name, f"{touched} AND NOT ({stays})", added, key)

    def _touched_datasets(self) -> None:
        """The datasets that affected texts name, or of which another schema is known; with all that is said of them."""
        import pyarrow as pa

        db = self.db
        changed = [hash_id(*full.split(":", 1)) for full in sorted(self.affected.changed)]
        db.register("changed_ids", pa.table({"id": pa.array(changed, pa.int64())}))
        named = "\nUNION ALL ".join(
            f"SELECT unnest({items}).{field} AS id FROM {relation}"
            for relation in ("was", "answers")
            for items, field in (
                ("datasets", "id"),
                ("columns", "dataset_id"),
                ("edges", "source_dataset_id"),
                ("influence", "source_dataset_id"),
            )
        )
        table(db, "touched_datasets", f"SELECT DISTINCT id FROM ({named} UNION ALL SELECT id FROM changed_ids)")
        others = """
SELECT a.unit, a.datasets, a.columns FROM old_final AS a
WHERE split_part(a.unit, '.', 1) NOT IN (SELECT unit FROM affected)
UNION ALL BY NAME SELECT unit, datasets, columns FROM answers"""
        table(db, "said", f"{others}")
        table(
            db,
            "dataset_answers",
            """SELECT d.unit, [d.item] AS datasets
FROM (SELECT unit, unnest(datasets) AS item FROM said) AS d WHERE d.item.id IN (SELECT id FROM touched_datasets)""",
        )
        statements = self._rows(self.after, "statements")
        table(
            db,
            "dataset_units",
            f"""SELECT DISTINCT s.unit, s.first_seen, s.last_seen FROM {statements} AS s
WHERE s.unit IN (SELECT unit FROM dataset_answers)""",
        )
        db.execute("CREATE TEMP TABLE gone_ends (id BIGINT)")
        for name in _BY_TARGET:
            after = self._rows(self.after, name)
            if fetch(db, "SELECT 1 FROM gone LIMIT 1"):
                ids = ["source_id", "target_id"] + (
                    ["source_dataset_id", "target_dataset_id"] if name != "table_edges" else []
                )
                db.execute(
                    f"INSERT INTO gone_ends SELECT unnest([{', '.join(f't.{id_}' for id_ in ids)}]) FROM {after} AS t "
                    f"WHERE {_TEXT_OF} IN (SELECT unit FROM gone)"
                )
        table(
            db,
            "column_answers",
            f"""SELECT [c.item] AS columns, NULL AS edges, NULL AS influence
FROM (SELECT unnest(columns) AS item FROM said) AS c WHERE c.item.dataset_id IN (SELECT id FROM touched_datasets)
UNION ALL BY NAME {self._sources("edges")} UNION ALL BY NAME {self._sources("influence")}""",
        )
        self._listed(self.affected.replay.history)

    def _sources(self, name: str) -> str:
        fields = ", ".join(f"{field} := e.{field}" for field in _SOURCES.split(", "))
        return f"""
SELECT [struct_pack({fields})] AS {name} FROM (
  SELECT DISTINCT {_SOURCES} FROM {self._rows(self.after, name)} AS t
  WHERE t.source_dataset_id IN (SELECT id FROM touched_datasets) AND {_TEXT_OF} NOT IN (SELECT unit FROM gone)
) AS e"""

    def _listed(self, history: History) -> None:
        """What the schemas list of these datasets."""
        datasets, columns = history_rows(history)
        for name, rows, key in (("listed_datasets", datasets, "id"), ("listed_columns", columns, "dataset_id")):
            self.db.register("listed", rows)
            table(self.db, name, f"SELECT * FROM listed WHERE {key} IN (SELECT id FROM touched_datasets)")
        self.db.register("links", links(self.mapping))

    def _coverage(self) -> pyarrow.Table:
        view(
            self.db,
            "covered",
            """SELECT a.unit, a.edges FROM old_final AS a
WHERE split_part(a.unit, '.', 1) NOT IN (SELECT unit FROM affected)
UNION ALL BY NAME SELECT unit, edges FROM answers""",
        )
        rows = self._query(
            QUERIES["coverage"],
            ingested="effective",
            statements="present",
            answers="covered",
            units="present_units",
            checks="checks",
        )
        return self._arrow("coverage", rows)

    def _anew(self, name: str, rows: pyarrow.Table) -> Merged:
        return self._merge(name, "true", rows, TABLES[name].names[0])
