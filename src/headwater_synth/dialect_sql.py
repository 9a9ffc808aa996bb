"""The SQL of each dialect: types, quoting, functions, predicates, statement patterns. Data alone.

Types are letters, so that a pattern can say what it takes and gives: `k` key, `i` whole number, `a` amount, `s` text,
`d` date, `t` time, `b` flag, `S` a struct, `A` an array of text, `I` an array of structs. In a pattern `$` stands for a
column, `@` for another of its type, `#` for one that only decides, `?` for a condition, and `{x}` for a literal that is
drawn anew in every run (see `literals`). A pattern is (label, text, gives).
"""

from __future__ import annotations

from dataclasses import dataclass

Pattern = tuple[str, str, str]

STRUCTS: dict[str, tuple[tuple[str, str], ...]] = {
    "address": (("city", "s"), ("zip", "s")),
    "device": (("os", "s"), ("model", "s")),
}
ITEM: tuple[tuple[str, str], ...] = (("sku", "s"), ("qty", "i"), ("price", "a"))
RESERVED = frozenset({"order", "group"})


@dataclass(frozen=True)
class DialectSql:
    """How one dialect is written."""

    name: str
    prefix: str
    quotes: str
    types: dict[str, str]
    struct: str
    field: str
    array: str
    derive: dict[str, tuple[Pattern, ...]]
    aggregate: dict[str, tuple[Pattern, ...]]
    where: dict[str, tuple[str, ...]]
    literal: dict[str, str]
    unnest: str
    unnest_items: str
    create: str = "CREATE TABLE IF NOT EXISTS {0} (\n  {1}\n){2}"
    tails: tuple[str, ...] = ("",)
    partitioned: str = ""
    ctas: str = "CREATE TABLE IF NOT EXISTS {0} AS\n{1}"
    view: str = "CREATE OR REPLACE VIEW {0} AS\n{1}"
    temporary: str = "CREATE OR REPLACE TEMP TABLE {0} AS\n{1}"
    add_column: str = "ALTER TABLE {0} ADD COLUMN {1} {2}"
    insert: str = "INSERT INTO {0}{1}"
    overwrite: str = ""
    with_first: bool = False
    star_except: str = ""
    merge: str = ""
    update: bool = False
    update_from: bool = False
    delete: bool = False
    escape: str = "''"
    windows: tuple[Pattern, ...] = ()

    def type_text(self, letter: str, name: str) -> str:
        """The type as the dialect writes it."""
        if letter == "S":
            return self.struct.format(
                ", ".join(self.field.format(field, self.types[type_letter]) for field, type_letter in STRUCTS[name])
            )
        if letter == "A":
            return self.array.format(self.types["s"])
        if letter == "I":
            fields = ", ".join(self.field.format(field, self.types[type_letter]) for field, type_letter in ITEM)
            return self.array.format(self.struct.format(fields))
        return self.types[letter]


def _types(names: str) -> dict[str, str]:
    """The types of a dialect, in the order of the letters k, i, a, s, d, t, b."""
    return dict(zip("kiasdtb", names.split(), strict=True))


_TEXT: tuple[Pattern, ...] = (
    ("upper", "UPPER($)", "s"),
    ("clean", "TRIM(LOWER($))", "s"),
    ("known", "COALESCE($, 'n/a')", "s"),
    ("kind", "CASE WHEN ? THEN 'new' WHEN ? THEN 'old' ELSE $ END", "s"),
    ("shown", "CONCAT($, '-', @)", "s"),
)
_NUMBER: tuple[Pattern, ...] = (
    ("next", "$ + {i}", "i"),
    ("safe", "COALESCE($, 0)", "i"),
    ("counted", "CASE WHEN ? THEN $ ELSE 0 END", "i"),
)
_AMOUNT: tuple[Pattern, ...] = (
    ("net", "$ * {r}", "a"),
    ("round", "ROUND($, 2)", "a"),
    ("safe", "COALESCE($, 0)", "a"),
    ("both", "$ + @", "a"),
    ("valid", "CASE WHEN ? THEN $ ELSE 0 END", "a"),
    ("share", "$ / NULLIF(@, 0)", "a"),
)
_KEY: tuple[Pattern, ...] = (("first", "COALESCE($, @)", "k"), ("text", "CAST($ AS VARCHAR)", "s"))
_FLAG: tuple[Pattern, ...] = (("yes", "CASE WHEN # THEN 1 ELSE 0 END", "i"),)
_YEAR: Pattern = ("year", "EXTRACT(YEAR FROM $)", "i")
_DAY: Pattern = ("day", "CAST($ AS DATE)", "d")

