"""headwater against Spark: value edges and output names equal to those of the plan that Catalyst makes of a statement.

Every day headwater is held against the analyzer's answers as they were reviewed and kept; `make engines` asks the
analyzer again, which must answer the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

import headwater
from tests.judges.flink.scripts import Script
from tests.judges.live import live
from tests.judges.spark import frozen
from tests.judges.spark.answers import differences
from tests.judges.spark.scripts import SCHEMA, scripts
from tests.judges.spark.tree import Node
from tests.judges.spark.walker import Walker
from tests.judges.values import Abstain

if TYPE_CHECKING:
    from tests.judges.spark.engine import Engine

SCRIPTS = scripts()
ANSWERS = frozen.load()


@pytest.fixture(scope="module")
def catalog() -> headwater.Catalog:
    return headwater.Catalog.from_ddl(SCHEMA, dialect="spark")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_value_edges_are_those_of_the_analyzer(
    script: Script, catalog: headwater.Catalog, abstained: list[str]
) -> None:
    engine_answer = ANSWERS.get(frozen.digest(script))
    assert engine_answer is not None, "ask the analyzer: python -m tests.judges.spark --freeze, and read the difference"
    if "abstain" in engine_answer:
        abstained.append(f"{script.name}: {engine_answer['abstain']}")
        pytest.skip(f"the judge abstains: {engine_answer['abstain']}")
    assert "error" not in engine_answer, engine_answer
    problems = differences(engine_answer, script.sql, catalog)
    assert not problems, "\n".join([script.sql, *problems])


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    """The analyzer itself; a process has one."""
    from tests.judges.spark.engine import Engine

    with Engine(SCHEMA) as made:
        yield made


@pytest.mark.engines
@live
def test_the_analyzer_still_says_what_was_kept(engine: Engine) -> None:
    other = [s.name for s in SCRIPTS if engine.script(s.sql) != ANSWERS.get(frozen.digest(s))]
    assert other == []


@pytest.mark.engines
@live
def test_statements_that_nobody_wrote(engine: Engine, catalog: headwater.Catalog) -> None:
    from tests.judges.spark.generate import Generator

    generator = Generator(7)
    problems: list[str] = []
    judged = 0
    for number in range(150):
        sql = generator.statement(number)
        engine_answer = engine.script(sql + ";\n")
        if "statements" in engine_answer:
            judged += 1
            problems += [f"{sql}\n{line}" for line in differences(engine_answer, sql, catalog)]
    assert judged > 100
    assert not problems, "\n".join(problems)


def test_the_corpus_is_large_and_its_names_are_unique() -> None:
    assert len(SCRIPTS) >= 400
    assert len({script.name for script in SCRIPTS}) == len(SCRIPTS)


def test_abstentions_are_few() -> None:
    unknown = [s.name for s in SCRIPTS if "statements" not in ANSWERS.get(frozen.digest(s), {})]
    assert len(unknown) * 20 < len(SCRIPTS), unknown


def test_nothing_is_kept_that_is_not_asked() -> None:
    assert set(ANSWERS) == {frozen.digest(script) for script in SCRIPTS}


def test_an_unknown_operator_is_an_abstention() -> None:
    with pytest.raises(Abstain, match="NeverSeen"):
        Walker().relation(Node("NeverSeen", {}, []))


def test_an_unknown_expression_is_an_abstention() -> None:
    with pytest.raises(Abstain, match="NeverSeen"):
        Walker().expression(Node("NeverSeen", {}, []), {})
