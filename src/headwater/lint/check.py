"""The door of the rules: a text in, findings out, in the order of the text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from headwater import dialects
from headwater.answer import Analysis
from headwater.api import analyze
from headwater.base.spans import Source, Span
from headwater.catalog.mapping import Catalog
from headwater.lint import noqa
from headwater.lint.fix import Edit
from headwater.lint.outline import outline
from headwater.lint.rule import Rule, View
from headwater.lint.rule_table import RULES, chosen, matches
from headwater.session import room_to_recurse
from headwater.sql.parse import parse


@dataclass(frozen=True)
class Finding:
    """A rule that is broken, where, and what would help.

    >>> one = lint("SELECT * FROM t", dialect="duckdb").findings[0]
    >>> one.code, one.line, one.column, one.fix
    ('L201', 1, 8, 'Name the columns.')
    """

    rule: Rule
    message: str
    fix: str
    span: Span
    source: Source
    edit: Edit | None = None

    @property
    def code(self) -> str:
        """The code of the rule."""
        return self.rule.code

    @property
    def line(self) -> int:
        """Line of the place, from 1."""
        return self.source.position(self.span.start)[0]

    @property
    def column(self) -> int:
        """Column of the place, from 1."""
        return self.source.position(self.span.start)[1]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "file": self.source.name,
            "code": self.code,
            "name": self.rule.name,
            "severity": self.rule.severity,
            "message": self.message,
            "fix": self.fix,
            "fixable": self.edit is not None,
            "line": self.line,
            "column": self.column,
            "span": list(self.span),
        }


@dataclass(frozen=True)
class Report:
    """The findings in one text, and how many a comment silenced."""

    source: Source
    findings: tuple[Finding, ...]
    silenced: int = 0


def lint(
    sql: str,
    *,
    dialect: str,
    catalog: Catalog | None = None,
    select: Iterable[str] | None = None,
    extend_select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    database: str | None = None,
    name: str = "",
) -> Report:
    """Judge a text. Never raises for what it holds; `ValueError` for a rule or dialect that does not exist.

    >>> sql = "WITH a AS (SELECT 1 AS x), b AS (SELECT 2 AS y) SELECT x FROM a"
    >>> [(one.code, one.message) for one in lint(sql, dialect="duckdb").findings]
    [('L203', 'Nothing in the result stands on the CTE b.')]
    """
    rules = chosen(select, extend_select, ignore)
    answer = analyze(sql, dialect=dialect, catalog=catalog, database=database, name=name)
    return judge(answer, rules, catalog)


def judge(
    answer: Analysis, rules: Iterable[Rule], catalog: Catalog | None = None, external: Sequence[str] = ()
) -> Report:
    """Judge a text that was analysed: it is parsed once more for its outline. `external` are codes of other tools."""
    source = answer.source
    known = dialects.get(answer.dialect)
    rules = tuple(rules)
    findings: list[Finding] = []
    words: list[Span] = []

    def kinds(name: str) -> str:
        function = known.functions.find(name)
        return function.kind if function is not None else ""

    with room_to_recurse():
        parts = parse(source.text, known.grammar, max(len(source.text), 1), known.syntax)
        for statement, parsed in zip(answer.statements, parts, strict=False):
            words += [Span(token.start, token.end + 1) for token in parsed.tokens]
            view = View(statement, outline(parsed, kinds), known, catalog)
            for rule in rules:
                for hit in rule.check(view):
                    message = rule.message.format(*hit.arguments)
                    findings.append(Finding(rule, message, hit.fix or rule.fix, hit.span, source, hit.edit))
    comments = noqa.comments(source, words)
    kept = [
        finding for finding in findings if not noqa.silenced(comments, finding.line, finding.code, finding.rule.name)
    ]
    silenced = len(findings) - len(kept)
    kept += _about(comments, rules, source, external)
    kept.sort(key=lambda one: (one.span, one.code))
    return Report(source, tuple(kept), silenced)


def _about(
    comments: Sequence[noqa.Comment], rules: Sequence[Rule], source: Source, external: Sequence[str]
) -> Iterator[Finding]:
    """What is to be said of the comments themselves."""
    for rule in rules if comments else ():
        if rule.name == "unknown-noqa":
            names = [name for one in RULES for name in (one.code, one.name)]
            for span, word, meant in noqa.unknown(comments, _any(RULES), names, external):
                yield Finding(rule, rule.message.format(word), meant or rule.fix, span, source)
        elif rule.name == "unused-noqa":
            for span, word in noqa.unused(comments, _any(rules)):
                yield Finding(rule, rule.message.format(word), rule.fix, span, source)


def _any(rules: Sequence[Rule]) -> Callable[[str], bool]:
    return lambda word: any(matches(rule, word) for rule in rules)
