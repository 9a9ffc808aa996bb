"""The tables that BigQuery says it read, against those of the answers: every difference is told, and nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pytest

from headwater import logs
from headwater.batch import Analyst, History
from headwater.batch.entry_batches import entry_batches
from headwater.batch.ingest import ingest
from headwater.batch.nested_rows import NestedRows
from headwater.logs import ReadSettings
from headwater.rows.graph_sql import DUCKDB_MACROS, UNITS
from headwater.rows.steps import ANALYSED, Unit
from headwater.store.tables import graph_tables, history_rows, links

duckdb = pytest.importorskip("duckdb")
PROJECT = "shop-prod"


def ref(name: str) -> dict[str, str]:
    """A table as BigQuery writes it: `d.t` is one of the project."""
    parts = name.split(".")
    project, dataset, table = parts if len(parts) == 3 else (PROJECT, *parts)
    return {"project_id": project, "dataset_id": dataset, "table_id": table}


def job(query: str, *tables: str, **fields: Any) -> dict[str, Any]:
    """A row of INFORMATION_SCHEMA.JOBS."""
    return {
        "job_id": f"job_{abs(hash((query, tables)))}",
        "project_id": PROJECT,
        "user_email": "etl@example.com",
        "statement_type": "SELECT",
        "query": query,
        "referenced_tables": [ref(name) for name in tables],
        **fields,
    }


def tables(jobs: Iterable[dict[str, Any]]) -> dict[str, pa.Table]:
    """The graph's tables of a log."""
    text = "\n".join(map(json.dumps, jobs))
    entries = logs.read_file("jobs.jsonl", text.encode(), ReadSettings())
    ingested = pa.Table.from_batches(ingest(entry_batches(entries))).replace_schema_metadata(None)
    with duckdb.connect() as db:
        for macro in DUCKDB_MACROS:
            db.execute(macro)
        units = db.sql(UNITS.format(ingested="ingested")).to_arrow_table().to_pylist()
    history = History.of([])
    analyst, rows = Analyst(history, {}), NestedRows(ANALYSED)
    for unit in units:
        given = Unit(unit["unit"], unit["dialect"], unit["database"], unit["target"], unit["text"], unit["source"])
        for row in analyst.rows(given):
            rows.add(row)
    answers = pa.Table.from_batches([rows.batch()]).replace_schema_metadata(None)
    answers = answers.append_column("round", pa.array([1] * answers.num_rows, pa.int32()))
    return graph_tables(ingested, answers, *history_rows(history), links({}))


