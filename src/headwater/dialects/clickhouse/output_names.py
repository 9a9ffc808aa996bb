"""Output names of ClickHouse: the expression, with every operator written as its function.

    a + b * c        plus(a, multiply(b, c))           (a, b).1         tupleElement((a, b), 1)
    t.a              a, or t.a where the bare name means another table's column

The names are written from the tree, and not by the writer over tokens that other dialects share
(`bind.output_names.writer`). ClickHouse names what it has analysed, and the tree has that: APPLY(x -> x + 1) writes a
lambda's body with a column in the place of x, a matcher is written as the columns it stands for, and the tokens were
rewritten for the parser. Once operators are functions, nothing is left of precedence for a token writer to work out.

To add a class of the parser's tree: a row in `_OPERATORS`, `_CHAINS` or `_TEMPLATES`, or a method of `TreeWriter`,
`visit_` and the name of the class in lower case. A class without any of them is named by its text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sqlglot import exp

from headwater.bind.expr.macros import CALLED
from headwater.bind.names.frame import Frame
from headwater.bind.names.items import Item
from headwater.bind.output_names.protocol import Namer, OutputNames
from headwater.bind.relation import matchers
from headwater.bind.scope import Entry, Output
from headwater.sql import placeholders
from headwater.sql.tree import end_of, start_of

_OPERATORS: Mapping[type, str] = {
    exp.Add: "plus", exp.Sub: "minus", exp.Mul: "multiply", exp.Div: "divide", exp.IntDiv: "intDiv", exp.Mod: "modulo",
    exp.EQ: "equals", exp.NEQ: "notEquals", exp.LT: "less", exp.LTE: "lessOrEquals", exp.GT: "greater",
    exp.GTE: "greaterOrEquals", exp.NullSafeEQ: "isNotDistinctFrom", exp.NullSafeNEQ: "isDistinctFrom",
    exp.Like: "like", exp.ILike: "ilike", exp.RegexpLike: "match",
}  # fmt: skip
"""Binary operators, which nest: plus(plus(a, b), c)."""
_CHAINS: Mapping[type, str] = {exp.And: "and", exp.Or: "or", exp.DPipe: "concat", exp.Xor: "xor"}
"""Operators that take any number of operands: and(a, b, c)."""
_NEGATED = {"in": "notIn", "like": "notLike", "ilike": "notILike", "globalIn": "globalNotIn"}
_TEMPLATES: Mapping[type, str] = {
    exp.Paren: "{this}",
    exp.Between: "and(greaterOrEquals({this}, {low}), lessOrEquals({this}, {high}))",
    exp.Tuple: "({expressions})",
    exp.Array: "[{expressions}]",
    exp.Explode: "arrayJoin({this})",
    exp.Null: "NULL",
}
"""Classes with one way of writing; the words in braces are arguments of the node."""


class ClickHouseNames(OutputNames):
    """Names with operators as functions, and with the table where a bare name would mean another column."""

    def namer(self, frame: Frame, select: exp.Expr, items: Sequence[Item | exp.Expr]) -> Namer:
        write = TreeWriter(frame).name
        return lambda node: write(node) or None

    def expression(self, frame: Frame, node: exp.Expr, renamed: Mapping[str, str] | None = None) -> str:
        return TreeWriter(frame, renamed).name(node)

    def star(self, frame: Frame, entry: Entry, outputs: list[Output]) -> list[Output]:
        aliases = frame.items.aliases
        if (len(frame.tables.entries) < 2 and not aliases) or not entry.alias:
            return outputs
        fold = frame.ctx.folded
        return [
            output
            if output.opens is not None
            # SELECT *, 1 AS a: the bare name means the alias
            or (_needs_no_table(frame, entry, fold(output.name)) and fold(output.name) not in aliases)
            else output._replace(name=f"{entry.alias}.{output.name}")
            for output in outputs
        ]

    def struct_star(self, node: exp.Expr, fields: list[Output]) -> list[Output]:
        if not isinstance(node, exp.Column):
            return fields
        prefix = ".".join(part.name for part in node.parts[:-1])
        return [field._replace(name=f"{prefix}.{field.name}") for field in fields]


class TreeWriter:
    """Writes the names of expressions in one frame; `renamed` says what the parameters of a lambda stand for."""

    def __init__(self, frame: Frame, renamed: Mapping[str, str] | None = None) -> None:
        self.frame = frame
        self.ctx = frame.ctx
        self.renamed = renamed or {}

    def name(self, node: exp.Expr | None) -> str:
        """The name of an expression; empty where the parser left a hole."""
        if not isinstance(node, exp.Expr):
            return ""
        if node._meta and CALLED in node._meta:
            node = node._meta[CALLED]  # CREATE FUNCTION f AS …; SELECT f(a): f(a), and not its body
        template = _TEMPLATES.get(type(node))
        if template is not None:
            return template.format_map(_Arguments(self, node))
        if type(node) in _OPERATORS:
            return self._operator(node)
        if type(node) in _CHAINS:
            return self._chain(node)
        return str(getattr(self, f"visit_{type(node).__name__.lower()}", self._text)(node))

    def names(self, nodes: Sequence[exp.Expr]) -> str:
        """The names of expressions, between commas."""
        return ", ".join(self.name(node) for node in nodes)

    def _text(self, node: exp.Expr) -> str:
        start, end = (-1, -1) if self.ctx.foreign else (start_of(node), end_of(node))
        if start < 0:
            return str(node.sql(self.ctx.dialect.grammar))
        return " ".join(self.ctx.text(start, end).split())

    # ── operators ────────────────────────────────────────────────────────────────────────────────────────────
    def _operator(self, node: exp.Expr) -> str:
        """a + b + c: the left spine in a loop."""
        rights: list[tuple[str, exp.Expr]] = []
        while type(node) in _OPERATORS:
            rights.append((_OPERATORS[type(node)], node.args["expression"]))
            node = node.args["this"]
        name = self.name(node)
        for function, right in reversed(rights):
            name = f"{function}({name}, {self.name(right)})"
        return name

    def _chain(self, node: exp.Expr) -> str:
        kind = type(node)
        operands: list[exp.Expr] = []
        while type(node) is kind:
            operands.append(node.args["expression"])
            node = node.args["this"]
        return f"{_CHAINS[kind]}({self.names([node, *reversed(operands)])})"

    def visit_not(self, node: exp.Expr) -> str:
        inner = node.this
        if isinstance(inner, exp.Is):
            return f"isNotNull({self.name(inner.this)})"
        if isinstance(inner, exp.Between):
            return "or(less({this}, {low}), greater({this}, {high}))".format_map(_Arguments(self, inner))
        name = self.name(inner)
        function, _, rest = name.partition("(")
        if isinstance(inner, (exp.In, exp.Like, exp.ILike)) and function in _NEGATED:
            return f"{_NEGATED[function]}({rest}"
        return f"not({name})"

    def visit_neg(self, node: exp.Expr) -> str:
        name = self.name(node.this)
        return f"-{name}" if isinstance(node.this, exp.Literal) else f"negate({name})"

    def visit_in(self, node: exp.Expr) -> str:
        function = "globalIn" if node.args.get("is_global") else "in"
        query, field, members = node.args.get("query"), node.args.get("field"), node.expressions
        left = self.name(node.this)  # first, since queries are counted
        if query is not None:
            right = self.visit_select(query)
        elif field is not None:
            right = self.name(field)
        else:
            right = self.names(members) if len(members) == 1 else f"({self.names(members)})"
        return f"{function}({left}, {right})"

    def visit_is(self, node: exp.Expr) -> str:
        return f"isNull({self.name(node.this)})" if isinstance(node.expression, exp.Null) else self._text(node)

    # ── literals ─────────────────────────────────────────────────────────────────────────────────────────────
    def visit_literal(self, node: exp.Expr) -> str:
        value = str(node.this)
        if node.args.get("is_string"):
            value = value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\t", "\\t")
            return f"'{value}'"
        return _number(value.replace("_", ""))

    def visit_boolean(self, node: exp.Expr) -> str:
        return "true" if node.args.get("this") else "false"

    def visit_interval(self, node: exp.Expr) -> str:
        unit, value = node.args.get("unit"), node.args.get("this")
        if unit is None or value is None:
            return self._text(node)
        literal = value.name if isinstance(value, exp.Literal) else self.name(value)
        return f"toInterval{str(unit.name).rstrip('sS').capitalize()}({literal})"

    def visit_struct(self, node: exp.Expr) -> str:
        values = [part.expression if isinstance(part, exp.PropertyEQ) else part for part in node.expressions]
        return f"({self.names(values)})"

    # ── names and fields ─────────────────────────────────────────────────────────────────────────────────────
    def visit_identifier(self, node: exp.Expr) -> str:
        return self.renamed.get(node.name, str(node.name))

    def visit_alias(self, node: exp.Expr) -> str:
        return str(node.alias)

    def visit_column(self, node: exp.Expr) -> str:
        parts = [node.args.get(part) for part in ("catalog", "db", "table", "this")]
        names = [self.ctx.written(part) for part in parts if part is not None]
        if names[0] in self.renamed:
            names[0] = self.renamed[names[0]]
        else:
            names = _without_table(self.frame, names)
        name = names[0]
        by_position = False
        for part in names[1:]:
            for field in part.split(".") if part[:1].isdigit() else [part]:
                if field.isdigit():
                    name, by_position = f"tupleElement({name}, {field})", True
                else:
                    name = f"tupleElement({name}, '{field}')" if by_position else f"{name}.{field}"
        return name

    def visit_dot(self, node: exp.Expr) -> str:
        field = node.args["expression"]
        name = self.name(node.this)
        if isinstance(field, exp.Literal):
            for position in field.name.split("."):
                name = f"tupleElement({name}, {position})"
            return name
        return f"tupleElement({name}, '{field.name}')" if name.endswith((")", "]")) else f"{name}.{field.name}"

    def visit_bracket(self, node: exp.Expr) -> str:
        name = self.name(node.this)
        for index in node.expressions:
            position = self.name(index)
            if isinstance(index, exp.Literal) and not index.args.get("is_string") and index.name.isdigit():
                position = self._position(index)
            name = f"arrayElement({name}, {position})"
        return name

    def _position(self, node: exp.Expr) -> str:
        """The parser counts from zero; the text has the number as it was given."""
        meta = node._meta
        if meta and "start" in meta and not self.ctx.foreign:
            return self.ctx.text(meta["start"], meta["end"] + 1)
        return str(int(node.name) + 1)

    # ── calls ────────────────────────────────────────────────────────────────────────────────────────────────
    def visit_anonymous(self, node: exp.Expr) -> str:
        """f(a, b), quantile(0.5)(a)."""
        this = node.args["this"]
        function = this if isinstance(this, str) else str(this.name)
        arguments = node.expressions
        if function == placeholders.MATCHER:
            return ", ".join(output.name for output in matchers.expand(self.frame, node))
        if len(arguments) == 1 and isinstance(arguments[0], exp.Distinct):
            function, arguments = f"{function}Distinct", arguments[0].expressions
        if len(arguments) == 1 and isinstance(arguments[0], exp.Star) and function.lower() == "count":
            arguments = []
        parameters = node.args.get(placeholders.LEVELS)
        if parameters is not None:
            function = f"{function}({self.names(parameters)})"
        if function == "tuple":
            function = ""
        return f"{function}({self.names(arguments)})"

    def visit_star(self, node: exp.Expr) -> str:
        """f(*): the columns that the star stands for."""
        return ", ".join(output.name for output in self.ctx.up.star(self.frame, node))

    def visit_lambda(self, node: exp.Expr) -> str:
        parameters = [parameter.name for parameter in node.expressions]
        renamed = {key: name for key, name in self.renamed.items() if key not in parameters}
        return f"lambda(tuple({', '.join(parameters)}), {TreeWriter(self.frame, renamed).name(node.this)})"

    def visit_case(self, node: exp.Expr) -> str:
        subject = node.args.get("this")
        parts = [] if subject is None else [subject]
        for branch in node.args.get("ifs") or ():
            parts += [branch.args["this"], branch.args["true"]]
        parts.append(node.args.get("default") or exp.Null())
        return f"{'multiIf' if subject is None else 'caseWithExpression'}({self.names(parts)})"

    def visit_if(self, node: exp.Expr) -> str:
        parts = [node.args.get(name) for name in ("this", "true", "false")]
        return f"if({self.names([part for part in parts if part is not None])})"

    def visit_cast(self, node: exp.Expr) -> str:
        name = self.name(node.this)
        to = node.args["to"]
        if isinstance(to, exp.Literal):
            return f"CAST({name}, {self.name(to)})"
        if isinstance(node.this, (exp.Array, exp.Tuple)) and not node.find(exp.Column):
            name = f"'{name}'"
        return f"CAST({name}, '{self._type(node, to)}')"

    visit_casttostrtype = visit_cast

    def _type(self, node: exp.Expr, to: exp.Expr) -> str:
        """The type as it is written: the tokens after `::`, or after the AS of a cast."""
        ctx = self.ctx
        end = end_of(node.this)
        tokens = ctx.parsed.tokens
        index = len(tokens)
        if not ctx.foreign and end >= 0:
            index = ctx.spans.word(end)
            while index < len(tokens) and (
                tokens[index].start < end or tokens[index].text not in ("::", "AS", "as", "As", ",")
            ):
                index += 1
        if index + 1 >= len(tokens):
            return self._text(to) if start_of(to) >= 0 else str(to.sql(ctx.dialect.grammar))
        first = tokens[index + 1]
        if first.text and ctx.text(first.start, first.start + 1) == "'":
            return str(first.text)
        if index + 2 < len(tokens) and tokens[index + 2].text == "(":
            return " ".join(ctx.text(first.start, ctx.spans.between(index + 2)[1]).split())
        return ctx.text(first.start, first.end + 1)

    def visit_select(self, node: exp.Expr) -> str:
        """Queries inside a SELECT are counted."""
        number = self.frame.items.queries.setdefault(id(node), len(self.frame.items.queries) + 1)
        return f"_subquery_{number}"

    visit_subquery = visit_union = visit_select

    # ── windows ──────────────────────────────────────────────────────────────────────────────────────────────
    def visit_window(self, node: exp.Expr) -> str:
        alias, partition, order = (node.args.get(name) for name in ("alias", "partition_by", "order"))
        function = self.name(node.this)
        if alias is not None and not partition and order is None:
            return f"{function} OVER {alias.name}"
        parts = [alias.name] if alias is not None else []
        if partition:
            parts.append(f"PARTITION BY {self.names(partition)}")
        if order is not None:
            parts.append(f"ORDER BY {self.names(order.expressions)}")
        spec = node.args.get("spec")
        if spec is not None:
            parts.append(self._frame(spec))
        return f"{function} OVER ({' '.join(parts)})"

    def visit_ordered(self, node: exp.Expr) -> str:
        return self.name(node.this) + (" DESC" if node.args.get("desc") else " ASC")

    def _frame(self, spec: exp.Expr) -> str:
        def bound(side: str) -> str:
            value = spec.args.get(side)
            text = value if isinstance(value, str) else self.name(value)
            return f"{text} {spec.args.get(side + '_side') or ''}".strip()

        if spec.args.get("end") is None:
            return f"{spec.args.get('kind')} {bound('start')}"
        return f"{spec.args.get('kind')} BETWEEN {bound('start')} AND {bound('end')}"


class _Arguments:
    """The arguments of a node by name, for a template."""

    def __init__(self, writer: TreeWriter, node: exp.Expr) -> None:
        self.writer = writer
        self.args = node.args

    def __getitem__(self, name: str) -> str:
        value = self.args.get(name)
        return self.writer.names(value) if isinstance(value, list) else self.writer.name(value)


def _number(text: str) -> str:
    """1.50 is 1.5, 1e3 is 1000., 1.0 is 1."""
    if not re.fullmatch(r"\d*\.?\d*(?:[eE][+-]?\d+)?", text) or text.isdigit() or not text:
        return text
    number = float(text)
    if number == int(number) and abs(number) < 1e15:
        return f"{int(number)}."
    plain = repr(number)
    if "e" not in plain:
        return plain
    return f"{number:.20f}".rstrip("0") if 1e-6 <= abs(number) < 1 else plain.replace("e+", "e").replace("e-0", "e-")


def _without_table(frame: Frame, parts: list[str]) -> list[str]:
    """A dotted name, without its table where that makes no difference."""
    if len(parts) < 2:
        return parts
    fold = frame.ctx.folded
    entry = frame.tables.by_alias.get(fold(parts[0]))
    if entry is not None and len(parts) > 2:
        dotted = fold(".".join(parts[1:]))  # t.goals.id
        if entry.find(dotted) is not None:
            return parts[1:] if _needs_no_table(frame, entry, dotted) else parts
    column = parts[1:]
    if entry is None or (entry.find(fold(parts[1])) is None and not entry.open):
        entry = frame.tables.by_name(tuple(parts[:2])) if len(parts) > 2 else None
        column = parts[2:]
    if entry is None:
        return parts
    return column if _needs_no_table(frame, entry, fold(column[0])) else parts


def _needs_no_table(frame: Frame, entry: Entry, key: str) -> bool:
    """Whether a bare name means this table's column."""
    holders = [holder for holder in frame.tables.entries if holder.alias and key in holder.index]
    if len(holders) < 2:
        return True
    merged = frame.tables.merged_for(entry, key)
    if merged is not None:
        column = merged.column.col
        return holders[0] is entry and (column is entry.find(key) or column.dataset is None)
    return holders[0] is entry and frame.ctx.dialect.columns.first_table_wins(frame)
