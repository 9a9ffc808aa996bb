"""The reader of statements that are no queries, and what the dialects' statements have in common.

A dialect's `statements.py` gives a `Reader`: a function for each keyword that a statement may begin with. Such a
function goes over the tokens with a cursor and gives a statement (`sql.statements`), a tree of the parser, or None
where the parser should read the statement itself. To add a statement: a function, and a line in the dialect's table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.cursor import Cursor
from headwater.sql.grammar import Parse, Unreadable
from headwater.sql.statements import AddColumn, CallProcedure, ChangeColumn, ColumnDefinition, NoData, Statement

Result = Statement | exp.Expr | None
Read = Callable[[Cursor], Result]


@dataclass(frozen=True)
class Reader:
    """Reads the statements of one dialect.

    statements   what reads a statement that begins with a keyword
    otherwise    what reads a statement that none of these has read
    nested       types that are written with angle brackets: ROW<a INT>
    reserved     tokens that are no names
    errors       where a statement that cannot be read is reported: at the token, as a whole, or not at all, since the
                 parser may be able to read it
    """

    statements: Mapping[str, Read]
    otherwise: Read | None = None
    nested: frozenset[str] = frozenset()
    reserved: frozenset[TokenType] = frozenset()
    errors: Literal["token", "statement", "parser"] = "statement"

    def __call__(self, tokens: Sequence[Token], text: str, parse: Parse) -> Result:
        """A statement, a tree, or None where the parser should read the tokens."""
        cursor = Cursor(text, tokens, parse, self.nested, self.reserved)
        read = self.statements.get(cursor.keyword(0), self.otherwise)
        if read is None:
            return None
        try:
            result = read(cursor)
            if result is None and self.otherwise is not None and read is not self.otherwise:
                cursor.index = 0
                result = self.otherwise(cursor)
            return result
        except Unreadable as error:
            if self.errors == "parser":
                return None
            raise Unreadable(str(error)) if self.errors == "statement" else error from None
        except SqlglotError:
            if self.errors == "parser":
                return None
            raise

    def inner(self, cursor: Cursor) -> Statement | exp.Expr:
        """The statement that stands behind the cursor, inside another one: PREPARE q AS SELECT …."""
        tokens = cursor.tokens[cursor.index : cursor.end]
        if not tokens:
            raise cursor.expected("a statement")
        result = self(tokens, cursor.text, cursor.parse)
        return result if result is not None else cursor.parse(tokens)


# ── clauses ──────────────────────────────────────────────────────────────────────────────────────────────────
def no_data(cursor: Cursor) -> NoData:
    """A statement that moves no data, by its first keyword."""
    return NoData(cursor.keyword(0), cursor.keyword(0))


def call_procedure(cursor: Cursor) -> CallProcedure:
    """CALL d.p(1, x): a procedure may move data, and nobody sees which."""
    cursor.expect("CALL")
    return CallProcedure("CALL", cursor.source(cursor.index, cursor.end).partition("(")[0].strip())


def if_exists(cursor: Cursor) -> bool:
    """Go past IF EXISTS."""
    return cursor.accept("IF", "EXISTS")


def if_not_exists(cursor: Cursor) -> bool:
    """Go past IF NOT EXISTS."""
    return cursor.accept("IF", "NOT", "EXISTS")


def item_names(cursor: Cursor) -> tuple[str, ...]:
    """Go past a list in parentheses, and give the first token of each item: (x INT, y STRING)."""
    return tuple(cursor.tokens[first].text for first, _ in cursor.listed())


def parameters(
    cursor: Cursor, defaults: frozenset[str], ends: frozenset[str] = frozenset()
) -> tuple[tuple[str, ...], tuple[exp.Expr | None, ...]]:
    """(x INT, y STRING DEFAULT 'a'): names, and what stands for those that a call leaves out."""
    names: list[str] = []
    values: list[exp.Expr | None] = []
    for first, last in cursor.listed():
        names.append(cursor.tokens[first].text)
        mark = cursor.find(defaults, first, last)
        values.append(cursor.expression(mark + 1, cursor.find(ends, mark, last)) if mark < last else None)
    return tuple(names), tuple(values)


def options(cursor: Cursor) -> dict[str, str]:
    """Go past ('key' = 'value', …)."""
    options: dict[str, str] = {}
    for first, last in cursor.listed():
        item = cursor.slice(first, last)
        key = item.string()
        if not item.done:
            item.expect("=")
            options[key] = item.string()
        item.expect_end()
    return options


# ── column definitions ───────────────────────────────────────────────────────────────────────────────────────
@dataclass(slots=True)
class Column:
    """A column while its definition is read: the definition so far, and where ALTER puts it."""

    name: str
    type_text: str = ""
    role: str = ""
    value: exp.Expr | None = None
    value_text: str = ""
    span: tuple[int, int] = (-1, -1)
    metadata: bool = False
    virtual: bool = False
    after: str | None = None
    first: bool = False

    @property
    def definition(self) -> ColumnDefinition:
        """The column as a statement holds it."""
        return ColumnDefinition(
            self.name,
            self.type_text,
            self.role,  # type: ignore[arg-type]
            self.value,
            self.value_text,
            *self.span,
            self.metadata,
            self.virtual,
        )

    def added(self) -> AddColumn:
        """ADD COLUMN."""
        return AddColumn(self.definition, self.after, self.first)

    def changed(self, whole: bool = False) -> ChangeColumn:
        """MODIFY COLUMN."""
        return ChangeColumn(self.definition, self.after, self.first, whole=whole)

    def take_value(self, cursor: Cursor, role: str, end: int) -> None:
        """Take the tokens up to an index as the expression of the column."""
        if end > cursor.index:
            self.value = cursor.expression(cursor.index, end)
            self.value_text = cursor.source(cursor.index, end)
            self.span = cursor.span(cursor.index, end)
        self.role = role
        cursor.index = end


Clause = Callable[[Cursor, Column], None]
"""Goes past a clause of a column definition, and notes what it says."""


@dataclass(frozen=True)
class ColumnSyntax:
    """How a dialect writes a column: its clauses, by the keyword that they begin with, and the keywords that end a
    type where those are fewer.
    """

    clauses: Mapping[str, Clause]
    ends_type: frozenset[str] = field(default=frozenset())

    def read(self, cursor: Cursor) -> Column:
        """A column definition: name, type, clauses, up to the end of the cursor."""
        column = Column(cursor.dotted_name())
        self.read_type(cursor, column)
        self.read_clauses(cursor, column)
        return column

    def read_type(self, cursor: Cursor, column: Column) -> None:
        """A type as it is written, without the comments on its fields: ROW<a INT COMMENT 'x'>."""
        ends = self.ends_type or frozenset(self.clauses)
        start, end = cursor.index, cursor.find(ends, cursor.index, cursor.end)
        cursor.index = end
        offset, stop = cursor.span(start, end)
        pieces: list[str] = []
        for index in range(start, end - 1):
            if cursor.keyword(index) == "COMMENT" and cursor.is_string(index + 1):
                pieces.append(cursor.text[offset : cursor.tokens[index].start])
                offset = cursor.tokens[index + 1].end + 1
        column.type_text = "".join([*pieces, cursor.text[offset:stop]]) if start < end else ""

    def read_clauses(self, cursor: Cursor, column: Column) -> None:
        """What follows the type."""
        while not cursor.done:
            clause = self.clauses.get(cursor.keyword(cursor.index))
            if clause is None:
                raise Unreadable("unexpected token", cursor.tokens[cursor.index])
            cursor.index += 1
            clause(cursor, column)


def comment_clause(cursor: Cursor, column: Column) -> None:
    """COMMENT 'x'."""
    cursor.string()


def first_clause(cursor: Cursor, column: Column) -> None:
    """FIRST."""
    column.first = True


def after_clause(cursor: Cursor, column: Column) -> None:
    """AFTER c."""
    column.after = cursor.dotted_name()
