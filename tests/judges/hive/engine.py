"""A Java with Hive's compiler in it, and the Python end of it.

Hive comes with PySpark, and so do the gateway (py4j) and the compiler for `Judge.java` (Janino): its classes are kept
under .cache by the digest of their sources, for Janino takes longer than Hive. The metastore is a Derby in memory;
definitions are carried out there, and nothing else is run. What they do to files, such as DROP TABLE, `Confined.java`
keeps inside a folder of the engine's own.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

from headwater.spark import java
from tests.judges.hive.hive_lineage import Asked, to_statements
from tests.judges.hive.scripts import statements

HERE = Path(__file__).parent
CACHE = Path(__file__).parents[3] / ".cache" / "hive-judge"
SOURCES = ("Confined.java", "GetSplits.java", "Judge.java")
CONFINED = """<configuration>
<property><name>fs.file.impl</name><value>headwater.judge.Confined</value><final>true</final></property>
</configuration>
"""
"""Every configuration of Hadoop reads it: Hive sees and changes no file outside of the engine's own folder."""
OPENED = ("lang", "lang.reflect", "net", "io", "nio", "util", "util.concurrent")

SETTINGS = {
    "javax.jdo.option.ConnectionURL": "jdbc:derby:memory:metastore;create=true",
    "datanucleus.schema.autoCreateAll": "true",
    "hive.metastore.schema.verification": "false",
    "datanucleus.connectionPoolingType": "none",
    "fs.defaultFS": "file:///",
    # The lineage of the plan as it was written: optimizers fold and move what the question is about.
    "hive.cbo.enable": "false",
    "hive.optimize.constant.propagation": "false",
    "hive.auto.convert.join": "false",
    "hive.fetch.task.conversion": "none",
    "hive.stats.autogather": "false",
    # The compiler fills its lineage context for those who listen.
    "hive.exec.post.hooks": "org.apache.hadoop.hive.ql.hooks.LineageLogger",
    "hive.exec.dynamic.partition.mode": "nonstrict",
    "hive.mapred.mode": "nonstrict",
    "hive.strict.checks.cartesian.product": "false",
}
ACID = {
    "hive.support.concurrency": "true",
    "hive.txn.manager": "org.apache.hadoop.hive.ql.lockmgr.DbTxnManager",
}
"""Set when the tables are there: UPDATE, DELETE and MERGE are read by this manager alone."""

_FILLED = re.compile(
    r"CREATE\s+(?:(?:TEMPORARY|EXTERNAL)\s+)?(?:TABLE|MATERIALIZED\s+VIEW)(?:\s+IF\s+NOT\s+EXISTS)?\s+([\w.`]+)",
    re.IGNORECASE,
)
_AS = re.compile(r"\bAS\s+(?:SELECT|WITH|FROM)\b|\bAS\s*\(\s*SELECT\b", re.IGNORECASE)
_DEFINES = frozenset(["CREATE", "ALTER", "DROP", "USE", "MSCK", "TRUNCATE", "COMMENT", "RELOAD"])
_MOVES = frozenset(["SELECT", "INSERT", "FROM", "WITH", "MAP", "REDUCE", "UPDATE", "DELETE", "MERGE"])


