"""Names of outputs as Catalyst gives them: its own writing of the expression (`dialects/spark/output_names.py`), in
which a column stands without its table, and a cast of a column keeps the column's name.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from headwater.bind.expr import item_tokens
from headwater.bind.names.frame import Frame
from headwater.dialects.spark.output_names import pretty
from headwater.sql.tree import start_of


def name_of(frame: Frame, node: exp.Expr, nodes: Sequence[exp.Expr]) -> str | None:
    """The name of an item without an alias, `nodes` being the whole list; None where it cannot be told."""
    ctx = frame.ctx
    plain = node
    while isinstance(plain, exp.Paren) or (isinstance(plain, exp.Cast) and not isinstance(plain.this, exp.Literal)):
        plain = plain.this
    if isinstance(plain, exp.Column) and not isinstance(plain.this, exp.Star) and _written(frame, node, "+") < 0:
        parts = [ctx.written(part) for part in plain.parts]
        return _named(frame, parts)[-1] if len(parts) > 1 else parts[0]
    if isinstance(node, exp.Dot) and isinstance(node.args["expression"], exp.Identifier) and item_tokens.is_path(node):
        return str(node.args["expression"].name)
    words = item_tokens.words_of(frame, node, nodes)
    if words is None:
        return None
    return pretty(words, ctx.source.text, lambda parts: ".".join(_named(frame, parts)))


def _written(frame: Frame, node: exp.Expr, word: str) -> int:
    """The word before a column, if it is this one: the parser takes away the sign of `+a`."""
    start = start_of(node)
    if frame.ctx.foreign or start < 0:
        return -1
    at = frame.ctx.spans.word(start)
    return at - 1 if at and frame.ctx.parsed.tokens[at - 1].text == word else -1


def _named(frame: Frame, parts: list[str]) -> list[str]:
    """A dotted name without its table; an alias of the same SELECT says that it is one."""
    fold = frame.ctx.folded
    for width in range(min(3, len(parts) - 1), 0, -1):
        entry = frame.tables.by_alias.get(fold(parts[0])) if width == 1 else frame.tables.by_name(tuple(parts[:width]))
        if entry is not None and (entry.find(fold(parts[width])) is not None or entry.open):
            return parts[width:]
    key = fold(parts[0])
    if key in frame.items.aliases and not any(
        entry.open or entry.find(key) is not None for entry in frame.tables.entries
    ):
        return [f"lateralAliasReference({parts[0]})", *parts[1:]]
    return parts
