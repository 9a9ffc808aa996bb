"""Token rewrites for calls: what stands inside their parentheses, and chains of them.

SUM(AVG(x) WHERE c GROUP BY k HAVING h)    SUM(AVG(x)) FILTER (WHERE <modifiers>(<where>(c), <group>(k), …))
WITH(n AS LENGTH(s), n * n)                <let>(LENGTH(s) AS n, n * n)
(s).upper().substr(1, 2)                   substr(upper((s)), 1, 2)
s LIKE ANY UNNEST(patterns)                s LIKE ANY (patterns)
SELECT @{hint=1} a                         SELECT a
FROM (UNNEST(xs) AS x JOIN t USING (k))    FROM UNNEST(xs) AS x JOIN t USING (k)
"""

from __future__ import annotations

from sqlglot.tokenizer_core import Token, TokenType

from headwater.dialects.googlesql import constructor_grammar, graph_grammar
from headwater.sql.cursor import NESTED_TYPES, matched_brackets
from headwater.sql.grammar import CLOSE, TokenRewrite, Tokens, bracket_pairs, keyword, synthetic
from headwater.sql.outline import is_call
from headwater.sql.placeholders import GROUP, HAVING, LET, MODIFIERS, NAMED, ORDER, WHERE, open_call
from headwater.sql.token_edits import Edits

_T = TokenType


# ── hints ────────────────────────────────────────────────────────────────────────────────────────────────────
def drop_hints(tokens: Tokens) -> Tokens:
    """FROM t @{force_index = i}: how to run a query, which changes no value of it."""
    edits = Edits()
    partners: dict[int, int] | None = None
    for index in range(len(tokens) - 1):
        if tokens[index].token_type is not _T.PARAMETER or tokens[index + 1].token_type is not _T.L_BRACE:
            continue
        if partners is None:
            partners = bracket_pairs(tokens)
        last = partners.get(index + 1)
        if last is not None:
            edits.drop(*range(index, last + 1))
    return edits.applied(tokens)


# ── aggregates ───────────────────────────────────────────────────────────────────────────────────────────────
_SECTIONS = {"WHERE": WHERE, "GROUP BY": GROUP, "HAVING": HAVING, "ORDER BY": ORDER}
_DROPPED = frozenset({"LIMIT", "CLAMPED", "WITH", "REPORT"})
_TRIGGERS = frozenset({"WHERE", "GROUP BY", "HAVING", "CLAMPED", "REPORT"})
_RESERVED = frozenset({"WHERE", "GROUP BY", "HAVING"})
_ORDERS = frozenset({"ASC", "DESC", "NULLS", "FIRST", "LAST"})
_BOUNDS = frozenset({"MAX", "MIN"})
_QUERIES = frozenset({"SELECT", "WITH", "FROM", "GRAPH", "|>"})
"""What a query in parentheses may begin with: f(SELECT a FROM t WHERE c) is no call with modifiers."""


def rewrite_modifiers(tokens: Tokens) -> Tokens:
    """SUM(x WHERE c GROUP BY k ORDER BY o LIMIT 5): SUM(x) FILTER (WHERE <modifiers>(…)), which the binder knows."""
    edits = Edits()
    partners = bracket_pairs(tokens)
    for index in range(len(tokens)):
        close = partners.get(index, 0)
        if close < index or not is_call(tokens, index) or keyword(tokens, index + 1) in _QUERIES:
            continue
        starts = _sections(tokens, index + 1, close, partners)
        if starts:
            _rewrite_sections(tokens, index - 1, starts, close, edits)
    return edits.applied(tokens)


def _sections(tokens: Tokens, first: int, last: int, partners: dict[int, int]) -> list[int]:
    """Where the modifiers of a call begin: from the first WHERE, GROUP BY, HAVING or CLAMPED of its own level on."""
    starts: list[int] = []
    index = first
    while index < last:
        text = keyword(tokens, index)
        # any_value(x HAVING MAX y): the parser's; count(HAVING MAX y): not
        bound = text == "HAVING" and keyword(tokens, index + 1) in _BOUNDS and index > first
        begins = text in _TRIGGERS and not bound if not starts else text in _SECTIONS or text in _DROPPED
        if text == "REPORT":
            begins = False
        elif text == "WITH":
            begins = keyword(tokens, index + 1) == "REPORT"  # ANON_SUM(x WITH REPORT (format = JSON))
        if begins and (index > first or text in _RESERVED) and tokens[index - 1].token_type is not _T.DOT:
            starts.append(index)
        index = max(partners.get(index, index), index) + 1
    return starts


