"""The commands that ask a store, as a person at a terminal meets them."""

from __future__ import annotations

import csv
import io
import json
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from headwater.cli import app
from headwater.cli.serve import _own
from tests.store import small

SHOP = """
CREATE TABLE raw (id INT, amount INT, status VARCHAR);
CREATE TABLE a AS SELECT id, amount + 1 AS amount FROM raw WHERE status = 'x';
CREATE TABLE b AS SELECT my_udf(amount) AS odd FROM a;
CREATE TABLE c AS SELECT note FROM p, q;
SELECT amount FROM raw;
"""


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(small.make(tmp_path_factory.mktemp("commands"), {"duckdb/a.sql": SHOP}))


def run(*args: str, stdin: str | None = None) -> Any:
    return CliRunner(env={"NO_COLOR": "1", "COLUMNS": "100"}).invoke(app, list(args), input=stdin)


def test_trace_is_a_tree_with_what_is_not_sure_marked(out: str) -> None:
    done = run("trace", "b.odd", out)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "duckdb:b.odd  comes from"
    assert re.match(r"! └─ duckdb:a\.amount +UNKNOWN +COARSE +my_udf\(amount\)  \S+a\.sql:4", lines[1])
    assert re.match(r"     └─ duckdb:raw\.amount +DERIVED +amount \+ 1", lines[2])
    assert lines[-1] == "! 1 edge is uncertain: 1 UNKNOWN."


def test_ambiguous_cannot_be_missed(out: str) -> None:
    done = run("trace", "c.note", out)
    marked = [line for line in done.stdout.splitlines() if line.startswith("!")]
    assert len(marked) == 3
    assert all("AMBIGUOUS" in line for line in marked)


def test_trace_in_all_directions_and_forms(out: str) -> None:
    down = run("trace", "raw.amount", out, "--direction", "down")
    assert "feeds" in down.stdout
    assert "1 bare query not shown" in down.stdout
    assert "result@" in run("trace", "raw.amount", out, "--direction", "down", "--results").stdout
    both = run("trace", "a.amount", out, "--direction", "both", "--format", "json")
    assert [walk["direction"] for walk in json.loads(both.stdout)["walks"]] == ["upstream", "downstream"]
    rows = list(csv.DictReader(io.StringIO(run("trace", "b.odd", out, "-f", "csv").stdout)))
    assert [(row["source"], row["type"]) for row in rows] == [
        ("duckdb:a.amount", "UNKNOWN"),
        ("duckdb:raw.amount", "DERIVED"),
    ]
    decided = run("trace", "a.amount", out, "--influence", "influence")
    assert "by FILTER" in decided.stdout
    assert "no analyzed statement writes it" in run("trace", "raw.id", out).stdout
    short = run("trace", "b.odd", out, "--depth", "1")
    assert "(+1)" in short.stdout
    assert "1 more column not shown" in short.stdout


def test_path(out: str) -> None:
    done = run("path", "raw.amount", "b.odd", out)
    assert done.exit_code == 0
    assert "! 1. UNKNOWN  COARSE  2 steps" in done.stdout
    assert run("path", "b.odd", "raw.amount", out).exit_code == 1
    rows = list(csv.DictReader(io.StringIO(run("path", "raw.amount", "b.odd", out, "-f", "csv").stdout)))
    assert [(row["path"], row["step"]) for row in rows] == [("1", "1"), ("1", "2")]


def test_impact(out: str) -> None:
    done = run("impact", "raw.amount", out, "--change", "rename")
    assert "needs changes in 2 statements and reaches 2 datasets" in done.stdout
    assert "One of them is a bare query." in done.stdout
    rows = list(csv.DictReader(io.StringIO(run("impact", "raw.status", out, "-f", "csv").stdout)))
    assert [(row["dataset"], row["column"], row["how"]) for row in rows] == [
        ("duckdb:a", "(rows)", "influence"),
        ("duckdb:b", "", "follows"),
    ]
    assert json.loads(run("impact", "raw.amount", out, "-f", "json").stdout)["breaking"] == 2


def test_search(out: str) -> None:
    assert "duckdb:raw.amount" in run("search", "amou", out).stdout
    assert run("search", "zzzzz", out).exit_code == 1
    data = json.loads(run("search", "raw", out, "--what", "dataset", "-f", "json").stdout)
    assert [match["full_name"] for match in data["matches"]] == ["duckdb:raw"]


def test_diff_has_the_exit_codes_of_diff(out: str, tmp_path: Path) -> None:
    assert run("diff", out, out).exit_code == 0
    assert run("diff", out, f"{out}@000001").exit_code == 0
    other = tmp_path / "new" / "duckdb"
    other.mkdir(parents=True)
    (other / "a.sql").write_text(SHOP.replace("amount + 1", "my_udf(amount)"))
    changed = run("diff", out, str(other))
    assert changed.exit_code == 1
    assert "! duckdb:a.amount  changed  worse: lineage was lost" in changed.stdout
    assert run("diff", out, str(other), "--fail-on", "worse").exit_code == 1
    assert run("diff", out, str(other), "--fail-on", "never").exit_code == 0
    assert run("diff", str(other), out, "--fail-on", "worse").exit_code == 0
    assert run("diff", out, "nowhere").exit_code == 2
    assert run("diff", out, f"{out}@000009").exit_code == 2


