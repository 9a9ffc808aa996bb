"""What ClickHouse calls an output without an alias: the expression, with every operator written as its function.

    a + b * c        plus(a, multiply(b, c))           (a, b).1         tupleElement((a, b), 1)
    t.a              a, or t.a where the bare name means another table's column

The name is a column's identity wherever the query is read again (a subquery, a view, CREATE TABLE AS). `of` gives it;
a class of the parser's tree without a line in `_NAMES` is named by its text. To add one: a function and that line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sqlglot import exp

from headwater.bind.expr.macros import CALLED
from headwater.bind.names.frame import Frame
from headwater.bind.relation import matchers
from headwater.bind.scope import Entry, Output
from headwater.sql import placeholders as words
from headwater.sql.tree import end_of, start_of

Given = Mapping[str, str]
"""Names that stand for others: the parameter of a lambda in APPLY."""

_OPERATORS: dict[type, str] = {
    exp.Add: "plus",
    exp.Sub: "minus",
    exp.Mul: "multiply",
    exp.Div: "divide",
    exp.IntDiv: "intDiv",
    exp.Mod: "modulo",
    exp.EQ: "equals",
    exp.NEQ: "notEquals",
    exp.LT: "less",
    exp.LTE: "lessOrEquals",
    exp.GT: "greater",
    exp.GTE: "greaterOrEquals",
    exp.NullSafeEQ: "isNotDistinctFrom",
    exp.NullSafeNEQ: "isDistinctFrom",
    exp.Like: "like",
    exp.ILike: "ilike",
    exp.RegexpLike: "match",
}
_CHAINS: dict[type, str] = {exp.And: "and", exp.Or: "or", exp.DPipe: "concat", exp.Xor: "xor"}
_NOT: dict[str, str] = {"in": "notIn", "like": "notLike", "ilike": "notILike", "globalIn": "globalNotIn"}


def of(frame: Frame, node: exp.Expr | None, given: Given | None = None) -> str:
    """The name of an expression; none where the parser left a hole."""
    if not isinstance(node, exp.Expr):
        return ""
    if node._meta and CALLED in node._meta:
        node = node._meta[CALLED]  # CREATE FUNCTION f AS …; SELECT f(a): f(a), and not what it does
    name = _NAMES.get(type(node))
    return name(frame, node, given or {}) if name is not None else _text(frame, node)


def _text(frame: Frame, node: exp.Expr) -> str:
    ctx = frame.ctx
    start, end = (-1, -1) if ctx.foreign else (start_of(node), end_of(node))
    if start < 0:
        return str(node.sql(ctx.dialect.grammar))
    return " ".join(ctx.text(start, end).split())


def _operator(frame: Frame, node: exp.Expr, given: Given) -> str:
    """a + b + c: the left spine in a loop."""
    rights: list[tuple[str, exp.Expr]] = []
    while type(node) in _OPERATORS:
        rights.append((_OPERATORS[type(node)], node.args["expression"]))
        node = node.args["this"]
    name = of(frame, node, given)
    for function, right in reversed(rights):
        name = f"{function}({name}, {of(frame, right, given)})"
    return name


def _chain(frame: Frame, node: exp.Expr, given: Given) -> str:
    kind = type(node)
    parts: list[str] = []
    while type(node) is kind:
        parts.append(of(frame, node.args["expression"], given))
        node = node.args["this"]
    parts.append(of(frame, node, given))
    return f"{_CHAINS[kind]}({', '.join(reversed(parts))})"


def _paren(frame: Frame, node: exp.Expr, given: Given) -> str:
    return of(frame, node.this, given)


def _not(frame: Frame, node: exp.Expr, given: Given) -> str:
    inner = node.this
    if isinstance(inner, exp.Is):
        return f"isNotNull({of(frame, inner.this, given)})"
    if isinstance(inner, exp.Between):
        this = of(frame, inner.this, given)
        low, high = (of(frame, inner.args[side], given) for side in ("low", "high"))
        return f"or(less({this}, {low}), greater({this}, {high}))"
    name = of(frame, inner, given)
    head, _, rest = name.partition("(")
    if isinstance(inner, (exp.In, exp.Like, exp.ILike)) and head in _NOT:
        return f"{_NOT[head]}({rest}"
    return f"not({name})"


def _between(frame: Frame, node: exp.Expr, given: Given) -> str:
    this = of(frame, node.this, given)
    low, high = (of(frame, node.args[side], given) for side in ("low", "high"))
    return f"and(greaterOrEquals({this}, {low}), lessOrEquals({this}, {high}))"


def _negated(frame: Frame, node: exp.Expr, given: Given) -> str:
    inner = node.this
    name = of(frame, inner, given)
    return f"-{name}" if isinstance(inner, exp.Literal) else f"negate({name})"


def _literal(frame: Frame, node: exp.Expr, given: Given) -> str:
    value = str(node.this)
    if node.args.get("is_string"):
        value = value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\t", "\\t")
        return f"'{value}'"
    return _number(value.replace("_", ""))


def _number(text: str) -> str:
    """1.50 is 1.5, 1e3 is 1000., 1.0 is 1."""
    if not re.fullmatch(r"\d*\.?\d*(?:[eE][+-]?\d+)?", text) or text.isdigit() or not text:
        return text
    number = float(text)
    if number == int(number) and abs(number) < 1e15:
        return f"{int(number)}."
    plain = repr(number)
    if "e" in plain:
        plain = (
            f"{number:.20f}".rstrip("0") if 1e-6 <= abs(number) < 1 else plain.replace("e+", "e").replace("e-0", "e-")
        )
    return plain


def _listed(opening: str, closing: str) -> Callable[[Frame, Any, Given], str]:
    def name(frame: Frame, node: exp.Expr, given: Given) -> str:
        return opening + ", ".join(of(frame, one, given) for one in node.expressions) + closing

    return name


def _call(frame: Frame, node: exp.Expr, given: Given) -> str:
    """f(a, b), quantile(0.5)(a)."""
    this = node.args["this"]
    function = this if isinstance(this, str) else str(this.name)
    levels = node.args.get(words.LEVELS)
    args = node.expressions
    if function == words.MATCHER:
        return ", ".join(one.name for one in matchers.expand(frame, node))
    if len(args) == 1 and isinstance(args[0], exp.Distinct):
        function, args = f"{function}Distinct", args[0].expressions
    if len(args) == 1 and isinstance(args[0], exp.Star) and function.lower() == "count":
        args = []
    inside = ", ".join(of(frame, one, given) for one in args)
    if levels is not None:
        return f"{function}({', '.join(of(frame, one, given) for one in levels)})({inside})"
    return f"{function}({inside})"


def _struct(frame: Frame, node: exp.Expr, given: Given) -> str:
    parts = [one.expression if isinstance(one, exp.PropertyEQ) else one for one in node.expressions]
    return "(" + ", ".join(of(frame, one, given) for one in parts) + ")"


def _alias(frame: Frame, node: exp.Expr, given: Given) -> str:
    return str(node.alias)


def _lambda(frame: Frame, node: exp.Expr, given: Given) -> str:
    names = ", ".join(one.name for one in node.expressions)
    inner = {key: name for key, name in given.items() if key not in {one.name for one in node.expressions}}
    return f"lambda(tuple({names}), {of(frame, node.this, inner)})"


def _identifier(frame: Frame, node: exp.Expr, given: Given) -> str:
    return given.get(node.name, str(node.name))


def _column(frame: Frame, node: exp.Expr, given: Given) -> str:
    this = node.args["this"]
    if node.args.get("table") is None:
        name = frame.ctx.written(this)
        return given.get(name, name)
    names = ("catalog", "db", "table", "this")
    parts = [frame.ctx.written(node.args[name]) for name in names if node.args.get(name) is not None]
    return reference(frame, parts, given)


def reference(frame: Frame, parts: list[str], given: Given) -> str:
    """A dotted name: without its table where that makes no difference, and with a call for every position in it."""
    if parts[0] in given:
        own = [given[parts[0]], *parts[1:]]
    else:
        own = _unqualified(frame, parts)
    name = own[0]
    numbers = False
    for part in own[1:]:
        for one in part.split(".") if part[:1].isdigit() else [part]:
            if one.isdigit():
                name, numbers = f"tupleElement({name}, {one})", True
            else:
                name = f"tupleElement({name}, '{one}')" if numbers else f"{name}.{one}"
    return name


def _unqualified(frame: Frame, parts: list[str]) -> list[str]:
    fold = frame.ctx.folded
    if len(parts) < 2:
        return parts
    entry = frame.tables.by_alias.get(fold(parts[0]))
    width = 1
    if entry is not None and len(parts) > 2 and entry.find(fold(".".join(parts[1:]))) is not None:
        whole = fold(".".join(parts[1:]))  # t.goals.id
        return parts[1:] if bare(frame, entry, whole) else parts
    if entry is None or (entry.find(fold(parts[1])) is None and not entry.open):
        entry = frame.tables.by_name(tuple(parts[:2])) if len(parts) > 2 else None
        width = 2
    if entry is None:
        return parts
    rest = parts[width:]
    return rest if bare(frame, entry, fold(rest[0])) else parts


def bare(frame: Frame, entry: Entry, key: str) -> bool:
    """Whether a bare name means this table's column, so that the table need not be said."""
    holders = [one for one in frame.tables.entries if one.alias and key in one.index]
    if len(holders) < 2:
        return True
    merged = frame.tables.merged.get(key)
    if merged is not None:
        own = entry.find(key)
        return holders[0] is entry and (merged.col is own or merged.col.dataset is None)
    return holders[0] is entry and frame.ctx.dialect.columns.first_table_wins(frame)


