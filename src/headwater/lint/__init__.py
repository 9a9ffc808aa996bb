"""Opinions about SQL: rules over headwater's answers, each with a code, a place and a suggested fix.

A rule is a row of `headwater.lint.rule_table.RULES`: data, and one function in `rules/` that finds its places. Rules
read the bound statement (edges, algebra, diagnostics) and its outline, never the parser's tree. Every rule is linear in
the statement, and none raises for any text. To add a rule: a function in `rules/`, a row in the table, a section in
docs/lint.md with an example (tests compare them).
"""

from headwater.lint.check import Finding, Report, lint
from headwater.lint.config import Config, ConfigError, find_config, read_config
from headwater.lint.rule import Rule
from headwater.lint.rule_table import DEFAULT, RULES, select_rules

__all__ = [
    "DEFAULT",
    "RULES",
    "Config",
    "ConfigError",
    "Finding",
    "Report",
    "Rule",
    "select_rules",
    "find_config",
    "lint",
    "read_config",
]
