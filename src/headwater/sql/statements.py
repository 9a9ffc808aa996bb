"""Statements that are no queries: what readers and the translation of trees hand to the binder.

One set of classes for all dialects. A dialect's reader (`sql.reader`) makes them from tokens, `sql.from_tree` from the
parser's trees. Queries and expressions inside a statement are the parser's trees, made of the same tokens, so that
every span in them is true. A statement is data: what it means is said in `bind.statement`. A statement that one dialect
alone has is a class in that dialect's package, beside its binder. To add one: a class, and its binder in
`bind.statement.dispatch` or in the dialect's `Statements`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from sqlglot import exp

Name = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """Base of all statements; `kind` is what it is called in the answer."""

    kind: str
    for_later: ClassVar[bool] = False
    """Whether calls in it are looked up when it is run, and not when it is written down: CREATE FUNCTION, PREPARE."""


# ── parts ────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True, eq=False)
class ColumnDefinition:
    """A column of CREATE or ALTER; without a type it takes that of the query.

    `role` says what `value` is: the default, what computes the column when it is read (`computed`, `alias`) or written
    (`materialized`), or the expression over a dictionary's source. `start` and `end` are the span of the value. A
    `metadata` column is given by a connector; a `virtual` one is read and cannot be written.
    """

    name: str
    type_text: str = ""
    role: Literal["", "default", "computed", "materialized", "alias", "ephemeral", "expression"] = ""
    value: exp.Expr | None = None
    value_text: str = ""
    start: int = -1
    end: int = -1
    metadata: bool = False
    virtual: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """An engine, a table function or a source, with what it is given by position and by name."""

    name: str
    arguments: tuple[exp.Expr, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    start: int = -1
    end: int = -1


@dataclass(frozen=True, slots=True, eq=False)
class Like:
    """CREATE TABLE t LIKE u (EXCLUDING OPTIONS): the table that gives the columns, and what does not come along."""

    table: exp.Table
    excluded: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """One way to call a macro: its parameters, what stands for those that are left out, and what the call becomes: a
    value, or the rows of a query (`table`).
    """

    parameters: Name
    values: tuple[exp.Expr | None, ...]
    body: exp.Expr
    table: bool = False


# ── CREATE ───────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True, eq=False)
class CreateRelation(Statement):
    """What CREATE TABLE and CREATE VIEW have in common.

    `matching` says how the outputs of the query meet the columns that are listed. `rename`: they get their names and
    types, by position. `position`, `name`: they fill them, as INSERT does. `merge`: they fill them by name, and those
    that are not listed come behind. `ctes` is a tree whose WITH stands before the statement.
    """

    target: exp.Table
    columns: tuple[ColumnDefinition, ...] | None = None
    query: exp.Expr | None = None
    temporary: bool = False
    if_not_exists: bool = False
    matching: Literal["rename", "position", "name", "merge"] = "rename"
    ctes: exp.Expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class CreateTable(CreateRelation):
    """CREATE TABLE in all its variants.

    Columns come from definitions, from a query, from another table (`like`; `clone` has its rows, too), from a table
    function (`source`), or from where an engine keeps the rows. `partitions` are the columns of PARTITIONED BY,
    `partition_spec` the names in PARTITIONED BY SPEC, which stay columns like the others. `options` and `files` say
    where the rows are, `watermarks` decide which of them are late. `no_rows`: the query is only asked for its columns.
    """

    like: Like | None = None
    clone: exp.Table | None = None
    source: Call | None = None
    engine: Call | None = None
    partitions: tuple[ColumnDefinition, ...] = ()
    partition_spec: Name = ()
    options: Mapping[str, str] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    watermarks: tuple[exp.Expr, ...] = ()
    no_rows: bool = False
    file_format: str = ""
    """USING delta, STORED AS orc."""


@dataclass(frozen=True, slots=True, eq=False)
class CreateView(CreateRelation):
    """CREATE VIEW v (a, b) AS query."""


@dataclass(frozen=True, slots=True, eq=False)
class CreateMaterializedView(CreateTable):
    """CREATE MATERIALIZED VIEW: a table that its query fills, or that fills another one (`to`), anew each time where
    it `overwrites`.
    """

    to: exp.Table | None = None
    overwrites: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class CreateModel(Statement):
    """CREATE MODEL m AS query: a model is made of the columns that it learns from."""

    target: exp.Table
    query: exp.Expr


@dataclass(frozen=True, slots=True, eq=False)
class CreateFunction(Statement):
    """CREATE FUNCTION f(x, y) AS body: calls of it are followed into the body. `defaults` stand for parameters that
    a call leaves out.
    """

    for_later: ClassVar[bool] = True
    name: str
    parameters: Name
    body: exp.Expr
    defaults: tuple[exp.Expr | None, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class CreateExternalFunction(Statement):
    """CREATE FUNCTION f … LANGUAGE js: there, and nobody can look into it."""

    name: str


# ── ALTER ────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True, eq=False)
class AddColumn:
    """ADD COLUMN c … [FIRST | AFTER d]."""

    column: ColumnDefinition
    after: str | None = None
    first: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class DropColumn:
    """DROP COLUMN c."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class RenameColumn:
    """RENAME COLUMN a TO b."""

    old: str
    new: str