def starred(frame: Frame, entry: Entry, outputs: list[Output]) -> list[Output]:
    """The columns of a star, with their table's name where another table has one of the same name."""
    if not frame.ctx.dialect.names_calls or len(frame.tables.entries) < 2 or not entry.alias:
        return outputs
    fold = frame.ctx.folded
    renamed: list[Output] = []
    for one in outputs:
        hidden = one.opens is None and not bare(frame, entry, fold(one.name))
        renamed.append(one._replace(name=f"{entry.alias}.{one.name}") if hidden else one)
    return renamed


def _dot(frame: Frame, node: exp.Expr, given: Given) -> str:
    field = node.args["expression"]
    base = of(frame, node.this, given)
    if isinstance(field, exp.Literal):
        for one in field.name.split("."):
            base = f"tupleElement({base}, {one})"
        return base
    if base.endswith((")", "]")):
        return f"tupleElement({base}, '{field.name}')"
    return f"{base}.{field.name}"


def _bracket(frame: Frame, node: exp.Expr, given: Given) -> str:
    name = of(frame, node.this, given)
    for index in node.expressions:
        position = of(frame, index, given)
        if isinstance(index, exp.Literal) and not index.args.get("is_string") and index.name.isdigit():
            position = _index(frame, index, position)
        name = f"arrayElement({name}, {position})"
    return name


