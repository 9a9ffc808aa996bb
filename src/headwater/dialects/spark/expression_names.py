"""Expressions in Spark's output names, as Catalyst writes them.

The writer carries the type of every part along (`value_types.Name`), because a name may depend on it: dates and
intervals (`value_types.arithmetic`), collations (`collations`), frames of windows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.bind.names.frame import Frame
from headwater.bind.output_names.tokens import Unnamed
from headwater.bind.output_names.writer import QUERY, ExpressionWriter
from headwater.dialects.spark import collations, column_names, literal_names, subquery_names, value_types
from headwater.dialects.spark import output_name_tables as tables
from headwater.dialects.spark.value_types import IMPLICIT, Name, type_of, typed
from headwater.sql.grammar import synthetic

_UNITS = frozenset(
    f"{unit}{plural}"
    for unit in ("YEAR", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND", "MILLISECOND", "MICROSECOND")
    for plural in ("", "S")
)


_ARITHMETIC = frozenset({"+", "-", "*", "/"})
_MEETING = frozenset({"=", "==", "<>", "!=", "<", ">", "<=", ">=", "<=>", "||"})
"""Operators that bring strings to one collation."""
_UNCAST_KEYS = frozenset({"date", "timestamp", "timestamp_ntz"})
"""Types of sort keys whose distances stay as they are: RANGE INTERVAL 1 DAY PRECEDING."""


class VariantPath(str):
    """v:a.b, which is called b where it stands alone."""

    alias = ""


def variant_path(text: str, alias: str) -> VariantPath:
    """A path with the name that it has alone."""
    path = VariantPath(text)
    path.alias = alias
    return path


class SparkWriter(ExpressionWriter):
    """Writes an expression as Catalyst does."""

    precedence = (
        ("OR",),
        ("AND",),
        ("NOT",),
        ("=", "==", "<>", "!=", "<", ">", "<=", ">=", "<=>", "IS", "IN", "LIKE", "ILIKE", "RLIKE", "REGEXP", "BETWEEN"),
        ("|",),
        ("^",),
        ("&",),
        ("<<", ">>", ">>>"),
        ("+", "-", "||"),
        ("*", "/", "%", "DIV"),
    )
    forms = {  # noqa: RUF012
        "==": "({} = {})", "<>": "(NOT ({} = {}))", "!=": "(NOT ({} = {}))", "||": "concat({}, {})",
        "DIV": "({} div {})", "SIGN -": "(- {})", "SIGN +": "(+ {})", "SIGN ~": "~{}", "TRUTH": "{}",
        "IS DISTINCT FROM": "(NOT ({} <=> {}))", "IS NOT DISTINCT FROM": "({} <=> {})",
        "IS UNKNOWN": "({} IS NULL)", "IS NOT UNKNOWN": "({} IS NOT NULL)",
        "BETWEEN": "between({}, {}, {})", "LIKE": "{} LIKE {}", "LIKE ESCAPE": "{} LIKE {} ESCAPE '{}'",
        "ILIKE": "ilike({}, {})", "ILIKE ESCAPE": "ilike({}, {})", "RLIKE": "RLIKE({}, {})", "REGEXP": "RLIKE({}, {})",
        "CASE": "CASE{} END", "WHEN": " WHEN {} THEN {}", "ELSE": " ELSE {}", "NO ELSE": "",
        "ROW": "struct({})", "FIELD": "{}.{}", "NAMED ARGUMENT": "{} => {}", "COLLATE": "collate({}, {})",
        "EXTRACT": "extract({} FROM {})", "TYPED LITERAL": "{} '{}'",
        "SCALAR QUERY": "scalarsubquery({})", "IN QUERY": "listquery({})", "EXISTS QUERY": "exists({})",
    }  # fmt: skip
    typed_literals = frozenset({"DATE", "TIME", "TIMESTAMP", "TIMESTAMP_NTZ", "TIMESTAMP_LTZ"})
    bare_calls = {  # noqa: RUF012
        name: typed(tables.bare_call(name.lower()), value_types.of_call(name.lower(), []))
        for name in tables.WITHOUT_PARENTHESES
    }

    def __init__(
        self,
        tokens: Sequence[Token],
        frame: Frame,
        windows: Mapping[str, Sequence[Token]] | None = None,
        item: exp.Expr | None = None,
    ) -> None:
        super().__init__(tokens, frame.ctx.source.text)
        self.frame = frame
        self.windows = windows or {}
        self.item = item
        self.parameters: list[set[str]] = []
        """Those of the lambdas around the current token."""
        self.sort_types: list[str] = []
        """Those of the keys of the window that is being written."""

    def write(self) -> str | None:
        """A path into a variant is called by its last key, also where it is cast."""
        name = super().write()
        return name.alias if isinstance(name, VariantPath) else name

    # ── operators ────────────────────────────────────────────────────────────────────────────────────────────
    def pair(self, operator: str, left: str, right: str) -> str:
        if operator in _ARITHMETIC:
            return value_types.arithmetic(operator, left, right)
        if operator not in _MEETING:
            return super().pair(operator, left, right)
        left, right = collations.agreed(value_types.whole_numbers(operator, left, right))
        name = super().pair(operator, left, right)
        if operator != "||":
            return typed(name, "boolean")
        return collations.result(name, value_types.of_call("concat", [left, right]), [left, right])

    def in_list(self, left: str, members: list[str]) -> str:
        left, *members = collations.agreed([left, *members])
        return super().in_list(left, members)

    def quantified(self, keyword: str, quantifier: str, negated: bool, left: str, members: list[str]) -> str:
        """a LIKE ANY ('x', 'y'): the patterns are no part of the name."""
        operand = f"lower({left})" if keyword == "ILIKE" else left
        return f"{'not' if negated else ''}like{'all' if quantifier == 'ALL' else 'any'}({operand})"

    def own_suffix(self) -> str:
        """IGNORE NULLS, RESPECT NULLS: no part of the name."""
        if self.take_any("IGNORE", "RESPECT"):
            self.need("NULLS")
        return ""

    def case_condition(self, subject: str, value: str) -> str:
        return self.pair("=", subject, value)

    def case(self, conditions: list[str], values: list[str]) -> str:
        values = collations.agreed(values)
        return collations.result(super().case(conditions, values), value_types.of_call("coalesce", values), values)

    def subscript(self, left: str, index: str) -> str:
        name = super().subscript(left, index)
        return typed(name, value_types.element(type_of(left)), left.strength if isinstance(left, Name) else 0)

    def escape(self, least: int) -> str:
        return self.string()

    def own_primary(self, keyword: str) -> str | None:
        token = self.tokens[self.index]
        if token.token_type is TokenType.HEX_STRING:
            self.index += 1
            return typed(f"X'{token.text.upper()}'", "binary")
        if keyword == "X" and self.is_string(1):
            self.index += 2
            text = self.tokens[self.index - 1].text.upper()
            return typed(f"X'{'0' * (len(text) % 2)}{text}'", "binary")
        if keyword == "." and self.index + 1 < len(self.tokens):
            digits = self.tokens[self.index + 1]
            if digits.token_type is TokenType.NUMBER:  # .5 is two tokens
                self.index += 2
                return self.number(synthetic(digits, TokenType.NUMBER, f"0.{digits.text}"))
        if keyword == "EXISTS" and self.keyword(1) == "(" and self.keyword(2) in QUERY:
            self.index += 2
            return self.query("EXISTS")
        return None

    @cached_property
    def _queries(self) -> list[tuple[int, exp.Query]]:
        return subquery_names.queries(self.item) if self.item is not None else []

    def query(self, place: str) -> str:
        """A query's name lists the columns around it that it reads."""
        close = self.closing()
        first, last = self.tokens[self.index].start, self.tokens[close].start
        columns: list[str] = []
        for start, query in self._queries:
            if first <= start < last:
                columns = list(subquery_names.outer_columns(self.frame, query))
        self.index = close + 1
        return self.form(f"{place} QUERY", ", ".join(columns))

    def number(self, token: Token) -> str:
        suffix = ""
        if self.keyword() == "::" and self.tokens[self.index].start == token.start:
            suffix = self.keyword(1)  # the lexer's tokens for 2L are 2, :: and L, all at one offset
            self.index += 2
        return typed(tables.number(token.text, suffix), value_types.number(token.text, suffix))

    def spell_string(self, value: str) -> str:
        return typed(value, "string", is_literal=True)

    def interval(self) -> str:
        pairs: list[tuple[str, str]] = []
        name: str | None = None
        while self.index < len(self.tokens):
            start = self.index
            sign = self.take_any("-", "+").replace("+", "")
            value = self.tokens[self.index] if self.index < len(self.tokens) else None
            unit = self.keyword(1)
            if value is None or value.token_type not in (TokenType.STRING, TokenType.NUMBER) or (pairs and not unit):
                self.index = start
                break
            amount = value.text.strip()
            if sign:
                amount = amount[1:].strip() if amount.startswith("-") else f"-{amount}"
            if not unit.rstrip("S").isalpha() or (pairs == [] and unit not in _UNITS):
                # INTERVAL '2 seconds 3 hours': the units stand in the string
                words = amount.split()
                words = words[1:] if words[:1] and words[0].lower() == "interval" else words
                self.index += 1
                pairs = list(zip(words[::2], words[1::2], strict=False))
                break
            if unit not in _UNITS:
                self.index = start
                break
            self.index += 2
            if self.take("TO"):
                name = literal_names.spanning(
                    amount, unit.removesuffix("S"), self.next_text().upper().removesuffix("S")
                )
                break
            pairs.append((amount, unit))
        name = name or literal_names.interval(pairs)
        if name is None:
            raise Unnamed
        return typed(name, f"interval {name.rpartition(chr(39))[2].strip().lower()}")

    def reference(self, parts: list[str]) -> str:
        if any(parts[0].lower() in names for names in self.parameters):
            return ".".join(["namedlambdavariable()", *parts[1:]])
        return column_names.reference(self.frame, parts)

    def form(self, keywords: str, *operands: str) -> str:
        if keywords == "TYPED LITERAL":
            return typed(literal_names.typed(operands[0], operands[1]), value_types.normal(operands[0]))
        if keywords == "FIELD" and type_of(operands[0]).startswith("map"):
            return f"{operands[0]}[{operands[1]}]"
        return super().form(keywords, *operands)

    def cast(self, keyword: str) -> str:
        value = self.expression()
        self.need("AS")
        kind = self.type(self.closing())
        self.need(")")
        return self._cast(keyword, value, kind)

    @staticmethod
    def _cast(keyword: str, value: str, kind: str) -> str:
        """A cast to a type with something inside is not written: CAST(a AS ARRAY<INT>) is a."""
        if isinstance(value, VariantPath):
            return variant_path(f"{keyword}({value} AS {kind})", value.alias)
        if kind.startswith(("ARRAY<", "MAP<", "STRUCT<")):
            return typed(value, value_types.normal(kind), IMPLICIT)
        return typed(f"{keyword}({value} AS {kind})", value_types.normal(kind), IMPLICIT)

    def own_postfix(self, left: str) -> str | None:
        if self.keyword() == ":" and self.index + 1 < len(self.tokens):
            return self._variant_path(left)
        if self.keyword() == "::" and self.keyword(1) in ("ARRAY", "MAP", "STRUCT") and self.keyword(2) == "<":
            self.index += 2
            depth = 0
            while self.index < len(self.tokens):
                depth += self.keyword().count("<") - self.keyword().count(">")
                self.index += 1
                if depth == 0:
                    return left
            raise Unnamed
        if self.take("::"):
            return self._cast("CAST", left, self.type())
        if self.keyword() == "." and self.keyword(1) == "IDENTIFIER" and self.keyword(2) == "(":
            self.index += 3
            return self.form("FIELD", left, self._identifier_name())
        return collations.collate(left, self._collation()) if self.take("COLLATE") else None

    def _collation(self) -> str:
        """UNICODE, system.builtin.UNICODE."""
        name = self.next_text()
        while self.take("."):
            name = self.next_text()
        return name

    def _variant_path(self, left: str) -> str:
        """v:a.b[0], v:['a b']: a call that reads the path, named by its last key."""
        path, alias = "$", ""
        while self.take(":") or (path != "$" and self.keyword() in (".", "[")):
            if self.take("["):
                key = self.tokens[self.index]
                if self.keyword(1) != "]":
                    raise Unnamed
                self.index += 2
                path += f"['{key.text}']" if key.token_type is TokenType.STRING else f"[{key.text}]"
                alias = key.text if key.token_type is TokenType.STRING else alias
            else:
                self.take(".")
                alias = self.next_text()
                path += f".{alias}"
        shown = alias if alias.isidentifier() else f"`{alias}`"
        return variant_path(f"variant_get({left}, {path}) AS {shown}", alias)

    def signed(self, sign: str) -> str:
        if sign == "-" and self.keyword() == ".":
            return self.postfix(f"-{self.primary()}")  # -.5
        start = self.index
        name = super().signed(sign)
        if name in ("-0", "-0.0"):
            return name[1:]
        if sign == "-" and self.tokens[start].token_type is TokenType.NUMBER and self.index == start + 1:
            return typed(name, value_types.number(self.tokens[start].text, ""))
        return name

    def sign(self, sign: str, operand: str) -> str:
        return typed(super().sign(sign, operand), type_of(operand))

    def whole_call(self, parts: list[str], arguments: list[str], distinct: bool) -> str:
        name = parts[-1].lower()
        call = self.call(parts, arguments, distinct)
        if self.keyword() != "WITHIN":
            suffix = self.suffix(name, arguments)
            return typed(call + suffix, type_of(call), IMPLICIT) if suffix else call
        self.need("WITHIN", "GROUP", "(", "ORDER BY")
        if name in ("listagg", "string_agg"):
            call = call.replace("string_agg", "listagg", 1)
            keys = self.sort_keys()
        else:
            key = self.expression()
            direction = self.take_any("ASC", "DESC")
            reverse = (direction == "DESC") != (name == "mode")  # the mode of a tie is the last one of the order
            keys = f"{key} DESC" if reverse else key
        self.need(")")
        return f"{call} WITHIN GROUP (ORDER BY {keys}){self.suffix(name, arguments)}"

    def named_window(self, name: str, arguments: list[str]) -> list[str]:
        if self.take("IDENTIFIER", "("):
            tokens = self.windows.get(self._identifier_name().lower())
        else:
            tokens = self.windows.get(self.next_text().lower())
        if tokens is None:
            raise Unnamed
        writer = SparkWriter(tokens, self.frame, self.windows)
        parts = writer.window(name, arguments)
        if writer.index < len(tokens):
            raise Unnamed
        return parts

    def window(self, name: str, arguments: list[str]) -> list[str]:
        outside, self.sort_types = self.sort_types, []
        parts = super().window(name, arguments)
        self.sort_types = outside
        return parts

    def frame_bound(self, kind: str, distance: str, direction: str) -> str:
        """RANGE 1 PRECEDING over a key of another type: the distance is cast, and its sign stands inside the cast."""
        known = self.sort_types[0] if len(self.sort_types) == 1 and kind == "RANGE" else ""
        if direction != "PRECEDING" or not known or not type_of(distance) or known in _UNCAST_KEYS:
            return super().frame_bound(kind, distance, direction)
        return f"(- {distance}) FOLLOWING" if type_of(distance) != known else f"{distance} {direction}"

    def call(self, parts: list[str], arguments: list[str], distinct: bool = False) -> str:
        function = parts[-1].lower()
        arguments = tables.positional(function, arguments)
        first = type_of(arguments[0]) if arguments else ""
        if function in ("to_char", "to_varchar") and (value_types.is_time(first) or first.startswith("time")):
            function = "date_format"
        elif function in ("to_char", "to_varchar") and first == "binary" and len(arguments) == 2:
            function, arguments = tables.text_of_binary(function, arguments)
        arguments = collations.arguments(function, tables.completed(function, arguments))
        if function == "collate" and len(arguments) == 2:
            return collations.collate(arguments[0], arguments[1])
        name = tables.call(function, arguments)
        name = name.replace("(", "(DISTINCT ", 1) if distinct else name
        return collations.result(name, value_types.of_call(function, arguments), arguments)

    def argument_star(self) -> list[str] | None:
        """f(*), f(t.*): the columns that the star stands for; None where there is none, or it takes some away."""
        entries = self.frame.tables.entries
        if self.keyword(1) == "." and self.keyword(2) == "*":
            entry = self.frame.tables.by_alias.get(self.frame.ctx.folded(self.tokens[self.index].text))
            entries, width = ([entry] if entry is not None else []), 3
        elif self.keyword() == "*":
            width = 1
        else:
            return None
        outputs = [output for entry in entries for output in entry.star()]
        without: set[str] = set()
        if self.keyword(width) in ("EXCEPT", "EXCLUDE") and self.keyword(width + 1) == "(":
            width += 2
            while self.keyword(width) != ")":
                if self.index + width >= len(self.tokens):
                    return None
                without.add(self.frame.ctx.folded(self.tokens[self.index + width].text))
                width += 1
            width += 1
        if self.keyword(width) not in (",", ")") or not outputs or any(output.opens is not None for output in outputs):
            return None
        self.index += width
        return [output.name for output in outputs if self.frame.ctx.folded(output.name) not in without]

    def arguments(self, close: str = ")", begun: bool = False) -> list[str]:
        arguments: list[str] = []
        while not self.take(close):
            if arguments or begun:
                self.need(",")
            columns = self.argument_star()
            arguments += [self.argument()] if columns is None else columns
        return arguments

    def keyword_call(self, name: str, arguments: list[str]) -> str:
        return self.call([{"substr": "substring", "position": "locate"}.get(name, name)], arguments)

    def count_star(self, suffix: str) -> str:
        return f"count(1){suffix}"

    def trimmed(self, side: str, characters: str, arguments: list[str]) -> str:
        name = {"LEADING": "ltrim", "TRAILING": "rtrim"}.get(side, "trim")
        return self.call([name], [characters, *arguments] if characters else arguments)

    def _identifier_name(self) -> str:
        """The name that the text of IDENTIFIER('a' || 'b') says."""
        close = self.closing()
        name = "".join(token.text for token in self.tokens[self.index : close] if token.text != "||")
        self.index = close + 1
        return name.rpartition(".")[2]

    def identifier(self) -> str:
        """IDENTIFIER('a' || 'b'): a column, or a function where arguments follow."""
        name = self._identifier_name()
        if not self.take("("):
            return name
        distinct = self.take("DISTINCT")
        return self.whole_call([name], self.call_arguments(), distinct)

    calls = {**ExpressionWriter.calls, "identifier": identifier}  # noqa: RUF012

    def sort_key(self, key: str, direction: str, nulls: str) -> str:
        self.sort_types.append(type_of(key))
        nulls = nulls or ("LAST" if direction == "DESC" else "FIRST")
        return f"{key} {direction or 'ASC'} NULLS {nulls}"

    def default_frame(self, name: str, arguments: list[str], ordered: bool) -> str:
        return tables.frame(name, arguments, ordered)

    def type(self, end: int = -1) -> str:
        first = self.index
        self.index += 1
        if end >= 0:
            self.index = end
        elif self.take("("):
            self.index = self.closing() + 1
        last, collation = self.index - 1, ""
        for index in range(first, self.index):
            if self.tokens[index].text.upper() == "COLLATE":  # CAST(a AS STRING COLLATE UNICODE)
                last, collation = index - 1, self.tokens[self.index - 1].text
                break
        kind = tables.type_name(self.text_of(first, last))
        if end < 0 and kind == "STRING" and self.take("COLLATE"):
            collation = self._collation()
        return f"{kind} COLLATE {collations.canonical(collation)}" if collation else kind

    # ── lambdas ──────────────────────────────────────────────────────────────────────────────────────────────
    def argument(self, least: int = 0) -> str:
        if self._is_lambda():
            return self._lambda()
        if self.keyword(1) == "=>":
            parameter = self.next_text()
            self.index += 1
            return tables.NamedArgument(parameter, self.expression())
        name = super().argument(least)
        return f"{name} AS {self.next_text()}" if self.take("AS") else name

    def _is_lambda(self) -> bool:
        """x -> …, (x, y) -> …"""
        if self.keyword(1) == "->":
            return True
        if self.keyword() != "(":
            return False
        ahead = 1
        while self.keyword(ahead) not in (")", "("):  # a parameter may be quoted
            if self.index + ahead >= len(self.tokens):
                return False
            ahead += 1
        return self.keyword(ahead) == ")" and self.keyword(ahead + 1) == "->"

    def _lambda(self) -> str:
        names: list[str] = []
        if self.take("("):
            while not self.take(")"):
                if not self.take(","):
                    names.append(self.next_text().lower())
        else:
            names.append(self.next_text().lower())
        self.need("->")
        self.parameters.append(set(names))
        body = self.expression()
        self.parameters.pop()
        return f"lambdafunction({', '.join([body, *['namedlambdavariable()'] * len(names)])})"
