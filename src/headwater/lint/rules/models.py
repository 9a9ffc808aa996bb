"""What makes a statement a model."""

from __future__ import annotations

from collections.abc import Iterator

from headwater.lint.rule import Hit, View


def begins_otherwise(view: View) -> Iterator[Hit]:
    """INSERT, CREATE and the like, but also FROM first."""
    word = view.outline.word
    if word.name and word.name not in ("SELECT", "WITH"):
        yield Hit(word.span, (word.name,))


def scalar_subquery(view: View) -> Iterator[Hit]:
    """(SELECT max(x) …) among the SELECT columns; IN and EXISTS are no scalars."""
    for span in view.outline.scalars:
        yield Hit(span)
