"""One writer of expressions, for engines that name an output by their own spelling of its expression.

    -a + 1 > 2 AND s LIKE 'x%'      →      ((((-(a)) + 1) > 2) AND (s ~~ 'x%'))

It reads the tokens once, by precedence climbing, and writes the name instead of building a tree. A form that it does
not know raises `Unnamed`.

A dialect subclasses `ExpressionWriter`. It gives tables, above all `precedence` and `forms`, and overrides the methods
in which its engine differs. To add an operator or a predicate: a word in that dialect's `precedence`, and a row in its
`forms` if it is not written as `(a + b)`. To add a call with a syntax of its own: a row in `calls`. To add other
syntax: `own_primary` or `own_postfix` of that dialect, or a method here where two dialects have it.
"""

from __future__ import annotations

from typing import ClassVar

from sqlglot.tokenizer_core import Token, TokenType

from headwater.bind.output_names.calls import CallWriter
from headwater.bind.output_names.tokens import STRINGS, Unnamed
from headwater.sql.names_like_types import is_interval_name

QUERY = frozenset({"SELECT", "WITH", "FROM", "VALUES", "TABLE"})
"""The tokens that a query begins with."""
_PREDICATES = frozenset(
    {"IS", "ISNULL", "NOTNULL", "NOT", "IN", "BETWEEN", "LIKE", "ILIKE", "RLIKE", "REGEXP", "GLOB", "SIMILAR TO"}
)


