"""The context of reading one plan: the plan as text, and the binder's own context and frame.

`PlanText` is for people to read: the operators in the order in which they act, with pipes before them. Spans in answers
are spans of this text. It is not SQL to be run. Lines are written whole: what an expression needs beside it (a query, a
part that is nested too deep) comes on lines before. An `AttributeFrame` is the binder's frame for one operator, whose
names are looked up by the number of the attribute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from headwater.base.diagnostics import Diagnostic
from headwater.base.spans import Source, Span
from headwater.bind.context import Context
from headwater.bind.names.frame import Frame, Names
from headwater.bind.scope import Ctes, Offsets, Resolved
from headwater.bind.session import Session
from headwater.frontends.catalyst.render import Line
from headwater.rel.columns import Col
from headwater.sql.parse import Parsed
from headwater.sql.tree import start_of

Lookup = Callable[[str], Col | None]


class PlanText:
    """A text that grows line by line."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.size = 0

    def add(self, text: str) -> int:
        """Append text; returns its offset."""
        index = self.size
        self._parts.append(text)
        self.size += len(text)
        return index

    def line(self, start: str, items: Sequence[tuple[Line | str, str]], between: str = ", ") -> list[tuple[int, int]]:
        """A line of expressions, each with what stands behind it; returns the span of each."""
        spans: list[tuple[int, int]] = []
        self.add(start)
        for position, (item, after) in enumerate(items):
            if position:
                self.add(between)
            text = item if isinstance(item, str) else item.text
            index = self.add(text)
            if not isinstance(item, str):
                item.offset = index
            spans.append((index, self.size))
            self.add(after)
        self.add("\n")
        return spans

    @property
    def text(self) -> str:
        """Everything that was written."""
        return "".join(self._parts)


class PlanContext(Context):
    """The binder's context for a plan, whose text is only there at the end."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, Source(""), Parsed(None, (), Span(0, 0)))
        self.plan_text = PlanText()

    def span_of(self, node) -> Span | None:  # type: ignore[no-untyped-def]
        """The first character of an expression."""
        start = start_of(node)
        return None if start < 0 else Span(start, start + 1)

    def finish(self) -> tuple[Source, tuple[Diagnostic, ...]]:
        """The text and the diagnostics; a span of one character is widened to its word."""
        text = self.plan_text.text.rstrip("\n")
        self.source.text = text
        diagnostics: list[Diagnostic] = []
        for diagnostic in self.diagnostics:
            start, end = diagnostic.span
            if end <= start:
                start, end = 0, len(text)
            elif end == start + 1:
                while end < len(text) and (text[end].isalnum() or text[end] == "_"):
                    end += 1
            diagnostics.append(
                Diagnostic(diagnostic.kind, diagnostic.arguments, Span(start, min(end, len(text))), diagnostic.source)
            )
        return self.source, tuple(diagnostics)


class AttributeFrame(Frame):
    """The names that an operator sees: attributes of its inputs (`#12`), and of the query outside (`^#12`)."""

    def __init__(self, ctx: PlanContext, lookup: Lookup, outer: Lookup | None, extra: Mapping[str, Col]) -> None:
        super().__init__(ctx, None, Ctes())
        self._lookup = lookup
        self._outside = outer
        self._extra = extra
        self.unseen: list[str] = []

    def name(self, name: str, key: str, span: Offsets) -> Names:
        """What an attribute stands for; a lambda's parameter has a name of its own."""
        if self.params:
            param = self._param(key)
            if param is not None:
                return param
        col = self.column(key)
        if col is None:
            self.unseen.append(key)
            return ()
        return (Resolved(col),)

    def column(self, key: str) -> Col | None:
        """The column of a key."""
        if key.startswith("^"):
            return self._outside(key[1:]) if self._outside is not None else None
        return self._extra.get(key) or self._lookup(key)
