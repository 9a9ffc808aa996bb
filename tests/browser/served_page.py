"""A server of a store in a thread, and the machine's Chromium, led by Playwright: for the tests of the page, its
pictures and its bench.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.chrome import found

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--no-first-run",
]


def program() -> str | None:
    """The Chromium of this machine, or one that was fetched; None where there is none."""
    here = found()
    if here:
        return here
    browsers = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    fetched = sorted(browsers.glob("chromium*/chrome-linux*/chrome")) + sorted(
        browsers.glob("chromium*/*/headless_shell")
    )
    return str(fetched[-1]) if fetched else None


@contextmanager
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=program(), args=FLAGS)
        try:
            yield chromium
        finally:
            chromium.close()


@contextmanager
def serving(folder: Path, token: str | None = None) -> Iterator[str]:
    """The address of a server of that store."""
    import uvicorn

    from headwater.server import Settings, create_app

    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        config = uvicorn.Config(create_app(Settings(folder, token)), log_level="warning", access_log=False)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.02)
        try:
            yield f"http://127.0.0.1:{sock.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
