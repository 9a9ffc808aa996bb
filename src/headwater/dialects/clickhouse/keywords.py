"""The tokens that the walk of `grammar` tells apart: what opens a clause, what may be a name, what may be called.

ClickHouse reserves hardly any word, and the parser many. To let another one be a name: add it to `WORDS`, or to `FREE`
where it means nothing at the beginning of an expression.
"""

from __future__ import annotations

from sqlglot.dialects.clickhouse import ClickHouse
from sqlglot.tokenizer_core import TokenType

from headwater.sql.placeholders import APPLY, EXCEPT, ILIKE, LIKE, REPLACE

_T = TokenType
OPEN = frozenset({_T.L_PAREN, _T.L_BRACKET, _T.L_BRACE})
CLOSE = frozenset({_T.R_PAREN, _T.R_BRACKET, _T.R_BRACE})
QUERY = frozenset({_T.SELECT, _T.WITH, _T.FROM})
SETOPS = frozenset({_T.UNION, _T.EXCEPT, _T.INTERSECT})
CLAUSES = frozenset(
    {
        _T.SELECT, _T.FROM, _T.WHERE, _T.PREWHERE, _T.GROUP_BY, _T.HAVING, _T.QUALIFY, _T.ORDER_BY, _T.LIMIT,
        _T.OFFSET, _T.FETCH, _T.SETTINGS, _T.FORMAT, _T.WINDOW, _T.PARTITION_BY, _T.JOIN, _T.ON, _T.USING, _T.INTO,
    }
) | SETOPS  # fmt: skip
BEGINS = frozenset({_T.SELECT, _T.FROM, _T.WHERE})
TABLES = frozenset({_T.FROM, _T.JOIN, _T.USING, _T.INTO, _T.SETTINGS, _T.FORMAT})
WRAPPED = frozenset(
    {_T.WHERE, _T.PREWHERE, _T.GROUP_BY, _T.HAVING, _T.QUALIFY, _T.ORDER_BY, _T.LIMIT, _T.PARTITION_BY, _T.ON}
)
"""Clauses in which the parser knows no alias: WHERE b + c AS s."""
CALLED = frozenset(
    {
        _T.VAR, _T.ANY, _T.LEFT, _T.RIGHT, _T.REPLACE, _T.RANGE, _T.FORMAT, _T.TRUNCATE, _T.DATE, _T.ISNULL, _T.CHAR,
        _T.STRUCT,
    }
)  # fmt: skip
"""Words that are a function's name when a parenthesis follows."""
SYNTAX = frozenset(
    {
        "CAST", "EXTRACT", "TRIM", "SUBSTRING", "POSITION", "OVERLAY", "ARRAYJOIN", "COLUMNS", "EXISTS",
        "INTERVAL", "OVER", "FILTER", "WITHIN", "USING", "DATE_ADD", "DATEADD", "DATE_SUB", "DATESUB",
        "TIMESTAMP_ADD", "TIMESTAMPADD", "TIMESTAMP_SUB", "TIMESTAMPSUB",
        "ADDDATE", "SUBDATE", "GROUPING", "CUBE", "ROLLUP", "INTERPOLATE", "BY", "IN",
        "ROWS",
    }
)  # fmt: skip
"""Calls with tokens of their own inside (units, FROM, AS a type), and what looks like a call and is none."""
NO_CALL = frozenset({_T.DOT, _T.ALIAS, _T.DCOLON, _T.COLON, _T.TABLE, _T.FUNCTION, _T.DOTCOLON, *TABLES})
BARE = (frozenset(ClickHouse.Parser.TYPE_TOKENS) | frozenset(ClickHouse.Parser.NO_PAREN_FUNCTIONS)) - {
    *(_T.NULL, _T.INTERVAL, _T.UNION, _T.UNKNOWN, _T.STRUCT, _T.RANGE, _T.CHAR, _T.VAR)
}
"""Types and functions without parentheses of other engines: names here, unless a parenthesis or a string follows."""
TYPE_CALLS = BARE - {_T.ARRAY, _T.MAP, _T.NESTED, _T.LOWCARDINALITY, _T.NULLABLE}
"""Types that are functions too: timestamp(a), UUID(a)."""
ENDS = BARE | {_T.VAR, _T.IDENTIFIER, _T.NUMBER, _T.STRING, _T.R_PAREN, _T.R_BRACKET, _T.R_BRACE}
STARTS = frozenset({_T.VAR, _T.IDENTIFIER, _T.NUMBER, _T.STRING, _T.L_PAREN, _T.L_BRACKET, _T.DASH})
MODIFIES = {_T.EXCEPT: EXCEPT, _T.REPLACE: REPLACE, _T.APPLY: APPLY, _T.LIKE: LIKE, _T.ILIKE: ILIKE}
NOT_BEFORE_STAR = ENDS | {_T.END, _T.NULL, _T.TRUE, _T.FALSE}
NAMES = frozenset({_T.VAR, _T.IDENTIFIER})
FREE = frozenset(
    {
        _T.ALTER, _T.CREATE, _T.DROP, _T.GRANT, _T.INSERT, _T.RETURNING, _T.ROLLBACK, _T.UNCACHE, _T.GLOB, _T.LATERAL,
        _T.FINAL, _T.TABLE_SAMPLE, _T.LOCK, _T.FETCH, _T.CROSS, _T.OUTER, _T.INNER, _T.FOR, _T.GLOBAL, _T.RLIKE,
        _T.FROM,
    }
)  # fmt: skip
"""Words that mean nothing at the beginning of an expression, and so are names there."""
WORDS = FREE | frozenset(
    {
        _T.HAVING, _T.QUALIFY, _T.PREWHERE, _T.WHERE, _T.WINDOW, _T.LIMIT, _T.OFFSET, _T.ON, _T.USING, _T.JOIN, _T.INTO,
        _T.UNION, _T.EXCEPT, _T.INTERSECT, _T.THEN, _T.ELSE, _T.WHEN, _T.OR, _T.AND, _T.XOR, _T.BETWEEN, _T.LIKE,
        _T.ILIKE, _T.DISTINCT, _T.CASE, _T.END, _T.VALUES, _T.ALL,
    }
)  # fmt: skip
"""And these behind a dot or AS."""
TYPES = dict.fromkeys(
    ("BFLOAT16", "DATETIME32", "TIME64", "QBIT", "SIGNED", "UNSIGNED", "YEAR", "INTERVALSECOND", "INTERVALMINUTE",
     "INTERVALHOUR", "INTERVALDAY", "INTERVALWEEK", "INTERVALMONTH", "INTERVALQUARTER", "INTERVALYEAR"), "String"
)  # fmt: skip
"""Types of single values that the parser does not know, and one that it knows."""
CASES = frozenset({_T.CASE, _T.WHEN, _T.THEN, _T.ELSE, _T.END})
TOTALS = frozenset({"TOTALS", "ROLLUP", "CUBE"})
SOFT = frozenset({_T.FORMAT, _T.SETTINGS, _T.OFFSET, _T.WINDOW, _T.LIMIT})
"""Keywords of a clause that are names where an expression begins and ends: SELECT format, settings FROM t."""
BEFORE_NAME = frozenset({_T.SELECT, _T.DISTINCT, _T.COMMA, _T.L_PAREN, _T.L_BRACKET, _T.WHERE, _T.GROUP_BY})
BEFORE_NAME |= {_T.ORDER_BY, _T.PLUS, _T.DASH, _T.STAR, _T.SLASH, _T.EQ, _T.LT, _T.GT, _T.AND, _T.OR, _T.NOT}
BEFORE_NAME |= {_T.WHEN, _T.THEN, _T.ELSE}
BEHIND_NAME = frozenset({_T.COMMA, _T.R_PAREN, _T.R_BRACKET, _T.FROM, _T.ALIAS, _T.PLUS, _T.DASH, _T.STAR, _T.SLASH})
BEHIND_NAME |= {_T.EQ, _T.NEQ, _T.LT, _T.GT, _T.LTE, _T.GTE, _T.AND, _T.OR, _T.IN, _T.ORDER_BY, _T.HAVING, _T.LIMIT}
BEHIND_NAME |= {_T.WHEN, _T.THEN, _T.ELSE, _T.END, _T.IS, _T.DCOLON, _T.BETWEEN, _T.LIKE, _T.ILIKE, _T.L_BRACKET}
CONSTANTS = frozenset(
    kind for kind in _T if kind.name.endswith("STRING") or kind in (_T.NUMBER, _T.NULL, _T.TRUE, _T.FALSE)
) - {_T.FIXEDSTRING, _T.LINESTRING, _T.MULTILINESTRING}
NEVER_NAMES = CONSTANTS | {_T.NOT, _T.EXISTS, _T.ANY, _T.SOME, _T.ARRAY}
"""What is a keyword wherever an expression begins, or has rules of its own."""
UNARY = frozenset({_T.DASH, _T.PLUS, _T.STAR, _T.L_BRACKET})
BEFORE_UNARY = frozenset({_T.SELECT, _T.WITH, _T.CASE, _T.INTERVAL, _T.DISTINCT, _T.VALUES})
"""Keywords behind which an expression may begin with a sign: SELECT -1, CASE -a WHEN …."""
NOT_BEHIND = {
    _T.CASE: frozenset({_T.WHEN}),
    _T.DISTINCT: frozenset({_T.FROM}),
    _T.ROWS: frozenset({_T.BETWEEN}),
    _T.RANGE: frozenset({_T.BETWEEN}),
    _T.SELECT: frozenset({_T.FROM}),
}
"""Keywords that are no names before others: CASE WHEN, IS NOT DISTINCT FROM, ROWS BETWEEN."""
NOT_BEFORE = {
    _T.DISTINCT: frozenset({_T.SELECT}),
    _T.ALL: frozenset({_T.SELECT, _T.ORDER_BY, _T.GROUP_BY}),
}
"""Keywords that are no names behind others: SELECT DISTINCT, ORDER BY ALL."""
BEFORE_STAR = frozenset({_T.SELECT, _T.DISTINCT, _T.COMMA, _T.DOT, _T.L_PAREN})
BEHIND_LISTED = frozenset({_T.COMMA, _T.R_PAREN})
"""What cannot follow the keyword that begins a query: (select, from) is a tuple."""
DIFFERENCES = frozenset({"DATE_DIFF", "DATEDIFF", "TIMESTAMP_DIFF", "TIMESTAMPDIFF"})
UNITS = frozenset(
    {
        "NANOSECOND", "MICROSECOND", "MILLISECOND", "SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER",
        "YEAR", "NS", "US", "MS", "S", "SS", "MI", "N", "HH", "D", "DD", "WW", "M", "MM", "Q", "QQ", "YY", "YYYY",
    }
)  # fmt: skip
"""Units of time, which a difference of dates takes without quotes."""
