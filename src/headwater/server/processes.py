"""Running the application: in this process, or in several that share one port.

Several processes get their settings through the environment, since each is started anew; a folder of SQL is analysed
once, before they start. The index is mapped, so they share its pages. Python answers on one core: a large store, which
many ask, gets a process for each core but one, up to `MOST`; a small one gets one, which needs less memory.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from headwater.server.app import create_app
from headwater.server.gate import App
from headwater.server.settings import Settings
from headwater.store import is_store, open_store, snapshot

_VARIABLE = "HEADWATER_SERVING"
LARGE = 1_000_000
"""Edges of a store that is served by several processes where nobody says how many."""
MOST = 4


def processes(settings: Settings) -> int:
    """How many processes a folder is served by, where nobody says so."""
    large = is_store(settings.folder) and snapshot(settings.folder).rows("edges") >= LARGE
    # the last core is for whoever else is there: with two of two, 20 readers on the same machine waited twice as long
    return max(1, min((os.cpu_count() or 1) - 1, MOST)) if large else 1


def run(settings: Settings, host: str, port: int, workers: int | None, ready: Callable[[], None]) -> bool:
    """Serve until it is stopped; whether it could begin. Raises `StoreProblem` where the folder cannot be opened."""
    import uvicorn

    workers = workers or processes(settings)
    _share()
    options: dict[str, Any] = {
        "host": host,
        "port": port,
        "log_level": "warning",
        "access_log": False,  # addresses may hold a token
        "server_header": False,
        "timeout_keep_alive": 30,
        "limit_concurrency": 512,
    }
    if workers == 1:
        server = uvicorn.Server(uvicorn.Config(create_app(settings), **options))
        ready()
        server.run()
        return server.started
    with open_store(settings.folder, None, settings.reading) as store:  # analysed, and its index made, once
        shared = replace(settings, folder=store.snapshot.root, reading=None)
        shared_settings = {"folder": str(shared.folder.resolve()), "token": shared.token, "hosts": list(shared.hosts)}
        os.environ[_VARIABLE] = json.dumps(shared_settings)
        ready()
        uvicorn.run("headwater.server.processes:from_environment", factory=True, workers=workers, **options)
    return True


def _share() -> None:
    """What is answered at once need not wait long for a thread that is at work."""
    sys.setswitchinterval(0.001)


def from_environment() -> App:
    """The application of one of several processes."""
    _share()
    shared_settings = json.loads(os.environ[_VARIABLE])
    return create_app(
        Settings(Path(shared_settings["folder"]), shared_settings["token"], tuple(shared_settings["hosts"]))
    )
