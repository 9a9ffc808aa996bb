"""The entry point, `analyze`, which library, CLI, Spark workers and the server use, and the fallback ladder behind it.

The ladder, for each statement by itself: full binding (with open tables where the catalog is silent); if that fails,
the tables in the tree; if there is no tree, the tables in the tokens; if there are no tokens, a diagnostic. This is the
only module with a broad `except`.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from headwater.answer import Analysis, Statement
from headwater.base import codes
from headwater.base.diagnostics import Diagnostic
from headwater.base.spans import Source, Span
from headwater.bind.context import Context
from headwater.bind.session import FrontEnd, Session
from headwater.bind.statement import dispatch as binder
from headwater.bind.statement.locations import links
from headwater.bind.statement.table_names import tables_of
from headwater.bind.target import Bound
from headwater.catalog.mapping import Catalog
from headwater.catalog.tables import Table
from headwater.lineage import rules
from headwater.lineage.graph import Graph
from headwater.rel.columns import Dataset
from headwater.session import StatementSpans, open_session, raised_recursion_limit
from headwater.sql import table_names
from headwater.sql.parse import Parsed, parse, tokenize

_log = logging.getLogger("headwater")


@dataclass(frozen=True)
class Options:
    """Options of an analysis.

    `functions` describes functions that headwater does not know: a name, and its kind and argument roles.

    >>> Options(functions={"my_udf": "scalar value cond"}).max_chars
    20000000
    """

    database: str | None = None
    fold_views: bool = False
    functions: Mapping[str, str] = field(default_factory=dict)
    max_chars: int = 20_000_000


def analyze(
    sql: str,
    *,
    dialect: str,
    catalog: Catalog | None = None,
    database: str | None = None,
    fold_views: bool = False,
    options: Options | None = None,
    name: str = "",
    frontend: str = "text",
) -> Analysis:
    """Column lineage of every statement of a text. Never raises because of the SQL.

    `database` is the default database for unqualified names; `fold_views` traces columns through views that the script
    or the catalog defines; `name` is the file name for messages. Raises `UnknownDialect` for an unknown dialect.
    With `frontend="zetasql"`, ZetaSQL's own analyzer resolves GoogleSQL (needs the extra `zetasql`). The answers are
    the same; a statement that it cannot resolve is analyzed as usual, with a diagnostic.

    >>> import headwater
    >>> tables = headwater.Catalog({"t": ["a", "b"]})
    >>> answer = headwater.analyze("SELECT a + b AS c FROM t", dialect="duckdb", catalog=tables)
    >>> [(str(e.source), str(e.target), str(e.type)) for e in answer.statements[0].edges]
    [('t.a', 'result.c', 'DERIVED'), ('t.b', 'result.c', 'DERIVED')]
    """
    options = options or Options()
    session = open_session(
        dialect,
        catalog if catalog is not None else Catalog(),
        database or options.database,
        fold_views or options.fold_views,
        options.functions,
    )
    session.front_end = _front_end(frontend, session)
    return analyze_in(session, sql, name, options.max_chars)


def _front_end(name: str, session: Session) -> FrontEnd | None:
    """What reads statements before the parser's tree is bound; None for the usual."""
    if name == "text":
        return None
    if name != "zetasql" or session.dialect.name != "googlesql":
        raise ValueError(
            f"Unknown front end {name!r} for {session.dialect.name}: use 'text', or 'zetasql' with googlesql"
        )
    try:
        from headwater.frontends.zetasql.frontend import ZetaSQL
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("zetasql", "wasmtime"):
            raise
        return _missing
    return ZetaSQL().bind


def _missing(ctx: Context, parsed: Parsed) -> None:
    ctx.say(codes.FRONT_END_MISSING, None, "zetasql")


def analyze_in(session: Session, sql: str, name: str = "", max_chars: int = 20_000_000) -> Analysis:
    """Analyse a text in a session; what it creates stays for the next one."""
    mask = session.dialect.syntax.mask
    if mask is not None:
        sql = mask(sql)
    source = Source(sql, name)
    statements: list[Statement] = []
    with raised_recursion_limit():
        for parsed in parse(sql, session.dialect.grammar, max_chars, session.dialect.syntax, session.own):
            statements.append(_statement(session, source, parsed, len(statements)))
    return Analysis(statements, source, session.dialect.name, tuple(session.changes.items()))


def _statement(session: Session, source: Source, parsed: Parsed, index: int) -> Statement:
    ctx = Context(session, source, parsed)
    _say_templates(ctx, parsed)
    if parsed.tree is None and parsed.statement is None and session.front_end is None:
        return _from_tokens(ctx, parsed, index)
    try:
        bound = session.front_end(ctx, parsed) if session.front_end is not None else None
        if bound is None and parsed.tree is None and parsed.statement is None:
            return _from_tokens(ctx, parsed, index)
        if bound is None:
            bound = binder.bind(ctx, parsed.tree if parsed.tree is not None else parsed.statement)
            ctx.check_names()
        graph = rules.build(bound.writes, ctx.size, ctx.late)
    except RecursionError:
        return _from_tree(ctx, parsed, index, Diagnostic(codes.TOO_LARGE, (), parsed.span, source))
    except Exception as error:
        _log.debug("internal failure", exc_info=True)
        detail = f"{type(error).__name__}: {error}"[:200]
        return _from_tree(ctx, parsed, index, Diagnostic(codes.INTERNAL, (detail,), parsed.span, source))
    if bound.tables_only:
        return _from_tree(ctx, parsed, index)
    return answer(ctx, bound, graph, index)


