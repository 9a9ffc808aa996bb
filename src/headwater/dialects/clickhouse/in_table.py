"""Tables that no FROM names: x IN t, x IN (t), and SELECT * alone."""

from __future__ import annotations

from sqlglot import exp

from headwater.bind.names.frame import Frame
from headwater.bind.names.star import is_matcher


def in_table(frame: Frame, node: exp.Expr) -> exp.Expr | None:
    """x IN t, x IN (t): a table or a CTE in the place of a list, where no column or alias has that name."""
    inside = node.args.get("field") or (node.expressions[0] if len(node.expressions) == 1 else None)
    while isinstance(inside, exp.Paren):
        inside = inside.this
    if not isinstance(inside, exp.Column) or isinstance(inside.this, exp.Star) or inside.args.get("db") is not None:
        return None
    ctx = frame.ctx
    names = [inside.args[part].name for part in ("table", "this") if inside.args.get(part) is not None]
    key = ctx.folded(names[0])
    cte = frame.ctes.find(key) if len(names) == 1 else None
    if cte is not None and cte.scalar is not None:
        return None
    if cte is None:
        if key in frame.items.aliases or frame.tables.known(key) or key in frame.tables.by_alias:
            return None
        if ctx.lookup(tuple(names))[1] is None:
            return None
    table = exp.Table(this=inside.this.copy(), db=inside.args["table"].copy() if len(names) > 1 else None)
    return exp.Subquery(this=exp.Select(expressions=[exp.Star()]).from_(table, copy=False))


def without_from(node: exp.Expr) -> exp.Expr | None:
    """SELECT *, SELECT dummy + 1: without FROM a query reads the one row of system.one."""
    for item in node.expressions:
        for part in item.walk(prune=lambda below: isinstance(below, exp.Query)):
            star = isinstance(part, exp.Star) or (isinstance(part, exp.Anonymous) and is_matcher(part))
            named = isinstance(part, exp.Column) and part.name == "dummy" and len(part.parts) == 1
            if named or (star and not _counts(part.parent)):
                name = exp.Table(this=exp.to_identifier("one"), db=exp.to_identifier("system"))
                return exp.From(this=name)
    return None


def _counts(call: exp.Expr | None) -> bool:
    """count(*): no column is meant."""
    return isinstance(call, exp.Count) or (isinstance(call, exp.Anonymous) and call.name.lower() == "count")