class ExpressionWriter(CallWriter):
    """Writes the name of one expression."""

    precedence: ClassVar[tuple[tuple[str, ...], ...]]
    """Binary operators, NOT and the first keywords of predicates; a tuple for each level, the loosest first."""
    typed_literals: ClassVar[frozenset[str]]
    """Types that may stand before a string: DATE '2020-01-01'."""

    def __init_subclass__(cls) -> None:
        cls.bindings = {
            keyword: level for level, words in enumerate(getattr(cls, "precedence", ())) for keyword in words
        }

    def write(self) -> str | None:
        """The name of the expression; None where the engine's spelling is not known."""
        try:
            name = self.expression()
        except (Unnamed, IndexError, RecursionError):
            return None
        return name if self.index == len(self.tokens) else None

    # ── operators ────────────────────────────────────────────────────────────────────────────────────────────
    def expression(self, least: int = 0) -> str:
        """An expression whose operators bind at least so tightly."""
        if self.take_any("NOT", "!"):
            left = f"(NOT {self.expression(self.bindings['NOT'])})"
        else:
            left = self.postfix(self.primary())
        while True:
            operator, width = self._operator()
            binding = self.bindings.get("IN" if operator == "NOT" else operator, -1)  # a NOT IN (b)
            if binding < least:
                return left
            if operator in _PREDICATES:
                left = self._predicate(left, binding + 1)
                continue
            operands = [left]
            following = operator
            while following == operator:
                self.index += width
                operands.append(self.operand(operator, binding + 1))
                following, width = self._operator()
            left = self.join(operator, operands)

    def _operator(self) -> tuple[str, int]:
        """The operator that comes next, and its number of tokens: the lexer cuts `>>` into two."""
        keyword = self.keyword()
        width = 1
        while keyword in self.bindings and not keyword.isalpha():
            piece = self.keyword(width)
            if not piece or keyword + piece not in self.bindings:
                break
            keyword += piece
            width += 1
        return keyword, width

    def operand(self, operator: str, least: int) -> str:
        """What stands after an operator."""
        return self.expression(least)

    def join(self, operator: str, operands: list[str]) -> str:
        """a + b + c: the operands of one operator, from left to right."""
        name = operands[0]
        for operand in operands[1:]:
            name = self.pair(operator, name, operand)
        return name

    def pair(self, operator: str, left: str, right: str) -> str:
        """a + b."""
        template = self.forms.get(operator)
        return f"({left} {operator} {right})" if template is None else template.format(left, right)

    def _predicate(self, left: str, least: int) -> str:
        """What a predicate makes of the expression before it; `least` is for its operands."""
        if self.take("IS"):
            return self._is(left, least)
        if self.take("ISNULL") or self.take("NOTNULL"):
            return f"({left} IS {'NOT ' if self.keyword(-1) == 'NOTNULL' else ''}NULL)"
        negated = self.take("NOT")
        keyword = self.next_text().upper()
        if keyword == "IN" and self.take("("):
            if self.keyword() in QUERY:
                name = self.in_query(left)
            else:
                name = self.in_list(left, self.arguments())
            return f"(NOT {name})" if negated else name
        if keyword in ("LIKE", "ILIKE") and self.keyword() in ("ANY", "ALL", "SOME"):
            quantifier = self.next_text().upper()
            self.need("(")
            return self.quantified(keyword, quantifier, negated, left, self.arguments())
        operands = [left, self.expression(least)]
        if keyword == "IN":
            keyword = "IN LIST"
        elif keyword == "BETWEEN":
            self.need("AND")
            operands.append(self.expression(least))
        elif self.take("ESCAPE"):
            keyword = f"{keyword} ESCAPE"
            operands.append(self.escape(least))
        if negated and f"NOT {keyword}" in self.forms:
            return self.form(f"NOT {keyword}", *operands)
        name = self.form(keyword, *operands)
        return f"(NOT {name})" if negated else name

    def _is(self, left: str, least: int) -> str:
        negation = "NOT " if self.take("NOT") else ""
        if self.take("NULL"):
            return f"({left} IS {negation}NULL)"
        if self.take("DISTINCT", "FROM"):
            return self.form(f"IS {negation}DISTINCT FROM", left, self.expression(least))
        truth = self.take_any("TRUE", "FALSE").lower()
        if truth:  # IS TRUE is IS NOT DISTINCT FROM TRUE
            same = "IS DISTINCT FROM" if negation else "IS NOT DISTINCT FROM"
            return self.form(same, self.form("TRUTH", left), truth)
        return self.form(f"IS {negation}{self.next_text().upper()}", left)

    def escape(self, least: int) -> str:
        """What stands after ESCAPE."""
        return self.expression(least)

    # ── what an expression begins with ───────────────────────────────────────────────────────────────────────
    def primary(self) -> str:
        """A literal, a name, a call, or what stands in parentheses."""
        token = self.tokens[self.index]
        keyword = self.keyword()
        if token.token_type in STRINGS:
            return self.spell_string(self.string())
        if token.token_type is TokenType.NUMBER:
            self.index += 1
            return self.number(token)
        if f"SIGN {keyword}" in self.forms:
            self.index += 1
            return self.signed(keyword)
        if self.take("("):
            if self.keyword() in QUERY:
                return self.query("SCALAR")
            members = self.arguments()
            alone = len(members) == 1 and self.keyword(-2) != ","  # (a,) is a row of one
            return members[0] if alone else self.form("ROW", ", ".join(members))
        if keyword in ("NULL", "TRUE", "FALSE"):
            self.index += 1
            return keyword if keyword == "NULL" else keyword.lower()
        if self.take("CASE"):
            return self._case()
        if keyword == "INTERVAL" and not is_interval_name(self.tokens, {}, self.index):  # interval + 2 is a column
            self.index += 1
            return self.interval()
        if keyword in self.typed_literals and self.is_string(1):
            return self.form("TYPED LITERAL", self.type(), self.spell_string(self.next_text()))
        own = self.own_primary(keyword)
        return own if own is not None else self.name_or_call()

    def own_primary(self, keyword: str) -> str | None:
        """What an expression begins with in this dialect alone; None where it is a name or a call."""
        return None

    def string(self) -> str:
        """The value of a string: 'it' 's' is its; where the lexer does not join doubled quotes, 'it''s' is it's."""
        value = self.next_text()
        while self.is_string():
            last, token = self.tokens[self.index - 1 : self.index + 1]
            value += ("'" if token.start == last.end + 1 else "") + token.text
            self.index += 1
        return value

    def number(self, token: Token) -> str:
        """A number, which was moved over."""
        return self.text[token.start : token.end + 1]

    def interval(self) -> str:
        """What stands after INTERVAL."""
        raise Unnamed

    def quantified(self, keyword: str, quantifier: str, negated: bool, left: str, members: list[str]) -> str:
        """a LIKE ANY ('x', 'y')."""
        raise Unnamed

    def in_query(self, left: str) -> str:
        """a IN (SELECT …), after the parenthesis."""
        return f"({left} IN ({self.query('IN')}))"

    def in_list(self, left: str, members: list[str]) -> str:
        """a IN (b, c)."""
        return f"({left} IN ({', '.join(members)}))"

    def query(self, place: str) -> str:
        """A query after its opening parenthesis; `place` is SCALAR or IN."""
        raise Unnamed

    def signed(self, sign: str) -> str:
        """What stands behind a sign."""
        if sign == "-" and self.tokens[self.index].token_type is TokenType.NUMBER:
            return self.postfix(f"-{self.primary()}")
        return self.sign(sign, self.expression(len(self.precedence)))

    def sign(self, sign: str, operand: str) -> str:
        """A sign before an operand."""
        return self.form(f"SIGN {sign}", operand)

    def _case(self) -> str:
        subject = "" if self.keyword() == "WHEN" else self.expression()
        conditions: list[str] = []
        values: list[str] = []
        while self.take("WHEN"):
            condition = self.expression()
            self.need("THEN")
            conditions.append(self.case_condition(subject, condition) if subject else condition)
            values.append(self.expression())
        if self.take("ELSE"):
            values.append(self.expression())
        self.need("END")
        return self.case(conditions, values)

    def case_condition(self, subject: str, value: str) -> str:
        """CASE a WHEN b: what is compared."""
        return f"({subject} = {value})"

    def case(self, conditions: list[str], values: list[str]) -> str:
        """CASE with its branches; one value more than conditions is that of ELSE."""
        branches = "".join(self.form("WHEN", *branch) for branch in zip(conditions, values, strict=False))
        branches += self.form("ELSE", values[-1]) if len(values) > len(conditions) else self.form("NO ELSE")
        return self.form("CASE", branches)

    # ── what stands after an expression ──────────────────────────────────────────────────────────────────────
    def postfix(self, left: str) -> str:
        """An index, a field, a cast, a collation."""
        while True:
            own = self.own_postfix(left)
            if own is not None:
                left = own
            elif self.take("["):
                left = self.subscript(left, self._index())
            elif self.keyword() == "." and self.keyword(1) != "*":
                left = self.form("FIELD", left, self.spell_name(self.tokens[self.index + 1].text))
                self.index += 2
            elif self.take("::"):
                left = f"CAST({left} AS {self.type()})"
            elif self.take("COLLATE"):
                left = self.form("COLLATE", left, self.next_text())
            else:
                return left

    def own_postfix(self, left: str) -> str | None:
        """What stands after an expression in this dialect alone; None where it is something else."""
        return None

    def subscript(self, left: str, index: str) -> str:
        """a[1], with what stands in the brackets."""
        return f"{left}[{index}]"

    def _index(self) -> str:
        """[1], [1:2], [:2:1]."""
        parts = [""]
        while not self.take("]"):
            if self.take(":"):
                parts.append("")
            elif self.keyword() == "-" and self.keyword(1) in (":", "]"):
                self.index += 1
                parts[-1] = "-"  # l[1:-:2]
            else:
                parts[-1] = self.expression()
        return ":".join(parts)
