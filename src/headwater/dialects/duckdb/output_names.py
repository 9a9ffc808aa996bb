"""Output names of DuckDB: the expression with every operator in parentheses.

    -a + 1 > 2 AND s LIKE 'x%'      →      ((((-(a)) + 1) > 2) AND (s ~~ 'x%'))

Functions are in lower case, a name that is a keyword is in quotes, and some syntax is written as the call it stands
for. A reference has the case of the stored column. A query inside an expression is not written: the output is named
by its text then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.bind.context import Context
from headwater.bind.expr.macros import CALLED
from headwater.bind.names.frame import Frame
from headwater.bind.names.items import Item
from headwater.bind.names.star import everything
from headwater.bind.output_names.item_tokens import ItemTokens, is_field_path, windows
from headwater.bind.output_names.protocol import Namer, OutputNames
from headwater.bind.output_names.tokens import Unnamed
from headwater.bind.output_names.writer import QUERY, ExpressionWriter
from headwater.bind.scope import Output, TableEntry
from headwater.dialects.duckdb.output_name_tables import CALL_NAMES, INTERVALS, KEYWORDS, TYPES
from headwater.dialects.duckdb.query_names import QueryWriter
from headwater.dialects.duckdb.variables import REGEX_SEMANTICS
from headwater.sql.tree import start_of

_COMPARISONS = ("=", "==", "<>", "!=", "<", ">", "<=", ">=")
_OPPOSITES = {"=": "!=", "==": "!=", "<>": "=", "!=": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
_PLURALS = {"millennia": "millennium", "centuries": "century"}
_WINDOW_NAMES = {"first": "first_value", "last": "last_value"}
_SEVERAL = (exp.Star, exp.Columns, exp.Explode, exp.Unnest)
"""What may stand for several columns."""
_NAME = re.compile(r"[a-z_][a-z0-9_]*", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?", re.IGNORECASE)


class DuckDBNames(OutputNames):
    """Names as DuckDB writes them."""

    def namer(self, frame: Frame, select: exp.Expr, items: Sequence[Item | exp.Expr]) -> Namer:
        tokens = ItemTokens(frame.ctx, select)
        named_windows = windows(frame.ctx.parsed.tokens) if select.args.get("windows") else {}

        def name(node: exp.Expr) -> str | None:
            if isinstance(node, exp.PositionalColumn):
                return _positional(frame, node)
            computed = isinstance(node, exp.Dot) and not is_field_path(node)
            if node._meta and CALLED in node._meta:
                computed = True  # CREATE MACRO f(x) AS x; SELECT f(a): it is called f(a)
            reference = None if computed else self.reference(frame.ctx, node)
            item = tokens.of(node) if reference is None else None
            if not item:
                return reference
            text = frame.ctx.source.text
            if item[0].token_type is TokenType.ALL and len(item) > 1:
                item = item[1:]  # SELECT ALL a + 1
            writer = DuckDBWriter(item, text, named_windows)
            writer.matches_whole = matches_whole(frame)
            if frame.ctx.has_columns:
                writer.unpacked = _unpacked(frame, node)
            return writer.write() or " ".join(text[item[0].start : item[-1].end + 1].split())

        return name

    def expression(self, frame: Frame, node: exp.Expr, renamed: Mapping[str, str] | None = None) -> str:
        text = node.sql(frame.ctx.dialect.grammar)
        return DuckDBWriter(frame.ctx.dialect.grammar.tokenize(text), text).write() or text

    def numbered(self, outputs: list[Output]) -> list[Output]:
        folded = [output.name.lower() for output in outputs if output.opens is None]
        if len(set(folded)) == len(folded):
            return outputs
        count: dict[str, int] = {}
        renamed: list[Output] = []
        for output in outputs:
            key = output.name.lower()
            if output.opens is not None or key not in count:
                count.setdefault(key, 1)
                renamed.append(output)
                continue
            while f"{key}_{count[key]}" in count:
                count[key] += 1
            name = f"{output.name}_{count[key]}"
            count[name.lower()] = 1
            count[key] += 1
            renamed.append(output._replace(name=name))
        return renamed

    def alias_items(self, ctx: Context, query: exp.Expr) -> None:
        """tm(5), a macro of SELECT a + k, has a column (a + 5)."""
        for select in query.find_all(exp.Select):
            for item in select.expressions:
                if isinstance(item, (exp.Alias, exp.Aliases, exp.Column, exp.Star)) or item.find(*_SEVERAL) is not None:
                    continue
                text = item.sql(ctx.dialect.grammar)
                name = DuckDBWriter(ctx.dialect.grammar.tokenize(text), text).write()
                if name is not None:
                    alias = exp.Alias(alias=exp.to_identifier(name, quoted=True))
                    item.replace(alias)
                    alias.set("this", item)


def matches_whole(frame: Frame) -> bool:
    """SET regex_match_operator_semantics = 'full': a ~ b is no search, but has to match all of a."""
    return frame.ctx.session.settings.get(REGEX_SEMANTICS, "").lower() == "full"


def _unpacked(frame: Frame, node: exp.Expr) -> list[list[str]]:
    """coalesce(*COLUMNS(*)) is named coalesce(t.a, t.b): the columns of each such star, with their tables."""
    stars = [star for star in node.find_all(exp.Columns) if star.args.get("unpack")]
    stars.sort(key=start_of)
    return [[_with_table(frame, output) for output in frame.ctx.up.star(frame, star)] for star in stars]


def _with_table(frame: Frame, output: Output) -> str:
    """A column behind the alias of its table, or behind its whole name."""
    for entry in frame.tables.entries:
        if entry.find(frame.ctx.folded(output.name)) is output.col:
            table = [entry.alias or "unnamed_subquery"]
            if isinstance(entry, TableEntry) and entry.alias.lower() == entry.key[-1]:
                table = list(entry.key)
            return ".".join(map(quoted, [*table, output.name]))
    return quoted(output.name)


def _positional(frame: Frame, node: exp.Expr) -> str | None:
    """SELECT #2: the name of the second column in FROM."""
    outputs = everything(frame)
    position = int(node.name) if node.name.isdigit() else 0
    return outputs[position - 1].name if 0 < position <= len(outputs) else None


