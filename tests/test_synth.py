"""The synthetic log: the same for a seed, whole in itself, and its truth is what headwater and DuckDB say of it."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

import headwater
from headwater import dialects
from headwater.answer import Analysis
from headwater.api import analyze_in
from headwater.catalog.mapping import Catalog
from headwater.session import open_session
from headwater_synth import Log, Run, Spec, Template
from headwater_synth.dialect_sql import DIALECTS
from headwater_synth.garbage import KINDS

pytestmark = pytest.mark.slow

SPEC = Spec(statements=12_000, templates=2000, seed=11)


@pytest.fixture(scope="module")
def log() -> Log:
    return Log(SPEC)


@pytest.fixture(scope="module")
def runs(log: Log) -> list[Run]:
    return [log.run(number) for number in range(SPEC.statements)]


class Reader:
    """Analyses texts one after the other, as an engine would run them: what one creates the next ones know."""

    def __init__(self) -> None:
        self._sessions: dict[str, tuple[dict, dict]] = {}  # type: ignore[type-arg]

    def __call__(self, dialect: str, database: str | None, text: str) -> Analysis:
        session = open_session(dialect, Catalog(), database)
        session.changes, session.printed = self._sessions.setdefault(dialect, (session.changes, session.printed))
        return analyze_in(session, text)


def differences(answer: Analysis, template: Template) -> list[str]:
    """Where headwater's answer is not what the generator wrote."""
    result = [f"{answer.level.value}: {[str(diagnostic.message) for diagnostic in answer.diagnostics]}"]
    result = result if answer.level.value != "EXACT" else []
    if len(answer.statements) != len(template.statements):
        return [*result, f"{len(answer.statements)} statements"]
    for statement, known in zip(answer.statements, template.statements, strict=True):
        edges = {(str(edge.source), edge.target.column, str(edge.type)) for edge in statement.edges}
        actual = (statement.kind, statement.target, tuple(sorted(statement.tables[0])))
        if actual != (known.kind, known.target, known.sources):
            result.append(f"{actual} is not {(known.kind, known.target, known.sources)}")
        if edges != set(known.edges):
            result.append(f"{sorted(edges ^ set(known.edges), key=str)}")
    return result


# ── truth ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_headwater_says_what_the_generator_wrote_and_is_sure_of_it(log: Log) -> None:
    read = Reader()
    wrong: dict[int, list[str]] = {}
    counted: Counter[str] = Counter()
    for index in range(SPEC.templates):
        template = log.template(index)
        counted[template.dialect] += 1
        result = differences(read(template.dialect, template.database, template.text(index * 7919)), template)
        if result:
            wrong[index] = result
    assert wrong == {}
    assert min(counted.values()) > 250
    assert set(counted) == set(dialects.NAMES)


def test_comments_blanks_and_literals_change_nothing(log: Log, runs: list[Run]) -> None:
    read = Reader()
    texts: dict[int, set[str]] = {}
    for run in runs[:4000]:
        template = log.template(run.template)
        first = run.template not in texts
        known = texts.setdefault(run.template, set())
        if run.garbage is None and run.text not in known and (first or len(known) < 4):
            known.add(run.text)
            answer = read(run.dialect, run.database, run.text)
            assert differences(answer, template) == [], run.text
    assert sum(len(known) > 1 for known in texts.values()) > 100


def test_every_statement_for_duckdb_runs_in_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    spec = Spec(statements=900, templates=400, seed=5, garbage=0, dialects=("duckdb",))
    own = Log(spec)
    connection = duckdb.connect()
    for index in range(spec.templates):
        for known in own.known(index):
            for name in (*known.sources, known.target or "main.x"):
                if "." in name:
                    connection.execute(f"CREATE SCHEMA IF NOT EXISTS {name.partition('.')[0]}")
    for number in range(spec.statements):
        run = own.run(number)
        connection.execute(f"USE memory.{run.database or 'main'}")
        connection.execute(run.text)


