"""What is wrong with a text that cannot be read, in words and at its place.

The parser says where it stopped, which is often behind the mistake (`SELECT a FORM t` stops at t), and in terms of
its own. Here the words around that place are looked at: an open parenthesis, a comma too many, a keyword with swapped
letters. A suggestion is made only if the statement can be read further with it, which is tried, so it is never a
guess. Costs a few parses, of a statement that has an error, and none of any other. To add a mistake: a function that
gives a `Mistake` or None, in `_LOOKED_FOR`.
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
"""Characters: a longer statement is not read again, only looked at."""

_T = TokenType
_PAIRS = {_T.R_PAREN: _T.L_PAREN, _T.R_BRACKET: _T.L_BRACKET, _T.R_BRACE: _T.L_BRACE}
_BY = frozenset({"GROUP", "ORDER", "PARTITION", "CLUSTER", "SORT", "DISTRIBUTE"})
_JOIN = frozenset({"INNER", "LEFT", "RIGHT", "FULL", "OUTER", "CROSS", "NATURAL"})
_ASKS = frozenset({"WHERE", "ON", "HAVING", "QUALIFY", "AND", "OR", "NOT", "WHEN"})
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})
_WORDS = frozenset({_T.VAR, _T.IDENTIFIER, _T.STRING, _T.NUMBER})


class Mistake(NamedTuple):
    """What is wrong, as a sentence, and where."""

    said: str
    place: Span


Reach = Callable[[str], int]
"""How far a text can be read: an offset, more than its length if it is a statement, less than 0 if it is none."""


@dataclass
class Stop:
    """Where the parser stopped, and what it said."""

    text: str
    span: Span
    tokens: Sequence[Token]
    at: int
    said: str
    reach: Reach
    tries: int = _TRIES

    def token(self, at: int) -> Token | None:
        """A word by its number."""
        return self.tokens[at] if 0 <= at < len(self.tokens) else None

    def word(self, at: int) -> str:
        """A word in capitals; nothing for one that is quoted, and behind the end."""
        token = self.token(at)
        return token.text.upper() if token is not None and token.token_type not in (_T.IDENTIFIER, _T.STRING) else ""

    def shown(self, at: int) -> str:
        """A word as it is written, cut short."""
        token = self.tokens[at]
        text = " ".join(self.text[token.start : token.end + 1].split())
        if COVER in text:
            return "a template"
        return text if len(text) <= 40 else text[:39] + "…"

    def reads_on(self, start: int, end: int, new: str, whole: bool = False) -> bool:
        """Whether the statement can be read further, or as a whole, with something else at a place."""
        if self.tries <= 0 or self.span.end - self.span.start > _LONGEST:
            return False
        self.tries -= 1
        low = self.span.start
        changed = self.text[low:start] + new + self.text[end : self.span.end]
        reached = self.reach(changed)
        here = self.tokens[self.at].start - low + len(new) - (end - start)
        return reached > (len(changed) if whole else max(here, start - low + len(new)))


def explain(stop: Stop) -> Mistake:
    """The first mistake that is found, or the parser's own words made plain."""
    for look in _LOOKED_FOR:
        match = look(stop)
        if match is not None:
            return match
    return _plain(stop)


def _place(token: Token) -> Span:
    return Span(token.start, token.end + 1)


# ── mistakes ─────────────────────────────────────────────────────────────────────────────────────────────────────
def _brackets(stop: Stop) -> Mistake | None:
    open_: list[Token] = []
    for token in stop.tokens:
        kind = token.token_type
        if kind in _PAIRS.values():
            open_.append(token)
        elif kind in _PAIRS:
            if not open_ or open_[-1].token_type is not _PAIRS[kind]:
                if open_:
                    return Mistake(f"{open_[-1].text} is closed by {token.text}.", _place(token))
                return Mistake(f"There is no {_opening(token)} for this {token.text}.", _place(token))
            open_.pop()
    return Mistake(f"{open_[-1].text} is never closed.", _place(open_[-1])) if open_ else None


def _opening(token: Token) -> str:
    return {")": "(", "]": "[", "}": "{"}.get(token.text, "opening")


