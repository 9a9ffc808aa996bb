"""`make docs`: writes the generated pages of docs/ again, and what the examples in all pages print.

Generated whole: reference/diagnostics.md from the table of codes, reference/dialects.md from the dialects' records,
reference/api.md from the docstrings, reference/tables.md from the pipeline's records, reference/http.md from the
server's document, images/lineage.svg by picture.py, page/src/api/types.ts by typescript.py. The pages of dialects/ have
a table of features between two marks, from the golden cases (features.py). In every other page a block

    ```console              is run where it begins with `$ headwater`, and what it prints is written below
    ```sql orders.sql       is a file, for the blocks below it on the same page

and a `python` block is run; with `>>>` prompts its output is compared. tests/test_docs.py does the same and changes
nothing. reference/cli.md is left to tests/test_cli.py. A new diagnostic needs an example in `EXAMPLES`. What needs
Spark is not run: such examples are `text` and `sh` blocks. The queries of reference/tables.md run over empty tables.
"""

from __future__ import annotations

import contextlib
import doctest
import inspect
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from typer.testing import CliRunner

import headwater
from headwater import answer, dialects, emit, script
from headwater.base import codes
from headwater.base.identifiers import Fold
from headwater.base.levels import Level, confidence_of, doubt_of
from headwater.cli import app
from headwater.frontends import catalyst as plans
from headwater.rows import warehouse
from headwater.rows.record import STRINGS, Field
from headwater.spark import Capture, capture, lineage

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
NOTE = "<!-- Written by tools/docs.py; `make docs` writes it again. -->"


def pages() -> list[Path]:
    """README.md and every page of docs/ whose examples are run here."""
    return [ROOT / "README.md", *sorted(page for page in DOCS.rglob("*.md") if page != DOCS / "reference" / "cli.md")]


# ── the examples of a page ───────────────────────────────────────────────────────────────────────────────────────
class Block(NamedTuple):
    """A fenced block: the words behind the fence, the text, and where the text stands in the page."""

    info: str
    text: str
    start: int
    end: int


_FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEREDOC = re.compile(r" <<'(\w+)'$")


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page in order."""
    for match in _FENCE.finditer(page):
        yield Block(match[1].strip(), match[2], match.start(2), match.end(2))


@contextlib.contextmanager
def workplace() -> Iterator[Path]:
    """A folder of its own for one page, with the examples in it."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as made:
        place = Path(made).resolve()
        shutil.copytree(ROOT / "examples", place / "examples")
        os.chdir(place)
        try:
            yield place
        finally:
            os.chdir(before)


def run(page: str) -> str:
    """Run every block of a page in order; the page with what its commands print now.

    Raises AssertionError where a Python block fails or prints something else.
    """
    out: list[str] = []
    at = 0
    names: dict[str, Any] = {"__name__": "__docs__"}
    with workplace() as place:
        for block in blocks(page):
            words = block.info.split()
            if words[:1] == ["console"] and block.text.startswith("$ headwater"):
                out += [page[at : block.start], console(block.text)]
                at = block.end
            elif words[:1] == ["python"]:
                python(block.text, names)
            elif len(words) == 2:
                (place / words[1]).parent.mkdir(parents=True, exist_ok=True)
                (place / words[1]).write_text(block.text, "utf-8")
    return "".join([*out, page[at:]])


def console(text: str) -> str:
    """A console block with what its commands print now. `$ headwater …`, with a here-document, and `$ echo $?`."""
    lines = text.splitlines()
    out: list[str] = []
    at = code = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if not line.startswith("$ "):
            continue
        out.append(line)
        command = line[2:]
        stdin: str | None = None
        heredoc = _HEREDOC.search(command)
        if heredoc is not None:
            command = command[: heredoc.start()]
            end = lines.index(heredoc[1], at)
            stdin = "\n".join([*lines[at:end], ""])
            out += lines[at : end + 1]
            at = end + 1
        if command == "echo $?":
            out.append(str(code))
            continue
        program, *arguments = shlex.split(command)
        assert program == "headwater", f"only headwater is run here: {command}"
        plain = {"NO_COLOR": "1", "FORCE_COLOR": None, "COLUMNS": "80"}
        done = CliRunner(env=plain).invoke(app, arguments, input=stdin)
        code = done.exit_code
        printed = (done.stdout + done.stderr).rstrip("\n")
        out += [one.rstrip() for one in printed.split("\n")] if printed else []
    return "\n".join([*out, ""])


def python(text: str, names: dict[str, Any]) -> None:
    """Run a Python block; one with prompts is compared with what it prints."""
    if ">>> " not in text:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(text, "<docs>", "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(text, names, "docs", None, 0)
    failures: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=failures.append, clear_globs=False)
    names.update(test.globs)
    assert not failures, "".join(failures)


def numbered(text: str) -> str:
    """The text with column ids in the order of appearance: which numbers they are is not promised."""
    ids: dict[str, str] = {}
    return re.sub(r"\$\d+", lambda match: ids.setdefault(match.group(), f"${len(ids)}"), text)


