"""Constructors and whatever else has a shape: structs, tuples, maps, arrays, and choices between them.

A maker gives a select item a column of its own with what is inside it; a reader of the same class serves where it is
part of something larger.
"""

from __future__ import annotations

from sqlglot import exp

from headwater.base.types import Array as ArrayType
from headwater.base.types import Struct as StructType
from headwater.base.types import parse_type
from headwater.bind.expr import (
    aggregates,
    lambdas,
    operators,
    references,
    roles,
    shape_checks,
    shape_functions,
    subqueries,
)
from headwater.bind.expr import read as expr_read
from headwater.bind.names import shape
from headwater.bind.names import star as names_star
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Output, Resolved
from headwater.rel.columns import Born, Col, Read
from headwater.rel.kinds import CONDITIONAL, DERIVED, DERIVED_ARRAY, DIRECT, JOIN, ROWS, UNKNOWN, Kind, through
from headwater.sql import placeholders
from headwater.sql.tree import row_form


def make_struct(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """{'x': a, 'y': b}, STRUCT(a AS x), named_struct('x', a): one column per field."""
    fields: list[Output] = []
    by_position = frame.ctx.dialect.structs.field_names
    for position, expression in enumerate(node.expressions):
        label = by_position.format(position + 1)
        part = expression
        if names_star.is_star(expression):
            fields += frame.ctx.up.star(frame, expression)  # struct(t.*): t may have columns that nobody listed
            continue
        if isinstance(expression, (exp.PropertyEQ, exp.Alias)):
            alias = expression.this.name if isinstance(expression, exp.PropertyEQ) else expression.alias
            part = expression.expression if isinstance(expression, exp.PropertyEQ) else expression.this
            # the parser names struct(a, b) after its columns; some engines do not
            if not by_position or _given(expression, part) or not frame.ctx.dialect.structs.ignores_names:
                label = alias
        elif isinstance(expression, (exp.Column, exp.Dot)) and not frame.ctx.dialect.structs.ignores_names:
            label = expression.name or label
        fields.append(Output(label, expr_read.value(frame, part, label)))
    return shape.struct_of(frame, name, fields)


def _given(field: exp.Expr, part: exp.Expr) -> bool:
    """Whether a field's name was written by the user: named_struct('a', a), whose name was a literal, and not
    struct(a), whose name is the column's own word.
    """
    return not (isinstance(part, exp.Column) and field.this.name == part.name and field.this._meta)


def make_alias(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """(x AS y): x."""
    return expr_read.value(frame, node.this, name)


def make_tuple(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """(a, b): a struct whose fields are positions."""
    field = frame.ctx.dialect.structs.tuple_field
    inside: dict[str, Col] = {}
    names: list[str] = []
    for expression in node.expressions:
        if names_star.is_star(expression):  # (*, 1), (* EXCEPT (a),)
            outputs = frame.ctx.up.star(frame, expression)
            if any(output.opens is not None for output in outputs):
                return None
            columns = [output.col for output in outputs]
        else:
            columns = [expr_read.value(frame, expression, field(len(names), expression))]
        for col in columns:
            names.append(field(len(names), expression))
            inside[shape.new_key(frame, inside, names[-1])] = col
    return shape.struct(frame, name, inside, tuple(names))


def is_tuple(frame: Frame, node: exp.Expr) -> bool:
    """row(a, b), where that makes a tuple."""
    return (
        isinstance(node, exp.Anonymous)
        and roles.function_name(node).lower() in frame.ctx.dialect.structs.tuple_functions
    )


def make_from_json(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """from_json(body, 'id INT, name STRING'): a struct of those fields, each out of the text."""
    schema = node.args.get("expression")
    if not isinstance(schema, exp.Literal) or not schema.is_string:
        return None
    text = schema.name.strip()
    kind = parse_type(text)
    if not isinstance(kind, StructType):
        kind = parse_type(f"struct<{text}>")
    if not isinstance(kind, StructType) or not kind.fields:
        return None
    reads: list[Read] = []
    expr_read.reads(frame, node.this, DERIVED, reads)
    inside: dict[str, Col] = {}
    for label, inner in kind.fields:
        col = frame.ctx.col(label, None, inner)
        frame.birth(Born(col, tuple(reads)))
        inside[label] = col
    return shape.struct(frame, name, inside, tuple(inside))


def make_choice(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """CASE, IF, COALESCE over structs: one of them comes out, so its fields stay apart."""
    branches = shape_checks.branches(node)
    if not any(shape_checks.has_shape(frame, branch) for branch in branches):
        return None
    out: list[Read] = []
    cols = [expr_read.value(frame, branch, name) for branch in branches if not isinstance(branch, exp.Null)]
    case_like = [Read(col, DERIVED) for col in cols]
    conditions: list[Read] = []
    expr_read.READERS[type(node)](frame, node, DIRECT, conditions)
    decided = [read for read in conditions if read.kind > UNKNOWN]
    out = [*case_like, *decided]
    col = frame.ctx.col(name, None, cols[0].type)
    col.shaped = True
    col.like = tuple((col, DERIVED) for col in cols)
    shape.decide(frame, col, decided)
    frame.birth(expr_read.item_born(frame, col, node, conditions, tuple(out)))
    return col


def make_call(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """Functions that build or change a struct: row(a, b), struct_insert(s, f := x), struct_update(s, f := x)."""
    if roles.how(frame, node) == "field":
        return references.make_column(frame, node, name)
    result = shape_functions.make(frame, node, name)
    if result is not None:
        return result
    function = roles.function_name(node).lower()
    args = node.expressions
    if function == placeholders.LET and args:
        with lambdas.let(frame, node) as body:
            return expr_read.value(frame, body, name)
    if function in frame.ctx.dialect.structs.tuple_functions:
        return make_tuple(frame, node, name)
    if function in _CHANGES and args:
        base = expr_read.value(frame, args[0], "")
        if base.shaped:
            added = {frame.ctx.folded(arg.this.name): arg for arg in args[1:] if isinstance(arg, exp.PropertyEQ)}
            return _changed_struct(frame, base, added, name)
    if function == "struct_concat" and args:
        return _joined(frame, args, name)
    if frame.ctx.functions.find(roles.function_name(node)) is not None and _is_aggregate(frame, node):
        return aggregates.aggregate_column(frame, node)[0]
    return None


def _joined(frame: Frame, args: list[exp.Expr], name: str) -> Col | None:
    """struct_concat(s, r): the fields of both."""
    opened = [shape.expand(frame, Resolved(expr_read.value(frame, arg, ""))) for arg in args]
    if any(output is None for output in opened):
        return None
    inside = {out.name: out.col for output in opened for out in output or ()}
    return shape.struct(frame, name, {frame.ctx.folded(key): col for key, col in inside.items()}, tuple(inside))


_CHANGES = frozenset({"struct_insert", "struct_update"})


def _is_aggregate(frame: Frame, node: exp.Expr) -> bool:
    function = frame.ctx.functions.find(roles.function_name(node))
    return function is not None and function.kind == "agg"


def _changed_struct(frame: Frame, base: Col, added: dict[str, exp.PropertyEQ], name: str) -> Col:
    kept = {frame.ctx.folded(out.name): out for out in shape.expand(frame, Resolved(base)) or ()}
    inside: dict[str, Col] = {}
    names: list[str] = []
    for key, out in kept.items():
        inside[key] = expr_read.value(frame, added.pop(key).expression, out.name) if key in added else out.col
        names.append(out.name)
    for key, value in added.items():
        inside[key] = expr_read.value(frame, value.expression, value.this.name)
        names.append(value.this.name)
    return shape.struct(frame, name, inside, tuple(names))


def read_struct(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """A struct as part of something larger: every field is value."""
    if kind is DIRECT:
        kind = DERIVED
    for expression in node.expressions:
        expr_read.reads(frame, expression, kind, out)


def make_array(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """[struct, …], ARRAY(SELECT …): an array whose elements have a shape keeps it."""
    parts = node.expressions
    if len(parts) == 1 and isinstance(parts[0], (exp.Select, exp.SetOperation, exp.Subquery)):
        return _array_of_query(frame, node, parts[0], name)
    if len(parts) == 1 and isinstance(parts[0], exp.Comprehension):
        return _comprehension(frame, parts[0], name)
    if not any(is_tuple(frame, part) or shape_checks.has_shape(frame, part) for part in parts):
        return None
    elements = [expr_read.value(frame, part, name) for part in parts]
    inner = frame.ctx.col(name, None, elements[0].type)
    inner.like = tuple((element, DIRECT) for element in elements)
    inner.shaped = True
    frame.birth(Born(inner, tuple(Read(element, DIRECT) for element in elements)))
    return _array(frame, name, inner, DERIVED)


def _array(frame: Frame, name: str, inner: Col, kind: Kind, decided: tuple[Read, ...] = ()) -> Col:
    """An array of `inner`; `decided` is what else has a say in it, and so in each element."""
    if decided:
        element = frame.ctx.col(name, None, inner.type)
        element.like = ((inner, DERIVED),)
        element.shaped = inner.shaped
        frame.birth(Born(element, (Read(inner, DERIVED), *decided)))
        inner = element
    col = frame.ctx.col(name, None, ArrayType(inner.type))
    col.element = inner
    col.shaped = True
    frame.birth(Born(col, (Read(inner, kind), *decided)))
    return col


def _array_of_query(frame: Frame, node: exp.Expr, query: exp.Expr, name: str) -> Col | None:
    bound = subqueries.plan(frame, query)
    outputs = bound.outputs
    if not outputs:
        return None
    if row_form(query) == "STRUCT" or len(outputs) > 1:
        element = shape.struct_of(frame, name, outputs)
    else:
        element = outputs[0].col
    return _array(frame, name, element, DERIVED, (Read(bound.rel.rows, ROWS),))


def _comprehension(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """[{'p': x, 'q': b} FOR x IN arr IF x > c]: an array whose elements keep their fields apart."""
    if not isinstance(node.this, exp.Struct):
        return None
    iterated = shape_checks.array_reads(frame, node.args["iterator"])
    decided = [read._replace(kind=CONDITIONAL) for read in iterated]
    frame.params.append({frame.ctx.folded(node.args["expression"].name): iterated})
    try:
        inner = expr_read.value(frame, node.this, name)
        condition = node.args.get("condition")
        if condition is not None:
            expr_read.reads(frame, condition, CONDITIONAL, decided)
    finally:
        frame.params.pop()
    return _array(frame, name, inner, DERIVED, tuple(decided))


def make_cast(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """CAST(x AS type): derived, and the type is known from here on."""
    inner = node.this
    pushed = _pushed_down(inner, node.args.get("to"))
    if pushed is not None:
        return make_array(frame, pushed, name)
    named = isinstance(inner, exp.Struct) and any(isinstance(part, exp.PropertyEQ) for part in inner.expressions)
    by_name = named and frame.ctx.dialect.structs.casts_by_name
    tuples = isinstance(inner, (exp.Struct, exp.Tuple)) or is_tuple(frame, inner)
    if tuples and not by_name and node.args.get("to") is not None:
        # STRUCT<x INT64, y INT64>(a, b): the type gives the names
        fields = [
            expression.name for expression in node.args["to"].expressions if isinstance(expression, exp.ColumnDef)
        ]
        if len(fields) == len(inner.expressions):
            parts = [
                expression.expression if isinstance(expression, exp.PropertyEQ) else expression
                for expression in inner.expressions
            ]
            kinds = [
                expression.args.get("kind")
                for expression in node.args["to"].expressions
                if isinstance(expression, exp.ColumnDef)
            ]
            result = {
                frame.ctx.folded(label): expr_read.value(frame, _typed_part(frame, part, kind), label)
                for label, part, kind in zip(fields, parts, kinds, strict=True)
            }
            return shape.struct(frame, name, result, tuple(fields))
    to = node.args.get("to")
    if to is not None and to.args.get("nested") and shape_checks.has_shape(frame, inner):
        kind = parse_type(to.sql(frame.ctx.dialect.grammar))
        return shape_functions.cast(frame, expr_read.value(frame, inner, ""), kind, name)
    out: list[Read] = []
    operators.cast(frame, node, DIRECT, out)
    # writing a type out costs more than reading it: only those with something inside are
    kind = parse_type("")
    if to is not None and to.args.get("nested"):
        kind = parse_type(to.sql(frame.ctx.dialect.grammar))
    col = frame.ctx.col(name, None, kind)
    frame.birth(expr_read.item_born(frame, col, node, out))
    return col


def _pushed_down(inner: exp.Expr, to: exp.Expr | None) -> exp.Expr | None:
    """ARRAY<STRUCT<p INT64, q INT64>>[(a, b), (c, d)]: each element is cast, so that fields stay apart."""
    of_structs = (
        isinstance(inner, exp.Array)
        and isinstance(to, exp.DataType)
        and to.this == exp.DType.ARRAY
        and len(to.expressions) == 1
        and isinstance(to.expressions[0], exp.DataType)
        and to.expressions[0].this == exp.DType.STRUCT
        and inner.expressions
        and all(isinstance(part, (exp.Struct, exp.Tuple)) for part in inner.expressions)
    )
    if not of_structs or to is None:
        return None
    return exp.Array(expressions=[exp.Cast(this=part, to=to.expressions[0]) for part in inner.expressions])


def make_text_cast(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """CAST(x, 'Tuple(a Int32, b String)'): the type is a text."""
    to = node.args.get("to")
    kind = parse_type(to.name) if isinstance(to, exp.Literal) else parse_type("")
    if not isinstance(kind, (StructType, ArrayType)) or not shape_checks.has_shape(frame, node.this):
        out: list[Read] = []
        expr_read.reads(frame, node.this, DERIVED, out)
        col = frame.ctx.col(name, None, kind)
        frame.birth(expr_read.item_born(frame, col, node, out))
        return col
    return shape_functions.cast(frame, expr_read.value(frame, node.this, ""), kind, name)


def _typed_part(frame: Frame, part: exp.Expr, kind: exp.Expr | None) -> exp.Expr:
    """CAST(ROW(a, ROW(b)) AS ROW<x INT, y ROW<z INT>>): the inner row has the inner type."""
    if kind is None or not kind.args.get("nested") or not is_tuple(frame, part):
        return part
    return exp.Cast(this=part.copy(), to=kind.copy())


def make_explode(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """unnest(arr) in a select list: an element, with the element's shape."""
    arg = node.args.get("this") or (node.expressions[0] if node.expressions else None)
    if arg is None:
        return None
    if isinstance(arg, exp.Kwarg):
        arg = arg.expression  # explode(collection => a)
    answers, start, end = references.anchor(frame, arg)
    opened = tuple(shape.entry(frame, answer) or shape.element(frame, answer) for answer in answers)
    out = [Read(output.col, output.kind, output.path, output.doubt, start, end) for output in opened]
    frame.pending.exploded += [Read(answer.col, JOIN, answer.path, answer.doubt, start, end) for answer in answers]
    col = frame.ctx.col(name, None, shape.type_of(opened[0]) if len(opened) == 1 else parse_type(""))
    if len(opened) == 1 and not opened[0].path and opened[0].col.shaped:
        col.shaped = True
        col.like = ((opened[0].col, opened[0].kind),)
    frame.birth(expr_read.item_born(frame, col, node, out))
    return col


def explode(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """unnest(arr) inside a larger expression."""
    kind = through(DERIVED_ARRAY, kind)
    mark = len(out)
    for child in node.args.values():
        for part in child if child.__class__ is list else (child,):
            reader = expr_read.READERS.get(part.__class__)
            if reader is not None:
                reader(frame, part, kind, out)
    frame.pending.exploded += [read._replace(kind=JOIN) for read in out[mark:] if read.kind <= UNKNOWN]
