"""Expressions of ZetaSQL's resolved tree: which columns are read, and what for.

The same reading as `bind.expr.read` has of the parser's tree: `reads` appends a `Read` for every column, `value` gives
an expression a column of its own, with what is inside it. Arguments have the roles of the dialect's function tables. A
class of node that has no method raises `Unread`: the statement is then read from its text, and that is said.
"""

from __future__ import annotations

from typing import Any

from headwater.base.types import Scalar
from headwater.bind.context import Context
from headwater.bind.expr import shape_functions
from headwater.bind.expr.roles import ROLE_KIND
from headwater.bind.names import shape
from headwater.bind.names.frame import Frame
from headwater.bind.scope import NOWHERE, Ctes, Resolved
from headwater.frontends.zetasql import types
from headwater.rel.columns import Born, Col, Read
from headwater.rel.kinds import AGG, CONDITIONAL, DERIVED, DIRECT, ROWS, SORT, UNKNOWN, Kind, through
from headwater.rel.operators import Rel


class Unread(Exception):
    """A part of the resolved tree that is not supported."""


_ELEMENT = frozenset(
    {
        "$array_at_offset",
        "$array_at_ordinal",
        "$safe_array_at_offset",
        "$safe_array_at_ordinal",
        "$subscript",
    }
)
_CHOICE = {
    "if": lambda n: {1, 2},
    "nullif": lambda n: {0},
    "$case_no_value": lambda n: {i for i in range(n) if i % 2 or (i == n - 1 and n % 2)},
    "$case_with_value": lambda n: {i for i in range(1, n) if not i % 2 or (i == n - 1 and not n % 2)},
    "coalesce": lambda n: set(range(n)),
    "ifnull": lambda n: {0, 1},
}
"""Functions that hand on one of their arguments; the positions of these."""
_PICKS = frozenset({"any_value", "min", "max", "first_value", "last_value", "nth_value", "lag", "lead"})


