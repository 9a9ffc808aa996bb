"""Value lineage of a query, read from the plan that Spark's analyzer makes of it.

There every name is resolved: an expression refers to a column of the operator's input by a number (`exprId`), so
following numbers down to the relations tells which stored columns each output column's values are made of. A Union
hands on the numbers of its first branch, and a CTE may be read twice: so columns are followed operator by operator,
never by their number alone.

Invariant: fail closed. An operator that is not listed here raises `Abstain`; it never yields an empty answer. To add
one, write a method `rel_<class>`. Expressions are in `scalars`. Nothing of headwater is imported: the judge must be
able to disagree with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.judges.spark.scalars import Scalars, Scope
from tests.judges.spark.shapes import by_position, mixed, stored
from tests.judges.spark.tree import Node, parsed
from tests.judges.values import KEY, NOTHING, VALUE, Abstain, Val, elem_of, field_of, merge_all, part

Column = tuple[int, str, Val]
"""Number, name, value."""

PASSED = {
    "SubqueryAlias", "PipeOperator", "LocalLimit", "GlobalLimit", "Offset", "Tail", "Sample", "Repartition",
    "ResolvedHint", "Subquery", "CTERelationDef", "EventTimeWatermark", "UpdateEventTimeWatermarkColumn",
    "ReturnAnswer", "SQLFunctionNode",
}  # fmt: skip
"""Operators that hand on their input's columns as they are."""


