"""Rows out of values: UNNEST, ARRAY JOIN, LATERAL VIEW, paths into arrays, and table functions.

An element keeps the shape of its array: `UNNEST(items) AS i` then `i.price` is `items[].price`. Positions are
generated.
"""

from __future__ import annotations

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from headwater.base import codes
from headwater.base.levels import COARSE, INFERRED
from headwater.base.types import UNTYPED, Array, Map, Struct, parse_type
from headwater.bind.context import Context
from headwater.bind.expr import macros, references, roles
from headwater.bind.expr import read as expr_read
from headwater.bind.names import shape
from headwater.bind.names.frame import Frame
from headwater.bind.relation import stored, table_functions
from headwater.bind.relation.alias_columns import column_names
from headwater.bind.scope import ElementEntry, Entry, FixedEntry, Output, QueryEntry, Resolved, TableEntry
from headwater.rel.columns import Born, Col, Dataset, Read
from headwater.rel.kinds import DERIVED_ARRAY, DIRECT, JOIN, UNKNOWN, through
from headwater.rel.operators import Call, Join, Ref, Rel, Single, Unnest
from headwater.sql.placeholders import NAMED
from headwater.sql.tree import start_of

_UNNEST = frozenset({"expressions", "alias", "offset", "explode_array"})
_LATERAL = frozenset({"this", "view", "outer", "alias", "cross_apply", "ordinality"})


def element_column(frame: Frame, node: exp.Expr, name: str, dataset: Dataset) -> tuple[Born, list[Read]]:
    """The column for one element of an array expression, and what the array reads."""
    answers, start, end = references.anchor(frame, node)
    whole_rows = frame.ctx.dialect.unnesting.maps_give_pairs()
    opaque = len(answers) == 1 and _is_opaque(frame, answers[0])
    opened = tuple((whole_rows and shape.entry(frame, answer)) or shape.element(frame, answer) for answer in answers)
    if opaque:
        opened = (opened[0]._replace(doubt=COARSE),)
    kinds = [UNTYPED if opaque else shape.type_of(answer) for answer in opened]
    kind = kinds[0] if len(kinds) == 1 else UNTYPED if all(each is UNTYPED for each in kinds) else parse_type("")
    col = frame.ctx.col(name, dataset, kind)
    if len(opened) == 1 and not opened[0].path and opened[0].col.shaped:
        col.shaped = True
        col.like = ((opened[0].col, opened[0].kind),)
    elif isinstance(kind, (Struct, Array, Map)):
        col.shaped = True
    read = [Read(output.col, output.kind, output.path, output.doubt, start, end) for output in opened]
    if type(node) in (exp.Bracket, exp.Dot, exp.Paren):
        references.index_reads(frame, node, DIRECT, read)  # UNNEST(xs[OFFSET(n)]): n decides which array it is
    born = Born(col, tuple(read), start, end)
    whole = [Read(answer.col, JOIN, answer.path, answer.doubt, start, end) for answer in answers]
    return born, whole


def _is_opaque(frame: Frame, answer: Resolved) -> bool:
    """UNNEST(my_udf(x)): a value that was just made, by something that nobody described."""
    born = frame.pending.born[-1] if frame.pending.born else None
    return born is not None and born.col is answer.col and any(read.kind == UNKNOWN for read in born.reads)


def _names(ctx: Context, node: exp.Expr) -> tuple[str, list[str]]:
    alias = node.args.get("alias")
    if not isinstance(alias, exp.TableAlias):
        return "", []
    this = alias.args.get("this")
    return (this.name if this is not None else "", column_names(ctx, alias))


