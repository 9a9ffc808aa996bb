"""What Catalyst does with single functions, types and literals when it writes an expression: tables, and the small
functions that apply them.
"""

from __future__ import annotations

import re
from decimal import Decimal

from headwater.dialects.spark.value_types import type_of, typed

WITHOUT_PARENTHESES = frozenset(
    {"CURRENT_DATE", "CURRENT_TIMESTAMP", "CURRENT_USER", "USER", "SESSION_USER", "CURRENT_TIME", "LOCALTIME",
     "LOCALTIMESTAMP"}
)  # fmt: skip

_SKETCH = ("12", "sum")
DEFAULT_ARGUMENTS: dict[str, tuple[int, tuple[str, ...]]] = {
    "split": (2, ("-1",)), "substr": (2, ("2147483647",)), "substring": (2, ("2147483647",)),
    "locate": (2, ("1",)), "position": (2, ("1",)), "lag": (1, ("1", "NULL")), "lead": (1, ("1", "NULL")),
    "round": (1, ("0",)), "bround": (1, ("0",)), "overlay": (3, ("-1",)),
    "aes_decrypt": (2, ("GCM", "DEFAULT", "")), "try_aes_decrypt": (2, ("GCM", "DEFAULT", "")),
    "aes_encrypt": (2, ("GCM", "DEFAULT", "", "")), "approx_top_k": (1, ("5", "10000")),
    "approx_top_k_accumulate": (1, ("10000",)), "approx_top_k_estimate": (1, ("5",)),
    "from_unixtime": (1, ("yyyy-MM-dd HH:mm:ss",)), "hll_sketch_agg": (1, ("12",)), "hll_union": (2, ("false",)),
    "approx_percentile": (2, ("10000",)), "percentile_approx": (2, ("10000",)), "instr": (3, ("1",)),
    "variant_strip_nulls": (1, ("true",)), "time_bucket": (2, ("TIMESTAMP '1970-01-01 00:00:00'",)),
    "hmac": (2, ("SHA-256",)), "listagg": (1, ("NULL",)), "string_agg": (1, ("NULL",)), "lpad": (2, (" ",)),
    "rpad": (2, (" ",)), "make_dt_interval": (1, ("0", "0", "0.000000")), "make_ym_interval": (1, ("0",)),
    "make_interval": (1, ("0", "0", "0", "0", "0", "0.000000")),
    "try_make_interval": (1, ("0", "0", "0", "0", "0", "0.000000")), "mask": (1, ("X", "x", "n", "NULL")),
    "months_between": (2, ("true",)), "percentile": (2, ("1",)), "regexp_instr": (2, ("0",)),
    "regexp_replace": (3, ("1",)), "sentences": (1, ("", "")), "str_to_map": (1, (",", ":")),
    "current_time": (0, ("6",)), "localtime": (0, ("6",)), "theta_sketch_agg": (1, ("12",)),
    "theta_union": (2, ("12",)), "theta_union_agg": (1, ("12",)), "try_variant_set": (3, ("true",)),
    "variant_set": (3, ("true",)), "st_asbinary": (1, ("NDR",)), "st_geomfromwkb": (1, ("0",)),
    "regexp_extract": (2, ("1",)), "regexp_extract_all": (2, ("1",)), "replace": (2, ("",)),
    "unix_timestamp": (1, ("yyyy-MM-dd HH:mm:ss",)), "vector_norm": (1, ("2.0",)), "vector_normalize": (1, ("2.0",)),
    "sort_array": (1, ("true",)), "to_unix_timestamp": (1, ("yyyy-MM-dd HH:mm:ss",)),
    **{
        f"tuple_{function}_{kind}": added
        for kind in ("double", "integer")
        for function, added in (
            ("sketch_agg", (2, _SKETCH)), ("sketch_summary", (1, ("sum",))), ("intersection_agg", (1, ("sum",))),
            ("intersection", (2, ("sum",))), ("intersection_theta", (2, ("sum",))), ("union_agg", (1, _SKETCH)),
            ("union", (2, _SKETCH)), ("union_theta", (2, _SKETCH)),
        )
    },
}  # fmt: skip
"""Arguments that are added where they are left out, and how many come before them: split(s, ',') has a limit of -1."""

RENAMED = {
    "current_database": "current_schema", "array_agg": "collect_list", "random": "rand", "localtime": "current_time",
    "dateadd": "date_add", "to_varchar": "to_char", "to_varchar_of_binary": "to_varchar", "curdate": "current_date",
}  # fmt: skip
"""Functions that are written under another name."""
CAPITALS = frozenset(
    {
        "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "cot", "csc",
        "degrees", "e", "exp", "expm1", "hypot", "log", "log10", "log1p", "log2", "pi", "power", "radians",
        "regexp", "regexp_like", "rlike", "sec", "signum", "sin", "sinh", "spark_partition_id", "sqrt", "tan",
        "tanh",
    }
)  # fmt: skip
"""Functions that are written in capitals."""
CAPITALS_ALONE = frozenset({"ceil", "floor"})
"""Functions that are written in capitals where they have one argument."""
FIRST_ONLY = frozenset(
    {
        "first", "last", "first_value", "last_value", "any_value", "from_json", "from_csv", "from_xml",
        "to_json", "to_csv", "to_xml", "schema_of_json", "schema_of_xml", "schema_of_csv",
    }
)  # fmt: skip
"""Functions whose options are no part of the name."""
TEMPLATES = {"extract": "extract({0} FROM {1})", "div": "({0} div {1})",
             "isnull": "({0} IS NULL)", "isnotnull": "({0} IS NOT NULL)", "like": "{0} LIKE {1}", "positive": "(+ {0})",
             "datepart": "datepart({0} FROM {1})", "if": "(IF({0}, {1}, {2}))"}  # fmt: skip