def test_duckdb_calls_the_columns_what_the_truth_calls_them() -> None:
    duckdb = pytest.importorskip("duckdb")
    spec = Spec(statements=300, templates=300, seed=8, garbage=0, dialects=("duckdb",))
    own = Log(spec)
    connection = duckdb.connect()
    compared = 0
    for index in range(spec.templates):
        template = own.template(index)
        for known in template.statements:
            for name in (*known.sources, known.target or "main.x"):
                if "." in name:
                    connection.execute(f"CREATE SCHEMA IF NOT EXISTS {name.partition('.')[0]}")
        connection.execute(f"USE memory.{template.database or 'main'}")
        answer = connection.execute(template.text(index))
        if template.statements[-1].kind == "SELECT":
            names = [column[0] for column in answer.description]
            expected = {target for _, target, _ in template.statements[-1].edges}
            assert expected <= set(names)
            compared += 1
    assert compared > 80


# ── the log ──────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_same_seed_gives_the_same_log_and_another_seed_another(runs: list[Run]) -> None:
    again, other = Log(SPEC), Log(replace(SPEC, seed=12))
    # asked backwards and by another object: nothing depends on what was asked before
    numbers = range(SPEC.statements - 1, 0, -37)
    assert [again.run(number) for number in numbers] == [runs[number] for number in numbers]
    assert sum(other.run(number).text == runs[number].text for number in numbers) < 3


def test_a_template_does_not_depend_on_the_size_of_the_log(log: Log) -> None:
    larger = Log(replace(SPEC, statements=10_000_000, templates=100_000))
    for index in range(0, SPEC.templates, 41):
        assert larger.template(index).parts == log.template(index).parts
        assert larger.known(index) == log.known(index)


@pytest.mark.parametrize(
    ("statements", "templates"), [(500, 500), (505, 500), (3000, 500), (40, 500), (1, 1), (7, 3), (1000, 1)]
)
def test_every_template_is_run_if_there_is_room(statements: int, templates: int) -> None:
    own = Log(Spec(statements=statements, templates=templates, seed=2))
    result = {own.run(number).template for number in range(statements) if own.run(number).garbage is None}
    assert len(result) == own.templates
    assert result == set(range(own.templates))
    assert own.templates == templates or statements < templates


def test_what_is_read_was_created_before(log: Log, runs: list[Run]) -> None:
    there: set[str] = set()
    before = 0
    for run in runs:
        assert run.at > before
        before = run.at
        if run.garbage is not None:
            continue
        for known in log.known(run.template):
            assert set(known.sources) <= there, run.entry
            assert known.target is not None
            if known.kind.startswith("CREATE"):
                there.add(known.target)
            elif known.kind.startswith("DROP"):
                there.discard(known.target)
            elif known.kind != "SELECT":
                assert known.target in there, run.entry


def test_the_first_run_of_a_template_is_done(runs: list[Run]) -> None:
    seen: set[int] = set()
    for run in runs:
        if run.garbage is None and run.template not in seen:
            seen.add(run.template)
            assert run.status == "done"
    assert {run.status for run in runs} == {"done", "failed", "unknown"}


def test_templates_are_run_by_the_law_of_zipf() -> None:
    spec = Spec(statements=40_000, templates=1500, seed=4, garbage=0)
    own = Log(spec)
    counts = [count for _, count in Counter(own.run(number).template for number in range(40_000)).most_common()]
    points = [(math.log(rank), math.log(count)) for rank, count in enumerate(counts[:150], 1)]
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
    assert -1.3 < slope < -0.9
    assert counts[0] > 40_000 * 0.08


