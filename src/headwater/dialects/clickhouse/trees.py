"""The parser's trees, put right: what the token rewrites of `grammar` hid or moved goes where it belongs."""

from __future__ import annotations

from sqlglot import exp

from headwater.sql.placeholders import ALIASES, LEVELS, PARAMS, REPLACE, is_hidden, revealed


def tree(node: exp.Expr) -> exp.Expr:
    """Hidden functions get their names back, parameters go where they belong, and aliases are gathered."""
    for part in node.walk():
        kind = part.__class__
        if kind is exp.Anonymous:
            name = part.args["this"]
            if name.__class__ is str and is_hidden(name):
                part.args["this"] = revealed(name)
            inside = part.args.get("expressions")
            if inside and None in inside:
                inside = part.args["expressions"] = [part for part in inside if part is not None]  # extract(YEAR
            if inside and inside[0].__class__ is exp.Anonymous and inside[0].args["this"] == PARAMS:
                part.args[LEVELS] = inside[0].expressions
                part.args["expressions"] = inside[1:]
        elif kind is exp.Alias:
            _gather(part)
    return node


def _gather(alias: exp.Expr) -> None:
    """Note an alias at the SELECT or lambda that it is visible in; those of a select list are found there anyway."""
    holder = alias.parent
    if (holder.__class__ is exp.Select and alias.arg_key == "expressions") or alias.arg_key == "interpolate":
        return
    if holder.__class__ is exp.Join:
        return  # ARRAY JOIN arr AS a
    while holder is not None and holder.__class__ not in (exp.Select, exp.Lambda):
        if holder.__class__ is exp.Anonymous and holder.args["this"] == REPLACE:
            return  # * REPLACE (a + 1 AS a): the name of a column
        holder = holder.parent
    if holder is not None:
        holder.meta.setdefault(ALIASES, []).append(alias)
