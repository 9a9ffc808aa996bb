"""Scripts: BEGIN … END, IF, LOOP, DECLARE, SET, EXECUTE IMMEDIATE, for the dialects that have them.

A script's blocks are cut where a statement begins (`IF c THEN`, `BEGIN`, `LOOP` are steps by themselves), so that each
statement inside is read as any other. To add a step: a keyword in `_ENDS`, and what a dialect makes of it in its
`statements.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import TokenType

from headwater.sql.cursor import Cursor
from headwater.sql.grammar import CLOSE, OPEN, TokenRewrite, Tokens, Unreadable, keyword, synthetic
from headwater.sql.reader import Read, Result
from headwater.sql.statements import Assign, ControlFlow, ExecuteImmediate
from headwater.sql.token_edits import Edits

_T = TokenType
_ENDS = {
    "IF": "THEN", "ELSEIF": "THEN", "WHILE": "DO", "FOR": "DO", "EXCEPTION": "THEN", "WHEN": "THEN", "CASE": "THEN",
    "ELSE": "ELSE", "LOOP": "LOOP", "REPEAT": "REPEAT", "BEGIN": "BEGIN",
}  # fmt: skip
"""The keywords that open a block, and the one behind which its statements begin."""
NAMES = frozenset({_T.VAR, _T.IDENTIFIER})


# ── blocks ───────────────────────────────────────────────────────────────────────────────────────────────────
def split_steps(tokens: Tokens) -> Tokens:
    """BEGIN, IF c THEN, LOOP: a semicolon behind each, so that the statements inside stand by themselves."""
    edits = Edits()
    index, size = 0, len(tokens)
    while index < size:
        if tokens[index].token_type is _T.SEMICOLON:
            index += 1
            continue
        if index + 1 < size and tokens[index + 1].token_type is _T.COLON and keyword(tokens, index + 2) in _ENDS:
            index += 2  # label: LOOP
        end = _end_of_step(tokens, index)
        if end >= 0:
            edits.put_after(end, synthetic(tokens[end], _T.SEMICOLON, ";"))
            index = end + 1
            continue
        while index < size and tokens[index].token_type is not _T.SEMICOLON:
            index += 1
    return edits.applied(tokens)


def _end_of_step(tokens: Tokens, start: int) -> int:
    """The last token of the step that begins here; -1 where none does."""
    first = keyword(tokens, start)
    stop = _ENDS.get(first)
    if first == "BEGIN" and (start + 1 >= len(tokens) or keyword(tokens, start + 1) in ("TRANSACTION", ";")):
        return -1
    if stop is None:
        if first != "CREATE" or "PROCEDURE" not in [keyword(tokens, n) for n in range(start, start + 5)]:
            return -1
        stop = "BEGIN"
    depth = cases = 0
    for index in range(start, len(tokens)):
        kind = tokens[index].token_type
        if kind in OPEN:
            depth += 1
        elif kind in CLOSE:
            depth -= 1
        elif kind is _T.SEMICOLON:
            return -1
        elif depth == 0:
            if kind is _T.CASE and index > start:
                cases += 1
            elif kind is _T.END and cases:
                cases -= 1
            elif not cases and keyword(tokens, index) == stop:
                return index
    return -1


STEPS = TokenRewrite(frozenset({"BEGIN", "IF", "LOOP", "WHILE", "FOR", "REPEAT", "CASE"}), split_steps)


# ── statements ───────────────────────────────────────────────────────────────────────────────────────────────
def control_flow(cursor: Cursor) -> ControlFlow:
    """IF c THEN, END LOOP, BEGIN TRANSACTION."""
    keyword = cursor.keyword(cursor.index)
    transaction = keyword == "BEGIN" and cursor.keyword(1) == "TRANSACTION"
    condition: exp.Expr | None = None
    asks = any(token.token_type is _T.SELECT for token in cursor.tokens[cursor.index : cursor.end])
    if keyword in _CONDITIONS and asks:
        start = cursor.index + 1
        if keyword == "CASE":
            start = cursor.find(frozenset({"WHEN"}), start, cursor.end) + 1
        end = cursor.end - (cursor.keyword(cursor.end - 1) in ("THEN", "DO"))
        try:
            condition = cursor.expression(start, end)
        except (Unreadable, SqlglotError):
            condition = None  # its tables are told all the same
    return ControlFlow("BEGIN_TRANSACTION" if transaction else keyword, keyword, condition)


_CONDITIONS = frozenset({"IF", "ELSEIF", "WHILE", "WHEN", "UNTIL", "CASE"})


def labelled(cursor: Cursor, steps: Mapping[str, Read]) -> Result:
    """label: LOOP, label: FOR r IN (…) DO: the step behind the label, read by the reader of its keyword."""
    if cursor.end > 2 and cursor.tokens[1].token_type is _T.COLON and cursor.keyword(2) in steps:
        cursor.index = 2
        return steps[cursor.keyword(2)](cursor)
    return None


def declare(cursor: Cursor, names: Callable[[Cursor], list[str]], defaults: frozenset[str]) -> Assign:
    """x, y INT64 DEFAULT 5."""
    declared = names(cursor)
    mark = cursor.find(defaults, cursor.index, cursor.end)
    value = cursor.expression(mark + 1, cursor.end) if mark < cursor.end else None
    return Assign("DECLARE", tuple(declared), value, declares=True)


def record(name: str, query: exp.Expr) -> Assign:
    """FOR r IN (SELECT …) DO: a record with the columns of its query."""
    return Assign("FOR", (name,), query, declares=True, record=True)


def _constant(cursor: Cursor, parts: list[int]) -> str:
    """Strings one behind the other; two without a space between them are one with a quote inside: 'it''s'."""
    text = ""
    for index in parts:
        token = cursor.tokens[index]
        doubled = index > parts[0] and cursor.tokens[index - 1].end + 1 == token.start and cursor.is_string(index - 1)
        text += ("'" if doubled else "") + token.text
    return text


_HOLE = "${"
_FORMAT = re.compile(r"%(?:%|[-+#0 ']*[\d*]*(?:\.[\d*]+)?[a-zA-Z])")
_MOST_PARTS = 200


def _text(cursor: Cursor, start: int, end: int) -> list[str] | None:
    """The pieces of a text that is put together from constants, `||`, CONCAT and FORMAT; None where it is not read."""
    while start < end and cursor.tokens[start].token_type is _T.L_PAREN and cursor.closing(start) == end - 1:
        start, end = start + 1, end - 1
    if start >= end or end - start > _MOST_PARTS * 10:
        return None
    parts = [index for index in cursor.same_level(start, end) if cursor.tokens[index].token_type is _T.DPIPE]
    if parts:
        bounds = zip([start, *(index + 1 for index in parts)], [*parts, end], strict=True)
        return _joined([_text(cursor, first, last) for first, last in bounds])
    if all(cursor.is_string(index) for index in range(start, end)):
        return [_constant(cursor, list(range(start, end)))]
    name = cursor.keyword(start)
    if name in ("CONCAT", "FORMAT", "FORMAT_STRING", "PRINTF") and start + 1 < end:
        opens = cursor.tokens[start + 1].token_type is _T.L_PAREN and cursor.closing(start + 1) == end - 1
        given = [_text(cursor, *part) for part in cursor.items(start + 2, end - 1)] if opens else []
        if given and name == "CONCAT":
            return _joined(given)
        if given and given[0] is not None and len(given[0]) == 1 and not given[0][0].startswith(_HOLE):
            return _formatted(given[0][0], given[1:])
    if end - start == 1 and cursor.tokens[start].token_type is _T.NUMBER:
        return [cursor.tokens[start].text]
    source = " ".join(cursor.source(start, end).split())
    return None if len(source) > _MOST_PARTS or "{" in source or "}" in source else [f"{_HOLE}{source}}}"]


def _joined(parts: list[list[str] | None]) -> list[str] | None:
    pieces: list[str] = []
    for part in parts:
        if part is None:
            return None
        pieces += part
    return pieces


def _formatted(text: str, given: list[list[str] | None]) -> list[str] | None:
    """FORMAT('… %s …', x): each placeholder is what is given for it."""
    pieces: list[str] = []
    rest = iter(given)
    offset = 0
    for match in _FORMAT.finditer(text):
        pieces.append(text[offset : match.start()])
        offset = match.end()
        put = ["%"] if match.group() == "%%" else next(rest, None)
        if put is None or "*" in match.group():
            return None
        pieces += put
    pieces.append(text[offset:])
    return pieces


def execute_immediate(cursor: Cursor) -> ExecuteImmediate | None:
    """EXECUTE IMMEDIATE 'text' [|| 'text'] …: what is not constant in the text becomes a template, `${x}`."""
    if not cursor.accept("EXECUTE", "IMMEDIATE"):
        return None
    stop = cursor.find(frozenset({"USING", "INTO"}), cursor.index, cursor.end)
    into: list[str] = []
    using: list[exp.Expr] = []
    if stop < cursor.end and cursor.keyword(stop) == "INTO":
        into = cursor.slice(stop + 1, cursor.end).names()
    values = cursor.find(frozenset({"USING"}), stop, cursor.end)
    if values < cursor.end:
        using = cursor.expressions(values + 1, cursor.find(frozenset({"INTO"}), values, cursor.end))
    pieces = _text(cursor, cursor.index, stop)
    text = "".join(pieces) if pieces is not None and any(not piece.startswith(_HOLE) for piece in pieces) else None
    return ExecuteImmediate("EXECUTE", text, tuple(into), tuple(using))
