"""Joins: what matches, which columns merge, and which side stays hidden."""

from __future__ import annotations

from collections import Counter

from sqlglot import exp

from headwater.base import codes
from headwater.bind.expr import macros, read
from headwater.bind.names.frame import Frame
from headwater.bind.relation import pivot, sources, stored, table_functions, unnest
from headwater.bind.scope import Entry, Resolved
from headwater.rel.columns import Born, Read
from headwater.rel.kinds import DIRECT, JOIN
from headwater.rel.operators import Filter, Join, Rel, Sample

_TAKEN = frozenset(
    {"this", "on", "using", "side", "kind", "method", "global_", "hint", "match_condition", "expressions", "directed"}
    | {"nearest"}
)


def bind(frame: Frame, left: Rel, node: exp.Expr) -> Rel:
    """One JOIN; the frame gets the right side's names."""
    ctx = frame.ctx
    args = node.args
    this = args["this"]
    kind = (args.get("kind") or "").upper()
    if kind == "ARRAY":
        ctx.unread(node, _TAKEN)
        return unnest.array_join(frame, left, node)
    if _is_comma(node) and ctx.dialect.clauses.comma_is_weaker:
        frame.tables.joined_from = len(frame.tables.entries)
    before = frame.tables.entries[frame.tables.joined_from :]
    if isinstance(this, exp.Unnest):
        rel = unnest.bind(frame, left, this)
        return _matched(frame, rel, node, before)
    if isinstance(this, exp.Lateral):
        rel = unnest.lateral(frame, left, this)
        return _matched(frame, rel, node, before)
    called = isinstance(this, exp.Table) and not isinstance(this.this, exp.Identifier)
    if called and macros.is_followed(frame, this):
        called = False  # a function that is written in SQL is a query
    if called and not table_functions.takes_tables(frame, this.this):
        alias, names = stored.alias_of(frame, this)
        mark = len(frame.tables.entries)
        known = sources.source(frame, this.this, alias, names, this.args.get("db"))
        if known is not None:
            return _join(frame, left, hang(frame, known, this), node, before, frame.tables.entries[mark:])
        rel = unnest.table_function(frame, left, this.this, alias, names, bool(this.args.get("ordinality")))
        return _matched(frame, hang(frame, rel, this), node, before)
    opened = _path(frame, left, this)
    if opened is not None:
        return _matched(frame, opened, node, before)
    mark = len(frame.tables.entries)
    # a JOIN (b JOIN c USING (k)): joins inside of the right side match what stands there
    outer = frame.tables.joined_from
    conditional = bool(args.get("on") or args.get("using"))
    if not this.args.get("pivots") or _is_comma(node) or not ctx.dialect.clauses.pivot_takes_joins(conditional):
        frame.tables.joined_from = mark
    right = frame.ctx.up.source(frame, this)
    frame.tables.joined_from = outer
    added = frame.tables.entries[mark:]
    return _join(frame, left, right, node, before, added)


def _is_comma(node: exp.Expr) -> bool:
    """FROM a, b: the parser's cross join without what it notes of a written JOIN."""
    return node.args.get("kind") in (None, "CROSS") and {"pivots", "using", "on"}.isdisjoint(node.args)


def _path(frame: Frame, left: Rel, this: exp.Expr) -> Rel | None:
    """FROM t, t.items AS i: a path into a table to the left."""
    if not isinstance(this, exp.Table) or not this.args.get("db"):
        return None
    parts = frame.ctx.table_parts(this)
    alias, _ = stored.alias_of(frame, this)
    return unnest.path_source(frame, parts, alias, left)


