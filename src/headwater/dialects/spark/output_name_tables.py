"""What `pretty` knows of single functions, types and literals: data, and small functions over texts.

`FILLED` are arguments that Catalyst adds where they are left out, `CALLED` functions that it writes under another name,
`SYNTAX` calls whose arguments are not a list.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

WITHOUT_PARENTHESES = frozenset(
    {"CURRENT_DATE", "CURRENT_TIMESTAMP", "CURRENT_USER", "USER", "SESSION_USER", "CURRENT_TIME", "LOCALTIME",
     "LOCALTIMESTAMP"}
)  # fmt: skip

_SKETCH = ("12", "sum")
FILLED: dict[str, tuple[int, tuple[str, ...]]] = {
    "split": (2, ("-1",)), "substr": (2, ("2147483647",)), "substring": (2, ("2147483647",)),
    "locate": (2, ("1",)), "position": (2, ("1",)), "lag": (1, ("1", "NULL")), "lead": (1, ("1", "NULL")),
    "round": (1, ("0",)), "bround": (1, ("0",)), "overlay": (3, ("-1",)),
    "aes_decrypt": (2, ("GCM", "DEFAULT", "")), "try_aes_decrypt": (2, ("GCM", "DEFAULT", "")),
    "aes_encrypt": (2, ("GCM", "DEFAULT", "", "")), "approx_top_k": (1, ("5", "10000")),
    "approx_top_k_accumulate": (1, ("10000",)), "approx_top_k_estimate": (1, ("5",)),
    "from_unixtime": (1, ("yyyy-MM-dd HH:mm:ss",)), "hll_sketch_agg": (1, ("12",)), "hll_union": (2, ("false",)),
    "hmac": (2, ("SHA-256",)), "listagg": (1, ("NULL",)), "string_agg": (1, ("NULL",)), "lpad": (2, (" ",)),
    "rpad": (2, (" ",)), "make_dt_interval": (1, ("0", "0", "0.000000")), "make_ym_interval": (1, ("0",)),
    "make_interval": (1, ("0", "0", "0", "0", "0", "0.000000")),
    "try_make_interval": (1, ("0", "0", "0", "0", "0", "0.000000")), "mask": (1, ("X", "x", "n", "NULL")),
    "months_between": (2, ("true",)), "percentile": (2, ("1",)), "regexp_instr": (2, ("0",)),
    "regexp_replace": (3, ("1",)), "sentences": (1, ("", "")), "str_to_map": (1, (",", ":")),
    "current_time": (0, ("6",)), "localtime": (0, ("6",)), "theta_sketch_agg": (1, ("12",)),
    "theta_union": (2, ("12",)), "theta_union_agg": (1, ("12",)), "try_variant_set": (3, ("true",)),
    "variant_set": (3, ("true",)), "st_asbinary": (1, ("NDR",)), "st_geomfromwkb": (1, ("0",)),
    "tuple_sketch_agg_double": (2, _SKETCH), "tuple_sketch_agg_integer": (2, _SKETCH),
}  # fmt: skip
"""Up to so many arguments are given, and these follow."""

CALLED = {
    "current_database": "current_schema", "array_agg": "collect_list", "random": "rand", "localtime": "current_time",
    "dateadd": "date_add", "make_timestamp_ltz": "make_timestamp", "to_varchar": "to_char",
}  # fmt: skip
CAPITALS = frozenset(
    {
        "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "cot", "csc",
        "degrees", "e", "exp", "expm1", "hypot", "log", "log10", "log1p", "log2", "pi", "power", "radians",
        "regexp", "regexp_like", "rlike", "sec", "signum", "sin", "sinh", "spark_partition_id", "sqrt", "tan",
        "tanh",
    }
)  # fmt: skip
"""Functions that Catalyst writes in capitals; those of `ROUNDED` where they have one argument."""
ROUNDED = frozenset({"ceil", "floor"})
FIRST_ONLY = frozenset(
    {
        "first", "last", "first_value", "last_value", "any_value", "from_json", "from_csv", "from_xml",
        "to_json", "to_csv", "to_xml", "schema_of_json", "schema_of_xml",
    }
)  # fmt: skip
"""Options are no part of the name."""
OPERATORS = {"isnull": "({0} IS NULL)", "isnotnull": "({0} IS NOT NULL)", "like": "{0} LIKE {1}", "positive": "(+ {0})",
             "datepart": "datepart({0} FROM {1})", "if": "(IF({0}, {1}, {2}))"}  # fmt: skip
RANKS = frozenset({"row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile"})
LOUD_RANKS = frozenset({"rank", "dense_rank", "percent_rank"})


def call(name: str, arguments: list[str]) -> str:
    """f(a, b) as Catalyst writes it."""
    written = OPERATORS.get(name)
    if written is not None and len(arguments) == written.count("{"):
        return written.format(*arguments)
    if name in LOUD_RANKS:
        return f"{name.upper()}()"
    if name in FIRST_ONLY:
        arguments = arguments[:1]
    elif name in ("variant_get", "try_variant_get"):
        arguments = arguments[:2]
    filled = FILLED.get(name)
    if filled is not None and len(arguments) >= filled[0]:
        missing = filled[0] + len(filled[1]) - len(arguments)
        arguments = [*arguments, *filled[1][len(filled[1]) - missing :]] if missing > 0 else arguments
    if name in ("aggregate", "reduce") and len(arguments) == 3:
        arguments = [*arguments, "lambdafunction(namedlambdavariable(), namedlambdavariable())"]
    loud = name in CAPITALS or (name in ROUNDED and len(arguments) == 1)
    name = CALLED.get(name, name)
    return f"{name.upper() if loud else name}({', '.join(arguments)})"


def frame(name: str, arguments: list[str], ordered: bool) -> str:
    """The rows that a window function sees where nothing is said of them."""
    if name in ("lag", "lead"):
        step = arguments[1] if len(arguments) > 1 else "1"
        edge = step if name == "lead" else step[1:] if step.startswith("-") else f"-{step}"
        return f"ROWS BETWEEN {edge} FOLLOWING AND {edge} FOLLOWING"
    if name in RANKS:
        return "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"
    if not ordered:
        return "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING"
    return "RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"


def number(text: str, suffix: str) -> str:
    """1L is 1, 2D is 2.0, 1e3 is 1000.0, 1.50 stays."""
    upper = text.upper()
    if not suffix:
        found = re.fullmatch(r"([\d.]+(?:E[+-]?\d+)?)(L|S|Y|BD|D|F)?", upper)
        if found is None:
            return text
        text, suffix = found[1], found[2] or ""
    if suffix in ("L", "S", "Y", "BD"):
        return text
    if suffix in ("D", "F") or "E" in text.upper():
        value = float(text)
        if 1e-3 <= abs(value) < 1e7 or value == 0:
            return repr(value)
        digits, _, power = f"{value:.16e}".partition("e")
        short = repr(float(digits))
        return f"{short}E{int(power)}"
    return f"0{text}" if text.startswith(".") else text


_UNITS = {"YEAR": "YEAR", "MONTH": "MONTH", "DAY": "DAY", "HOUR": "HOUR", "MINUTE": "MINUTE", "SECOND": "SECOND"}


def interval(value: str, unit: str) -> str | None:
    """INTERVAL 2 HOURS is INTERVAL '02' HOUR."""
    if " TO " in unit:
        return f"INTERVAL '{value}' {unit}"
    single = unit.removesuffix("S")
    if single == "WEEK" and value.lstrip("-").isdigit():
        return f"INTERVAL '{int(value) * 7}' DAY"
    known = _UNITS.get(single)
    if known is None or not value.lstrip("-").isdigit():
        return None
    if known in ("HOUR", "MINUTE", "SECOND"):
        sign = "-" if value.startswith("-") else ""
        return f"INTERVAL '{sign}{int(value.lstrip('-')):02d}' {known}"
    return f"INTERVAL '{int(value)}' {known}"


_TYPES = {
    "INTEGER": "INT", "LONG": "BIGINT", "SHORT": "SMALLINT", "BYTE": "TINYINT", "REAL": "FLOAT", "DEC": "DECIMAL",
    "NUMERIC": "DECIMAL", "TIMESTAMP_LTZ": "TIMESTAMP",
}  # fmt: skip


def type_name(text: str) -> str:
    """A type as Catalyst writes it."""
    whole = re.sub(r"\w+", lambda found: _TYPES.get(found[0].upper(), found[0].upper()), text.strip())
    if whole == "DECIMAL":
        return "DECIMAL(10,0)"
    whole = re.sub(r"DECIMAL\s*\(\s*(\d+)\s*\)", r"DECIMAL(\1,0)", whole)
    return re.sub(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)", r"(\1,\2)", " ".join(whole.split()))


def _extract(writer: Any) -> str | None:
    """extract(YEAR FROM ts)."""
    if writer.word(1) != "FROM":
        return None
    field = writer.tokens[writer.at].text
    writer.at += 2
    inner = writer.expression(0)
    writer.need(")")
    return f"extract({field} FROM {inner})"


def _trim(writer: Any) -> str | None:
    """trim(BOTH 'x' FROM c)."""
    side = writer.word()
    if side not in ("BOTH", "LEADING", "TRAILING"):
        start = writer.at
        inner = writer.expression(0)
        if not writer.take("FROM"):
            writer.at = start
            return None
        other = writer.expression(0)
        writer.need(")")
        return f"TRIM(BOTH {inner} FROM {other})"
    writer.at += 1
    what = "" if writer.word() == "FROM" else f"{writer.expression(0)} "
    writer.need("FROM")
    other = writer.expression(0)
    writer.need(")")
    return (
        f"TRIM({side} {what}FROM {other})"
        if what
        else f"{'trim' if side == 'BOTH' else 'ltrim' if side == 'LEADING' else 'rtrim'}({other})"
    )


def _substring(writer: Any) -> str | None:
    """substring(c FROM 2 FOR 3)."""
    start = writer.at
    inner = writer.expression(0)
    if not writer.take("FROM"):
        writer.at = start
        return None
    first = writer.expression(0)
    length = writer.expression(0) if writer.take("FOR") else "2147483647"
    writer.need(")")
    return f"substring({inner}, {first}, {length})"


def _position(writer: Any) -> str | None:
    """position('x' IN c)."""
    start = writer.at
    inner = writer.expression(5)
    if not writer.take("IN"):
        writer.at = start
        return None
    other = writer.expression(0)
    writer.need(")")
    return f"locate({inner}, {other}, 1)"


def _overlay(writer: Any) -> str | None:
    """overlay(c PLACING 'x' FROM 1 FOR 2)."""
    start = writer.at
    inner = writer.expression(0)
    if not writer.take("PLACING"):
        writer.at = start
        return None
    new = writer.expression(0)
    writer.need("FROM")
    first = writer.expression(0)
    length = writer.expression(0) if writer.take("FOR") else "-1"
    writer.need(")")
    return f"overlay({inner}, {new}, {first}, {length})"


def _identifier(writer: Any) -> str | None:
    """IDENTIFIER('a'): the name that the text says."""
    close = writer.closing()
    name = "".join(token.text for token in writer.tokens[writer.at : close] if token.text != "||")
    writer.at = close + 1
    return name.rpartition(".")[2]


SYNTAX: dict[str, Callable[[Any], str | None]] = {
    "extract": _extract,
    "trim": _trim,
    "substring": _substring,
    "substr": _substring,
    "position": _position,
    "overlay": _overlay,
    "identifier": _identifier,
}
