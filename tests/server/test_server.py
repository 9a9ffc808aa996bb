"""The server as a client sees it: answers, bounds, errors, and everything that is refused."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from headwater.server import Limits, Settings, create_app
from headwater.server.answer_cache import Answer, AnswerCache
from headwater.server.app import inner
from headwater.server.page import NOTICE, asset
from headwater.server.state import State
from headwater.store import write_store
from tests.server.conftest import SMALL

COLUMN = "hive:dws.customer_360.email"


def error(answer: Any) -> dict[str, Any]:
    """The error of an answer, in its one shape."""
    body = answer.json()
    assert list(body) == ["error"]
    assert sorted(body["error"]) == ["candidates", "code", "help", "message"]
    result: dict[str, Any] = body["error"]
    return result


# ── answers ──────────────────────────────────────────────────────────────────────────────────────────────────────
def test_info(client: TestClient) -> None:
    body = client.get("/api/info").json()
    assert body["snapshot"]["id"] == "000001"
    assert body["counts"]["edges"] > 500
    assert "hive" in body["systems"]


def test_search_column_and_table(client: TestClient) -> None:
    body = client.get("/api/search", params={"q": "customer_360 email", "limit": 3}).json()
    assert body["matches"][0]["full_name"] == COLUMN
    column = client.get("/api/column", params={"name": COLUMN}).json()
    assert client.get("/api/column", params={"name": f"#{column['id']}"}).json() == column
    table = client.get("/api/table", params={"name": "hive:dws.customer_360", "limit": 2}).json()
    assert len(table["column_list"]) == 2
    assert table["hidden"] == table["columns"] - 2


def test_a_picture_has_places_that_stay(client: TestClient) -> None:
    def cards(depth: int) -> dict[str, tuple[int, int]]:
        params: dict[str, Any] = {"column": COLUMN, "up": depth, "down": depth, "relation": "both"}
        body = client.get("/api/graph", params=params).json()
        names = {card["id"] for card in body["cards"]}
        assert all(edge["source_card"] in names and edge["target_card"] in names for edge in body["edges"])
        return {card["full_name"]: (card["rank"], card["order"]) for card in body["cards"]}

    before: dict[str, tuple[int, int]] = {}
    for depth in range(6):
        now = cards(depth)
        assert {name: now[name] for name in before} == before
        assert len(set(now.values())) == len(now)
        before = now
    assert before["hive:dws.customer_360"] == (0, 0)
    assert before["hive:dim.customers"][0] < 0 < before["hive:export.customers"][0]


def test_the_same_at_the_level_of_tables(client: TestClient) -> None:
    before: dict[str, tuple[int, int]] = {}
    for depth in range(5):
        params: dict[str, Any] = {"table": "dws.customer_360", "up": depth, "down": depth}
        body = client.get("/api/graph/tables", params=params).json()
        now = {card["full_name"]: (card["rank"], card["order"]) for card in body["cards"]}
        assert {name: now[name] for name in before} == before
        before = now
    assert body["links"]


def test_walks_paths_and_explanations(client: TestClient) -> None:
    body = client.get("/api/walk", params={"column": COLUMN, "depth": 9}).json()
    assert body["columns"][0]["full_name"] == COLUMN
    number = body["edges"][0]["edge"]
    why = client.get(f"/api/edges/{number}").json()
    text = why["statement"]["text"]
    assert text[slice(*why["span"])]
    ways = client.get("/api/paths", params={"source": "kafka:shop.customers.email", "target": COLUMN}).json()
    assert ways["paths"][0]["edges"][0]["from"] == "kafka:shop.customers.email"
    edge = ways["paths"][0]["edges"][0]
    both = client.get("/api/explain", params={"source": edge["from"], "target": edge["to"]}).json()
    assert both["explanations"][0]["edge"]["edge"] == edge["edge"]
    statement = client.get(f"/api/statements/{why['statement']['id']}").json()
    assert statement["statement"] == why["statement"]
    assert number in [one["edge"] for one in statement["edges"]]


def test_the_runs_of_a_statement(client: TestClient) -> None:
    edge = client.get("/api/walk", params={"column": COLUMN}).json()["edges"][0]
    body = client.get(f"/api/statements/{edge['statement']}").json()
    assert body["runs"]["total"] == body["statement"]["runs"] == 1
    assert [run["source"] for run in body["runs"]["runs"]] == [body["statement"]["source"]]
    again = client.get(f"/api/statements/{edge['statement']}/runs", params={"offset": 1}).json()
    assert (again["runs"], again["total"]) == ([], 1)


def test_tables_are_filtered_as_columns_are(client: TestClient) -> None:
    def drawn(**filter: Any) -> tuple[set[tuple[str, str]], dict[str, int]]:
        params = {"table": "hive:dws.customer_360", "up": 2, "down": 2, **filter}
        body = client.get("/api/graph/tables", params=params).json()
        return {(link["from"], link["to"]) for link in body["links"]}, body["hidden"]

    unfiltered, left = drawn()
    assert left["filtered"] == 0
    value, left = drawn(relation="value")
    assert value < unfiltered
    assert left["filtered"]
    for filter in ({"type": "AGG"}, {"dialect": "hive"}, {"system": "hive"}, {"level": "EXACT"}):
        some, left = drawn(**filter)
        assert some < unfiltered
        assert left["filtered"]
    everything = client.get("/api/graph/overview", params={"type": "UNKNOWN"}).json()
    assert all("UNKNOWN" in link["value_types"] for link in everything["links"])


def test_impact_has_pages(client: TestClient) -> None:
    body = client.get("/api/impact", params={"column": "kafka:shop.customers.email"}).json()
    assert body["total"] == len(body["tables"]) > 5
    page = client.get("/api/impact", params={"column": "kafka:shop.customers.email", "limit": 2, "offset": 1}).json()
    assert page["tables"] == body["tables"][1:3]


def test_coverage_and_what_is_not_sure(client: TestClient) -> None:
    body = client.get("/api/coverage").json()
    assert sum(row["distinct_statements"] for row in body["dialects"]) > 200
    reason = body["reasons"][0]
    page = client.get("/api/unsure", params={"code": reason["code"], "dialect": reason["dialect"]}).json()
    assert page["total"] == reason["statements"]
    assert client.get(f"/api/statements/{reason['example']}").status_code == 200
    first = client.get("/api/unsure", params={"limit": 2}).json()
    second = client.get("/api/unsure", params={"limit": 1, "offset": 1}).json()
    assert second["statements"][0] == first["statements"][1]


def test_snapshots_are_compared(client: TestClient) -> None:
    body = client.get("/api/diff", params={"before": "000001"}).json()
    assert (body["columns"], body["worse"]) == ([], False)
    assert error(client.get("/api/diff", params={"before": "../../etc"}))["code"] == "invalid"
    assert error(client.get("/api/diff", params={"before": "7"}))["candidates"] == ["000001"]


@pytest.mark.parametrize(
    ("form", "kind", "begins"),
    [
        ("json", "application/json", "{"),
        ("csv", "text/csv", "source,target,type"),
        ("mermaid", "text/plain", "flowchart LR"),
        ("dot", "text/plain", "digraph"),
        ("svg", "image/svg+xml", "<svg"),
    ],
)
def test_exports(client: TestClient, form: str, kind: str, begins: str) -> None:
    for asked in ({"column": COLUMN}, {"table": "hive:dws.customer_360"}, {}):
        answer = client.get("/api/export", params={**asked, "format": form})
        assert answer.headers["content-type"].startswith(kind)
        assert answer.text.startswith(begins if "column" in asked else begins.partition(",type")[0])


# ── names ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_what_a_name_may_mean_is_offered(client: TestClient) -> None:
    several = client.get("/api/column", params={"name": "email"})
    assert several.status_code == 409
    assert "hive:dim.customers.email" in error(several)["candidates"]
    unknown = client.get("/api/graph", params={"column": "dim.customers.emial"})
    assert unknown.status_code == 404
    assert error(unknown)["candidates"][0] == "hive:dim.customers.email"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/column", 422),
        ("/api/graph?column=x&up=99", 422),
        ("/api/graph?column=x&up=-1", 422),
        ("/api/graph?column=x&max_columns=1000000", 422),
        ("/api/graph?column=x&relation=nothing", 422),
        (f"/api/graph?column={COLUMN}&type=NOPE", 422),
        (f"/api/graph?column={COLUMN}&as_of=yesterday", 422),
        (f"/api/graph?column={'x' * 3000}", 422),
        ("/api/edges/999999", 404),
        ("/api/edges/-1", 422),
        ("/api/edges/x", 422),
        ("/api/statements/nope", 404),
        ("/api/statements/..%2f..%2fetc", 404),
        ("/api/nothing", 404),
        ("/api", 404),
        ("/api/impact?column=hive:dws.customer_360.(rows)", 400),
    ],
)
def test_what_is_wrong_has_one_shape(client: TestClient, path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert error(answer)["message"]


def test_nothing_can_be_written(client: TestClient) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert client.request(method, "/api/info").status_code == 405
        assert error(client.request(method, "/api/coverage"))["code"] == "method"


# ── headers ──────────────────────────────────────────────────────────────────────────────────────────────────────
def test_an_answer_is_known_by_its_snapshot(client: TestClient) -> None:
    first = client.get("/api/coverage")
    tag = first.headers["etag"]
    again = client.get("/api/coverage", headers={"If-None-Match": f'"other", {tag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/api/coverage", headers={"If-None-Match": '"other"'}).status_code == 200


def test_an_answer_that_was_given_is_given_again(folder: Path) -> None:
    app = inner(Settings(folder, limits=SMALL))
    state: State = app.state.headwater
    with TestClient(app) as asking:
        params: dict[str, Any] = {"column": COLUMN, "up": 2, "down": 2}
        first = asking.get("/api/graph", params=params)
        [key] = state.answers._answers
        assert key[1:] == ("/api/graph", urlencode(params).encode())
        again = asking.get("/api/graph", params=params)
        assert (again.content, again.headers) == (first.content, first.headers)
        known = asking.get("/api/graph", params=params, headers={"If-None-Match": first.headers["etag"]})
        assert (known.status_code, known.content, known.headers["etag"]) == (304, b"", first.headers["etag"])
        asked_in_a_thread = asking.get("/api/graph", params={**params, "dialect": ["hive", "flink", "clickhouse"]})
        assert asked_in_a_thread.status_code == 200
        assert asking.get("/api/graph", params={"column": "nothing"}).status_code == 404
        assert len(state.answers._answers) == 2  # an error is not kept


def test_no_more_is_kept_than_fits() -> None:
    answers = AnswerCache(100)
    for number in range(10):
        answers.put(("1", "/", b"%d" % number), Answer([], b"x" * 30))
        answers.get(("1", "/", b"0"))
    assert [key[2] for key in answers._answers] == [b"8", b"9", b"0"]
    answers.put(("1", "/", b"x"), Answer([], b"x" * 101))
    answers.put(("1", "/", b"0"), Answer([], b"x" * 100))
    assert [len(one.body) for one in answers._answers.values()] == [100]


def test_large_answers_are_packed(client: TestClient) -> None:
    assert client.get("/api/coverage").headers["content-encoding"] == "gzip"
    assert "content-encoding" not in client.get("/api/health").headers


@pytest.mark.parametrize("path", ["/", "/api/info", "/api/nothing", "/x.js", "/openapi.json"])
def test_every_answer_carries_the_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers


def test_another_name_for_this_machine_is_refused(client: TestClient) -> None:
    answer = client.get("/api/info", headers={"Host": "evil.example"})
    assert answer.status_code == 403
    assert error(answer)["code"] == "host"
    assert client.get("/api/info", headers={"Host": "localhost:8765"}).status_code == 200
    assert client.get("/api/info", headers={"Host": "[::1]:8765"}).status_code == 200


# ── token ────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def locked_server(folder: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(folder, "correct-horse", limits=SMALL)), follow_redirects=False) as made:
        yield made


@pytest.fixture
def locked(locked_server: TestClient) -> TestClient:
    """A client that has not been there before."""
    locked_server.cookies.clear()
    return locked_server


def test_without_the_token_there_is_nothing(locked: TestClient) -> None:
    for path in ("/", "/api/info", "/openapi.json", "/assets/x.js", "/api/info?token=wrong", "/api/info?token="):
        answer = locked.get(path)
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert error(answer)["code"] == "token"
    for given in (
        "Bearer wrong",
        "Bearer ",
        "Basic correct-horse",
        "Bearer correct-hors",
        "Bearer correct-horse2",
        "Bearer \xff",
    ):
        assert locked.get("/api/info", headers={"Authorization": given.encode("latin-1")}).status_code == 401
    for cookie in ("headwater=wrong", "headwater=correct-horse", "headwater=", "\x00", "a=b; headwater"):
        assert locked.get("/api/info", headers={"Cookie": cookie}).status_code == 401
    assert (
        locked.post("/api/analyze?token=correct-horse", json={"sql": "SELECT 1", "dialect": "duckdb"}).status_code
        == 401
    )
    assert locked.get("/api/health").status_code == 200


def test_a_person_without_the_token_is_asked_for_it(locked: TestClient) -> None:
    answer = locked.get("/column?name=%3Cb%3E&token=wrong", headers={"Accept": "text/html,*/*"})
    assert answer.status_code == 401
    assert answer.headers["content-type"].startswith("text/html")
    assert 'name="name" value="&lt;b&gt;"' in answer.text
    assert "Wrong token" in answer.text
    assert "wrong" not in answer.text
    assert "form-action 'self'" in answer.headers["content-security-policy"]
    assert locked.get("/api/info", headers={"Accept": "text/html"}).headers["content-type"] == "application/json"


def test_with_the_token(locked: TestClient) -> None:
    assert locked.get("/api/info", headers={"Authorization": "Bearer correct-horse"}).status_code == 200
    assert (
        locked.get("/api/info", headers={"Authorization": "bearer correct-horse", "Host": "x.example"}).status_code
        == 200
    )


def test_a_first_visit_gets_a_cookie_and_loses_the_token(locked: TestClient) -> None:
    visit = locked.get("/c/x?view=table&token=correct-horse")
    assert visit.status_code == 303
    assert visit.headers["location"] == "/c/x?view=table"
    cookie = visit.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "correct-horse" not in cookie
    assert locked.get("/api/info").status_code == 200  # the client keeps the cookie
    away = locked.get("http://testserver//evil.example/x?token=correct-horse")
    assert away.headers["location"].startswith("/evil.example")


# ── the page ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_without_a_page_it_says_so(client: TestClient) -> None:
    for path in ("/", "/columns", "/c/hive:dws.daily_sales.amount"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert answer.text == NOTICE or "<html" in answer.text
    assert client.get("/missing.js").status_code == 404


@pytest.fixture(scope="module")
def paged(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    beside = tmp_path_factory.mktemp("paged")
    page = beside / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>it</title>")
    (page / "assets" / "app.js").write_text("1")
    (page / ".hidden").write_text("secret")
    (beside / "secret.txt").write_text("secret")
    (page / "link.txt").symlink_to(beside / "secret.txt")
    with TestClient(create_app(Settings(folder, limits=SMALL, assets=page))) as made:
        yield made


def test_deep_links_lead_into_the_page(paged: TestClient) -> None:
    for path in ("/", "/search", "/c/hive:dws.daily_sales.amount", "/a/b/c?x=1"):
        assert "<title>it</title>" in paged.get(path).text
    script = paged.get("/assets/app.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    assert paged.get("/assets/other.js").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/%2e%2e%2fsecret.txt",
        "/..%5csecret.txt",
        "/....//secret.txt",
        "/.hidden",
        "/link.txt",
        "/%00secret.txt",
        "//etc/passwd",
        "/etc/passwd",
        "/file:///etc/passwd",
    ],
)
def test_no_way_leads_out_of_the_page(paged: TestClient, path: str) -> None:
    answer = paged.get(path)
    assert "secret" not in answer.text
    assert "root:" not in answer.text


def test_only_files_below_the_root_are_assets(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.js").write_text("1")
    (tmp_path / "out.js").write_text("1")
    root = (tmp_path / "in").resolve()
    assert asset(root, "a.js") == root / "a.js"
    for path in ("../out.js", "..", "", "/", str(tmp_path / "out.js"), "a.js/..", "./a.js", "x" * 5000):
        assert asset(root, path) is None


# ── the playground ───────────────────────────────────────────────────────────────────────────────────────────────
def test_a_text_is_analysed_with_the_schemas_of_the_store(client: TestClient) -> None:
    request = {"sql": "CREATE TABLE x AS SELECT * FROM dim.products", "dialect": "hive"}
    body = client.post("/api/analyze", json=request).json()
    assert body["level"] == "EXACT"
    statement = body["statements"][0]
    assert len(statement["answer"]["edges"]) > 3
    assert "Scan(" in statement["plan"]
    assert [(card["name"], card["rank"]) for card in statement["cards"]] == [("dim.products", -1), ("x", 0)]
    alone = client.post("/api/analyze", json={**request, "use_store": False}).json()
    assert alone["level"] == "INFERRED"


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"sql": "SELECT 1", "dialect": "cobol"}, 422, "invalid"),
        ({"sql": "", "dialect": "hive"}, 422, "invalid"),
        ({"dialect": "hive"}, 422, "invalid"),
        ({"sql": "SELECT 1", "dialect": "hive", "other": 1}, 422, "invalid"),
        ({"sql": 7, "dialect": "hive"}, 422, "invalid"),
        ({"sql": "SELECT " + "x" * (100 << 10), "dialect": "hive"}, 413, "too_large"),
    ],
)
def test_a_text_that_is_refused(client: TestClient, asked: Any, status: int, code: str) -> None:
    answer = client.post("/api/analyze", json=asked)
    assert answer.status_code == status
    assert error(answer)["code"] == code


def test_a_body_without_a_length_is_measured(client: TestClient) -> None:
    def parts() -> Any:
        yield b'{"dialect": "hive", "sql": "'
        for _ in range(200):
            yield b"x" * 1024
        yield b'"}'

    answer = client.post("/api/analyze", content=parts(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    wrong = client.post("/api/analyze", content=b"{", headers={"Content-Type": "application/json"})
    assert error(wrong)["code"] == "invalid"


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT " + "(" * 4_000 + "1" + ")" * 4_000,
        "SELECT " + "CASE WHEN a THEN " * 700 + "1" + " END" * 700,
        "SELECT 1 FROM t" + " JOIN t ON 1 = 1" * 900,
        "'",
        "SELECT '\ud800'".encode("utf-8", "replace").decode(),
        ";" * 10_000,
        "<script>alert(1)</script>",
        "\x00\x01",
    ],
    ids=["deep", "cases", "joins", "quote", "surrogate", "semicolons", "script", "control"],
)
def test_no_text_takes_the_server_down(client: TestClient, sql: str) -> None:
    answer = client.post("/api/analyze", json={"sql": sql, "dialect": "duckdb", "use_store": False})
    assert answer.status_code in (200, 503)
    assert answer.headers["content-type"] == "application/json"
    assert client.get("/api/health").status_code == 200


def test_a_text_that_takes_too_long_is_given_up(folder: Path) -> None:
    limits = Limits(sql_seconds=0.001, sql_workers=1)
    with TestClient(create_app(Settings(folder, limits=limits))) as hurried:
        answer = hurried.post("/api/analyze", json={"sql": "SELECT a FROM t" * 100, "dialect": "hive"})
        assert answer.status_code == 503
        assert error(answer)["code"] in ("timeout", "busy")


# ── load, time, freshness ────────────────────────────────────────────────────────────────────────────────────────
def test_many_at_once(client: TestClient) -> None:
    expected = client.get("/api/graph", params={"column": COLUMN, "up": 3, "down": 3}).json()
    with ThreadPoolExecutor(12) as pool:
        requests = [
            pool.submit(client.get, "/api/graph", params={"column": COLUMN, "up": 3, "down": 3}) for _ in range(60)
        ]
        assert all(one.result().json() == expected for one in requests)


def test_what_takes_too_long_or_waits_too_long_is_refused(folder: Path) -> None:
    import asyncio

    from headwater.server.errors import Refused

    state = State(Settings(folder, limits=Limits(seconds=0.1, threads=1, waiting=2)))
    answered = threading.Event()  # the work ends when everybody has been answered, however long that takes

    async def ask() -> list[str]:
        result = await asyncio.gather(*(state.run(answered.wait) for _ in range(4)), return_exceptions=True)
        return sorted(one.code for one in result if isinstance(one, Refused))

    try:
        with ThreadPoolExecutor(1) as alone:  # where no other event loop can be running
            assert alone.submit(lambda: asyncio.run(ask())).result() == ["busy", "busy", "timeout", "timeout"]
    finally:
        answered.set()
        state.close()


def test_a_new_snapshot_is_noticed(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(folder, out, ignore=shutil.ignore_patterns("index"))
    with TestClient(create_app(Settings(out, limits=SMALL, fresh=0.0, patience=3_600))) as asking:
        before = asking.get("/api/info")
        manifest = json.loads((out / "manifest.json").read_text())
        shutil.copytree(out / "snapshots" / "000001", out / "snapshots" / "000002")
        text = json.dumps({**manifest, "snapshot": "000002"}).replace("snapshots/000001", "snapshots/000002")
        (out / "snapshots" / "000002" / "manifest.json").write_text(text)
        (out / "manifest.json").write_text(text)
        after = asking.get("/api/info", headers={"If-None-Match": before.headers["etag"]})
        assert after.json()["snapshot"]["id"] == "000002"
        assert [snapshot["id"] for snapshot in after.json()["snapshots"]] == ["000001", "000002"]
        assert asking.get("/api/diff", params={"before": "1"}).json()["columns"] == []
        (out / "manifest.json").write_text("{")  # while it cannot be read, the old one is good
        assert asking.get("/api/coverage").status_code == 200


# ── names that are meant to do harm ──────────────────────────────────────────────────────────────────────────────
EVIL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE edges; --",
    "../../etc/passwd",
    "=cmd|' /C calc'!A0",
    'a"b`c',
    '<img src=x onerror="x">',
    '"',
    'x"y"z',
    "Müller@Straße İ",
    "$(rm -rf /)",
    "%s%n{0}",
    "javascript:alert(1)",
    "\u202egnp.exe",
)


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("evil")
    (folder / "duckdb").mkdir()
    lines = []
    for number, name in enumerate(EVIL):
        quoted = '"' + name.replace('"', '""') + '"'
        lines.append(f"CREATE TABLE t{number} ({quoted} INT);")
        lines.append(f"CREATE TABLE {quoted} AS SELECT {quoted} + 1 AS {quoted} FROM t{number};")
    (folder / "duckdb" / "evil.sql").write_text("\n".join(lines), "utf-8")
    write_store(folder / "duckdb", folder / "out")
    with TestClient(create_app(Settings(folder / "out", limits=SMALL))) as made:
        yield made


@pytest.mark.parametrize("number", range(len(EVIL)))
def test_names_that_are_meant_to_do_harm_are_only_names(evil: TestClient, number: int) -> None:
    walk = evil.get("/api/walk", params={"column": f"#{_column(evil, number)}", "direction": "downstream"}).json()
    assert [column["distance"] for column in walk["columns"]] == [0, 1]
    other = walk["columns"][1]
    assert evil.get("/api/column", params={"name": f"#{other['id']}"}).json()["full_name"] == other["full_name"]
    around = evil.get("/api/graph", params={"column": f"#{other['id']}"}).json()
    assert [edge["to"] for edge in around["edges"]] == [around["start"]] == [other["full_name"]]
    for form, ends in (("mermaid", "|"), ("dot", ";"), ("csv", "\n")):
        text = evil.get("/api/export", params={"column": f"#{other['id']}", "format": form}).text
        assert ends in text
        if form == "mermaid":
            assert "<" not in text
            assert 'onerror="' not in text
        if form == "csv":
            assert not any(cell.startswith("=") for row in text.splitlines() for cell in row.split(","))
    result = evil.get("/api/search", params={"q": EVIL[number]})
    assert result.status_code == 200
    assert result.headers["content-type"] == "application/json"
    if "/" not in EVIL[number]:  # that is a file's, and may be there under its table's name, too
        assert evil.get("/api/column", params={"name": other["full_name"]}).json()["id"] == other["id"]
    table = evil.get("/api/table", params={"name": other["dataset"]}).json()
    assert (table["id"], table["column_list"][0]["name"]) == (other["dataset_id"], EVIL[number])
    folded = EVIL[number].lower()
    assert "/" in folded or "." in folded or folded in (table["name"], table["name"][1:-1].replace('""', '"'))


def _column(client: TestClient, number: int) -> str:
    result: str = client.get("/api/table", params={"name": f"t{number}"}).json()["column_list"][0]["id"]
    return result
