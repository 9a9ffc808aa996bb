"""The function tables: made from the engines' own lists and the hand-written roles, and complete.

`tools/functions/listed/<dialect>.txt` is what an engine said of itself. A dialect whose list is kept has every name of
it in its roles, written out or by a pattern: a function that a later engine brings is seen, and not taken for granted.
"""

from __future__ import annotations

import importlib.util
from fnmatch import fnmatchcase
from pathlib import Path
from types import ModuleType

import pytest

from tests.judges.flink.engine import MISSING, PYTHON, Engine

ROOT = Path(__file__).parents[1]
TOOLS = ROOT / "tools" / "functions"
DIALECTS = ROOT / "src" / "headwater" / "dialects"
LISTED = sorted(path.stem for path in (TOOLS / "listed").glob("*.txt"))


def tool(name: str) -> ModuleType:
    """A script of tools/functions; they are run, not installed."""
    spec = importlib.util.spec_from_file_location(f"functions_{name}", TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("path", sorted(DIALECTS.glob("*/functions.txt")), ids=lambda path: path.parent.name)
def test_tables_are_well_formed(path: Path) -> None:
    assert tool("check").check(path)[1] == []


@pytest.mark.parametrize("path", sorted(DIALECTS.glob("*/combinators.txt")), ids=lambda path: path.parent.name)
def test_combinators_are_well_formed(path: Path) -> None:
    assert tool("check").check_combinators(path) == []


@pytest.mark.parametrize("dialect", LISTED)
def test_tables_are_what_the_list_and_the_roles_make(dialect: str) -> None:
    listing = [line for line in lines(TOOLS / "listed" / f"{dialect}.txt") if line]
    merged = tool("merge").merge(dialect, listing, lines(TOOLS / "roles" / f"{dialect}.txt"))
    assert merged == lines(DIALECTS / dialect / "functions.txt")


@pytest.mark.parametrize("dialect", LISTED)
def test_no_function_is_unclassified(dialect: str) -> None:
    rules = [line.split("#")[0].split() for line in lines(TOOLS / "roles" / f"{dialect}.txt")]
    named = [word.lstrip("+-") for rule in rules if rule for word in rule[0].split(",")]
    exact, patterns = set(named), [name for name in named if "*" in name]
    listed = [line.split()[0] for line in lines(TOOLS / "listed" / f"{dialect}.txt") if not line.startswith("#")]
    missing = [name for name in listed if name not in exact and not any(fnmatchcase(name, p) for p in patterns)]
    assert missing == []


@pytest.mark.engines
@pytest.mark.skipif(not PYTHON.exists(), reason=MISSING)
def test_flink_has_the_functions_that_are_listed() -> None:
    with Engine("") as engine:
        engine_functions = engine.ask({"functions": True})["functions"]
    assert engine_functions == [line for line in lines(TOOLS / "listed" / "flink.txt") if not line.startswith("#")]