def bind(frame: Frame, rel: Rel, node: exp.Expr, holder: exp.Expr | None = None) -> Rel:
    """UNNEST(a, b) AS t(x, y) [WITH ORDINALITY | WITH OFFSET AS o] in FROM; `holder` has the alias where it is not on
    the UNNEST.
    """
    ctx = frame.ctx
    alias, names = _names(frame.ctx, holder if holder is not None else node)
    own = ctx.dialect.unnesting
    if not alias and len(names) == 1 and own.alias_is_element():
        alias = names[0]
    if not alias and own.alias_is_element() and len(node.expressions) == 1 and _is_path(ctx, node.expressions[0]):
        alias = node.expressions[0].name
    dataset = Dataset(alias or "unnest", "unnest", stored=False)
    alone = own.alias_names_column() and len(node.expressions) == 1 and not node.args.get("offset")
    births: list[Born] = []
    reads: list[Read] = []
    outputs: list[Output] = []
    whole: Col | None = None
    for position, expression in enumerate(node.expressions):
        default = alias if (own.alias_is_element() or alone) and alias else "" if own.alias_is_element() else "unnest"
        label = names[position] if position < len(names) else default
        if roles.function_name(expression) == NAMED:
            if len(expression.expressions) < 2:  # UNNEST(FROM xs. AS x, ys)
                ctx.say(codes.UNREAD_SYNTAX, ctx.span_of(node), "This argument of UNNEST")
                continue
            label = expression.expressions[1].name
            expression = expression.expressions[0]
        born, read = element_column(frame, expression, label or "unnest", dataset)
        births.append(born)
        reads += read
        pairs = len(names) > 1 and is_map(frame, expression)
        opened = (
            shape.expand(frame, Resolved(born.col))
            if isinstance(born.col.type, Struct) and own.opens_structs() and not pairs
            else None
        )
        if opened is not None:
            if len(names) > 1 and len(names) >= len(opened):
                opened = [Output(label, out.col) for label, out in zip(names, opened, strict=False)]
            outputs.extend(opened)
        elif pairs:
            # the key has no fields of its own; what the map holds stands in the value
            sides = map_sides(frame, expression)
            key = ctx.col(names[0], dataset)  # behind what it reads
            keys = sides[0] if sides is not None else [source._replace(kind=DERIVED_ARRAY) for source in read]
            births.append(Born(key, tuple(keys), born.start, born.end))
            born.col.name = names[1]
            outputs += [Output(names[0], key), Output(names[1], born.col)]
        else:
            outputs.append(Output(label, born.col))
        if position == 0:
            whole = born.col
    offset = node.args.get("offset")
    if offset:
        label = (
            offset.name
            if isinstance(offset, exp.Expr)
            else names[len(outputs)]
            if len(names) > len(outputs)
            else "ordinality"
            if not own.alias_is_element()
            else "offset"
        )
        col = ctx.col(label, dataset)
        births.append(Born(col, ()))
        outputs.append(Output(label, col))
    rel = frame.settle(rel)
    unnest = Unnest(ctx.rows(), rel, reads, births)
    ctx.unread(node, _UNNEST)
    hidden: dict[str, Col] = {}
    if alone and alias and not names and whole is not None:
        hidden["unnest"] = whole  # FROM unnest(l) AS u: u.u, and u.unnest
    if own.alias_is_element() and whole is not None and isinstance(whole.type, Struct):
        # fields of an unnested struct answer to their bare names, and a star gives them in its place
        fields = shape.expand(frame, Resolved(whole)) or []
        if fields and len(node.expressions) == 1:
            outputs[:1] = fields
        for output in fields:
            hidden.setdefault(ctx.folded(output.name), output.col)
        unnest.born = [*births, *frame.pending.born]
        frame.pending.born = []
    if own.alias_is_element() and whole is not None and whole.type is UNTYPED and len(node.expressions) == 1:
        # SELECT value.int_value FROM UNNEST(event_params) WHERE key = 'x': over a table that nobody described
        array = node.expressions[0]
        sure = not any(read.doubt for born in births for read in born.reads)  # else the table is said to be unknown

        def say() -> None:
            if sure:
                ctx.say(codes.UNKNOWN_ELEMENTS, ctx.span_of(array), array.name or "the array")

        frame.add(ElementEntry(ctx, alias, dataset, unnest, outputs, whole, say))
        return unnest
    frame.add(FixedEntry(ctx, alias, dataset, unnest, outputs, hidden, whole=whole))
    return unnest


