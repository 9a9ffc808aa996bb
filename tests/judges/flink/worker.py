"""Answers what Flink's planner makes of a script: `python -m tests.judges.flink.worker JAVA`, in .venv-flink.

On standard input come lines of JSON, and each is answered by one line:

    {"schema": "CREATE TABLE …"}     a new catalog with these tables and functions; {"ok": true}
    {"script": "INSERT …; SELECT …"} {"statements": [...], "tables": {...}}, or {"abstain": why}, or {"error": why}
    {"fresh": true}                  an empty catalog, for the statements that follow; {"ok": true}
    {"statement": "SELECT …"}        as a script, but what it creates stays; any connector will do
    {"check": "SELECT …"}            {"columns": [[name, type], …]} of a query, else {"columns": []}, or {"error": why}
    {"functions": true}              {"functions": [...]}: see `functions`

A statement is {"kind", "target", "columns": [[name, [[table, column, field…], …]], …]}; `tables` gives the paths of
the leaves of each column of each table that was read. What a script creates is gone before the next one.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from py4j.java_gateway import is_instance_of
from py4j.protocol import Py4JJavaError

from tests.judges.flink.gateway import Flink
from tests.judges.flink.reach import Reach
from tests.judges.flink.shapes import identifier
from tests.judges.flink.walker import Walker
from tests.judges.values import Abstain

SET = re.compile(r"\s*(EXECUTE|EXPLAIN)\s+STATEMENT\s+SET\b", re.IGNORECASE)
COUNT = re.compile(r"\bCOUNT\s*\((?!\s*(?:\*|\d+)\s*\))[^)]*\)", re.IGNORECASE)
USING = re.compile(r"\bUSING\s*\(|\bNATURAL\b", re.IGNORECASE)
REMADE = re.compile(
    r"(?:\s|--[^\n]*\n)*(CREATE\s+OR\s+(?:ALTER|REPLACE)|DROP)\s+MATERIALIZED\s+TABLE\s+(?:IF\s+EXISTS\s+)?(\w+)",
    re.IGNORECASE,
)

SILENT = ("BeginStatementSetOperation", "EndStatementSetOperation", "CompilePlanOperation", "ExplainOperation")
"""Operations that move nothing."""

Statement = dict[str, Any]


class Mismatch(Exception):
    """A query does not fit the table that it is written to."""


def split(text: str) -> list[str]:
    """The statements of a script: each ends with a semicolon at the end of a line, a statement set with END."""
    result: list[str] = []
    lines: list[str] = []
    for line in text.splitlines():
        if not line.strip() or (not lines and line.startswith("--")):
            continue
        lines.append(line)
        inside = SET.match(lines[0]) and not re.fullmatch(r"END\s*;", line.strip(), re.IGNORECASE)
        if line.rstrip().endswith(";") and not inside:
            result.append("\n".join(lines).rstrip().removesuffix(";"))
            lines = []
    if lines:
        result.append("\n".join(lines))
    return result


class Judge:
    """One Flink, and the answers it gives."""

    def __init__(self, java: str, scratch: Path) -> None:
        self.flink = Flink(java, scratch)
        self.schema: list[str] = []
        self.dirty = True
        self.views: set[str] = set()
        self.tables: dict[str, dict[str, list[Any]]] = {}
        self.counted = 0
        self.any_connector = False
        """Tables get a connector that can be planned with, whatever their own is."""

    def fresh(self) -> None:
        """An empty catalog, kept until the next one is asked for."""
        self.env = self.flink.fresh()
        self.views = set()
        self.dirty = self.any_connector = True

    def reset(self) -> None:
        """The catalog as the schema makes it."""
        if self.dirty:
            self.fresh()
            self.any_connector = False
            for statement in self.schema:
                self.statement(statement)
            self.dirty = False

    def answer(self, statements: list[str], reset: bool = True) -> dict[str, Any]:
        """What statements are made of, over the tables of the schema; without `reset`, over what was made before."""
        try:
            if reset:
                self.reset()
            self.tables = {}
            result = [each for statement in statements for each in self.statement(statement)]
        except Abstain as abstain:
            return {"abstain": str(abstain)}
        except Py4JJavaError as error:
            return {"error": reason(error)}
        except Mismatch as mismatch:
            return {"error": str(mismatch)}
        return {"statements": result, "tables": self.tables}

    def check(self, statement: str) -> dict[str, Any]:
        """Whether the planner takes a statement; names and types of a query's columns, time attributes as times."""
        utils = self.flink.jvm.org.apache.flink.table.types.utils.DataTypeUtils
        try:
            (operation,) = self.env.getParser().parse(statement)
            if operation.getClass().getSimpleName() != "PlannerQueryOperation":
                return {"columns": []}
            columns = operation.getResolvedSchema().getColumns()
        except Py4JJavaError as error:
            return {"error": reason(error)}
        kinds = [utils.removeTimeAttribute(column.getDataType()).getLogicalType() for column in columns]
        names = [str(column.getName()) for column in columns]
        return {"columns": [[name, str(kind.asSummaryString())] for name, kind in zip(names, kinds, strict=True)]}

    # ---------------------------------------------------------------------------------- statements

    def statement(self, sql: str) -> list[Statement]:
        again = REMADE.match(sql)
        if again is not None:  # what stands for it is a plain table to the planner
            self.env.dropTable(again[2], True)
            if again[1].upper() == "DROP":
                return []
        (operation,) = self.env.getParser().parse(sql)
        self.counted = 0
        result = self.operation(operation, sql)
        asked = {re.sub(r"\s+", " ", text) for text in COUNT.findall(sql)}
        if len(asked) > self.counted:
            raise Abstain("COUNT of what can never be NULL: the planner has forgotten its argument")
        return result

    def operation(self, operation: Any, sql: str) -> list[Statement]:
        kind = str(operation.getClass().getSimpleName())
        if kind == "PlannerQueryOperation":
            names = [str(name) for name in operation.getResolvedSchema().getColumnNames()]
            return [self.told("SELECT", "result", names, operation, sql)]
        if kind == "StatementSetOperation":
            return [each for part in operation.getOperations() for each in self.operation(part, sql)]
        if kind == "SinkModifyOperation":
            return [self.modify(operation, sql)]
        self.dirty = True
        if kind in ("CreateTableASOperation", "ReplaceTableAsOperation"):
            return [self.made(operation, sql)]
        if kind == "CreateViewOperation":
            return [self.view(operation, sql)]
        if kind == "CreateMaterializedTableOperation":
            return [self.materialized(operation, sql)]
        if kind == "CreateTableOperation":
            self.create(operation)
            return self.computed("CREATE_TABLE", operation.getTableIdentifier())
        if kind == "AlterTableChangeOperation":
            name = operation.getTableIdentifier()
            before = {title for title, _ in self.computed("ALTER_TABLE", name)[0]["columns"]}
            self.env.executeInternal(operation)
            (found,) = self.computed("ALTER_TABLE", name)
            return [{**found, "columns": [pair for pair in found["columns"] if pair[0] not in before]}]
        if kind == "CompileAndExecutePlanOperation":
            return self.operation(operation.getOperation(), sql)
        if kind in (
            "BeginStatementSetOperation",
            "EndStatementSetOperation",
            "CompilePlanOperation",
            "ExplainOperation",
        ):
            return []
        if kind == "DropViewOperation" and identifier(operation.getViewIdentifier()) in self.views:
            self.env.dropTable(operation.getViewIdentifier().asSerializableString())
            return []
        if not re.match(r"(Create|Drop|Alter|Use|Set|Reset)\w*Operation$", kind):
            raise Abstain(f"statement {kind}")
        if kind not in ("SetOperation", "ResetOperation"):
            self.env.executeInternal(operation)
        return []

    def create(self, operation: Any) -> None:
        """Make a table."""
        if self.any_connector:
            table = operation.getCatalogTable().copy({"connector": "kafka"})
            there, temporary = operation.isIgnoreIfExists(), operation.isTemporary()
            made = self.flink.jvm.org.apache.flink.table.operations.ddl.CreateTableOperation
            operation = made(operation.getTableIdentifier(), table, there, temporary)
        self.env.executeInternal(operation)

    def told(self, kind: str, target: str, names: list[str], query: Any, sql: str) -> Statement:
        walker = Reach(bool(USING.search(sql)), self.views)
        columns = walker.relation(query.getCalciteTree())
        self.tables.update(walker.stored)
        self.counted += walker.counted
        if len(names) != len(columns):  # Flink itself would say so when it translates the tree
            raise Mismatch(f"{len(names)} columns of {target} are to be written with {len(columns)}: {names}")
        told = answered(kind, target, list(zip(names, columns, strict=True)))
        return {**told, "rows": sorted(walker.rows), "every": sorted(walker.every)}

    def modify(self, operation: Any, sql: str) -> Statement:
        table = operation.getContextResolvedTable()
        target = identifier(table.getIdentifier())
        if operation.isDelete():
            return answered("DELETE", target, [])
        if operation.isUpdate():
            return self.update(operation, target, sql)
        sink = [str(column.getName()) for column in table.getResolvedSchema().getColumns() if column.isPersisted()]
        return self.told("INSERT", target, sink, operation.getChild(), sql)

    def update(self, operation: Any, target: str, sql: str) -> Statement:
        tree = operation.getChild().getCalciteTree()
        if tree.getClass().getSimpleName() != "LogicalTableModify":
            raise Abstain("an UPDATE of another form")
        walker = Walker(bool(USING.search(sql)), self.views)
        columns = walker.relation(tree.getInput(0))
        self.tables.update(walker.stored)
        names = [str(name) for name in tree.getUpdateColumnList()]
        return answered("UPDATE", target, list(zip(names, columns[-len(names) :], strict=True)))

    def made(self, operation: Any, sql: str) -> Statement:
        """CREATE TABLE … AS: the sink's columns are those of the table that is made."""
        create = operation.getCreateTableOperation()
        if operation.getClass().getSimpleName() == "ReplaceTableAsOperation":
            self.env.dropTable(create.getTableIdentifier().asSerializableString(), True)
        self.create(create)
        table = self.env.getCatalogManager().getTable(create.getTableIdentifier()).get()
        sink = [str(column.getName()) for column in table.getResolvedSchema().getColumns() if column.isPersisted()]
        result = self.told("CREATE_TABLE", identifier(create.getTableIdentifier()), sink, operation.getChild(), sql)
        return self.completed(result, create.getTableIdentifier())

    def completed(self, result: Statement, name: Any) -> Statement:
        """A table that a query fills, with its computed columns, in the order of the table.

        MATERIALIZED TABLE t (b, a, c AS a + b) AS SELECT a, b: the list gives the order, the names are the query's.
        """
        (inside,) = self.computed(result["kind"], name)
        columns = dict([*result["columns"], *inside["columns"]])
        schema = self.env.getCatalogManager().getTable(name).get().getResolvedSchema()
        order = [str(column.getName()) for column in schema.getColumns()]
        return {**result, "columns": [[each, columns[each]] for each in order if each in columns]}

    def view(self, operation: Any, sql: str) -> Statement:
        view = operation.getCatalogView()
        name = operation.getViewIdentifier()
        (query,) = self.env.getParser().parse(view.getExpandedQuery())
        names = [str(column.getName()) for column in view.getUnresolvedSchema().getColumns()]
        result = self.told("CREATE_VIEW", identifier(name), names, query, sql)
        self.stand_in(name, names, query.getResolvedSchema())
        return result

    def materialized(self, operation: Any, sql: str) -> Statement:
        table = operation.getCatalogMaterializedTable()
        name = operation.getTableIdentifier()
        (query,) = self.env.getParser().parse(table.getExpandedQuery())
        names = [str(each) for each in query.getResolvedSchema().getColumnNames()]
        result = self.told("CREATE_MATERIALIZED_TABLE", identifier(name), names, query, sql)
        schema = table.getResolvedSchema()
        self.stand_in(name, [str(each) for each in schema.getColumnNames()], schema)
        return self.completed(result, name)

    def stand_in(self, name: Any, names: list[str], schema: Any) -> None:
        """A table in the place of a view, for a reader of a view stops at it, and Flink would go through it."""
        api = self.flink.jvm.org.apache.flink.table
        checks = api.types.logical.utils.LogicalTypeChecks
        builder = api.api.Schema.newBuilder()
        computed = False
        for title, column in zip(names, schema.getColumns(), strict=True):
            kind = column.getDataType()
            if column.getClass().getSimpleName() == "ComputedColumn":
                builder.columnByExpression(title, column.getExpression().asSerializableString())
                computed = True
                continue
            if checks.isProctimeAttribute(kind.getLogicalType()):
                builder.columnByExpression(title, "PROCTIME()")
                continue
            builder.column(title, api.types.utils.DataTypeUtils.removeTimeAttribute(kind))
            if checks.isRowtimeAttribute(kind.getLogicalType()):
                builder.watermark(title, f"`{title}`")
        descriptor = api.api.TableDescriptor.forConnector("view").schema(builder.build()).build()
        self.env.createTable(name.asSerializableString(), descriptor)
        self.views.discard(identifier(name))
        if not computed:  # readers go through computed columns
            self.views.add(identifier(name))

    def computed(self, kind: str, name: Any) -> list[Statement]:
        """The edges inside of a table with computed columns."""
        schema = self.env.getCatalogManager().getTable(name).get().getResolvedSchema()
        columns = schema.getColumns()
        if all(column.getClass().getSimpleName() != "ComputedColumn" for column in columns):
            return [answered(kind, identifier(name), [])]
        (query,) = self.env.getParser().parse(f"SELECT * FROM {name.asSerializableString()}")
        walker = Walker()
        values = walker.relation(query.getCalciteTree())
        self.tables.update(walker.stored)
        made = [
            (str(column.getName()), value)
            for column, value in zip(columns, values, strict=True)
            if column.getClass().getSimpleName() == "ComputedColumn"
        ]
        return [answered(kind, identifier(name), made)]

    # ----------------------------------------------------------------------------------- functions

    def functions(self) -> list[str]:
        """`name kind` for every function of SQL: the planner's operators, and the definitions of the newer stack.

        The environment's own listFunctions() gives the names of the Table API (charLength, splitIndex).
        """
        flink = self.flink.jvm.org.apache.flink.table
        result = set()
        for operator in flink.planner.functions.sql.FlinkSqlOperatorTable.instance(True).getOperatorList():
            name = str(operator.getName())
            function = is_instance_of(self.flink.gateway, operator, "org.apache.calcite.sql.SqlFunction")
            if function or operator.isAggregator() or name in ("ARRAY", "MAP", "MULTISET", "ROW"):
                kind = "window" if operator.requiresOver() else "agg" if operator.isAggregator() else "scalar"
                result.add(f"{name} {kind}".lower())
        for definition in flink.functions.BuiltInFunctionDefinitions.getDefinitions():
            name, kind = str(definition.getName()), str(definition.getKind().name())
            # Names in camel case belong to the Table API; their SQL operators are in the table above.
            if not definition.isInternal() and name == name.upper():
                kinds = {"AGGREGATE": "agg", "TABLE": "table", "PROCESS_TABLE": "table"}
                result.add(f"{definition.getSqlName()} {kinds.get(kind, 'scalar')}".lower())
        return sorted(line for line in result if re.fullmatch(r"[a-z]\w* \w+", line))


