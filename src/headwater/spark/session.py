"""A Spark session for headwater: found, or made and put away again.

    with open_session() as spark:                        # on this machine, with all its cores
    with open_session("spark://host:7077") as spark:     # on a cluster
    with open_session("sc://host:15002") as spark:       # through Spark Connect

Invariants: a session that somebody else opened is used and never stopped, and its settings are put back; a session on
this machine listens on the loopback address alone; what Spark prints goes to a file, not to the user's terminal; what
is wrong with Spark itself is a SparkProblem, one line with a line of help.

To add a setting: RUNTIME for what can change while a session runs (it is applied to a found session too), FIXED for
what must be known when Spark starts, `_local` for what is so on one machine alone. What the caller gives in `conf`
wins over all of them.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from headwater.spark import java
from headwater.spark.errors import SparkProblem, recognise
from headwater.spark.processes import started

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

OLDEST_SPARK = (4, 2)
REACH_SECONDS = 5.0

RUNTIME: dict[str, str] = {
    "spark.sql.session.timeZone": "UTC",  # a timestamp in a log means the same on every machine
    "spark.sql.adaptive.enabled": "true",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "1000",  # statements differ by orders of magnitude:
    "spark.sql.execution.arrow.maxBytesPerBatch": str(16 << 20),  # a batch is bounded by both
    "spark.sql.execution.pyspark.udf.faulthandler.enabled": "true",
    # Spark's default is a type that is gone from Parquet's standard, and that other readers take for a local time
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    "spark.sql.maxConcurrentOutputFileWriters": "8",  # what is written by parts is not sorted by part first
}

FIXED: dict[str, str] = {
    "spark.ui.showConsoleProgress": "false",
    "spark.python.worker.reuse": "true",
    "spark.python.worker.faulthandler.enabled": "true",  # a worker that crashes says where
}

_TEMPORARY = "headwater-spark-"
_OWNER, _FAILED = "owner", "failed"
"""Files in a run's temporary folder: who it belongs to, and that something went wrong."""

_java_folder: Path | None = None
"""The temporary folder of the Java that was started here, with its log."""

# Everything that Spark says is kept, in one file per Java process; nothing of it reaches the terminal.
LOGGING = """\
rootLogger.level = warn
rootLogger.appenderRef.file.ref = file
appender.file.type = File
appender.file.name = file
appender.file.fileName = ${sys:headwater.log}
appender.file.layout.type = PatternLayout
appender.file.layout.pattern = %d{yyyy-MM-dd HH:mm:ss} %p %c{1}: %m%n%ex
"""


@contextmanager
def open_session(
    master: str | None = None,
    *,
    app_name: str = "headwater",
    conf: Mapping[str, str] | None = None,
    memory: str | None = None,
    ui: bool = False,
    temp: str | os.PathLike[str] | None = None,
) -> Iterator[SparkSession]:
    """A session to work with, until the end of the `with` block.

    `master` is what spark-submit takes, or an sc:// address; without one, an open session is used, then what
    spark-submit or SPARK_REMOTE says, then local[*]. `memory` is Java's heap (the driver's on one machine, each
    executor's on a cluster); `temp` is where Spark spills. Both are for a Java that is started here: once it runs, it
    keeps its heap until Python ends.
    """
    require_pyspark()
    user_conf = dict(conf or {})
    existing = _existing_session()
    if existing is not None:
        _require_master(existing, master)
        with _explain_problems(), with_settings(existing, {**RUNTIME, **user_conf}):
            yield existing
        return
    remote = master if master and master.startswith("sc://") else None if master else os.environ.get("SPARK_REMOTE")
    with _explain_problems():
        if remote:
            spark, names = _connect(remote, user_conf), frozenset[str]()
        else:
            spark, names = _start(master, app_name, user_conf, memory, ui, temp)
        try:
            yield spark
        finally:
            _stop(spark, names)


def is_connect(spark: SparkSession) -> bool:
    """Whether a session is a Spark Connect client: it has no SparkContext, no RDDs and no Java at hand."""
    return type(spark).__module__.startswith("pyspark.sql.connect")