_SUMS: tuple[Pattern, ...] = (
    ("total", "SUM($)", "a"),
    ("avg", "AVG($)", "a"),
    ("max", "MAX($)", "a"),
    ("good", "SUM(CASE WHEN ? THEN $ ELSE 0 END)", "a"),
    ("net", "SUM($ * {r}) - SUM(COALESCE(@, 0))", "a"),
)
_COUNTS: tuple[Pattern, ...] = (("distinct", "COUNT(DISTINCT $)", "i"), ("last", "MAX($)", "k"))
_TEXTS: tuple[Pattern, ...] = (("kinds", "COUNT(DISTINCT $)", "i"), ("top", "MAX($)", "s"))
_TOTALS: tuple[Pattern, ...] = (("sum", "SUM($)", "i"), ("min", "MIN($)", "i"), ("max", "MAX($)", "i"))


def _last(letter: str) -> tuple[Pattern, ...]:
    return (("first", "MIN($)", letter), ("last", "MAX($)", letter))


_AGGREGATE: dict[str, tuple[Pattern, ...]] = {
    "a": _SUMS,
    "k": _COUNTS,
    "s": _TEXTS,
    "i": _TOTALS,
    "d": _last("d"),
    "t": _last("t"),
}


def _with(base: dict[str, tuple[Pattern, ...]], **added: tuple[Pattern, ...]) -> dict[str, tuple[Pattern, ...]]:
    return {letter: base.get(letter, ()) + added.get(letter, ()) for letter in (*base, *(set(added) - set(base)))}


def _where(date: str, time: str, flag: str = "$") -> dict[str, tuple[str, ...]]:
    return {
        "k": ("$ = {n}", "$ IN ({L})", "$ BETWEEN {n} AND {n}", "$ IS NOT NULL"),
        "i": ("$ > {i}", "$ BETWEEN {i} AND {i}", "$ <> {i}", "NOT $ = {i}"),
        "a": ("$ > {a}", "$ >= {a}", "($ < {a} OR $ IS NULL)"),
        "s": ("$ = {s}", "$ IN ({M})", "$ LIKE {p}", "$ <> {q}", "$ NOT IN ({M})"),
        "d": (f"$ >= {date}", f"$ BETWEEN {date} AND {date}", f"$ = {date}"),
        "t": (f"$ >= {time}", f"($ >= {time} AND $ < {time})"),
        "b": (flag, f"NOT {flag}"),
    }


_WHERE = _where("DATE {d}", "TIMESTAMP {t}")
_LITERAL = {"d": "DATE {d}", "t": "TIMESTAMP {t}", "b": "TRUE"}
_WINDOWS: tuple[Pattern, ...] = (
    ("running", "SUM($) OVER (PARTITION BY {key} ORDER BY {order})", "a"),
    ("before", "LAG($) OVER (PARTITION BY {key} ORDER BY {order})", "a"),
    ("part", "AVG($) OVER (PARTITION BY {key})", "a"),
)

_MERGE = "MERGE INTO {0} AS tgt\nUSING (\n{1}\n) AS src\nON tgt.{2} = src.{3}\nWHEN MATCHED THEN UPDATE SET {4}"
_MERGE_INSERT = _MERGE + "\nWHEN NOT MATCHED THEN INSERT ({5}) VALUES ({6})"