def test_a_share_is_garbage_of_every_kind(runs: list[Run]) -> None:
    result = Counter(run.garbage for run in runs)
    assert result.total() - result[None] == SPEC.statements // 100
    assert result["enormous"] == 1
    assert 1_000_000 < max(len(run.text) for run in runs) < 5_000_000
    many = Log(Spec(statements=2000, templates=100, seed=1, garbage=0.25))
    kinds = {many.run(number).garbage for number in range(2000)}
    assert kinds == {None, *KINDS} - {"enormous"}
    assert all(Log(Spec(statements=200, templates=20, garbage=0)).run(number).garbage is None for number in range(200))


def test_garbage_is_survived() -> None:
    own = Log(Spec(statements=400, templates=50, seed=3, garbage=0.5))
    for number in range(400):
        run = own.run(number)
        if run.garbage is not None:
            headwater.analyze(run.text, dialect=run.dialect, database=run.database)


def test_statements_are_as_long_as_statements_are(runs: list[Run]) -> None:
    lengths = [len(run.text) for run in runs if run.garbage != "enormous"]
    assert 300 < sum(lengths) / len(lengths) < 600
    assert any(2000 < length < 5000 for length in lengths)


def test_all_kinds_of_statements_are_there(log: Log) -> None:
    kinds: dict[str, set[str]] = {}
    depth: dict[str, int] = {}
    for index in range(SPEC.templates):
        template = log.template(index)
        kinds.setdefault(template.dialect, set()).update(known.kind for known in template.statements)
        for known in template.statements:
            if known.target and known.sources and known.kind.startswith(("CREATE", "INSERT")):
                below = max(depth.get(source, 0) for source in known.sources)
                depth.setdefault(known.target, below + 1)
    common = {"CREATE_TABLE", "CREATE_VIEW", "ALTER_TABLE", "DROP_TABLE", "INSERT", "SELECT"}
    assert all(common <= found for found in kinds.values())
    for name in ("duckdb", "googlesql", "hive", "spark"):
        assert {"MERGE", "UPDATE", "DELETE"} <= kinds[name]
    assert max(depth.values()) >= 4


def test_there_are_words_for_every_dialect() -> None:
    assert tuple(DIALECTS) == dialects.NAMES


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"dialects": ("duckdb", "oracle")}, "no dialect oracle"),
        ({"dialects": ()}, "no dialect"),
        ({"dialects": ("hive", "hive")}, "twice"),
        ({"garbage": 0.9}, "garbage"),
        ({"templates": 0}, "template"),
        ({"exponent": 1.0}, "exponent"),
    ],
)
def test_a_spec_that_makes_no_log_is_refused(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Spec(**wrong)  # type: ignore[arg-type]


# ── Arrow ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_batches_hold_the_runs_however_they_are_divided() -> None:
    pa = pytest.importorskip("pyarrow")
    from headwater_synth.batches import log_batches, truth_batches

    spec = Spec(statements=600, templates=100, seed=9)
    own = Log(spec)

    def rows(*parts: range) -> list[dict[str, object]]:
        batches = [pa.record_batch([pa.array(list(part), pa.int64())], ["id"]) for part in parts]
        return [row for batch in log_batches(batches, spec) for row in batch.to_pylist()]

    at_once = rows(range(600))
    assert rows(range(250), range(250, 251), range(251, 600)) == at_once
    assert sorted(rows(range(300, 600)) + rows(range(300)), key=lambda row: str(row["entry"])) == at_once
    for number, row in enumerate(at_once):
        run = own.run(number)
        at = row.pop("at")
        assert tuple(row.values()) == run[:4] + run[5:]
        assert at.timestamp() == pytest.approx(run.at / 1e6, abs=1e-5)  # type: ignore[attr-defined]
    numbers = pa.record_batch([pa.array(range(100), pa.int64())], ["id"])
    truth = [row for batch in truth_batches([numbers], spec) for row in batch.to_pylist()]
    assert len(truth) == sum(len(own.known(index)) for index in range(100))
    assert {row["template"] for row in truth} == set(range(100))


def test_a_worker_needs_no_pyspark() -> None:
    code = "import sys, headwater_synth.batches; sys.exit('pyspark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
