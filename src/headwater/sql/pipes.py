"""Pipe syntax, hidden from the parser in a WITH whose members are the operators in order.

    FROM t |> WHERE a > 0 |> EXTEND a + 1 AS k

becomes, with placeholders for names,

    WITH from AS (SELECT * FROM t), where AS (SELECT 1 WHERE a > 0), extend AS (SELECT a + 1 AS k) SELECT 1

so that a chain of any length is a flat list, each clause is parsed as the clause it is, and the offsets stay true.
A pipeline may stand wherever a query may, and a subpipeline (FORK, TEE, IF) is one without a first member. The binder
(`bind/relation/pipe.py`) runs the members one after the other. To add an operator: a function in `_OPERATORS`, and one
there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlglot.tokenizer_core import Token, TokenType

from headwater.base.similar import nearest
from headwater.sql.grammar import CLOSE, OPEN, TokenRewrite, Tokens, Unreadable, bracket_pairs, keyword, synthetic
from headwater.sql.placeholders import MARK

_T = TokenType
SEPARATOR = "|"
"""Between an operator's name and what else its tokens said."""
SET_OPERATION = "set operation"
"""The operator of UNION, INTERSECT and EXCEPT."""
_QUERY = frozenset({_T.SELECT, _T.FROM, _T.WITH})
_JOINS = frozenset({"JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL", "OUTER", "HASH", "LOOKUP"})
_SETS = frozenset({"UNION", "INTERSECT", "EXCEPT", "MINUS"})
_SORTS = frozenset({"ASC", "DESC", "NULLS"})
_SORT_WORDS = _SORTS | {"FIRST", "LAST", "NULLS FIRST", "NULLS LAST"}
_NESTING = frozenset({"FORK", "TEE", "IF", "LOG", "RECURSIVE"})


class Operator(NamedTuple):
    """One operator as the parser sees it: its name and its query."""

    name: str
    tokens: Tokens


def rewrite_pipes(tokens: Tokens) -> Tokens:
    """The tokens of a statement with every pipeline in it as a WITH."""
    matched = bracket_pairs(tokens)
    holders: dict[int, list[int]] = {}
    waiting = [-1]
    for index, token in enumerate(tokens):
        kind = token.token_type
        if kind in OPEN and index in matched:
            waiting.append(index)
        elif kind in CLOSE and index in matched:
            waiting.pop()
        elif kind is _T.PIPE_GT:
            holders.setdefault(waiting[-1], []).append(index)
    if not holders:
        return tokens
    return _Writer(tokens, matched, holders).level(0, len(tokens), -1)