def _rewrite_sections(tokens: Tokens, name: int, starts: list[int], close: int, edits: Edits) -> None:
    begin = tokens[starts[0]]
    lead = [synthetic(begin, _T.R_PAREN, ")"), synthetic(begin, _T.FILTER, "FILTER")]
    lead += [synthetic(begin, _T.L_PAREN, "("), synthetic(begin, _T.WHERE, "WHERE"), *open_call(begin, MODIFIERS)]
    rewritten = False
    for start, end in zip(starts, [*starts[1:], close], strict=True):
        text = keyword(tokens, start)
        if text not in _SECTIONS:
            edits.drop(*range(start, end))
            continue
        edits.drop(start)
        section = _SECTIONS[text]
        if text == "HAVING" and keyword(tokens, start + 1) in _BOUNDS:
            edits.drop(start + 1)
            if keyword(tokens, name) == "ANY_VALUE":
                section = ORDER  # it picks a row, as MAX_BY does
        if text == "ORDER BY":
            edits.drop(*(index for index in range(start, end) if keyword(tokens, index) in _ORDERS))
        if rewritten:
            lead = [synthetic(tokens[start], _T.COMMA, ",")]
        edits.put_before(start, *lead, *open_call(tokens[start], section))
        edits.put_after(end - 1, synthetic(tokens[end - 1], _T.R_PAREN, ")"))
        rewritten = True
    if rewritten:
        edits.put_before(close, synthetic(tokens[close], _T.R_PAREN, ")"))


# ── WITH as an expression ────────────────────────────────────────────────────────────────────────────────────
def rewrite_let(tokens: Tokens) -> Tokens:
    """WITH(n AS LENGTH(s), n * n): <let>(LENGTH(s) AS n, n * n), which the binder knows."""
    edits = Edits()
    partners: dict[int, int] | None = None
    for index, token in enumerate(tokens):
        if token.token_type is not _T.WITH or keyword(tokens, index + 1) != "(" or keyword(tokens, index + 3) != "AS":
            continue
        if partners is None:
            partners = bracket_pairs(tokens)
        close = partners.get(index + 1)
        if close is None:
            continue
        edits.swap(index, synthetic(token, _T.VAR, LET))
        first = index + 2
        while first < close:
            last = first
            while last < close and tokens[last].token_type is not _T.COMMA:
                last = max(partners.get(last, last), last) + 1
            if keyword(tokens, first + 1) == "AS":
                edits.drop(first, first + 1)
                name = synthetic(tokens[first], _T.IDENTIFIER, tokens[first].text)
                edits.put_after(last - 1, tokens[first + 1], name)
            first = last + 1
    return edits.applied(tokens)


# ── chains ───────────────────────────────────────────────────────────────────────────────────────────────────
_MODIFIERS = frozenset({"ORDER BY", "IGNORE", "RESPECT", "LIMIT", "HAVING", "WHERE", "GROUP BY", "CLAMPED", ")"})


def rewrite_chains(tokens: Tokens) -> Tokens:
    """(s).upper().substr(1, 2): substr(upper((s)), 1, 2). A name alone begins no chain: net.host(s) is a function."""
    edits = Edits()
    partners: dict[int, int] | None = None
    begins: dict[int, int] = {}  # the parenthesis that closes a call of a chain, and the first token of the chain
    for index, token in enumerate(tokens):
        if token.token_type is not _T.DOT or index == 0:
            continue
        if partners is None:
            partners = bracket_pairs(tokens)
        name, opening = _called(tokens, index, partners)
        if not name or opening not in partners:
            continue
        start = _begin_of_value(tokens, index - 1, partners, begins, tokens[index + 1].token_type is _T.L_PAREN)
        if start < 0:
            continue
        begins[partners[opening]] = start
        edits.drop(*range(index, opening + 1))
        lead = [*name, tokens[opening]]
        following = opening + 1
        if keyword(tokens, following) == "DISTINCT":
            edits.drop(following)
            lead.append(tokens[following])
            following += 1
        edits.put_before(start, *lead)
        if keyword(tokens, following) not in _MODIFIERS:
            edits.put_after(opening, synthetic(tokens[opening], _T.COMMA, ","))
    return edits.applied(tokens)


