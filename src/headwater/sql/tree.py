"""Questions to the trees of the parser: where a node stands in the text, and what of it a binder did not read.

Nothing is silently ignored: a binder names the arguments that it reads, and `leftovers` gives the others.
"""

from __future__ import annotations

from sqlglot import exp

from headwater.sql.placeholders import is_placeholder


def leftovers(node: exp.Expr, known: frozenset[str]) -> list[str]:
    """The arguments of a node that are present and were not taken."""
    args = node.args
    return sorted(name for name in args.keys() - known if args[name])


def is_type(node: exp.Expr) -> bool:
    """Whether a node is a type: the parser reads some of them from a text of its own, with offsets that are not ours.

    SELECT b, a::DECIMAL: DECIMAL(18, 3) to the parser.
    """
    return isinstance(node, exp.DataType)


def start_of(node: exp.Expr) -> int:
    """The offset of the first token of a node that has one, or -1."""
    best = -1
    for part in node.walk(prune=is_type):
        meta = part._meta
        if meta and "start" in meta:
            start: int = meta["start"]
            if best < 0 or start < best:
                best = start
    return best


def end_of(node: exp.Expr) -> int:
    """The offset after the last token of a node that has one, or -1."""
    best = -1
    for part in node.walk():
        meta = part._meta
        if meta and "end" in meta:
            best = max(best, meta["end"] + 1)
    return best


__all__ = ["end_of", "exp", "leftovers", "start_of"]


def row_form(query: exp.Expr) -> str | None:
    """STRUCT for SELECT AS STRUCT, VALUE for SELECT AS VALUE; also of ((SELECT AS STRUCT a, b)), of UNION ALL, whose
    branches are alike, and of a pipeline (FROM t |> SELECT AS STRUCT a, b).
    """
    while True:
        with_ = query.args.get("with_")
        if isinstance(query, (exp.Subquery, exp.SetOperation)):
            query = query.this
        elif with_ is not None and with_.expressions and is_placeholder(with_.expressions[-1].alias):
            query = with_.expressions[-1].this
        else:
            break
    form = query.args.get("kind")
    return form if isinstance(form, str) else None
