"""The application: routes on the first screen, then the page, with the gate around everything."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

import headwater
from headwater.server import errors, page
from headwater.server.caching import CacheMiddleware
from headwater.server.gate import App, Gate
from headwater.server.routes import router
from headwater.server.settings import Settings
from headwater.server.state import State

DESCRIPTION = """
Questions to a lineage graph: where columns come from, why, how sure that is, and what a change breaks.

Everything is read-only. Names are given as people write them (`db.table.column`, `hive:db.table.column`, `#id`); one
that means several columns gives 409 with candidates, an unknown one 404 with near ones. Answers are bounded, and their
`hidden` says what was left out. They carry an `ETag` of the snapshot: ask again with `If-None-Match`. Ids are strings.
Spans are offsets in characters (code points) from the beginning of the statement's text. Every error has one shape.
"""


def create_app(settings: Settings) -> App:
    """The application for a folder. Raises `StoreProblem` where that cannot be opened."""
    return Gate(inner(settings), settings)


def inner(settings: Settings) -> FastAPI:
    """The same without the gate, for its document and its tests."""
    state = State(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        state.begin()
        yield
        state.close()

    app = FastAPI(
        title="headwater",
        version=headwater.__version__,
        description=DESCRIPTION,
        docs_url=None,  # they would fetch scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.headwater = state
    app.add_middleware(CacheMiddleware, state=state)
    app.add_middleware(GZipMiddleware, minimum_size=2_000, compresslevel=1)
    errors.install(app)
    app.include_router(router)
    page.install(app, settings)
    return app