def _is_path(ctx: Context, node: exp.Expr) -> bool:
    """FROM t, t.items: a path that stands by itself, and not in UNNEST(t.items), is called by its last name."""
    offset = start_of(node) if isinstance(node, (exp.Column, exp.Dot)) and not ctx.foreign else -1
    index = ctx.spans.word(offset) if offset >= 0 else 0
    return index > 0 and ctx.parsed.tokens[index - 1].token_type is not TokenType.L_PAREN


def path_source(frame: Frame, parts: tuple[str, ...], alias: str, rel: Rel | None = None) -> Rel | None:
    """FROM t, t.items AS i: the path names a column of a table in sight, so it is an array to be opened."""
    ctx = frame.ctx
    scope: Frame | None = frame
    while scope is not None:
        entry = scope.tables.by_alias.get(ctx.folded(parts[0]))
        if entry is not None and _holds(entry, ctx.folded(parts[1])):
            break
        scope = scope.parent
    else:
        return _stored_path(frame, parts, alias) if rel is None and ctx.dialect.unnesting.table_paths() else None
    return bind(frame, rel if rel is not None else Single(ctx.rows()), _unnested(parts, alias))


def _unnested(parts: tuple[str, ...], alias: str) -> exp.Unnest:
    """t.items.prices: UNNEST(t.items.prices)."""
    node: exp.Expr = exp.Column(this=exp.to_identifier(parts[1]), table=exp.to_identifier(parts[0]))
    for part in parts[2:]:
        node = exp.Dot(this=node, expression=exp.to_identifier(part))
    return exp.Unnest(expressions=[node], alias=exp.TableAlias(this=exp.to_identifier(alias or parts[-1])))


def _stored_path(frame: Frame, parts: tuple[str, ...], alias: str) -> Rel | None:
    """FROM shop.orders.items: the array of a stored table that is not in FROM itself; no table has the whole name."""
    ctx = frame.ctx
    if ctx.session.find(ctx.session.key(parts)) is not None:
        return None
    for count in range(len(parts) - 1, 0, -1):
        table = ctx.session.find(ctx.session.key(parts[:count]))
        if table is not None and table.columns is not None:
            break
    else:
        return None
    if ctx.folded(parts[count]) not in table.index(ctx.fold):
        return None
    ctx.say(codes.UNKNOWN_TABLE, None, ".".join(parts), f" It is read as an array of {table.display}.")
    inner = Frame(ctx, frame.parent, frame.ctes)
    entry = stored.stored(inner, exp.Table(), parts[:count], "", None)
    inner.add(entry)
    rel = bind(inner, entry.rel, _unnested((parts[count - 1], *parts[count:]), alias))
    assert isinstance(rel, Unnest)
    for born in rel.born:
        born.reads = tuple(read._replace(doubt=max(read.doubt, INFERRED)) for read in born.reads)
    frame.add(inner.tables.entries[-1])
    return rel


def _holds(entry: Entry, key: str) -> bool:
    return key in entry.index or (isinstance(entry, TableEntry) and entry.open)


def array_join(frame: Frame, rel: Rel, node: exp.Expr) -> Rel:
    """ARRAY JOIN arr AS a, brr: an alias is a new column; without one the array's own name means its element from here
    on.
    """
    ctx = frame.ctx
    dataset = Dataset("array join", "unnest", stored=False)
    births: list[Born] = []
    reads: list[Read] = []
    hidden: dict[str, Col] = {}
    shadowed: list[str] = []
    for expression in [node.this, *node.expressions]:
        inner = expression
        alias = ""
        if isinstance(expression, exp.Alias):
            inner, alias = expression.this, expression.alias
        elif isinstance(expression, exp.JSONCast):
            inner, alias = expression.this, expression.alias  # json.items[]: an array of objects
        elif isinstance(expression, exp.Table):
            alias = expression.alias
            inner = exp.Column(this=expression.this, table=expression.args.get("db"))
        parts = ctx.dialect.unnesting.nested_parts(frame, inner)
        if parts:
            # ARRAY JOIN goals AS g: g.id, g.price
            for part, column in parts:
                name = f"{alias or inner.name}.{part}"
                born, read = element_column(frame, column, name, dataset)
                births.append(born)
                reads += read
                hidden[ctx.folded(name)] = born.col
                if not alias:
                    shadowed.append(ctx.folded(name))
            continue
        name = alias or ctx.dialect.unnesting.element_name(frame, inner)
        born, read = element_column(frame, inner, name, dataset)
        births.append(born)
        reads += read
        hidden[ctx.folded(name)] = born.col
        if not alias:
            shadowed.append(ctx.folded(name))
    rel = frame.settle(rel)
    unnest = Unnest(ctx.rows(), rel, reads, births)
    frame.add(FixedEntry(ctx, "", dataset, unnest, [], hidden))
    for key, col in hidden.items():
        frame.tables.elements[key] = Resolved(col)
        for entry in frame.tables.entries:
            if key in shadowed:
                frame.tables.using_hidden.add((id(entry), key))
    frame.forget()
    return unnest