def _matched(frame: Frame, rel: Rel, node: exp.Expr, before: list[Entry]) -> Rel:
    """A join whose right side already stands over the left one: only its condition is left to read."""
    condition = node.args.get("on")
    frame.ctx.unread(node, _TAKEN)
    reads: list[Read] = []
    if node.args.get("using"):
        # UNNEST(xs) AS a JOIN UNNEST(ys) AS b USING (k)
        births: list[Born] = []
        side, kind = ((node.args.get(name) or "").upper() for name in ("side", "kind"))
        added = [entry for entry in frame.tables.entries[frame.tables.joined_from :] if entry not in before]
        for column in node.args["using"]:
            _merge(frame, column.name, side, kind, before, added, reads, births)
        for born in births:
            frame.birth(born)
    if condition is not None and not isinstance(condition, exp.Boolean):
        reads += read.predicate(frame, condition, JOIN, "ON")
    if not reads:
        return rel
    rel = frame.settle(rel)
    return Filter(frame.ctx.rows(), rel, reads, "ON")


def _join(frame: Frame, left: Rel, right: Rel, node: exp.Expr, before: list[Entry], added: list[Entry]) -> Rel:
    ctx = frame.ctx
    args = node.args
    side = (args.get("side") or "").upper()
    kind = (args.get("kind") or "").upper()
    method = (args.get("method") or "").upper()
    reads: list[Read] = []
    births: list[Born] = []
    using = [column.name for column in args.get("using") or ()]
    if method == "NATURAL":
        using = _natural(frame, before, added)
    for name in using:
        _merge(frame, name, side, kind, before, added, reads, births)
    # SELECT * over a USING join gives its keys first, so those of a later join come before those of an earlier one
    keys = dict.fromkeys(key for key in map(ctx.folded, using) if key in frame.tables.merged)
    if keys:
        frame.tables.merged = {**{key: frame.tables.merged[key] for key in keys}, **frame.tables.merged}
    for condition in ("on", "match_condition"):
        if args.get(condition) is not None:
            reads += read.predicate(frame, args[condition], JOIN, "ON")
    if args.get("nearest") is not None:  # JOIN b NEAREST 3 BY DISTANCE abs(a.x - b.x): which rows meet hangs on it
        method = "NEAREST"
        reads += read.predicate(frame, args["nearest"].this, JOIN, "ON")
    left = frame.settle(left)
    how = " ".join(f"{method} {side} {kind}".split()) or ("INNER" if reads else "CROSS")
    if kind in ("SEMI", "ANTI") and ctx.dialect.clauses.semi_join_hides_right():
        # the right side decides rows and is then out of sight
        for entry in added:
            frame.tables.entries.remove(entry)
        frame.forget()
        for key in [key for key, entry in frame.tables.by_alias.items() if entry in added]:
            del frame.tables.by_alias[key]
    ctx.unread(node, _TAKEN)
    return Join(ctx.rows(), left, right, how, reads, births)


def _natural(frame: Frame, before: list[Entry], added: list[Entry]) -> list[str]:
    """The names both sides have."""
    fold = frame.ctx.folded
    rights = Counter(fold(output.name) for entry in added for output in entry.star() if output.opens is None)
    names: dict[str, str] = {}
    for entry in before:
        lefts = Counter(fold(output.name) for output in entry.star() if output.opens is None)
        for output in entry.star():
            key = fold(output.name)
            if output.opens is None and key in rights:
                names.setdefault(key, output.name)
                if lefts[key] > 1 and rights[key] > 1:  # (SELECT 1 AS a, 2 AS a) NATURAL JOIN (SELECT 1 AS a, 2 AS a)
                    frame.ctx.say(codes.AMBIGUOUS_COLUMN, None, output.name, "several columns of each side")
    return list(names.values())


def _side(frame: Frame, entries: list[Entry], name: str, key: str) -> tuple[Resolved, list[Entry]] | None:
    """The column of a name on one side of a join, and the entries that it stands for."""
    merged = frame.tables.merged_within(key, entries)
    if merged is not None:
        return merged.column, [entry for entry in entries if id(entry) in merged.entries]
    if key in frame.tables.elements and any(frame.tables.is_hidden(entry, key) for entry in entries):
        return frame.tables.elements[key], list(entries)  # ARRAY JOIN k JOIN t USING k
    known = [entry for entry in entries if key in entry.index and not frame.tables.is_hidden(entry, key)]
    for entry in known:
        col = entry.find(key)
        assert col is not None
        return Resolved(col), [entry]
    opened = [entry for entry in entries if entry.open]
    return (opened[0].infer(name, key), opened) if opened else None


