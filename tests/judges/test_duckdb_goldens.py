"""The golden cases of DuckDB before DuckDB: scripts with macros, databases and variables run, their queries planned.

A golden answer was read by a person; here the engine reads it again. What the engine refuses (files that are not there,
what a case shows to be wrong) is passed over, as is what its plan does not say.
"""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

import headwater
from tests.golden import goldenfile
from tests.golden.test_golden import catalog_of
from tests.judges.compare import against_plan, to_answer
from tests.judges.duckdb_plan import connect, value_lineage
from tests.judges.live import live
from tests.judges.values import Abstain

pytestmark = [pytest.mark.engines, live]

DIFFERENT = {
    "variants that differ in their types alone are all read": "headwater takes all of them, and says so (W223)",
    "a variable is a dataset of its own": "the plan has the variable's value in it, here NULL",
    "whether there is an average depends on the type": "of a type that is not known headwater takes both (W222)",
    "views with a list of columns, temporary and replaced": "the plan has views opened, the answer their columns",
    "histogram": "the bins are counted by a lambda over constants; headwater says which column they are of",
}


def test_duckdb_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # ATTACH and COPY write files
    folder = goldenfile.HERE / "catalogs"
    shop = "".join((folder / name).read_text(encoding="utf-8") for name in ("shop.sql", "shop.duckdb.sql"))
    problems, judged, different = [], 0, set()
    for case in goldenfile.parse_folder():
        if not case.name.startswith("duckdb/") or "catalog" in case.options:
            continue
        engine = connect(f"CREATE SCHEMA sales; CREATE SCHEMA stage; {shop}")
        answer = headwater.analyze(case.sql, dialect="duckdb", catalog=catalog_of(case, "duckdb"))
        for statement in answer.statements:
            try:
                if statement.kind != "SELECT":
                    engine.execute(statement.text)
                    continue
                problem = against_plan(statement.text, value_lineage(engine, statement.text), to_answer(statement, []))
            except (Abstain, duckdb.Error):
                continue
            judged += 1
            if problem is not None and case.title in DIFFERENT:
                different.add(case.title)
            elif problem is not None:
                problems.append(f"{case.name}: {problem}")
        engine.close()
    assert not problems, "\n".join(problems)
    assert different == set(DIFFERENT), "a difference that is gone: take it from the list"
    assert judged >= 250
