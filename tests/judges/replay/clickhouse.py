"""ClickHouse's side of a replay: a database per script; queries are told by the resolved query tree.

Queries are resolved and not run, and rows are not inserted: lineage needs the tables, not what is in them.
"""

from __future__ import annotations

import re
import threading

from tests.judges import clickhouse_engine
from tests.judges.clickhouse_tree import schema_of, value_lineage
from tests.judges.clickhouse_types import Schema
from tests.judges.replay.verdicts import Expected, Refused
from tests.judges.values import Abstain, Source

SECONDS = 20.0
SETTINGS = (
    "max_execution_time = 5", "analyzer_inline_views = 1", "max_memory_usage = 2000000000",
    "allow_deprecated_syntax_for_merge_tree = 1", "joined_subquery_requires_alias = 0",
    "allow_deprecated_error_prone_window_functions = 1", "allow_suspicious_codecs = 1",
    "allow_suspicious_low_cardinality_types = 1",
)  # fmt: skip
_KEPT = {setting.partition(" ")[0] for setting in SETTINGS} | {"enable_scalar_subquery_optimization"}
_DATABASE = re.compile(r"\{CLICKHOUSE_DATABASE(\w*):Identifier\}")
_DATABASE_NAME = re.compile(r"\{CLICKHOUSE_DATABASE(\w*):String\}")
_FORMAT = re.compile(r"\s+FORMAT\s+\w+(?=\s+SETTINGS\s+[\w\s=,'.]+$)", re.IGNORECASE)
_REPLICATED = re.compile(r"\bReplicated((?:\w+)?MergeTree)(?:\s*\(\s*'[^']*'\s*,\s*'[^']*'\s*,?)?")
_OTHER_HOST = re.compile(r"'127\.0\.0\.(?:[2-9]|\{[\d,.]+\})'")

_QUERY = re.compile(r"^[\s(]*(?:SELECT|WITH|FROM)\b", re.IGNORECASE)
_SET = re.compile(r"^\s*SET\s+(?!ROLE|DEFAULT|TRANSACTION)(.*)$", re.IGNORECASE | re.DOTALL)
_INSERT = re.compile(
    r"^\s*INSERT\s+INTO\s+(?:TABLE\s+)?(?P<name>[\w.`]+)\s*(?:\((?P<columns>[\w\s,.`]+)\)\s*)?(?:SETTINGS\s+[\w\s=,'.]+?)?"
    r"(?P<query>(?:SELECT|WITH)\b.*)$",
    re.IGNORECASE | re.DOTALL,
)
_CREATE_AS = re.compile(
    r"^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:TEMPORARY\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?P<name>[\w.`]+)\s"
    r"[^()]*?(?:ENGINE\s*=?\s*\w+\s*(?:\(\s*\))?[^()]*(?:ORDER\s+BY\s+(?:tuple\(\s*\)|\w+)\s*)?)?\s"
    r"AS\s+(?P<query>(?:SELECT|WITH)\b.*)$",
    re.IGNORECASE | re.DOTALL,
)
_TAIL = re.compile(r"\s+(?:INTO\s+OUTFILE\s+'[^']*'.*|FORMAT\s+\w+\s*)$", re.IGNORECASE | re.DOTALL)


