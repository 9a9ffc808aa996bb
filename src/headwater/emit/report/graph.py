"""The part of a graph that one page takes in, as compact lists of numbers and texts for the page's script.

The most connected datasets are kept, then the edges between what is kept, those of the most connected first; `hidden`
counts the rest, against the true totals where they are known. Spans are given in UTF-16 units and inside the
statement's own text, since that is what a browser counts in. The shapes are written down beside each list; the page's
script reads them by the same positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from headwater.emit.report.data import Limits, ReportData, Row, location, moment, number, string

_Name = tuple[str, str]


@dataclass
class _Selection:
    """What has been selected so far, with the numbers it is known by."""

    limits: Limits
    datasets: dict[_Name, int] = field(default_factory=dict)
    by_id: dict[Any, int] = field(default_factory=dict)
    columns: dict[tuple[int, str], int] = field(default_factory=dict)
    column_rows: list[list[Any]] = field(default_factory=list)
    column_ids: dict[Any, int] = field(default_factory=dict)
    statements: dict[str, int] = field(default_factory=dict)
    strings: dict[str, int] = field(default_factory=dict)

    def string_index(self, text: str) -> int:
        """The number of a text that occurs often."""
        return self.strings.setdefault(text, len(self.strings))

    def statement(self, row: Row) -> int:
        """The number of the statement that a row names; -1 where it names none."""
        key = string(row, "statement")
        return self.statements.setdefault(key, len(self.statements)) if key else -1

    def column(self, row: Row, end: str) -> int | None:
        """The number of a row's source or target column, made up where no table lists it; None if not kept."""
        known = self.column_ids.get(row.get(f"{end}_id"))
        if known is not None:
            return known
        dataset = self.datasets.get((string(row, f"{end}_system"), string(row, f"{end}_dataset")))
        if dataset is None:
            return None
        key = (dataset, string(row, f"{end}_column"))
        if key not in self.columns:
            if len(self.columns) >= self.limits.columns:
                return None
            self.columns[key] = len(self.columns)
            self.column_rows.append([dataset, key[1], None, 0, ""])
        return self.columns[key]


def graph(data: ReportData) -> dict[str, Any]:
    """Everything the explorer needs, ready to be written as JSON."""
    selection = _Selection(data.limits)
    datasets = _datasets(data, selection)
    _columns(data, selection)
    edges = _edges(data, selection)
    influence = _influence(data, selection)
    table_edges, rows_used = _table_edges(data, selection, edges)
    statements, cut = _statements(data, selection)
    return {
        "datasets": datasets,
        "columns": selection.column_rows,
        "edges": edges,
        "influence": influence,
        "tableEdges": table_edges,
        "statements": statements,
        "words": list(selection.strings),
        "hidden": {
            "datasets": max(data.total("datasets") - len(datasets), 0),
            "columns": max(data.total("columns") - len(selection.column_rows), 0),
            "edges": max(data.total("edges") - len(edges), 0),
            "influence": max(data.total("influence") - len(influence), 0),
            "tableEdges": max(data.total("table_edges") - rows_used, 0),
            "texts": cut,
        },
    }


def _datasets(data: ReportData, selection: _Selection) -> list[list[Any]]:
    """[system, name, kind, temporary, [also], read, written], the most connected first."""
    links: dict[_Name, set[_Name]] = {}
    rows: dict[_Name, Row] = {(string(row, "system"), string(row, "name")): row for row in data.datasets}
    for ends in (
        *_pairs(data.table_edges, "source", "target"),
        *_pairs(data.edges, "source_dataset", "target_dataset"),
    ):
        for name_, linked in (ends, ends[::-1]):
            links.setdefault(name_, set()).add(linked)
            rows.setdefault(name_, {})
    order = sorted(rows, key=lambda name: (-len(links.get(name, set()) - {name}), name))[: data.limits.datasets]
    listed: list[list[Any]] = []
    for name in order:
        row = rows[name]
        selection.datasets[name] = len(listed)
        if row.get("id") is not None:
            selection.by_id[row["id"]] = len(listed)
        listed.append(
            [
                *name,
                string(row, "kind"),
                int(bool(row.get("temporary"))),
                [str(name_) for name_ in row.get("also") or ()],
                int(bool(row.get("read"))),
                int(bool(row.get("written"))),
            ]
        )
    return listed


