"""A snapshot from the one before it and some new batches: only what they touch is worked out anew.

    touched     texts that were run in the new batches, or are in files that were replaced
    affected    those, and the texts that look at a table whose schema is another by now
    targets     the datasets that affected texts write or end: what a text did to a dataset ends what others did
    writers     the other texts that write or end them: how long their edges hold may have changed

Affected texts are analysed again where their answer may differ. Then the SQL of the tables runs over the affected texts
and the writers alone, and its rows take the place of those before (`table_files`): statements by their text, edges by
their target, columns by their dataset. The tables are those of a run over everything. The engine reads and analyses;
DuckDB does the rest, over the files of the folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from headwater.batch import ALWAYS, Analyst, History, Settings, Version
from headwater.batch.listed_tables import listed_versions
from headwater.batch.schema_registry import SchemaRegistry, defines, writes_functions
from headwater.batch.variants import Definer, Variant, Variants, variant_rows
from headwater.increments.answer_state import AnswerState, Schemas
from headwater.increments.engine import Engine
from headwater.increments.relations import BatchRelations, fetch, plain_schema, table
from headwater.increments.replay import Replay
from headwater.rows.epoch_sql import ACROSS, PIECES, STRETCHES
from headwater.rows.graph_sql import UNITS
from headwater.rows.steps import ANALYSED, UNIT

if TYPE_CHECKING:
    import duckdb
    import pyarrow

MOST_TEXTS = 20_000
"""Texts that an increment analyses at most: their answers are at the driver. For more, all is done by Spark."""
_TIMES = 1_000
"""Runs of one text whose times are kept: the last ones."""


class TooMuch(Exception):
    """So much is affected that a whole run is the better way."""


@dataclass
class Counts:
    """What an increment did."""

    touched: int = 0
    affected: int = 0
    writers: int = 0
    analysed: int = 0
    """Texts that were analysed, whether or not they are affected in the end."""
    written: dict[str, int] = field(default_factory=dict)
    """Rows that were written to each table."""

    @property
    def reused(self) -> int:
        """Affected texts whose answers of before hold."""
        return max(self.affected - self.analysed, 0)


class Affected:
    """The affected texts of an increment, with their answers: relations of DuckDB.

    `units`, `answers` and `runs` are of the affected texts, in pieces where they saw several schemas; `whole` are the
    answers to the texts as a whole.
    """

    def __init__(
        self,
        db: duckdb.DuckDBPyConnection,
        engine: Engine,
        relations: BatchRelations,
        state: AnswerState,
        versions: Sequence[Version],
        settings: Settings,
    ) -> None:
        self._db = db
        self._engine = engine
        self._settings = settings
        self._schema = plain_schema(ANALYSED)
        self._analysed: set[str] = set()
        self._fresh: dict[tuple[str, str], pyarrow.Table] = {}
        self.counts = Counts(touched=fetch(db, "SELECT count(*) FROM touched")[0][0])
        self.before = state.schemas()
        self.variants = Variants()
        self.variants.add(state.variants())
        self._forget_other_texts(relations)
        self._replay(versions)
        self._affected()
        self._answer_whole()
        self._answer_pieces()

    # ── the texts, and what they were before ─────────────────────────────────────────────────────────────────
    def _query(self, text: str, **relations: str) -> Any:
        return self._db.sql(text.format_map(relations))

    def _forget_other_texts(self, relations: BatchRelations) -> None:
        """Of texts with one id, the smallest stands for all; where it is another now, no old answer is to it."""
        db = self._db
        table(db, "own", "SELECT e.* FROM effective AS e WHERE e.unit IN (SELECT unit FROM touched)")
        self._query(UNITS, ingested="own").create("touched_units")
        rows = fetch(
            db,
            f"SELECT b.unit FROM ({relations.before()}) AS b LEFT JOIN touched_units AS u ON u.unit = b.unit "
            "WHERE u.unit IS NULL OR u.text <> b.text",
        )
        self._others = {row[0] for row in rows}
        for unit in self.variants.units():
            if unit.partition(".")[0] in self._others:
                self.variants.forget(unit)

    # ── the schemas ──────────────────────────────────────────────────────────────────────────────────────────
    def _replay(self, versions: Sequence[Version]) -> None:
        db = self._db
        touched = {row[0]: row for row in fetch(db, "SELECT unit, text, target, status FROM touched_units")}
        all_touched = {row[0] for row in fetch(db, "SELECT unit FROM touched")}
        ids = {unit for unit in self.variants.units() if "." not in unit} - all_touched
        ids |= {unit for unit, text, target, status in touched.values() if status != "failed" and defines(text, target)}
        self._register("definer_ids", sorted(ids))
        table(db, "defining", "SELECT e.* FROM effective AS e WHERE e.unit IN (SELECT unit FROM definer_ids)")
        self._query(UNITS, ingested="defining").create("definer_units")
        definers, functions = self._definers()
        registry = SchemaRegistry([*versions, *self._listed()])
        self.replay = Replay(definers, registry, self.variants, self._settings, self._analyse_definers, self._cut)
        self.replay.solve(functions)
        self.schemas = Schemas(self.replay.history.table, dict(self.replay.history.definitions), self.replay.waiting)

    def _definers(self) -> tuple[dict[str, Definer], list[str]]:
        times = f"""