DUCKDB = DialectSql(
    name="duckdb",
    prefix="nb_",
    quotes='""',
    types=_types("BIGINT INTEGER DOUBLE VARCHAR DATE TIMESTAMP BOOLEAN"),
    struct="STRUCT({0})",
    field="{0} {1}",
    array="{0}[]",
    derive={
        "s": (*_TEXT, ("len", "LENGTH($)", "i"), ("part", "split_part($, '-', 1)", "s"), ("pre", "$[1:3]", "s")),
        "i": _NUMBER,
        "a": _AMOUNT,
        "k": (*_KEY, ("bucket", "$ % 64", "k")),
        "d": (_YEAR, ("month", "strftime($, '%Y-%m')", "s")),
        "t": (_DAY, ("hour", "date_trunc('hour', $)", "t"), ("month", "strftime($, '%Y-%m')", "s")),
        "b": _FLAG,
    },
    aggregate=_with(
        _AGGREGATE,
        a=(("median", "MEDIAN($)", "a"), ("if", "SUM($) FILTER (WHERE ?)", "a")),
        s=(("any", "ANY_VALUE($)", "s"), ("all", "string_agg($, ',')", "s")),
    ),
    where=_WHERE,
    literal=_LITERAL,
    unnest=", UNNEST({0}) AS {1}({2})",
    unnest_items=", UNNEST({0}) AS {1}({2})",
    ctas="CREATE OR REPLACE TABLE {0} AS\n{1}",
    star_except="* EXCLUDE ({0})",
    merge=_MERGE_INSERT,
    update=True,
    update_from=True,
    delete=True,
    windows=(*_WINDOWS, ("newest", "FIRST_VALUE($) OVER (PARTITION BY {key} ORDER BY {order} DESC)", "a")),
)

CLICKHOUSE = DialectSql(
    name="clickhouse",
    prefix="",
    quotes="``",
    types=_types("Int64 Int32 Float64 String Date DateTime UInt8"),
    struct="Tuple({0})",
    field="{0} {1}",
    array="Array({0})",
    derive={
        "s": (
            ("upper", "upper($)", "s"),
            ("clean", "trim(lower($))", "s"),
            ("known", "if(empty($), 'n/a', $)", "s"),
            ("kind", "multiIf(?, 'new', ?, 'old', $)", "s"),
            ("shown", "concat($, '-', @)", "s"),
            ("len", "toInt32(length($))", "i"),
            ("pre", "substring($, 1, 3)", "s"),
        ),
        "i": (*_NUMBER, ("big", "toInt64($)", "k")),
        "a": (*_AMOUNT, ("float", "toFloat64OrZero(toString($))", "a")),
        "k": (("first", "coalesce($, @)", "k"), ("text", "toString($)", "s"), ("bucket", "$ % 64", "k")),
        "d": (("year", "toInt32(toYear($))", "i"), ("month", "toStartOfMonth($)", "d")),
        "t": (
            ("day", "toDate($)", "d"),
            ("hour", "toStartOfHour($)", "t"),
            ("month", "toYYYYMM($)", "i"),
        ),
        "b": (("yes", "if(# = 1, 1, 0)", "i"),),
    },
    aggregate=_with(
        _AGGREGATE,
        a=(("if", "sumIf($, ?)", "a"), ("median", "quantile(0.5)($)", "a")),
        k=(("users", "uniqExact($)", "i"),),
        s=(("any", "any($)", "s"),),
    ),
    where=_where("toDate({d})", "toDateTime({t})", "$ = 1"),
    literal={"d": "toDate({d})", "t": "toDateTime({t})", "b": "1"},
    unnest=" ARRAY JOIN {0} AS {2}",
    unnest_items=" ARRAY JOIN {0} AS {2}",
    tails=(
        "\nENGINE = MergeTree\nORDER BY {0}",
        "\nENGINE = ReplacingMergeTree\nORDER BY ({0})\nSETTINGS index_granularity = 8192",
    ),
    ctas="CREATE TABLE IF NOT EXISTS {0}\nENGINE = MergeTree\nORDER BY tuple()\nAS {1}",
    temporary="CREATE TEMPORARY TABLE {0} AS\n{1}",
    star_except="* EXCEPT ({0})",
    delete=True,
    windows=(
        ("running", "sum($) OVER (PARTITION BY {key} ORDER BY {order})", "a"),
        ("before", "lagInFrame($) OVER (PARTITION BY {key} ORDER BY {order})", "a"),
        ("part", "avg($) OVER (PARTITION BY {key})", "a"),
    ),
)