class Walker(Scalars):
    """Walks one plan bottom-up. An operator gives the list of its output columns, in order."""

    def __init__(self, names: dict[int, str] | None = None) -> None:
        super().__init__()
        self.names = names or {}
        """Tables of other catalogs by the number of their first column: the JSON has no name for them."""
        self.stored: dict[str, dict[str, list[list[str]]]] = {}
        """Every table that was read: its columns, and the paths of the leaves of each."""
        self.ctes: dict[int, list[Column]] = {}
        self.loops: dict[int, list[Val]] = {}
        self.cut = False
        """Below a LIMIT, where an order decides which rows are left."""

    # ------------------------------------------------------------------------------------ relations

    def relation(self, node: Node) -> list[Column]:
        if node.kind in PASSED:
            limit = node.kind in ("LocalLimit", "GlobalLimit", "Offset", "Tail")
            before, self.cut = self.cut, limit or (self.cut and node.kind == "PipeOperator")
            columns = self.relation(node.children[0])
            self.cut = before
            return columns
        handler: Callable[[Node], list[Column]] | None = getattr(self, "rel_" + node.kind, None)
        if handler is None:
            raise Abstain(f"operator {node.kind}")
        cut = self.cut
        if node.kind not in ("Project", "Sort", "Filter", "Window", "Aggregate"):
            self.cut = False
        columns = handler(node)
        self.cut = cut
        return columns

    def query(self, node: Node, scope: Scope) -> list[Val]:
        """A plan inside an expression, which sees the columns around it."""
        self.outer.append(scope)
        cut, self.cut = self.cut, False
        try:
            return [value for _, _, value in self.relation(node)]
        finally:
            self.outer.pop()
            self.cut = cut

    @staticmethod
    def scope(*inputs: list[Column]) -> Scope:
        return {number: value for columns in inputs for number, _, value in columns}

    def table(self, name: str, attributes: list[Node]) -> list[Column]:
        columns = []
        for attribute in attributes:
            column = str(attribute.fields["name"])
            value = stored((name, column), attribute.type)
            self.stored.setdefault(name, {})[column] = sorted(list(leaf[2:]) for leaf in value.flat())
            columns.append((attribute.id, column, value))
        return columns

    def named(self, attributes: list[Node], values: list[Val]) -> list[Column]:
        if len(attributes) != len(values):
            raise Abstain(f"{len(attributes)} columns, and {len(values)} were found")
        return [(one.id, str(one.fields["name"]), value) for one, value in zip(attributes, values, strict=True)]

    def rel_LogicalRelation(self, node: Node) -> list[Column]:
        known = node.fields.get("catalogTable")
        if not known:
            raise Abstain("a relation that is no table")
        return self.table(dotted(known["identifier"]), node.trees("output"))

    def rel_HiveTableRelation(self, node: Node) -> list[Column]:
        attributes = [*node.trees("dataCols"), *node.trees("partitionCols")]
        return self.table(dotted(node.fields["tableMeta"]["identifier"]), attributes)

    def rel_DataSourceV2Relation(self, node: Node) -> list[Column]:
        attributes = node.trees("output")
        name = self.names.get(attributes[0].id)
        if name is None:
            raise Abstain("a relation without a name")
        return self.table(plain(name), attributes)

    def rel_View(self, node: Node) -> list[Column]:
        """Reading stops at a view, which is a dataset like any other."""
        below = node.children[0]
        state = (set(self.rows), set(self.every), dict(self.stored), dict(self.ctes))
        columns = self.relation(below)
        self.rows, self.every, self.stored, self.ctes = state
        name = dotted(node.fields["desc"]["identifier"])
        types = {f["name"]: f["type"] for f in node.fields["desc"]["schema"]["fields"]}
        result = []
        for number, column, _ in columns:
            value = stored((name, column), types.get(column))
            self.stored.setdefault(name, {})[column] = sorted(list(leaf[2:]) for leaf in value.flat())
            result.append((number, column, value))
        return result

    def rel_OneRowRelation(self, node: Node) -> list[Column]:
        return []

    def constants(self, node: Node) -> list[Column]:
        return self.named(node.trees("output"), [NOTHING] * len(node.trees("output")))

    rel_LocalRelation = constants
    rel_Range = constants

    def rel_CTERelationRef(self, node: Node) -> list[Column]:
        known = self.ctes.get(int(node.fields["cteId"]))
        if known is None:
            raise Abstain(f"CTE {node.fields['cteId']} is not known here")
        return self.named(node.trees("output"), [value for _, _, value in known])

    def rel_WithCTE(self, node: Node) -> list[Column]:
        definitions = [*node.trees("cteDefs")] or node.children[1:]
        for definition in definitions:
            self.ctes[int(definition.fields["id"])] = self.relation(definition)
        plan = node.tree("plan")
        assert plan is not None
        return self.relation(plan)

    def rel_UnionLoop(self, node: Node) -> list[Column]:
        """A recursive CTE: again and again, until nothing new comes."""
        anchor, step = node.children
        columns = self.relation(anchor)
        number = int(node.fields["id"])
        values = [value for _, _, value in columns]
        for _ in range(len(columns) + 2):
            self.loops[number] = values
            again = [value for _, _, value in self.relation(step)]
            values = [by_position([outputAttrId, two]) for outputAttrId, two in zip(values, again, strict=True)]
        numbers = [int(outputAttrId["id"]) for outputAttrId in node.fields["outputAttrIds"]]
        return [(at, name, value) for at, (_, name, _), value in zip(numbers, columns, values, strict=True)]

    def rel_UnionLoopRef(self, node: Node) -> list[Column]:
        known = self.loops.get(int(node.fields["loopId"]))
        if known is None:
            raise Abstain("a loop that is not known here")
        return self.named(node.trees("output"), known)

    # ------------------------------------------------------------------------------------ operators

    def listed(self, expressions: list[Node], scope: Scope) -> list[Column]:
        """A list of named expressions; a later one may be of the names before it."""
        return [
            (expression.id, str(expression.fields["name"]), self.expression(expression, scope))
            for expression in expressions
        ]

    def rel_Project(self, node: Node) -> list[Column]:
        return self.listed(node.trees("projectList"), self.scope(self.relation(node.children[0])))

    def rel_Filter(self, node: Node) -> list[Column]:
        columns = self.relation(node.children[0])
        condition = node.tree("condition")
        assert condition is not None
        self.decides(self.refs(condition, self.scope(columns)))
        return columns

    def rel_Sort(self, node: Node) -> list[Column]:
        columns = self.relation(node.children[0])
        for key in node.trees("order"):
            self.decides(self.refs(key, self.scope(columns)), rows=self.cut and bool(node.fields.get("global")))
        return columns

    def rel_RepartitionByExpression(self, node: Node) -> list[Column]:
        columns = self.relation(node.children[0])
        for key in node.trees("partitionExpressions"):
            self.decides(self.refs(key, self.scope(columns)), rows=False)
        return columns

    rel_RebalancePartitions = rel_RepartitionByExpression

    def rel_Distinct(self, node: Node) -> list[Column]:
        columns = self.relation(node.children[0])
        for _, _, value in columns:
            self.decides(value.flat(), rows=False)
        return columns

    def rel_Aggregate(self, node: Node) -> list[Column]:
        scope = self.scope(self.relation(node.children[0]))
        for key in node.trees("groupingExpressions"):
            self.decides(self.refs(key, scope))
        return self.listed(node.trees("aggregateExpressions"), scope)

    def rel_Window(self, node: Node) -> list[Column]:
        columns = self.relation(node.children[0])
        scope = self.scope(columns)
        for key in (*node.trees("partitionSpec"), *node.trees("orderSpec")):
            self.decides(self.refs(key, scope), rows=False)
        return [*columns, *self.listed(node.trees("windowExpressions"), scope)]

    def rel_Expand(self, node: Node) -> list[Column]:
        """Each row several times, with other expressions: GROUPING SETS, UNPIVOT, overlapping windows."""
        scope = self.scope(self.relation(node.children[0]))
        if node.fields["projections"] is None:
            raise Abstain("the plan does not say what Expand makes")  # over a UNION it is left out of the JSON
        rows = [[self.expression(parsed(one), scope) for one in row] for row in node.fields["projections"]]
        return self.named(node.trees("output"), [merge_all(list(column)) for column in zip(*rows, strict=True)])

    def rel_Join(self, node: Node) -> list[Column]:
        left, right = (self.relation(child) for child in node.children)
        condition = node.tree("condition")
        if condition is not None:
            self.decides(self.refs(condition, self.scope(left, right)))
        kind = str(node.fields["joinType"])
        if "LeftSemi" in kind or "LeftAnti" in kind:
            return left
        if "ExistenceJoin" in kind:
            raise Abstain("ExistenceJoin")
        return [*left, *right]

    def rel_AsOfJoin(self, node: Node) -> list[Column]:
        left, right = (self.relation(child) for child in node.children)
        for name in ("asOfCondition", "condition", "orderExpression"):
            one = node.tree(name)
            if one is not None:
                self.decides(self.refs(one, self.scope(left, right)))
        return [*left, *right]

    def rel_LateralJoin(self, node: Node) -> list[Column]:
        left = self.relation(node.children[0])
        lateral = node.tree("right")
        plan = lateral.tree("plan") if lateral is not None else None
        if plan is None:
            raise Abstain("a lateral join without a plan")
        self.outer.append(self.scope(left))
        right = self.relation(plan)
        self.outer.pop()
        condition = node.tree("condition")
        if condition is not None:
            self.decides(self.refs(condition, self.scope(left, right)))
        return [*left, *right]

    def branches(self, node: Node) -> list[list[Column]]:
        result = [self.relation(child) for child in node.children]
        if len({len(columns) for columns in result}) != 1:
            raise Abstain(f"branches of {node.kind} that differ in width")
        return result

    def rel_Union(self, node: Node) -> list[Column]:
        result = self.branches(node)
        values = [by_position([columns[index][2] for columns in result]) for index in range(len(result[0]))]
        return [(number, name, value) for (number, name, _), value in zip(result[0], values, strict=True)]

    def rel_Intersect(self, node: Node) -> list[Column]:
        for columns in self.branches(node):
            for _, _, value in columns:
                self.decides(value.flat(), rows=False)
        return self.rel_Union(node)

    def rel_Except(self, node: Node) -> list[Column]:
        left, right = self.branches(node)
        for _, _, value in left:
            self.decides(value.flat(), rows=False)
        for _, _, value in right:
            self.decides(value.flat(), rows=False)
        return left

    def rel_Generate(self, node: Node) -> list[Column]:
        columns = self.relation(node.children[0])
        generator = node.tree("generator")
        assert generator is not None
        attributes = node.trees("generatorOutput")
        scope = self.scope(columns)
        values = self.generated(generator, scope, attributes)
        for value in values:
            self.decides(value.flat(), rows=False)
        return [*columns, *self.named(attributes, values)]

    def generated(self, node: Node, scope: Scope, attributes: list[Node]) -> list[Val]:
        """The columns that a generator makes."""
        if node.kind == "GeneratorOuter":
            return self.generated(node.children[0], scope, attributes)
        if isinstance(node.fields.get("replacement"), int):
            return self.generated(node.children[node.fields["replacement"]], scope, attributes)
        values = [self.expression(child, scope) for child in node.children]
        if node.kind in ("Explode", "PosExplode"):
            self.decides(values[0].flat())
            head = [NOTHING] if node.kind == "PosExplode" else []
            pair = len(attributes) - len(head) == 2
            inside = [part(values[0], KEY), part(values[0], VALUE)] if pair else [elem_of(values[0])]
            return [*head, *inside]
        if node.kind == "Inline":
            self.decides(values[0].flat())
            row = elem_of(values[0])
            if row.fields is None:
                return [Val(row.flat())] * len(attributes)
            return [field_of(row, name) for name, _ in row.fields]
        if node.kind == "Stack":
            width = len(attributes)
            cells = values[1:]
            return [merge_all(cells[index::width]) for index in range(width)]
        if node.kind in ("JsonTuple", "VariantExplode"):
            if node.kind == "JsonTuple":
                return [mixed([values[0]])] * len(attributes)
            return [NOTHING, mixed(values), mixed(values)]
        if node.kind in ("SQLKeywords", "Collations"):
            return [NOTHING] * len(attributes)
        if node.kind in ("UserDefinedGenerator", "PythonUDTF"):
            return [mixed(values)] * len(attributes)
        raise Abstain(f"generator {node.kind}")

    def rel_ScriptTransformation(self, node: Node) -> list[Column]:
        """Nobody knows what the script does: all of its input may be in all of its output."""
        columns = self.relation(node.children[0])
        everything = mixed([value for _, _, value in columns])
        return self.named(node.trees("output"), [everything] * len(node.trees("output")))


def dotted(identifier: dict[str, Any]) -> str:
    """A table's name; the catalog, and with it the database, are left out where they are Spark's defaults."""
    parts = [identifier.get("catalog"), identifier.get("database"), identifier.get("table")]
    return plain(".".join(str(one) for one in parts if one))


def plain(name: str) -> str:
    return name.removeprefix("spark_catalog.").removeprefix("default.")
