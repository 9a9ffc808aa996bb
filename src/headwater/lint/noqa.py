"""Comments that silence findings, and what is wrong with them.

`-- noqa` at the end of a line is about what begins on it; `-- noqa: disable=L201` about everything below, until
`-- noqa: enable=L201`; `-- headwater: noqa` about the whole file. Codes behind a colon narrow each of them. A comment
is a comment where the dialect's words say so: the same letters inside a string silence nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from headwater.base.similar import nearest
from headwater.base.spans import Source, Span

_WORD = r"[A-Za-z][\w.-]*"
_NOQA = re.compile(
    rf"(?:--|#|//|/\*)[^\n]*?\b(?P<file>headwater\s*:\s*)?noqa\b"
    rf"(?:\s*:\s*(?:(?P<do>disable|enable)\s*=\s*)?(?P<codes>{_WORD}(?:[ \t]*,[ \t]*{_WORD})*))?",
    re.IGNORECASE,
)
# codes and names of sqlfluff, which has the same comments: they are none of our business
_FOREIGN = re.compile(r"[A-Z]{2}\d\d|L0\d\d|PRS|TMP|LXR|\w+\.[\w.]+")
_LAST = 1 << 60


@dataclass(eq=False)
class Comment:
    """A comment: what it names (nothing is everything), the lines that it is about, and what it silenced."""

    span: Span
    words: tuple[str, ...]
    first: int
    last: int
    used: set[str] = field(default_factory=set)

    def covers(self, line: int, code: str, name: str) -> bool:
        """Whether it leaves out a finding: by code, the beginning of one, or the rule's name."""
        if not self.first <= line <= self.last:
            return False
        if not self.words:
            self.used.add("")
            return True
        matches = [word for word in self.words if code.startswith(word) or word in (name.upper(), "ALL")]
        self.used.update(matches)
        return bool(matches)


def comments(source: Source, words: Sequence[Span]) -> list[Comment]:
    """The comments of a text, in order; `words` are the places of its words."""
    silencers: list[Comment] = []
    if "noqa" not in source.text.lower():
        return silencers
    starts = [word.start for word in words]
    for match in _NOQA.finditer(source.text):
        index = bisect_right(starts, match.start()) - 1
        if index >= 0 and words[index].end > match.start():
            continue  # inside a word: a string that talks about it
        codes = tuple(code.strip().upper() for code in match["codes"].split(",")) if match["codes"] else ()
        line = source.position(match.start())[0]
        span = Span(*match.span())
        do = (match["do"] or "").lower()
        if do == "enable":
            for one in silencers:
                if one.last == _LAST and one.first > 0 and ("ALL" in codes or set(one.words) <= set(codes)):
                    one.last = line
        elif do == "disable":
            silencers.append(Comment(span, codes, max(line, 1), _LAST))
        elif match["file"]:
            silencers.append(Comment(span, codes, 0, _LAST))
        else:
            silencers.append(Comment(span, codes, line, line))
    return silencers


def silenced(found: Sequence[Comment], line: int, code: str, name: str) -> bool:
    """Whether some comment leaves a finding out; each that does is noted as used."""
    covering = [one for one in found if one.covers(line, code, name)]
    return bool(covering)


Known = Callable[[str], bool]


def unknown(
    found: Sequence[Comment], known: Known, names: Sequence[str], external: Sequence[str] = ()
) -> Iterator[tuple[Span, str, str]]:
    """Words that name no rule: the comment, the word, what was perhaps meant. Other tools' codes are passed over."""
    for one in found:
        for word in one.words:
            if known(word) or _FOREIGN.fullmatch(word) or word.startswith(tuple(map(str.upper, external)) or "\0"):
                continue
            meant = nearest(word, names)
            yield one.span, word, f"Did you mean {meant}?" if meant is not None else ""


def unused(found: Sequence[Comment], on: Known) -> Iterator[tuple[Span, str]]:
    """Comments that silenced nothing, with the words that did not; those about rules that are off are not judged."""
    for one in found:
        if not one.words and not one.used:
            yield one.span, "noqa"
        for word in one.words:
            if word not in one.used and on(word):
                yield one.span, word