CASTS = frozenset(
    {
        "bigint", "binary", "boolean", "date", "decimal", "double", "float", "int", "smallint", "string", "timestamp",
        "tinyint",
    }
)  # fmt: skip
"""Functions that are casts, which have no name of their own: date(a) is called a."""
RANKS = frozenset({"row_number", "rank", "dense_rank", "percent_rank", "ntile"})
RANKS_IN_CAPITALS = frozenset({"rank", "dense_rank", "percent_rank"})


_WITH_UNIT = {
    "datediff": "timestampdiff", "date_diff": "timestampdiff", "dateadd": "timestampadd", "date_add": "timestampadd",
}  # fmt: skip
"""Functions that are written under another name where a unit comes first."""
_V = "namedlambdavariable()"
_NATURAL_ORDER = (
    f"lambdafunction((IF((({_V} IS NULL) AND ({_V} IS NULL)), 0, (IF(({_V} IS NULL), 1, (IF(({_V} IS NULL), -1, "
    f"(IF(({_V} < {_V}), -1, (IF(({_V} > {_V}), 1, 0)))))))))), {_V}, {_V})"
)
"""The function that array_sort(a) compares with."""
_TRIMS = {"trim": "BOTH", "ltrim": "LEADING", "rtrim": "TRAILING"}
_PARAMETERS = {
    "mask": ("str", "upperChar", "lowerChar", "digitChar", "otherChar"),
    "count_min_sketch": ("column", "epsilon", "confidence", "seed"),
}
"""Functions whose arguments may be given by name."""


class NamedArgument(str):
    """An argument by name: upperChar => 'X'."""

    parameter: str
    value: str

    def __new__(cls, parameter: str, value: str) -> NamedArgument:
        self = super().__new__(cls, f"{parameter} => {value}")
        self.parameter, self.value = parameter, value
        return self


def positional(name: str, arguments: list[str]) -> list[str]:
    """The arguments of a call in the order of its parameters, those between them that are left out filled in."""
    named = {a.parameter.lower(): a.value for a in arguments if isinstance(a, NamedArgument)}
    parameters = [parameter.lower() for parameter in _PARAMETERS.get(name, ())]
    if not named or not named.keys() <= set(parameters):
        return arguments
    ordered = [argument for argument in arguments if not isinstance(argument, NamedArgument)]
    required, defaults = DEFAULT_ARGUMENTS.get(name, (len(parameters), ()))
    for position in range(len(ordered), 1 + max(map(parameters.index, named))):
        value = named.get(parameters[position])
        if value is None and position < required:
            return arguments
        ordered.append(value if value is not None else _default(defaults[position - required]))
    return ordered


def _default(text: str) -> str:
    """An argument that is added; a string is one of the default collation."""
    return typed(text, "string", is_literal=True) if not _CONSTANT.fullmatch(text) else text


def text_of_binary(name: str, arguments: list[str]) -> tuple[str, list[str]]:
    """to_char(b, 'hex') of bytes: hex(b)."""
    written = arguments[1] if arguments[1] in ("hex", "base64") else ""
    if name == "to_varchar":
        return "to_varchar_of_binary", arguments[:1] if written else arguments
    return (written, arguments[:1]) if written else ("decode", arguments)


def bare_call(name: str) -> str:
    """CURRENT_DATE: a call without parentheses."""
    return call({"session_user": "current_user"}.get(name, name), completed(name, []))


_CONSTANT = re.compile(r"-?\d+(?:\.\d+)?|NULL|true|false")


def completed(name: str, arguments: list[str]) -> list[str]:
    """The arguments of a call with those that are added where they are left out."""
    if name == "convert_timezone" and len(arguments) == 2:
        return ["current_timezone()", *arguments]
    if name == "log" and len(arguments) == 1:
        return ["E()", *arguments]
    if name in ("unix_timestamp", "to_unix_timestamp") and not arguments:
        arguments = ["current_timestamp()"]
    if name == "localtimestamp" and arguments == ["6"]:
        return []
    if name in ("lpad", "rpad") and len(arguments) == 2 and type_of(arguments[0]) == "binary":
        return [*arguments, "X'00'"]
    required, defaults = DEFAULT_ARGUMENTS.get(name, (0, ()))
    if len(arguments) >= required:
        arguments = [*arguments, *map(_default, defaults[len(arguments) - required :])]
    if name in ("aggregate", "reduce") and len(arguments) == 3:
        arguments = [*arguments, f"lambdafunction({_V}, {_V})"]
    return arguments


