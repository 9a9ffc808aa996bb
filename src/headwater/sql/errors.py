"""Syntax errors: what is wrong with a statement that cannot be parsed, and where.

The parser reports where it stopped. That is often after the mistake (`SELECT a FORM t` stops at t), and in the parser's
own terms. This module looks at the tokens around that point: an open parenthesis, an extra comma, a misspelled keyword.
It suggests a correction only if the statement parses further with it, so a suggestion is never a guess. The cost is a
few parses of a statement that has an error, and nothing for other statements. To add a mistake: write a function that
returns a `Mistake` or None, and list it in `_LOOKED_FOR`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlglot.dialects.dialect import Dialect as Grammar
from sqlglot.tokenizer_core import Token, TokenType

from headwater.base.similar import near_names
from headwater.base.spans import Span
from headwater.sql.templates import COVER

_LISTED = """
    SELECT FROM WHERE GROUP ORDER HAVING LIMIT OFFSET UNION INTERSECT EXCEPT JOIN INNER LEFT RIGHT FULL OUTER CROSS
    NATURAL USING DISTINCT WITH RECURSIVE VALUES INSERT INTO OVERWRITE UPDATE DELETE MERGE MATCHED WHEN THEN ELSE CASE
    BETWEEN LIKE EXISTS CREATE TABLE VIEW DROP ALTER REPLACE TEMPORARY PARTITION QUALIFY WINDOW OVER ROWS RANGE
    UNBOUNDED PRECEDING FOLLOWING CURRENT FETCH LATERAL UNNEST PIVOT UNPIVOT TABLESAMPLE SAMPLE PERCENT PREWHERE FINAL
    SETTINGS FORMAT ARRAY CLUSTER DISTRIBUTE SORT AGGREGATE EXTEND MEASURES PATTERN DEFINE EXECUTE STATEMENT BEGIN
    DECLARE DEFAULT EXPLAIN DESCRIBE RETURNING EXCLUDE INPATH CACHE PARTITIONED ENGINE WATERMARK INTERVAL AND ASC DESC
    SET ALL ON AS BY
"""
KEYWORDS = tuple(_LISTED.split())
_TRIES = 6
_LONGEST = 20_000
"""Characters: a longer statement is not parsed again."""

_T = TokenType
_PAIRS = {_T.R_PAREN: _T.L_PAREN, _T.R_BRACKET: _T.L_BRACKET, _T.R_BRACE: _T.L_BRACE}
_BY = frozenset({"GROUP", "ORDER", "PARTITION", "CLUSTER", "SORT", "DISTRIBUTE"})
_JOIN = frozenset({"INNER", "LEFT", "RIGHT", "FULL", "OUTER", "CROSS", "NATURAL"})
_ASKS = frozenset({"WHERE", "ON", "HAVING", "QUALIFY", "AND", "OR", "NOT", "WHEN"})
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})
_WORDS = frozenset({_T.VAR, _T.IDENTIFIER, _T.STRING, _T.NUMBER})


class Mistake(NamedTuple):
    """What is wrong, as a sentence, and the span."""

    said: str
    place: Span


Reach = Callable[[str], int]
"""How far a text parses: an offset, larger than its length if it is a statement, negative if it is none."""


@dataclass
class Stop:
    """Where the parser stopped, and its message."""

    text: str
    span: Span
    tokens: Sequence[Token]
    index: int
    said: str
    reach: Reach
    tries: int = _TRIES

    def token(self, index: int) -> Token | None:
        """A token by its index."""
        return self.tokens[index] if 0 <= index < len(self.tokens) else None

    def keyword(self, index: int) -> str:
        """The text of a token in capitals; empty for a quoted token, and past the end."""
        token = self.token(index)
        return token.text.upper() if token is not None and token.token_type not in (_T.IDENTIFIER, _T.STRING) else ""

    def shown(self, index: int) -> str:
        """The text of a token as written, cut to 40 characters."""
        token = self.tokens[index]
        text = " ".join(self.text[token.start : token.end + 1].split())
        if COVER in text:
            return "a template"
        return text if len(text) <= 40 else text[:39] + "…"

    def reads_on(self, start: int, end: int, new: str, whole: bool = False) -> bool:
        """Whether the statement parses further, or completely, with `new` in place of the text between two offsets."""
        if self.tries <= 0 or self.span.end - self.span.start > _LONGEST:
            return False
        self.tries -= 1
        low = self.span.start
        changed = self.text[low:start] + new + self.text[end : self.span.end]
        reached = self.reach(changed)
        here = self.tokens[self.index].start - low + len(new) - (end - start)
        return reached > (len(changed) if whole else max(here, start - low + len(new)))


def explain(stop: Stop) -> Mistake:
    """The first mistake found, or the parser's own message, rephrased."""
    for look in _LOOKED_FOR:
        match = look(stop)
        if match is not None:
            return match
    return _plain(stop)


