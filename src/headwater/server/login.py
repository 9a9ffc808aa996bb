"""The page for a browser without the token: a form that asks for it.

Plain HTML with one style, allowed by its hash, and no script. The form asks for the same address again with the token
in it; the gate then takes the token out of the address, and gives a cookie.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape
from urllib.parse import parse_qsl

_STYLE = """
:root { color-scheme: light dark; --accent: light-dark(#1d5fa8, #6fb0f2); --card: light-dark(#fff, #1b2128); }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 20px; box-sizing: border-box;
  background: light-dark(#f6f7f8, #12161b); color: light-dark(#1c242e, #e6eaee);
  font: 15px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
main { max-width: 420px; }
h1 { font-size: 20px; margin: 0 0 6px; }
p { color: light-dark(#4a5665, #b6c0cb); margin: 0 0 16px; }
p[role] { color: light-dark(#b3261e, #f2867d); }
form { display: flex; gap: 8px; }
input, button { font: inherit; height: 38px; padding: 0 12px; border: 1px solid light-dark(#c5ccd4, #44505d);
  border-radius: 8px; background: var(--card); color: inherit; box-sizing: border-box; }
input { flex: 1; min-width: 0; }
button { cursor: pointer; background: var(--accent); border-color: transparent; color: var(--card); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
"""
POLICY = (
    f"default-src 'none'; style-src 'sha256-{base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()}';"
    " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def page(query: bytes) -> bytes:
    """The form, for an address with this query: all of it but a token is asked for again.

    >>> b'name="view" value="&lt;b&gt;"' in page(b"view=%3Cb%3E&token=wrong")
    True
    """
    pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    inputs = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
        for name, value in pairs
        if name != "token"
    )
    wrong = '<p role="alert">Wrong token.</p>' if any(name == "token" for name, _ in pairs) else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<title>headwater: token required</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Token required</h1>\n"
        "<p>headwater serve printed an address with the token when it started."
        " Open that address, or enter the token here.</p>\n"
        f'{wrong}<form method="get">{inputs}<input type="password" name="token" aria-label="Token" required autofocus'
        ' autocomplete="current-password"><button>Open</button></form>\n</main>\n</body>\n</html>\n'
    ).encode()
