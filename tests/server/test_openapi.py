"""Whatever the OpenAPI document allows is asked, and answered as it says: schemathesis, in bounded time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from starlette.testclient import TestClient

from headwater.server import Settings
from headwater.server.app import inner
from headwater.server.routes import router
from tests.server.conftest import SMALL

schemathesis = pytest.importorskip("schemathesis")
pytestmark = pytest.mark.filterwarnings("default")


CALM = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


def questions() -> list[tuple[str, str]]:
    """Every path and method of the document."""
    bare = FastAPI()
    bare.include_router(router)
    return [(path, method) for path, methods in bare.openapi()["paths"].items() for method in methods]


@pytest.fixture(scope="module")
def app(folder: Path) -> Iterator[FastAPI]:
    application = inner(Settings(folder, limits=SMALL))
    with TestClient(application):
        yield application


@pytest.fixture(scope="module")
def document(app: FastAPI) -> Any:
    async def begun(scope: Any, receive: Any, send: Any) -> None:
        """The application, which has begun and does not end with each request."""
        if scope["type"] == "http":
            await app(scope, receive, send)
            return
        for word in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{word}.complete"})

    return schemathesis.openapi.from_asgi("/openapi.json", begun)


@pytest.mark.parametrize(("path", "method"), questions())
def test_the_document_is_kept(document: Any, path: str, method: str) -> None:
    """Every answer, to what is allowed and to what is not, has a status, a type and a shape that the document has."""
    operation = document[path][method.upper()]
    modes = schemathesis.GenerationMode
    for mode in (modes.POSITIVE, modes.NEGATIVE):

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=15, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
        )
        def ask(case: Any) -> None:
            case.call_and_validate()

        if mode is modes.POSITIVE or _takes(operation.definition.raw):
            ask()


def _takes(described: dict[str, Any]) -> bool:
    """Whether there is anything to get wrong."""
    return bool(described.get("parameters") or described.get("requestBody"))


def test_every_question_is_described(app: FastAPI) -> None:
    description = app.openapi()
    assert len(description["paths"]) >= 17
    for path, methods in description["paths"].items():
        for method, one in methods.items():
            assert one["description"], path
            assert one["tags"], path
            assert "200" in one["responses"], (path, method)
            assert {"401", "422", "503"} <= set(one["responses"]), path
    assert "examples" in json.dumps(description)
