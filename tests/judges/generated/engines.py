"""Asks an engine and headwater about a generated statement, leaf by leaf: `Outcome` is the verdict of a replay.

Each engine is asked through the judge that its corpus has; the statements are of another schema.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

import headwater
from tests.judges.generated.grammar import Grammar, Statement
from tests.judges.replay.verdicts import Verdict
from tests.judges.values import Abstain, Leaf


@dataclass
class Outcome:
    """What came out, with the level of headwater's answer and lines for people."""

    verdict: Verdict
    level: str = ""
    lines: list[str] = field(default_factory=list)


class Bench(Protocol):
    """An engine with its schema, and the generator of its statements."""

    def generator(self, seed: int) -> Grammar: ...
    def ask(self, statement: Statement) -> Outcome: ...
    def close(self) -> None: ...


def bench(name: str) -> Bench:
    """The engine of that name."""
    made: Bench = {
        "duckdb": DuckDBBench,
        "clickhouse": ClickHouseBench,
        "spark": SparkBench,
        "hive": HiveBench,
        "googlesql": GoogleSQLBench,
    }[name]()
    return made


def weighed(lines: list[str], level: str) -> Outcome:
    """A difference of values is wrong where the answer says EXACT; one of influence alone is only counted."""
    if not lines:
        return Outcome(Verdict.AGREES, level)
    wrong = level == "EXACT" and any(": influence of " not in line for line in lines)
    return Outcome(Verdict.WRONG if wrong else Verdict.MARKED, level, lines)


def written(statement: headwater.Statement, fold: Any) -> dict[str, frozenset[Leaf]]:
    """What the columns of a write's target are made of, by name and by place."""
    got: dict[str, set[Leaf]] = {}
    for edge in statement.edges:
        fields = [fold(str(part).strip("[]")) for part in edge.source.path]
        dataset = fold(str(edge.source.dataset).rpartition(".")[2])
        leaf: Leaf = (dataset, fold(str(edge.source.column)), *(name for name in fields if name))
        got.setdefault(fold(str(edge.target.column)), set()).add(leaf)
        got.setdefault(f"#{edge.target.ordinal}", set()).add(leaf)
    return {name: frozenset(leaves) for name, leaves in got.items()}


def listed(leaves: frozenset[Leaf]) -> str:
    return ", ".join(sorted(".".join(leaf) for leaf in leaves)) or "nothing"


class DuckDBBench:
    """The bound plan tells values and the upper bound of influence."""

    def __init__(self) -> None:
        from tests.judges.duckdb_plan import connect
        from tests.judges.generated.duckdb import SCHEMA

        self.planner = connect(SCHEMA)
        self.catalog = headwater.Catalog.from_ddl(SCHEMA, dialect="duckdb")
        rows = self.planner.execute("SELECT table_name, column_name, data_type FROM duckdb_columns()").fetchall()
        self.types: dict[str, dict[str, str]] = {}
        for table, column, kind in rows:
            self.types.setdefault(table, {})[column] = kind

    def generator(self, seed: int) -> Grammar:
        from tests.judges.generated.duckdb import DuckDB

        return DuckDB(seed)

    def ask(self, statement: Statement) -> Outcome:
        from tests.judges.compare import against_fields, against_plan, against_reach, ask
        from tests.judges.duckdb_plan import value_lineage
        from tests.judges.duckdb_reach import reach

        sql = statement.sql
        try:
            if statement.made is not None:
                return self.ask_write(statement)
            expected, reached = value_lineage(self.planner, sql), reach(self.planner, sql)
        except Abstain as abstain:
            refused = str(abstain).startswith("no plan")
            return Outcome(Verdict.REFUSED if refused else Verdict.ABSTAINED, lines=[str(abstain)])
        got = ask(sql, self.catalog)
        problem = against_plan(sql, expected, got)
        if problem is None:
            problem = against_fields(sql, expected, got, self.types)
        if problem is None:
            problem = against_reach(sql, reached, got)
        if problem is None:
            names = [str(name) for name in self.planner.sql(sql).columns]
            if names != got.names:
                return Outcome(Verdict.MARKED, got.level, [f"names: {names}", f"got:   {got.names}"])
        return weighed(problem.splitlines()[2:] if problem else [], got.level)

    def ask_write(self, statement: Statement) -> Outcome:
        import duckdb

        from tests.judges.compare import opened
        from tests.judges.duckdb_plan import value_lineage

        try:
            self.planner.execute(f"EXPLAIN {statement.sql}")
        except duckdb.Error as error:
            return Outcome(Verdict.REFUSED, lines=[str(error)])
        (answer,) = headwater.analyze(statement.sql, dialect="duckdb", catalog=self.catalog).statements
        got = written(answer, str.lower)
        lines = []
        for name, queries in (statement.made or {}).items():
            want = frozenset(leaf for sql, i in queries for leaf in value_lineage(self.planner, sql)[i].leaves)
            have = opened(got.pop(name.lower(), frozenset()), self.types)
            if opened(want, self.types) != have:
                lines += [f"{name}: expected {listed(want)}", f"{name}: got      {listed(have)}"]
        by_place = any(name.startswith("#") for name in statement.made or {})
        beyond = [name for name in got if name.startswith("#") == by_place]
        lines += [f"{name} is not written" for name in beyond]
        return weighed(lines, str(answer.level))

    def close(self) -> None:
        self.planner.close()


