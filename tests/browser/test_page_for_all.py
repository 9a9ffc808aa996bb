"""The page for everybody: axe finds nothing serious in any state; stores with little in them, or with odd things; a
server with a token; a snapshot that is replaced while somebody looks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import served_page
from tests.browser.page_actions import LINES, SALES, Opener, address, expect, needs_chromium, wait_for_graph, write

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_chromium
AXE = Path(__file__).parents[2] / "page" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MARGIN = "hive:dws.daily_sales.margin_eur"
WHY = f"/column?name={SALES}&from={LINES}&to={SALES}"
ODD = """
CREATE TABLE self (n INT, total INT); UPDATE self SET n = n + 1, total = total + n;
CREATE TABLE ca (x INT); CREATE TABLE cb (x INT); CREATE TABLE cc (x INT);
INSERT INTO cb SELECT x FROM ca; INSERT INTO cc SELECT x * 2 FROM cb; INSERT INTO ca SELECT x + 1 FROM cc;
CREATE TABLE unsaid AS SELECT my_udf(x) AS y FROM cc;
CREATE TABLE "a schema of a department with a long name"."and a table with a longer one, version 17" AS
  SELECT x AS "مبلغ", x + 1 AS "😀 smile" FROM ca;
"""


def serious(page: Page) -> list[str]:
    """What axe finds that keeps somebody out."""
    page.evaluate(AXE.read_text("utf-8"))
    run = "(rules) => axe.run(document, {runOnly: rules, resultTypes: ['violations']})"
    result: dict[str, Any] = page.evaluate(run, RULES)
    return [
        f"{page.url} {violation['id']}: {node['target']} {node.get('failureSummary', '')[:300]}"
        for violation in result["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"][:3]
    ]


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served_page.serving(write(tmp_path_factory.mktemp("odd"), ODD)) as found:
        yield found


@pytest.mark.skipif(not AXE.exists(), reason="NOBODY LOOKS FOR BARRIERS: make page brings axe-core")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(opened: Opener, odd: str, address: str, dark: bool) -> None:
    states = {
        f"{odd}/": ".react-flow__node",
        f"{address}/table?name=hive:dws.daily_sales&sel={MARGIN}&open=hive:dws.daily_sales": ".columns .row",
        f"{address}{WHY}": ".panel mark",
    }
    if not dark:
        states |= {
            f"{address}/impact?name={SALES}": ".impact > li",
            f"{address}/coverage?dialect=duckdb&code=W110": ".statements a",
            f"{address}/playground?relation=both": ".edge.unknown",
            f"{address}/playground?tab=edges": "table.edges",
        }
    page = opened("/", host=odd, dark=dark, quiet=True)
    result = []
    for state, sign in states.items():
        page.goto(state)
        page.locator(sign).first.wait_for(state="attached")
        result += serious(page)
        if WHY in state and not dark:
            for name in ("Filters", "Legend"):
                page.get_by_role("button", name=name, exact=True).click()
                result += serious(page)
                page.keyboard.press("Escape")
            page.keyboard.press("/")
            page.keyboard.type("margin")
            page.get_by_role("option").first.wait_for()
            result += serious(page)
    assert result == []


def test_loops_and_circles_go_around_their_cards(opened: Opener, odd: str) -> None:
    page = opened("/column?name=self.n", host=odd)
    wait_for_graph(page)
    card = page.locator(".card").first.bounding_box()
    assert card
    for one in page.locator(".edge .line").all():
        box = one.bounding_box()
        assert box
        assert box["x"] >= card["x"] + card["width"] - 8  # beside the card, where it can be seen
    page.goto(f"{odd}/column?name=cb.x")
    wait_for_graph(page)
    expect(page.locator(".card")).to_have_count(4)
    cards = [one.bounding_box() for one in page.locator(".card").all()]
    for number, first in enumerate(cards):
        for second in cards[number + 1 :]:
            assert first
            assert second
            apart = abs(first["x"] - second["x"]) >= first["width"] or abs(first["y"] - second["y"]) >= 20
            assert apart


def test_what_nobody_described_is_seen_between_tables_too(opened: Opener, odd: str) -> None:
    page = opened("/", host=odd)
    wait_for_graph(page)
    expect(page.locator(".edge.link.doubtful .sign text")).to_have_text(["?"])
    expect(page.locator(".key-strip")).to_contain_text("UNKNOWN")
    name = page.locator(".card-name", has_text="version 17")
    end = name.locator(".end").bounding_box()
    box = name.bounding_box()
    assert end
    assert box
    assert end["x"] + end["width"] <= box["x"] + box["width"] + 1  # the end of a long name is never cut


def test_a_store_with_nothing_in_it(opened: Opener, tmp_path: Path) -> None:
    with served_page.serving(write(tmp_path, "-- nothing\n")) as host:
        page = opened("/", host=host)
        expect(page.get_by_role("heading", name="No lineage yet")).to_be_visible()
        page.get_by_role("link", name="Impact").click()
        expect(page.get_by_role("combobox", name="Search a column")).to_be_visible()
        page.locator("nav").get_by_role("link", name="Coverage").click()
        expect(page.get_by_role("heading").first).to_be_visible()


def test_a_server_with_a_token_asks_for_it(opened: Opener, warehouse: Path) -> None:
    with served_page.serving(warehouse, token="correct-horse") as host:
        page = opened(f"/column?name={SALES}", host=host, quiet=True)
        page.get_by_label("Token").fill("wrong")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("Wrong token")
        page.get_by_label("Token").fill("correct-horse")
        page.keyboard.press("Enter")
        wait_for_graph(page)
        assert address(page) == {"view": "column", "name": SALES}
        page.context.clear_cookies()
        page.locator(".panel .item").first.click()
        page.get_by_role("button", name="Enter the token").click()
        expect(page.get_by_label("Token")).to_be_visible()


def test_a_newer_snapshot_is_asked_again(opened: Opener) -> None:
    page = opened(f"/column?name={SALES}")
    wait_for_graph(page)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))

    def newer(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, "x-headwater-snapshot": "999999"})

    page.route("**/api/explain?*", newer)
    page.locator(".panel .item").first.click()
    expect(page.locator(".panel mark.m-main").first).to_be_visible()
    expect(page.locator(".busy")).to_have_count(0)
    assert any(re.search(r"/api/graph\?", one) for one in asked)  # what was drawn is of the old one
