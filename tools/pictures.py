"""Take the pictures that the documentation shows: docs/images/page-*.png of the page over the example warehouse, and
report.png of the report that `make run` wrote, where there is one.

    python -m tools.pictures [NAME ...]

Run by `make pictures`. It needs a Chromium; the same page gives nearly the same pictures, fonts aside.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from headwater.store import Reading, read_mapping, write_store
from tests.browser.served_page import browser, program, serving

ROOT = Path(__file__).resolve().parents[1]
if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IMAGES = ROOT / "docs" / "images"
REPORT = ROOT / "out" / "report.html"
COLUMN = "hive:dws.daily_sales.amount_eur"
CHANGED = "hive:dwd.order_lines.amount_eur"


def search(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("margin")
    page.get_by_role("option").first.wait_for()


def edge(page: Page) -> None:
    page.locator(".panel mark").first.wait_for()


def card(page: Page) -> None:
    page.locator(".react-flow__node").first.wait_for()


def nothing(page: Page) -> None:
    page.wait_for_timeout(100)


PICTURES: dict[str, tuple[str, bool, Callable[[Page], None]]] = {
    "page-map": ("/", False, nothing),
    "page-column": (f"/column?name={CHANGED}&up=2&down=2", False, nothing),
    "page-why": (f"/column?name={COLUMN}&from=hive:dwd.order_lines.amount_eur&to={COLUMN}", True, edge),
    "page-search": (f"/column?name={COLUMN}", False, search),
    "page-impact": (f"/impact?name={CHANGED}", False, nothing),
    "page-coverage": ("/coverage", False, nothing),
    "page-playground": ("/playground?dialect=duckdb", False, card),
}


def report(chromium: Browser) -> None:
    """The report of the last run: a column, and the SQL that says where it comes from."""
    page = chromium.new_page(viewport={"width": 1280, "height": 884})
    page.goto(f"{REPORT.as_uri()}#c/googlesql/marketing.audience/hashed_email")
    page.locator("#pane mark").first.wait_for()
    page.get_by_label("Steps").select_option("2")
    page.get_by_role("button", name="Fit").click()
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=IMAGES / "report.png")
    page.close()
    print("wrote docs/images/report.png")


def main() -> None:
    """Take those that are named, or all."""
    if program() is None:
        sys.exit("make pictures: there is no Chromium here (HEADWATER_CHROME may name one).")
    names = sys.argv[1:] or [*PICTURES, *(["report"] if REPORT.is_file() else [])]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "out")
        os.chdir(ROOT)  # paths in the pictures are those of the checkout
        write_store(Path("examples"), folder, Reading(mapping=read_mapping(ROOT / "examples" / "mapping.yaml")))
        with serving(folder) as address, browser() as chromium:
            for name in names:
                if name == "report":
                    report(chromium)
                    continue
                path, dark, act = PICTURES[name]
                page = chromium.new_page(
                    viewport={"width": 1360, "height": 800}, color_scheme="dark" if dark else "light"
                )
                page.goto(address + path)
                page.wait_for_load_state("networkidle")
                act(page)
                page.wait_for_timeout(500)
                page.screenshot(path=IMAGES / f"{name}.png")
                page.close()
                print(f"wrote docs/images/{name}.png")


if __name__ == "__main__":
    main()
