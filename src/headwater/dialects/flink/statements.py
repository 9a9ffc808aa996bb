"""A reader for what stands around the queries of SQL over streams: tables with watermarks, metadata columns and
connectors, models, functions, catalogs, and statements about the session.

It takes a statement's words and gives a form for the binder, with the parser's trees for the expressions and queries
in it; None means that the parser reads the statement itself. What a form does not say was not there: a word that
nobody expects is an error with its place, never passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import CLOSE, OPEN, Parse, Unreadable, Words, like, word

_T = TokenType
Place = tuple[int, int]


@dataclass(slots=True)
class ColumnPart:
    """A column as it is declared. `computed` is its expression; `virtual` ones are read from the connector only.

    `bare` is a name alone (a CTAS that orders its columns); `after` is where ALTER puts it: a name, or "" for first.
    """

    name: str
    place: Place
    type_text: str = "unknown"
    computed: exp.Expr | None = None
    text: str | None = None
    at: Place = (-1, -1)
    metadata: bool = False
    virtual: bool = False
    bare: bool = False
    after: str | None = None


@dataclass(slots=True)
class Watermark:
    """WATERMARK FOR column AS expression."""

    column: str
    value: exp.Expr
    at: Place


@dataclass(slots=True)
class TableForm:
    """CREATE, REPLACE or ALTER of a table: every part that says something of its columns, its rows or its place."""

    verb: str
    kind: str
    name: exp.Table
    temporary: bool = False
    exists: bool = False
    columns: list[ColumnPart] = field(default_factory=list)
    watermarks: list[Watermark] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    partitions: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    like: exp.Table | None = None
    like_options: list[tuple[str, str]] = field(default_factory=list)
    query: exp.Expr | None = None
    actions: list[tuple[str, object]] = field(default_factory=list)


@dataclass(slots=True)
class FunctionForm:
    """CREATE FUNCTION: a name that calls something outside."""

    verb: str
    name: tuple[str, ...]


@dataclass(slots=True)
class ModelForm:
    """CREATE MODEL m INPUT (…) OUTPUT (…)."""

    verb: str
    name: tuple[str, ...]
    inputs: list[ColumnPart] = field(default_factory=list)
    outputs: list[ColumnPart] = field(default_factory=list)


@dataclass(slots=True)
class CatalogForm:
    """CREATE CATALOG c WITH (…): a place where tables are."""

    verb: str
    name: str
    options: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class QuietForm:
    """A statement that moves no data."""

    kind: str


def read(tokens: Words, text: str, parse: Parse) -> object | None:
    """The form of a statement, or None where the parser should read it."""
    first = word(tokens, 0)
    reader = _FIRST.get(first)
    return reader(_Cursor(tokens, text, parse)) if reader is not None else None


class _Cursor:
    """Words, and how far they are read."""

    def __init__(self, tokens: Words, text: str, parse: Parse) -> None:
        self.tokens = tokens
        self.text = text
        self.parse = parse
        self.at = 0

    # ── words ────────────────────────────────────────────────────────────────────────────────────────────────
    @property
    def done(self) -> bool:
        return self.at >= len(self.tokens)

    def sees(self, *words: str) -> bool:
        return all(word(self.tokens, self.at + n) == one for n, one in enumerate(words))

    def take(self, *words: str) -> bool:
        if self.sees(*words):
            self.at += len(words)
            return True
        return False

    def need(self, *words: str) -> None:
        if not self.take(*words):
            raise Unreadable(f"{' '.join(words)} is expected here", self.token())

    def token(self) -> Token | None:
        return self.tokens[self.at] if not self.done else self.tokens[-1] if self.tokens else None

    def end(self) -> None:
        if not self.done:
            raise Unreadable("what begins here was not understood", self.token())

    # ── names, lists, strings ────────────────────────────────────────────────────────────────────────────────
    def name(self) -> Token:
        if self.done or not (self.tokens[self.at].text and _is_name(self.tokens[self.at])):
            raise Unreadable("a name is expected here", self.token())
        self.at += 1
        return self.tokens[self.at - 1]

    def names(self) -> tuple[Token, ...]:
        found = [self.name()]
        while not self.done and self.tokens[self.at].token_type is _T.DOT:
            self.at += 1
            found.append(self.name())
        return tuple(found)

    def table(self) -> exp.Table:
        return table_of(self.names())

    def string(self) -> str:
        if self.done or self.tokens[self.at].token_type is not _T.STRING:
            raise Unreadable("a string is expected here", self.token())
        self.at += 1
        return self.tokens[self.at - 1].text

    def group(self) -> list[Words]:
        """The items of a list in parentheses."""
        if self.done or self.tokens[self.at].token_type is not _T.L_PAREN:
            raise Unreadable("( is expected here", self.token())
        begin = self.at + 1
        depth = angles = 0
        items: list[Words] = []
        for near in range(self.at, len(self.tokens)):
            kind = self.tokens[near].token_type
            if kind in OPEN:
                depth += 1
            elif kind in CLOSE:
                depth -= 1
                if not depth:
                    items.append(self.tokens[begin:near])
                    self.at = near + 1
                    return [one for one in items if one]
            elif kind is _T.LT and word(self.tokens, near - 1) in _ANGLED:
                angles += 1
            elif angles and self.tokens[near].text in (">", ">>"):
                angles = max(angles - len(self.tokens[near].text), 0)
            elif kind is _T.COMMA and depth == 1 and not angles:
                items.append(self.tokens[begin:near])
                begin = near + 1
        raise Unreadable("a parenthesis is not closed", self.token())

    def options(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for item in self.group():
            part = _Cursor(item, self.text, self.parse)
            key = part.string()
            if not part.done:
                if part.tokens[part.at].token_type is not _T.EQ:
                    raise Unreadable("= is expected here", part.token())
                part.at += 1
                found[key] = part.string()
            part.end()
        return found

    def expression(self, tokens: Sequence[Token]) -> exp.Expr:
        if not tokens:
            raise Unreadable("an expression is expected here", self.token())
        tree = self.parse([like(tokens[0], _T.SELECT, "SELECT"), *tokens])
        if not isinstance(tree, exp.Select) or len(tree.expressions) != 1:
            raise Unreadable("one expression is expected here", tokens[0])
        found: exp.Expr = tree.expressions[0]
        return found

    def query(self) -> exp.Expr:
        tree = self.parse(self.tokens[self.at :])
        self.at = len(self.tokens)
        return tree


_RESERVED = frozenset({_T.LIKE, _T.ALIAS, _T.SELECT, _T.FROM, _T.WITH, _T.TABLE, _T.WHERE, _T.STRING, _T.NUMBER})


def _is_name(token: Token) -> bool:
    if token.token_type in _RESERVED:
        return False  # CREATE TABLE t (LIKE u): no column of that name
    return token.token_type is _T.IDENTIFIER or token.text.replace("_", "a").replace("$", "a").isalnum()


def table_of(parts: Sequence[Token]) -> exp.Table:
    """A table's name, with the places of its parts."""
    made = [exp.Identifier(this=one.text, quoted=one.token_type is _T.IDENTIFIER) for one in parts]
    for node, one in zip(made, parts, strict=True):
        node.meta.update(start=one.start, end=one.end, line=one.line, col=one.col)
    table = exp.Table(this=made[-1])
    if len(made) > 1:
        table.set("db", made[-2])
    if len(made) > 2:
        table.set("catalog", made[-3])
    return table


