"""Small token rewrites of ClickHouse's queries, which run before the walk of `grammar`.

    x'414243', b'01'                    'ABC', a string
    a UNION b                           a UNION DISTINCT b
    FROM (EXPLAIN SELECT …)             FROM (SELECT * FROM viewExplain('EXPLAIN'))
    f(x -> c ? a : b)                   f(x -> if(c, a, b))
    {db:Identifier}.t                   `{db:Identifier}`.t
    interval * 2                        `interval` * 2

Each is a pure function over tokens that keeps their offsets. To add one: a function, and a row in `RULES` with the
keywords without which it has nothing to do.
"""

from __future__ import annotations

from sqlglot.tokenizer_core import Token, TokenType

from headwater.dialects.clickhouse.keywords import BEFORE_NAME
from headwater.sql.grammar import CLOSE, OPEN, TokenRewrite, bracket_pairs, keyword, synthetic
from headwater.sql.names_like_types import names_like_intervals
from headwater.sql.token_edits import Edits

_T = TokenType


def quoted_bytes(tokens: list[Token]) -> list[Token]:
    """x'414243' and b'01000001': strings, written as their bytes."""
    out: list[Token] = []
    for token in tokens:
        letter = out[-1] if out else None
        if (
            letter is not None
            and token.token_type is _T.STRING
            and letter.token_type is _T.VAR
            and letter.text in _BASES
            and letter.end + 1 == token.start
        ):
            out[-1] = Token(_T.STRING, _decoded(token.text, _BASES[letter.text]), *_place(letter), token.end)
            continue
        out.append(token)
    return out if len(out) < len(tokens) else tokens


_BASES = {"x": 16, "X": 16, "b": 2, "B": 2}