class ClickHouseBench:
    """The resolved query tree."""

    def __init__(self) -> None:
        from tests.judges.clickhouse import Judge
        from tests.judges.generated.clickhouse import SCHEMA

        self.judge = Judge(SCHEMA)

    def generator(self, seed: int) -> Grammar:
        from tests.judges.generated.clickhouse import ClickHouse

        return ClickHouse(seed)

    def ask(self, statement: Statement) -> Outcome:
        from tests.judges import clickhouse_writes

        sql = statement.sql
        try:
            if statement.made is not None:
                problem = clickhouse_writes.difference(self.judge, sql)
                answer = headwater.analyze(sql, dialect="clickhouse", catalog=self.judge.catalog)
                return weighed(problem.splitlines()[2:] if problem else [], str(answer.level))
            expected = self.judge.expected(sql)
        except Abstain as abstain:
            refused = str(abstain).startswith("no tree")
            return Outcome(Verdict.REFUSED if refused else Verdict.ABSTAINED, lines=[str(abstain)])
        got = self.judge.got(sql)
        problem = self.judge.difference(sql, expected, got)
        return weighed(problem.splitlines()[2:] if problem else [], got.level)

    def close(self) -> None:
        self.judge.engine.close()


class SparkBench:
    """Catalyst's analyzed plan."""

    def __init__(self) -> None:
        from tests.judges.generated.spark import SCHEMA
        from tests.judges.spark.engine import Engine

        self.engine = Engine(SCHEMA)
        self.catalog = headwater.Catalog.from_ddl(SCHEMA, dialect="spark")

    def generator(self, seed: int) -> Grammar:
        from tests.judges.generated.spark import Spark

        return Spark(seed)

    def ask(self, statement: Statement) -> Outcome:
        from tests.judges.spark.answers import differences

        told = self.told(statement.sql)
        if "statements" not in told:
            word = "error" if "error" in told else "abstain"
            return Outcome(Verdict.REFUSED if word == "error" else Verdict.ABSTAINED, lines=[str(told.get(word))[:300]])
        level = headwater.analyze(statement.sql, dialect="spark", catalog=self.catalog).level
        lines = [
            line
            for line in differences(told, statement.sql, self.catalog)
            # the plan keeps a CTE that nobody reads, and groups by the key of a PIVOT before it pivots
            if not (line.endswith("is missing") and ("WITH" in statement.sql or "PIVOT" in statement.sql))
            and not line.startswith("  note")
        ]
        return weighed(lines, str(level))

    def told(self, sql: str) -> dict[str, Any]:
        """What the analyzer says; only a script of several statements needs a session of its own."""
        import json

        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException

        from tests.judges.spark.commands import Told, answer

        if ";\n" in sql:
            return self.engine.script(sql + ";\n")
        answers = Told()
        try:
            plan = self.engine.plan(self.engine.spark, sql)
            answers.add(answer(json.loads(plan.toJSON()), plan.toString()))
        except Abstain as why:
            return {"abstain": str(why)}
        except (PySparkException, Py4JError) as error:
            return {"error": str(error).split("\n")[0][:300]}
        return answers.to_dict()

    def close(self) -> None:
        self.engine.__exit__(None, None, None)