def _pairs(rows: Iterable[Row], source: str, target: str) -> Iterable[tuple[_Name, _Name]]:
    for row in rows:
        yield (string(row, "source_system"), string(row, source)), (string(row, "target_system"), string(row, target))


def _columns(data: ReportData, selection: _Selection) -> None:
    """[dataset, name, type, generated, level], by dataset and position."""
    used = Counter(
        (string(row, f"{end}_system"), string(row, f"{end}_dataset"), string(row, f"{end}_column"))
        for row in data.edges
        for end in ("source", "target")
    )
    listed: list[tuple[tuple[bool, int, int], int, Row]] = []
    for row in data.columns:
        dataset = selection.datasets.get(
            (string(row, "system"), string(row, "dataset")), selection.by_id.get(row.get("dataset_id"))
        )
        if dataset is not None:
            name = (string(row, "system"), string(row, "dataset"), string(row, "name"))
            listed.append(((name not in used, dataset, number(row, "ordinal")), dataset, row))
    listed.sort(key=lambda entry: entry[0])
    for _, dataset, row in sorted(listed[: data.limits.columns], key=lambda entry: entry[0][1:]):
        key = (dataset, string(row, "name"))
        if key not in selection.columns:
            selection.columns[key] = len(selection.columns)
            selection.column_rows.append(
                [dataset, key[1], row.get("type"), int(bool(row.get("generated"))), string(row, "level")]
            )
        if row.get("id") is not None:
            selection.column_ids[row["id"]] = selection.columns[key]


def _edges(data: ReportData, selection: _Selection) -> list[list[Any]]:
    """[source, target, path, type, level, confidence, expr, operators, statement, start, end, line, runs, job, until].

    Columns by number; type, level, operators and job by the number of the string.
    """

    def rank(row: Row) -> tuple[int, int]:
        ends = [
            selection.datasets.get(
                (string(row, f"{end}_system"), string(row, f"{end}_dataset")), len(selection.datasets)
            )
            for end in ("source", "target")
        ]
        return max(ends), min(ends)

    listed: list[list[Any]] = []
    starts = _starts(data)
    for row in sorted(data.edges, key=rank):
        if len(listed) >= data.limits.edges or rank(row)[0] >= len(selection.datasets):
            break
        source, target = selection.column(row, "source"), selection.column(row, "target")
        if source is None or target is None:
            continue
        expr = string(row, "expr")
        most = data.limits.expr_chars
        listed.append(
            [
                source,
                target,
                path_text(row.get("source_path") or ()),
                selection.string_index(string(row, "type")),
                selection.string_index(string(row, "level")),
                row.get("confidence"),
                expr if len(expr) <= most else expr[:most] + "…",
                selection.string_index(" → ".join(str(operator) for operator in row.get("operators") or ())),
                selection.statement(row),
                *_inside(row, starts),
                number(row, "line"),
                number(row, "runs"),
                selection.string_index(string(row, "job")),
                moment(row.get("valid_to")),
            ]
        )
    return listed


def _influence(data: ReportData, selection: _Selection) -> list[list[Any]]:
    """[source, target column or null, target dataset, type, level, statement, start, end, line, path]."""
    listed: list[list[Any]] = []
    starts = _starts(data)
    for row in data.influence:
        if len(listed) >= data.limits.influence:
            break
        dataset = selection.datasets.get((string(row, "target_system"), string(row, "target_dataset")))
        source = selection.column(row, "source")
        column = selection.column(row, "target") if row.get("target_column") is not None else None
        if dataset is None or source is None or (row.get("target_column") is not None and column is None):
            continue
        listed.append(
            [
                source,
                column,
                dataset,
                selection.string_index(string(row, "type")),
                selection.string_index(string(row, "level")),
                selection.statement(row),
                *_inside(row, starts),
                number(row, "line"),
                path_text(row.get("source_path") or ()),
            ]
        )
    return listed


