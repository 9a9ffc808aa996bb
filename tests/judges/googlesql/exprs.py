"""Expressions of ZetaSQL's resolved tree: which stored columns, and fields of them, a value is made of.

One method `expr_<class>` for each class; a class that has none raises `Abstain`. Fields of structs are told apart by
position: `STRUCT(a, b)` has no names, and arms of a union may have others.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.judges.googlesql import roles
from tests.judges.values import NOTHING, Abstain, Leaf, Val, elem_of, field_of, merge_all, struct

Env = dict[int, Val]


def stored(leaf: Leaf, kind: Any) -> Val:
    """A stored value, opened into its fields."""
    if kind.struct_type is not None:
        parts = enumerate(kind.struct_type.field)
        return struct([(str(i), stored((*leaf, part.field_name), part.field_type)) for i, part in parts])
    if kind.array_type is not None:
        return Val(elem=stored(leaf, kind.array_type.element_type))
    return Val(frozenset({leaf}))


def nested(kind: Any) -> bool:
    """Whether a value of this type has something inside."""
    return kind is not None and (kind.struct_type is not None or kind.array_type is not None)


def mixed(value: Val, kind: Any) -> Val:
    """What a function made of a value: nothing inside it can be told apart."""
    return Val(value.flat(), blurred=nested(kind))


class Exprs:
    """The values of expressions; `env` is what the columns in sight are made of, by their ids."""

    def __init__(self) -> None:
        self.env: Env = {}
        self.arguments: list[dict[str, Val]] = []
        self.functions: dict[str, Any] = {}
        self.flattened: list[Val] = []
        self.every: set[tuple[str, str]] = set()
        """All stored columns that anything reads."""

    def value(self, node: Any) -> Val:
        method = getattr(self, f"expr_{type(node).__name__}", None)
        if method is None:
            raise Abstain(f"the expression {type(node).__name__}")
        result: Val = method(node)
        self.every |= {(leaf[0], leaf[1]) for leaf in result.flat()}
        return result

    def column(self, column: Any) -> Val:
        if column.column_id not in self.env:
            raise Abstain(f"the column {column.name}#{column.column_id} comes from nowhere")
        return self.env[column.column_id]

    def compute(self, items: list[Any]) -> None:
        """Columns that are computed where they stand."""
        for item in items:
            self.env[item.column.column_id] = self.value(item.expr)

    # ── leaves ───────────────────────────────────────────────────────────────────────────────────────────────
    def expr_ResolvedLiteral(self, node: Any) -> Val:
        return NOTHING

    expr_ResolvedParameter = expr_ResolvedConstant = expr_ResolvedSystemVariable = expr_ResolvedLiteral
    expr_ResolvedDMLDefault = expr_ResolvedLiteral

    def expr_ResolvedColumnRef(self, node: Any) -> Val:
        return self.column(node.column)

    def expr_ResolvedArgumentRef(self, node: Any) -> Val:
        if not self.arguments or node.name.lower() not in self.arguments[-1]:
            raise Abstain(f"the argument {node.name}")
        return self.arguments[-1][node.name.lower()]

    # ── shapes ───────────────────────────────────────────────────────────────────────────────────────────────
    def expr_ResolvedMakeStruct(self, node: Any) -> Val:
        return struct([(str(i), self.value(one)) for i, one in enumerate(node.field_list)])

    def expr_ResolvedGetStructField(self, node: Any) -> Val:
        return field_of(self.value(node.expr), str(node.field_idx))

    def expr_ResolvedReplaceField(self, node: Any) -> Val:
        value = self.value(node.expr)
        for item in node.replace_field_item_list:
            if item.proto_field_path:
                raise Abstain("a field of a proto")
            value = put(value, [str(i) for i in item.struct_index_path], self.value(item.expr))
        return value

    def expr_ResolvedGetJsonField(self, node: Any) -> Val:
        return Val(self.value(node.expr).flat())

    def expr_ResolvedFlatten(self, node: Any) -> Val:
        inside = elem_of(self.value(node.expr))
        for step in node.get_field_list:
            self.flattened.append(inside)
            inside = self.value(step)
            self.flattened.pop()
            if step.type.array_type is not None:
                inside = elem_of(inside)
        return Val(elem=inside)

    def expr_ResolvedFlattenedArg(self, node: Any) -> Val:
        return self.flattened[-1]

    def expr_ResolvedCast(self, node: Any) -> Val:
        value = self.value(node.expr)
        for more in (node.format, node.time_zone):
            if more is not None:
                value = merge_all([value, self.value(more)])
        return value if nested(node.type) else Val(value.flat())

    def expr_ResolvedWithExpr(self, node: Any) -> Val:
        self.compute(node.assignment_list)
        return self.value(node.expr)

    def expr_ResolvedArrayAggregate(self, node: Any) -> Val:
        self.env[node.element_column.column_id] = elem_of(self.value(node.array))
        self.compute(node.pre_aggregate_computed_column_list)
        return self.value(node.aggregate)

    # ── subqueries ───────────────────────────────────────────────────────────────────────────────────────────
    def expr_ResolvedSubqueryExpr(self, node: Any) -> Val:
        kind = node.subquery_type.name
        self.scan(node.subquery)
        if kind in ("EXISTS", "IN", "LIKE_ANY", "LIKE_ALL", "NOT_LIKE_ANY", "NOT_LIKE_ALL"):
            for column in node.subquery.column_list:
                self.every |= {(leaf[0], leaf[1]) for leaf in self.column(column).flat()}
            # x IN (SELECT …): x is value, the subquery decides
            return Val(self.value(node.in_expr).flat()) if node.in_expr is not None else NOTHING
        result = self.column(node.subquery.column_list[0])
        return Val(elem=result) if kind == "ARRAY" else result

    def scan(self, node: Any) -> None:
        raise NotImplementedError

    # ── calls ────────────────────────────────────────────────────────────────────────────────────────────────
    def expr_ResolvedFunctionCall(self, node: Any) -> Val:
        name = called(node)
        if any(argument.inline_lambda is not None for argument in node.generic_argument_list):
            return self.higher(name, node)
        args = [self.value(argument) for argument in arguments(node)]
        if name in self.functions:
            return self.inlined(self.functions[name], args)
        if name in roles.CHOICE:
            return merge_all([args[i] for i in roles.CHOICE[name](len(args))])
        if name in roles.ELEMENT:
            return elem_of(args[0]) if args[0].elem is not None else mixed(args[0], node.type)
        if name in roles.SAME_ARRAY:
            return merge_all([args[i] for i in roles.SAME_ARRAY[name](len(args))])
        if name == "$make_array":
            return Val(elem=merge_all(args))
        return mixed(merge_flat(args), node.type)

    def higher(self, name: str, node: Any) -> Val:
        """A function over an array and a lambda."""
        args = node.generic_argument_list
        array = self.value(args[0].expr)
        bodies: list[Val] = []
        for arg in args[1:]:
            if arg.inline_lambda is None:
                if arg.expr is not None:
                    self.value(arg.expr)
                continue
            columns = arg.inline_lambda.argument_list
            self.env[columns[0].column_id] = elem_of(array)
            for column in columns[1:]:
                self.env[column.column_id] = NOTHING  # the position
            bodies.append(self.value(arg.inline_lambda.body))
        if name == "array_transform":
            return Val(elem=bodies[0])
        if name in ("array_filter", "array_find_all"):
            return array
        if name == "array_find":
            return elem_of(array)
        if name in ("array_includes", "array_offset", "array_offsets"):
            return Val(bodies[0].flat())
        raise Abstain(f"the lambda of {name}")

    def inlined(self, made: Any, args: list[Val]) -> Val:
        """A function written in SQL: its body, with the arguments in their places."""
        if made.function_expression is None:
            return mixed(merge_flat(args), made.return_type)
        names = [name.lower() for name in made.argument_name_list]
        self.arguments.append(dict(zip(names, args, strict=True)))
        try:
            self.compute(made.aggregate_expression_list)
            return self.value(made.function_expression)
        finally:
            self.arguments.pop()

    def expr_ResolvedAggregateFunctionCall(self, node: Any) -> Val:
        if node.group_by_list or node.group_by_aggregate_list or node.having_expr is not None:
            raise Abstain("an aggregate of aggregates")
        for item in node.order_by_item_list:
            self.value(item.column_ref)
        if node.having_modifier is not None:
            self.value(node.having_modifier.having_expr)
        if node.where_expr is not None:
            self.value(node.where_expr)
        return self.gathered(node)

    def expr_ResolvedAnalyticFunctionCall(self, node: Any) -> Val:
        return self.gathered(node)

    def gathered(self, node: Any) -> Val:
        name = called(node)
        args = [self.value(argument) for argument in arguments(node)]
        if name in roles.GENERATED:
            return NOTHING
        if name in self.functions:
            return self.inlined(self.functions[name], args)
        if name == "array_agg":
            return Val(elem=args[0])
        if name in roles.PICKS:
            picked = merge_all([args[i] for i in roles.VALUE.get(name, [0]) if i < len(args)])
            return picked if nested(node.type) else Val(picked.flat())
        if name == "array_concat_agg":
            return args[0]
        if name in roles.VALUE:
            args = [args[i] for i in roles.VALUE[name] if i < len(args)]
        return mixed(merge_flat(args), node.type)


def merge_flat(values: list[Val]) -> Val:
    result: frozenset[Leaf] = frozenset()
    for value in values:
        result |= value.flat()
    return Val(result)


def put(value: Val, path: list[str], new: Val) -> Val:
    """A struct in which one field is another."""
    if not path:
        return new
    if value.fields is None:
        raise Abstain("a field is put into something that has none")
    fields = tuple((name, put(part, path[1:], new) if name == path[0] else part) for name, part in value.fields)
    return replace(value, fields=fields)


def called(node: Any) -> str:
    """A function's name without its group."""
    return str(node.function.name).rpartition(":")[2].lower()


def arguments(node: Any) -> list[Any]:
    """The arguments of a call that are expressions."""
    if node.argument_list:
        return list(node.argument_list)
    for one in node.generic_argument_list:
        if one.expr is None:
            raise Abstain(f"an argument of {called(node)} that is no expression")
    return [one.expr for one in node.generic_argument_list]