def said(jobs: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    """What the check says: the code and the message."""
    rows = tables(jobs)["diagnostics"].to_pylist()
    return sorted((row["code"], row["message"]) for row in rows if row["code"] in ("W805", "W806"))


KNOWN = [job("SELECT a FROM d.t", "d.t"), job("SELECT a FROM d.u", "d.u"), job("SELECT a FROM d.x", "d.x")]
"""Jobs that show these as tables."""


def test_a_table_that_the_answer_lacks() -> None:
    (found,) = said([*KNOWN, job("SELECT a, f(b) FROM d.t WHERE c", "d.t", "d.x")])
    assert found == (
        "W805",
        "The log says that the engine read shop-prod.d.x for this text; the answer does not.",
    )


def test_a_table_that_the_engine_did_not_read() -> None:
    (found,) = said([*KNOWN, job("SELECT t.a, u.b FROM d.t, d.u", "d.t")])
    assert found[0] == "W806"
    assert "The answer reads shop-prod.d.u;" in found[1]


def test_what_was_checked_is_counted() -> None:
    log = [*KNOWN, job("SELECT a, 1 FROM d.t", "d.t", "d.x"), job("SELECT nobody FROM d.says")]
    (row,) = tables(log)["coverage"].to_pylist()
    assert (row["checked"], row["disputed"], row["units"]) == (4, 1, 5)


@pytest.mark.parametrize(
    "log",
    [
        pytest.param([job("SELECT a FROM d.`t$20240501`", "d.t$20240501")], id="a partition is its table"),
        pytest.param([job("SELECT a FROM d.t", "D.T")], id="names are compared without case"),
        pytest.param([job("SELECT a FROM t", "d.t")], id="a default dataset that the log does not tell"),
        pytest.param([job("SELECT a FROM `d.ev_*`", "d.ev_1", "d.ev_2")], id="a wildcard"),
        pytest.param([job("SELECT a FROM `other.d.ev_*`", "other.d.ev_1")], id="a wildcard in another project"),
        pytest.param([job("SELECT a FROM d.t JOIN d.u USING (k)", cache_hit=True)], id="from the cache"),
        pytest.param(
            [job("SELECT a FROM d.t, d.u", "d.t", cache_hit="true")], id="from the cache, in a log that is a CSV"
        ),
        pytest.param([job("SELECT v.a FROM d.v JOIN d.t USING (k)", "d.t", "d.x")], id="a view that nobody defines"),
        pytest.param(
            [job("SELECT v.a FROM d.v JOIN d.t USING (k)", "d.v", "d.t", "d.x")],
            id="such a view, named with its tables",
        ),
        pytest.param(
            [job("CREATE VIEW d.v AS SELECT * FROM d.x", "d.x"), job("SELECT a FROM d.v", "d.x")], id="below a view"
        ),
        pytest.param(
            [
                job("CREATE VIEW d.v AS SELECT * FROM d.x", "d.x"),
                job("CREATE VIEW d.w AS SELECT * FROM d.v", "d.x"),
                job("SELECT a FROM d.w, d.t", "d.w", "d.x", "d.t"),
            ],
            id="below a view over a view",
        ),
        pytest.param(
            [
                *(job(f"CREATE VIEW d.v{n + 1} AS SELECT * FROM d.v{n}", "d.x") for n in range(6)),
                job("SELECT a FROM d.v6", "d.x", "d.u"),
            ],
            id="views over views that are not followed to the end",
        ),
        pytest.param(
            [job("MERGE INTO d.u USING d.t ON u.k = t.k WHEN MATCHED THEN UPDATE SET a = t.a", "d.t", "d.u")],
            id="the target of a MERGE",
        ),
        pytest.param(
            [job("SELECT t.a FROM d.t, d.INFORMATION_SCHEMA.TABLES", "d.t")],
            id="INFORMATION_SCHEMA",
        ),
        pytest.param(
            [
                job("CREATE TEMP TABLE s AS SELECT a FROM d.t; SELECT a FROM s, d.u", "d.t", "_script1.s", "d.u"),
            ],
            id="a temporary table of a script",
        ),
        pytest.param(
            [job("SELECT a FROM d.t, d.u", "d.t", error_result={"reason": "invalid"})], id="a job that failed"
        ),
        pytest.param(
            [
                job("BEGIN SELECT a FROM d.t; END", "d.t", "d.x", statement_type="SCRIPT", job_id="script"),
                job("SELECT a FROM d.t WHERE 1 = 1", "d.t", parent_job_id="script"),
            ],
            id="a script whose jobs are there is left to them",
        ),
    ],
)
def test_no_false_alarm(log: list[dict[str, Any]]) -> None:
    assert said([*KNOWN, *log]) == []


def test_a_script_without_its_jobs_is_checked_as_a_whole() -> None:
    script = "BEGIN CREATE TEMP TABLE s AS SELECT a FROM d.t; INSERT INTO d.out SELECT a FROM s; END"
    assert said([*KNOWN, job(script, "d.t", "d.out", statement_type="SCRIPT")]) == []
    assert [code for code, _ in said([*KNOWN, job(script, "d.t", "d.x", statement_type="SCRIPT")])] == ["W805"]


def audit(query: str, tables: Sequence[str], views: Sequence[str] = ()) -> dict[str, Any]:
    def paths(names: Sequence[str]) -> list[str]:
        refs = map(ref, names)
        return [f"projects/{r['project_id']}/datasets/{r['dataset_id']}/tables/{r['table_id']}" for r in refs]

    stats = {"referencedTables": paths(tables), "referencedViews": paths(views)}
    change = {
        "after": "DONE",
        "job": {
            "jobName": f"projects/{PROJECT}/jobs/j{abs(hash(query))}",
            "jobConfig": {"queryConfig": {"query": query, "statementType": "SELECT"}},
            "jobStats": {"queryStats": stats},
            "jobStatus": {"jobState": "DONE"},
        },
    }
    return {"protoPayload": {"serviceName": "bigquery.googleapis.com", "metadata": {"jobChange": change}}}


def test_audit_logs_name_views_apart() -> None:
    known = [audit("SELECT a FROM d.t", ["d.t"]), audit("SELECT a FROM d.x", ["d.x"])]
    assert said([*known, audit("SELECT a, b FROM d.v, d.t", ["d.x", "d.t"], ["d.v"])]) == []
    (found,) = said([*known, audit("SELECT a, b FROM d.t", ["d.x", "d.t"])])
    assert found[0] == "W805"


# ── generated logs ───────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass
class Warehouse:
    """Tables, and views over tables and views, some of which were defined before the log begins."""

    chance: random.Random
    names_views: bool
    """Whether the log names views beside the tables below them."""

    def __post_init__(self) -> None:
        self.tables = [f"d.t{number}" for number in range(6)]
        self.views: dict[str, list[str]] = {}
        for number in range(5):
            below = self.chance.sample([*self.tables, *self.views], 2)
            self.views[f"d.v{number}"] = below
        self.defined = [view for view in self.views if self.chance.random() < 0.7]

    def below(self, name: str) -> set[str]:
        if name not in self.views:
            return {name}
        found = set().union(*map(self.below, self.views[name]))
        return found | {name} if self.names_views else found

    def query(self, names: Sequence[str], *also: str, without: str = "", into: str = "") -> dict[str, Any]:
        read = set().union(*map(self.below, names)) | set(also)
        columns = ", ".join(f"{name.replace('.', '_')}.c{self.chance.randrange(10**9)}" for name in names)
        sources = " CROSS JOIN ".join(f"{name} AS {name.replace('.', '_')}" for name in names)
        return job(f"{into}SELECT {columns} FROM {sources}", *sorted(read - {without}))

    def log(self) -> list[dict[str, Any]]:
        jobs = [self.query([table]) for table in self.tables]  # every table is read by itself once
        jobs += [self.query(self.views[view], into=f"CREATE VIEW {view} AS ") for view in self.defined]
        for _ in range(10):
            names = self.chance.sample([*self.tables, *self.views], self.chance.randint(1, 3))
            jobs.append(self.query(names, into=self.chance.choice(("", "INSERT INTO d.out "))))
        self.chance.shuffle(jobs)
        return jobs


@pytest.mark.parametrize("seed", range(20))
def test_generated_logs(seed: int) -> None:
    chance = random.Random(seed)
    warehouse = Warehouse(chance, names_views=chance.random() < 0.5)
    log = warehouse.log()
    assert said(log) == []
    one, two, three = chance.sample(warehouse.tables, 3)
    ((code, message),) = said([*log, warehouse.query([one, two], three)])
    assert (code, f"{PROJECT}.{three}" in message) == ("W805", True)
    ((code, message),) = said([*log, warehouse.query([one, two], without=two)])
    assert (code, f"{PROJECT}.{two}" in message) == ("W806", True)