_RANK = {level: rank for rank, level in enumerate(("EXACT", "INFERRED", "AMBIGUOUS", "COARSE", "TABLE", "NONE"))}


def _table_edges(data: ReportData, selection: _Selection, edges: list[list[Any]]) -> tuple[list[list[Any]], int]:
    """[source, target, worst level, statement], each pair of datasets once; and how many rows that took in."""
    worst: dict[tuple[int, int], tuple[int, str, int]] = {}
    rows_used = 0

    def add(source: int | None, target: int | None, level: str, statement: int) -> None:
        if source is None or target is None:
            return
        new = (_RANK.get(level, 0), level, statement)
        worst[source, target] = max(worst.get((source, target), new), new)

    for row, (source, target) in zip(data.table_edges, _pairs(data.table_edges, "source", "target"), strict=True):
        ends = selection.datasets.get(source), selection.datasets.get(target)
        if None not in ends and (len(worst) < data.limits.edges or ends in worst):
            add(*ends, string(row, "level"), selection.statement(row))
            rows_used += 1
    strings = list(selection.strings)
    for edge in edges:
        ends = selection.column_rows[edge[0]][0], selection.column_rows[edge[1]][0]
        if ends not in worst:
            add(*ends, strings[edge[4]], edge[8])
    listed = [
        [source, target, selection.string_index(level), statement]
        for (source, target), (_, level, statement) in sorted(worst.items())
    ]
    return listed, rows_used


def _statements(data: ReportData, selection: _Selection) -> tuple[list[list[Any]], int]:
    """[id, place, dialect, kind, target, level, runs, text or null, whether cut], and how many texts are not whole."""
    known = data.texts()
    remaining, cut = data.limits.text_chars, 0
    listed = []
    for key in selection.statements:
        row = known.get(key, {})
        text: str | None = row.get("text")
        complete = text is not None and len(text) <= data.limits.statement_chars
        if text is not None:
            text = text[: data.limits.statement_chars]
            if len(text) > remaining:
                text, complete = None, False
            else:
                remaining -= len(text)
        cut += not complete
        listed.append(
            [
                key,
                location({**row, "line": None}),
                selection.string_index(string(row, "dialect")),
                selection.string_index(string(row, "kind")),
                string(row, "target"),
                selection.string_index(string(row, "level")),
                number(row, "runs"),
                text,
                int(not complete),
            ]
        )
    return listed, cut


# ── spans ────────────────────────────────────────────────────────────────────────────────────────────────────────
_Starts = dict[str, tuple[int, str | None]]


def _starts(data: ReportData) -> _Starts:
    """Where each statement begins in the text that spans count in, and its own text if it is not plain."""
    most = data.limits.statement_chars
    return {
        key: (number(row, "span_start"), None if string(row, "text").isascii() else string(row, "text")[:most])
        for key, row in data.texts().items()
    }


def _inside(row: Row, starts: _Starts) -> tuple[int, int]:
    """A row's span inside its statement's own text, in UTF-16 units."""
    begin, text = starts.get(string(row, "statement"), (0, None))
    start = number(row, "span_start") - begin
    end = number(row, "span_end") - begin
    if start < 0 or end <= start:
        return -1, -1
    return (start, end) if text is None else (utf16(text[:start]), utf16(text[:end]))


def utf16(text: str) -> int:
    """How long a browser finds a text.

    >>> utf16("a"), utf16("血"), utf16("💧")
    (1, 1, 2)
    """
    return len(text) + sum(char > "\uffff" for char in text)


def path_text(path: Iterable[Any]) -> str:
    """The fields below a column as they stand behind its name.

    >>> path_text(["items", "[]", "price"])
    '.items[].price'
    """
    return "".join(part if part == "[]" else f".{part}" for part in map(str, path))