def _index(frame: Frame, node: exp.Expr, written: str) -> str:
    """The parser counts from zero; the text has the number as it was given."""
    meta = node._meta
    if meta and "start" in meta and not frame.ctx.foreign:
        return frame.ctx.text(meta["start"], meta["end"] + 1)
    return str(int(written) + 1)


def _cast(frame: Frame, node: exp.Expr, given: Given) -> str:
    inner = of(frame, node.this, given)
    to = node.args["to"]
    if isinstance(to, exp.Literal):
        return f"CAST({inner}, {of(frame, to, given)})"
    kind = _text(frame, to) if start_of(to) >= 0 else to.sql(frame.ctx.dialect.grammar)
    if isinstance(node.this, (exp.Array, exp.Tuple)) and not node.find(exp.Column):
        inner = f"'{inner}'"
    return f"CAST({inner}, '{_type_text(frame, node, kind)}')"


def _type_text(frame: Frame, node: exp.Expr, kind: str) -> str:
    """The type as it is written: the words behind `::` or the last AS of a cast."""
    ctx = frame.ctx
    end = end_of(node.this)
    if ctx.foreign or end < 0:
        return kind
    tokens = ctx.parsed.tokens
    at = ctx.spans.word(end)
    while at < len(tokens) and (tokens[at].start < end or tokens[at].text not in ("::", "AS", "as", "As", ",")):
        at += 1
    if at + 1 >= len(tokens):
        return kind
    first = at + 1
    if tokens[first].text and ctx.text(tokens[first].start, tokens[first].start + 1) == "'":
        return str(tokens[first].text)
    last = first
    if last + 1 < len(tokens) and tokens[last + 1].text == "(":
        last = ctx.spans._close(last + 1)
    return " ".join(ctx.text(tokens[first].start, tokens[last].end + 1).split())


def _case(frame: Frame, node: exp.Expr, given: Given) -> str:
    operand = node.args.get("this")
    parts: list[str] = [] if operand is None else [of(frame, operand, given)]
    for arm in node.args.get("ifs") or ():
        parts += [of(frame, arm.args["this"], given), of(frame, arm.args["true"], given)]
    default = node.args.get("default")
    parts.append(of(frame, default, given) if default is not None else "NULL")
    return f"{'multiIf' if operand is None else 'caseWithExpression'}({', '.join(parts)})"


def _if(frame: Frame, node: exp.Expr, given: Given) -> str:
    parts = [node.args.get(name) for name in ("this", "true", "false")]
    return "if(" + ", ".join(of(frame, one, given) for one in parts if one is not None) + ")"