class _Writer:
    def __init__(self, tokens: Tokens, matched: dict[int, int], holders: dict[int, list[int]]) -> None:
        self.tokens = tokens
        self.matched = matched
        self.holders = holders

    # ── tokens ────────────────────────────────────────────────────────────────────────────────────────────────
    def copied(self, start: int, end: int) -> Tokens:
        """Some tokens, with the pipelines inside their parentheses written anew."""
        out: Tokens = []
        index = start
        while index < end:
            token = self.tokens[index]
            out.append(token)
            close = self.matched.get(index, -1) if token.token_type in OPEN else -1
            if close > index and close < end:
                out += self.level(index + 1, close, index)
                out.append(self.tokens[close])
                index = close
            index += 1
        return out

    def outer(self, start: int, end: int) -> list[int]:
        """The places that are inside no parenthesis of their own; a parenthesis counts as one."""
        matches = []
        index = start
        while index < end:
            matches.append(index)
            index = self.matched.get(index, index) + 1 if self.tokens[index].token_type in OPEN else index + 1
        return matches

    def parts(self, start: int, end: int) -> list[tuple[int, int]]:
        """What stands between the commas; one too many at the end is let be."""
        cuts = [index for index in self.outer(start, end) if self.tokens[index].token_type is _T.COMMA]
        bounds = [start, *(cut + 1 for cut in cuts)]
        return [(first, last) for first, last in zip(bounds, [*cuts, end], strict=True) if first < last]

    def find(self, wanted: frozenset[str], start: int, end: int) -> int:
        """The first of some tokens at this level; `end` where there is none."""
        cases = 0
        for index in self.outer(start, end):
            kind = self.tokens[index].token_type
            cases += (kind is _T.CASE) - (kind is _T.END and cases > 0)
            if not cases and keyword(self.tokens, index) in wanted:
                return index  # IF CASE WHEN a THEN b END THEN (…): the second THEN
        return end

    # ── pipelines ────────────────────────────────────────────────────────────────────────────────────────────
    def level(self, start: int, end: int, holder: int) -> Tokens:
        """The tokens between two parentheses, or of the whole statement."""
        pipes = self.holders.get(holder)
        if not pipes:
            return self.copied(start, end)
        first = start if holder >= 0 else self._begin(start, pipes[0])
        out = self.copied(start, first)
        index = self.tokens[pipes[0]]
        members: list[Operator] = []
        lead = [synthetic(index, _T.WITH, "WITH")]
        base = first
        if keyword(self.tokens, first) == "WITH":
            base = self._behind_with(first, pipes[0])
            lead = [*self.copied(first, base), synthetic(index, _T.COMMA, ",")]
        if base < pipes[0]:
            members.append(self._base(base, pipes[0]))
        for number, pipe in enumerate(pipes):
            stop = pipes[number + 1] if number + 1 < len(pipes) else end
            members.append(self._operator(pipe, stop))
        out += lead
        for number, member in enumerate(members):
            if number:
                out.append(synthetic(index, _T.COMMA, ","))
            out += named(index, member)
        return [*out, synthetic(index, _T.SELECT, "SELECT"), synthetic(index, _T.NUMBER, "1")]

    def _begin(self, start: int, pipe: int) -> int:
        """Where the query of a statement begins: INSERT INTO t FROM u |> …."""
        head = self.tokens[start].token_type
        if head in _QUERY or head is _T.L_PAREN or keyword(self.tokens, start) in ("TABLE", "VALUES"):
            return start
        for index in self.outer(start, pipe):
            if self.tokens[index].token_type in _QUERY and keyword(self.tokens, index + 1) not in (
                "CONNECTION",
                "PARTITION",
            ):
                return index
            if (
                self.tokens[index].token_type is _T.ALIAS
                and index + 1 < pipe
                and self.tokens[index + 1].token_type is _T.L_PAREN
            ):
                return index + 1
        if pipe > start and self.tokens[pipe - 1].token_type is _T.R_PAREN:
            return self.matched.get(pipe - 1, start)
        return start

    def _behind_with(self, start: int, end: int) -> int:
        """The first token behind the members of a WITH."""
        index = start + 1
        if keyword(self.tokens, index) == "RECURSIVE":
            index += 1
        while index < end:
            while index < end and self.tokens[index].token_type is not _T.ALIAS:
                index = self.matched.get(index, index) + 1 if self.tokens[index].token_type in OPEN else index + 1
            index += 1
            if index >= end or self.tokens[index].token_type is not _T.L_PAREN:
                break
            index = self.matched.get(index, index) + 1
            while (
                keyword(self.tokens, index) == "WITH"
            ):  # WITH DEPTH AS d BETWEEN 1 AND 5: as far as the comma or the query
                index = next(
                    (n for n in self.outer(index + 1, end) if self.tokens[n].token_type in (_T.COMMA, *_QUERY)), end
                )
            if index < end and self.tokens[index].token_type is _T.COMMA:
                index += 1
                continue
            return index
        raise Unreadable("WITH before a pipe is not supported", self.tokens[start])

    def _base(self, start: int, end: int) -> Operator:
        head = self.tokens[start]
        if head.token_type is _T.FROM:
            return Operator("from", [*select(head, "*"), *self.copied(start, end)])
        if keyword(self.tokens, start) == "TABLE":
            return Operator(
                "from", [*select(head, "*"), synthetic(head, _T.FROM, "FROM"), *self.copied(start + 1, end)]
            )
        if keyword(self.tokens, start) == "VALUES":
            return Operator("from", [*select(head, "*"), synthetic(head, _T.FROM, "FROM"), *self.copied(start, end)])
        return Operator("query", self.copied(start, end))

    def _operator(self, pipe: int, end: int) -> Operator:
        index = pipe + 1
        if index >= end:
            raise Unreadable("expected a pipe operator after |>", self.tokens[pipe])
        head = keyword(self.tokens, index).split(" ")[0]
        if head in _JOINS:
            near = [keyword(self.tokens, n) for n in range(index, min(index + 4, end))]
            head = "SET OPERATION" if not _SETS.isdisjoint(near) else "JOIN"
        elif head in _SETS:
            head = "SET OPERATION"
        write = _OPERATORS.get(head)
        if write is None:
            meant = nearest(self.tokens[index].text, _OPERATORS)
            suggestion = f". Did you mean {meant}?" if meant is not None else ""
            raise Unreadable(f"{self.tokens[index].text} is not a pipe operator{suggestion}", self.tokens[index])
        return write(self, head.lower(), index, end)

    def subpipelines(self, start: int, end: int) -> Tokens:
        """Words with subpipelines in parentheses, of which an empty one hands on what it gets."""
        out: Tokens = []
        for index in self.outer(start, end):
            if self.tokens[index].token_type is _T.L_PAREN and self.matched.get(index) == index + 1:
                token = self.tokens[index]
                nothing = Operator("nothing", select(token, "1"))
                out += [token, synthetic(token, _T.WITH, "WITH"), *named(token, nothing), *select(token, "1")]
                out.append(self.tokens[index + 1])
            else:
                out += self.copied(
                    index, self.matched.get(index, index) + 1 if self.tokens[index].token_type in OPEN else index + 1
                )
        return out


