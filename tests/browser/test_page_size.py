"""Large graphs on the page: only what is in sight is drawn, and all of it can be reached. Seconds are not looked at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser import frames, served_page
from tests.browser.page_actions import Opener, expect, needs_chromium

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served_page.serving(frames.write(tmp_path_factory.mktemp("large"))) as found:
        yield found


def test_a_table_of_very_many_columns(opened: Opener, large: str) -> None:
    page = opened("/table?name=duckdb:wide&open=duckdb:wide&down=1", host=large)
    rows = page.locator(".columns .row")
    expect(rows.first).to_contain_text("c0")
    assert rows.count() < 30  # of 2,000
    page.locator(".columns .window").evaluate("(one) => { one.scrollTop = one.scrollHeight; }")
    expect(page.locator('.columns [data-column="duckdb:wide.c1999"]')).to_be_visible()
    page.get_by_label("Find a column of duckdb:wide").fill("c1234")
    expect(rows).to_have_count(1)
    rows.first.click()
    expect(page.locator(".row.selected")).to_contain_text("c1234")
    frames.move(page, 6)


def test_a_neighbourhood_of_very_many_cards(opened: Opener, large: str) -> None:
    page = opened("/column?name=duckdb:hub.v", host=large)
    page.locator(".react-flow__node").first.wait_for()
    expect(page.locator(".left-out")).to_contain_text("500 tables")
    assert page.locator(".react-flow__node").count() < 300  # what is out of sight is not drawn
    page.evaluate(frames.RECORD)
    frames.move(page, 6)
    assert frames.gaps(page)["frames"] > 0
    page.get_by_role("button", name="Fit View").click()
    expect(page.locator(".card.far").first).to_be_attached()
