"""The table of a dialect's features, from the golden cases that show them.

A case names its feature (`feature: joins / ASOF` in its head, or `-- feature: …` above the first case of a file); the
page docs/dialects/<dialect>.md has a place for the table between two marks, and all the rest of it is written by hand.
A feature is supported if headwater understands all its cases; not, if none; else partly. A case that warns of what the
statement or the catalog lacks (an unknown table, a column too many) is understood: it is no end of the feature.
To put a feature on the page, write a case.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from headwater.base import codes
from tests.golden import goldenfile
from tests.golden.goldenfile import Case

BEGIN = "<!-- features: written by tools/docs.py from tests/golden -->"
END = "<!-- end of features -->"


@dataclass
class Feature:
    """What is known of one feature: cases that show it, and among them those that show where it ends."""

    shown: list[Case] = field(default_factory=list)
    limits: list[Case] = field(default_factory=list)

    @property
    def status(self) -> str:
        if not self.limits:
            return "supported"
        return "not" if all(not_understood(case) for case in self.shown) else "partly"


NOT_UNDERSTOOD = {
    codes.UNREAD_SYNTAX, codes.DYNAMIC_PIVOT, codes.OPAQUE, codes.TABLE_FUNCTION, codes.STATEMENT_NOT_READ,
    codes.TABLES_ONLY,
}  # fmt: skip
"""Warnings that say what headwater does not know, where the others say what is wrong with the SQL or missing."""
VAGUE = {"COARSE", "TABLE", "NONE"}


def not_understood(case: Case) -> bool:
    """Whether a case expects that something is not understood: an error, a warning of that kind, a vague answer."""
    vague = {code.id for code in NOT_UNDERSTOOD}
    for block in case.blocks:
        if any(diag.code.startswith(("E", "error")) or diag.code in vague for diag in block.diags):
            return True
        if VAGUE & {block.properties.get("level"), *(flow.level for flow in block.values | block.influence)}:
            return True
    return False


def features(dialect: str) -> dict[str, dict[str, Feature]]:
    """Features by group and name, in the order of the files."""
    found: dict[str, dict[str, Feature]] = {}
    for case in goldenfile.parse_folder():
        if dialect not in case.dialects:
            continue
        for label in filter(None, (part.strip() for part in case.options.get("feature", "").split("|"))):
            group, slash, name = (part.strip() for part in label.partition(" / "))
            feature = found.setdefault(group, {}).setdefault(name if slash else group, Feature())
            feature.shown.append(case)
            if "limit" in case.options or not_understood(case):
                feature.limits.append(case)
    return found


def table(dialect: str) -> str:
    """The table, in Markdown; one for each group."""
    found = features(dialect)
    counted = [one for group in found.values() for one in group.values()]
    tally = [f"{sum(one.status == status for one in counted)} {status}" for status in ("supported", "partly", "not")]
    return "\n".join(["", f"{len(counted)} features: {', '.join(tally)}.", "", *_groups(found)])


def _groups(found: dict[str, dict[str, Feature]]) -> Iterator[str]:
    for group in sorted(found, key=str.lower):
        yield from [
            f"### {group[0].upper()}{group[1:]}",
            "",
            "| feature | | cases | where it ends |",
            "| --- | --- | --- | --- |",
        ]
        for name, one in sorted(found[group].items(), key=lambda pair: pair[0].lower()):
            files = dict.fromkeys(case.path.relative_to(goldenfile.HERE).as_posix() for case in one.shown)
            links = ", ".join(f"[{Path(file).stem}](../../tests/golden/{file})" for file in files)
            ends = "; ".join(case.options.get("limit", case.title) for case in one.limits)
            yield f"| {_cell(name)} | {one.status} | {len(one.shown)} in {links} | {_cell(ends)} |"
        yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def written(text: str, dialect: str) -> str:
    """A page with its table written again; the same text where it has no place for one."""
    if BEGIN not in text:
        return text
    head, _, rest = text.partition(BEGIN)
    return head + BEGIN + "\n" + table(dialect) + END + rest.partition(END)[2]


def pages(docs: Path) -> dict[Path, str]:
    """The pages of dialects that have a table, as they should be."""
    found = {}
    for page in sorted((docs / "dialects").glob("*.md")):
        text = page.read_text("utf-8")
        if BEGIN in text and page.stem in goldenfile.DIALECTS:
            found[page] = written(text, page.stem)
    return found
