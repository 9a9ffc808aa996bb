"""A diagnostic is data: a code, a place, and the arguments of its message. Nothing is raised or printed here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from headwater.base.codes import Code, Severity
from headwater.base.levels import Level
from headwater.base.spans import Located, Source, Span


class Suggestion:
    """The end of a message, which is worked out when somebody reads it."""

    __slots__ = ("_make", "_text")

    def __init__(self, make: Callable[[], str]) -> None:
        self._make: Callable[[], str] | None = make
        self._text = ""

    def __str__(self) -> str:
        if self._make is not None:
            self._text, self._make = self._make(), None
        return self._text

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


@dataclass(frozen=True)
class Diagnostic(Located):
    """A remark about an answer, with its span.

    >>> import headwater
    >>> [d.code for d in headwater.analyze("SELECT a FROM t", dialect="duckdb").diagnostics]
    ['W110']
    """

    kind: Code
    arguments: tuple[str | Suggestion, ...]
    span: Span
    source: Source

    @property
    def code(self) -> str:
        """The code, such as `W110`; the reference explains each."""
        return self.kind.id

    @property
    def severity(self) -> Severity:
        """`info`, `warning` or `error`."""
        return self.kind.severity

    @property
    def level(self) -> Level:
        """The level of a statement with this diagnostic."""
        return self.kind.level

    @property
    def help(self) -> str:
        """What to do about it."""
        return self.kind.help

    @cached_property
    def message(self) -> str:
        """The message, with a suggestion if there is one."""
        return self.kind.message.format(*self.arguments, "", "")

    @property
    def summary(self) -> str:
        """The message without its suggestion."""
        plain = ("" if isinstance(argument, Suggestion) else argument for argument in self.arguments)
        return self.kind.message.format(*plain, "", "")

    def to_dict(self) -> dict[str, object]:
        """The JSON form (semantics §7)."""
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "help": self.help,
            "span": list(self.span),
            "line": self.line,
            "column": self.column,
        }
