"""Token rewrites for values of named types: what they are made of is a struct.

NEW shop.Order(a AS id, b AS (shop.ext))           STRUCT(a AS id, b AS ext)
NEW shop.Order {id: a item {sku: b} tags: [c]}     STRUCT(a AS id, STRUCT(b AS sku) AS item, [c] AS tags)
SELECT AS shop.Order a AS id                       SELECT AS STRUCT a AS id
REPLACE_FIELDS(o, a AS item.sku)                   REPLACE_FIELDS(o, a AS item)
"""

from __future__ import annotations

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import CLOSE, OPEN, TokenRewrite, Tokens, bracket_pairs, keyword, synthetic
from headwater.sql.token_edits import Edits

_T = TokenType
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})


# ── NEW, braces ──────────────────────────────────────────────────────────────────────────────────────────────
def rewrite_constructors(tokens: Tokens) -> Tokens:
    """NEW a.b(…), NEW a.b {…}, {…}: structs."""
    return _Writer(tokens).copied(0, len(tokens))


class _Writer:
    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.partners = bracket_pairs(tokens)

    def copied(self, start: int, end: int) -> Tokens:
        """Some tokens, with the constructors in them rewritten."""
        out: Tokens = []
        index = start
        while index < end:
            token = self.tokens[index]
            behind = self._behind_type(index) if keyword(self.tokens, index) == "NEW" else index
            opened = keyword(self.tokens, behind) if behind > index else ""
            if opened in ("(", "{") and self.partners.get(behind, -1) > behind:
                close = self.partners[behind]
                inside = self._aliased(behind + 1, close) if opened == "(" else self._fields(behind + 1, close)
                out += self._struct(token, inside)
                index = close + 1
            elif token.token_type is _T.L_BRACE and self._is_constructor(index):
                close = self.partners[index]
                if out and out[-1].token_type in (_T.STRUCT, _T.GT):
                    # STRUCT {a: 1}; the type of STRUCT<a INT64> {a: 1} names its fields
                    fields = self._fields(index + 1, close, out[-1].token_type is _T.STRUCT)
                    out += [synthetic(token, _T.L_PAREN, "("), *fields, synthetic(token, _T.R_PAREN, ")")]
                else:
                    out += self._struct(token, self._fields(index + 1, close))
                index = close + 1
            elif token.token_type in OPEN and self.partners.get(index, -1) > index:
                close = min(self.partners[index], end - 1)
                out += [token, *self.copied(index + 1, close), self.tokens[close]]
                index = close + 1
            else:
                out.append(token)
                index += 1
        return out

    def _struct(self, token: Token, inside: Tokens) -> Tokens:
        lead = [synthetic(token, _T.STRUCT, "STRUCT"), synthetic(token, _T.L_PAREN, "(")]
        return [*lead, *inside, synthetic(token, _T.R_PAREN, ")")]

    def _behind_type(self, index: int) -> int:
        """The index behind NEW a.b; that of NEW where no type follows."""
        name = index + 1
        if name >= len(self.tokens) or self.tokens[name].token_type not in _NAMES:
            return index
        while keyword(self.tokens, name + 1) == ".":
            name += 2
        return name + 1

    def _is_constructor(self, index: int) -> bool:
        """{a: 1}, {a {b: 1}}, {(x.y): 1} and nothing else in braces: a@{hint = 1}, -[e]->{1, 3}."""
        close = self.partners.get(index, -1)
        if close < 0 or (index and self.tokens[index - 1].token_type is _T.PARAMETER):
            return False
        return close == index + 1 or self._begins_field(index + 1, close)

    def _begins_field(self, index: int, end: int) -> bool:
        """name:, name {, (path):, name.path: at an index."""
        token = self.tokens[index]
        if token.token_type is _T.L_PAREN:
            behind = max(self.partners.get(index, index), index) + 1
        elif token.text.isidentifier() and keyword(self.tokens, index) not in ("STRUCT", "NEW"):
            behind = index + 1
        else:
            return False
        while keyword(self.tokens, behind) == "." and behind + 1 < end:
            behind = max(self.partners.get(behind + 1, 0), behind + 1) + 1
        return behind < end and keyword(self.tokens, behind) in (":", "{")

    def _fields(self, start: int, end: int, named: bool = True) -> Tokens:
        """a: 1, b {…} c: x: values with the names of their fields behind them."""
        begins: list[int] = []
        index = start
        while index < end:
            before = keyword(self.tokens, index - 1)
            if before not in (":", ".") and not (begins and index <= begins[-1] + 1) and self._begins_field(index, end):
                begins.append(index)
            index = max(self.partners.get(index, index), index) + 1
        out: Tokens = []
        for number, (first, last) in enumerate(zip(begins, [*begins[1:], end], strict=False)):
            stop = last - (keyword(self.tokens, last - 1) == ",")
            behind = first
            while keyword(self.tokens, behind) not in (":", "{") and behind < stop:
                behind = max(self.partners.get(behind, behind), behind) + 1
            value = behind + (keyword(self.tokens, behind) == ":")
            label = next((n for n in range(first, behind) if self.tokens[n].token_type is not _T.L_PAREN), first)
            name = synthetic(self.tokens[label], _T.IDENTIFIER, self.tokens[label].text)
            out += [synthetic(name, _T.COMMA, ",")] if number else []
            out += self.copied(value, stop)
            out += [synthetic(name, _T.ALIAS, "AS"), name] if named else []
        return out

    def _aliased(self, start: int, end: int) -> Tokens:
        """5 AS a, x AS (shop.ext): the last part of a path is the name."""
        out: Tokens = []
        depth = path = 0
        for token in self.copied(start, end):
            depth += (token.token_type in OPEN) - (token.token_type in CLOSE)
            if depth == 1 and token.token_type is _T.L_PAREN and out and out[-1].token_type is _T.ALIAS:
                path = len(out)
            elif depth == 0 and path:
                out[path:] = out[-1:]
                path = 0
            else:
                out.append(token)
        return out


