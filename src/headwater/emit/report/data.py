"""What a report is made of: plain lists and dictionaries, so that whoever has a run's tables can fill it.

A row is a dictionary with the column names of the graph tables; a missing key is a blank. Everything here is bounded
by whoever collects it, and once more by `Limits` when a page is made; `totals` says how much there is in truth, so
that what is not shown is counted and said. A new part of the report is a field here with a default, so that older
callers keep working, and a function in `sections`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Row = Mapping[str, Any]

FACTS: dict[str, tuple[str, str]] = {
    "most_read": ("Most depended-on columns", "A change here reaches the most columns."),
    "roots": ("Roots", "Columns without incoming value edges: sources and generated columns."),
    "leaves": ("Leaves", "Columns without outgoing value edges."),
    "unused": ("Unused columns", "Stored columns that nothing reads, as value or influence."),
    "orphans": ("Orphan tables", "Datasets without upstream and downstream datasets."),
    "cycles": ("Cycles", "Columns that feed themselves, directly or through others."),
    "components": ("Components", "Parts of the graph that are not connected."),
    "layers": ("Layers", "Columns by the longest path that leads to them."),
}
"""The facts that the report knows: title, and what it means."""


@dataclass(frozen=True)
class Limits:
    """How much one page takes in; the most connected comes first, the rest is counted."""

    datasets: int = 2_000
    edges: int = 20_000
    """Value edges, and as many table edges."""
    influence: int = 10_000
    columns: int = 40_000
    list_rows: int = 100
    """Rows of each table outside the explorer."""
    statement_chars: int = 20_000
    """Of a longer statement the beginning is kept, and a span behind that is given by its line."""
    text_chars: int = 6_000_000
    """All statement texts together; the statements with the most edges come first."""
    expr_chars: int = 2_000


@dataclass(frozen=True)
class ReportData:
    """One run, bounded, for the page and for the terminal.

    >>> ReportData(version="0.1.0").total("edges")
    0
    """

    # ── the run ──────────────────────────────────────────────────────────────────────────────────────────────────
    version: str
    """headwater's version."""
    snapshot: str = ""
    """The snapshot's id, as the manifest names it."""
    finished: datetime | str | None = None
    """When the run ended, UTC."""
    seconds: float | None = None
    """How long it took."""
    sources: list[Row] = field(default_factory=list)
    """What was read: source; and where known entries, unread, detail (why it was not read)."""
    totals: Mapping[str, int] = field(default_factory=dict)
    """True counts, by table: entries, statements (runs of them), distinct_statements, datasets, columns, edges,
    influence, table_edges, diagnostics, not_exact (distinct statements), unread, tags. What is missing is counted
    from the rows here."""
    coverage: list[Row] = field(default_factory=list)
    """The table `coverage`: dialect, entries, statements, distinct_statements, exact, inferred, ambiguous, coarse,
    table_only, none, edges, unread."""

    # ── what to look at ──────────────────────────────────────────────────────────────────────────────────────────
    diagnostics: list[Row] = field(default_factory=list)
    """One example a code, worst first, with the columns of `diagnostics` and `count`, how often the code was given."""
    slowest: list[Row] = field(default_factory=list)
    """Rows of `statements`, longest `millis` first."""
    reasons: list[Row] = field(default_factory=list)
    """Why statements are not EXACT, most frequent first: code, level, message, help, count (distinct statements)."""
    not_exact: list[Row] = field(default_factory=list)
    """Rows of `statements` that are not EXACT, each with `code`, the reason it is listed under."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """By the names in FACTS. Columns are texts `system:dataset.column`, datasets `system:dataset`.
    roots, leaves, unused, orphans: {count, first: [text, …]}; most_read: [{column, readers, reached}, …];
    cycles: {count, first: [{size, columns: [text, …]}, …]}; components: {count, largest}; layers: {layer: columns};
    as_of: the snapshot that they are of, where it is an earlier one."""
    tags: list[Row] = field(default_factory=list)
    """Where marks spread: tag, system, dataset, column, distance (0 where it was given), masked, level (the worst of
    the way), path (the evidence: texts `system:dataset.column`, from where the mark was given to this column)."""

    # ── the graph, for the explorer ──────────────────────────────────────────────────────────────────────────────
    datasets: list[Row] = field(default_factory=list)
    """The table `datasets`."""
    columns: list[Row] = field(default_factory=list)
    """The table `columns`."""
    edges: list[Row] = field(default_factory=list)
    """The table `edges`; its spans are offsets into the text that the statement's own span is an offset into."""
    influence: list[Row] = field(default_factory=list)
    """The table `influence`."""
    table_edges: list[Row] = field(default_factory=list)
    """The table `table_edges`."""
    statements: list[Row] = field(default_factory=list)
    """Rows of `statements` that the other rows name; those in `slowest` and `not_exact` need not be repeated."""
    limits: Limits = Limits()

    def total(self, name: str) -> int:
        """How many there are, in truth if that was said, else in the rows."""
        if name in self.totals:
            return int(self.totals[name])
        if name in ("entries", "statements", "distinct_statements", "unread", "checked", "disputed"):
            return sum(number(row, name) for row in self.coverage)
        if name == "not_exact" and self.reasons:
            return sum(number(row, "count") for row in self.reasons)
        rows = getattr(self, name, ())
        return len(rows) if isinstance(rows, list) else 0

    def level_counts(self) -> dict[str, int]:
        """Distinct statements by level, over all dialects."""
        return {level: sum(number(row, key) for row in self.coverage) for level, key in COVERAGE_LEVELS.items()}

    def texts(self) -> dict[str, Row]:
        """Every statement that is known here, by id."""
        return {
            str(row["statement"]): row
            for rows in (self.not_exact, self.slowest, self.statements)
            for row in rows
            if row.get("statement") is not None
        }


