"""Flink's side of a replay: an empty catalog per script; the planner's tree tells a statement, and nothing runs.

Flink's planner tests make their tables in Java and Scala, so that a suite of their statements lacks most tables:
`flink_invented` makes them up, guided by what the planner misses. Any schema that the planner takes is as good as the
test's own, for headwater is told the same one. Every table gets a connector that can be planned with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import headwater
from tests.judges.compare import Fold
from tests.judges.flink.answers import Leaf, paired, told, values_of
from tests.judges.flink.engine import Engine
from tests.judges.replay.flink_invented import Invented
from tests.judges.replay.verdicts import Difference, Expected, Refused, Result, Verdict
from tests.judges.values import Abstain, Source

_DEFINITION = re.compile(r"\s*(?:CREATE|ALTER|DROP|USE|SET|RESET)\b", re.IGNORECASE)
_NAMED = ("SELECT", "CREATE_TABLE", "CREATE_VIEW", "CREATE_MATERIALIZED_TABLE")
"""Columns of these are compared by position, and by name; those of a sink by name."""


@dataclass(frozen=True)
class FlinkExpected(Expected):
    """What the planner says: statements, each with its target, its columns and the leaves of each column."""

    statements: list[dict[str, Any]] = field(default_factory=list)
    tables: dict[str, Any] = field(default_factory=dict)

    def compare(self, asked: Result, statements: Sequence[headwater.Statement], fold: Fold) -> list[Difference]:
        """Target by target, fields of rows apart."""
        pairs, rest = paired(self.statements, [told(statement, self.tables) for statement in statements])
        differences: list[Difference] = []
        asked.detail = []
        for expected, got in pairs:
            target = f"{expected['kind']} {expected['target']}"
            if got is None:
                asked.detail.append(f"{target}: no such statement")
                differences.append(Difference(target, frozenset(), frozenset(), is_number_of_columns=True))
            elif expected["kind"] in _NAMED and expected["columns"] and len(expected["columns"]) != len(got["columns"]):
                asked.detail += [f"columns: expected {[name for name, _ in expected['columns']]}"]
                asked.detail += [f"columns: got      {[name for name, _ in got['columns']]}"]
                differences.append(Difference(target, frozenset(), frozenset(), is_number_of_columns=True))
            elif expected["kind"] in _NAMED:
                differences += self.selected(asked, expected, got)
            else:
                differences += self.written(expected, got)
        for each in rest:
            asked.detail.append(f"{each['kind']} {each['target']}: a statement too many")
            differences.append(Difference("statements", frozenset(), frozenset(), is_number_of_columns=True))
        for difference in differences:
            if not difference.is_number_of_columns:
                asked.detail += difference.lines()
        asked.expected = self
        exact = asked.level == "EXACT"
        asked.verdict = Verdict.AGREES if not differences else Verdict.WRONG if exact else Verdict.MARKED
        return differences

    @staticmethod
    def selected(asked: Result, expected: dict[str, Any], got: dict[str, Any]) -> list[Difference]:
        """Columns by position."""
        columns = list(zip(values_of(expected), got["columns"], strict=bool(expected["columns"])))
        different = [(want, have) for (want, _), (have, _) in columns if want != have]
        asked.names = not different and asked.names is not False
        if different:
            asked.detail.append(f"names: {different[:3]}")
        return [difference(name, want, have) for (name, want), (_, have) in columns if want != have]

    @staticmethod
    def written(expected: dict[str, Any], got: dict[str, Any]) -> list[Difference]:
        """Columns by name; one without source may be left out."""
        wanted, have = dict(values_of(expected)), dict(got["columns"])
        names = [*wanted, *(name for name in have if name not in wanted)]
        pairs = [(name, wanted.get(name, set()), have.get(name, set())) for name in names]
        return [difference(*pair) for pair in pairs if pair[1] != pair[2]]


def difference(name: str, want: set[Leaf], got: set[Leaf]) -> Difference:
    """A column with other leaves than the planner's."""
    return Difference(name, frozenset(map(source, want)), frozenset(map(source, got)))


def source(leaf: Leaf) -> Source:
    """A leaf as table and column, with the path below the column."""
    return leaf[0], ".".join(leaf[1:])


class Flink:
    """One Java for all scripts."""

    dialect = "flink"
    missing = re.compile(r"(?!)")
    """No table of another script is lent: one is made up where it is missing."""
    fold_views = False

    def __init__(self) -> None:
        self.engine = Engine("")
        self.invented = Invented(self.engine.ask)
        self.carried_out = ""

    @staticmethod
    def adapted(sql: str) -> str:
        """Without the semicolon at the end, which Flink's client takes away."""
        return sql.strip().rstrip(";").rstrip()

    @staticmethod
    def fold(name: str) -> str:
        """Flink's names have case."""
        return name

    def open(self) -> list[str]:
        """An empty catalog."""
        self.engine.ask({"fresh": True})
        self.invented = Invented(self.engine.ask)
        return []

    def ask(self, sql: str) -> Expected | None:
        """What the planner says; None where no data moves. A definition is carried out."""
        self.carried_out = sql
        answer = self.engine.ask({"statement": sql})
        if "error" in answer:
            raise Refused(str(answer["error"]).rpartition(" | ")[2][:300])
        if "abstain" in answer:
            raise Abstain(str(answer["abstain"]))
        statements = [each for each in answer["statements"] if each["columns"]]
        if not statements:
            return None
        first = statements[0]
        sources = [frozenset(map(source, leaves)) for _, leaves in values_of(first)]
        names = [name for name, _ in first["columns"]]
        by_name = first["kind"] not in _NAMED or len(statements) > 1
        return FlinkExpected(names, sources, by_name, ran=True, statements=statements, tables=answer["tables"])

    def run(self, sql: str) -> None:
        """Everything is done when it is asked."""

    def invent(self, sql: str) -> list[str]:
        """Make up the tables, functions and columns that a statement lacks."""
        return self.invented.made_up(sql)

    def close(self) -> None:
        """End Java."""
        self.engine.__exit__(None, None, None)