class Exprs:
    """Reads expressions; `env` says what the columns in sight are, by their ids."""

    def __init__(self, ctx: Context, base: int = 0, offsets: list[int] | None = None) -> None:
        self.ctx = ctx
        self.base = base
        self.offsets = offsets
        self.env: dict[int, Resolved] = {}
        self.arguments: list[dict[str, Resolved]] = []
        self.functions: dict[str, Any] = {}
        self.flattened: list[Resolved] = []

    def frame(self) -> Frame:
        """A frame for the columns that expressions birth."""
        return Frame(self.ctx, None, Ctes())

    def span(self, node: Any) -> tuple[int, int]:
        """Where a node stands in the text; ZetaSQL counts bytes."""
        location = node.parse_location_range
        if location is None or self.base < 0:
            return -1, -1
        start, end = location.start or 0, location.end or 0
        if self.offsets is not None:
            start, end = self.offsets[min(start, len(self.offsets) - 1)], self.offsets[min(end, len(self.offsets) - 1)]
        return self.base + start, self.base + end

    def scan(self, node: Any) -> Rel:
        """The relation of a scan; `scans` has it."""
        raise NotImplementedError

    # ── columns ──────────────────────────────────────────────────────────────────────────────────────────────
    def column(self, column: Any) -> Resolved:
        """What a column is."""
        match = self.env.get(column.column_id)
        if match is None:
            raise Unread(f"the column {column.name}")
        return match

    def reference(self, frame: Frame, node: Any) -> Resolved | None:
        """A reference with its fields and elements; None for anything else."""
        kind = type(node).__name__
        if kind == "ResolvedColumnRef":
            return self.column(node.column)
        if kind == "ResolvedArgumentRef":
            scope = self.arguments[-1] if self.arguments else {}
            if node.name.lower() not in scope:
                raise Unread(f"the argument {node.name}")
            return scope[node.name.lower()]
        if kind == "ResolvedFlattenedArg":
            return self.flattened[-1]
        if kind == "ResolvedGetStructField":
            part = node.expr.type.struct_type.field[node.field_idx]
            below = self.anchor(frame, node.expr)
            return shape.field(frame, below, part.field_name or str(node.field_idx + 1), NOWHERE)
        if (
            kind == "ResolvedFunctionCall"
            and called(node) in _ELEMENT
            and types.from_zetasql(arguments(node)[0].type) != JSON
        ):
            return shape.element(frame, self.anchor(frame, arguments(node)[0]), DERIVED)
        return None

    def anchor(self, frame: Frame, node: Any) -> Resolved:
        """Any expression as something to take fields from."""
        match = self.reference(frame, node)
        return match if match is not None else Resolved(self.value(frame, node, ""))

    def index_reads(self, frame: Frame, node: Any, kind: Kind, out: list[Read]) -> None:
        """The subscripts along a reference decide which element it is."""
        while True:
            if type(node).__name__ == "ResolvedFunctionCall" and called(node) in _ELEMENT:
                args = arguments(node)
                for arg in args[1:]:
                    self.reads(frame, arg, through(CONDITIONAL, kind), out)
                node = args[0]
            elif type(node).__name__ == "ResolvedGetStructField":
                node = node.expr
            else:
                return

    # ── reading ──────────────────────────────────────────────────────────────────────────────────────────────
    def reads(self, frame: Frame, node: Any, kind: Kind, out: list[Read]) -> None:
        """Every column under a node."""
        match = self.reference(frame, node)
        if match is not None:
            start, end = self.span(node)
            out.append(Read(match.col, through(match.kind, kind), match.path, match.doubt, start, end))
            return self.index_reads(frame, node, kind, out)
        method = getattr(self, f"read_{type(node).__name__}", None)
        if method is None:
            raise Unread(type(node).__name__)
        method(frame, node, kind, out)

    def nothing(self, frame: Frame, node: Any, kind: Kind, out: list[Read]) -> None:
        """Constants and parameters."""

    read_ResolvedLiteral = read_ResolvedParameter = read_ResolvedConstant = read_ResolvedSystemVariable = nothing
    read_ResolvedDMLDefault = nothing

    def read_ResolvedCast(self, frame: Frame, node: Any, kind: Kind, out: list[Read]) -> None:
        for part in (node.expr, node.format, node.time_zone):
            if part is not None:
                self.reads(frame, part, kind if implicit(node) else derived(kind), out)

    def read_ResolvedMakeStruct(self, frame: Frame, node: Any, kind: Kind, out: list[Read]) -> None:
        for field in node.field_list:
            self.reads(frame, field, derived(kind), out)

    def read_ResolvedGetJsonField(self, frame: Frame, node: Any, kind: Kind, out: list[Read]) -> None:
        self.reads(frame, node.expr, derived(kind), out)

    def by_value(self, frame: Frame, node: Any, kind: Kind, out: list[Read]) -> None:
        """What gets a column of its own first."""
        col = self.value(frame, node, "")
        out.append(Read(col, kind, (), 0, *self.span(node)))

    read_ResolvedWithExpr = read_ResolvedFlatten = by_value

    def read_ResolvedSubqueryExpr(self, frame: Frame, node: Any, kind: Kind, out: list[Read]) -> None:
        rel = self.scan(node.subquery)
        frame.pending.subs.append(rel)
        subquery_kind = node.subquery_type.name
        if subquery_kind not in ("SCALAR", "ARRAY"):
            if node.in_expr is not None:
                self.reads(frame, node.in_expr, derived(kind), out)
            kind = through(CONDITIONAL, kind)
        elif subquery_kind == "ARRAY":
            kind = derived(kind)
        if subquery_kind != "EXISTS":
            start, end = self.span(node)
            for column in node.subquery.column_list[:1]:
                match = self.column(column)
                out.append(Read(match.col, through(match.kind, kind), match.path, match.doubt, start, end))
        out.append(Read(rel.rows, through(CONDITIONAL, kind) if subquery_kind == "EXISTS" else ROWS))

    def read_ResolvedFunctionCall(self, frame: Frame, node: Any, kind: Kind, out: list[Read]) -> None:
        name = called(node)
        args = arguments(node)
        if any(argument.inline_lambda is not None for argument in node.generic_argument_list):
            return self.higher(frame, node, kind, out)
        if name in self.functions:
            return self.by_value(frame, node, kind, out)
        kind = derived(kind)
        if name in _CHOICE:
            chosen = _CHOICE[name](len(args))
            for position, arg in enumerate(args):
                self.reads(frame, arg, kind if position in chosen else through(CONDITIONAL, kind), out)
            return None
        function = self.ctx.functions.find(name, len(args))
        if function is None or name.startswith("$"):
            for arg in args:
                self.reads(frame, arg, kind, out)
            return None
        if function.kind == "nosource":
            return None
        kind = through(self.ctx.function_kind(function.kind), kind)
        for arg, role in zip(args, function.roles(len(args)), strict=False):
            own = ROLE_KIND[role]
            self.reads(frame, arg, kind if own is None else through(own, kind), out)

    def higher(self, frame: Frame, node: Any, kind: Kind, out: list[Read]) -> None:
        """A function over an array and a lambda; the parameter stands for an element."""
        kind = derived(kind)
        args = node.generic_argument_list
        array = self.anchor(frame, args[0].expr)
        function = self.ctx.functions.find(called(node), len(args))
        maps = function is None or "map" in function.flags
        start, end = self.span(args[0].expr)
        if not maps:
            out.append(Read(array.col, through(array.kind, kind), array.path, array.doubt, start, end))
        mark = len(out)
        for arg in args[1:]:
            if arg.inline_lambda is None:
                self.reads(frame, arg.expr, kind if maps else through(CONDITIONAL, kind), out)
                continue
            self.parameters(arg.inline_lambda, array)
            self.reads(frame, arg.inline_lambda.body, kind if maps else through(CONDITIONAL, kind), out)
        if maps and array.col.id not in {read.col.id for read in out[mark:]}:
            out.append(Read(array.col, through(CONDITIONAL, kind), array.path, array.doubt))

    def parameters(self, node: Any, array: Resolved) -> None:
        """The parameters of a lambda: an element, and perhaps its position. An element is written like its array."""
        columns = node.argument_list
        self.env[columns[0].column_id] = array._replace(kind=through(DERIVED, array.kind))
        for column in columns[1:]:
            self.env[column.column_id] = Resolved(self.ctx.col(column.name))

    # ── columns of their own ─────────────────────────────────────────────────────────────────────────────────
    def value(self, frame: Frame, node: Any, name: str) -> Col:
        """A column for an expression: the one it is, or a new one."""
        maker = getattr(self, f"make_{type(node).__name__}", None)
        result: Col | None = maker(frame, node, name) if maker is not None else None
        if result is not None:
            return result
        match = self.reference(frame, node)
        out: list[Read] = []
        if match is not None and not match.path and not match.doubt and match.kind is DIRECT:
            self.index_reads(frame, node, DIRECT, out)
            if not out:
                return match.col
            out = []
        self.reads(frame, node, DIRECT, out)
        col = self.ctx.col(name, None, types.from_zetasql(node.type))
        if match is not None and not match.path and match.col.shaped:
            col.shaped, col.like = True, ((match.col, match.kind),)
        frame.birth(Born(col, tuple(out), *self.span(node)))
        return col

    def make_ResolvedMakeStruct(self, frame: Frame, node: Any, name: str) -> Col:
        labels = [part.field_name or str(i + 1) for i, part in enumerate(node.type.struct_type.field)]
        if len({self.ctx.folded(label) for label in labels}) < len(labels):
            labels = [str(i + 1) for i in range(len(labels))]
        pairs = zip(labels, node.field_list, strict=True)
        fields = {self.ctx.folded(label): self.value(frame, field, label) for label, field in pairs}
        return shape.struct(frame, name, fields, tuple(labels))

    def make_ResolvedCast(self, frame: Frame, node: Any, name: str) -> Col | None:
        if node.type.struct_type is None and (node.type.array_type is None or not implicit(node)):
            return None
        inner = self.value(frame, node.expr, name)
        return inner if implicit(node) else shape_functions.cast(frame, inner, types.from_zetasql(node.type), name)

    def make_ResolvedWithExpr(self, frame: Frame, node: Any, name: str) -> Col:
        for item in node.assignment_list:
            self.env[item.column.column_id] = Resolved(self.value(frame, item.expr, item.column.name))
        return self.value(frame, node.expr, name)

    def make_ResolvedFlatten(self, frame: Frame, node: Any, name: str) -> Col:
        inside = shape.element(frame, self.anchor(frame, node.expr), DERIVED)
        for step in node.get_field_list:
            self.flattened.append(inside)
            inside = self.anchor(frame, step)
            self.flattened.pop()
        col = self.ctx.col(name, None, types.from_zetasql(node.type))
        frame.birth(Born(col, (Read(inside.col, inside.kind, inside.path),), *self.span(node)))
        return col

    def make_ResolvedSubqueryExpr(self, frame: Frame, node: Any, name: str) -> Col | None:
        subquery_kind = node.subquery_type.name
        if subquery_kind not in ("SCALAR", "ARRAY"):
            return None
        rel = self.scan(node.subquery)
        frame.pending.subs.append(rel)
        match = self.column(node.subquery.column_list[0])
        if subquery_kind == "ARRAY":
            inner = shape.column_of(frame, match, name)
            return self.array(frame, name, inner, DERIVED, (Read(rel.rows, ROWS),))
        col = self.ctx.col(name, None, types.from_zetasql(node.type))
        if match.col.shaped and not match.path:
            col.shaped, col.like = True, ((match.col, match.kind),)
        start, end = self.span(node)
        read = Read(match.col, match.kind, match.path, match.doubt, start, end)
        frame.birth(Born(col, (read, Read(rel.rows, ROWS)), start, end))
        return col

    def array(self, frame: Frame, name: str, inner: Col, kind: Kind, decided: tuple[Read, ...]) -> Col:
        """An array of `inner`; `decided` has a say in it, and so in each element."""
        if decided:
            element = self.ctx.col(name, None, inner.type)
            element.like, element.shaped = ((inner, DERIVED),), inner.shaped
            frame.birth(Born(element, (Read(inner, DERIVED), *decided)))
            inner = element
        col = self.ctx.col(name)
        col.element, col.shaped = inner, True
        frame.birth(Born(col, (Read(inner, kind), *decided)))
        return col

    def make_ResolvedFunctionCall(self, frame: Frame, node: Any, name: str) -> Col | None:
        called_ = called(node)
        if called_ in self.functions:
            return self.inlined(frame, node, name)
        args = arguments(node)
        if called_ == "$make_array" and args and args[0].type.struct_type is not None:
            elements = [self.value(frame, arg, name) for arg in args]
            inner = self.ctx.col(name, None, elements[0].type)
            inner.like, inner.shaped = tuple((element, DIRECT) for element in elements), True
            frame.birth(Born(inner, tuple(Read(element, DIRECT) for element in elements)))
            return self.array(frame, name, inner, DERIVED, ())
        if called_ in _CHOICE and node.type.struct_type is not None:
            chosen = _CHOICE[called_](len(args))
            cols = [self.value(frame, arg, name) for n, arg in enumerate(args) if n in chosen and not constant(arg)]
            if not cols:
                return None
            decided: list[Read] = []
            for position, arg in enumerate(args):
                if position not in chosen:
                    self.reads(frame, arg, CONDITIONAL, decided)
            col = self.ctx.col(name, None, cols[0].type)
            col.shaped, col.like = True, tuple((col, DERIVED) for col in cols)
            frame.birth(Born(col, (*(Read(col, DERIVED) for col in cols), *decided), *self.span(node)))
            return col
        return None

    def inlined(self, frame: Frame, node: Any, name: str) -> Col | None:
        """A function written in SQL: its body, with the arguments in their places."""
        function = self.functions[called(node)]
        if function.function_expression is None:
            raise Unread(f"the function {called(node)}, which is not written in SQL")
        bound_arguments = {
            label.lower(): Resolved(self.value(frame, argument, label))
            for label, argument in zip(function.argument_name_list, arguments(node), strict=True)
        }
        base, self.base = self.base, -1  # its text is not the statement's
        self.arguments.append(bound_arguments)
        try:
            for item in function.aggregate_expression_list:
                born = self.aggregate(frame, item.expr, item.column.name, AGG)
                frame.birth(born)
                self.env[item.column.column_id] = Resolved(born.col)
            return self.value(frame, function.function_expression, name)
        finally:
            self.arguments.pop()
            self.base = base

    # ── aggregates and window functions ──────────────────────────────────────────────────────────────────────
    def aggregate(self, frame: Frame, node: Any, name: str, kind: Kind, keys: tuple[Read, ...] = ()) -> Born:
        """The birth of an aggregate's or a window function's column; it is put into the operator by the caller."""
        called_ = called(node)
        args = arguments(node)
        if called_ in self.functions:
            col = self.inlined(frame, node, name)
            assert col is not None
            result = self.ctx.col(name, None, col.type)
            return Born(result, (Read(col, DIRECT), *keys), *self.span(node))
        if getattr(node, "group_by_list", None) or getattr(node, "group_by_aggregate_list", None):
            raise Unread("an aggregate of aggregates")
        out: list[Read] = []
        chosen: Col | None = None
        function = self.ctx.functions.find(called_, len(args))
        roles = function.roles(len(args)) if function is not None else ("value",) * len(args)
        silent = called_ == "$count_star" or (function is not None and function.kind == "nosource")
        for position, argument in enumerate(() if silent else args):
            own = ROLE_KIND[roles[position]] if position < len(roles) else None
            as_kind = kind if own is None else through(own, kind)
            if position == 0 and (called_ in _PICKS or called_ == "array_agg"):
                col = self.value(frame, argument, "")
                if col.shaped:
                    chosen = col
                    out.append(Read(col, as_kind, (), 0, *self.span(argument)))
                    if called_ in ("max", "min"):
                        out.append(Read(col, through(SORT, as_kind)))
                    continue
            self.reads(frame, argument, as_kind, out)
        for item in getattr(node, "order_by_item_list", None) or ():
            self.reads(frame, item.column_ref, through(SORT, kind), out)
        having = getattr(node, "having_modifier", None)
        if having is not None:
            # ANY_VALUE(x HAVING MAX y) picks a row, as MAX_BY does; of other aggregates it leaves rows out
            influence = SORT if called_ == "any_value" else CONDITIONAL
            self.reads(frame, having.having_expr, through(influence, kind), out)
        if node.where_expr is not None:
            self.reads(frame, node.where_expr, through(CONDITIONAL, kind), out)
        col = self.ctx.col(name, None, types.from_zetasql(node.type))
        if chosen is not None:
            col.shaped = True
            if called_ == "array_agg":
                inner = self.ctx.col("", None, chosen.type)
                inner.like, inner.shaped = ((chosen, kind),), True
                decided = tuple(read for read in out if read.kind > UNKNOWN)
                frame.birth(Born(inner, (Read(chosen, kind), *decided)))
                col.element = inner
            else:
                col.like = ((chosen, kind),)
        return Born(col, (*out, *keys), *self.span(node))


def derived(kind: Kind) -> Kind:
    """Under an operator nothing is handed on as it is."""
    return DERIVED if kind is DIRECT else kind


def implicit(node: Any) -> bool:
    """Whether a cast was put there by the analyzer: what the user wrote stands around its argument."""
    location = node.parse_location_range
    inner = node.expr.parse_location_range
    return location is None or (inner is not None and (location.start, location.end) == (inner.start, inner.end))


def constant(node: Any) -> bool:
    """A NULL, for example, which has nothing inside."""
    return type(node).__name__ == "ResolvedLiteral"


def called(node: Any) -> str:
    """A function's name without its group."""
    return str(node.function.name).rpartition(":")[2].lower()


def arguments(node: Any) -> list[Any]:
    """The arguments of a call that are expressions."""
    return list(node.argument_list) or [
        argument.expr for argument in node.generic_argument_list if argument.expr is not None
    ]


JSON = Scalar("JSON")