FLINK = DialectSql(
    name="flink",
    prefix="rt_",
    quotes="``",
    types=_types("BIGINT INT DOUBLE STRING DATE TIMESTAMP(3) BOOLEAN"),
    struct="ROW<{0}>",
    field="{0} {1}",
    array="ARRAY<{0}>",
    derive={
        "s": (*_TEXT, ("len", "CHAR_LENGTH($)", "i"), ("pre", "SUBSTRING($ FROM 1 FOR 3)", "s")),
        "i": _NUMBER,
        "a": _AMOUNT,
        "k": (("first", "COALESCE($, @)", "k"), ("text", "CAST($ AS STRING)", "s"), ("bucket", "MOD($, 64)", "k")),
        "d": (("year", "CAST(EXTRACT(YEAR FROM $) AS INT)", "i"),),
        "t": (_DAY, ("month", "DATE_FORMAT($, 'yyyy-MM')", "s"), ("hour", "FLOOR($ TO HOUR)", "t")),
        "b": _FLAG,
    },
    aggregate=_with(
        _AGGREGATE,
        a=(("if", "SUM($) FILTER (WHERE ?)", "a"),),
        s=(("all", "LISTAGG($, ',')", "s"),),
    ),
    where=_WHERE,
    literal=_LITERAL,
    unnest=" CROSS JOIN UNNEST({0}) AS {1} ({2})",
    unnest_items=" CROSS JOIN UNNEST({0}) AS {1} ({3})",
    tails=(
        " WITH (\n  'connector' = 'kafka',\n  'topic' = '{1}',\n  'format' = 'json'\n)",
        " WITH ('connector' = 'jdbc', 'table-name' = '{1}')",
    ),
    view="CREATE VIEW IF NOT EXISTS {0} AS\n{1}",
    temporary="CREATE TEMPORARY VIEW {0} AS\n{1}",
    add_column="ALTER TABLE {0} ADD {1} {2}",
    windows=_WINDOWS,
)

GOOGLESQL = DialectSql(
    name="googlesql",
    prefix="bq_",
    quotes="``",
    types=_types("INT64 INT64 FLOAT64 STRING DATE TIMESTAMP BOOL"),
    struct="STRUCT<{0}>",
    field="{0} {1}",
    array="ARRAY<{0}>",
    derive={
        "s": (*_TEXT, ("len", "LENGTH($)", "i"), ("pre", "SUBSTR($, 1, 3)", "s"), ("or", "IFNULL($, {s})", "s")),
        "i": _NUMBER,
        "a": (*_AMOUNT, ("ratio", "SAFE_DIVIDE($, @)", "a")),
        "k": (("first", "COALESCE($, @)", "k"), ("text", "CAST($ AS STRING)", "s"), ("bucket", "MOD($, 64)", "k")),
        "d": (_YEAR, ("month", "DATE_TRUNC($, MONTH)", "d"), ("text", "FORMAT_DATE('%Y-%m', $)", "s")),
        "t": (("day", "DATE($)", "d"), ("hour", "TIMESTAMP_TRUNC($, HOUR)", "t")),
        "b": (("yes", "IF(#, 1, 0)", "i"),),
    },
    aggregate=_with(
        _AGGREGATE,
        k=(("about", "APPROX_COUNT_DISTINCT($)", "i"),),
        s=(("any", "ANY_VALUE($)", "s"), ("all", "STRING_AGG($, ',')", "s")),
    ),
    where=_WHERE,
    literal=_LITERAL,
    unnest=" CROSS JOIN UNNEST({0}) AS {2}",
    unnest_items=" CROSS JOIN UNNEST({0}) AS {2}",
    tails=("", "\nCLUSTER BY {0}", "\nOPTIONS (description = 'kept for 90 days')"),
    ctas="CREATE OR REPLACE TABLE {0} AS\n{1}",
    temporary="CREATE TEMP TABLE {0} AS\n{1}",
    star_except="* EXCEPT ({0})",
    merge=_MERGE_INSERT,
    update=True,
    update_from=True,
    delete=True,
    escape="\\'",
    windows=_WINDOWS,
)

