"""One rule per operator. A rule appends local edges: what is born here, and what decides the rows here.

It needs nothing from below, so the pass is one flat loop over the plan. `RULES` is the coverage list: a test compares
it with `rel.operators.NODES`. An operator that hands its rows on shares its input's `rows` column and writes no edge
for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from headwater.lineage.graph import Graph
from headwater.rel import operators
from headwater.rel.columns import Born, Col, Read
from headwater.rel.kinds import ROWS
from headwater.rel.operators import Rel
from headwater.rel.walk import walk

Rule = Callable[[Rel, Graph], None]
R = TypeVar("R", bound=Rel)
RULES: dict[type[Rel], Rule] = {}


def rule(node: type[R]) -> Callable[[Callable[[R, Graph], None]], Callable[[R, Graph], None]]:
    """Enter a function as the rule of an operator."""

    def enter(function: Callable[[R, Graph], None]) -> Callable[[R, Graph], None]:
        RULES[node] = cast(Rule, function)
        return function

    return enter


def build(roots: Sequence[Rel], size: int, late: Sequence[Born] = ()) -> Graph:
    """The graph of plans whose columns have ids below `size`. Several plans may share relations (multi-insert).

    `late` are columns that no plan may hold: those inside of structs and arrays, made when they were first asked for,
    perhaps by a CTE that is not read.
    """
    graph = Graph.empty(size)
    rules = RULES
    for rel in walk(*roots):
        rules[rel.__class__](rel, graph)
    graph.birth([born for born in late if not graph.op[born.col.id]], "Project")
    return graph


def _follow(*rows: Col) -> tuple[Read, ...]:
    return tuple(Read(col, ROWS) for col in rows)


def _rows(graph: Graph, rel: Rel, below: Col, reads: Sequence[Read] = ()) -> None:
    graph.rows(rel, (Read(below, ROWS), *reads))


@rule(operators.Single)
def single(rel: operators.Single, graph: Graph) -> None:
    """SELECT 1: one row, decided by nothing."""
    graph.rows(rel, ())


@rule(operators.Scan)
def scan(rel: operators.Scan, graph: Graph) -> None:
    """FROM t: where lineage starts. A computed column of t reads the stored ones."""
    graph.rows(rel, ())
    graph.store(rel.cols)
    graph.birth(rel.born, "Scan")
    graph.scans.append(rel.dataset)


@rule(operators.Ref)
def ref(rel: operators.Ref, graph: Graph) -> None:
    """FROM x, (SELECT …) AS x: each column hands on the one behind it."""
    _rows(graph, rel, rel.input.rows)
    graph.birth(rel.born, "Ref")


@rule(operators.Loop)
def loop(rel: operators.Loop, graph: Graph) -> None:
    """WITH RECURSIVE x AS (… UNION ALL SELECT … FROM x): the inner x reads the outer x."""
    _rows(graph, rel, rel.of)
    graph.birth(rel.born, "Ref")


@rule(operators.Project)
def project(rel: operators.Project, graph: Graph) -> None:
    """SELECT a + b: the new column reads a and b; rows are handed on."""
    graph.birth(rel.born, "Project")


@rule(operators.Filter)
def filter_(rel: operators.Filter, graph: Graph) -> None:
    """WHERE n > 0: rows follow n."""
    _rows(graph, rel, rel.input.rows, rel.reads)


@rule(operators.Join)
def join(rel: operators.Join, graph: Graph) -> None:
    """t JOIN u ON t.k = u.k: rows follow both inputs and the keys."""
    graph.rows(rel, (*_follow(rel.left.rows, rel.right.rows), *rel.reads))
    graph.birth(rel.born, "Join")


@rule(operators.Aggregate)
def aggregate(rel: operators.Aggregate, graph: Graph) -> None:
    """SELECT k, SUM(x) … GROUP BY k: rows follow k; the sum follows x and the rows it saw."""
    _rows(graph, rel, rel.input.rows, rel.keys)
    graph.birth_over(rel.born, "Aggregate", rel.input.rows)


@rule(operators.Window)
def window(rel: operators.Window, graph: Graph) -> None:
    """SUM(x) OVER (PARTITION BY k): follows x, k by influence, and the rows it saw."""
    graph.birth_over(rel.born, "Window", rel.input.rows)


@rule(operators.SetOp)
def set_op(rel: operators.SetOp, graph: Graph) -> None:
    """q1 UNION q2: each column reads its branches; rows follow every branch, and what tells rows apart."""
    graph.rows(rel, (*_follow(*(below.rows for below in rel.inputs)), *rel.reads))
    graph.birth(rel.born, rel.how.title())


@rule(operators.Recursive)
def recursive(rel: operators.Recursive, graph: Graph) -> None:
    """The columns read the anchor and the step; the step's columns are younger, so these edges run backwards."""
    graph.rows(rel, (*_follow(rel.anchor.rows, rel.step.rows), *rel.reads))
    graph.birth(rel.born, "Recursive")
    graph.looped = True


