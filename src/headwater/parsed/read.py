"""A text becomes `ParsedStatement`s: kinds, tables and diagnostics of the analysis, SELECTs of the trees."""

from __future__ import annotations

from headwater.api import analyze_in
from headwater.base.levels import Level
from headwater.catalog.mapping import Catalog
from headwater.parsed.model import ParsedStatement
from headwater.parsed.selects import ctes, selects
from headwater.session import open_session, raised_recursion_limit
from headwater.sql.parse import parse as parse_text


def parse(sql: str, *, dialect: str, name: str = "") -> list[ParsedStatement]:
    """Every statement of a text: its kind, tables, CTEs, SELECTs and what could not be parsed.

    Never raises because of the SQL; raises `UnknownDialect` for an unknown dialect. `name` is the file name for
    messages. No names are resolved: for columns and where they come from, see `analyze`.

    >>> import headwater
    >>> for statement in headwater.parse("CREATE TABLE x AS SELECT a FROM t; SELEC 1", dialect="duckdb"):
    ...     print(statement.kind, statement.reads, statement.writes, [d.code for d in statement.diagnostics])
    CREATE_TABLE ('t',) ('x',) []
    SELEC () () ['E005']
    """
    session = open_session(dialect, Catalog())
    analysis = analyze_in(session, sql, name)
    text = analysis.source.text
    result: list[ParsedStatement] = []
    with raised_recursion_limit():
        parts = parse_text(text, session.dialect.grammar, max(len(text), 1), session.dialect.syntax)
        for statement, parsed in zip(analysis.statements, parts, strict=False):
            # 0xx is what was not parsed; everything else is about names and what they mean
            diagnostics = tuple(one for one in statement.diagnostics if one.code[1] == "0")
            reads, writes = statement.tables
            result.append(
                ParsedStatement(
                    statement.index,
                    statement.kind,
                    statement.dialect,
                    statement.text,
                    statement.span,
                    reads,
                    writes,
                    ctes(parsed),
                    selects(parsed, text),
                    diagnostics,
                    max((one.level for one in diagnostics), key=lambda level: level.rank, default=Level.EXACT),
                )
            )
    return result
