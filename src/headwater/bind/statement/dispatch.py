"""One statement: which binder it goes to, and what comes out.

`STATEMENTS` maps the classes of `sql.statements` and those of the parser's trees to binders; a dialect adds its own in
`Dialect.statements`. Each binder gives a `Bound`: plans that write something, and the changes it makes to the catalog,
which the script applies afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.dialect import Binder
from headwater.bind.expr import macros
from headwater.bind.expr.references import VARIABLE
from headwater.bind.relation import pipe, query
from headwater.bind.scope import Ctes
from headwater.bind.statement import (
    alter,
    catalog,
    commands,
    copy,
    create,
    functions,
    insert,
    merge,
    multi_insert,
    script,
    type_names,
    update,
)
from headwater.bind.suggestions import near
from headwater.bind.target import Bound, Target, write
from headwater.bind.upward import UPWARD
from headwater.rel.columns import Dataset
from headwater.sql import from_tree, statements, table_names
from headwater.sql.parse import Parsed, parse
from headwater.sql.statements import ExecuteImmediate, NoData, Statement, TablesOnly

RESULT = "result"


def bind(ctx: Context, tree: Any) -> Bound:
    """Bind a statement of any kind: the parser's tree, or what a dialect's reader made of it."""
    if ctx.session.own:
        ctx.note_starts()
        tree = macros.scalar(ctx, tree) if isinstance(tree, exp.Expr) else macros.expanded(ctx, tree)
    if ctx.session.types and isinstance(tree, exp.Expr):
        type_names.spelled_out(ctx, tree)
    own = ctx.dialect.statements.binders
    for kind in type(tree).__mro__:
        binder = own.get(kind) or STATEMENTS.get(kind)
        if binder is not None:
            return _whole(ctx, binder(ctx, tree))
    if isinstance(tree, _EXPRESSIONS):
        word = ctx.parsed.tokens[0].text if ctx.parsed.tokens else ""
        ctx.say(
            codes.NOT_A_STATEMENT, None, near(word, lambda: ("SELECT", "WITH", "INSERT", "UPDATE", "DELETE", "VALUES"))
        )
        return Bound("UNKNOWN")
    return unfollowed(ctx, tree, _KINDS.get(type(tree).__name__, type(tree).__name__.upper()))


_EXPRESSIONS = (
    exp.Condition,
    exp.Alias,
    exp.Identifier,
    exp.IgnoreNulls,
    exp.RespectNulls,
    exp.AtTimeZone,
    exp.Interval,
)


def _whole(ctx: Context, bound: Bound) -> Bound:
    """A statement with what its RETURNING hands out, and with the statements that stand in its WITH."""
    if bound.returned is not None:
        bound.writes.append(write(ctx, bound.returned, Dataset(RESULT, "result"), "RETURNING"))
        bound.returned = None
    for other in ctx.inside:
        bound.writes += other.writes
    ctx.inside = []
    return bound


_KINDS = {"MultitableInserts": "MULTI_INSERT", "LoadData": "LOAD_DATA"}


def unfollowed(ctx: Context, tree: exp.Expr, kind: str) -> Bound:
    """A statement that nobody taught us: its tables are given, and that this is all is said."""
    if tree.find(exp.Table) is not None:
        ctx.say(codes.TABLES_ONLY, None, kind.replace("_", " "))
        return Bound(kind, tables_only=True)
    ctx.say(codes.STATEMENT_NOT_READ, None, kind.replace("_", " "))
    return Bound(kind)


def select(ctx: Context, tree: exp.Expr) -> Bound:
    """A query by itself writes `result`."""
    bound = query.bind(ctx, tree, None, Ctes())
    if ctx.sinks:
        return pipe.gather(ctx, bound)
    into = tree.args.get("into") if isinstance(tree, exp.Select) else None
    if into is not None and isinstance(into.this, exp.Table):
        return _select_into(ctx, into.this, bound)
    file = table_names.outfile(ctx.parsed.tokens)
    dataset = Dataset(RESULT, "result") if file is None else Dataset(file, "file")
    return Bound("SELECT", [write(ctx, bound, dataset, "SELECT")], dataset)


def no_data(ctx: Context, tree: exp.Expr) -> Bound:
    """Statements about the session: nothing moves."""
    word = _word(ctx)
    if not isinstance(tree, exp.Describe) and tree.find(exp.Query) is not None:
        return unfollowed(ctx, tree, word)  # SET VAR v = (SELECT …) does move data
    ctx.say(codes.NO_DATA, None, word)
    return Bound(word.replace(" ", "_"))


def _word(ctx: Context) -> str:
    tokens = ctx.parsed.tokens
    return tokens[0].text.upper() if tokens else "STATEMENT"


def command(ctx: Context, tree: exp.Expr) -> Bound:
    """What the parser keeps as raw text."""
    return commands.bind(ctx, tree)


def _select_into(ctx: Context, node: exp.Expr, answered: Any) -> Bound:
    """SELECT … INTO t."""
    target = Target(ctx, node)
    return Bound("SELECT_INTO", [write(ctx, answered, target.dataset, "SELECT INTO")], target.dataset)


def told(ctx: Context, statement: NoData) -> Bound:
    """A statement that moves no data."""
    ctx.say(codes.NO_DATA, None, statement.description)
    return Bound(statement.kind)


def tables_only(ctx: Context, statement: TablesOnly) -> Bound:
    """A statement of which only the tables are told."""
    ctx.say(codes.TABLES_ONLY, None, statement.description)
    return Bound(statement.kind, tables_only=True)


def execute_immediate(ctx: Context, statement: ExecuteImmediate) -> Bound:
    """EXECUTE IMMEDIATE 'text': what the text says, which has no span of its own."""
    inner: list[Any] = []
    if statement.text is not None:
        for parsed in parse(statement.text, ctx.dialect.grammar, len(statement.text), ctx.dialect.syntax):
            inner.append(parsed.tree if parsed.tree is not None else parsed.statement)
            _say_dynamic(ctx, statement.text, parsed)
    if len(inner) != 1 or inner[0] is None or isinstance(inner[0], ExecuteImmediate):
        ctx.say(codes.STATEMENT_NOT_READ, None, "EXECUTE IMMEDIATE")
        return Bound(statement.kind)
    if isinstance(inner[0], exp.Expr) and statement.using:
        inner[0] = _filled(ctx, inner[0], statement.using)
    with ctx.foreign_text():
        return script.into(ctx, statement.into, bind(ctx, inner[0]))


_TABLE_BEFORE = re.compile(r"\b(?:FROM|JOIN|INTO|TABLE|VIEW|UPDATE|MERGE|EXISTS)\s+`?$", re.IGNORECASE)


def _say_dynamic(ctx: Context, text: str, parsed: Parsed) -> None:
    """What in a text depends on the script: a table or a part of a name; or anything. In a string it is a constant."""
    for template in parsed.templates:
        token = next((token for token in parsed.tokens if token.start <= template.start <= token.end), None)
        if token is None or token.token_type.name.endswith("STRING"):
            continue
        longer = token.start < template.start or token.end + 1 > template.end
        dotted = text[template.start - 1 : template.start] == "." or text[template.end : template.end + 1] == "."
        named = longer or dotted or _TABLE_BEFORE.search(text, 0, template.start) is not None
        source = template.text.removeprefix("${").removesuffix("}")
        ctx.say(codes.DYNAMIC_TEXT if named else codes.DYNAMIC_PART, None, source)


def _filled(ctx: Context, tree: exp.Expr, using: tuple[exp.Expr, ...]) -> exp.Expr:
    """A text with its parameters replaced by what USING gives: `?` by position, `@x` by name."""
    named = {value.alias.lower(): value.this for value in using if isinstance(value, exp.Alias)}
    by_position = iter([value for value in using if not isinstance(value, exp.Alias)])
    places = [node for node in tree.walk(bfs=False) if isinstance(node, (exp.Placeholder, exp.Parameter))]
    for node in places:
        value = named.get(node.name.lower()) if node.name else next(by_position, None)
        if value is not None and node.parent is not None:
            node.replace(_outside(ctx, value.copy()))
    return tree


def _outside(ctx: Context, value: exp.Expr) -> exp.Expr:
    """What USING gives stands outside of the text: a name in it is a variable, whatever the tables of the text have."""
    holder = exp.Paren(this=value)
    for column in list(holder.find_all(exp.Column)):
        if column.find_ancestor(exp.Query) is None:
            name = column.parts[0].name
            spelling = ctx.session.variables.get(ctx.folded(name), name)
            parameter = exp.Parameter(this=exp.var(name))
            parameter.meta[VARIABLE] = spelling
            column.replace(parameter)
    result: exp.Expr = holder.this
    result.parent = None
    return result


# ── the parser's trees ───────────────────────────────────────────────────────────────────────────────────────
def _translation(ctx: Context) -> from_tree.Translation:
    return from_tree.Translation(ctx.dialect.grammar, ctx.session.type_names)


def _create(ctx: Context, tree: exp.Expr) -> Bound:
    statement = _translation(ctx).create(tree)
    if statement is None:
        ctx.say(codes.UNREAD_SYNTAX, None, "The name of the created object")
        return Bound(f"CREATE_{(tree.args.get('kind') or '').upper()}")
    return _translated(ctx, statement)


def _translated(ctx: Context, statement: Statement) -> Bound:
    return STATEMENTS[type(statement)](ctx, statement)


def _change(ctx: Context, tree: exp.Expr, ctes: Ctes) -> Bound:
    """A statement in a WITH: it writes, and RETURNING hands its rows to the query."""
    return _CHANGES[type(tree)](ctx, tree, ctes)


_CHANGES: dict[type[exp.Expr], Callable[[Context, exp.Expr, Ctes | None], Bound]] = {
    exp.Insert: insert.insert,
    exp.Update: update.update,
    exp.Delete: update.delete,
    exp.Merge: merge.merge,
}
UPWARD.change = _change

STATEMENTS: Mapping[type, Binder] = {
    statements.CreateTable: create.create,
    statements.CreateView: create.create,
    statements.CreateMaterializedView: create.create,
    statements.CreateModel: create.create_model,
    statements.CreateFunction: functions.create_function,
    statements.CreateExternalFunction: functions.create_external_function,
    statements.DropFunction: functions.drop_function,
    statements.AlterTable: alter.alter,
    statements.ChangeRows: alter.change_rows,
    statements.Drop: catalog.drop,
    statements.RenameTable: catalog.rename,
    statements.Truncate: catalog.truncate,
    statements.Use: catalog.use,
    statements.Insert: insert.insert_into,
    statements.Assign: script.assign,
    statements.CreateProcedure: script.assign,
    statements.CallProcedure: script.call,
    statements.ControlFlow: script.control_flow,
    statements.ExecuteImmediate: execute_immediate,
    statements.NoData: told,
    statements.TablesOnly: tables_only,
    exp.Query: select,
    exp.Values: select,
    exp.Pivot: select,
    exp.Table: select,
    exp.Summarize: select,
    exp.Insert: insert.insert,
    exp.MultitableInserts: multi_insert.bind,
    exp.Update: update.update,
    exp.Delete: update.delete,
    exp.Merge: merge.merge,
    exp.TruncateTable: lambda ctx, tree: catalog.truncate(ctx, from_tree.truncate(tree)),
    exp.Copy: copy.copy,
    exp.Create: _create,
    exp.Alter: lambda ctx, tree: _translated(ctx, _translation(ctx).alter(tree)),
    exp.Drop: lambda ctx, tree: catalog.drop(ctx, from_tree.drop(tree)),
    exp.Use: lambda ctx, tree: catalog.use(ctx, from_tree.use(tree)),
    exp.Cache: lambda ctx, tree: _translated(ctx, _translation(ctx).cache(tree)),
    exp.Export: copy.export,
    exp.LoadData: copy.load,
    exp.Command: command,
    **dict.fromkeys(
        (
            exp.Set, exp.Describe, exp.Show, exp.Pragma, exp.Transaction, exp.Commit, exp.Rollback, exp.Comment,
            exp.Analyze, exp.Grant, exp.Revoke, exp.Kill, exp.Uncache, exp.Refresh,
        ),
        no_data,
    ),
}  # fmt: skip