def lateral(frame: Frame, rel: Rel, node: exp.Expr) -> Rel:
    """LATERAL (SELECT …), LATERAL VIEW explode(x) t AS c, LATERAL TABLE(f(x))."""
    ctx = frame.ctx
    alias, names = stored.alias_of(frame, node)
    inner = node.this
    ctx.unread(node, _LATERAL)
    if isinstance(inner, exp.Query):
        body = inner.this if isinstance(inner, exp.Subquery) and not inner.args.get("order") else inner
        bound = ctx.up.query(ctx, body, frame, frame.ctes)
        stored.check_width(ctx, node, alias, names, bound)
        ref = Ref(ctx.rows(), Dataset(alias or "(subquery)", "subquery", stored=False), bound.rel, [])
        frame.add(QueryEntry(ctx, alias, ref, bound, names))
        return Join(ctx.rows(), frame.settle(rel), ref, "LATERAL", (), ())
    if isinstance(inner, exp.Unnest):
        return bind(frame, rel, inner, node)
    macro = macros.table(frame, node, inner) if ctx.session.macros and isinstance(inner, exp.Anonymous) else None
    if macro is not None:
        ref = Ref(ctx.rows(), Dataset(alias or inner.name, "function", stored=False), macro.rel, [])
        frame.add(QueryEntry(ctx, alias or inner.name, ref, macro, names))
        return Join(ctx.rows(), frame.settle(rel), ref, "LATERAL", (), ())
    return table_function(frame, rel, inner, alias, names, bool(node.args.get("ordinality")))


_SERIES = ("GenerateSeries", "GenerateDateArray", "GenerateTimestampArray")


def table_function(
    frame: Frame, rel: Rel, node: exp.Expr, alias: str, names: list[str] | None, ordinality: bool
) -> Rel:
    """FROM f(…) AS t(a, b): rows from a function of its arguments."""
    if table_functions.takes_tables(frame, node):
        return table_functions.bind(frame, rel, node, alias, names or [])
    kind = type(node).__name__
    position = kind.startswith("Posexplode")
    if kind == "Stack":
        return _stack(frame, rel, node, alias, names or [])
    if kind.startswith(("Explode", "Posexplode", "Inline", "Unnest")):
        return _explode(frame, rel, node, alias, names or [], position, kind.startswith("Inline"))
    if isinstance(node, exp.Anonymous) and node.name.lower().startswith("variant_explode"):
        # a position, and a key and a value that are parts of the variant
        return _explode(frame, rel, node, alias, names or ["pos", "key", "value"], True, False)
    if isinstance(node, exp.Anonymous) and node.name.lower() in TUPLES and frame.ctx.dialect.stars.generator_column:
        names = names or [f"c{n}" for n in range(len(node.expressions) - 1)]
    if isinstance(node, exp.Anonymous) and node.name.lower() in _EXPLODING:
        return _explode(
            frame,
            rel,
            node,
            alias,
            names or [],
            node.name.lower().startswith("pos"),
            node.name.lower().startswith("inline"),
        )
    return _call(frame, rel, node, alias, names or [], ordinality)


TUPLES = frozenset({"json_tuple", "parse_url_tuple"})
"""Functions that make a column of each argument behind the first."""
_EXPLODING = frozenset(
    {"explode", "explode_outer", "posexplode", "posexplode_outer", "inline", "inline_outer", "unnest"}
)


