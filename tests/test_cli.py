"""The command line: what it prints, where to, and how it ends."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner

import headwater
from headwater.cli import app
from headwater.cli.analyze import Format

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "cli.md"
SQL = "INSERT INTO x SELECT a + b AS c, 1 AS one FROM t WHERE a > 0"
CATALOG = {"t": {"a": "int", "b": "int"}, "x": {"c": "int", "one": "int"}}


def run(*args: str, stdin: str | bytes | None = None, **env: str | None) -> Any:
    return CliRunner(env={"NO_COLOR": None, "FORCE_COLOR": None, "COLUMNS": "80", **env}).invoke(
        app, list(args), input=stdin
    )


def real(*args: str, cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own, piped."""
    return subprocess.run(
        [sys.executable, "-m", "headwater.cli", *args],
        cwd=cwd,
        env={**os.environ, "PYTHONIOENCODING": "ascii", **env},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.sql").write_text(SQL)
    (tmp_path / "c.json").write_text(json.dumps(CATALOG))
    return tmp_path


# --- analyze ---------------------------------------------------------------------------------------------------


def test_a_file_as_a_table(here: Path) -> None:
    done = run("analyze", "q.sql", "--dialect", "duckdb", "--catalog", "c.json")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "#1 INSERT x  EXACT  q.sql:1",
        "  target  source     type     level  expression",
        "  c       t.a        DERIVED  EXACT  a + b",
        "  c       t.b        DERIVED  EXACT  a + b",
        "  one     generated           EXACT",
        "",
    ]
    assert done.stderr == ""


def test_json_is_exactly_what_the_library_says(here: Path) -> None:
    done = run("analyze", "q.sql", "-d", "duckdb", "-c", "c.json", "--format", "json")
    answer = headwater.analyze(SQL, dialect="duckdb", catalog=headwater.Catalog(CATALOG))
    assert json.loads(done.stdout) == answer.to_dict()


def test_a_folder_as_json_names_its_files_and_their_dialects(here: Path) -> None:
    for name in ("duckdb/b.sql", "spark/deep/a.SQL", "bigquery/c.sql", ".hidden/d.sql", "duckdb/e.txt"):
        (here / "all" / name).parent.mkdir(parents=True, exist_ok=True)
        (here / "all" / name).write_text("SELECT a FROM t")
    (here / "all" / "f.sql").write_text("-- made by hand\n-- dialect: hive\nSELECT a FROM t")
    done = run("analyze", "all", "--format", "json", "-q")
    assert [(file["path"], file["dialect"]) for file in json.loads(done.stdout)["files"]] == [
        ("all/f.sql", "hive"),
        ("all/bigquery/c.sql", "googlesql"),
        ("all/duckdb/b.sql", "duckdb"),
        ("all/spark/deep/a.SQL", "spark"),
    ]
    done = run("analyze", "all", "--format", "json", "-q", "--dialect", "flink")
    assert {file["dialect"] for file in json.loads(done.stdout)["files"]} == {"flink"}


def test_a_folder_of_one_file_has_the_form_of_a_folder(here: Path) -> None:
    assert list(json.loads(run("analyze", ".", "-d", "duckdb", "-f", "json", "-q").stdout)) == ["files"]
    assert list(json.loads(run("analyze", "q.sql", "q.sql", "-d", "duckdb", "-f", "json", "-q").stdout)) == ["files"]


def test_the_standard_input(here: Path) -> None:
    done = run("analyze", "-", "-d", "duckdb", "-c", "c.json", "-f", "json", stdin=SQL)
    assert [edge["to"] for edge in json.loads(done.stdout)["statements"][0]["edges"]] == ["x.c", "x.c"]
    assert run("analyze", "-", "-q", stdin="-- dialect: spark\nSELECT 1").exit_code == 0


