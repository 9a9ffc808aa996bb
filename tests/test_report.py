"""The report of a run: what it says, what it leaves out and counts, and that nobody's SQL gets out of its text.

The page is read as a browser's parser reads it, by its elements and attributes, not by looking for strings alone.
What only a browser can tell is in tests/browser.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any

import pytest

import headwater
from headwater.emit import report
from headwater.emit.report import Limits, ReportData
from headwater.emit.report.data import COVERAGE_LEVELS, moment
from headwater.emit.report.graph import graph
from headwater.emit.report.markup import address, embed, tag
from headwater.emit.report.sections import MARKS, SYSTEMS, slot
from headwater.emit.styled_text import Piece, plain, width

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "--><img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    "]]><b>x</b>",
    "javascript:alert(1)",
    "&lt;b&gt; &amp;",
    "a\u2028b\u2029c",
    "a\u202eb\u2066c",
    "a\x00b\x1b[31m",
    "\ud800 alone",
    "$script ${style} $$",
    "../../etc#?/%2f",
    "</style><style>*{display:none}",
]
TEXT = "INSERT INTO dwd.orders\nSELECT id, upper(name) AS name, my_udf(x) AS y FROM ods.orders WHERE ok"


class Page(HTMLParser):
    """Elements with their attributes, and the texts of the elements that hold one."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((name, dict(attributes)))
        if name not in ("meta", "br", "input", "rect"):
            self.inside.append(name)

    def handle_startendtag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((name, dict(attributes)))

    def handle_endtag(self, name: str) -> None:
        assert self.inside.pop() == name, "elements are closed in order"

    def handle_data(self, text: str) -> None:
        self.texts.append((self.inside[-1] if self.inside else "", text))

    def handle_comment(self, text: str) -> None:
        raise AssertionError(f"a comment: {text}")

    def visible_text(self) -> str:
        """What a reader sees: all text outside of script and style."""
        return " ".join("".join(text for name, text in self.texts if name not in ("script", "style")).split())

    def graph(self) -> dict[str, Any]:
        """What the explorer is given."""
        texts = [text for name, text in self.texts if name == "script"]
        data: dict[str, Any] = json.loads(texts[0])
        return data


def statement(id: str = "s1", text: str = TEXT, start: int = 100, **more: Any) -> dict[str, Any]:
    row = {"statement": id, "source": "jobs/orders.sql", "entry": "", "line": 7, "dialect": "hive", "kind": "INSERT"}
    row |= {"target": "dwd.orders", "level": "EXACT", "span_start": start, "span_end": start + len(text)}
    return row | {"text": text, "runs": 3, "millis": 1.5} | more


def edge(source: str, target: str, part: str = "", **more: Any) -> dict[str, Any]:
    """An edge between `dataset.column`s of hive; `part` is its place in TEXT."""
    at = 100 + TEXT.index(part)
    row: dict[str, Any] = {"type": "DIRECT", "level": "EXACT", "confidence": 1.0, "expr": part, "statement": "s1"}
    for end, name in (("source", source), ("target", target)):
        dataset, _, column = name.rpartition(".")
        row |= {f"{end}_system": "hive", f"{end}_dataset": dataset, f"{end}_column": column}
    row |= {"source_path": [], "operators": ["Scan", "Project"], "runs": 3, "line": 8}
    return row | {"span_start": at, "span_end": at + len(part)} | more


def dataset(name: str, system: str = "hive", **more: Any) -> dict[str, Any]:
    return {"system": system, "name": name, "kind": "table", "temporary": False, "read": True, "written": True} | more


def table_edge(source: str, target: str, **more: Any) -> dict[str, Any]:
    row = {"source_system": "hive", "source": source, "target_system": "hive", "target": target}
    return row | {"statement": "s1", "level": "EXACT"} | more


