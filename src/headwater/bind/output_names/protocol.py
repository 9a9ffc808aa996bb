"""What a dialect says of output names: `OutputNames`, of which it gives an instance or a subclass.

The defaults are neutral: a reference names its output by its last part, anything else is named by its text. To follow
an engine that names an output in another way, override `namer` (a name made from the expression) or `unnamed` (a name
made from the position) in that dialect's `output_names.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from sqlglot import exp

from headwater.base.types import UNKNOWN, Type

if TYPE_CHECKING:
    from headwater.bind.context import Context
    from headwater.bind.names.frame import Frame
    from headwater.bind.names.items import Item
    from headwater.bind.scope import Entry, Output

Namer = Callable[[exp.Expr], str | None]
"""The expression of an item without an alias → its name; None where it has none, and `unnamed` is asked."""


@dataclass(frozen=True)
class OutputNames:
    """How outputs are named.

    reference_case   SELECT A FROM t(a): the case is that of the reference ("written"), of the column ("stored"), or
                     "lower"
    values_column    FROM (VALUES (1, 2)): the name of a column; {0} counts from 0, {1} from 1
    """

    reference_case: str = "written"
    values_column: str = "col{0}"

    def namer(self, frame: Frame, select: exp.Expr, items: Sequence[Item | exp.Expr]) -> Namer:
        """The names of the items of one select list: what is worked out for a whole list is worked out once."""
        return partial(self.reference, frame.ctx)

    def reference(self, ctx: Context, node: exp.Expr) -> str | None:
        """The name of a reference, its last part; None for any other expression."""
        while type(node) is exp.Paren:
            node = node.this
        if type(node) is exp.Column:
            name = node.this.name
            return (name.lower() if self.reference_case == "lower" else name) or None
        last = node.args["expression"] if type(node) is exp.Dot else None
        return last.name or None if isinstance(last, exp.Identifier) else None

    def unnamed(self, ordinal: int, unnamed: int, text: str) -> str:
        """The name of an output that has none, by its position, the number of such outputs before it, or its text."""
        return text

    def expression(self, frame: Frame, node: exp.Expr, renamed: Mapping[str, str] | None = None) -> str:
        """The name of any expression; `renamed` says what the parameter of a lambda stands for: * APPLY(x -> x + 1)."""
        return str(node.sql(frame.ctx.dialect.grammar))

    def value_type(self, node: exp.Expr) -> Type:
        """The type of an expression that gets a name, where names of what reads it depend on types."""
        return UNKNOWN

    def values(self, position: int) -> str:
        """The name of a column of VALUES; positions count from 0."""
        return self.values_column.format(position, position + 1)

    def star(self, frame: Frame, entry: Entry, outputs: list[Output]) -> list[Output]:
        """The columns that a star takes from one table, renamed where another table has a column of that name."""
        return outputs

    def starred(self, select: exp.Expr, ordinal: int, outputs: list[Output]) -> list[Output]:
        """The columns that a star of a select list stands for; `ordinal` is the position of the first of them."""
        return outputs

    def struct_star(self, node: exp.Expr, fields: list[Output]) -> list[Output]:
        """The columns of `s.*` over a struct."""
        return fields

    def repeated(self, outputs: list[Output]) -> list[Output]:
        """The outputs of a select list, renamed where a name stands twice."""
        return outputs

    def numbered(self, outputs: list[Output]) -> list[Output]:
        """The outputs of a query whose columns get stored, or are handed on by a derived table: a, a_1."""
        return outputs

    def group_aliases(self, frame: Frame, group: exp.Expr) -> None:
        """GROUP BY window(ts, '1 hour'): names that the keys give to the rest of the query."""

    def alias_items(self, ctx: Context, query: exp.Expr) -> None:
        """Give aliases to the items of a query that is not in the user's text, such as the body of a macro."""
