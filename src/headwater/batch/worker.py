"""A worker process that analyses single texts: requests and answers are lines of JSON.

`python -m headwater.batch.worker` is a process with one thread, so that it may fork: each text is analysed in a child
process with limits of time and memory, as the pipeline does (`batch.isolation`). The parent process needs none of this.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import headwater
from headwater.answer import Statement
from headwater.batch.isolation import Limits, Lost, run_isolated
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
    _load_dialect(request["dialect"])

    def work(start: int, begin: Callable[[int], None], skip: frozenset[int]) -> Iterator[tuple[int, bytes]]:
        if 0 not in skip:
            begin(0)
            data = json.dumps(answer(request)).encode("utf-8", "replace")
            if len(data) > MOST:
                data = json.dumps({"too_large": len(data)}).encode()
            yield 1, data

    for portion in run_isolated(1, work, limits):
        if isinstance(portion, Lost):
            return {"lost": portion.reason, "detail": portion.detail}
        result = json.loads(portion)
        if "too_large" in result:
            return {"lost": "died", "detail": f"its answer has {result['too_large']:,} bytes"}
        return {"answer": result}
    return {"lost": "died", "detail": "it gave no answer"}


def _load_dialect(dialect: str) -> None:
    """Load what a dialect takes before the fork: what a child loads is gone with it."""
    headwater.analyze("SELECT coalesce(a, 1) AS b FROM t", dialect=dialect)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The analysis of a text: what the library says, with the plan of each statement.

    >>> reply = answer({"sql": "SELECT a FROM t", "dialect": "duckdb", "chars": 100})
    >>> reply["level"], reply["tables"]
    ('INFERRED', ['t'])
    """
    catalog = headwater.Catalog(request.get("catalog") or {})
    options = headwater.Options(database=request.get("database"), max_chars=request["chars"])
    analysis = headwater.analyze(request["sql"], dialect=request["dialect"], catalog=catalog, options=options)
    return Analyzed(
        dialect=analysis.dialect,
        level=analysis.level,
        statements=tuple(map(_statement, analysis.statements)),
        tables=tuple(sorted({name for statement in analysis.statements for name in statement.tables[0]})),
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