def _called(tokens: Tokens, dot: int, partners: dict[int, int]) -> tuple[list[Token], int]:
    """The name of the function behind a dot, and the index of its parenthesis: .upper(, .(safe.sqrt)(."""
    following = dot + 1
    if keyword(tokens, following) == "(":
        close = partners.get(following, -1)
        return (tokens[following + 1 : close], close + 1) if keyword(tokens, close + 1) == "(" else ([], 0)
    text = tokens[following].text if following < len(tokens) else ""
    is_name = text.isidentifier() and keyword(tokens, dot + 2) == "("
    return ([tokens[following]], dot + 2) if is_name else ([], 0)


def _begin_of_value(tokens: Tokens, last: int, partners: dict[int, int], begins: dict[int, int], names: bool) -> int:
    """Where the value that ends at a token begins; -1 where it is no value, but a name (unless those may be values)."""
    index, value = last, names
    while index >= 0:
        if index in begins:
            return begins[index]
        kind = tokens[index].token_type
        if kind in CLOSE:
            value = True
            index = partners.get(index, -1)
            if index < 0:
                return -1
            before = index - 1
            if keyword(tokens, before) == "OVER":
                index = before - 1  # (x).sum() OVER ().abs()
                continue
            if kind is not _T.R_BRACKET and not is_call(tokens, index):
                return index
            if kind is _T.R_BRACKET and (before < 0 or not _ends_value(tokens[before])):
                return index  # [1, 2].array_first()
            index = before
            continue
        if index >= 2 and tokens[index - 1].token_type is _T.DOT:
            index -= 2
            continue
        return index if value else -1
    return -1


def _ends_value(token: Token) -> bool:
    return token.token_type in CLOSE or token.token_type in (_T.VAR, _T.IDENTIFIER)


def drop_safe(tokens: Tokens) -> Tokens:
    """SAFE.NET.HOST(s): NET.HOST(s), with NULL in the place of an error."""
    edits = Edits()
    for index in range(len(tokens) - 3):
        if keyword(tokens, index) != "SAFE" or keyword(tokens, index + 1) != "." or keyword(tokens, index - 1) == ".":
            continue
        last = index + 2
        while keyword(tokens, last + 1) == "." and last + 2 < len(tokens):
            last += 2
        if keyword(tokens, last + 1) == "(":
            edits.drop(index, index + 1)
    return edits.applied(tokens)


# ── APPLY ────────────────────────────────────────────────────────────────────────────────────────────────────
def rewrite_apply(tokens: Tokens) -> Tokens:
    """APPLY(e, x -> x + 1): <let>(e AS x, x + 1)."""
    edits = Edits()
    partners = bracket_pairs(tokens)
    for index in range(1, len(tokens)):
        if keyword(tokens, index - 1) != "APPLY" or keyword(tokens, index) != "(" or index not in partners:
            continue
        comma = index + 1
        while comma < partners[index] and tokens[comma].token_type is not _T.COMMA:
            comma = max(partners.get(comma, comma), comma) + 1
        if comma + 3 < partners[index] and tokens[comma + 2].token_type is _T.ARROW:
            name = tokens[comma + 1]
            edits.swap(index - 1, synthetic(tokens[index - 1], _T.VAR, LET))
            alias = synthetic(name, _T.ALIAS, "AS"), synthetic(name, _T.IDENTIFIER, name.text)
            edits.put_before(comma, *alias)
            edits.drop(comma + 1, comma + 2)
    return edits.applied(tokens)


