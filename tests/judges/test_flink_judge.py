"""headwater against Flink: value edges equal to those of the tree that Flink's own planner makes, fields included.

Every day headwater is held against the planner's answers as they were reviewed and kept; where .venv-flink is there
(`make engines` makes it), the planner is asked again, and must answer the same.
"""

from __future__ import annotations

import pytest

import headwater
from tests.judges.flink import frozen
from tests.judges.flink.answers import differences
from tests.judges.flink.engine import MISSING, PYTHON, Engine
from tests.judges.flink.generate import Generator
from tests.judges.flink.scripts import SCHEMA, Script, scripts
from tests.judges.flink.walker import Walker
from tests.judges.values import Abstain

SCRIPTS = scripts()
ANSWERS = frozen.load()


@pytest.fixture(scope="module")
def catalog() -> headwater.Catalog:
    return headwater.Catalog.from_ddl(SCHEMA, dialect="flink")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_value_edges_are_those_of_the_planner(script: Script, catalog: headwater.Catalog, abstained: list[str]) -> None:
    engine_answer = ANSWERS.get(frozen.digest(script))
    assert engine_answer is not None, "ask the planner: python -m tests.judges.flink --freeze, and read the difference"
    if "abstain" in engine_answer:
        abstained.append(f"{script.name}: {engine_answer['abstain']}")
        pytest.skip(f"the judge abstains: {engine_answer['abstain']}")
    assert "error" not in engine_answer, engine_answer
    problems = differences(engine_answer, script.sql, catalog)
    assert not problems, "\n".join([script.sql, *problems])


@pytest.mark.engines
@pytest.mark.skipif(not PYTHON.exists(), reason=MISSING)
def test_the_planner_still_says_what_was_kept() -> None:
    with Engine(SCHEMA) as engine:
        other = [s.name for s in SCRIPTS if engine.script(s.sql) != ANSWERS.get(frozen.digest(s))]
    assert other == []


@pytest.mark.engines
@pytest.mark.skipif(not PYTHON.exists(), reason=MISSING)
def test_scripts_that_nobody_wrote(catalog: headwater.Catalog) -> None:
    generator = Generator(11)
    problems: list[str] = []
    judged = 0
    with Engine(SCHEMA) as engine:
        for number in range(150):
            sql = generator.script(number)
            engine_answer = engine.script(sql)
            if "statements" in engine_answer:
                judged += 1
                problems += [f"{sql}\n{line}" for line in differences(engine_answer, sql, catalog)]
    assert judged > 120
    assert not problems, "\n".join(problems)


def test_a_generated_script_follows_from_its_number() -> None:
    one, other = Generator(3), Generator(3)
    assert one.script(8) == [other.script(number) for number in range(9)][8]


def test_the_corpus_is_large_and_its_names_are_unique() -> None:
    assert len(SCRIPTS) >= 400
    assert len({script.name for script in SCRIPTS}) == len(SCRIPTS)


def test_abstentions_are_few() -> None:
    unknown = [s.name for s in SCRIPTS if "statements" not in ANSWERS.get(frozen.digest(s), {})]
    assert len(unknown) * 20 < len(SCRIPTS), unknown


def test_nothing_is_kept_that_is_not_asked() -> None:
    assert set(ANSWERS) == {frozen.digest(script) for script in SCRIPTS}


class NeverSeen:
    """An operator, or an expression, of a planner of another year."""

    def getClass(self) -> NeverSeen:
        return self

    def getSimpleName(self) -> str:
        return "LogicalNeverSeen"


def test_an_unknown_operator_is_an_abstention() -> None:
    with pytest.raises(Abstain, match="LogicalNeverSeen"):
        Walker().relation(NeverSeen())


def test_an_unknown_expression_is_an_abstention() -> None:
    with pytest.raises(Abstain, match="LogicalNeverSeen"):
        Walker().expression(NeverSeen(), [])