def _place(token: Token) -> Span:
    return Span(token.start, token.end + 1)


# ── mistakes ─────────────────────────────────────────────────────────────────────────────────────────────────────
def _brackets(stop: Stop) -> Mistake | None:
    return unmatched(stop.tokens)


def unmatched(tokens: Sequence[Token]) -> Mistake | None:
    """The first bracket without its other half."""
    open_: list[Token] = []
    for token in tokens:
        kind = token.token_type
        if kind in _PAIRS.values():
            open_.append(token)
        elif kind in _PAIRS:
            if not open_ or open_[-1].token_type is not _PAIRS[kind]:
                if open_:
                    return Mistake(f"{open_[-1].text} is closed by {token.text}.", _place(token))
                return Mistake(f"This {token.text} has no matching {_opening(token)}.", _place(token))
            open_.pop()
    return Mistake(f"{open_[-1].text} is never closed.", _place(open_[-1])) if open_ else None


def _opening(token: Token) -> str:
    return {")": "(", "]": "[", "}": "{"}.get(token.text, "opening")


def _case(stop: Stop) -> Mistake | None:
    if "CASE" not in stop.said and "END" not in stop.said:
        return None
    open_: list[Token] = []
    for index, token in enumerate(stop.tokens):
        keyword = stop.keyword(index)
        if keyword == "CASE":
            open_.append(token)
        elif keyword == "END" and open_:
            open_.pop()
            if stop.keyword(index - 1) in ("THEN", "ELSE", "WHEN"):
                return Mistake(f"Expected an expression between {stop.keyword(index - 1)} and END.", _place(token))
    return Mistake("This CASE has no END.", _place(open_[-1])) if open_ else None


def _quotes(stop: Stop) -> Mistake | None:
    """`a` in a dialect with other quotes."""
    token = stop.token(stop.index)
    for near in (stop.token(stop.index - 2), stop.token(stop.index - 1), token):
        if near is not None and near.text == "`":
            return Mistake("` does not quote names in this dialect.", _place(near))
    return None


def _comma(stop: Stop) -> Mistake | None:
    """A comma with nothing after it: SELECT a, FROM t; WITH q AS (…), SELECT 1."""
    for index in (stop.index - 1, stop.index):
        token = stop.token(index)
        behind = stop.token(index + 1)
        if token is None or token.token_type is not _T.COMMA or (behind is not None and behind.token_type in _WORDS):
            continue
        if stop.reads_on(token.start, token.end + 1, " ", True):
            return Mistake("Unexpected comma: nothing follows it.", _place(token))
    return None


def _typo(stop: Stop) -> Mistake | None:
    """A misspelled keyword that was parsed as a name: at the stop, shortly before it, or at the start."""
    for index in dict.fromkeys((stop.index, stop.index - 1, stop.index - 2, 0, stop.index + 1)):
        token = stop.token(index)
        if token is None or token.token_type is not _T.VAR or not token.text.isalpha() or len(token.text) < 2:
            continue
        for keyword in near_names(token.text, KEYWORDS)[:2]:
            if stop.reads_on(token.start, token.end + 1, keyword):
                return Mistake(f"{token.text} is not a keyword. Did you mean {keyword}?", _place(token))
    return None


