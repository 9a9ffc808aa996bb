"""Calibration: how often edges of each level are right, where parts of the schema are withheld.

A second session goes through the same script and does not see some of the statements that define something: its
tables, views, types and functions are unknown to the queries behind them. What the engine says of a query, with the
whole schema, tells which of the edges of that poorer answer are right. `python -m tests.judges.proof` adds the counts
up, and `base.levels` takes its confidences from them.
"""

from __future__ import annotations

import random
import re
from collections import Counter

import headwater
from headwater.api import analyze_in
from headwater.base.levels import COARSE
from headwater.catalog.mapping import Catalog
from headwater.session import open_session
from tests.judges.compare import Fold
from tests.judges.replay.verdicts import Expected, plain, source_of

_DEFINES = re.compile(
    r"^\s*(?:CREATE|ALTER|REPLACE)\b(?:\s+(?:OR|REPLACE|TEMP|TEMPORARY|GLOBAL|EXTERNAL|MANAGED|MATERIALIZED|IF|NOT|EXISTS"
    r"|TABLE|VIEW|MACRO|FUNCTION|TYPE|DICTIONARY)\b)*\s+(?P<name>[^\s(]+)",
    re.IGNORECASE,
)
_VIEW = re.compile(r"^\s*CREATE\b.*?\bVIEW\b", re.IGNORECASE)
"""A plan that looks through a view does not name it: without its view, every edge of a query would be wrong."""
Claims = dict[str, tuple[int, int]]
"""What was claimed, and how many of so many claims are right."""


class Withheld:
    """The session of one script that lacks a share of its definitions; the same ones for the same seed."""

    def __init__(self, dialect: str, fold_views: bool, share: float, seed: str) -> None:
        self.session = open_session(dialect, Catalog(), fold_views=fold_views)
        self.share = share
        self.seed = seed

    def told(self, sql: str, accepted: bool, expected: Expected | None, fold: Fold) -> Claims:
        """Analyze a statement, unless it is withheld or the engine refused it; judge the edges of a query."""
        if not accepted or self.withholds(sql):
            return {}
        analysis = analyze_in(self.session, sql)
        if expected is None or expected.by_name or not analysis.statements:
            return {}
        return judged(analysis.statements[0], expected, fold)

    def withholds(self, sql: str) -> bool:
        """Whether a statement defines something that is not to be known: all of one name, or an old schema stays."""
        match = _DEFINES.match(sql)
        if match is None or _VIEW.match(sql):
            return False
        name = match["name"].strip('`";').rpartition(".")[2].lower()
        return random.Random(f"{self.seed} {name}").random() < self.share


def judged(statement: headwater.Statement, expected: Expected, fold: Fold) -> Claims:
    """The edges of a query by what they claim, and which of them the engine confirms.

    Outputs are the same by their ordinal; by their name where a star over an unknown table hides how many there are.
    """
    truth = [frozenset(map(plain, known)) for known in expected.sources]
    count = sum(not column.dataset for column in statement.columns)
    aligned = count == len(truth) and all(edge.source.column != "*" for edge in statement.edges)
    names = Counter(map(fold, expected.names))
    by_name = {fold(name): i for i, name in enumerate(expected.names) if names[fold(name)] == 1}
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for edge in statement.edges:
        source = source_of(edge.source, fold)
        if edge.source.column == "*":
            total["star"] += 1
            right["star"] += any(table == source[0] for known in truth for table, _ in known)
            continue
        target = edge.target
        index = target.ordinal if aligned else by_name.get(fold(str(target.column)))
        if index is None:
            continue
        kind = claim(edge)
        total[kind] += 1
        right[kind] += source in truth[index] or source in expected.origins
    return {kind: (right[kind], total[kind]) for kind in total}


def claim(edge: headwater.Edge) -> str:
    """The level of an edge, with the number of candidates of an ambiguous one."""
    candidates = f" {edge.doubt}" if 1 < edge.doubt < COARSE else ""
    return f"{edge.level}{candidates}"
