"""Where an expression of Catalyst takes its values from, and which columns it reads at all.

What counts as value, and what only decides, follows the contract of headwater's answers. Fail closed: an expression
that stands in none of the tables raises `Abstain`. A function that Catalyst itself writes with others (`replacement`)
is read as those. To add one: a method `expr_<class>`, or a row in the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from tests.judges.spark.shapes import constant, literal, mixed, shaped
from tests.judges.spark.tree import Node
from tests.judges.values import (
    KEY,
    NOTHING,
    VALUE,
    Abstain,
    Leaf,
    Source,
    Val,
    elem_of,
    field_of,
    is_map,
    made_map,
    merge,
    merge_all,
    part,
    struct,
    under,
)

Scope = dict[int, Val]

PLAIN = frozenset((Path(__file__).parent / "plain.txt").read_text(encoding="utf-8").split())
"""Classes of functions whose result is computed from all of their arguments."""

SAME = {
    "Alias", "Max", "Min", "AnyValue", "KnownNotNull", "KnownFloatingPointNormalized", "KnownNullable", "ArrayDistinct",
    "ArrayCompact", "Reverse", "Shuffle", "PromotePrecision", "AggregateExpression", "TempResolvedColumn", "First",
    "Last", "MaxBy", "MinBy", "SortArray", "Slice", "ArrayRemove", "Lag", "NthValue", "ToPrettyString", "Median",
    "NormalizeNaNAndZero", "OuterReference", "AssertNotNull", "ArrayExcept", "Mode", "ApproximatePercentile",
    "PreciseTimestampConversion", "ArrayMax", "ArrayMin", "PercentileCont", "PercentileDisc",
}  # fmt: skip
"""The first child comes out as it is (or a part of it); the others are offsets, orders, conditions."""

FLATTENED = {"ArrayMax", "ArrayMin"}
"""Of those: the element of the array."""

ORDERED = {"Max", "Min", "ArrayMax", "ArrayMin"}
"""Of those: every field of a struct has a say in which one it is."""

APPENDS = {"ArrayAppend", "ArrayPrepend", "ArrayInsert"}
"""array_append(arr, x), array_insert(arr, n, x): elements of the array, or x."""
MERGES = {"Coalesce", "Greatest", "Least", "ArrayUnion", "ArrayIntersect", "MapConcat"}
"""One of the children comes out as it is."""

NO_VALUE = {
    "Literal", "CurrentDate", "CurrentTimestamp", "CurrentTime", "Now", "LocalTimestamp", "CurrentTimeZone", "Rand",
    "Randn", "Uuid", "RowNumber", "Rank", "DenseRank", "PercentRank", "CumeDist", "NTile", "MonotonicallyIncreasingID",
    "SparkPartitionID", "CurrentUser", "CurrentDatabase", "CurrentCatalog", "SessionUser", "Pi", "EulerNumber",
    "SparkVersion", "InputFileName", "InputFileBlockStart", "InputFileBlockLength", "GroupingID", "Grouping", "Exists",
    "RandStr", "Uniform", "CurrentPath",
}  # fmt: skip

SUBQUERIES = {"ScalarSubquery", "Exists", "ListQuery", "LateralSubquery"}


def holds_parameter(node: Node) -> bool:
    """Whether a lambda's parameter is in it, which means something only inside of the lambda."""
    stack = [node]
    while stack:
        one = stack.pop()
        if one.kind == "NamedLambdaVariable":
            return True
        stack += one.children
    return False


