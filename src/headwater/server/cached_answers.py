"""Answers that were given already, as bytes: a snapshot never changes, so the same question has the same answer.

`Kept` stands before the routes and gives out what it has, before a parameter is read. What was answered is laid down
by whoever answered it (`Answers.keep`), under the snapshot, the path and the query as they were sent. The oldest go
when there is too much. Errors are not kept.
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


def tag_of(snapshot: Snapshot) -> str:
    """The ETag of a snapshot's answers."""
    return f'W/"{snapshot.tag}-{headwater.__version__}"'


def headers_of(snapshot: Snapshot) -> dict[str, str]:
    """What every answer of a snapshot carries."""
    return {
        "ETag": tag_of(snapshot),
        "Cache-Control": "private, no-cache",
        "X-Headwater-Snapshot": snapshot.id,
    }


def has(tag: str, asked: str) -> bool:
    """Whether an If-None-Match names a tag.

    >>> has('W/"1"', '"x", W/"1"'), has('W/"1"', ""), has('W/"1"', '"1"')
    (True, False, False)
    """
    return bool(asked) and tag in [one.strip() for one in asked.split(",")]


def as_json(said: object) -> bytes:
    """An answer as JSON, in UTF-8.

    >>> as_json({"name": "Straße", "level": None})
    b'{"name":"Stra\\xc3\\x9fe","level":null}'
    """
    return orjson.dumps(said)


def key_of(scope: Scope, snapshot: Snapshot) -> Key:
    """What an answer is kept under."""
    return snapshot.tag, scope["path"], scope["query_string"]


def laid_down(state: State, scope: Scope, snapshot: Snapshot, response: Response) -> Response:
    """Keep an answer that is about to be given."""
    state.answers.keep(key_of(scope, snapshot), Answer(list(response.raw_headers), bytes(response.body)))
    return response


class Kept:
    """Gives out what is kept, and hands on every other request."""

    def __init__(self, app: App, state: State) -> None:
        self._app = app
        self._state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "http" and scope["method"] == "GET" and scope["path"].startswith("/api/"):
            snapshot = (await self._state.current()).snapshot
            found = self._state.answers.get(key_of(scope, snapshot))
            if found is not None:
                asked = next((value for name, value in scope["headers"] if name == b"if-none-match"), b"")
                if has(tag_of(snapshot), asked.decode("latin-1")):
                    headers = [(name.lower().encode(), value.encode()) for name, value in headers_of(snapshot).items()]
                    await send({"type": "http.response.start", "status": 304, "headers": headers})
                    await send({"type": "http.response.body", "body": b""})
                    return
                await send({"type": "http.response.start", "status": 200, "headers": list(found.headers)})
                await send({"type": "http.response.body", "body": found.body})
                return
        await self._app(scope, receive, send)
