"""Asks ZetaSQL's analyzer for the resolved statements of a script, one after the other.

What a statement creates is put into the catalog for the next one: tables and views with their columns, functions with
their signatures. Every table stands there under each name that GoogleSQL reads: a.b as a path, and `a.b` as one.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from zetasql import types as T
from zetasql.api.builders.tvf_builder import TVFBuilder
from zetasql.core.exceptions import ZetaSQLError
from zetasql.types import parse_proto
from zetasql.wasi._pb2.zetasql.local_service import local_service_pb2

from headwater.frontends.zetasql import service
from tests.judges.googlesql.statements import answer
from tests.judges.googlesql.walker import Walker
from tests.judges.values import Abstain


class Engine:
    """The analyzer over the tables of a schema; `ask` answers for a script."""

    def __init__(self, schema: str) -> None:
        self.service = service.service()
        self.options = service.analyzer_options()
        features = self.options.language_options.enabled_language_features
        for more in MORE_FEATURES:
            feature = T.LanguageFeature[more]
            if feature not in features:
                features.append(feature)
        self.catalog = service.empty_catalog()
        for told in self.statements(schema, self.catalog):
            remember(self.catalog, parse_proto(told))

    def statements(self, script: str, catalog: Any) -> Any:
        """The resolved statements of a script."""
        data = script.encode()
        place = T.ParseResumeLocation(input=script, byte_position=0)
        while data[place.byte_position or 0 :].strip():
            asked = T.AnalyzeRequest(parse_resume_location=place, options=self.options, simple_catalog=catalog)
            told = self.service.wasm_client.call_grpc_func(
                "ZetaSqlLocalService_Analyze", asked.to_proto(), local_service_pb2.AnalyzeResponse
            )
            place.byte_position = told.resume_byte_position
            yield told.resolved_statement

    def ask(self, script: str) -> tuple[dict[str, Any], list[Any]]:
        """The judge's answer for a script, and the resolved statements that it was read from, as messages."""
        catalog = copy.copy(self.catalog)
        for part in ("table", "catalog", "custom_function", "custom_tvf"):
            setattr(catalog, part, copy.deepcopy(getattr(self.catalog, part)))
        result: list[dict[str, Any]] = []
        nodes: list[Any] = []
        functions: dict[str, Any] = {}
        table_functions: dict[str, Any] = {}
        tables: dict[str, Any] = {}
        try:
            for told in self.statements(script, catalog):
                nodes.append(told)
                node = parse_proto(told)
                walker = Walker()
                walker.functions, walker.table_functions = functions, table_functions
                result += answer(node, walker)
                for name, columns in walker.tables.items():
                    tables.setdefault(name, {}).update(columns)
                remember(catalog, node)
        except Abstain as why:
            return {"abstain": str(why)}, nodes
        except ZetaSQLError as why:
            return {"error": str(why)}, nodes
        deep = {name: {c: p for c, p in columns.items() if p != [[]]} for name, columns in tables.items()}
        return {"statements": result, "tables": {name: columns for name, columns in deep.items() if columns}}, nodes


MORE_FEATURES = (
    "FEATURE_DIFFERENTIAL_PRIVACY",
    "FEATURE_DIFFERENTIAL_PRIVACY_REPORT_FUNCTIONS",
    "FEATURE_ANONYMIZATION",
)


def remember(catalog: Any, node: Any) -> None:
    """Put what a statement creates into the catalog."""
    kind = type(node).__name__
    if kind == "ResolvedCreateFunctionStmt":
        mode = T.FunctionEnums.Mode.AGGREGATE if node.is_aggregate else T.FunctionEnums.Mode.SCALAR
        made = T.Function(name_path=list(node.name_path), group="SQL", mode=mode, signature=[node.signature])
        _replace(catalog.custom_function, made, lambda function: list(function.name_path))
    elif kind == "ResolvedCreateTableFunctionStmt":
        made = TVFBuilder(".".join(node.name_path))
        for name, one in zip(node.argument_name_list, node.signature.argument, strict=True):
            if one.type is None:
                made.add_table_argument(name)
            else:
                made.add_argument(name, one.type)
        made.set_output_schema([(one.name, one.column.type) for one in node.output_column_list])
        function = made.build()
        for argument in function.signature.argument:
            argument.num_occurrences = 1  # else the analyzer ends the whole process
        _replace(catalog.custom_tvf, function, lambda other: list(other.name_path))
    elif kind in ("ResolvedCreateTableStmt", "ResolvedCreateExternalTableStmt", "ResolvedCreateSnapshotTableStmt"):
        source = getattr(node, "copy_from", None) or getattr(node, "clone_from", None)
        if source is not None:
            while hasattr(source, "input_scan"):
                source = source.input_scan
            columns = [(one.name, one.type) for one in source.column_list]
        else:
            columns = [(one.name, one.type) for one in node.column_definition_list]
        enter(catalog, list(node.name_path), columns)
    elif kind in ("ResolvedCreateTableAsSelectStmt", "ResolvedCreateViewStmt", "ResolvedCreateMaterializedViewStmt"):
        enter(catalog, list(node.name_path), [(one.name, one.column.type) for one in node.output_column_list])


def _replace(functions: Any, made: Any, path: Callable[[Any], list[str]]) -> None:
    """CREATE OR REPLACE FUNCTION: the analyzer takes no catalog with two functions of one name."""
    key = [part.lower() for part in path(made)]
    functions[:] = [other for other in functions if [part.lower() for part in path(other)] != key] + [made]


def enter(catalog: Any, path: list[str], columns: list[tuple[str, Any]]) -> None:
    """A table under its path, and under its whole name in one identifier."""
    parts = ".".join(path).split(".")
    full = ".".join(parts)
    table(catalog, full, full, columns)
    holder = catalog
    for part in parts[:-1]:
        inner = next((one for one in holder.catalog if one.name == part), None)
        if inner is None:
            inner = T.SimpleCatalog(name=part)
            holder.catalog.append(inner)
        holder = inner
    if len(parts) > 1:
        table(holder, parts[-1], full, columns)


def table(holder: Any, name: str, full: str, columns: list[tuple[str, Any]]) -> None:
    holder.table[:] = [one for one in holder.table if one.name != name]
    holder.table.append(
        T.SimpleTable(
            name=name,
            full_name=full,
            column=[T.SimpleColumn(name=label, type=kind, is_writable_column=True) for label, kind in columns],
        )
    )