def select(index: Token, item: str) -> Tokens:
    """SELECT and one item that means nothing."""
    return [synthetic(index, _T.SELECT, "SELECT"), synthetic(index, _T.STAR if item == "*" else _T.NUMBER, item)]


def named(index: Token, member: Operator) -> Tokens:
    """A member of a WITH: name AS (tokens)."""
    return [
        synthetic(index, _T.IDENTIFIER, MARK + member.name),
        synthetic(index, _T.ALIAS, "AS"),
        synthetic(index, _T.L_PAREN, "("),
        *member.tokens,
        synthetic(index, _T.R_PAREN, ")"),
    ]


def _source(index: Token) -> Tokens:
    return [*select(index, "*"), synthetic(index, _T.FROM, "FROM"), synthetic(index, _T.VAR, "input")]


# ── operators ────────────────────────────────────────────────────────────────────────────────────────────────
def _clause(writer: _Writer, name: str, index: int, end: int) -> Operator:
    """WHERE, ORDER BY, LIMIT: a clause behind a SELECT."""
    return Operator(name, [*select(writer.tokens[index], "1"), *writer.copied(index, end)])


def _items(writer: _Writer, name: str, index: int, end: int) -> Operator:
    """EXTEND, DROP, RENAME, AS, ASSERT: a list of items."""
    head = writer.tokens[index]
    while end > index + 1 and writer.tokens[end - 1].token_type is _T.COMMA:
        end -= 1
    return Operator(name, [synthetic(head, _T.SELECT, "SELECT"), *writer.copied(index + 1, end)])


def _plain(writer: _Writer, name: str, index: int, end: int) -> Operator:
    return Operator(name, writer.copied(index, end))


