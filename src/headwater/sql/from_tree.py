"""The parser's trees of CREATE, ALTER, DROP, USE and TRUNCATE as statements (`sql.statements`).

A dialect whose reader leaves such a statement to the parser gets a tree; here it becomes what the reader would have
given, so that each statement has one binder. To add a clause: a field of the statement, and a line here.
"""

from __future__ import annotations

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect as Grammar

from headwater.sql import statements
from headwater.sql.statements import (
    Action,
    AlterTable,
    ColumnDefinition,
    CreateMaterializedView,
    CreateModel,
    CreateTable,
    CreateView,
    Drop,
    Like,
    Name,
    NoData,
    Statement,
    TablesOnly,
    Truncate,
    Use,
)

_TABLES = frozenset({"TABLE", "VIEW", "STREAM", "DYNAMIC TABLE", "EXTERNAL TABLE", "FOREIGN TABLE"})


class Translation:
    """Translates trees of one grammar. Plain types are written out once: DDL has thousands of columns."""

    def __init__(self, grammar: Grammar, types: dict[object, str]) -> None:
        self._grammar = grammar
        self._types = types

    # ── columns ──────────────────────────────────────────────────────────────────────────────────────────────
    def column(self, node: exp.Expr) -> ColumnDefinition:
        """A column definition: name, type, and the expression that computes it."""
        value: exp.Expr | None = None
        type_text = self._type(node.args.get("kind"))
        for constraint in node.args.get("constraints") or ():
            kind = constraint.args.get("kind") if isinstance(constraint, exp.ColumnConstraint) else constraint
            if isinstance(kind, exp.ComputedColumnConstraint) and kind.this is not None:
                value = kind.this
            elif isinstance(kind, exp.GeneratedAsIdentityColumnConstraint) and kind.expression is not None:
                value = kind.expression
            elif isinstance(kind, exp.CollateColumnConstraint):
                type_text = f"{type_text} COLLATE {kind.this.sql(self._grammar)}"
        if value is None:
            return ColumnDefinition(node.name, type_text)
        return ColumnDefinition(node.name, type_text, "computed", value, value.sql(self._grammar))

    def _type(self, kind: exp.Expr | None) -> str:
        """A type as the dialect writes it."""
        if kind is None:
            return "unknown"
        if kind.expressions:
            return str(kind.sql(self._grammar))
        key = tuple((name, str(value)) for name, value in kind.args.items() if value)
        if key not in self._types:
            self._types[key] = str(kind.sql(self._grammar))
        return self._types[key]

    def _columns(self, schema: exp.Expr) -> tuple[ColumnDefinition, ...]:
        """(a INT, b INT), (a, b); keys and constraints are no columns."""
        columns: list[ColumnDefinition] = []
        for node in schema.expressions:
            if isinstance(node, exp.ColumnDef):
                columns.append(self.column(node))
            elif isinstance(node, (exp.Identifier, exp.Column)):
                columns.append(ColumnDefinition(node.name))
        return tuple(columns)

    def _definitions(self, nodes: list[exp.Expr]) -> tuple[ColumnDefinition, ...]:
        return tuple(self.column(node) for node in nodes if isinstance(node, exp.ColumnDef))

    # ── CREATE ───────────────────────────────────────────────────────────────────────────────────────────────
    def create(self, tree: exp.Expr) -> Statement | None:
        """CREATE of anything; None where the name of what is created is not known."""
        kind = (tree.args.get("kind") or "").upper()
        source = tree.args.get("expression")
        if kind == "MODEL" and isinstance(source, exp.Query) and isinstance(tree.this, exp.Table):
            return CreateModel("CREATE_MODEL", tree.this, source)
        if kind == "TRIGGER":
            return TablesOnly("CREATE_TRIGGER", "CREATE TRIGGER")  # it writes whenever its table is written
        if kind not in _TABLES:
            return NoData(f"CREATE_{kind}".replace(" ", "_"), f"CREATE {kind}")
        schema = tree.this if isinstance(tree.this, exp.Schema) else None
        target = tree.this.this if schema is not None else tree.this
        if not isinstance(target, exp.Table):
            return None
        properties = _Properties(tree)
        clone = tree.args.get("clone")
        if source is None and clone is not None and isinstance(clone.this, exp.Table):
            source = clone.this  # the copy has the rows, too
        query = source if isinstance(source, (exp.Query, exp.Values, exp.Table)) else None
        like = properties.table(exp.LikeProperty)
        columns: tuple[ColumnDefinition, ...] | None = None
        if schema is not None and like is None:
            columns = self._columns(schema) if query is not None else self._definitions(schema.expressions)
        temporary = properties.has(exp.TemporaryProperty)
        absent = bool(tree.args.get("exists"))
        ctes = tree if tree.args.get("with_") is not None else None
        materialized = properties.has(exp.MaterializedProperty)
        if kind == "VIEW" and not materialized:
            return CreateView("CREATE_VIEW", target, columns or None, query, temporary, absent, ctes=ctes)
        name = "CREATE_MATERIALIZED_VIEW" if materialized else f"CREATE_{kind}".replace(" ", "_")
        model = Like(like) if like is not None else None
        partitions, spec = self._partitions(properties)
        files = properties.files() if query is None else ()
        if materialized:
            return CreateMaterializedView(
                name, target, columns or None, query, temporary, absent, ctes=ctes, like=model, partitions=partitions,
                partition_spec=spec, files=files, no_rows=properties.no_data(),
                to=properties.table(exp.ToTableProperty),
            )  # fmt: skip
        return CreateTable(
            name, target, columns or None, query, temporary, absent, ctes=ctes, like=model, partitions=partitions,
            partition_spec=spec, files=files, no_rows=properties.no_data(), file_format=properties.file_format(),
            options=properties.options(),
        )  # fmt: skip

    def _partitions(self, properties: _Properties) -> tuple[tuple[ColumnDefinition, ...], Name]:
        """PARTITIONED BY (dt STRING), PARTITIONED BY (k): new columns, or the names of columns; and those of a SPEC."""
        partitions: list[ColumnDefinition] = []
        spec: list[ColumnDefinition] = []
        for node in properties.nodes:
            if isinstance(node, exp.PartitionedByProperty):
                (partitions if isinstance(node.this, exp.Schema) else spec).extend(self._columns(node.this))
        return tuple(partitions), tuple(column.name for column in spec)

    def cache(self, tree: exp.Expr) -> Statement:
        """CACHE TABLE t AS query: a temporary table by another name."""
        query, target = tree.args.get("expression"), tree.args.get("this")
        if query is None or not isinstance(target, exp.Table):
            return NoData("CACHE", "CACHE")
        ctes = tree if tree.args.get("with_") is not None else None
        return CreateTable("CACHE_TABLE", target, None, query, True, ctes=ctes)

    # ── ALTER ────────────────────────────────────────────────────────────────────────────────────────────────
    def alter(self, tree: exp.Expr) -> Statement:
        """ALTER TABLE, ALTER VIEW."""
        kind = f"ALTER_{(tree.args.get('kind') or 'TABLE').upper()}"
        if not isinstance(tree.this, exp.Table):
            return NoData(kind, "ALTER")
        actions = [action for node in tree.args.get("actions") or () for action in self._actions(node)]
        return AlterTable(kind, tree.this, tuple(actions) or (statements.NoChange(),))

    def _added(self, node: exp.Expr) -> statements.AddColumn:
        """c INT FIRST, c INT AFTER b."""
        position = node.args.get("position")
        if not isinstance(position, exp.ColumnPosition):
            return statements.AddColumn(self.column(node))
        behind = position.args.get("this")
        first = str(position.args.get("position")).upper() == "FIRST"
        return statements.AddColumn(self.column(node), behind.name if behind is not None else None, first)

    def _actions(self, node: exp.Expr) -> list[Action]:
        if isinstance(node, exp.ColumnDef):
            return [self._added(node)]
        if isinstance(node, exp.Schema):
            return [self._added(column) for column in node.expressions if isinstance(column, exp.ColumnDef)]
        if isinstance(node, exp.Drop):
            dropped = [table for table in node.args.get("tables") or () if isinstance(table, exp.Expr)]
            # DROP COLUMNS (a, b) has a list in it
            names = [
                column.name
                for table in dropped
                for column in (table.expressions if isinstance(table, exp.Schema) else [table])
            ]
            names += [node.this.name] if isinstance(node.args.get("this"), exp.Expr) else []
            return [statements.DropColumn(name) for name in names]
        if isinstance(node, exp.RenameColumn):
            return [statements.RenameColumn(node.this.name, node.args["to"].name)]
        if isinstance(node, exp.AlterColumn):
            kind, using = node.args.get("dtype"), node.args.get("using")
            column = ColumnDefinition(node.this.name, kind.sql(self._grammar) if kind is not None else "")
            return [statements.ChangeColumn(column, using=using if isinstance(using, exp.Expr) else None)]
        if isinstance(node, exp.ReplaceColumns):
            return [statements.ReplaceColumns(self._definitions(node.expressions))]
        if isinstance(node, exp.AlterRename):
            return [statements.RenameTo(node.this)] if isinstance(node.this, exp.Table) else []
        if isinstance(node, _HARMLESS):
            return [statements.NoChange()]
        return [statements.UnknownAction(type(node).__name__.upper(), node)]