# ── parts of a table ─────────────────────────────────────────────────────────────────────────────────────────────
_BEHIND_TYPE = frozenset({"METADATA", "COMMENT", "PRIMARY", "UNIQUE", "CONSTRAINT", "FIRST", "AFTER", "DEFAULT"})
_ANGLED = frozenset({"ROW", "MAP", "ARRAY", "MULTISET"})


def _declared(cursor: _Cursor, form: TableForm | ModelForm, item: Words) -> ColumnPart | None:
    """One item of a table's list: a column, a watermark, or a key."""
    part = _Cursor(item, cursor.text, cursor.parse)
    if isinstance(form, TableForm):
        if part.sees("WATERMARK", "FOR"):
            _watermark(part, form)
            return None
        if part.take("CONSTRAINT"):
            part.name()
        if part.sees("PRIMARY KEY") or part.sees("PRIMARY", "KEY") or part.sees("UNIQUE"):
            _key(part, form)
            return None
        if part.sees("PERIOD", "FOR"):
            return None
    name = part.name()
    column = ColumnPart(name.text, (name.start, name.end + 1))
    if part.done:
        column.bare = True
        return column
    if part.take("AS"):
        begin = part.at
        while part.at < len(item) and not _closes(part):
            part.at = _over(part)
        words = item[begin : part.at]
        column.computed = part.expression(words)
        column.at = (words[0].start, words[-1].end + 1)
        column.text = cursor.text[column.at[0] : column.at[1]]
    else:
        begin = part.at
        while part.at < len(item) and word(item, part.at) not in _BEHIND_TYPE and not part.sees("PRIMARY KEY"):
            part.at = _over(part)
        if part.at == begin:
            raise Unreadable("a type is expected here", part.token())
        column.type_text = _type(cursor, item[begin : part.at])
    _behind_column(part, column, form)
    return column


