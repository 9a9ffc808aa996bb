"""The select list: its items, their aliases, and the outputs that they become."""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.base.types import Array
from headwater.bind.context import Context
from headwater.bind.expr import read as expr_read
from headwater.bind.expr import references
from headwater.bind.expr.function_classes import EXPLODES
from headwater.bind.names import shape
from headwater.bind.names import star as names_star
from headwater.bind.names.frame import Frame
from headwater.bind.names.items import Item
from headwater.bind.output_names.item_tokens import item_text
from headwater.bind.relation import star
from headwater.bind.scope import Output, Resolved
from headwater.rel.columns import Col
from headwater.rel.kinds import DIRECT
from headwater.sql.placeholders import ALIASES
from headwater.sql.tree import start_of


def register_aliases(frame: Frame, node: exp.Expr) -> None:
    """Bring aliases into scope before the FROM clause is bound: SELECT a AS k … JOIN u ON k = u.a, and those given
    inside an expression, f(x AS y).
    """
    ctx = frame.ctx
    for item in node.args["expressions"]:
        if item.__class__ is exp.Alias:
            name = item.args["alias"].name
            frame.items.aliases.setdefault(ctx.folded(name), Item(item.args["this"], name))
    meta = node._meta
    for alias in (meta.get(ALIASES) if meta else None) or ():
        frame.items.aliases.setdefault(ctx.folded(alias.alias), Item(alias.this, alias.alias))


def read(frame: Frame, node: exp.Expr) -> list[Item | exp.Expr]:
    """The items of a select list, with the aliases they give; stars are left as nodes, to be expanded in their turn."""
    ctx = frame.ctx
    items: list[Item | exp.Expr] = []
    for expression in node.args["expressions"]:
        kind = type(expression)
        if kind is exp.Alias and ctx.dialect.stars.opens(frame, expression):
            items.append(expression)
        elif kind is exp.Alias and not star.for_each(ctx, expression):
            alias = expression.args["alias"]
            if alias is None:  # SELECT + : a, of which the parser takes + for a name
                ctx.say(codes.UNREAD_SYNTAX, ctx.span_of(expression), "This alias")
            item = Item(expression.args["this"], alias.name if alias is not None else "")
            if ctx.dialect.columns.last_alias_wins():
                frame.items.aliases[ctx.folded(item.name)] = item
            known = frame.items.aliases.setdefault(ctx.folded(item.name), item)
            items.append(known if known.node is item.node else item)
        elif kind is exp.Paren and expression.this.__class__ is exp.Star:
            items.append(expression.this)  # SELECT (*)
        elif kind is exp.Column:
            this = expression.args["this"]
            if this.__class__ is exp.Star:
                items.append(expression)
            else:
                item = Item(expression, "")
                frame.items.implied.setdefault(ctx.folded(this.name), item)
                items.append(item)
        elif (kind in star.SEVERAL or ctx.has_columns) and (
            names_star.is_star(expression) or star.opens(frame, expression)
        ):
            items.append(expression)
        else:
            items.append(Item(expression, ""))
    if frame.items.aliases:
        frame.forget()  # what ON made of a name may be an alias from here on; such names are not kept again
    return items


def bind(frame: Frame, node: exp.Expr, items: list[Item | exp.Expr]) -> list[Output]:
    """The outputs of a select list, with their names."""
    ctx = frame.ctx
    names = ctx.dialect.output_names
    namer = names.namer(frame, node, items)
    generator_column = ctx.dialect.stars.generator_column
    stored = names.reference_case == "stored"
    plain = "SELECT" not in ctx.alias_clauses
    outputs: list[Output] = []
    unnamed = 0
    frame.clause = "SELECT"
    for item in items:
        if not isinstance(item, Item):
            frame.clause = "SELECT"
            start, end = _star_span(ctx, item)
            columns = names.starred(node, len(outputs), star.expand(frame, item))
            outputs += columns if start < 0 else [column._replace(start=start, end=end) for column in columns]
            if isinstance(item, (exp.QueryTransform, exp.Aliases)):
                _register_columns(frame, item, columns)
            continue
        implied = not item.name
        if implied:
            name = generator_column if generator_column and type(item.node) in EXPLODES else namer(item.node)
            if name is None:
                name = names.unnamed(len(outputs), unnamed, item_text(ctx, item.node))
                unnamed += 1
            item.name = name
            if item.node.__class__ is not exp.Column:
                frame.items.aliases.setdefault(ctx.folded(name), item)
        name = item.name
        handed_on = plain and item.node.__class__ is exp.Column and item.instead is None
        col = _plain_column(frame, item) if handed_on else None
        if col is None:
            col = expr_read.bind_item(frame, item)
        if (
            stored
            and implied
            and type(item.node) is exp.Column
            and name != col.name
            and ctx.folded(name) == ctx.folded(col.name)
        ):
            name = col.name  # SELECT A FROM t(a) gives a
        outputs.append(Output(name, col, None, *span_of_item(ctx, item.node)))
    if node.args.get("kind") == "VALUE" and len(outputs) == 1 and outputs[0].opens is None:
        # SELECT AS VALUE s: rows that are structs have the fields as columns
        whole = outputs[0]
        fields = shape.expand(frame, Resolved(whole.col)) if not isinstance(whole.col.type, Array) else None
        if fields:
            outputs = [field._replace(start=whole.start, end=whole.end) for field in fields]
    return names.repeated(outputs)


def _register_columns(frame: Frame, node: exp.Expr, outputs: list[Output]) -> None:
    """explode(m) AS (k, v), TRANSFORM (…) AS (k, v): bring k and v into scope, for SORT BY k."""
    for output in outputs:
        item = Item(node, output.name)
        item.col = output.col
        frame.items.aliases.setdefault(frame.ctx.folded(output.name), item)


def _star_span(ctx: Context, node: exp.Expr) -> tuple[int, int]:
    """The span of `*` or `t.*`, for the columns that it stands for."""
    if isinstance(node, exp.Anonymous) and not ctx.foreign:
        return ctx.spans.item(start_of(node))
    inner = node.args.get("this") if isinstance(node, exp.Column) else node
    meta = inner._meta if isinstance(inner, exp.Star) else None
    if not meta or ctx.foreign or ctx.text(meta["start"], meta["end"] + 1) != "*":
        return -1, -1  # FROM t without a SELECT: the star is the parser's own
    return start_of(node), meta["end"] + 1


def _plain_column(frame: Frame, item: Item) -> Col | None:
    """The column of an item that hands one on as it is, which most items do; None where it has to be bound."""
    if item.col is None:
        answers = references.find(frame, item.node)[0]
        if len(answers) != 1:
            return None
        col, path, doubt, kind = answers[0]
        if path or doubt or kind is not DIRECT:
            return None
        item.col = col
    return item.col


def span_of_item(ctx: Context, node: exp.Expr) -> tuple[int, int]:
    """The span of a plain reference; any other item has its span where it is born."""
    while type(node) is exp.Paren:
        node = node.this
    if type(node) is not exp.Column or ctx.foreign:
        return -1, -1
    args = node.args
    last = first = args["this"]._meta
    if args.get("table") is not None:
        first = (args.get("catalog") or args.get("db") or args["table"])._meta
    if not last or not first:
        return -1, -1
    return first["start"], last["end"] + 1