# ── reference/diagnostics.md ─────────────────────────────────────────────────────────────────────────────────────
EXAMPLES: dict[str, tuple[str, str]] = {
    "SYNTAX": ("duckdb", "SELECT a FROM t WEHRE a > 0"),
    "TOKENS": ("duckdb", "SELECT 'no end"),
    "TOO_DEEP": ("duckdb", "SELECT " + "(" * 300 + "1" + ")" * 300),
    "TOO_LONG": ("duckdb", "SELECT a FROM t"),
    "NO_TABLES": ("duckdb", "SELECT a FORM t"),
    "NOT_A_STATEMENT": ("duckdb", "a + b"),
    "BARE_JOIN": ("duckdb", "SELECT a FROM t" + " LEFT JOIN t" * 6),
    "TABLES_ONLY": ("duckdb", "CREATE TRIGGER r AFTER INSERT ON t FOR EACH STATEMENT INSERT INTO u SELECT 1"),
    "TEMPLATE": ("duckdb", "SELECT a FROM ${table}"),
    "TEMPLATE_BLOCK": ("duckdb", "SELECT a FROM t {% if full %} WHERE b > 0 {% endif %}"),
    "UNKNOWN_TABLE": ("duckdb", "SELECT a FROM nowhere"),
    "UNKNOWN_COLUMN_ANYWHERE": (
        "duckdb",
        "CREATE TABLE t (a INT); CREATE TABLE u (b INT); SELECT c FROM t, u",
    ),
    "UNKNOWN_COLUMN": ("duckdb", "CREATE TABLE t (amount INT); SELECT amuont FROM t"),
    "AMBIGUOUS_COLUMN": ("duckdb", "SELECT note FROM orders, customers"),
    "NO_SUCH_ALIAS": ("duckdb", "CREATE TABLE t (a INT); SELECT x.a FROM t"),
    "NO_TABLE_FOR_COLUMN": ("duckdb", "SELECT a"),
    "ORDINAL_OUT_OF_RANGE": ("duckdb", "CREATE TABLE t (a INT); SELECT a FROM t ORDER BY 2"),
    "UNKNOWN_FIELD": ("duckdb", "CREATE TABLE t (s STRUCT(x INT)); SELECT s.y FROM t"),
    "UNKNOWN_FUNCTION": ("duckdb", "CREATE TABLE t (a INT); SELECT my_udf(a) AS b FROM t"),
    "UNREAD_SYNTAX": ("duckdb", "CREATE TABLE t (a INT); SELECT COLUMNS(lambda c: md5(c) > 'a') FROM t"),
    "SETOP_WIDTH": ("duckdb", "CREATE TABLE t (a INT, b INT); SELECT a, b FROM t UNION SELECT a FROM t"),
    "UNKNOWN_WINDOW": ("duckdb", "CREATE TABLE t (a INT); SELECT sum(a) OVER w AS s FROM t"),
    "STAR_NO_MATCH": ("duckdb", "CREATE TABLE t (a INT); SELECT * EXCLUDE (b) FROM t"),
    "DYNAMIC_PIVOT": ("duckdb", "CREATE TABLE t (k INT, a INT); PIVOT t ON k USING sum(a)"),
    "SUMMARIZED_TYPE": ("duckdb", "CREATE TABLE t (a INT); SUMMARIZE SELECT a + 1 AS b FROM t"),
    "OPAQUE": ("hive", "CREATE TABLE t (xs STRING); SELECT x, y FROM t LATERAL VIEW inline(xs) e AS x, y"),
    "ALIAS_LIST_WIDTH": ("duckdb", "CREATE TABLE t (a INT); WITH s(x, y) AS (SELECT a FROM t) SELECT x FROM s"),
    "UNKNOWN_MODEL": (
        "flink",
        "CREATE TABLE t (a STRING); SELECT a, label FROM ML_PREDICT(TABLE t, MODEL mood, DESCRIPTOR(a))",
    ),
    "TABLE_FUNCTION": ("duckdb", "SELECT v FROM t, my_table_function(t.a)"),
    "MACRO_NOT_FOLLOWED": (
        "duckdb",
        "CREATE TABLE t (a INT); CREATE MACRO f(x) AS x; CREATE MACRO g(x) AS f(x); "
        "CREATE OR REPLACE MACRO f(x) AS g(x); SELECT f(a) AS k FROM t",
    ),
    "MACRO_VARIANTS": (
        "duckdb",
        "CREATE TABLE t (a INT); CREATE MACRO f(x INT) AS x + 1, (x VARCHAR) AS x || '1'; SELECT f(a) AS k FROM t",
    ),
    "MACRO_ARGUMENTS": ("duckdb", "CREATE TABLE t (a INT); CREATE MACRO f(x) AS x + 1; SELECT f(a, 2) AS k FROM t"),
    "DYNAMIC_TABLE": ("duckdb", "SELECT a FROM query(getvariable('text'))"),
    "FINAL": ("clickhouse", "CREATE TABLE t (a UInt8); SELECT a FROM t FINAL"),
    "SAMPLE": ("spark", "CREATE TABLE t (a INT); SELECT a FROM t TABLESAMPLE (10 PERCENT)"),
    "INSERT_WIDTH": ("duckdb", "CREATE TABLE t (a INT); CREATE TABLE u (x INT, y INT); INSERT INTO u SELECT a FROM t"),
    "SINK_TYPE": ("flink", "CREATE TABLE t (a STRING); CREATE TABLE u (n INT); INSERT INTO u SELECT a FROM t"),
    "UNKNOWN_TARGET_COLUMN": ("duckdb", "CREATE TABLE t (a INT); INSERT INTO t (b) SELECT 1"),
    "STATEMENT_NOT_READ": ("duckdb", "CREATE TABLE t (a INT); ALTER TABLE t SET SORTED BY (a)"),
    "NO_DATA": ("duckdb", "BEGIN TRANSACTION"),
    "NOT_PREPARED": ("duckdb", "EXECUTE nobody(1)"),
    "WHOLE_DATABASE": ("duckdb", "CREATE TABLE t (a INT); EXPORT DATABASE 'out'"),
    "INSERT_STAR": ("duckdb", "CREATE TABLE u (x INT, y INT); INSERT INTO u SELECT * FROM nowhere"),
}
"""A statement that gives each diagnostic, by the name of its code in `headwater.base.codes`."""
WITHOUT = frozenset(
    {
        "INTERNAL", "TOO_LARGE", "CRASHED", "TOO_SLOW", "UNREAD_ENTRY", "REFUSED_BY_ENGINE", "WAITS_FOR_ITSELF", "LOST",
        "PLAN_OPERATOR", "PLAN_EXPRESSION", "PLAN_ROWS", "PLAN_PYTHON", "PLAN_TARGET", "PLAN_UNREAD",
        "FRONT_END_MISSING", "FRONT_END_REFUSED",
    }
)  # fmt: skip
"""Those that no small statement brings about."""