@dataclass(frozen=True, slots=True, eq=False)
class ChangeColumn:
    """ALTER COLUMN c TYPE INT, MODIFY COLUMN c INT: what is said is new, the rest stays. `removes` is what REMOVE takes
    away; `using` computes the new values of the rows. `whole`: what is not said does not stay.
    """

    column: ColumnDefinition
    after: str | None = None
    first: bool = False
    removes: str = ""
    using: exp.Expr | None = None
    whole: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ReplaceColumns:
    """REPLACE COLUMNS (a INT, b INT): these and no others, besides those of PARTITIONED BY."""

    columns: tuple[ColumnDefinition, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ChangeField:
    """ADD COLUMN s.x INT, DROP COLUMN s.x, RENAME COLUMN s.x TO y: a field of a column. `type_text` is that of a new
    one, `new` another name; without either it goes.
    """

    path: Name
    type_text: str = ""
    new: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class AddWatermark:
    """ADD WATERMARK FOR ts AS ts - INTERVAL '1' HOUR: rows that are late by it are left out."""

    value: exp.Expr


@dataclass(frozen=True, slots=True, eq=False)
class SetOptions:
    """SET ('topic' = 'x'): where the rows are may change."""

    options: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class ResetOptions:
    """RESET ('topic')."""

    names: Name


@dataclass(frozen=True, slots=True, eq=False)
class RenameTo:
    """RENAME TO u."""

    table: exp.Table


@dataclass(frozen=True, slots=True, eq=False)
class UpdateRows:
    """UPDATE a = x, b = y WHERE c."""

    assignments: tuple[exp.Expr, ...]
    where: exp.Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class DeleteRows:
    """DELETE WHERE c."""

    where: exp.Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class TakePartition:
    """ATTACH or REPLACE PARTITION … FROM t: rows come from another table of the same columns."""

    source: exp.Table


@dataclass(frozen=True, slots=True, eq=False)
class MovePartition:
    """MOVE PARTITION … TO TABLE t: rows go to another table of the same columns."""

    target: exp.Table


@dataclass(frozen=True, slots=True, eq=False)
class ChangeQuery:
    """MODIFY QUERY SELECT …: a view has another definition."""

    query: exp.Expr


@dataclass(frozen=True, slots=True, eq=False)
class NoChange:
    """An action that changes neither columns nor rows: SET TBLPROPERTIES, ADD PARTITION."""


@dataclass(frozen=True, slots=True, eq=False)
class UnknownAction:
    """An action of which nobody knows what it does; its name, and the parser's tree of it."""

    name: str
    tree: exp.Expr


Action = (
    AddColumn | DropColumn | RenameColumn | ChangeColumn | ReplaceColumns | ChangeField | AddWatermark | SetOptions
    | ResetOptions | RenameTo | UpdateRows | DeleteRows | TakePartition | MovePartition | ChangeQuery | NoChange
    | UnknownAction
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class AlterTable(Statement):
    """ALTER TABLE or VIEW with its actions in order; without any it changes nothing that has a name here."""

    target: exp.Table
    actions: tuple[Action, ...]


# ── names ────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True, eq=False)
class Drop(Statement):
    """DROP TABLE a, b; DETACH TABLE a: they are there no more."""

    targets: tuple[exp.Table, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DropFunction(Statement):
    """DROP FUNCTION f: calls of it are unknown again."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class RenameTable(Statement):
    """RENAME TABLE a TO b, c TO d: one after the other."""

    pairs: tuple[tuple[exp.Table, exp.Table], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Use(Statement):
    """USE db, USE CATALOG c: names without one belong to it from here on."""

    target: exp.Table | None
    catalog: bool = False


# ── rows ─────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True, eq=False)
class Insert(Statement):
    """INSERT INTO a table or into a call; what is written comes from a query, from a file, or stands in the text
    (`width` values in a row where that can be seen).
    """

    target: exp.Table | None
    call: Call | None = None
    columns: tuple[exp.Expr, ...] | None = None
    query: exp.Expr | None = None
    file: str | None = None
    width: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class ChangeRows(Statement):
    """UPDATE t SET a = x WHERE c, DELETE FROM t WHERE c."""

    target: exp.Table
    action: UpdateRows | DeleteRows


@dataclass(frozen=True, slots=True, eq=False)
class Truncate(Statement):
    """TRUNCATE TABLE t: no rows are left."""

    targets: tuple[exp.Table, ...]


# ── scripts ──────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True, eq=False)
class Assign(Statement):
    """DECLARE x DEFAULT v, SET x = v, FOR r IN (query): variables and what they become. `record`: its fields are the
    columns of a query.
    """

    names: Name
    value: exp.Expr | None
    declares: bool = False
    record: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class CreateProcedure(Assign):
    """CREATE PROCEDURE p(x INT) BEGIN: its parameters are variables of the statements inside, which follow."""

    name: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class CallProcedure(Statement):
    """CALL p(1): runs a procedure."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class ControlFlow(Statement):
    """A step of a script between its statements: IF c THEN, END LOOP; its condition where a query stands in it."""

    keyword: str
    condition: exp.Expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ExecuteImmediate(Statement):
    """EXECUTE IMMEDIATE: the text to be run, None where it is not constant, the variables its row goes into, and what
    USING puts in the place of its parameters, by name or by position.
    """

    text: str | None
    into: Name = ()
    using: tuple[exp.Expr, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Prepare(Statement):
    """PREPARE q AS …: the statement, or the parser's tree of it."""

    for_later: ClassVar[bool] = True
    name: str
    statement: Statement | exp.Expr


@dataclass(frozen=True, slots=True, eq=False)
class Execute(Statement):
    """EXECUTE q(1, 2): what was prepared under that name happens."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Deallocate(Statement):
    """DEALLOCATE q: nothing is prepared under that name any more; without a name under none."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class NoData(Statement):
    """A statement that moves no data; `description` is how it begins."""

    description: str


@dataclass(frozen=True, slots=True, eq=False)
class TablesOnly(Statement):
    """A statement that moves data, of which only the tables are told."""

    description: str
