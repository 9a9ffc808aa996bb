"""The page in a real browser, one test a flow, on the example warehouse."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote
from xml.etree import ElementTree

import pytest

from tests.browser.page_actions import (
    LINES,
    SALES,
    Opener,
    address,
    expect,
    needs_chromium,
    places,
    row,
    wait_for_graph,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_chromium


def downloaded(page: Page, name: str) -> str:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name, exact=True).click()
    return Path(waiting.value.path()).read_text("utf-8", errors="replace")


# ── finding ──────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_map_shows_the_warehouse_and_search_leads_into_it_by_keys_alone(opened: Opener) -> None:
    page = opened("/")
    wait_for_graph(page)
    expect(page.get_by_role("heading", name="All tables")).to_be_visible()
    expect(page.locator(".figures dd").first).to_have_text(re.compile(r"^\d+$"))
    page.keyboard.press("/")
    box = page.get_by_role("combobox", name="Search tables and columns")
    expect(box).to_be_focused()
    page.keyboard.type("daily_sales amount")
    options = page.get_by_role("option")
    expect(options.first).to_contain_text("amount_eur")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    chosen = options.nth(1).inner_text()
    page.keyboard.press("Enter")
    wait_for_graph(page)
    assert address(page)["view"] == "column"
    assert address(page)["name"].split(".")[-1] in chosen
    expect(page.locator(".row.selected")).to_have_count(1)


def test_nothing_found_is_said_and_enter_waits_for_the_answer(opened: Opener) -> None:
    page = opened("/")
    wait_for_graph(page)
    page.keyboard.press("/")
    page.keyboard.type("no such thing anywhere")
    expect(page.locator(".suggestions")).to_contain_text("No match")
    page.get_by_role("combobox", name="Search tables and columns").fill(SALES)
    page.keyboard.press("Enter")  # before anything can have been answered
    expect(page.locator(".row.selected")).to_contain_text("amount_eur")
    assert address(page) == {"view": "column", "name": SALES}


# ── the graph ────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_column_lights_its_path_and_one_more_level_moves_nothing(opened: Opener) -> None:
    page = opened(f"/column?name={SALES}&up=1&down=1")
    wait_for_graph(page)
    before = places(page)
    assert set(before) == {
        "hive:dwd.order_lines", "hive:dws.daily_sales", "file:s3://shop-lake/export/daily_sales",
        "hive:dws.sales_growth",
    }  # fmt: skip
    expect(page.locator(".left-out")).to_contain_text("farther away")
    page.locator(".beyond.up").first.click()
    wait_for_graph(page)
    assert "up" not in address(page)  # two are what there is anyway
    expect(row(page, "hive:ods.order_items.quantity")).to_be_visible()
    assert {name: places(page)[name] for name in before} == before

    row(page, "hive:dws.sales_growth.over_last_week").click()
    wait_for_graph(page)
    assert address(page)["sel"] == "hive:dws.sales_growth.over_last_week"
    expect(row(page, "hive:dws.sales_growth.over_last_week")).to_have_attribute("aria-pressed", "true")
    expect(page.locator('.card.dim[aria-label^="file:s3://shop-lake/export/daily_sales"]')).to_have_count(1)
    expect(page.locator('.card.lit[aria-label^="hive:dwd.order_lines"]')).to_have_count(1)
    assert {name: places(page)[name] for name in before} == before


def test_a_card_opens_its_columns_and_any_of_them_can_be_chosen(opened: Opener) -> None:
    page = opened("/table?name=hive:dws.daily_sales")
    wait_for_graph(page)
    assert page.locator(".react-flow__node .rows .row").count() == 0  # columns are collapsed
    page.get_by_role("button", name="Show all 7 columns of hive:dws.daily_sales").click()
    rows = page.locator('.columns .row[data-column^="hive:dws.daily_sales."]')
    expect(rows).to_have_count(7)
    page.get_by_label("Find a column of hive:dws.daily_sales").fill("margin")
    expect(rows).to_have_count(1)
    rows.first.click()
    wait_for_graph(page)
    assert address(page)["sel"] == "hive:dws.daily_sales.margin_eur"
    expect(page.locator(".row.selected")).to_contain_text("margin_eur")
    expect(page.locator(".edge.lit").first).to_be_attached()
    expect(page.locator(".edge.link.dim").first).to_be_attached()
    page.get_by_label("Only the path").check()
    expect(page.locator(".card.dim")).to_have_count(0)


def test_tables_are_filtered_as_columns_are(opened: Opener) -> None:
    page = opened("/table?name=hive:dws.daily_sales&up=1&down=1")
    wait_for_graph(page)
    everything = set(places(page))
    page.get_by_role("button", name="Filters").click()
    sheet = page.get_by_role("dialog", name="Filters")
    expect(sheet.get_by_role("button", name="Both")).to_have_attribute("aria-pressed", "true")
    sheet.get_by_role("button", name="AGG").click()
    expect(page.locator(".left-out")).to_contain_text("filtered out")
    wait_for_graph(page)
    left = set(places(page))
    assert "hive:dwd.order_lines" in left
    assert left < everything
    page.keyboard.press("Escape")
    page.locator(".left-out").get_by_role("button", name="clear").click()
    expect(page.locator(".react-flow__node")).to_have_count(len(everything))


def test_tables_and_columns_are_two_views_of_the_same(opened: Opener) -> None:
    page = opened(f"/column?name={SALES}")
    wait_for_graph(page)
    page.get_by_role("button", name="Tables", exact=True).click()
    wait_for_graph(page)
    assert address(page) == {"view": "table", "name": "hive:dws.daily_sales"}
    expect(page.locator(".edge.link").first).to_be_attached()
    page.locator(".panel .row-item", has_text="amount_eur").click()
    wait_for_graph(page)
    page.get_by_role("button", name="Columns", exact=True).click()
    wait_for_graph(page)
    assert address(page) == {"view": "column", "name": SALES}


def test_doubt_is_seen_without_colours(opened: Opener) -> None:
    page = opened("/column?name=hive:dwd.review_scores.score&down=0")
    wait_for_graph(page)
    unknown = page.locator(".edge.unknown .line").first
    assert len((unknown.get_attribute("stroke-dasharray") or "").split()) == 4
    expect(page.locator(".edge.unknown .sign text").first).to_have_text("?")
    expect(page.locator(".panel .item.doubtful").first).to_be_visible()
    page.get_by_role("button", name="Legend").click()
    legend = page.get_by_role("dialog", name="Legend")
    for word in ("DIRECT", "DERIVED_ARRAY", "UNKNOWN", "influence", "uncertain"):
        expect(legend).to_contain_text(word)
    # two tables that nobody knows, and a column that either may have: AMBIGUOUS, with a known type
    page = opened("/playground?dialect=duckdb&sql=SELECT%20note%20FROM%20left_one%2C%20right_one")
    doubtful = page.locator(".edge.doubtful .line").first
    assert len((doubtful.get_attribute("stroke-dasharray") or "").split()) == 2
    expect(page.locator(".edge.doubtful .sign text").first).to_have_text("!")


def test_filters_stand_in_the_address(opened: Opener) -> None:
    page = opened(f"/column?name={SALES}")
    wait_for_graph(page)
    edges = page.locator(".edge")
    everything = edges.count()
    page.get_by_role("button", name="Filters").click()
    sheet = page.get_by_role("dialog", name="Filters")
    sheet.get_by_role("button", name="Both").click()
    expect(page.locator(".edge.influence").first).to_be_attached()
    wait_for_graph(page)
    assert edges.count() > everything
    expect(page.locator(".row.rowset").first).to_contain_text("all rows")
    sheet.get_by_role("button", name="Value").click()
    sheet.get_by_role("button", name="AGG").click()
    wait_for_graph(page)
    assert address(page)["type"] == "AGG"
    expect(page.locator(".edge:not(.agg)")).to_have_count(0)
    expect(page.locator(".left-out")).to_contain_text("filtered out")
    sheet.get_by_role("button", name="AGG").click()
    sheet.get_by_label("Level", exact=True).select_option("EXACT")
    sheet.get_by_role("button", name="hive", exact=True).nth(1).click()  # of the dialects
    wait_for_graph(page)
    assert (address(page)["level"], address(page)["via"]) == ("EXACT", "hive")
    assert not any(name.startswith(("duckdb:", "clickhouse:")) for name in places(page))
    sheet.get_by_label("As of").fill("2020-01-01T00:00")
    wait_for_graph(page)
    assert address(page)["as_of"] == "2020-01-01T00:00:00Z"
    sheet.get_by_role("button", name="Clear all filters").click()
    wait_for_graph(page)
    assert address(page) == {"view": "column", "name": SALES}
    expect(edges).to_have_count(everything)


# ── why ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_an_edge_says_why(opened: Opener) -> None:
    page = opened(f"/column?name={SALES}")
    wait_for_graph(page)
    box = page.locator(".edge.agg .line").first.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    panel = page.locator(".panel")
    expect(panel.locator("mark.m-main")).to_have_text(["SUM(amount_eur)"])
    for word in (
        "AGG",
        "EXACT",
        "100%",
        "Scan",
        "Aggregate",
        "hive/07_sales.sql",
        "Every name was resolved",
        "line 19",
    ):
        expect(panel).to_contain_text(word)
    assert (address(page)["from"], address(page)["to"]) == (LINES, SALES)
    expect(page.locator(".edge.chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".edge.chosen")).to_have_count(0)
    expect(panel).to_contain_text("Comes from")


def test_several_edges_between_two_columns_come_best_first(opened: Opener) -> None:
    source, target = "clickhouse:ingest.orders_queue.items", "clickhouse:ingest.orders.amount"
    page = opened(f"/column?name={target}&from={source}&to={target}")
    panel = page.locator(".panel")
    expect(panel.locator(".explained")).to_have_count(1)
    panel.get_by_role("button", name=re.compile("1 more between these two")).click()
    expect(panel.locator(".explained")).to_have_count(2)


def test_ways_come_best_first_with_the_rest_on_demand(opened: Opener) -> None:
    page = opened("/column?name=hive:dws.return_rates.share&up=6")
    wait_for_graph(page)
    page.locator(".panel .item", has_text="kafka:shop.orders.items").click()
    panel = page.locator(".panel")
    expect(panel.locator(".way")).to_have_count(1)
    expect(panel).to_contain_text("Most certain path")
    panel.get_by_role("button", name=re.compile("^3 more")).click()
    expect(panel.locator(".way")).to_have_count(4)
    panel.locator(".way .item").first.click()
    expect(panel.locator("mark.m-main").first).to_be_visible()


# ── the other views ──────────────────────────────────────────────────────────────────────────────────────────────
def test_impact_is_grouped_by_table_and_can_be_taken_away(opened: Opener) -> None:
    page = opened(f"/column?name={LINES}")
    wait_for_graph(page)
    page.locator(".panel").get_by_role("link", name="Impact").click()
    expect(page.locator(".impact > li.breaks").first).to_be_visible()
    expect(page.locator(".impact")).to_contain_text("reads the column: the statement fails")
    rows = list(csv.DictReader(io.StringIO(downloaded(page, "CSV"))))
    assert {one["verdict"] for one in rows} >= {"breaks"}
    assert "hive:dws.daily_sales" in {one["table"] for one in rows}
    data = json.loads(downloaded(page, "JSON"))
    assert data["breaking"] >= 2
    assert data["total"] == len(data["tables"])
    page.get_by_role("button", name="Retyped").click()
    expect(page.get_by_role("button", name="Retyped")).to_have_attribute("aria-pressed", "true")
    assert address(page)["change"] == "retype"
    page.goto(page.url.partition("/impact")[0] + "/impact")
    page.get_by_role("combobox", name="Search a column").fill("daily_sales margin")
    expect(page.get_by_role("option").first).to_contain_text("margin_eur")
    page.keyboard.press("Enter")
    expect(page.locator(".impact > li.breaks").first).to_be_visible()
    assert address(page)["name"].endswith(".margin_eur")


def test_what_was_not_understood_leads_to_its_statement(opened: Opener) -> None:
    page = opened("/")
    page.get_by_role("link", name="Coverage").click()
    expect(page.locator("table.coverage tbody tr")).to_have_count(6)
    page.get_by_role("button", name="duckdb", exact=True).click()
    assert address(page) == {"view": "coverage", "dialect": "duckdb"}
    reason = page.locator(".reasons .item").first
    code = reason.locator("b").first.inner_text()
    reason.click()
    page.locator(".statements a").first.click()
    expect(page.locator(".page .sql mark").first).to_be_visible()
    expect(page.locator(".remarks")).to_contain_text(code)
    assert address(page)["view"] == "statement"
    page.go_back()
    expect(page.locator(".statements a").first).to_be_visible()


def test_the_playground_answers_while_one_types(opened: Opener) -> None:
    page = opened("/playground")
    wait_for_graph(page)
    expect(page.locator(".edge.unknown .sign text").first).to_have_text("?")
    box = page.get_by_role("textbox", name="SQL")
    box.fill("SELECT name || '😀' AS n, upper(segment) AS u FROM segments")
    page.get_by_label("Dialect").select_option("duckdb")
    expect(page.locator(".react-flow__node .row", has_text="segment")).to_have_count(1)
    page.locator(".edge.derived .halo").first.dispatch_event("click")
    expect(page.locator(".editor mark.m-main").first).to_be_visible()
    page.get_by_role("button", name="Plan", exact=True).click()
    expect(page.locator(".plan")).to_contain_text("Scan")
    page.get_by_role("button", name="Edges", exact=True).click()
    expect(page.locator("table.edges")).to_contain_text("upper(segment)")
    assert "upper(segment)" in address(page)["sql"]
    assert address(page)["tab"] == "edges"
    box.fill("SELECT FROM WHERE (")
    expect(page.locator(".editor .remarks .error").first).to_be_visible()
    box.fill("")
    expect(page.get_by_text("Enter SQL")).to_be_visible()


def test_every_state_of_the_playground_has_an_address(opened: Opener) -> None:
    sql = quote("CREATE TABLE a AS SELECT k, x.y.z AS v FROM s WHERE w > 0; CREATE TABLE b AS SELECT v + 1 AS u FROM a")
    page = opened(f"/playground?dialect=duckdb&sql={sql}&relation=both&bare=1")
    wait_for_graph(page)
    assert set(places(page)) == {"a", "s"}
    expect(row(page, "s.w")).to_be_visible()
    expect(page.get_by_label("Warehouse schemas")).not_to_be_checked()
    page.get_by_label("Show influence").uncheck()
    expect(row(page, "s.w")).to_have_count(0)
    row(page, "s.k").click()
    expect(page.locator(".row.selected")).to_have_text("k")
    page.get_by_role("combobox", name=re.compile("^Statement")).select_option("1")
    expect(row(page, "b.u")).to_be_visible()
    page.locator(".edge.derived .halo").first.dispatch_event("click")
    expect(page.locator(".editor mark.m-main").first).to_be_visible()
    again = opened(page.url.partition("/playground")[1] + page.url.partition("/playground")[2])
    expect(again.locator(".editor mark.m-main").first).to_be_visible()
    assert "".join(again.locator(".editor mark.m-main").all_inner_texts()) == "v + 1"
    expect(row(again, "b.u")).to_be_visible()
    page.go_back()
    page.go_back()
    expect(row(page, "s.k")).to_have_attribute("aria-pressed", "true")


def test_a_place_behind_a_wide_character_is_the_right_one(opened: Opener) -> None:
    sql = quote("SELECT '😀😀' AS smile, a + 1 AS b FROM t")
    page = opened(f"/playground?dialect=duckdb&sql={sql}")
    wait_for_graph(page)
    page.locator(".edge.derived .halo").first.dispatch_event("click")
    expect(page.locator(".editor mark.m-main").first).to_be_visible()
    assert "".join(page.locator(".editor mark.m-main").all_inner_texts()) == "a + 1"


# ── addresses ────────────────────────────────────────────────────────────────────────────────────────────────────
def test_every_step_has_an_address_and_back_goes_back(opened: Opener) -> None:
    page = opened("/")
    wait_for_graph(page)
    trail = [page.url]
    page.locator(".panel a", has_text="hive:dwd.order_lines").click()
    wait_for_graph(page)
    trail.append(page.url)
    page.locator(".panel .row-item", has_text="amount_eur").first.click()
    wait_for_graph(page)
    trail.append(page.url)
    page.locator(".panel .item").first.click()
    expect(page.locator(".panel mark").first).to_be_visible()
    trail.append(page.url)
    assert len(set(trail)) == 4
    for url in reversed(trail[:-1]):
        page.go_back()
        expect(page).to_have_url(url)
    page.go_forward()
    expect(page.get_by_role("heading", name="Columns")).to_be_visible()
    again = opened(trail[-1].partition("/table")[1] + trail[-1].partition("/table")[2])
    expect(again.locator(".panel mark").first).to_be_visible()
    expect(again.locator(".row.selected")).to_have_count(1)
    assert again.title().startswith("hive:dwd.order_lines.")


def test_pictures_and_data_can_be_taken_away(opened: Opener) -> None:
    page = opened(f"/column?name={SALES}")
    wait_for_graph(page)

    def taken(word: str) -> bytes:
        page.get_by_role("button", name="Export", exact=True).click()
        with page.expect_download() as waiting:
            page.get_by_role("dialog", name="Export").get_by_text(word, exact=True).click()
        return Path(waiting.value.path()).read_bytes()

    root = ElementTree.fromstring(taken("Picture, SVG"))
    texts = {one.text for one in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"dws.daily_sales", "amount_eur", "over_last_week"} <= texts
    assert taken("Picture, PNG").startswith(b"\x89PNG")
    assert len(json.loads(taken("Graph, JSON"))["edges"]) == 9
    assert taken("Edges, CSV").decode().splitlines()[0].startswith("source,target,type")
    page.get_by_role("button", name="Export", exact=True).click()
    with page.expect_download() as waiting:
        page.get_by_text("Mermaid").click()
    assert Path(waiting.value.path()).read_text().startswith("flowchart LR")


# ── for everybody ────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_graph_can_be_walked_with_keys(opened: Opener) -> None:
    page = opened(f"/column?name={SALES}")
    wait_for_graph(page)
    graph = page.get_by_role("group", name=re.compile("^Lineage graph"))
    graph.focus()
    page.keyboard.press("ArrowDown")
    here = "document.activeElement.title"
    assert page.evaluate(here).startswith(SALES)
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(here).startswith(LINES)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(here).startswith("hive:ods.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(here).startswith(LINES)
    page.keyboard.press("Enter")
    expect(page.locator(".row.selected")).to_contain_text("amount_eur")
    assert address(page)["sel"] == LINES
    page.keyboard.press("Space")
    expect(page.locator(".columns")).to_have_count(1)
    page.keyboard.press("Shift+Enter")
    expect(page).to_have_url(re.compile(r"/column\?name=hive%3Adwd.order_lines.amount_eur$"))


def test_changes_are_told_and_the_keyboard_stays_where_it_was(opened: Opener) -> None:
    page = opened(f"/column?name={SALES}")
    wait_for_graph(page)
    expect(page.locator("[aria-live=polite]")).to_have_text("8 tables, 10 columns, 9 edges")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to content")).to_be_focused()
    item = page.locator(".panel .item").first
    item.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".panel mark.m-main")).to_be_visible()
    expect(page.get_by_role("complementary", name="Details")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Comes from")).to_be_visible()
    assert address(page) == {"view": "column", "name": SALES}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_light_and_dark(opened: Opener, dark: bool) -> None:
    page = opened(f"/column?name={SALES}", dark=dark, width=1000)
    wait_for_graph(page)
    bright = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0] > 128"
    assert page.evaluate(bright) != dark
    page.get_by_role("button", name=re.compile("^Color theme")).click()
    assert page.evaluate(bright) == dark
    page.reload()
    wait_for_graph(page)
    assert page.evaluate(bright) == dark  # it is kept
    page.evaluate("localStorage.clear()")


def test_a_telephone_does_not_scroll_sideways(opened: Opener) -> None:
    page = opened("/", width=390)
    wait_for_graph(page)
    for path in ("/", f"/column?name={SALES}", f"/impact?name={LINES}", "/coverage", "/playground"):
        page.goto(page.url.partition("?")[0].rsplit("/", 1)[0] + path)
        page.locator(".react-flow__node, .impact > li, .reasons").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        outside = page.evaluate(
            "[...document.querySelectorAll('.top a, .top button, .top input, .toolbar button, .page-tools *')]"
            ".filter((one) => one.getBoundingClientRect().right > 391).map((one) => one.textContent)"
        )
        assert outside == [], path
        assert page.locator("h1").first.evaluate("(one) => one.offsetHeight") < 120, path


def test_what_goes_wrong_is_said_with_a_way_on(opened: Opener) -> None:
    page = opened("/column?name=amount_eur", quiet=True)
    expect(page.get_by_role("alert")).to_be_visible()
    choice = page.locator(".candidates button").first
    chosen = choice.inner_text()
    choice.click()
    wait_for_graph(page)
    assert address(page)["name"] == chosen
    page.route("**/api/**", lambda route: route.abort())
    page.locator(".panel .item").first.click()
    expect(page.get_by_role("alert")).to_contain_text("The server does not respond")
    page.unroute("**/api/**")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".panel mark.m-main").first).to_be_visible()
