"""Every function of every engine, with a column for each argument: none of them may vanish from a certain answer.

An argument is value or influence; or the answer is not EXACT; or the argument is declared to be ignored: the keyword of
a call (`date_trunc(d, MONTH)`), the arguments of a rank, which is generated.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import headwater
from headwater import dialects
from headwater.catalog.functions import Functions

ROOT = Path(__file__).parents[1]
MOST = 5
COLUMNS = [f"argument_{position}" for position in range(MOST)]
CATALOG = headwater.Catalog({"t": dict.fromkeys(COLUMNS, "int")})
RANKS = frozenset({"cume_dist", "dense_rank", "ntile", "percent_rank", "rank", "row_number"})
OPERATORS = {"like": 3, "ilike": 3, "position": 3}
"""Functions that are operators, too; the parser reads no more arguments than these have."""
NAMES = frozenset({"named_struct"})
"""Functions whose arguments include names of fields, which are constants."""


def tool() -> ModuleType:
    """tools/functions/lossy.py, which is run and not installed."""
    spec = importlib.util.spec_from_file_location("lossy", ROOT / "tools" / "functions" / "lossy.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


LOSSY = tool()


def calls(dialect: str) -> list[tuple[str, str, int]]:
    """Name, text behind the call and number of arguments of everything that a dialect's table describes."""
    case_sensitive = dialects.get(dialect).calls.case_sensitive()
    table = Functions.load(f"headwater.dialects.{dialect}", fold=not case_sensitive).table
    result = []
    for name, function in sorted(table.items()):
        bare, _, count = name.partition("/")
        if function.kind in ("scalar", "agg", "external", "window"):
            counts = [int(count)] if count else range(1, MOST + 1)
            most = OPERATORS.get(bare, MOST)
            behind = " OVER ()" if function.kind == "window" else ""
            result += [(bare, behind, count) for count in counts if count <= most]
    return result


def ignored(dialect: str) -> frozenset[str]:
    """Functions of which some arguments are no values."""
    return frozenset(LOSSY.KEYWORD_ARGUMENTS[dialect]) | RANKS | NAMES


def vanished(dialect: str, name: str, behind: str, count: int) -> list[str]:
    """The arguments of a call that a certain answer does not have."""
    arguments = COLUMNS[:count]
    answer = headwater.analyze(
        f"SELECT {name}({', '.join(arguments)}){behind} AS r FROM t", dialect=dialect, catalog=CATALOG
    )
    statement = answer.statements[0]
    if statement.level != headwater.Level.EXACT:
        return []
    read = {edge.source.column for edge in statement.edges} | {item.source.column for item in statement.influence}
    return [argument for argument in arguments if argument not in read]


@pytest.mark.parametrize("dialect", dialects.NAMES)
def test_no_argument_vanishes_from_a_certain_answer(dialect: str) -> None:
    every = calls(dialect)
    assert len(every) > 1_000
    lost = {
        (name, count): missing
        for name, behind, count in every
        if name.lower() not in ignored(dialect) and (missing := vanished(dialect, name, behind, count))
    }
    assert lost == {}


@pytest.mark.parametrize("dialect", LOSSY.WRITTEN)
def test_the_tables_of_lossy_calls_are_up_to_date(dialect: str) -> None:
    path = ROOT / "src" / "headwater" / "dialects" / dialect / "lossy_calls.txt"
    assert path.read_text("utf-8").splitlines() == LOSSY.lines(dialect)


def test_a_table_with_the_name_of_such_a_function_keeps_its_name() -> None:
    sql = "WITH a AS (SELECT 1 AS x), mod (p, q, r) AS (SELECT x, x, x FROM a) SELECT mod.q FROM mod"
    assert headwater.analyze(sql, dialect="duckdb").level == headwater.Level.EXACT
    sql = "CREATE TABLE lpad (a INT, b INT, c INT, d INT); INSERT INTO lpad (a, b, c, d) SELECT 1, 2, 3, 4"
    statements = headwater.analyze(sql, dialect="spark").statements
    assert [statement.target for statement in statements] == ["lpad", "lpad"]