_HIVE_DERIVE: dict[str, tuple[Pattern, ...]] = {
    "s": (*_TEXT, ("len", "LENGTH($)", "i"), ("pre", "SUBSTR($, 1, 3)", "s"), ("or", "NVL($, {s})", "s")),
    "i": (*_NUMBER, ("if", "IF(?, $, 0)", "i")),
    "a": _AMOUNT,
    "k": (("first", "COALESCE($, @)", "k"), ("text", "CAST($ AS STRING)", "s"), ("bucket", "PMOD($, 64)", "k")),
    "d": (("year", "YEAR($)", "i"), ("month", "DATE_FORMAT($, 'yyyy-MM')", "s")),
    "t": (("day", "TO_DATE($)", "d"), ("month", "DATE_FORMAT($, 'yyyy-MM')", "s"), ("hour", "HOUR($)", "i")),
    "b": _FLAG,
}

HIVE = DialectSql(
    name="hive",
    prefix="",
    quotes="``",
    types=_types("bigint int double string date timestamp boolean"),
    struct="struct<{0}>",
    field="{0}:{1}",
    array="array<{0}>",
    derive=_HIVE_DERIVE,
    aggregate=_with(_AGGREGATE, a=(("spread", "STDDEV_POP($)", "a"),)),
    where=_where("DATE {d}", "CAST({t} AS timestamp)"),
    literal={"d": "DATE {d}", "t": "CAST({t} AS timestamp)", "b": "TRUE"},
    unnest=" LATERAL VIEW explode({0}) {1} AS {2}",
    unnest_items=" LATERAL VIEW explode({0}) {1} AS {2}",
    tails=("\nSTORED AS ORC", "\nROW FORMAT DELIMITED FIELDS TERMINATED BY ','\nSTORED AS TEXTFILE", ""),
    partitioned="\nPARTITIONED BY (dt string)\nSTORED AS PARQUET",
    view="CREATE VIEW IF NOT EXISTS {0} AS\n{1}",
    temporary="CREATE TEMPORARY TABLE {0} AS\n{1}",
    add_column="ALTER TABLE {0} ADD COLUMNS ({1} {2})",
    insert="INSERT INTO TABLE {0}{1}",
    overwrite="INSERT OVERWRITE TABLE {0}{1}",
    with_first=True,
    merge=_MERGE,
    update=True,
    delete=True,
    escape="\\'",
    windows=_WINDOWS,
)

SPARK = DialectSql(
    name="spark",
    prefix="lake_",
    quotes="``",
    types=_types("BIGINT INT DOUBLE STRING DATE TIMESTAMP BOOLEAN"),
    struct="STRUCT<{0}>",
    field="{0}: {1}",
    array="ARRAY<{0}>",
    derive=_with(_HIVE_DERIVE, t=(("trunc", "date_trunc('HOUR', $)", "t"),)),
    aggregate=_with(
        _AGGREGATE,
        a=(("if", "SUM($) FILTER (WHERE ?)", "a"), ("half", "percentile_approx($, 0.5)", "a")),
        k=(("about", "approx_count_distinct($)", "i"),),
        s=(("any", "any_value($)", "s"),),
    ),
    where=_WHERE,
    literal=_LITERAL,
    unnest=" LATERAL VIEW explode({0}) {1} AS {2}",
    unnest_items=" LATERAL VIEW explode({0}) {1} AS {2}",
    tails=("\nUSING parquet", "\nUSING parquet\nTBLPROPERTIES ('owner' = 'etl')", " USING orc"),
    partitioned="\nUSING parquet\nPARTITIONED BY (dt)",
    temporary="CREATE OR REPLACE TEMPORARY VIEW {0} AS\n{1}",
    add_column="ALTER TABLE {0} ADD COLUMNS ({1} {2})",
    overwrite="INSERT OVERWRITE TABLE {0}{1}",
    star_except="* EXCEPT ({0})",
    merge=_MERGE_INSERT,
    update=True,
    delete=True,
    escape="\\'",
    windows=_WINDOWS,
)

DIALECTS: dict[str, DialectSql] = {sql.name: sql for sql in (CLICKHOUSE, DUCKDB, FLINK, GOOGLESQL, HIVE, SPARK)}
