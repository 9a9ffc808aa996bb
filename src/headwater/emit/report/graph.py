"""The part of a graph that one page takes in, as compact lists of numbers and texts for the page's script.

The most connected datasets are kept, then the edges between what is kept, those of the most connected first; `hidden`
counts the rest, against the true totals where they are known. Places are given in UTF-16 units and inside the
statement's own text, since that is what a browser counts in. The shapes are written down beside each list; the page's
script reads them by the same positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from headwater.emit.report.data import Limits, ReportData, Row, moment, number, place, word

_Name = tuple[str, str]


@dataclass
class _Kept:
    """What has been taken in so far, with the numbers it is known by."""

    limits: Limits
    datasets: dict[_Name, int] = field(default_factory=dict)
    by_id: dict[Any, int] = field(default_factory=dict)
    columns: dict[tuple[int, str], int] = field(default_factory=dict)
    column_rows: list[list[Any]] = field(default_factory=list)
    column_ids: dict[Any, int] = field(default_factory=dict)
    statements: dict[str, int] = field(default_factory=dict)
    words: dict[str, int] = field(default_factory=dict)

    def word(self, text: str) -> int:
        """The number of a text that is said again and again."""
        return self.words.setdefault(text, len(self.words))

    def statement(self, row: Row) -> int:
        """The number of the statement that a row names; -1 where it names none."""
        key = word(row, "statement")
        return self.statements.setdefault(key, len(self.statements)) if key else -1

    def column(self, row: Row, end: str) -> int | None:
        """The number of a row's source or target column, made up where no table lists it; None if not kept."""
        known = self.column_ids.get(row.get(f"{end}_id"))
        if known is not None:
            return known
        dataset = self.datasets.get((word(row, f"{end}_system"), word(row, f"{end}_dataset")))
        if dataset is None:
            return None
        key = (dataset, word(row, f"{end}_column"))
        if key not in self.columns:
            if len(self.columns) >= self.limits.columns:
                return None
            self.columns[key] = len(self.columns)
            self.column_rows.append([dataset, key[1], None, 0, ""])
        return self.columns[key]


def graph(data: ReportData) -> dict[str, Any]:
    """Everything the explorer needs, ready to be written as JSON."""
    kept = _Kept(data.limits)
    datasets = _datasets(data, kept)
    _columns(data, kept)
    edges = _edges(data, kept)
    influence = _influence(data, kept)
    table_edges, taken = _table_edges(data, kept, edges)
    statements, cut = _statements(data, kept)
    return {
        "datasets": datasets,
        "columns": kept.column_rows,
        "edges": edges,
        "influence": influence,
        "tableEdges": table_edges,
        "statements": statements,
        "words": list(kept.words),
        "hidden": {
            "datasets": max(data.total("datasets") - len(datasets), 0),
            "columns": max(data.total("columns") - len(kept.column_rows), 0),
            "edges": max(data.total("edges") - len(edges), 0),
            "influence": max(data.total("influence") - len(influence), 0),
            "tableEdges": max(data.total("table_edges") - taken, 0),
            "texts": cut,
        },
    }


def _datasets(data: ReportData, kept: _Kept) -> list[list[Any]]:
    """[system, name, kind, temporary, [also], read, written], the most connected first."""
    links: dict[_Name, set[_Name]] = {}
    rows: dict[_Name, Row] = {(word(row, "system"), word(row, "name")): row for row in data.datasets}
    for ends in (
        *_pairs(data.table_edges, "source", "target"),
        *_pairs(data.edges, "source_dataset", "target_dataset"),
    ):
        for one, other in (ends, ends[::-1]):
            links.setdefault(one, set()).add(other)
            rows.setdefault(one, {})
    order = sorted(rows, key=lambda name: (-len(links.get(name, set()) - {name}), name))[: data.limits.datasets]
    matches: list[list[Any]] = []
    for name in order:
        row = rows[name]
        kept.datasets[name] = len(matches)
        if row.get("id") is not None:
            kept.by_id[row["id"]] = len(matches)
        matches.append(
            [
                *name,
                word(row, "kind"),
                int(bool(row.get("temporary"))),
                [str(one) for one in row.get("also") or ()],
                int(bool(row.get("read"))),
                int(bool(row.get("written"))),
            ]
        )
    return matches


def _pairs(rows: Iterable[Row], source: str, target: str) -> Iterable[tuple[_Name, _Name]]:
    for row in rows:
        yield (word(row, "source_system"), word(row, source)), (word(row, "target_system"), word(row, target))


def _columns(data: ReportData, kept: _Kept) -> None:
    """[dataset, name, type, generated, level], by dataset and position."""
    used = Counter(
        (word(row, f"{end}_system"), word(row, f"{end}_dataset"), word(row, f"{end}_column"))
        for row in data.edges
        for end in ("source", "target")
    )
    listed: list[tuple[tuple[bool, int, int], int, Row]] = []
    for row in data.columns:
        dataset = kept.datasets.get((word(row, "system"), word(row, "dataset")), kept.by_id.get(row.get("dataset_id")))
        if dataset is not None:
            name = (word(row, "system"), word(row, "dataset"), word(row, "name"))
            listed.append(((name not in used, dataset, number(row, "ordinal")), dataset, row))
    listed.sort(key=lambda one: one[0])
    for _, dataset, row in sorted(listed[: data.limits.columns], key=lambda one: one[0][1:]):
        key = (dataset, word(row, "name"))
        if key not in kept.columns:
            kept.columns[key] = len(kept.columns)
            kept.column_rows.append(
                [dataset, key[1], row.get("type"), int(bool(row.get("generated"))), word(row, "level")]
            )
        if row.get("id") is not None:
            kept.column_ids[row["id"]] = kept.columns[key]


