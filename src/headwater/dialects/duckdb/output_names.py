"""The name that DuckDB gives to an expression without an alias: its own writing of it, made from the words.

    -a + 1 > 2 AND s LIKE 'x%'      →      ((((-(a)) + 1) > 2) AND (s ~~ 'x%'))

Every operator stands in parentheses, functions in small letters, a name that is a keyword in quotes. A reader of
operators by how tightly they bind, which writes names instead of building a tree. To add a form: a branch in `_first`,
`_behind` or `_test`, or a line in `_CALLS`. The cost is linear in the number of words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from sqlglot.tokenizer_core import Token, TokenType

from headwater.dialects.duckdb import output_name_tables as words
from headwater.sql.token_reader import Refused, Wording

_T = TokenType
_OR, _AND, _NOT, _IS, _COMPARE, _IN, _OTHER, _SUM, _PRODUCT, _POWER, _UNARY = range(1, 12)
_BINARY = {
    "=": _COMPARE, "==": _COMPARE, "<>": _COMPARE, "!=": _COMPARE, "<": _COMPARE, ">": _COMPARE, "<=": _COMPARE,
    ">=": _COMPARE, "||": _OTHER, "->": _OTHER, "->>": _OTHER, "&": _OTHER, "|": _OTHER, "<<": _OTHER, ">>": _OTHER,
    "~": _OTHER, "+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "//": _PRODUCT, "%": _PRODUCT, "^": _POWER,
    "**": _POWER,
}  # fmt: skip
_SPELT = {"==": "=", "<>": "!="}
_LIKE = {"LIKE": ("~~", "!~~"), "ILIKE": ("~~*", "!~~*")}
_QUERY = frozenset({"SELECT", "WITH", "FROM", "VALUES", "TABLE"})
_BARE = frozenset({"CURRENT_DATE", "CURRENT_TIMESTAMP", "CURRENT_TIME", "LOCALTIMESTAMP", "LOCALTIME"})
_PLAIN = re.compile(r"[a-z_][a-z0-9_]*", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?", re.IGNORECASE)
_TYPED = frozenset({"DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ"})


def rendered(tokens: Sequence[Token], text: str) -> str | None:
    """The name of an expression, given its words; None where it is not known."""
    writer = _Writer(tokens, text)
    try:
        name = writer.expression(0)
    except (Refused, IndexError, RecursionError):
        return None
    return name if writer.at == len(tokens) else None


def quoted(name: str) -> str:
    """A name as it is written: in quotes where it is a keyword, or has something in it that no name has.

    >>> quoted("amount"), quoted("day"), quoted("Order Ref")
    ('amount', '"day"', '"Order Ref"')
    """
    if _PLAIN.fullmatch(name) and name.lower() not in words.KEYWORDS:
        return name
    return '"' + name.replace('"', '""') + '"'


class _Writer(Wording):
    # ── operators ────────────────────────────────────────────────────────────────────────────────────────────
    def expression(self, least: int) -> str:
        return self._chain(_OR, "OR") if least <= _OR else self._conjunction(least)

    def _chain(self, level: int, word: str) -> str:
        """a AND b AND c is one thing, whatever parentheses are in it."""
        parts = [self._conjunction(level + 1)]
        while self.take(word):
            parts.append(self._conjunction(level + 1))
        if len(parts) == 1:
            return parts[0]
        flat: list[str] = []
        for part in parts:
            flat += self._flat.get((word, part), [part])
        name = f"({f' {word} '.join(flat)})"
        self._flat[word, name] = flat
        return name

    def __init__(self, tokens: Sequence[Token], text: str) -> None:
        super().__init__(tokens, text)
        self._flat: dict[tuple[str, str], list[str]] = {}

    def _conjunction(self, least: int) -> str:
        if least <= _AND:
            return self._chain(_AND, "AND")
        if least <= _NOT and self.take("NOT"):
            return f"(NOT {self._conjunction(_NOT)})"
        return self._operators(least)

    def _operators(self, least: int) -> str:
        left = self._behind(self._first())
        while True:
            if self.word() in _TESTS and least <= (_IS if self.word() == "IS" else _IN):
                tested = self._test(left)
                if tested is None:
                    return left
                left = tested
                continue
            word, width = self._operator()
            binds = _BINARY.get(word)
            if binds is None or binds < least:
                return left
            self.at += width
            if word in _COMPARED and self.word() in ("ANY", "ALL", "SOME") and self.word(1) == "(":
                left = self._any(word, left)
                continue
            right = self._operators(binds + 1)
            left = self._joined(word, left, right)

    def _operator(self) -> tuple[str, int]:
        """The operator that stands here; the lexer has some of them in pieces."""
        word, behind = self.word(), self.word(1)
        for pieces in (("-", ">>"), ("*", "*"), ("/", "/"), ("<", "<"), (">", ">")):
            if (word, behind) == pieces and self.tokens[self.at + 1].start == self.tokens[self.at].end + 1:
                return word + behind, 2
        return word, 1

    def _joined(self, word: str, left: str, right: str) -> str:
        if word == "~":
            return f"regexp_matches({left}, {right})"
        return f"({left} { {'==': '=', '<>': '!='}.get(word, word) } {right})"

    def _any(self, word: str, left: str) -> str:
        """a = ANY (list)."""
        if self.word() == "ALL" or self.word(2) in _QUERY:
            raise Refused
        self.at += 2
        (inner,) = self._list(")")
        return f"({left} {_SPELT.get(word, word)} ANY(SELECT unnest({inner})))"

    def _test(self, left: str) -> str | None:
        if self.take("IS"):
            return self._is(left)
        if self.take("ISNULL"):
            return f"({left} IS NULL)"
        if self.take("NOTNULL"):
            return f"({left} IS NOT NULL)"
        negated = self.take("NOT")
        word = self.word()
        if word in _LIKE:
            self.at += 1
            right = self._operators(_OTHER)
            if self.take("ESCAPE"):
                made = f"{word.lower()}_escape({left}, {right}, {self._operators(_OTHER)})"
                return f"(NOT {made})" if negated else made
            return f"({left} {_LIKE[word][negated]} {right})"
        made = self._compared(left)
        return f"(NOT {made})" if negated else made

    def _is(self, left: str) -> str:
        negated = self.take("NOT")
        word = self.word()
        self.at += 1
        if word in ("NULL", "UNKNOWN"):
            return f"({left} IS {'NOT ' if negated else ''}NULL)"
        if word in ("TRUE", "FALSE"):
            same = "DISTINCT" if negated else "NOT DISTINCT"
            return f"(CAST({left} AS BOOLEAN) IS {same} FROM {word.lower()})"
        if word == "DISTINCT":
            self.need("FROM")
            return f"({left} IS {'NOT ' if negated else ''}DISTINCT FROM {self._operators(_IN)})"
        raise Refused

    def _compared(self, left: str) -> str:
        if self.take("IN"):
            if not self.take("("):
                return f"contains({self._operators(_OTHER)}, {left})"
            if self.word() in _QUERY:
                raise Refused
            return f"({left} IN ({', '.join(self._list(')'))}))"
        if self.take("BETWEEN"):
            low = self._operators(_OTHER)
            self.need("AND")
            return f"({left} BETWEEN {low} AND {self._operators(_OTHER)})"
        if self.take("GLOB"):
            return f"({left} ~~~ {self._operators(_OTHER)})"
        if self.take("SIMILAR TO") or self.take("SIMILAR", "TO"):
            return f"regexp_full_match({left}, {self._operators(_OTHER)})"
        raise Refused

    # ── what an expression begins with ───────────────────────────────────────────────────────────────────────
    def _first(self) -> str:
        token = self.tokens[self.at]
        kind = token.token_type
        word = self.word()
        if kind in (_T.STRING, _T.RAW_STRING, _T.HEREDOC_STRING):
            self.at += 1
            return _string(token.text)
        if kind is _T.NUMBER:
            self.at += 1
            return self.text[token.start : token.end + 1]
        if word in ("-", "+", "~", "@"):
            return self._signed(word)
        if word == "(":
            return self._parenthesis()
        if word == "[":
            return self._brackets()
        if word == "{":
            self.at += 1
            return f"struct_pack({', '.join(f'{key} := {value}' for key, value in self._pairs(_field))})"
        if word in ("TRUE", "FALSE"):
            self.at += 1
            return word.lower()
        if word == "NULL":
            self.at += 1
            return "NULL"
        if word == "CASE":
            return self._case()
        if word == "INTERVAL":
            return self._interval()
        if word == "MAP" and self.word(1) == "{":
            self.at += 2
            pairs = self._pairs(lambda one: one.expression(0))
            keys, values = (", ".join(side) for side in zip(*pairs, strict=True)) if pairs else ("", "")
            return f'"map"(list_value({keys}), list_value({values}))'
        if word == "ARRAY" and self.word(1) == "[":
            self.at += 2
            return f"(ARRAY[{', '.join(self._list(']'))}])"
        if word == "LAMBDA":
            return self._lambda()
        if word in _TYPED and self.at + 1 < len(self.tokens) and self.tokens[self.at + 1].token_type is _T.STRING:
            self.at += 2
            return f"CAST({_string(self.tokens[self.at - 1].text)} AS {_type(token.text)})"
        if word in _BARE and self.word(1) != "(":
            self.at += 1
            return word.lower()
        return self._name()

    def _signed(self, sign: str) -> str:
        self.at += 1
        if sign == "-" and self.tokens[self.at].token_type is _T.NUMBER:
            return self._behind(f"-{self._first()}")
        inner = self._operators(_UNARY)
        if sign == "-" and _NUMBER.fullmatch(inner):
            return inner[1:] if inner.startswith("-") else f"-{inner}"
        return f"({sign}({inner}))"

    def _parenthesis(self) -> str:
        self.at += 1
        if self.word() in _QUERY:
            raise Refused
        inside = self._list(")")
        return inside[0] if len(inside) == 1 else f'"row"({", ".join(inside)})'

    def _brackets(self) -> str:
        self.at += 1
        if self.take("]"):
            return "list_value()"
        first = self.expression(0)
        if not self.take("FOR"):
            rest = self._list("]", begun=True)
            return f"list_value({', '.join([first, *rest])})"
        variable = self.tokens[self.at].text
        self.at += 1
        if self.take(","):
            variable = f"{variable}, {self.tokens[self.at].text}"
            self.at += 1
        self.need("IN")
        source = self.expression(0)
        if not self.take("IF"):
            self.need("]")
            return f"list_apply({source}, (lambda {variable}: {first}))"
        both = f'struct_pack("filter" := {self.expression(0)}, result := {first})'
        self.need("]")
        kept = f"list_filter(list_apply({source}, (lambda {variable}: {both})), {_part('filter')})"
        return f"list_apply({kept}, {_part('result')})"

    def _pairs(self, key: Callable[[_Writer], str]) -> list[tuple[str, str]]:
        """key: value, up to the brace."""
        found: list[tuple[str, str]] = []
        while not self.take("}"):
            if found:
                self.need(",")
                if self.take("}"):
                    break
            name = key(self)
            self.need(":")
            found.append((name, self.expression(0)))
        return found

    def _case(self) -> str:
        self.at += 1
        operand = "" if self.word() == "WHEN" else self.expression(0)
        out = "CASE "
        while self.take("WHEN"):
            condition = self.expression(0)
            self.need("THEN")
            out += f" WHEN ({f'({operand} = {condition})' if operand else condition}) THEN ({self.expression(0)})"
        out += f" ELSE {self.expression(0) if self.take('ELSE') else 'NULL'} END"
        self.need("END")
        return out

    def _interval(self) -> str:
        self.at += 1
        value = self._first()
        unit = words.INTERVALS.get(self.word().lower().removesuffix("s"))
        if unit is None:
            return f"CAST({value} AS INTERVAL)"
        self.at += 1
        return unit.format(value)

    def _lambda(self) -> str:
        self.at += 1
        names = [self.tokens[self.at].text]
        self.at += 1
        while self.take(","):
            names.append(self.tokens[self.at].text)
            self.at += 1
        self.need(":")
        return f"(lambda {', '.join(names)}: {self.expression(0)})"

    # ── names and calls ──────────────────────────────────────────────────────────────────────────────────────
    def _name(self) -> str:
        token = self.tokens[self.at]
        if token.token_type is not _T.IDENTIFIER and not _PLAIN.fullmatch(token.text):
            raise Refused
        parts = [token.text]
        self.at += 1
        while self.word() == "." and self.word(1) != "*":
            parts.append(self.tokens[self.at + 1].text)
            self.at += 2
        if self.word() == "(":
            self.at += 1
            return self._call(parts)
        return ".".join(map(quoted, parts))

    def _call(self, parts: list[str]) -> str:
        name = parts[-1].lower()
        special = _CALLS.get(name) if len(parts) == 1 else None
        if special is not None:
            return special(self)
        called = ".".join([*map(quoted, parts[:-1]), quoted(name)])
        if name == "count" and (self.take("*", ")") or self.take(")")):
            behind = self._filtered("")
            return f"count(){behind}" if behind.find(" OVER ") >= 0 else f"count_star(){behind}"
        distinct = "DISTINCT " if self.take("DISTINCT") else ""
        arguments = self._arguments()
        return f"{called}({distinct}{arguments}){self._filtered('')}"

    def grouping(self) -> str:
        """grouping_id(a, b) is GROUPING(a, b)."""
        return f"GROUPING({self._arguments()})"

    def percentile(self, name: str) -> str:
        """percentile_cont(0.5) WITHIN GROUP (ORDER BY a) is quantile_cont(0.5 ORDER BY a)."""
        arguments = self._arguments()
        if not (self.take("WITHIN GROUP") or self.take("WITHIN", "GROUP")):
            raise Refused
        self.need("(")
        self.need("ORDER BY")
        keys = self._keys()
        self.need(")")
        return f"{name}({arguments} ORDER BY {keys}){self._filtered('')}"

    def _arguments(self) -> str:
        found: list[str] = []
        ordered = ""
        while not self.take(")"):
            if self.take("ORDER BY"):
                ordered = f" ORDER BY {self._keys()}"
                continue
            if self.word() in ("IGNORE", "RESPECT") and self.word(1) == "NULLS":
                ordered += " IGNORE NULLS" if self.word() == "IGNORE" else ""
                self.at += 2
                continue
            if found:
                self.need(",")
                if self.take(")"):
                    break
            found.append(self._argument())
        return f"{', '.join(found)}{ordered}"

    def _argument(self) -> str:
        if self.word(1) in (":=", "=>"):
            name = quoted(self.tokens[self.at].text)
            self.at += 2
            return f"{name} := {self.expression(0)}"
        return self.expression(0)

    def _list(self, close: str, begun: bool = False) -> list[str]:
        """Expressions between commas, up to what closes them, which is taken too."""
        found: list[str] = []
        while not self.take(close):
            if found or begun:
                self.need(",")
                if self.take(close):
                    break  # [a, b,]
            found.append(self.expression(0))
        return found

    def _filtered(self, made: str) -> str:
        """What stands behind a call: FILTER, OVER."""
        if self.take("FILTER", "("):
            self.take("WHERE")
            made = f"{made} FILTER (WHERE {self.expression(0)})"
            self.need(")")
        if self.word() in ("IGNORE", "RESPECT", "WITHIN", "WITHIN GROUP"):
            raise Refused
        if not self.take("OVER"):
            return made
        self.need("(")
        parts: list[str] = []
        if self.take("PARTITION BY"):
            parts.append(f"PARTITION BY {', '.join(self._until_comma())}")
        if self.take("ORDER BY"):
            parts.append(f"ORDER BY {self._keys()}")
        if self.word() in ("ROWS", "RANGE", "GROUPS"):
            parts.append(self._frame())
        self.need(")")
        return f"{made} OVER ({' '.join(parts)})"

    def _until_comma(self) -> list[str]:
        found = [self.expression(0)]
        while self.take(","):
            found.append(self.expression(0))
        return found

    def _keys(self) -> str:
        found: list[str] = []
        while True:
            key = self.expression(0)
            if self.word() in ("ASC", "DESC"):
                key += f" {self.word()}"
                self.at += 1
            if self.take("NULLS"):
                key += f" NULLS {self.word()}"
                self.at += 1
            found.append(key)
            if not self.take(","):
                return ", ".join(found)

    def _frame(self) -> str:
        kind = self.word()
        self.at += 1
        between = self.take("BETWEEN")
        bounds = []
        for _ in range(2 if between else 1):
            if self.take("CURRENT", "ROW") or self.take("CURRENT ROW"):
                bounds.append("CURRENT ROW")
            else:
                edge = "UNBOUNDED" if self.take("UNBOUNDED") else self._operators(_OTHER)
                bounds.append(f"{edge} {self.word()}")
                self.at += 1
            if between and len(bounds) == 1:
                self.need("AND")
        if not between:
            bounds.append("CURRENT ROW")
        whole = bounds == ["UNBOUNDED PRECEDING", "UNBOUNDED FOLLOWING"]
        name = f"{'ROWS' if whole else kind} BETWEEN {bounds[0]} AND {bounds[1]}"
        if self.take("EXCLUDE"):
            close = self.closing()
            left = " ".join(token.text.upper() for token in self.tokens[self.at : close])
            self.at = close
            name += f" EXCLUDE {left}"
        return name

    # ── what stands behind an expression ─────────────────────────────────────────────────────────────────────
    def _behind(self, left: str) -> str:
        while True:
            if self.take("["):
                left = f"{left}[{self._slice()}]"
            elif self.word() == "." and self.at + 2 < len(self.tokens) and self.word(2) == "(":
                name = self.tokens[self.at + 1].text
                self.at += 3
                rest = self._arguments()
                left = f"{quoted(name.lower())}({left}{', ' if rest else ''}{rest})"
            elif self.word() == "." and self.word(1) != "*":
                left = f"({left}).{quoted(self.tokens[self.at + 1].text)}"
                self.at += 2
            elif self.take("::"):
                left = f"CAST({left} AS {self._type()})"
            elif self.take("COLLATE"):
                left = f"{left} COLLATE {self.tokens[self.at].text}"
                self.at += 1
            elif self.take("AT TIME ZONE") or self.take("AT", "TIME", "ZONE"):
                left = f"timezone({self._operators(_UNARY)}, {left})"
            else:
                return left

    def _slice(self) -> str:
        parts = [""]
        while not self.take("]"):
            if self.take(":"):
                parts.append("")
            else:
                parts[-1] = self.expression(0)
        return ":".join(parts)

    def _type(self) -> str:
        """A type behind `::` or AS: words, parentheses, brackets."""
        start = self.at
        self.at += 1
        for more in (("PRECISION",), ("VARYING",), ("WITH", "TIME", "ZONE"), ("WITHOUT", "TIME", "ZONE")):
            if self.take(*more):
                break
        if self.take("("):
            self.at = self.closing() + 1
        while self.take("["):
            self.at = self.closing() + 1
        return _type(self.text[self.tokens[start].start : self.tokens[self.at - 1].end + 1])

    # ── calls with words of their own ────────────────────────────────────────────────────────────────────────
    def cast(self, name: str) -> str:
        """CAST(a AS INT)."""
        inner = self.expression(0)
        self.need("AS")
        made = f"{name}({inner} AS {self._type()})"
        self.need(")")
        return made

    def coalesce(self) -> str:
        """COALESCE, and IFNULL, which is the same."""
        return f"COALESCE({', '.join(self._list(')'))})"

    def extract(self) -> str:
        """EXTRACT(year FROM a)."""
        token = self.tokens[self.at]
        unit = token.text
        if token.token_type is not _T.STRING and unit.lower() in words.KEYWORDS:
            unit = unit.upper()
        self.at += 1
        self.need("FROM")
        made = f"date_part({_string(unit)}, {self.expression(0)})"
        self.need(")")
        return made

    def substring(self) -> str:
        """SUBSTRING(a FROM 1 FOR 2)."""
        parts = [self.expression(0)]
        while not self.take(")"):
            if not (self.take("FROM") or self.take("FOR") or self.take(",")):
                raise Refused
            parts.append(self.expression(0))
        return f'"substring"({", ".join(parts)})'

    def trim(self) -> str:
        """TRIM(LEADING 'x' FROM a)."""
        side = self.word() if self.word() in ("BOTH", "LEADING", "TRAILING") else ""
        self.at += bool(side)
        name = {"LEADING": "ltrim", "TRAILING": "rtrim"}.get(side, '"trim"')
        if self.take("FROM"):
            parts = self._list(")")
        else:
            parts = [self.expression(0)]
            if self.take("FROM"):
                parts = [*self._list(")"), *parts]
            else:
                parts += self._list(")", begun=True)
        return f"{name}({', '.join(parts)})"

    def position(self) -> str:
        """POSITION('x' IN a)."""
        wanted = self._operators(_OTHER)
        self.need("IN")
        made = f'"position"({self.expression(0)}, {wanted})'
        self.need(")")
        return made

    def attempt(self) -> str:
        """TRY(a), which is no function."""
        return f"TRY({', '.join(self._list(')'))})"

    def refused(self) -> str:
        """A form that is not written here."""
        raise Refused


def _string(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _part(name: str) -> str:
    return f"(lambda elem: struct_extract(elem, '{name}'))"


def _field(writer: _Writer) -> str:
    token = writer.tokens[writer.at]
    writer.at += 1
    return quoted(token.text)


_INNER = re.compile(r"\s*([\w ]+?)\s*(?:\((.*)\))?\s*((?:\[\d*\]\s*)*)", re.DOTALL)


def _type(text: str) -> str:
    """A type as it is written: those of the grammar in capitals, with what is inside them."""
    found = _INNER.fullmatch(text)
    if found is None:
        raise Refused
    plain = " ".join(found[1].split())
    name = words.TYPES.get(plain.lower())
    made = name or (f'"{plain}"' if plain.lower() == "json" else plain)
    if found[2] is not None:
        made += f"({', '.join(_inside(made, part) for part in _commas(found[2]))})"
    return made + re.sub(r"\s", "", found[3])


def _inside(outer: str, part: str) -> str:
    part = part.strip()
    if part.isdigit():
        return part
    if outer in ("STRUCT", "UNION"):
        name, _, kind = part.partition(" ")
        return f"{quoted(name.strip(chr(34)))} {_type(kind)}"
    return _type(part)


def _commas(text: str) -> list[str]:
    """Pieces between commas that stand in no parentheses."""
    found, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char in "([") - (char in ")]")
        if char == "," and not depth:
            found.append(text[start:at])
            start = at + 1
    return [*found, text[start:]]


_TESTS = frozenset({"IS", "ISNULL", "NOTNULL", "IN", "BETWEEN", "GLOB", "SIMILAR", "SIMILAR TO", "NOT", *_LIKE})
_COMPARED = frozenset({"=", "==", "<>", "!=", "<", ">", "<=", ">="})
_CALLS: dict[str, Callable[[_Writer], str]] = {
    "cast": lambda writer: writer.cast("CAST"),
    "try_cast": lambda writer: writer.cast("TRY_CAST"),
    "coalesce": _Writer.coalesce,
    "ifnull": _Writer.coalesce,
    "extract": _Writer.extract,
    "substring": _Writer.substring,
    "trim": _Writer.trim,
    "position": _Writer.position,
    "try": _Writer.attempt,
    "overlay": _Writer.refused,
    "exists": _Writer.refused,
    "columns": _Writer.refused,
    "percentile_cont": lambda writer: writer.percentile("quantile_cont"),
    "percentile_disc": lambda writer: writer.percentile("quantile_disc"),
    "grouping": _Writer.grouping,
    "grouping_id": _Writer.grouping,
}
