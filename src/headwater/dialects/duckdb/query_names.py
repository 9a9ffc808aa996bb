"""How DuckDB writes a query inside an expression, for the name of the output: all its clauses, joins in parentheses.

    (SELECT max(x) FROM t JOIN u USING (k))      →      (SELECT max(x) FROM (t INNER JOIN u USING (k)))

A clause that is not known here raises `Unnamed`, and the output is named by its text.
"""

from __future__ import annotations

from headwater.bind.output_names.tokens import Unnamed
from headwater.bind.output_names.writer import QUERY, ExpressionWriter

_SET_OPERATIONS = ("UNION", "EXCEPT", "INTERSECT")
_JOIN_KEYWORDS = frozenset(
    {"JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL", "SEMI", "ANTI", "ASOF", "POSITIONAL", ","}
)
_ENDS_TABLE = _JOIN_KEYWORDS | frozenset(
    {
        "",
        ")",
        "ON",
        "USING",
        "WHERE",
        "GROUP BY",
        "HAVING",
        "QUALIFY",
        "WINDOW",
        "ORDER BY",
        "LIMIT",
        "OFFSET",
        "SELECT",
    }
    | set(_SET_OPERATIONS)
)


class QueryWriter(ExpressionWriter):
    """Writes queries; the dialect's own writer writes the expressions in them."""

    def query(self, place: str) -> str:
        """A query after its opening parenthesis, up to the one that closes it."""
        text = self.nested_query()
        self.need(")")
        return f"({text})" if place == "SCALAR" else text

    def nested_query(self) -> str:
        """WITH, set operations, ORDER BY, LIMIT."""
        head = self._with() if self.take("WITH") else ""
        return head + self._set_operation(self._operand()) + self._modifiers()

    def _with(self) -> str:
        head = "WITH RECURSIVE " if self.take("RECURSIVE") else "WITH "
        parts: list[str] = []
        while not parts or self.take(","):
            name = self.spell_name(self.next_text())
            if self.take("("):
                name += f"({self._names()})"
            self.need("AS")
            self.need("(")
            parts.append(f"{name} AS ({self.nested_query()})")
            self.need(")")
        return f"{head}{', '.join(parts)} "

    def _set_operation(self, left: str) -> str:
        """a UNION b EXCEPT c: from left to right, INTERSECT first."""
        while self.keyword() in _SET_OPERATIONS:
            operator = self.next_text().upper()
            if self.take("ALL"):
                operator += " ALL"
            if self.take("BY", "NAME"):
                operator += " BY NAME"
            right = self._operand()
            while self.keyword() == "INTERSECT" and not operator.startswith("INTERSECT"):
                inner = self.next_text().upper() + (" ALL" if self.take("ALL") else "")
                right = f"({right}) {inner} ({self._operand()})"
            left = f"({left}) {operator} ({right})"
        return left

    def _operand(self) -> str:
        if self.take("("):
            text = self.nested_query()
            self.need(")")
            return text
        if self.take("VALUES"):
            return f"SELECT * FROM ({self._values()}) AS valueslist"
        return self._select()

    def _values(self) -> str:
        rows: list[str] = []
        while not rows or self.take(","):
            self.need("(")
            rows.append(f"({', '.join(self.arguments())})")
        return f"VALUES {', '.join(rows)}"

    # ── SELECT ───────────────────────────────────────────────────────────────────────────────────────────────
    def _select(self) -> str:
        source = f" FROM {self._from()}" if self.take("FROM") else ""
        items = "*"
        if self.take("SELECT"):
            items = self._items()
            if not source and self.take("FROM"):
                source = f" FROM {self._from()}"
        elif not source:
            raise Unnamed
        text = f"SELECT {items}{source}"
        if self.take("WHERE"):
            text += f" WHERE {self.expression()}"
        if self.take("GROUP BY"):
            text += f" GROUP BY {self._groups()}"
        if self.take("HAVING"):
            text += f" HAVING {self.expression()}"
        if self.keyword() == "WINDOW":
            raise Unnamed
        if self.take("QUALIFY"):
            text += f" QUALIFY {self.expression()}"
        return text

    def _items(self) -> str:
        distinct = "DISTINCT " if self.take("DISTINCT") else ""
        if distinct and self.keyword() == "ON":
            raise Unnamed
        self.take("ALL")
        items: list[str] = []
        while not items or self.take(","):
            if items and self.keyword() in ("FROM", ")"):
                break  # SELECT a, FROM t
            items.append(self._item())
        return distinct + ", ".join(items)

    def _item(self) -> str:
        if self.take("*"):
            if self.keyword() not in ("FROM", ",", ")"):
                raise Unnamed
            return "*"
        if self.keyword(1) == "." and self.keyword(2) == "*":
            table = self.spell_name(self.next_text())
            self.index += 2
            if self.keyword() not in ("FROM", ",", ")"):
                raise Unnamed
            return f"{table}.*"
        value = self.expression()
        if self.take("AS"):
            return f"{value} AS {self.spell_name(self.next_text())}"
        if self.keyword() not in ("", ",", "FROM", "WHERE", "GROUP BY", "HAVING", "QUALIFY", ")", "ORDER BY", "LIMIT"):
            if self.keyword() in _SET_OPERATIONS:
                return value
            return f"{value} AS {self.spell_name(self.next_text())}"
        if not self.keyword() and self.index < len(self.tokens):
            return f"{value} AS {self.spell_name(self.next_text())}"  # a "b"
        return value

    def _groups(self) -> str:
        if self.take("ALL"):
            return "ALL"
        if self.take("(", ")"):
            return "()"
        if self.keyword() in ("ROLLUP", "CUBE", "GROUPING"):
            raise Unnamed
        keys = [self.expression()]
        while self.take(","):
            if self.keyword() in ("ROLLUP", "CUBE", "GROUPING"):
                raise Unnamed
            keys.append(self.expression())
        return ", ".join(keys)

    def _modifiers(self) -> str:
        text = ""
        if self.take("ORDER BY"):
            text += " ORDER BY " + ("COLUMNS(*)" if self.take("ALL") else self.sort_keys())
        limit = offset = ""
        while True:
            if self.take("LIMIT"):
                limit = f" LIMIT {self.expression()}"
            elif self.take("OFFSET"):
                offset = f" OFFSET {self.expression()}"
            else:
                break
        return text + limit + offset

    # ── FROM ─────────────────────────────────────────────────────────────────────────────────────────────────
    def _from(self) -> str:
        text = self._joined()
        while self.take(","):
            text = f"{text} , {self._joined()}"
        return text

    def _joined(self) -> str:
        text = self._table()
        while self.keyword() in _JOIN_KEYWORDS and self.keyword() != ",":
            text = self._join(text)
        return text

    def _join(self, left: str) -> str:
        kind: list[str] = []
        while self.keyword() != "JOIN":
            keyword = self.next_text().upper()
            if keyword not in _JOIN_KEYWORDS and keyword != "OUTER":
                raise Unnamed
            if keyword != "OUTER":
                kind.append(keyword)
        self.index += 1
        if "ASOF" in kind or "POSITIONAL" in kind:
            raise Unnamed
        if not kind or kind == ["NATURAL"]:
            kind.append("INNER")
        right = self._table()
        condition = ""
        if self.take("ON"):
            condition = f" ON ({self.expression()})"
        elif self.take("USING"):
            self.need("(")
            condition = f" USING ({self._names()})"
        return f"({left} {' '.join(kind)} JOIN {right}{condition})"

    def _table(self) -> str:
        self.take("LATERAL")
        if self.take("("):
            if self.keyword() in QUERY:
                text = f"({self.nested_query()})"
                self.need(")")
            else:
                text = self._joined()
                self.need(")")
                if self.keyword() not in _ENDS_TABLE:
                    raise Unnamed
                return text
            return text + self._alias()
        if self.is_string():
            raise Unnamed
        parts = [self.next_text()]
        while self.take("."):
            parts.append(self.next_text())
        name = ".".join(map(self.spell_name, parts))
        if self.take("("):
            name = self.call(parts, self.arguments())
        return name + self._alias()

    def _alias(self) -> str:
        if not self.take("AS") and (self.keyword() in _ENDS_TABLE and self.keyword()):
            return ""
        if self.index >= len(self.tokens):
            return ""
        alias = f" AS {self.spell_name(self.next_text())}"
        if self.take("("):
            alias += f"({self._names()})"
        return alias

    def _names(self) -> str:
        """Names between commas, up to the parenthesis that closes them."""
        names = [self.spell_name(self.next_text())]
        while self.take(","):
            names.append(self.spell_name(self.next_text()))
        self.need(")")
        return ", ".join(names)
