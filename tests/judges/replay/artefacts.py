"""What an oracle is known to say wrongly: a reviewed list, `artefacts.txt`, with the reason of each entry.

An entry names an engine, a pattern over the text of a statement, and the differences that it explains. A statement all
of whose differences are explained has the verdict ARTEFACT; where one difference is left, it stays what it was. An
entry never hides agreement: statements that it matches are compared like any other.

The file holds blocks of `name: value` lines, with an empty line after each; `#` begins a comment.

    engine    the dialect, or * for all
    pattern   a regular expression, searched without regard to case in the text without comments and line breaks
    explains  outputs without source (the engine says nothing, headwater something), lost sources (the engine says
              less than headwater), sources (any difference of an output's sources), columns (another number of outputs)
    reason    why the engine's answer is not the truth about the statement
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.judges.replay.verdicts import Difference

FILE = Path(__file__).with_name("artefacts.txt")
EXPLAINS = ("outputs without source", "lost sources", "sources", "columns")
_FIELDS = {"engine", "pattern", "explains", "reason"}
_COMMENT = re.compile(r"('(?:[^'\\]|\\.|'')*')|--[^\n]*|/\*.*?\*/", re.DOTALL)


@dataclass(frozen=True)
class Artefact:
    """One entry of the list."""

    engine: str
    pattern: re.Pattern[str]
    explains: str
    reason: str

    def covers(self, difference: Difference) -> bool:
        """Whether it explains a difference."""
        if difference.is_number_of_columns or self.explains == "columns":
            return difference.is_number_of_columns and self.explains == "columns"
        if self.explains == "outputs without source":
            return not difference.expected
        return self.explains == "sources" or difference.expected < difference.got


def parse(text: str) -> list[Artefact]:
    """The entries of a list; `ValueError` where one is incomplete."""
    entries: list[Artefact] = []
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for block in filter(str.strip, re.split(r"\n\s*\n", lines)):
        fields: dict[str, str] = {}
        for line in block.strip().splitlines():
            name, colon, value = line.partition(":")
            if not colon:
                raise ValueError(f"no name: value line: {line}")
            fields[name.strip()] = value.strip()
        if fields.keys() != _FIELDS or fields["explains"] not in EXPLAINS or not fields["reason"]:
            raise ValueError(f"an entry needs {', '.join(sorted(_FIELDS))}: {block}")
        pattern = re.compile(fields["pattern"], re.IGNORECASE)
        entries.append(Artefact(fields["engine"], pattern, fields["explains"], fields["reason"]))
    return entries


@cache
def known() -> tuple[Artefact, ...]:
    """The entries of `artefacts.txt`."""
    return tuple(parse(FILE.read_text(encoding="utf-8")))


def plain(sql: str) -> str:
    """A statement on one line, without comments."""
    return " ".join(_COMMENT.sub(lambda match: match[1] or " ", sql).split())


def explanation(
    engine: str, sql: str, differences: Iterable[Difference], entries: Sequence[Artefact] | None = None
) -> str | None:
    """The reasons that explain every difference of a statement; None where one is left, or there is none."""
    text = plain(sql)
    matching = [
        entry
        for entry in (known() if entries is None else entries)
        if entry.engine in ("*", engine) and entry.pattern.search(text)
    ]
    reasons: dict[str, None] = {}
    for difference in differences:
        entry = next((entry for entry in matching if entry.covers(difference)), None)
        if entry is None:
            return None
        reasons[entry.reason] = None
    return " ".join(reasons) or None
