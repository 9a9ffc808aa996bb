"""Text to plan through ZetaSQL: its analyzer is told the tables that a statement names, and what it resolves is bound.

A statement that ZetaSQL refuses (a table that nobody knows, a step of a script), or that has a part which is not read
here, is left to the binder of the parser's trees, and a diagnostic says so. What earlier statements created is known to
later ones: tables by the session's catalog, functions by `ZetaSQL` itself.
"""

from __future__ import annotations

from typing import Any

from wasmtime import Trap, WasmtimeError
from zetasql.api.builders.tvf_builder import TVFBuilder
from zetasql.core.exceptions import ZetaSQLError
from zetasql.types import Function, FunctionEnums, SimpleCatalog

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.target import Bound
from headwater.frontends.zetasql import service, statements, types
from headwater.frontends.zetasql.exprs import Unread
from headwater.frontends.zetasql.scans import Scans
from headwater.sql.parse import Parsed


class ZetaSQL:
    """One session's front end: functions that its statements created stay for the next ones."""

    def __init__(self) -> None:
        self.functions: dict[str, Any] = {}
        self.table_functions: dict[str, Any] = {}
        self.custom: list[Any] = []
        self.custom_tables: list[Any] = []

    def bind(self, ctx: Context, parsed: Parsed) -> Bound | None:
        """The plan of a statement; None where ZetaSQL cannot say."""
        text = ctx.source.text[parsed.span.start : parsed.span.end]
        size = ctx.size
        try:
            return self.bind_resolved(ctx, self.resolve(ctx, text), parsed.span.start, text)
        except (ZetaSQLError, Unread, types.UnsupportedType) as why:
            ctx.size = size
            ctx.say(codes.FRONT_END_REFUSED, None, _short(str(why)))
        except (Trap, WasmtimeError):
            service.service.cache_clear()  # an analyzer that ended once answers nothing more
            ctx.size = size
            ctx.say(codes.FRONT_END_REFUSED, None, "the analyzer process ended")
        return None

    def bind_resolved(self, ctx: Context, node: Any, base: int, text: str = "") -> Bound:
        """The plan of a resolved statement; `base` is where its text begins, or -1 where there is none."""
        scans = Scans(ctx, base, _offsets(text))
        scans.functions, scans.table_functions = self.functions, self.table_functions
        bound = statements.bind(node, scans)
        self._remember(node)
        return bound

    def resolve(self, ctx: Context, text: str) -> Any:
        """What ZetaSQL makes of a statement."""
        analyzer = service.service()
        named = analyzer.extract_table_names_from_statement(sql_statement=text, options=service.language())
        catalog = service.empty_catalog()
        for table in named.table_name:
            self._enter(ctx, catalog, list(table.table_name_segment))
        catalog.custom_function = self.custom
        catalog.custom_tvf = self.custom_tables
        options = service.analyzer_options()
        return analyzer.analyze(sql_statement=text, options=options, simple_catalog=catalog).resolved_statement

    def _enter(self, ctx: Context, catalog: Any, path: list[str]) -> None:
        """A table under the name that the statement gives it."""
        parts = statements.name_parts(path)
        key = ctx.session.key(parts)
        known = ctx.session.find(key)
        if known is None or known.columns is None:
            return
        holder = catalog
        for part in path[:-1]:
            inner = next((entry for entry in holder.catalog if entry.name == part), None)
            if inner is None:
                inner = SimpleCatalog(name=part)
                holder.catalog.append(inner)
            holder = inner
        if all(entry.name != path[-1] for entry in holder.table):
            holder.table.append(types.table(known, path[-1], ".".join(parts)))

    def _remember(self, node: Any) -> None:
        """Functions that a statement created."""
        kind = type(node).__name__
        if kind == "ResolvedCreateFunctionStmt":
            mode = FunctionEnums.Mode.AGGREGATE if node.is_aggregate else FunctionEnums.Mode.SCALAR
            result = Function(name_path=list(node.name_path), group="SQL", mode=mode, signature=[node.signature])
            self.custom = [known for known in self.custom if known.name_path != result.name_path] + [result]
        elif kind == "ResolvedCreateTableFunctionStmt":
            builder = TVFBuilder(".".join(node.name_path))
            for name, argument in zip(node.argument_name_list, node.signature.argument, strict=True):
                if argument.type is None:
                    builder.add_table_argument(name)
                else:
                    builder.add_argument(name, argument.type)
            builder.set_output_schema([(output.name, output.column.type) for output in node.output_column_list])
            function = builder.build()
            for argument in function.signature.argument:
                argument.num_occurrences = 1  # without it the analyzer ends
            self.custom_tables = [
                custom_table for custom_table in self.custom_tables if custom_table.name_path != function.name_path
            ] + [function]


def _offsets(text: str) -> list[int] | None:
    """For each byte of a text the character it belongs to; None where they are the same."""
    if text.isascii():
        return None
    numbers: list[int] = []
    for index, char in enumerate(text):
        numbers += [index] * len(char.encode())
    return [*numbers, len(text)]


def _short(text: str) -> str:
    line = text.replace("\n", " ").removeprefix("[INVALID_ARGUMENT] ")
    return line if len(line) <= 160 else line[:157] + "…"
