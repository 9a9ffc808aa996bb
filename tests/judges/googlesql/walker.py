"""Relations of ZetaSQL's resolved tree: what each of their columns is made of.

Columns have ids that are unique in a statement, so a scan only has to say what the columns that it makes are made of.
One method `scan_<class>` for each class; a class that has none raises `Abstain`: it never yields an empty answer.
"""

from __future__ import annotations

from typing import Any

from tests.judges.googlesql.exprs import Exprs, stored
from tests.judges.values import NOTHING, Abstain, Leaf, Val, elem_of, merge, merge_all

_ROUNDS = 10


class Walker(Exprs):
    """Follows the scans of one statement."""

    def __init__(self) -> None:
        super().__init__()
        self.queries: dict[str, list[Val]] = {}
        self.loops: list[list[Val]] = []
        self.relations: list[dict[str, list[Val]]] = []
        self.table_functions: dict[str, Any] = {}
        self.inputs: list[list[Val]] = []
        self.handed: list[tuple[Any, list[Any] | None]] = []
        """Results and writes that a pipeline hands out beside its own: a statement, or the columns of a result."""
        self.tables: dict[str, dict[str, list[list[str]]]] = {}
        """The leaves of every stored column that was in sight."""
        self.rows: set[tuple[str, str]] = set()
        self.depth = 0

    def scan(self, node: Any) -> None:
        method = getattr(self, f"scan_{type(node).__name__}", None)
        if method is None:
            raise Abstain(f"the relation {type(node).__name__}")
        method(node)

    def values(self, columns: list[Any]) -> list[Val]:
        return [self.column(column) for column in columns]

    def assign(self, columns: list[Any], values: list[Val]) -> None:
        if len(columns) != len(values):
            raise Abstain(f"{len(columns)} columns of {len(values)}")
        for column, value in zip(columns, values, strict=True):
            self.env[column.column_id] = value

    def decides(self, *found: Val) -> None:
        for value in found:
            columns = {(leaf[0], leaf[1]) for leaf in value.flat()}
            self.every |= columns
            if not self.depth:
                self.rows |= columns

    def expr_ResolvedSubqueryExpr(self, node: Any) -> Val:
        self.depth += 1
        try:
            return super().expr_ResolvedSubqueryExpr(node)
        finally:
            self.depth -= 1

    # ── sources ──────────────────────────────────────────────────────────────────────────────────────────────
    def scan_ResolvedTableScan(self, node: Any) -> None:
        table = node.table.full_name or node.table.name
        for column in node.column_list:
            leaf: Leaf = (table, column.name)
            self.env[column.column_id] = stored(leaf, column.type)
            paths = sorted(list(one[2:]) for one in self.env[column.column_id].flat())
            self.tables.setdefault(table, {})[column.name] = paths
        if node.for_system_time_expr is not None:
            self.decides(self.value(node.for_system_time_expr))

    def scan_ResolvedSingleRowScan(self, node: Any) -> None:
        pass

    def scan_ResolvedWithScan(self, node: Any) -> None:
        before = dict(self.queries)
        for entry in node.with_entry_list:
            self.scan(entry.with_subquery)
            self.queries[entry.with_query_name] = self.values(entry.with_subquery.column_list)
        self.scan(node.query)
        self.queries = before

    def scan_ResolvedWithRefScan(self, node: Any) -> None:
        if node.with_query_name not in self.queries:
            raise Abstain(f"the query {node.with_query_name}")
        self.assign(node.column_list, self.queries[node.with_query_name])

    def scan_ResolvedRecursiveScan(self, node: Any) -> None:
        self.scan(node.non_recursive_term.scan)
        result = self.values(node.non_recursive_term.output_column_list)
        for _ in range(_ROUNDS):
            self.loops.append(result)
            self.scan(node.recursive_term.scan)
            self.loops.pop()
            more = self.values(node.recursive_term.output_column_list)
            merged = [merge(one, two) for one, two in zip(result, more, strict=True)]
            if merged == result:
                break
            result = merged
        else:
            raise Abstain("a recursion that does not settle")
        columns = list(node.column_list)
        modifier = node.recursion_depth_modifier
        if modifier is not None:
            depth = modifier.recursion_depth_column.column
            self.env[depth.column_id] = NOTHING
            columns = [column for column in columns if column.column_id != depth.column_id]
        self.assign(columns, result)

    def scan_ResolvedRecursiveRefScan(self, node: Any) -> None:
        self.assign(node.column_list, self.loops[-1])

    def scan_ResolvedRelationArgumentScan(self, node: Any) -> None:
        if not self.relations or node.name.lower() not in self.relations[-1]:
            raise Abstain(f"the relation {node.name}")
        self.assign(node.column_list, self.relations[-1][node.name.lower()])

    def scan_ResolvedTVFScan(self, node: Any) -> None:
        name = str(node.tvf.name).rpartition(":")[2].lower()
        made = self.table_functions.get(name)
        if made is None or made.query is None:
            raise Abstain(f"the table function {name}")
        scalars: dict[str, Val] = {}
        relations: dict[str, list[Val]] = {}
        for label, one in zip(made.argument_name_list, node.argument_list, strict=True):
            if one.scan is not None:
                self.scan(one.scan)
                relations[label.lower()] = self.values(one.argument_column_list or one.scan.column_list)
            elif one.expr is not None:
                scalars[label.lower()] = self.value(one.expr)
            else:
                raise Abstain(f"an argument of {name}")
        self.arguments.append(scalars)
        self.relations.append(relations)
        outer, self.env = self.env, dict(self.env)  # its body has ids of its own, the same at each call
        self.scan(made.query)
        result = self.values([one.column for one in made.output_column_list])
        self.env = outer
        self.arguments.pop()
        self.relations.pop()
        self.assign(node.column_list, [result[i] for i in node.column_index_list])

    # ── operators ────────────────────────────────────────────────────────────────────────────────────────────
    def scan_ResolvedProjectScan(self, node: Any) -> None:
        self.scan(node.input_scan)
        self.compute(node.expr_list)

    def scan_ResolvedFilterScan(self, node: Any) -> None:
        self.scan(node.input_scan)
        self.decides(self.value(node.filter_expr))

    def scan_ResolvedOrderByScan(self, node: Any) -> None:
        self.scan(node.input_scan)
        for item in node.order_by_item_list:
            self.value(item.column_ref)

    def scan_ResolvedLimitOffsetScan(self, node: Any) -> None:
        self.scan(node.input_scan)

    scan_ResolvedBarrierScan = scan_ResolvedLimitOffsetScan

    def scan_ResolvedAssertScan(self, node: Any) -> None:
        self.scan(node.input_scan)
        self.value(node.condition)

    def scan_ResolvedSampleScan(self, node: Any) -> None:
        self.scan(node.input_scan)
        if node.weight_column is not None:
            self.env[node.weight_column.column.column_id] = NOTHING

    def scan_ResolvedJoinScan(self, node: Any) -> None:
        self.scan(node.left_scan)
        self.scan(node.right_scan)
        if node.join_expr is not None:
            self.decides(self.value(node.join_expr))

    def scan_ResolvedArrayScan(self, node: Any) -> None:
        if node.input_scan is not None:
            self.scan(node.input_scan)
        arrays = [self.value(one) for one in node.array_expr_list]
        for column, array in zip(node.element_column_list, arrays, strict=True):
            self.env[column.column_id] = elem_of(array)
        if node.array_offset_column is not None:
            self.env[node.array_offset_column.column.column_id] = NOTHING
        if node.join_expr is not None:
            self.decides(self.value(node.join_expr))

    def scan_ResolvedAggregateScan(self, node: Any) -> None:
        self.scan(node.input_scan)
        self.compute(node.group_by_list)
        self.decides(*self.values([item.column for item in node.group_by_list]))
        self.compute(node.aggregate_list)
        for call in node.grouping_call_list:
            self.env[call.output_column.column_id] = NOTHING

    def scan_ResolvedDifferentialPrivacyAggregateScan(self, node: Any) -> None:
        self.scan_ResolvedAggregateScan(node)
        if node.group_selection_threshold_expr is not None:
            self.value(node.group_selection_threshold_expr)

    scan_ResolvedAnonymizedAggregateScan = scan_ResolvedAggregateScan
    scan_ResolvedAggregationThresholdAggregateScan = scan_ResolvedAggregateScan

    def scan_ResolvedAnalyticScan(self, node: Any) -> None:
        self.scan(node.input_scan)
        for group in node.function_group_list:
            for item in group.order_by.order_by_item_list if group.order_by is not None else ():
                self.value(item.column_ref)
            for one in group.partition_by.partition_by_list if group.partition_by is not None else ():
                self.value(one)
            self.compute(group.analytic_function_list)

    def scan_ResolvedSetOperationScan(self, node: Any) -> None:
        arms: list[list[Val]] = []
        for item in node.input_item_list:
            self.scan(item.scan)
            arms.append(self.values(item.output_column_list))
        if "EXCEPT" in node.op_type.name:
            for arm in arms[1:]:
                self.decides(*arm)
            arms = arms[:1]
        for position, column in enumerate(node.column_list):
            result = [arm[position] for arm in arms]
            self.every |= {(leaf[0], leaf[1]) for one in result for leaf in one.flat()}
            self.env[column.column_id] = merge_all(result)

    def scan_ResolvedPivotScan(self, node: Any) -> None:
        self.scan(node.input_scan)
        self.compute(node.group_by_list)
        self.decides(*self.values([item.column for item in node.group_by_list]))
        self.value(node.for_expr)
        for one in node.pivot_value_list:
            self.value(one)
        result = [self.value(one) for one in node.pivot_expr_list]
        for column in node.pivot_column_list:
            self.env[column.column.column_id] = result[column.pivot_expr_index]

    def scan_ResolvedUnpivotScan(self, node: Any) -> None:
        self.scan(node.input_scan)
        for position, column in enumerate(node.value_column_list):
            gathered = [self.value(one.column_list[position]) for one in node.unpivot_arg_list]
            self.env[column.column_id] = merge_all(gathered)
        self.env[node.label_column.column_id] = NOTHING
        self.compute(node.projected_input_column_list)

    # ── pipes ────────────────────────────────────────────────────────────────────────────────────────────────
    def scan_ResolvedSubpipelineInputScan(self, node: Any) -> None:
        self.assign(node.column_list, self.inputs[-1])

    def below(self, subpipeline: Any, columns: list[Any]) -> None:
        self.inputs.append(self.values(columns))
        self.scan(subpipeline.scan)
        self.inputs.pop()

    def scan_ResolvedPipeIfScan(self, node: Any) -> None:
        self.scan(node.input_scan)
        if node.selected_case is None or node.selected_case < 0:
            return
        chosen = node.if_case_list[node.selected_case]
        self.below(chosen.subpipeline, node.input_scan.column_list)

    def scan_ResolvedPipeForkScan(self, node: Any) -> None:
        self.scan(node.input_scan)
        for one in node.subpipeline_list:
            self.below(one.subpipeline, node.input_scan.column_list)
            if one.output_schema is not None:
                columns = one.output_schema.output_column_list
                self.handed.append((None, [(column.name, self.column(column.column)) for column in columns]))

    scan_ResolvedPipeTeeScan = scan_ResolvedPipeForkScan

    def scan_ResolvedPipeInsertScan(self, node: Any) -> None:
        self.handed.append((node.insert_stmt, None))

    def scan_ResolvedPipeCreateTableScan(self, node: Any) -> None:
        self.handed.append((node.create_table_as_select_stmt, None))

    def scan_ResolvedPipeExportDataScan(self, node: Any) -> None:
        self.handed.append((node.export_data_stmt, None))
