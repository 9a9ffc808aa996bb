"""Comments that silence findings are checked for a whole text, not for a statement."""

from __future__ import annotations

from collections.abc import Iterator

from headwater.lint.rule import Hit, View


def checked_on_text(view: View) -> Iterator[Hit]:
    """Nothing: `headwater.lint.check.judge` finds these."""
    return iter(())
