"""A neighbourhood as text for other tools. Names are anybody's: each form escapes them in its own way."""

from __future__ import annotations

import csv
import io

from headwater.emit.lines import clean
from headwater.store.model import ROWS
from headwater.store.view import View

_HEADINGS = ("source", "target", "type", "influence", "level", "confidence", "expr", "statement")


def as_csv(view: View) -> str:
    """A row an edge. What a spreadsheet would take for a formula is marked as text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_HEADINGS)
    for edge in view.edges:
        row = (
            edge.source_name,
            edge.target.full_name,
            edge.type.value,
            "influence" if edge.influence else "value",
            edge.level.value,
            f"{edge.confidence:g}",
            edge.expr,
            edge.statement,
        )
        writer.writerow([f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell for cell in row])
    return out.getvalue()


def as_mermaid(view: View) -> str:
    """A flowchart, datasets as subgraphs."""
    lines = ["flowchart LR"]
    ids: dict[str, str] = {}
    for number, card in enumerate(view.cards):
        lines.append(f'  subgraph d{number}["{_mermaid(card.dataset.full_name)}"]')
        for one in card.columns:
            ids[one.column.full_name] = f"c{len(ids)}"
            lines.append(f'    {ids[one.column.full_name]}["{_mermaid(one.column.name or ROWS)}"]')
        lines.append("  end")
    for edge in view.edges:
        arrow = "-.->" if edge.influence else "==>" if edge.doubtful else "-->"
        label = edge.type.value if not edge.doubtful else f"{edge.type.value} {edge.level.value}"
        source, target = ids.get(edge.source.full_name), ids.get(edge.target.full_name)
        if source and target:
            lines.append(f'  {source} {arrow}|"{label}"| {target}')
    return "\n".join(lines) + "\n"


def _mermaid(text: str) -> str:
    return "".join(char if char.isalnum() or char in " ._-:/()*@" else f"#{ord(char)};" for char in clean(text))


def as_dot(view: View) -> str:
    """A Graphviz digraph, datasets as clusters."""
    lines = ["digraph lineage {", "  rankdir=LR;", "  node [shape=box];"]
    ids: dict[str, str] = {}
    for number, card in enumerate(view.cards):
        lines.append(f"  subgraph cluster_{number} {{")
        lines.append(f"    label={_dot(card.dataset.full_name)};")
        for one in card.columns:
            ids[one.column.full_name] = f"c{len(ids)}"
            lines.append(f"    {ids[one.column.full_name]} [label={_dot(one.column.name or ROWS)}];")
        lines.append("  }")
    for edge in view.edges:
        source, target = ids.get(edge.source.full_name), ids.get(edge.target.full_name)
        if source and target:
            style = "dashed" if edge.influence else "bold" if edge.doubtful else "solid"
            colour = ", color=red" if edge.doubtful else ""
            lines.append(f"  {source} -> {target} [label={_dot(edge.type.value)}, style={style}{colour}];")
    return "\n".join([*lines, "}", ""])


def _dot(text: str) -> str:
    return '"' + clean(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