_GROUPS = {"0": "Reading the text", "1": "Names", "2": "Clauses and expressions", "3": "Statements and catalog"}
_GROUPS["7"] = "Plans of an engine"
_GROUPS["8"] = "The log"
_GROUPS["9"] = "headwater itself"


def named() -> dict[str, codes.Code]:
    """Every code by its name, in the order of the table."""
    return {name: value for name, value in vars(codes).items() if isinstance(value, codes.Code)}


def group(code: codes.Code) -> str:
    """The chapter that a code belongs to: the hundreds of its number."""
    return _GROUPS[str(int(code.id[1:]) // 100)]


def example(name: str) -> tuple[str, str]:
    """The dialect and the text of an example, one statement a line."""
    dialect, sql = EXAMPLES[name]
    return dialect, sql.replace("; ", ";\n")


def shown(name: str, code: codes.Code) -> headwater.Diagnostic | None:
    """The diagnostic that the example of a code gives; None where there is no example."""
    if name not in EXAMPLES:
        return None
    dialect, sql = example(name)
    options = headwater.Options(max_chars=10) if code is codes.TOO_LONG else None
    found = headwater.analyze(sql, dialect=dialect, options=options).diagnostics
    return next((one for one in found if one.kind is code), None)


def diagnostics() -> str:
    """The page of every diagnostic."""
    out = [
        NOTE,
        "# Diagnostics",
        "",
        "What headwater has to say about an answer. A diagnostic has a code, a severity, a message, a help line and a",
        "place in the text. The letter of a code is its severity: **I**nfo, **W**arning, **E**rror. *Level* is what it",
        "does to the answer: a statement's [level](../guide/reading-an-answer.md#how-sure-it-is) is the worst of its",
        "diagnostics.",
        "",
    ]
    last = ""
    for name, code in named().items():
        if group(code) != last:
            last = group(code)
            out += [f"## {last}", ""]
        out += [f"### {code.id}", "", f"**{_words(code.message)}** {code.help}", ""]
        out += [f"Severity `{code.severity}`, level `{code.level}`.", ""]
        one = shown(name, code)
        if one is not None and len(EXAMPLES[name][1]) < 120:
            dialect, sql = example(name)
            said = f"{dialect}, {one.line}:{one.column}" + (", with `max_chars=10`" if code is codes.TOO_LONG else "")
            out += ["```sql", sql, "```", "", f"> {one.message} *({said})*", ""]
    return "\n".join(out).rstrip() + "\n"


def _words(message: str) -> str:
    """A message with … where its arguments stand; one that only adds a guess is left out."""
    return re.sub(r"(?<=\.)\{\d\}$", "", message).replace("{0}", "…").replace("{1}", "…").replace("{2}", "…")


# ── reference/dialects.md ────────────────────────────────────────────────────────────────────────────────────────
_CLAUSES = ("SELECT", "WHERE", "PREWHERE", "ON", "GROUP BY", "HAVING", "QUALIFY", "ORDER BY", "LIMIT")
_CASE = {"written": "as written in the query", "stored": "as written in the table", "lower": "in lower case"}
_FOLD = {Fold.NONE: "case-sensitive", Fold.LOWER: "case-insensitive"}


def dialect_page() -> str:
    """The page of what each dialect does with names."""
    out = [
        NOTE,
        "# Dialects",
        "",
        "What differs between the dialects in the SQL that they share, as headwater has it. What only one dialect has,",
        "and is not read yet, is listed in [the dialects](../dialects/README.md).",
        "",
        "*An alias wins* names the clauses in which the alias of a select item hides a column of the same name; in the",
        "others the column wins. *Functions* counts those whose argument roles are known.",
        "",
    ]
    found = [dialects.get(name) for name in dialects.NAMES]
    rows: list[tuple[str, list[str]]] = [
        ("name", [f"`{one.name}`" for one in found]),
        (
            "also called",
            [_ticks(alias for alias, real in dialects.ALIASES.items() if real == one.name) for one in found],
        ),
        ("table names", [_FOLD[one.identifiers.fold_tables] for one in found]),
        ("column names", [_FOLD[one.identifiers.fold_columns] for one in found]),
        ("names are quoted with", [_ticks(_quotes(one)) for one in found]),
        (
            "default database",
            [_ticks([".".join(one.identifiers.defaults)] if one.identifiers.defaults else []) for one in found],
        ),
        ("`SELECT a + 1` is called", [f"`{_output_name(one, 'a + 1')}`" for one in found]),
        ("`SELECT A` of a column `a` is called", [_CASE[one.output_names.reference_case] for one in found]),
        ("`SELECT CAST(a AS BIGINT)` is called", [f"`{_output_name(one, 'CAST(a AS BIGINT)')}`" for one in found]),
        ("an alias wins in", [_clauses(one.columns.alias_clauses()) for one in found]),
        ("columns of `VALUES`", [_ticks(map(one.output_names.values, (0, 1))) for one in found]),
        ("function names", ["case-sensitive" if one.calls.case_sensitive() else "case-insensitive" for one in found]),
        ("functions", [str(len(one.functions.table)) for one in found]),
    ]
    out += ["| | " + " | ".join(one.title for one in found) + " |", "| --- |" + " --- |" * len(found)]
    out += [f"| {title} | " + " | ".join(cells) + " |" for title, cells in rows]
    return "\n".join([*out, ""])


def _ticks(words: Any) -> str:
    return ", ".join(f"`{word}`" if word != "`" else "`` ` ``" for word in words) or "none"


def _output_name(one: dialects.Dialect, expression: str) -> str:
    """The name of a column of SELECT … FROM t (a INT)."""
    catalog = headwater.Catalog.from_ddl("CREATE TABLE t (a INT)", dialect=one.name)
    answer = headwater.analyze(f"SELECT {expression} FROM t", dialect=one.name, catalog=catalog)
    return answer.statements[0].columns[0].name


def _quotes(one: dialects.Dialect) -> list[str]:
    return [str(mark) for mark in one.grammar.tokenizer_class.IDENTIFIERS]


def _clauses(found: frozenset[str]) -> str:
    missing = [clause for clause in _CLAUSES if clause not in found and clause != "PREWHERE"]
    return "every clause" if not missing else ", ".join(clause for clause in _CLAUSES if clause in found)


# ── reference/api.md ─────────────────────────────────────────────────────────────────────────────────────────────
_CHAPTERS: tuple[tuple[str, str, tuple[Any, ...]], ...] = (
    ("headwater", "Analysing", (headwater.analyze, headwater.Options, headwater.read_functions, headwater.Catalog)),
    (
        "headwater",
        "The answer",
        (
            headwater.Analysis,
            answer.Statement,
            answer.Edge,
            answer.Influence,
            answer.Hop,
            answer.OutputColumn,
            answer.ColumnRef,
            headwater.Diagnostic,
            headwater.Level,
        ),
    ),
    ("headwater.script", "Whole scripts", (script.graph, script.ScriptEdge)),
    ("headwater.spark", "DataFrames", (lineage, capture, Capture)),
    ("headwater.frontends.catalyst", "Plans", (plans.analyze, plans.statement)),
    (
        "headwater.emit",
        "Output",
        (emit.dag, emit.four_columns, emit.field_lineage, emit.table_lineages, emit.column_lineage, emit.model_lineage),
    ),
)
_INHERITED = {answer.Edge: answer.Edge.__bases__, answer.Influence: answer.Influence.__bases__}
_INHERITED[answer.Hop] = answer.Hop.__bases__
_INHERITED[headwater.Catalog] = headwater.Catalog.__bases__


def api() -> str:
    """The page of everything that may be called, from the docstrings."""
    names = ", ".join(f"`{name}`" for name in headwater.__all__ if name[0] != "_")
    out = [
        NOTE,
        "# The library",
        "",
        f"`import headwater` gives {names}.",
        "The rest is reached from an answer, or stands in the module that its chapter names.",
        "",
    ]
    for module, title, things in _CHAPTERS:
        out += [f"## {title}", ""]
        if module != "headwater":
            out += [f"In `{module}`.", ""]
        for thing in things:
            out += [f"### {thing.__name__}", "", *_thing(thing)]
    return "\n".join(out).rstrip() + "\n"


def _thing(thing: Any) -> Iterator[str]:
    if inspect.isfunction(thing):
        yield from ["```text", _signature(thing), "```", ""]
        yield from _doc(thing)
        return
    yield from _doc(thing)
    rows = [f"| `{name}` | {_first(member)} |" for name, member in _members(thing)]
    if thing is headwater.Level:
        yield from ["| level | confidence |", "| --- | --- |"]
        yield from (f"| `{one}` | {_confidence(one)} |" for one in Level)
        yield ""
    elif rows:
        yield from ["| | |", "| --- | --- |", *rows, ""]


def _confidence(level: Level) -> str:
    return "0.9 / number of candidates" if level is Level.AMBIGUOUS else str(confidence_of(doubt_of(level)))


def _members(thing: Any) -> Iterator[tuple[str, Any]]:
    """Fields first, then properties and methods, those of its own before those it inherits."""
    fields = _FIELDS.get(thing, {})
    yield from fields.items()
    for owner in (thing, *_INHERITED.get(thing, ())):
        for name, member in vars(owner).items():
            if name[0] == "_" or name in fields or not _documented(member) or name in _INNER:
                continue
            called = inspect.isfunction(member) or isinstance(member, classmethod)
            yield (name + "(…)" if called else name), member


def _documented(member: Any) -> bool:
    kinds = (property, classmethod)
    return isinstance(member, kinds) or inspect.isfunction(member) or type(member).__name__ == "cached_property"


_REF = "a `ColumnRef`"
_TYPE = "what kind of edge it is, see [reading an answer](../guide/reading-an-answer.md)"
_SPAN = "start and end in the analysed text, from 0, the end exclusive"
# Fields have no docstring of their own. A field that is not here is the library's own business.
_FIELDS: dict[Any, dict[str, str]] = {
    headwater.Options: {
        "database": "Where names without a database belong.",
        "fold_views": "Whether columns are followed through views.",
        "functions": "Functions that you describe, see [register a function](../how-to/register-a-function.md).",
        "max_chars": "A statement that is longer is refused.",
    },
    headwater.Analysis: {
        "statements": "One `Statement` for each statement, in order.",
        "source": "The text, and its name.",
        "dialect": "The dialect that it was read in.",
    },
    answer.Statement: {
        "index": "Its number in the text, from 0.",
        "kind": "`SELECT`, `INSERT`, `CREATE_TABLE`, `CREATE_VIEW`, `UPDATE`, `MERGE`, `DELETE`, …",
        "dialect": "The dialect that it was read in.",
        "span": f"Its {_SPAN}.",
        "diagnostics": "What has to be said about the answer, as `Diagnostic`s.",
    },
    answer.Edge: {
        "source": f"The stored column, {_REF}.",
        "target": f"The column that is written, {_REF}.",
        "type": f"{_TYPE[0].upper()}{_TYPE[1:]}.",
    },
    answer.Influence: {
        "source": f"The stored column that decides, {_REF}.",
        "target": f"What it decides, {_REF}; its `column` is None for the rows of the whole target.",
        "type": f"{_TYPE[0].upper()}{_TYPE[1:]}.",
        "span": f"Where it decides: {_SPAN}.",
    },
    answer.Hop: {
        "source": f"A column of a table, CTE or derived table, {_REF}.",
        "target": f"The column that reads it, {_REF}.",
        "type": f"{_TYPE[0].upper()}{_TYPE[1:]}.",
        "expr": "The expression as it stands in the text.",
        "op": "The operator that made it.",
        "span": f"The place of the expression: {_SPAN}.",
    },
    answer.OutputColumn: {
        "name": "Its name.",
        "ordinal": "Its place in the target, from 0.",
        "generated": "Whether no stored column gives it value.",
        "level": "How sure it is.",
    },
    answer.ColumnRef: {
        "dataset": "The name of the dataset.",
        "column": "The name of the column; None for the whole dataset.",
        "path": "The fields below the column, outermost first.",
        "ordinal": "Its place in a target, from 0; None in a source.",
    },
    headwater.Diagnostic: {"span": f"Its place: {_SPAN}."},
    script.ScriptEdge: {
        "source": f"The column that it comes from, {_REF}.",
        "target": f"The column that is left behind, {_REF}.",
        "type": f"{_TYPE[0].upper()}{_TYPE[1:]}.",
        "statements": "The indexes of the statements on the way, source first.",
    },
}
_INNER = frozenset({"explainer", "place_of", "index", "of"})


def _first(member: Any) -> str:
    if isinstance(member, str):
        return member
    target = member.__func__ if isinstance(member, classmethod) else member
    text = inspect.getdoc(target if inspect.isfunction(target) else getattr(target, "func", target)) or ""
    return _linked(" ".join(text.partition("\n\n")[0].partition(">>>")[0].split()))


def _linked(text: str) -> str:
    """The docstrings name chapters of the contract; the page leads there."""
    return re.sub(r"semantics §(\d+)", r"[semantics §\1](semantics.md)", text)


def _signature(thing: Any) -> str:
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(thing)))
    parts = re.split(r", (?![^\[(]*[\])])", text[1 : text.rindex(") ->")])
    lines = ",\n    ".join(parts)
    whole = f"{thing.__name__}({', '.join(parts)}){text[text.rindex(') ->') + 1 :]}"
    return whole if len(whole) <= 100 else f"{thing.__name__}(\n    {lines},\n){text[text.rindex(') ->') + 1 :]}"


