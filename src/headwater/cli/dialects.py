"""`headwater dialects`: the supported dialects."""

from __future__ import annotations

from headwater import dialects as all_dialects
from headwater.cli import console
from headwater.emit.styled_text import Piece, pad


@console.command
def dialects() -> None:
    """List the supported dialects and their aliases."""
    known = all_dialects.known()
    widest = max(len(dialect.name) for dialect in known)
    lines = []
    for dialect in known:
        other = f" (also {', '.join(dialect.aliases)})" if dialect.aliases else ""
        owner = f" from {dialect.distribution}" if dialect.distribution and not dialect.problem else ""
        lines.append(
            [
                Piece(pad(dialect.name, widest), "name"),
                Piece(f"  {dialect.title or dialect.problem}"),
                Piece(other + owner, "faint"),
            ]
        )
    console.lines(lines)