def test_every_format_can_be_written(here: Path) -> None:
    for format in Format:
        done = run("analyze", "q.sql", "-d", "duckdb", "-c", "c.json", "--format", format.value)
        assert done.exit_code == 0, format
        assert done.stdout.endswith("\n")
        if format.value in ("json", "dag", "fields", "tables", "columns", "model"):
            json.loads(done.stdout)


def test_each_known_shape_has_its_keys(here: Path) -> None:
    def first(format: str) -> dict[str, Any]:
        data: list[dict[str, Any]] = json.loads(
            run("analyze", "q.sql", "-d", "duckdb", "-c", "c.json", "-f", format).stdout
        )
        return data[0]

    assert list(first("dag")) == ["nodes", "edges", "warnings"]
    assert list(first("fields")) == ["sourceFields", "targetField"]
    assert list(first("tables")) == ["inputTables", "outputTable"]
    assert list(first("columns")) == ["target", "parents"]
    assert list(first("model")) == ["Model", "Sources", "Columns"]


def test_influence_is_shown_on_request(here: Path) -> None:
    args = ("analyze", "q.sql", "-d", "duckdb", "-c", "c.json", "-f", "csv")
    value, deciding, both = (run(*args, "--influence", word).stdout for word in ("value", "influence", "both"))
    assert run(*args).stdout == value
    assert "FILTER" not in value
    assert "DERIVED" not in deciding
    assert len(both.splitlines()) == len(value.splitlines()) + len(deciding.splitlines()) - 1


def test_catalogs_are_merged_and_ddl_is_read_with_the_dialect_of_the_file(here: Path) -> None:
    (here / "one.yaml").write_text("t: [a, b]")
    (here / "two.sql").write_text("CREATE TABLE `x` (c INT, one INT) PARTITIONED BY (dt STRING)")
    done = run("analyze", "q.sql", "-d", "hive", "-c", "one.yaml", "-c", "two.sql", "-f", "json", "-q")
    (statement,) = json.loads(done.stdout)["statements"]
    assert [diagnostic["code"] for diagnostic in statement["diagnostics"]] == ["W310"]  # dt is known, and not given