def _second(stop: Stop) -> Mistake | None:
    """GROUP a, t INNER u: the second part of a keyword is missing."""
    for index in (stop.index, stop.index - 1):
        token = stop.token(index)
        wanted = "BY" if stop.keyword(index) in _BY else "JOIN" if stop.keyword(index) in _JOIN else ""
        if token is not None and wanted and stop.keyword(index + 1) != wanted:
            behind = token.end + 1
            if stop.reads_on(behind, behind, f" {wanted}"):
                return Mistake(f"Expected {wanted} after {stop.keyword(index)}.", _place(token))
    return None


def _pair(stop: Stop) -> Mistake | None:
    """Two tokens that cannot follow each other: WHERE AND, AS FROM, OVER ORDER BY."""
    for index in range(len(stop.tokens) - 1):
        keyword, following = stop.keyword(index), stop.keyword(index + 1)
        if keyword in _ASKS and following in ("AND", "OR"):
            return Mistake(f"Expected a condition between {keyword} and {following}.", _place(stop.tokens[index + 1]))
        if keyword == "AS" and following in ("FROM", "WHERE", ",", ")", "GROUP BY", "ORDER BY"):
            return Mistake(f"Expected a name after AS, not {following}.", _place(stop.tokens[index + 1]))
        if keyword == "OVER" and following in ("ORDER BY", "PARTITION BY"):
            return Mistake("Expected ( after OVER.", _place(stop.tokens[index]))
    return None


def _no_comma(stop: Stop) -> Mistake | None:
    token, before = stop.token(stop.index), stop.token(stop.index - 1)
    if token is None or before is None or token.token_type not in _NAMES or before.token_type not in _WORDS:
        return None
    if stop.reads_on(before.end + 1, before.end + 1, ",", True):
        said = f"Unexpected {stop.shown(stop.index)} after {stop.shown(stop.index - 1)}. Is a comma missing?"
        return Mistake(said, _place(token))
    return None


_LOOKED_FOR: tuple[Callable[[Stop], Mistake | None], ...] = (
    _brackets, _case, _pair, _quotes, _comma, _typo, _second, _no_comma,
)  # fmt: skip

# ── messages of the parser, rephrased ───────────────────────────────────────────────────────────────────────────────
_WANTED = {
    **dict.fromkeys(("WHERE", "HAVING", "QUALIFY", "PREWHERE", "ON", "AND", "OR", "NOT", "WHEN"), "a condition"),
    **dict.fromkeys(("FROM", "JOIN", "INTO", "UPDATE"), "a table"),
    **dict.fromkeys(("UNION", "ALL", "INTERSECT", "EXCEPT"), "a query"),
    **dict.fromkeys(("LIMIT", "OFFSET", "TOP"), "a number"),
}
_PARTS = re.compile(r"Expected (?P<what>\w+) after (?P<where>\w+)")
_SETOP = re.compile(r"Expected DISTINCT or ALL for (?P<what>\w+)")
_NO_WITH = re.compile(r"(?P<what>\w+) does not support CTE")
_EXPECTING = re.compile(r"Expecting (?P<what>\S+)$")


def _plain(stop: Stop) -> Mistake:
    token = stop.tokens[stop.index]
    here, last = stop.shown(stop.index), stop.index == len(stop.tokens) - 1
    place = _place(token)
    said = stop.said.rstrip(".")
    if match := _SETOP.match(said):
        return Mistake(f"{match['what'].upper()} must be followed by ALL or DISTINCT in this dialect.", place)
    if match := _NO_WITH.match(said):
        return Mistake("WITH is not allowed before this statement.", place)
    if said.startswith("Failed to parse any statement following CTE"):
        return Mistake("Expected a query after WITH.", place)
    if said.startswith("Expected CTE to have alias"):
        return Mistake(f"Expected the name of a CTE, not {here}.", place)
    if match := _PARTS.match(said):
        what = "a type" if match["what"] == "TYPE" else match["what"]
        return Mistake(f"Expected {what} in {match['where']}, before {here}.", place)
    if "'high'" in said:
        return Mistake("BETWEEN needs AND and a second value.", place)
    missing = said.startswith(("Required keyword", "Expected table name", "Expected"))
    if missing and last:
        wanted = _WANTED.get(stop.keyword(stop.index).split()[0] if stop.keyword(stop.index) else "", "an expression")
        return Mistake(f"The statement ends after {here}; expected {wanted}.", place)
    before = stop.shown(stop.index - 1) if stop.index else ""
    if match := _EXPECTING.match(said):
        return Mistake(f"Expected {match['what']} before {here}.", place)
    if missing or said.startswith("Invalid expression"):
        behind = f" after {before}" if before else " at the start of a statement"
        return Mistake(f"Unexpected {here}{behind}.", place)
    return Mistake(said.strip() + ".", place)


