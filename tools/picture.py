"""Draws docs/images/lineage.svg: the columns of one statement on their way from the tables to the result.

Nothing in it is drawn by hand: boxes and lines are the statement's hops, dashed lines its influence. `make docs`
writes it again.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

import headwater
from headwater.answer import Statement

ROOT = Path(__file__).parents[1]
SQL = ROOT / "examples" / "seeds" / "clickhouse" / "orders_by_user.sql"

WIDTH, ROW, HEAD, GAP, MARGIN = 180, 30, 34, 150, 24
INK, FAINT, PAPER, LINE = "#1f2933", "#66727f", "#ffffff", "#c5ced8"
COLOURS = {"DIRECT": "#3e7cb1", "DERIVED": "#c2701c", "AGG": "#8a4fa3"}
ROWS = "(rows)"


def draw() -> str:
    """The picture as SVG."""
    answer = headwater.analyze(SQL.read_text("utf-8"), dialect="clickhouse")
    return render(answer.statements[-1])


def render(statement: Statement) -> str:
    """A statement's hops as SVG: datasets from left to right, each column a row."""
    boxes: dict[str, list[str]] = {}
    rank: dict[str, int] = {}
    for hop in statement.hops:
        for end in (hop.source, hop.target):
            columns = boxes.setdefault(end.dataset, [])
            if end.column is not None and end.column not in columns:
                columns.append(end.column)
        source = rank.setdefault(hop.source.dataset, 0)
        rank[hop.target.dataset] = max(rank.get(hop.target.dataset, 0), source + 1)
    target = statement.target or ""
    decides = [one for one in statement.influence if one.target.column is None]
    if decides:
        boxes[target].append(ROWS)
    at = _corners(boxes, rank)
    width = max(x for x, _ in at.values()) + WIDTH + MARGIN
    height = max(y + HEAD + ROW * len(boxes[name]) for name, (x, y) in at.items()) + 2 * MARGIN
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' role="img" aria-label="Columns flowing to {escape(target)}" font-size="13"'
        ' font-family="ui-sans-serif, system-ui, Helvetica, Arial, sans-serif">',
        f'<rect width="{width}" height="{height}" rx="8" fill="#f5f7fa"/>',
    ]
    out += [_box(name, boxes[name], *at[name]) for name in boxes]

    def row(dataset: str, column: str) -> int:
        return at[dataset][1] + HEAD + ROW * boxes[dataset].index(column) + ROW // 2

    for one in decides:
        if one.source.dataset in boxes and one.source.column in boxes[one.source.dataset]:
            start = (at[one.source.dataset][0] + WIDTH, row(one.source.dataset, one.source.column))
            out.append(_under(start, (at[target][0], row(target, ROWS)), height - MARGIN, str(one.type)))
    for hop in statement.hops:
        start = (at[hop.source.dataset][0] + WIDTH, row(hop.source.dataset, hop.source.column or ""))
        end = (at[hop.target.dataset][0], row(hop.target.dataset, hop.target.column or ""))
        plain = hop.expr.rpartition(".")[2] == hop.source.column
        out.append(_line(start, end, COLOURS.get(str(hop.type), INK), "" if plain else hop.expr))
    return "\n".join([*out, "</svg>", ""])


def _corners(boxes: dict[str, list[str]], rank: dict[str, int]) -> dict[str, tuple[int, int]]:
    """Left upper corners: one column of boxes for each rank, boxes of a rank below one another."""
    corners: dict[str, tuple[int, int]] = {}
    below: dict[int, int] = {}
    for name in boxes:
        top = below.get(rank[name], MARGIN)
        corners[name] = (MARGIN + rank[name] * (WIDTH + GAP), top)
        below[rank[name]] = top + HEAD + ROW * len(boxes[name]) + MARGIN
    return corners


def _box(name: str, columns: list[str], x: int, y: int) -> str:
    height = HEAD + ROW * len(columns)
    out = [
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{height}" rx="6" fill="{PAPER}" stroke="{LINE}"/>',
        f'<text x="{x + 12}" y="{y + 22}" font-weight="600" fill="{INK}">{escape(name)}</text>',
        f'<line x1="{x}" y1="{y + HEAD}" x2="{x + WIDTH}" y2="{y + HEAD}" stroke="{LINE}"/>',
    ]
    for number, column in enumerate(columns):
        middle = y + HEAD + ROW * number + ROW // 2
        colour, style = (FAINT, ' font-style="italic"') if column == ROWS else (INK, "")
        out.append(f'<text x="{x + 12}" y="{middle + 5}" fill="{colour}"{style}>{escape(column)}</text>')
    return "\n".join(out)


def _line(start: tuple[int, int], end: tuple[int, int], colour: str, label: str) -> str:
    (x1, y1), (x2, y2) = start, end
    bend = (x2 - x1) // 2
    tip = x2 - 7
    out = [
        f'<path d="M{x1},{y1} C{x1 + bend},{y1} {tip - bend},{y2} {tip},{y2}" fill="none" stroke="{colour}"'
        ' stroke-width="2"/>',
        f'<path d="M{x2},{y2} l-9,-5 v10 z" fill="{colour}"/>',
    ]
    if label:
        out.append(
            f'<text x="{(x1 + x2) // 2}" y="{(y1 + y2) // 2 - 6}" text-anchor="middle" font-size="12"'
            f' font-family="ui-monospace, Menlo, Consolas, monospace" fill="{colour}">{escape(label)}</text>'
        )
    return "\n".join(out)


def _under(start: tuple[int, int], end: tuple[int, int], floor: int, label: str) -> str:
    """A dashed line below the boxes: what decides rows does not go through the columns between."""
    (x1, y1), (x2, y2) = start, end
    out = [
        f'<path d="M{x1},{y1} h24 V{floor} H{x2 - 34} V{y2} H{x2 - 7}" fill="none" stroke="{FAINT}"'
        ' stroke-width="1.5" stroke-dasharray="5 4"/>',
        f'<path d="M{x2},{y2} l-9,-5 v10 z" fill="{FAINT}"/>',
        f'<text x="{(x1 + x2) // 2}" y="{floor - 7}" text-anchor="middle" font-size="12" fill="{FAINT}">{label}</text>',
    ]
    return "\n".join(out)
