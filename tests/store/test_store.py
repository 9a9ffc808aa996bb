"""Questions to the store of the example warehouse, and to small ones whose answers can be said beforehand.

One file because all of them share the stores that its fixtures build.
"""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from headwater.base.levels import Level
from headwater.store import (
    Filter,
    SeveralNames,
    Store,
    StoreProblem,
    UnknownName,
    diff,
    open_store,
    snapshot,
    snapshots,
)
from headwater.store.index import find_index
from tests.store import small

SHOP = """
CREATE TABLE raw (id INT, amount INT, status VARCHAR, note VARCHAR);
CREATE TABLE a AS SELECT id, amount + 1 AS amount FROM raw WHERE status = 'x';
CREATE TABLE b AS SELECT id, sum(amount) AS total FROM a GROUP BY id;
CREATE TABLE c AS SELECT id, my_udf(total) AS odd FROM b;
CREATE TABLE d AS SELECT a.id, a.amount + b.total AS both, count(*) AS n FROM a JOIN b ON a.id = b.id GROUP BY ALL;
SELECT amount FROM raw;
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with small.opened(tmp_path_factory.mktemp("shop"), SHOP) as made:
        yield made


def test_a_store_that_is_closed_holds_no_file(tmp_path: Path) -> None:
    folder = Path("/proc/self/fd")
    if not folder.exists():
        pytest.skip("what is open cannot be seen here")
    out = small.make(tmp_path, {"duckdb/a.sql": SHOP})
    open_store(out).close()
    before = len(list(folder.iterdir()))
    for _ in range(3):
        with open_store(out) as store:
            assert store.search("amount").matches
    assert len(list(folder.iterdir())) <= before


def pairs(walk: object) -> list[str]:
    return [f"{edge.source_name}>{edge.target.full_name}:{edge.type}" for edge in walk.edges]  # type: ignore[attr-defined]


# ── walks ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_upstream_goes_to_the_end(shop: Store) -> None:
    walk = shop.upstream("c.odd", depth=9)
    assert [(column.column.full_name, column.distance) for column in walk.columns] == [
        ("duckdb:c.odd", 0),
        ("duckdb:b.total", 1),
        ("duckdb:a.amount", 2),
        ("duckdb:raw.amount", 3),
    ]
    assert pairs(walk) == [
        "duckdb:b.total>duckdb:c.odd:UNKNOWN",
        "duckdb:a.amount>duckdb:b.total:AGG",
        "duckdb:raw.amount>duckdb:a.amount:DERIVED",
    ]
    assert [edge.doubtful for edge in walk.edges] == [True, False, False]
    assert walk.columns[-1].type == "UNKNOWN"


def test_a_bounded_walk_counts_what_lies_behind(shop: Store) -> None:
    walk = shop.upstream("c.odd", depth=1)
    assert (walk.hidden.columns, walk.columns[-1].hidden) == (1, 1)
    few = shop.upstream("d.both", depth=9, max_columns=2)
    assert len(few.columns) == 2
    assert few.hidden.columns >= 1
    edges = shop.upstream("d.both", depth=9, max_edges=1)
    assert len(edges.edges) == 1
    assert edges.hidden.edges >= 1


def test_influence_on_rows_is_said_once(shop: Store) -> None:
    walk = shop.upstream("a.amount", filter=Filter(relation="both"))
    assert pairs(walk) == ["duckdb:raw.amount>duckdb:a.amount:DERIVED", "duckdb:raw.status>duckdb:a.(rows):FILTER"]
    only = shop.upstream("a.amount", filter=Filter(relation="influence"))
    assert pairs(only) == ["duckdb:raw.status>duckdb:a.(rows):FILTER"]


def test_downstream_counts_bare_queries_or_shows_them(shop: Store) -> None:
    walk = shop.downstream("raw.amount", depth=1)
    assert [column.column.full_name for column in walk.columns[1:]] == ["duckdb:a.amount"]
    assert walk.hidden.results == 1
    shown = shop.downstream("raw.amount", depth=1, filter=Filter(results=True))
    result = next(column.column for column in shown.columns if column.column.dataset.kind == "result")
    assert result.dataset.statement
    assert shop.column(result.full_name) == result


def test_filters_take_away_and_count(shop: Store) -> None:
    walk = shop.upstream("c.odd", depth=9, filter=Filter(types=frozenset({"UNKNOWN"})))
    assert pairs(walk) == ["duckdb:b.total>duckdb:c.odd:UNKNOWN"]
    assert walk.hidden.filtered == 1


def test_a_level_is_the_worst_that_is_followed(tmp_path: Path) -> None:
    text = "CREATE TABLE x AS SELECT note FROM p, q; CREATE TABLE y AS SELECT note FROM x;"
    with small.opened(tmp_path, text) as store:
        assert len(store.upstream("y.note", 5).columns) == 4
        sure = store.upstream("y.note", 5, Filter(level=Level.INFERRED))
        assert [column.column.full_name for column in sure.columns] == ["duckdb:y.note", "duckdb:x.note"]
        assert sure.hidden.filtered == 2
        assert store.upstream("y.note", 5).columns[-1].level is Level.AMBIGUOUS


def test_around_has_both_sides(shop: Store) -> None:
    walk = shop.around("b.total", 1, 1)
    assert {column.column.full_name: column.distance for column in walk.columns} == {
        "duckdb:b.total": 0,
        "duckdb:a.amount": -1,
        "duckdb:c.odd": 1,
        "duckdb:d.both": 1,
    }


def test_what_is_written_at_once_is_what_the_records_say(store: Store) -> None:
    """The neighbourhood of every column, as JSON, with and without records in between."""
    for number in range(0, store.graph.columns + store.graph.datasets, 3):
        name = store.graph.column(number).full_name
        for filter, most in ((Filter(results=True), 500), (Filter(relation="both"), 12)):
            view_json = store.view_json(name, 2, 3, filter, most, most * 4)
            assert view_json is not None
            assert json.loads(view_json) == store.view(name, 2, 3, filter, most, most * 4).to_dict()
            assert store.view_json(name, 2, 3, filter, most, most * 4, within=10_000) == view_json
    assert store.view_json("hive:dws.customer_360.email", 9, 9, Filter(), 500, 2_000, within=3) is None
    assert store.view_json("email", 1, 1, Filter(), 500, 2_000, within=1_000) is None  # it may mean several


def test_circles_end(tmp_path: Path) -> None:
    text = "CREATE TABLE x (v INT, w INT); INSERT INTO x SELECT w, v FROM x; CREATE TABLE y AS SELECT v FROM x;"
    with small.opened(tmp_path, text) as store:
        assert len(store.upstream("y.v", 50).columns) == 3
        assert [path.column.name for path in store.downstream("x.v", 50).columns] == ["v", "w", "v"]
        paths = store.paths("x.v", "y.v")
        assert [len(path.edges) for path in paths.paths] == [1]
        assert [len(path.edges) for path in store.paths("x.v", "x.v").paths] == [2]
        assert store.impact("x.w").tables


# ── ways ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_most_certain_way_comes_first(tmp_path: Path) -> None:
    text = """
    CREATE TABLE s (v INT, z INT);
    CREATE TABLE m1 AS SELECT my_udf(v) AS v FROM s;
    CREATE TABLE m2 AS SELECT v + 1 AS v FROM s;
    CREATE TABLE m3 AS SELECT v FROM m2;
    CREATE TABLE t AS SELECT v FROM m1 UNION ALL SELECT v FROM m3 UNION ALL SELECT sum(v) FROM m2;
    """
    with small.opened(tmp_path, text) as store:
        paths = store.paths("s.v", "t.v")
        assert [str(path.type) for path in paths.paths] == ["DERIVED", "AGG", "UNKNOWN"]
        assert paths.hidden == 0
        first = store.paths("s.v", "t.v", limit=1)
        assert (len(first.paths), first.hidden) == (1, 2)
        assert store.paths("t.v", "s.v").paths == ()
        assert store.paths("s.z", "t.v").hidden == 0


def test_very_many_ways_are_counted_and_not_walked(tmp_path: Path) -> None:
    layers = ["CREATE TABLE l0 (a INT, b INT);"]
    layers += [f"CREATE TABLE l{n} AS SELECT a + b AS a, a * b AS b FROM l{n - 1};" for n in range(1, 31)]
    with small.opened(tmp_path, "\n".join(layers)) as store:
        paths = store.paths("l0.a", "l30.a", limit=4)
        assert (len(paths.paths), paths.hidden) == (4, 2**29 - 4)
        assert {len(path.edges) for path in paths.paths} == {30}


# ── why ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_short_way_is_found_where_not_everything_can_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies near is looked at first, on both sides."""
    from headwater.store import paths as ways

    text = "CREATE TABLE t0 (a INT); CREATE TABLE t1 AS SELECT a FROM t0; CREATE TABLE t2 AS SELECT a FROM t1;"
    text += "CREATE TABLE s (" + ", ".join(f"c{number} INT" for number in range(40)) + ");"
    text += "CREATE TABLE w AS SELECT " + " + ".join(f"c{number}" for number in range(40)) + " AS a FROM s;"
    text += "INSERT INTO t0 SELECT a FROM w; INSERT INTO t1 SELECT a FROM t2; CREATE TABLE t3 AS SELECT a FROM t2;"
    with small.opened(tmp_path, text) as store:
        monkeypatch.setattr(ways, "MOST", 8)
        paths = store.paths("t0.a", "t3.a")
        assert [[edge.target.full_name for edge in path.edges] for path in paths.paths] == [
            ["duckdb:t1.a", "duckdb:t2.a", "duckdb:t3.a"]
        ]


