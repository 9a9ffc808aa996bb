"""Output names of Spark: the expression as Catalyst writes it, with columns without their tables.

    t.a + 1 AND NOT b IN (1, 2)   →   ((a + 1) AND (NOT (b IN (1, 2))))

A cast of a column keeps the column's name. `output_name_tables` holds what Catalyst does with single functions, types
and literals: to add a function with a name of its own, add a row there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.bind.names import shape
from headwater.bind.names.frame import Frame
from headwater.bind.names.items import Item
from headwater.bind.output_names.item_tokens import ItemTokens, is_field_path, windows
from headwater.bind.output_names.protocol import Namer, OutputNames
from headwater.bind.output_names.tokens import Unnamed
from headwater.bind.output_names.writer import QUERY, ExpressionWriter
from headwater.dialects.spark import literal_names
from headwater.dialects.spark import output_name_tables as tables
from headwater.sql.grammar import synthetic
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
            return SparkWriter(item, frame, named_windows).write() if item is not None else None

        return name

    def group_aliases(self, frame: Frame, group: exp.Expr) -> None:
        """GROUP BY window(ts, '1 hour'): `window` is what the call gives, where no column has that name."""
        for key in group.expressions:
            call = key.this if isinstance(key, exp.Alias) else key
            if isinstance(call, exp.Anonymous) and call.name.lower() in _GROUP_FUNCTIONS:
                name = key.alias if isinstance(key, exp.Alias) else call.name.lower()
                frame.items.aliases.setdefault(name, Item(call, name, early=True))


def _reference(frame: Frame, node: exp.Expr) -> str | None:
    """The name of a column, of a cast of one, and of a field."""
    inner = node
    while isinstance(inner, exp.Paren) or (isinstance(inner, exp.Cast) and not isinstance(inner.this, exp.Literal)):
        inner = inner.this
    if isinstance(inner, exp.Column) and not isinstance(inner.this, exp.Star) and not _has_plus(frame, node):
        parts = [part.name for part in inner.parts]
        if len(parts) == 1 and parts[0].upper() in tables.WITHOUT_PARENTHESES and not _is_column(frame, parts[0]):
            return None  # current_date is current_date()
        return _without_table(frame, parts)[-1] if len(parts) > 1 else parts[0]
    if isinstance(node, exp.Dot) and isinstance(node.args["expression"], exp.Identifier) and is_field_path(node):
        return str(node.args["expression"].name)
    return None


def _is_call(item: Sequence[Token] | None) -> bool:
    """Whether a cast of the parser's is a call of the user's: to_timestamp(a)."""
    if not item or len(item) < 2 or item[1].token_type is not TokenType.L_PAREN:
        return False
    return item[0].text.lower() not in ("cast", "try_cast", *tables.CASTS)


def _is_column(frame: Frame, name: str) -> bool:
    scope: Frame | None = frame
    while scope is not None:
        if scope.tables.known(frame.ctx.folded(name)):
            return True
        scope = scope.parent
    return False


def _has_plus(frame: Frame, node: exp.Expr) -> bool:
    """Whether a plus stands before a column: the parser drops the sign of `+a`."""
    start = start_of(node)
    if frame.ctx.foreign or start < 0:
        return False
    index = frame.ctx.spans.word(start)
    return index > 0 and frame.ctx.parsed.tokens[index - 1].text == "+"


def _without_table(frame: Frame, parts: list[str]) -> list[str]:
    """A dotted name without its table; an alias of the same SELECT is marked as one."""
    fold = frame.ctx.folded
    for width in range(min(3, len(parts) - 1), 0, -1):
        entry = frame.tables.by_alias.get(fold(parts[0])) if width == 1 else frame.tables.by_name(tuple(parts[:width]))
        if entry is not None and (entry.find(fold(parts[width])) is not None or entry.open):
            return parts[width:]
    key = fold(parts[0])
    if key in frame.items.aliases and not any(
        entry.open or entry.find(key) is not None for entry in frame.tables.entries
    ):
        return [f"lateralAliasReference({parts[0]})", *parts[1:]]
    return parts


_UNITS = frozenset(
    f"{unit}{plural}"
    for unit in ("YEAR", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND", "MILLISECOND", "MICROSECOND")
    for plural in ("", "S")
)


_NESTED_CAST = re.compile(r"(?:TRY_)?CAST\((.*) AS (?:ARRAY|MAP|STRUCT)\s*<.*>\)", re.DOTALL)


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
        "BETWEEN": "between({}, {}, {})", "LIKE": "{} LIKE {}", "LIKE ESCAPE": "{} LIKE {} ESCAPE '{}'",
        "ILIKE": "ilike({}, {})", "ILIKE ESCAPE": "ilike({}, {})", "RLIKE": "RLIKE({}, {})", "REGEXP": "RLIKE({}, {})",
        "CASE": "CASE{} END", "WHEN": " WHEN {} THEN {}", "ELSE": " ELSE {}", "NO ELSE": "",
        "ROW": "struct({})", "FIELD": "{}.{}", "NAMED ARGUMENT": "{} => {}", "COLLATE": "collate({}, {})",
        "EXTRACT": "extract({} FROM {})", "TYPED LITERAL": "{} '{}'",
        "SCALAR QUERY": "scalarsubquery({})", "IN QUERY": "listquery({})", "EXISTS QUERY": "exists({})",
    }  # fmt: skip
    typed_literals = frozenset({"DATE", "TIME", "TIMESTAMP", "TIMESTAMP_NTZ", "TIMESTAMP_LTZ"})
    bare_calls = {name: tables.call(name.lower(), []) for name in tables.WITHOUT_PARENTHESES}  # noqa: RUF012

    def __init__(
        self, tokens: Sequence[Token], frame: Frame, windows: Mapping[str, Sequence[Token]] | None = None
    ) -> None:
        super().__init__(tokens, frame.ctx.source.text)
        self.frame = frame
        self.windows = windows or {}
        self.parameters: list[set[str]] = []
        """Those of the lambdas around the current token."""

    def pair(self, operator: str, left: str, right: str) -> str:
        intervals = left.startswith("INTERVAL '"), right.startswith("INTERVAL '")
        if operator == "*" and intervals == (False, True):
            left, right = right, left
        elif operator in ("+", "-") and any(intervals):
            if "NULL" in (left, right):
                return f"({left} {operator} {right})"
            if operator == "+" and intervals == (True, False):
                left, right = right, left  # the interval comes last
            return f"({left} {operator} {right})" if all(intervals) else f"{left} {operator} {right}"
        return super().pair(operator, left, right)

    def escape(self, least: int) -> str:
        return self.string()

    def own_primary(self, keyword: str) -> str | None:
        token = self.tokens[self.index]
        if token.token_type is TokenType.HEX_STRING:
            self.index += 1
            return f"X'{token.text.upper()}'"
        if keyword == "." and self.index + 1 < len(self.tokens):
            digits = self.tokens[self.index + 1]
            if digits.token_type is TokenType.NUMBER:  # .5 is two tokens
                self.index += 2
                return self.number(synthetic(digits, TokenType.NUMBER, f"0.{digits.text}"))
        if keyword == "EXISTS" and self.keyword(1) == "(" and self.keyword(2) in QUERY:
            self.index += 2
            return self.query("EXISTS")
        return None

    def query(self, place: str) -> str:
        """A query's name lists the columns around it that it reads."""
        close = self.closing()
        columns: dict[str, None] = {}
        for index in range(self.index, close - 2):
            before, token, dot, column = self.tokens[index - 1 : index + 3]
            if dot.token_type is TokenType.DOT and before.token_type is not TokenType.DOT:
                name = self.reference([token.text, column.text])
                if "." not in name:
                    columns[name] = None
        self.index = close + 1
        return self.form(f"{place} QUERY", ", ".join(columns))

    def number(self, token: Token) -> str:
        suffix = ""
        if self.keyword() == "::" and self.tokens[self.index].start == token.start:
            suffix = self.keyword(1)  # the lexer's tokens for 2L are 2, :: and L, all at one offset
            self.index += 2
        return tables.number(token.text, suffix)

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
        return name

    def reference(self, parts: list[str]) -> str:
        if any(parts[0].lower() in names for names in self.parameters):
            return ".".join(["namedlambdavariable()", *parts[1:]])
        return ".".join(_without_table(self.frame, parts))

    def form(self, keywords: str, *operands: str) -> str:
        if keywords == "TYPED LITERAL":
            return literal_names.typed(operands[0], operands[1])
        return super().form(keywords, *operands)

    def cast(self, keyword: str) -> str:
        """A cast to a type with something inside is not written: CAST(a AS ARRAY<INT>) is a."""
        name = super().cast(keyword)
        match = _NESTED_CAST.fullmatch(name)
        return match[1] if match is not None else name

    def own_postfix(self, left: str) -> str | None:
        if self.keyword() == "::" and self.keyword(1) in ("ARRAY", "MAP", "STRUCT") and self.keyword(2) == "<":
            self.index += 2
            depth = 0
            while self.index < len(self.tokens):
                depth += self.keyword().count("<") - self.keyword().count(">")
                self.index += 1
                if depth == 0:
                    return left
            raise Unnamed
        if not self.take("COLLATE"):
            return None
        name = self.next_text()
        while self.take("."):
            name = self.next_text()  # COLLATE system.builtin.UNICODE
        return f"collate({left}, {name})"

    def signed(self, sign: str) -> str:
        if sign == "-" and self.keyword() == ".":
            return self.postfix(f"-{self.primary()}")  # -.5
        name = super().signed(sign)
        return name[1:] if name in ("-0", "-0.0") else name

    def whole_call(self, parts: list[str], arguments: list[str], distinct: bool) -> str:
        if self.keyword() != "WITHIN":
            return super().whole_call(parts, arguments, distinct)
        name = parts[-1].lower()
        call = self.call(parts, arguments, distinct)
        self.need("WITHIN", "GROUP", "(", "ORDER BY")
        if name in ("listagg", "string_agg"):
            keys = self.sort_keys()
        else:
            key = self.expression()
            direction = self.take_any("ASC", "DESC")
            reverse = (direction == "DESC") != (name == "mode")  # the mode of a tie is the last one of the order
            keys = f"{key} DESC" if reverse else key
        self.need(")")
        return f"{call} WITHIN GROUP (ORDER BY {keys}){self.suffix(name, arguments)}"

    def named_window(self, name: str, arguments: list[str]) -> list[str]:
        tokens = self.windows.get(self.next_text().lower())
        if tokens is None:
            raise Unnamed
        writer = SparkWriter(tokens, self.frame, self.windows)
        parts = writer.window(name, arguments)
        if writer.index < len(tokens):
            raise Unnamed
        return parts

    def call(self, parts: list[str], arguments: list[str], distinct: bool = False) -> str:
        function = parts[-1].lower()
        if function in ("to_char", "to_varchar") and arguments and self._is_time(arguments[0]):
            function = "date_format"
        name = tables.call(function, arguments)
        return name.replace("(", "(DISTINCT ", 1) if distinct else name

    def _is_time(self, name: str) -> bool:
        """Whether an argument is a column of a date or a time."""
        if name.startswith(("TIMESTAMP '", "TIMESTAMP_NTZ '", "DATE '")):
            return True
        known = self.frame.tables.known(self.frame.ctx.folded(name))
        return len(known) == 1 and str(shape.type_of(known[0])).lower().startswith(("timestamp", "date"))

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
        if self.keyword(width) not in (",", ")") or not outputs or any(output.opens is not None for output in outputs):
            return None
        self.index += width
        return [output.name for output in outputs]

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
        if characters:
            return f"TRIM({side or 'BOTH'} {characters} FROM {', '.join(arguments)})"
        return super().trimmed(side, characters, arguments)

    def identifier(self) -> str:
        """IDENTIFIER('a' || 'b'): the name that the text says."""
        close = self.closing()
        name = "".join(token.text for token in self.tokens[self.index : close] if token.text != "||")
        self.index = close + 1
        return name.rpartition(".")[2]

    calls = {**ExpressionWriter.calls, "identifier": identifier}  # noqa: RUF012

    def sort_key(self, key: str, direction: str, nulls: str) -> str:
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
        return tables.type_name(self.text_of(first, self.index - 1))

    # ── lambdas ──────────────────────────────────────────────────────────────────────────────────────────────
    def argument(self, least: int = 0) -> str:
        if self._is_lambda():
            return self._lambda()
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
