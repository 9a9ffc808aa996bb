"""Answers become the graph: the tables of a snapshot, each a DataFrame of its record in `rows.warehouse`.

What was true once stays. An edge has the time it was first seen, and, when it has ended, the time it ended: its target
was dropped or created anew by something else, its job went over to another statement, or it is not in the log any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from pyspark.sql import Column, DataFrame, SparkSession, Window
from pyspark.sql import functions as F

from headwater.base import codes
from headwater.batch import History
from headwater.rows.record import Record
from headwater.rows.warehouse import COLUMNS, COVERAGE, DATASETS, DIAGNOSTICS, STATEMENTS, TABLES
from headwater.spark import schema_rows

Tables = dict[str, DataFrame]
_LISTS = ("edges", "influence", "hops", "diagnostics", "table_edges")
_LEVELS = ("EXACT", "INFERRED", "AMBIGUOUS", "COARSE", "TABLE", "NONE")


def tables(
    spark: SparkSession,
    answers: DataFrame,
    units: DataFrame,
    kept: DataFrame,
    lives: DataFrame,
    history: History,
    mapping: Mapping[str, str],
) -> Tables:
    """The tables of a snapshot."""
    found: Tables = {}
    for name in _LISTS:
        record = TABLES[name]
        rows = answers.select("statement", F.explode(name).alias("one")).select("statement", "one.*")
        if "valid_to" in record.names:
            rows = rows.join(lives, "statement")
        found[name] = _as(rows, record)
    lost = units.where("status <> 'failed'").join(answers.select("unit"), "unit", "left_anti")
    found["statements"] = _statements(answers, units, kept, lost)
    for more in (_said_of_units(units), _said_of_unread(kept), _said_of_lost(lost)):
        found["diagnostics"] = found["diagnostics"].unionByName(more)
    found["datasets"] = _datasets(spark, answers, units, history, mapping)
    found["columns"] = _columns(spark, answers, history)
    found["coverage"] = _coverage(found["statements"], answers, units, kept)
    return {name: found[name] for name in TABLES}


def carried(now: Tables, before: Tables, ended: datetime) -> Tables:
    """The tables with what an earlier snapshot had and this one has not: it ended at the latest by now.

    A statement may be gone, or, with other schemas, make other edges than it did.
    """
    found = dict(now)
    for name, record in TABLES.items():
        if "statement" in record.names:
            lasting = "valid_to" in record.names
            keys = [key for key in _SAME if key in record.names] if lasting else ["statement"]
            old = before[name].join(now[name if lasting else "statements"].select(*keys), keys, "left_anti")
            if lasting:
                old = old.withColumn("valid_to", F.coalesce("valid_to", F.lit(ended)))
        elif "id" in record.names:
            old = before[name].join(now[name].select("id"), "id", "left_anti")
        else:
            continue
        found[name] = now[name].unionByName(_as(old, record))
    return found


_SAME = ("statement", "source_id", "target_id", "type")
"""What makes two edges the same one."""


def _as(frame: DataFrame, record: Record) -> DataFrame:
    """The fields of a record, in order."""
    return frame.select(*record.names)


# ── statements ───────────────────────────────────────────────────────────────────────────────────────────────────
def _statements(answers: DataFrame, units: DataFrame, kept: DataFrame, lost: DataFrame) -> DataFrame:
    """Every text that was read has a row: analysed, refused by its engine, not readable, or without an answer."""
    said = ("source", "entry", "dialect", "database", "status", "job", "runs", "entries", "first_seen", "last_seen")
    of_unit = units.select("unit", *said, "users")
    analysed = answers.join(of_unit, "unit").select(*STATEMENTS.names)
    failed = units.where("status = 'failed'").select(*_unanswered("FAILED", "EXACT", F.col("failed")))
    users = F.array(F.col("user"))
    entries = kept.where("part = 'unread'").withColumn("unit", _unread_id()).withColumn("users", F.array_compact(users))
    unread = (
        entries.withColumn("text", F.coalesce("text", F.lit("")))
        .withColumn("first_seen", F.col("at"))
        .withColumn("last_seen", F.col("at"))
        .select(*_unanswered("UNREAD", "NONE", F.col("entries").cast("long")))
        .dropDuplicates(["statement"])
    )
    return (
        analysed.unionByName(failed)
        .unionByName(unread)
        .unionByName(lost.select(*_unanswered("LOST", "NONE", F.col("runs"))))
    )


def _unread_id() -> Column:
    return F.md5(F.concat_ws("\0", "source", "entry", "detail", "text"))


def _unanswered(kind: str, level: str, runs: Column) -> list[Column]:
    """The fields of a statement that has no answer."""
    fixed: dict[str, Column] = {
        "statement": F.concat("unit", F.lit("-0")),
        "number": F.lit(0),
        "kind": F.lit(kind),
        "target_system": F.lit(None).cast("string"),
        "target": F.lit(None).cast("string"),
        "target_kind": F.lit(None).cast("string"),
        "target_temporary": F.lit(False),
        "replaces": F.lit(False),
        "level": F.lit(level),
        "span_start": F.lit(0),
        "span_end": F.length("text"),
        "line": F.lit(1),
        "column_number": F.lit(1),
        "runs": runs,
        "entries": runs,
        "round": F.lit(0),
        "millis": F.lit(0.0),
    }
    return [fixed.get(name, F.col(name)).alias(name) for name in STATEMENTS.names]


def _said(code: codes.Code, message: Column) -> list[Column]:
    fixed: dict[str, Column] = {
        "statement": F.concat("unit", F.lit("-0")),
        "code": F.lit(code.id),
        "severity": F.lit(code.severity),
        "level": F.lit(code.level.value),
        "message": message,
        "help": F.lit(code.help),
        "span_start": F.lit(0),
        "span_end": F.length(F.coalesce("text", F.lit(""))),
        "line": F.lit(1),
        "column_number": F.lit(1),
    }
    return [fixed[name].alias(name) for name in DIAGNOSTICS.names]


def _said_of_units(units: DataFrame) -> DataFrame:
    code = codes.REFUSED_BY_ENGINE
    return units.where("status = 'failed'").select(*_said(code, F.lit(code.message)))


def _said_of_unread(kept: DataFrame) -> DataFrame:
    unread = kept.where("part = 'unread'").withColumn("unit", _unread_id())
    return unread.select(*_said(codes.UNREAD_ENTRY, F.coalesce("detail", F.lit("It could not be read.")))).distinct()


def _said_of_lost(lost: DataFrame) -> DataFrame:
    """There are none, unless something here is wrong; and then it is seen."""
    return lost.select(*_said(codes.LOST, F.lit(codes.LOST.message)))


# ── how long things hold ─────────────────────────────────────────────────────────────────────────────────────────
def lives(answers: DataFrame, units: DataFrame, kept: DataFrame) -> DataFrame:
    """(statement, job, runs, valid_from, valid_to) of every statement."""
    own = answers.select("statement", "unit", "target_system", "target", "replaces", "kind").join(
        units.select("unit", "job", "runs", "first_seen", "last_seen"), "unit"
    )
    target = F.concat_ws(":", "target_system", "target")
    own = own.withColumn("into", F.when(F.col("target") != "result", target))
    begins = own.where("replaces AND kind NOT LIKE 'TRUNCATE%' AND into IS NOT NULL").select("unit", "into")
    times = kept.where("part = 'run' AND at IS NOT NULL AND status <> 'failed'").select("unit", "at")
    anew = begins.distinct().join(times, "unit").select("into", F.col("unit").alias("by"), "at")
    timed = own.where("into IS NOT NULL AND last_seen IS NOT NULL")
    later = (
        timed.select("statement", "unit", "into", "last_seen")
        .join(anew, "into")
        .where("by <> unit AND at > last_seen")
        .groupBy("statement")
        .agg(F.min("at").alias("anew"))
    )
    follows = Window.partitionBy("job", "into").orderBy("first_seen", "unit")
    by_job = (
        timed.where("job IS NOT NULL")
        .groupBy("job", "into", "unit")
        .agg(F.min("first_seen").alias("first_seen"), F.max("last_seen").alias("last_seen"))
        .withColumn("next", F.lead("first_seen").over(follows))
        .where("next > last_seen")
        .select("job", "into", "unit", "next")
    )
    ended = F.least("anew", "next")
    return (
        own.join(later, "statement", "left")
        .join(by_job, ["job", "into", "unit"], "left")
        .select("statement", "job", "runs", F.col("first_seen").alias("valid_from"), ended.alias("valid_to"))
    )


# ── datasets and columns ─────────────────────────────────────────────────────────────────────────────────────────
def _datasets(
    spark: SparkSession, answers: DataFrame, units: DataFrame, history: History, mapping: Mapping[str, str]
) -> DataFrame:
    named = answers.select("unit", F.explode("datasets").alias("one")).select("unit", "one.*")
    seen = named.join(units.select("unit", "first_seen", "last_seen"), "unit").drop("unit")
    listed = schema_rows.datasets(spark, history).withColumns(
        {"first_seen": F.lit(None).cast("timestamp"), "last_seen": F.lit(None).cast("timestamp")}
    )
    links = schema_rows.links(spark, mapping)
    whole = seen.unionByName(listed).groupBy("id", "system", "name")
    # a statement that creates a thing says what it is; one that only reads it says "table"
    kind = F.max_by("kind", F.when(F.col("kind") != "table", 1).otherwise(0))
    return (
        whole.agg(
            kind.alias("kind"),
            F.max("temporary").alias("temporary"),
            F.max("read").alias("read"),
            F.max("written").alias("written"),
            F.min("first_seen").alias("first_seen"),
            F.max("last_seen").alias("last_seen"),
        )
        .join(F.broadcast(links), "id", "left")
        .withColumn("also", F.coalesce("also", F.array().cast("array<string>")))
        .select(*DATASETS.names)
    )


def _columns(spark: SparkSession, answers: DataFrame, history: History) -> DataFrame:
    """What a catalog says of a column goes before what a statement writes, and that before what a statement reads."""
    listed = schema_rows.columns(spark, history).withColumn("rank", F.lit(0))
    written = answers.select(F.explode("columns").alias("one")).select("one.*").withColumn("rank", F.lit(1))
    read = _read(answers, "edges").unionByName(_read(answers, "influence")).distinct().withColumn("rank", F.lit(2))
    facts = listed.unionByName(written).unionByName(read)
    fields = [name for name in COLUMNS.names if name not in ("id", "generated", "type")]
    best = F.min_by(F.struct(*fields), F.struct("rank", F.coalesce("ordinal", F.lit(1 << 30)), "name"))
    given = F.max(F.when(F.col("rank") == 1, ~F.col("generated"))).alias("given")
    wrote = F.max(F.when(F.col("rank") == 1, F.lit(True))).alias("wrote")
    types = F.min_by("type", F.when(F.col("type").isNull(), 9).otherwise(F.col("rank")))
    return (
        facts.groupBy("id")
        .agg(best.alias("one"), given, wrote, types.alias("type"))
        .withColumn("generated", F.coalesce(F.col("wrote") & ~F.col("given"), F.lit(False)))
        .select("id", "one.*", "type", "generated")
        .select(*COLUMNS.names)
    )


def _read(answers: DataFrame, ends: str) -> DataFrame:
    return answers.select(F.explode(ends).alias("one")).select(
        F.col("one.source_id").alias("id"),
        F.col("one.source_dataset_id").alias("dataset_id"),
        F.col("one.source_system").alias("system"),
        F.col("one.source_dataset").alias("dataset"),
        F.col("one.source_column").alias("name"),
        F.lit(None).cast("int").alias("ordinal"),
        F.lit(None).cast("string").alias("type"),
        F.lit(False).alias("generated"),
        F.lit("INFERRED").alias("level"),
    )


# ── coverage ─────────────────────────────────────────────────────────────────────────────────────────────────────
def _coverage(statements: DataFrame, answers: DataFrame, units: DataFrame, kept: DataFrame) -> DataFrame:
    dialect = F.coalesce("dialect", F.lit("")).alias("dialect")
    runs = (
        kept.where("part IN ('run', 'unread')")
        .groupBy(F.when(F.col("part") == "run", F.col("dialect")).otherwise(F.lit("")).alias("dialect"))
        .agg(
            F.sum("entries").alias("entries"),
            F.sum(F.when(F.col("status") == "failed", F.col("entries")).otherwise(0)).alias("failed"),
            F.sum(F.when(F.col("part") == "unread", F.col("entries")).otherwise(0)).alias("unread"),
        )
    )
    answered = statements.where("kind NOT IN ('UNREAD', 'EMPTY', 'FAILED') OR round > 0").where("kind <> 'EMPTY'")
    names = dict(zip(_LEVELS, ("exact", "inferred", "ambiguous", "coarse", "table_only", "none"), strict=True))
    levels = answered.groupBy(dialect).agg(
        F.countDistinct("unit").alias("units"),
        F.sum("runs").alias("statements"),
        F.count("*").alias("distinct_statements"),
        *(F.sum(F.when(F.col("level") == level, 1).otherwise(0)).alias(name) for level, name in names.items()),
    )
    made = answers.select("unit", F.size("edges").alias("edges")).join(units.select("unit", dialect), "unit")
    count = made.groupBy("dialect").agg(F.sum("edges").alias("edges"))
    whole = runs.join(levels, "dialect", "full").join(count, "dialect", "left")
    return whole.na.fill(0).select(*COVERAGE.names)
