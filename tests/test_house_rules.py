"""Rules of the house that a machine can hold: who names a dialect, what is private, how long a file may be.

Each rule is a function over a module's text that gives what is wrong with it, and has cases that it must see.
"""

from __future__ import annotations

import ast
import dataclasses
import re

import pytest

from headwater import dialects
from headwater.bind import dialect as protocol
from tests.source import MODULES, ROOT, SOURCE, package_of

NEUTRAL = frozenset({"base", "rel", "lineage", "sql", "bind"})

DIALECT_NAMES = re.compile(
    r"clickhouse|duckdb|flink|googlesql|bigquery|zetasql|\bhive|hive(?:ql|var|conf)|spark|calcite|catalyst|databricks",
    re.IGNORECASE,
)
EUPHEMISMS = frozenset({"pretty", "rendered", "worded", "stream", "streams", "google"})
"""Words of an identifier that stood for one dialect: Flink was `streams`, Spark's output names were `pretty`."""


def dialects_named(module: str, text: str) -> list[str]:
    """Lines of a neutral module that name a dialect, in code or in prose; examples that call `analyze` may."""
    if package_of(module) not in NEUTRAL:
        return []
    result = []
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(r">>> .*(?:dialect=|get\()", line) or "googleapis" in line:
            continue
        match = DIALECT_NAMES.search(line)
        if match:
            result.append(f"{module}:{number}: {match.group()}")
    names = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)} | set(module.split("."))
    names |= {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    names |= {node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)}
    return result + [f"{module}: {name}" for name in sorted(names) if EUPHEMISMS & set(name.lower().split("_"))]


OTHERS_PRIVATE = frozenset({"_replace", "_asdict", "_fields", "_make", "_meta", "_value_", "_exit"})
"""Private by name alone: of named tuples, enums and `os`, and what the parser keeps on its nodes."""


PYSPARK_PRIVATE = frozenset(
    {"_gateway", "_jsc", "_jvm", "_jsparkSession", "_jsq", "_active_spark_context", "_ensure_initialized"}
)
"""PySpark's way to the JVM, for which it has no public name; allowed in `headwater.spark` alone."""


def private_used(module: str, text: str) -> list[str]:
    """Private names of other modules that a module imports or reaches into."""
    tree = ast.parse(text)
    own: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            own.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            own.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            own.add(node.value)  # __slots__
    result = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("headwater"):
            names = [alias.name for alias in node.names if alias.name.startswith("_") and alias.name != "__version__"]
            result += [f"{module}:{node.lineno}: {name}" for name in names]
        elif isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            inside = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            pyspark = package_of(module) == "spark" and node.attr in PYSPARK_PRIVATE
            if not inside and not pyspark and node.attr not in OTHERS_PRIVATE and node.attr not in own:
                result.append(f"{module}:{node.lineno}: {ast.unparse(node)}")
    return result


LONGEST = 600


def too_long(module: str, text: str) -> list[str]:
    """A file that is too long to hold in the head, unless its docstring says why it is one file."""
    lines = text.count("\n")
    excused = "one file because" in (ast.get_docstring(ast.parse(text)) or "").lower()
    return [f"{module}: {lines} lines"] if lines > LONGEST and not excused else []


@pytest.mark.parametrize("module", [name for name in MODULES if package_of(name) in NEUTRAL])
def test_a_neutral_package_names_no_dialect(module: str) -> None:
    assert dialects_named(module, MODULES[module]) == []


def test_nothing_private_is_used_across_modules() -> None:
    assert [line for module, text in MODULES.items() for line in private_used(module, text)] == []


def test_no_file_is_too_long() -> None:
    others = [path for folder in ("tests", "tools", "bench") for path in sorted((ROOT / folder).rglob("*.py"))]
    files = {**MODULES, **{str(path.relative_to(ROOT)): path.read_text("utf-8") for path in others}}
    assert [line for module, text in files.items() for line in too_long(module, text)] == []


def groups() -> list[str]:
    """The fields of `Dialect` that are groups of the protocol."""
    return [f.name for f in dataclasses.fields(protocol.Dialect) if dataclasses.is_dataclass(f.default)]


def set_by_one() -> list[str]:
    """Fields of the protocol that one dialect alone sets: each should be a hook of that dialect."""
    known = [dialects.get(name) for name in dialects.NAMES]
    result = []
    for name in groups():
        for field in dataclasses.fields(getattr(protocol.Dialect, name)):
            default = getattr(getattr(protocol.Dialect, name), field.name)
            setters = [one.name for one in known if getattr(getattr(one, name), field.name) != default]
            if len(setters) < 2:
                result.append(f"{name}.{field.name}: {setters}")
    return result


def hooks_of_nobody() -> list[str]:
    """Hooks of the protocol that no dialect overrides."""
    known = [dialects.get(name) for name in dialects.NAMES]
    result = []
    for name in groups():
        base = type(getattr(protocol.Dialect, name))
        for hook, function in vars(base).items():
            if not callable(function) or hook.startswith("_"):
                continue
            if all(getattr(type(getattr(one, name)), hook) is function for one in known):
                result.append(f"{name}.{hook}")
    return result


def test_what_one_dialect_alone_says_is_a_hook() -> None:
    assert set_by_one() == []


def test_every_hook_has_a_dialect() -> None:
    assert hooks_of_nobody() == []


