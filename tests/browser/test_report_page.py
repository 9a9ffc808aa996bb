"""The report in a real browser: found, clicked, driven by keys, wide and narrow, with hostile names; no error said.

Skipped where there is no Chromium; HEADWATER_CHROME names one that is not on the path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from headwater.emit import report
from headwater.emit.report import Limits, ReportData
from tests.browser.chrome import Chrome, found
from tests.test_report import HOSTILE, TEXT, chain, hostile, small

PROGRAM = found()
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="no Chromium here (HEADWATER_CHROME may name one)")

Opener = Callable[..., Chrome]


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    assert PROGRAM is not None
    with Chrome(PROGRAM, tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def opened(chrome: Chrome, tmp_path: Path) -> Iterator[Opener]:
    """Opens a page of some data; whatever the page complained of, or asked the network for, fails the test."""
    path = tmp_path / "report.html"
    chrome.open("about:blank")
    chrome.problems.clear()
    chrome.requests.clear()

    def make(data: ReportData, at: str = "", width: int = 1280, dark: bool = False) -> Chrome:
        path.write_text(report.render(data), encoding="utf-8")
        chrome.look(width, dark=dark)
        chrome.open(path.as_uri() + at)
        return chrome

    yield make
    chrome.run("0")  # what the page said last has arrived before this answer
    assert chrome.problems == []
    assert {request.partition("#")[0] for request in chrome.requests} == {path.as_uri()}


def texts(page: Chrome, selector: str) -> list[str]:
    result: list[str] = page.run(f"[...document.querySelectorAll({selector!r})].map((one) => one.textContent)")
    return result


def test_find_a_dataset_choose_a_column_and_see_why(opened: Opener) -> None:
    page = opened(small())
    assert len(texts(page, ".card")) == 3
    page.press("/")
    page.type("dwd.ord")
    assert texts(page, "#found [role=option] .title")[0] == "dwd.orders"
    page.press("Enter")
    assert page.run("location.hash") == "#d/hive/dwd.orders"
    assert texts(page, ".card.chosen .column .title") == ["id", "name", "a.b", "y"]
    page.click(".card.chosen .column:nth-of-type(5)")
    assert page.run("location.hash") == "#c/hive/dwd.orders/y"
    assert texts(page, ".card .column.on .title") == ["x"]
    result = page.run("document.getElementById('pane').innerText")
    assert "! UNKNOWN" in result
    assert "~ INFERRED" in result
    assert texts(page, "#pane mark") == ["my_udf(x)"]
    assert texts(page, "#pane pre") == [TEXT]
    assert texts(page, ".lines .column-line.doubtful .sign") == ["!"]


def test_a_link_of_a_table_opens_the_explorer_and_back_goes_back(opened: Opener) -> None:
    page = opened(small())
    page.run("document.querySelector('#tags a.name').click()")
    assert page.run("new Promise((done) => setTimeout(() => done(location.hash), 50))") == "#c/hive/dwd.orders/name"
    assert texts(page, ".card .column.chosen .title") == ["name"]
    assert texts(page, "#pane mark") == ["upper(name)"]
    page.run("history.back()")
    page.run("new Promise((done) => setTimeout(done, 100))")
    assert texts(page, ".card .column.chosen .title") == []


def test_keys_alone_are_enough(opened: Opener) -> None:
    page = opened(small())
    page.run("document.querySelector('.head').focus()")
    assert page.run("document.querySelectorAll('.head[tabindex=\"0\"]').length") == 1
    seen = set()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.press(key)
        seen.add(page.run("document.activeElement.title"))
    assert seen == {"orders", "ods.orders", "dwd.orders"}
    page.press("Enter")
    assert texts(page, "#pane h3") == ["dwd.orders"]


def test_influence_is_told_apart_and_has_its_place(opened: Opener) -> None:
    page = opened(small(), "#d/hive/dwd.orders")
    page.run("document.querySelector('#pane details').open = true")
    page.click("#pane details .why")
    assert "FILTER" in texts(page, "#pane details .type")
    assert texts(page, "#pane mark") == ["ok"]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 400])
def test_no_page_scrolls_sideways(opened: Opener, width: int, dark: bool) -> None:
    page = opened(small(), "#c/hive/dwd.orders/y", width=width, dark=dark)
    page.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.run("document.documentElement.scrollWidth") <= width
    bright = page.run("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0] > 128")
    assert bright != dark


def test_what_is_not_drawn_and_what_is_not_here_is_said(opened: Opener) -> None:
    page = opened(replace(chain(300), limits=Limits(datasets=200)))
    said = texts(page, "#said")[0]
    assert "120 datasets shown, 80 more not shown" in said
    assert "100 datasets" in said.partition("Not on this page")[2]


def test_a_dataset_that_is_not_here_is_said_so(opened: Opener) -> None:
    page = opened(small(), "#d/hive/no.such")
    assert texts(page, "#said") == ["hive:no.such is not on this page."]


def test_a_page_at_its_limits_opens_in_time(opened: Opener) -> None:
    page = opened(chain(2000), "#c/hive/t0000/c")
    assert "limited to 600" in texts(page, "#said")[0]
    assert page.run("performance.getEntriesByType('navigation')[0].domComplete") < 15_000


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_stay_text(opened: Opener, text: str) -> None:
    page = opened(hostile(text))
    page.run("document.querySelector('.head').click()")
    page.run("document.querySelector('.card.chosen .column').click()")
    page.run("document.getElementById('find').focus()")
    page.type(text[:3].replace("\x00", ""))
    assert page.run("document.querySelectorAll('main img, main script, main svg svg, main [onerror]').length") == 0
    assert page.run("document.querySelectorAll('script').length") == 2
