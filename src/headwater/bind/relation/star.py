"""Stars: `*`, `t.*`, `s.*` over a struct, with EXCEPT/EXCLUDE, REPLACE and RENAME. A star over an unknown table stays
a marker.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator

from sqlglot import exp

from headwater.base import codes
from headwater.base.levels import COARSE, INFERRED
from headwater.bind.context import Context
from headwater.bind.expr import read as expr_read
from headwater.bind.expr import references
from headwater.bind.names import shape
from headwater.bind.names import star as names_star
from headwater.bind.names.frame import Frame
from headwater.bind.names.items import Item
from headwater.bind.names.star import everything, is_star, like_pattern
from headwater.bind.relation import matchers, unnest
from headwater.bind.scope import Entry, FixedEntry, Output, Resolved, WithoutEntry
from headwater.bind.suggestions import near
from headwater.bind.upward import UPWARD
from headwater.rel.columns import Born, Col, Dataset, Read
from headwater.rel.kinds import AGG, DERIVED, JOIN, UNKNOWN
from headwater.rel.operators import Single

SEVERAL = frozenset(
    {
        exp.Star,
        exp.Columns,
        exp.Dot,
        exp.QueryTransform,
        exp.Apply,
        exp.Like,
        exp.ILike,
        exp.SimilarTo,
        exp.Glob,
        exp.RegexpLike,
        exp.RegexpILike,
        exp.Not,
        exp.Explode,
        exp.Inline,
        exp.Posexplode,
        exp.ExplodeOuter,
        exp.PosexplodeOuter,
        exp.Stack,
        exp.Aliases,
        exp.Anonymous,
    }
)
"""The classes that may stand for several columns; `opens` and `is_star` look closer."""


def opens(frame: Frame, node: exp.Expr) -> bool:
    """Whether a select item stands for several columns though it is no star: COLUMNS in it, a pattern, an unnested
    struct.
    """
    own = frame.ctx.dialect.stars.opens(frame, node)
    if own is not None:
        return own
    if isinstance(node, (exp.QueryTransform, exp.Apply, exp.Aliases)):
        return True
    if _is_matched_star(node):
        return True
    if isinstance(node, exp.Inline):
        return True
    if frame.ctx.dialect.stars.generator_column and _generates(node):
        return _several_names(frame, node) is not None
    return for_each(frame.ctx, node)


def for_each(ctx: Context, node: exp.Expr) -> bool:
    """Whether an item is bound once for each of several columns: max(COLUMNS(*)); not so f(*COLUMNS(*))."""
    return ctx.has_columns and any(not column.args.get("unpack") for column in columns_in(node))


def columns_in(node: exp.Expr) -> Iterator[exp.Expr]:
    """The COLUMNS of an part; those of a query inside it are that query's own."""
    for part in node.walk(prune=lambda below: isinstance(below, exp.Query)):
        if isinstance(part, exp.Columns):
            yield part


_GENERATORS = frozenset({"Explode", "ExplodeOuter", "Posexplode", "PosexplodeOuter", "Stack"})


def _generates(node: exp.Expr) -> bool:
    return type(node).__name__ in _GENERATORS or _is_json_tuple(node)


def _is_json_tuple(node: exp.Expr) -> bool:
    """json_tuple(j, 'a', 'b'): a column a name."""
    return isinstance(node, exp.Anonymous) and node.name.lower() in unnest.TUPLES


