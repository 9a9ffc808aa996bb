"""Output names of Spark: the expression as Catalyst writes it, with columns without their tables.

    t.a + 1 AND NOT b IN (1, 2)   →   ((a + 1) AND (NOT (b IN (1, 2))))

A cast of a column keeps the column's name. `expression_names` writes expressions, `output_name_tables` holds what
Catalyst does with single functions, types and literals: to add a function with a name of its own, add a row there.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.base.types import Type
from headwater.bind.names.frame import Frame
from headwater.bind.names.items import Item
from headwater.bind.output_names.item_tokens import ItemTokens, is_field_path, windows
from headwater.bind.output_names.protocol import Namer, OutputNames
from headwater.dialects.spark import output_name_tables as tables
from headwater.dialects.spark import value_types
from headwater.dialects.spark.column_names import is_column, without_table
from headwater.dialects.spark.expression_names import SparkWriter
from headwater.sql.tree import start_of

_GROUP_FUNCTIONS = frozenset({"window", "session_window"})


class SparkNames(OutputNames):
    """Names as Catalyst writes them."""

    def namer(self, frame: Frame, select: exp.Expr, items: Sequence[Item | exp.Expr]) -> Namer:
        tokens = ItemTokens(frame.ctx, select)
        named_windows = windows(frame.ctx.parsed.tokens) if select.args.get("windows") else {}

        def name(node: exp.Expr) -> str | None:
            reference = _reference(frame, node)
            if reference is not None and not (isinstance(node, exp.Cast) and _is_call(tokens.of(node))):
                return reference
            item = tokens.of(node)
            return SparkWriter(item, frame, named_windows, node).write() if item is not None else None

        return name

    def group_aliases(self, frame: Frame, group: exp.Expr) -> None:
        """GROUP BY window(ts, '1 hour'): `window` is what the call gives, where no column has that name."""
        for key in group.expressions:
            call = key.this if isinstance(key, exp.Alias) else key
            if isinstance(call, exp.Anonymous) and call.name.lower() in _GROUP_FUNCTIONS:
                name = key.alias if isinstance(key, exp.Alias) else call.name.lower()
                frame.items.aliases.setdefault(name, Item(call, name, early=True))

    def value_type(self, node: exp.Expr) -> Type:
        return value_types.of_node(node)


def _reference(frame: Frame, node: exp.Expr) -> str | None:
    """The name of a column, of a cast of one, and of a field."""
    inner = node
    while isinstance(inner, exp.Paren) or (isinstance(inner, exp.Cast) and not isinstance(inner.this, exp.Literal)):
        inner = inner.this
    if isinstance(inner, exp.Column) and not isinstance(inner.this, exp.Star) and not _has_plus(frame, node):
        parts = [part.name for part in inner.parts]
        if len(parts) == 1 and parts[0].upper() in tables.WITHOUT_PARENTHESES and not is_column(frame, parts[0]):
            return None  # current_date is current_date()
        return without_table(frame, parts)[-1] if len(parts) > 1 else parts[0]
    if isinstance(node, exp.Dot) and isinstance(node.args["expression"], exp.Identifier) and is_field_path(node):
        return str(node.args["expression"].name)
    return None


def _is_call(item: Sequence[Token] | None) -> bool:
    """Whether a cast of the parser's is a call of the user's: to_timestamp(a)."""
    if not item or len(item) < 2 or item[1].token_type is not TokenType.L_PAREN:
        return False
    return item[0].text.lower() not in ("cast", "try_cast", *tables.CASTS)


def _has_plus(frame: Frame, node: exp.Expr) -> bool:
    """Whether a plus stands before a column: the parser drops the sign of `+a`."""
    start = start_of(node)
    if frame.ctx.foreign or start < 0:
        return False
    index = frame.ctx.spans.word(start)
    return index > 0 and frame.ctx.parsed.tokens[index - 1].text == "+"
