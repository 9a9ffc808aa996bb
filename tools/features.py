"""The table of features of a dialect, from the golden cases.

A case names its feature (`feature: joins / ASOF` in its head, or `-- feature: …` above the first case of a file). The
page docs/dialects/<dialect>.md has two markers for the table; the rest of the page is written by hand. A feature is
supported if all its cases are, not supported if none is, and partly supported otherwise. A case that warns about the
statement or the catalog (an unknown table, an extra column) counts as supported. To add a feature, write a case.
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
    """The cases of a feature, and among them the cases that show its limits."""

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
"""Warnings about unsupported syntax; other warnings concern the SQL or the catalog."""
VAGUE = {"COARSE", "TABLE", "NONE"}


def not_understood(case: Case) -> bool:
    """Whether a case expects unsupported syntax: an error, such a warning, or a level of COARSE or worse.

    What goes through a function that nobody described is COARSE, and rightly so.
    """
    vague = {code.id for code in NOT_UNDERSTOOD}
    for block in case.blocks:
        if any(diag.code.startswith(("E", "error")) or diag.code in vague for diag in block.diags):
            return True
        flows = [flow for flow in block.values | block.influence if flow.type != "UNKNOWN"]
        if VAGUE & {block.properties.get("level"), *(flow.level for flow in flows)}:
            return True
    return False


def features(dialect: str) -> dict[str, dict[str, Feature]]:
    """Features by group and name, in the order of the files."""
    result: dict[str, dict[str, Feature]] = {}
    for case in goldenfile.parse_folder():
        if dialect not in case.dialects:
            continue
        for label in filter(None, (part.strip() for part in case.options.get("feature", "").split("|"))):
            group, slash, name = (part.strip() for part in label.partition(" / "))
            feature = result.setdefault(group, {}).setdefault(name if slash else group, Feature())
            feature.shown.append(case)
            if "limit" in case.options or not_understood(case):
                feature.limits.append(case)
    return result


def table(dialect: str) -> str:
    """The Markdown tables, one per group."""
    result = features(dialect)
    counted = [feature for group in result.values() for feature in group.values()]
    tally = [
        f"{sum(feature.status == status for feature in counted)} {status}" for status in ("supported", "partly", "not")
    ]
    return "\n".join(["", f"{len(counted)} features: {', '.join(tally)}.", "", *_groups(result)])


def _groups(groups: dict[str, dict[str, Feature]]) -> Iterator[str]:
    for group in sorted(groups, key=str.lower):
        yield from [
            f"### {group[0].upper()}{group[1:]}",
            "",
            "| feature | status | cases | limits |",
            "| --- | --- | --- | --- |",
        ]
        for name, feature in sorted(groups[group].items(), key=lambda pair: pair[0].lower()):
            files = dict.fromkeys(case.path.relative_to(goldenfile.HERE).as_posix() for case in feature.shown)
            links = ", ".join(f"[{Path(file).stem}](../../tests/golden/{file})" for file in files)
            ends = "; ".join(case.options.get("limit", case.title) for case in feature.limits)
            yield f"| {_cell(name)} | {feature.status} | {len(feature.shown)} in {links} | {_cell(ends)} |"
        yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def with_table(text: str, dialect: str) -> str:
    """The page with its table updated; unchanged without markers."""
    if BEGIN not in text:
        return text
    head, _, tail = text.partition(BEGIN)
    return head + BEGIN + "\n" + table(dialect) + END + tail.partition(END)[2]


def pages(docs: Path) -> dict[Path, str]:
    """The updated dialect pages."""
    result = {}
    for page in sorted((docs / "dialects").glob("*.md")):
        text = page.read_text("utf-8")
        if BEGIN in text and page.stem in goldenfile.DIALECTS:
            result[page] = with_table(text, page.stem)
    return result