@rule(operators.Apply)
def apply(rel: operators.Apply, graph: Graph) -> None:
    """(SELECT max(x) FROM u) inside an expression: whoever reads it says so; nothing happens to the rows here."""


@rule(operators.Sort)
def sort(rel: operators.Sort, graph: Graph) -> None:
    """ORDER BY alone changes neither values nor rows."""


@rule(operators.Limit)
def limit(rel: operators.Limit, graph: Graph) -> None:
    """ORDER BY x LIMIT 10: rows follow x."""
    _rows(graph, rel, rel.input.rows, rel.reads)


@rule(operators.Distinct)
def distinct(rel: operators.Distinct, graph: Graph) -> None:
    """SELECT DISTINCT a, b: rows follow a and b."""
    _rows(graph, rel, rel.input.rows, rel.reads)


@rule(operators.Sample)
def sample(rel: operators.Sample, graph: Graph) -> None:
    """TABLESAMPLE: rows follow the rows."""
    _rows(graph, rel, rel.input.rows)


@rule(operators.Unnest)
def unnest(rel: operators.Unnest, graph: Graph) -> None:
    """ARRAY JOIN arr AS a: a reads the array, and the array decides how many rows there are."""
    _rows(graph, rel, rel.input.rows, rel.reads)
    graph.birth(rel.born, "Unnest")


@rule(operators.Values)
def values(rel: operators.Values, graph: Graph) -> None:
    """VALUES (1, 2): constants, unless it is lateral and reads an outer column."""
    graph.rows(rel, ())
    graph.birth(rel.born, "Values")


@rule(operators.Call)
def call(rel: operators.Call, graph: Graph) -> None:
    """FROM f(x): the columns read the arguments, which also decide the rows."""
    _rows(graph, rel, rel.input.rows, rel.reads)
    graph.birth(rel.born, "Call")


@rule(operators.Pivot)
def pivot(rel: operators.Pivot, graph: Graph) -> None:
    """PIVOT (SUM(x) FOR k IN ('a', 'b')): each column reads x, and k by condition."""
    _rows(graph, rel, rel.input.rows, rel.keys)
    graph.birth_over(rel.born, "Pivot", rel.input.rows)


@rule(operators.Unpivot)
def unpivot(rel: operators.Unpivot, graph: Graph) -> None:
    """UNPIVOT (v FOR name IN (a, b)): v reads a and b; name is generated; a NULL in a or b is no row."""
    _rows(graph, rel, rel.input.rows, rel.reads)
    graph.birth(rel.born, "Unpivot")


@rule(operators.Match)
def match(rel: operators.Match, graph: Graph) -> None:
    """MATCH_RECOGNIZE (PARTITION BY k ORDER BY t … DEFINE a AS x > 0): rows follow k, t and x."""
    _rows(graph, rel, rel.input.rows, (*rel.keys, *rel.reads))
    graph.birth_over(rel.born, "Match", rel.input.rows)


@rule(operators.Write)
def write(rel: operators.Write, graph: Graph) -> None:
    """INSERT INTO x SELECT …: the target's columns read the query's."""
    _rows(graph, rel, rel.input.rows)
    graph.birth(rel.born, "Write")
    graph.writes.append(rel)
