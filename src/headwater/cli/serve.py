"""`headwater serve`: the store over HTTP, and the page."""

from __future__ import annotations

import ipaddress
import secrets
from pathlib import Path
from typing import Annotated

import typer

from headwater.cli import console, store_options
from headwater.cli.console import Wrong
from headwater.emit.styled_text import Piece


@console.command
def serve(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="What headwater run wrote, or a folder of SQL.")],
    host: Annotated[str, typer.Option("--host", metavar="HOST", help="Where it listens.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port.")] = 8765,
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            metavar="TOKEN",
            envvar="HEADWATER_TOKEN",
            help="Who asks has to have it; auto makes one. Needed, and made, where others can reach the server.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            metavar="N",
            min=1,
            max=64,
            help="How many processes answer; by default one, and up to four for a large store.",
        ),
    ] = None,
    dialect: store_options.Dialect = None,
    database: store_options.Database = None,
    catalog: store_options.Catalogs = None,
) -> None:
    """Serve the page and the questions over HTTP, read-only, on this machine unless another host is named."""
    with store_options.problems():
        try:
            import uvicorn  # noqa: F401 - said here where it is missing

            from headwater.server import Settings
            from headwater.server.processes import run
        except ModuleNotFoundError as error:
            raise Wrong(f"The server needs {error.name}: pip install 'headwater[server]'.") from None
        if token == "auto" or (token is None and not _own(host)):
            token = secrets.token_urlsafe(24)
        if token is not None and len(token) < 8:
            raise Wrong("A token has at least 8 characters.")
        reading = store_options.reading(folder, dialect, database, catalog)
        hosts = ("127.0.0.1", "localhost", "::1", host)
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{port}/" + (f"?token={token}" if token else "")

        def ready() -> None:
            console.notes([[Piece("headwater", "name"), Piece(f" serves {folder} at "), Piece(address, "mark")]])

        try:
            began = run(Settings(Path(folder), token, hosts, reading), host, port, workers, ready)
        except OSError as error:
            raise Wrong(f"Cannot listen on {shown}:{port}: {error.strerror or error}.") from None
        except KeyboardInterrupt:
            return
        if not began:
            raise Wrong(f"Cannot listen on {shown}:{port}; is the port taken?")


def _own(host: str) -> bool:
    """Whether only this machine reaches it."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
