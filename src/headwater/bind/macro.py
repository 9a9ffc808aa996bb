"""Calls of functions that are written in SQL: the body is read with what the arguments read in place of its
parameters. The body is not part of the reader's text, so nothing in it has a place there.
"""

from __future__ import annotations

from sqlglot import exp

from headwater.bind import expr
from headwater.bind.context import Macro
from headwater.bind.frame import Frame
from headwater.rel.col import Read
from headwater.rel.kind import DIRECT, Kind

_DEEPEST = 50
"""Functions that call one another: engines refuse a function that calls itself."""


def call(frame: Frame, name: str, macro: Macro, args: list[exp.Expr], kind: Kind, out: list[Read]) -> bool:
    """Follow a call into the function's body; False where it is called with other arguments than it has."""
    ctx = frame.ctx
    if len(args) != len(macro.parameters) or len(ctx.calling) > _DEEPEST or name in ctx.calling:
        return False
    given: dict[str, list[Read]] = {}
    for parameter, one in zip(macro.parameters, args, strict=True):
        expr.reads(frame, one, DIRECT, given.setdefault(parameter, []))
    # names inside the body are the parameters alone
    params, frame.params = frame.params, [given]
    away, ctx.away = ctx.away, True
    ctx.calling.append(name)
    try:
        expr.reads(frame, macro.body, kind, out)
    finally:
        frame.params = params
        ctx.away = away
        ctx.calling.pop()
    return True