def _closes(part: _Cursor) -> bool:
    """COMMENT 'x', FIRST, AFTER c behind the expression of a computed column."""
    left = len(part.tokens) - part.at
    if part.sees("COMMENT"):
        return left > 1 and part.tokens[part.at + 1].token_type is _T.STRING
    return (part.sees("FIRST") and left == 1) or (part.sees("AFTER") and left == 2)


def _over(part: _Cursor) -> int:
    """The index behind a word, or behind the bracket that it opens; ROW<…> is one too."""
    depth = angles = 0
    for near in range(part.at, len(part.tokens)):
        token = part.tokens[near]
        if token.token_type in OPEN:
            depth += 1
        elif token.token_type in CLOSE:
            depth -= 1
        elif word(part.tokens, near) in _ANGLED and near + 1 < len(part.tokens):
            if part.tokens[near + 1].token_type is _T.LT:
                continue  # its bracket comes
        elif token.token_type is _T.LT and word(part.tokens, near - 1) in _ANGLED:
            angles += 1
        elif angles and token.text in (">", ">>"):
            angles -= len(token.text)
        if depth <= 0 and angles <= 0:
            return near + 1
    return len(part.tokens)


def _type(cursor: _Cursor, words: Words) -> str:
    """A type as it is written, without the comments on its fields."""
    pieces: list[str] = []
    start = words[0].start
    for at, token in enumerate(words):
        if word(words, at) == "COMMENT" and at + 1 < len(words) and words[at + 1].token_type is _T.STRING:
            pieces.append(cursor.text[start : token.start])
            start = words[at + 1].end + 1
    return "".join([*pieces, cursor.text[start : words[-1].end + 1]])


def _behind_column(part: _Cursor, column: ColumnPart, form: TableForm | ModelForm) -> None:
    while not part.done:
        if part.take("METADATA"):
            column.metadata = True
            if part.take("FROM"):
                part.string()
            column.virtual = part.take("VIRTUAL")
        elif part.take("COMMENT"):
            part.string()
        elif part.take("NOT", "NULL") or part.take("NULL") or part.take("UNIQUE"):
            pass
        elif part.take("CONSTRAINT"):
            part.name()
        elif part.take("PRIMARY KEY") or part.take("PRIMARY", "KEY"):
            part.take("NOT", "ENFORCED")
            if isinstance(form, TableForm):
                form.keys.append(column.name)
        elif part.take("FIRST"):
            column.after = ""
        elif part.take("AFTER"):
            column.after = part.name().text
        elif part.take("DEFAULT"):
            part.at = _over(part)
        else:
            raise Unreadable("what begins here was not understood", part.token())


def _watermark(part: _Cursor, form: TableForm) -> None:
    part.need("WATERMARK", "FOR")
    column = ".".join(one.text for one in part.names())
    part.need("AS")
    words = part.tokens[part.at :]
    value = part.expression(words)
    form.watermarks.append(Watermark(column, value, (words[0].start, words[-1].end + 1)))