class ClickHouse:
    """One engine for all scripts, each in a database of its own."""

    dialect = "clickhouse"
    missing = re.compile(r"Unknown table expression identifier '(?:\w+\.)?([^'.]+)'")
    fold_views = True

    def __init__(self) -> None:
        self.engine = clickhouse_engine.Engine("")
        self.number = 0
        self.changed: set[str] = set()
        self._schema: Schema | None = None
        self._views: set[str] | None = None

    def adapted(self, sql: str) -> str:
        """What needs several servers runs on this one, and the database that a suite is given is the script's own."""
        sql = _DATABASE.sub(lambda match: f"replay_{self.number}{match[1]}", sql)
        sql = _DATABASE_NAME.sub(lambda match: f"'replay_{self.number}{match[1]}'", sql)
        sql = _REPLICATED.sub(lambda match: match[1] + ("(" if match[0].endswith((",", "'")) else ""), sql)
        return _OTHER_HOST.sub("'127.0.0.1'", sql)

    @staticmethod
    def fold(name: str) -> str:
        """Names differ by case; `n.a` is a part of the column n."""
        return name

    def tell(self, sql: str) -> str:
        """Ask the engine, for a bounded time."""
        timer = threading.Timer(SECONDS, self._kill)
        timer.start()
        try:
            return self.engine.ask(sql)
        except clickhouse_engine.Refused as refused:
            raise Refused(str(refused)[:300]) from refused
        finally:
            timer.cancel()

    def _kill(self) -> None:
        if self.engine.child is not None:
            self.engine.child.kill()

    def open(self) -> list[str]:
        """A new database; settings of the script before are taken back."""
        for name in self.changed:  # SET limit = 1 would hide others
            try:
                self.tell(f"SET {name} = DEFAULT")
            except (Refused, Abstain):
                self.engine.close()
        if self.number:
            try:
                rows = self.engine.rows("SELECT name FROM system.settings WHERE changed")
                for name in {str(row["name"]) for row in rows} - _KEPT:
                    self.tell(f"SET {name} = DEFAULT")
            except (Refused, Abstain, clickhouse_engine.Refused):
                self.engine.close()
        self.changed = set()
        if self.number:
            try:
                for name in self.engine.ask("SHOW DATABASES LIKE 'replay_%'").split():
                    self.tell(f"DROP DATABASE IF EXISTS {name} SYNC")
            except (Refused, Abstain, clickhouse_engine.Refused):
                self.engine.close()
        self.number += 1
        for sql in (*(f"SET {setting}" for setting in SETTINGS), f"CREATE DATABASE replay_{self.number}"):
            self.tell(sql)
        self.tell(f"USE replay_{self.number}")
        self._schema = self._views = None
        return [f"CREATE DATABASE replay_{self.number}", f"USE replay_{self.number}"]

    @property
    def schema(self) -> Schema:
        """What the engine knows of its tables now."""
        if self._schema is None:
            self._schema = schema_of(self.engine)
        return self._schema

    @property
    def views(self) -> set[str]:
        """The views of the script; the tree looks into them, but not where they are read with FINAL or parameters."""
        if self._views is None:
            rows = self.engine.rows("SELECT name FROM system.tables WHERE engine = 'View' AND database != 'system'")
            self._views = {str(row["name"]) for row in rows}
        return self._views

    def run(self, sql: str) -> None:
        """Run what changes tables or settings."""
        setting = _SET.match(sql)
        if setting is not None:
            self.changed |= set(re.findall(r"(\w+)\s*=", re.sub(r"'[^']*'", "", setting[1])))
        if re.match(r"\s*(?:INSERT|SYSTEM|OPTIMIZE|SELECT|WITH|SHOW|EXPLAIN|DESC|KILL)", sql, re.IGNORECASE):
            return
        self._schema = self._views = None
        self.tell(sql)

    def ask(self, sql: str) -> Expected | None:
        """What a statement's outputs are made of; None where it is no query and writes none."""
        if _QUERY.match(sql):
            return self.query(sql)
        created = _CREATE_AS.match(sql)
        if created is not None:
            return self.query(created["query"])
        inserted = _INSERT.match(sql)
        if inserted is not None:
            expected = self.query(inserted["query"])
            if inserted["columns"]:
                names = [part.strip().strip("`") for part in inserted["columns"].split(",")]
            else:
                names = self.columns_of(inserted["name"])
            if len(names) < len(expected.sources):
                raise Refused("the query gives more columns than the target has")
            return Expected(names[: len(expected.sources)], expected.sources, by_name=True, partial=True)
        return None

    def query(self, sql: str) -> Expected:
        """The outputs of a SELECT, by the query tree."""
        if "rewrite_in_to_join" in self.changed:
            raise Abstain("the tree shows IN as a join")
        sql = _FORMAT.sub("", _TAIL.sub("", sql.strip().rstrip(";")))
        try:
            outputs = value_lineage(self.engine, self.schema, sql)
            names = [str(row["name"]) for row in self.engine.rows(f"DESCRIBE TABLE ({sql})")]
        except Abstain as abstain:
            if str(abstain).startswith("no tree"):
                raise Refused(str(abstain)) from abstain
            raise
        except clickhouse_engine.Refused as refused:
            raise Refused(str(refused)[:300]) from refused
        if any(leaf[0] in self.views for output in outputs for leaf in output.leaves):
            raise Abstain("a view that the tree does not look into")
        if len(names) != len(outputs):
            raise Abstain(f"{len(names)} names for {len(outputs)} columns")
        sources: list[frozenset[Source]] = [
            frozenset((leaf[0], leaf[1].partition(".")[0]) for leaf in output.leaves if leaf[0] != "None")
            for output in outputs  # remote('…', numbers(10)) is a table without a name: nothing is stored there
        ]
        return Expected(names, sources)

    def columns_of(self, table: str) -> list[str]:
        """The columns that an INSERT without a list fills."""
        try:
            rows = self.engine.rows(f"DESCRIBE TABLE {table}")
        except clickhouse_engine.Refused as refused:
            raise Refused(str(refused)[:300]) from refused
        return [row["name"] for row in rows if row["default_type"] not in ("MATERIALIZED", "ALIAS", "EPHEMERAL")]

    def close(self) -> None:
        """End the engine."""
        self.engine.close()