SELECT unit, list_slice(times, greatest(1, len(times) - {_TIMES}), greatest(1, len(times) - {_TIMES}) + {_TIMES - 1})
FROM (
  SELECT k.unit, list_sort(list(DISTINCT epoch_us(k.at))) AS times FROM defining AS k
  WHERE k.part = 'run' AND k.status <> 'failed' AND k.at IS NOT NULL GROUP BY k.unit HAVING count(*) > 1)"""
        again = dict(fetch(self._db, times))
        rows = fetch(
            self._db,
            "SELECT unit, dialect, source, entry, epoch_us(first_seen), epoch_us(last_seen), text FROM definer_units",
        )
        functions = [row[0] for row in rows if writes_functions(row[6])]
        definers = {row[0]: Definer(*row[:6])._replace(again=tuple(again.get(row[0], ()))) for row in rows}
        return definers, functions

    def _listed(self) -> list[Version]:
        """The tables that sources list. Which dialect they have may depend on what lies beside them."""
        rows = fetch(self._db, "SELECT text, columns, dialect FROM ingested WHERE part = 'table'")
        tables = [_Listed(*row) for row in rows]
        if any(table.dialect is None for table in tables):
            raise TooMuch
        return listed_versions(tables, self._settings.mapping)

    def _cut(self, last: Mapping[str, Variant], history: History) -> dict[str, list[Definer]]:
        """The pieces of texts that define something, given what they told last."""
        changes = history.changes()
        moments: dict[str, list[int]] = {}
        for change in changes:
            if change.since != ALWAYS:
                moments.setdefault(change.name, []).append(change.since)
        across = []
        for unit, variant in last.items():
            definer = self.replay.definers[unit]
            first, end = definer.first_seen, definer.as_of
            if first is None or end is None:
                continue
            names = [n for n in variant.across if any(first <= since < end for since in moments.get(n, ()))]
            across += [(unit, name) for name in names]
        if not across:
            return {}
        self._register("across_rows", [unit for unit, _ in across], name=[name for _, name in across])
        self._versions(history)
        rows = self._query(STRETCHES, across="across_rows", ingested="defining", versions="schema_versions")
        pieces: dict[tuple[str, str], list[int]] = {}
        for unit, moment, piece in rows.fetchall():
            pieces.setdefault((unit, piece), []).append(moment)
        found: dict[str, list[Definer]] = {}
        for (unit, piece), own in pieces.items():
            own.sort()
            start = max(1, len(own) - _TIMES) - 1
            definer = self.replay.definers[unit]
            found.setdefault(unit, []).append(
                definer._replace(unit=piece, first_seen=own[0], as_of=own[-1], again=tuple(own[start : start + _TIMES]))
            )
        return found

    def _versions(self, history: History) -> bool:
        """Make the versions of tables that have several known; whether there are any that have a time."""
        import pyarrow as pa

        changes = history.changes()
        columns = {
            "name": pa.array([change.name for change in changes], pa.string()),
            "since": pa.array([change.since for change in changes], pa.int64()),
            "number": pa.array([change.number for change in changes], pa.int32()),
            "schema": pa.array([change.schema for change in changes], pa.int32()),
        }
        self._db.register("schema_versions", pa.table(columns))
        return any(change.since != ALWAYS for change in changes)

    # ── analysis ─────────────────────────────────────────────────────────────────────────────────────────────
    def _analyse_definers(
        self, definers: Sequence[Definer], history: History, waiting: frozenset[str], number: int
    ) -> None:
        moments = {definer.unit: definer.as_of for definer in definers}
        answers = self._analyse("definer_units", moments, history, waiting, number)
        self.variants.add(variant_rows(answers.to_pylist()))

    def _analyse(
        self, units: str, moments: Mapping[str, int | None], history: History, waiting: frozenset[str], number: int
    ) -> pyarrow.Table:
        """Analyse texts or pieces of them, each as of a time; `units` has them or their whole texts."""
        import pyarrow as pa

        if len(moments) > MOST_TEXTS:
            raise TooMuch
        self._analysed |= {unit.partition(".")[0] for unit in moments}
        self.counts.analysed = len(self._analysed)
        self._register("wanted", list(moments), as_of=pa.array(list(moments.values()), pa.int64()))
        rows = self._db.sql(f"""