def _key(part: _Cursor, form: TableForm) -> None:
    unique = part.take("UNIQUE")
    if not unique and not part.take("PRIMARY KEY"):
        part.need("PRIMARY", "KEY")
    names = [item[0].text for item in part.group()]
    if not unique:
        form.keys += names
    part.take("NOT", "ENFORCED")
    part.take("ENFORCED")
    part.end()


def _list(cursor: _Cursor, form: TableForm) -> None:
    for item in cursor.group():
        column = _declared(cursor, form, item)
        if column is not None:
            form.columns.append(column)


# ── CREATE TABLE ─────────────────────────────────────────────────────────────────────────────────────────────────
def _create(cursor: _Cursor) -> object | None:
    cursor.need("CREATE")
    verb = "CREATE"
    if cursor.take("OR", "REPLACE") or cursor.take("OR", "ALTER"):
        verb = "REPLACE"
    temporary = cursor.take("TEMPORARY")
    system = cursor.take("SYSTEM")
    if cursor.take("TABLE"):
        return _table(cursor, verb, "TABLE", temporary)
    if cursor.take("MATERIALIZED", "TABLE"):
        return _table(cursor, verb, "MATERIALIZED TABLE", temporary)
    if cursor.take("FUNCTION"):
        return _function(cursor, "CREATE")
    if cursor.take("MODEL"):
        return _model(cursor, "CREATE")
    if cursor.take("CATALOG"):
        return _catalog(cursor, "CREATE")
    if cursor.take("CONNECTION") or cursor.take("SECRET"):
        return QuietForm("CREATE CONNECTION")
    if system:
        raise Unreadable("FUNCTION is expected here", cursor.token())
    return None


def _replace(cursor: _Cursor) -> object | None:
    cursor.need("REPLACE")
    return _table(cursor, "REPLACE", "TABLE", False) if cursor.take("TABLE") else None


def _exists(cursor: _Cursor) -> bool:
    return cursor.take("IF", "NOT", "EXISTS") or cursor.take("IF", "EXISTS")


def _table(cursor: _Cursor, verb: str, kind: str, temporary: bool) -> TableForm:
    exists = _exists(cursor)
    form = TableForm(verb, kind, cursor.table(), temporary, exists)
    if not cursor.done and cursor.tokens[cursor.at].token_type is _T.L_PAREN:
        _list(cursor, form)
    while not cursor.done:
        if cursor.take("COMMENT"):
            cursor.string()
        elif cursor.take("PARTITIONED", "BY") or cursor.take("PARTITIONED BY") or cursor.take("PARTITION BY"):
            form.partitions = [item[0].text for item in cursor.group()]
        elif cursor.take("DISTRIBUTED"):
            _distributed(cursor)
        elif cursor.take("WITH"):
            form.options = cursor.options()
        elif cursor.take("FRESHNESS") or cursor.take("REFRESH_MODE") or cursor.take("START_MODE"):
            _setting(cursor)
        elif cursor.take("LIKE"):
            _like(cursor, form)
        elif cursor.take("USING"):
            cursor.take("CONNECTION")
            cursor.names()
        elif cursor.take("AS"):
            form.query = cursor.query()
        else:
            cursor.end()
    return form


def _distributed(cursor: _Cursor) -> None:
    """DISTRIBUTED [BY] [HASH|RANGE] (a, b) [INTO 6 BUCKETS]: where rows are kept, by which columns."""
    cursor.take("BY")
    if not cursor.take("HASH"):
        cursor.take("RANGE")
    if not cursor.done and cursor.tokens[cursor.at].token_type is _T.L_PAREN:
        cursor.group()
    if cursor.take("INTO"):
        cursor.at += 1
        cursor.need("BUCKETS")


def _setting(cursor: _Cursor) -> None:
    """FRESHNESS = INTERVAL '3' MINUTE, REFRESH_MODE = FULL: up to the next clause."""
    cursor.at += 1
    stops = {"AS", "REFRESH_MODE", "FRESHNESS", "START_MODE", "WITH", "PARTITIONED"}
    while not cursor.done and word(cursor.tokens, cursor.at) not in stops:
        cursor.at += 1


