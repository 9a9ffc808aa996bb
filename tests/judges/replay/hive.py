"""Hive's side of a replay: definitions are carried out, everything else is compiled; the lineage context tells it.

Hive tells a column's sources without saying which of them are values and which are conditions, per target of a
statement. So `HiveExpected` compares in its own way, and leaves out what Hive is known to lose (`hive.losses`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from py4j.protocol import Py4JError, Py4JNetworkError

import headwater
from tests.judges.compare import Fold
from tests.judges.hive import engine as hive_engine
from tests.judges.hive.compare import Ours, by_target, listed
from tests.judges.hive.losses import Told, excused
from tests.judges.hive.scripts import statements
from tests.judges.replay.verdicts import Difference, Expected, Refused, Result, Verdict
from tests.judges.values import Abstain

TABLES = (Path(__file__).parent / "hive_tables.sql").read_text(encoding="utf-8")
"""The tables that Hive's tests find, whatever file they are in."""

LANGUAGE = frozenset(
    (
        "hive.support.quoted.identifiers",
        "hive.groupby.position.alias",
        "hive.groupby.orderby.position.alias",
        "hive.orderby.position.alias",
        "hive.support.sql11.reserved.keywords",
        "hive.exec.dynamic.partition",
    )
)
"""Settings that change what a text means; others choose optimizers, which lose what is asked for."""

_SET = re.compile(r"^\s*SET\s+([\w.]+)\s*=", re.IGNORECASE)
_TABLE = re.compile(r"\s*CREATE\s+(?:\w+\s+){0,2}TABLE\b", re.IGNORECASE)
_VIEW = re.compile(r"\s*(?:CREATE|ALTER)\b(?:\s+\w+){0,3}?\s+VIEW\b", re.IGNORECASE)
_STORAGE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bPARTITIONED\s+BY\s+SPEC\s*\((?:[^()]|\([^()]*\))*\)",
        r"\bSTORED\s+BY\s+(?:ICEBERG|'[^']*')(?:\s+STORED\s+AS\s+\w+)?",
        r"\bSTORED\s+AS\s+INPUTFORMAT\s+['\"][^'\"]*['\"]\s+OUTPUTFORMAT\s+['\"][^'\"]*['\"]",
        r"\bROW\s+FORMAT\s+SERDE\s+['\"][^'\"]*['\"]",
        r"\bWITH\s+SERDEPROPERTIES\s*\([^()]*\)",
        r"(?<=\bCREATE)\s+EXTERNAL\b",
        r"\bNOT\s+NULL\b(?:\s+(?:ENABLE|DISABLE|NOVALIDATE|VALIDATE|RELY|NORELY))*(?=\s*[,)])",
    )
)
_LOCATION = re.compile(r"\bLOCATION\s+(?:'[^']*'|\"[^\"]*\")", re.IGNORECASE)
"""A managed table takes the folder that it lies in with it when it is dropped: none may lie in LOCATION '/tmp'."""
_UNBUCKETED = re.compile(r"\bTBLPROPERTIES\s*\([^()]*\)", re.IGNORECASE)
_CONSTANT = re.compile(r"\s*INSERT\s+INTO\s+(?:TABLE\s+)?[\w.`]+\s*(?:\([^()]*\)\s*)?VALUES\b", re.IGNORECASE)
_SELECTED = ("SELECT", "CREATE_TABLE", "CREATE_VIEW", "CREATE_MATERIALIZED_VIEW", "ALTER_VIEW")


def bare(source: str) -> str:
    """`db.t.c` and `t.c` are the same column: a script's tables differ in more than their database."""
    table, _, column = source.rpartition(".")
    return f"{table.rpartition('.')[2]}.{column}"


