"""MATCH_RECOGNIZE: one row for each run of rows that fits a pattern.

A pattern variable names the rows that were mapped to it, so that `A.price` is a column of the input. Measures are what
comes out, behind the partition keys; DEFINE says which rows fit, and with the keys decides the rows.
"""

from __future__ import annotations

import re

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from headwater.base import codes
from headwater.bind.expr import read
from headwater.bind.names.frame import Frame
from headwater.bind.scope import FixedEntry, Output
from headwater.rel.columns import Dataset, Read
from headwater.rel.kinds import FILTER, WINDOW_KEY
from headwater.rel.operators import Match, Project, Rel
from headwater.sql.tree import start_of

_TAKEN = frozenset({"partition_by", "order", "measures", "rows", "after", "pattern", "define", "alias"})
_VARIABLE = re.compile(r"[^\W\d]\w*")
# what chooses a row of the match; elsewhere the parser's classes for them are aggregates
_NAVIGATION = {exp.First: "FIRST", exp.Last: "LAST"}
_ALL = "ALL ROWS"


def bind(frame: Frame, rel: Rel, node: exp.Expr) -> Rel:
    """Replace the names in sight by those of the matches."""
    ctx = frame.ctx
    ctx.unread(node, _TAKEN)
    args = node.args
    inner = Frame(ctx, frame.parent, frame.ctes)
    for entry in frame.tables.entries:
        inner.add(entry)
    pattern = args.get("pattern")
    names = _VARIABLE.findall(pattern.name) if pattern is not None else []
    names += [definition.alias for definition in args.get("define") or ()]
    for name in names:
        for entry in frame.tables.entries[:1]:
            inner.tables.by_alias.setdefault(ctx.folded(name), entry)
    keys: list[Read] = []
    outputs: list[Output] = []
    for key in args.get("partition_by") or ():
        keys += read.predicate(inner, key, WINDOW_KEY, "ON")
        inner.clause = "SELECT"
        outputs.append(Output(key.name, read.value(inner, key, key.name)))
    order = args.get("order")
    ordered = (
        [expression.this if isinstance(expression, exp.Ordered) else expression for expression in order.expressions]
        if order
        else []
    )
    for key in ordered:
        keys += read.predicate(inner, key, WINDOW_KEY, "ON")
    if args.get("rows") is not None and args["rows"].name.startswith(_ALL):
        outputs = [output for entry in frame.tables.entries for output in entry.star()]
    rel = inner.settle(rel)
    inner.clause = "SELECT"
    for measure in args.get("measures") or ():
        outputs.append(_measure(inner, measure.this, ordered))
    births = sorted(
        [*inner.pending.aggregates, *inner.pending.windows, *inner.pending.born], key=lambda born: born.col.id
    )
    inner.pending.born = []
    if inner.pending.below:
        rel = Project(rel.rows, rel, inner.pending.below)
    reads: list[Read] = []
    for definition in args.get("define") or ():
        # a navigation inside a condition births a column that only this condition reads
        if not isinstance(definition.this, exp.Expr):  # DEFINE A WITHIN …: AS is missing
            frame.ctx.say(codes.UNREAD_SYNTAX, frame.ctx.span_of(definition), "This definition of a pattern variable")
            continue
        reads += read.predicate(inner, _navigating(definition.this, ordered), FILTER, "WHERE")
    known = set(map(id, births))
    late = [
        born
        for born in (*inner.pending.aggregates, *inner.pending.windows, *inner.pending.born)
        if id(born) not in known
    ]
    inner.pending.born = []
    if late:
        rel = Project(rel.rows, rel, sorted(late, key=lambda born: born.col.id))
    rel = inner.settle(rel)
    match = Match(ctx.rows(), rel, keys, reads, births)
    frame.tables.entries.clear()
    frame.tables.by_alias.clear()
    frame.forget()
    frame.tables.any_open = False
    dataset = Dataset("MATCH_RECOGNIZE", "match", stored=False)
    frame.add(FixedEntry(ctx, "", dataset, match, outputs))
    return match


def _measure(frame: Frame, node: exp.Expr, order: list[exp.Expr]) -> Output:
    """LAST(A.price) AS price: a column that is chosen, computed or aggregated over the rows of the match."""
    result = _navigating(node, order)
    value = result.this if isinstance(result, exp.Alias) else result
    name = node.alias if isinstance(node, exp.Alias) else node.name
    col = read.value(frame, value, name)
    start, end = _written(frame, node)
    for births in (frame.pending.born, frame.pending.aggregates, frame.pending.windows):
        if births and births[-1].col is col and start >= 0:
            births[-1].start, births[-1].end, births[-1].stop = start, end, -1
            return Output(name, col)
    return Output(name, col, None, start, end)


def _written(frame: Frame, node: exp.Expr) -> tuple[int, int]:
    """The place of a measure: from the comma or word before it to its alias."""
    alias = node.args.get("alias") if isinstance(node, exp.Alias) else None
    start = start_of(node.this) if alias is not None else -1
    if start < 0 or frame.ctx.foreign or alias is None or not alias._meta:
        return -1, -1
    spans, tokens = frame.ctx.spans, frame.ctx.parsed.tokens
    first = spans.word(start)
    while first and tokens[first - 1].text.upper() not in _BEFORE:
        first -= 1
    last = spans.word(alias._meta["start"]) - 1
    if tokens[last].token_type is TokenType.ALIAS:
        last -= 1
    return tokens[first].start, tokens[last].end + 1


_BEFORE = frozenset({",", "MEASURES", "FINAL", "RUNNING"})


def _navigating(node: exp.Expr, order: list[exp.Expr]) -> exp.Expr:
    """A copy with FIRST and LAST as functions over the rows of a match, and the time of a match read from its order."""
    parent = node.parent
    copied = node.copy()
    copied.parent = parent

    def change(part: exp.Expr) -> exp.Expr:
        called = _NAVIGATION.get(type(part))  # type: ignore[arg-type]
        if called is not None:
            arguments = [part.this, *(part.args.get("expressions") or [])]
            return _called(part, called, arguments)
        if isinstance(part, exp.Anonymous) and part.name.upper() == "MATCH_ROWTIME" and not part.expressions and order:
            return _called(part, part.name, [order[0].copy()])
        return part

    return copied.transform(change, copy=False)


def _called(node: exp.Expr, name: str, arguments: list[exp.Expr]) -> exp.Expr:
    anonymous = exp.Anonymous(this=name, expressions=arguments)
    if node._meta:
        anonymous.meta.update(node._meta)
    return anonymous
