"""Token rewrites for Flink's forms that the parser does not know.

Each is a pure function over a statement's tokens; what it inserts stands at the offsets of what it replaces, so that
spans stay true. The first line of each docstring is the SQL that forced it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql import match_recognize
from headwater.sql.grammar import OPEN, TokenRewrite, Tokens, bracket_pairs, keyword, synthetic
from headwater.sql.token_edits import Edits

_T = TokenType
_QUERY = frozenset({"SELECT", "WITH", "VALUES"})
_ARGUMENT = frozenset({_T.L_PAREN, _T.COMMA, _T.FARROW})
_ENDS = frozenset({_T.COMMA, _T.R_PAREN, _T.SEMICOLON})
_SOURCE = _ARGUMENT | {_T.FROM, _T.JOIN, _T.LATERAL, _T.USING}
_UNITS = frozenset({"TIMESTAMPDIFF", "TIMESTAMPADD"})
_JSON = frozenset(
    {"JSON_VALUE", "JSON_QUERY", "JSON_EXISTS", "JSON_ARRAY", "JSON_ARRAYAGG", "JSON_OBJECT", "JSON_OBJECTAGG"}
)


# ── a script ─────────────────────────────────────────────────────────────────────────────────────────────────────
def split_statement_sets(tokens: Tokens) -> Tokens:
    """EXECUTE STATEMENT SET BEGIN a; b; END and BEGIN STATEMENT SET; a; END: the statements in it stand alone.

    EXPLAIN STATEMENT SET and COMPILE PLAN 'p' FOR STATEMENT SET run nothing: each statement in it gets their tokens.
    """
    out: Tokens = []
    index, start, size = 0, True, len(tokens)
    before: Tokens | None = None  # what each statement of the open set is given; None where no set is open
    while index < size:
        if not start:
            start = tokens[index].token_type is _T.SEMICOLON
            out.append(tokens[index])
            index += 1
            continue
        if (
            before is not None
            and keyword(tokens, index) == "END"
            and (index + 1 == size or tokens[index + 1].token_type is _T.SEMICOLON)
        ):
            before = None
            index += 2
            continue
        behind = _set_opened(tokens, index)
        if behind is not None and before is None:
            before = _prefix(tokens, index)
            index = behind
            if index < size and tokens[index].token_type is _T.SEMICOLON:
                index += 1
            continue
        if before:
            out += [synthetic(tokens[index], token.token_type, token.text) for token in before]
        start = tokens[index].token_type is _T.SEMICOLON
        out.append(tokens[index])
        index += 1
    return out


def _set_opened(tokens: Tokens, index: int) -> int | None:
    """The index behind the tokens that open a set, if they stand here."""
    if [keyword(tokens, index + n) for n in range(3)] == ["BEGIN", "STATEMENT", "SET"]:
        return index + 3
    if keyword(tokens, index) not in ("EXECUTE", "EXPLAIN", "COMPILE"):
        return None
    for near in range(index + 1, min(index + 16, len(tokens) - 2)):
        if tokens[near].token_type is _T.SEMICOLON:
            return None
        if (
            keyword(tokens, near) == "STATEMENT"
            and keyword(tokens, near + 1) == "SET"
            and keyword(tokens, near + 2) == "BEGIN"
        ):
            return near + 3
    return None


def _prefix(tokens: Tokens, index: int) -> Tokens:
    """What each statement of a set is given: nothing where the set is run."""
    if keyword(tokens, index) == "EXPLAIN":
        return [tokens[index]]
    if keyword(tokens, index) == "COMPILE" and keyword(tokens, index + 1) == "PLAN":
        return tokens[index : index + 2]
    return []


# ── tables as arguments ──────────────────────────────────────────────────────────────────────────────────────────
def unwrap_tables(tokens: Tokens) -> Tokens:
    """FROM TABLE(f(x)), LATERAL TABLE(f(x)): what stands in FROM is f(x)."""
    closing = bracket_pairs(tokens)
    gone: set[int] = set()
    for index, token in enumerate(tokens):
        if (
            token.token_type is not _T.TABLE
            or index + 1 not in closing
            or tokens[index + 1].token_type is not _T.L_PAREN
        ):
            continue
        if not index or tokens[index - 1].token_type not in _SOURCE:
            continue
        gone.add(index)
        if keyword(tokens, index + 2) not in _QUERY:
            gone |= {index + 1, closing[index + 1]}
    return [token for index, token in enumerate(tokens) if index not in gone]


def rewrite_table_arguments(tokens: Tokens) -> Tokens:
    """f(TABLE t PARTITION BY k ORDER BY ts): the table is a query, its keys are how that query is spread and sorted."""
    closing = bracket_pairs(tokens)
    out: Tokens = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        before = tokens[index - 1] if index else None
        behind = (
            _argument_table(tokens, index, closing) if before is not None and before.token_type in _ARGUMENT else None
        )
        if behind is None or (before is not None and before.token_type is _T.L_PAREN and not _calls(tokens, index - 1)):
            out.append(token)
            index += 1
            continue
        first = index + 1 if token.token_type is _T.TABLE else index
        out += [
            synthetic(token, _T.L_PAREN, "("),
            synthetic(token, _T.SELECT, "SELECT"),
            synthetic(token, _T.STAR, "*"),
        ]
        out += [synthetic(token, _T.FROM, "FROM"), *rewrite_table_arguments(tokens[first:behind])]
        last = tokens[behind - 1]
        index = behind
        while index < len(tokens) and tokens[index].token_type in _KEYS:
            mark = synthetic(tokens[index], *_KEYS[tokens[index].token_type])
            index += 1
            if index in closing and tokens[index].token_type is _T.L_PAREN:
                keys, index = tokens[index + 1 : closing[index]], closing[index] + 1
            else:
                begin = index
                while (
                    index < len(tokens)
                    and tokens[index].token_type not in _ENDS
                    and tokens[index].token_type not in _KEYS
                ):
                    index += 1
                keys = tokens[begin:index]
            out += [mark, *keys]
            last = tokens[index - 1]
        out.append(synthetic(last, _T.R_PAREN, ")"))
    return out


_KEYS = {_T.PARTITION_BY: (_T.DISTRIBUTE_BY, "DISTRIBUTE BY"), _T.ORDER_BY: (_T.SORT_BY, "SORT BY")}


def _calls(tokens: Sequence[Token], index: int) -> bool:
    """Whether a parenthesis belongs to a call: a name stands before it."""
    return index > 0 and tokens[index - 1].token_type in (_T.VAR, _T.IDENTIFIER, _T.SESSION)


def _argument_table(tokens: Tokens, index: int, closing: dict[int, int]) -> int | None:
    """The index behind a table that is an argument: TABLE a.b.c, or a query in parentheses with keys behind it."""
    if tokens[index].token_type is _T.TABLE:
        behind = index + 2
        while behind < len(tokens) and tokens[behind].token_type is _T.DOT:
            behind += 2
        if behind in closing and tokens[behind].token_type is _T.L_PAREN:
            behind = closing[behind] + 1  # TABLE f(TABLE t)
        return behind if index + 1 < len(tokens) else None
    if tokens[index].token_type is _T.L_PAREN and index in closing and keyword(tokens, index + 1) in _QUERY:
        behind = closing[index] + 1
        return behind if behind < len(tokens) and tokens[behind].token_type in _KEYS else None
    return None


def rewrite_model_arguments(tokens: Tokens) -> Tokens:
    """ML_PREDICT(TABLE t, MODEL c.m, …): the model is named by a constant, MODEL('c.m')."""
    out: Tokens = []
    opened: list[bool] = []  # whether each open parenthesis is a call's
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.token_type is _T.L_PAREN:
            opened.append(_calls(tokens, index))
        elif token.token_type is _T.R_PAREN and opened:
            opened.pop()
        out.append(token)
        index += 1
        argument = index > 1 and tokens[index - 2].token_type in _ARGUMENT and opened and opened[-1]
        if keyword(tokens, index - 1) != "MODEL" or not argument:
            continue
        begin = index
        while index < len(tokens) and tokens[index].token_type in _NAME:
            index += 1
        if index == begin or index == len(tokens) or tokens[index].token_type not in _ENDS:
            index = begin  # MODEL => MODEL m: the name of the argument; a column of that name
            continue
        name = "".join(token.text for token in tokens[begin:index])
        out[-1] = synthetic(token, _T.VAR, "MODEL")
        out += [synthetic(tokens[begin], _T.L_PAREN, "("), synthetic(tokens[begin], _T.STRING, name)]
        out.append(synthetic(tokens[index - 1], _T.R_PAREN, ")"))
    return out


_NAME = frozenset({_T.VAR, _T.IDENTIFIER, _T.DOT})


def rename_session_keyword(tokens: Tokens) -> Tokens:
    """SESSION(…) is a function: the parser has a keyword of that name."""
    return [
        synthetic(token, _T.VAR, token.text)
        if token.token_type is _T.SESSION and index + 1 < len(tokens) and tokens[index + 1].token_type is _T.L_PAREN
        else token
        for index, token in enumerate(tokens)
    ]


# ── expressions ──────────────────────────────────────────────────────────────────────────────────────────────────
def move_units_last(tokens: Tokens) -> Tokens:
    """TIMESTAMPDIFF(HOUR, a, b): HOUR is no column. The parser wants the unit last, as a constant."""
    closing = bracket_pairs(tokens)
    edits = Edits()
    for index in range(len(tokens)):
        if (
            keyword(tokens, index) not in _UNITS
            or index + 1 not in closing
            or tokens[index + 1].token_type is not _T.L_PAREN
        ):
            continue
        if index + 3 < len(tokens) and tokens[index + 3].token_type is _T.COMMA and keyword(tokens, index + 2):
            unit, comma = tokens[index + 2], tokens[index + 3]
            if keyword(tokens, index) == "TIMESTAMPADD":  # which the parser does not know: the constant may stay first
                edits.swap(index + 2, synthetic(unit, _T.STRING, unit.text))
                continue
            edits.drop(index + 2, index + 3)
            edits.put_before(closing[index + 1], comma, synthetic(unit, _T.STRING, unit.text))
    return edits.applied(tokens)


def rewrite_map_constructors(tokens: Tokens) -> Tokens:
    """MAP['a', x, 'b', y] is a call with keys and values in turn."""
    closing = bracket_pairs(tokens)
    out = list(tokens)
    for index, token in enumerate(tokens):
        opened = index + 1
        if keyword(tokens, index) == "MAP" and opened in closing and tokens[opened].token_type is _T.L_BRACKET:
            out[index] = synthetic(token, _T.VAR, "VAR_MAP")
            out[opened] = synthetic(tokens[opened], _T.L_PAREN, "(")
            out[closing[opened]] = synthetic(tokens[closing[opened]], _T.R_PAREN, ")")
    return out


def rewrite_multisets(tokens: Tokens) -> Tokens:
    """CAST(x AS MULTISET<INT>): for lineage a multiset is an array."""
    return [
        synthetic(token, _T.ARRAY, "ARRAY")
        if keyword(tokens, index) == "MULTISET" and index + 1 < len(tokens) and tokens[index + 1].token_type is _T.LT
        else token
        for index, token in enumerate(tokens)
    ]


def replace_default_arguments(tokens: Tokens) -> Tokens:
    """f(a, DEFAULT): an argument that is left to the function is a constant."""
    out = list(tokens)
    for index, token in enumerate(tokens):
        if keyword(tokens, index) != "DEFAULT" or not 0 < index < len(tokens) - 1:
            continue
        if tokens[index - 1].token_type in _ARGUMENT and tokens[index + 1].token_type in _ENDS:
            out[index] = synthetic(token, _T.NULL, "NULL")
    return out


def rewrite_json_clauses(tokens: Tokens) -> Tokens:
    """JSON_VALUE(p, '$.a' RETURNING INT DEFAULT x ON EMPTY), JSON_OBJECT(KEY k VALUE a > 1 NULL ON NULL).

    RETURNING, ON EMPTY, ON ERROR, ON NULL and WRAPPER read no column and go; a DEFAULT becomes one more argument; keys
    and values get parentheses, since the parser takes an operand there: KEY a || b VALUE c > 1.
    """
    closing = bracket_pairs(tokens)
    edits = Edits()
    for index in range(len(tokens)):
        name = keyword(tokens, index)
        if name in _JSON and index + 1 in closing and tokens[index + 1].token_type is _T.L_PAREN:
            _json_call(tokens, index + 2, closing[index + 1], closing, name, edits)
    return edits.applied(tokens)


def _json_call(tokens: Tokens, index: int, end: int, closing: dict[int, int], name: str, edits: Edits) -> None:
    begin = -1  # of the value behind VALUE
    clause = index  # where the current argument begins
    while index <= end:
        text = keyword(tokens, index)
        stop = _clause_end(tokens, index, end, closing) if index > clause or text in _ALONE else None
        if begin >= 0 and (stop is not None or index == end or tokens[index].token_type is _T.COMMA):
            edits.put_before(begin, synthetic(tokens[begin], _T.L_PAREN, "("))
            edits.put_after(index - 1, synthetic(tokens[index - 1], _T.R_PAREN, ")"))
            begin = -1
        if index == end:
            return
        if stop is not None:
            if text == "DEFAULT":
                edits.swap(index, synthetic(tokens[index], _T.COMMA, ","))
                edits.drop(stop - 2, stop - 1)
                index += 1
                continue
            edits.drop(*range(index, stop))
            index = stop
            continue
        if tokens[index].token_type is _T.COMMA:
            clause = index + 1
        if (
            name.startswith("JSON_OBJECT")
            and index > clause
            and (text == "VALUE" or tokens[index].token_type is _T.COLON)
        ):
            begin = index + 1
            first = clause + (keyword(tokens, clause) == "KEY" and index > clause + 1)
            if index > first + 1:
                edits.put_before(first, synthetic(tokens[first], _T.L_PAREN, "("))
                edits.put_after(index - 1, synthetic(tokens[index - 1], _T.R_PAREN, ")"))
        index = closing[index] + 1 if tokens[index].token_type in OPEN and index in closing else index + 1


_ALONE = frozenset({"NULL", "ABSENT"})  # JSON_ARRAY(NULL ON NULL)
_BEHAVIOURS = frozenset({"NULL", "ABSENT", "ERROR", "EMPTY", "TRUE", "FALSE", "UNKNOWN", "DEFAULT"})


def _clause_end(tokens: Tokens, index: int, end: int, closing: dict[int, int]) -> int | None:
    """The index behind a clause that begins here: RETURNING type, NULL ON EMPTY, WITHOUT ARRAY WRAPPER, FORMAT JSON."""
    text = keyword(tokens, index)
    if text == "RETURNING":
        index += 1
        while index < end and (
            keyword(tokens, index) not in _BEHAVIOURS | {"WITH", "WITHOUT"} or keyword(tokens, index - 1) == "NOT"
        ):
            index = closing[index] + 1 if tokens[index].token_type in OPEN and index in closing else index + 1
        return index
    if text == "FORMAT" and keyword(tokens, index + 1) == "JSON":
        return index + 2
    if text in ("WITH", "WITHOUT"):
        for near in range(index + 1, min(index + 5, end)):
            if keyword(tokens, near) == "WRAPPER":
                return near + 1
        return None
    if text == "DEFAULT":
        near = index + 1
        while near < end and tokens[near].token_type is not _T.COMMA:
            if keyword(tokens, near) == "ON" and keyword(tokens, near + 1) in ("EMPTY", "ERROR"):
                return near + 2
            near = closing[near] + 1 if tokens[near].token_type in OPEN and near in closing else near + 1
        return None
    if text in _BEHAVIOURS:
        near = index + 2 if keyword(tokens, index + 1) in ("ARRAY", "OBJECT") else index + 1
        if keyword(tokens, near) == "ON" and keyword(tokens, near + 1) in ("EMPTY", "ERROR", "NULL"):
            return near + 2
    return None


# ── statements ───────────────────────────────────────────────────────────────────────────────────────────────────
def drop_conflict_strategies(tokens: Tokens) -> Tokens:
    """INSERT … ON CONFLICT DO DEDUPLICATE: how rows of one key are told apart; it reads no column."""
    out: Tokens = []
    index = 0
    while index < len(tokens):
        ends = keyword(tokens, index) == "ON" and [keyword(tokens, index + n) for n in (1, 2)] == ["CONFLICT", "DO"]
        if ends and keyword(tokens, index + 3) in ("DEDUPLICATE", "NOTHING", "ERROR"):
            index += 4
            continue
        out.append(tokens[index])
        index += 1
    return out


def unwrap_plans(tokens: Tokens) -> Tokens:
    """COMPILE AND EXECUTE PLAN 'p' FOR INSERT …, EXECUTE INSERT …: the statement behind is run."""
    if [keyword(tokens, n) for n in range(4)] == ["COMPILE", "AND", "EXECUTE", "PLAN"]:
        for index in range(4, min(10, len(tokens))):
            if keyword(tokens, index) == "FOR":
                return tokens[index + 1 :]
    elif keyword(tokens, 0) == "EXECUTE" and keyword(tokens, 1) in ("INSERT", "SELECT", "WITH"):
        return tokens[1:]
    return tokens


SCRIPT: tuple[TokenRewrite, ...] = (TokenRewrite(frozenset({"STATEMENT"}), split_statement_sets),)
STATEMENT: tuple[TokenRewrite, ...] = (
    TokenRewrite(frozenset({"EXECUTE"}), unwrap_plans),
    TokenRewrite(frozenset({"SESSION"}), rename_session_keyword),
    TokenRewrite(frozenset({"TABLE"}), unwrap_tables),
    TokenRewrite(frozenset({"TABLE", "PARTITION BY"}), rewrite_table_arguments),
    TokenRewrite(frozenset({"MODEL"}), rewrite_model_arguments),
    TokenRewrite(_UNITS, move_units_last),
    TokenRewrite(frozenset({"MAP"}), rewrite_map_constructors),
    TokenRewrite(frozenset({"MULTISET"}), rewrite_multisets),
    TokenRewrite(frozenset({"DEFAULT"}), replace_default_arguments),
    TokenRewrite(_JSON, rewrite_json_clauses),
    *match_recognize.STATEMENT,
    TokenRewrite(frozenset({"CONFLICT"}), drop_conflict_strategies),
)
