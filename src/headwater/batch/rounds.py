"""The rounds in which texts tell each other their schemas, for those who analyse on one machine.

Texts that write functions come first, then all that define something, again and again while an input of theirs has
become known. The order of the texts does not matter. The pipeline runs the same rounds over DataFrames
(`spark.schema_rounds`); what is known, and which texts go on, is said by the registry in both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from headwater.batch.schema_history import History
from headwater.batch.schema_registry import SchemaRegistry, UnitSchemas, defines, writes_functions
from headwater.rows.steps import Unit

_MOST = 50


class Analyse(Protocol):
    """Analyses some units with the schemas that are known; `waiting` are those that will not be."""

    def __call__(
        self, ids: Sequence[str], history: History, number: int, waiting: frozenset[str]
    ) -> Mapping[str, UnitSchemas]: ...


@dataclass(frozen=True)
class Solved:
    """The schemas that the texts define, after how many rounds, and what waits for itself."""

    history: History
    rounds: int
    waiting: frozenset[str] = field(default_factory=frozenset)


def defining(units: Mapping[str, Unit]) -> list[str]:
    """The units that may define something."""
    return sorted(id_ for id_, unit in units.items() if defines(unit.text, unit.target))


def functions(units: Mapping[str, Unit]) -> list[str]:
    """The units that may define something other than a table."""
    return [id_ for id_ in defining(units) if writes_functions(units[id_].text)]


def solve(
    pending: Sequence[str],
    functions: Sequence[str],
    registry: SchemaRegistry,
    analyse: Analyse,
    history_of: Callable[[SchemaRegistry], History] = SchemaRegistry.history,
) -> Solved:
    """Analyse the units that define something, `pending`, until no new schema is known; `functions` come first."""
    history = history_of(registry)
    if functions:
        for id_, schema in analyse(functions, history, 0, frozenset()).items():
            registry.update_definitions(id_, schema.events)
        history = history_of(registry)
    schemas: dict[str, UnitSchemas] = {}
    number = 0
    while pending and number < _MOST:
        number += 1
        for id_, schema in analyse(pending, history, number, frozenset()).items():
            schemas[id_] = schema
            registry.update(id_, schema.events)
        history = history_of(registry)
        pending = registry.ready(schemas, history)
    waiting = registry.waiting(schemas)
    if waiting:
        number += 1
        analyse(sorted(id_ for id_, schema in schemas.items() if schema.unknown & waiting), history, number, waiting)
    return Solved(history, number, waiting)
