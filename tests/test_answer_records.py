"""The classes of answers: every field is described, and their JSON is what their records say."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import pytest

import headwater
from headwater.base.levels import Level
from headwater.rows.json_record import FLAT, OMITTED, After, JsonRecord, Named, Only, json_field, json_text
from headwater.rows.record import Field, ListOf, MapOf, OneOf, Record, Type
from headwater.rows.statement_json import STATEMENT_ANSWER
from tools import typescript

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Inner(JsonRecord):
    """Something inside."""

    id: Annotated[str, "Its id."]
    at: Annotated[datetime | None, "When."] = None


@dataclass(frozen=True, slots=True)
class Outer(JsonRecord):
    """Something with everything.

    Only the first paragraph describes it.
    """

    inner: Annotated[Inner, FLAT]
    owner: Annotated[Inner, "The id of the owner.", Only("id")]
    source: Annotated[str, "Where from.", Named("from")]
    level: Annotated[Level, "How sure."]
    score: Annotated[float, "How good."]
    secret: Annotated[int, OMITTED]
    others: Annotated[tuple[Inner, ...], "The others."] = ()
    span: Annotated[tuple[int, int], "Start and end."] = (0, 1)
    counts: Annotated[dict[str, int] | None, "How many.", After("from")] = None

    @property
    @json_field("double")
    def twice(self) -> int:
        """Twice the secret."""
        return self.secret * 2


EXAMPLE = Outer(
    Inner("1", datetime(2024, 1, 2, tzinfo=UTC)), Inner("2"), "t.a", Level.COARSE, 0.123456, 21, (Inner("3"),)
)


def test_a_class_becomes_json() -> None:
    assert EXAMPLE.to_dict() == {
        "id": "1",
        "at": "2024-01-02T00:00:00+00:00",
        "owner": "2",
        "from": "t.a",
        "counts": None,
        "level": "COARSE",
        "score": 0.1235,
        "others": [{"id": "3", "at": None}],
        "span": [0, 1],
        "double": 42,
    }
    assert list(EXAMPLE.to_dict()) == Outer.record().names


def test_a_class_becomes_a_record() -> None:
    record = Outer.record()
    assert (record.name, record.description) == ("Outer", "Something with everything.")
    types = {field.name: (field.type, field.nullable) for field in record.fields}
    assert types["at"] == ("timestamp", True)
    assert types["owner"] == ("string", False)
    assert types["counts"] == (MapOf("int"), True)
    assert types["level"] == (OneOf(("EXACT", "INFERRED", "AMBIGUOUS", "COARSE", "TABLE", "NONE"), "Level"), False)
    assert types["others"] == (ListOf(Inner.record()), False)
    assert types["span"] == (ListOf("int", 2), False)
    assert next(field.description for field in record.fields if field.name == "double") == "Twice the secret."


def test_json_text_is_the_same_json() -> None:
    values = {("from_" if name == "from" else name): json.dumps(value) for name, value in EXAMPLE.to_dict().items()}
    assert json.loads(json_text(Outer)(**values)) == EXAMPLE.to_dict()
    with pytest.raises(TypeError, match="level"):
        json_text(Outer)(**{name: value for name, value in values.items() if name != "level"})


def test_rows_are_made_by_name() -> None:
    record = Record("r", "", (Field("a", "int", ""), Field("from", "string", "")))
    assert record.row(from_="x", a=1) == (1, "x")
    with pytest.raises(TypeError):
        record.row(a=1)
    with pytest.raises(TypeError):
        record.row(a=1, from_="x", b=2)


@pytest.mark.parametrize("record", typescript.records(), ids=lambda record: record.name)
def test_every_field_of_an_answer_is_described(record: Record) -> None:
    assert record.description.endswith(".")
    for field in record.fields:
        assert field.description.endswith((".", "…")), field.name


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*/*.sql")), ids=lambda path: path.name)
def test_the_json_of_a_statement_is_what_its_record_says(path: Path) -> None:
    """`headwater.answer` writes it by hand."""
    for statement in headwater.analyze(path.read_text("utf-8"), dialect=path.parent.name).statements:
        assert list(mistakes(STATEMENT_ANSWER, json.loads(json.dumps(statement.to_dict())), "")) == []


def test_a_column_of_returning_names_its_dataset() -> None:
    text = "INSERT INTO t SELECT a FROM s RETURNING a AS b"
    (statement,) = headwater.analyze(text, dialect="duckdb").statements
    answer = statement.to_dict()
    assert any("dataset" in column for column in answer["columns"])
    assert list(mistakes(STATEMENT_ANSWER, json.loads(json.dumps(answer)), "")) == []


SCALARS = {"string": str, "int": int, "double": float, "boolean": bool}


def mistakes(kind: Type, value: Any, place: str) -> list[str]:
    """Where JSON is not what a type says."""
    if isinstance(kind, Record):
        known = {field.name: field for field in kind.fields}
        required = {name for name, field in known.items() if not field.optional}
        if not isinstance(value, dict) or not required <= set(value) <= set(known):
            return [f"{place}: {value}"]
        return [
            mistake
            for name, inside in value.items()
            if not (inside is None and known[name].nullable)
            for mistake in mistakes(known[name].type, inside, f"{place}.{name}")
        ]
    if isinstance(kind, ListOf):
        if not isinstance(value, list) or (kind.size is not None and len(value) != kind.size):
            return [f"{place}: {value}"]
        return [mistake for one in value for mistake in mistakes(kind.item, one, f"{place}[]")]
    if isinstance(kind, OneOf):
        return [] if value in kind.values else [f"{place}: {value}"]
    assert isinstance(kind, str)
    return [] if type(value) is SCALARS[kind] else [f"{place}: {value}"]