def test_every_dialect_is_a_package_of_its_own() -> None:
    for name in dialects.NAMES:
        folder = SOURCE / "headwater" / "dialects" / name
        assert (folder / "__init__.py").is_file()
        assert (folder / "functions.txt").is_file()


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('if name == "clickhouse": pass', 1),
        ("x = 1  # as Flink SQL does it", 1),
        ("from headwater.dialects import duckdb", 1),
        ("names_rendered = True", 1),
        ("surrendered = True", 0),
        ("def stream_ddl(): ...", 1),
        ('"""\n>>> headwater.analyze("SELECT 1", dialect="duckdb")\n"""', 0),
        ('x = "sparkling"', 1),
        ("archive = 1", 0),
    ],
)
def test_a_dialect_by_name_or_euphemism_is_seen(text: str, count: int) -> None:
    assert len(dialects_named("headwater.bind.relation.select", text)) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("from headwater.bind.scope import _hidden", 1),
        ("frame._known(key)", 1),
        ("def f(other):\n    return other._x\nclass A:\n    def __init__(self):\n        self._x = 1", 0),
        ("found._replace(doubt=1)", 0),
        ("self._mine", 0),
    ],
)
def test_a_private_name_of_another_module_is_seen(text: str, count: int) -> None:
    assert len(private_used("headwater.bind.relation.select", text)) == count


def test_a_long_file_needs_a_reason() -> None:
    assert too_long("m", '"""A table."""\n' + "x = 1\n" * 700) != []
    assert too_long("m", '"""A table.\n\nOne file because it is one table."""\n' + "x = 1\n" * 700) == []


QUESTION = re.compile(
    r"^\| (?P<question>[^|`]*(?:`[^`]*`[^|`]*)*\?) \| `(?P<file>[^`]+)` \| `(?P<name>[^`]+)` \|$", re.M
)


def test_the_questions_of_a_newcomer_have_answers() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    answers = list(QUESTION.finditer(page))
    assert len(answers) >= 20
    for answer in answers:
        file = ROOT / answer["file"]
        assert file.is_file(), answer["question"]
        assert answer["name"] in file.read_text(encoding="utf-8"), answer["question"]


def test_the_way_from_text_to_edge_exists() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    steps = page.partition("## From text to edge")[2].partition("\n## ")[0]
    files = re.findall(r"`(src/[^`]+\.py)`", steps)
    assert len(files) >= 10
    assert [file for file in files if not (ROOT / file).is_file()] == []


VAGUE = frozenset({"utils", "util", "helpers", "common", "misc", "tools"})
"""Module names that say nothing about the content."""


def vague_names(module: str) -> list[str]:
    """Parts of a module's name that say nothing about what is in it."""
    return sorted(VAGUE & set(module.split(".")))


ANALYSIS = frozenset({"base", "catalog", "rel", "lineage", "sql", "bind", "dialects", "session", "answer", "api"})


def broad_excepts(module: str, text: str) -> list[str]:
    """Handlers of `Exception` in the packages that analyze a statement; `api` holds the only one.

    `dialects.installed` loads packages of other people, which may raise anything, before there is a statement.
    """
    if package_of(module) not in ANALYSIS or module in ("headwater.api", "headwater.dialects.installed"):
        return []
    return [
        f"{module}:{node.lineno}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or ast.unparse(node.type) in ("Exception", "BaseException"))
    ]


COMPILED = re.compile(r"(?:exp|expressions)\.\w+|(?:[\w.]+\.)?(?:Parser|Generator|Expression|Expr|Scope)")


def compiled_subclasses(module: str, text: str) -> list[str]:
    """Subclasses of sqlglot classes that cannot be instantiated once sqlglotc is installed."""
    return [
        f"{module}:{node.lineno}: {node.name}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef) and any(COMPILED.fullmatch(ast.unparse(base)) for base in node.bases)
    ]


def test_a_module_name_says_what_is_in_it() -> None:
    assert [module for module in MODULES if vague_names(module)] == []


def test_every_module_has_a_docstring() -> None:
    assert [module for module, text in MODULES.items() if not ast.get_docstring(ast.parse(text))] == []


def test_analysis_has_one_broad_except() -> None:
    assert [line for module, text in MODULES.items() for line in broad_excepts(module, text)] == []


def test_no_compiled_class_of_the_parser_is_subclassed() -> None:
    assert [line for module, text in MODULES.items() for line in compiled_subclasses(module, text)] == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("try:\n    f()\nexcept Exception:\n    pass", 1),
        ("try:\n    f()\nexcept:\n    pass", 1),
        ("try:\n    f()\nexcept ValueError:\n    pass", 0),
    ],
)
def test_a_broad_except_is_seen(text: str, count: int) -> None:
    assert len(broad_excepts("headwater.bind.scope", text)) == count
    assert broad_excepts("headwater.api", text) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("class A(exp.Func): ...", 1),
        ("class A(Parser): ...", 1),
        ("class A(sqlglot.parser.Parser): ...", 1),
        ("class A(Tokenizer): ...", 0),
        ("class A(ExpressionWriter): ...", 0),
    ],
)
def test_a_subclass_of_the_parser_is_seen(text: str, count: int) -> None:
    assert len(compiled_subclasses("headwater.sql.parse", text)) == count


def test_a_vague_module_name_is_seen() -> None:
    assert vague_names("headwater.sql.utils") == ["utils"]
    assert vague_names("headwater.sql.tokens") == []


HELD_BY = re.compile(r"`(?P<file>tests/\w+(?:/\w+)*\.py)(?:::(?P<test>\w+))?`")


def test_the_rules_of_contributing_name_tests_that_exist() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rules = page.partition("## Rules")[2].partition("\n## ")[0]
    named = list(HELD_BY.finditer(rules))
    assert len(named) >= 15
    for match in named:
        text = (ROOT / match["file"]).read_text(encoding="utf-8")
        assert match["test"] is None or f"def {match['test']}(" in text, match.group()
