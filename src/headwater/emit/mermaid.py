"""Mermaid: a flowchart from left to right, a subgraph for each dataset, its columns as nodes.

Arrows carry their type unless the value is handed on unchanged; dotted arrows are influence, or not certain (marked
`?`).
"""

from __future__ import annotations

from headwater.answer import Analysis
from headwater.emit.diagram import Arrow, Box, draw
from headwater.emit.styled_text import Relation, clean

_ENTITIES = {"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "`": "#96;", "\\": "#92;"}


def render(*answers: Analysis, relation: Relation = "value") -> str:
    """The flowchart of all statements."""
    drawing = draw(answers, relation)
    out = ["flowchart LR"]
    for box in drawing.boxes:
        out.append(f'  subgraph {box.id}["{_escaped(box.name)}"]')
        out += [f'    {box.id}c{port}["{_escaped(column)}"]' for column, port in box.columns.items()]
        out.append("  end")
    out += [
        f"  {_node(arrow.source, arrow.column)} {_arrow(arrow)} {_node(arrow.target, arrow.into)}"
        for arrow in drawing.arrows
    ]
    return "\n".join(out) + "\n"


def _node(box: Box, column: str | None) -> str:
    return box.id if column is None else f"{box.id}c{box.port(column)}"


def _arrow(arrow: Arrow) -> str:
    label = ("" if arrow.label == "DIRECT" else arrow.label) + (" ?" if arrow.doubtful else "")
    line = "-->" if arrow.value and not arrow.doubtful else "-.->"
    return f'{line}|"{label.strip()}"|' if label else line


def _escaped(text: str) -> str:
    return "".join(_ENTITIES.get(char, char) for char in clean(text)) or " "