@dataclass(frozen=True)
class HiveExpected(Expected):
    """What Hive says: a list of targets, each with columns `[name, how, sources]`."""

    sql: str = ""
    """The statement, and the views of its script: what Hive loses in one of them is lost to its readers."""
    targets: list[dict[str, Any]] = field(default_factory=list)

    def compare(self, asked: Result, statements: Sequence[headwater.Statement], fold: Fold) -> list[Difference]:
        """Target by target; a statement of which nothing could be compared is no answer."""
        got = by_target(statements[0])
        detail: list[str] = []
        compared = 0
        for target in self.targets:
            ours = _matching(target["target"], got) or Ours(target["kind"], target["target"])
            if target["kind"] in _SELECTED:
                compared += self.selected(asked, target, ours, detail)
            else:
                compared += self.written(target, ours, detail)
        if not detail and not compared:
            raise Abstain("Hive keeps nothing that could be compared")
        asked.detail = detail
        values = any(not line.startswith("names:") for line in detail)
        wrong = values and asked.level == "EXACT"
        asked.verdict = Verdict.WRONG if wrong else Verdict.MARKED if values else Verdict.AGREES
        return []  # what Hive loses is known by the text of the statement, and left out above

    def selected(self, asked: Result, target: dict[str, Any], ours: Ours, detail: list[str]) -> int:
        """Columns of a query, or of a table or view that one makes."""
        columns = target["columns"]
        names, have = [column[0] for column in columns], [name.lower() for name in ours.names]
        if len(names) != len(have):
            detail += [f"columns: expected {names}", f"columns: got      {have}"]
            return 0
        asked.names = names == have
        if not asked.names:
            detail.append(f"names: {[pair for pair in zip(names, have, strict=True) if pair[0] != pair[1]][:3]}")
        return sum(self.same_column(column, ours, index, detail) for index, column in enumerate(columns))

    def written(self, target: dict[str, Any], ours: Ours, detail: list[str]) -> int:
        """Columns of a table that is written; several inserts into one are one."""
        columns: dict[str, list[Any]] = {}
        for name, how, sources in target["columns"]:
            old = columns.setdefault(name, [name, how, sources])
            if old[2] is not None:
                known = None if sources is None else sorted({*old[2], *sources})
                columns[name] = [name, max(old[1] or "", how or ""), known]
        places = {name.lower(): index for index, name in enumerate(ours.names)}
        for name, index in places.items():
            beyond = ours.values[index] - {f"{ours.target}.{name}"}  # SET a = a is nothing to Hive
            if name not in columns and beyond:
                detail += [f"{name}: expected nothing", f"{name}: got      {listed(beyond)}"]
        return sum(self.same_column(column, ours, places.get(name, -1), detail) for name, column in columns.items())

    def same_column(self, column: list[Any], ours: Ours, index: int, detail: list[str]) -> bool:
        """Compare one column; whether there was anything to compare."""
        name, how, sources = column
        if sources is None:
            return False
        values = frozenset(map(bare, ours.values[index])) if index >= 0 else frozenset[str]()
        conditions = frozenset(map(bare, ours.conditions[index])) if index >= 0 else frozenset[str]()
        told = Told(how, frozenset(map(bare, sources)), values, conditions)
        if told.sources == values | conditions:
            return True
        if excused(self.sql, told) is not None:
            return False
        also = f" under {listed(conditions)}" if conditions else ""
        detail += [f"{name}: expected {how} {listed(told.sources or frozenset())}"]
        detail += [f"{name}: got      {listed(values)}{also}"]
        return True


def _matching(name: str, targets: list[Ours]) -> Ours | None:
    """The target of that name, or else of that name in any database."""
    same = [ours for ours in targets if ours.target == name]
    bare_name = name.rpartition(".")[2]
    return next(iter([*same, *(ours for ours in targets if ours.target.rpartition(".")[2] == bare_name)]), None)


class Hive:
    """One Java for all scripts."""

    dialect = "hive"
    missing = re.compile(r"[Tt]able not found:? '?(?:default\.)?([\w.]+)'?")
    fold_views = True

    def __init__(self) -> None:
        self.engine = hive_engine.Engine(TABLES)
        self.settings: list[tuple[str, str]] = []
        self.carried_out = ""
        self.views: list[str] = []

    @staticmethod
    def adapted(sql: str) -> str:
        """Without comments of whole lines, which Hive's shell takes out; tables are kept as text, whatever keeps them
        in the test: Spark's Hive is 2.3, and has no Iceberg, no constraints and none of the tests' own classes.
        """
        sql = "\n".join(line for line in sql.splitlines() if not line.lstrip().startswith("--")).strip().rstrip(";")
        sql = _LOCATION.sub(" ", sql)
        if _TABLE.match(sql):
            for storage in _STORAGE:
                sql = storage.sub(" ", sql)
            if not re.search(r"\bCLUSTERED\b.*\bORC\b", sql, re.IGNORECASE | re.DOTALL):  # UPDATE and MERGE need both
                sql = _UNBUCKETED.sub(" ", sql)
        return sql

    @staticmethod
    def fold(name: str) -> str:
        """Hive compares names without case."""
        return name.lower()

    def open(self) -> list[str]:
        """The tables of the tests, and nothing of the script before."""
        for name, value in reversed(self.settings):
            self.engine.judge.set(name, value)
        self.settings = []
        self.views = []
        self.engine.judge.clean(self.engine.kept)
        definitions = statements(TABLES)
        if set(self.engine.judge.tables()) != set(self.engine.kept):  # DROP TABLE src
            for sql in definitions:
                self.engine.define(sql.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS"))
        return definitions

    def ask(self, sql: str) -> Expected | None:
        """What Hive's compiler says; None where it moves no data."""
        self.carried_out = sql
        setting = _SET.match(sql)
        if (setting is not None and setting[1].lower() not in LANGUAGE) or _CONSTANT.match(sql):
            return None
        try:
            targets = self.engine.statement(sql, self.settings)
        except hive_engine.Abstains as abstains:
            raise Abstain(str(abstains)) from abstains
        except hive_engine.Refused as refused:
            raise Refused(str(refused)[:300]) from refused
        except Py4JNetworkError:
            raise  # Java is gone: the script ends here
        except Py4JError as error:
            raise Refused(str(error).splitlines()[-1][:300]) from error
        if _VIEW.match(sql):
            self.views.append(sql)
        return HiveExpected([], [], sql="\n".join((sql, *self.views)), targets=targets) if targets else None

    def run(self, sql: str) -> None:
        """A definition is carried out when it is asked; what is run without that are the tables that a script lacks."""
        if sql != self.carried_out:
            self.ask(sql)

    def close(self) -> None:
        """End Java."""
        self.engine.__exit__(None, None, None)
