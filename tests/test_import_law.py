"""The import law: who may know whom in src/headwater.

The law is data: LAYERS, from the ground up. A room imports what lies below its own layer; rooms of one layer
may know one another, as long as no circle comes of it. Imports inside functions and under TYPE_CHECKING count
like any other: knowing is knowing. A new room or module is a word in LAYERS; a new library from outside is a
line in OUTSIDERS.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
PACKAGE = "headwater"

# From the ground up. "headwater" is the package's own __init__.py, the door that users see.
LAYERS: tuple[frozenset[str], ...] = tuple(
    frozenset(words.split())
    for words in (
        "base",
        "catalog rel",
        "sql lineage",
        "bind dialects",
        "session",
        "answer",
        "frontends",
        "api",
        "script schema models lint rows emit logs cache compat headwater",
        "batch store",
        "spark cli server",
        "__main__",
    )
)

# What a room must not know although its layer would let it.
FORBIDDEN: dict[str, frozenset[str]] = {"lineage": frozenset({"bind", "sql", "dialects"})}


@dataclass(frozen=True)
class Outsider:
    """Where a library may be imported; `lazy` where only inside a function, since a user may not have it."""

    rooms: frozenset[str]
    lazy: bool = False


OUTSIDERS: dict[str, Outsider] = {
    "sqlglot": Outsider(frozenset({"sql", "bind", "dialects", "lint", "batch"})),
    "pyspark": Outsider(frozenset({"spark"})),
    "zetasql": Outsider(frozenset({"frontends"})),
    "wasmtime": Outsider(frozenset({"frontends"})),
    "typer": Outsider(frozenset({"cli"})),
    "click": Outsider(frozenset({"cli"})),
    "rich": Outsider(frozenset({"cli"})),
    "pyarrow": Outsider(frozenset({"rows", "batch", "store", "spark"}), lazy=True),
    "duckdb": Outsider(frozenset({"catalog", "store"}), lazy=True),
    "fastapi": Outsider(frozenset({"server"})),
    "starlette": Outsider(frozenset({"server"})),
    "pydantic": Outsider(frozenset({"server"})),
    "uvicorn": Outsider(frozenset({"cli", "server"}), lazy=True),
}

# The core never names a dialect: a difference between dialects is data in the dialect's own file.
CORE = frozenset({"base", "rel", "sql", "bind", "lineage"})
DIALECT = re.compile(r"\b(clickhouse|duckdb|flink|googlesql|bigquery|zetasql|hive|spark)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Import:
    """One imported module, as a full dotted name, and how it is imported."""

    module: str
    line: int
    lazy: bool


def modules() -> dict[str, str]:
    """Every module of the package, by dotted name, with its text."""
    found = {}
    for path in sorted((SOURCE / PACKAGE).rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        name = ".".join(parts)
        found[name] = path.read_text(encoding="utf-8")
    return found


def room_of(module: str) -> str:
    """headwater.bind.relation.select -> bind; headwater itself (its __init__) -> headwater."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] != "__init__" else PACKAGE


def imports(module: str, text: str) -> Iterator[Import]:
    """Everything a module imports; `from headwater import x` is the room x where there is such a room."""
    rooms = frozenset().union(*LAYERS)
    stack: list[tuple[ast.AST, bool]] = [(ast.parse(text), False)]
    while stack:
        node, lazy = stack.pop()
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno, lazy)
        elif isinstance(node, ast.ImportFrom):
            # Module names keep their "__init__", so one level up is always the package.
            anchor = module.split(".")[: -node.level] if node.level else []
            origin = ".".join([*anchor, *filter(None, [node.module])])
            if origin == PACKAGE:
                for alias in node.names:
                    yield Import(f"{PACKAGE}.{alias.name}" if alias.name in rooms else origin, node.lineno, lazy)
            else:
                yield Import(origin, node.lineno, lazy)
        inner = lazy or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        typing_only = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        stack.extend((child, inner or typing_only) for child in ast.iter_child_nodes(node))


def level_of(room: str) -> int | None:
    """How high a room lies; None for one that the law has not heard of."""
    return next((level for level, rooms in enumerate(LAYERS) if room in rooms), None)


def breaches(module: str, text: str) -> list[str]:
    """What one module does against the law."""
    room = room_of(module)
    level = level_of(room)
    if level is None:
        return [f"{module}: the room {room} is not in LAYERS; say where it lies"]
    found = []
    for item in imports(module, text):
        where = f"{module}:{item.line}"
        top = item.module.split(".")[0]
        if top == PACKAGE:
            other = room_of(item.module)
            height = level_of(other)
            if other == room:
                continue
            if height is None:
                found.append(f"{where}: {item.module} is not in LAYERS")
            elif height > level:
                found.append(f"{where}: {room} must not know {other}, which lies above it")
            elif other in FORBIDDEN.get(room, frozenset()):
                found.append(f"{where}: {room} must not know {other}")
        elif top in OUTSIDERS:
            rule = OUTSIDERS[top]
            if room not in rule.rooms:
                found.append(f"{where}: {top} is imported only by {', '.join(sorted(rule.rooms))}")
            elif rule.lazy and not item.lazy:
                found.append(f"{where}: {top} is optional, so it is imported inside the function that needs it")
    return sorted(found)


