"""Changes of words for SQL over streams: what the parser can read once it stands a little differently.

Each is a pure function over a statement's words; what it puts in stands at the offsets of what it replaces, so that
places stay true. The names of the functions say what is changed, their first lines the text that forced it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import OPEN, Rule, Words, like, pairs, word

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
def opened_sets(tokens: Words) -> Words:
    """EXECUTE STATEMENT SET BEGIN a; b; END and BEGIN STATEMENT SET; a; END: the statements in it stand alone.

    EXPLAIN STATEMENT SET and COMPILE PLAN 'p' FOR STATEMENT SET run nothing: each statement in it gets their words.
    """
    out: Words = []
    at, start, size = 0, True, len(tokens)
    before: Words | None = None  # what each statement of the open set is given; None where no set is open
    while at < size:
        if not start:
            start = tokens[at].token_type is _T.SEMICOLON
            out.append(tokens[at])
            at += 1
            continue
        if (
            before is not None
            and word(tokens, at) == "END"
            and (at + 1 == size or tokens[at + 1].token_type is _T.SEMICOLON)
        ):
            before = None
            at += 2
            continue
        behind = _set_opened(tokens, at)
        if behind is not None and before is None:
            before = _prefix(tokens, at)
            at = behind
            if at < size and tokens[at].token_type is _T.SEMICOLON:
                at += 1
            continue
        if before:
            out += [like(tokens[at], one.token_type, one.text) for one in before]
        start = tokens[at].token_type is _T.SEMICOLON
        out.append(tokens[at])
        at += 1
    return out


def _set_opened(tokens: Words, at: int) -> int | None:
    """The index behind the words that open a set, if they stand here."""
    if [word(tokens, at + n) for n in range(3)] == ["BEGIN", "STATEMENT", "SET"]:
        return at + 3
    if word(tokens, at) not in ("EXECUTE", "EXPLAIN", "COMPILE"):
        return None
    for near in range(at + 1, min(at + 16, len(tokens) - 2)):
        if tokens[near].token_type is _T.SEMICOLON:
            return None
        if word(tokens, near) == "STATEMENT" and word(tokens, near + 1) == "SET" and word(tokens, near + 2) == "BEGIN":
            return near + 3
    return None


def _prefix(tokens: Words, at: int) -> Words:
    """What each statement of a set is given: nothing where the set is run."""
    if word(tokens, at) == "EXPLAIN":
        return [tokens[at]]
    if word(tokens, at) == "COMPILE" and word(tokens, at + 1) == "PLAN":
        return tokens[at : at + 2]
    return []


# ── tables as arguments ──────────────────────────────────────────────────────────────────────────────────────────
def unwrapped_tables(tokens: Words) -> Words:
    """FROM TABLE(f(x)), LATERAL TABLE(f(x)): what stands in FROM is f(x)."""
    closing = pairs(tokens)
    gone: set[int] = set()
    for at, token in enumerate(tokens):
        if token.token_type is not _T.TABLE or at + 1 not in closing or tokens[at + 1].token_type is not _T.L_PAREN:
            continue
        if not at or tokens[at - 1].token_type not in _SOURCE:
            continue
        gone.add(at)
        if word(tokens, at + 2) not in _QUERY:
            gone |= {at + 1, closing[at + 1]}
    return [token for at, token in enumerate(tokens) if at not in gone]


def table_arguments(tokens: Words) -> Words:
    """f(TABLE t PARTITION BY k ORDER BY ts): the table is a query, its keys are how that query is spread and sorted."""
    closing = pairs(tokens)
    out: Words = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        before = tokens[at - 1] if at else None
        behind = _argument_table(tokens, at, closing) if before is not None and before.token_type in _ARGUMENT else None
        if behind is None or (before is not None and before.token_type is _T.L_PAREN and not _calls(tokens, at - 1)):
            out.append(token)
            at += 1
            continue
        first = at + 1 if token.token_type is _T.TABLE else at
        out += [like(token, _T.L_PAREN, "("), like(token, _T.SELECT, "SELECT"), like(token, _T.STAR, "*")]
        out += [like(token, _T.FROM, "FROM"), *table_arguments(tokens[first:behind])]
        last = tokens[behind - 1]
        at = behind
        while at < len(tokens) and tokens[at].token_type in _KEYS:
            mark = like(tokens[at], *_KEYS[tokens[at].token_type])
            at += 1
            if at in closing and tokens[at].token_type is _T.L_PAREN:
                keys, at = tokens[at + 1 : closing[at]], closing[at] + 1
            else:
                begin = at
                while at < len(tokens) and tokens[at].token_type not in _ENDS and tokens[at].token_type not in _KEYS:
                    at += 1
                keys = tokens[begin:at]
            out += [mark, *keys]
            last = tokens[at - 1]
        out.append(like(last, _T.R_PAREN, ")"))
    return out


_KEYS = {_T.PARTITION_BY: (_T.DISTRIBUTE_BY, "DISTRIBUTE BY"), _T.ORDER_BY: (_T.SORT_BY, "SORT BY")}


def _calls(tokens: Sequence[Token], at: int) -> bool:
    """Whether a parenthesis belongs to a call: a name stands before it."""
    return at > 0 and tokens[at - 1].token_type in (_T.VAR, _T.IDENTIFIER, _T.SESSION)


def _argument_table(tokens: Words, at: int, closing: dict[int, int]) -> int | None:
    """The index behind a table that is an argument: TABLE a.b.c, or a query in parentheses with keys behind it."""
    if tokens[at].token_type is _T.TABLE:
        behind = at + 2
        while behind < len(tokens) and tokens[behind].token_type is _T.DOT:
            behind += 2
        if behind in closing and tokens[behind].token_type is _T.L_PAREN:
            behind = closing[behind] + 1  # TABLE f(TABLE t)
        return behind if at + 1 < len(tokens) else None
    if tokens[at].token_type is _T.L_PAREN and at in closing and word(tokens, at + 1) in _QUERY:
        behind = closing[at] + 1
        return behind if behind < len(tokens) and tokens[behind].token_type in _KEYS else None
    return None


def model_arguments(tokens: Words) -> Words:
    """ML_PREDICT(TABLE t, MODEL c.m, …): the model is named by a constant, MODEL('c.m')."""
    out: Words = []
    opened: list[bool] = []  # whether each open parenthesis is a call's
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.token_type is _T.L_PAREN:
            opened.append(_calls(tokens, at))
        elif token.token_type is _T.R_PAREN and opened:
            opened.pop()
        out.append(token)
        at += 1
        argument = at > 1 and tokens[at - 2].token_type in _ARGUMENT and opened and opened[-1]
        if word(tokens, at - 1) != "MODEL" or not argument:
            continue
        begin = at
        while at < len(tokens) and tokens[at].token_type in _NAME:
            at += 1
        if at == begin or at == len(tokens) or tokens[at].token_type not in _ENDS:
            at = begin  # MODEL => MODEL m: the name of the argument; a column of that name
            continue
        name = "".join(one.text for one in tokens[begin:at])
        out[-1] = like(token, _T.VAR, "MODEL")
        out += [like(tokens[begin], _T.L_PAREN, "("), like(tokens[begin], _T.STRING, name)]
        out.append(like(tokens[at - 1], _T.R_PAREN, ")"))
    return out


_NAME = frozenset({_T.VAR, _T.IDENTIFIER, _T.DOT})


def session_windows(tokens: Words) -> Words:
    """SESSION(…) is a function: the parser has a keyword of that name."""
    return [
        like(token, _T.VAR, token.text)
        if token.token_type is _T.SESSION and at + 1 < len(tokens) and tokens[at + 1].token_type is _T.L_PAREN
        else token
        for at, token in enumerate(tokens)
    ]


# ── expressions ──────────────────────────────────────────────────────────────────────────────────────────────────
def units_last(tokens: Words) -> Words:
    """TIMESTAMPDIFF(HOUR, a, b): HOUR is no column. The parser wants the unit last, as a constant."""
    closing = pairs(tokens)
    moved: dict[int, list[Token]] = {}
    gone: set[int] = set()
    for at, token in enumerate(tokens):
        if token.text.upper() not in _UNITS or at + 1 not in closing or tokens[at + 1].token_type is not _T.L_PAREN:
            continue
        if at + 3 < len(tokens) and tokens[at + 3].token_type is _T.COMMA and word(tokens, at + 2):
            unit, comma = tokens[at + 2], tokens[at + 3]
            if token.text.upper() == "TIMESTAMPADD":  # which the parser does not know: the constant may stay first
                moved[at + 2] = [like(unit, _T.STRING, unit.text)]
                gone.add(at + 2)
                continue
            gone |= {at + 2, at + 3}
            moved[closing[at + 1]] = [comma, like(unit, _T.STRING, unit.text)]
    out: Words = []
    for at, token in enumerate(tokens):
        out += moved.get(at, ())
        if at not in gone:
            out.append(token)
    return out


def map_constructors(tokens: Words) -> Words:
    """MAP['a', x, 'b', y] is a call with keys and values in turn."""
    closing = pairs(tokens)
    out = list(tokens)
    for at, token in enumerate(tokens):
        opened = at + 1
        if token.text.upper() == "MAP" and opened in closing and tokens[opened].token_type is _T.L_BRACKET:
            out[at] = like(token, _T.VAR, "VAR_MAP")
            out[opened] = like(tokens[opened], _T.L_PAREN, "(")
            out[closing[opened]] = like(tokens[closing[opened]], _T.R_PAREN, ")")
    return out


def multisets(tokens: Words) -> Words:
    """CAST(x AS MULTISET<INT>): for lineage a multiset is an array."""
    return [
        like(token, _T.ARRAY, "ARRAY")
        if word(tokens, at) == "MULTISET" and at + 1 < len(tokens) and tokens[at + 1].token_type is _T.LT
        else token
        for at, token in enumerate(tokens)
    ]


def default_arguments(tokens: Words) -> Words:
    """f(a, DEFAULT): an argument that is left to the function is a constant."""
    out = list(tokens)
    for at, token in enumerate(tokens):
        if word(tokens, at) != "DEFAULT" or not 0 < at < len(tokens) - 1:
            continue
        if tokens[at - 1].token_type in _ARGUMENT and tokens[at + 1].token_type in _ENDS:
            out[at] = like(token, _T.NULL, "NULL")
    return out


def json_clauses(tokens: Words) -> Words:
    """JSON_VALUE(p, '$.a' RETURNING INT DEFAULT x ON EMPTY), JSON_OBJECT(KEY k VALUE a > 1 NULL ON NULL).

    RETURNING, ON EMPTY, ON ERROR, ON NULL and WRAPPER read no column and go; a DEFAULT becomes one more argument; the
    value of a key gets parentheses, since the parser takes an operand there and no comparison.
    """
    tokens = list(tokens)
    closing = pairs(tokens)
    cut: set[int] = set()
    put: dict[int, list[Token]] = {}
    for at, token in enumerate(tokens):
        name = token.text.upper()
        if name in _JSON and at + 1 in closing and tokens[at + 1].token_type is _T.L_PAREN:
            _json_call(tokens, at + 2, closing[at + 1], closing, name, cut, put)
    if not cut and not put:
        return tokens
    out: Words = []
    for at, token in enumerate(tokens):
        out += put.get(at, ())
        if at not in cut:
            out.append(token)
    return out


def _json_call(
    tokens: Words, at: int, end: int, closing: dict[int, int], name: str, cut: set[int], put: dict[int, list[Token]]
) -> None:
    begin = -1  # of the value behind VALUE
    clause = at  # where the current argument begins
    while at <= end:
        text = word(tokens, at)
        stop = _clause_end(tokens, at, end, closing) if at > clause or text in _ALONE else None
        if begin >= 0 and (stop is not None or at == end or tokens[at].token_type is _T.COMMA):
            put.setdefault(begin, []).append(like(tokens[begin], _T.L_PAREN, "("))
            put.setdefault(at, []).insert(0, like(tokens[at - 1], _T.R_PAREN, ")"))
            begin = -1
        if at == end:
            return
        if stop is not None:
            if text == "DEFAULT":
                tokens[at] = like(tokens[at], _T.COMMA, ",")
                cut |= {stop - 2, stop - 1}
                at += 1
                continue
            cut.update(range(at, stop))
            at = stop
            continue
        if tokens[at].token_type is _T.COMMA:
            clause = at + 1
        if name.startswith("JSON_OBJECT") and at > clause and (text == "VALUE" or tokens[at].token_type is _T.COLON):
            begin = at + 1
        at = closing[at] + 1 if tokens[at].token_type in OPEN and at in closing else at + 1


_ALONE = frozenset({"NULL", "ABSENT"})  # JSON_ARRAY(NULL ON NULL)
_BEHAVIOURS = frozenset({"NULL", "ABSENT", "ERROR", "EMPTY", "TRUE", "FALSE", "UNKNOWN", "DEFAULT"})


def _clause_end(tokens: Words, at: int, end: int, closing: dict[int, int]) -> int | None:
    """The index behind a clause that begins here: RETURNING type, NULL ON EMPTY, WITHOUT ARRAY WRAPPER, FORMAT JSON."""
    text = word(tokens, at)
    if text == "RETURNING":
        at += 1
        while at < end and (word(tokens, at) not in _BEHAVIOURS | {"WITH", "WITHOUT"} or word(tokens, at - 1) == "NOT"):
            at = closing[at] + 1 if tokens[at].token_type in OPEN and at in closing else at + 1
        return at
    if text == "FORMAT" and word(tokens, at + 1) == "JSON":
        return at + 2
    if text in ("WITH", "WITHOUT"):
        for near in range(at + 1, min(at + 5, end)):
            if word(tokens, near) == "WRAPPER":
                return near + 1
        return None
    if text == "DEFAULT":
        near = at + 1
        while near < end and tokens[near].token_type is not _T.COMMA:
            if word(tokens, near) == "ON" and word(tokens, near + 1) in ("EMPTY", "ERROR"):
                return near + 2
            near = closing[near] + 1 if tokens[near].token_type in OPEN and near in closing else near + 1
        return None
    if text in _BEHAVIOURS:
        near = at + 2 if word(tokens, at + 1) in ("ARRAY", "OBJECT") else at + 1
        if word(tokens, near) == "ON" and word(tokens, near + 1) in ("EMPTY", "ERROR", "NULL"):
            return near + 2
    return None


# ── rows that match a pattern ────────────────────────────────────────────────────────────────────────────────────
def matched_rows(tokens: Words) -> Words:
    """FROM t MATCH_RECOGNIZE (…) AS m JOIN …: what is matched is a query of its own, (SELECT * FROM t MATCH_…) AS m."""
    closing = pairs(tokens)
    put: dict[int, list[Token]] = {}
    gone: set[int] = set()
    for at, token in enumerate(tokens):
        if token.token_type is not _T.MATCH_RECOGNIZE or at + 1 not in closing:
            continue
        begin, end = _source_begin(tokens, at - 1, closing), closing[at + 1]
        first = tokens[begin]
        select = ((_T.L_PAREN, "("), (_T.SELECT, "SELECT"), (_T.STAR, "*"), (_T.FROM, "FROM"))
        put.setdefault(begin, []).extend(like(first, *one) for one in select)
        put.setdefault(end + 1, []).insert(0, like(tokens[end], _T.R_PAREN, ")"))
        gone |= _within(tokens, at + 2, end, closing)
    out: Words = []
    for at, token in enumerate(tokens):
        out += put.get(at, ())
        if at not in gone:
            out.append(token)
    return out + put.get(len(tokens), [])


def _source_begin(tokens: Words, at: int, closing: dict[int, int]) -> int:
    """Where the table before MATCH_RECOGNIZE begins: a.b.c, f(…), or a query in parentheses."""
    if tokens[at].token_type is _T.R_PAREN and at in closing:
        at = closing[at]
        if not at or tokens[at - 1].token_type not in (_T.VAR, _T.IDENTIFIER):
            return at
        at -= 1
    while at >= 2 and tokens[at - 1].token_type is _T.DOT:
        at -= 2
    return max(at, 0)


def _within(tokens: Words, at: int, end: int, closing: dict[int, int]) -> set[int]:
    """PATTERN (A B) WITHIN INTERVAL '1' HOUR: how long a match may take; it reads no column."""
    while at < end:
        if word(tokens, at) == "WITHIN":
            stop = at
            while stop < end and word(tokens, stop) not in ("DEFINE", "SUBSET"):
                stop += 1
            return set(range(at, stop))
        at = closing[at] + 1 if tokens[at].token_type in OPEN and at in closing else at + 1
    return set()


# ── statements ───────────────────────────────────────────────────────────────────────────────────────────────────
def conflict_strategies(tokens: Words) -> Words:
    """INSERT … ON CONFLICT DO DEDUPLICATE: how rows of one key are told apart; it reads no column."""
    out: Words = []
    at = 0
    while at < len(tokens):
        ends = word(tokens, at) == "ON" and [word(tokens, at + n) for n in (1, 2)] == ["CONFLICT", "DO"]
        if ends and word(tokens, at + 3) in ("DEDUPLICATE", "NOTHING", "ERROR"):
            at += 4
            continue
        out.append(tokens[at])
        at += 1
    return out


def run_plans(tokens: Words) -> Words:
    """COMPILE AND EXECUTE PLAN 'p' FOR INSERT …, EXECUTE INSERT …: the statement behind is run."""
    if [word(tokens, n) for n in range(4)] == ["COMPILE", "AND", "EXECUTE", "PLAN"]:
        for at in range(4, min(10, len(tokens))):
            if word(tokens, at) == "FOR":
                return tokens[at + 1 :]
    elif word(tokens, 0) == "EXECUTE" and word(tokens, 1) in ("INSERT", "SELECT", "WITH"):
        return tokens[1:]
    return tokens


def _rule(change: object, *words: str) -> Rule:
    return Rule(frozenset(words), change)  # type: ignore[arg-type]


SCRIPT: tuple[Rule, ...] = (_rule(opened_sets, "STATEMENT"),)
STATEMENT: tuple[Rule, ...] = (
    _rule(run_plans, "EXECUTE"),
    _rule(session_windows, "SESSION"),
    _rule(unwrapped_tables, "TABLE"),
    _rule(table_arguments, "TABLE", "PARTITION BY"),
    _rule(model_arguments, "MODEL"),
    _rule(units_last, *_UNITS),
    _rule(map_constructors, "MAP"),
    _rule(multisets, "MULTISET"),
    _rule(default_arguments, "DEFAULT"),
    _rule(json_clauses, *_JSON),
    _rule(matched_rows, "MATCH_RECOGNIZE"),
    _rule(conflict_strategies, "CONFLICT"),
)