# ── mistakes the parser accepts ─────────────────────────────────────────────────────────────────────────────────
_LISTS = "".join(map(chr, (_T.GROUP_BY, _T.ORDER_BY, _T.PARTITION_BY, _T.ON, _T.WHERE, _T.HAVING)))
_ENDS = "".join(map(chr, (_T.R_PAREN, _T.SEMICOLON)))
# SELECT from, a FROM t: a column
_GOES_ON = "".join(map(chr, (_T.COMMA, _T.FROM, _T.PLUS, _T.EQ, _T.ALIAS, _T.DCOLON, _T.IS, _T.IN, _T.BETWEEN)))
_NO_ITEM = f"{chr(_T.SELECT)}{chr(_T.DISTINCT)}?{chr(_T.FROM)}(?![{re.escape(_GOES_ON)}])"
_HOLLOW = re.compile(f"{_NO_ITEM}|[{re.escape(_LISTS)}](?:[{re.escape(_ENDS)}]|$)", re.DOTALL)


def hollow(kinds: str, tokens: Sequence[Token]) -> Mistake | None:
    """SELECT FROM t, GROUP BY with no key: the parser accepts it, no engine does."""
    match = _HOLLOW.search(kinds)
    if match is None:
        return None
    last = match.end() - 1 if match.end() - match.start() > 1 else match.end()
    token = tokens[last - 1]
    return Mistake(f"Nothing follows {token.text.upper()}.", _place(token))


# ── text that cannot be tokenized ───────────────────────────────────────────────────────────────────────────────
def unclosed(text: str, grammar: Grammar) -> Mistake | None:
    """The first quote or comment that is never closed, by the dialect's own quotes."""
    tokenizer = grammar.tokenizer_class
    pairs: dict[str, str] = {"/*": "*/"}
    for given in (*tokenizer.QUOTES, *tokenizer.IDENTIFIERS):
        pairs.update([(given, given) if isinstance(given, str) else given])
    escapes = tuple(escape for escape in tokenizer.STRING_ESCAPES if escape not in pairs)
    openings = sorted(pairs, key=len, reverse=True)
    index = 0
    while index < len(text):
        if text.startswith("--", index):
            index = _behind(text, "\n", index)
            continue
        opening = next((opening for opening in openings if text.startswith(opening, index)), None)
        if opening is None:
            index += 1
            continue
        end = _closing(text, index + len(opening), pairs[opening], escapes if opening != "/*" else ())
        if end < 0:
            what = "comment" if opening == "/*" else "quote"
            line = text.find("\n", index)
            return Mistake(
                f"The {what} that opens here is never closed.", Span(index, line if line > index else len(text))
            )
        index = end
    return None


def _behind(text: str, mark: str, index: int) -> int:
    match = text.find(mark, index)
    return len(text) if match < 0 else match + len(mark)


def _closing(text: str, index: int, end: str, escapes: Sequence[str]) -> int:
    while index < len(text):
        if any(text.startswith(escape, index) for escape in escapes):
            index += 2
        elif text.startswith(end, index):
            if not text.startswith(end, index + len(end)) or len(end) > 1:
                return index + len(end)
            index += 2 * len(end)  # 'it''s'
        else:
            index += 1
    return -1
