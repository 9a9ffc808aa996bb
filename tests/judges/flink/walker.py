"""Value lineage of a query, read from the tree that Flink's planner makes of it before any optimisation.

There every name is resolved: an operator refers to its input's columns by position, so following positions down to the
scans tells which stored columns each output column's values are made of. Computed columns and watermarks are
operators above the scan, so they are followed like everything else. What counts as value, and what only decides,
follows the contract of headwater's answers (CASE conditions, filters, window keys, ... are no value).

Invariant: fail closed. An operator or expression that is not listed here raises `Abstain`; it never yields an empty
answer. To add one, write a method `rel_<class>` or `rex_<class>`, or a row in the tables of functions.
Nothing of headwater is imported: the judge must be able to disagree with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from py4j.java_gateway import get_field

from tests.judges.flink.shapes import (
    KEY,
    VALUE,
    described,
    entry,
    literal,
    metadata_names,
    mixed,
    part,
    scanned,
    shaped,
    stored,
)
from tests.judges.values import NOTHING, Abstain, Leaf, Val, elem_of, field_of, merge, merge_all, struct

# ----------------------------------------------------------------------------------------- functions
# A call hands on all of its operands, unless its operator stands in one of these tables.

MERGES = {"COALESCE", "IFNULL", "GREATEST", "LEAST", "ARRAY_CONCAT", "ARRAY_UNION", "MAP_UNION"}
"""One of the operands comes out as it is."""

FIRST_ONLY = {
    "ARRAY_SLICE", "SEARCH", "REINTERPRET", "FINAL", "RUNNING", "FIRST", "LAST", "PREV", "NEXT",
    "$TUMBLE", "$HOP", "$SESSION", "TUMBLE_START", "TUMBLE_END", "TUMBLE_ROWTIME", "HOP_START", "HOP_END",
    "HOP_ROWTIME", "SESSION_START", "SESSION_END", "SESSION_ROWTIME", "ARRAY_DISTINCT", "ARRAY_REVERSE", "ARRAY_SORT",
}  # fmt: skip
"""The first operand comes out as it is; the others are offsets, sizes, orders, or decide what is left out."""

NO_VALUE = {
    "PROCTIME", "TUMBLE_PROCTIME", "HOP_PROCTIME", "SESSION_PROCTIME", "CLASSIFIER", "MATCH_NUMBER", "MATCH_PROCTIME",
    "RAND", "RAND_INTEGER", "UUID", "DEFAULT", "DESCRIPTOR", "ROW_NUMBER", "RANK", "DENSE_RANK", "PERCENT_RANK",
    "CUME_DIST", "NTILE", "GROUPING", "GROUPING_ID", "GROUP_ID",
}  # fmt: skip

AGGREGATE_PICKS = {"FIRST_VALUE", "LAST_VALUE", "MIN", "MAX", "SINGLE_VALUE"}
AGGREGATE_LISTS = {"ARRAY_AGG", "COLLECT"}
AGGREGATE_VALUES = {"LISTAGG": (0,), "PERCENTILE": (0, 2), "LAG": (0, 2), "LEAD": (0, 2)}
"""Which arguments are value, of those aggregates and window functions where not all are."""

WINDOWS = {"TUMBLE", "HOP", "CUMULATE", "SESSION"}
"""Window table functions: the input's columns, then three made of the time column."""