class Scalars:
    """The half of the walker that reads expressions; `query` is given by the other half."""

    outer: list[Scope]

    def __init__(self) -> None:
        self.outer = []
        self.common: list[Val] = []
        self.rows: set[Source] = set()
        self.every: set[Source] = set()
        self.inside = 0
        """Depth of subqueries in expressions: what decides there decides one column, not the rows."""

    def query(self, node: Node, scope: Scope) -> list[Val]:
        raise NotImplementedError

    def decides(self, leaves: Iterable[Leaf], rows: bool = True) -> None:
        result = {(leaf[0], leaf[1]) for leaf in leaves}
        self.every |= result
        if rows and not self.inside:
            self.rows |= result

    # ------------------------------------------------------------------------------------ all reads

    def refs(self, node: Node, scope: Scope) -> set[Leaf]:
        """Every column that an expression reads, for whatever purpose."""
        result: set[Leaf] = set()
        stack = [node]
        while stack:
            one = stack.pop()
            if one.kind in ("GetStructField", "GetMapValue") and not holds_parameter(one):
                # A field out of a struct that is made here is read, and the other fields are not.
                result |= self.expression(one, scope).flat()
                continue
            if one.kind in ("AttributeReference", "OuterReference", "VariableReference"):
                result |= self.expression(one, scope).flat()
                continue
            if one.kind in SUBQUERIES:
                columns = self.subquery(one, scope)
                if one.kind != "Exists":
                    result |= {leaf for column in columns for leaf in column.flat()}
                continue
            if one.kind == "InSubquery":
                query = one.tree("query")
                stack += [child for child in one.children if child.kind != "ListQuery"]
                if query is not None:
                    stack.append(query)
                continue
            stack += one.children
        return result

    def subquery(self, node: Node, scope: Scope) -> list[Val]:
        plan = node.tree("plan")
        if plan is None:
            raise Abstain(f"{node.kind} without a plan")
        self.inside += 1
        try:
            return self.query(plan, scope)
        finally:
            self.inside -= 1

    # --------------------------------------------------------------------------------- expressions

    def expression(self, node: Node, scope: Scope) -> Val:
        kind = node.kind
        handler: Callable[[Node, Scope], Val] | None = getattr(self, "expr_" + kind, None)
        if handler is not None:
            return handler(node, scope)
        if kind in NO_VALUE:
            if kind == "Exists":
                self.decides(self.refs(node, scope), rows=False)
            return NOTHING
        if isinstance(node.fields.get("replacement"), int):
            return self.expression(node.children[node.fields["replacement"]], scope)
        if kind in SAME:
            value = self.expression(node.children[0], scope)
            for other in node.children[1:]:
                self.decides(self.refs(other, scope), rows=False)
            inside = value.elem if kind in FLATTENED and value.elem is not None else value
            if kind in ORDERED and inside.fields is not None:
                self.decides(value.flat(), rows=False)
            return elem_of(value) if kind in FLATTENED else value
        values = [self.expression(child, scope) for child in node.children]
        if kind in MERGES:
            return merge_all(values)
        if kind in APPENDS:
            array, element = values[0], values[-1] if kind != "ArrayInsert" else values[2]
            return merge(array, Val(elem=element))
        if kind in PLAIN:
            return mixed(values, node.type or {"type": "array"})
        raise Abstain(f"expression {kind}")

    def expr_AttributeReference(self, node: Node, scope: Scope) -> Val:
        for known in (scope, *reversed(self.outer)):
            if node.id in known:
                return known[node.id]
        raise Abstain(f"column {node.fields.get('name')}#{node.id} is not known here")

    def expr_OuterReference(self, node: Node, scope: Scope) -> Val:
        inner = node.tree("e") or node.children[0]
        for depth in range(len(self.outer) - 1, -1, -1):
            outer = self.outer
            self.outer = outer[:depth]
            try:
                return self.expression(inner, outer[depth])
            except Abstain:
                continue
            finally:
                self.outer = outer
        raise Abstain("an outer column that is not known")

    def expr_NamedLambdaVariable(self, node: Node, scope: Scope) -> Val:
        return self.expr_AttributeReference(node, scope)

    def expr_With(self, node: Node, scope: Scope) -> Val:
        """An expression over another that is computed once. The JSON does not say which of several is meant."""
        if len(node.children) != 2:
            raise Abstain("several common expressions")
        self.common.append(self.expression(node.children[1].children[0], scope))
        try:
            return self.expression(node.children[0], scope)
        finally:
            self.common.pop()

    def expr_CommonExpressionRef(self, node: Node, scope: Scope) -> Val:
        if not self.common:
            raise Abstain("a common expression that is not known here")
        return self.common[-1]

    def expr_ScalarSubquery(self, node: Node, scope: Scope) -> Val:
        return self.subquery(node, scope)[0]

    def expr_InSubquery(self, node: Node, scope: Scope) -> Val:
        query = node.tree("query") or next((child for child in node.children if child.kind == "ListQuery"), None)
        if query is not None:
            self.decides(self.refs(query, scope), rows=False)
        return mixed([self.expression(child, scope) for child in node.children if child.kind != "ListQuery"])

    def expr_GetStructField(self, node: Node, scope: Scope) -> Val:
        value = self.expression(node.children[0], scope)
        ordinal = int(node.fields["ordinal"])
        if value.fields is not None and not value.blurred and ordinal < len(value.fields):
            return merge(value.fields[ordinal][1], Val(value.own))
        return field_of(value, str(node.fields.get("name")))

    def expr_GetArrayStructFields(self, node: Node, scope: Scope) -> Val:
        value = elem_of(self.expression(node.children[0], scope))
        if value.fields is None and not value.blurred:
            return Val(elem=Val(value.own))
        field = node.fields["field"]
        name = field["name"] if isinstance(field, dict) else (value.fields or ())[int(node.fields["ordinal"])][0]
        return Val(elem=field_of(value, str(name)))

    def indexed(self, node: Node, scope: Scope) -> Val:
        self.decides(self.refs(node.children[1], scope), rows=False)
        return self.expression(node.children[0], scope)

    def expr_GetArrayItem(self, node: Node, scope: Scope) -> Val:
        return elem_of(self.indexed(node, scope))

    def expr_GetMapValue(self, node: Node, scope: Scope) -> Val:
        return under(self.indexed(node, scope), constant(node.children[1]))

    def expr_ElementAt(self, node: Node, scope: Scope) -> Val:
        value = self.indexed(node, scope)
        return under(value, constant(node.children[1])) if is_map(value) else elem_of(value)

    def expr_CreateNamedStruct(self, node: Node, scope: Scope) -> Val:
        pairs = zip(node.children[0::2], node.children[1::2], strict=True)
        return struct([(literal(name), self.expression(value, scope)) for name, value in pairs])

    def expr_WithField(self, node: Node, scope: Scope) -> Val:
        raise Abstain("expression WithField")

    def expr_CreateArray(self, node: Node, scope: Scope) -> Val:
        return Val(elem=merge_all([self.expression(child, scope) for child in node.children]))

    def expr_CreateMap(self, node: Node, scope: Scope) -> Val:
        entries = zip(node.children[0::2], node.children[1::2], strict=True)
        values = [(constant(key), self.expression(key, scope), self.expression(value, scope)) for key, value in entries]
        return made_map(values)

    def expr_MapFromArrays(self, node: Node, scope: Scope) -> Val:
        keys, values = (elem_of(self.expression(child, scope)) for child in node.children)
        return struct([(KEY, keys), (VALUE, values)])

    def expr_MapFromEntries(self, node: Node, scope: Scope) -> Val:
        pair = elem_of(self.expression(node.children[0], scope))
        if pair.fields is None or pair.blurred:
            return Val(pair.flat())
        return struct([(KEY, pair.fields[0][1]), (VALUE, pair.fields[1][1])])

    def expr_MapEntries(self, node: Node, scope: Scope) -> Val:
        value = self.expression(node.children[0], scope)
        return Val(elem=struct([("key", part(value, KEY)), ("value", part(value, VALUE))]))

    def expr_MapKeys(self, node: Node, scope: Scope) -> Val:
        return Val(elem=part(self.expression(node.children[0], scope), KEY))

    def expr_MapValues(self, node: Node, scope: Scope) -> Val:
        return Val(elem=part(self.expression(node.children[0], scope), VALUE))

    def expr_Cast(self, node: Node, scope: Scope) -> Val:
        return shaped(self.expression(node.children[0], scope), node.type)

    def expr_CaseWhen(self, node: Node, scope: Scope) -> Val:
        arms = node.children
        values = [arm for index, arm in enumerate(arms) if index % 2 == 1 or index == len(arms) - 1]
        for condition in arms[0 : len(arms) - len(arms) % 2 : 2]:
            self.decides(self.refs(condition, scope), rows=False)
        return merge_all([self.expression(arm, scope) for arm in values])

    def expr_If(self, node: Node, scope: Scope) -> Val:
        self.decides(self.refs(node.children[0], scope), rows=False)
        return merge_all([self.expression(child, scope) for child in node.children[1:]])

    expr_Elt = expr_If
    expr_NullIfResult = expr_If

    def expr_Flatten(self, node: Node, scope: Scope) -> Val:
        return elem_of(self.expression(node.children[0], scope))

    def expr_ArraysZip(self, node: Node, scope: Scope) -> Val:
        values = [elem_of(self.expression(tree, scope)) for tree in node.trees("children") or node.children]
        names = [literal(tree) for tree in node.trees("names")]
        return Val(elem=struct(list(zip(names, values, strict=True))) if len(names) == len(values) else mixed(values))

    def expr_Concat(self, node: Node, scope: Scope) -> Val:
        values = [self.expression(child, scope) for child in node.children]
        return merge_all(values) if any(v.elem is not None for v in values) else mixed(values)

    def expr_CollectList(self, node: Node, scope: Scope) -> Val:
        return Val(elem=self.expression(node.children[0], scope))

    expr_CollectSet = expr_CollectList

    def expr_PivotFirst(self, node: Node, scope: Scope) -> Val:
        """The value in a row whose key is the one asked for: an array, one element for each key."""
        key, value = (
            node.tree(name) or node.children[index] for index, name in enumerate(("pivotColumn", "valueColumn"))
        )
        self.decides(self.refs(key, scope), rows=False)
        return Val(elem=self.expression(value, scope))

    def expr_Percentile(self, node: Node, scope: Scope) -> Val:
        return mixed([self.expression(one, scope) for one in (node.children[0], *node.children[2:])])

    def expr_ListAgg(self, node: Node, scope: Scope) -> Val:
        for other in node.children[1:]:
            self.decides(self.refs(other, scope), rows=False)
        return mixed([self.expression(node.children[0], scope)])

    def expr_Lead(self, node: Node, scope: Scope) -> Val:
        return merge_all([self.expression(one, scope) for one in (node.children[0], node.children[2])])

    expr_Lag = expr_Lead

    def expr_WindowExpression(self, node: Node, scope: Scope) -> Val:
        self.decides(self.refs(node.children[1], scope), rows=False)
        return self.expression(node.children[0], scope)

    def expr_SQLScalarFunction(self, node: Node, scope: Scope) -> Val:
        return self.expression(node.children[0], scope)

    def expr_VariableReference(self, node: Node, scope: Scope) -> Val:
        identifier = node.fields.get("identifier")
        name = node.fields.get("originalNameParts")
        text = str(name or identifier).strip("[]").replace(" ", "").rpartition(",")[2].rpartition(".")[2]
        return Val(frozenset({(text, "value")}))

    # ----------------------------------------------------------------------------------- lambdas

    def applied(self, function: Node, arguments: list[Val], scope: Scope) -> Val:
        """What a lambda returns, its parameters being these values."""
        if function.kind != "LambdaFunction":
            return self.expression(function, scope)
        names = function.trees("arguments") or function.children[1:]
        body = function.tree("function") or function.children[0]
        return self.expression(body, {**scope, **{n.id: v for n, v in zip(names, arguments, strict=False)}})

    def judged(self, function: Node, arguments: list[Val], scope: Scope) -> set[Leaf]:
        """What a lambda reads that decides."""
        if function.kind != "LambdaFunction":
            return self.refs(function, scope)
        names = function.trees("arguments") or function.children[1:]
        body = function.tree("function") or function.children[0]
        inner = {**scope, **{n.id: v for n, v in zip(names, arguments, strict=False)}}
        result: set[Leaf] = set()
        stack = [body]
        while stack:
            one = stack.pop()
            bound = one.kind == "NamedLambdaVariable" and one.id in inner
            if bound or one.kind in ("AttributeReference", "OuterReference"):
                result |= self.expression(one, inner).flat()
            else:
                stack += one.children
        return result

    def pairs(self, node: Node, scope: Scope) -> tuple[Val, list[Val]]:
        """A map, and its key and value."""
        value = self.expression(node.children[0], scope)
        return value, [part(value, KEY), part(value, VALUE)]

    def expr_ArrayTransform(self, node: Node, scope: Scope) -> Val:
        value = self.expression(node.children[0], scope)
        self.decides(value.flat(), rows=False)  # how many there are
        return Val(elem=self.applied(node.children[1], [elem_of(value), NOTHING], scope))

    def expr_ArrayFilter(self, node: Node, scope: Scope) -> Val:
        value = self.expression(node.children[0], scope)
        self.decides(self.judged(node.children[1], [elem_of(value), NOTHING], scope), rows=False)
        return value

    def expr_ArrayExists(self, node: Node, scope: Scope) -> Val:
        value = self.expression(node.children[0], scope)
        return Val(self.applied(node.children[1], [elem_of(value)], scope).flat())

    expr_ArrayForAll = expr_ArrayExists

    def expr_ArraySort(self, node: Node, scope: Scope) -> Val:
        value = self.expression(node.children[0], scope)
        self.decides(self.judged(node.children[1], [elem_of(value)] * 2, scope), rows=False)
        return value

    def expr_ArrayAggregate(self, node: Node, scope: Scope) -> Val:
        argument, zero, step, finish = node.children
        value, result = elem_of(self.expression(argument, scope)), self.expression(zero, scope)
        self.decides(value.flat(), rows=False)
        for _ in range(3):
            result = merge(result, self.applied(step, [result, value], scope))
        return self.applied(finish, [result], scope)

    def expr_ZipWith(self, node: Node, scope: Scope) -> Val:
        left, right = (elem_of(self.expression(child, scope)) for child in node.children[:2])
        self.decides(left.flat() | right.flat(), rows=False)
        return Val(elem=self.applied(node.children[2], [left, right], scope))

    def expr_MapFilter(self, node: Node, scope: Scope) -> Val:
        value, both = self.pairs(node, scope)
        self.decides(self.judged(node.children[1], both, scope), rows=False)
        return value

    def expr_TransformKeys(self, node: Node, scope: Scope) -> Val:
        _, both = self.pairs(node, scope)
        return struct([(KEY, self.applied(node.children[1], both, scope)), (VALUE, both[1])])

    def expr_TransformValues(self, node: Node, scope: Scope) -> Val:
        _, both = self.pairs(node, scope)
        return struct([(KEY, both[0]), (VALUE, self.applied(node.children[1], both, scope))])

    def expr_MapZipWith(self, node: Node, scope: Scope) -> Val:
        left, right = (self.expression(child, scope) for child in node.children[:2])
        key = merge(part(left, KEY), part(right, KEY))
        value = self.applied(node.children[2], [key, part(left, VALUE), part(right, VALUE)], scope)
        return struct([(KEY, key), (VALUE, value)])
