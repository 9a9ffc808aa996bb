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
    places = {rule.code: index for index, rule in enumerate(listed)}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "headwater",
                        "semanticVersion": version,
                        "rules": [_rule(one) for one in listed],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding, places) for report in reports for finding in report.findings],
            }
        ],
    }


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.name.replace("-", " ")},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.fix},
        "defaultConfiguration": {"enabled": rule.default, "level": rule.severity},
    }


def _result(one: Finding, places: dict[str, int]) -> dict[str, Any]:
    end = max(one.span.end, one.span.start)
    last, behind = one.source.position(end)
    return {
        "ruleId": one.code,
        "ruleIndex": places.get(one.code, -1),
        "level": one.rule.severity,
        "message": {"text": f"{one.message} {one.fix}"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(one.source.name or "stdin", safe="/:")},
                    "region": {
                        "startLine": one.line,
                        "startColumn": one.column,
                        "endLine": last,
                        "endColumn": behind,
                        "charOffset": one.span.start,
                        "charLength": end - one.span.start,
                    },
                }
            }
        ],
    }
