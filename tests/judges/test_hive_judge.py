"""headwater against Hive: value edges equal to those that Hive's own compiler keeps, column by column.

Every day headwater is held against the compiler's answers as they were reviewed and kept; `make engines` asks the
compiler again, which must answer the same. What Hive loses is named in `hive.losses`, and where it does in the corpus.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from pathlib import Path

import pytest

import headwater
from tests.judges.hive import frozen
from tests.judges.hive.compare import differences
from tests.judges.hive.losses import LOSSES
from tests.judges.hive.scripts import SCHEMA, Script, scripts
from tests.judges.live import live

SCRIPTS = scripts()
ANSWERS = frozen.load()


@pytest.fixture(scope="module")
def catalog() -> headwater.Catalog:
    return headwater.Catalog.from_ddl(SCHEMA, dialect="hive")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_value_edges_are_those_of_the_compiler(
    script: Script, catalog: headwater.Catalog, abstained: list[str]
) -> None:
    engine_answer = ANSWERS.get(frozen.digest(script))
    assert engine_answer is not None, "ask the compiler: python -m tests.judges.hive --freeze, and read the difference"
    if "abstain" in engine_answer:
        abstained.append(f"{script.name}: {engine_answer['abstain']}")
        pytest.skip(f"the judge abstains: {engine_answer['abstain']}")
    assert "error" not in engine_answer, engine_answer
    problems = differences(engine_answer, script.sql, catalog, script.losses)
    assert not problems, "\n".join([script.sql, *problems])


@pytest.mark.engines
@live
@pytest.mark.skipif(importlib.util.find_spec("pyspark") is None, reason="Hive's jars come with pyspark")
def test_the_compiler_still_says_what_was_kept() -> None:
    from tests.judges.hive.engine import Engine

    with Engine(SCHEMA) as engine:
        other = [s.name for s in SCRIPTS if engine.script(s.sql) != ANSWERS.get(frozen.digest(s))]
    assert other == []


@pytest.mark.engines
@live
@pytest.mark.skipif(importlib.util.find_spec("pyspark") is None, reason="Hive's jars come with pyspark")
def test_files_outside_of_the_engine_stay_where_they_are(tmp_path: Path) -> None:
    """DROP TABLE deletes the folder of a managed table, wherever ALTER TABLE … SET LOCATION put it."""
    from tests.judges.hive.engine import Engine

    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "rows").write_text("1")
    with Engine("CREATE TABLE t (a INT);\nCREATE TABLE p (a INT) PARTITIONED BY (d INT);") as engine:
        assert "statements" in engine.script("CREATE TABLE q (a INT);\nSELECT a FROM q;")  # q is dropped
        assert "statements" in engine.script(f"INSERT OVERWRITE DIRECTORY '{tmp_path}/out' SELECT a FROM t;")
        engine.define(f"ALTER TABLE t SET LOCATION 'file://{tmp_path}'")
        engine.define(f"ALTER TABLE p ADD PARTITION (d = 1) LOCATION '{tmp_path}/part'")
        engine.define(f"CREATE DATABASE d LOCATION '{tmp_path}'")
        engine.define(f"CREATE TABLE n (a INT) LOCATION '{tmp_path}/new'")
        engine.define("CREATE TABLE d.n (a INT)")
        for sql in ("TRUNCATE TABLE n", "DROP TABLE t", "DROP TABLE p", "DROP TABLE n", "DROP DATABASE d CASCADE"):
            engine.define(sql)
        assert list(engine.judge.tables()) == []
    assert [file.name for file in sorted(tmp_path.rglob("*"))] == ["part", "rows"]


def test_the_corpus_is_large_and_its_names_are_unique() -> None:
    assert len(SCRIPTS) >= 400
    assert len({script.name for script in SCRIPTS}) == len(SCRIPTS)


def test_losses_are_named_and_few() -> None:
    named = Counter(loss for script in SCRIPTS for loss in script.losses)
    assert set(named) == set(LOSSES)
    assert sum(1 for script in SCRIPTS if script.losses) * 8 < len(SCRIPTS), named


def test_abstentions_are_few() -> None:
    unknown = [s.name for s in SCRIPTS if "statements" not in ANSWERS.get(frozen.digest(s), {})]
    assert len(unknown) * 50 < len(SCRIPTS), unknown


def test_nothing_is_kept_that_is_not_asked() -> None:
    assert set(ANSWERS) == {frozen.digest(script) for script in SCRIPTS}
