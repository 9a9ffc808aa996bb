"""A desk at which single texts are analysed: requests come in as lines of JSON, and answers go out as such.

`python -m headwater.batch.worker` is a process with one thread, so that it may fork: each text is analysed in a child
under the guard of the pipeline's workers, with limits of time and memory. Whoever runs it needs no part of it in his
own process.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import headwater
from headwater.answer import Statement
from headwater.batch.isolation import Limits, Lost, guarded
from headwater.rel.show import show
from headwater.rows.server_answers import Analyzed, AnalyzedStatement

MOST = 16 << 20
"""Bytes of an answer."""


def serve() -> None:
    """Answer requests, a line each, until there are no more."""
    for line in sys.stdin.buffer:
        reply = _reply(json.loads(line))
        sys.stdout.buffer.write(json.dumps(reply).encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()


def _reply(request: dict[str, Any]) -> dict[str, Any]:
    limits = Limits(request["seconds"], request["memory"], request["chars"])
    _loaded(request["dialect"])

    def work(start: int, begin: Callable[[int], None], skip: frozenset[int]) -> Iterator[tuple[int, bytes]]:
        if 0 not in skip:
            begin(0)
            data = json.dumps(answer(request)).encode("utf-8", "replace")
            if len(data) > MOST:
                data = json.dumps({"too_large": len(data)}).encode()
            yield 1, data

    for portion in guarded(1, work, limits):
        if isinstance(portion, Lost):
            return {"lost": portion.reason, "detail": portion.detail}
        found = json.loads(portion)
        if "too_large" in found:
            return {"lost": "died", "detail": f"its answer has {found['too_large']:,} bytes"}
        return {"answer": found}
    return {"lost": "died", "detail": "it gave no answer"}


def _loaded(dialect: str) -> None:
    """Load what a dialect takes before the fork: what a child loads is gone with it."""
    headwater.analyze("SELECT coalesce(a, 1) AS b FROM t", dialect=dialect)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The analysis of a text: what the library says, with the plan of each statement.

    >>> said = answer({"sql": "SELECT a FROM t", "dialect": "duckdb", "chars": 100})
    >>> said["level"], said["tables"]
    ('INFERRED', ['t'])
    """
    catalog = headwater.Catalog(request.get("catalog") or {})
    options = headwater.Options(database=request.get("database"), max_chars=request["chars"])
    found = headwater.analyze(request["sql"], dialect=request["dialect"], catalog=catalog, options=options)
    return Analyzed(
        dialect=found.dialect,
        level=found.level,
        statements=tuple(map(_statement, found.statements)),
        tables=tuple(sorted({name for statement in found.statements for name in statement.tables[0]})),
    ).to_dict()


def _statement(statement: Statement) -> AnalyzedStatement:
    text = statement.source.text
    plans = [show(root, lambda start, end: text[start:end], statement.places) for root in statement.plans]
    return AnalyzedStatement(
        kind=statement.kind,
        target=statement.target,
        level=statement.level,
        span=statement.span,
        text=statement.text,
        answer=statement.to_dict(),
        plan="\n".join(plans),
    )


if __name__ == "__main__":
    serve()
