"""The shapes of requests and answers, for the OpenAPI document.

The models of answers are made from the classes in `headwater.rows`, so that the document and the answers cannot differ.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from headwater import dialects
from headwater.rows import diff_answers, graph, graph_answers, server_answers
from headwater.rows.json_record import JsonRecord
from headwater.rows.record import Field as RecordField
from headwater.rows.record import ListOf, MapOf, OneOf, Record, Scalar, Type, parameter

_SCALARS: dict[Scalar, Any] = {
    "string": str,
    "int": int,
    "long": int,
    "double": float,
    "boolean": bool,
    "timestamp": str,
    "json": Any,
}
_WITHOUT_SUFFIX = frozenset(
    {
        "AnalyzedStatement",
        "CoverageRow",
        "Error",
        "ErrorDetail",
        "Health",
        "PlacedCard",
        "Reason",
        "StatementAnswer",
        "StatementDetail",
        "UnsurePage",
        "ViewEdge",
    }
)
_RENAMED = {"Analyzed": "AnalyzeModel", "ImpactPage": "ImpactModel"}
"""Clients know the schemas of the document by these names; all others end in `Model`."""


class Model(BaseModel):
    """A shape that allows no other fields."""

    model_config = ConfigDict(extra="forbid")


class Models:
    """Makes a model for each record, once."""

    def __init__(self) -> None:
        self._models: dict[str, type[Model]] = {}

    def of(self, kind: type[JsonRecord]) -> type[Model]:
        """The model of a class of answers."""
        return self._model(kind.record())

    def _model(self, record: Record) -> type[Model]:
        model = self._models.get(record.name)
        if model is None:
            name = record.name
            if name not in _WITHOUT_SUFFIX and not name.startswith("Answer"):
                name = _RENAMED.get(name, f"{name}Model")
            fields: dict[str, Any] = {parameter(field.name): self._field(field) for field in record.fields}
            model = create_model(name, __base__=Model, __doc__=record.description, **fields)
            self._models[record.name] = model
        return model

    def _field(self, field: RecordField) -> tuple[Any, Any]:
        kind = self._type(field.type)
        settings: dict[str, Any] = {"description": field.description}
        if parameter(field.name) != field.name:
            settings["alias"] = field.name
        if field.example is not None:
            settings["examples"] = [field.example]
        if field.optional:
            settings["default"] = None
        return (kind | None if field.nullable else kind), Field(**settings)

    def _type(self, kind: Type) -> Any:
        if isinstance(kind, Record):
            return self._model(kind)
        if isinstance(kind, ListOf):
            return list[self._type(kind.item)]  # type: ignore[misc]
        if isinstance(kind, MapOf):
            return dict[str, self._type(kind.value)]  # type: ignore[misc]
        if isinstance(kind, OneOf):
            return Literal[kind.values]
        return _SCALARS[kind]


_models = Models()
ErrorModel = _models.of(server_answers.Error)
HealthModel = _models.of(server_answers.Health)
InfoModel = _models.of(server_answers.Info)
FoundModel = _models.of(graph_answers.Found)
ColumnModel = _models.of(graph.Column)
TableModel = _models.of(graph_answers.Table)
ViewModel = _models.of(graph_answers.View)
WalkModel = _models.of(graph_answers.Walk)
PathsModel = _models.of(graph_answers.Paths)
ExplanationModel = _models.of(graph_answers.Explanation)
ExplanationsModel = _models.of(graph_answers.Explanations)
StatementDetailModel = _models.of(graph_answers.StatementDetail)
RunsModel = _models.of(graph.Runs)
ImpactModel = _models.of(graph_answers.ImpactPage)
DiffModel = _models.of(diff_answers.Diff)
CoverageModel = _models.of(server_answers.Coverage)
UnsurePageModel = _models.of(server_answers.UnsurePage)
AnalyzeModel = _models.of(server_answers.Analyzed)

Dialect = Enum("Dialect", {name.upper(): name for name in dialects.canonical()}, type=str)  # type: ignore[misc]
"""The dialects by all their names."""


class AnalyzeRequest(Model):
    """SQL to be analysed."""

    sql: str = Field(min_length=1, max_length=200_000, examples=["SELECT a + 1 AS b FROM t"])
    dialect: Dialect = Field(examples=["duckdb"])
    database: str | None = Field(None, max_length=500)
    use_store: bool = Field(True, description="Whether to use the schemas of the store.")
