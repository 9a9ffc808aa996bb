"""A picture's data as text for other tools. Names are anybody's: each form escapes them in its own way.

A picture of columns has edges between columns, one of datasets (no card has columns) has links between cards.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from headwater.emit.styled_text import clean
from headwater.rows.graph import ROWS, Edge
from headwater.rows.graph_answers import View
from headwater.store.svg import as_svg

_HEADINGS = ("source", "target", "type", "influence", "level", "confidence", "expr", "statement")
_LINK_HEADINGS = ("source", "target", "level", "statements", "statement")


def as_csv(view: View) -> str:
    """A row an edge. What a spreadsheet would take for a formula is marked as text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_LINK_HEADINGS if view.links else _HEADINGS)
    for row in _rows(view):
        writer.writerow([f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell for cell in row])
    return out.getvalue()


def _rows(view: View) -> Iterator[tuple[str, ...]]:
    yield from map(edge_fields, view.edges)
    for link in view.links:
        many = str(link.statements)
        yield link.source.full_name, link.target.full_name, link.level.value, many, link.statement


def edge_fields(edge: Edge) -> tuple[str, ...]:
    """The cells of an edge in a row of CSV."""
    return (
        edge.source_name,
        edge.target.full_name,
        edge.type.value,
        "influence" if edge.influence else "value",
        edge.level.value,
        f"{edge.confidence:g}",
        edge.expr,
        edge.statement,
    )


def as_mermaid(view: View) -> str:
    """A flowchart; datasets are subgraphs where their columns are known."""
    lines = ["flowchart LR"]
    ids: dict[str, str] = {}
    for number, card in enumerate(view.cards):
        if not card.columns:
            lines.append(f'  d{number}["{_mermaid(card.dataset.full_name)}"]')
            ids[card.dataset.id] = f"d{number}"
            continue
        lines.append(f'  subgraph d{number}["{_mermaid(card.dataset.full_name)}"]')
        for reached in card.columns:
            ids[reached.column.full_name] = f"c{len(ids)}"
            lines.append(f'    {ids[reached.column.full_name]}["{_mermaid(reached.column.name or ROWS)}"]')
        lines.append("  end")
    for edge in view.edges:
        arrow = "-.->" if edge.influence else "==>" if edge.doubtful else "-->"
        label = edge.type.value if not edge.doubtful else f"{edge.type.value} {edge.level.value}"
        source, target = ids.get(edge.source.full_name), ids.get(edge.target.full_name)
        if source and target:
            lines.append(f'  {source} {arrow}|"{label}"| {target}')
    for link in view.links:
        arrow = f'==>|"{link.level.value}"|' if link.doubtful else "-->"
        lines.append(f"  {ids[link.source.id]} {arrow} {ids[link.target.id]}")
    return "\n".join(lines) + "\n"


def _mermaid(text: str) -> str:
    return "".join(char if char.isalnum() or char in " ._-:/()*@" else f"#{ord(char)};" for char in clean(text))


def as_dot(view: View) -> str:
    """A Graphviz digraph; datasets are clusters where their columns are known."""
    lines = ["digraph lineage {", "  rankdir=LR;", "  node [shape=box];"]
    ids: dict[str, str] = {}
    for number, card in enumerate(view.cards):
        if not card.columns:
            lines.append(f"  d{number} [label={_dot(card.dataset.full_name)}];")
            ids[card.dataset.id] = f"d{number}"
            continue
        lines.append(f"  subgraph cluster_{number} {{")
        lines.append(f"    label={_dot(card.dataset.full_name)};")
        for reached in card.columns:
            ids[reached.column.full_name] = f"c{len(ids)}"
            lines.append(f"    {ids[reached.column.full_name]} [label={_dot(reached.column.name or ROWS)}];")
        lines.append("  }")
    for edge in view.edges:
        source, target = ids.get(edge.source.full_name), ids.get(edge.target.full_name)
        if source and target:
            style = "dashed" if edge.influence else "bold" if edge.doubtful else "solid"
            colour = ", color=red" if edge.doubtful else ""
            lines.append(f"  {source} -> {target} [label={_dot(edge.type.value)}, style={style}{colour}];")
    for link in view.links:
        style = f" [label={_dot(link.level.value)}, style=bold, color=red]" if link.doubtful else ""
        lines.append(f"  {ids[link.source.id]} -> {ids[link.target.id]}{style};")
    return "\n".join([*lines, "}", ""])


def _dot(text: str) -> str:
    return '"' + clean(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


__all__ = ["as_csv", "as_dot", "as_mermaid", "as_svg", "edge_fields"]