COVERAGE_LEVELS: dict[str, str] = {
    "EXACT": "exact",
    "INFERRED": "inferred",
    "AMBIGUOUS": "ambiguous",
    "COARSE": "coarse",
    "TABLE": "table_only",
    "NONE": "none",
}
"""The levels, best first, and the columns of `coverage` that count them."""


def number(row: Row, key: str) -> int:
    """A count of a row; 0 where there is none."""
    value = row.get(key)
    return int(value) if value is not None else 0


def string(row: Row, key: str) -> str:
    """A text of a row; empty where there is none."""
    value = row.get(key)
    return "" if value is None else str(value)


def location(row: Row) -> str:
    """`source:line`, or `source#entry` where the entry has a name of its own.

    >>> location({"source": "log.json", "entry": "17", "line": 3})
    'log.json#17:3'
    """
    entry = string(row, "entry")
    line = string(row, "line")
    return string(row, "source") + (f"#{entry}" if entry else "") + (f":{line}" if line else "")


def share(part: int, total: int) -> str:
    """A percentage that says neither 100% nor 0% unless it is so.

    >>> share(999_999, 1_000_000), share(1, 1_000_000), share(3, 4), share(0, 0)
    ('99.9%', '0.1%', '75%', '-')
    """
    if not total:
        return "-"
    value = 100 * part / total
    if 0 < part < total:
        value = min(max(value, 0.1), 99.9)
    text = f"{value:.1f}"
    return (text[:-2] if text.endswith(".0") else text) + "%"


def moment(value: datetime | str | None) -> str:
    """A time as it is written in the report."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    utc = value.astimezone(UTC) if value.tzinfo else value
    return utc.strftime("%Y-%m-%d %H:%M:%S") + " UTC"


def distinct(texts: Iterable[str]) -> list[str]:
    """Each text once, in order; empty ones not at all."""
    return [text for text in dict.fromkeys(texts) if text]
