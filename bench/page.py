"""The page: gaps between frames in a real browser, while large graphs are dragged and zoomed (`tests.browser.frames`).

Where no Chromium or no built page is found, the section says so: a figure that was not measured is not given.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import headwater
from bench.measure import Section, Table
from tests.browser import frames, served_page


def run(quick: bool = False) -> Section:
    """Every case once; a frame is due each 16.7 ms on a screen, and at the browser's own pace without one."""
    made = Section("The page", "Milliseconds between frames while a graph is dragged, zoomed out and in, headless.")
    built = Path(headwater.__file__).parent / "server" / "static" / "index.html"
    if served_page.program() is None or find_spec("playwright") is None or not built.is_file():
        made.notes.append("Not measured: there is no Chromium, no Playwright or no built page here (`make page`).")
        return made
    table = Table(("graph", "cards in the page", "frames", "median", "p95", "worst"))
    for name, cards, said in frames.measure():
        table.row(name, str(cards), *(f"{said[key]:g}" for key in ("frames", "median", "p95", "worst")))
    made.tables.append(table)
    return made
