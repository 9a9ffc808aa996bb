"""Findings for people: what, where, the SQL with the place marked, what to do; and how many there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from headwater.emit.caret import excerpt
from headwater.emit.styled_text import Line, Piece, clean
from headwater.lint.check import Finding, Report


def lines(reports: Sequence[Report]) -> Iterator[Line]:
    """All findings of some texts, and a last line that counts them."""
    for report in reports:
        for finding in report.findings:
            yield from _finding(finding)
            yield []
    yield [Piece(summary(reports), "head")]


def _finding(finding: Finding) -> Iterator[Line]:
    severity = finding.rule.severity
    yield [
        Piece(f"{severity} {finding.code}", severity),
        Piece(f" {finding.rule.name}", "faint"),
        Piece(f": {clean(finding.message)}", "head"),
    ]
    yield [Piece(f"  --> {clean(finding.source.name or '<sql>')}:{finding.line}:{finding.column}", "faint")]
    yield from excerpt(finding.source, finding.span, severity, "  ")
    yield [Piece("  fix: ", "faint"), Piece(clean(finding.fix))]


def annotation(finding: Finding) -> str:
    """A finding as a command of GitHub's workflows, which shows it beside the line.

    >>> from headwater.lint import lint
    >>> annotation(lint("SELECT * FROM t", dialect="duckdb", name="a.sql").findings[0])[:54]
    '::warning file=a.sql,line=1,endLine=1,col=8,endColumn='
    """
    last, behind = finding.source.position(max(finding.span.end, finding.span.start))
    location = {
        "file": finding.source.name,
        "line": finding.line,
        "endLine": last,
        "col": finding.column,
        "endColumn": behind,
    }
    title = f"{finding.code} {finding.rule.name}"
    properties = ",".join(f"{key}={_escaped(str(value), True)}" for key, value in {**location, "title": title}.items())
    return f"::{finding.rule.severity} {properties}::{_escaped(f'{finding.message} {finding.fix}')}"


def _escaped(text: str, value: bool = False) -> str:
    for char in "%\r\n" + (":," if value else ""):
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def summary(reports: Sequence[Report]) -> str:
    """The count of everything in one sentence.

    >>> from headwater.lint import lint
    >>> summary([lint("SELECT * FROM t", dialect="duckdb")])
    '1 finding in 1 of 1 file: L201 1.'
    """
    codes = Counter(finding.code for report in reports for finding in report.findings)
    files = f"{len(reports)} file{'s' if len(reports) != 1 else ''}"
    silenced = sum(report.silenced for report in reports)
    tail = f" {silenced} suppressed by noqa." if silenced else ""
    if not codes:
        return f"No findings in {files}.{tail}"
    count = sum(codes.values())
    touched = sum(bool(report.findings) for report in reports)
    counts = ", ".join(f"{code} {number}" for code, number in sorted(codes.items()))
    safe = sum(finding.edit is not None for report in reports for finding in report.findings)
    tail += f" {safe} can be fixed with --fix." if safe else ""
    return f"{count} finding{'s' if count != 1 else ''} in {touched} of {files}: {counts}.{tail}"
