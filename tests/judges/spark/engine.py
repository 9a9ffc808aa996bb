"""Asks Spark's analyzer: one session, one Java, a script at a time.

A statement is parsed and analysed, and its plan is read; it is not run, unless a later statement of its script needs
what it makes (a table, a view, a function, a variable). What a script makes is gone with it.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from headwater.spark import java
from tests.judges.spark.commands import Told, answer
from tests.judges.spark.scripts import statements
from tests.judges.values import Abstain

HERE = Path(__file__).parent
MADE = ("CREATE", "DECLARE", "SET", "USE", "CACHE", "DROP", "ALTER")
"""What is run as well: later statements see it."""


class Engine:
    """A context manager, so that its Java is gone afterwards."""

    def __init__(self, schema: str) -> None:
        os.environ["JAVA_HOME"] = str(java.find().home)
        self.folder = tempfile.TemporaryDirectory(prefix="headwater-judge-")
        folder = Path(self.folder.name)
        (folder / "classes").mkdir()
        options = {
            "spark.ui.enabled": "false",
            "spark.driver.memory": "1g",
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.extraClassPath": str(folder / "classes"),
            "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
            "spark.sql.warehouse.dir": str(folder / "warehouse"),
            "spark.sql.catalogImplementation": "in-memory",
            "spark.sql.catalog.lake": "headwater.judge.Lake",
            "spark.sql.session.timeZone": "UTC",
            "spark.sql.debug.maxToStringFields": "1000",
        }
        builder = SparkSession.builder.master("local[1]")
        for key, value in options.items():
            builder = builder.config(key, value)
        self.spark: Any = builder.getOrCreate()
        self.spark.sparkContext.setLogLevel("OFF")
        self.jvm: Any = self.spark._jvm
        compiled(self.jvm, folder / "classes")
        self.skip = self.jvm.org.apache.spark.sql.execution.CommandExecutionMode.SKIP()
        for statement in statements(schema):
            self.spark.sql(statement)
        self.known = self.objects()

    def objects(self) -> set[tuple[str, str]]:
        """What lasts longer than a session. In the reverse order of the alphabet it can be dropped."""
        catalog = self.spark._jsparkSession.sessionState().catalog()
        result = set()
        for database in self.listed(catalog.listDatabases()):
            result.add(("DATABASE", f"`{database}`"))
            for table in self.listed(catalog.listTables(database)):
                if table.database().isDefined():
                    kind = catalog.getTableMetadata(table).tableType().name()
                    result.add(("VIEW" if kind == "VIEW" else "TABLE", f"`{database}`.`{table.table()}`"))
            for pair in self.listed(catalog.listFunctions(database)):
                if str(pair._2()) == "USER" and pair._1().database().isDefined():
                    result.add(("FUNCTION", f"`{database}`.`{pair._1().funcName()}`"))
        return result

    def listed(self, seq: Any) -> list[Any]:
        return list(self.jvm.scala.jdk.javaapi.CollectionConverters.asJava(seq))

    def plan(self, session: Any, sql: str) -> Any:
        state = session._jsparkSession.sessionState()
        return state.executePlan(state.sqlParser().parsePlan(sql), self.skip).analyzed()

    def script(self, text: str) -> dict[str, Any]:
        """What the analyzer says of every statement of a script; or why it says nothing."""
        session = self.spark.newSession()
        answers = Told()
        try:
            parts = statements(text)
            for index, part in enumerate(parts):
                plan = self.plan(session, part)
                answers.add(answer(json.loads(plan.toJSON()), plan.toString()))
                if index + 1 < len(parts) and part.split(None, 1)[0].upper() in MADE:
                    session.sql(part)
        except Abstain as why:
            return {"abstain": str(why)}
        except (PySparkException, Py4JError) as error:
            return {"error": str(error).split("\n")[0][:300]}
        finally:
            for kind, name in sorted(self.objects() - self.known, reverse=True):
                self.spark.sql(f"DROP {kind} {name}")
        return answers.to_dict()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.spark.stop()
        self.folder.cleanup()


def compiled(jvm: Any, place: Path) -> None:
    """The catalog of tables that can be merged into, put where Spark's class loader looks."""
    compiler = jvm.org.codehaus.janino.SimpleCompiler()
    compiler.cook((HERE / "Lake.java").read_text(encoding="utf-8"))
    for entry in compiler.getBytecodes().entrySet():
        file = place / (entry.getKey().replace(".", "/") + ".class")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(entry.getValue())