def require_pyspark() -> None:
    """Refuse to go on without a Spark that is new enough."""
    try:
        import pyspark
    except ImportError:
        raise SparkProblem("pyspark is not installed.", "pip install 'headwater[spark]'") from None
    version = tuple(int(part) for part in re.findall(r"\d+", pyspark.__version__)[:2])
    if version < OLDEST_SPARK:
        oldest = ".".join(map(str, OLDEST_SPARK))
        raise SparkProblem(
            f"headwater needs pyspark {oldest} or newer, but {pyspark.__version__} is installed.",
            "pip install --upgrade 'headwater[spark]'",
        )


def _existing_session() -> SparkSession | None:
    """The session that this program has open, whichever thread opened it."""
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

    active = SparkSession.getActiveSession()
    if active is None and SparkContext._active_spark_context is not None:
        active = SparkSession.builder.getOrCreate()
    return active


def _require_master(spark: SparkSession, master: str | None) -> None:
    """A program has one session: another master cannot be had beside it."""
    if master is None:
        return
    has = "Spark Connect" if is_connect(spark) else spark.sparkContext.master
    if master != has and not (is_connect(spark) and master.startswith("sc://")):
        raise SparkProblem(
            f"A Spark session with the master {has} is already open, not {master}.",
            "Stop it first, or use it by leaving out the master.",
        )


@contextmanager
def with_settings(spark: SparkSession, settings: Mapping[str, str]) -> Iterator[None]:
    """A session under some settings; those of before are put back. What cannot change while it runs is left."""
    changed = {name: value for name, value in settings.items() if spark.conf.isModifiable(name)}
    before: dict[str, str | None] = {name: spark.conf.get(name, None) for name in changed}
    try:
        for name, value in changed.items():
            spark.conf.set(name, value)
        yield
    finally:
        for name, old in before.items():
            if old is None:
                spark.conf.unset(name)
            else:
                spark.conf.set(name, old)


@contextmanager
def _explain_problems() -> Iterator[None]:
    """What is wrong with Spark itself is said in one line; the rest is raised as it is."""
    from py4j.protocol import Py4JError, Py4JNetworkError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError, ConnectionError, OSError) as error:
        problem = recognise(str(error))
        if problem is None and isinstance(error, (Py4JNetworkError, ConnectionRefusedError)):
            problem = SparkProblem(
                "The Java process that runs Spark has ended in the middle.",
                "It may have been killed for want of memory: give it more, or less if the machine has no more.",
            )
        log = _keep_log()
        if problem is None:
            if log is not None:
                error.add_note(f"Spark's log: {log}")
            raise
        if log is not None:
            problem.help = f"{problem.help} Spark's log: {log}".strip()
        raise problem from error


def _keep_log() -> Path | None:
    """The log of the Java that was started here, which stays when Python ends."""
    if _java_folder is None or not (_java_folder / "spark.log").exists():
        return None
    (_java_folder / _FAILED).touch()
    return _java_folder / "spark.log"


# Starting Spark ------------------------------------------------------------------------------------------------------


def _start(
    master: str | None,
    app_name: str,
    user_conf: dict[str, str],
    memory: str | None,
    ui: bool,
    temp: str | os.PathLike[str] | None,
) -> tuple[SparkSession, frozenset[str]]:
    """A session of our own, in the Java that runs already or in a new one; and the settings that are only its own."""
    from pyspark import SparkConf, SparkContext
    from pyspark.sql import SparkSession

    if "PYSPARK_GATEWAY_PORT" in os.environ:  # spark-submit started Java, and us
        SparkContext._ensure_initialized()
    running = SparkContext._gateway is not None
    defaults = dict(SparkConf().getAll()) if running else {}  # by spark-submit, or by spark-defaults.conf
    master = master or user_conf.get("spark.master") or defaults.get("spark.master") or "local[*]"
    _reach(master)
    local = master.startswith("local")
    folder = _folder(temp)
    settings = {**RUNTIME, **FIXED}
    if local:
        settings |= _local(master, folder)
    if ui or local:
        settings["spark.ui.enabled"] = str(ui).lower()
    heap = memory or (_heap() if local else None)
    if heap:
        settings["spark.driver.memory" if local else "spark.executor.memory"] = heap
    # What spark-submit was told is the user's word, like `user_conf`.
    settings |= {**defaults, **user_conf, "spark.master": master}
    settings.setdefault("spark.app.name", app_name)
    environment = {"PYSPARK_PYTHON": sys.executable} if local else {}
    interrupt = signal.getsignal(signal.SIGINT)
    try:
        with _environment(environment):
            if not running:
                _launch(settings, folder)
            spark_conf = SparkConf()
            for name, value in settings.items():
                spark_conf.set(name, value)
            context = SparkContext(conf=spark_conf)
        return SparkSession(context), frozenset(settings) - frozenset(defaults)
    finally:
        # Spark takes Ctrl-C for itself, and does not give it back.
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, interrupt)


