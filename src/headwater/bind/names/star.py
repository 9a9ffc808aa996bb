"""Stars: which nodes are stars, and every column in scope."""

from __future__ import annotations

import re

from sqlglot import exp

from headwater.bind.names.frame import Frame
from headwater.bind.names.tables import Merged
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
    done: set[Merged] = set()
    first = _merged_first(frame) if ctx.dialect.stars.using_first() else {}
    for entry in frame.tables.entries:
        for merged in first.get(id(entry), ()):
            outputs.append(Output(merged.column.col.name, merged.column.col))
            done.add(merged)
        seen: set[str] = set()
        for output in _star(entry, hidden):
            key = ctx.folded(output.name)
            if key in frame.tables.elements and frame.tables.is_hidden(entry, key):
                # ARRAY JOIN arr: arr is its element now; ARRAY JOIN arr JOIN t USING arr has it once
                joined = frame.tables.merged_for(entry, key)
                if joined is not None and joined in done:
                    continue
                if joined is not None:
                    done.add(joined)
                outputs.append(Output(output.name, frame.tables.elements[key].col))
                continue
            # of two columns of one name in a derived table, the first is the one that USING finds
            using = frame.tables.merged_for(entry, key) if output.opens is None and key not in seen else None
            seen.add(key)
            if using is None:
                outputs += names.star(frame, entry, [output])
            elif using not in done:
                done.add(using)
                outputs.append(Output(output.name, using.column.col))
    return outputs


def _merged_first(frame: Frame) -> dict[int, list[Merged]]:
    """The columns of USING by the first entry of their join's left side, which they come before; those of a later join
    first: SELECT * FROM a JOIN b USING (x) JOIN c USING (y) begins with y, x.
    """
    first: dict[int, list[Merged]] = {}
    for columns in frame.tables.merged.values():
        for merged in columns:
            first.setdefault(merged.before, []).append(merged)
    for several in first.values():
        several.sort(key=lambda merged: -merged.joined)
    return first


def _star(entry: Entry, hidden: bool) -> list[Output]:
    return entry.every() if hidden and isinstance(entry, TableEntry) else entry.star()


def is_matcher(node: exp.Expr) -> bool:
    """Whether a call stands for a star or COLUMNS."""
    return bool(node.args.get("this") == placeholders.MATCHER)


def like_pattern(like: str, fold: bool) -> re.Pattern[str]:
    """The pattern of LIKE, or of ILIKE, as a regular expression."""
    parts = [".*" if char == "%" else "." if char == "_" else re.escape(char) for char in like]
    return re.compile("".join(parts), re.DOTALL | (re.IGNORECASE if fold else 0))
