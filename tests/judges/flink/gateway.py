"""A Java with Flink's planner in it, and the Python end of it.

`apache-flink-libraries` brings the jars, `py4j` the gateway; PyFlink itself, with its pins of pyarrow, pandas and Beam,
is not needed for planning. The planner's jar lies inside the loader's: it is taken out once and kept in the
environment. Stubs.java is compiled by Janino, which the runtime's jar carries, into a folder on the class path.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Any

from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway

HERE = Path(__file__).parent
OPENED = ("lang", "lang.reflect", "net", "io", "text", "time", "util", "util.concurrent")
"""Packages of java.base that Flink's own launcher opens, too."""

FACTORY = "org.apache.flink.table.factories.Factory"
FACTORIES = (
    "Kafka", "UpsertKafka", "Jdbc", "MysqlCdc", "Hudi", "Paimon", "Iceberg", "Elasticsearch", "Milvus", "View",
    "Openai",
)  # fmt: skip


def jars() -> Path:
    """The folder of Flink's jars in this environment."""
    return Path(sysconfig.get_paths()["purelib"]) / "pyflink" / "lib"


def planner() -> Path:
    """The planner's jar, taken out of its loader the first time."""
    jar = Path(sys.prefix) / "flink-table-planner.jar"
    if not jar.exists():
        (loader,) = jars().glob("flink-table-planner-loader-*.jar")
        unfinished = jar.with_suffix(f".{os.getpid()}")
        with zipfile.ZipFile(loader) as archive, unfinished.open("wb") as out:
            shutil.copyfileobj(archive.open("flink-table-planner.jar"), out)
        unfinished.replace(jar)
    return jar


class Flink:
    """A running Java; `table_env` is Flink's TableEnvironment in streaming mode."""

    def __init__(self, java: str, scratch: Path) -> None:
        texts = [str(jar) for jar in sorted(jars().glob("*.jar")) if "planner-loader" not in jar.name]
        # No logging: its configuration is Flink's, and its appenders would write into the environment.
        texts = [jar for jar in texts if "log4j" not in jar]
        options = [f"--add-opens=java.base/java.{package}=ALL-UNNAMED" for package in OPENED]
        port, token = launch_gateway(
            classpath=os.pathsep.join([str(scratch), str(planner()), *texts]),
            java_path=java,
            javaopts=[*options, "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"],
            die_on_exit=True,
            enable_auth=True,
        )
        self.gateway = JavaGateway(gateway_parameters=GatewayParameters(port=port, auth_token=token, auto_convert=True))
        self.jvm: Any = self.gateway.jvm
        self.compile_stubs(scratch)
        self.table_env: Any = None

    def compile_stubs(self, scratch: Path) -> None:
        compiler = self.jvm.org.codehaus.janino.SimpleCompiler()
        compiler.cook((HERE / "Stubs.java").read_text(encoding="utf-8"))
        for entry in compiler.getBytecodes().entrySet():
            class_file = scratch / (entry.getKey().replace(".", "/") + ".class")
            class_file.parent.mkdir(parents=True, exist_ok=True)
            class_file.write_bytes(entry.getValue())
        services = scratch / "META-INF" / "services" / FACTORY
        services.parent.mkdir(parents=True)
        services.write_text("".join(f"headwater.judge.{name}\n" for name in FACTORIES), encoding="utf-8")

    def fresh(self) -> Any:
        """A new TableEnvironment, with nothing in its catalog."""
        api = self.jvm.org.apache.flink.table.api
        self.table_env = api.internal.TableEnvironmentImpl.create(api.EnvironmentSettings.inStreamingMode())
        return self.table_env

    def close(self) -> None:
        self.gateway.shutdown()
