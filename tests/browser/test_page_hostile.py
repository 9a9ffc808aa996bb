"""Names and texts that are meant to do harm stay text on the page, and in files made of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.browser import served_page
from tests.browser.page_actions import Opener, expect, exported, needs_chromium, write

pytestmark = needs_chromium
TABLE = "<img src=x onerror=alert(1)>"
COLUMN = "</script><script>alert(2)</script>"
OTHER = "'\"><svg onload=alert(3)>"
SQL = f'''CREATE TABLE "{TABLE.replace('"', '""')}" ("{COLUMN}" INT, "{OTHER.replace('"', '""')}" INT);
CREATE TABLE safe AS SELECT "{COLUMN}" + 1 AS "{COLUMN}", -- <b onmouseover=alert(4)>
  "{OTHER.replace('"', '""')}" AS b, '</pre><iframe src=javascript:alert(5)>' AS c FROM "{TABLE.replace('"', '""')}";
'''
HARM = "document.querySelectorAll('img, iframe, main script, b[onmouseover], svg[onload], [onerror]').length"


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("evil"), SQL)


@pytest.fixture(scope="module")
def evil_address(evil: Path) -> Iterator[str]:
    with served_page.serving(evil) as found:
        yield found


def test_names_and_statements_stay_text(opened: Opener, evil_address: str) -> None:
    page = opened("/", host=evil_address)
    page.locator(".react-flow__node").first.wait_for()
    assert TABLE in page.locator(".card-name .name").all_text_contents()
    assert page.evaluate(HARM) == 0
    page.keyboard.press("/")
    page.keyboard.type("alert")
    expect(page.get_by_role("option").first).to_be_visible()
    assert page.evaluate(HARM) == 0
    page.keyboard.press("Escape")
    page.goto(f"{evil_address}/table?name=safe")
    page.locator(".react-flow__node").first.wait_for()
    page.locator(".panel .row-item").first.click()
    expect(page.locator(".panel").get_by_text("Column", exact=True)).to_be_visible()  # the panel of the table has gone
    page.locator(".panel .item").first.click()
    expect(page.locator(".panel pre")).to_contain_text("<iframe src=javascript:alert(5)>")
    expect(page.locator(".panel pre")).to_contain_text("<b onmouseover=alert(4)>")
    assert page.evaluate(HARM) == 0
    page.get_by_role("button", name="Export", exact=True).click()
    with page.expect_download() as waiting:
        page.get_by_text("Picture, SVG").click()
    picture = Path(waiting.value.path()).read_text("utf-8")
    assert "<script" not in picture
    assert "<img" not in picture


def test_the_playground_shows_what_is_sent_as_text(opened: Opener) -> None:
    sql = f"""SELECT a AS "{COLUMN}", '{TABLE}' AS x FROM "{OTHER.replace('"', '""')}" """
    page = opened(f"/playground?dialect=duckdb&sql={quote(sql)}")
    page.locator(".react-flow__node").first.wait_for()
    expect(page.locator(".editor pre")).to_contain_text("onerror")
    page.get_by_role("button", name="Edges", exact=True).click()
    expect(page.locator("table.edges")).to_contain_text("<script>alert(2)</script>")
    assert page.evaluate(HARM) == 0


def test_addresses_are_no_way_in(opened: Opener, address: str) -> None:
    page = opened(f"/column?name={quote(TABLE)}&sel={quote(COLUMN)}&from={quote(OTHER)}", quiet=True)
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.evaluate(HARM) == 0


def test_a_file_with_such_names_is_harmless(opened: Opener, evil: Path, tmp_path: Path) -> None:
    file = exported(evil, tmp_path / "lineage.html")
    text = file.read_text("utf-8")
    assert text.count("</script>") == 2
    page = opened("", host=file.as_uri())
    page.locator(".react-flow__node").first.wait_for()
    assert TABLE in page.locator(".card-name .name").all_text_contents()
    assert page.evaluate(HARM) == 0