def test_an_edge_is_explained_with_the_place_in_its_statement(shop: Store) -> None:
    edge = shop.upstream("b.total", 1).edges[0]
    why = shop.explain(edge.number)
    assert why.statement.text[slice(*why.span)] == "sum(amount)"
    assert why.statement.kind == "CREATE_TABLE"
    assert why.operators[0] == "Scan"
    assert "Aggregate" in why.operators
    assert [(hop.source, hop.target) for hop in why.hops] == [("a.amount", "b.total")]
    assert why.why.startswith("Every name")


def test_an_unknown_function_is_said_to_be_unknown(shop: Store) -> None:
    why = shop.explain(shop.upstream("c.odd", 1).edges[0].number)
    assert "unknown function" in why.why
    assert [diagnostic.code for diagnostic in why.diagnostics] == ["W210"]


def test_hops_are_those_between_the_two_columns(tmp_path: Path) -> None:
    text = """CREATE TABLE o (ts INT, x INT);
    CREATE TABLE m AS WITH u AS (SELECT ts * 2 AS u, x AS y FROM o) SELECT max(u) AS m, min(y) AS other FROM u;"""
    with small.opened(tmp_path, text) as store:
        why = store.explain(store.upstream("m.m", 1).edges[0].number)
        assert [(hop.source, hop.target, hop.expr) for hop in why.hops] == [
            ("o.ts", "u.u", "ts * 2"),
            ("u.u", "m.m", "max(u)"),
        ]