def _explode(frame: Frame, rel: Rel, node: exp.Expr, alias: str, names: list[str], position: bool, inline: bool) -> Rel:
    ctx = frame.ctx
    dataset = Dataset(alias or "explode", "unnest", stored=False)
    arg = node.args.get("this")
    if not isinstance(arg, exp.Expr):
        arg = node.expressions[0] if node.expressions else exp.Null()
    arg = argument(arg)
    labels = list(names)
    births: list[Born] = []
    outputs: list[Output] = []
    if position:
        label = labels.pop(0) if labels else "pos"
        col = ctx.col(label, dataset)
        births.append(Born(col, ()))
        outputs.append(Output(label, col))
    default = ctx.dialect.unnesting.position_element() if position else "col"
    born, reads = element_column(frame, arg, labels[0] if labels else default, dataset)
    births.append(born)
    opened = shape.expand(frame, Resolved(born.col)) if inline else None
    if opened is not None:
        outputs += [Output(labels[n] if n < len(labels) else out.name, out.col) for n, out in enumerate(opened)]
    elif len(labels) > 1 or (not labels and is_map(frame, arg)):
        # explode(map) AS k, v; inline of structs whose fields are not known: every name reads the value
        sides = map_sides(frame, arg) if not inline else None
        if sides is not None:
            births.pop()
        for n, label in enumerate(labels or ["key", "value"]):
            if n == 0 and sides is None:
                outputs.append(Output(label, born.col))
                continue
            col = ctx.col(label, dataset)
            read = tuple(sides[min(n, 1)]) if sides is not None else born.reads
            births.append(Born(col, read, born.start, born.end))
            outputs.append(Output(label, col))
        if inline:
            ctx.say(codes.OPAQUE, ctx.span_of(node), "inline() over an array of unknown fields")
    else:
        if inline:  # how many columns there are depends on a type that is not known
            ctx.say(codes.OPAQUE, ctx.span_of(node), "inline() over an array of unknown fields")
        outputs.append(Output(labels[0] if labels else default, born.col))
    rel = frame.settle(rel)
    unnest = Unnest(ctx.rows(), rel, reads, births)
    frame.add(FixedEntry(ctx, alias, dataset, unnest, outputs, whole=born.col if alias and not names else None))
    return unnest