def _case(stop: Stop) -> Mistake | None:
    if "CASE" not in stop.said and "END" not in stop.said:
        return None
    open_: list[Token] = []
    for index, token in enumerate(stop.tokens):
        word = stop.word(index)
        if word == "CASE":
            open_.append(token)
        elif word == "END" and open_:
            open_.pop()
            if stop.word(index - 1) in ("THEN", "ELSE", "WHEN"):
                return Mistake(f"Nothing stands between {stop.word(index - 1)} and END.", _place(token))
    return Mistake("This CASE has no END.", _place(open_[-1])) if open_ else None


def _quotes(stop: Stop) -> Mistake | None:
    """`a` where names are quoted in another way."""
    token = stop.token(stop.at)
    for one in (stop.token(stop.at - 2), stop.token(stop.at - 1), token):
        if one is not None and one.text == "`":
            return Mistake("` quotes no name in this dialect.", _place(one))
    return None


def _comma(stop: Stop) -> Mistake | None:
    """A comma with nothing behind it: SELECT a, FROM t; WITH q AS (…), SELECT 1."""
    for at in (stop.at - 1, stop.at):
        token = stop.token(at)
        behind = stop.token(at + 1)
        if token is None or token.token_type is not _T.COMMA or (behind is not None and behind.token_type in _WORDS):
            continue
        if stop.reads_on(token.start, token.end + 1, " ", True):
            return Mistake("Nothing stands behind this comma.", _place(token))
    return None


def _typo(stop: Stop) -> Mistake | None:
    """A keyword with a slip in it, which was taken for a name: at the stop, shortly before it, or at the beginning."""
    for at in dict.fromkeys((stop.at, stop.at - 1, stop.at - 2, 0, stop.at + 1)):
        token = stop.token(at)
        if token is None or token.token_type is not _T.VAR or not token.text.isalpha() or len(token.text) < 2:
            continue
        for word in near_names(token.text, KEYWORDS)[:2]:
            if stop.reads_on(token.start, token.end + 1, word):
                return Mistake(f"{token.text} is no keyword. Did you mean {word}?", _place(token))
    return None


def _second(stop: Stop) -> Mistake | None:
    """GROUP a, t INNER u: the second word of a keyword is missing."""
    for at in (stop.at, stop.at - 1):
        token = stop.token(at)
        wanted = "BY" if stop.word(at) in _BY else "JOIN" if stop.word(at) in _JOIN else ""
        if token is not None and wanted and stop.word(at + 1) != wanted:
            behind = token.end + 1
            if stop.reads_on(behind, behind, f" {wanted}"):
                return Mistake(f"{wanted} is missing behind {stop.word(at)}.", _place(token))
    return None


def _pair(stop: Stop) -> Mistake | None:
    """Two words that cannot stand beside each other: WHERE AND, AS FROM, OVER ORDER BY."""
    for at in range(len(stop.tokens) - 1):
        one, other = stop.word(at), stop.word(at + 1)
        if one in _ASKS and other in ("AND", "OR"):
            return Mistake(f"Nothing stands between {one} and {other}.", _place(stop.tokens[at + 1]))
        if one == "AS" and other in ("FROM", "WHERE", ",", ")", "GROUP BY", "ORDER BY"):
            return Mistake(f"A name is expected behind AS, not {other}.", _place(stop.tokens[at + 1]))
        if one == "OVER" and other in ("ORDER BY", "PARTITION BY"):
            return Mistake("( is missing behind OVER.", _place(stop.tokens[at]))
    return None


def _no_comma(stop: Stop) -> Mistake | None:
    token, before = stop.token(stop.at), stop.token(stop.at - 1)
    if token is None or before is None or token.token_type not in _NAMES or before.token_type not in _WORDS:
        return None
    if stop.reads_on(before.end + 1, before.end + 1, ",", True):
        said = f"{stop.shown(stop.at)} is not expected behind {stop.shown(stop.at - 1)}. Is there a comma missing?"
        return Mistake(said, _place(token))
    return None


