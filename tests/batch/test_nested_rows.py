"""Rows with lists inside become Arrow and come back as they were."""

from __future__ import annotations

import random

import pyarrow as pa
import pytest

from headwater.batch.nested_rows import NestedRows
from headwater.rows.record import STRINGS, Field, ListOf, Record

INNER = Record("inner", "", (Field("a", "long", ""), Field("b", "string", "", nullable=True), Field("c", STRINGS, "")))
OUTER = Record("outer", "", (Field("n", "int", ""), Field("inner", ListOf(INNER), ""), Field("tags", STRINGS, "")))


def test_there_and_back() -> None:
    chance = random.Random(1)
    rows = []
    nested = NestedRows(OUTER)
    for number in range(200):
        inner = [(chance.getrandbits(60), chance.choice([None, "x", "ü\n"]), ["p"] * chance.randrange(3))]
        rows.append((number, inner * chance.randrange(4), ["t"] * chance.randrange(2)))
        nested.add(rows[-1])
    assert len(nested) == 200
    assert nested.weight == 200 + sum(len(inner) + len(tags) for _, inner, tags in rows)
    batch = nested.batch()
    assert batch.schema.equals(OUTER.arrow_schema())
    batch.validate(full=True)
    back = [
        (row["n"], [(one["a"], one["b"], one["c"]) for one in row["inner"]], row["tags"]) for row in batch.to_pylist()
    ]
    assert back == rows
    assert (len(nested), nested.weight) == (0, 0)


@pytest.mark.parametrize("rows", [[], [(1, [], [])]], ids=["no rows", "no lists"])
def test_empty(rows: list[tuple[int, list[object], list[str]]]) -> None:
    nested = NestedRows(OUTER)
    for row in rows:
        nested.add(row)
    batch = nested.batch()
    assert batch.num_rows == len(rows)
    assert batch.schema.equals(OUTER.arrow_schema())


def test_what_does_not_fit_is_refused() -> None:
    nested = NestedRows(OUTER)
    nested.add((1, [(1, "x", ["y"]), (2, "too short")], []))
    with pytest.raises(ValueError, match="shorter"):
        nested.batch()
    nested.add(("one", [], []))
    with pytest.raises((pa.ArrowInvalid, pa.ArrowTypeError)):
        nested.batch()