def test_markdown_cannot_be_broken_out_of(tmp_path: Path) -> None:
    sql = 'CREATE TABLE t ("a|b`c" INT); CREATE TABLE u AS SELECT {0} AS "<b>x|`y`" FROM t;'
    lines = []
    for number, expr in enumerate(('"a|b`c"', '"a|b`c" + 1')):
        folder = tmp_path / str(number) / "duckdb"
        folder.mkdir(parents=True)
        (folder / "a.sql").write_text(sql.format(expr))
        lines.append(str(folder))
    done = run("diff", *lines, "--format", "markdown")
    row = next(line for line in done.stdout.splitlines() if line.startswith("| ~"))
    assert len(re.findall(r"(?<!\\)\|", row)) == 6


def test_sql(out: str) -> None:
    done = run("sql", out, "SELECT kind, count(*) AS n, NULL AS nothing FROM statements GROUP BY ALL ORDER BY ALL")
    assert done.stdout.splitlines() == [
        "kind          n  nothing",
        "CREATE_TABLE  4     NULL",
        "SELECT        1     NULL",
        "(2 rows)",
    ]
    rows = json.loads(
        run("sql", out, "SELECT 1 AS a, 2 AS a, [1, 2] AS l, DATE '2024-01-01' AS d", "-f", "json").stdout
    )
    assert rows == [{"a": 1, "a_2": 2, "l": [1, 2], "d": "2024-01-01"}]
    assert run("sql", out, "-", "-f", "csv", stdin="SELECT 'x,y' AS a, NULL AS b").stdout == 'a,b\n"x,y",\n'
    bounded = run("sql", out, "SELECT * FROM range(10)", "--max", "3")
    assert "(3 rows and more)" in bounded.stdout
    assert "only the first 3 rows" in bounded.stderr
    refused = run("sql", out, "COPY edges TO 'x'")
    assert (refused.exit_code, refused.stdout) == (2, "")


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("trace", "x.y", "nowhere"), "Folder nowhere does not exist."),
        (("trace", "nothing.at.all", "{out}"), "Unknown column nothing.at.all."),
        (("trace", "a", "{out}"), "a is a dataset, not a column. Its columns: id, amount."),
        (("trace", "id", "{out}"), "id is ambiguous: it matches 2 columns. Use one of: duckdb:a.id, duckdb:raw.id."),
        (("trace", "b.odd", "{out}", "--type", "NOPE"), "Unknown type NOPE."),
        (("trace", "b.odd", "{out}", "--as-of", "soon"), "'soon' is not a valid time."),
        (("trace", "b.odd", "{out}", "--snapshot", "7"), "has no snapshot 7."),
        (("trace", "b.odd", "{out}", "-d", "cobol"), "cobol"),
        (("serve", "nowhere"), "Folder nowhere does not exist."),
        (("serve", "{out}", "--token", "short"), "at least 8 characters"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(out: str, args: tuple[str, ...], word: str) -> None:
    done = run(*(arg.replace("{out}", out) for arg in args))
    assert done.exit_code == 2
    assert word in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_escape_sequences_in_names_reach_no_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "duckdb"
    folder.mkdir()
    (folder / "a.sql").write_text('CREATE TABLE t ("a\x1b[31m" INT); CREATE TABLE u AS SELECT "a\x1b[31m" AS b FROM t;')
    done = run("trace", "u.b", str(folder))
    assert done.exit_code == 0
    assert "\x1b" not in done.stdout


def test_which_hosts_only_this_machine_reaches() -> None:
    assert all(_own(host) for host in ("localhost", "127.0.0.1", "127.8.8.8", "::1"))
    assert not any(_own(host) for host in ("0.0.0.0", "::", "10.0.0.1", "example.com", ""))


def test_serve_runs_until_it_is_stopped(out: str) -> None:
    pytest.importorskip("uvicorn")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "headwater.cli", "serve", out, "--port", str(port), "--token", "auto"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        address = re.search(r"http://127\.0\.0\.1:\d+/\?token=(\S+)", server.stderr.readline())
        assert address is not None
        while True:
            assert server.poll() is None, "the server has ended"
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health").read()
                break
            except OSError:
                time.sleep(0.1)
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/info", headers={"Authorization": f"Bearer {address[1]}"}
        )
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer)["snapshot"]["id"] == "000001"
            assert "server" not in {name.lower() for name in answer.headers}
    finally:
        server.terminate()
        server.wait()
        if server.stderr is not None:
            server.stderr.close()
