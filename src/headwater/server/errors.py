"""One shape for everything that goes wrong: `{"error": {"code", "message", "help", "candidates"}}`."""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from headwater.rows.server_answers import Error, ErrorDetail
from headwater.store import SeveralNames, StoreProblem, UnknownName


class Refused(Exception):
    """A request that is not answered: a status, a code for programs, a line for people."""

    def __init__(self, status: int, code: str, message: str, help: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.help = help


def body(code: str, message: str, help: str = "", candidates: Any = ()) -> dict[str, Any]:
    """The shape of an error.

    >>> body("not_found", "Not found.")["error"]["code"]
    'not_found'
    """
    return Error(ErrorDetail(code, message, help, tuple(candidates))).to_dict()


def encoded(status: int, code: str, message: str, help: str = "") -> tuple[int, bytes]:
    """The same for those that speak no framework."""
    return status, json.dumps(body(code, message, help)).encode()


_CODES = {400: "bad_request", 401: "token", 403: "forbidden", 404: "not_found", 405: "method", 413: "too_large"}


def install(app: FastAPI) -> None:
    """Give every error of an application this shape."""

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        return JSONResponse(body(error.code, str(error), error.help), error.status)

    @app.exception_handler(SeveralNames)
    async def several(request: Request, error: SeveralNames) -> JSONResponse:
        return JSONResponse(body("several_names", str(error), error.help, error.candidates), 409)

    @app.exception_handler(UnknownName)
    async def unknown(request: Request, error: UnknownName) -> JSONResponse:
        return JSONResponse(body("unknown_name", str(error), error.help, error.near), 404)

    @app.exception_handler(StoreProblem)
    async def problem(request: Request, error: StoreProblem) -> JSONResponse:
        return JSONResponse(body("bad_request", str(error), error.help), 400)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0] if error.errors() else {}
        where = ".".join(str(part) for part in first.get("loc", ())[1:]) or "request"
        return JSONResponse(body("invalid", f"{where}: {first.get('msg', 'is not valid')}"), 422)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        code = _CODES.get(error.status_code, "error")
        return JSONResponse(body(code, str(error.detail)), error.status_code, headers=error.headers)

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> JSONResponse:
        return JSONResponse(body("internal", "Internal server error; see the log of the server."), 500)