class Engine:
    """Hive over the tables of a schema; a context manager, so that its Java is gone afterwards."""

    def __init__(self, schema: str) -> None:
        import pyspark
        from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway

        self.scratch = Path(tempfile.mkdtemp(prefix="headwater-hive-"))
        classes = CACHE / _digest()
        jars = sorted((Path(pyspark.__file__).parent / "jars").glob("*.jar"))
        (self.scratch / "log4j2.properties").write_text("rootLogger.level = off\n", encoding="utf-8")
        (self.scratch / "elsewhere").mkdir()
        (self.scratch / "core-site.xml").write_text(CONFINED, encoding="utf-8")
        options = [f"--add-opens=java.base/java.{package}=ALL-UNNAMED" for package in OPENED]
        options += [f"-Djava.io.tmpdir={self.scratch}", f"-Dheadwater.folder={self.scratch}"]
        options += [f"-Dderby.stream.error.file={self.scratch / 'derby.log'}"]
        classes.mkdir(parents=True, exist_ok=True)
        port, token = launch_gateway(
            classpath=os.pathsep.join(map(str, [self.scratch, classes, *jars])),
            java_path=str(java.find().home / "bin" / "java"),
            javaopts=[*options, "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"],
            die_on_exit=True,
            enable_auth=True,
        )
        self.gateway = JavaGateway(gateway_parameters=GatewayParameters(port=port, auth_token=token, auto_convert=True))
        self.jvm: Any = self.gateway.jvm
        self._compile(classes)
        folders = {
            "hive.metastore.warehouse.dir": "warehouse",
            "hive.exec.scratchdir": "scratch",
            "hive.exec.local.scratchdir": "local",
            "hive.downloaded.resources.dir": "resources",
        }
        where = {name: str(self.scratch / folder) for name, folder in folders.items()}
        self.judge: Any = self.jvm.headwater.judge.Judge({**SETTINGS, **where})
        for sql in statements(schema):
            self.define(sql)
        for name, value in ACID.items():
            self.judge.set(name, value)
        self.kept = self.judge.tables()

    def _compile(self, classes: Path) -> None:
        done = classes / "done"
        if done.exists():
            return
        for name in SOURCES:
            compiler = self.jvm.org.codehaus.janino.SimpleCompiler()
            compiler.cook((HERE / name).read_text(encoding="utf-8"))
            for entry in compiler.getBytecodes().entrySet():
                place = classes / (entry.getKey().replace(".", "/") + ".class")
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(entry.getValue())
        done.touch()

    def define(self, sql: str) -> None:
        """Carry a definition out."""
        problem = self.judge.run(sql)
        if problem:
            raise Refused(f"{problem} in {sql}")

    def script(self, text: str) -> dict[str, Any]:
        """What Hive says of a script: `{"statements"}`, or `{"error"}`, its reason to refuse it."""
        result: list[dict[str, Any]] = []
        settings: list[tuple[str, str]] = []
        try:
            for sql in statements(text):
                result += self.statement(sql, settings)
        except Abstains as why:
            return {"abstain": str(why)}
        except Refused as refused:
            return {"error": str(refused)}
        finally:
            for name, value in reversed(settings):
                self.judge.set(name, value)
            self.judge.clean(self.kept)
        return {"statements": result}

    def statement(self, sql: str, settings: list[tuple[str, str]]) -> list[dict[str, Any]]:
        """What Hive says of a statement; definitions are carried out, and `settings` keeps what a SET replaced."""
        word = sql.split(None, 1)[0].upper()
        if word == "SET":
            name, _, value = (part.strip() for part in sql[3:].partition("="))
            settings.append((name, self.judge.get(name)))
            self.judge.set(name, value)
            return []
        if word in _DEFINES and not _AS.search(sql):
            self.define(sql)
            return []
        if word not in _MOVES and word not in _DEFINES:
            return []  # LOAD, EXPORT, IMPORT, ADD JAR …: Hive's compiler has no lineage for them
        answer = json.loads(self.judge.ask(sql))
        if "error" in answer:
            raise Refused(answer["error"])
        name = _FILLED.match(sql)
        if name is not None:
            columns = ", ".join(f"`{column.rpartition('.')[2]}` {kind}" for column, kind in answer["schema"])
            self.define(f"CREATE TABLE {name.group(1)} ({columns})")  # it would be run otherwise
        elif word in _DEFINES:
            self.define(sql)
        if not answer["sinks"]:
            raise Abstains("a query whose last operator is a table function or a script leaves no lineage")
        return to_statements(Asked(sql, answer))

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.gateway.shutdown()
        shutil.rmtree(self.scratch, ignore_errors=True)


class Abstains(Exception):
    """Hive compiles the statement, and keeps nothing of its lineage."""


class Refused(Exception):
    """Hive does not compile the statement."""


def _digest() -> str:
    text = "".join((HERE / name).read_text(encoding="utf-8") for name in SOURCES)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