def _like(cursor: _Cursor, form: TableForm) -> None:
    form.like = cursor.table()
    if cursor.done or cursor.tokens[cursor.at].token_type is not _T.L_PAREN:
        return
    words = [one.text.upper() for item in cursor.group() for one in item]
    if len(words) % 2:
        raise Unreadable("INCLUDING, EXCLUDING or OVERWRITING and what is expected here", cursor.token())
    form.like_options = [(words[n], words[n + 1]) for n in range(0, len(words), 2)]


# ── ALTER TABLE ──────────────────────────────────────────────────────────────────────────────────────────────────
def _alter(cursor: _Cursor) -> object | None:
    cursor.need("ALTER")
    if cursor.take("CATALOG"):
        return _catalog(cursor, "ALTER")
    if cursor.take("DATABASE"):
        return QuietForm("ALTER DATABASE")
    if cursor.take("MODEL"):
        return _altered_model(cursor)
    if (
        cursor.take("TEMPORARY", "SYSTEM", "FUNCTION")
        or cursor.take("TEMPORARY", "FUNCTION")
        or cursor.take("FUNCTION")
    ):
        return _function(cursor, "ALTER")
    kind = ""
    for one in ("MATERIALIZED TABLE", "TABLE", "VIEW"):
        if cursor.take(*one.split()):
            kind = one
            break
    if not kind:
        return None
    exists = _exists(cursor)
    form = TableForm("ALTER", kind, cursor.table(), exists=exists)
    if cursor.take("AS"):
        form.query = cursor.query()
    elif cursor.take("RENAME", "TO"):
        form.actions.append(("RENAME TABLE", cursor.table()))
    elif cursor.take("RENAME"):
        old = cursor.name().text
        cursor.need("TO")
        form.actions.append(("RENAME", (old, cursor.name().text)))
    elif cursor.take("ADD") or cursor.sees("MODIFY"):
        _added(cursor, form, "MODIFY" if cursor.take("MODIFY") else "ADD")
    elif cursor.take("DROP"):
        _dropped(cursor, form)
    elif cursor.take("SET"):
        form.options = cursor.options()
        form.actions.append(("SET", None))
    elif cursor.take("RESET"):
        form.actions.append(("RESET", [item[0].text for item in cursor.group()]))
    elif cursor.take("SUSPEND") or cursor.take("RESUME") or cursor.take("REFRESH"):
        cursor.at = len(cursor.tokens)
        form.actions.append(("QUIET", None))
    else:
        raise Unreadable("this change of a table was not understood", cursor.token())
    cursor.end()
    return form


def _added(cursor: _Cursor, form: TableForm, what: str) -> None:
    if cursor.sees("PARTITION") or cursor.sees("IF", "NOT", "EXISTS"):
        cursor.at = len(cursor.tokens)
        form.actions.append(("QUIET", None))
        return
    if cursor.take("DISTRIBUTION"):
        _distributed(cursor)
    elif cursor.sees("COLUMN") or cursor.sees("COLUMNS"):
        cursor.at += 1
    if cursor.done:
        form.actions.append(("QUIET", None))
        return
    if cursor.tokens[cursor.at].token_type is _T.L_PAREN:
        _list(cursor, form)
    else:
        column = _declared(cursor, form, cursor.tokens[cursor.at :])
        cursor.at = len(cursor.tokens)
        if column is not None:
            form.columns.append(column)
    form.actions.append((what, None))


_DROPS = ("WATERMARK", "DISTRIBUTION", "CONSTRAINT", "PARTITION", "IF", "PRIMARY", "PRIMARY KEY")


def _dropped(cursor: _Cursor, form: TableForm) -> None:
    if any(cursor.sees(one) for one in _DROPS):
        cursor.at = len(cursor.tokens)
        form.actions.append(("QUIET", None))
        return
    if cursor.sees("COLUMN") or cursor.sees("COLUMNS"):
        cursor.at += 1
    if not cursor.done and cursor.tokens[cursor.at].token_type is _T.L_PAREN:
        gone = [".".join(one.text for one in item if one.token_type is not _T.DOT) for item in cursor.group()]
    else:
        gone = [".".join(one.text for one in cursor.names())]
    form.actions.append(("DROP", gone))