def _several_names(frame: Frame, node: exp.Expr) -> list[str] | None:
    """What a generator without names calls its columns, where it has more than one: explode(map), posexplode, stack."""
    kind = type(node).__name__
    if _is_json_tuple(node):
        return [f"c{n}" for n in range(len(node.expressions) - 1)]
    if kind == "Stack":
        rows = int(node.this.name) if node.this.name.isdigit() and int(node.this.name) else 1
        return [f"col{n}" for n in range(max(-(-len(node.expressions) // rows), 1))]
    over_map = unnest.is_map(frame, node.this)
    if kind.startswith("Posexplode"):
        return ["pos", *(["key", "value"] if over_map else [frame.ctx.dialect.unnesting.position_element()])]
    return ["key", "value"] if over_map else None


def _named_generator(frame: Frame, node: exp.Expr, names: list[str]) -> list[Output]:
    """One generator, several columns; a position is generated, a map gives its key and its value."""
    if _is_json_tuple(node):
        reads: list[Read] = []
        for text in node.expressions[:1]:
            expr_read.reads(frame, text, DERIVED, reads)
        parts = [Born(frame.ctx.col(name), tuple(reads)) for name in names]
        frame.pending.born += parts
        return [Output(born.col.name, born.col) for born in parts]
    if type(node).__name__ == "Stack":
        births = unnest.stack_columns(frame, node, names, None)
        frame.pending.born += births
        return [Output(born.col.name, born.col) for born in births]
    outputs: list[Output] = []
    rest = list(names)
    if type(node).__name__.startswith("Posexplode"):
        position = frame.ctx.col(rest[0])
        frame.birth(Born(position, ()))
        outputs.append(Output(rest.pop(0), position))
    sides = unnest.map_sides(frame, node.this) if len(rest) == 2 else None
    if sides is not None:
        for name, reads in zip(rest, sides, strict=True):
            col = frame.ctx.col(name)
            frame.birth(Born(col, tuple(reads)))
            outputs.append(Output(name, col))
        frame.pending.exploded += [read._replace(kind=JOIN) for side in sides for read in side]
        return outputs
    return outputs + [Output(name, expr_read.value(frame, node, name)) for name in rest]


def _inline(frame: Frame, node: exp.Expr) -> list[Output]:
    """inline(array of structs): a row an element, a column a field."""
    whole = expr_read.value(frame, node, "col")
    opened = shape.expand(frame, Resolved(whole))
    if opened is not None:
        return opened
    frame.ctx.say(codes.OPAQUE, frame.ctx.span_of(node), "inline() over an array of unknown fields")
    return [Output("col1", shape.column_of(frame, Resolved(whole, (), COARSE), "col1"))]


def _each(frame: Frame, node: exp.Expr) -> list[Output]:
    """An item with COLUMNS in it, once for every column that matches."""
    alias = node.alias if isinstance(node, exp.Alias) else ""
    inner = node.this if isinstance(node, exp.Alias) else node
    first = next(columns_in(inner), None)
    if first is None:
        name = alias or frame.ctx.dialect.output_names.expression(frame, inner)
        return [Output(name, expr_read.value(frame, inner, name))]
    outputs: list[Output] = []
    for column in _columns(frame, first):
        frame.items.pinned = column
        name = _grouped_name(first, column.name, alias) if "\\" in alias else alias or column.name
        outputs.append(Output(name, expr_read.value(frame, inner, name)))
    frame.items.pinned = None
    return outputs


def _grouped_name(node: exp.Expr, name: str, alias: str) -> str:
    r"""COLUMNS('(.*)_id') AS 'top_\1': what the groups of the pattern hold; without a pattern \0 is the name."""
    inner = node.this
    groups: tuple[str | None, ...] = (name,)
    if isinstance(inner, exp.Literal) and inner.is_string:
        try:
            match = re.search(inner.name, name)
        except re.error:
            return alias
        groups = (match.group(0), *match.groups()) if match is not None else ()
    return re.sub(r"\\(\d)", lambda index: (groups[int(index[1])] or "") if int(index[1]) < len(groups) else "", alias)


def _script(frame: Frame, node: exp.Expr) -> list[Output]:
    """TRANSFORM (a, b) USING 'script' AS (x, y): nobody knows what it does, so every input may feed every output."""
    ctx = frame.ctx
    ctx.say(codes.OPAQUE, ctx.span_of(node), "TRANSFORM … USING")
    reads: list[Read] = []
    for expression in node.expressions:
        expr_read.reads(frame, expression, UNKNOWN, reads)
    opaque = tuple(read._replace(doubt=max(read.doubt, COARSE)) for read in reads)
    schema = node.args.get("schema")
    names = [expression.name for expression in schema.expressions] if schema is not None else ["key", "value"]
    outputs: list[Output] = []
    for name in names:
        col = ctx.col(name)
        frame.birth(Born(col, opaque))
        outputs.append(Output(name, col))
    return outputs


def _apply(frame: Frame, node: exp.Expr) -> list[Output]:
    """`* APPLY(f)`: every column goes through f, and keeps its name as far as we can say."""
    inner = node.this
    function = node.args.get("expression") or exp.Null()
    ctx = frame.ctx
    known = ctx.functions.find(function.name)
    if known is None:
        ctx.unknown_function(function, function.name)
    kind = UNKNOWN if known is None else ctx.function_kind(known.kind)
    outputs: list[Output] = []
    for output in expand(frame, inner):
        if output.opens is not None:
            outputs.append(output)
            continue
        name = f"{function.name}({output.name})"
        col = ctx.col(name)
        born = Born(col, (Read(output.col, kind),))
        if kind is AGG:
            frame.pending.aggregates.append(born)
        else:
            frame.birth(born)
        outputs.append(Output(name, col))
    return outputs


_SEARCHES = (exp.SimilarTo, exp.RegexpLike, exp.RegexpILike)
"""Patterns that may match any part of a name: `* ~ 'id'` is COLUMNS('id')."""
_MATCHES = (exp.Like, exp.ILike, exp.Glob, *_SEARCHES)


def _matched(node: exp.Expr) -> exp.Expr | None:
    """What is held against a pattern: `* NOT LIKE '%id'`."""
    inner = node.this if isinstance(node, exp.Not) else node
    return inner.this if isinstance(inner, _MATCHES) else None


def _is_matched_star(node: exp.Expr) -> bool:
    """`* LIKE 'a%'`, `t.* ~ 'id'`."""
    held = _matched(node)
    return isinstance(held, exp.Star) or (isinstance(held, exp.Column) and isinstance(held.this, exp.Star))


def _like(frame: Frame, outputs: list[Output], node: exp.Expr) -> list[Output]:
    """The columns whose names match, or do not."""
    inner = node.this if isinstance(node, exp.Not) else node
    pattern = _pattern(inner)
    searches = isinstance(inner, _SEARCHES) and not frame.ctx.dialect.stars.pattern_is_whole(frame)
    matches = pattern.search if searches else pattern.fullmatch
    wanted = isinstance(node, exp.Not) == bool(inner.args.get("negate"))
    return [output for output in outputs if output.opens is not None or (matches(output.name) is not None) == wanted]


def _pattern(node: exp.Expr) -> re.Pattern[str]:
    text: str = node.args["expression"].name
    flags = re.DOTALL
    if isinstance(node, exp.Glob):
        return re.compile(fnmatch.translate(text), flags)
    if isinstance(node, _SEARCHES):
        flags |= re.IGNORECASE if isinstance(node, exp.RegexpILike) else 0
        try:
            return re.compile(text, flags)
        except re.error:
            return re.compile(re.escape(text), flags)
    return like_pattern(text, isinstance(node, exp.ILike))


def expand(frame: Frame, node: exp.Expr) -> list[Output]:
    """The columns that a star stands for."""
    if isinstance(node, exp.Anonymous) and names_star.is_matcher(node):
        return matchers.expand(frame, node)
    own = frame.ctx.dialect.stars.expand(frame, node)
    if own is not None:
        return own
    if isinstance(node, exp.QueryTransform):
        return _script(frame, node)
    if isinstance(node, exp.Apply):
        return _apply(frame, node)
    if _is_matched_star(node):
        held = _matched(node)
        return _like(frame, _qualified(frame, held) if isinstance(held, exp.Column) else everything(frame), node)
    if isinstance(node, exp.Inline):
        return _inline(frame, node)
    if frame.ctx.dialect.stars.generator_column and _generates(node):
        names = _several_names(frame, node) or []
        return _named_generator(frame, node, names)
    if isinstance(node, exp.Aliases):
        return _aliases(frame, node)
    if isinstance(node, exp.Columns):
        return _columns(frame, node)
    if not is_star(node):
        return _each(frame, node)
    if isinstance(node, exp.Star):
        outputs, star = everything(frame), node
    elif isinstance(node, exp.Column):
        star = node.this
        outputs = _qualified(frame, node)
    else:
        star = node.expression
        outputs = _struct(frame, node.this, node)
    return _changed(frame, star, outputs)


def _qualified(frame: Frame, node: exp.Expr) -> list[Output]:
    """`t.*`, `db.t.*`, or a struct column's fields."""
    assert isinstance(node, exp.Column)
    parts = [part.name for part in node.parts[:-1]]
    scope: Frame | None = frame
    while scope is not None:
        entry = (
            scope.tables.by_alias.get(frame.ctx.folded(parts[0]))
            if len(parts) == 1
            else scope.tables.by_name(tuple(parts))
        )
        if entry is not None:
            if (
                isinstance(entry, FixedEntry)
                and entry.whole is not None
                and not frame.ctx.dialect.unnesting.alias_names_column()
            ):
                opened = shape.expand(frame, Resolved(entry.whole))
                if opened is not None:
                    return opened
            outputs = entry.star()
            if scope.tables.merged and frame.ctx.dialect.stars.qualified_using_first():
                outputs = _keys_first(scope, entry, outputs)
            return frame.ctx.dialect.output_names.star(frame, entry, outputs)
        scope = scope.parent
    inner = exp.Column(this=node.parts[-2].copy(), table=node.parts[-3].copy() if len(node.parts) > 2 else None)
    return _struct(frame, inner, node)


def _keys_first(frame: Frame, entry: Entry, outputs: list[Output]) -> list[Output]:
    """The columns of a table with those of USING first, in the order of the joins."""
    known = {key: frame.tables.merged_for(entry, key) for key in frame.tables.merged}
    found = {key: merged.first_of(entry) for key, merged in known.items() if merged is not None}
    joins = list(dict.fromkeys((merged.joined, merged.before) for merged in found.values()))  # the last one first
    keys = sorted(found, key=lambda key: (found[key].joined, -joins.index((found[key].joined, found[key].before))))
    first = [o for key in keys for o in outputs if o.opens is None and frame.ctx.folded(o.name) == key]
    return [*first, *(output for output in outputs if output not in first)]


def _struct(frame: Frame, holder: exp.Expr, node: exp.Expr) -> list[Output]:
    match = references.places(frame, holder)
    answers = match[0] if match is not None else (Resolved(expr_read.value(frame, holder, "")),)
    outputs: list[Output] = []
    for answer in answers:
        opened = shape.expand(frame, answer)
        if opened is not None:
            outputs += frame.ctx.dialect.output_names.struct_star(node, opened)
        else:
            frame.ctx.say(codes.UNKNOWN_FIELDS, frame.ctx.span_of(node), str(holder.sql(frame.ctx.dialect.grammar)))
            answer = answer._replace(doubt=max(answer.doubt, INFERRED))
            col = shape.column_of(frame, answer._replace(path=(*answer.path, "*")), "*")
            outputs.append(Output("*", col, _OpenStruct(frame, answer, col)))
    return outputs


class _OpenStruct(FixedEntry):
    """s.* where nobody knows the fields of s: any name may be one of them."""

    __slots__ = ("_struct",)

    def __init__(self, frame: Frame, struct: Resolved, col: Col) -> None:
        dataset = Dataset("", "struct", stored=False)
        super().__init__(frame.ctx, "", dataset, Single(frame.ctx.rows()), [Output("*", col, self)])
        self._struct = struct

    def infer(self, name: str, key: str) -> Resolved:
        struct = self._struct
        if struct.col.rest is not None and not struct.path:
            source, path, doubt = struct.col.rest(name, key)[0]
            return Resolved(source, path, max(doubt, struct.doubt))
        return Resolved(struct.col, (*struct.path, name), struct.doubt, struct.kind)


def _columns(frame: Frame, node: exp.Expr) -> list[Output]:
    """COLUMNS('regex'), COLUMNS(*), COLUMNS([a, b]): the columns that match."""
    inner = node.this
    if isinstance(inner, exp.Star):
        return _changed(frame, inner, everything(frame))
    if isinstance(inner, exp.Column) and isinstance(inner.this, exp.Star):
        return _changed(frame, inner.this, _qualified(frame, inner))  # COLUMNS(t.* EXCLUDE (a))
    outputs = everything(frame, hidden=True)
    if isinstance(inner, exp.Literal) and inner.is_string:
        try:
            pattern = re.compile(inner.name)
        except re.error:
            pattern = None
        if pattern is not None:
            return [output for output in outputs if output.opens is not None or pattern.search(output.name)]
    listed = inner.expressions[0] if isinstance(inner, exp.Array) and inner.expressions else None
    if isinstance(listed, exp.Comprehension) and isinstance(listed.args["iterator"].unnest(), exp.Star):
        # COLUMNS([c FOR c IN (*) IF c LIKE 'a%']): a lambda over the names
        condition = listed.args.get("condition") or exp.true()
        inner = exp.Lambda(this=condition, expressions=[listed.args["expression"]])
        if listed.this.name != listed.args["expression"].name:
            inner = exp.Null()
    if isinstance(inner, exp.Array):
        wanted = {frame.ctx.folded(expression.name) for expression in inner.expressions}
        return [output for output in outputs if output.opens is not None or frame.ctx.folded(output.name) in wanted]
    if isinstance(inner, exp.Lambda):
        chosen = [
            output.opens is not None or frame.ctx.dialect.stars.columns_by_lambda(inner, output.name)
            for output in outputs
        ]
        if None not in chosen:
            return [output for output, wanted in zip(outputs, chosen, strict=True) if wanted]
    frame.ctx.say(codes.UNREAD_SYNTAX, frame.ctx.span_of(node), "This COLUMNS expression")
    return outputs


def _aliases(frame: Frame, node: exp.Expr) -> list[Output]:
    """`explode(m) AS (k, v)`: one generator, several names."""
    names = [expression.name for expression in node.expressions]
    if type(node.this).__name__.startswith(("Stack", "Posexplode")) or _is_json_tuple(node.this):
        return _named_generator(frame, node.this, names)
    first = expr_read.value(frame, node.this, names[0])
    opened = shape.expand(frame, Resolved(first)) if first.shaped else None
    if opened is not None and len(opened) == len(names):
        return [Output(name, output.col) for name, output in zip(names, opened, strict=True)]
    return [Output(name, first if n == 0 else expr_read.value(frame, node.this, name)) for n, name in enumerate(names)]


def _changed(frame: Frame, star: exp.Expr, outputs: list[Output]) -> list[Output]:
    """EXCEPT takes columns out, REPLACE computes them anew, RENAME renames them; all in place."""
    args = star.args
    if isinstance(args.get("ilike"), exp.Literal):
        pattern = like_pattern(args["ilike"].name, True)  # * ILIKE '%id'
        outputs = [
            output for output in outputs if output.opens is not None or pattern.fullmatch(output.name) is not None
        ]
    if not any(args.get(name) for name in ("except_", "replace", "rename", "except")):
        return outputs
    ctx = frame.ctx
    fold = ctx.folded
    excepted = _list(args.get("except_") or args.get("except"))
    dropped = {fold(column.name): column for column in excepted if not column.args.get("table")}
    gone, thinner = _gone(frame, [column for column in excepted if column.args.get("table")])
    for word in ("replace", "rename"):
        if not all(isinstance(expression, exp.Alias) for expression in _list(args.get(word))):
            ctx.say(codes.UNREAD_SYNTAX, ctx.span_of(star), f"{word.upper()} without AS")  # * RENAME x (k)
    replaced = {fold(item.alias): item for item in _list(args.get("replace")) if isinstance(item, exp.Alias)}
    renames = [rename for rename in _list(args.get("rename")) if isinstance(rename, exp.Alias)]
    renamed = {fold(rename.this.name): rename for rename in renames if not rename.this.args.get("table")}
    meant = _meant(frame, [rename for rename in renames if rename.this.args.get("table")])
    known = {fold(output.name) for output in outputs}
    opened = any(output.opens is not None for output in outputs)
    for word, table in (("EXCEPT", dropped), ("REPLACE", replaced), ("RENAME", renamed)):
        for key, value in table.items():
            if key not in known and not opened:
                ctx.say(codes.STAR_NO_MATCH, ctx.span_of(value), value.name, word, near(value.name, lambda: known))
    result: list[Output] = []
    for output in outputs:
        key = fold(output.name)
        if output.opens is None and (key in dropped or output.col.id in gone):
            continue
        if output.opens is None and key in replaced:
            result.append(Output(output.name, _replacement(frame, replaced[key], output.name)))
        elif output.opens is None and output.col.id in thinner:
            result.append(Output(output.name, _without(frame, output.col, output.name, thinner[output.col.id])))
        elif output.opens is None and (output.col.id in meant or key in renamed):
            result.append(Output((meant.get(output.col.id) or renamed[key]).alias, output.col))
        elif output.opens is not None and dropped:
            result.append(output._replace(opens=WithoutEntry(output.opens, frozenset(dropped))))
        else:
            result.append(output)
    if opened:
        for key, value in replaced.items():
            if key not in known:
                result.append(Output(value.alias, _replacement(frame, value, value.alias)))
        for key, value in renamed.items():
            if key not in known:
                result.append(Output(value.alias, expr_read.value(frame, value.this, value.alias)))
    return result


def _meant(frame: Frame, nodes: list[exp.Expr]) -> dict[int, exp.Expr]:
    """RENAME (t.a AS b): that table's column and no other's."""
    known = {id(node): references.find(frame, node.this)[0] for node in nodes}
    return {answers[0].col.id: node for node in nodes if len(answers := known[id(node)]) == 1}


_Paths = list[tuple[str, ...]]


def _gone(frame: Frame, nodes: list[exp.Expr]) -> tuple[set[int], dict[int, _Paths]]:
    """EXCEPT (t.a): that table's column and no other's; EXCEPT (s.x): a field, and the rest of the struct stays."""
    gone: set[int] = set()
    thinner: dict[int, _Paths] = {}
    for node in nodes:
        match = references.find(frame, node)[0]
        if len(match) == 1 and not match[0].path:
            gone.add(match[0].col.id)
        elif len(match) == 1 and all(part.strip("[]") for part in match[0].path):
            thinner.setdefault(match[0].col.id, []).append(tuple(map(frame.ctx.folded, match[0].path)))
        else:
            frame.ctx.say(codes.UNREAD_SYNTAX, frame.ctx.span_of(node), "A field of a struct in EXCEPT")
    return gone, thinner


def _without(frame: Frame, col: Col, name: str, paths: _Paths) -> Col:
    """A struct without some of its fields."""
    inside: dict[str, Col] = {}
    fields = shape.expand(frame, Resolved(col))
    if fields is None:
        return col
    for output in fields:
        below = [path[1:] for path in paths if path[0] == frame.ctx.folded(output.name)]
        if () not in below:
            inside[output.name] = _without(frame, output.col, output.name, below) if below else output.col
    return shape.struct(frame, name, inside, tuple(inside))


def _replacement(frame: Frame, node: exp.Expr, name: str) -> Col:
    return expr_read.bind_item(frame, Item(node.this, name))


def _list(value: object) -> list[exp.Expr]:
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]  # type: ignore[list-item]


UPWARD.star = expand
