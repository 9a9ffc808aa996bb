"""Asks ClickHouse and headwater about one statement, or about the whole corpus, and prints where they differ.

python -m tests.judges.clickhouse "SELECT sum(amount) FROM ods.orders"      both answers, side by side
python -m tests.judges.clickhouse --tree "SELECT ..."                       the engine's query tree too
python -m tests.judges.clickhouse --ddl my.sql "SELECT ..."                 over other tables than the corpus's
python -m tests.judges.clickhouse --corpus [word]                           the differences, as Markdown
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import headwater
from tests.judges.clickhouse_engine import Engine, Refused
from tests.judges.clickhouse_tree import schema_of, value_lineage
from tests.judges.clickhouse_types import Schema
from tests.judges.compare import Answer, ask, report
from tests.judges.corpus import HERE, clickhouse_cases
from tests.judges.values import Abstain, Leaf, Output

SCHEMA = (HERE / "clickhouse_schema.sql").read_text(encoding="utf-8")


class Judge:
    """The engine, its schema, and headwater's catalog of the same tables."""

    def __init__(self, ddl: str = SCHEMA) -> None:
        self.engine = Engine(ddl)
        self.schema: Schema = schema_of(self.engine)
        self.catalog = headwater.Catalog.from_ddl(ddl, dialect="clickhouse")

    def expected(self, sql: str) -> list[Output]:
        return value_lineage(self.engine, self.schema, sql)

    def got(self, sql: str) -> Answer:
        return ask(sql, self.catalog, "clickhouse", str)

    def names(self, sql: str) -> list[str]:
        asked = re.sub(r"\s+FORMAT\s+\w+$", "", sql)
        try:
            return [row["name"] for row in self.engine.rows(f"DESCRIBE TABLE ({asked})")]
        except Refused as refused:
            raise Abstain(str(refused)) from refused

    def opened(self, leaves: frozenset[Leaf]) -> frozenset[Leaf]:
        return frozenset(part for leaf in leaves for part in self.schema.open(leaf))

    def difference(self, sql: str, expected: list[Output], got: Answer) -> str | None:
        """A report where the value sources differ, fields of tuples included; None where they are the same."""
        lines: list[str] = []
        if len(expected) != len(got.leaves):
            lines.append(f"  columns   expected {[output.name for output in expected]}")
            lines.append(f"            got      {got.names}")
        else:
            for i, (output, leaves) in enumerate(zip(expected, got.leaves, strict=True)):
                have = self.opened(leaves)
                if output.leaves != have:
                    lines.append(f"  column {i} ({output.name})")
                    lines.append(f"    expected {shown(output.leaves)}")
                    lines.append(f"    got      {shown(have)}")
        elsewhere = any(note.startswith("W110") for note in got.notes)  # system tables, other hosts
        if got.level != "EXACT" and not elsewhere:  # every table is in the catalog: there is nothing to infer
            lines.append(f"  level     expected EXACT\n            got      {got.level}")
        return report(sql, lines, got)


def shown(leaves: frozenset[Leaf]) -> str:
    return ", ".join(sorted(".".join(leaf) for leaf in leaves)) or "nothing"


def one(judge: Judge, sql: str, tree: bool) -> None:
    if tree:
        try:
            print(judge.engine.ask(f"EXPLAIN QUERY TREE run_passes=1, passes=1 {sql}"))
        except Refused as refused:
            print(refused)
    got = judge.got(sql)
    try:
        expected = judge.expected(sql)
    except Abstain as abstain:
        print(f"the engine abstains: {abstain}")
        expected = []
    for output in expected:
        print(f"  engine     {output.name:<30} {shown(output.leaves)}")
    for name, leaves in zip(got.names, got.leaves, strict=True):
        print(f"  headwater  {name:<30} {shown(judge.opened(leaves))}")
    for note in got.notes:
        print(f"  note       {note}")
    if expected:
        print("  DIFFERENT" if judge.difference(sql, expected, got) else "  the same")


def corpus(judge: Judge, word: str) -> None:
    cases = [case for case in clickhouse_cases() if word in case.name]
    different: list[str] = []
    abstained: list[str] = []
    for case in cases:
        try:
            problem = judge.difference(case.sql, judge.expected(case.sql), judge.got(case.sql))
        except Abstain as abstain:
            abstained.append(f"- {case.name}: {abstain}")
            continue
        if problem is not None:
            different.append(f"## {case.name}\n```{problem}\n```")
    print(f"# {len(different)} of {len(cases)} statements differ, {len(abstained)} abstentions\n")
    print("\n".join([*different, "\n# Abstentions", *abstained]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sql", nargs="*")
    parser.add_argument("--corpus", nargs="?", const="", metavar="word")
    parser.add_argument("--tree", action="store_true")
    parser.add_argument("--ddl", type=Path)
    arguments = parser.parse_args()
    judge = Judge(arguments.ddl.read_text(encoding="utf-8") if arguments.ddl else SCHEMA)
    try:
        if arguments.corpus is not None:
            corpus(judge, arguments.corpus)
        for sql in arguments.sql:
            one(judge, sql, arguments.tree)
    finally:
        judge.engine.close()


if __name__ == "__main__":
    main()