SELECT w.unit, u.dialect, u.database, u.target, u.text, u.source AS name, w.as_of
FROM wanted AS w JOIN {units} AS u ON u.unit = w.unit OR u.unit = split_part(w.unit, '.', 1)
QUALIFY row_number() OVER (PARTITION BY w.unit ORDER BY length(u.unit) DESC) = 1""")
        table = rows.to_arrow_table().select(UNIT.names).cast(plain_schema(UNIT))
        if not table.num_rows:
            return self._empty()
        settings = replace(self._settings, waiting=waiting)
        answers = self._engine.analyse(table, history, settings).cast(self._schema)
        answers = answers.append_column("round", pa.array([number] * answers.num_rows, pa.int32()))
        keys = zip(answers.column("unit").to_pylist(), answers.column("signature").to_pylist(), strict=True)
        rows_of: dict[tuple[str, str], list[int]] = {}
        for row, key in enumerate(keys):
            rows_of.setdefault(key, []).append(row)
        for key, places in rows_of.items():
            self._fresh[key] = answers.take(pa.array(places, pa.int64()))
        return answers

    def _empty(self) -> pyarrow.Table:
        import pyarrow as pa

        return self._schema.append(pa.field("round", pa.int32())).empty_table()

    def _register(self, relation: str, units: Sequence[str], **columns: Any) -> None:
        import pyarrow as pa

        self._db.register(relation, pa.table({"unit": pa.array(units, pa.string()), **columns}))

    # ── who is affected, and the answers ─────────────────────────────────────────────────────────────────────
    def _affected(self) -> None:
        import pyarrow as pa

        db = self._db
        table(db, "affected", "SELECT unit FROM touched")
        changed = self.before.changed(self.schemas)
        self.changed = changed
        if changed:
            db.register("changed_names", pa.table({"name": pa.array(sorted(changed), pa.string())}))
            db.execute("""