_LOOKED_FOR: tuple[Callable[[Stop], Mistake | None], ...] = (
    _brackets, _case, _pair, _quotes, _comma, _typo, _second, _no_comma,
)  # fmt: skip

# ── the parser's words made plain ────────────────────────────────────────────────────────────────────────────────
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
    token = stop.tokens[stop.at]
    here, last = stop.shown(stop.at), stop.at == len(stop.tokens) - 1
    place = _place(token)
    said = stop.said.rstrip(".")
    if match := _SETOP.match(said):
        return Mistake(f"{match['what'].upper()} needs ALL or DISTINCT behind it in this dialect.", place)
    if match := _NO_WITH.match(said):
        return Mistake("WITH cannot stand before this.", place)
    if said.startswith("Failed to parse any statement following CTE"):
        return Mistake("No query stands behind WITH.", place)
    if said.startswith("Expected CTE to have alias"):
        return Mistake(f"The name of a CTE is expected here, not {here}.", place)
    if match := _PARTS.match(said):
        what = "A type" if match["what"] == "TYPE" else match["what"]
        return Mistake(f"{what} is expected in {match['where']}, before {here}.", place)
    if "'high'" in said:
        return Mistake("BETWEEN needs AND and a second value.", place)
    missing = said.startswith(("Required keyword", "Expected table name", "Expected"))
    if missing and last:
        wanted = _WANTED.get(stop.word(stop.at).split()[0] if stop.word(stop.at) else "", "something")
        return Mistake(f"The statement ends behind {here}, where {wanted} is expected.", place)
    before = stop.shown(stop.at - 1) if stop.at else ""
    if match := _EXPECTING.match(said):
        return Mistake(f"{match['what']} is expected before {here}.", place)
    if missing or said.startswith("Invalid expression"):
        behind = f" behind {before}" if before else " at the beginning of a statement"
        return Mistake(f"{here} is not expected{behind}.", place)
    return Mistake(said.strip() + ".", place)


# ── what the parser reads over ───────────────────────────────────────────────────────────────────────────────────
_LISTS = "".join(map(chr, (_T.GROUP_BY, _T.ORDER_BY, _T.PARTITION_BY, _T.ON, _T.WHERE, _T.HAVING)))
_ENDS = "".join(map(chr, (_T.R_PAREN, _T.SEMICOLON)))
_HOLLOW = re.compile(
    f"{chr(_T.SELECT)}{chr(_T.DISTINCT)}?{chr(_T.FROM)}|[{re.escape(_LISTS)}](?:[{re.escape(_ENDS)}]|$)", re.DOTALL
)


def hollow(kinds: str, tokens: Sequence[Token]) -> Mistake | None:
    """SELECT FROM t, … GROUP BY and nothing behind it: read as if it were not there, which no engine does."""
    match = _HOLLOW.search(kinds)
    if match is None:
        return None
    last = match.end() - 1 if match.end() - match.start() > 1 else match.end()
    token = tokens[last - 1]
    return Mistake(f"Nothing stands behind {token.text.upper()}.", _place(token))


# ── what cannot be cut into words ────────────────────────────────────────────────────────────────────────────────
def unclosed(text: str, grammar: Grammar) -> Mistake | None:
    """The quote or comment that is opened and never closed, found by the dialect's own quotes."""
    tokenizer = grammar.tokenizer_class
    pairs: dict[str, str] = {"/*": "*/"}
    for given in (*tokenizer.QUOTES, *tokenizer.IDENTIFIERS):
        pairs.update([(given, given) if isinstance(given, str) else given])
    escapes = tuple(one for one in tokenizer.STRING_ESCAPES if one not in pairs)
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


def _behind(text: str, mark: str, at: int) -> int:
    match = text.find(mark, at)
    return len(text) if match < 0 else match + len(mark)


def _closing(text: str, at: int, end: str, escapes: Sequence[str]) -> int:
    while at < len(text):
        if any(text.startswith(escape, at) for escape in escapes):
            at += 2
        elif text.startswith(end, at):
            if not text.startswith(end, at + len(end)) or len(end) > 1:
                return at + len(end)
            at += 2 * len(end)  # 'it''s'
        else:
            at += 1
    return -1
