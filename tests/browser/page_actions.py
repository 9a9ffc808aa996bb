"""What every test of the page does: it is skipped, loudly, where there is no Chromium; it waits for conditions, never
for a time; it looks at cards, rows and the address.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests import timeouts
from tests.browser import served_page

pytest.importorskip("playwright")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = [
    "LINES",
    "SALES",
    "Opener",
    "address",
    "wait_for_graph",
    "expect",
    "exported",
    "needs_chromium",
    "places",
    "row",
    "write",
]

expect.set_options(timeout=1_000 * timeouts.seconds(30))  # an assertion is tried again until it holds
needs_chromium = pytest.mark.skipif(
    served_page.program() is None, reason="THE PAGE IS NOT TESTED: no Chromium here (HEADWATER_CHROME may name one)"
)
Opener = Callable[..., "Page"]
SALES = "hive:dws.daily_sales.amount_eur"
LINES = "hive:dwd.order_lines.amount_eur"


def address(page: Page) -> dict[str, Any]:
    """The view and what is said in the address."""
    parts = urlsplit(page.url)
    return {"view": parts.path.strip("/"), **{key: values[0] for key, values in parse_qs(parts.query).items()}}


def places(page: Page) -> dict[str, str]:
    """Where each card stands."""
    result: dict[str, str] = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('.react-flow__node')].map("
        "(one) => [one.querySelector('.card-name').title, one.style.transform]))"
    )
    return result


def row(page: Page, column: str) -> Any:
    """The row of a column on its card."""
    return page.locator(f'.react-flow__node .row[title^="{column}"]').first


def wait_for_graph(page: Page) -> None:
    """Wait until there is a graph, and nothing is awaited."""
    page.locator(".react-flow__node").first.wait_for()
    expect(page.locator(".busy")).to_have_count(0)


def write(place: Path, sql: str) -> Path:
    """A store of one text in DuckDB's dialect."""
    from headwater.store import Reading, write_store

    (place / "sql").mkdir(parents=True)
    (place / "sql" / "a.sql").write_text(sql, encoding="utf-8")
    write_store(place / "sql", place / "out", Reading("duckdb"))
    return place / "out"


def exported(folder: Path, file: Path) -> Path:
    """What `headwater export html` makes of a store."""
    from typer.testing import CliRunner

    from headwater.cli import app

    done = CliRunner().invoke(app, ["export", "html", str(folder), "-o", str(file)])
    assert done.exit_code == 0, done.output
    return file
