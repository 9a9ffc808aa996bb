"""The report: one HTML file that needs no server, no network and nothing beside it.

Style and script are files of ours beside this one, put into the page as they are. The page's policy names them by
their hashes and allows nothing else: no other script, style, image, font, frame or request.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from importlib.resources import files
from string import Template

from headwater.emit.report.data import ReportData, moment
from headwater.emit.report.graph import graph
from headwater.emit.report.markup import Markup, embed, join, tag
from headwater.emit.report.sections import SECTIONS, run, tiles


def render(data: ReportData) -> str:
    """The whole page, as text to be written in UTF-8.

    >>> page = render(ReportData(version="0.1.0", snapshot="s-1"))
    >>> page.startswith("<!doctype html>"), "s-1" in page
    (True, True)
    """
    style, script = _file("page.css"), _file("page.js")
    parts = {id: (title, make(data)) for id, (title, make) in SECTIONS.items()}
    menu = [("explorer", "Explorer"), *((id, title) for id, (title, part) in parts.items() if part is not None)]
    return Template(_file("page.html")).substitute(
        policy=policy(style, script),
        title=join(f"Lineage report{' ' + moment(data.finished) if data.finished else ''}"),
        style=style,
        run=run(data),
        menu=join(*(tag("a", title, href=f"#{id}") for id, title in menu)),
        tiles=tiles(data),
        sections=join(*(part for _, part in parts.values() if part is not None)),
        data=embed(graph(data)),
        script=script,
        version=join(data.version),
    )


def policy(style: str, script: str) -> Markup:
    """The page's Content-Security-Policy: our style and our script, and nothing else."""
    return join(
        "default-src 'none'; base-uri 'none'; form-action 'none'; "
        f"style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    )


def _hash(text: str) -> str:
    return "sha256-" + b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8").replace("\r\n", "\n")
