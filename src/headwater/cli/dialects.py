"""`headwater dialects`: what can be read."""

from __future__ import annotations

from headwater import dialects as known
from headwater.cli import console
from headwater.emit.styled_text import Piece, pad


@console.command
def dialects() -> None:
    """List the dialects, with the other names they are known by."""
    widest = max(map(len, known.NAMES))
    lines = []
    for name in known.NAMES:
        other = ", ".join(alias for alias, real in known.ALIASES.items() if real == name)
        title = known.get(name).title
        lines.append(
            [Piece(pad(name, widest), "name"), Piece(f"  {title}"), Piece(f" (also {other})" if other else "", "faint")]
        )
    console.lines(lines)
