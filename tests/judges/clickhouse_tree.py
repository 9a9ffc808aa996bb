"""The ClickHouse judge: value lineage of a SELECT, read from ClickHouse's own resolved query tree.

`EXPLAIN QUERY TREE run_passes=1, passes=1` prints the tree after its analyzer resolved every name: columns point at
the node that they come from (`source_id`), aliases and stars are gone, ARRAY JOIN and USING columns carry their
expressions, folded constants and scalar subqueries the expression that they were. What counts as value, and what only
decides, follows the contract of headwater's answers.

Invariant: fail closed. A node or a shape that is not known here raises `Abstain`. To add a node, write a method
`rel_<kind>` (what stands in FROM) or `ex_<kind>`; functions stand in `clickhouse_roles.py`. Nothing of headwater is
imported: the judge must be able to disagree with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.judges import clickhouse_roles as roles
from tests.judges import clickhouse_types as types
from tests.judges.clickhouse_engine import Engine, Refused
from tests.judges.clickhouse_nodes import Node, constant, output_name, parse, show
from tests.judges.clickhouse_types import Schema, Type, take_path, tuple_of
from tests.judges.values import NOTHING, Abstain, Leaf, Output, Val, elem_of, merge, merge_all

SOURCELESS_TABLES = {
    "numbers", "numbers_mt", "zeros", "zeros_mt", "primes", "generaterandom", "generate_series",
    "generateseries", "values", "null", "viewexplain",
}  # fmt: skip
"""Table functions whose rows come from nowhere: their columns are generated."""


class Walker:
    """Walks one tree. A relation is a list of named columns; an expression is a value."""

    def __init__(self, engine: Engine, schema: Schema, filtered: bool = False, depth: int = 0) -> None:
        self.engine = engine
        self.schema = schema
        self.filtered = filtered
        self.depth = depth
        self.nodes: dict[int, Node] = {}
        self.made: dict[int, list[tuple[str, Type, Val]]] = {}
        self.params: dict[int, dict[str, Val]] = {}
        self.recursive: dict[str, list[tuple[str, Type, Val]]] = {}
        self.interpolated: dict[int, dict[str, Val]] = {}

    def walk(self, root: Node) -> list[tuple[str, Type, Val]]:
        todo = [root]
        while todo:
            node = todo.pop()
            if node.id is not None and node.kind != "ARGUMENT":
                self.nodes.setdefault(node.id, node)
            todo += reversed(node.children)
        return self.relation(root)

    # ------------------------------------------------------------------------------------ relations

    def relation(self, node: Node) -> list[tuple[str, Type, Val]]:
        """The output of a QUERY or UNION, in order."""
        assert node.id is not None
        if node.id not in self.made:
            handler: Callable[[Node], list[tuple[str, Type, Val]]] | None
            handler = getattr(self, "rel_" + node.kind.lower().replace(" ", "_"), None)
            if handler is None:
                raise Abstain(f"relation {node.kind}")
            made = handler(node)
            if self.recursive:  # may change until the fixpoint
                return made
            self.made[node.id] = made
        return self.made[node.id]

    def rel_query(self, node: Node) -> list[tuple[str, Type, Val]]:
        named = [output_name(line.text) for line in node.below("PROJECTION COLUMNS")]
        values = [self.expression(item) for item in node.items("PROJECTION")]
        if len(named) != len(values):
            raise Abstain(f"{len(named)} names for {len(values)} columns")
        if node.items("INTERPOLATE"):
            values = self.interpolate(node, values)
        return [(name, kind, value) for (name, kind), value in zip(named, values, strict=True)]

    def interpolate(self, node: Node, values: list[Val]) -> list[Val]:
        """INTERPOLATE (x AS x + 1): the rows that WITH FILL makes get x from the row before."""
        texts = [show(item) for item in node.items("PROJECTION")]
        while True:
            grown = list(values)
            for item in node.items("INTERPOLATE"):
                target = show(item.only("EXPRESSION"))
                if target not in texts:
                    raise Abstain("INTERPOLATE of what is no output")
                assert item.id is not None
                self.interpolated[item.id] = {}
                names = [output_name(line.text)[0] for line in node.below("PROJECTION COLUMNS")]
                self.interpolated[item.id] = dict(zip(names, grown, strict=True))
                made = self.expression(item.only("INTERPOLATE_EXPRESSION"))
                for i, text in enumerate(texts):
                    if text == target:
                        grown[i] = merge(grown[i], made)
            if grown == values:
                return values
            values = grown

    def rel_union(self, node: Node) -> list[tuple[str, Type, Val]]:
        branches = node.items("QUERIES")
        mode = node.get("union_mode")
        temporary = re.search(r"recursive_cte_table: \S+?`?(_tmp_[0-9a-f-]+)", node.rest)
        if temporary is not None:
            return self.recursion(temporary[1], branches)
        made = [self.relation(branch) for branch in branches]
        if mode.startswith("EXCEPT"):
            return made[0]
        if mode.startswith(("UNION", "INTERSECT")):
            return united(made)
        raise Abstain(f"set operation {mode}")

    def recursion(self, table: str, branches: list[Node]) -> list[tuple[str, Type, Val]]:
        columns = self.relation(branches[0])
        while True:
            self.recursive[table] = columns
            grown = united([columns, *(self.relation(branch) for branch in branches[1:])])
            if [value for _, _, value in grown] == [value for _, _, value in columns]:
                return columns
            columns = grown

    # ------------------------------------------------------------------------------------- columns

    def ex_column(self, node: Node) -> Val:
        source = self.nodes.get(node.source)
        if source is None:
            raise Abstain(f"column of nothing: {node.text}")
        name = node.column_name
        handler: Callable[[Node, Node, str], Val] | None
        handler = getattr(self, "col_" + source.kind.lower().replace(" ", "_"), None)
        if handler is None:
            raise Abstain(f"column of {source.kind}")
        return handler(node, source, name)

    def col_query(self, node: Node, source: Node, name: str) -> Val:
        columns = self.relation(source)
        result = [(kind, value) for known, kind, value in columns if known == name]
        if not result:
            head, _, tail = name.partition(".")
            return self.subcolumn([(k, v) for known, k, v in columns if known == head], tail.split("."), name)
        if any(value != result[0][1] for _, value in result):
            raise Abstain(f"two columns called {name}")
        return result[0][1]

    col_union = col_query

    def subcolumn(self, found: list[tuple[Type, Val]], path: list[str], name: str) -> Val:
        if not found:
            raise Abstain(f"no column {name}")
        kind, value = found[0]
        return take_path(value, kind, path)

    def col_table(self, node: Node, source: Node, name: str) -> Val:
        temporary = re.search(r"table_name: \S*(_tmp_[0-9a-f-]+)", source.rest)
        if temporary is not None:
            columns = self.recursive.get(temporary[1])
            if columns is None:
                raise Abstain("a temporary table that is no recursive CTE")
            return next(value for known, _, value in columns if known == name)
        full = re.search(r"table_name: ([^,]+)", source.rest)
        table = full[1].rpartition(".")[2].strip("`") if full is not None else ""
        if node.below("EXPRESSION"):  # an ALIAS column
            return self.origin(self.expression(node.only("EXPRESSION")), table, name)
        if not table:
            raise Abstain(f"table without a name: {source.text}")
        return self.stored(table, name)

    def stored(self, table: str, name: str) -> Val:
        if (table, name) in self.schema.computed:
            return self.origin(self.computed(table, self.schema.computed[table, name]), table, name)
        result = self.schema.find(table, name)
        if result is None:
            return Val(frozenset({(table, name)}))  # a virtual column: _part, _table
        column, kind, path = result
        return take_path(types.stored((table, column), kind), kind, path)

    def origin(self, value: Val, table: str, name: str) -> Val:
        """A computed column that reads no stored one (b Int32 ALIAS 1) is itself where its value comes from; not one
        that reads a condition (ALIAS if(score > 3, 'high', 'low')).
        """
        expression = self.schema.computed.get((table, name))
        if value.flat() or expression is None:
            return value
        words = re.findall(r"\w+", re.sub(r"'(?:[^'\\]|\\.)*'", "", expression))
        if self.schema.columns.get(table, {}).keys() & set(words):
            return value
        return Val(frozenset({(table, name)}))

    def computed(self, table: str, expression: str) -> Val:
        """A MATERIALIZED column: what it was computed from, in the same table."""
        if self.depth > 8:
            raise Abstain("computed columns without end")
        walker = Walker(self.engine, self.schema, self.filtered, self.depth + 1)
        root = tree(self.engine, f"SELECT {expression} AS v FROM {self.schema.full[table]}")
        return walker.walk(root)[0][2]

    def col_table_function(self, node: Node, source: Node, name: str) -> Val:
        function = source.get("table_function_name")
        arguments = [named(item) for item in source.items("ARGUMENTS")]
        if function.lower() in SOURCELESS_TABLES:
            return NOTHING
        if function in ("dictionary", "loop", "mergeTreeIndex") and arguments and arguments[-1]:
            return self.stored(str(arguments[-1]).rpartition(".")[2], name)
        if function == "merge" and arguments and arguments[-1]:
            matched = [t for t in self.schema.columns if re.search(str(arguments[-1]), t)]
            return merge_all([self.stored(t, name) for t in matched if name in self.schema.columns[t]])
        if function in ("remote", "remoteSecure", "cluster", "clusterAllReplicas") and len(arguments) >= 2:
            return self.stored(str(arguments[2] if len(arguments) > 2 else arguments[1]).rpartition(".")[2], name)
        view = function.rpartition(".")[2]
        if view in self.schema.tables:  # a view with parameters
            return self.stored(view, name)
        raise Abstain(f"table function {function}")

    def col_array_join(self, node: Node, source: Node, name: str) -> Val:
        for item in source.items("JOIN EXPRESSIONS"):
            if item.kind != "COLUMN":
                raise Abstain(f"ARRAY JOIN of {item.kind}")
            if item.column_name == name:
                return elem_of(self.expression(item.only("EXPRESSION")))
        raise Abstain(f"ARRAY JOIN without {name}")

    def col_join(self, node: Node, source: Node, name: str) -> Val:
        """A column of USING: the left side's, the right side's of a right join, both of a full one."""
        below = node.below("EXPRESSION") or next(
            (i.below("EXPRESSION") for i in source.items("JOIN EXPRESSION") if i.column_name == name), []
        )
        if len(below) != 1 or below[0].kind != "LIST":
            raise Abstain("a column of a join that is not USING")
        sides = [self.expression(side) for side in below[0].children]
        kind = source.get("kind")
        if kind == "FULL":
            return merge_all(sides)
        return sides[-1] if kind == "RIGHT" else sides[0]

    def col_arguments(self, node: Node, source: Node, name: str) -> Val:
        assert source.id is not None
        if source.id not in self.params or name not in self.params[source.id]:
            raise Abstain(f"parameter {name} out of sight")
        return self.params[source.id][name]

    col_lambda = col_arguments

    def col_interpolate(self, node: Node, source: Node, name: str) -> Val:
        assert source.id is not None
        return self.interpolated[source.id][name]

    # --------------------------------------------------------------------------------- expressions

    def expression(self, node: Node) -> Val:
        handler: Callable[[Node], Val] | None = getattr(self, "ex_" + node.kind.lower().replace(" ", "_"), None)
        if handler is None:
            raise Abstain(f"expression {node.kind}")
        return handler(node)

    def ex_constant(self, node: Node) -> Val:
        below = node.below("EXPRESSION")
        return self.expression(below[0]) if below else NOTHING

    def ex_query(self, node: Node) -> Val:
        """A scalar subquery: one value, or a tuple of its columns."""
        columns = self.relation(node)
        if len(columns) == 1:
            return columns[0][2]
        return tuple_of([value for _, _, value in columns])

    ex_union = ex_query

    def ex_function(self, node: Node) -> Val:
        name = node.get("function_name")
        if node.get("function_type") == "ordinary":
            return roles.ordinary(self, name, node)
        arguments = [self.expression(item) for item in node.items("ARGUMENTS")]
        return roles.aggregate(self, name, node, arguments)

    def apply(self, node: Node, arguments: list[Val]) -> Val:
        """What a lambda returns for these arguments."""
        if node.kind != "LAMBDA":
            raise Abstain(f"a function given as {node.kind}")
        header = next(child for child in node.children if child.kind == "ARGUMENTS")
        assert header.id is not None
        names = [re.match(r"name: (.*?)(?:, type: |$)", item.rest) for item in header.children]
        if len(names) != len(arguments):
            raise Abstain(f"a lambda of {len(names)} parameters for {len(arguments)} arguments")
        bound = {name[1]: value for name, value in zip(names, arguments, strict=True) if name}
        old = self.params.get(header.id)
        self.params[header.id] = bound
        body = node.only("EXPRESSION")
        made = self.expression(body)
        if old is not None:
            self.params[header.id] = old
        return made


def named(item: Node) -> str | None:
    """An argument that is a literal or a name."""
    return item.get("identifier") if item.kind == "IDENTIFIER" else constant(item)


def united(branches: list[list[tuple[str, Type, Val]]]) -> list[tuple[str, Type, Val]]:
    if len({len(branch) for branch in branches}) != 1:
        raise Abstain("branches of different widths")
    return [
        (column[0][0], column[0][1], merge_all([value for _, _, value in column]))
        for column in zip(*branches, strict=True)
    ]


def tree(engine: Engine, sql: str) -> Node:
    try:
        return parse(engine.ask(f"EXPLAIN QUERY TREE run_passes=1, passes=1 {sql}"))
    except Refused as refused:
        raise Abstain(f"no tree: {str(refused)[:300]}") from refused


def schema_of(engine: Engine) -> Schema:
    """What the engine says of its tables and aggregates."""
    columns = engine.rows(
        "SELECT database, table, name, type, default_kind, default_expression FROM system.columns "
        "WHERE database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema') ORDER BY table, position"
    )
    aggregates = engine.rows("SELECT name FROM system.functions WHERE is_aggregate")
    return Schema(columns, aggregates, engine.rows("SELECT name FROM system.tables WHERE database != 'system'"))


def value_lineage(engine: Engine, schema: Schema, sql: str) -> list[Output]:
    """The outputs of a SELECT in order, each with its value sources; `Abstain` where that is not known."""
    sql = sql.strip().rstrip(";")
    # The tree leaves the argument of view() unresolved; as a subquery it is the same.
    asked = re.sub(r"\bview\s*\(", "(", sql)
    asked = re.sub(r"\s+FORMAT\s+\w+$", "", asked)
    filtered = re.search(r"\bFILTER\s*\(\s*WHERE\b", sql, re.I) is not None
    if filtered and re.search(r"\bcount\w*If\b", sql):
        raise Abstain("countIf beside FILTER: the tree shows them alike")
    try:
        columns = Walker(engine, schema, filtered).walk(tree(engine, asked))
    except (KeyError, IndexError, TypeError, ValueError, RecursionError) as error:
        raise Abstain(f"unknown shape: {type(error).__name__} {error}") from error
    result: list[Output] = []
    for name, _, value in columns:
        opened: set[Leaf] = set()
        for leaf in value.flat():
            opened |= schema.open(leaf)
        result.append(Output(name, frozenset(opened)))
    return result
