"""Fields that answer to their bare names: `SELECT city FROM orders`, where `shipping` is a ROW with a field `city`.

Calcite looks below a table's own columns, level by level, and takes a field that is the only one of its name on its
level. It is asked after everything else; the fields of a table are listed once, when a name is first missed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from headwater.base import codes
from headwater.base.types import Struct
from headwater.bind.names import shape
from headwater.bind.names.frame import Frame, Names, candidates
from headwater.bind.scope import Entry, Offsets, Resolved

Fields = dict[str, tuple[str, list[str]]]
"""Folded name of a field to the folded name of its column and the names of the fields down to it."""

DEEPEST = 8
"""Levels that are looked at: a type may be as deep as it likes."""


def below(entry: Entry, fold: Callable[[str], str]) -> Fields:
    """Every field below the columns of one table that its bare name is enough for."""
    result: Fields = {}
    level = [(fold(name), list[str](), kind) for name, kind in entry.types()]
    for _ in range(DEEPEST):
        level = [
            (column, [*path, name], inner)
            for column, path, kind in level
            if isinstance(kind, Struct)
            for name, inner in kind.fields
        ]
        if not level:
            break
        times = Counter(fold(path[-1]) for _, path, _ in level)
        for column, path, _ in level:
            key = fold(path[-1])
            if times[key] == 1:
                result.setdefault(key, (column, path))
    return result


def find(frame: Frame, entries: list[Entry], names: list[str], key: str, span: Offsets) -> Names:
    """What a name means that no table has as a column: a field, and fields below it."""
    matches: list[Resolved] = []
    for entry in entries:
        fields = frame.ctx.remember("implicit fields", entry, partial(below, entry, frame.ctx.folded))
        if key in fields:
            column, path = fields[key]
            col = entry.find(column)
            if col is not None:
                matches += shape.fields(frame, (Resolved(col),), [*path, *names[1:]], span)
    if len(matches) > 1:
        frame.ctx.say(codes.AMBIGUOUS_COLUMN, span, names[0], candidates(match.col for match in matches))
        return tuple(match._replace(doubt=len(matches)) for match in matches)
    return tuple(matches)
