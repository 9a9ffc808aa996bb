"""Histories made by chance: the tables answer every as-of question as a simple model does."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import pytest

from tests.fuzzing import FUZZING
from tests.histories import Edge, Model, Run, history, moments
from tests.timed_tables import timed_tables

pytest.importorskip("duckdb")


def intervals(rows: Iterable[dict[str, Any]]) -> dict[str, list[tuple[Edge, datetime, datetime | None]]]:
    """Column edges with the time in which they held, by the schema of their target."""
    found: dict[str, list[tuple[Edge, datetime, datetime | None]]] = {}
    for row in rows:
        edge = (f"{row['source_dataset']}.{row['source_column']}", f"{row['target_dataset']}.{row['target_column']}")
        schema = row["target_dataset"].partition(".")[0]
        found.setdefault(schema, []).append((edge, row["valid_from"], row["valid_to"]))
    return found


def as_of(edges: list[tuple[Edge, datetime, datetime | None]], at: datetime) -> frozenset[Edge]:
    return frozenset(edge for edge, since, until in edges if since <= at and (until is None or at < until))


def check(models: list[Model], rows: Iterable[dict[str, Any]]) -> None:
    """Every as-of question has the answer of the model."""
    found = intervals(rows)
    for model in models:
        edges = found.get(model.schema, [])
        for at, holds in moments(model):
            if as_of(edges, at) != holds:
                log = "\n".join(f"  {run.at:%m-%d %H} {run.job} {run.text}" for run in model.runs if run.at <= at)
                pytest.fail(f"as of {at:%m-%d %H:%M}:\n{log}\n  too many: {sorted(as_of(edges, at) - holds)}\n"
                            f"  missing: {sorted(holds - as_of(edges, at))}")


def bundle(seed: int, count: int, length: int) -> tuple[list[Model], list[Run]]:
    """Histories under different names, as one log."""
    chance = random.Random(seed)
    models = [history(chance, f"h{number}", chance.randint(4, length)) for number in range(count)]
    return models, sorted((run for model in models for run in model.runs), key=lambda run: (run.hour, run.text))


@pytest.mark.parametrize("seed", range(200 if FUZZING else 2))
def test_every_as_of_question_is_answered_as_by_the_model(seed: int) -> None:
    models, runs = bundle(seed if not FUZZING else random.randrange(1 << 30), 100, 24)
    check(models, timed_tables(runs)["edges"].to_pylist())