def _doc(thing: Any) -> Iterator[str]:
    text = inspect.getdoc(thing) or ""
    words, prompt, example = text.partition(">>>")
    yield from [_linked(words.strip()), ""]
    if prompt:
        yield from ["```python", *_imports(prompt + example), *(prompt + example).splitlines(), "```", ""]


def _imports(example: str) -> list[str]:
    """What an example needs beside the package itself: names of the module that its docstring stands in."""
    where = {"headwater": "import headwater"}
    for name, module in (
        ("Catalog", "headwater"),
        ("Level", "headwater"),
        ("Options", "headwater"),
        ("read_functions", "headwater"),
        ("ColumnRef", "headwater.answer"),
        ("graph", "headwater.script"),
    ):
        where[name] = f"from {module} import {name}"
    used = [name for name in where if re.search(rf"(?<![\w.<]){name}\b[.(]", example)]
    return [f">>> {where[name]}" for name in used if where[name] not in example]


# ── reference/tables.md ──────────────────────────────────────────────────────────────────────────────────────────
_FOLDERS = """\
OUT/
  manifest.json              which snapshot is current; replaced in one move
  report.html                the page to open
  snapshots/000007/          one snapshot; never changed once the manifest names it
    manifest.json            its own manifest
    edges/part-….parquet     one folder a table
    …
  answers/000007/            what the workers said of every statement, for the next run to use again
  state/…                    what was read: every run by the id of its text, and every text once
  checkpoints/…              with --incremental: which files were taken
  index/000007-…/            made by the first who asks; may be removed at any time
  work/…                     of a run that is going on, or was killed; the next run removes it
"""
_MANIFEST = (
    ("format", "`headwater`"),
    ("version", "the version of the tables, see [below](#versions)"),
    ("snapshot", "the id of the snapshot: six digits, growing"),
    ("made_at", "when it was made, UTC"),
    ("tables", "for each table, its `path` below OUT and its number of `rows`"),
    ("sources", "the sources, as they were named"),
    ("rounds", "how many rounds the schemas took"),
    ("makers", "what answers depend on besides texts and schemas: headwater's version, functions, the mapping"),
    ("answers, state, batches", "for the next run; not for readers"),
)
_SETUP = """\
SET VARIABLE snapshot = (SELECT snapshot FROM read_json('out/manifest.json'));
CREATE MACRO graph(name) AS TABLE
  FROM read_parquet('out/snapshots/' || getvariable('snapshot') || '/' || name || '/*.parquet');
CREATE VIEW edges AS FROM graph('edges');
CREATE VIEW columns AS FROM graph('columns');
CREATE VIEW influence AS FROM graph('influence');
CREATE VIEW statements AS FROM graph('statements');
CREATE VIEW diagnostics AS FROM graph('diagnostics');
"""
QUERIES: dict[str, str] = {
    "What a column is made of, one step back, and why": """\
SELECT e.source_system, e.source_dataset, e.source_column, e.type, e.level, e.expr, s.source, e.line
FROM edges AS e JOIN statements AS s USING (statement)
WHERE e.target_system = 'googlesql' AND e.target_dataset = 'marketing.audience' AND e.target_column = 'hashed_email'
  AND e.valid_to IS NULL;
""",
    "Everything that is made of a column, at any distance (the bound ends circles)": """\
WITH RECURSIVE down(id, distance) AS (
  SELECT id, 0 FROM columns WHERE system = 'kafka' AND dataset = 'shop.customers' AND name = 'email'
  UNION
  SELECT target_id, distance + 1 FROM down JOIN edges ON source_id = id WHERE valid_to IS NULL AND distance < 20
)
SELECT min(distance) AS distance, system, dataset, name
FROM down JOIN columns USING (id)
WHERE dataset <> 'result'
GROUP BY ALL
ORDER BY ALL;
""",
    "What decides which rows a dataset has": """\
SELECT DISTINCT source_system, source_dataset, source_column, type
FROM influence
WHERE target_system = 'hive' AND target_dataset = 'dws.daily_sales' AND target_column IS NULL
ORDER BY ALL;
""",
    "Where lineage crosses engines": """\
SELECT source_system, target_system, count(*) AS edges, count(DISTINCT target_dataset) AS datasets
FROM edges
WHERE source_system <> target_system AND valid_to IS NULL
GROUP BY ALL
ORDER BY edges DESC;
""",
    "What is not sure, and why": """\
SELECT s.level, d.code, d.message, s.source, s.line
FROM statements AS s JOIN diagnostics AS d USING (statement)
WHERE s.level <> 'EXACT' AND d.level = s.level
ORDER BY s.source, s.line, d.span_start;
""",
    "The graph as it was at a moment": """\
SELECT source_dataset, source_column, target_dataset, target_column
FROM edges
WHERE (valid_from IS NULL OR valid_from <= TIMESTAMPTZ '2024-05-01 00:00:00+00')
  AND (valid_to IS NULL OR valid_to > TIMESTAMPTZ '2024-05-01 00:00:00+00');
""",
}
"""Questions to a snapshot, in DuckDB's SQL; the names are those of the example warehouse."""