def stack_columns(frame: Frame, node: exp.Expr, names: list[str], dataset: Dataset | None) -> list[Born]:
    """stack(n, v1, v2, …): n rows, filled from left to right; constants make a label that is generated."""
    first = node.args.get("this")
    values = list(node.expressions)
    rows = int(first.name) if isinstance(first, exp.Literal) and first.name.isdigit() and int(first.name) else 1
    width = max(-(-len(values) // rows), 1)
    births: list[Born] = []
    for position in range(width):
        reads: list[Read] = []
        for value in values[position::width]:
            expr_read.reads(frame, value, DIRECT, reads)
        label = names[position] if position < len(names) else f"col{position}"
        births.append(Born(frame.ctx.col(label, dataset), tuple(reads)))
    return births


def _stack(frame: Frame, rel: Rel, node: exp.Expr, alias: str, names: list[str]) -> Rel:
    ctx = frame.ctx
    dataset = Dataset(alias or "stack", "unnest", stored=False)
    births = stack_columns(frame, node, names, dataset)
    unnest = Unnest(ctx.rows(), frame.settle(rel), (), births)
    frame.add(FixedEntry(ctx, alias, dataset, unnest, [Output(born.col.name, born.col) for born in births]))
    return unnest


_MAPS = (exp.Map, exp.VarMap, exp.ToMap, exp.StrToMap, exp.MapFromEntries)
_MAP_FUNCTIONS = frozenset(
    {
        "map", "map_concat", "map_filter", "map_from_arrays", "map_from_entries", "map_zip_with", "str_to_map",
        "transform_keys", "transform_values",
    }
)  # fmt: skip
"""Functions whose result is a map, whatever they are given."""


def argument(node: exp.Expr) -> exp.Expr:
    """An argument without its name: explode(collection => m)."""
    return node.expression if isinstance(node, (exp.Kwarg, exp.PropertyEQ)) else node


def is_map(frame: Frame, node: exp.Expr) -> bool:
    """Whether an expression is a map, as far as types are known."""
    node = argument(node)
    if isinstance(node, _MAPS) or (isinstance(node, exp.Anonymous) and node.name.lower() in _MAP_FUNCTIONS):
        return True
    if isinstance(node, exp.FromJson):
        schema = node.args.get("expression")
        return isinstance(schema, exp.Literal) and isinstance(parse_type(schema.name), Map)
    if isinstance(node, (exp.Coalesce, exp.If)):
        branches = [node.args.get("this"), node.args.get("true"), *node.expressions]
        return any(is_map(frame, branch) for branch in branches[isinstance(node, exp.If) :] if branch is not None)
    if isinstance(node, exp.Cast):
        return isinstance(parse_type(node.args["to"].sql(frame.ctx.dialect.grammar)), Map)
    match = references.places(frame, node)
    return match is not None and any(isinstance(shape.type_of(resolved), Map) for resolved in match[0])


def map_sides(frame: Frame, node: exp.Expr) -> tuple[list[Read], list[Read]] | None:
    """What the keys and the values of a map are read from, where it was built here: explode(map(a, b))."""
    answers, _, _ = references.anchor(frame, argument(node))
    entries = [shape.entry(frame, answer) for answer in answers]
    if not entries or any(entry is None for entry in entries):
        return None
    sides: tuple[list[Read], list[Read]] = ([], [])
    for entry in entries:
        assert entry is not None
        for side, part in zip(sides, shape.expand(frame, Resolved(entry.col)) or (), strict=True):
            side.append(Read(part.col, entry.kind, (), entry.doubt))
    return sides


def _call(frame: Frame, rel: Rel, node: exp.Expr, alias: str, names: list[str], ordinality: bool) -> Rel:
    ctx = frame.ctx
    if isinstance(node, exp.Dot) and node.args.get("expression") is None:  # range(a).(b)
        ctx.say(codes.UNREAD_SYNTAX, ctx.span_of(node), "This table function")
        return rel
    name = (
        node.name
        if isinstance(node, (exp.Anonymous, exp.Dot))
        else type(node).sql_name().lower()
        if isinstance(node, exp.Func)
        else "function"
    )
    if isinstance(node, exp.Anonymous):
        name = roles.function_name(node)
    elif isinstance(node, exp.Dot) and isinstance(node.expression, exp.Anonymous):
        name = roles.function_name(node.expression)
    function = ctx.functions.find(name)
    files = file_names(node)
    known = function is not None or (isinstance(node, exp.Func) and not isinstance(node, exp.Anonymous))
    reads: list[Read] = []
    for child in node.args.values():
        for part in child if isinstance(child, list) else (child,):
            if isinstance(part, exp.Expr):
                expr_read.reads(frame, part, DERIVED_ARRAY, reads)
    rel = frame.settle(rel)
    if files is not None:
        return _file(frame, rel, name, files, alias, names)
    if not reads and not names and not _described(ctx, node, name, alias):
        # s3('…'), remote('…'): data from somewhere else, under the name of the call itself
        return _file(frame, rel, name, [_call_text(ctx, node)], alias, names)
    values = [
        read if known else read._replace(kind=through(UNKNOWN, read.kind)) for read in reads if read.kind <= UNKNOWN
    ]
    described = names or _described(ctx, node, name, alias)
    if not known or not described:
        ctx.unknown_function(node, name, codes.TABLE_FUNCTION)
        values = [read._replace(doubt=max(read.doubt, COARSE)) for read in values]
    dataset = Dataset(alias or name, "function", stored=False)
    births: list[Born] = []
    outputs: list[Output] = []
    renamed = ctx.dialect.unnesting.alias_names_column() and bool(alias) and not names and len(described) == 1
    own = described[0] if renamed else ""
    if renamed:
        described = [alias]
    # json_tuple(CASE WHEN c THEN a ELSE b END, 'k') AS x: c decides what x is, beside which rows there are
    decided = [read for read in reads if read.kind > UNKNOWN]
    for label in described:
        col = ctx.col(label, dataset)
        births.append(Born(col, (*values, *decided)))
        outputs.append(Output(label, col))
    if ordinality:
        col = ctx.col("ordinality", dataset)
        births.append(Born(col, ()))
        outputs.append(Output("ordinality", col))
    opaque = not known or not described
    call = Call(ctx.rows(), rel, name, [read._replace(kind=JOIN) for read in reads], births, opaque)
    # names that somebody gave are all there are: LATERAL f(x) AS t (a, b)
    entry = _CallEntry(ctx, alias or name, dataset, call, outputs, tuple(values), not described)
    if own:
        entry.index.setdefault(ctx.folded(own), outputs[0].col)  # FROM range(5) AS r: r.r, and r.range
    frame.add(entry)
    return call


def _call_text(ctx: Context, node: exp.Expr) -> str:
    """A call as it stands in the text; its name alone where arguments may be somebody's password."""
    if ctx.dialect.sources.describe is not None:
        return f"{roles.function_name(node) or type(node).__name__.lower()}(…)"
    meta = node._meta
    if meta and "start" in meta and not ctx.foreign:
        return ctx.text(*ctx.spans.call(meta["start"]))
    return str(node.sql(ctx.dialect.grammar))


def _described(ctx: Context, node: exp.Expr, name: str, alias: str) -> list[str]:
    """What a table function calls its columns when nobody says; none where that is not known."""
    if node.args.get("is_end_exclusive"):
        name = "range"
    known = ctx.dialect.calls.table_functions.get(name.lower())
    if known is not None:
        return list(known)
    listed = table_functions.listed(ctx.functions.find(name))
    if listed:
        return listed
    return [alias or name] if type(node).__name__ in _SERIES else []


class _CallEntry(FixedEntry):
    """A function's rows; one that nobody described has whatever columns are asked for, each fed by every argument."""

    __slots__ = ("_ctx", "_values")

    def __init__(self, ctx, alias, dataset, rel, outputs, values, opaque) -> None:  # type: ignore[no-untyped-def]
        super().__init__(ctx, alias, dataset, rel, outputs)
        self._ctx = ctx
        self._values = tuple(read._replace(doubt=max(read.doubt, COARSE)) for read in values)
        self.open = self.open or opaque

    def star(self) -> list[Output]:
        if not self.open:
            return super().star()
        return [Output("*", self.infer("*", "*").col, self)]

    def infer(self, name: str, key: str) -> Resolved:
        col = self.index.get(key)
        if col is None:
            col = self.index[key] = self._ctx.col(name, self.dataset)
            assert isinstance(self.rel, Call)
            self.rel.born.append(Born(col, self._values))
        return Resolved(col, (), COARSE if self._values else INFERRED)


def file_names(node: exp.Expr) -> list[str] | None:
    """The files that a reader function names: read_parquet('a.parquet'), or a list of them."""
    name = type(node).__name__.lower() if not isinstance(node, exp.Anonymous) else roles.function_name(node).lower()
    if not name.replace("_", "").startswith(
        ("readparquet", "readcsv", "readjson", "parquetscan", "readtext", "readndjson")
    ):
        return None
    args = [node.args.get("this"), *node.expressions]
    first = next((arg for arg in args if isinstance(arg, exp.Expr)), None)
    if isinstance(first, exp.Literal):
        return [first.name]
    if isinstance(first, exp.Array):
        return [expression.name for expression in first.expressions if isinstance(expression, exp.Literal)]
    return None


def _file(frame: Frame, rel: Rel, name: str, files: list[str], alias: str, names: list[str]) -> Rel:
    """A file is a dataset: its columns are those of the catalog, or inferred from use."""
    node = exp.Table(this=exp.to_identifier(", ".join(files)))
    entry = stored.stored(frame, node, (", ".join(files),), alias or name, names or None)
    entry.dataset.kind = "file"
    frame.add(entry)
    if isinstance(rel, Single):
        return entry.rel
    return Join(frame.ctx.rows(), rel, entry.rel, "CROSS", (), ())
