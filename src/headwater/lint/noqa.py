"""Comments that silence findings, and what is wrong with them.

`-- noqa` at the end of a line is about what begins on it; `-- noqa: disable=L201` about everything below, until
`-- noqa: enable=L201`; `-- headwater: noqa` about the whole file. Codes behind a colon narrow each of them. A comment
is what the dialect's tokens leave out: the same letters inside a string silence nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from headwater.base.similar import nearest
from headwater.base.spans import Source, Span

_CODE = r"[A-Za-z][\w.-]*"
_NOQA = re.compile(
    rf"(?:--|#|//|/\*)[^\n]*?\b(?P<file>headwater\s*:\s*)?noqa\b"
    rf"(?:\s*:\s*(?:(?P<do>disable|enable)\s*=\s*)?(?P<codes>{_CODE}(?:[ \t]*,[ \t]*{_CODE})*))?",
    re.IGNORECASE,
)
# codes and names of sqlfluff, which has the same comments: they are none of our business
_FOREIGN = re.compile(r"[A-Z]{2}\d\d|L0\d\d|PRS|TMP|LXR|\w+\.[\w.]+")
_LAST = 1 << 60


@dataclass(eq=False)
class Comment:
    """A comment: what it names (nothing is everything), the lines that it is about, and what it silenced."""

    span: Span
    codes: tuple[str, ...]
    first: int
    last: int
    used: set[str] = field(default_factory=set)

    def covers(self, line: int, code: str, name: str) -> bool:
        """Whether it leaves out a finding: by code, the beginning of one, or the rule's name."""
        if not self.first <= line <= self.last:
            return False
        if not self.codes:
            self.used.add("")
            return True
        matches = [own for own in self.codes if code.startswith(own) or own in (name.upper(), "ALL")]
        self.used.update(matches)
        return bool(matches)


def comments(source: Source, tokens: Sequence[Span]) -> list[Comment]:
    """The comments of a text, in order; `tokens` are the spans of its tokens."""
    silencers: list[Comment] = []
    if "noqa" not in source.text.lower():
        return silencers
    starts = [token.start for token in tokens]
    for match in _NOQA.finditer(source.text):
        index = bisect_right(starts, match.start()) - 1
        if index >= 0 and tokens[index].end > match.start():
            continue  # inside a token: a string that mentions it
        codes = tuple(code.strip().upper() for code in match["codes"].split(",")) if match["codes"] else ()
        line = source.position(match.start())[0]
        span = Span(*match.span())
        do = (match["do"] or "").lower()
        if do == "enable":
            for comment in silencers:
                if comment.last == _LAST and comment.first > 0 and ("ALL" in codes or set(comment.codes) <= set(codes)):
                    comment.last = line
        elif do == "disable":
            silencers.append(Comment(span, codes, max(line, 1), _LAST))
        elif match["file"]:
            silencers.append(Comment(span, codes, 0, _LAST))
        else:
            silencers.append(Comment(span, codes, line, line))
    return silencers


def silenced(silencers: Sequence[Comment], line: int, code: str, name: str) -> bool:
    """Whether some comment leaves a finding out; each that does is noted as used."""
    covering = [comment for comment in silencers if comment.covers(line, code, name)]
    return bool(covering)


Known = Callable[[str], bool]


def unknown(
    silencers: Sequence[Comment], known: Known, names: Sequence[str], external: Sequence[str] = ()
) -> Iterator[tuple[Span, str, str]]:
    """Codes that name no rule: the comment, the code, a suggestion. Other tools' codes are skipped."""
    for comment in silencers:
        for code in comment.codes:
            if known(code) or _FOREIGN.fullmatch(code) or code.startswith(tuple(map(str.upper, external)) or "\0"):
                continue
            meant = nearest(code, names)
            yield comment.span, code, f"Did you mean {meant}?" if meant is not None else ""


def unused(silencers: Sequence[Comment], on: Known) -> Iterator[tuple[Span, str]]:
    """Comments that silenced nothing, with the codes that did not; those about rules that are off are not judged."""
    for comment in silencers:
        if not comment.codes and not comment.used:
            yield comment.span, "noqa"
        for code in comment.codes:
            if code not in comment.used and on(code):
                yield comment.span, code