def column(dataset: str, name: str, ordinal: int = 0, **more: Any) -> dict[str, Any]:
    row = {"system": "hive", "dataset": dataset, "name": name, "ordinal": ordinal, "type": "string"}
    return row | {"generated": False, "level": "EXACT"} | more


def small() -> ReportData:
    """A run with one statement that is sure of all but a function."""
    return ReportData(
        version="1.2.3",
        snapshot="snap-7",
        finished=datetime(2026, 1, 2, 5, 4, 5, tzinfo=timezone(timedelta(hours=2))),
        seconds=12.3,
        sources=[{"source": "jobs", "entries": 4, "unread": 1, "detail": "not text"}],
        totals={"statements": 1234567, "unread": 1},
        coverage=[
            {"dialect": "hive", "statements": 9, "distinct_statements": 8, "exact": 7, "inferred": 1, "edges": 3}
        ],
        diagnostics=[
            {"statement": "s1", "code": "W210", "severity": "warning", "level": "INFERRED", "count": 5, "line": 8}
            | {"message": "Function my_udf is not known.", "help": "Register it.", "column_number": 34}
            | {"span_start": 100 + TEXT.index("my_udf(x)"), "span_end": 100 + TEXT.index("my_udf(x)") + 9}
        ],
        slowest=[statement("s2", text="SELECT 1", millis=1234.56)],
        reasons=[
            {"code": "W210", "level": "INFERRED", "message": "Function my_udf", "help": "Register it.", "count": 3}
        ],
        not_exact=[statement("s3", text="SELECT my_udf(1)", level="INFERRED", code="W210")],
        facts={
            "roots": {"count": 40, "first": ["hive:ods.orders.id"]},
            "leaves": {"count": 0, "first": []},
            "unused": {"count": 1, "first": ["hive:dwd.orders.a.b"]},
            "orphans": {"count": 1, "first": ["flink:alone"]},
            "most_read": [{"id": 1, "column": "hive:ods.orders.id", "readers": 2, "reached": 17}],
            "cycles": {"count": 1, "first": [{"size": 30, "columns": ["hive:a.x", "hive:b.x"]}]},
            "components": {"count": 6, "largest": 21},
            "layers": {0: 5, 1: 4},
        },
        tags=[
            {"tag": "pii", "system": "hive", "dataset": "dwd.orders", "column": "name", "distance": 1, "masked": True}
            | {"level": "EXACT", "path": ["hive:ods.orders.name", "hive:dwd.orders.name"]}
        ],
        datasets=[dataset("ods.orders"), dataset("dwd.orders"), dataset("orders", "kafka", also=["flink:src"])],
        columns=[
            column("dwd.orders", "id"),
            column("dwd.orders", "name", 1),
            column("dwd.orders", "a.b", 2, generated=True),
        ],
        edges=[
            edge("ods.orders.id", "dwd.orders.id", "id"),
            edge("ods.orders.name", "dwd.orders.name", "upper(name)", type="DERIVED"),
            edge("ods.orders.x", "dwd.orders.y", "my_udf(x)", type="UNKNOWN", level="INFERRED", confidence=0.9),
        ],
        influence=[edge("ods.orders.ok", "dwd.orders.id", "ok", type="FILTER") | {"target_column": None}],
        table_edges=[
            table_edge("ods.orders", "dwd.orders"),
            table_edge("orders", "ods.orders", source_system="kafka"),
        ],
        statements=[statement()],
    )