def _local(master: str, folder: Path) -> dict[str, str]:
    """What one machine adds: it talks to itself alone, and leaves nothing behind in the current folder."""
    return {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.local.dir": str(folder / "local"),
        "spark.checkpoint.dir": (folder / "checkpoints").as_uri(),
        "spark.sql.warehouse.dir": (folder / "warehouse").as_uri(),
        # Small results are put together again by adaptive execution; large ones want to be in many parts.
        "spark.sql.shuffle.partitions": str(max(8, 4 * _cores(master))),
    }


def _launch(settings: dict[str, str], folder: Path) -> None:
    """Start Java, with its output in a file; the settings are given their place in it."""
    from pyspark import SparkConf, SparkContext
    from pyspark.errors import PySparkException
    from pyspark.java_gateway import launch_gateway

    launch: Callable[..., Any] = launch_gateway  # pyspark does not say its type

    runtime = java.find()
    log = folder / "spark.log"
    configuration = folder / "log4j2.properties"
    configuration.write_text(LOGGING)
    ours = [
        f'"-Dlog4j2.configurationFile={configuration.as_uri()}"',
        f'"-Dheadwater.log={log}"',
        f'"-Djava.io.tmpdir={folder}"',
        "-XX:-UsePerfData",  # no file in the machine's temporary folder
    ]
    name = "spark.driver.extraJavaOptions"
    settings[name] = " ".join([*ours, settings.get(name, "")]).strip()
    conf = SparkConf(loadDefaults=False)
    for key, value in settings.items():
        conf.set(key, value)
    with open(folder / "java.log", "ab") as output, _environment({"JAVA_HOME": str(runtime.home)}):
        try:
            gateway = launch(conf, {"stdout": output, "stderr": output})
        except (PySparkException, OSError) as error:
            java_log = (folder / "java.log").read_text(errors="replace")
            problem = recognise(java_log) or recognise(str(error))
            if problem is None:
                raise
            lines = [line for line in java_log.splitlines() if re.search(r"error|exception", line, re.IGNORECASE)]
            detail = f" Java said: {lines[0].strip()[:200]}" if lines else ""
            raise SparkProblem(f"{problem}{detail}", problem.help) from error
    SparkContext._ensure_initialized(gateway=gateway, conf=conf)
    global _java_folder
    _java_folder = folder


def _stop(spark: SparkSession, names: frozenset[str]) -> None:
    """Put our session away; one that has died is away already.

    Java goes on running, and spark-submit left our settings in its properties: the next session shall not find them.
    """
    from py4j.protocol import Py4JError
    from pyspark import SparkContext
    from pyspark.errors import PySparkException

    if is_connect(spark):
        os.environ.pop("SPARK_CONNECT_MODE_ENABLED", None)  # or this program could only ever be a client
    try:
        spark.stop()
        for name in names:
            if SparkContext._jvm is not None:
                SparkContext._jvm.java.lang.System.clearProperty(name)
    except (PySparkException, Py4JError, OSError):
        pass


def _folder(temp: str | os.PathLike[str] | None) -> Path:
    """A folder for what Spark writes beside the results. Java works in it until Python ends, and so long it stays.

    What runs that were killed left behind goes away with the next start.
    """
    try:
        for old in Path(temp or tempfile.gettempdir()).glob(f"{_TEMPORARY}*"):
            _remove_if_left(old)
        folder = Path(tempfile.mkdtemp(prefix=_TEMPORARY, dir=temp))
        (folder / _OWNER).write_text(f"{os.getpid()} {started(os.getpid())}")
    except OSError as error:
        raise SparkProblem(
            f"Cannot write Spark's temporary files: {error.strerror}: {error.filename}.",
            "Use another folder, or set TMPDIR.",
        ) from error
    atexit.register(_put_away, folder)
    return folder


