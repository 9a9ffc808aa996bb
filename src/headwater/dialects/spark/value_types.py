"""Types of values, as far as Spark's output names depend on them.

Catalyst names an expression after it has resolved types: `a + 1` is `date_add(a, 1)` where a is a date, `a - b` loses
its parentheses where b is an interval, `to_char(a, 'y')` is `date_format(a, y)` where a is a time. A type is Spark's
own spelling in lower case (`int`, `interval day to second`, `string collate UTF8_LCASE`), empty where it is not known.

To add a function whose result decides a name: its name in `_RESULTS`, or in `_OF_FIRST` if the type is that of its
first argument.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from decimal import Decimal

from sqlglot import exp

from headwater.base.types import UNKNOWN, Scalar, Type

EXPLICIT, IMPLICIT, DEFAULT = 2, 1, 0
"""How strongly a value holds to its collation: that of COLLATE, of a column or a cast, of a literal."""


class Name(str):
    """A name, or a part of one, with the type of the value that it stands for."""

    strength = DEFAULT
    is_literal = False
    _type: str | Callable[[], str] = ""

    @property
    def type(self) -> str:
        """The type; worked out when it is asked for, since most names need none."""
        if not isinstance(self._type, str):
            self._type = self._type()
        return self._type


def typed(text: str, kind: str | Callable[[], str], strength: int = DEFAULT, is_literal: bool = False) -> Name:
    """A name with a type."""
    name = Name(text)
    name._type = kind
    name.strength = strength
    name.is_literal = is_literal
    return name


def type_of(name: str) -> str:
    """The type behind a name; empty where it is not known."""
    return name.type if isinstance(name, Name) else ""


_SYNONYMS = {
    "integer": "int", "long": "bigint", "short": "smallint", "byte": "tinyint", "real": "float", "dec": "decimal",
    "numeric": "decimal", "timestamp_ltz": "timestamp", "timestampltz": "timestamp", "timestamptz": "timestamp",
    "timestampntz": "timestamp_ntz", "text": "string", "varchar": "string", "char": "string",
}  # fmt: skip


def normal(text: str) -> str:
    """A type in Spark's spelling.

    >>> normal("VARCHAR(10)"), normal("TIMESTAMP_LTZ"), normal("String COLLATE UNICODE")
    ('string', 'timestamp', 'string collate UNICODE')
    """
    head, collate, collation = re.sub(r"\s+", " ", text.strip()).partition(" COLLATE ")
    if not collate:
        head, collate, collation = head.partition(" collate ")
    word = head.lower()
    base = re.match(r"\w+", word)
    known = _SYNONYMS.get(base[0]) if base is not None else None
    if known is not None:
        word = known + (word[base.end() :] if known == "decimal" and base is not None else "")
    return f"{word} collate {collation}" if collation else word


def is_time(kind: str) -> bool:
    """A date, or a timestamp of any kind."""
    return kind == "date" or kind.startswith("timestamp")


def is_interval(kind: str) -> bool:
    """An interval of any kind."""
    return kind.startswith("interval")


_WIDTHS = ("tinyint", "smallint", "int", "bigint", "float", "double")
_INTEGERS = frozenset({"tinyint", "smallint", "int"})
_WHOLE = _INTEGERS | {"bigint"}
_DECIMAL = re.compile(r"-?\d+\.\d*|-?\.\d+")

_RESULTS = {
    name: kind
    for kind, names in (
        ("date", "to_date try_to_date current_date curdate date_add dateadd date_sub add_months last_day next_day "
                 "make_date try_make_date trunc date_from_unix_date date"),
        ("timestamp", "to_timestamp to_timestamp_ltz try_to_timestamp now current_timestamp make_timestamp "
                      "make_timestamp_ltz date_trunc timestamp_seconds timestamp_millis timestamp_micros "
                      "from_utc_timestamp to_utc_timestamp timestamp timestampadd"),
        ("timestamp_ntz", "to_timestamp_ntz localtimestamp make_timestamp_ntz"),
        ("time", "current_time localtime to_time try_to_time make_time"),
        ("interval", "make_interval try_make_interval"),
        ("interval day to second", "make_dt_interval"),
        ("interval year to month", "make_ym_interval"),
        ("binary", "unhex encode to_binary try_to_binary unbase64 aes_encrypt aes_decrypt binary to_avro"),
        ("bigint", "count row_number rank dense_rank bigint unix_timestamp xxhash64 approx_count_distinct count_if"),
        ("int", "length char_length year month day hour minute second int datediff instr locate ntile hash"),
        ("double", "avg stddev variance double sqrt exp ln"),
        ("map", "map map_from_arrays map_from_entries str_to_map map_concat"),
        ("boolean", "isnull isnotnull contains startswith endswith exists boolean"),
    )
    for name in names.split()
}  # fmt: skip
_OF_FIRST = frozenset(
    {
        "lower", "upper", "substr", "substring", "left", "right", "trim", "ltrim", "rtrim", "btrim", "lpad", "rpad",
        "concat", "repeat", "reverse", "initcap", "replace", "translate", "overlay", "regexp_replace", "split_part",
        "substring_index", "elt", "coalesce", "nvl", "ifnull", "nullif", "max", "min", "first", "last", "any_value",
        "first_value", "last_value", "nth_value", "lag", "lead", "greatest", "least", "if", "abs", "array_max",
        "array_min",
    }
)  # fmt: skip
_ARRAYS = frozenset({"array", "collect_list", "collect_set", "array_agg"})


def of_call(function: str, arguments: list[str]) -> str:
    """The type of a call."""
    known = _RESULTS.get(function)
    if known is not None:
        return known
    values = arguments[1:] if function == "if" else arguments
    first = next((argument for argument in values if argument != "NULL"), "")
    if function in _OF_FIRST:
        return type_of(first)
    if function in _ARRAYS and type_of(first):
        return f"array<{type_of(first)}>"
    return ""


def element(kind: str) -> str:
    """The type of an element of an array.

    >>> element("array<string collate UNICODE>")
    'string collate UNICODE'
    """
    match = re.fullmatch(r"array<(.*)>", kind, re.DOTALL)
    return match[1].strip() if match is not None else ""


def number(text: str, suffix: str) -> str:
    """The type of a number as it is written."""
    text = text.upper()
    suffix = suffix.upper() or (re.search(r"(?:BD|[LSYDF])?$", text) or [""])[0]
    known = {"L": "bigint", "S": "smallint", "Y": "tinyint", "D": "double", "F": "float", "BD": "decimal"}.get(suffix)
    if known is not None:
        return known
    return "double" if "E" in text else "decimal" if "." in text else "int"


def arithmetic(operator: str, left: str, right: str) -> Name:
    """a + b, with dates, times and intervals among the operands.

    >>> arithmetic("-", typed("d", "date"), typed("1", "int"))
    'date_sub(d, 1)'
    >>> arithmetic("*", typed("3", "int"), typed("i", "interval day to second"))
    '(i * 3)'
    """
    kinds = type_of(left), type_of(right)
    intervals = is_interval(kinds[0]), is_interval(kinds[1])
    if operator == "*" and intervals == (False, True):
        return typed(f"({right} * {left})", kinds[1])
    time_last = intervals == (True, False) or (kinds[1] == "date" and kinds[0] in _INTEGERS)
    if operator == "+" and time_last and right != "NULL":
        left, right, kinds, intervals = right, left, kinds[::-1], intervals[::-1]
    if operator in ("+", "-"):
        if intervals == (False, True) and left != "NULL":
            if kinds == ("date", "interval day"):
                days = f"extractansiintervaldays({right})"
                return typed(f"date_add({left}, {days if operator == '+' else f'(- {days})'})", "date")
            moved = kinds[0]
            if moved == "date" and not kinds[1].startswith(("interval year", "interval month")):
                moved = "timestamp"
            return typed(f"{left} {operator} {right}", moved)
        if kinds[0] == "date" and kinds[1] in _INTEGERS:
            return typed(f"date_{'add' if operator == '+' else 'sub'}({left}, {right})", "date")
        if operator == "-" and is_time(kinds[0]) and is_time(kinds[1]):
            result = "interval day" if kinds == ("date", "date") else "interval day to second"
            return typed(f"({left} - {right})", result)
    result = kinds[0] if intervals[0] else ""
    if kinds[0] in _WIDTHS and kinds[1] in _WIDTHS:
        result = "double" if operator == "/" else max(kinds, key=_WIDTHS.index)
    return typed(f"({left} {operator} {right})", result)


_ROUNDED = {">": ("ceil", "floor"), ">=": ("floor", "ceil"), "<": ("floor", "ceil"), "<=": ("ceil", "floor")}
"""How a decimal is rounded that a whole number is compared with, left and right of the operator."""


def whole_numbers(operator: str, left: str, right: str) -> tuple[str, str]:
    """n > 1.1 of whole numbers n is n > 1.

    >>> whole_numbers(">", typed("n", "int"), typed("1.1", "decimal"))
    ('n', '1')
    """
    rounded = _ROUNDED.get(operator)
    if rounded is None:
        return left, right
    whole = [type_of(side) in _WHOLE for side in (left, right)]
    sides = [left, right]
    for position, side in enumerate(sides):
        if whole[1 - position] and type_of(side) == "decimal" and _DECIMAL.fullmatch(side):
            sides[position] = typed(str(getattr(math, rounded[position])(Decimal(side))), "bigint")
    return sides[0], sides[1]


# ── types of the parser's nodes, for columns that a query gives a name ───────────────────────────────────────
_CLASSES: dict[type, str] = {
    exp.TsOrDsToDate: "date", exp.CurrentDate: "date", exp.TsOrDsAdd: "date", exp.AddMonths: "date",
    exp.LastDay: "date", exp.NextDay: "date", exp.DateFromUnixDate: "date", exp.StrToTime: "timestamp",
    exp.CurrentTimestamp: "timestamp", exp.TimestampFromParts: "timestamp", exp.TimestampTrunc: "timestamp",
    exp.MakeInterval: "interval", exp.Unhex: "binary", exp.Encode: "binary", exp.ToBinary: "binary",
    exp.HexString: "binary", exp.Count: "bigint", exp.Length: "int", exp.Avg: "double",
}  # fmt: skip


def of_node(node: exp.Expr) -> Type:
    """The type that an expression has by its own words; UNKNOWN where it depends on others."""
    while type(node) in (exp.Paren, exp.Neg):
        node = node.this
    if isinstance(node, exp.Cast):
        to = node.args.get("to")
        return _of_type(to) if isinstance(to, exp.DataType) else UNKNOWN
    if type(node) is exp.Literal:
        return Scalar("string" if node.is_string else number(node.name, ""))
    if type(node) is exp.Collate:
        return Scalar(f"string collate {node.expression.name}")
    if type(node) is exp.Interval:
        return Scalar(_of_interval(node.args.get("unit")))
    if type(node) is exp.Anonymous:
        known = _RESULTS.get(node.name.lower())
    else:
        known = _CLASSES.get(type(node))
    return Scalar(known) if known is not None else UNKNOWN


def _of_type(to: exp.DataType) -> Type:
    if to.args.get("nested"):
        return UNKNOWN
    if isinstance(to.this, exp.Interval):
        return Scalar(_of_interval(to.this.args.get("unit")))
    if not isinstance(to.this, exp.DType):
        return UNKNOWN
    kind = normal(to.this.value)
    collate = to.args.get("collate")
    if collate is not None:
        return Scalar(f"{kind} collate {collate.name}")
    sizes = ",".join(size.name for size in to.expressions) if kind == "decimal" else ""
    return Scalar(f"{kind}({sizes})" if sizes else kind)


_SECONDS = ("week", "day", "hour", "minute", "second", "millisecond", "microsecond")


def _of_interval(unit: exp.Expr | None) -> str:
    """INTERVAL '1' DAY, INTERVAL '1 2' DAY TO HOUR."""
    if isinstance(unit, exp.IntervalSpan):
        start, end = unit.this.name.lower(), unit.expression.name.lower()
        return f"interval {start} to {end}" if start != end else f"interval {start}"
    word = unit.name.lower().removesuffix("s") if unit is not None else ""
    if word in _SECONDS:
        word = {"week": "day", "millisecond": "second", "microsecond": "second"}.get(word, word)
    return f"interval {word}".strip()