def test_all_edges_between_two_columns(tmp_path: Path) -> None:
    text = "CREATE TABLE s (v INT); CREATE TABLE t (v INT);"
    text += "INSERT INTO t SELECT v FROM s; INSERT INTO t SELECT v+1 FROM s;"
    with small.opened(tmp_path, text) as store:
        shown, hidden = store.explain_between("s.v", "t.v")
        assert [one.edge.expr for one in shown] == ["v", "v+1"]
        assert hidden == 0
        assert store.upstream("t.v", 1).edges[0].more == 1
        assert store.explain_between("s.v", "t.v", limit=1)[1] == 1


def test_no_such_edge_or_statement(shop: Store) -> None:
    for number in (-1, 10**9):
        with pytest.raises(StoreProblem):
            shop.explain(number)
    with pytest.raises(StoreProblem):
        shop.statement("nope")


# ── impact ───────────────────────────────────────────────────────────────────────────────────────────────────────
def test_what_breaks_and_what_follows(shop: Store) -> None:
    impact_result = shop.impact("raw.amount")
    assert (impact_result.breaking, impact_result.queries) == (2, 1)
    assert [(table.dataset.name, table.breaks, table.distance) for table in impact_result.tables] == [
        ("a", True, 1),
        ("b", False, 2),
        ("d", False, 2),
        ("c", False, 3),
    ]