def test_a_live_database_can_be_the_catalog(here: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect("live.duckdb") as connection:
        connection.execute("CREATE TABLE t (a INT, b INT); CREATE TABLE x (c INT, one INT)")
    done = run("analyze", "q.sql", "-d", "duckdb", "-c", "live.duckdb")
    assert "EXACT" in done.stdout.splitlines()[0]


def test_a_database_for_bare_names(here: Path) -> None:
    (here / "c.yaml").write_text("shop.t: [a, b]")
    (here / "q.sql").write_text("SELECT a FROM t")
    done = run("analyze", "q.sql", "-d", "spark", "-c", "c.yaml", "--database", "shop", "-f", "json")
    assert json.loads(done.stdout)["statements"][0]["level"] == "EXACT"


def test_views_are_folded_on_request(here: Path) -> None:
    (here / "q.sql").write_text("CREATE VIEW v AS SELECT a + 1 AS k FROM t; SELECT k FROM v")
    args = ("analyze", "q.sql", "-d", "duckdb", "-c", "c.json", "-f", "four-columns")
    assert "| v | k | result | k |" in run(*args).stdout
    assert "| t | a | result | k |" in run(*args, "--fold-views").stdout


def test_a_file_in_another_encoding(here: Path) -> None:
    (here / "q.sql").write_bytes("SELECT a AS é FROM t".encode("latin-1"))
    done = run("analyze", "q.sql", "-d", "duckdb", "--encoding", "latin-1", "-f", "json", "-q")
    assert "result.é" in done.stdout


def test_offsets_are_those_of_the_file(here: Path) -> None:
    (here / "q.sql").write_bytes(b"\xef\xbb\xbfSELECT\r\n  a + b AS c\r\nFROM t")
    done = run("analyze", "q.sql", "-d", "duckdb", "-c", "c.json", "-f", "json")
    assert json.loads(done.stdout)["statements"][0]["edges"][0]["span"] == [10, 15]


def test_output_to_a_file(here: Path) -> None:
    done = run("analyze", "q.sql", "-d", "duckdb", "-c", "c.json", "-f", "json", "--output", "out.json")
    assert done.stdout == ""
    assert list(json.loads((here / "out.json").read_text("utf-8"))) == ["statements"]


# --- how it ends -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sql", "level", "code"),
    [
        ("SELECT a FROM t", "inferred", 0),
        ("SELECT a FROM t", "EXACT", 1),
        ("SELECT a FROM nowhere", "INFERRED", 1),
        ("SELECT a FROM nowhere", "AMBIGUOUS", 0),
        ("SELECT z FROM nowhere, elsewhere", "AMBIGUOUS", 1),
        ("SELEC", "table", 1),
        ("SELEC", None, 0),
    ],
)
def test_fail_at(here: Path, sql: str, level: str | None, code: int) -> None:
    (here / "q.sql").write_text(sql)
    done = run("analyze", "q.sql", "-d", "duckdb", "-c", "c.json", *(("--fail-at", level) if level else ()))
    assert done.exit_code == code
    assert done.stdout
    assert ("fail: " in done.stderr) == bool(code)


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("analyze", "q.sql", "-d", "klingon"), "klingon"),
        (("analyze", "q.sql"), "--dialect"),
        (("analyze", "header.sql"), "klingon"),
        (("analyze", "nope.sql", "-d", "duckdb"), "nope.sql"),
        (("analyze", "binary.sql", "-d", "duckdb"), "--encoding"),
        (("analyze", "q.sql", "-d", "duckdb", "--encoding", "utf-99"), "utf-99"),
        (("analyze", "empty", "-d", "duckdb"), "empty"),
        (("analyze", "q.sql", "-d", "duckdb", "-c", "nope.json"), "nope.json"),
        (("analyze", "q.sql", "-d", "duckdb", "-c", "broken.json"), "broken.json"),
        (("analyze", "q.sql", "-d", "duckdb", "-c", "empty"), "empty"),
        (("analyze", "q.sql", "-d", "duckdb", "-c", "broken.duckdb"), "broken.duckdb"),
        (("analyze", "q.sql", "-d", "duckdb", "-o", "no/such/folder"), "no/such/folder"),
        (("plan", "nope.sql", "-d", "duckdb"), "nope.sql"),
        (("explain", "x.nope", "q.sql", "-d", "duckdb"), "x.nope"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(here: Path, args: tuple[str, ...], word: str) -> None:
    (here / "empty").mkdir()
    (here / "binary.sql").write_bytes(b"SELECT \xff\xfe")
    (here / "header.sql").write_text("-- dialect: klingon\nSELECT 1")
    (here / "broken.json").write_text("{")
    (here / "broken.duckdb").write_text("this is no database")
    if "broken.duckdb" in args:
        pytest.importorskip("duckdb")
    done = run(*args)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("headwater: ")
    assert word in done.stderr


def test_the_process_ends_the_same_way(here: Path) -> None:
    done = real("analyze", "nope.sql", "-d", "duckdb", cwd=here)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "headwater: Cannot read nope.sql: No such file or directory.\n"
    done = real("analyze", "q.sql", "-d", "duckdb", "--fail-at", "INFERRED", "-q", cwd=here)
    assert done.returncode == 1
    assert done.stdout.startswith("#1 INSERT x")


@pytest.mark.parametrize(
    "args", [("analyze",), ("analyze", "q.sql", "--nope"), ("nope",), ("analyze", "q.sql", "-f", "x")]
)
def test_a_wrong_use_ends_with_two(here: Path, args: tuple[str, ...]) -> None:
    done = run(*args)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "Error: " in done.stderr


# --- the streams -----------------------------------------------------------------------------------------------


def test_diagnostics_go_to_the_standard_error_with_a_caret(here: Path) -> None:
    done = run("analyze", "q.sql", "-d", "duckdb", "-f", "json")
    json.loads(done.stdout)
    lines = done.stderr.splitlines()
    assert lines[0].startswith("warning W110: Table ")
    assert re.fullmatch(r"  --> q\.sql:1:\d+", lines[1])
    assert lines[2] == f"  1 | {SQL}"
    assert set(lines[3].removeprefix("    | ")) == {" ", "^"}
    assert SQL[lines[3].index("^") - len("    | ")] in "tx"
    assert run("analyze", "q.sql", "-d", "duckdb", "-f", "json", "--quiet").stderr == ""


def test_what_is_piped_is_plain_text_that_depends_on_nothing(here: Path) -> None:
    long = " + ".join(["a"] * 300)
    (here / "q.sql").write_text(f'SELECT {long} AS "血缘" FROM t')
    args = ("analyze", "q.sql", "-d", "duckdb", "-c", "c.json")
    narrow = real(*args, cwd=here, COLUMNS="20", TERM="xterm-256color", PYTHONHASHSEED="1")
    wide = real(*args, cwd=here, COLUMNS="500", NO_COLOR="1", PYTHONHASHSEED="2")
    assert narrow.stdout == wide.stdout
    assert long in narrow.stdout
    assert "血缘" in narrow.stdout
    assert "\x1b" not in narrow.stdout + narrow.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("no_color", [False, True])
def test_colours_are_for_a_terminal_that_wants_them(here: Path, no_color: bool) -> None:
    import pty

    primary, secondary = pty.openpty()
    env = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-m", "headwater.cli", "analyze", "q.sql", "-d", "duckdb"],
        cwd=here,
        env={**env, "TERM": "xterm-256color", "COLUMNS": "70", **({"NO_COLOR": "1"} if no_color else {})},
        stdout=secondary,
        stderr=subprocess.PIPE,
    )
    os.close(secondary)
    seen = b""
    while True:
        try:
            chunk = os.read(primary, 65536)
        except OSError:
            break
        if not chunk:
            break
        seen += chunk
    os.close(primary)
    assert process.stderr is not None
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 0
    assert b"INSERT x" in seen
    assert (b"\x1b[33m" in seen) is not no_color
    assert b"\x1b" not in errors


