"""The summary that ends a run: lines for a screen that say what was read, how sure it is, and what to look at.

Built from the same `ReportData` as the page, so the two never disagree. Bounded: `MOST` rows of each list, and what
is left out is counted. Names and messages come from SQL and pass `clean`, as everything that reaches a terminal does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.base.levels import Level
from headwater.emit.report.data import COVERAGE_LEVELS, ReportData, Row, location, number, share, string
from headwater.emit.styled_text import Line, Meaning, Piece, clean, crop, level_meaning, pad, width

MOST = 5
"""Rows of each list."""
_GAP = "  "
_SCREEN = 120


def render_summary(data: ReportData, report: str | None = None, screen: int | None = None) -> list[Line]:
    """The summary; `report` is where the page was written, `screen` how many cells a line may take.

    >>> from headwater.emit.styled_text import plain
    >>> print(plain(render_summary(ReportData(version="0.1.0"), "out/report.html")), end="")
    0 statements, 0 distinct, 0 datasets, 0 columns, 0 edges
    Report: out/report.html
    """
    return list(_lines(data, report, screen or _SCREEN))


def _lines(data: ReportData, report: str | None, screen: int) -> Iterator[Line]:
    yield from _head(data)
    for part in (_coverage(data), _not_exact(data, screen), _diagnostics(data, screen), _slowest(data, screen)):
        part_lines = list(part)
        if part_lines:
            yield []
            yield from part_lines
    if report:
        if data.coverage or data.diagnostics or data.slowest:
            yield []
        yield [Piece("Report: ", "head"), Piece(clean(report), "name")]


def _head(data: ReportData) -> Iterator[Line]:
    counts = [
        f"{data.total('statements'):,} statements",
        f"{data.total('distinct_statements'):,} distinct",
        f"{data.total('datasets'):,} datasets",
        f"{data.total('columns'):,} columns",
        f"{data.total('edges'):,} edges",
    ]
    took = f"  in {data.seconds:,.1f} s" if data.seconds is not None else ""
    yield [Piece(", ".join(counts), "head"), Piece(took, "faint")]
    levels = {level: value for level, value in data.level_counts().items() if value}
    if levels:
        line = [Piece(share(levels.get("EXACT", 0), sum(levels.values())) + " EXACT", "good")]
        for level, value in levels.items():
            if level != "EXACT":
                line += [Piece(_GAP), Piece(f"{value:,} {level}", level_meaning(Level(level)))]
        yield line
    if data.total("unread"):
        yield [Piece(f"{data.total('unread'):,} entries are unreadable", "bad")]
    if checked := data.total("checked"):
        yield [
            Piece(f"{checked:,} texts compared with the tables that the engine read: "),
            Piece(
                f"{disputed:,} differ" if (disputed := data.total("disputed")) else "all equal",
                "bad" if disputed else "good",
            ),
        ]


def _coverage(data: ReportData) -> Iterator[Line]:
    if not data.coverage:
        return
    shown = [level for level, key in COVERAGE_LEVELS.items() if level == "EXACT" or _any(data, key)]
    heads = ["dialect", "statements", "distinct", *shown, "edges", *(["unread"] if _any(data, "unread") else [])]
    keys = ["statements", "distinct_statements", *(COVERAGE_LEVELS[level] for level in shown), "edges", "unread"]
    cells = [
        [clean(string(row, "dialect")) or "unknown", *(f"{number(row, key):,}" for key in keys[: len(heads) - 1])]
        for row in data.coverage
    ]
    widths = [max(map(width, column)) for column in zip(heads, *cells, strict=True)]
    yield [Piece(_row(heads, widths), "faint")]
    for row in cells:
        line = [Piece(pad(row[0], widths[0]), "name")]
        for head, cell, size in zip(heads[1:], row[1:], widths[1:], strict=True):
            line.append(Piece(_GAP + cell.rjust(size), _cell_meaning(head, cell)))
        yield line


def _cell_meaning(head: str, cell: str) -> Meaning:
    if cell == "0":
        return "faint"
    if head in COVERAGE_LEVELS:
        return level_meaning(Level(head))
    return "bad" if head == "unread" else "plain"


def _any(data: ReportData, key: str) -> bool:
    return any(number(row, key) for row in data.coverage)


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *other_cells = zip(cells, widths, strict=True)
    return _GAP.join([pad(*first), *(cell.rjust(size) for cell, size in other_cells)])


def _not_exact(data: ReportData, screen: int) -> Iterator[Line]:
    total = data.total("not_exact")
    if not total:
        return
    yield [Piece(f"Not EXACT: {total:,} distinct statements", "head")]
    examples: dict[str, Row] = {}
    for row in data.not_exact:
        examples.setdefault(clean(string(row, "code")), row)
    reasons = data.reasons or [{"code": code, "level": string(row, "level")} for code, row in examples.items()]
    for row in reasons[:MOST]:
        code, level = clean(string(row, "code")), clean(string(row, "level"))
        count = f"{number(row, 'count'):,}x " if row.get("count") is not None else ""
        start = f"  {count}{code} "
        yield [
            Piece(start),
            Piece(level, level_meaning(Level(level)) if level in COVERAGE_LEVELS else "plain"),
            Piece(crop(f" {clean(string(row, 'message'))}", max(screen - width(start) - len(level), 24))),
        ]
        if code in examples:
            yield [Piece(crop(f"      for example {_statement(examples[code])}", screen), "faint")]
    yield from _not_shown(len(reasons), "reasons")


def _diagnostics(data: ReportData, screen: int) -> Iterator[Line]:
    if not data.diagnostics:
        return
    yield [Piece("Worst diagnostics", "head")]
    known = data.texts()
    for row in data.diagnostics[:MOST]:
        severity = clean(string(row, "severity"))
        meaning: Meaning = "error" if severity == "error" else "warning" if severity == "warning" else "info"
        start = f"  {number(row, 'count') or 1:,}x "
        code = f"{severity} {clean(string(row, 'code'))}"
        message_width = max(screen - width(start) - width(code), 24)
        yield [Piece(start), Piece(code, meaning), Piece(crop(f": {clean(string(row, 'message'))}", message_width))]
        statement = known.get(string(row, "statement"))
        if statement is not None:
            where = location({**statement, "line": row.get("line", statement.get("line"))})
            yield [Piece(crop(f"      for example {clean(where)}", screen), "faint")]
        if string(row, "help"):
            yield [Piece(crop(f"      help: {clean(string(row, 'help'))}", screen), "faint")]
    yield from _not_shown(len(data.diagnostics), "codes")


def _slowest(data: ReportData, screen: int) -> Iterator[Line]:
    if not data.slowest:
        return
    yield [Piece("Slowest statements", "head")]
    for row in data.slowest[:MOST]:
        start = f"  {float(row.get('millis') or 0):>10,.1f} ms  "
        yield [Piece(start), Piece(crop(_statement(row), max(screen - width(start), 24)))]


def _statement(row: Row) -> str:
    """`INSERT dwd.orders  warehouse/dwd.sql:3`."""
    parts = [string(row, "kind"), string(row, "target")]
    return clean(f"{' '.join(part for part in parts if part)}{_GAP}{location(row)}").strip()


def _not_shown(total: int, noun: str) -> Iterator[Line]:
    if total > MOST:
        yield [Piece(f"  … {total - MOST:,} more {noun}; the report lists them", "faint")]