# ── the page as a file ───────────────────────────────────────────────────────────────────────────────────────────
def test_the_policy_allows_our_style_and_our_script_and_nothing_else() -> None:
    page = Page(report.render(small()))
    policy_text = next(
        one["content"] for name, one in page.elements if one.get("http-equiv") == "Content-Security-Policy"
    )
    rules = dict(rule.strip().split(" ", 1) for rule in (policy_text or "").split(";"))
    style = next(text for name, text in page.texts if name == "style")
    script = [text for name, text in page.texts if name == "script"][-1]

    def digest(text: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    assert rules == {
        "default-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "style-src": digest(style),
        "script-src": digest(script),
    }


def test_the_page_refers_to_nothing_outside_itself() -> None:
    text = report.render(small())
    assert set(re.findall(r"\w+://[^\s\"')]+", text)) <= {"http://www.w3.org/2000/svg"}
    page = Page(text)
    assert not {"link", "img", "iframe", "object", "embed", "base", "form"} & {name for name, _ in page.elements}
    assert all("src" not in one for _, one in page.elements)
    assert all((one["href"] or "").startswith("#") for _, one in page.elements if "href" in one)


def test_the_files_of_the_page_are_in_the_package_and_are_plain() -> None:
    folder = files("headwater.emit.report")
    style, script = (folder.joinpath(name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    assert "</" not in style
    assert "</" not in script
    assert "<!--" not in script
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", script)
    assert not re.search(r"fetch\(|XMLHttpRequest|WebSocket|import\(|localStorage", script)
    assert not re.search(r"@import|url\(", style)


def test_script_and_sections_agree_on_signs_and_colours() -> None:
    script = files("headwater.emit.report").joinpath("page.js").read_text(encoding="utf-8")
    style = files("headwater.emit.report").joinpath("page.css").read_text(encoding="utf-8")
    signs = dict(re.findall(r'(\w+): "(.)"', re.search(r"const MARKS = \{(.*?)\}", script)[1]))  # type: ignore[index]
    systems = re.findall(r'"(\w+)"', re.search(r"const SYSTEMS = \[(.*?)\]", script)[1])  # type: ignore[index]
    assert signs == MARKS
    assert tuple(systems) == SYSTEMS
    assert list(MARKS) == list(COVERAGE_LEVELS) == [level.value for level in headwater.Level]
    assert all(f".{slot(system)} " in style for system in (*SYSTEMS, "postgres", "mysql", "s3", ""))


def test_the_same_data_gives_the_same_bytes() -> None:
    assert report.render(small()) == report.render(small())


def test_ids_are_given_once_and_every_link_inside_the_page_leads_somewhere() -> None:
    page = Page(report.render(small()))
    ids = [one["id"] for _, one in page.elements if "id" in one]
    assert len(ids) == len(set(ids))
    links = {one["href"] or "" for name, one in page.elements if name == "a"}
    assert {link[1:] for link in links if link[1:3] not in ("d/", "c/")} <= set(ids)
    labelled = {one["aria-labelledby"] for _, one in page.elements if "aria-labelledby" in one}
    assert labelled <= set(ids)


def test_an_empty_run_has_a_page_too() -> None:
    page = Page(report.render(ReportData(version="0")))
    assert page.graph()["datasets"] == []
    assert "Every statement is EXACT." in page.visible_text()


# ── nobody's SQL gets out ────────────────────────────────────────────────────────────────────────────────────────
def hostile(text: str) -> ReportData:
    """A run in which every text is hostile."""

    def turned(value: Any, key: str = "") -> Any:
        if isinstance(value, str):
            return text
        if isinstance(value, dict):
            return {name: turned(one, name) for name, one in value.items()}
        return [turned(one) for one in value] if isinstance(value, list) else value

    data = small()
    changed = {
        name: turned(getattr(data, name))
        for name in data.__dataclass_fields__
        if isinstance(getattr(data, name), (list, dict, str)) and name != "totals"
    }
    return replace(data, **changed)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_makes_an_element_or_an_attribute(text: str) -> None:
    tame = Page(report.render(hostile("tame")))
    result = Page(report.render(hostile(text)))
    kinds = {(name, *sorted(one)) for name, one in tame.elements} | {("a", "class", "href")}
    assert {(name, *sorted(one)) for name, one in result.elements} <= kinds
    assert [name for name, _ in result.elements].count("script") == 2
    assert [name for name, _ in result.elements].count("style") == 1
    assert not any(key.startswith("on") or key == "style" for _, one in result.elements for key in one)
    assert all((one["href"] or "").startswith("#") for _, one in result.elements if "href" in one)
    assert not {char for _, one in result.texts if _ != "script" for char in one} & set("\x00\x1b\u202e\u2066\u2028")


@pytest.mark.parametrize("text", HOSTILE)
def test_every_text_reaches_the_script_whole(text: str) -> None:
    raw = report.render(hostile(text))
    assert raw.encode("utf-8")  # a lone surrogate has no bytes
    assert Page(raw).graph()["datasets"][0][1] == text


@pytest.mark.parametrize("text", HOSTILE)
def test_embedded_json_has_no_way_out(text: str) -> None:
    result = embed({text: [text]})
    assert json.loads(result) == {text: [text]}
    assert not set(result) & set("<>&\u2028\u2029")


def test_markup_is_escaped_unless_it_is_markup() -> None:
    assert tag("b", "<i>", tag("i", "&"), title='"') == '<b title="&quot;">&lt;i&gt;<i>&amp;</i></b>'


@pytest.mark.parametrize("text", HOSTILE)
def test_the_address_of_a_name_is_one_fragment(text: str) -> None:
    assert re.fullmatch(r"#c/[\w.:%~-]+/[\w.:%~-]+/[\w.:%~-]+", address(text, text, text))


# ── what the page says ───────────────────────────────────────────────────────────────────────────────────────────
def test_the_page_says_what_the_run_was() -> None:
    text = Page(report.render(small())).visible_text()
    for part in (
        "2026-01-02 03:04:05 UTC",
        "1.2.3",
        "snap-7",
        "12.3 s",
        "1,234,567",
        "87.5%",  # EXACT
        "1 unread not text",
        "W210",
        "Function my_udf is not known.",
        "jobs/orders.sql:8",
        "Register it.",
        "1,234.6",  # slowest
        "SELECT my_udf(1)",
        "2 more statements not listed.",  # of three that are not EXACT one is given
        "39 more of them not listed.",  # roots
        "feeds 17 columns",
        "and 28 more",  # the cycle
        "The largest has 21 columns.",
        "hive:ods.orders.name → hive:dwd.orders.name",
        "masked",
        "is also flink:src",
        "kafka → hive",
    ):
        assert part in text, part


def test_the_place_of_a_diagnostic_is_marked_in_its_example() -> None:
    page = Page(report.render(small()))
    assert [text for name, text in page.texts if name == "mark"] == ["my_udf(x)"]


def test_levels_are_never_told_by_colour_alone() -> None:
    page = Page(report.render(small()))
    badges = [element for element in page.elements if "level" in (element[1].get("class") or "").split()]
    assert badges
    text = page.visible_text()
    assert all(f"{sign} {level}" in text for level, sign in MARKS.items())
    bars = [element for name, element in page.elements if name == "svg"]
    assert [element["aria-label"] for element in bars] == ["hive: EXACT 7, INFERRED 1"]


def test_a_column_of_a_fact_is_split_where_the_columns_say() -> None:
    links = {one["href"] for name, one in Page(report.render(small())).elements if name == "a"}
    assert "#c/hive/dwd.orders/a.b" in links
    assert "#c/hive/ods.orders/id" in links
    assert "#d/flink/alone" in links


# ── the graph ────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_explorer_is_given_the_graph() -> None:
    drawn_graph = graph(small())
    names = [row[1] for row in drawn_graph["datasets"]]
    assert names[0] == "ods.orders"  # it has two neighbours
    edges = {
        (drawn_graph["columns"][row[0]][1], drawn_graph["columns"][row[1]][1]): [
            drawn_graph["words"][word] for word in row[3:5]
        ]
        for row in drawn_graph["edges"]
    }
    assert edges == {
        ("id", "id"): ["DIRECT", "EXACT"],
        ("name", "name"): ["DERIVED", "EXACT"],
        ("x", "y"): ["UNKNOWN", "INFERRED"],
    }
    assert [row[1] for row in drawn_graph["influence"]] == [None]
    text = drawn_graph["statements"][0][7]
    assert [text[row[9] : row[10]] for row in drawn_graph["edges"]] == ["id", "upper(name)", "my_udf(x)"]
    assert not any(drawn_graph["hidden"].values())


def test_places_are_counted_as_a_browser_counts() -> None:
    text = "SELECT '💧血' AS w, total FROM t"
    start = text.index("total")
    row = edge("t.total", "x.total") | {"span_start": 100 + start, "span_end": 100 + start + 5}
    edges = graph(ReportData(version="0", edges=[row], statements=[statement(text=text)]))
    low, high = edges["edges"][0][9:11]
    assert text.encode("utf-16-le")[2 * low : 2 * high].decode("utf-16-le") == "total"


def test_a_place_outside_its_statement_is_no_place() -> None:
    row = edge("t.a", "x.a") | {"span_start": 3, "span_end": 9}
    edges = graph(ReportData(version="0", edges=[row], statements=[statement()]))
    assert edges["edges"][0][9:11] == [-1, -1]


def chain(size: int) -> ReportData:
    """t0 feeds every other dataset, and each feeds the next."""
    pairs = [(0, index) for index in range(1, size)] + [(index, index + 1) for index in range(1, size - 1)]
    return ReportData(
        version="0",
        datasets=[dataset(f"t{index:04}") for index in range(size)],
        edges=[edge(f"t{one:04}.c", f"t{other:04}.c") for one, other in pairs],
        table_edges=[table_edge(f"t{one:04}", f"t{other:04}") for one, other in pairs],
        statements=[statement()],
    )


def test_the_most_connected_are_kept_and_the_rest_is_counted() -> None:
    data = replace(chain(50), limits=Limits(datasets=10, edges=12))
    edges = graph(data)
    assert len(edges["datasets"]) == 10
    assert edges["datasets"][0][1] == "t0000"
    assert len(edges["edges"]) == 12
    assert edges["hidden"] | {"columns": 0} == {
        "datasets": 40,
        "columns": 0,
        "edges": 97 - 12,
        "influence": 0,
        "tableEdges": 97 - 12,  # the limit of edges is theirs too
        "texts": 0,
    }


def test_what_was_never_collected_is_counted_too() -> None:
    edges = graph(replace(chain(5), totals={"datasets": 1_000_000, "edges": 9_000_000}))
    assert edges["hidden"]["datasets"] == 999_995
    assert edges["hidden"]["edges"] == 9_000_000 - 7


def test_texts_are_bounded_one_by_one_and_together() -> None:
    rows = [edge("a.x", "b.x", statement=f"s{index}") for index in range(4)]
    texts = [statement(f"s{index}", text="x" * 900) for index in range(4)]
    data = ReportData(version="0", edges=rows, statements=texts, limits=Limits(statement_chars=600, text_chars=1300))
    edges = graph(data)
    assert [row[7] and len(row[7]) for row in edges["statements"]] == [600, 600, None, None]
    assert [row[8] for row in edges["statements"]] == [1, 1, 1, 1]
    assert edges["hidden"]["texts"] == 4


def test_a_page_stays_small_enough_to_open() -> None:
    """At the limits: 2,000 datasets and 20,000 edges out of more."""
    size = 2500
    pairs = [(index, index + step) for index in range(size) for step in range(1, 11) if index + step < size]
    data = ReportData(
        version="0",
        edges=[edge(f"schema.table_{a}.column", f"schema.table_{b}.column") for a, b in pairs],
        table_edges=[table_edge(f"schema.table_{a}", f"schema.table_{b}") for a, b in pairs],
    )
    text = report.render(data)
    assert len(text) < 5_000_000
    edges = Page(text).graph()
    assert len(edges["datasets"]) == 2000
    assert len(edges["edges"]) <= 20_000
    assert edges["hidden"]["datasets"] == 0  # the table of datasets was not given: nothing is known of more
    assert edges["hidden"]["edges"] == len(pairs) - len(edges["edges"])


def analysed(sql: str) -> Iterator[tuple[headwater.Analysis, dict[str, Any]]]:
    """A real answer as rows, its statements with ids."""
    answer = headwater.analyze(sql, dialect="duckdb")
    for one in answer.statements:
        for found in one.edges:
            yield (
                answer,
                edge(f"{found.source.dataset}.{found.source.column}", f"{found.target.dataset}.{found.target.column}")
                | {"expr": found.expr, "span_start": found.span.start, "span_end": found.span.end, "statement": "s1"},
            )


def test_places_of_a_real_answer_are_found_in_the_statement() -> None:
    sql = "CREATE TABLE t (a INT, b INT);\nCREATE TABLE x AS SELECT a + 1 AS p, max(b) AS q FROM t GROUP BY a"
    rows = [row for _, row in analysed(sql)]
    one = headwater.analyze(sql, dialect="duckdb").statements[1]
    given = statement(text=one.text, start=one.span.start)
    edges = graph(ReportData(version="0", edges=rows, statements=[given]))
    assert [one.text[row[9] : row[10]] for row in edges["edges"]] == ["a + 1", "max(b)"]


# ── the terminal ─────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_summary_says_what_the_page_says() -> None:
    text = plain(report.render_summary(small(), "out/report.html"))
    assert text.splitlines()[0] == ("1,234,567 statements, 8 distinct, 3 datasets, 3 columns, 3 edges  in 12.3 s")
    assert text.splitlines()[1] == "87.5% EXACT  1 INFERRED"
    for part in (
        "1 entries are unreadable",
        "hive",
        "Not EXACT: 3 distinct statements",
        "3x W210 INFERRED Function my_udf",
        "5x warning W210: Function my_udf is not known.",
        "for example jobs/orders.sql:8",
        "help: Register it.",
        "1,234.6 ms  INSERT dwd.orders jobs/orders.sql:7",
    ):
        assert part in text, part
    assert text.endswith("Report: out/report.html\n")


def test_the_summary_lines_up_and_leaves_levels_out_that_nobody_has() -> None:
    lines = plain(report.render_summary(small())).splitlines()
    head = next(index for index, line in enumerate(lines) if line.startswith("dialect"))
    assert lines[head].split() == ["dialect", "statements", "distinct", "EXACT", "INFERRED", "edges"]
    assert len(lines[head]) == len(lines[head + 1])


def test_the_summary_is_bounded_and_keeps_to_the_screen() -> None:
    data = small()
    data = replace(
        data,
        diagnostics=[data.diagnostics[0] | {"message": "m" * 500} for _ in range(40)],
        reasons=[data.reasons[0] | {"message": "血" * 500} for _ in range(40)],
        slowest=[statement(f"x{index}", target="t" * 300) for index in range(40)],
    )
    lines = report.render_summary(data, screen=80)
    assert len(lines) < 50
    assert max(width("".join(piece.text for piece in line)) for line in lines) <= 80
    assert "35 more reasons" in plain(lines)
    assert "35 more codes" in plain(lines)


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_moves_the_cursor(text: str) -> None:
    pieces = [piece for line in report.render_summary(hostile(text), text) for piece in line]
    assert all(isinstance(piece, Piece) for piece in pieces)
    assert all(piece.text.isprintable() for piece in pieces)


def test_times_are_written_in_utc() -> None:
    assert moment(datetime(2026, 1, 1, 12)) == "2026-01-01 12:00:00 UTC"
    assert moment(datetime(2026, 1, 1, 12, tzinfo=timezone(timedelta(hours=-5)))) == "2026-01-01 17:00:00 UTC"
    assert moment(None) == ""
