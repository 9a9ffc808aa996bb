"""`headwater export html`: the page in one file, without a server, gives the picture that the server gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.page_actions import LINES, SALES, Opener, expect, exported, needs_chromium, wait_for_graph

pytestmark = needs_chromium
PLACES = (
    "Object.fromEntries([...document.querySelectorAll('.react-flow__node')].map((one) => "
    "[one.querySelector('.card-name').title, one.style.transform + one.querySelectorAll('.row').length]))"
)


@pytest.fixture(scope="module")
def file(warehouse: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exported(warehouse, tmp_path_factory.mktemp("file") / "lineage.html")


def test_search_walk_and_why_without_a_server(opened: Opener, file: Path) -> None:
    page = opened("", host=file.as_uri())
    wait_for_graph(page)
    expect(page.locator(".panel")).to_contain_text("This file contains a part of the graph")
    page.keyboard.press("/")
    page.keyboard.type("daily_sales.amount_eur")
    expect(page.get_by_role("option").first).to_contain_text("amount_eur")
    page.get_by_role("option", name="hive", exact=False).first.click()
    wait_for_graph(page)
    assert "#/column?name=" in page.url
    page.goto(f"{file.as_uri()}#/column?name={SALES}&from=hive:dwd.order_lines.amount_eur&to={SALES}")
    expect(page.locator(".panel mark.m-main")).to_have_text("SUM(amount_eur)")
    page.goto(f"{file.as_uri()}#/coverage")
    expect(page.locator("table.coverage tbody tr")).to_have_count(6)
    page.go_back()
    expect(page.locator(".panel mark.m-main")).to_be_visible()
    page.get_by_role("link", name="Playground").click()
    expect(page.get_by_role("heading", name="The playground needs a server")).to_be_visible()


@pytest.mark.parametrize("change", ["drop", "retype"])
def test_impact_is_the_servers(opened: Opener, file: Path, change: str) -> None:
    state = f"impact?name={LINES}&change={change}"
    said = []
    for page in (opened(f"/{state}"), opened(f"#/{state}", host=file.as_uri())):
        page.locator(".impact > li").first.wait_for()
        said.append(page.locator(".impact > li").all_inner_texts())
    assert said[0] == said[1]
    assert len(said[0]) > 20


@pytest.mark.parametrize(
    "state",
    [
        f"column?name={SALES}",
        f"column?name={SALES}&relation=both&up=1&down=1",
        "column?name=hive:dws.return_rates.share&up=4&down=1",
        "table?name=hive:dws.daily_sales",
    ],
)
def test_the_picture_is_the_servers(opened: Opener, file: Path, state: str) -> None:
    served = opened(f"/{state}")
    wait_for_graph(served)
    alone = opened(f"#/{state}", host=file.as_uri())
    wait_for_graph(alone)
    assert alone.evaluate(PLACES) == served.evaluate(PLACES)
    assert alone.locator(".edge").count() == served.locator(".edge").count()