# ── SELECT AS, REPLACE_FIELDS ────────────────────────────────────────────────────────────────────────────────
def rewrite_select_as(tokens: Tokens) -> Tokens:
    """SELECT AS shop.Order a AS id: SELECT AS STRUCT a AS id."""
    edits = Edits()
    for index in range(1, len(tokens) - 1):
        if tokens[index].token_type is not _T.ALIAS or tokens[index + 1].token_type not in _NAMES:
            continue
        if keyword(tokens, index - 1) not in ("SELECT", "DISTINCT", "ALL") or keyword(tokens, index + 1) == "VALUE":
            continue
        last = index + 1
        while keyword(tokens, last + 1) == "." and last + 2 < len(tokens):
            last += 2
        edits.swap(index + 1, synthetic(tokens[index + 1], _T.STRUCT, "STRUCT"))
        edits.drop(*range(index + 2, last + 1))
    return edits.applied(tokens)


def shorten_field_paths(tokens: Tokens) -> Tokens:
    """REPLACE_FIELDS(o, a AS item.sku, b AS (shop.ext).x): the first name tells the field that changes."""
    edits = Edits()
    partners = bracket_pairs(tokens)
    for opened in range(1, len(tokens)):
        if keyword(tokens, opened - 1) != "REPLACE_FIELDS" or opened not in partners:
            continue
        index = opened + 1
        while index < partners[opened]:
            if keyword(tokens, index) == "AS":
                end = index + 1
                while end < partners[opened] and tokens[end].token_type is not _T.COMMA:
                    end = max(partners.get(end, end), end) + 1
                name = next((n for n in range(index + 1, end) if tokens[n].token_type is not _T.L_PAREN), end)
                edits.drop(*(n for n in range(index + 1, end) if n != name))
                if name < end:
                    edits.swap(name, synthetic(tokens[name], _T.IDENTIFIER, tokens[name].text))
                index = end
            else:
                index = max(partners.get(index, index), index) + 1
    return edits.applied(tokens)


REWRITES = (
    TokenRewrite(frozenset({"NEW", "{"}), rewrite_constructors),
    TokenRewrite(frozenset({"SELECT"}), rewrite_select_as),
    TokenRewrite(frozenset({"REPLACE_FIELDS"}), shorten_field_paths),
)
