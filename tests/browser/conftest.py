"""One browser and one server for all tests of the page, over the example warehouse; a page that says an error, or asks
for anything elsewhere, fails its test.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import timeouts
from tests.browser import served_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
Opener = Callable[..., "Page"]


# Playwright keeps an event loop in this thread: it must be gone before other folders' tests want one of their own.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    pytest.importorskip("playwright")
    if served_page.program() is None:
        warnings.warn("THE PAGE IS NOT TESTED: there is no Chromium (HEADWATER_CHROME may name one)", stacklevel=1)
    with served_page.browser() as made:
        yield made


@pytest.fixture(scope="session")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a store of examples/."""
    pytest.importorskip("fastapi")
    from headwater.store import Reading, read_mapping, write_store

    out = tmp_path_factory.mktemp("page") / "out"
    write_store(ROOT / "examples", out, Reading(mapping=read_mapping(ROOT / "examples" / "mapping.yaml")))
    return out


@pytest.fixture(scope="session")
def address(warehouse: Path) -> Iterator[str]:
    with served_page.serving(warehouse) as found:
        yield found


@pytest.fixture
def opened(chromium: Browser, address: str) -> Iterator[Opener]:
    """Opens the page at an address; `host` is another server, or a file."""
    problems: list[str] = []
    pages: list[Page] = []

    def make(path: str = "/", host: str = address, dark: bool = False, width: int = 1360, quiet: bool = False) -> Page:
        scheme = "dark" if dark else "light"
        page = chromium.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        page.set_default_timeout(1_000 * timeouts.seconds(60))
        pages.append(page)
        if not quiet:
            page.on("console", lambda said: problems.append(said.text) if said.type in ("error", "warning") else None)
            page.on("response", lambda said: problems.append(said.url) if said.status >= 400 else None)
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("dialog", lambda dialog: (problems.append(dialog.message), dialog.dismiss()))
            page.on("request", lambda asked: problems.append(asked.url) if _elsewhere(asked.url, host) else None)
        page.goto(host + path)
        return page

    yield make
    for page in pages:
        page.unroute_all(behavior="wait")  # a handler that still fetches would fail inside the next test
        page.close()
    assert problems == []


def _elsewhere(url: str, host: str) -> bool:
    return not url.startswith((host, "data:", "blob:", "about:"))
