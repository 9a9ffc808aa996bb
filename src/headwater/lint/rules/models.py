"""What makes a statement a model."""

from __future__ import annotations

from collections.abc import Iterator

from headwater.lint.rule import Hit, View


def begins_otherwise(view: View) -> Iterator[Hit]:
    """INSERT, CREATE and the like, but also FROM first, and WITH that ends in an INSERT."""
    word = view.outline.word
    kind = view.statement.kind
    if word.name and word.name not in ("SELECT", "WITH"):
        yield Hit(word.span, (word.name,))
    elif word.name == "WITH" and kind in ("INSERT", "UPDATE", "DELETE", "MERGE"):
        yield Hit(word.span, (f"WITH and goes on with {kind}",))


def scalar_subquery(view: View) -> Iterator[Hit]:
    """(SELECT max(x) …) among the SELECT columns; IN and EXISTS are no scalars."""
    for span in view.outline.scalars:
        yield Hit(span)