_FOLDER_PAGE = """\
Read the manifest first, then the tables that it names. A run writes its tables to a new folder and puts the manifest in
place at the very end. So a reader sees all of a run or nothing of it, also when a run is killed. The last three
snapshots are kept: a reader that began with one can end with it.
"""
_VERSIONS = """\
The tables described here have version {0}. Fields may be added without a new version: read by name, and pass over what
you do not know. A field that goes, or that comes to mean something else, makes a new version. headwater refuses to add
to a folder of a newer version than its own.
"""
_SHARED = """\
- **A dataset is a system and a name.** The system is the engine (`clickhouse`, `duckdb`, `flink`, `googlesql`, `hive`;
  Spark and Hive share `hive`), `file`, or what a [mapping](../how-to/run.md#one-dataset-several-names) says. The result
  of a bare query is the dataset `result`, with an id of its own for each statement.
- **Ids are hashes** of what they stand for: a dataset's of its system and name, a column's of its dataset and name. The
  same thing has the same id in every run and in every folder ([why](../decisions/0015-ids-are-hashes.md)).
- **A statement stands for all its runs** that differ in nothing that matters to lineage
  ([why](../decisions/0010-fingerprints-keep-what-may-matter.md)). `text` is that of one of them.
- **Edges are folded through temporary tables**: they lead from stored dataset to stored dataset.
- **What has ended stays**, with the time it ended in `valid_to`: the target was dropped or made anew by something else,
  the job went over to another statement, the statement is no longer in the sources, or, with other schemas, it makes
  other edges than it did.
- **Times are UTC**, and null where the sources have none, as files of SQL.
- A statement that could not be read has the kind `UNREAD`, one that its engine refused `FAILED`. Both have a row in
  `statements` and a diagnostic, and no edges: every entry of every source is accounted for.
"""
_ASKING = """\
With DuckDB, in the folder that `out` lies in. The names are those of the example warehouse
(`headwater run examples --out out`).
"""
_FROM_SPARK = """\
From Spark, `headwater.spark.snapshots.Snapshots(spark, "out").tables()` has the tables of the current snapshot as
DataFrames. [Closure and facts](closure.md) has what is asked of large graphs.
"""