def test_rows_that_are_decided_reach_whoever_reads_them(shop: Store) -> None:
    impact_result = shop.impact("raw.status", "retype")
    assert [(table.dataset.name, table.breaks, table.follows) for table in impact_result.tables] == [
        ("a", True, False),
        ("b", False, True),
        ("d", False, True),
        ("c", False, True),
    ]
    assert [(hit.column.name, str(hit.type)) for hit in impact_result.tables[0].hits] == [(None, "FILTER")]
    assert shop.impact("raw.status", filter=Filter(relation="value")).tables == ()
    assert shop.impact("raw.note").breaking == 0


def test_impact_is_bounded(shop: Store) -> None:
    impact_result = shop.impact("raw.amount", max_columns=1)
    assert len(impact_result.tables) == 1
    assert impact_result.hidden.columns >= 1
    assert impact_result.hidden.more


# ── names and search ─────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("hive:dws.daily_sales.amount_eur", "hive:dws.daily_sales.amount_eur"),
        ("dws.daily_sales.amount_eur", "hive:dws.daily_sales.amount_eur"),
        ("spark:dws.daily_sales.amount_eur", "hive:dws.daily_sales.amount_eur"),
        ("DWS.Daily_Sales.AMOUNT_EUR", "hive:dws.daily_sales.amount_eur"),
        ('"dws".`daily_sales`."amount_eur"', "hive:dws.daily_sales.amount_eur"),
        ("flink:kafka.customers.email", "kafka:shop.customers.email"),
        ("kafka.customers.email", "kafka:shop.customers.email"),
        ("sessions.session_id", "hive:dwd.sessions.session_id"),
        ("shop.orders.items[].price", "kafka:shop.orders.items"),
        ("kafka:shop.orders.shipping.country", "kafka:shop.orders.shipping"),
        ("file:reports/customers.parquet.customer_key", "file:reports/customers.parquet.customer_key"),
        ("reports/customers.parquet.customer_key", "file:reports/customers.parquet.customer_key"),
        ("dws.daily_sales.(rows)", "hive:dws.daily_sales.(rows)"),
    ],
)  # fmt: skip
def test_names_as_people_write_them(store: Store, asked: str, meant: str) -> None:
    assert store.column(asked).full_name == meant


def test_every_column_is_found_by_its_full_name_and_its_id(store: Store) -> None:
    graph = store.graph
    for node in range(0, graph.columns + graph.datasets, 7):
        column = graph.column(node)
        assert store.column(column.full_name) == column
        assert store.column(f"#{column.id}").full_name == column.full_name


def test_several_are_offered_and_none_is_taken(store: Store) -> None:
    with pytest.raises(SeveralNames) as several:
        store.column("email")
    assert "hive:dim.customers.email" in several.value.candidates
    with pytest.raises(UnknownName) as unknown:
        store.column("dim.customers.emial")
    assert unknown.value.near[0] == "hive:dim.customers.email"
    with pytest.raises(UnknownName, match="is a dataset"):
        store.column("dim.customers")
    for name in ("", "   ", "nothing", ".", "..", "a.b.c.d.e.f", "#1", "'; DROP TABLE x", "x" * 5000, "\x00", "%", ":"):
        with pytest.raises(UnknownName):
            store.column(name)


def test_search_ranks(store: Store) -> None:
    names = [match.full_name for match in store.search("dws.customer_360").matches]
    assert names[0] == "hive:dws.customer_360"
    columns = store.search("customer_360 email", kinds=("column",))
    assert columns.matches[0].full_name == "hive:dws.customer_360.email"
    begins = store.search("cust", limit=3)
    assert len(begins.matches) == 3
    assert begins.hidden > 10
    alike = store.search("daily_slaes")
    assert {match.how for match in alike.matches} == {"near"}
    assert "hive:dws.daily_sales" in [match.full_name for match in alike.matches]
    assert all(match.dataset.system == "hive" for match in store.search("hive:email").matches)
    for query in ("", "   ", "'", '"', "%", "_", ";", "\x00", "$word", "a" * 10_000, "İ", "血缘"):
        store.search(query)


