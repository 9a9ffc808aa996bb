"""Columns that come or go with somebody else's schema, or are matched by position alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from headwater.base import codes
from headwater.base.levels import Level
from headwater.lint.fix import Edit
from headwater.lint.rule import Hit, View

_SHOWN = 12
_NAME = re.compile(r"[A-Za-z_]\w*")


def _plain(names: list[str]) -> bool:
    """Names that need no quotes, and none twice."""
    return bool(names) and len(set(names)) == len(names) and all(map(_NAME.fullmatch, names))


def final_star(view: View) -> Iterator[Hit]:
    """A star over stored tables in the final SELECT; one over a CTE that names its columns hands on nothing unknown."""
    stars = view.outline.stars
    names = [column.name for column in view.statement.columns]
    known = len(stars) == 1 and names and "*" not in names
    for star in stars:
        fix = ""
        if known:
            dots = ", …" if len(names) > _SHOWN else ""
            fix = f"List the columns; the result has {', '.join(names[:_SHOWN])}{dots}."
        exact = all(column.level is Level.EXACT for column in view.statement.columns)
        edit = None
        if known and exact and star.alone and view.statement.kind == "SELECT" and _plain(names):
            edit = Edit(*star.span, ", ".join(names))
        yield Hit(star.span, (", ".join(star.tables[:_SHOWN]),), fix, edit)


def ambiguous(view: View) -> Iterator[Hit]:
    """A column that several tables in sight may have."""
    for diagnostic in view.statement.diagnostics:
        if diagnostic.kind is codes.AMBIGUOUS_COLUMN:
            yield Hit(diagnostic.span, tuple(map(str, diagnostic.arguments)), diagnostic.help)


def positional_insert(view: View) -> Iterator[Hit]:
    """INSERT INTO t SELECT …: the order of t's columns is part of the statement without standing in it."""
    targets = view.outline.inserts
    names = [column.name for column in view.statement.columns] if len(targets) == 1 else []
    fits = all(
        diagnostic.kind not in (codes.INSERT_WIDTH, codes.INSERT_STAR) for diagnostic in view.statement.diagnostics
    )
    for target in targets:
        fix = ""
        if all(map(str.isidentifier, names)) and len(set(names)) == len(names) > 0:
            dots = ", …" if len(names) > _SHOWN else ""
            fix = f"List the columns: INSERT INTO {target.name} ({', '.join(names[:_SHOWN])}{dots})."
        edit = None
        if fits and target.behind >= 0 and _plain(names) and view.stored(target.name) == names:
            edit = Edit(target.behind, target.behind, f" ({', '.join(names)})")
        yield Hit(target.span, (target.name,), fix, edit)


def union_names(view: View) -> Iterator[Hit]:
    """Arms that call the same position by different names: matched by position, so one of them may be misplaced.

    Where a list of columns around the arms gives the names, only columns that changed places are found.
    """
    for arms, listed in view.outline.unions:
        first = [None if arm is None else view.fold(arm.name) for arm in arms[0]]
        positions = {name: index for index, name in enumerate(first) if name is not None}
        for arm in arms[1:]:
            if len(arm) != len(first):
                continue  # an error of its own, which the analysis says
            for index, (column, above, theirs) in enumerate(zip(arm, arms[0], first, strict=True)):
                if column is None or above is None or view.fold(column.name) == theirs:
                    continue
                moved = positions.get(view.fold(column.name))
                if moved is not None:
                    fix = f"{column.name} is column {moved + 1} of the first SELECT: put the columns in its order."
                    yield Hit(column.span, (str(index + 1), above.name, column.name), fix)
                elif not listed:
                    yield Hit(column.span, (str(index + 1), above.name, column.name))
