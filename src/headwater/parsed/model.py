"""What `headwater.parse` returns: plain data about the text of statements, nothing of the parser's own."""

from __future__ import annotations

from dataclasses import dataclass

from headwater.base.diagnostics import Diagnostic
from headwater.base.levels import Level
from headwater.base.spans import Span


@dataclass(frozen=True)
class SelectItem:
    """An item of a SELECT: its expression without the alias, and the columns in it as they are written.

    `name` is the alias, or the name of a plain column; None where the engine gives the name. Of `t.*`, `star` is true
    and `table` is t. Columns of a subquery inside it belong to the subquery.

    >>> import headwater
    >>> item = headwater.parse("SELECT t.a + b AS c FROM t", dialect="duckdb")[0].items[0]
    >>> item.text, item.alias, item.columns
    ('t.a + b', 'c', ('t.a', 'b'))
    """

    text: str
    alias: str | None
    name: str | None
    span: Span
    columns: tuple[str, ...] = ()
    star: bool = False
    table: str | None = None


@dataclass(frozen=True)
class FromItem:
    """What a SELECT reads: a table or CTE by name, or a subquery, whose SELECTs are `selects`.

    `join` is empty for the first, a comma, or the words of the join. Of anything else, `table` is None and `selects`
    is empty: a function, VALUES.

    >>> import headwater
    >>> select = headwater.parse("SELECT 1 FROM s.t x LEFT JOIN u ON x.i = u.i", dialect="duckdb")[0].selects[0]
    >>> first, second = select.sources
    >>> first.table, first.alias, second.join, second.condition
    ('s.t', 'x', 'LEFT JOIN', 'x.i = u.i')
    """

    table: str | None
    alias: str | None
    join: str = ""
    condition: str | None = None
    selects: tuple[int, ...] = ()
    cte: bool = False


@dataclass(frozen=True)
class Select:
    """One SELECT of a statement. `parent` is the SELECT around it, `cte` the CTE whose body it is in.

    `operation` joins it to the arm before it (UNION ALL); it is empty for the first arm. The clauses are texts, None
    where there is none.

    >>> import headwater
    >>> outer, inner = headwater.parse("SELECT a FROM (SELECT a FROM t WHERE b > 0) q", dialect="duckdb")[0].selects
    >>> inner.parent == outer.id, inner.where, outer.sources[0].selects == (inner.id,)
    (True, 'b > 0', True)
    """

    id: int
    parent: int | None
    span: Span
    items: tuple[SelectItem, ...]
    sources: tuple[FromItem, ...] = ()
    cte: str | None = None
    operation: str = ""
    distinct: bool = False
    where: str | None = None
    group_by: str | None = None
    having: str | None = None
    qualify: str | None = None
    order_by: str | None = None
    limit: str | None = None


@dataclass(frozen=True)
class ParsedStatement:
    """A statement of a text. `span` is its place in the text; `reads` and `writes` are tables, without CTEs.

    `selects` are its SELECTs in the order of the text, and none where it cannot be parsed: `diagnostics` then say
    why, and the tables come from the tokens. `level` is EXACT where everything was read.

    >>> import headwater
    >>> sql = "INSERT INTO x WITH c AS (SELECT a FROM t) SELECT a AS k FROM c"
    >>> statement = headwater.parse(sql, dialect="duckdb")[0]
    >>> statement.kind, statement.reads, statement.writes, statement.ctes
    ('INSERT', ('t',), ('x',), ('c',))
    >>> [item.alias for item in statement.items]
    ['k']
    """

    index: int
    kind: str
    dialect: str
    text: str
    span: Span
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    ctes: tuple[str, ...]
    selects: tuple[Select, ...]
    diagnostics: tuple[Diagnostic, ...]
    level: Level

    @property
    def items(self) -> tuple[SelectItem, ...]:
        """The items of the final SELECT, those that the statement hands out; of a set operation, of its first arm."""
        final = next((select for select in self.selects if select.parent is None and select.cte is None), None)
        return final.items if final is not None else ()
