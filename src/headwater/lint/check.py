"""Lint a text: findings in the order of the text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from headwater import dialects
from headwater.answer import Analysis
from headwater.api import analyze
from headwater.base.spans import Located, Source, Span
from headwater.catalog.mapping import Catalog
from headwater.lint import noqa
from headwater.lint.fix import Edit
from headwater.lint.outline import outline
from headwater.lint.rule import Rule, View
from headwater.lint.rule_table import RULES, matches, select_rules
from headwater.session import raised_recursion_limit
from headwater.sql.parse import parse


@dataclass(frozen=True)
class Finding(Located):
    """A rule that is broken, where, and what would help.

    >>> finding = lint("SELECT * FROM t", dialect="duckdb").findings[0]
    >>> finding.code, finding.line, finding.column, finding.fix
    ('L201', 1, 8, 'List the columns.')
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
    >>> [(finding.code, finding.message) for finding in lint(sql, dialect="duckdb").findings]
    [('L203', 'CTE b is not used by the result.')]
    """
    rules = select_rules(select, extend_select, ignore)
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
    token_spans: list[Span] = []

    def kinds(name: str) -> str:
        function = known.functions.find(name)
        return function.kind if function is not None else ""

    with raised_recursion_limit():
        parts = parse(source.text, known.grammar, max(len(source.text), 1), known.syntax)
        for statement, parsed in zip(answer.statements, parts, strict=False):
            token_spans += [Span(token.start, token.end + 1) for token in parsed.tokens]
            view = View(statement, outline(parsed, kinds), known, catalog)
            for rule in rules:
                for hit in rule.check(view):
                    message = rule.message.format(*hit.arguments)
                    finding = Finding(rule, message, hit.fix or rule.fix, hit.span, source, hit.edit)
                    # branches of a template share the text around them: what is found there is found once
                    if not statement.alternative or finding not in findings:
                        findings.append(finding)
    comments = noqa.comments(source, token_spans)
    reported = [
        finding for finding in findings if not noqa.silenced(comments, finding.line, finding.code, finding.rule.name)
    ]
    silenced = len(findings) - len(reported)
    reported += _about(comments, rules, source, external)
    reported.sort(key=lambda finding: (finding.span, finding.code))
    return Report(source, tuple(reported), silenced)


def _about(
    comments: Sequence[noqa.Comment], rules: Sequence[Rule], source: Source, external: Sequence[str]
) -> Iterator[Finding]:
    """Findings about the noqa comments themselves."""
    for rule in rules if comments else ():
        if rule.name == "unknown-noqa":
            names = [name for other in RULES for name in (other.code, other.name)]
            for span, code, meant in noqa.unknown(comments, _any(RULES), names, external):
                yield Finding(rule, rule.message.format(code), meant or rule.fix, span, source)
        elif rule.name == "unused-noqa":
            for span, code in noqa.unused(comments, _any(rules)):
                yield Finding(rule, rule.message.format(code), rule.fix, span, source)


def _any(rules: Sequence[Rule]) -> Callable[[str], bool]:
    return lambda code: any(matches(rule, code) for rule in rules)