def _edges(data: ReportData, kept: _Kept) -> list[list[Any]]:
    """[source, target, path, type, level, confidence, expr, operators, statement, start, end, line, runs, job, until].

    Columns by number; type, level, operators and job by the number of the word.
    """

    def rank(row: Row) -> tuple[int, int]:
        ends = [
            kept.datasets.get((word(row, f"{end}_system"), word(row, f"{end}_dataset")), len(kept.datasets))
            for end in ("source", "target")
        ]
        return max(ends), min(ends)

    matches: list[list[Any]] = []
    starts = _starts(data)
    for row in sorted(data.edges, key=rank):
        if len(matches) >= data.limits.edges or rank(row)[0] >= len(kept.datasets):
            break
        source, target = kept.column(row, "source"), kept.column(row, "target")
        if source is None or target is None:
            continue
        expr = word(row, "expr")
        most = data.limits.expr_chars
        matches.append(
            [
                source,
                target,
                path_text(row.get("source_path") or ()),
                kept.word(word(row, "type")),
                kept.word(word(row, "level")),
                row.get("confidence"),
                expr if len(expr) <= most else expr[:most] + "…",
                kept.word(" → ".join(str(operator) for operator in row.get("operators") or ())),
                kept.statement(row),
                *_inside(row, starts),
                number(row, "line"),
                number(row, "runs"),
                kept.word(word(row, "job")),
                moment(row.get("valid_to")),
            ]
        )
    return matches


def _influence(data: ReportData, kept: _Kept) -> list[list[Any]]:
    """[source, target column or null, target dataset, type, level, statement, start, end, line, path]."""
    matches: list[list[Any]] = []
    starts = _starts(data)
    for row in data.influence:
        if len(matches) >= data.limits.influence:
            break
        dataset = kept.datasets.get((word(row, "target_system"), word(row, "target_dataset")))
        source = kept.column(row, "source")
        column = kept.column(row, "target") if row.get("target_column") is not None else None
        if dataset is None or source is None or (row.get("target_column") is not None and column is None):
            continue
        matches.append(
            [
                source,
                column,
                dataset,
                kept.word(word(row, "type")),
                kept.word(word(row, "level")),
                kept.statement(row),
                *_inside(row, starts),
                number(row, "line"),
                path_text(row.get("source_path") or ()),
            ]
        )
    return matches


_RANK = {level: rank for rank, level in enumerate(("EXACT", "INFERRED", "AMBIGUOUS", "COARSE", "TABLE", "NONE"))}


def _table_edges(data: ReportData, kept: _Kept, edges: list[list[Any]]) -> tuple[list[list[Any]], int]:
    """[source, target, worst level, statement], each pair of datasets once; and how many rows that took in."""
    worst: dict[tuple[int, int], tuple[int, str, int]] = {}
    taken = 0

    def add(source: int | None, target: int | None, level: str, statement: int) -> None:
        if source is None or target is None:
            return
        new = (_RANK.get(level, 0), level, statement)
        worst[source, target] = max(worst.get((source, target), new), new)

    for row, (source, target) in zip(data.table_edges, _pairs(data.table_edges, "source", "target"), strict=True):
        ends = kept.datasets.get(source), kept.datasets.get(target)
        if None not in ends and (len(worst) < data.limits.edges or ends in worst):
            add(*ends, word(row, "level"), kept.statement(row))
            taken += 1
    words = list(kept.words)
    for edge in edges:
        ends = kept.column_rows[edge[0]][0], kept.column_rows[edge[1]][0]
        if ends not in worst:
            add(*ends, words[edge[4]], edge[8])
    matches = [
        [source, target, kept.word(level), statement]
        for (source, target), (_, level, statement) in sorted(worst.items())
    ]
    return matches, taken


def _statements(data: ReportData, kept: _Kept) -> tuple[list[list[Any]], int]:
    """[id, place, dialect, kind, target, level, runs, text or null, whether cut], and how many texts are not whole."""
    known = data.texts()
    room, cut = data.limits.text_chars, 0
    matches = []
    for key in kept.statements:
        row = known.get(key, {})
        text: str | None = row.get("text")
        whole = text is not None and len(text) <= data.limits.statement_chars
        if text is not None:
            text = text[: data.limits.statement_chars]
            if len(text) > room:
                text, whole = None, False
            else:
                room -= len(text)
        cut += not whole
        matches.append(
            [
                key,
                place({**row, "line": None}),
                kept.word(word(row, "dialect")),
                kept.word(word(row, "kind")),
                word(row, "target"),
                kept.word(word(row, "level")),
                number(row, "runs"),
                text,
                int(not whole),
            ]
        )
    return matches, cut


# ── places ───────────────────────────────────────────────────────────────────────────────────────────────────────
_Starts = dict[str, tuple[int, str | None]]


def _starts(data: ReportData) -> _Starts:
    """Where each statement begins in the text that spans count in, and its own text if it is not plain."""
    most = data.limits.statement_chars
    return {
        key: (number(row, "span_start"), None if word(row, "text").isascii() else word(row, "text")[:most])
        for key, row in data.texts().items()
    }


def _inside(row: Row, starts: _Starts) -> tuple[int, int]:
    """A row's span inside its statement's own text, in UTF-16 units."""
    begin, text = starts.get(word(row, "statement"), (0, None))
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
