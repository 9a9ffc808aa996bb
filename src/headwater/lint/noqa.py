"""`-- noqa` and `-- noqa: L201, L203` at the end of a line: findings that begin there are left out.

A comment is a comment where the dialect's words say so: the same letters inside a string silence nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from headwater.base.span import Source, Span

_NOQA = re.compile(
    r"(?:--|#|//|/\*)[^\n]*?\bnoqa\b(?:\s*:\s*(?P<codes>[A-Za-z][\w-]*(?:[ \t]*,[ \t]*[A-Za-z][\w-]*)*))?",
    re.IGNORECASE,
)
EVERYTHING: frozenset[str] = frozenset()


def silenced(source: Source, words: Sequence[Span]) -> Mapping[int, frozenset[str]]:
    """Lines with such a comment, and the codes in it, in capitals; an empty set is every code."""
    found: dict[int, frozenset[str]] = {}
    if "noqa" not in source.text.lower():
        return found
    starts = [one.start for one in words]
    for match in _NOQA.finditer(source.text):
        at = bisect_right(starts, match.start()) - 1
        if at >= 0 and words[at].end > match.start():
            continue  # inside a word: a string that talks about it
        codes = match["codes"]
        line = source.position(match.start())[0]
        found[line] = frozenset(code.strip().upper() for code in codes.split(",")) if codes else EVERYTHING
    return found


def covers(silence: frozenset[str] | None, code: str, name: str) -> bool:
    """Whether a comment leaves out a finding: by code, the beginning of one, or the rule's name."""
    if silence is None:
        return False
    return not silence or any(code.startswith(word) or word == name.upper() for word in silence)