# ── functions, models, catalogs ──────────────────────────────────────────────────────────────────────────────────
def _function(cursor: _Cursor, verb: str) -> FunctionForm:
    _exists(cursor)
    name = tuple(one.text for one in cursor.names())
    if cursor.take("AS"):
        cursor.string()
    while not cursor.done:
        if cursor.take("LANGUAGE"):
            cursor.name()
        elif cursor.take("USING"):
            cursor.at = len(cursor.tokens)
        elif cursor.take("WITH"):
            cursor.options()
        else:
            cursor.end()
    return FunctionForm(verb, name)


def _model(cursor: _Cursor, verb: str) -> ModelForm:
    _exists(cursor)
    form = ModelForm(verb, tuple(one.text for one in cursor.names()))
    while not cursor.done:
        if cursor.take("INPUT"):
            form.inputs = [one for item in cursor.group() if (one := _declared(cursor, form, item)) is not None]
        elif cursor.take("OUTPUT"):
            form.outputs = [one for item in cursor.group() if (one := _declared(cursor, form, item)) is not None]
        elif cursor.take("COMMENT"):
            cursor.string()
        elif cursor.take("WITH"):
            cursor.options()
        elif cursor.take("USING"):
            cursor.at = len(cursor.tokens)
        else:
            cursor.end()
    return form


def _altered_model(cursor: _Cursor) -> object:
    """ALTER MODEL m RENAME TO n | SET (…) | RESET (…)."""
    _exists(cursor)
    cursor.names()
    return QuietForm("ALTER MODEL")


def _catalog(cursor: _Cursor, verb: str) -> CatalogForm:
    _exists(cursor)
    form = CatalogForm(verb, cursor.name().text)
    while not cursor.done:
        if cursor.take("WITH") or cursor.take("SET"):
            form.options = cursor.options()
        elif cursor.take("COMMENT"):
            cursor.string()
        elif cursor.take("RESET"):
            cursor.group()
        else:
            cursor.end()
    return form


def _drop(cursor: _Cursor) -> object | None:
    cursor.need("DROP")
    temporary = cursor.take("TEMPORARY")
    if cursor.take("SYSTEM", "FUNCTION") or cursor.take("FUNCTION"):
        return _function(cursor, "DROP")
    if cursor.take("MODEL"):
        return _model(cursor, "DROP")
    if cursor.take("CATALOG"):
        return _catalog(cursor, "DROP")
    if cursor.take("MATERIALIZED", "TABLE"):
        return _table(cursor, "DROP", "MATERIALIZED TABLE", temporary)
    return None


# ── about the session ────────────────────────────────────────────────────────────────────────────────────────────
def _quiet(cursor: _Cursor) -> QuietForm:
    words = [word(cursor.tokens, n) for n in range(2)]
    two = " ".join(words)
    return QuietForm(two if two in _TWO else words[0])


def _use(cursor: _Cursor) -> object | None:
    return QuietForm("USE MODULES") if cursor.take("USE", "MODULES") else None


_TWO = frozenset({"ADD JAR", "REMOVE JAR", "LOAD MODULE", "UNLOAD MODULE", "EXECUTE PLAN", "COMPILE PLAN", "STOP JOB"})

_FIRST = {
    "CREATE": _create,
    "REPLACE": _replace,
    "ALTER": _alter,
    "DROP": _drop,
    "USE": _use,
    **dict.fromkeys(
        (
            "EXPLAIN", "RESET", "ADD", "REMOVE", "LOAD", "UNLOAD", "CALL", "COMPILE", "EXECUTE", "QUIT", "EXIT", "HELP",
            "CLEAR", "STOP", "SHOW", "DESCRIBE", "DESC", "SET", "ANALYZE",
        ),
        _quiet,
    ),
}  # fmt: skip


__all__ = ["CatalogForm", "ColumnPart", "FunctionForm", "ModelForm", "QuietForm", "TableForm", "Watermark", "read"]
