"""How smooth the page is: gaps between frames while a large graph is moved, in a real browser.

    python -m tests.browser.frames

prints them for a table of 2,000 columns and for a neighbourhood of 500 cards; `make bench` has them, too. A test moves
the same graphs, and looks at what is drawn, not at the clock.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser import served_page

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDE, MANY = 2_000, 500
RECORD = """() => { window.gaps = []; let last = performance.now();
  const tick = (now) => { window.gaps.push(now - last); last = now; requestAnimationFrame(tick); };
  requestAnimationFrame(tick); }"""


def write(place: Path) -> Path:
    """A store of a table with very many columns that very many tables read."""
    from headwater.store import Reading, write_store

    columns = ", ".join(f"c{number} INT" for number in range(WIDE))
    lines = [f"CREATE TABLE wide ({columns});", "CREATE TABLE hub AS SELECT c0 AS k, c1 + c2 AS v FROM wide;"]
    lines += [f"CREATE TABLE t{number:03} AS SELECT k, v * {number} AS v FROM hub;" for number in range(MANY - 2)]
    (place / "sql").mkdir()
    (place / "sql" / "a.sql").write_text("\n".join(lines), encoding="utf-8")
    write_store(place / "sql", place / "out", Reading("duckdb"))
    return place / "out"


def move(page: Page, steps: int = 24) -> None:
    """Drag the graph about, and zoom out and in."""
    box = page.locator(".canvas").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 12
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(steps):
        page.mouse.move(x - 14 * step, y - 9 * step)
    page.mouse.up()
    for step in range(steps):
        page.mouse.wheel(0, 60 if step < steps // 2 else -60)


def gaps(page: Page) -> dict[str, float]:
    """The gaps between frames that were recorded, in milliseconds."""
    result = sorted(json.loads(page.evaluate("JSON.stringify(window.gaps.slice(2))")))
    at = {"median": 0.5, "p95": 0.95, "worst": 1.0}
    said = {name: round(result[min(int(len(result) * part), len(result) - 1)], 1) for name, part in at.items()}
    return {"frames": len(result), **said}


def measure() -> Iterator[tuple[str, int, dict[str, float]]]:
    """For every case: its name, how many cards the page holds, and the gaps."""
    with tempfile.TemporaryDirectory() as place:
        folder = write(Path(place))
        with served_page.serving(folder) as address, served_page.browser() as chromium:
            for name, path in CASES.items():
                page = chromium.new_page(viewport={"width": 1360, "height": 800})
                page.goto(address + path)
                page.locator(".react-flow__node").first.wait_for()
                page.wait_for_load_state("networkidle")
                page.evaluate(RECORD)
                move(page)
                yield name, page.locator(".react-flow__node").count(), gaps(page)
                page.close()


def main() -> None:
    """Print the gaps."""
    for name, cards, said in measure():
        print(name, said, "cards drawn:", cards)


CASES = {
    f"a table of {WIDE:,} columns": "/table?name=duckdb:wide&open=duckdb:wide&down=1",
    f"{MANY} cards, tables": "/table?name=duckdb:hub",
    f"{MANY} cards, columns": "/column?name=duckdb:hub.v",
}


if __name__ == "__main__":
    main()
