"""Statements that are almost right: tokens deleted, doubled, swapped, replaced, or cut off at the end.

The statements of the golden files are broken at random. An answer must come, and be honest: no exception; no name of a
column that stands in the text and in no node of the tree, where the answer is EXACT; time in proportion to the text.
Columns are those of the tables that the text names: a name that none of them has is no column there.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token

import headwater
from headwater import dialects
from headwater.base import codes
from headwater.sql import parse as sql_parse
from tests.golden.goldenfile import parse_folder
from tests.golden.test_golden import catalog_of

SECONDS = 2.0
"""CPU time that no statement of this size may need; the slowest ordinary one needs a hundredth of it."""


@dataclass
class Report:
    """What a run found."""

    statements: int = 0
    exact: int = 0
    internal: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    """EXACT answers with the name of a column in no node of the tree; keywords and paths may have such a name, too."""
    slow: list[str] = field(default_factory=list)


def mutated(sql: str, spans: list[tuple[int, int]], chance: random.Random) -> str:
    """The text after one to three changes of its tokens."""
    pieces = [sql[start:end] for start, end in spans]
    for _ in range(chance.randint(1, 3)):
        if len(pieces) < 2:
            break
        index = chance.randrange(len(pieces))
        change = chance.randrange(5)
        if change == 0:
            del pieces[index]
        elif change == 1:
            pieces.insert(index, pieces[index])
        elif change == 2:
            other = min(index + 1, len(pieces) - 1)
            pieces[index], pieces[other] = pieces[other], pieces[index]
        elif change == 3:
            pieces[index] = chance.choice(pieces)
        else:
            del pieces[index + 1 :]
    return " ".join(pieces)


def mutants(dialect: str, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """So many broken statements, each with the catalog of the case that it comes from."""
    grammar = dialects.get(dialect).grammar
    sources = []
    for case in parse_folder():
        if dialect in case.dialects and len(case.sql) < 2_000:
            try:
                tokens = sql_parse.tokenize(case.sql, grammar)
            except SqlglotError:
                continue
            name = case.options.get("catalog", "shop")
            sources.append((case.sql, [(token.start, token.end + 1) for token in tokens], name))
    chance = random.Random(f"{dialect} {seed}")
    for _ in range(count):
        sql, spans, name = chance.choice(sources)
        yield mutated(sql, spans, chance), name


def vanished(sql: str, dialect: str, columns: frozenset[str]) -> list[str]:
    """Names of columns that stand in the text of a query and in no node of its tree."""
    known = dialects.get(dialect)
    missing = []
    for parsed in sql_parse.parse(sql, known.grammar, 10_000_000, known.syntax):
        if not isinstance(parsed.tree, exp.Query):
            continue
        starts = {
            node._meta["start"]
            for node in parsed.tree.find_all(exp.Identifier, exp.Var, exp.Anonymous, exp.Func)
            if node._meta and "start" in node._meta
        }
        missing += [
            token.text
            for index, token in enumerate(parsed.tokens)
            if token.token_type.name in ("VAR", "IDENTIFIER")
            and token.text.lower() in columns
            and token.start not in starts
            and not _is_label(parsed.tokens, index)
        ]
    return missing


_NO_COLUMNS_BEHIND = frozenset({"OPTIONS", "@", "DESCRIBE", "OUTFILE"})
_UNITS = frozenset({"DAY", "DATE", "MONTH", "YEAR", "HOUR", "WEEK"})


def _is_label(tokens: Sequence[Token], index: int) -> bool:
    """Whether a name is no column's by its place: {a: 1}, f(a := 1), $a, b::a, CAST(b AS a), BY NAME, 1 DAY, v:b.a."""
    before = tokens[index - 1].text.upper() if index else ""
    after = tokens[index + 1].text if index + 1 < len(tokens) else ""
    return (
        after in (":", ":=", "=>")
        or before in ("$", "@", ":", "::", "AS", "BY", "INTO", "EXTRACT", "INTERVAL", "NEW")
        or (tokens[index].text.upper() in _UNITS and index > 0)
        or (index > 1 and tokens[index - 2].text.upper() in ("INTERVAL", "EXTRACT", "DECIMAL"))
        or (before == "." and any(token.text.upper() in (":", "AS") for token in tokens[max(index - 4, 0) : index]))
        or any(token.text.upper() in _NO_COLUMNS_BEHIND for token in tokens[:index])
        or _is_in_pattern([token.text.upper() for token in tokens[:index]])
    )


def _is_in_pattern(before: list[str]) -> bool:
    """MATCH_RECOGNIZE (… PATTERN (a b+) DEFINE …): a and b are variables."""
    return "PATTERN" in before and "DEFINE" not in before[before.index("PATTERN") :]


def run(dialect: str, count: int, seed: int) -> Report:
    """Break statements, analyze them, and report what is wrong with the answers."""
    report = Report()
    catalogs: dict[str, headwater.Catalog | None] = {}
    cases = {case.options.get("catalog", "shop"): case for case in parse_folder() if dialect in case.dialects}
    for sql, name in mutants(dialect, count, seed):
        if name not in catalogs:
            catalogs[name] = catalog_of(cases[name], dialect)
        catalog = catalogs[name]
        report.statements += 1
        begun = time.process_time()
        answer = headwater.analyze(sql, dialect=dialect, catalog=catalog)
        answer.to_dict()
        if time.process_time() - begun > SECONDS:
            report.slow.append(sql)
        if any(diagnostic.kind is codes.INTERNAL for diagnostic in answer.diagnostics):
            report.internal.append(sql)
        if answer.statements and answer.level == headwater.Level.EXACT and catalog is not None:
            report.exact += 1
            words = frozenset(re.findall(r"\w+", sql.lower()))
            names = frozenset(
                column.name.lower()
                for table in catalog.tables
                if table.name[-1].lower() in words
                for column in table.columns or ()
            )
            missing = vanished(sql, dialect, names)
            if missing:
                report.skipped.append(f"{missing}: {sql}")
    return report