def _decoded(digits: str, base: int) -> str:
    """The text that the digits stand for; the digits themselves where they are none."""
    width = 2 if base == 16 else 8
    digits = digits.zfill(-(-len(digits) // width) * width)
    try:
        return bytes(int(digits[i : i + width], base) for i in range(0, len(digits), width)).decode("utf-8", "replace")
    except ValueError:
        return digits


def _place(token: Token) -> tuple[int, int, int]:
    return token.line, token.col, token.start


def bare_unions(tokens: list[Token]) -> list[Token]:
    """a UNION b: the setting union_default_mode says of which kind; what feeds what is the same."""
    edits = Edits()
    for index, token in enumerate(tokens):
        behind = tokens[index + 1].token_type if index + 1 < len(tokens) else None
        before = tokens[index - 1].token_type if index else None
        if token.token_type is _T.UNION and behind in _BEGINS_QUERY and before not in BEFORE_NAME:
            edits.put_after(index, synthetic(token, _T.DISTINCT, "DISTINCT"))
    return edits.applied(tokens)


_BEGINS_QUERY = frozenset({_T.SELECT, _T.L_PAREN, _T.WITH, _T.FROM})


def explained_queries(tokens: list[Token]) -> list[Token]:
    """FROM (EXPLAIN SELECT …): the text of a plan. No row of the query inside is read."""
    edits = Edits()
    pairs: dict[int, int] | None = None
    index = 0
    while index < len(tokens):
        if tokens[index].token_type is _T.L_PAREN and keyword(tokens, index + 1) == "EXPLAIN":
            word = keyword(tokens, index + 2)
            pairs = bracket_pairs(tokens) if pairs is None else pairs
            last = pairs.get(index, -1)
            if last > 0 and (word in _EXPLAINED or keyword(tokens, index + 3) == "="):
                place = tokens[index + 1]
                edits.drop(*range(index + 1, last))
                kind = "EXPLAIN ESTIMATE" if word == "ESTIMATE" else "EXPLAIN"
                call = ((_T.VAR, "viewExplain"), (_T.L_PAREN, "("), (_T.STRING, kind), (_T.R_PAREN, ")"))
                query = ((_T.SELECT, "SELECT"), (_T.STAR, "*"), (_T.FROM, "FROM"), *call)
                edits.put_after(index, *(synthetic(place, kind, text) for kind, text in query))
                index = last
        index += 1
    return edits.applied(tokens)


_EXPLAINED = frozenset(
    {
        "SELECT", "WITH", "AST", "SYNTAX", "PLAN", "PIPELINE", "ESTIMATE", "QUERY", "TABLE", "INSERT", "CREATE",
        "CURRENT", "(",
    }
)  # fmt: skip


def ternaries(tokens: list[Token]) -> list[Token]:
    """f(c ? a : b), x -> c ? a : b: inside brackets, where the parser knows no such operator.

    A condition begins where its element does. `levels` has a list for each open bracket: where the element begins, and
    for each condition whether its colon has been met.
    """
    edits = Edits()
    levels: list[tuple[list[int], list[bool]]] = [([0], [])]
    for index, token in enumerate(tokens):
        kind = token.token_type
        start, colons = levels[-1]
        if kind in OPEN:
            levels.append(([index + 1], []))
        elif kind in CLOSE or kind is _T.COMMA or kind is _T.ALIAS or kind in _ENDS_CONDITION:
            if colons:
                ends = [synthetic(token, _T.R_PAREN, ")") for _ in colons]
                edits.put_before(index, *ends)
                colons.clear()
            start[0] = index + 1
            if kind in CLOSE and len(levels) > 1:
                levels.pop()
        elif kind is _T.ARROW:
            start[0] = index + 1
        elif kind is _T.PLACEHOLDER and len(levels) > 1 and _has_colon(tokens, index):
            place = tokens[start[0]]
            edits.put_before(start[0], synthetic(place, _T.VAR, "if"), synthetic(place, _T.L_PAREN, "("))
            edits.swap(index, synthetic(token, _T.COMMA, ","))
            colons.append(False)
            start[0] = index + 1
        elif kind is _T.COLON and colons:
            while len(colons) > 1 and colons[-1]:  # a ? b ? c : d : e
                colons.pop()
                edits.put_before(index, synthetic(token, _T.R_PAREN, ")"))
            edits.swap(index, synthetic(token, _T.COMMA, ","))
            colons[-1] = True
            start[0] = index + 1
    return edits.applied(tokens)


_ENDS_CONDITION = frozenset(
    {
        _T.SELECT, _T.FROM, _T.WHERE, _T.PREWHERE, _T.GROUP_BY, _T.HAVING, _T.ORDER_BY, _T.LIMIT, _T.WHEN, _T.THEN,
        _T.ELSE, _T.END, _T.UNION, _T.SETTINGS, _T.DISTINCT,
    }
)  # fmt: skip


def _has_colon(tokens: list[Token], index: int) -> bool:
    """Whether a colon follows in the same brackets, before the element ends."""
    depth = 0
    for token in tokens[index + 1 :]:
        kind = token.token_type
        depth += (kind in OPEN) - (kind in CLOSE)
        if depth < 0 or (depth == 0 and (kind is _T.COMMA or kind in _ENDS_CONDITION)):
            return False
        if depth == 0 and kind is _T.COLON:
            return True
    return False


def named_parameters(tokens: list[Token]) -> list[Token]:
    """{db:Identifier}.t: a name that the caller gives. It stays as it is written, for no table has such a name."""
    out: list[Token] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        parts = tokens[index : index + 5]
        if (
            token.token_type is _T.L_BRACE
            and len(parts) == 5
            and parts[2].token_type is _T.COLON
            and parts[3].text == "Identifier"
            and parts[4].token_type is _T.R_BRACE
        ):
            text = f"{{{parts[1].text}:Identifier}}"
            out.append(Token(_T.IDENTIFIER, text, *_place(token), parts[4].end))
            index += 5
            continue
        out.append(token)
        index += 1
    return out


def called_databases(tokens: list[Token]) -> list[Token]:
    """dictionary('d'), database(): functions, though the words are also kinds of things that are created."""
    return [
        synthetic(token, _T.VAR, token.text)
        if token.token_type in _KINDS and index + 1 < len(tokens) and tokens[index + 1].token_type is _T.L_PAREN
        else token
        for index, token in enumerate(tokens)
    ]


_KINDS = frozenset({_T.DICTIONARY, _T.DATABASE, _T.SCHEMA})


def named_settings(tokens: list[Token]) -> list[Token]:
    """iceberg(c, SETTINGS a = 1): settings of a call are arguments that are given by name."""
    return [
        token
        for index, token in enumerate(tokens)
        if not (
            token.token_type is _T.SETTINGS
            and index
            and tokens[index - 1].token_type in (_T.COMMA, _T.L_PAREN)
            and keyword(tokens, index + 2) == "="
        )
    ]


SCRIPT = (TokenRewrite(frozenset({"IDENTIFIER"}), named_parameters),)
RULES = (
    TokenRewrite(frozenset({"DICTIONARY", "DATABASE", "SCHEMA"}), called_databases),
    TokenRewrite(frozenset({"SETTINGS"}), named_settings),
    TokenRewrite(frozenset({"X", "B"}), quoted_bytes),
    TokenRewrite(frozenset({"UNION"}), bare_unions),
    TokenRewrite(frozenset({"EXPLAIN"}), explained_queries),
    TokenRewrite(frozenset({"?"}), ternaries),
    TokenRewrite(frozenset({"INTERVAL"}), names_like_intervals),
)