def quoted(name: str) -> str:
    """A name in quotes where it is a keyword, or holds a character that needs them.

    >>> quoted("amount"), quoted("day"), quoted("Order Ref")
    ('amount', '"day"', '"Order Ref"')
    """
    if _NAME.fullmatch(name) and name.lower() not in KEYWORDS:
        return name
    return '"' + name.replace('"', '""') + '"'


class DuckDBWriter(QueryWriter):
    """Writes an expression as DuckDB does."""

    precedence = (
        ("OR",),
        ("AND",),
        ("NOT",),
        ("IS",),
        _COMPARISONS,
        ("ISNULL", "NOTNULL", "IN", "BETWEEN", "LIKE", "ILIKE", "GLOB", "SIMILAR TO"),
        ("||", "->", "->>", "&", "|", "<<", ">>", "~", "!", "!~", "~*", "!~*"),
        ("+", "-"),
        ("*", "/", "//", "%"),
        ("^", "**"),
    )
    forms = {  # noqa: RUF012
        "==": "({} = {})", "<>": "({} != {})", "~": "regexp_matches({}, {})", "!~": "(NOT regexp_matches({}, {}))",
        "~*": "regexp_matches({}, {}, 'i')", "!~*": "(NOT regexp_matches({}, {}, 'i'))",
        "SIGN -": "(-({}))", "SIGN +": "(+({}))", "SIGN ~": "(~({}))", "SIGN @": "(@({}))",
        "IS UNKNOWN": "({} IS NULL)", "IS NOT UNKNOWN": "({} IS NOT NULL)", "TRUTH": "CAST({} AS BOOLEAN)",
        "IS DISTINCT FROM": "({} IS DISTINCT FROM {})", "IS NOT DISTINCT FROM": "({} IS NOT DISTINCT FROM {})",
        "IN LIST": "contains({1}, {0})", "BETWEEN": "({} BETWEEN {} AND {})",
        "LIKE": "({} ~~ {})", "NOT LIKE": "({} !~~ {})", "LIKE ESCAPE": "like_escape({}, {}, {})",
        "ILIKE": "({} ~~* {})", "NOT ILIKE": "({} !~~* {})", "ILIKE ESCAPE": "ilike_escape({}, {}, {})",
        "GLOB": "({} ~~~ {})", "SIMILAR TO": "regexp_full_match({}, {})",
        "CASE": "CASE {} END", "WHEN": " WHEN ({}) THEN ({})", "ELSE": " ELSE {}", "NO ELSE": " ELSE NULL",
        "ROW": '"row"({})', "FIELD": "({}).{}", "NAMED ARGUMENT": "{} := {}",
        "EXTRACT": "date_part({}, {})", "TYPED LITERAL": "CAST({1} AS {0})",
    }  # fmt: skip
    typed_literals = frozenset(
        {
            "DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ", "TIMETZ", "BLOB", "BYTEA", "UUID", "JSON", "BIT", "HUGEINT",
            "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "TIME_NS", "TIMESTAMPTZ_NS", "INET", "BIGNUM", "GEOMETRY",
            "VARIANT",
        }
    )  # fmt: skip
    bare_calls = {}  # noqa: RUF012

    def __init__(
        self, tokens: Sequence[Token], text: str, windows: Mapping[str, Sequence[Token]] | None = None
    ) -> None:
        super().__init__(tokens, text)
        self.windows = windows or {}
        self.matches_whole = False
        self.unpacked: list[list[str]] = []
        """The columns of each *COLUMNS(…) that is still to be written."""
        self.chains: dict[tuple[str, str], list[str]] = {}
        """The operands of each AND and OR that was written, by its operator and name."""

    # ── operators ────────────────────────────────────────────────────────────────────────────────────────────
    def join(self, operator: str, operands: list[str]) -> str:
        """a AND (b AND c) is one AND of three."""
        if operator not in ("AND", "OR"):
            return super().join(operator, operands)
        flat: list[str] = []
        for operand in operands:
            flat += self.chains.get((operator, operand), [operand])
        name = f"({f' {operator} '.join(flat)})"
        self.chains[operator, name] = flat
        return name

    def operand(self, operator: str, least: int) -> str:
        """a = ANY (list)."""
        if operator not in _COMPARISONS or self.keyword() not in ("ANY", "ALL", "SOME") or self.keyword(1) != "(":
            return self.expression(least)
        quantifier = "ALL " if self.next_text().upper() == "ALL" else ""
        self.index += 1
        if self.keyword() in QUERY:
            return f"{quantifier}ANY({self.query('IN')})"
        (members,) = self.arguments()
        return f"{quantifier}ANY(SELECT unnest({members}))"

    def pair(self, operator: str, left: str, right: str) -> str:
        """a > ALL (…) is NOT (a <= ANY (…))."""
        if not right.startswith("ALL ANY("):
            name = super().pair(operator, left, right)
            return name.replace("regexp_matches(", "regexp_full_match(", 1) if self.matches_whole else name
        return f"(NOT {super().pair(_OPPOSITES[operator], left, right.removeprefix('ALL '))})"

    def in_query(self, left: str) -> str:
        return f"({left} = ANY({self.query('IN')}))"

    def exists(self) -> str:
        """EXISTS (SELECT …)."""
        return f"EXISTS({self.query('IN')})"

    def signed(self, sign: str) -> str:
        if sign == "-" and self.keyword(1) == "::":
            return self.sign(sign, self.postfix(self.primary()))  # -1::INT is -(1::INT)
        return super().signed(sign)

    def sign(self, sign: str, operand: str) -> str:
        if sign == "-" and _NUMBER.fullmatch(operand):
            return operand[1:] if operand.startswith("-") else f"-{operand}"
        return super().sign(sign, operand)

    # ── what an expression begins with ───────────────────────────────────────────────────────────────────────
    def own_primary(self, keyword: str) -> str | None:
        token = self.tokens[self.index]
        if token.token_type is TokenType.HEX_STRING:
            self.index += 1
            return f"X'{token.text}'"
        if keyword == "#" and self.keyword(1).isdigit():
            self.index += 1
            return f"#{self.next_text()}"
        if keyword == "*" and self.keyword(1) == "COLUMNS" and self.unpacked:
            self.index += 3
            self.index = self.closing() + 1
            return ", ".join(self.unpacked.pop(0))
        if keyword == "." and self.keyword(1).isdigit():
            self.index += 1
            return f".{self.next_text()}"  # .5 is two tokens
        if keyword == "[":
            self.index += 1
            return self._list()
        if keyword == "{":
            self.index += 1
            pairs = self._pairs(lambda: quoted(self.next_text()))
            return f"struct_pack({', '.join(f'{key} := {value}' for key, value in pairs)})"
        if keyword == "MAP" and self.take("MAP", "{"):
            pairs = self._pairs(self.expression)
            keys, values = (", ".join(side) for side in zip(*pairs, strict=True)) if pairs else ("", "")
            return f'"map"(list_value({keys}), list_value({values}))'
        if keyword == "ARRAY" and self.take("ARRAY", "["):
            return f"(ARRAY[{', '.join(self.arguments(']'))}])"
        if keyword == "LAMBDA":
            self.index += 1
            names = self._parameters()
            self.need(":")
            return f"(lambda {names}: {self.expression()})"
        return None

    def _list(self) -> str:
        """[a, b], [x + 1 FOR x IN l IF x > 0]."""
        if self.take("]"):
            return "list_value()"
        first = self.expression()
        if not self.take("FOR"):
            return f"list_value({', '.join([first, *self.arguments(']', begun=True)])})"
        names = self._parameters()
        self.need("IN")
        source = self.expression()
        if self.take("IF"):
            first = f'struct_pack("filter" := {self.expression()}, result := {first})'
            source = f"list_filter(list_apply({source}, (lambda {names}: {first})), {_element_field('filter')})"
            function = _element_field("result")
        else:
            function = f"(lambda {names}: {first})"
        self.need("]")
        return f"list_apply({source}, {function})"

    def _parameters(self) -> str:
        """The parameters of a lambda."""
        names = [quoted(self.next_text())]
        while self.take(","):
            names.append(quoted(self.next_text()))
        return ", ".join(names)

    def _pairs(self, key: Callable[[], str]) -> list[tuple[str, str]]:
        """key: value, up to the brace."""
        pairs: list[tuple[str, str]] = []
        while not self.take("}"):
            if pairs:
                self.need(",")
                if self.take("}"):
                    break
            name = key()
            self.need(":")
            pairs.append((name, self.expression()))
        return pairs

    def interval(self) -> str:
        value = self.primary()
        keyword = self.keyword().lower()
        unit = INTERVALS.get(_PLURALS.get(keyword, keyword.removesuffix("s")))
        if unit is None:
            return f"CAST({value} AS INTERVAL)"
        self.index += 1
        return unit.format(value)

    # ── calls ────────────────────────────────────────────────────────────────────────────────────────────────
    def call(self, parts: list[str], arguments: list[str], distinct: bool = False) -> str:
        name = parts[-1].lower()
        if name == "date" and len(arguments) == 1 and len(parts) == 1:
            return f"CAST({arguments[0]} AS DATE)"
        name = CALL_NAMES.get(name, quoted(name)) if len(parts) == 1 else quoted(name)
        function = ".".join([*map(quoted, parts[:-1]), name])
        return f"{function}({'DISTINCT ' if distinct else ''}{', '.join(arguments)})"

    def keyword_call(self, name: str, arguments: list[str]) -> str:
        return self.call([name], arguments[::-1] if name == "position" else arguments)

    def count_star(self, suffix: str) -> str:
        return f"count(){suffix}" if " OVER " in suffix else f"count_star(){suffix}"

    def call_arguments(self) -> list[str]:
        """Arguments; what stands after them (ORDER BY b, IGNORE NULLS) goes with the last of them."""
        arguments: list[str] = []
        suffix = ""
        while not self.take(")"):
            if self.take("ORDER BY"):
                suffix = f" ORDER BY {self.sort_keys()}"
            elif self.take("IGNORE", "NULLS"):
                suffix += " IGNORE NULLS"
            elif not self.take("RESPECT", "NULLS"):
                if arguments:
                    self.need(",")
                    if self.take(")"):
                        break
                arguments.append(self.argument())
        return [*arguments[:-1], f"{arguments[-1] if arguments else ''}{suffix}"] if suffix else arguments

    def percentile(self, name: str) -> str:
        """percentile_cont(0.5) WITHIN GROUP (ORDER BY a) is quantile_cont(0.5 ORDER BY a)."""
        arguments = ", ".join(self.call_arguments())
        self.need("WITHIN", "GROUP", "(", "ORDER BY")
        keys = self.sort_keys()
        self.need(")")
        return f"{name}({arguments} ORDER BY {keys}){self.suffix(name, [])}"

    def count(self) -> str | None:
        """count() is count(*)."""
        return self.count_star(self.suffix("count", [])) if self.take(")") else None

    def unnamed(self) -> str:
        """A call that is not written."""
        raise Unnamed

    calls = {  # noqa: RUF012
        **ExpressionWriter.calls,
        "count": count,
        "percentile_cont": lambda writer: writer.percentile("quantile_cont"),
        "percentile_disc": lambda writer: writer.percentile("quantile_disc"),
        "exists": exists,
        "columns": unnamed,
    }

    def whole_call(self, parts: list[str], arguments: list[str], distinct: bool) -> str:
        """A window function is written without quotes, and first is first_value there."""
        start = self.index
        suffix = self.suffix(parts[-1].lower(), arguments)
        if " OVER (" not in suffix or len(parts) > 1:
            self.index = start
            return super().whole_call(parts, arguments, distinct)
        name = _WINDOW_NAMES.get(parts[-1].lower(), parts[-1].lower())
        return f"{name}({'DISTINCT ' if distinct else ''}{', '.join(arguments)}){suffix}"

    def own_suffix(self) -> str:
        if self.take("EXPORT_STATE"):
            return " EXPORT_STATE"
        if self.take("WITHIN", "GROUP", "(", "ORDER BY"):
            keys = self.sort_keys()
            self.need(")")
            return f" WITHIN GROUP ( ORDER BY {keys})"
        return ""

    def named_window(self, name: str, arguments: list[str]) -> list[str]:
        tokens = self.windows.get(self.next_text().lower())
        if tokens is None:
            raise Unnamed
        writer = DuckDBWriter(tokens, self.text, self.windows)
        parts = writer.window(name, arguments)
        if writer.index < len(tokens):
            raise Unnamed
        return parts

    def window(self, name: str, arguments: list[str]) -> list[str]:
        """OVER (w ROWS 1 PRECEDING): what the window w says, and more."""
        known = self.index < len(self.tokens) and self.tokens[self.index].text.lower() in self.windows
        if known and self.keyword() not in ("PARTITION BY", "ORDER BY", "ROWS", "RANGE", "GROUPS"):
            return [*self.named_window(name, arguments), *super().window(name, arguments)]
        return super().window(name, arguments)

    def window_frame(self, kind: str, start: str, end: str) -> str:
        whole = (start, end) == ("UNBOUNDED PRECEDING", "UNBOUNDED FOLLOWING")
        name = super().window_frame("ROWS" if whole else kind, start, end)
        if self.take("EXCLUDE"):
            first, self.index = self.index, self.closing()
            name += " EXCLUDE " + " ".join(token.text.upper() for token in self.tokens[first : self.index])
        return name

    # ── what stands after an expression ──────────────────────────────────────────────────────────────────────
    def own_postfix(self, left: str) -> str | None:
        if self.keyword() == "." and self.keyword(2) == "(":
            name = self.tokens[self.index + 1].text
            self.index += 3
            return f"{quoted(name.lower())}({', '.join([left, *self.call_arguments()])})"
        if self.take("COLLATE"):
            names = [self.next_text()]
            while self.take("."):
                names.append(self.next_text())
            return f"{left} COLLATE {quoted('.'.join(names))}"
        if self.take("AT", "TIME", "ZONE"):
            return f"timezone({self.expression(len(self.precedence))}, {left})"
        return None

    def type(self, end: int = -1) -> str:
        """A type: those that the grammar knows in capitals, with what is inside them."""
        if not self.keyword().replace(" ", "_").isidentifier():  # DOUBLE PRECISION is one token
            raise Unnamed
        words = self.next_text()
        while self.take("."):
            words = f"{words}.{self.next_text()}"  # main.mood
        for suffix in (("PRECISION",), ("VARYING",), ("WITH", "TIME", "ZONE"), ("WITHOUT", "TIME", "ZONE")):
            if self.take(*suffix):
                words = " ".join([words, *suffix])
        name = TYPES.get(words.lower()) or (f'"{words}"' if words.lower() == "json" else words)
        if self.take("("):
            fields = name in ("STRUCT", "UNION")
            name += f"({', '.join(self._type_arguments(fields))})"
        array = self.take("ARRAY")
        if array and self.keyword() != "[":
            name += "[]"  # INT ARRAY
        while self.take("["):
            name += "[]" if self.keyword() == "]" else f"[{self.next_text()}]"
            self.need("]")
        return name

    def _type_arguments(self, fields: bool) -> list[str]:
        """DECIMAL(9, 2), MAP(VARCHAR, INT), STRUCT(a INT)."""
        arguments: list[str] = []
        while not arguments or self.take(","):
            name = f"{quoted(self.next_text())} " if fields else ""
            arguments.append(name + (self.next_text() if self.keyword().isdigit() else self.type()))
        self.need(")")
        return arguments

    # ── spelling ─────────────────────────────────────────────────────────────────────────────────────────────
    def spell_name(self, name: str) -> str:
        return quoted(name)

    def spell_string(self, value: str) -> str:
        return "'" + value.replace("'", "''") + "'"

    def spell_unit(self, token: Token) -> str:
        keyword = token.token_type is not TokenType.STRING and token.text.lower() in KEYWORDS
        return self.spell_string(token.text.upper() if keyword else token.text)


def _element_field(name: str) -> str:
    return f"(lambda elem: struct_extract(elem, '{name}'))"
