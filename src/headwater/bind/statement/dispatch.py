"""One statement: which binder it goes to, and what comes out.

`STATEMENTS` maps the parser's classes to binders. Each gives a `Bound`: plans that write something, and the changes
it makes to the catalog, which the script applies afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.expr import macros
from headwater.bind.relation import pipe, query
from headwater.bind.scope import Ctes
from headwater.bind.statement import commands, ddl, dml, multi_insert, script, session_statements
from headwater.bind.statement import statements as worded
from headwater.bind.suggestions import near
from headwater.bind.target import Bound, write
from headwater.dialects.duckdb import prepared, whole_database
from headwater.dialects.flink import ddl as flink_ddl
from headwater.dialects.flink import statements as forms
from headwater.rel.columns import Dataset
from headwater.sql import session_statements as sql_session_statements
from headwater.sql import statements as worded_forms
from headwater.sql import table_names
from headwater.sql.parse import parse

RESULT = "result"


def bind(ctx: Context, tree: Any) -> Bound:
    """Bind a statement of any kind: the parser's tree, or the form that a dialect's own reader made."""
    if ctx.session.own:
        tree = macros.scalar(ctx, tree) if isinstance(tree, exp.Expr) else macros.expanded(ctx, tree)
    if ctx.session.types and isinstance(tree, exp.Expr):
        session_statements.spelled_out(ctx, tree)
    for kind in type(tree).__mro__:
        binder = STATEMENTS.get(kind)
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
        return dml.select_into(ctx, into.this, bound)
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
    table_names = ctx.parsed.tokens
    return table_names[0].text.upper() if table_names else "STATEMENT"


def command(ctx: Context, tree: exp.Expr) -> Bound:
    """What the parser keeps as raw text."""
    return commands.bind(ctx, tree)


def immediate(ctx: Context, form: worded_forms.Immediate) -> Bound:
    """EXECUTE IMMEDIATE 'text': what the text says, which has no place of its own."""
    if form.text is None:
        ctx.say(codes.STATEMENT_NOT_READ, None, "EXECUTE IMMEDIATE")
        return Bound(form.kind)
    found = list(parse(form.text, ctx.dialect.grammar, len(form.text), ctx.dialect.widening))
    inside = found[0].tree if found and found[0].tree is not None else found[0].form if found else None
    if len(found) != 1 or inside is None or isinstance(inside, worded_forms.Immediate):
        ctx.say(codes.STATEMENT_NOT_READ, None, "EXECUTE IMMEDIATE")
        return Bound(form.kind)
    with ctx.foreign_text():
        return script.into(ctx, form.into, bind(ctx, inside))


def _execute(ctx: Context, form: sql_session_statements.Execute) -> Bound:
    """EXECUTE q: what was prepared happens; its text is that of another statement."""
    from headwater.dialects.duckdb import prepared  # lazily, until the dialects offer this as hooks

    return prepared.execute(ctx, form, bind)


def _explain(ctx: Context, form: sql_session_statements.Explain) -> Bound:
    """EXPLAIN ANALYZE: what is written is written; what a query answers is thrown away."""
    bound = bind(ctx, form.statement)
    return bound if bound.kind != "SELECT" else quiet(ctx, "EXPLAIN")


def quiet(ctx: Context, word: str) -> Bound:
    """Nothing moves, whatever was said on the way to that."""
    ctx.diagnostics.clear()
    ctx.say(codes.NO_DATA, None, word)
    return Bound(word)


STATEMENTS: dict[type, Callable[[Context, Any], Bound]] = {
    exp.Query: select,
    exp.Values: select,
    exp.Pivot: select,
    exp.Table: select,
    exp.Summarize: select,
    exp.Insert: dml.insert,
    exp.MultitableInserts: multi_insert.bind,
    exp.Update: dml.update,
    exp.Delete: dml.delete,
    exp.Merge: dml.merge,
    exp.TruncateTable: dml.truncate,
    exp.Copy: dml.copy,
    exp.Create: ddl.create,
    exp.Alter: ddl.alter,
    exp.Drop: ddl.drop,
    exp.Use: ddl.use,
    exp.Set: no_data,
    exp.Describe: no_data,
    exp.Show: no_data,
    exp.Pragma: no_data,
    exp.Transaction: no_data,
    exp.Commit: no_data,
    exp.Rollback: no_data,
    exp.Comment: no_data,
    exp.Analyze: no_data,
    exp.Grant: no_data,
    exp.Revoke: no_data,
    exp.Kill: no_data,
    exp.Cache: ddl.cache,
    exp.Export: dml.export,
    exp.LoadData: dml.load,
    exp.Uncache: no_data,
    exp.Refresh: no_data,
    exp.Command: command,
    forms.TableForm: flink_ddl.table,
    forms.FunctionForm: flink_ddl.function,
    forms.ModelForm: flink_ddl.model,
    forms.CatalogForm: flink_ddl.catalog,
    forms.QuietForm: flink_ddl.quiet,
    worded_forms.Assign: script.assign,
    worded_forms.Step: script.step,
    worded_forms.CreateForeign: script.foreign,
    worded_forms.Immediate: immediate,
    sql_session_statements.Prepare: prepared.prepare,
    sql_session_statements.Deallocate: prepared.deallocate,
    sql_session_statements.Execute: _execute,
    sql_session_statements.Explain: _explain,
    **session_statements.FORMS,
    **whole_database.FORMS,
    **worded.FORMS,
}
