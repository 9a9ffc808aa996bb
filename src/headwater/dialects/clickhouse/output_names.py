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
from decimal import Decimal

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from headwater.bind.expr.macros import CALLED
from headwater.bind.names.frame import Frame
from headwater.bind.names.items import Item
from headwater.bind.output_names.protocol import Namer, OutputNames
from headwater.bind.relation import matchers
from headwater.bind.scope import Entry, Output
from headwater.dialects.clickhouse import cast_names, dictionaries
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
    exp.Grouping: "grouping({expressions})",
    exp.StrPosition: "position({this}, {substr})",
    exp.BitwiseNot: "bitNot({this})",
    exp.RespectNulls: "{this}",
    exp.IgnoreNulls: "{this}",
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
            or (_star_needs_no_table(frame, entry, fold(output.name)) and fold(output.name) not in aliases)
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
        if isinstance(node, (exp.EQ, exp.NEQ)) and isinstance(node.args["expression"], (exp.Any, exp.All)):
            return self._any_of(node)
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
            function = _OPERATORS[type(node)]
            rights.append((_NEGATED[function] if node.args.get("negate") else function, node.args["expression"]))
            node = node.args["this"]
        name = self.name(node)
        for function, right in reversed(rights):
            name = f"{function}({name}, {self.name(right)})"
        return name

    def _any_of(self, node: exp.Expr) -> str:
        """a = ANY (query) is in(a, query); a = ALL (query) asks a second query for its extremes."""
        query = node.args["expression"]
        left = self.name(node.args["this"])
        name = f"{'in' if isinstance(node, exp.EQ) else 'notIn'}({left}, {self.name(query.this)})"
        if isinstance(node, exp.EQ) is isinstance(query, exp.All):
            self.frame.items.queries[id(query)] = len(self.frame.items.queries) + 1
        return name

    def visit_any(self, node: exp.Expr) -> str:
        """a < ANY (query): compared with an extreme of the query, which is another query."""
        name = self.name(node.this)
        self.frame.items.queries[id(node)] = len(self.frame.items.queries) + 1
        return name

    visit_all = visit_any

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
        if isinstance(inner, exp.In) and function in _NEGATED:
            return f"{_NEGATED[function]}({rest}"
        return f"not({name})"

    def visit_neg(self, node: exp.Expr) -> str:
        inner = node.this
        while isinstance(inner, exp.Cast):
            inner = inner.this
        name = self.name(node.this)
        if inner is not node.this and isinstance(inner, exp.Literal) and not inner.args.get("is_string"):
            return name  # -1::Int8: the sign is the constant's
        constant = isinstance(node.this, (exp.Literal, exp.HexString, exp.BitString)) or name in ("inf", "nan")
        return f"-{name}" if constant else f"negate({name})"

    def visit_in(self, node: exp.Expr) -> str:
        function = "globalIn" if node.args.get("is_global") else "in"
        query, field, members = node.args.get("query"), node.args.get("field"), node.expressions
        left = self.name(node.this)  # first, since queries are counted
        if query is not None:
            right = self.visit_select(query)
        elif field is not None:
            right = self.name(field)
        elif self._listed_in_brackets(node):
            right = f"[{self.names(members)}]"
        else:
            right = self.names(members) if len(members) == 1 else f"({self.names(members)})"
        return f"{function}({left}, {right})"

    def _listed_in_brackets(self, node: exp.Expr) -> bool:
        """a IN [1, 2]: an array, which the parser reads as a list."""
        start = start_of(node.expressions[0]) if node.expressions and not self.ctx.foreign else -1
        if start < 0:
            return False
        tokens = self.ctx.parsed.tokens
        index = self.ctx.spans.word(start) - 1
        while index > 0 and tokens[index].text in ("(", "-"):
            index -= 1
        return bool(tokens[index].text == "[" and tokens[index - 1].text.upper() == "IN")

    def visit_is(self, node: exp.Expr) -> str:
        return f"isNull({self.name(node.this)})" if isinstance(node.expression, exp.Null) else self._text(node)

    # ── literals ─────────────────────────────────────────────────────────────────────────────────────────────
    def visit_literal(self, node: exp.Expr) -> str:
        value = str(node.this)
        if not node.args.get("is_string"):
            return _number(value.replace("_", ""))
        return _quoted(value if value.isascii() else self._bytes(node, value))

    def _bytes(self, node: exp.Expr, value: str) -> str:
        """A string whose escapes are bytes, and together perhaps no text: '\\xC3\\xBC' is ü, '\\xC3' is no letter."""
        meta = node._meta
        if self.ctx.foreign or not meta or "start" not in meta:
            return value
        written = self.ctx.text(meta["start"], meta["end"] + 1)
        if "\\x" not in written:
            return value
        data = b"".join(
            bytes([int(part[2:], 16)]) if part[:2] == "\\x" else _ESCAPED.get(part, part[-1:]).encode()
            for part in _CHARACTERS.findall(written[1:-1])
        )
        return data.decode("utf-8", "replace")

    def visit_hexstring(self, node: exp.Expr) -> str:
        return str(int(str(node.this), 16))

    def visit_bitstring(self, node: exp.Expr) -> str:
        return str(int(str(node.this), 2))

    def visit_rawstring(self, node: exp.Expr) -> str:
        return _quoted(str(node.this))

    def visit_array(self, node: exp.Expr) -> str:
        """[1, 2.5]: the numbers of an array have one type."""
        items = node.expressions
        names = [self.name(item) for item in items]
        numbers = [name.lstrip("-") for name in names if name != "NULL"]
        if all(number[:1].isdigit() or number in ("inf", "nan") for number in numbers) and not all(
            number.isdigit() for number in numbers
        ):
            names = [f"{name}." if name.lstrip("-").isdigit() else name for name in names]
        return f"[{', '.join(names)}]"

    def visit_boolean(self, node: exp.Expr) -> str:
        return "true" if node.args.get("this") else "false"

    def visit_interval(self, node: exp.Expr) -> str:
        unit, value = node.args.get("unit"), node.args.get("this")
        if unit is None or value is None:
            return self._text(node)
        return _interval(self._amount(value), str(unit.name))

    def _amount(self, value: exp.Expr) -> str:
        """INTERVAL 1 DAY, INTERVAL '1' DAY: the parser makes a string of both, and the text tells them apart."""
        start = start_of(value)
        if isinstance(value, exp.Literal) and not self.ctx.foreign and start >= 0:
            return self.name(value) if self.ctx.text(start, start + 1) == "'" else str(value.name)
        return str(value.name) if isinstance(value, exp.Literal) else self.name(value)

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
        names = [str(part.name) for part in parts if part is not None]
        if names[0] in self.renamed:
            names[0] = self.renamed[names[0]]
        else:
            names = _without_table(self.frame, names)
        name = names[0]
        by_position = False
        caret = len(names) > 1 and self._caret(node)
        for part in names[1:]:
            if caret and part is names[-1]:
                return f"{name}.^`{part}`"
            for field in part.split(".") if part[:1].isdigit() else [part]:
                if field.isdigit():
                    name, by_position = f"tupleElement({name}, {field})", True
                else:
                    name = f"tupleElement({name}, '{field}')" if by_position else f"{name}.{field}"
        return name

    def _caret(self, node: exp.Expr) -> bool:
        """json.^a: whether the last name of a reference stands for all that is below it."""
        last = node.args.get("expression") or node.this
        meta = last._meta
        if self.ctx.foreign or not meta or "start" not in meta:
            return False
        index = self.ctx.spans.word(meta["start"])
        return bool(index) and self.ctx.parsed.tokens[index - 1].token_type is TokenType.DOTCARET

    def visit_dot(self, node: exp.Expr) -> str:
        field = node.args["expression"]
        name = self.name(node.this)
        if self._caret(node):
            return f"{name}.^`{field.name}`"
        if isinstance(field, exp.Literal):
            for position in field.name.split("."):
                name = f"tupleElement({name}, {position})"
            return name
        return f"tupleElement({name}, '{field.name}')" if name.endswith((")", "]")) else f"{name}.{field.name}"

    def visit_bracket(self, node: exp.Expr) -> str:
        name = self.name(node.this)
        for index in node.expressions:
            name = f"arrayElement({name}, {self.name(index)})"
        return name

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
        if function in dictionaries.LOOKUPS and arguments and isinstance(arguments[0], exp.Column):
            dictionary = dictionaries.dictionary_of(self.frame, arguments[0])
            if dictionary is not None and dictionaries.constant_text(self.frame, arguments[0]) is None:
                arguments = [exp.Literal.string(".".join(dictionary)), *arguments[1:]]  # dictGet(d, …)
        parameters = node.args.get(placeholders.LEVELS)
        if parameters is not None:
            function = f"{function}({self.names(parameters)})"
        if function == "tuple":
            function = ""
        function = _RENAMED.get(function, _RENAMED.get(function.lower(), function))
        return f"{function}({self.names(arguments)})"

    def visit_filter(self, node: exp.Expr) -> str:
        """sum(a) FILTER (WHERE c): sumIf(a, c)."""
        call, condition = node.this, node.args["expression"].this
        if not isinstance(call, exp.Anonymous):
            return self._text(node)
        name, _, rest = self.name(call).partition("(")
        inside = rest[:-1]
        return f"{name}If({inside}{', ' if inside else ''}{self.name(condition)})"

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

    def visit_varmap(self, node: exp.Expr) -> str:
        """map('a', 1, 'b', 2)."""
        pairs = zip(node.args["keys"].expressions, node.args["values"].expressions, strict=False)
        return f"map({self.names([part for pair in pairs for part in pair])})"

    def visit_trim(self, node: exp.Expr) -> str:
        """TRIM(LEADING 'x' FROM a): trimLeft(a, 'x')."""
        function = {"LEADING": "trimLeft", "TRAILING": "trimRight"}.get(
            str(node.args.get("position")).upper(), "trimBoth"
        )
        return f"{function}({self._given(node, 'this', 'expression')})"

    def visit_substring(self, node: exp.Expr) -> str:
        return f"substring({self._given(node, 'this', 'start', 'length')})"

    def visit_overlay(self, node: exp.Expr) -> str:
        return f"overlay({self._given(node, 'this', 'expression', 'from_', 'for_')})"

    def visit_extract(self, node: exp.Expr) -> str:
        """EXTRACT(YEAR FROM a): toYear(a)."""
        function = _PARTS.get(str(node.this.name).upper())
        return f"{function}({self.name(node.args['expression'])})" if function else self._text(node)

    def _given(self, node: exp.Expr, *arguments: str) -> str:
        """The arguments of these names that a node has."""
        return self.names([part for name in arguments if isinstance(part := node.args.get(name), exp.Expr)])

    def visit_dateadd(self, node: exp.Expr) -> str:
        """date_add(day, 1, x), date_add(x, INTERVAL 1 DAY)."""
        return f"{'minus' if isinstance(node, (exp.DateSub, exp.TimestampSub)) else 'plus'}({self._moved(node)})"

    visit_datesub = visit_timestampadd = visit_timestampsub = visit_dateadd

    def _moved(self, node: exp.Expr) -> str:
        by, unit = node.args.get("expression"), node.args.get("unit")
        step = self.name(by) if isinstance(by, exp.Interval) or unit is None else _interval(self.name(by), unit.name)
        return f"{self.name(node.this)}, {step}"

    def visit_if(self, node: exp.Expr) -> str:
        parts = [node.args.get(name) for name in ("this", "true", "false")]
        return f"if({self.names([part for part in parts if part is not None])})"

    def visit_cast(self, node: exp.Expr) -> str:
        """x::T and CAST(x AS T); a constant before `::` is a text."""
        to = node.args["to"]
        if isinstance(to, exp.Literal):
            return f"CAST({self.name(node.this)}, {self.name(to)})"
        typed = cast_names.typed_constant(self.ctx, node)
        if typed is not None:
            return f"{typed}({self.name(node.this)})"
        index = cast_names.operator(self.ctx, node)
        if index < 0:
            written = self._text(to) if start_of(to) >= 0 else str(to.sql(self.ctx.dialect.grammar))
            return f"CAST({self.name(node.this)}, '{written}')"
        text = cast_names.constant(self.ctx, index) if not isinstance(node.this, exp.Cast) else None
        name = self.name(node.this) if text is None else _quoted(text)
        return f"CAST({name}, '{cast_names.type_text(self.ctx, index + 1)}')"

    visit_casttostrtype = visit_cast

    def visit_jsoncast(self, node: exp.Expr) -> str:
        """json.a.:Int64, and json.a[] for an array of objects."""
        to = node.args["to"]
        start = start_of(to)
        written = self._text(to) if start >= 0 else str(to.sql(self.ctx.dialect.grammar))
        tokens = self.ctx.parsed.tokens
        end = end_of(node.this)
        if not self.ctx.foreign and end >= 0:
            index = self.ctx.spans.word(end)
            while index < len(tokens) and tokens[index].start < end:
                index += 1
            depth = 0
            while index + 1 < len(tokens) and tokens[index].text == "[" and tokens[index + 1].text == "]":
                depth, index = depth + 1, index + 2
            if depth:
                written = "Array(" * depth + "JSON" + ")" * depth
            elif index + 1 < len(tokens):
                written = cast_names.type_text(self.ctx, index + 1)
        return f"{self.name(node.this)}.:`{written}`"

    def visit_select(self, node: exp.Expr) -> str:
        """Queries inside a SELECT are counted, behind those of its FROM."""
        queries = self.frame.items.queries
        first = self.ctx.remember("queries in FROM", self.frame, lambda: _queries_in_from(self.frame, node))
        return f"_subquery_{queries.setdefault(id(node), first + len(queries) + 1)}"

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
            text = value.upper() if isinstance(value, str) else self.name(value)
            return f"{text} {str(spec.args.get(side + '_side') or '').upper()}".strip()

        end = bound("end") if spec.args.get("end") is not None else "CURRENT ROW"
        return f"{str(spec.args.get('kind')).upper()} BETWEEN {bound('start')} AND {end}"


