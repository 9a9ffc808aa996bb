"""The items of a select list, as far as names can refer to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.bind.scope import Output
from headwater.rel.columns import Col

if TYPE_CHECKING:
    from sqlglot import exp


class Item:
    """A select item: bound when it is needed, which may be before its turn."""

    __slots__ = ("busy", "circular", "col", "early", "instead", "name", "node")

    def __init__(self, node: exp.Expr, name: str, early: bool = False) -> None:
        self.node = node
        self.name = name
        self.col: Col | None = None
        self.busy = False
        self.instead: exp.Expr | None = None
        """What is bound in the place of the node: a key that is in none of the grouping sets is NULL."""
        self.early = early
        """In sight before it is bound: what a GROUP BY calls."""
        self.circular = False
        """SELECT a AS b, b AS a: `col` is what its name means, and not the item itself."""


class Items:
    """What the select list has named so far.

    aliases    items by alias: `a + 1 AS b`
    implied    items by the name of the column that they hand on: SELECT t.id … ORDER BY id
    replaced   columns of * REPLACE (a + 1 AS a), where aliases win over columns: what a means from there on
    scalars    WITH 5 AS z: expressions under a name, once they are bound; `naming` those that are being bound
    binding    the item that is being bound, and `circles` how often a name led back to one: SELECT a AS b, b AS a
    pinned     the column that COLUMNS(…) stands for, while an item is bound once for each
    queries    the numbers of the queries in the list, by the identity of their nodes
    """

    __slots__ = ("aliases", "binding", "circles", "implied", "naming", "pinned", "queries", "replaced", "scalars")

    def __init__(self) -> None:
        self.aliases: dict[str, Item] = {}
        self.implied: dict[str, Item] = {}
        self.replaced: dict[str, Col] = {}
        self.scalars: dict[str, Col] = {}
        self.naming: set[str] = set()
        self.binding: Item | None = None
        self.circles = 0
        self.pinned: Output | None = None
        self.queries: dict[int, int] = {}
