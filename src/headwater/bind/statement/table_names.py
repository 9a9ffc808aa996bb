"""The tables of a tree, for when binding failed: every table node that is not a CTE."""

from __future__ import annotations

from sqlglot import exp

from headwater.bind.context import Context

Names = list[tuple[str, ...]]


def tables_of(ctx: Context, tree: exp.Expr) -> tuple[Names, Names]:
    """Tables that are read, and tables that are written."""
    ctes = {ctx.folded(cte.alias) for cte in tree.find_all(exp.CTE)}
    targets: set[int] = set()
    holder = (
        tree.args.get("this") if isinstance(tree, (exp.Insert, exp.Update, exp.Delete, exp.Merge, exp.Create)) else None
    )
    if isinstance(holder, exp.Schema):
        holder = holder.this
    if isinstance(holder, exp.Table):
        targets.add(id(holder))
    for insert in tree.find_all(exp.Insert):
        inner = insert.this.this if isinstance(insert.this, exp.Schema) else insert.this
        targets.add(id(inner))
    reads: Names = []
    writes: Names = []
    for table in tree.find_all(exp.Table):
        if not isinstance(table.this, exp.Identifier):
            continue
        parts = ctx.table_parts(table)
        if len(parts) == 1 and ctx.folded(parts[0]) in ctes:
            continue
        (writes if id(table) in targets else reads).append(parts)
    return list(dict.fromkeys(reads)), list(dict.fromkeys(writes))
