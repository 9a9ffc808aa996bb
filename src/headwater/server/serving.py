"""Running the application: in this process, or in several that share one port.

Several processes get their settings through the environment, since each is started anew; a folder of SQL is analysed
once, before they start. The index is mapped, so they share its pages.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from headwater.server.app import create_app
from headwater.server.gate import App
from headwater.server.settings import Settings
from headwater.store import open_store

_VARIABLE = "HEADWATER_SERVING"


def run(settings: Settings, host: str, port: int, workers: int, ready: Callable[[], None]) -> bool:
    """Serve until it is stopped; whether it could begin. Raises `StoreProblem` where the folder cannot be opened."""
    import uvicorn

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
        said = {"folder": str(shared.folder.resolve()), "token": shared.token, "hosts": list(shared.hosts)}
        os.environ[_VARIABLE] = json.dumps(said)
        ready()
        uvicorn.run("headwater.server.serving:from_environment", factory=True, workers=workers, **options)
    return True


def from_environment() -> App:
    """The application of one of several processes."""
    said = json.loads(os.environ[_VARIABLE])
    return create_app(Settings(Path(said["folder"]), said["token"], tuple(said["hosts"])))