_HARMLESS = tuple(
    getattr(exp, name)
    for name in (
        "AddConstraint",
        "AddPartition",
        "DropPartition",
        "AlterSet",
        "Properties",
        "Property",
        "SetItem",
        "AlterDistStyle",
        "AlterSortKey",
    )
    if hasattr(exp, name)
)


class _Properties:
    """What stands around the columns of a CREATE."""

    def __init__(self, tree: exp.Expr) -> None:
        properties = tree.args.get("properties")
        self.nodes: list[exp.Expr] = list(properties.expressions) if properties is not None else []

    def has(self, kind: type[exp.Expr]) -> bool:
        """Whether a property is there."""
        return any(isinstance(node, kind) for node in self.nodes)

    def table(self, kind: type[exp.Expr]) -> exp.Table | None:
        """The table that a property names."""
        node = next((node for node in self.nodes if isinstance(node, kind)), None)
        return node.this if node is not None and isinstance(node.this, exp.Table) else None

    def file_format(self) -> str:
        """USING delta, STORED AS orc."""
        node = next((node for node in self.nodes if isinstance(node, exp.FileFormatProperty)), None)
        return node.name if node is not None else ""

    def no_data(self) -> bool:
        """CREATE TABLE s AS SELECT … WITH NO DATA: only the columns are made."""
        return any(isinstance(node, exp.WithDataProperty) and node.args.get("no") for node in self.nodes)

    def options(self) -> dict[str, str]:
        """TBLPROPERTIES ('a' = 'b'), WITH SERDEPROPERTIES ('c' = 'd')."""
        nodes = list(self.nodes)
        for node in self.nodes:
            inside = node.args.get("serde_properties")
            nodes += inside.expressions if inside is not None else ()
        values = ((node.name, node.args.get("value")) for node in nodes if isinstance(node, exp.Property))
        return {name: value.name for name, value in values if isinstance(value, exp.Literal)}

    def files(self) -> tuple[str, ...]:
        """CREATE EXTERNAL TABLE … OPTIONS (uris = ['…']): its rows are those of the files."""
        if not self.has(exp.ExternalProperty):
            return ()
        named = [node for node in self.nodes if isinstance(node, exp.Property) and node.name.lower() in _FILES]
        files = [literal.name for node in named for literal in node.find_all(exp.Literal) if literal.is_string]
        return tuple(dict.fromkeys(file for file in files if file.lower() not in _FILES))


_FILES = ("uri", "uris")


# ── names ────────────────────────────────────────────────────────────────────────────────────────────────────
def drop(tree: exp.Expr) -> Drop:
    """DROP TABLE, DROP VIEW; what else is dropped has no columns."""
    kind = (tree.args.get("kind") or "").upper()
    nodes = tree.args.get("tables") or [tree.args.get("this")]
    if kind not in ("TABLE", "VIEW", "MATERIALIZED VIEW", ""):
        nodes = []
    return Drop(f"DROP_{kind}".replace(" ", "_"), tuple(node for node in nodes if isinstance(node, exp.Table)))


def truncate(tree: exp.Expr) -> Truncate:
    """TRUNCATE TABLE a, b."""
    return Truncate("TRUNCATE", tuple(node for node in tree.expressions if isinstance(node, exp.Table)))


def use(tree: exp.Expr) -> Use:
    """USE db, USE CATALOG c."""
    target = tree.args.get("this")
    catalog = str(tree.args.get("kind") or "").upper() == "CATALOG"
    return Use("USE", target if isinstance(target, exp.Table) else None, catalog)