def test_a_table_has_pages(store: Store) -> None:
    full = store.table("dws.customer_360")
    assert full.total == len(full.columns)
    page = store.table("hive:dws.customer_360", limit=2, offset=1)
    assert [column.id for column in page.columns] == [column.id for column in full.columns[1:3]]
    assert page.to_dict()["hidden"] == full.total - 2
    with pytest.raises(UnknownName):
        store.table("nowhere.nothing")


# ── the folder ───────────────────────────────────────────────────────────────────────────────────────────────────
def test_what_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreProblem, match="does not exist"):
        open_store(tmp_path / "nothing")
    with pytest.raises(StoreProblem, match="contains no SQL"):
        open_store(tmp_path)
    with pytest.raises(StoreProblem, match="not on this machine"):
        snapshot("s3://bucket/out")
    (tmp_path / "snapshots").mkdir()
    for text in ("{", "[]", '{"format": "other"}', '{"format": "headwater", "version": 1}', "\xff"):
        (tmp_path / "manifest.json").write_text(text, "latin-1")
        with pytest.raises(StoreProblem):
            open_store(tmp_path)
    (tmp_path / "manifest.json").write_text(
        '{"format": "headwater", "version": 99, "made_at": "2024-01-01", "snapshot": "1"}'
    )
    with pytest.raises(StoreProblem, match="newer headwater"):
        open_store(tmp_path)


def test_a_manifest_cannot_lead_out_of_its_folder(warehouse: Path, tmp_path: Path) -> None:
    manifest = json.loads((warehouse / "manifest.json").read_text())
    for path in ("../../etc", "/etc", "snapshots/../../x"):
        manifest["tables"]["edges"]["path"] = path
        (tmp_path / "snapshots").mkdir(exist_ok=True)
        (tmp_path / "manifest.json").write_text(json.dumps(manifest))
        with pytest.raises(StoreProblem, match="not a headwater manifest"):
            open_store(tmp_path)


@pytest.fixture
def copied(warehouse: Path, tmp_path: Path) -> Path:
    """The example warehouse with a second snapshot that was made later."""
    out = tmp_path / "out"
    shutil.copytree(warehouse, out, ignore=shutil.ignore_patterns("index"))
    manifest = json.loads((out / "manifest.json").read_text())
    shutil.copytree(out / "snapshots" / "000001", out / "snapshots" / "000002")
    text = json.dumps(manifest).replace("snapshots/000001", "snapshots/000002")
    later = {**json.loads(text), "snapshot": "000002", "made_at": "2030-01-01T00:00:00+00:00"}
    for path in (out / "manifest.json", out / "snapshots" / "000002" / "manifest.json"):
        path.write_text(json.dumps(later))
    return out


def test_snapshots_by_id_and_by_time(copied: Path) -> None:
    assert [one.id for one in snapshots(copied)] == ["000001", "000002"]
    assert snapshot(copied).id == "000002"
    assert snapshot(copied, "1").id == "000001"
    assert snapshot(copied, datetime(2029, 1, 1, tzinfo=UTC)).id == "000001"
    assert snapshot(copied, datetime(2031, 1, 1)).id == "000002"
    for wanted in ("7", "../x", datetime(2000, 1, 1)):
        with pytest.raises(StoreProblem):
            snapshot(copied, wanted)
    (copied / "snapshots" / "000003").mkdir()  # of a run that was killed
    assert [one.id for one in snapshots(copied)] == ["000001", "000002"]


