"""Resolved statements that were kept, read back: needs the package `zetasql`, and starts nothing."""

from __future__ import annotations

from functools import cache
from typing import Any

from zetasql.types import parse_proto
from zetasql.wasi._pb2.zetasql.resolved_ast import resolved_ast_pb2

from headwater.bind.context import Context
from headwater.frontends.zetasql.frontend import ZetaSQL
from tests.judges.googlesql import frozen
from tests.judges.googlesql.scripts import scripts


def read(data: bytes) -> Any:
    return parse_proto(resolved_ast_pb2.AnyResolvedStatementProto.FromString(data))


@cache
def by_name() -> dict[str, list[bytes]]:
    kept = frozen.load_resolved()
    return {script.name: kept.get(frozen.digest(script), []) for script in scripts()}


def resolved(name: str) -> Any:
    """The first statement of a script of the corpus."""
    return read(by_name()[name][0])


class Replay(ZetaSQL):
    """The front end, with answers that ZetaSQL gave before."""

    def __init__(self, answers: list[bytes]) -> None:
        super().__init__()
        self.answers = list(answers)

    def resolve(self, ctx: Context, text: str) -> Any:
        return read(self.answers.pop(0))