INSERT INTO affected SELECT DISTINCT split_part(d.unit, '.', 1)
FROM (SELECT unit, unnest(datasets) AS item FROM old_final) AS d
WHERE concat(d.item.system, ':', d.item.name) IN (SELECT name FROM changed_names)""")
        dialects = {
            name
            for name in self.before.definitions.keys() | self.schemas.definitions.keys()
            if self.before.definitions.get(name) != self.schemas.definitions.get(name)
        }
        if dialects:
            listed = ", ".join(f"'{name}'" for name in sorted(dialects))
            db.execute(
                "INSERT INTO affected SELECT DISTINCT unit FROM effective "
                f"WHERE part = 'text' AND dialect IN ({listed})"
            )
        db.execute("CREATE OR REPLACE TEMP TABLE affected AS SELECT DISTINCT unit FROM affected")
        self.counts.affected = fetch(db, "SELECT count(*) FROM affected")[0][0]
        table(db, "runs", "SELECT e.* FROM effective AS e WHERE e.unit IN (SELECT unit FROM affected)")
        self._query(UNITS, ingested="runs").create("units")
        # a text that is read in a script now is not gone: nothing stays of what half a session said
        texts = "SELECT unit FROM {} WHERE part = 'text'"
        gone = fetch(db, f"{texts.format('changed')} EXCEPT {texts.format('ingested')}")
        present = {row[0] for row in fetch(db, "SELECT unit FROM units")}
        self.gone = (self.before.gone | {row[0] for row in gone}) - present
        self.schemas.gone = frozenset(self.gone)
        self._register("gone", sorted(self.gone))

    def _answer_whole(self) -> None:
        db, replay = self._db, self.replay
        units = fetch(db, "SELECT unit, dialect, epoch_us(last_seen) FROM units WHERE status <> 'failed'")
        old = self._signatures("old_whole")
        analyst = Analyst(replay.history, self._settings.mapping, waiting=replay.waiting)
        taken: list[tuple[str, str, int]] = []
        missing: dict[str, int | None] = {}
        missing_definers: dict[str, int | None] = {}
        for unit, dialect, as_of in units:
            variant = replay.last.get(unit)
            if variant is not None:
                key = (unit, variant.signature)
                if key in self._fresh or variant.signature in old.get(unit, {}):
                    taken.append((*key, replay.in_round[unit]))
                else:
                    missing_definers[unit] = as_of
            elif (signature := self._valid(old.get(unit, {}), as_of, dialect, analyst)) is not None:
                taken.append((unit, signature, replay.rounds + 1))
            else:
                missing[unit] = as_of
        tables = [
            self._analyse("units", texts, replay.history, replay.waiting, number)
            for texts, number in ((missing_definers, replay.rounds), (missing, replay.rounds + 1))
            if texts
        ]
        self.whole = self._gather("old_whole", taken, tables)
        db.register("whole", self.whole)

    def _signatures(self, view: str) -> dict[str, dict[str, tuple[str, ...]]]:
        """For each affected text, the signatures of its answers with the names they looked at."""
        rows = fetch(
            self._db,
            f"""
SELECT d.unit, d.signature, list(DISTINCT concat(d.item.system, ':', d.item.name)) FILTER (d.item IS NOT NULL)
FROM (
  SELECT a.unit, a.signature, unnest(CASE WHEN len(a.datasets) > 0 THEN a.datasets ELSE [NULL] END) AS item
  FROM {view} AS a WHERE split_part(a.unit, '.', 1) IN (SELECT unit FROM affected)
) AS d GROUP BY d.unit, d.signature""",
        )
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        for unit, signature, names in rows:
            if unit.partition(".")[0] not in self._others:
                found.setdefault(unit, {})[signature] = tuple(sorted(names or ()))
        return found

    def _valid(
        self, old: Mapping[str, tuple[str, ...]], as_of: int | None, dialect: str, analyst: Analyst
    ) -> str | None:
        for signature, names in old.items():
            if not signature or analyst.signature(names, as_of, dialect) == signature:
                return signature
        return None

    def _gather(self, view: str, taken: Sequence[tuple[str, str, int]], more: Sequence[pyarrow.Table]) -> pyarrow.Table:
        """Answers that were there before, those that came up on the way, and some more."""
        import pyarrow as pa

        parts = [self._empty(), *more]
        old = []
        for unit, signature, number in taken:
            fresh = self._fresh.get((unit, signature))
            if fresh is None:
                old.append((unit, signature, number))
            else:
                rounds = pa.array([number] * fresh.num_rows, pa.int32())
                parts.append(fresh.set_column(fresh.schema.get_field_index("round"), "round", rounds))
        if old:
            self._register(
                "taken",
                [unit for unit, *_ in old],
                signature=pa.array([signature for _, signature, _ in old], pa.string()),
                new_round=pa.array([number for *_, number in old], pa.int32()),
            )
            rows = self._db.sql(f"""
