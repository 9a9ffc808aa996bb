"""Relations of ZetaSQL's resolved tree as operators of the algebra: one method `scan_<class>` for each class.

ZetaSQL gives every column an id that is unique in the statement, as the algebra does, so a scan that hands columns on
says nothing of them. A class that has no method raises `Unread`. To add one: write the method, and a script for the
judge.
"""

from __future__ import annotations

from typing import Any

from headwater.bind.names import shape
from headwater.bind.scope import Output, Resolved
from headwater.frontends.zetasql import types
from headwater.frontends.zetasql.exprs import Exprs, Unread
from headwater.rel import operators
from headwater.rel.columns import Born, Col, Dataset, Read
from headwater.rel.kinds import AGG, CONDITIONAL, DIRECT, FILTER, GROUP_BY, JOIN, SORT, WINDOW, WINDOW_KEY, Kind
from headwater.rel.operators import Rel

Shared = tuple[Rel, list[Output]]


class Scans(Exprs):
    """Reads scans; what a pipeline hands out beside its result waits in `handed`."""

    def __init__(self, ctx: Any, base: int = 0, offsets: list[int] | None = None) -> None:
        super().__init__(ctx, base, offsets)
        self.queries: dict[str, Shared] = {}
        self.loops: list[tuple[str, list[Col], Col]] = []
        self.relations: list[dict[str, Shared]] = []
        self.table_functions: dict[str, Any] = {}
        self.inputs: list[tuple[Rel, list[Resolved]]] = []
        self.handed: list[tuple[Any, Rel | None, list[Output]]] = []

    def scan(self, node: Any) -> Rel:
        """The relation of a scan."""
        method = getattr(self, f"scan_{type(node).__name__}", None)
        if method is None:
            raise Unread(type(node).__name__)
        rel: Rel = method(node)
        return rel

    def outputs(self, columns: list[Any]) -> list[Output]:
        """Columns under their names."""
        frame = self.frame()
        result = [Output(column.name, shape.column_of(frame, self.column(column), column.name)) for column in columns]
        if frame.pending.born:
            raise Unread("a column with a path")  # columns of scans are whole
        return result

    def refer(self, name: str, shared: Shared, columns: list[Any], loop: Col | None = None) -> Rel:
        """A query under a name: fresh columns for each of its own."""
        dataset = Dataset(name, "cte", stored=False)
        rel, outputs = shared
        if len(outputs) != len(columns):
            raise Unread(f"{len(columns)} columns of {len(outputs)}")
        births = [self.ctx.label(output, dataset) for output in outputs]
        for column, born in zip(columns, births, strict=True):
            self.env[column.column_id] = Resolved(born.col)
        if loop is not None:
            return operators.Loop(self.ctx.rows(), dataset, births, loop)
        return operators.Ref(self.ctx.rows(), dataset, rel, births)

    # ── sources ──────────────────────────────────────────────────────────────────────────────────────────────
    def scan_ResolvedTableScan(self, node: Any) -> Rel:
        full = node.table.full_name or node.table.name
        _, _, dataset = self.ctx.lookup(tuple(full.split(".")))
        cols = []
        for column in node.column_list:
            col = self.ctx.col(column.name, dataset, types.from_zetasql(column.type))
            cols.append(col)
            self.env[column.column_id] = Resolved(col)
        rel: Rel = operators.Scan(self.ctx.rows(), dataset, cols, [])
        if node.for_system_time_expr is not None:
            frame = self.frame()
            out: list[Read] = []
            self.reads(frame, node.for_system_time_expr, JOIN, out)
            if out:
                rel = operators.Filter(self.ctx.rows(), frame.settle(rel), out, operators.AS_OF)
        return rel

    def scan_ResolvedSingleRowScan(self, node: Any) -> Rel:
        return operators.Single(self.ctx.rows())

    def scan_ResolvedWithScan(self, node: Any) -> Rel:
        before = dict(self.queries)
        for entry in node.with_entry_list:
            rel = self.named(entry.with_query_name, entry.with_subquery)
            self.queries[entry.with_query_name] = (rel, self.outputs(entry.with_subquery.column_list))
        rel = self.scan(node.query)
        self.queries = before
        return rel

    def named(self, name: str, node: Any) -> Rel:
        if type(node).__name__ == "ResolvedRecursiveScan":
            return self.recursive(node, name)
        return self.scan(node)

    def scan_ResolvedWithRefScan(self, node: Any) -> Rel:
        if node.with_query_name not in self.queries:
            raise Unread(f"the query {node.with_query_name}")
        return self.refer(node.with_query_name, self.queries[node.with_query_name], node.column_list)

    def scan_ResolvedRecursiveScan(self, node: Any) -> Rel:
        return self.recursive(node, "(recursive)")

    def recursive(self, node: Any, name: str) -> Rel:
        """The first term is the anchor; the other reads the columns that both feed."""
        dataset = Dataset(name, "cte", stored=False)
        anchor = self.scan(node.non_recursive_term.scan)
        rows = self.ctx.rows()
        births = [self.ctx.label(out, dataset) for out in self.outputs(node.non_recursive_term.output_column_list)]
        columns = list(node.column_list)
        if node.recursion_depth_modifier is not None:
            depth = node.recursion_depth_modifier.recursion_depth_column.column
            columns = [column for column in columns if column.column_id != depth.column_id]
            counted = self.ctx.col(depth.name, dataset)
            births.append(Born(counted, ()))
            self.env[depth.column_id] = Resolved(counted)
        for column, born in zip(columns, births, strict=False):
            born.col.name = column.name
            self.env[column.column_id] = Resolved(born.col)
        cols = [born.col for born in births[: len(columns)]]
        self.loops.append((name, cols, rows))
        step = self.scan(node.recursive_term.scan)
        self.loops.pop()
        after = self.frame()
        for born, output in zip(births, self.outputs(node.recursive_term.output_column_list), strict=False):
            born.reads = (*born.reads, Read(output.col, DIRECT))
            shape.joined(after, born.col, output.col)
        # UNION DISTINCT: a row that was there already is not taken again, which every column decides
        keys = [] if node.op_type.name == "UNION_ALL" else [Read(col, GROUP_BY) for col in cols]
        return operators.Recursive(rows, dataset, anchor, after.settle(step), births, keys)

    def scan_ResolvedRecursiveRefScan(self, node: Any) -> Rel:
        name, cols, rows = self.loops[-1]
        return self.refer(
            name, (operators.Single(rows), [Output(col.name, col) for col in cols]), node.column_list, rows
        )

    def scan_ResolvedRelationArgumentScan(self, node: Any) -> Rel:
        relations = self.relations[-1] if self.relations else {}
        if node.name.lower() not in relations:
            raise Unread(f"the relation {node.name}")
        return self.refer(node.name, relations[node.name.lower()], node.column_list)

    def scan_ResolvedTVFScan(self, node: Any) -> Rel:
        name = str(node.tvf.name).rpartition(":")[2].lower()
        function = self.table_functions.get(name)
        if function is None or function.query is None:
            raise Unread(f"the table function {name}")
        frame = self.frame()
        scalars: dict[str, Resolved] = {}
        relations: dict[str, Shared] = {}
        for label, argument in zip(function.argument_name_list, node.argument_list, strict=True):
            if argument.scan is not None:
                rel = self.scan(argument.scan)
                columns = argument.argument_column_list or argument.scan.column_list
                relations[label.lower()] = (rel, self.outputs(columns))
            elif argument.expr is not None:
                scalars[label.lower()] = Resolved(self.value(frame, argument.expr, label))
            else:
                raise Unread(f"an argument of {name}")
        env, self.env = self.env, dict(self.env)  # its body has ids of its own, the same at each call
        base, self.base = self.base, -1
        self.arguments.append(scalars)
        self.relations.append(relations)
        rel = self.scan(function.query)
        outputs = [self.column(output.column) for output in function.output_column_list]
        self.arguments.pop()
        self.relations.pop()
        self.env, self.base = env, base
        for column, index in zip(node.column_list, node.column_index_list, strict=True):
            self.env[column.column_id] = outputs[index]
        if frame.pending.born or frame.pending.subs:
            rel = operators.Apply(rel.rows, rel, [frame.settle(operators.Single(self.ctx.rows()))])
        return rel

    # ── operators ────────────────────────────────────────────────────────────────────────────────────────────
    def scan_ResolvedProjectScan(self, node: Any) -> Rel:
        rel = self.scan(node.input_scan)
        frame = self.frame()
        self.compute(frame, node.expr_list)
        return frame.settle(rel)

    def compute(self, frame: Any, items: list[Any]) -> list[Col]:
        """Columns that are computed where they stand."""
        cols = []
        for item in items:
            if item.column.table_name == "$full_join":
                col = self.merged(frame, item)
            else:
                col = self.value(frame, item.expr, item.column.name)
            self.env[item.column.column_id] = Resolved(col)
            cols.append(col)
        return cols

    def merged(self, frame: Any, item: Any) -> Col:
        """The column of a full join's USING, which hands on both."""
        out: list[Read] = []
        for argument in item.expr.argument_list:
            self.reads(frame, argument, DIRECT, out)
        col = self.ctx.col(item.column.name, None, types.from_zetasql(item.column.type))
        frame.birth(Born(col, tuple(out)))
        return col

    def deciding(self, rel: Rel, node: Any, kind: Kind) -> tuple[Rel, list[Read]]:
        """What an expression reads that decides the rows."""
        frame = self.frame()
        out: list[Read] = []
        self.reads(frame, node, kind, out)
        return frame.settle(rel), out

    def scan_ResolvedFilterScan(self, node: Any) -> Rel:
        rel, out = self.deciding(self.scan(node.input_scan), node.filter_expr, FILTER)
        return operators.Filter(self.ctx.rows(), rel, out, "WHERE")

    def scan_ResolvedOrderByScan(self, node: Any) -> Rel:
        rel = self.scan(node.input_scan)
        return operators.Sort(rel.rows, rel, self.order(node))

    def order(self, node: Any) -> list[Read]:
        out: list[Read] = []
        for item in node.order_by_item_list:
            self.reads(self.frame(), item.column_ref, SORT, out)
        return out

    def scan_ResolvedLimitOffsetScan(self, node: Any) -> Rel:
        rel = self.scan(node.input_scan)
        return operators.Limit(self.ctx.rows(), rel, list(rel.reads) if isinstance(rel, operators.Sort) else [])

    def scan_ResolvedBarrierScan(self, node: Any) -> Rel:
        return self.scan(node.input_scan)

    def scan_ResolvedAssertScan(self, node: Any) -> Rel:
        return self.scan(node.input_scan)

    def scan_ResolvedSampleScan(self, node: Any) -> Rel:
        rel = self.scan(node.input_scan)
        if node.weight_column is not None:
            self.env[node.weight_column.column.column_id] = Resolved(self.ctx.col(node.weight_column.column.name))
        return operators.Sample(self.ctx.rows(), rel)

    def scan_ResolvedJoinScan(self, node: Any) -> Rel:
        left = self.scan(node.left_scan)
        right = self.scan(node.right_scan)
        out: list[Read] = []
        frame = self.frame()
        if node.join_expr is not None:
            self.reads(frame, node.join_expr, JOIN, out)
        return operators.Join(self.ctx.rows(), frame.settle(left), right, node.join_type.name, out, ())

    def scan_ResolvedArrayScan(self, node: Any) -> Rel:
        rel = self.scan(node.input_scan) if node.input_scan is not None else operators.Single(self.ctx.rows())
        frame = self.frame()
        births: list[Born] = []
        out: list[Read] = []
        for column, expr in zip(node.element_column_list, node.array_expr_list, strict=True):
            array = self.anchor(frame, expr)
            start, end = self.span(expr)
            out.append(Read(array.col, JOIN, array.path, array.doubt, start, end))
            inside = shape.element(frame, array)
            col = self.ctx.col(column.name, None, types.from_zetasql(column.type))
            if not inside.path and inside.col.shaped:
                col.shaped, col.like = True, ((inside.col, inside.kind),)
            births.append(
                Born(col, (Read(inside.col, inside.kind, inside.path, inside.doubt, start, end),), start, end)
            )
            self.env[column.column_id] = Resolved(col)
        if node.array_offset_column is not None:
            offset = self.ctx.col(node.array_offset_column.column.name)
            births.append(Born(offset, ()))
            self.env[node.array_offset_column.column.column_id] = Resolved(offset)
        if node.join_expr is not None:
            self.reads(frame, node.join_expr, JOIN, out)
        return operators.Unnest(self.ctx.rows(), frame.settle(rel), out, births)

    def scan_ResolvedAggregateScan(self, node: Any) -> Rel:
        rel = self.scan(node.input_scan)
        frame = self.frame()
        keys = [Read(col, GROUP_BY) for col in self.compute(frame, node.group_by_list)]
        births = []
        for item in node.aggregate_list:
            born = self.aggregate(frame, item.expr, item.column.name, AGG)
            births.append(born)
            self.env[item.column.column_id] = Resolved(born.col)
        for call in node.grouping_call_list:
            col = self.ctx.col(call.output_column.name)
            births.append(Born(col, ()))
            self.env[call.output_column.column_id] = Resolved(col)
        return operators.Aggregate(self.ctx.rows(), frame.settle(rel), keys, births)

    scan_ResolvedAnonymizedAggregateScan = scan_ResolvedAggregateScan
    scan_ResolvedDifferentialPrivacyAggregateScan = scan_ResolvedAggregateScan
    scan_ResolvedAggregationThresholdAggregateScan = scan_ResolvedAggregateScan

    def scan_ResolvedAnalyticScan(self, node: Any) -> Rel:
        rel = self.scan(node.input_scan)
        frame = self.frame()
        births = []
        for group in node.function_group_list:
            keys: list[Read] = []
            for key in group.partition_by.partition_by_list if group.partition_by is not None else ():
                self.reads(frame, key, WINDOW_KEY, keys)
            for item in group.order_by.order_by_item_list if group.order_by is not None else ():
                self.reads(frame, item.column_ref, WINDOW_KEY, keys)
            for item in group.analytic_function_list:
                born = self.aggregate(frame, item.expr, item.column.name, WINDOW, tuple(keys))
                births.append(born)
                self.env[item.column.column_id] = Resolved(born.col)
        rel = frame.settle(rel)
        return operators.Window(rel.rows, rel, births)

    def scan_ResolvedSetOperationScan(self, node: Any) -> Rel:
        operation = node.op_type.name.partition("_")[0]
        rels: list[Rel] = []
        arms: list[list[Output]] = []
        for item in node.input_item_list:
            rels.append(self.scan(item.scan))
            arms.append(self.outputs(item.output_column_list))
        births = []
        for position, column in enumerate(node.column_list):
            cols = [arm[position].col for arm in arms]
            kinds = [DIRECT if operation != "EXCEPT" or n == 0 else FILTER for n in range(len(cols))]
            reads = tuple(Read(col, kind) for col, kind in zip(cols, kinds, strict=True))
            col = self.ctx.col(column.name, None, types.from_zetasql(column.type))
            handed = tuple((read.col, DIRECT) for read in reads if read.kind is DIRECT)
            if any(source.shaped for source, _ in handed):
                col.shaped, col.like = True, handed
            births.append(Born(col, reads))
            self.env[column.column_id] = Resolved(col)
        keys = [] if node.op_type.name == "UNION_ALL" else [Read(out.col, GROUP_BY) for arm in arms for out in arm]
        return operators.SetOp(self.ctx.rows(), operation, rels, births, keys)

    def scan_ResolvedPivotScan(self, node: Any) -> Rel:
        rel = self.scan(node.input_scan)
        frame = self.frame()
        keys = [Read(col, GROUP_BY) for col in self.compute(frame, node.group_by_list)]
        conditions: list[Read] = []
        self.reads(frame, node.for_expr, CONDITIONAL, conditions)
        aggregates = [self.aggregate(frame, pivot, "", AGG) for pivot in node.pivot_expr_list]
        births = []
        for pivot in node.pivot_column_list:
            col = self.ctx.col(pivot.column.name)
            births.append(Born(col, (*aggregates[pivot.pivot_expr_index].reads, *conditions)))
            self.env[pivot.column.column_id] = Resolved(col)
        return operators.Pivot(self.ctx.rows(), frame.settle(rel), keys, births)

    def scan_ResolvedUnpivotScan(self, node: Any) -> Rel:
        rel = self.scan(node.input_scan)
        frame = self.frame()
        births: list[Born] = []
        every: list[Read] = []
        for position, column in enumerate(node.value_column_list):
            gathered: list[Read] = []
            for argument in node.unpivot_arg_list:
                self.reads(frame, argument.column_list[position], DIRECT, gathered)
            col = self.ctx.col(column.name)
            births.append(Born(col, tuple(gathered)))
            every += [read._replace(kind=FILTER) for read in gathered]
            self.env[column.column_id] = Resolved(col)
        label = self.ctx.col(node.label_column.name)
        births.append(Born(label, ()))
        self.env[node.label_column.column_id] = Resolved(label)
        self.compute(frame, node.projected_input_column_list)
        return operators.Unpivot(self.ctx.rows(), frame.settle(rel), [] if node.include_nulls else every, births)

    # ── pipes ────────────────────────────────────────────────────────────────────────────────────────────────
    def scan_ResolvedSubpipelineInputScan(self, node: Any) -> Rel:
        rel, inputs = self.inputs[-1]
        for column, input_ in zip(node.column_list, inputs, strict=True):
            self.env[column.column_id] = input_
        return rel

    def below(self, subpipeline: Any, rel: Rel, columns: list[Any]) -> Rel:
        """A subpipeline over what comes so far."""
        self.inputs.append((rel, [self.column(column) for column in columns]))
        try:
            return self.scan(subpipeline.scan)
        finally:
            self.inputs.pop()

    def scan_ResolvedPipeIfScan(self, node: Any) -> Rel:
        rel = self.scan(node.input_scan)
        if node.selected_case is None or node.selected_case < 0:
            return rel
        return self.below(node.if_case_list[node.selected_case].subpipeline, rel, node.input_scan.column_list)

    def scan_ResolvedPipeForkScan(self, node: Any) -> Rel:
        rel = self.scan(node.input_scan)
        for branch in node.subpipeline_list:
            inner = self.below(branch.subpipeline, rel, node.input_scan.column_list)
            if branch.output_schema is not None:
                columns = branch.output_schema.output_column_list
                outputs = [
                    Output(c.name, shape.column_of(self.frame(), self.column(c.column), c.name)) for c in columns
                ]
                self.handed.append((None, inner, outputs))
        return rel

    scan_ResolvedPipeTeeScan = scan_ResolvedPipeForkScan

    def scan_ResolvedPipeInsertScan(self, node: Any) -> Rel:
        self.handed.append((node.insert_stmt, None, []))
        return operators.Single(self.ctx.rows())

    def scan_ResolvedPipeCreateTableScan(self, node: Any) -> Rel:
        self.handed.append((node.create_table_as_select_stmt, None, []))
        return operators.Single(self.ctx.rows())

    def scan_ResolvedPipeExportDataScan(self, node: Any) -> Rel:
        self.handed.append((node.export_data_stmt, None, []))
        return operators.Single(self.ctx.rows())
