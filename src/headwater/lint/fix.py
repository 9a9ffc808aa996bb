"""Fixes: findings that carry edits are carried out, and only if the lineage stays what it was.

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


class Fixed(NamedTuple):
    """The text afterwards, and how many fixes were made."""

    text: str
    made: int


Find = Callable[[str], tuple[Analysis, Sequence[Edit]]]
"""A text → its answer, and the edits that its findings carry."""


def fixed(text: str, find: Find) -> Fixed:
    """Carry out what can be carried out.

    >>> fixed("a", lambda text: (None, ()))
    Fixed(text='a', made=0)
    """
    count = 0
    refused: set[tuple[str, str]] = set()
    for _ in range(_ROUNDS):
        answer, edits = find(text)
        apart = [one for one in _apart(edits) if _around(text, one) not in refused]
        if not apart:
            break
        before = _meaning(answer)
        changed = _applied(text, apart)
        if _meaning(find(changed)[0]) == before:
            text, count = changed, count + len(apart)
            continue
        for one in reversed(apart):
            changed = _applied(text, [one])
            if _meaning(find(changed)[0]) == before:
                text, count = changed, count + 1
            else:
                refused.add(_around(text, one))
    return Fixed(text, count)


def diff(name: str, before: str, after: str) -> str:
    """The change as a patch."""
    lines = unified_diff(before.splitlines(True), after.splitlines(True), f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _around(text: str, edit: Edit) -> tuple[str, str]:
    return text[: edit.start][-80:], edit.new


def _apart(edits: Sequence[Edit]) -> list[Edit]:
    kept: list[Edit] = []
    for edit in sorted(edits):
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept


def _applied(text: str, edits: Sequence[Edit]) -> str:
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
            sorted({said.code for said in statement.diagnostics}),
        )
        for statement in answer.statements
    ]