def _merge(
    frame: Frame,
    name: str,
    side: str,
    kind: str,
    before: list[Entry],
    added: list[Entry],
    reads: list[Read],
    births: list[Born],
) -> None:
    """USING (k): inner and left joins take the left column, right joins the right, full joins both."""
    ctx = frame.ctx
    key = ctx.folded(name)
    sides = [_side(frame, before, name, key), _side(frame, added, name, key)]
    for side_ in sides:
        if side_ is not None:
            reads.append(Read(side_[0].col, JOIN, (), side_[0].doubt))
    if sides[0] is None or sides[1] is None:
        if sides[0] is None and sides[1] is None:
            frame.missing(name, key, ctx.parsed.span)
        return
    (left, left_entries), (right, right_entries) = sides[0], sides[1]
    if kind in ("SEMI", "ANTI") and ctx.dialect.clauses.semi_join_hides_right():
        return
    column = right if side == "RIGHT" else left
    gathers = ctx.dialect.clauses.full_join_gathers()
    full = side == "FULL" or (gathers and frame.tables.is_full(column))
    if full:
        operands = [left, right]
        if gathers:
            columns = [entry.find(key) for entry in (*before, *added) if key in entry.index]
            known = [Resolved(held) for held in columns if held is not None]
            operands = [*known, *(operand for operand in operands if operand.doubt)]
        col = ctx.col(name, None, left.col.type)
        births.append(Born(col, tuple(Read(operand.col, DIRECT, (), operand.doubt) for operand in operands)))
        column = Resolved(col)
    frame.tables.merge(key, column, (*left_entries, *right_entries), before, full)
    frame.forget()


def bind_joins(frame: Frame, rel: Rel, node: exp.Expr) -> Rel:
    """The joins and lateral views that hang on a SELECT or a table."""
    for join in _nested(node.args.get("joins") or []):
        rel = bind(frame, rel, join)
    for lateral in node.args.get("laterals") or ():
        rel = unnest.lateral(frame, rel, lateral)
    return rel


def _nested(joins: list[exp.Expr]) -> list[exp.Expr]:
    """a JOIN b NATURAL JOIN c ON …: a join that takes no condition stands inside of the one whose condition follows."""
    result: list[exp.Expr] = []
    for join in joins:
        conditions = {name: join.args[name] for name in ("on", "using") if join.args.get(name)}
        before = result[-1].args if result else {}
        waiting = bool(result) and not before.get("on") and not before.get("using") and not before.get("method")
        alone = (join.args.get("method") or join.args.get("kind") or "").upper() in _UNCONDITIONAL
        if alone and conditions and waiting and not _is_comma(result[-1]):
            inner, outer = join.copy(), result.pop().copy()
            for name in conditions:
                outer.set(name, inner.args[name])
                inner.set(name, None)
            outer.this.append("joins", inner)
            join = outer
        result.append(join)
    return result


_UNCONDITIONAL = frozenset({"NATURAL", "POSITIONAL", "CROSS"})


def hang(frame: Frame, rel: Rel, node: exp.Expr) -> Rel:
    """What hangs on a source: sample, pivots, lateral views, joins."""
    args = node.args
    if args.get("final"):
        frame.ctx.say(codes.FINAL, frame.ctx.span_of(node))
    if args.get("sample"):
        frame.ctx.say(codes.SAMPLE, frame.ctx.span_of(node))
        rel = Sample(frame.ctx.rows(), rel)
    for pivot_ in args.get("pivots") or ():
        rel = pivot.bind(frame, rel, pivot_)
    if args.get("joins") or args.get("laterals"):
        rel = bind_joins(frame, rel, node)
    return rel
