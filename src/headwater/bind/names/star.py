"""Stars: which nodes are stars, and every column in scope."""

from __future__ import annotations

import re

from sqlglot import exp

from headwater.bind.names.frame import Frame
from headwater.bind.scope import Entry, Output, TableEntry
from headwater.sql import placeholders


def is_star(node: exp.Expr) -> bool:
    """Whether a select item is a star."""
    if isinstance(node, (exp.Star, exp.Columns)):
        return True
    if isinstance(node, exp.Anonymous):
        return is_matcher(node)
    if isinstance(node, exp.Column):
        return isinstance(node.this, exp.Star)
    return isinstance(node, exp.Dot) and isinstance(node.expression, exp.Star)


def everything(frame: Frame, hidden: bool = False) -> list[Output]:
    """`*`: every column of every table; a USING column once. With `hidden`, those that a star leaves out too."""
    names = frame.ctx.dialect.output_names
    if not frame.tables.merged and not frame.tables.elements:
        return [output for entry in frame.tables.entries for output in names.star(frame, entry, _star(entry, hidden))]
    ctx = frame.ctx
    outputs: list[Output] = []
    done: set[str] = set()
    if ctx.dialect.stars.using_first():
        for key, merged in frame.tables.merged.items():
            outputs.append(Output(merged.col.name, merged.col))
            done.add(key)
    for entry in frame.tables.entries:
        for output in _star(entry, hidden):
            key = ctx.folded(output.name)
            if key in frame.tables.elements and frame.tables.is_hidden(entry, key):
                # ARRAY JOIN arr: arr is its element now
                outputs.append(Output(output.name, frame.tables.elements[key].col))
            elif output.opens is None and key in frame.tables.merged and frame.tables.is_hidden(entry, key):
                if key not in done:
                    done.add(key)
                    outputs.append(Output(output.name, frame.tables.merged[key].col))
            else:
                outputs += names.star(frame, entry, [output])
    return outputs


def _star(entry: Entry, hidden: bool) -> list[Output]:
    return entry.every() if hidden and isinstance(entry, TableEntry) else entry.star()


def is_matcher(node: exp.Expr) -> bool:
    """Whether a call stands for a star or COLUMNS."""
    return bool(node.args.get("this") == placeholders.MATCHER)


def like_pattern(like: str, fold: bool) -> re.Pattern[str]:
    """The pattern of LIKE, or of ILIKE, as a regular expression."""
    parts = [".*" if char == "%" else "." if char == "_" else re.escape(char) for char in like]
    return re.compile("".join(parts), re.DOTALL | (re.IGNORECASE if fold else 0))
