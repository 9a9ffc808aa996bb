"""What could not be read was not judged, and that is said."""

from __future__ import annotations

from collections.abc import Iterator

from headwater.lint.rule import Hit, View


def unreadable(view: View) -> Iterator[Hit]:
    """Errors of the analysis itself."""
    for one in view.statement.diagnostics:
        if one.severity == "error":
            yield Hit(one.span, (one.message,), one.help)
