"""The SELECTs of a parsed statement, each with its items, what it reads, and its clauses.

The parser's trees say what there is; the tokens say where it stands. A SELECT has its token: the nearest one before
its first name that no SELECT inside it has. From there, clauses and items are cut at keywords and commas of its own
level, so that an item's text is what is written, CASE and brackets included.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass

from headwater.base.spans import Span
from headwater.parsed.model import FromItem, Select, SelectItem
from headwater.sql.parse import Parsed
from headwater.sql.placeholders import MARK
from headwater.sql.tokens import Token
from headwater.sql.tree import exp, start_of

_CLAUSES = {
    "FROM": "from", "WHERE": "where", "PREWHERE": "where", "GROUP BY": "group_by", "HAVING": "having",
    "QUALIFY": "qualify", "ORDER BY": "order_by", "LIMIT": "limit", "WINDOW": "window", "SORT BY": "order_by",
    "CLUSTER BY": "order_by", "DISTRIBUTE BY": "distribute", "LATERAL": "from", "FETCH": "limit", "OFFSET": "offset",
}  # fmt: skip
_OPERATIONS = frozenset({"UNION", "INTERSECT", "EXCEPT", "MINUS"})
_LEADS = frozenset({"DISTINCT", "ALL", "STRUCT", "VALUE"})
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")


def roots(parsed: Parsed) -> Iterator[exp.Expr]:
    """The trees of a statement."""
    stack: list[object] = [parsed.tree if parsed.tree is not None else parsed.statement]
    while stack:
        node = stack.pop()
        if isinstance(node, exp.Expr):
            yield node
        elif isinstance(node, (list, tuple)):
            stack.extend(reversed(node))
        elif is_dataclass(node):
            stack.extend(getattr(node, field.name) for field in reversed(fields(node)))


def ctes(parsed: Parsed) -> tuple[str, ...]:
    """The names of its CTEs, in the order of the text."""
    named = [cte for root in roots(parsed) for cte in root.find_all(exp.CTE)]
    named = [cte for cte in named if cte.alias and not cte.alias.startswith(MARK)]
    return tuple(dict.fromkeys(cte.alias for cte in sorted(named, key=start_of)))


def selects(parsed: Parsed, text: str) -> tuple[Select, ...]:
    """Its SELECTs, in the order of the text."""
    nodes: list[exp.Expr] = [node for root in roots(parsed) for node in root.find_all(exp.Select)]
    if not nodes:
        return ()
    places = _Places(parsed.tokens, text)
    for node in reversed(nodes):  # what is found first stands around what is found behind it
        places.claim(node)
    nodes = places.settle(nodes)
    nodes.sort(key=places.start)
    ids = {id(node): number for number, node in enumerate(nodes)}
    names = {name.lower() for name in ctes(parsed)}
    known: dict[int, _Owner] = {}
    return tuple(
        _select(node, number, _around(node, ids, known), ids, names, places) for number, node in enumerate(nodes)
    )


def _start(node: exp.Expr) -> int:
    """The first name of a SELECT that is not in its WITH."""
    starts = [start for item in node.expressions if (start := start_of(item)) >= 0]
    if starts:
        return min(starts)
    from_ = node.args.get("from_")  # a star has no place
    return start_of(from_) if isinstance(from_, exp.Expr) else start_of(node)


# ── the tokens ───────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(slots=True)
class _Range:
    """Tokens of a clause: from the first to the one behind the last."""

    name: str
    first: int
    last: int


class _Places:
    """Where the SELECTs of a statement stand."""

    def __init__(self, tokens: Sequence[Token], text: str) -> None:
        self.tokens = tokens
        self.text = text
        self.words = [token.text.upper() for token in tokens]
        self.selects = [index for index, word in enumerate(self.words) if word == "SELECT"]
        self.starts = [token.start for token in tokens]
        self.claimed: dict[int, int] = {}
        self.free = list(range(len(self.selects) + 1))
        """For each SELECT token, counted from 1, itself while it is free, then one before it."""
        self.low: dict[int, int] = {}

    def claim(self, node: exp.Expr) -> None:
        """Give a SELECT its token; those inside it have theirs."""
        low = self.low[id(node)] = _start(node)
        number = self._free(bisect_right(self.selects, self.word(low)) if low >= 0 else 0)
        if number:
            self.claimed[id(node)] = self.selects[number - 1]
            self.free[number] = number - 1

    def _free(self, number: int) -> int:
        """The number of the last free SELECT token up to one, counted from 1; 0 where there is none."""
        way = []
        while self.free[number] != number:
            way.append(number)
            number = self.free[number]
        for passed in way:
            self.free[passed] = number
        return number

    def word(self, offset: int) -> int:
        """The index of the token at an offset."""
        return max(bisect_right(self.starts, offset) - 1, 0)

    def settle(self, nodes: list[exp.Expr]) -> list[exp.Expr]:
        """The SELECTs that are written: of the others, the parser made a pipe or TABLE t. SELECT NULL has no place, and
        gets the token that is left. FROM t has no token at all.
        """
        without = [node for node in nodes if id(node) not in self.claimed]
        free = [index for number, index in enumerate(self.selects, 1) if self.free[number] == number]
        if len(without) == len(free):
            self.claimed.update((id(node), index) for node, index in zip(without, free, strict=True))
            return nodes
        return [node for node in nodes if id(node) in self.claimed] if self.selects else nodes

    def start(self, node: exp.Expr) -> int:
        """The offset of a SELECT."""
        index = self.claimed.get(id(node))
        return self.tokens[index].start if index is not None else max(self.low[id(node)], 0)

    def clauses(self, node: exp.Expr) -> list[_Range]:
        """The clauses of a SELECT, the list of its items first; none where it has no token of its own."""
        index = self.claimed.get(id(node))
        if index is None:
            return []
        first = self._behind_leads(index + 1)
        first = min(first, len(self.tokens))
        found = [_Range("items", first, first)]
        depth = cases = 0
        for index in range(first, len(self.tokens)):
            word = self.words[index]
            if word in _OPEN:
                depth += 1
            elif word in _CLOSE:
                depth -= 1
                if depth < 0:
                    break
            elif depth == 0 and word == "CASE":
                cases += 1
            elif depth == 0 and word == "END" and cases:
                cases -= 1
            elif depth == 0 and cases == 0:
                if word in (";", "|>", "SELECT"):
                    break
                if word in _OPERATIONS and self.words[index + 1 : index + 2] != ["("]:
                    break
                if word in _OPERATIONS and self.words[index + 2 : index + 3] == ["SELECT"]:
                    break  # … UNION (SELECT …)
                clause = _CLAUSES.get(word)
                if clause is not None and not self._is_name(index) and (found[-1].name != "from" or clause != "from"):
                    found[-1].last = index
                    found.append(_Range(clause, index + 1, index + 1))
                    continue
            found[-1].last = index + 1
        return found

    def _behind_leads(self, index: int) -> int:
        """Behind what may stand between SELECT and its items: DISTINCT ON (…), AS STRUCT, hints."""
        while index < len(self.tokens):
            word = self.words[index]
            if word.startswith("/*+"):
                index += 1
            elif word == "ON" and self.words[index - 1] == "DISTINCT":
                index = self._close(index + 1) + 1
            elif word in _LEADS or (word == "AS" and self.words[index + 1 : index + 2]):
                index += 1
            else:
                break
        return index

    def _close(self, index: int) -> int:
        """The bracket that closes the one at an index."""
        depth = 0
        while index < len(self.tokens):
            depth += (self.words[index] in _OPEN) - (self.words[index] in _CLOSE)
            if depth <= 0:
                break
            index += 1
        return index

    def _is_name(self, index: int) -> bool:
        """t.limit, IS DISTINCT FROM: no clause begins here."""
        before = self.words[index - 1] if index else ""
        if before == "." or (before == "DISTINCT" and self.words[index - 2 : index - 1] in (["IS"], ["NOT"])):
            return True
        quoted = self.tokens[index].end - self.tokens[index].start + 1 > len(self.tokens[index].text) + 1
        return quoted and " " not in self.words[index]

    def commas(self, part: _Range) -> list[tuple[int, int]]:
        """The pieces of a list, as indexes of the first token and the one behind the last."""
        pieces: list[tuple[int, int]] = []
        depth, first = 0, part.first
        for index in range(part.first, part.last):
            word = self.words[index]
            depth += (word in _OPEN) - (word in _CLOSE)
            if word == "," and depth == 0:
                pieces.append((first, index))
                first = index + 1
        if first < part.last:
            pieces.append((first, part.last))
        return pieces

    def span(self, first: int, last: int) -> Span:
        """From a token to the one before `last`."""
        if first >= last:
            start = self.tokens[min(first, len(self.tokens) - 1)].start
            return Span(start, start)
        return Span(self.tokens[first].start, self.tokens[last - 1].end + 1)

    def written(self, span: Span) -> str:
        return self.text[span.start : span.end]


# ── a SELECT ─────────────────────────────────────────────────────────────────────────────────────────────────
def _select(
    node: exp.Expr, number: int, owner: _Owner, ids: dict[int, int], names: set[str], places: _Places
) -> Select:
    clauses = places.clauses(node)
    texts = {
        part.name: places.written(places.span(part.first, part.last)) for part in clauses if part.last > part.first
    }
    start = places.start(node)
    end = places.tokens[clauses[-1].last - 1].end + 1 if clauses and clauses[-1].last else start
    parent, cte = owner
    return Select(
        number,
        parent,
        Span(start, max(end, start)),
        tuple(_items(node, clauses, places)),
        tuple(_sources(node, ids, names, places)),
        cte,
        _operation(node),
        node.args.get("distinct") is not None,
        *(texts.get(name) for name in ("where", "group_by", "having", "qualify", "order_by", "limit")),
    )


_Owner = tuple[int | None, str | None]


def _around(node: exp.Expr, ids: dict[int, int], known: dict[int, _Owner]) -> _Owner:
    """The SELECT around one, or the CTE whose body it is in; `known` keeps it for what lies on the way up."""
    way: list[int] = []
    owner: _Owner = (None, None)
    above = node.parent
    while above is not None:
        if id(above) in known:
            owner = known[id(above)]
            break
        if isinstance(above, exp.CTE) and not above.alias.startswith(MARK):
            owner = (None, above.alias)
            break
        if isinstance(above, exp.Select) and id(above) in ids:
            owner = (ids[id(above)], None)
            break
        way.append(id(above))
        above = above.parent
    known.update(dict.fromkeys(way, owner))
    return owner


def _operation(node: exp.Expr) -> str:
    """The set operation that a SELECT is the right side of."""
    inner, above = node, node.parent
    while isinstance(above, (exp.Subquery, exp.Paren)) and above.parent is not None and not above.args.get("alias"):
        inner, above = above, above.parent
    if not isinstance(above, exp.SetOperation) or above.args.get("expression") is not inner:
        return ""
    distinct = above.args.get("distinct")
    return type(above).__name__.upper() + ("" if distinct or distinct is None else " ALL")


def _items(node: exp.Expr, clauses: Sequence[_Range], places: _Places) -> Iterator[SelectItem]:
    pieces = places.commas(clauses[0]) if clauses else []
    if len(pieces) != len(node.expressions):
        pieces = []  # FROM t, without SELECT: there is nothing to cut
    for position, item in enumerate(node.expressions):
        alias = item.alias if isinstance(item, exp.Alias) else ""
        inner = item.this if isinstance(item, exp.Alias) else item
        star = isinstance(inner, exp.Star) or (isinstance(inner, exp.Column) and isinstance(inner.this, exp.Star))
        plain = inner.name if isinstance(inner, (exp.Column, exp.Dot)) and not star else ""
        if pieces:
            span = places.span(*_without_alias(*pieces[position], alias, places))
        else:
            span = Span(max(start_of(inner), 0), max(start_of(inner), 0))
        columns = () if star else tuple(dict.fromkeys(_columns(inner)))
        text = places.written(span) or ("*" if star else inner.name)
        table = inner.table if star and isinstance(inner, exp.Column) else ""
        yield SelectItem(text, alias or None, alias or plain or None, span, columns, star, table or None)


def _without_alias(first: int, last: int, alias: str, places: _Places) -> tuple[int, int]:
    if not alias:
        return first, last
    if places.words[first + 1 : first + 2] == [":"]:
        return first + 2, last  # x: a + 1
    if last - 1 > first and places.tokens[last - 1].text == alias:
        last -= 1
        if places.words[last - 1] == "AS":
            last -= 1
    return first, last


def _columns(node: exp.Expr) -> Iterator[str]:
    """The columns of an expression as they are written; those of a subquery are its own."""
    stack = [node]
    while stack:
        inner = stack.pop()
        if isinstance(inner, exp.Column):
            if not isinstance(inner.this, exp.Star) and not inner.name.startswith(MARK):
                yield ".".join(part.name for part in inner.parts)
        elif not isinstance(inner, exp.Query):
            stack.extend(reversed(list(inner.iter_expressions())))


# ── what it reads ────────────────────────────────────────────────────────────────────────────────────────────
def _sources(node: exp.Expr, ids: dict[int, int], names: set[str], places: _Places) -> Iterator[FromItem]:
    from_ = node.args.get("from_")
    if from_ is not None and isinstance(from_.this, exp.Expr):
        yield from _source(from_.this, "", None, ids, names)
    for join in node.args.get("joins") or ():
        words = [join.args.get("method"), join.args.get("side"), join.args.get("kind")]
        join_words = " ".join(str(word).upper() for word in words if word)
        condition = join.args.get("on")
        using = join.args.get("using")
        written = None
        if isinstance(condition, exp.Expr):
            written = _written(condition, places)
        elif using:
            written = f"USING ({', '.join(column.name for column in using)})"
        plain = written is None and not join_words
        yield from _source(join.this, "," if plain else f"{join_words} JOIN".strip(), written, ids, names)


def _written(condition: exp.Expr, places: _Places) -> str | None:
    """The text of a condition: from ON to the next join, clause or closing bracket."""
    low = start_of(condition)
    if low < 0:
        return None
    index = places.word(low)
    while index >= 0 and places.words[index] != "ON":
        index -= 1
    if index < 0:
        return None
    first = last = index + 1
    depth = cases = 0
    while last < len(places.tokens):
        word = places.words[last]
        depth += (word in _OPEN) - (word in _CLOSE)
        cases += (word == "CASE") - (word == "END" and cases > 0)
        ends = word in _JOINS or word in _CLAUSES or word in _OPERATIONS or word in (",", ";", "|>", "WHEN")
        if depth < 0 or (depth == 0 and cases == 0 and ends and places.words[last - 1] != "."):
            break
        last += 1
    return places.written(places.span(first, last)) if last > first else None


_JOINS = frozenset(
    {
        "JOIN", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "OUTER", "NATURAL", "ASOF", "SEMI", "ANTI", "GLOBAL", "ANY",
        "ARRAY", "PASTE", "STRAIGHT_JOIN",
    }
)  # fmt: skip


def _source(
    node: exp.Expr, join: str, condition: str | None, ids: dict[int, int], names: set[str]
) -> Iterator[FromItem]:
    if isinstance(node, exp.Final):
        node = node.this
    alias = node.alias or next(iter(node.alias_column_names), None)
    inside = node.this if isinstance(node, (exp.Subquery, exp.Paren, exp.Lateral)) else None
    while isinstance(inside, (exp.Subquery, exp.Paren)) and not inside.alias:
        inside = inside.this
    if isinstance(inside, exp.Query):
        yield FromItem(None, alias, join, condition, tuple(_arms(inside, ids)))
    elif isinstance(node, exp.Table) and isinstance(node.this, (exp.Identifier, exp.Dot)):
        table = ".".join(part.name for part in node.parts)
        is_cte = "." not in table and table.lower() in names
        yield FromItem(table, alias, join, condition, (), is_cte)
    else:
        yield FromItem(None, alias, join, condition)
    for inner in node.args.get("joins") or ():
        if isinstance(inner.this, exp.Expr):
            yield from _source(inner.this, "JOIN", None, ids, names)


def _arms(query: exp.Expr, ids: dict[int, int]) -> Iterator[int]:
    stack: list[exp.Expr | None] = [query]
    while stack:
        node = stack.pop()
        if isinstance(node, exp.SetOperation):
            stack += [node.args.get("expression"), node.this]
        elif isinstance(node, (exp.Subquery, exp.Paren)):
            stack.append(node.this)
        elif isinstance(node, exp.Select) and id(node) in ids:
            yield ids[id(node)]
