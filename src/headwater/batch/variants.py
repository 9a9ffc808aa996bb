"""What texts told about schemas, by the schemas that they looked at: an analysis that was made need not be made again.

A text that looks at the same schemas does the same to schemas. So the rounds of an analysis (`batch.rounds`) can be
gone through again, from the beginning, with every text that was analysed before answering from memory: they end where
a run over everything would end, and only texts whose inputs differ are analysed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from headwater.batch.analyst import Analyst
from headwater.batch.schema_registry import UnitSchemas, make_events
from headwater.rows.steps import VARIANT


class Variant(NamedTuple):
    """What a text told, when it looked at the schemas of that signature."""

    signature: str
    looks: tuple[str, ...]
    across: frozenset[str]
    unknown: frozenset[str]
    changes: tuple[Mapping[str, Any], ...]


class Definer(NamedTuple):
    """A text that may define something: where it stands, and when it was run, in microseconds."""

    unit: str
    dialect: str
    source: str
    entry: str
    first_seen: int | None
    as_of: int | None
    again: tuple[int, ...] = ()

    def schemas(self, variant: Variant) -> UnitSchemas:
        """What the registry has to know of it."""
        events = make_events(
            variant.changes,
            since=self.first_seen,
            source=self.source,
            entry=self.entry,
            dialect=self.dialect,
            unit=self.unit,
            again=self.again,
        )
        return UnitSchemas(variant.unknown, events)


@dataclass
class Variants:
    """The variants of texts.

    >>> known = Variants()
    >>> lists = {"looks": [], "across": [], "unknown": [], "changes": []}
    >>> known.add([{"unit": "u", "number": 0, "signature": "", **lists}])
    >>> [variant.signature for variant in known.of("u")]
    ['']
    """

    _by_unit: dict[str, dict[str, Variant]] = field(default_factory=dict)

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Take in rows of `VARIANT`: all statements of a text together."""
        statements: dict[tuple[str, str], dict[int, Mapping[str, Any]]] = {}
        for row in rows:
            statements.setdefault((row["unit"], row["signature"]), {})[row["number"]] = row
        for (unit, signature), by_number in statements.items():
            self._by_unit.setdefault(unit, {})[signature] = _variant(
                signature, [by_number[n] for n in sorted(by_number)]
            )

    def of(self, unit: str) -> Iterable[Variant]:
        """The variants of a text."""
        return self._by_unit.get(unit, {}).values()

    def units(self) -> set[str]:
        """The texts, and their pieces."""
        return set(self._by_unit)

    def forget(self, unit: str) -> None:
        """A text is another one: nothing that was told of it holds."""
        self._by_unit.pop(unit, None)

    def fitting(self, unit: str, as_of: int | None, dialect: str, analyst: Analyst) -> Variant | None:
        """What a text tells with the schemas that the analyst has; None where it has to be analysed."""
        for variant in self.of(unit):
            if not variant.signature or analyst.signature(variant.looks, as_of, dialect) == variant.signature:
                return variant
        return None

    def rows(self, units: Iterable[str]) -> Iterator[tuple[Any, ...]]:
        """Rows of `VARIANT`: of each variant one."""
        for unit in units:
            for variant in self.of(unit):
                yield VARIANT.row(
                    unit=unit,
                    number=0,
                    signature=variant.signature,
                    looks=list(variant.looks),
                    across=sorted(variant.across),
                    unknown=sorted(variant.unknown),
                    changes=list(variant.changes),
                )


def variant_rows(answers: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Rows of `ANALYSED`, by field name, as rows of `VARIANT`."""
    for row in answers:
        names = [f"{dataset['system']}:{dataset['name']}" for dataset in row["datasets"]]
        ends = set(row["ends"])
        matters = [dataset["read"] or dataset["id"] not in ends for dataset in row["datasets"]]
        yield {
            "unit": row["unit"],
            "number": row["number"],
            "signature": row["signature"],
            "looks": names,
            "across": [name for name, counts in zip(names, matters, strict=True) if counts],
            "unknown": row["unknown"],
            "changes": row["changes"],
        }


def _variant(signature: str, rows: list[Mapping[str, Any]]) -> Variant:
    def names(field: str) -> set[str]:
        return {name for row in rows for name in row[field]}

    changes = tuple(change for row in rows for change in row["changes"])
    return Variant(
        signature, tuple(sorted(names("looks"))), frozenset(names("across")), frozenset(names("unknown")), changes
    )
