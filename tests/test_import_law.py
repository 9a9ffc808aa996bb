"""The import law: which package of src/headwater may import which, and which part of the binder which.

The law is data: LAYERS, from the ground up, and INNER for the packages inside `bind`. A module imports what lies below
its own layer; packages of one layer may import one another, as long as no circle comes of it. Imports inside functions
and under TYPE_CHECKING count like any other. A new package is a word in LAYERS; a new library is a line in LIBRARIES.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.source import MODULES, PACKAGE, package_of

# From the ground up. "headwater" is the package's own __init__.py, which users import.
LAYERS: tuple[frozenset[str], ...] = tuple(
    frozenset(words.split())
    for words in (
        "base",
        "catalog rel",
        "sql lineage",
        "bind",
        "dialects",
        "session",
        "answer",
        "frontends",
        "api",
        "parsed script schema models lint rows emit logs cache compat headwater",
        "batch store",
        "increments",
        "spark cli server",
        "__main__",
    )
)

# What a package must not import although its layer would let it.
FORBIDDEN: dict[str, frozenset[str]] = {"lineage": frozenset({"sql"})}

# Inside `bind`, from the ground up: the modules of `bind` itself, then its packages.
INNER: tuple[str, ...] = ("", "names", "expr", "relation", "statement")

# What calls upward, and what a dialect may do: signatures name types of every layer, under TYPE_CHECKING alone.
CONTRACTS = frozenset({"headwater.bind.upward", "headwater.bind.dialect", "headwater.bind.output_names.protocol"})


@dataclass(frozen=True)
class Library:
    """Where a library may be imported; `lazy` where only inside a function, since a user may not have it."""

    packages: frozenset[str]
    lazy: bool = False


LIBRARIES: dict[str, Library] = {
    "sqlglot": Library(frozenset({"sql", "bind", "dialects"})),
    "pyspark": Library(frozenset({"spark"})),
    "zetasql": Library(frozenset({"frontends"})),
    "wasmtime": Library(frozenset({"frontends"})),
    "typer": Library(frozenset({"cli"})),
    "click": Library(frozenset({"cli"})),
    "rich": Library(frozenset({"cli"})),
    "pyarrow": Library(frozenset({"rows", "batch", "store", "increments", "spark"}), lazy=True),
    "duckdb": Library(frozenset({"catalog", "store", "increments"}), lazy=True),
    "deltalake": Library(frozenset({"store"}), lazy=True),
    "pyiceberg": Library(frozenset({"store"}), lazy=True),
    "fastapi": Library(frozenset({"server"})),
    "starlette": Library(frozenset({"server"})),
    "pydantic": Library(frozenset({"server"})),
    "uvicorn": Library(frozenset({"cli", "server"}), lazy=True),
}


@dataclass(frozen=True)
class Import:
    """One imported module, as a full dotted name, and how it is imported."""

    module: str
    line: int
    lazy: bool = False
    typing: bool = False


def imports(module: str, text: str) -> Iterator[Import]:
    """Everything that a module imports. `from a import b` is a.b where that is a module, else a."""
    packages = frozenset().union(*LAYERS)
    stack: list[tuple[ast.AST, bool, bool]] = [(ast.parse(text), False, False)]
    while stack:
        node, lazy, typing = stack.pop()
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno, lazy, typing)
        elif isinstance(node, ast.ImportFrom):
            # Module names keep their "__init__", so one level up is always the package.
            anchor = module.split(".")[: -node.level] if node.level else []
            origin = ".".join([*anchor, *filter(None, [node.module])])
            for alias in node.names:
                full = f"{origin}.{alias.name}"
                known = full in MODULES or f"{full}.__init__" in MODULES
                if known or (origin == PACKAGE and alias.name in packages):
                    yield Import(full, node.lineno, lazy, typing)
                else:
                    yield Import(origin, node.lineno, lazy, typing)
        inner = lazy or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        typed = typing or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
        stack.extend((child, inner or typed, typed) for child in ast.iter_child_nodes(node))


def level_of(package: str) -> int | None:
    """How high a package lies; None for one that the law has not heard of."""
    return next((level for level, packages in enumerate(LAYERS) if package in packages), None)


def inner_of(module: str) -> str:
    """headwater.bind.expr.calls -> expr; a module of `bind` itself -> the empty word."""
    parts = module.split(".")
    return parts[2] if len(parts) > 2 and parts[2] in INNER else ""


def breaches(module: str, text: str) -> list[str]:
    """What one module does against the law."""
    package = package_of(module)
    level = level_of(package)
    if level is None:
        return [f"{module}: the package {package} is not in LAYERS; say where it lies"]
    result = []
    for item in imports(module, text):
        where = f"{module}:{item.line}"
        top = item.module.split(".")[0]
        if top == PACKAGE:
            other = package_of(item.module)
            height = level_of(other)
            if other == package:
                result += _inside_bind(module, item, where) if package == "bind" else []
            elif height is None:
                result.append(f"{where}: {item.module} is not in LAYERS")
            elif height > level:
                result.append(f"{where}: {package} must not import {other}, which lies above it")
            elif other in FORBIDDEN.get(package, frozenset()):
                result.append(f"{where}: {package} must not import {other}")
        elif top in LIBRARIES:
            rule = LIBRARIES[top]
            if package not in rule.packages:
                result.append(f"{where}: {top} is imported only by {', '.join(sorted(rule.packages))}")
            elif rule.lazy and not item.lazy:
                result.append(f"{where}: {top} is optional, so it is imported inside the function that needs it")
    return sorted(result)


def _inside_bind(module: str, item: Import, where: str) -> list[str]:
    own, other = inner_of(module), inner_of(item.module)
    if INNER.index(other) <= INNER.index(own) or (module in CONTRACTS and item.typing):
        return []
    return [f"{where}: bind.{own or 'itself'} must not import bind.{other}: go through bind/upward.py"]


def circles(knows: dict[str, set[str]]) -> dict[str, set[str]]:
    """Those who import one another in a circle: whoever imports nobody who is left is taken away until none is."""
    left = {name: set(others) for name, others in knows.items()}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    return left


@pytest.mark.parametrize("module", MODULES)
def test_a_module_keeps_the_import_law(module: str) -> None:
    assert breaches(module, MODULES[module]) == []


def test_packages_of_one_layer_make_no_circle() -> None:
    knows: dict[str, set[str]] = {}
    for module, text in MODULES.items():
        package = package_of(module)
        for item in imports(module, text):
            other = package_of(item.module)
            if item.module.split(".")[0] == PACKAGE and other != package and level_of(other) == level_of(package):
                knows.setdefault(package, set()).add(other)
    assert circles(knows) == {}


def test_modules_of_the_binder_make_no_circle() -> None:
    knows: dict[str, set[str]] = {}
    for module, text in MODULES.items():
        if package_of(module) in ("bind", "dialects") and not module.endswith("__init__"):
            knows[module] = {item.module for item in imports(module, text) if not item.typing and not item.lazy}
    assert circles(knows) == {}


def test_importing_headwater_loads_no_extra_and_no_command_line() -> None:
    """A worker that analyses SQL pays for the parser and for nothing else."""
    unwanted = sorted(set(LIBRARIES) - {"sqlglot"})
    program = f"import headwater, sys; print(*[name for name in {unwanted} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


BROKEN = {
    "a lower package imports a higher one": ("headwater.rel.operators", "from headwater.bind import scope"),
    "relatively": ("headwater.rel.operators", "from ..bind.scope import Scope"),
    "from the package": ("headwater.base.spans", "from headwater import api"),
    "inside a function": ("headwater.catalog.ddl", "def f():\n    import headwater.sql.parse"),
    "for its types alone": ("headwater.base.diagnostics", "if TYPE_CHECKING:\n    from headwater.rel import Rel"),
    "the public door from within": ("headwater.api", "from headwater import Catalog"),
    "lineage imports the binder": ("headwater.lineage.rules", "from headwater.bind.scope import Scope"),
    "lineage imports the parser's half": ("headwater.lineage.rules", "from headwater.sql.spans import Spans"),
    "the binder imports a dialect": ("headwater.bind.relation.select", "from headwater.dialects import duckdb"),
    "the binder imports a dialect lazily": (
        "headwater.bind.relation.select",
        "def f():\n    from headwater.dialects.hive import output_names",
    ),
    "names import expressions": ("headwater.bind.names.frame", "from headwater.bind.expr import read"),
    "expressions import relations": ("headwater.bind.expr.calls", "from headwater.bind.relation.query import bind"),
    "relations import statements": (
        "headwater.bind.relation.cte",
        "def f():\n    from headwater.bind.statement import insert",
    ),
    "the ground of the binder imports names": ("headwater.bind.scope", "from headwater.bind.names.frame import Frame"),
    "a contract imports more than types": ("headwater.bind.upward", "from headwater.bind.names.frame import Frame"),
    "the parser in the algebra": ("headwater.rel.expr", "from sqlglot import exp"),
    "the parser in the catalog": ("headwater.catalog.files", "def f():\n    import sqlglot"),
    "the parser in the rules of the linter": ("headwater.lint.outline", "from sqlglot import exp"),
    "Spark outside its package": ("headwater.batch", "def f():\n    from pyspark.sql import DataFrame"),
    "the terminal in an emitter": ("headwater.emit.text", "import rich.table"),
    "Arrow for everybody": ("headwater.rows", "import pyarrow as pa"),
    "Arrow where it does not belong": ("headwater.api", "def f():\n    import pyarrow"),
    "the web outside its package": ("headwater.cli.serve", "from fastapi import FastAPI"),
    "the store imports the server": ("headwater.store.view", "from headwater.server import create_app"),
    "the store imports Spark": ("headwater.store.tables", "def f():\n    from headwater.spark import snapshots"),
    "a package nobody has heard of": ("headwater.helpers", "import ast"),
}
KEPT = {
    "downwards": (
        "headwater.bind.relation.select",
        "from headwater.rel.operators import Project\nfrom sqlglot import exp",
    ),
    "downwards inside bind": ("headwater.bind.relation.select", "from headwater.bind.expr import read"),
    "within the package": ("headwater.bind.relation.select", "from headwater.bind.relation import star"),
    "types in a contract": (
        "headwater.bind.upward",
        "if TYPE_CHECKING:\n    from headwater.bind.names.frame import Frame",
    ),
    "a dialect imports the binder": ("headwater.dialects.hive.grammar", "from headwater.bind.relation import pivot"),
    "the public door": ("headwater.__init__", "from .api import analyze\nfrom .schema import Catalog"),
    "Arrow when asked for": ("headwater.rows", "def f():\n    import pyarrow"),
    "Arrow's types": ("headwater.batch", "if TYPE_CHECKING:\n    import pyarrow"),
}


@pytest.mark.parametrize(("module", "text"), BROKEN.values(), ids=BROKEN.keys())
def test_the_law_sees(module: str, text: str) -> None:
    assert breaches(module, text) != []


@pytest.mark.parametrize(("module", "text"), KEPT.values(), ids=KEPT.keys())
def test_the_law_allows(module: str, text: str) -> None:
    assert breaches(module, text) == []


def test_a_circle_is_seen() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}).keys() == {"a", "b", "c", "d"}
    assert circles({"a": {"b"}, "b": {"c"}, "c": set()}) == {}