def _queries_in_from(frame: Frame, node: exp.Expr) -> int:
    """How many queries stand in the FROM of the SELECT around a query, those of CTEs that it reads included."""
    select = node.parent
    while select is not None and not isinstance(select, exp.Select):
        select = select.parent
    if select is None:
        return 0
    count = 0
    for source in (select.args.get("from_"), *(select.args.get("joins") or ())):
        for part in source.walk() if source is not None else ():
            if isinstance(part, exp.Query) and not isinstance(part, exp.Subquery):
                count += not isinstance(part.parent, exp.SetOperation)
            elif isinstance(part, exp.Table) and part.args.get("db") is None:
                count += frame.ctes.find(frame.ctx.folded(part.name)) is not None
    return count


class _Arguments:
    """The arguments of a node by name, for a template."""

    def __init__(self, writer: TreeWriter, node: exp.Expr) -> None:
        self.writer = writer
        self.args = node.args

    def __getitem__(self, name: str) -> str:
        value = self.args.get(name)
        return self.writer.names(value) if isinstance(value, list) else self.writer.name(value)


_PARTS = {
    "YEAR": "toYear", "QUARTER": "toQuarter", "MONTH": "toMonth", "WEEK": "toRelativeWeekNum", "DAY": "toDayOfMonth",
    "HOUR": "toHour", "MINUTE": "toMinute", "SECOND": "toSecond", "EPOCH": "toUnixTimestamp",
}  # fmt: skip
"""The functions behind EXTRACT."""
_RENAMED = {
    **dict.fromkeys(("ltrim", "LTRIM"), "trimLeft"), **dict.fromkeys(("rtrim", "RTRIM"), "trimRight"),
    **dict.fromkeys(("trim", "TRIM"), "trimBoth"), "cast": "CAST", "position": "position",
    **dict.fromkeys(("date_diff", "datediff", "timestamp_diff", "timestampdiff"), "dateDiff"),
}  # fmt: skip
"""Functions that the engine's own grammar replaces by others."""
_CHARACTERS = re.compile(r"\\x[0-9A-Fa-f]{2}|\\.|''|.", re.DOTALL)
_ESCAPED = {"\\n": "\n", "\\t": "\t", "\\r": "\r", "\\0": "\0", "\\b": "\b", "\\f": "\f", "\\a": "\a", "\\v": "\v"}
_ESCAPES = str.maketrans(
    {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t", "\0": "\\0", "\b": "\\b", "\f": "\\f", "\r": "\\r"}
)


def _quoted(text: str) -> str:
    return f"'{text.translate(_ESCAPES)}'"


def _interval(amount: str, unit: str) -> str:
    return f"toInterval{unit.rstrip('sS').capitalize()}({amount})"


def _number(text: str) -> str:
    """1.50 is 1.5, 1e3 is 1000., 1.0 is 1."""
    if text.isdigit():
        exact = int(text)
        return str(exact) if exact < 1 << 64 else _number(f"{float(text):e}")
    if not re.fullmatch(r"\d*\.?\d*(?:[eE][+-]?\d+)?", text) or not text:
        return text
    number = float(text)
    if number == int(number) and abs(number) < 1e21:
        return f"{int(Decimal(repr(number)))}."
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


def _star_needs_no_table(frame: Frame, entry: Entry, key: str) -> bool:
    """Whether t.* names a column bare: as if no USING had joined it."""
    holders = [holder for holder in frame.tables.entries if holder.alias and key in holder.index]
    return len(holders) < 2 or (holders[0] is entry and frame.ctx.dialect.columns.first_table_wins(frame))


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
