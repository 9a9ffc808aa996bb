"""The page: files of the package, and the page itself for every other address, so that links lead into it.

Only files that lie below the folder of assets are given out, by their real paths. Where the page was not built, a
notice says so, and how.
"""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from headwater.server.errors import Refused
from headwater.server.settings import Settings

INDEX = "index.html"
_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
_KINDS |= {".json": "application/json", ".map": "application/json", ".html": "text/html"}
_KINDS[".webmanifest"] = "application/manifest+json"
_FILES = frozenset({*_KINDS, ".png", ".ico", ".txt", ".gif", ".jpg", ".woff", ".ttf", ".mjs", ".ts", ".xml"})
NOTICE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>headwater</title>
<h1>headwater</h1>
<p>The server answers; its page was not built into this installation.</p>
<p>A wheel of headwater holds the page. In a checkout, <code>make page</code> builds it.
The questions are described in <a href="/openapi.json">openapi.json</a>.</p>
</html>
"""


def install(app: FastAPI, settings: Settings) -> None:
    """Serve the page under every address that is not of the API."""
    root = settings.assets.resolve()

    @app.get("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        """A file of the page, or the page."""
        if path == "api" or path.startswith("api/"):
            raise Refused(404, "not_found", "Unknown endpoint.", "See /openapi.json for the list of endpoints.")
        file = asset(root, path)
        if file is not None:
            lasting = "assets" in file.relative_to(root).parts
            caching = "public, max-age=31536000, immutable" if lasting else "no-cache"
            return FileResponse(file, media_type=content_type(file), headers={"Cache-Control": caching})
        if Path(path).suffix.lower() in _FILES:  # a name of a column has dots, too
            raise Refused(404, "not_found", "File not found.")
        index = asset(root, INDEX)
        if index is None:
            return HTMLResponse(NOTICE, headers={"Cache-Control": "no-cache"})
        return FileResponse(index, media_type="text/html", headers={"Cache-Control": "no-cache"})


def asset(root: Path, path: str) -> Path | None:
    """A file below the root; None for what is not there, is a folder, is hidden, or lies elsewhere."""
    if not path or "\x00" in path or "\\" in path or any(part.startswith(".") for part in path.split("/")):
        return None
    try:
        file = (root / path).resolve()
        inside = file.is_relative_to(root) and file.is_file()
    except (OSError, ValueError, RuntimeError):
        return None
    return file if inside else None


def content_type(file: Path) -> str:
    """The type of a file's content."""
    return _KINDS.get(file.suffix.lower()) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
