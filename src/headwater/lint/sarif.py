"""Findings as SARIF 2.1.0, the form that code hosts show beside the changed lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from headwater.lint.check import Finding, Report
from headwater.lint.rule import Rule

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def log(reports: Iterable[Report], rules: Iterable[Rule], version: str) -> dict[str, Any]:
    """One run over some texts; `rules` are those that were on.

    >>> from headwater.lint import RULES, lint
    >>> run = log([lint("SELECT * FROM t", dialect="duckdb", name="a b.sql")], RULES, "1.0")["runs"][0]
    >>> run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    {'uri': 'a%20b.sql'}
    """
    listed = tuple(rules)
    positions = {rule.code: index for index, rule in enumerate(listed)}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "headwater",
                        "semanticVersion": version,
                        "rules": [_rule(rule) for rule in listed],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding, positions) for report in reports for finding in report.findings],
            }
        ],
    }


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": "".join(part.capitalize() for part in rule.name.split("-")),
        "shortDescription": {"text": rule.name.replace("-", " ")},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.fix},
        "defaultConfiguration": {"enabled": rule.default, "level": rule.severity},
    }


def _result(finding: Finding, positions: dict[str, int]) -> dict[str, Any]:
    end = max(finding.span.end, finding.span.start)
    last, behind = finding.source.position(end)
    return {
        "ruleId": finding.code,
        "ruleIndex": positions.get(finding.code, -1),
        "level": finding.rule.severity,
        "message": {"text": f"{finding.message} {finding.fix}"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(finding.source.name or "stdin", safe="/:")},
                    "region": {
                        "startLine": finding.line,
                        "startColumn": finding.column,
                        "endLine": last,
                        "endColumn": behind,
                        "charOffset": finding.span.start,
                        "charLength": end - finding.span.start,
                    },
                }
            }
        ],
    }