def answer(ctx: Context, bound: Bound, graph: Graph, index: int = 0) -> Statement:
    """The answer for a bound statement; what it changes in the catalog is changed."""
    session, source, parsed = ctx.session, ctx.source, ctx.parsed
    text = source.text if parsed.reading is None else parsed.reading.text
    for key, table in bound.changes:
        if table is None and (before := session.find(key)) is not None:
            session.gone[key] = before
        session.changes[key] = table
        if isinstance(table, Table):
            session.printed[key] = table.display
    if bound.current is not None:
        session.current = bound.current
    session.linked.update(bound.linked)
    for name, macro in bound.macros:
        if macro is None:
            session.macros.pop(name, None)
        else:
            session.macros[name] = macro
            session.own.add(name.rpartition(".")[2].lower())
    return Statement(
        index,
        bound.kind,
        session.dialect.name,
        source,
        parsed.span,
        tuple(ctx.diagnostics),
        graph,
        bound.target,
        tuple(bound.writes),
        StatementSpans(session, text, parsed.span),
        dropped=tuple(bound.dropped),
        renamed=tuple(bound.renamed),
        if_absent=bound.if_absent,
        overwrites=bound.overwrites,
        adds=bound.adds,
        swapped=tuple(bound.swapped),
        changes=tuple(bound.changes),
        offers=tuple(bound.offers),
        links=links(ctx, bound),
        alternative=parsed.alternative,
    )


_NO_TEXT = re.compile(r"\{#|\{%[-+]?\s*(?:end\w*|set|do|import|from|macro|docs|materialization|test)\b")
"""Comments, and blocks that add no text where they stand."""


def _say_templates(ctx: Context, parsed: Parsed) -> None:
    """What was not rendered, and for which branches an answer holds."""
    reading = parsed.reading
    if reading is None:
        return
    tag, decisions = reading.decisions(parsed.span)
    if tag is not None:
        assumed = ", ".join(f"{made.condition} is {str(made.holds).lower()}" for made in decisions)
        ctx.say(codes.TEMPLATE_BRANCH, Span(tag.start, tag.end), _short(assumed, 200))
    if reading.left:
        ctx.say(codes.TEMPLATE_BRANCHES_LEFT, None, str(reading.left))
    blocks = list(reading.always(parsed.span))
    blocks += (template for template in parsed.templates if not reading.is_chosen(template))
    for template in sorted(blocks):
        if not _NO_TEXT.match(template.text) and not _in_string(parsed, template.start):
            code = codes.TEMPLATE_BLOCK if template.block else codes.TEMPLATE
            ctx.say(code, Span(template.start, template.end), _short(template.text))


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[: most - 3] + "…"


def _in_string(parsed: Parsed, offset: int) -> bool:
    """A template inside a string literal is part of a constant: nothing is guessed."""
    for token in parsed.tokens:
        if token.start <= offset <= token.end:
            return token.token_type.name.endswith("STRING")
    return False


def _from_tokens(ctx: Context, parsed: Parsed, index: int) -> Statement:
    """No tree: the tables in the tokens."""
    reads, writes = table_names.tables(parsed.tokens)
    problem = parsed.problem or codes.SYNTAX
    if problem is codes.SYNTAX and not (reads or writes):
        problem = codes.NO_TABLES  # the same cause, and less is left
    ctx.say(problem, parsed.place or parsed.span, *parsed.arguments)
    kind = table_names.kind(parsed.tokens)
    return _tables_only(ctx, parsed, index, kind, reads, writes, tuple(ctx.diagnostics))


def _from_tree(ctx: Context, parsed: Parsed, index: int, *problem: Diagnostic) -> Statement:
    """A tree, but no binding: the tables in it, or in its tokens where it has none."""
    reads: list[tuple[str, ...]] = []
    writes: list[tuple[str, ...]] = []
    if parsed.tree is None:
        reads, writes = table_names.tables(parsed.tokens)
    with suppress(RecursionError):
        if parsed.tree is not None:
            reads, writes = tables_of(ctx, parsed.tree)
    if not reads and not writes:
        text = ctx.source.text[parsed.span.start : parsed.span.end]
        _, _, tail = text.partition(" ")
        reads, writes = table_names.tables(tokenize(tail, ctx.dialect.grammar))
    kind = table_names.kind(parsed.tokens)
    return _tables_only(ctx, parsed, index, kind, reads, writes, (*ctx.diagnostics, *problem))


def _tables_only(
    ctx: Context,
    parsed: Parsed,
    index: int,
    kind: str,
    reads: list[tuple[str, ...]],
    writes: list[tuple[str, ...]],
    diagnostics: tuple[Diagnostic, ...],
) -> Statement:
    session = ctx.session

    def printed(parts: tuple[str, ...]) -> str:
        if parsed.reading is not None:
            parts = tuple(map(parsed.reading.covers.reveal, parts))
        key = session.key(parts)
        return session.print_name(key, parts, session.find(key))

    targets = tuple(dict.fromkeys(map(printed, writes)))
    sources = tuple(name for name in sorted(set(map(printed, reads))) if kind != "SELECT" or name not in targets)
    target = Dataset(targets[0]) if targets else Dataset("result", "result") if kind == "SELECT" else None
    return Statement(
        index,
        kind,
        session.dialect.name,
        ctx.source,
        parsed.span,
        diagnostics,
        Graph.empty(0),
        target,
        only_tables=(sources, targets),
        alternative=parsed.alternative,
    )