def _set(writer: _Writer, name: str, position: int, end: int) -> Operator:
    """SET a = x, b = y: the names and the values in turn, since `a = x OR y` is no comparison."""
    out = [synthetic(writer.tokens[position], _T.SELECT, "SELECT")]
    for index, (first, last) in enumerate(writer.parts(position + 1, end)):
        equal = next((n for n in writer.outer(first, last) if writer.tokens[n].token_type is _T.EQ), -1)
        if equal < 0:
            raise Unreadable("pipe SET needs a name and a value", writer.tokens[first])
        comma = synthetic(writer.tokens[equal], _T.COMMA, ",")
        out += [comma] if index else []
        out += [*writer.copied(first, equal), comma, *writer.copied(equal + 1, last)]
    return Operator(name, out)


def _aggregate(writer: _Writer, name: str, index: int, end: int) -> Operator:
    """AGGREGATE items GROUP [AND ORDER] BY keys: SELECT 1, items FROM (SELECT 1, keys); who sorts is in the name."""
    head = writer.tokens[index]
    group = writer.find(frozenset({"GROUP BY", "GROUP"}), index + 1, end)
    ordered = group < end and keyword(writer.tokens, group) == "GROUP"
    items, sorts = _sorted_items(writer, index + 1, group)
    out = [*select(head, "1"), *items]
    if group < end:
        start = group + 1
        if ordered:
            start = writer.find(frozenset({"ORDER BY", "BY"}), group, end) + 1
            if start > end:
                raise Unreadable("expected GROUP BY or GROUP AND ORDER BY", writer.tokens[group])
        keys, suggestion = _sorted_items(writer, start, end)
        sorts = [*(f"k{n}" for n in suggestion), *(f"a{n}" for n in sorts)]
        if ordered:
            sorts = ["k", *sorts]
        out += [synthetic(head, _T.FROM, "FROM"), synthetic(head, _T.L_PAREN, "("), *select(head, "1"), *keys]
        out.append(synthetic(head, _T.R_PAREN, ")"))
    else:
        sorts = [f"a{n}" for n in sorts]
    return Operator(SEPARATOR.join((name, *sorts)), out)


def _sorted_items(writer: _Writer, start: int, end: int) -> tuple[Tokens, list[str]]:
    """Items each behind a comma and without their ASC or DESC, and the positions of those that had one."""
    out: Tokens = []
    sorts: list[str] = []
    for index, (first, last) in enumerate(writer.parts(start, end)):
        if keyword(writer.tokens, first).startswith(_GROUPINGS):
            # ROLLUP (a, b), GROUPING SETS (a, CUBE (b, c)): which columns are keys, in no parentheses
            opened = writer.find(frozenset({"("}), first, last)
            out += _flat_keys(writer, opened, last)
            continue
        behind = writer.find(_SORTS, first + 1, last)
        if behind < last:
            sorts.append(str(index))
            strange = [n for n in range(behind, last) if keyword(writer.tokens, n) not in _SORT_WORDS]
            if strange:  # SUM(b) DESC GROUP AND a
                raise Unreadable("expected a comma after ASC or DESC", writer.tokens[strange[0]])
        token = writer.tokens[first]
        out += [synthetic(token, _T.COMMA, ","), *writer.copied(first, behind)]
    return out, sorts


_GROUPINGS = ("ROLLUP", "CUBE", "GROUPING SETS", "GROUPING")


def _flat_keys(writer: _Writer, start: int, end: int) -> Tokens:
    if start >= end or start not in writer.matched:
        raise Unreadable("cannot parse the keys of GROUP BY", writer.tokens[min(start, end - 1)])
    out: Tokens = []
    for first, last in writer.parts(start + 1, writer.matched[start]):
        opened = first if writer.tokens[first].token_type is _T.L_PAREN else -1
        if keyword(writer.tokens, first).startswith(_GROUPINGS):
            opened = writer.find(frozenset({"("}), first, last)
        if opened >= 0 and writer.matched.get(opened) == last - 1:
            out += _flat_keys(writer, opened, last)
        else:
            out += [synthetic(writer.tokens[first], _T.COMMA, ","), *writer.copied(first, last)]
    return out