def answered(kind: str, target: str, columns: list[tuple[str, Any]]) -> Statement:
    told = [[name, [list(leaf) for leaf in sorted(value.flat())]] for name, value in columns]
    return {"kind": kind, "target": target, "columns": told}


def reason(error: Py4JJavaError) -> str:
    """The innermost message of a Java exception: the planner's own words."""
    exception, lines = error.java_exception, []
    while exception is not None:
        lines.append(str(exception.getMessage()))
        exception = exception.getCause()
    return " | ".join(dict.fromkeys(line.splitlines()[0] for line in lines if line))


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="headwater-flink-") as scratch:
        judge = Judge(sys.argv[1], Path(scratch))
        try:
            for line in sys.stdin:
                request = json.loads(line)
                if "schema" in request:
                    judge.schema, judge.dirty = split(request["schema"]), True
                    judge.reset()
                    reply: dict[str, Any] = {"ok": True}
                elif "script" in request:
                    reply = judge.answer(split(request["script"]))
                elif "fresh" in request:
                    judge.fresh()
                    reply = {"ok": True}
                elif "statement" in request:
                    reply = judge.answer([request["statement"]], reset=False)
                elif "check" in request:
                    reply = judge.check(request["check"])
                else:
                    reply = {"functions": judge.functions()}
                print(json.dumps(reply), flush=True)
        finally:
            judge.flink.close()


if __name__ == "__main__":
    main()