# ── LIKE ANY ─────────────────────────────────────────────────────────────────────────────────────────────────
def unwrap_like_unnest(tokens: Tokens) -> Tokens:
    """s LIKE ANY UNNEST(patterns): s LIKE ANY (patterns)."""
    edits = Edits()
    for index in range(len(tokens) - 2):
        if (
            tokens[index].token_type is _T.LIKE
            and keyword(tokens, index + 1) in ("ANY", "SOME", "ALL")
            and tokens[index + 2].token_type is _T.UNNEST
        ):
            edits.drop(index + 2)
    return edits.applied(tokens)


# ── UNNEST of several arrays ─────────────────────────────────────────────────────────────────────────────────
def rewrite_unnests(tokens: Tokens) -> Tokens:
    """UNNEST(xs, ys AS y, mode => 'PAD'): UNNEST(<named>(xs, 'xs'), <named>(ys, 'y')), which the binder knows."""
    edits = Edits()
    closing: dict[int, int] | None = None
    for index in range(len(tokens) - 1):
        if tokens[index].token_type is not _T.UNNEST or tokens[index + 1].token_type is not _T.L_PAREN:
            continue
        if closing is None:
            closing = matched_brackets(tokens, NESTED_TYPES)  # ARRAY<STRUCT<a INT64, b STRING>>[…] is one array
        close = closing.get(index + 1, -1)
        arrays = _arguments(tokens, index + 2, close, closing)
        if len(arrays) < 2 and not any(keyword(tokens, last - 2) == "AS" for _, last in arrays):
            continue
        for number, (first, last) in enumerate(arrays):
            if keyword(tokens, first) == "MODE" and keyword(tokens, first + 1) == "=>":
                edits.drop(*range(first - (number > 0), last))
                continue
            named = last - 2 > first and keyword(tokens, last - 2) == "AS"
            label = tokens[last - 1].text if named or tokens[last - 1].token_type in _NAMES else ""
            end = last - 2 if named else last
            edits.drop(*range(end, last))
            edits.put_before(first, *open_call(tokens[first], NAMED))
            edits.put_after(
                last - 1,
                synthetic(tokens[end - 1], _T.COMMA, ","),
                synthetic(tokens[last - 1], _T.STRING, label),
                synthetic(tokens[last - 1], _T.R_PAREN, ")"),
            )
    return edits.applied(tokens)


def unwrap_joins(tokens: Tokens) -> Tokens:
    """FROM (UNNEST(xs) AS x JOIN t USING (k)) JOIN u: joins go from left to right without the parentheses, too."""
    edits = Edits()
    partners: dict[int, int] | None = None
    for index in range(1, len(tokens) - 2):
        if tokens[index].token_type is not _T.L_PAREN or tokens[index + 1].token_type is not _T.UNNEST:
            continue
        first = index
        while tokens[first - 1].token_type is _T.L_PAREN and first > 1:
            first -= 1
        if tokens[first - 1].token_type is not _T.FROM:
            continue
        if partners is None:
            partners = bracket_pairs(tokens)
        for opening in range(first, index + 1):
            if opening in partners:
                edits.drop(opening, partners[opening])
    return edits.applied(tokens)


def _arguments(tokens: Tokens, first: int, close: int, closing: dict[int, int]) -> list[tuple[int, int]]:
    """What stands between the commas of a list."""
    arguments: list[tuple[int, int]] = []
    index = first
    while index < close:
        if tokens[index].token_type is _T.COMMA:
            arguments.append((first, index))
            first = index + 1
        index = max(closing.get(index, index), index) + 1
    return [*arguments, (first, close)] if first < close else arguments


_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})


REWRITES = (
    TokenRewrite(frozenset({"UNNEST"}), unwrap_joins),
    TokenRewrite(frozenset({"UNNEST"}), rewrite_unnests),
    TokenRewrite(frozenset({"@"}), drop_hints),
    TokenRewrite(frozenset({"WITH"}), rewrite_let),
    *graph_grammar.REWRITES,
    *constructor_grammar.REWRITES,
    TokenRewrite(frozenset({"."}), rewrite_chains),
    TokenRewrite(frozenset({"SAFE"}), drop_safe),
    TokenRewrite(frozenset({"APPLY"}), rewrite_apply),
    TokenRewrite(_TRIGGERS, rewrite_modifiers),
    TokenRewrite(frozenset({"LIKE"}), unwrap_like_unnest),
)
