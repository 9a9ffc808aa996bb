"""Caching of answers over HTTP: a snapshot never changes, so the same request has the same answer.

`CacheMiddleware` runs before the routes and sends cached answers before a parameter is read. Routes add their answers
with `cache_answer`, under the snapshot, the path and the query string. Errors are not cached.
"""

from __future__ import annotations

import orjson
from fastapi import Response

import headwater
from headwater.server.answer_cache import Answer, Key
from headwater.server.gate import App, Receive, Scope, Send
from headwater.server.state import State
from headwater.store import Snapshot

JSON = "application/json"


def etag(snapshot: Snapshot) -> str:
    """The ETag of a snapshot's answers."""
    return f'W/"{snapshot.tag}-{headwater.__version__}"'


def cache_headers(snapshot: Snapshot) -> dict[str, str]:
    """What every answer of a snapshot carries."""
    return {
        "ETag": etag(snapshot),
        "Cache-Control": "private, no-cache",
        "X-Headwater-Snapshot": snapshot.id,
    }


def matches_etag(tag: str, header: str) -> bool:
    """Whether an If-None-Match names a tag.

    >>> matches_etag('W/"1"', '"x", W/"1"'), matches_etag('W/"1"', ""), matches_etag('W/"1"', '"1"')
    (True, False, False)
    """
    return bool(header) and tag in [part.strip() for part in header.split(",")]


def as_json(value: object) -> bytes:
    """An answer as JSON, in UTF-8.

    >>> as_json({"name": "Straße", "level": None})
    b'{"name":"Stra\\xc3\\x9fe","level":null}'
    """
    return orjson.dumps(value)


def cache_key(scope: Scope, snapshot: Snapshot) -> Key:
    """The key of a cached answer."""
    return snapshot.tag, scope["path"], scope["query_string"]


def cache_answer(state: State, scope: Scope, snapshot: Snapshot, response: Response) -> Response:
    """Cache an answer that is about to be sent."""
    state.answers.put(cache_key(scope, snapshot), Answer(list(response.raw_headers), bytes(response.body)))
    return response


class CacheMiddleware:
    """Sends cached answers, and passes every other request on."""

    def __init__(self, app: App, state: State) -> None:
        self._app = app
        self._state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "http" and scope["method"] == "GET" and scope["path"].startswith("/api/"):
            snapshot = (await self._state.current()).snapshot
            answer = self._state.answers.get(cache_key(scope, snapshot))
            if answer is not None:
                if_none_match = next((value for name, value in scope["headers"] if name == b"if-none-match"), b"")
                if matches_etag(etag(snapshot), if_none_match.decode("latin-1")):
                    headers = [
                        (name.lower().encode(), value.encode()) for name, value in cache_headers(snapshot).items()
                    ]
                    await send({"type": "http.response.start", "status": 304, "headers": headers})
                    await send({"type": "http.response.body", "body": b""})
                    return
                await send({"type": "http.response.start", "status": 200, "headers": list(answer.headers)})
                await send({"type": "http.response.body", "body": answer.body})
                return
        await self._app(scope, receive, send)