SELECT a.* REPLACE (t.new_round AS round) FROM {view} AS a
JOIN taken AS t ON t.unit = a.unit AND t.signature = a.signature""").to_arrow_table()
            parts.append(rows.select(parts[0].schema.names).cast(parts[0].schema))
        return pa.concat_tables(parts)

    def _answer_pieces(self) -> None:
        """Texts that saw several schemas, in pieces; `answers`, `units` and `runs` have the pieces in their place."""
        db, replay = self._db, self.replay
        self.pieces = self._empty()
        db.execute("CREATE TEMP TABLE stretches (unit VARCHAR, moment BIGINT, piece VARCHAR)")
        if self._versions(replay.history):
            self._query(ACROSS, answers="whole", units="units", versions="schema_versions").create("across")
            self._query(STRETCHES, across="across", ingested="runs", versions="schema_versions").insert_into(
                "stretches"
            )
        if fetch(db, "SELECT 1 FROM stretches LIMIT 1"):
            cut = "(SELECT unit FROM stretches)"
            table(db, "cut_runs", f"SELECT * FROM runs WHERE unit IN {cut}")
            self._query(PIECES, ingested="cut_runs", stretches="stretches").create("piece_runs")
            self._query(UNITS, ingested="piece_runs").create("piece_units")
            db.execute("UPDATE piece_units SET failed = 0")
            units = fetch(db, "SELECT unit, dialect, epoch_us(last_seen) FROM piece_units")
            old = self._signatures("old_pieces")
            analyst = Analyst(replay.history, self._settings.mapping, waiting=replay.waiting)
            taken, missing = [], {}
            for unit, dialect, as_of in units:
                known = old.get(unit, {}) | self._fresh_signatures(unit)
                signature = self._valid(known, as_of, dialect, analyst)
                if signature is None:
                    missing[unit] = as_of
                else:
                    taken.append((unit, signature, replay.rounds + 2))
            number = replay.rounds + 2
            more = [self._analyse("piece_units", missing, replay.history, replay.waiting, number)] if missing else []
            self.pieces = self._gather("old_pieces", taken, more)
            for name, added in (("units", "piece_units"), ("runs", "piece_runs")):
                db.execute(f"DELETE FROM {name} WHERE unit IN {cut}")
                db.execute(f"INSERT INTO {name} BY NAME SELECT * FROM {added}")
        db.register("pieces", self.pieces)
        table(
            db,
            "answers",
            "SELECT * FROM whole AS a WHERE a.unit NOT IN (SELECT unit FROM stretches) "
            "UNION ALL BY NAME SELECT * FROM pieces",
        )

    def _fresh_signatures(self, unit: str) -> dict[str, tuple[str, ...]]:
        """What a piece looked at, where the rounds analysed it."""
        return {
            variant.signature: variant.looks
            for variant in self.variants.of(unit)
            if (unit, variant.signature) in self._fresh
        }


@dataclass(frozen=True)
class _Listed:
    """A table that a source lists."""

    text: str | None
    columns: str | None
    dialect: str | None