def test_an_index_is_made_once_and_again_when_it_is_not_that_of_the_snapshot(copied: Path) -> None:
    result = snapshot(copied)
    index = find_index(result)
    made_at = (index / "meta.json").stat().st_mtime_ns
    assert index.parent == copied / "index"
    assert find_index(result) == index
    assert (index / "meta.json").stat().st_mtime_ns == made_at
    (index / "meta.json").write_text("{}")
    assert find_index(result) == index
    with open_store(copied) as store:
        assert store.graph.columns
    shutil.rmtree(copied / "snapshots" / "000001")
    (copied / "index" / "000001-old").mkdir()
    shutil.rmtree(index)
    find_index(result)
    assert sorted(os.listdir(copied / "index")) == [index.name]


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(copied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    copied.chmod(0o555)
    try:
        index = find_index(snapshot(copied))
    finally:
        copied.chmod(0o755)
    assert index.is_relative_to(tmp_path / "cache")


def test_where_the_index_cannot_lie_beside_it_lies_in_the_cache(
    copied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (copied / "index").write_text("a file is in the way")
    with open_store(copied) as store:
        assert store.graph.folder.is_relative_to(tmp_path / "cache")
        assert store.search("email").matches


@pytest.mark.parametrize("before", ["nothing", "another format", "half"])
def test_several_may_make_the_index_at_once(copied: Path, before: str) -> None:
    result = snapshot(copied)
    if before != "nothing":
        index = find_index(result)
        if before == "half":
            (index / "meta.json").unlink()
        else:
            (index / "meta.json").write_text('{"format": 0}')
    places: list[Path] = []
    threads = [threading.Thread(target=lambda: places.append(find_index(result))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(places)) == 1
    assert len(places) == 4
    assert [entry.name for entry in places[0].parent.iterdir()] == [places[0].name]


def test_many_threads_may_ask_one_store(store: Store) -> None:
    expected = store.around("dws.customer_360.email", 2, 2).to_dict()
    failed: list[BaseException] = []

    def ask() -> None:
        try:
            for _ in range(5):
                assert store.around("dws.customer_360.email", 2, 2).to_dict() == expected
                assert store.search("email").matches
                assert store.explain(3).statement.text
        except BaseException as error:  # noqa: BLE001 - it is told below
            failed.append(error)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_the_same_tables_give_the_same_index(warehouse: Path, tmp_path: Path) -> None:
    from headwater.store.index import build

    result = snapshot(warehouse)
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        build(result, folder)
    names = sorted(path.name for path in folders[0].iterdir() if path.suffix != ".duckdb")
    assert all((folders[0] / name).read_bytes() == (folders[1] / name).read_bytes() for name in names)


# ── time ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_as_of_a_time(warehouse: Path, tmp_path: Path) -> None:
    import duckdb

    out = tmp_path / "out"
    shutil.copytree(warehouse, out, ignore=shutil.ignore_patterns("index"))
    path = next((out / "snapshots" / "000001" / "edges").glob("*.parquet"))
    with duckdb.connect() as db:
        db.execute(f"CREATE TABLE e AS FROM read_parquet('{path}')")
        db.execute(
            "UPDATE e SET valid_from = TIMESTAMPTZ '2024-01-01 00:00:00+00',"
            " valid_to = TIMESTAMPTZ '2024-06-01 00:00:00+00'"
            " WHERE target_dataset = 'dim.customers' AND expr = 'email_hash'"
        )
        db.execute(f"COPY e TO '{path}' (FORMAT parquet)")
    with open_store(out) as store:
        now = store.upstream("hive:dim.customers.email", 1)
        assert [column.column.name for column in now.columns] == ["email", "email"]
        assert now.hidden.ended == 1
        then = Filter(as_of=datetime(2024, 3, 1, tzinfo=UTC))
        walk = store.upstream("hive:dim.customers.email", 1, then)
        assert [column.column.name for column in walk.columns] == ["email", "email_hash", "email"]
        ended = next(edge for edge in walk.edges if edge.until is not None)
        assert ended.until == datetime(2024, 6, 1, tzinfo=UTC)
        late = store.upstream("hive:dim.customers.email", 1, Filter(as_of=datetime(2024, 7, 1, tzinfo=UTC)))
        assert len(late.columns) == 2


# ── diff ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_same_is_no_difference(store: Store) -> None:
    diff_result = diff(store, store)
    assert not diff_result
    assert diff_result.to_dict()["columns"] == []


def test_what_changed(tmp_path: Path) -> None:
    before = """CREATE TABLE s (a INT, b INT); CREATE TABLE t AS SELECT a AS x, b AS y FROM s;
      CREATE VIEW v AS SELECT x FROM t;"""
    after = """CREATE TABLE s (a INT, b INT, c INT); CREATE TABLE t AS SELECT a + c AS x, my_udf(b) AS y, c AS z FROM s
      WHERE c > 0; CREATE VIEW v AS SELECT x FROM t; CREATE TABLE n AS SELECT 1 AS one;"""
    with small.opened(tmp_path / "1", before) as one, small.opened(tmp_path / "2", after) as two:
        diff_result = diff(one, two)
        changes = {item.full_name: item for item in diff_result.columns}
        assert sorted(changes) == ["duckdb:t.(rows)", "duckdb:t.x", "duckdb:t.y", "duckdb:t.z"]
        assert changes["duckdb:t.x"].change == "changed"
        assert [(o.change, (o.after or o.before).source) for o in changes["duckdb:t.x"].origins] == [
            ("changed", "duckdb:s.a"),
            ("added", "duckdb:s.c"),
        ]
        assert changes["duckdb:t.x"].downstream == ("duckdb:v",)
        assert not changes["duckdb:t.x"].worse
        assert changes["duckdb:t.y"].worse
        assert changes["duckdb:t.z"].change == "added"
        assert diff_result.datasets_added == ("duckdb:n",)
        assert diff_result.worse
        back = diff(two, one)
        assert {item.full_name: item.change for item in back.columns}["duckdb:t.z"] == "removed"
        assert back.datasets_removed == ("duckdb:n",)
        assert "duckdb:t.(rows)" not in [item.full_name for item in diff(one, two, "value").columns]
        assert diff(one, two, max_columns=1).hidden == 3


def test_a_statement_that_was_only_written_anew_is_no_difference(tmp_path: Path) -> None:
    one = "CREATE TABLE s (a INT); CREATE TABLE t AS SELECT a AS x FROM s;"
    two = "-- the same\nCREATE TABLE s (a INT);\n\nCREATE TABLE t AS\n  SELECT a AS x\n  FROM s AS q WHERE TRUE;"
    with small.opened(tmp_path / "1", one) as before, small.opened(tmp_path / "2", two) as after:
        assert not diff(before, after)


# ── runs ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_runs_that_the_pipeline_kept_are_taken_over(tmp_path: Path) -> None:
    """They lie in its state, every run by the id of its text; a piece of a text has the runs of its stretch."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    from headwater.rows.steps import INGESTED

    twice = "CREATE TABLE t AS SELECT 1 AS a;"
    out = small.make(tmp_path, {"duckdb/a.sql": twice, "duckdb/b.sql": twice})
    with open_store(out) as store:
        [id_] = {row[0] for row in store.details.rows("SELECT statement FROM statements")}
        unit = store.details.unit(0)
        assert [run.source.rpartition("/")[2] for run in store.runs(id_).runs] == ["a.sql", "b.sql"]
    manifest = json.loads((out / "manifest.json").read_text())
    del manifest["runs"]
    times = [datetime(2024, 5, day, tzinfo=UTC) for day in (1, 2, 3)]
    schema = INGESTED.arrow_schema().remove_metadata()
    rows = [
        dict.fromkeys(schema.names)
        | {"unit": unit, "source": "log", "entry": f"q{number}", "kind": "statement", "at": at, "user": "ada"}
        | {"job": "nightly", "session": "s", "status": "done", "entries": 1}
        for number, at in enumerate(times)
    ]
    for batch, some in (("one", rows[:2]), ("two", rows[2:])):
        folder = out / "state" / "7" / batch / "part=run"
        folder.mkdir(parents=True)
        table = pa.Table.from_pylist(some, schema).drop_columns(["part"])
        parquet.write_table(table, folder / "part-0.parquet")
    manifest |= {"state": "7", "batches": ["one", "two"]}
    (out / "manifest.json").write_text(json.dumps(manifest))
    shutil.rmtree(out / "index")
    with open_store(out) as store:
        result = store.runs(id_)
        assert [run.query for run in result.runs] == ["q2", "q1", "q0"]
        assert (result.total, result.kept, result.runs[0].at) == (3, 3, times[2])
        page = store.runs(id_, 1, 1)
        assert [run.query for run in page.runs] == ["q1"]
        assert (page.total, page.kept) == (3, 3)
    shutil.rmtree(out / "state")
    shutil.rmtree(out / "index")
    with open_store(out) as store:  # nothing is kept any more: what the statement itself says
        assert [run.source.rpartition("/")[2] for run in store.runs(id_).runs] == ["a.sql"]
