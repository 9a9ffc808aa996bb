"""Names and calls in the writer of expressions: arguments, calls with a syntax of their own, FILTER and OVER."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from sqlglot.tokenizer_core import Token, TokenType

from headwater.bind.output_names.tokens import TokenReader, Unnamed

_SEPARATORS: Mapping[str, tuple[str, ...]] = {
    "substring": ("FROM", "FOR"),
    "substr": ("FROM", "FOR"),
    "position": ("IN",),
    "overlay": ("PLACING", "FROM", "FOR"),
}
"""Calls whose arguments may stand between keywords: substring(a FROM 2 FOR 3)."""


class CallWriter(TokenReader):
    """Writes what begins with a name."""

    forms: ClassVar[Mapping[str, str]]
    """Templates for operands, by the keywords of the form: `IS DISTINCT FROM`, `LIKE`, `NOT LIKE`, `LIKE ESCAPE`, `IN
    LIST` (a IN b), `TRUTH` (the left of IS TRUE), `CASE`, `WHEN`, `ELSE`, `NO ELSE`, `ROW`, `NAMED ARGUMENT`, `FIELD`,
    `COLLATE`, `EXTRACT`, `TYPED LITERAL` (of type and text), `SIGN -` and other signs, and operators that are not
    written as `(a + b)`.
    """
    bare_calls: ClassVar[Mapping[str, str]]
    """Calls without parentheses, and how they are written: CURRENT_DATE."""
    bindings: ClassVar[dict[str, int]]
    """How tightly each word of `precedence` binds."""

    def form(self, keywords: str, *operands: str) -> str:
        """A form of syntax, as its template says."""
        template = self.forms.get(keywords)
        if template is None:
            raise Unnamed
        return template.format(*operands)

    def expression(self, least: int = 0) -> str:
        """An expression whose operators bind at least so tightly."""
        raise NotImplementedError

    # ── names and calls ──────────────────────────────────────────────────────────────────────────────────────
    def name_or_call(self) -> str:
        """A name, with what makes it a call: its arguments, FILTER, OVER."""
        token = self.tokens[self.index]
        if token.token_type is not TokenType.IDENTIFIER and not token.text.isidentifier():
            raise Unnamed
        keyword = self.keyword()
        parts = [self.next_text()]
        while self.keyword() == "." and self.keyword(1) != "*":
            parts.append(self.tokens[self.index + 1].text)
            self.index += 2
        if self.take("("):
            return self._call(parts)
        if len(parts) == 1 and keyword in self.bare_calls:
            return self.bare_calls[keyword]
        return self.reference(parts)

    def reference(self, parts: list[str]) -> str:
        """A name that is no call: a.b.c."""
        return ".".join(map(self.spell_name, parts))

    def _call(self, parts: list[str]) -> str:
        """A call after its opening parenthesis."""
        name = parts[-1].lower()
        reader = self.calls.get(name) if len(parts) == 1 else None
        own = reader(self) if reader is not None else None
        if own is not None:
            return own
        if name == "count" and self.take("*", ")"):
            return self.count_star(self.suffix(name, []))
        distinct = self.take("DISTINCT")
        if self.keyword() == "ALL" and self.keyword(1) not in (")", ",", "("):
            self.index += 1  # sum(ALL a)
        separators = _SEPARATORS.get(name, ())
        if separators and self.keyword() != ")":
            arguments = [self.argument(self.bindings["IN"] + 1 if "IN" in separators else 0)]
            if self.keyword() in separators:
                while not self.take(")"):
                    if not self.take_any(*separators):
                        raise Unnamed
                    arguments.append(self.expression())
                return self.keyword_call(name, arguments)
            arguments += self.arguments(begun=True)
        else:
            arguments = self.call_arguments()
        return self.whole_call(parts, arguments, distinct)

    def whole_call(self, parts: list[str], arguments: list[str], distinct: bool) -> str:
        """A call with what stands after it."""
        return self.call(parts, arguments, distinct) + self.suffix(parts[-1].lower(), arguments)

    def call(self, parts: list[str], arguments: list[str], distinct: bool = False) -> str:
        """A call with a list of arguments."""
        raise NotImplementedError

    def keyword_call(self, name: str, arguments: list[str]) -> str:
        """A call whose arguments stood between keywords."""
        return self.call([name], arguments)

    def count_star(self, suffix: str) -> str:
        """count(*), with what stands after it."""
        raise NotImplementedError

    def call_arguments(self) -> list[str]:
        """The arguments of a call."""
        return self.arguments()

    def arguments(self, close: str = ")", begun: bool = False) -> list[str]:
        """Expressions between commas, up to what closes them; `begun` after the first of them was read."""
        arguments: list[str] = []
        while not self.take(close):
            if arguments or begun:
                self.need(",")
                if self.take(close):
                    break  # [a, b,]
            arguments.append(self.argument())
        return arguments

    def argument(self, least: int = 0) -> str:
        """One of a list of expressions, or an argument by name."""
        if self.keyword(1) not in ("=>", ":="):
            return self.expression(least)
        name = self.spell_name(self.next_text())
        self.index += 1
        return self.form("NAMED ARGUMENT", name, self.expression())

    # ── calls with a syntax of their own ─────────────────────────────────────────────────────────────────────
    def cast(self, keyword: str) -> str:
        """CAST(a AS INT)."""
        value = self.expression()
        self.need("AS")
        name = f"{keyword}({value} AS {self.type(self.closing())})"
        self.need(")")
        return name

    def extract(self) -> str | None:
        """EXTRACT(YEAR FROM a); None where it is called with a list of arguments."""
        if self.keyword(1) != "FROM":
            return None
        unit = self.tokens[self.index]
        self.index += 2
        value = self.expression()
        self.need(")")
        return self.form("EXTRACT", self.spell_unit(unit), value)

    def trim(self) -> str:
        """TRIM(LEADING 'x' FROM a), TRIM(a)."""
        side = self.take_any("BOTH", "LEADING", "TRAILING")
        characters = ""
        arguments = [] if self.keyword() == "FROM" else [self.argument()]
        if self.take("FROM"):
            characters, arguments = arguments[0] if arguments else "", self.arguments()
        else:
            arguments += self.arguments(begun=True)
        return self.trimmed(side, characters, arguments)

    def trimmed(self, side: str, characters: str, arguments: list[str]) -> str:
        """TRIM: a function for each side."""
        name = {"LEADING": "ltrim", "TRAILING": "rtrim"}.get(side, "trim")
        return self.call([name], [*arguments, characters] if characters else arguments)

    calls: ClassVar[Mapping[str, Callable[[Any], str | None]]] = {
        "cast": lambda writer: writer.cast("CAST"),
        "try_cast": lambda writer: writer.cast("TRY_CAST"),
        "extract": extract,
        "trim": trim,
    }
    """Calls that a method reads: it starts after the parenthesis, and gives None where the call is a plain one."""

    # ── windows ──────────────────────────────────────────────────────────────────────────────────────────────
    def suffix(self, name: str, arguments: list[str]) -> str:
        """What stands after a call: FILTER, OVER."""
        suffix = ""
        if self.take("FILTER", "("):
            self.take("WHERE")
            suffix = f" FILTER (WHERE {self.expression()})"
            self.need(")")
        suffix += self.own_suffix()
        if self.keyword() in ("IGNORE", "RESPECT", "WITHIN"):
            raise Unnamed
        if not self.take("OVER"):
            return suffix
        if self.keyword() != "(":
            return f"{suffix} OVER ({' '.join(self.named_window(name, arguments))})"
        self.index += 1
        parts = self.window(name, arguments)
        self.need(")")
        return f"{suffix} OVER ({' '.join(parts)})"

    def own_suffix(self) -> str:
        """What stands after a call in this dialect alone, before OVER."""
        return ""

    def named_window(self, name: str, arguments: list[str]) -> list[str]:
        """OVER w: the parts of the window of that name."""
        raise Unnamed

    def window(self, name: str, arguments: list[str]) -> list[str]:
        """The parts of a window: PARTITION BY, ORDER BY, the frame."""
        parts: list[str] = []
        if self.take_any("PARTITION BY", "DISTRIBUTE BY"):
            keys = [self.expression()]
            while self.take(","):
                keys.append(self.expression())
            parts.append(f"PARTITION BY {', '.join(keys)}")
        ordered = bool(self.take_any("ORDER BY", "SORT BY"))
        if ordered:
            parts.append(f"ORDER BY {self.sort_keys()}")
        kind = self.take_any("ROWS", "RANGE", "GROUPS")
        frame = self._frame(kind) if kind else self.default_frame(name, arguments, ordered)
        if frame:
            parts.append(frame)
        return parts

    def sort_keys(self) -> str:
        """The keys of an ORDER BY."""
        keys: list[str] = []
        while not keys or self.take(","):
            key = self.expression()
            direction = self.take_any("ASC", "DESC")
            keys.append(self.sort_key(key, direction, self.next_text().upper() if self.take("NULLS") else ""))
        return ", ".join(keys)

    def sort_key(self, key: str, direction: str, nulls: str) -> str:
        """A key of an ORDER BY with what is said of it: ASC or DESC, FIRST or LAST; empty where nothing is."""
        return key + (f" {direction}" if direction else "") + (f" NULLS {nulls}" if nulls else "")

    def _frame(self, kind: str) -> str:
        if not self.take("BETWEEN"):
            return self.window_frame(kind, self._frame_bound(kind), "CURRENT ROW")
        start = self._frame_bound(kind)
        self.need("AND")
        return self.window_frame(kind, start, self._frame_bound(kind))

    def _frame_bound(self, kind: str) -> str:
        if self.take("CURRENT", "ROW"):
            return "CURRENT ROW"
        if self.take("UNBOUNDED"):
            return f"UNBOUNDED {self.next_text().upper()}"
        distance = self.expression(self.bindings["BETWEEN"] + 1)
        return self.frame_bound(kind, distance, self.next_text().upper())

    def frame_bound(self, kind: str, distance: str, direction: str) -> str:
        """How far a frame of that kind goes."""
        return f"{distance} {direction}"

    def window_frame(self, kind: str, start: str, end: str) -> str:
        """The frame of a window."""
        return f"{kind} BETWEEN {start} AND {end}"

    def default_frame(self, name: str, arguments: list[str], ordered: bool) -> str:
        """The frame of a window that says none; empty where it stays unsaid."""
        return ""

    # ── spelling ─────────────────────────────────────────────────────────────────────────────────────────────
    def spell_name(self, name: str) -> str:
        """A name, with quotes where they are needed."""
        return name

    def spell_string(self, value: str) -> str:
        """A string."""
        return value

    def spell_unit(self, token: Token) -> str:
        """The unit of EXTRACT."""
        return token.text

    def type(self, end: int = -1) -> str:
        """A type; `end` is the index of the token after it, where that is known."""
        raise NotImplementedError