def test_a_closed_pipe_is_no_failure_of_ours(here: Path) -> None:
    (here / "q.sql").write_text(";".join([SQL] * 2000))
    with subprocess.Popen(
        [sys.executable, "-m", "headwater.cli", "analyze", "q.sql", "-d", "duckdb", "-q"],
        cwd=here,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


# --- the other commands ----------------------------------------------------------------------------------------


def test_plan_prints_the_tree_of_each_statement(here: Path) -> None:
    done = run("plan", "q.sql", "-d", "duckdb", "-c", "c.json")
    assert done.exit_code == 0
    lines = [re.sub(r"\$\d+", "$", line) for line in done.stdout.splitlines()]
    assert lines[0] == "#1 INSERT x  EXACT  q.sql:1"
    assert lines[1].startswith("Write(INSERT x, $ c=[$]")
    assert lines[2].startswith("  Project($ c=[$ + $]")
    assert lines[3:] == ["    Filter(WHERE=[$ > 0])", "      Scan(t, $ a, $ b)", ""]


def test_plan_of_what_has_none(here: Path) -> None:
    (here / "q.sql").write_text("USE shop; SELEC")
    done = run("plan", "q.sql", "-d", "duckdb")
    assert done.stdout.count("no plan") == 2
    assert "error E" in done.stderr


def test_explain_shows_the_way_the_place_and_how_sure_it_is(here: Path) -> None:
    (here / "q.sql").write_text("WITH s AS (\n  SELECT a + b AS v FROM t WHERE b > 0\n)\nSELECT max(v) AS m FROM s")
    done = run("explain", "result.m", "q.sql", "-d", "duckdb", "-c", "c.json")
    assert done.exit_code == 0
    text = done.stdout
    assert "<- t.a  AGG" in text
    assert "path        Scan -> Project -> Aggregate" in text
    assert "expression  max(a + b)" in text
    assert "confidence  1 EXACT: every name was resolved" in text
    assert "2 |   SELECT a + b AS v FROM t WHERE b > 0\n          |          ^^^^^\n" in text
    assert "4 | SELECT max(v) AS m FROM s\n          |        ^^^^^^\n" in text
    assert "t.b  FILTER" in text


def test_explain_says_why_it_is_not_sure(here: Path) -> None:
    (here / "q.sql").write_text("SELECT z FROM nowhere, elsewhere")
    text = run("explain", "z", "q.sql", "-d", "duckdb").stdout
    assert "0.49 AMBIGUOUS: several interpretations are possible" in text
    assert "W112 1:8 Column z is ambiguous: it could come from" in text


def test_explain_of_a_generated_column(here: Path) -> None:
    done = run("explain", "one", "q.sql", "-d", "duckdb", "-c", "c.json")
    assert "generated: no stored column feeds its value" in done.stdout


@pytest.mark.parametrize("asked", ["c", "x.c", "X.C", "main.x.c", '"x".c'])
def test_explain_finds_a_column_by_any_of_its_names(here: Path, asked: str) -> None:
    (here / "q.sql").write_text("INSERT INTO main.x (c) SELECT a FROM t")
    assert "<- t.a" in run("explain", asked, "q.sql", "-d", "duckdb", "-c", "c.json").stdout


def test_explain_offers_what_is_near(here: Path) -> None:
    assert "Did you mean x.one?" in run("explain", "x.ome", "q.sql", "-d", "duckdb", "-c", "c.json").stderr


def test_dialects_are_listed() -> None:
    lines = run("dialects").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["clickhouse", "duckdb", "flink", "googlesql", "hive", "spark"]
    assert "bigquery" in lines[3]


def test_version_and_help() -> None:
    assert run("--version").stdout == f"headwater {headwater.__version__}\n"
    for args in (("-h",), ("--help",), ("analyze", "-h"), ("explain", "--help")):
        done = run(*args)
        assert done.exit_code == 0
        assert "Usage:" in done.stdout
    assert "analyze" in run().output


def test_the_installed_command_is_this_one() -> None:
    command = Path(sys.executable).with_name("headwater")
    if not command.exists():
        pytest.skip("headwater is not installed as a command here")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"headwater {headwater.__version__}\n"


# --- the page --------------------------------------------------------------------------------------------------


def documented() -> dict[str, str]:
    """The sections of the page by command; what stands before the first is the general part."""
    parts = re.split(r"^## headwater (\w+)$", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def test_every_command_and_option_is_on_the_page() -> None:
    page = documented()
    group: Any = typer.main.get_command(app)
    assert sorted(group.commands) == sorted(name for name in page if name)
    missing = [
        f"{name or 'headwater'} {word}"
        for name, command in [("", group), *group.commands.items()]
        for option in command.params
        for word in [*getattr(option, "opts", []), *getattr(option, "secondary_opts", [])]
        if word.startswith("-") and f"`{word}" not in page[name]
    ]
    assert missing == []


def test_every_option_on_the_page_exists() -> None:
    group: Any = typer.main.get_command(app)
    for name, text in documented().items():
        command = group.commands[name] if name else group
        known = {word for option in command.params for word in getattr(option, "opts", [])} | {"-h", "--help"}
        rows = re.findall(r"^\| (`-[^|]+)\|", text, flags=re.MULTILINE)
        told = {word for row in rows for word in re.findall(r"`(--?[\w-]+)", row)}
        assert told <= known, name


def test_every_format_is_on_the_page() -> None:
    assert [one.value for one in Format if f"| `{one.value}` |" not in documented()["analyze"]] == []


_BLOCK = re.compile(
    r"^```console\n\$ headwater (.*?)\n(?:((?<=<<'SQL'\n).*?)^SQL\n)?(.*?)^```$", re.MULTILINE | re.DOTALL
)


def examples() -> list[Any]:
    matches = _BLOCK.findall(PAGE.read_text("utf-8"))
    return [pytest.param(command, stdin, output, id=command) for command, stdin, output in matches]


def printed(command: str, stdin: str) -> str:
    done = run(*shlex.split(command.removesuffix("<<'SQL'")), stdin=stdin or None)
    return str(done.stdout + done.stderr).rstrip()


def numbered(text: str) -> str:
    """The text with column ids in the order of appearance: which numbers they are is not promised."""
    ids: dict[str, str] = {}
    return re.sub(r"\$\d+", lambda match: ids.setdefault(match.group(), f"${len(ids)}"), text)


@pytest.mark.parametrize(("command", "stdin", "output"), examples())
def test_the_examples_on_the_page_are_real(
    command: str, stdin: str, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`python tests/test_cli.py` writes them again."""
    monkeypatch.chdir(ROOT)
    assert numbered(printed(command, stdin)) == numbered(output.rstrip())


def bless() -> None:
    """Write what the commands print now into the page."""

    def example(match: re.Match[str]) -> str:
        command, stdin, _ = match.groups(default="")
        given = f"{stdin}SQL\n" if stdin else ""
        return f"```console\n$ headwater {command}\n{given}{printed(command, stdin)}\n```"

    os.chdir(ROOT)
    PAGE.write_text(_BLOCK.sub(example, PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    bless()


def test_functions_from_a_file(here: Path) -> None:
    (here / "udf.sql").write_text("SELECT mask(a, b) AS m, top_by(a, b) AS n FROM t")
    unknown = run("analyze", "udf.sql", "-d", "duckdb", "-c", "c.json", "--format", "csv")
    assert "UNKNOWN" in unknown.stdout
    (here / "f.yaml").write_text("mask: scalar value cond\n")
    (here / "g.json").write_text(json.dumps({"functions": {"top_by": {"kind": "agg", "roles": ["value", "order"]}}}))
    for command in (["analyze", "udf.sql", "--format", "csv"], ["explain", "m", "udf.sql"], ["plan", "udf.sql"]):
        done = run(*command, "-d", "duckdb", "-c", "c.json", "--functions", "f.yaml", "--functions", "g.json")
        assert done.exit_code == 0, done.stderr
        assert "UNKNOWN" not in done.stdout
        assert "W210" not in done.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mask: scalar valu", "f.yaml: mask: 'valu' is not a role"),
        ("mask: {kind: scaler}", "f.yaml: mask: 'scaler' is not a kind"),
        ("mask: 3", "f.yaml: mask must be a line"),
        ("- mask", "f.yaml must map names"),
        ("mask: [", "Cannot parse the function file f.yaml"),
    ],
)
def test_a_file_of_functions_that_is_wrong(here: Path, text: str, said: str) -> None:
    (here / "f.yaml").write_text(text)
    done = run("analyze", "q.sql", "-d", "duckdb", "--functions", "f.yaml")
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())


def test_a_file_of_functions_that_is_not_there(here: Path) -> None:
    done = run("analyze", "q.sql", "-d", "duckdb", "--functions", "nowhere.yaml")
    assert done.exit_code == 2
    assert "Cannot read the function file nowhere.yaml" in done.stderr


def test_a_run_without_spark_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "pyspark.py").write_text("raise ImportError('not here')")
    command = [sys.executable, "-m", "headwater.cli", "run", str(tmp_path), "--out", str(tmp_path / "out")]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == ["headwater: pyspark is not installed. pip install 'headwater[spark]'"]


@pytest.mark.parametrize(
    ("given", "said"),
    [(("--dialect", "oracle"), "Unknown dialect 'oracle'."), (("--max-unread", "many"), "'many' is not a share.")],
)
def test_a_run_is_refused_before_java_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: tuple[str, str], said: str
) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.setattr("headwater.spark.open_session", lambda *_, **__: pytest.fail("Java was started"))
    done = run("run", str(tmp_path), "--out", str(tmp_path / "out"), *given)
    assert done.exit_code == 2
    assert said in done.stderr
