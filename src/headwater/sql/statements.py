"""Statements that are read from their words instead of by the parser: what a dialect's reader hands to the binder.

A dialect whose statements the parser does not know, or reads by halves, has a reader (`sql/grammar.py`) that gives
forms. Queries and expressions inside a form are the parser's trees, made of the same words, so that every place in them
is true. A form is data: what it means is said in `bind/statement/statements.py`, once for all dialects. To add one: a
class here, a function there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sqlglot import exp


@dataclass(frozen=True, slots=True)
class Definition:
    """A column of a CREATE or ALTER. `role` says what `value` is: a default, or what computes the column; `start` and
    `end` are its place.
    """

    name: str
    type_text: str = "unknown"
    role: Literal["", "default", "materialized", "alias", "ephemeral", "expression"] = ""
    value: exp.Expr | None = None
    value_text: str = ""
    start: int = -1
    end: int = -1


@dataclass(frozen=True, slots=True)
class Call:
    """An engine, a table function or a source, with what it is given by position and by name."""

    name: str
    arguments: tuple[exp.Expr, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    start: int = -1
    end: int = -1


@dataclass(slots=True)
class Form:
    """Base of all forms; `kind` is what the statement is called in the answer."""

    kind: str


@dataclass(slots=True)
class Create(Form):
    """CREATE TABLE, VIEW, MATERIALIZED VIEW in all their variants.

    Columns come from `columns` (definitions) or `names`, and from one of `query`, `like` (a table) and `call` (a table
    function or, with columns, an engine that reads them elsewhere). `to` is the table that a materialized view fills.
    `by_name` says how the query's outputs meet the columns; else it is by position.
    """

    target: exp.Table
    what: Literal["table", "view", "materialized view"] = "table"
    columns: list[Definition] | None = None
    query: exp.Expr | None = None
    like: exp.Table | None = None
    like_rows: bool = False
    call: Call | None = None
    engine: Call | None = None
    to: exp.Table | None = None
    temporary: bool = False
    if_absent: bool = False
    empty: bool = False
    overwrites: bool = False
    by_name: bool = False
    names: list[str] | None = None


@dataclass(slots=True)
class CreateDictionary(Form):
    """CREATE DICTIONARY: columns that are filled from a source by name."""

    target: exp.Table
    columns: list[Definition]
    source: Call | None
    if_absent: bool = False


@dataclass(slots=True)
class CreateFunction(Form):
    """CREATE FUNCTION f AS (x, y) -> body: calls of it are followed into the body. `values` stand for parameters that
    a call leaves out.
    """

    name: str
    parameters: tuple[str, ...]
    body: exp.Expr
    values: tuple[exp.Expr | None, ...] = ()


@dataclass(slots=True)
class CreateDatabase(Form):
    """CREATE DATABASE with an engine: what is under its name may live elsewhere."""

    name: str
    engine: Call | None


@dataclass(frozen=True, slots=True)
class AddColumn:
    """ADD COLUMN c … [FIRST | AFTER d]."""

    column: Definition
    after: str | None = None
    first: bool = False


@dataclass(frozen=True, slots=True)
class DropColumn:
    """DROP COLUMN c."""

    name: str


@dataclass(frozen=True, slots=True)
class ChangeColumn:
    """MODIFY COLUMN c …: what is said is new, the rest stays; `removes` is what REMOVE takes away."""

    column: Definition
    after: str | None = None
    first: bool = False
    removes: str = ""


@dataclass(frozen=True, slots=True)
class NameColumn:
    """RENAME COLUMN a TO b."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class SetColumns:
    """UPDATE a = x, b = y WHERE c."""

    assignments: tuple[exp.Expr, ...]
    where: exp.Expr | None


@dataclass(frozen=True, slots=True)
class DeleteRows:
    """DELETE WHERE c."""

    where: exp.Expr | None


@dataclass(frozen=True, slots=True)
class TakeRows:
    """ATTACH or REPLACE PARTITION … FROM t: rows come from another table of the same columns."""

    source: exp.Table


@dataclass(frozen=True, slots=True)
class GiveRows:
    """MOVE PARTITION … TO TABLE t: rows go to another table of the same columns."""

    into: exp.Table


@dataclass(frozen=True, slots=True)
class ChangeQuery:
    """MODIFY QUERY SELECT …: a view has another definition."""

    query: exp.Expr


Action = (
    AddColumn | DropColumn | ChangeColumn | NameColumn | SetColumns | DeleteRows | TakeRows | GiveRows | ChangeQuery
)


@dataclass(slots=True)
class Alter(Form):
    """ALTER TABLE with its actions in order; those that move nothing are left out."""

    target: exp.Table
    actions: list[Action]


@dataclass(slots=True)
class Rename(Form):
    """RENAME a TO b, c TO d: one after the other."""

    pairs: list[tuple[exp.Table, exp.Table]]


@dataclass(slots=True)
class RenameDatabase(Form):
    """RENAME DATABASE a TO b."""

    old: str
    new: str


@dataclass(slots=True)
class Exchange(Form):
    """EXCHANGE a AND b: each has the other's name, at once."""

    pairs: list[tuple[exp.Table, exp.Table]]


@dataclass(slots=True)
class Insert(Form):
    """INSERT INTO a table or into a call; what is written comes from a query, from a file, or stands in the text
    (`constants`, `width` of them in a row where that can be seen).
    """

    target: exp.Table | None
    call: Call | None = None
    columns: list[exp.Expr] | None = None
    query: exp.Expr | None = None
    file: str | None = None
    constants: bool = False
    width: int = 0


@dataclass(slots=True)
class Unload(Form):
    """EXPORT TABLE t TO 'place': every column goes there."""

    source: exp.Table
    place: str


@dataclass(slots=True)
class Load(Form):
    """IMPORT TABLE t FROM 'place': every column comes from there; no target where the place itself names the table."""

    target: exp.Table | None
    place: str


@dataclass(slots=True)
class Gone(Form):
    """DROP, DETACH: these tables are there no more."""

    targets: list[exp.Table]


@dataclass(slots=True)
class GoneName(Form):
    """DROP DATABASE, DROP FUNCTION."""

    what: str
    name: str


@dataclass(slots=True)
class Back(Form):
    """UNDROP, ATTACH: this table is there again, as it was."""

    target: exp.Table


@dataclass(slots=True)
class Emptied(Form):
    """TRUNCATE: no rows are left."""

    targets: list[exp.Table]


@dataclass(slots=True)
class Rows(Form):
    """DELETE FROM t WHERE c, UPDATE t SET a = x WHERE c."""

    target: exp.Table
    action: SetColumns | DeleteRows


@dataclass(slots=True)
class Quiet(Form):
    """A statement that moves no data; `word` is how it begins."""

    word: str


@dataclass(slots=True)
class CreateForeign(Form):
    """CREATE FUNCTION in another language: there, and nobody can look into it."""

    name: str


@dataclass(slots=True)
class Assign(Form):
    """DECLARE x DEFAULT v, SET x = v, FOR r IN (query): variables and what they become. `record`: its fields are the
    columns of a query.
    """

    names: list[str]
    value: exp.Expr | None
    declares: bool = False
    record: bool = False


@dataclass(slots=True)
class Step(Form):
    """A step of a script between its statements: IF c THEN, END LOOP."""

    word: str


@dataclass(slots=True)
class Immediate(Form):
    """EXECUTE IMMEDIATE: the text to be run, None where it is not constant, and the variables its row goes into."""

    text: str | None
    into: list[str] = field(default_factory=list)
