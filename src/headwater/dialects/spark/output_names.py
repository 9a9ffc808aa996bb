"""The name that Catalyst gives to an expression without an alias: its own writing of it, made from the words.

    a + 1 AND NOT b IN (1, 2)   →   ((a + 1) AND (NOT (b IN (1, 2))))

A reader of operators by how tightly they bind, which writes names instead of building a tree. What it does not know it
refuses (`None`), and the words themselves are the name then. To add a function with a name of its own: a row in
`pretty_words`; a form of syntax: a branch in `_first` or `_behind`. The cost is linear in the number of words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlglot.tokenizer_core import Token, TokenType

from headwater.dialects.spark import output_name_tables as words
from headwater.sql.token_reader import Refused, Wording

_T = TokenType
_QUERY = frozenset({"SELECT", "WITH", "FROM", "VALUES", "TABLE"})

_BINARY = {
    "OR": 1, "AND": 2, "=": 4, "==": 4, "<>": 4, "!=": 4, "<": 4, ">": 4, "<=": 4, ">=": 4, "<=>": 4, "|": 5, "^": 6,
    "&": 7, "<<": 8, ">>": 8, ">>>": 8, "+": 9, "-": 9, "||": 9, "*": 10, "/": 10, "%": 10, "DIV": 10,
}  # fmt: skip
_TESTS = frozenset({"IS", "IN", "LIKE", "ILIKE", "RLIKE", "REGEXP", "BETWEEN", "NOT"})
_TEST, _NOT, _UNARY = 4, 3, 11
_TYPED = {
    "DATE": "DATE",
    "TIMESTAMP": "TIMESTAMP",
    "TIMESTAMP_NTZ": "TIMESTAMP_NTZ",
    "TIMESTAMP_LTZ": "TIMESTAMP",
    "TIME": "TIME",
}

Names = Callable[[list[str]], str]
"""How a dotted name is written: without its table."""


def pretty(tokens: Sequence[Token], text: str, names: Names) -> str | None:
    """The name of an expression, given its words; None where it is not known."""
    writer = _Writer(tokens, text, names)
    try:
        name = writer.expression(0)
    except (Refused, IndexError, RecursionError):
        return None
    return name if writer.at == len(tokens) else None


class _Writer(Wording):
    def __init__(self, tokens: Sequence[Token], text: str, names: Names) -> None:
        super().__init__(tokens, text)
        self.names = names
        self.bound: list[set[str]] = []
        """The parameters of the lambdas around."""

    # ── operators ────────────────────────────────────────────────────────────────────────────────────────────
    def expression(self, least: int) -> str:
        if self.take("NOT") or self.take("!"):
            left = f"(NOT {self.expression(_NOT)})"
        else:
            left = self._behind(self._first())
        while True:
            word = self.word()
            if word in _TESTS and least <= _TEST:
                left = self._test(left)
                continue
            width = 1
            while word in ("<", ">") and self.word(width) == word[0] and width < 3:
                width += 1
            if width > 1:
                word *= width
            binds = _BINARY.get(word)
            if binds is None or binds < least:
                return left
            self.at += width
            left = self._joined(word, left, self.expression(binds + 1))

    def _joined(self, word: str, left: str, right: str) -> str:
        if word == "||":
            return f"concat({left}, {right})"
        if word in ("<>", "!="):
            return f"(NOT ({left} = {right}))"
        if word in ("+", "-") and (left.startswith("INTERVAL '") or right.startswith("INTERVAL '")):
            return f"{left} {word} {right}"
        return f"({left} {'=' if word == '==' else 'div' if word == 'DIV' else word} {right})"

    def _test(self, left: str) -> str:
        if self.take("IS"):
            negated = self.take("NOT")
            if self.take("NULL"):
                return f"({left} IS {'NOT ' if negated else ''}NULL)"
            if self.take("DISTINCT", "FROM"):
                same = f"({left} <=> {self.expression(_TEST + 1)})"
                return same if negated else f"(NOT {same})"
            truth = self.word()
            if truth not in ("TRUE", "FALSE"):
                raise Refused
            self.at += 1
            same = f"({left} <=> {truth.lower()})"
            return f"(NOT {same})" if negated else same
        negated = self.take("NOT")
        made = self._compared(left)
        return f"(NOT {made})" if negated else made

    def _compared(self, left: str) -> str:
        if self.take("IN"):
            self.need("(")
            if self.word() in _QUERY:
                inner = f"listquery({self._outside()})"
            else:
                inner = ", ".join(self._list())
            return f"({left} IN ({inner}))"
        if self.take("BETWEEN"):
            low = self.expression(_TEST + 1)
            self.need("AND")
            return f"between({left}, {low}, {self.expression(_TEST + 1)})"
        if self.take("LIKE"):
            if self.word() in ("ANY", "ALL", "SOME"):
                raise Refused
            name = f"{left} LIKE {self.expression(_TEST + 1)}"
            return f"{name} ESCAPE '{self._string()}'" if self.take("ESCAPE") else name
        if self.take("ILIKE"):
            name = f"ilike({left}, {self.expression(_TEST + 1)})"
            if self.take("ESCAPE"):
                self.at += 1
            return name
        if self.take("RLIKE") or self.take("REGEXP"):
            return f"RLIKE({left}, {self.expression(_TEST + 1)})"
        raise Refused

    def _list(self) -> list[str]:
        """Expressions between commas, to the closing parenthesis, which is taken too."""
        found: list[str] = []
        while not self.take(")"):
            if found:
                self.need(",")
            found.append(self._argument())
        return found

    def _argument(self) -> str:
        at = self.at
        if self._lambda_ahead():
            return self._lambda()
        if self.word(1) == "=>":
            self.at += 2
            return f"{self.tokens[at].text} => {self.expression(0)}"
        name = self.expression(0)
        if self.take("AS"):
            name = f"{name} AS {self.tokens[self.at].text}"
            self.at += 1
        return name

    # ── what an expression begins with ───────────────────────────────────────────────────────────────────────
    def _first(self) -> str:
        token = self.tokens[self.at]
        kind = token.token_type
        word = self.word()
        if kind in (_T.STRING, _T.RAW_STRING):
            return self._string()
        if kind is _T.HEX_STRING:
            self.at += 1
            return f"X'{token.text.upper()}'"
        if kind is _T.NUMBER:
            self.at += 1
            return self._number(token)
        if word in ("-", "+", "~"):
            return self._signed(word)
        if word == "(":
            return self._parenthesis()
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
        if word in _TYPED and self.at + 1 < len(self.tokens) and self.tokens[self.at + 1].token_type is _T.STRING:
            self.at += 2
            return f"{_TYPED[word]} '{self.tokens[self.at - 1].text}'"
        if word == "EXISTS" and self.word(1) == "(" and self.word(2) in _QUERY:
            self.at += 2
            return f"exists({self._outside()})"
        if word == "*":
            raise Refused
        return self._name()

    def _string(self) -> str:
        """'it' 's' is its, 'it''s' has a quote in it."""
        text = ""
        end = -1
        while self.at < len(self.tokens) and self.tokens[self.at].token_type in (_T.STRING, _T.RAW_STRING):
            token = self.tokens[self.at]
            text += ("'" if token.start == end + 1 else "") + token.text
            end = token.end
            self.at += 1
        return text

    def _number(self, token: Token) -> str:
        """The parser's words for 2L are 2, :: and L, all at one place."""
        if self.word() == "::" and self.tokens[self.at].start == token.start:
            suffix = self.word(1)
            self.at += 2
            return words.number(token.text, suffix)
        return words.number(token.text, "")

    def _signed(self, sign: str) -> str:
        self.at += 1
        if sign == "-" and self.tokens[self.at].token_type is _T.NUMBER:
            return self._behind(f"-{self._first()}")
        inner = self.expression(_UNARY)
        return f"~{inner}" if sign == "~" else f"({sign} {inner})"

    def _parenthesis(self) -> str:
        self.at += 1
        if self.word() in _QUERY:
            return f"scalarsubquery({self._outside()})"
        inside = self._list()
        return inside[0] if len(inside) == 1 else f"struct({', '.join(inside)})"

    def _outside(self) -> str:
        """A query that is open here: its name says which columns around it are read."""
        close = self.closing()
        found: dict[str, None] = {}
        for at in range(self.at, close - 2):
            if self.tokens[at + 1].token_type is _T.DOT and self.tokens[at - 1].token_type is not _T.DOT:
                name = self.names([self.tokens[at].text, self.tokens[at + 2].text])
                if "." not in name:
                    found[name] = None
        self.at = close + 1
        return ", ".join(found)

    def _case(self) -> str:
        self.at += 1
        operand = "" if self.word() == "WHEN" else self.expression(0)
        out = "CASE"
        while self.take("WHEN"):
            condition = self.expression(0)
            self.need("THEN")
            out += f" WHEN {f'({operand} = {condition})' if operand else condition} THEN {self.expression(0)}"
        if self.take("ELSE"):
            out += f" ELSE {self.expression(0)}"
        self.need("END")
        return f"{out} END"

    def _interval(self) -> str:
        self.at += 1
        token = self.tokens[self.at]
        unit = self.word(1)
        if token.token_type not in (_T.STRING, _T.NUMBER) or not unit:
            raise Refused
        self.at += 2
        if self.take("TO"):
            unit += f" TO {self.word()}"
            self.at += 1
        elif self.at < len(self.tokens) and self.tokens[self.at].token_type in (_T.STRING, _T.NUMBER):
            raise Refused
        name = words.interval(token.text, unit)
        if name is None:
            raise Refused
        return name

    # ── names and calls ──────────────────────────────────────────────────────────────────────────────────────
    def _name(self) -> str:
        token = self.tokens[self.at]
        if token.token_type is not _T.IDENTIFIER and not token.text.isidentifier():
            raise Refused
        parts = [token.text]
        word = self.word()
        self.at += 1
        while self.word() == "." and self.word(1) != "*":
            parts.append(self.tokens[self.at + 1].text)
            self.at += 2
        if self.word() == "(":
            self.at += 1
            return self._call(parts[-1].lower())
        if len(parts) == 1 and word in words.WITHOUT_PARENTHESES:
            return words.call(word.lower(), [])
        if any(parts[0].lower() in names for names in self.bound):
            return ".".join(["namedlambdavariable()", *parts[1:]])
        return self.names(parts)

    def _call(self, name: str) -> str:
        if name in ("cast", "try_cast"):
            return self._cast(name)
        special = words.SYNTAX.get(name)
        if special is not None:
            made = special(self)
            if made is not None:
                return self._over(name, [], made)
        if self.take("DISTINCT"):
            arguments = self._list()
            head, _, rest = words.call(name, arguments).partition("(")
            return self._over(name, arguments, f"{head}(DISTINCT {rest}")
        if name == "count" and self.word() == "*":
            self.at += 1
            self.need(")")
            return self._over(name, [], "count(1)")
        arguments = self._list()
        return self._over(name, arguments, words.call(name, arguments))

    def _cast(self, name: str) -> str:
        inner = self.expression(0)
        self.need("AS")
        close = self.closing()
        kind = words.type_name(self.text[self.tokens[self.at].start : self.tokens[close].start])
        self.at = close + 1
        return f"{name.upper()}({inner} AS {kind})"

    def _over(self, name: str, arguments: list[str], made: str) -> str:
        """What stands behind a call: FILTER, OVER."""
        if self.take("FILTER", "("):
            self.need("WHERE")
            made = f"{made} FILTER (WHERE {self.expression(0)})"
            self.need(")")
        if self.word() in ("IGNORE", "RESPECT", "WITHIN"):
            raise Refused
        if not self.take("OVER"):
            return made
        self.need("(")
        parts: list[str] = []
        if self.take("PARTITION BY") or self.take("DISTRIBUTE BY"):
            parts.append(f"PARTITION BY {self._keys(ordered=False)}")
        ordered = self.take("ORDER BY") or self.take("SORT BY")
        if ordered:
            parts.append(f"ORDER BY {self._keys(ordered=True)}")
        if self.word() in ("ROWS", "RANGE"):
            parts.append(self._frame())
        else:
            parts.append(words.frame(name, arguments, ordered))
        self.need(")")
        return f"{made} OVER ({' '.join(parts)})"

    def _keys(self, ordered: bool) -> str:
        found: list[str] = []
        while True:
            key = self.expression(0)
            if ordered:
                down = self.take("DESC")
                if not down:
                    self.take("ASC")
                nulls = "LAST" if down else "FIRST"
                if self.take("NULLS"):
                    nulls = self.word()
                    self.at += 1
                key = f"{key} {'DESC' if down else 'ASC'} NULLS {nulls}"
            found.append(key)
            if not self.take(","):
                return ", ".join(found)

    def _frame(self) -> str:
        kind = self.word()
        self.at += 1
        bounds = []
        between = self.take("BETWEEN")
        for _ in range(2 if between else 1):
            if self.take("CURRENT", "ROW") or self.take("CURRENT ROW"):
                bounds.append("CURRENT ROW")
            else:
                edge = "UNBOUNDED" if self.take("UNBOUNDED") else self.expression(_TEST + 1)
                bounds.append(f"{edge} {self.word()}")
                self.at += 1
            if between and len(bounds) == 1:
                self.need("AND")
        return f"{kind} BETWEEN {bounds[0]} AND {bounds[1] if between else 'CURRENT ROW'}"

    # ── what stands behind an expression ─────────────────────────────────────────────────────────────────────
    def _behind(self, left: str) -> str:
        while True:
            if self.take("["):
                left = f"{left}[{self.expression(0)}]"
                self.need("]")
            elif self.word() == "." and self.word(1) not in ("*", ""):
                left = f"{left}.{self.tokens[self.at + 1].text}"
                self.at += 2
            elif self.take("::"):
                start = self.at
                self.at += 1
                if self.word() == "(":
                    self.at += 1
                    self.at = self.closing() + 1
                end = self.tokens[self.at - 1].end + 1
                left = f"CAST({left} AS {words.type_name(self.text[self.tokens[start].start : end])})"
            elif self.take("COLLATE"):
                left = f"collate({left}, {self.tokens[self.at].text})"
                self.at += 1
            else:
                return left

    # ── lambdas ──────────────────────────────────────────────────────────────────────────────────────────────
    def _lambda_ahead(self) -> bool:
        if self.word(1) == "->":
            return True
        at = 1
        if self.word() != "(":
            return False
        while self.word(at) not in (")", "") or (
            self.at + at < len(self.tokens) and self.tokens[self.at + at].token_type is _T.IDENTIFIER
        ):
            at += 1
        return self.word(at) == ")" and self.word(at + 1) == "->"

    def _lambda(self) -> str:
        names: list[str] = []
        if self.take("("):
            while not self.take(")"):
                if self.word() != ",":
                    names.append(self.tokens[self.at].text.lower())
                self.at += 1
        else:
            names.append(self.tokens[self.at].text.lower())
            self.at += 1
        self.need("->")
        self.bound.append(set(names))
        body = self.expression(0)
        self.bound.pop()
        return f"lambdafunction({', '.join([body, *['namedlambdavariable()'] * len(names)])})"