class Walker:
    """Walks one tree bottom-up. An operator gives the list of its output columns' values, in order."""

    def __init__(self, using: bool = False, views: Iterable[str] = ()) -> None:
        self.using = using
        """The text has USING or NATURAL, which Calcite writes as COALESCE of both sides."""
        self.views = frozenset(views)
        """Tables that stand for views: reading stops at them, also where a column of theirs is computed."""
        self.pairs: dict[tuple[int, int], str] = {}
        """The columns of the join below that USING makes one, and the type of that join."""
        self.correlated: dict[str, list[Val]] = {}
        self.beside: list[Val] = []
        """The left side of a join, while a table function on its right side is read."""
        self.counted = 0
        """How many COUNTs have an argument: the planner takes it away where it can never be NULL."""
        self.stored: dict[str, dict[str, list[Leaf]]] = {}
        """Every table that was read: its columns, and the paths of the leaves of each."""

    # ----------------------------------------------------------------------------------- operators

    def relation(self, rel: Any) -> list[Val]:
        kind = str(rel.getClass().getSimpleName())
        handler: Callable[[Any], list[Val]] | None = getattr(self, "rel_" + kind, None)
        if handler is None:
            raise Abstain(f"operator {kind}")
        columns = handler(rel)
        if len(columns) != rel.getRowType().getFieldCount():
            raise Abstain(f"{kind} has {rel.getRowType().getFieldCount()} columns, and {len(columns)} were found")
        return columns

    def only_input(self, rel: Any) -> list[Val]:
        return self.relation(rel.getInput(0))

    def rel_LogicalTableScan(self, rel: Any) -> list[Val]:
        table = scanned(rel)
        names = metadata_names(rel)
        columns = []
        for field in rel.getRowType().getFieldList():
            name = str(field.getName())
            columns.append(self.column(table, names.get(name, name), field.getType()))
        return columns

    def column(self, table: str, name: str, kind: Any) -> Val:
        value = stored((table, name), kind)
        self.stored.setdefault(table, {})[name] = sorted(leaf[2:] for leaf in value.flat())
        return value

    def rel_LogicalProject(self, rel: Any) -> list[Val]:
        below = rel.getInput(0)
        if below.getClass().getSimpleName() == "LogicalTableScan":
            table = scanned(below)
            if table in self.views and self.generated(below):
                fields = rel.getRowType().getFieldList()
                return [self.column(table, str(field.getName()), field.getType()) for field in fields]
        child = self.relation(below)
        for correlation in rel.getVariablesSet():
            self.correlated[str(correlation.getName())] = child
        before, self.pairs = self.pairs, self.using_pairs(below) if self.using else {}
        columns = [self.expression(e, child) for e in rel.getProjects()]
        self.pairs = before
        return columns

    def generated(self, scan: Any) -> bool:
        """Is the operator above this scan the one that computes the table's computed columns?"""
        schema = scan.getTable().contextResolvedTable().getResolvedSchema()
        return any(not column.isPhysical() for column in schema.getColumns())

    def using_pairs(self, rel: Any) -> dict[tuple[int, int], str]:
        """Pairs of columns that a join below makes equal, and the type of that join."""
        if rel.getClass().getSimpleName() == "LogicalFilter":
            return self.using_pairs(rel.getInput(0))
        if rel.getClass().getSimpleName() != "LogicalJoin":
            return {}
        result = {}
        width = rel.getLeft().getRowType().getFieldCount()
        for position, inner in self.using_pairs(rel.getLeft()).items():
            result[position] = inner
        for left, right in re.findall(r"=\(\$(\d+), \$(\d+)\)", str(rel.getCondition())):
            if int(left) < width <= int(right):
                result[int(left), int(right)] = str(rel.getJoinType().name())
        return result

    def using_column(self, rex: Any, scope: list[Val]) -> Val | None:
        """COALESCE(left, right) of a USING column: inner and left joins take the left, right joins the right."""
        written = re.fullmatch(r"COALESCE\(\$(\d+), \$(\d+)\)", str(rex)) if self.pairs else None
        if written is None:
            return None
        left, right = int(written[1]), int(written[2])
        kind = self.pairs.get((left, right))
        if kind is None:
            return None
        return {"RIGHT": scope[right], "FULL": merge(scope[left], scope[right])}.get(kind, scope[left])

    def rel_LogicalFilter(self, rel: Any) -> list[Val]:
        return self.only_input(rel)

    rel_LogicalSort = rel_LogicalFilter
    rel_LogicalSnapshot = rel_LogicalFilter
    rel_LogicalWatermarkAssigner = rel_LogicalFilter

    def rel_LogicalValues(self, rel: Any) -> list[Val]:
        return [NOTHING] * int(rel.getRowType().getFieldCount())

    def rel_LogicalJoin(self, rel: Any) -> list[Val]:
        kind = str(rel.getJoinType().name())
        if kind not in ("INNER", "LEFT", "RIGHT", "FULL"):
            raise Abstain(f"join type {kind}")
        left, before = self.relation(rel.getLeft()), self.beside
        # LATERAL TABLE(f(TABLE t, q.x)) AS r becomes a plain join whose right side refers to the left by position.
        lateral = rel.getRight().getClass().getSimpleName() == "LogicalTableFunctionScan"
        self.beside = left if lateral else []
        right = self.relation(rel.getRight())
        self.beside = before
        return left + right

    def rel_LogicalCorrelate(self, rel: Any) -> list[Val]:
        left = self.relation(rel.getLeft())
        self.correlated[str(rel.getCorrelVariable())] = left
        kind = str(rel.getJoinType().name())
        if kind not in ("INNER", "LEFT"):
            raise Abstain(f"join type {kind}")
        return left + self.relation(rel.getRight())

    def rel_LogicalAggregate(self, rel: Any) -> list[Val]:
        child = self.only_input(rel)
        groups = [child[i] for i in rel.getGroupSet().toList()]
        made = []
        for call in rel.getAggCallList():
            arguments = [child[i] for i in call.getArgList()]
            name = str(call.getAggregation().getName())
            self.counted += name == "COUNT" and bool(arguments)
            made.append(self.aggregate(name, arguments))
        return groups + made

    def aggregate(self, name: str, arguments: list[Val]) -> Val:
        if name in NO_VALUE or not arguments:
            return NOTHING
        if name in AGGREGATE_VALUES:
            arguments = [arguments[i] for i in AGGREGATE_VALUES[name] if i < len(arguments)]
        if name in AGGREGATE_LISTS:
            return Val(elem=arguments[0])
        if name in AGGREGATE_PICKS or name in ("LAG", "LEAD"):
            return merge_all(arguments)
        return mixed(arguments)

    def rel_LogicalUnion(self, rel: Any) -> list[Val]:
        branches = [self.relation(branch) for branch in rel.getInputs()]
        names = [str(name) for name in rel.getRowType().getFieldNames()]
        return [merge_all([branch[i] for branch in branches]) for i in range(len(names))]

    rel_LogicalIntersect = rel_LogicalUnion

    def rel_LogicalMinus(self, rel: Any) -> list[Val]:
        return self.relation(rel.getInput(0))

    def rel_Uncollect(self, rel: Any) -> list[Val]:
        made: list[Val] = []
        fields = rel.getInput(0).getRowType().getFieldList()
        for value, field in zip(self.only_input(rel), fields, strict=True):
            kind = field.getType()
            name = str(kind.getSqlTypeName().name())
            if name == "MAP":
                made += [part(value, KEY), part(value, VALUE)]
            elif name in ("ARRAY", "MULTISET"):
                inner = kind.getComponentType()
                if inner.isStruct():
                    made += [field_of(elem_of(value), str(each)) for each in inner.getFieldNames()]
                else:
                    made.append(elem_of(value))
            else:
                raise Abstain(f"UNNEST of {name}")
        return [*made, NOTHING] if get_field(rel, "withOrdinality") else made

    def rel_LogicalMatch(self, rel: Any) -> list[Val]:
        if rel.isAllRows():
            raise Abstain("ALL ROWS PER MATCH")
        child = self.only_input(rel)
        columns = {}
        names = [str(name) for name in rel.getInput().getRowType().getFieldNames()]
        for key in rel.getPartitionKeys().toList():
            columns[names[key]] = child[key]
        kinds = [field.getType() for field in rel.getInput().getRowType().getFieldList()]
        times = [value for value, kind in zip(child, kinds, strict=True) if "*ROWTIME*" in str(kind)]
        for made in rel.getMeasures().entrySet():
            columns[str(made.getKey())] = self.measure(made.getValue(), child, times)
        return [columns[str(name)] for name in rel.getRowType().getFieldNames()]

    def measure(self, rex: Any, child: list[Val], times: list[Val]) -> Val:
        # MATCH_ROWTIME() names no column: it is the time attribute of the matched rows, the only one there is.
        text = str(rex)
        if "MATCH_ROWTIME()" in text:
            if not re.fullmatch(r"(FINAL\()?(CAST\()?MATCH_ROWTIME\(\).*", text) or len(times) != 1:
                raise Abstain(f"measure {text}")
            return times[0]
        return self.expression(rex, child)

    def rel_LogicalTableModify(self, rel: Any) -> list[Val]:
        """The rows that are left to be written: not asked for values, but by `updated`."""
        raise Abstain("a change of rows inside a query")

    def rel_LogicalTableFunctionScan(self, rel: Any) -> list[Val]:
        call = rel.getCall()
        name = str(call.getOperator().getName())
        beside, self.beside = self.beside, []
        inputs = [self.relation(table) for table in rel.getInputs()]
        names = [[str(each) for each in table.getRowType().getFieldNames()] for table in rel.getInputs()]
        width = int(rel.getRowType().getFieldCount())
        if name in WINDOWS:
            time = described(call, names[0], inputs[0])
            return [*inputs[0], *[mixed(time)] * (width - len(inputs[0]))]
        if name == "ML_PREDICT":
            return [*inputs[0], *[mixed(described(call, names[0], inputs[0]))] * (width - len(inputs[0]))]
        if name == "VECTOR_SEARCH":
            # The score is made of the searched vectors and of what is searched for.
            asked = [self.expression(operand, beside) for operand in list(call.getOperands())[2:3]]
            return [*inputs[0], mixed([*described(call, names[0], inputs[0]), *asked])]
        if name == "TO_CHANGELOG":
            return [NOTHING, *inputs[0]]  # no column says how a row changed
        if name == "FROM_CHANGELOG":
            made_names = {str(each) for each in rel.getRowType().getFieldNames()}
            return [value for title, value in zip(names[0], inputs[0], strict=True) if title in made_names]
        if not inputs:
            made = mixed([self.expression(operand, []) for operand in call.getOperands()])
            return [made] * width
        return self.process(call, inputs, names, width)

    def process(self, call: Any, inputs: list[list[Val]], names: list[list[str]], width: int) -> list[Val]:
        """A process table function: nobody knows what it does, so all of its input may be in all of its output."""
        arguments = call.getOperator().getTypeInference().getStaticArguments().get()
        passed: list[Val] = []
        seen: list[Val] = []
        times: list[Val] = []
        for operand, argument in zip(call.getOperands(), arguments, strict=True):
            if str(argument.getName()) == "on_time":
                # The time column of the table comes out again, behind what the function makes.
                times = [] if operand.toString() == "DEFAULT()" else described(call, names[0], inputs[0])
            elif operand.getClass().getSimpleName() != "RexTableArgCall":
                seen.append(self.expression(operand, []))
            else:
                table = inputs[operand.getInputIndex()]
                seen += table
                if "PASS_COLUMNS_THROUGH" in argument.getTraits().toString():
                    passed += table
                else:
                    passed += [table[key] for key in operand.getPartitionKeys()]
        return [*passed, *[mixed(seen)] * (width - len(passed) - len(times)), *times]

    # --------------------------------------------------------------------------------- expressions

    def expression(self, rex: Any, scope: list[Val]) -> Val:
        kind = str(rex.getClass().getSimpleName())
        handler: Callable[[Any, list[Val]], Val] | None = getattr(self, "rex_" + kind, None)
        if handler is None:
            raise Abstain(f"expression {kind}")
        return handler(rex, scope)

    def rex_RexInputRef(self, rex: Any, scope: list[Val]) -> Val:
        index = int(rex.getIndex())
        if index >= len(scope):
            raise Abstain(f"column {index} of {len(scope)}")
        return scope[index]

    rex_RexPatternFieldRef = rex_RexInputRef

    def rex_RexLiteral(self, rex: Any, scope: list[Val]) -> Val:
        return NOTHING

    rex_RexModelCall = rex_RexLiteral

    def rex_RexFieldAccess(self, rex: Any, scope: list[Val]) -> Val:
        inner = rex.getReferenceExpr()
        if inner.getClass().getSimpleName() == "RexCorrelVariable":
            name = str(inner.getName())
            if name not in self.correlated:
                raise Abstain(f"{name} is not known here")
            return self.correlated[name][rex.getField().getIndex()]
        return field_of(self.expression(inner, scope), str(rex.getField().getName()))

    def rex_RexSubQuery(self, rex: Any, scope: list[Val]) -> Val:
        kind = str(rex.getKind().name())
        if kind == "SCALAR_QUERY":
            return self.relation(get_field(rex, "rel"))[0]
        if kind in ("IN", "SOME", "EXISTS"):
            # x IN (SELECT ...): x is value, the subquery decides.
            return mixed([self.expression(operand, scope) for operand in rex.getOperands()])
        raise Abstain(f"subquery {kind}")

    def rex_RexOver(self, rex: Any, scope: list[Val]) -> Val:
        arguments = [self.expression(operand, scope) for operand in rex.getOperands()]
        name = str(rex.getAggOperator().getName())
        self.counted += name == "COUNT" and bool(arguments)
        return self.aggregate(name, arguments)

    def rex_RexCall(self, rex: Any, scope: list[Val]) -> Val:
        name = str(rex.getOperator().getName())
        operands = list(rex.getOperands())
        if name in NO_VALUE or not operands:
            return NOTHING
        self.counted += name == "COUNT"
        if name == "CASE":
            operands = [e for i, e in enumerate(operands) if i % 2 == 1 or i == len(operands) - 1]
            return merge_all([self.expression(e, scope) for e in operands])
        if name in ("IF", "ELT"):
            return merge_all([self.expression(e, scope) for e in operands[1:]])
        if name in FIRST_ONLY:
            return self.expression(operands[0], scope)
        joined = self.using_column(rex, scope) if name == "COALESCE" else None
        if joined is not None:
            return joined
        values = [self.expression(operand, scope) for operand in operands]
        if name in ("CAST", "TRY_CAST"):
            return shaped(values[0], rex.getType())
        if name in MERGES:
            return merge_all(values)
        if name == "ROW":
            fields = [str(field) for field in rex.getType().getFieldNames()]
            return struct(list(zip(fields, values, strict=True)))
        if name == "ARRAY":
            return Val(elem=merge_all(values))
        if name == "MAP":
            known = [(entry(key), value) for key, value in zip(operands[0::2], values[1::2], strict=True)]
            parts = [(KEY, merge_all(values[0::2])), (VALUE, merge_all(values[1::2]))]
            # A constant key finds its own value again.
            return struct([*parts, *((key, value) for key, value in known if key)])
        if name == "ITEM":
            if operands[0].getType().isStruct():
                return field_of(values[0], literal(operands[1]))
            is_map = str(operands[0].getType().getSqlTypeName().name()) == "MAP"
            if not is_map:
                return elem_of(values[0])
            known = [name for name, _ in values[0].fields or () if name == entry(operands[1])]
            return part(values[0], known[0] if known else VALUE)
        if name == "ELEMENT":
            return elem_of(values[0])
        if name == "MAP_KEYS":
            return Val(elem=part(values[0], KEY))
        if name == "MAP_VALUES":
            return Val(elem=part(values[0], VALUE))
        if name == "DOT":
            raise Abstain("DOT")
        return mixed(values, nested=rex.getType().isStruct() or rex.getType().getComponentType() is not None)
