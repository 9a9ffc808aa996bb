"""Fixes: edits of findings are applied only if the lineage stays the same.

Edits that overlap wait for the next round. A round counts only if every statement has the same outputs, edges and
influence afterwards as before, and nothing new to say; else its edits are tried one by one, and those that change
anything are left out. So a fix cannot change what a statement means, as far as headwater understands it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import unified_diff
from typing import NamedTuple

from headwater.answer import Analysis

_ROUNDS = 10


class Edit(NamedTuple):
    """New text for a place."""

    start: int
    end: int
    new: str


Find = Callable[[str], tuple[Analysis, Sequence[Edit]]]
"""A text → its answer, and the edits that its findings carry."""


def apply_fixes(text: str, find: Find) -> str:
    """Apply the edits that keep the lineage.

    >>> apply_fixes("a", lambda text: (None, ()))
    'a'
    """
    refused: set[tuple[str, str]] = set()
    for _ in range(_ROUNDS):
        answer, edits = find(text)
        separate = [edit for edit in _without_overlaps(edits) if _around(text, edit) not in refused]
        if not separate:
            break
        before = _meaning(answer)
        changed = _apply(text, separate)
        if _meaning(find(changed)[0]) == before:
            text = changed
            continue
        for edit in reversed(separate):
            changed = _apply(text, [edit])
            if _meaning(find(changed)[0]) == before:
                text = changed
            else:
                refused.add(_around(text, edit))
    return text


def diff(name: str, before: str, after: str) -> str:
    """The change as a patch."""
    lines = unified_diff(before.splitlines(True), after.splitlines(True), f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _around(text: str, edit: Edit) -> tuple[str, str]:
    return text[: edit.start][-80:], edit.new


def _without_overlaps(edits: Sequence[Edit]) -> list[Edit]:
    separate: list[Edit] = []
    for edit in sorted(edits):
        if not separate or edit.start >= separate[-1].end:
            separate.append(edit)
    return separate


def _apply(text: str, edits: Sequence[Edit]) -> str:
    for start, end, new in reversed(edits):
        text = text[:start] + new + text[end:]
    return text


def _meaning(answer: Analysis) -> list[object]:
    """What a text says of columns, without places and wording."""
    return [
        (
            statement.kind,
            statement.target,
            statement.level,
            [(column.name, column.ordinal) for column in statement.columns],
            sorted((str(edge.source), str(edge.target), edge.type.value) for edge in statement.edges),
            sorted({(str(edge.source), str(edge.target), edge.type.value) for edge in statement.influence}),
            sorted({diagnostic.code for diagnostic in statement.diagnostics}),
        )
        for statement in answer.statements
    ]