def _remove_if_left(folder: Path) -> None:
    """Remove the folder of a run that was killed; one that says nothing of its owner is somebody else's."""
    try:
        pid, _, since = (folder / _OWNER).read_text().partition(" ")
        if started(int(pid)) != since:
            shutil.rmtree(folder, ignore_errors=True)
    except (OSError, ValueError):
        return


def _put_away(folder: Path) -> None:
    """Remove a run's folder; after a failure Spark's log stays."""
    if not (folder / _FAILED).exists():
        shutil.rmtree(folder, ignore_errors=True)
        return
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name not in ("spark.log", "java.log"):
            path.unlink(missing_ok=True)


@contextmanager
def _environment(values: Mapping[str, str]) -> Iterator[None]:
    """Variables that Spark reads from the environment when it starts, and nobody sees afterwards."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _cores(master: str) -> int:
    """How many tasks a local master runs at once."""
    match = re.match(r"local\[(\d+|\*)", master)
    if match is None:
        return 1
    return (os.cpu_count() or 1) if match.group(1) == "*" else int(match.group(1))


def _heap() -> str:
    """Java's heap on one machine: a quarter of the memory, 1 to 8 GB; Python's workers want the rest."""
    try:
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # Windows has no sysconf
        return "2g"
    limit = Path("/sys/fs/cgroup/memory.max")  # a container's share
    if limit.is_file() and (text := limit.read_text().strip()).isdigit():
        total = min(total, int(text))
    return f"{min(max(total // 4, 1 << 30), 8 << 30) >> 20}m"


# Masters elsewhere ---------------------------------------------------------------------------------------------------


def _reach(master: str) -> None:
    """Ask whether anybody listens at a master before Spark does: Spark takes a minute, and many lines, to give up."""
    if master == "yarn" and not (os.environ.get("HADOOP_CONF_DIR") or os.environ.get("YARN_CONF_DIR")):
        raise SparkProblem(
            "The master is yarn, but neither HADOOP_CONF_DIR nor YARN_CONF_DIR is set.",
            "Set one of them to the folder with core-site.xml and yarn-site.xml.",
        )
    scheme, _, hosts = master.partition("://")
    if scheme not in ("spark", "sc"):
        return
    default = 7077 if scheme == "spark" else 15002
    reasons = []
    for address in hosts.partition("/")[0].split(","):
        try:
            split = urlsplit(f"//{address}")
            host, port = split.hostname, split.port or default
        except ValueError as error:
            raise SparkProblem(f"Invalid address {master}: {error}.", f"Use {scheme}://host:{default}") from None
        try:
            with socket.create_connection((host, port), timeout=REACH_SECONDS):
                return
        except OSError as error:
            reasons.append(f"{host}:{port}: {error.strerror or error}")
    raise SparkProblem(
        f"Cannot connect to {master} ({'; '.join(reasons)}).",
        "Check that Spark runs there, and use the address that it prints when it starts.",
    )


def _connect(address: str, user_conf: dict[str, str]) -> SparkSession:
    """A Spark Connect client. Java, memory and temporary folders are the server's."""
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    if address.startswith("sc://"):
        _reach(address)
    try:
        builder = SparkSession.builder.remote(address)
        for name, value in {**RUNTIME, **user_conf}.items():
            builder = builder.config(name, value)
        return builder.getOrCreate()
    except ImportError as error:  # pyspark raises its own kind, which is an ImportError too
        first = str(error).splitlines()[0]
        raise SparkProblem(
            f"Spark Connect needs a missing package: {first}", "pip install 'pyspark[connect]'"
        ) from error
    except PySparkException as error:
        first = str(error).strip().splitlines()[0]
        raise SparkProblem(
            f"Spark Connect at {address} rejected the connection: {first}", "See the server's log."
        ) from error
