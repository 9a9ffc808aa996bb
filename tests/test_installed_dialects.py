"""Dialects of other distributions: the example of docs/how-to/add-a-dialect.md, and what may be wrong with one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "how-to" / "add-a-dialect.md"
FILE = re.compile(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def install(target: Path, name: str, entries: dict[str, str], files: dict[str, str], version: str = "0.1.0") -> None:
    """What an installer leaves in a folder of sys.path: the package, and its metadata with the entry points."""
    for path, text in files.items():
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    info = target / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    lines = ["[headwater.dialects]", *(f"{key} = {value}" for key, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(target: Path, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Python with a folder of installed distributions."""
    path = os.pathsep.join([str(target), str(ROOT / "src")])
    return subprocess.run(
        [sys.executable, *arguments],
        input=text,
        env={**os.environ, "PYTHONPATH": path, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def python(target: Path, code: str) -> object:
    """What a program prints as JSON."""
    done = run(target, "-c", "import json, headwater\nfrom headwater import dialects\n" + code)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example of the page, installed."""
    target = tmp_path_factory.mktemp("installed")
    files = dict(FILE.findall(PAGE.read_text("utf-8")))
    project = tomllib.loads(files.pop("pyproject.toml"))["project"]
    entries = project["entry-points"]["headwater.dialects"]
    install(target, project["name"], entries, files, project["version"])
    return target


def test_the_page_has_every_file_of_the_package(example: Path) -> None:
    written = {path.name for path in (example / "headwater_postgres").iterdir()}
    assert written >= {"__init__.py", "grammar.py", "names.py", "functions.txt"}


@pytest.mark.parametrize("name", ["postgres", "postgresql", " Postgres "])
def test_the_example_analyses_sql(example: Path, name: str) -> None:
    sql = (
        "CREATE TABLE staged (id INT, name TEXT, born DATE);"
        "CREATE TABLE orders (id INT, name TEXT);"
        "INSERT INTO orders OVERRIDING SYSTEM VALUE SELECT id, upper(name) FROM staged;"
        "SELECT upper(name), id + 1, age(born), clock_timestamp(), id::text FROM public.staged"
    )
    code = f"""
answer = headwater.analyze({sql!r}, dialect={name!r})
insert, select = answer.statements[2:]
print(json.dumps([
    [(str(edge.source), str(edge.target), str(edge.type)) for edge in insert.edges],
    [column.name for column in select.columns],
    [str(edge.source) for edge in select.edges],
    [diagnostic.code for statement in answer.statements for diagnostic in statement.diagnostics],
]))"""
    written, names, sources, said = python(example, code)  # type: ignore[misc]
    assert written == [["staged.id", "orders.id", "DIRECT"], ["staged.name", "orders.name", "DERIVED"]]
    assert names == ["upper", "?column?", "age", "clock_timestamp", "id"]
    assert sources == ["staged.name", "staged.id", "staged.born", "staged.id"]
    assert said == []


def test_a_rewrite_of_the_example_knows_where_it_stands(example: Path) -> None:
    code = """
answer = headwater.analyze("INSERT INTO t SELECT overriding, system, value FROM u", dialect="postgres")
print(json.dumps([str(edge.source) for edge in answer.statements[0].edges]))"""
    assert python(example, code) == ["u.overriding", "u.system", "u.value"]


def test_the_command_line_has_the_example(example: Path) -> None:
    listed = run(example, "-m", "headwater", "dialects")
    assert listed.returncode == 0, listed.stderr
    lines = [line.strip() for line in listed.stdout.splitlines()]
    assert "postgres    PostgreSQL (also postgresql) from headwater-postgres 0.1.0" in lines
    assert len(lines) == 7
    text = "INSERT INTO orders OVERRIDING SYSTEM VALUE SELECT id FROM staged"
    done = run(example, "-m", "headwater", "analyze", "-", "--dialect", "postgres", "--format", "json", text=text)
    assert done.returncode == 0, done.stderr
    assert '"postgres"' in done.stdout
    assert "staged" in done.stdout


def test_an_unknown_name_says_what_is_installed(example: Path) -> None:
    code = """
try:
    dialects.get("oracle")
except dialects.UnknownDialect as error:
    print(json.dumps(str(error)))"""
    said = python(example, code)
    assert said == (
        "Unknown dialect 'oracle'. Supported dialects: clickhouse, duckdb, flink, googlesql, hive, spark."
        " Installed: postgres, postgresql."
    )


RECORD = (
    'from headwater.bind.dialect import Dialect\nDIALECT = Dialect(name={0!r}, title="Mine", grammar_name="duckdb")\n'
)


@pytest.mark.parametrize(
    ("entry", "module", "reason"),
    [
        ("mine", "import no_such_module\n", "cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'"),
        ("mine", "raise SystemError('bad day')\n", "cannot be loaded: SystemError: bad day"),
        ("mine", "OTHER = 1\n", "cannot be loaded: AttributeError: "),
        ("mine", "DIALECT = {'name': 'mine'}\n", "is a dict, not a headwater Dialect."),
        ("mine", RECORD.format("duckdb"), "calls itself duckdb, which is headwater's own."),
        ("mine", RECORD.format("mine"), "cannot be loaded: ModuleNotFoundError: "),  # it has no package of functions
    ],
)
def test_a_broken_dialect_names_its_distribution_and_breaks_no_other(
    tmp_path: Path, entry: str, module: str, reason: str
) -> None:
    install(tmp_path, "my-dialect", {entry: "my_dialect:DIALECT"}, {"my_dialect.py": module}, "2.5")
    listed = run(tmp_path, "-m", "headwater", "dialects")
    assert listed.returncode == 0, listed.stderr
    assert f"The dialect 'mine' of my-dialect 2.5 {reason}" in listed.stdout
    assert "duckdb      DuckDB" in listed.stdout
    used = run(tmp_path, "-m", "headwater", "analyze", "-", "--dialect", "mine", text="SELECT 1")
    assert used.returncode not in (0, 1)
    assert f"The dialect 'mine' of my-dialect 2.5 {reason}" in used.stderr
    assert "Traceback" not in used.stderr
    assert python(tmp_path, 'print(json.dumps(dialects.get("duckdb").title))') == "DuckDB"


def test_no_distribution_takes_over_a_name_of_headwater(tmp_path: Path) -> None:
    entries = {"duckdb": "my_dialect:DIALECT", "BigQuery": "my_dialect:DIALECT"}
    install(tmp_path, "my-dialect", entries, {"my_dialect.py": "raise SystemError('imported')\n"})
    code = 'print(json.dumps([dialects.get("duckdb").title, dialects.get("bigquery").name, len(dialects.known())]))'
    assert python(tmp_path, code) == ["DuckDB", "googlesql", 6]


def test_two_distributions_with_one_name_are_told_apart(tmp_path: Path) -> None:
    for name in ("first", "second"):
        install(tmp_path, name, {"mine": f"{name}:DIALECT"}, {f"{name}.py": RECORD.format("mine")})
    code = """
try:
    dialects.get("mine")
except dialects.UnknownDialect as error:
    print(json.dumps(str(error)))"""
    assert python(tmp_path, code) == "The dialect 'mine' is in first 0.1.0 and second 0.1.0. Uninstall all but one."