def _joined(writer: _Writer, name: str, index: int, end: int) -> Operator:
    """JOIN, TABLESAMPLE, PIVOT: what hangs on a table."""
    return Operator(name, [*_source(writer.tokens[index]), *writer.copied(index, end)])


def _call(writer: _Writer, name: str, index: int, end: int) -> Operator:
    head = writer.tokens[index]
    return Operator(name, [*select(head, "*"), synthetic(head, _T.FROM, "FROM"), *writer.copied(index + 1, end)])


def _set_operation(writer: _Writer, name: str, index: int, end: int) -> Operator:
    """UNION ALL (q), (r): the operation before each."""
    stop = index
    while stop < end:
        token = writer.tokens[stop]
        if token.token_type in _QUERY:
            break
        if token.token_type is _T.L_PAREN:
            if keyword(writer.tokens, stop - 1) not in ("ON", "BY"):
                break
            stop = writer.matched.get(stop, stop)
        stop += 1
    operation = writer.tokens[index:stop]
    out = select(writer.tokens[index], "1")
    for first, last in writer.parts(stop, end):
        out += [*operation, *writer.copied(first, last)]
    return Operator(name, out)


def _with(writer: _Writer, name: str, index: int, end: int) -> Operator:
    while end > index + 1 and writer.tokens[end - 1].token_type is _T.COMMA:
        end -= 1
    return Operator(name, [*writer.copied(index, end), *select(writer.tokens[index], "1")])


def _if(writer: _Writer, name: str, index: int, end: int) -> Operator:
    """IF c THEN (…) ELSEIF d THEN (…) ELSE (…): conditions and subpipelines in turn."""
    out = [synthetic(writer.tokens[index], _T.SELECT, "SELECT")]
    start = index + 1
    steps = frozenset({"THEN", "ELSEIF", "ELSE"})
    while start < end:
        stop = writer.find(steps, start, end)
        out += writer.subpipelines(start, stop)
        if stop < end:
            out.append(synthetic(writer.tokens[stop], _T.COMMA, ","))
        start = stop + 1
    return Operator(name, out)


def _branches(writer: _Writer, name: str, index: int, end: int) -> Operator:
    """FORK (…), (…), TEE (…)."""
    head = writer.tokens[index]
    if index + 1 >= end:
        return Operator("nothing" if name == "log" else name, select(head, "1"))
    return Operator(name, [synthetic(head, _T.SELECT, "SELECT"), *writer.subpipelines(index + 1, end)])


def _insert(writer: _Writer, name: str, index: int, end: int) -> Operator:
    """INSERT INTO t (a, b): SELECT a, b FROM t."""
    head = writer.tokens[index]
    start = index + 1 + (keyword(writer.tokens, index + 1) == "INTO")
    stop = next((n for n in writer.outer(start, end) if writer.tokens[n].token_type is _T.L_PAREN), end)
    columns = select(head, "*")
    behind = stop
    if stop < end:
        behind = writer.matched.get(stop, stop) + 1
        columns = [synthetic(head, _T.SELECT, "SELECT"), *writer.tokens[stop + 1 : behind - 1]]
    if behind < end:
        raise Unreadable("pipe INSERT accepts only a list of columns", writer.tokens[behind])
    return Operator(name, [*columns, synthetic(head, _T.FROM, "FROM"), *writer.tokens[start:stop]])