def dialect_names(module: str, text: str) -> list[str]:
    """Strings and imports of a core module that name a dialect; prose (docstrings, comments) may."""
    if room_of(module) not in CORE:
        return []
    tree = ast.parse(text)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = []
    for node in ast.walk(tree):
        words: list[str] = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            words = [node.value]
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            words = [alias.name for alias in node.names]
            words += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        found += [
            f"{module}:{node.lineno}: names the dialect {match.group()}"  # type: ignore[attr-defined]
            for word in words
            for match in DIALECT.finditer(word)
        ]
    return found


MODULES = modules()


@pytest.mark.parametrize("module", MODULES)
def test_a_module_keeps_the_import_law(module: str) -> None:
    assert breaches(module, MODULES[module]) == []


# Modules of the binder that still call one dialect's code; they call it inside functions. Each becomes a hook.
CALLS_A_DIALECT = frozenset(
    name
    for name, text in MODULES.items()
    if room_of(name) == "bind" and ("from headwater.dialects." in text or name.endswith("bind.sources"))
)


@pytest.mark.parametrize("module", [name for name in MODULES if room_of(name) in CORE and name not in CALLS_A_DIALECT])
def test_the_core_names_no_dialect(module: str) -> None:
    assert dialect_names(module, MODULES[module]) == []


def test_rooms_of_one_layer_make_no_circle() -> None:
    knows: dict[str, set[str]] = {}
    for module, text in MODULES.items():
        room = room_of(module)
        if module in CALLS_A_DIALECT:
            continue
        for item in imports(module, text):
            other = room_of(item.module)
            if item.module.split(".")[0] == PACKAGE and other != room and level_of(other) == level_of(room):
                knows.setdefault(room, set()).add(other)
    # Rooms that know nobody who is left are taken away until none is: what remains goes in a circle.
    while free := [room for room, others in knows.items() if not others & knows.keys()]:
        for room in free:
            del knows[room]
    assert knows == {}


def test_importing_headwater_loads_no_extra_and_no_command_line() -> None:
    """A worker that analyses SQL pays for the parser and for nothing else."""
    unwanted = sorted(set(OUTSIDERS) - {"sqlglot"})
    program = f"import headwater, sys; print(*[name for name in {unwanted} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


BROKEN = {
    "a lower room knows a higher one": ("headwater.rel.operators", "from headwater.bind import scope"),
    "relatively": ("headwater.rel.operators", "from ..bind.scope import Scope"),
    "from the package": ("headwater.base.spans", "from headwater import api"),
    "inside a function": ("headwater.catalog.ddl", "def f():\n    import headwater.sql.parse"),
    "for its types alone": ("headwater.base.diagnostics", "if TYPE_CHECKING:\n    from headwater.rel import Rel"),
    "the public door from within": ("headwater.api", "from headwater import Catalog"),
    "lineage knows the binder": ("headwater.lineage.rules", "from headwater.bind.scope import Scope"),
    "lineage knows a dialect": ("headwater.lineage.rules", "from headwater.dialects import dialect"),
    "the parser in the algebra": ("headwater.rel.expr", "from sqlglot import exp"),
    "the parser in the catalog": ("headwater.catalog.files", "def f():\n    import sqlglot"),
    "Spark outside its room": ("headwater.batch", "def f():\n    from pyspark.sql import DataFrame"),
    "the terminal in an emitter": ("headwater.emit.text", "import rich.table"),
    "Arrow for everybody": ("headwater.rows", "import pyarrow as pa"),
    "Arrow where it does not belong": ("headwater.api", "def f():\n    import pyarrow"),
    "the web outside its room": ("headwater.cli.serve", "from fastapi import FastAPI"),
    "the store knows the server": ("headwater.store.view", "from headwater.server import create_app"),
    "the store knows Spark": ("headwater.store.tables", "def f():\n    from headwater.spark import snapshots"),
    "a room nobody has heard of": ("headwater.helpers", "import ast"),
}
KEPT = {
    "downwards": (
        "headwater.bind.relation.select",
        "from headwater.rel.operators import Project\nfrom sqlglot import exp",
    ),
    "within the room": ("headwater.bind.relation.select", "from .scope import Scope\nfrom headwater.bind import star"),
    "from the room's door": ("headwater.bind.__init__", "from .scope import Scope"),
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


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('if name == "clickhouse": pass', 1),
        ('x = f"for {y} in Flink SQL"', 1),
        ("from headwater.dialects import duckdb", 1),
        ("from sqlglot.dialects.hive import Hive", 2),
        ('def f():\n    """Spark and Hive differ here."""', 0),
        ('x = "sparkling"  # not spark', 0),
    ],
)
def test_a_dialect_by_name_is_seen(text: str, count: int) -> None:
    assert len(dialect_names("headwater.bind.relation.select", text)) == count
