"""What could not be read was not judged, and that is said."""

from __future__ import annotations

from collections.abc import Iterator

from headwater.lint.rule import Hit, View


def unreadable(view: View) -> Iterator[Hit]:
    """Errors of the analysis itself."""
    for diagnostic in view.statement.diagnostics:
        if diagnostic.severity == "error":
            yield Hit(diagnostic.span, (diagnostic.message,), diagnostic.help)