def tables() -> str:
    """The page of the tables that the pipeline writes."""
    asked()
    known = warehouse.TABLES
    out = [NOTE, "# Tables", ""]
    out += [f"What [`headwater run`](../how-to/run.md) writes: a graph, in {len(known)} tables of Parquet files.", ""]
    out += ["| table | what is in it |", "| --- | --- |"]
    out += [f"| [`{name}`](#{name}) | {record.description} |" for name, record in known.items()]
    out += ["", "## The folder", "", "```text", _FOLDERS + "```", "", _FOLDER_PAGE]
    out += ["| in `manifest.json` | what it is |", "| --- | --- |"]
    out += [f"| {_ticks(name.split(', '))} | {meaning} |" for name, meaning in _MANIFEST]
    out += ["", "## Versions", "", _VERSIONS.format(warehouse.VERSION), "## What the tables share", "", _SHARED]
    for name, record in known.items():
        out += [f"## {name}", "", record.description, ""]
        out += ["| field | type | null | meaning |", "| --- | --- | --- | --- |"]
        for one in record.fields:
            null = "yes" if one.nullable else ""
            out.append(f"| `{one.name}` | {_type(one)} | {null} | {one.description} |")
        out.append("")
    out += ["## Questions to ask", "", _ASKING, "```sql", _SETUP + "```", ""]
    for title, query in QUERIES.items():
        out += [f"{title}:", "", "```sql", query + "```", ""]
    return "\n".join([*out, _FROM_SPARK])


