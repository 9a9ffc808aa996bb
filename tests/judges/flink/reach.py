"""What decides, in the tree of Flink's planner: which columns have a say in the rows, and which in anything at all.

The second, looser assertion beside the values. `rows` are the columns that every answer must name as influence:
conditions, keys of joins and groups, arrays that are unnested, what a LIMIT sorts by. `every` are all columns that
decide anything, also in a column that nobody asks for: an answer that names another one is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from py4j.java_gateway import get_field

from tests.judges.flink.walker import FIRST_ONLY, WINDOWS, Walker
from tests.judges.values import Leaf, Source, Val

CHOICES = {"IF", "ELT"}
"""The first operand decides."""


class Reach(Walker):
    """The walker, listening to what decides."""

    def __init__(self, using: bool = False, views: Iterable[str] = ()) -> None:
        super().__init__(using, views)
        self.rows: set[Source] = set()
        self.every: set[Source] = set()
        self.inside = 0
        """Depth of subqueries in expressions: what decides there decides one column, not the rows."""
        self.known: dict[int, list[Val]] = {}

    def decides(self, leaves: Iterable[Leaf], rows: bool = True) -> None:
        result = {(leaf[0], leaf[1]) for leaf in leaves}
        self.every |= result
        if rows and not self.inside:
            self.rows |= result

    def relation(self, rel: Any) -> list[Val]:
        number = int(rel.getId())
        if number not in self.known:
            self.known[number] = super().relation(rel)
        return self.known[number]

    # ----------------------------------------------------------------------------------- operators

    def rel_LogicalFilter(self, rel: Any) -> list[Val]:
        child = self.only_input(rel)
        for correlation in rel.getVariablesSet():
            self.correlated[str(correlation.getName())] = child
        self.decides(self.refs(rel.getCondition(), child))
        return child

    def rel_LogicalSort(self, rel: Any) -> list[Val]:
        child = self.only_input(rel)
        cut = get_field(rel, "fetch") is not None or get_field(rel, "offset") is not None
        for key in rel.getCollation().getFieldCollations():
            self.decides(child[key.getFieldIndex()].flat(), rows=cut)
        return child

    def rel_LogicalSnapshot(self, rel: Any) -> list[Val]:
        child = self.only_input(rel)
        self.decides(self.refs(rel.getPeriod(), child))
        return child

    def rel_LogicalWatermarkAssigner(self, rel: Any) -> list[Val]:
        return self.only_input(rel)

    def rel_LogicalJoin(self, rel: Any) -> list[Val]:
        columns = super().rel_LogicalJoin(rel)
        self.decides(self.refs(rel.getCondition(), columns))
        return columns

    def rel_LogicalAggregate(self, rel: Any) -> list[Val]:
        child = self.only_input(rel)
        for key in rel.getGroupSet().toList():
            self.decides(child[key].flat())
        for call in rel.getAggCallList():
            condition = int(get_field(call, "filterArg"))
            if condition >= 0:
                self.decides(child[condition].flat(), rows=False)
            for key in call.getCollation().getFieldCollations():
                self.decides(child[key.getFieldIndex()].flat(), rows=False)
        return super().rel_LogicalAggregate(rel)

    def rel_LogicalUnion(self, rel: Any) -> list[Val]:
        columns = super().rel_LogicalUnion(rel)
        if not get_field(rel, "all"):
            for value in columns:
                self.decides(value.flat())
        return columns

    def rel_LogicalIntersect(self, rel: Any) -> list[Val]:
        """Rows of every branch are compared with those of the others."""
        for branch in rel.getInputs():
            for value in self.relation(branch):
                self.decides(value.flat())
        return super().rel_LogicalIntersect(rel)

    def rel_LogicalMinus(self, rel: Any) -> list[Val]:
        for branch in rel.getInputs():
            for value in self.relation(branch):
                self.decides(value.flat())
        return super().rel_LogicalMinus(rel)

    def rel_Uncollect(self, rel: Any) -> list[Val]:
        for value in self.only_input(rel):
            self.decides(value.flat())
        return super().rel_Uncollect(rel)

    def rel_LogicalMatch(self, rel: Any) -> list[Val]:
        child = self.only_input(rel)
        for key in rel.getPartitionKeys().toList():
            self.decides(child[key].flat())
        for key in rel.getOrderKeys().getFieldCollations():
            self.decides(child[key.getFieldIndex()].flat())
        for definition in rel.getPatternDefinitions().values():
            self.decides(self.refs(definition, child))
        return super().rel_LogicalMatch(rel)

    def rel_LogicalTableFunctionScan(self, rel: Any) -> list[Val]:
        made = columns = super().rel_LogicalTableFunctionScan(rel)
        name = str(rel.getCall().getOperator().getName())
        for operand in rel.getCall().getOperands():
            if name in WINDOWS and operand.getClass().getSimpleName() == "RexTableArgCall":
                for key in operand.getPartitionKeys():
                    self.decides(columns[key].flat(), rows=False)
        if name == "FROM_CHANGELOG":  # the column that is left out says what becomes of a row
            columns = [value for table in rel.getInputs() for value in self.relation(table)]
        for value in columns if name not in WINDOWS else columns[-3:]:
            self.decides(value.flat(), rows=False)
        return made

    # --------------------------------------------------------------------------------- expressions

    def rex_RexCall(self, rex: Any, scope: list[Val]) -> Val:
        name = str(rex.getOperator().getName())
        operands = list(rex.getOperands())
        deciding: list[Any] = []
        if name == "CASE":
            deciding = operands[0:-1:2]
        elif name in CHOICES:
            deciding = operands[:1]
        elif name == "ITEM" or name in FIRST_ONLY:
            deciding = operands[1:]
        for operand in deciding:
            self.decides(self.refs(operand, scope), rows=False)
        return super().rex_RexCall(rex, scope)

    def rex_RexOver(self, rex: Any, scope: list[Val]) -> Val:
        self.decides(self.refs_over(rex, scope), rows=False)
        return super().rex_RexOver(rex, scope)

    def rex_RexSubQuery(self, rex: Any, scope: list[Val]) -> Val:
        self.inside += 1
        self.decides(self.refs_subquery(rex), rows=False)
        value = super().rex_RexSubQuery(rex, scope)
        self.inside -= 1
        return value

    # ------------------------------------------------------------------------------------ all reads

    def refs(self, rex: Any, scope: list[Val]) -> set[Leaf]:
        """Every column that an expression reads, for whatever purpose."""
        kind = str(rex.getClass().getSimpleName())
        if kind in ("RexInputRef", "RexPatternFieldRef", "RexFieldAccess", "RexLiteral"):
            return set(self.expression(rex, scope).flat())
        if kind == "RexCall" and str(rex.getOperator().getName()) == "ITEM":
            return set(self.expression(rex, scope).flat()) | self.refs(rex.getOperands()[1], scope)
        result = {leaf for operand in rex.getOperands() for leaf in self.refs(operand, scope)}
        if kind == "RexOver":
            result |= self.refs_over(rex, scope)
        elif kind == "RexSubQuery":
            result |= self.refs_subquery(rex)
        return result

    def refs_over(self, rex: Any, scope: list[Val]) -> set[Leaf]:
        window = rex.getWindow()
        keys = [*get_field(window, "partitionKeys"), *(key.getKey() for key in get_field(window, "orderKeys"))]
        return {leaf for key in keys for leaf in self.refs(key, scope)}

    def refs_subquery(self, rex: Any) -> set[Leaf]:
        columns = self.relation(get_field(rex, "rel"))
        if str(rex.getKind().name()) == "EXISTS":
            return set()
        return {leaf for column in columns for leaf in column.flat()}
