"""Graphviz DOT: a table for each dataset, a row for each column, arrows from row to row.

Dashed arrows are influence, red ones are not certain.
"""

from __future__ import annotations

from html import escape

from headwater.answer import Analysis
from headwater.emit.diagram import Arrow, Box, draw
from headwater.emit.styled_text import Relation, clean


def render(*answers: Analysis, relation: Relation = "value") -> str:
    """The digraph of all statements."""
    drawing = draw(answers, relation)
    out = ["digraph headwater {", "  rankdir=LR;", '  node [shape=plain fontname="Helvetica"];']
    out += [_table(box) for box in drawing.boxes]
    out += [_arrow(arrow) for arrow in drawing.arrows]
    return "\n".join([*out, "}", ""])


def _table(box: Box) -> str:
    head = f'<tr><td port="all" bgcolor="#dce6f2"><b>{_escaped(box.name)}</b></td></tr>'
    rows = "".join(
        f'<tr><td port="c{port}" align="left">{_escaped(column)}</td></tr>' for column, port in box.columns.items()
    )
    return f'  {box.id} [label=<<table border="0" cellborder="1" cellspacing="0">{head}{rows}</table>>];'


def _arrow(arrow: Arrow) -> str:
    into = "all" if arrow.into is None else f"c{arrow.target.port(arrow.into)}"
    attributes = []
    if arrow.label != "DIRECT":
        attributes.append(f'label="{arrow.label}"')
    if not arrow.value:
        attributes.append("style=dashed")
    if arrow.doubtful:
        attributes.append('color="#c0392b"')
    extra = f" [{' '.join(attributes)}]" if attributes else ""
    return f"  {arrow.source.id}:c{arrow.source.port(arrow.column)} -> {arrow.target.id}:{into}{extra};"


def _escaped(text: str) -> str:
    return escape(clean(text), quote=True) or " "