def asked() -> None:
    """Run the queries of the page over tables without rows: DuckDB complains of a name or a type that is not there."""
    import duckdb
    import pyarrow.parquet as parquet

    with workplace() as place:
        for name, record in warehouse.TABLES.items():
            folder = place / "out" / "snapshots" / "000001" / name
            folder.mkdir(parents=True)
            parquet.write_table(record.arrow_schema().empty_table(), folder / "part.parquet")
        (place / "out" / "manifest.json").write_text('{"snapshot": "000001"}')
        with duckdb.connect() as connection:
            for query in (_SETUP, *QUERIES.values()):
                connection.execute(query)


def _type(field: Field) -> str:
    return "list of strings" if field.type == STRINGS else str(field.type)


# ── reference/http.md ────────────────────────────────────────────────────────────────────────────────────────────
_HTTP = """\
What [`headwater serve`](../how-to/serve.md) answers. All of it is also in `/openapi.json`, with the shapes of answers.

- Everything is read-only: `GET`, and one `POST` for SQL to be analysed.
- **Names** are given as people write them: `db.table.column`, or any end of it that means one column;
  `system:db.table.column`; `#id`. One that means several things gives 409, an unknown one 404, both with `candidates`.
- **Ids are strings.** They are 64-bit hashes, the same in every snapshot. An `edge` is a number of one snapshot.
- **Spans** are offsets in code points from the beginning of the statement's text.
- **Answers are bounded.** `hidden` counts what was left out; what has pages takes `limit` and `offset`.
- **Errors** have one shape: `{"error": {"code", "message", "help", "candidates"}}`.
- Every answer has an `ETag` of its snapshot, and `X-Headwater-Snapshot`.
- Any other address gives the page, so that links lead into it.
"""


