"""`headwater export html`: the page in one file, without a server, gives the picture that the server gives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import stage

pytest.importorskip("playwright")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

expect.set_options(timeout=15_000)
pytestmark = pytest.mark.skipif(
    stage.program() is None, reason="THE PAGE IS NOT TESTED: no Chromium here (HEADWATER_CHROME may name one)"
)
Opener = Callable[..., "Page"]
SALES = "hive:dws.daily_sales.amount_eur"
PLACES = (
    "Object.fromEntries([...document.querySelectorAll('.react-flow__node')].map((one) => "
    "[one.querySelector('.card-name').title, one.style.transform + one.querySelectorAll('.row').length]))"
)


@pytest.fixture(scope="module")
def file(warehouse: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from typer.testing import CliRunner

    from headwater.cli import app

    made = tmp_path_factory.mktemp("file") / "lineage.html"
    done = CliRunner().invoke(app, ["export", "html", str(warehouse), "-o", str(made)])
    assert done.exit_code == 0, done.output
    return made


def drawn(page: Page) -> None:
    page.locator(".react-flow__node").first.wait_for()
    expect(page.locator(".busy")).to_have_count(0)


def test_search_walk_and_why_without_a_server(opened: Opener, file: Path) -> None:
    page = opened("", host=file.as_uri())
    drawn(page)
    expect(page.get_by_role("link", name="Playground")).to_have_count(0)
    expect(page.locator(".panel")).to_contain_text("This file holds a part of the graph")
    page.keyboard.press("/")
    page.keyboard.type("daily_sales.amount_eur")
    expect(page.get_by_role("option").first).to_contain_text("amount_eur")
    page.get_by_role("option", name="hive", exact=False).first.click()
    drawn(page)
    assert "#/column?name=" in page.url
    page.goto(f"{file.as_uri()}#/column?name={SALES}&from=hive:dwd.order_lines.amount_eur&to={SALES}")
    expect(page.locator(".panel mark.m-main")).to_have_text("SUM(amount_eur)")
    page.goto(f"{file.as_uri()}#/coverage")
    expect(page.locator("table.coverage tbody tr")).to_have_count(6)
    page.go_back()
    expect(page.locator(".panel mark.m-main")).to_be_visible()


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
    drawn(served)
    alone = opened(f"#/{state}", host=file.as_uri())
    drawn(alone)
    assert alone.evaluate(PLACES) == served.evaluate(PLACES)
    assert alone.locator(".edge").count() == served.locator(".edge").count()