def call(name: str, arguments: list[str]) -> str:
    """f(a, b) as Catalyst writes it."""
    template = TEMPLATES.get(name)
    if template is not None and len(arguments) == template.count("{"):
        return template.format(*arguments)
    if name in RANKS_IN_CAPITALS:
        return f"{name.upper()}()"
    if name in _TRIMS and len(arguments) == 2:
        return f"TRIM({_TRIMS[name]} {arguments[0]} FROM {arguments[1]})"
    if name in FIRST_ONLY:
        arguments = arguments[:1]
    elif name in ("variant_get", "try_variant_get"):
        arguments = arguments[:2]
    if name in CASTS and len(arguments) == 1:
        return arguments[0]
    if name == "mode" and len(arguments) == 2:
        return (
            f"mode() WITHIN GROUP (ORDER BY {arguments[0]} DESC)" if arguments[1] == "true" else f"mode({arguments[0]})"
        )
    if len(arguments) == 3:
        name = _WITH_UNIT.get(name, name)
    if len(arguments) in (2, 3) and name in ("make_timestamp_ltz", "try_make_timestamp_ltz"):
        name = "make_timestamp"  # of a date and a time
    elif len(arguments) == 2 and name == "try_make_timestamp_ntz":
        return f"{name}(make_timestamp_ntz({', '.join(arguments)}))"
    elif len(arguments) == 7 and name == "try_make_timestamp":
        arguments = arguments[:6]
    elif len(arguments) == 1 and name == "assert_true":
        arguments = [*arguments, f"'{arguments[0]}' is not true!"]
    elif len(arguments) == 1 and name == "raise_error":
        arguments = ["USER_RAISED_EXCEPTION", f"map(errorMessage, {arguments[0]})"]
    elif len(arguments) == 1 and name == "array_sort":
        arguments = [*arguments, _NATURAL_ORDER]
    capitals = name in CAPITALS or (name in CAPITALS_ALONE and len(arguments) == 1)
    name = RENAMED.get(name, name)
    return f"{name.upper() if capitals else name}({', '.join(arguments)})"


def frame(name: str, arguments: list[str], ordered: bool) -> str:
    """The rows that a window function sees where nothing is said of them."""
    if name in ("lag", "lead"):
        step = arguments[1] if len(arguments) > 1 else "1"
        edge = step if name == "lead" else step[1:] if step.startswith("-") else f"-{step}"
        return f"ROWS BETWEEN {edge} FOLLOWING AND {edge} FOLLOWING"
    if name == "cume_dist":
        return "RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"
    if name in RANKS:
        return "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"
    if not ordered:
        return "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING"
    return "RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"


def number(text: str, suffix: str) -> str:
    """1L is 1, 2D is 2.0, 1e3 is 1000.0, 1.50 stays."""
    if not suffix:
        parts = re.fullmatch(r"([\d.]+(?:E[+-]?\d+)?)(L|S|Y|BD|D|F)?", text.upper())
        if parts is None:
            return text
        text, suffix = parts[1], parts[2] or ""
    if suffix in ("L", "S", "Y"):
        return text
    if suffix in ("D", "F") or ("E" in text.upper() and suffix != "BD"):
        value = float(text)
        if 1e-3 <= abs(value) < 1e7 or value == 0:
            return repr(value)
        exact = Decimal(repr(value))
        digits = "".join(map(str, exact.as_tuple().digits)).rstrip("0") or "0"
        return f"{'-' if value < 0 else ''}{digits[0]}.{digits[1:] or '0'}E{exact.adjusted()}"
    if suffix != "BD" and "." not in text:
        return text
    decimal = Decimal(text)
    exponent = decimal.as_tuple().exponent
    return f"{decimal:f}" if isinstance(exponent, int) and exponent > 0 else str(decimal).replace("E+", "E")


_TYPES = {
    "INTEGER": "INT", "LONG": "BIGINT", "SHORT": "SMALLINT", "BYTE": "TINYINT", "REAL": "FLOAT", "DEC": "DECIMAL",
    "NUMERIC": "DECIMAL", "TIMESTAMP_LTZ": "TIMESTAMP",
}  # fmt: skip


def type_name(text: str) -> str:
    """A type as Catalyst writes it."""
    whole = re.sub(r"\w+", lambda word: _TYPES.get(word[0].upper(), word[0].upper()), text.strip())
    whole = re.sub(r"\b(?:VAR)?CHAR(?:ACTER)?\s*\(\s*\d+\s*\)", "STRING", whole)
    if whole == "DECIMAL":
        return "DECIMAL(10,0)"
    whole = re.sub(r"DECIMAL\s*\(\s*(\d+)\s*\)", r"DECIMAL(\1,0)", whole)
    return re.sub(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)", r"(\1,\2)", " ".join(whole.split()))
