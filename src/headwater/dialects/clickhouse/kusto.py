"""Kusto queries, which ClickHouse takes under `SET dialect = 'kusto'`: a table, and steps behind pipes.

    print x = 1 + 2                     SELECT 1 + 2 AS x
    T | where a > 1 | project b = a     SELECT a AS b FROM (SELECT * FROM (SELECT * FROM T) WHERE a > 1)
    T | extend c = a                    SELECT * EXCEPT ('^c$'), a AS c FROM T
    T | summarize n = count() by k      SELECT k, count() AS n FROM T GROUP BY k

They are written as tokens of SQL, at the offsets of their own, and parsed as such. A step that is not known here makes
the statement unreadable. Functions keep their names, but for those that SQL has under another one. To add a step: a
function, and a row in `_STEPS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import CLOSE, OPEN, Parse, Unreadable, bracket_pairs, synthetic

_T = TokenType
Tokens = list[Token]
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})
_CONSTANTS = frozenset({"datetime", "date", "time", "timespan", "dynamic", "guid"})
"""Calls whose arguments are one constant, in a notation of their own: datetime(2024-01-31)."""
_FUNCTIONS = {
    "iff": "if", "iif": "if", "case": "multiIf", "strcat": "concat", "tostring": "toString", "todouble": "toFloat64",
    "toreal": "toFloat64", "toint": "toInt32", "tolong": "toInt64", "todatetime": "toDateTime", "strlen": "length",
    "toupper": "upper", "tolower": "lower", "isnull": "isNull", "isnotnull": "isNotNull", "isempty": "empty",
    "isnotempty": "notEmpty", "dcount": "uniq", "countif": "countIf", "sumif": "sumIf", "avgif": "avgIf",
    "make_list": "groupArray", "make_set": "groupUniqArray", "take_any": "any", "arg_max": "argMax",
    "arg_min": "argMin", "ago": "toDateTime", "getyear": "toYear", "getmonth": "toMonth", "array_length": "length",
    "array_reverse": "arrayReverse", "array_concat": "arrayConcat", "bool": "toBool", "tobool": "toBool",
    "toboolean": "toBool", "bin": "floor", "not": "not",
}  # fmt: skip
_OPERATORS = re.compile(
    r"!?(?:contains|has|hasprefix|hassuffix|startswith|endswith)(?:_cs)?|has_any|has_all|matches|in|between",
    re.IGNORECASE,
)
MOST_STEPS = 100
"""Each step is a query inside the next one, and the parser has a limit."""
_LISTS = frozenset({"in", "has_any", "has_all"})


def is_kusto(tokens: Sequence[Token]) -> bool:
    """Whether a statement is no SQL: print 1, T | take 2."""
    if len(tokens) < 2 or tokens[0].token_type not in _NAMES:
        return False
    if tokens[0].token_type is _T.VAR and tokens[0].text.lower() == "print":
        return tokens[1].token_type not in (_T.EQ, _T.DOT, _T.PIPE)
    return tokens[1].token_type is _T.PIPE


def read(tokens: Sequence[Token], text: str, parse: Parse) -> exp.Expr:
    """The query as SQL would have it."""
    steps = _split(tokens, _T.PIPE)
    if len(steps) > MOST_STEPS:
        raise Unreadable("there are too many steps", tokens[-1])
    first = steps[0]
    if first[0].text.lower() == "print":
        query = [_new(first[0], _T.SELECT, "SELECT"), *_items(first[1:], text)]
    else:
        query = [_new(first[0], _T.SELECT, "SELECT"), _new(first[0], _T.STAR, "*"), *_from(first[0], first)]
    for step in steps[1:]:
        write = _STEPS.get(step[0].text.lower().partition(" ")[0]) if step else None  # ORDER BY is one token
        if write is None:
            raise Unreadable("this step is not known", step[0] if step else tokens[-1])
        query = write(step[0], step[1:], query, text)
    return parse(query)


def _new(place: Token, kind: TokenType, text: str) -> Token:
    return synthetic(place, kind, text)


def _split(tokens: Sequence[Token], separator: TokenType) -> list[Tokens]:
    """The tokens between separators of this level."""
    parts: list[Tokens] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.token_type in OPEN) - (token.token_type in CLOSE)
        if depth == 0 and token.token_type is separator:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _from(place: Token, source: Tokens) -> Tokens:
    return [_new(place, _T.FROM, "FROM"), *source]


def _below(place: Token, query: Tokens) -> Tokens:
    """FROM (the steps before)."""
    return _from(place, [_new(place, _T.L_PAREN, "("), *query, _new(place, _T.R_PAREN, ")")])


# ── expressions ──────────────────────────────────────────────────────────────────────────────────────────────
def _items(tokens: Sequence[Token], text: str) -> Tokens:
    """a, b = c + 1: c + 1 AS b."""
    out: Tokens = []
    for item in _split(tokens, _T.COMMA):
        if not item:
            raise Unreadable("expected an expression", tokens[-1] if tokens else None)
        if out:
            out.append(_new(item[0], _T.COMMA, ","))
        name = _name_of(item)
        if name is None:
            out += _expression(item, text)
        else:
            out += [*_expression(item[2:], text), _new(name, _T.ALIAS, "AS"), name]
    return out


def _name_of(item: Tokens) -> Token | None:
    """The name that an item gives its column."""
    named = len(item) > 2 and item[1].token_type is _T.EQ and item[1].text == "="
    return item[0] if named else None


def _expression(tokens: Tokens, text: str) -> Tokens:
    """Constants, strings and operators of Kusto as those of SQL."""
    out: Tokens = []
    pairs = bracket_pairs(tokens)
    index = 0
    while index < len(tokens):
        token = tokens[index]
        word = token.text.lower() if token.token_type is not _T.STRING else ""
        called = index + 1 < len(tokens) and tokens[index + 1].token_type is _T.L_PAREN
        if text[token.start : token.start + 1] == '"':
            out.append(_new(token, _T.STRING, token.text))  # "x" is a string
        elif called and word in _CONSTANTS and index + 1 in pairs:
            last = pairs[index + 1]
            constant = text[tokens[index + 1].end + 1 : tokens[last].start]
            out.append(_new(token, _T.STRING, constant.strip()))
            index = last
        elif called and word in _FUNCTIONS:
            out.append(_new(token, _T.VAR, _FUNCTIONS[word]))
        elif token.token_type is _T.VAR and re.fullmatch(r"\d+(?:\.\d+)?[a-z]+", word):
            out.append(_new(token, _T.STRING, token.text))  # 7d
        elif token.text in ("!", "~"):
            pass  # !contains, in~: which rows they keep is all that changes
        elif out and _OPERATORS.fullmatch(word):
            index = _operator(tokens, index, word.lstrip("!"), pairs, out, text)
        else:
            out.append(token)
        index += 1
    return out


def _operator(tokens: Tokens, index: int, word: str, pairs: dict[int, int], out: Tokens, text: str) -> int:
    """a contains b, a between (b .. c), a in (b, c); the index of its last token that is read."""
    token = tokens[index]
    if word in _LISTS:
        out.append(_new(token, _T.IN, "IN"))
        return index
    if word == "between" and index + 1 in pairs:
        last = pairs[index + 1]
        dots = [n for n in range(index + 2, last) if tokens[n].token_type is _T.DOT]
        first = next((n for n in dots if n + 1 in dots), -1)
        if first < 0:
            raise Unreadable("expected ..", token)
        low, high = (_expression(part, text) for part in (tokens[index + 2 : first], tokens[first + 2 : last]))
        out += [_new(token, _T.BETWEEN, "BETWEEN"), *low, _new(token, _T.AND, "AND"), *high]
        return last
    out.append(_new(token, _T.LIKE, "LIKE"))
    return index + (word == "matches")  # matches regex


# ── steps ────────────────────────────────────────────────────────────────────────────────────────────────────
def _where(place: Token, step: Tokens, query: Tokens, text: str) -> Tokens:
    star = [_new(place, _T.SELECT, "SELECT"), _new(place, _T.STAR, "*")]
    return [*star, *_below(place, query), _new(place, _T.WHERE, "WHERE"), *_expression(step, text)]


def _project(place: Token, step: Tokens, query: Tokens, text: str) -> Tokens:
    return [_new(place, _T.SELECT, "SELECT"), *_items(step, text), *_below(place, query)]


def _distinct(place: Token, step: Tokens, query: Tokens, text: str) -> Tokens:
    head = [_new(place, _T.SELECT, "SELECT"), _new(place, _T.DISTINCT, "DISTINCT")]
    return [*head, *_items(step, text), *_below(place, query)]


def _extend(place: Token, step: Tokens, query: Tokens, text: str) -> Tokens:
    """A column of that name is replaced, and the new one comes last."""
    names = [name.text for item in _split(step, _T.COMMA) if item and (name := _name_of(item)) is not None]
    head = [_new(place, _T.SELECT, "SELECT"), _new(place, _T.STAR, "*")]
    if names:
        pattern = "^(?:" + "|".join(map(re.escape, names)) + ")$"
        head += [_new(place, _T.EXCEPT, "EXCEPT"), _new(place, _T.L_PAREN, "("), _new(place, _T.STRING, pattern)]
        head.append(_new(place, _T.R_PAREN, ")"))
    return [*head, _new(place, _T.COMMA, ","), *_items(step, text), *_below(place, query)]


def _summarize(place: Token, step: Tokens, query: Tokens, text: str) -> Tokens:
    """summarize a = sum(b) by c: the keys come first."""
    depth, by = 0, len(step)
    for index, token in enumerate(step):
        depth += (token.token_type in OPEN) - (token.token_type in CLOSE)
        if depth == 0 and token.text.lower() == "by":
            by = index
            break
    keys, calls = step[by + 1 :], step[:by]
    items = _items(keys, text) if keys else []
    if items and calls:
        items.append(_new(place, _T.COMMA, ","))
    items += _items(calls, text) if calls else []
    out = [_new(place, _T.SELECT, "SELECT"), *items, *_below(place, query)]
    if keys:
        plain: Tokens = []
        for key in _split(keys, _T.COMMA):
            plain += [_new(place, _T.COMMA, ",")] if plain else []
            plain += [key[0]] if _name_of(key) is not None else _expression(key, text)
        out += [_new(place, _T.GROUP_BY, "GROUP BY"), *plain]
    return out


def _ordered(place: Token, step: Tokens, query: Tokens, text: str) -> Tokens:
    """sort by a desc, order by a."""
    keys = step[1:] if step and step[0].text.lower() == "by" else step
    star = [_new(place, _T.SELECT, "SELECT"), _new(place, _T.STAR, "*")]
    return [*star, *_below(place, query), _new(place, _T.ORDER_BY, "ORDER BY"), *_expression(keys, text)]


def _limited(place: Token, step: Tokens, query: Tokens, text: str) -> Tokens:
    """take 2: behind a sort, the keys decide which rows."""
    if len(_split(query, _T.ORDER_BY)) > 1 and len(_split(query, _T.LIMIT)) == 1:
        return [*query, _new(place, _T.LIMIT, "LIMIT"), *step]
    star = [_new(place, _T.SELECT, "SELECT"), _new(place, _T.STAR, "*")]
    return [*star, *_below(place, query), _new(place, _T.LIMIT, "LIMIT"), *step]


def _count(place: Token, step: Tokens, query: Tokens, text: str) -> Tokens:
    call = [_new(place, _T.VAR, "count"), _new(place, _T.L_PAREN, "("), _new(place, _T.R_PAREN, ")")]
    head = [_new(place, _T.SELECT, "SELECT"), *call, _new(place, _T.ALIAS, "AS"), _new(place, _T.VAR, "Count")]
    return [*head, *_below(place, query)]


_STEPS: dict[str, Callable[[Token, Tokens, Tokens, str], Tokens]] = {
    "where": _where,
    "filter": _where,
    "project": _project,
    "distinct": _distinct,
    "extend": _extend,
    "summarize": _summarize,
    "sort": _ordered,
    "order": _ordered,
    "take": _limited,
    "limit": _limited,
    "count": _count,
}
