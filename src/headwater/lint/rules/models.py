"""What makes a statement a model."""

from __future__ import annotations

from collections.abc import Iterator

from headwater.lint.rule import Hit, View


def begins_otherwise(view: View) -> Iterator[Hit]:
    """INSERT, CREATE and the like, but also FROM first, and WITH that ends in an INSERT."""
    first = view.outline.first
    kind = view.statement.kind
    if first.name and first.name not in ("SELECT", "WITH"):
        yield Hit(first.span, (first.name,))
    elif first.name == "WITH" and kind in ("INSERT", "UPDATE", "DELETE", "MERGE"):
        yield Hit(first.span, (f"WITH and goes on with {kind}",))


def scalar_subquery(view: View) -> Iterator[Hit]:
    """(SELECT max(x) …) among the SELECT columns; IN and EXISTS are no scalars."""
    for span in view.outline.scalars:
        yield Hit(span)


def membership(view: View) -> Iterator[Hit]:
    """x IN (SELECT …) in a SELECT column, a join or an ORDER BY."""
    for span in view.outline.members:
        yield Hit(span)