def _create(writer: _Writer, name: str, index: int, end: int) -> Operator:
    """CREATE TABLE t …: SELECT * FROM t; what stands behind the name moves nothing."""
    head = writer.tokens[index]
    table = writer.find(frozenset({"TABLE"}), index, end)
    said = {keyword(writer.tokens, n) for n in range(index, table)}
    start = table + 1
    if keyword(writer.tokens, start) == "IF":
        start += 3
        said.add("IF")
    if table >= end or start >= end:
        raise Unreadable("pipe CREATE supports only tables", head)
    stop = start + 1
    while stop + 1 < end and writer.tokens[stop].token_type in (_T.DOT, _T.DASH):
        stop += 2
    flags = ("temp",) if said & {"TEMP", "TEMPORARY"} else ()
    return Operator(
        SEPARATOR.join((name, *flags, *(("absent",) if "IF" in said else ()))),
        [*select(head, "*"), synthetic(head, _T.FROM, "FROM"), *writer.tokens[start:stop]],
    )


def _export(writer: _Writer, name: str, index: int, end: int) -> Operator:
    """EXPORT DATA OPTIONS (uri = '…'): the place is in the name."""
    uri = next((n for n in range(index, end) if keyword(writer.tokens, n) == "URI" and n + 2 < end), -1)
    place = writer.tokens[uri + 2].text if uri >= 0 else "export"
    return Operator(SEPARATOR.join((name, place)), select(writer.tokens[index], "1"))


def _recursive(writer: _Writer, name: str, index: int, end: int) -> Operator:
    """RECURSIVE UNION ALL (…) AS x: what it calls itself is in the name."""
    alias = next((n for n in writer.outer(index, end) if writer.tokens[n].token_type is _T.ALIAS), end)
    own = writer.tokens[alias + 1].text if alias + 1 < end else ""
    first = next((n for n in writer.outer(index, end) if writer.tokens[n].token_type is _T.L_PAREN), end)
    if first >= end:
        raise Unreadable("pipe RECURSIVE needs a query in parentheses", writer.tokens[index])
    head = writer.tokens[index]
    kept = writer.tokens[index + 1 : first]
    return Operator(SEPARATOR.join((name, own)), [*select(head, "1"), *kept, *writer.subpipelines(first, first + 1)])


def _alone(writer: _Writer, name: str, index: int, end: int) -> Operator:
    """DISTINCT, DESCRIBE: an operator that takes nothing."""
    if index + 1 < end:
        raise Unreadable(f"pipe {name.upper()} accepts no arguments", writer.tokens[index + 1])
    return Operator(name, select(writer.tokens[index], "1"))


Write = Callable[[_Writer, str, int, int], Operator]
_OPERATORS: dict[str, Write] = {
    "WHERE": _clause,
    "ORDER": _clause,
    "LIMIT": _clause,
    "OFFSET": lambda writer, name, index, end: _clause(writer, "limit", index, end),
    **dict.fromkeys(
        ("SORT", "CLUSTER", "DISTRIBUTE"), lambda writer, name, index, end: _clause(writer, "order", index, end)
    ),
    "SELECT": _plain,
    "EXTEND": _items,
    "WINDOW": lambda writer, name, index, end: _items(writer, "extend", index, end),
    "SET": _set,
    "DROP": _items,
    "RENAME": _items,
    "AS": _items,
    "ASSERT": _items,
    "AGGREGATE": _aggregate,
    "JOIN": _joined,
    "TABLESAMPLE": _joined,
    "PIVOT": _joined,
    "UNPIVOT": lambda writer, name, index, end: _joined(writer, "pivot", index, end),
    "MATCH_RECOGNIZE": _joined,
    "CALL": _call,
    "SET OPERATION": _set_operation,
    "WITH": _with,
    "IF": _if,
    "FORK": _branches,
    "TEE": _branches,
    "LOG": _branches,
    "INSERT": _insert,
    "CREATE": _create,
    "EXPORT": _export,
    "RECURSIVE": _recursive,
    "DISTINCT": _alone,
    "DESCRIBE": lambda writer, name, index, end: _alone(writer, "nothing", index, end),
    "STATIC_DESCRIBE": lambda writer, name, index, end: _alone(writer, "nothing", index, end),
}

STATEMENT: Sequence[TokenRewrite] = (TokenRewrite(frozenset({"|>"}), rewrite_pipes),)