def http() -> str:
    """The page of what the server answers, from its document."""
    from fastapi import FastAPI

    from headwater.server.routes import router

    bare = FastAPI()
    bare.include_router(router)
    said = bare.openapi()
    out = [NOTE, "# HTTP", "", _HTTP]
    for path, methods in said["paths"].items():
        for method, one in methods.items():
            out += [f"## {method.upper()} {path}", "", " ".join(one["description"].split()), ""]
            rows = [
                (name["name"], name.get("schema", {}), name.get("required", False), name.get("description", ""))
                for name in one.get("parameters", ())
            ]
            if "requestBody" in one:
                shape = said["components"]["schemas"]["AnalyzeRequest"]
                rows += [
                    (name, field, name in shape["required"], field.get("description", ""))
                    for name, field in shape["properties"].items()
                ]
            if rows:
                out += ["| parameter | what it is | by default |", "| --- | --- | --- |"]
                out += [_parameter(said, *row) for row in rows]
                out.append("")
            model = one["responses"]["200"]["content"]["application/json"]["schema"].get("$ref", "").rpartition("/")[2]
            fields = said["components"]["schemas"].get(model, {}).get("properties", {})
            if fields:
                out += [f"Gives {_ticks(fields)}.", ""]
    return "\n".join(out).rstrip() + "\n"


def _parameter(said: dict[str, Any], name: str, schema: dict[str, Any], required: bool, told: str) -> str:
    kinds = [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]
    one = kinds[0] if kinds else schema
    if "$ref" in one:
        one = said["components"]["schemas"][one["$ref"].rpartition("/")[2]]
    many = one.get("items", {})
    if "$ref" in many:
        many = said["components"]["schemas"][many["$ref"].rpartition("/")[2]]
    words = one.get("enum") or many.get("enum")
    kind = f"one of {_ticks(words)}" if words else one.get("format") or one.get("type", "")
    if "maximum" in one:
        kind += f", {one.get('minimum', 0):,} to {one['maximum']:,}"
    if one.get("type") == "array":
        kind += "; may be given more than once"
    default = "required" if required else f"`{schema['default']}`" if schema.get("default") not in (None, []) else ""
    return f"| `{name}` | {' '.join(filter(None, (told, f'({kind})' if kind else '')))} | {default} |"


def picture() -> str:
    """The picture of the README."""
    from tools import picture as drawing

    return drawing.draw()


def typescript() -> str:
    """The types of the page."""
    from tools import typescript as written

    return written.types()


GENERATED = {
    "reference/diagnostics.md": diagnostics,
    "reference/dialects.md": dialect_page,
    "reference/api.md": api,
    "reference/tables.md": tables,
    "reference/http.md": http,
    "images/lineage.svg": picture,
    "../page/src/api/types.ts": typescript,
}


def main() -> None:
    """Write what has changed, and name it."""
    for name, write in GENERATED.items():
        _write(DOCS / name, write())
    from tools import features

    for page, text in features.pages(DOCS).items():
        _write(page, text)
    failed = False
    for page in pages():
        try:
            _write(page, run(page.read_text("utf-8")))
        except AssertionError as error:
            failed = True
            print(f"{page.relative_to(ROOT)}: {error}", file=sys.stderr)
    if failed:
        raise SystemExit(1)


def _write(page: Path, text: str) -> None:
    """Column ids alone are no reason to write a page again."""
    before = page.read_text("utf-8") if page.exists() else ""
    if numbered(before) != numbered(text):
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, "utf-8")
        print(f"wrote {page.resolve().relative_to(ROOT)}")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
