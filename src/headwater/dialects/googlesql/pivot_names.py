"""The names of pivoted columns: the values of a PIVOT, written so that they need no quotes."""

from __future__ import annotations

import re

from sqlglot import exp

from headwater.bind.relation import pivot


def label(value: exp.Expr) -> str:
    """A value of a PIVOT in words: 1.5 is 1_point_5, -2 is minus_2, DATE '2020-01-02' is 2020_01_02."""
    if isinstance(value, (exp.PivotAlias, exp.Alias)):
        return pivot.label(value)
    if isinstance(value, exp.Tuple):
        return "_".join(map(label, value.expressions))
    if isinstance(value, exp.Neg):
        return f"minus_{label(value.this)}"
    if isinstance(value, exp.Null):
        return "NULL"
    if isinstance(value, exp.Boolean):
        return "true" if value.this else "false"
    if isinstance(value, exp.Cast) and isinstance(value.this, exp.Literal):
        return label(exp.Literal.number(value.this.name))
    text = pivot.label(value)
    if isinstance(value, exp.Literal) and not value.is_string:
        text = f"minus_{text[1:]}" if text.startswith("-") else text
        return re.sub(r"[^0-9A-Za-z_]", "_", text.replace(".", "_point_"))
    return text


def names(values: list[list[str] | None], calls: list[tuple[exp.Expr, str]]) -> list[tuple[str, int]] | None:
    """The aggregate's alias and the value; a name does not begin with a digit. None where values are not listed."""
    if any(listed is None for listed in values) or not calls:
        return None
    combined = [""]
    for listed in values:
        combined = [f"{head}_{value}" if head else value for head in combined for value in listed or ()]
    named = [(f"{calls[n][1]}_{value}" if calls[n][1] else value, n) for value in combined for n in range(len(calls))]
    return [(f"_{name}" if name[:1].isdigit() else name, position) for name, position in named]