class HiveBench:
    """The lineage of Hive's compiler, which does not tell values from conditions, nor fields from columns."""

    def __init__(self) -> None:
        from tests.judges.generated.hive import SCHEMA
        from tests.judges.hive.engine import Engine

        self.engine = Engine(SCHEMA)
        self.catalog = headwater.Catalog.from_ddl(SCHEMA, dialect="hive")

    def generator(self, seed: int) -> Grammar:
        from tests.judges.generated.hive import Hive

        return Hive(seed)

    def ask(self, statement: Statement) -> Outcome:
        from py4j.protocol import Py4JJavaError

        from tests.judges.hive.compare import differences
        from tests.judges.hive.losses import shown

        script = statement.sql + ";\n"
        try:
            told = self.engine.script(script)
        except Py4JJavaError as error:  # what the compiler throws instead of saying
            return Outcome(Verdict.REFUSED, lines=[str(error.java_exception.getClass().getName())])
        if "statements" not in told:
            word = "error" if "error" in told else "abstain"
            return Outcome(Verdict.REFUSED if word == "error" else Verdict.ABSTAINED, lines=[str(told.get(word))[:300]])
        named = [column[0] for one in told["statements"] for column in one["columns"]]
        if not named or any("'" in name for name in named):
            # NOT EXISTS over a lateral view: what is kept are the arguments of the view's function
            return Outcome(Verdict.ABSTAINED, lines=["no lineage of the last operator"])
        level = headwater.analyze(script, dialect="hive", catalog=self.catalog).level
        lines = [
            line
            for line in differences(told, script, self.catalog, shown(statement.sql))
            if not line.startswith(("  note", "the loss ")) and ": Hive None unsaid;" not in line
        ]
        outcome = weighed(lines, str(level))
        sources = [tuple(column[2] or ()) for one in told["statements"] for column in one["columns"]]
        if outcome.verdict is Verdict.WRONG and " UNION " in statement.sql and len(set(sources)) < len(sources):
            # SELECT a AS p, a AS q FROM w UNION ALL SELECT a, x FROM u: Hive says u.a, u.x and w.a of both
            return Outcome(Verdict.ABSTAINED, lines=["a UNION, one arm of which has a column twice"])
        return outcome

    def close(self) -> None:
        self.engine.__exit__(None, None, None)


class GoogleSQLBench:
    """ZetaSQL's resolved tree."""

    def __init__(self) -> None:
        from tests.judges.generated.googlesql import SCHEMA
        from tests.judges.googlesql.engine import Engine

        self.engine = Engine(SCHEMA)
        self.catalog = headwater.Catalog.from_ddl(SCHEMA, dialect="googlesql")

    def generator(self, seed: int) -> Grammar:
        from tests.judges.generated.googlesql import GoogleSQL

        return GoogleSQL(seed)

    def ask(self, statement: Statement) -> Outcome:
        from tests.judges.googlesql.answers import differences

        try:
            told, _ = self.engine.ask(statement.sql)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError) as error:
            return Outcome(Verdict.ABSTAINED, lines=[f"unknown shape: {type(error).__name__} {error}"])
        if "statements" not in told:
            word = "error" if "error" in told else "abstain"
            return Outcome(Verdict.REFUSED if word == "error" else Verdict.ABSTAINED, lines=[str(told.get(word))[:300]])
        answer = headwater.analyze(statement.sql, dialect="googlesql", catalog=self.catalog)
        lines = [
            line
            for line in differences(told, answer)
            if not (line.endswith("is missing") and "WITH" in statement.sql) and not line.startswith("  note")
        ]
        return weighed(lines, str(answer.level))

    def close(self) -> None:
        """The analyzer is part of this process."""
