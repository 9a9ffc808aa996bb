"""What every request passes: the host, the token, the size of its body; and what every answer carries.

Plain ASGI, around everything else, so that nothing behind it can forget. The token is compared in constant time. It
comes in `Authorization: Bearer …`, or, on a first visit, in `?token=…`: then a cookie that is made of it takes its
place, and the address loses it; a person who has none gets a form for it (`login`). `/api/health` needs none.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from starlette.exceptions import HTTPException

from headwater.server import login
from headwater.server.errors import encoded
from headwater.server.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "headwater"
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self';"
    " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
OPEN = frozenset({"/api/health"})
_LOOPBACK = frozenset({"127.0.0.1", "::1"})


class TooLarge(HTTPException):
    """A body that goes on beyond what is allowed. The framework hands on errors of this kind as they are."""


class Gate:
    """Lets requests in that may come in."""

    def __init__(self, app: App, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        token = settings.token
        self._token = token.encode() if token else None
        self._cookie = hmac.new(self._token, b"headwater cookie", hashlib.sha256).hexdigest() if self._token else ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        headers = {name.lower(): value for name, value in scope["headers"]}
        refused = self._refused(scope, headers)
        if refused is not None:
            if refused[0] == 401 and _is_browser(scope, headers):
                await _answer(send, 401, login.page(scope["query_string"]), b"text/html; charset=utf-8", login.POLICY)
            else:
                await _answer(send, *refused)
            return
        if self._token is not None and (address := self._first_visit(scope)) is not None:
            await _redirect(send, address, self._cookie)
            return
        if (scope.get("client") or ("",))[0] in _LOOPBACK:  # on one machine packing costs more than it saves
            scope["headers"] = [header for header in scope["headers"] if header[0].lower() != b"accept-encoding"]
        remaining = self._settings.limits.body

        async def measured_receive() -> Message:
            nonlocal remaining
            message = await receive()
            if message["type"] == "http.request":
                remaining -= len(message.get("body", b""))
                if remaining < 0:
                    raise TooLarge(413, f"The request body is larger than {self._settings.limits.body:,} bytes.")
            return message

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(header for header in HEADERS if header[0] not in known)]
            await send(message)

        await self._app(scope, measured_receive, send_with_headers)

    def _too_large(self) -> tuple[int, bytes]:
        return encoded(413, "too_large", f"The request body is larger than {self._settings.limits.body:,} bytes.")

    def _refused(self, scope: Scope, headers: dict[bytes, bytes]) -> tuple[int, bytes] | None:
        size = headers.get(b"content-length", b"0")
        if not size.isdigit() or int(size) > self._settings.limits.body:
            return self._too_large()
        if self._token is None:
            host = _host(headers.get(b"host", b"").decode("latin-1"))
            if host not in self._settings.hosts:
                return encoded(
                    403, "host", "This server does not go by that name.", "Ask for it as localhost, or give it a token."
                )
            return None
        if scope["path"] in OPEN or self._known(scope, headers):
            return None
        return encoded(
            401, "token", "A token is needed.", "Open the address that headwater serve printed, or send it as a Bearer."
        )

    def _known(self, scope: Scope, headers: dict[bytes, bytes]) -> bool:
        assert self._token is not None
        kind, _, credentials = headers.get(b"authorization", b"").partition(b" ")
        if kind.lower() == b"bearer" and hmac.compare_digest(credentials.strip(), self._token):
            return True
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(headers.get(b"cookie", b"").decode("latin-1"))
        except CookieError:
            return False
        if COOKIE in cookies and hmac.compare_digest(cookies[COOKIE].value.encode(), self._cookie.encode()):
            return True
        parameters = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        return scope["method"] == "GET" and hmac.compare_digest(parameters.get("token", "").encode(), self._token)

    def _first_visit(self, scope: Scope) -> str | None:
        """The address without the token, where it has one."""
        pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if scope["method"] != "GET" or all(name != "token" for name, _ in pairs):
            return None
        query = urlencode([(name, value) for name, value in pairs if name != "token"])
        # one slash: two would be a host of somebody's choosing
        path = "/" + quote(str(scope["path"]).lstrip("/\\"), safe="/:@!$&'()*+,;=~-._")
        return path + (f"?{query}" if query else "")


def _host(header: str) -> str:
    """The name in a Host header, without its port.

    >>> _host("127.0.0.1:8765"), _host("[::1]:80"), _host("LOCALHOST")
    ('127.0.0.1', '::1', 'localhost')
    """
    header = header.strip().lower()
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.partition(":")[0] if header.count(":") == 1 else header


def _is_browser(scope: Scope, headers: dict[bytes, bytes]) -> bool:
    """Whether a browser opens the page, rather than a program using the API."""
    path = str(scope["path"])
    return scope["method"] == "GET" and not path.startswith("/api/") and b"text/html" in headers.get(b"accept", b"")


async def _answer(
    send: Send, status: int, content: bytes, kind: bytes = b"application/json", policy: str = CSP
) -> None:
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(content)).encode()),
        (b"content-security-policy", policy.encode()),
        *(header for header in HEADERS if header[0] != b"content-security-policy"),
    ]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


async def _redirect(send: Send, to: str, cookie: str) -> None:
    value = f"{COOKIE}={cookie}; Path=/; HttpOnly; SameSite=Strict"
    headers = [
        (b"location", to.encode("ascii", "replace")),
        (b"set-cookie", value.encode()),
        (b"content-length", b"0"),
        (b"cache-control", b"no-store"),
        *HEADERS,
    ]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
