"""headwater against ZetaSQL: value edges equal to those of the tree that its analyzer resolves, fields included.

Every day headwater is held against the answers as they were reviewed and kept; `make engines` asks ZetaSQL again, which
must answer the same.
"""

from __future__ import annotations

import pytest

import headwater
from tests.judges.googlesql import frozen
from tests.judges.googlesql.answers import differences
from tests.judges.googlesql.scripts import SCHEMA, Script, scripts
from tests.judges.googlesql.walker import Walker
from tests.judges.live import live
from tests.judges.values import Abstain

SCRIPTS = scripts()
ANSWERS = frozen.load()


@pytest.fixture(scope="module")
def catalog() -> headwater.Catalog:
    return headwater.Catalog.from_ddl(SCHEMA, dialect="googlesql")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_value_edges_are_those_of_zetasql(script: Script, catalog: headwater.Catalog, abstained: list[str]) -> None:
    engine_answer = ANSWERS.get(frozen.digest(script))
    assert engine_answer is not None, "ask ZetaSQL: python -m tests.judges.googlesql --freeze, and read the difference"
    if "abstain" in engine_answer:
        abstained.append(f"{script.name}: {engine_answer['abstain']}")
        pytest.skip(f"the judge abstains: {engine_answer['abstain']}")
    assert "error" not in engine_answer, engine_answer
    problems = differences(engine_answer, headwater.analyze(script.sql, dialect="googlesql", catalog=catalog))
    assert not problems, "\n".join([script.sql, *problems])


@pytest.mark.engines
@live
def test_zetasql_still_says_what_was_kept() -> None:
    pytest.importorskip("zetasql", reason="the extra `zetasql` is not installed")
    from tests.judges.googlesql.engine import Engine

    engine = Engine(SCHEMA)
    assert [s.name for s in SCRIPTS if engine.ask(s.sql)[0] != ANSWERS.get(frozen.digest(s))] == []


def test_the_corpus_is_large_and_its_names_are_unique() -> None:
    assert len(SCRIPTS) >= 400
    assert len({script.name for script in SCRIPTS}) == len(SCRIPTS)


def test_abstentions_are_few() -> None:
    unknown = [s.name for s in SCRIPTS if "statements" not in ANSWERS.get(frozen.digest(s), {})]
    assert len(unknown) * 20 < len(SCRIPTS), unknown


def test_nothing_is_kept_that_is_not_asked() -> None:
    assert set(ANSWERS) == {frozen.digest(script) for script in SCRIPTS}


class NeverSeen:
    """A node of a ZetaSQL of another year."""


def test_an_unknown_relation_is_an_abstention() -> None:
    with pytest.raises(Abstain, match="NeverSeen"):
        Walker().scan(NeverSeen())


def test_an_unknown_expression_is_an_abstention() -> None:
    with pytest.raises(Abstain, match="NeverSeen"):
        Walker().value(NeverSeen())