def _in(frame: Frame, node: exp.Expr, given: Given) -> str:
    function = "globalIn" if node.args.get("is_global") else "in"
    this = of(frame, node.this, given)
    query, field = node.args.get("query"), node.args.get("field")
    if query is not None:
        return f"{function}({this}, {_query_name(frame, query)})"
    if field is not None:
        return f"{function}({this}, {of(frame, field, given)})"
    inside = [of(frame, one, given) for one in node.expressions]
    listed = inside[0] if len(inside) == 1 else "(" + ", ".join(inside) + ")"
    return f"{function}({this}, {listed})"


def _is(frame: Frame, node: exp.Expr, given: Given) -> str:
    if isinstance(node.expression, exp.Null):
        return f"isNull({of(frame, node.this, given)})"
    return _text(frame, node)


def _query_name(frame: Frame, node: exp.Expr) -> str:
    """Queries inside a SELECT are counted."""
    count = frame.text.queries.setdefault(id(node), len(frame.text.queries) + 1)
    return f"_subquery_{count}"


def _query(frame: Frame, node: exp.Expr, given: Given) -> str:
    return _query_name(frame, node)


def _interval(frame: Frame, node: exp.Expr, given: Given) -> str:
    unit = node.args.get("unit")
    this = node.args.get("this")
    if unit is None or this is None:
        return _text(frame, node)
    value = this.name if isinstance(this, exp.Literal) else of(frame, this, given)
    return f"toInterval{str(unit.name).rstrip('sS').capitalize()}({value})"


def _explode(frame: Frame, node: exp.Expr, given: Given) -> str:
    return f"arrayJoin({of(frame, node.this, given)})"


def _window(frame: Frame, node: exp.Expr, given: Given) -> str:
    alias = node.args.get("alias")
    if alias is not None and not node.args.get("partition_by") and node.args.get("order") is None:
        return f"{of(frame, node.this, given)} OVER {alias.name}"
    parts: list[str] = [alias.name] if alias is not None else []
    partition = node.args.get("partition_by")
    if partition:
        parts.append("PARTITION BY " + ", ".join(of(frame, one, given) for one in partition))
    order = node.args.get("order")
    if order is not None:
        parts.append("ORDER BY " + ", ".join(_ordered(frame, one, given) for one in order.expressions))
    spec = node.args.get("spec")
    if spec is not None:
        parts.append(_frame(frame, spec, given))
    return f"{of(frame, node.this, given)} OVER ({' '.join(parts)})"


def _ordered(frame: Frame, node: exp.Expr, given: Given) -> str:
    if not isinstance(node, exp.Ordered):
        return of(frame, node, given)
    return of(frame, node.this, given) + (" DESC" if node.args.get("desc") else " ASC")


def _frame(frame: Frame, spec: exp.Expr, given: Given) -> str:
    def bound(side: str) -> str:
        value = spec.args.get(side)
        text = value if isinstance(value, str) else of(frame, value, given) if value is not None else ""
        return f"{text} {spec.args.get(side + '_side') or ''}".strip()

    if spec.args.get("end") is None:
        return f"{spec.args.get('kind')} {bound('start')}"
    return f"{spec.args.get('kind')} BETWEEN {bound('start')} AND {bound('end')}"


def _fixed(text: str) -> Callable[[Frame, Any, Given], str]:
    return lambda frame, node, given: text


def _boolean(frame: Frame, node: exp.Expr, given: Given) -> str:
    return "true" if node.args.get("this") else "false"


_NAMES: dict[type, Callable[[Frame, Any, Given], str]] = {
    **dict.fromkeys(_OPERATORS, _operator),
    **dict.fromkeys(_CHAINS, _chain),
    exp.Paren: _paren,
    exp.Not: _not,
    exp.Neg: _negated,
    exp.Between: _between,
    exp.Literal: _literal,
    exp.Tuple: _listed("(", ")"),
    exp.Array: _listed("[", "]"),
    exp.Anonymous: _call,
    exp.Struct: _struct,
    exp.Alias: _alias,
    exp.Lambda: _lambda,
    exp.Identifier: _identifier,
    exp.Column: _column,
    exp.Dot: _dot,
    exp.Bracket: _bracket,
    exp.Cast: _cast,
    exp.CastToStrType: _cast,
    exp.Case: _case,
    exp.If: _if,
    exp.In: _in,
    exp.Is: _is,
    exp.Interval: _interval,
    exp.Explode: _explode,
    exp.Window: _window,
    exp.Null: _fixed("NULL"),
    exp.Star: _fixed("*"),
    exp.Boolean: _boolean,
    exp.Subquery: _query,
    exp.Select: _query,
    exp.Union: _query,
}
