"""Graph queries as pipelines: GRAPH g MATCH …, FROM GRAPH_TABLE(g MATCH … RETURN …).

    GRAPH g MATCH (a:Person)-[e:Owns]->(b WHERE b.n > 0) LET x = e.amount + 1 RETURN a.name, x

becomes, with g as a dataset that each element of a pattern reads,

    FROM g AS a |> CROSS JOIN g AS e |> CROSS JOIN g AS b |> WHERE b.n > 0 |> EXTEND e.amount + 1 AS x
    |> SELECT a.name, x

A variable of a pattern is a row of the graph, a property one of its columns. Labels, directions and quantifiers choose
rows, and no column tells how. To add a statement of the graph language: a method, and a line in `_STATEMENTS`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import OPEN, TokenRewrite, Tokens, Unreadable, bracket_pairs, keyword, synthetic
from headwater.sql.placeholders import MARK

_T = TokenType
_SETS = frozenset({"UNION", "INTERSECT", "EXCEPT"})
_SUBQUERIES = frozenset({"EXISTS", "ARRAY", "VALUE", "IN"})
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})
_LARGEST = 50_000
"""More tokens than this no graph query becomes: each NEXT behind a UNION repeats what came before it."""


def rewrite_graphs(tokens: Tokens) -> Tokens:
    """The tokens of a statement with every graph query in it as a pipeline."""
    return _Writer(tokens).copied(0, len(tokens), None)


@dataclass
class _Flow:
    """A pipeline that is being written, and the variables in sight."""

    tokens: Tokens = field(default_factory=list)
    variables: dict[str, Token] = field(default_factory=dict)

    def copy(self) -> _Flow:
        return replace(self, tokens=list(self.tokens), variables=dict(self.variables))


class _Writer:
    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.partners = bracket_pairs(tokens)
        self.size = 0

    # ── any tokens ───────────────────────────────────────────────────────────────────────────────────────────
    def copied(self, start: int, end: int, graph: Tokens | None) -> Tokens:
        """Some tokens, with the graph queries and graph predicates in them rewritten."""
        out: Tokens = []
        index = start
        while index < end:
            token = self.tokens[index]
            text = keyword(self.tokens, index)
            following = keyword(self.tokens, index + 1)
            close = self.partners.get(index + 1, -1)
            if text == "GRAPH_TABLE" and following == "(" and close > 0:
                out += self._parenthesized(token, self.query(index + 2, close, None))
                index = close + 1
            elif text == "GRAPH" and self._begins_query(index, end):
                written = self.query(index + 1, end, None)
                out += written if not out and start == 0 else self._parenthesized(token, written)
                index = end
            elif text in _SUBQUERIES and following == "{" and close > 0 and self._is_query(index + 2, graph):
                out += [] if text == "VALUE" else [token]
                out += self._parenthesized(token, self.query(index + 2, close, graph))
                index = close + 1
            elif text == "IS" and graph is not None and self._predicate(index, out):
                index = self._behind_predicate(index, end, out)
            elif token.token_type in OPEN and self.partners.get(index, -1) > index:
                last = min(self.partners[index], end - 1)
                out += [token, *self.copied(index + 1, last, graph), self.tokens[last]]
                index = last + 1
            else:
                out.append(token)
                index += 1
        return out

    def _parenthesized(self, token: Token, tokens: Tokens) -> Tokens:
        return [synthetic(token, _T.L_PAREN, "("), *tokens, synthetic(token, _T.R_PAREN, ")")]

    def _begins_query(self, index: int, end: int) -> bool:
        """GRAPH g MATCH: a name and a statement stand behind it."""
        if index + 1 >= end or self.tokens[index + 1].token_type not in _NAMES:
            return False
        return keyword(self.tokens, self._behind_name(index + 1)) in _STATEMENTS

    def _is_query(self, index: int, graph: Tokens | None) -> bool:
        text = keyword(self.tokens, index)
        return text == "GRAPH" or (graph is not None and (text in _STATEMENTS or text == "("))

    def _behind_name(self, index: int) -> int:
        while keyword(self.tokens, index + 1) == ".":
            index += 2
        return index + 1

    def _predicate(self, index: int, out: Tokens) -> bool:
        negated = keyword(self.tokens, index + 1) == "NOT"
        return keyword(self.tokens, index + 1 + negated) in ("LABELED", "SOURCE", "DESTINATION") and bool(out)

    def _behind_predicate(self, index: int, end: int, out: Tokens) -> int:
        """n IS LABELED a | b: n IS NULL, n IS SOURCE OF e: n = e; which of them holds no column tells."""
        token = self.tokens[index]
        index += 1 + (keyword(self.tokens, index + 1) == "NOT")
        if keyword(self.tokens, index) == "LABELED":
            out += [token, synthetic(token, _T.NULL, "NULL")]
            return self.behind_labels(index + 1, end)
        out.append(synthetic(token, _T.EQ, "="))
        return index + 1 + (keyword(self.tokens, index + 1) == "OF")

    def behind_labels(self, index: int, end: int) -> int:
        """The index behind a & (b | !c)."""
        while index < end:
            while keyword(self.tokens, index) in ("!", "NOT"):
                index += 1
            index = max(self.partners.get(index, index), index) + 1
            if keyword(self.tokens, index) not in ("&", "|"):
                break
            index += 1
        return min(index, end)

    def level(self, start: int, end: int) -> list[int]:
        """The indexes inside no bracket of their own; a bracket counts as one."""
        indexes = []
        while start < end:
            indexes.append(start)
            partner = self.partners.get(start, start)
            start = max(partner, start) + 1
        return indexes

    def parts(self, start: int, end: int) -> list[tuple[int, int]]:
        """What stands between the commas."""
        cuts = [index for index in self.level(start, end) if self.tokens[index].token_type is _T.COMMA]
        bounds = [start, *(cut + 1 for cut in cuts)]
        return [(first, last) for first, last in zip(bounds, [*cuts, end], strict=True) if first < last]

    def find(self, text: str, start: int, end: int) -> int:
        """The first token of that text at this level; `end` where there is none."""
        return next((index for index in self.level(start, end) if keyword(self.tokens, index) == text), end)

    # ── queries ──────────────────────────────────────────────────────────────────────────────────────────────
    def query(self, start: int, end: int, graph: Tokens | None, flow: _Flow | None = None) -> Tokens:
        """A graph query: its statements, those behind NEXT, and what UNION puts together."""
        if graph is None or keyword(self.tokens, start) == "GRAPH":
            start += graph is not None
            behind = self._behind_name(start)
            graph = self.tokens[start:behind]
            start = behind
        if not graph:
            raise Unreadable("expected the name of a graph", self.tokens[min(start, len(self.tokens) - 1)])
        inside = flow is not None
        flow = flow or _Flow()
        while start < end:
            stop = self.find("NEXT", start, end)
            flow = self._composite(start, stop, graph, flow, inside)
            start = stop + 1
        if not flow.tokens:
            self._begin(flow, graph, graph[0])
        self.size += len(flow.tokens)
        if self.size > _LARGEST:
            raise Unreadable("too large a graph query", graph[0])
        return flow.tokens

    def _composite(self, start: int, end: int, graph: Tokens, flow: _Flow, inside: bool) -> _Flow:
        """MATCH … RETURN … UNION ALL MATCH … RETURN …."""
        cuts = [index for index in self.level(start, end) if keyword(self.tokens, index) in _SETS]
        if not cuts or inside:
            for first, last in zip([start, *(cut + 2 for cut in cuts)], [*cuts, end], strict=True):
                self._linear(first, last, graph, flow, inside)
            return flow
        out: Tokens = []
        result = _Flow()
        for number, (first, last) in enumerate(zip([start, *(cut + 2 for cut in cuts)], [*cuts, end], strict=True)):
            branch = flow.copy()
            self._linear(first, last, graph, branch, False)
            if number:
                out += self.tokens[first - 2 : first]
            else:
                result.variables = branch.variables
            out += self._parenthesized(self.tokens[first], branch.tokens)
            self.size += len(branch.tokens)
            if self.size > _LARGEST:
                raise Unreadable("too large a graph query", graph[0])
        result.tokens = out
        return result

    def _linear(self, start: int, end: int, graph: Tokens, flow: _Flow, inside: bool) -> None:
        """Statements one after the other."""
        if keyword(self.tokens, start) == "(" and self.partners.get(start) == end - 1:
            start, end = start + 1, end - 1
        bounds = [index for index in self.level(start, end) if self._begins(index, start)]
        if start < end and (not bounds or bounds[0] != start):
            raise Unreadable("expected a statement of a graph query", self.tokens[start])
        for first, last in zip(bounds, [*bounds[1:], end], strict=True):
            name = keyword(self.tokens, first)
            optional = name == "OPTIONAL"
            first += optional
            name = keyword(self.tokens, first)
            if inside and name == "RETURN":
                self._extend_with(first + 1, last, graph, flow)
            else:
                _STATEMENTS[name](self, first, last, graph, flow, optional)

    def _begins(self, index: int, start: int) -> bool:
        """Whether a statement begins at an index."""
        text = keyword(self.tokens, index)
        if text not in _STATEMENTS or (index > start and keyword(self.tokens, index - 1) in _BEFORE_NAME):
            return False
        if text == "OPTIONAL":
            return keyword(self.tokens, index + 1) in ("MATCH", "CALL")
        if text == "WITH":
            return keyword(self.tokens, index + 1) != "OFFSET"
        return index == start or keyword(self.tokens, index - 1) != "OPTIONAL"

    # ── writing ──────────────────────────────────────────────────────────────────────────────────────────────
    def _begin(self, flow: _Flow, graph: Tokens, token: Token, alias: Token | None = None) -> None:
        """FROM g AS n; what no variable is read from comes from the graph all the same."""
        name = alias or synthetic(token, _T.IDENTIFIER, MARK + "graph")
        flow.tokens = [synthetic(token, _T.FROM, "FROM"), *graph, synthetic(token, _T.ALIAS, "AS"), name]

    def _pipe(self, flow: _Flow, token: Token, *parts: tuple[TokenType, str]) -> None:
        flow.tokens.append(synthetic(token, _T.PIPE_GT, "|>"))
        flow.tokens += [synthetic(token, *part) for part in parts]

    def _named(self, token: Token) -> Token:
        return synthetic(token, _T.IDENTIFIER, token.text)

    def _condition(self, pieces: list[Token | tuple[int, int]], graph: Tokens) -> Tokens:
        """A condition in parentheses, of tokens and of ranges of them."""
        out: Tokens = []
        for piece in pieces:
            out += [piece] if isinstance(piece, Token) else self.copied(*piece, graph)
        return self._parenthesized(out[0], out) if out else out

    def _where(self, flow: _Flow, start: int, end: int, graph: Tokens) -> None:
        if start < end:
            self._pipe(flow, self.tokens[start], (_T.WHERE, "WHERE"))
            flow.tokens += self.copied(start, end, graph)

    # ── statements ───────────────────────────────────────────────────────────────────────────────────────────
    def match(self, start: int, end: int, graph: Tokens, flow: _Flow, optional: bool) -> None:
        """MATCH p = (a)-[e]->(b), … WHERE c: a table for each variable that is new."""
        where = self.find("WHERE", start, end)
        pattern = _Pattern(self)
        paths: list[tuple[Token, list[str]]] = []
        for first, last in self.parts(start + 1, where):
            before = len(pattern.variables)
            path = self.tokens[first] if keyword(self.tokens, first + 1) == "=" else None
            pattern.read(first + 2 * (path is not None), last)
            if path is not None:
                paths.append((path, list(pattern.variables)[before:]))
        token = self.tokens[start]
        conditions = list(pattern.conditions)
        if where + 1 < end:
            conditions.append([(where + 1, end)])
        new = {name: variable for name, variable in pattern.variables.items() if name not in flow.variables}
        for number, variable in enumerate(new.values()):
            if not flow.tokens:
                self._begin(flow, graph, variable, self._named(variable))
                continue
            side = (_T.LEFT, "LEFT") if optional else (_T.CROSS, "CROSS")
            self._pipe(flow, variable, side, (_T.JOIN, "JOIN"))
            flow.tokens += [*graph, synthetic(variable, _T.ALIAS, "AS"), self._named(variable)]
            if optional:
                flow.tokens += [synthetic(variable, _T.ON, "ON"), synthetic(variable, _T.TRUE, "TRUE")]
                if number == len(new) - 1:  # what an optional match asks for leaves no row out
                    for condition in conditions:
                        flow.tokens += [synthetic(token, _T.AND, "AND"), *self._condition(condition, graph)]
                    conditions = []
        flow.variables |= new
        if not flow.tokens:
            self._begin(flow, graph, token)
        for condition in conditions:
            self._pipe(flow, token, (_T.WHERE, "WHERE"))
            flow.tokens += self._condition(condition, graph)
        for path, names in paths:
            self._pipe(flow, path, (_T.VAR, "EXTEND"), (_T.STRUCT, "STRUCT"), (_T.L_PAREN, "("))
            for number, name in enumerate(names):
                flow.tokens += [synthetic(path, _T.COMMA, ",")] if number else []
                flow.tokens.append(self._named(pattern.variables[name]))
            flow.tokens += [synthetic(path, _T.R_PAREN, ")"), synthetic(path, _T.ALIAS, "AS"), self._named(path)]
            flow.variables[path.text.lower()] = path

    def filter(self, start: int, end: int, graph: Tokens, flow: _Flow, optional: bool) -> None:
        """FILTER [WHERE] c."""
        if not flow.tokens:
            self._begin(flow, graph, self.tokens[start])
        self._where(flow, start + 1 + (keyword(self.tokens, start + 1) == "WHERE"), end, graph)

    def let(self, start: int, end: int, graph: Tokens, flow: _Flow, optional: bool) -> None:
        """LET x = e, y = f."""
        if not flow.tokens:
            self._begin(flow, graph, self.tokens[start])
        for first, last in self.parts(start + 1, end):
            name = self.tokens[first]
            if keyword(self.tokens, first + 1) != "=":
                raise Unreadable("LET needs a name and a value", name)
            self._pipe(flow, name, (_T.VAR, "EXTEND"))
            flow.tokens += [*self.copied(first + 2, last, graph), synthetic(name, _T.ALIAS, "AS"), self._named(name)]
            flow.variables[name.text.lower()] = name

    def for_(self, start: int, end: int, graph: Tokens, flow: _Flow, optional: bool) -> None:
        """FOR x IN xs WITH OFFSET AS o."""
        token = self.tokens[start]
        if not flow.tokens:
            self._begin(flow, graph, token)
        name = self.tokens[start + 1]
        with_ = self.find("WITH", start, end)
        self._pipe(flow, token, (_T.CROSS, "CROSS"), (_T.JOIN, "JOIN"), (_T.UNNEST, "UNNEST"), (_T.L_PAREN, "("))
        flow.tokens += self.copied(start + 3, with_, graph)
        flow.tokens += [synthetic(token, _T.R_PAREN, ")"), synthetic(token, _T.ALIAS, "AS"), self._named(name)]
        flow.tokens += self.tokens[with_:end]
        flow.variables[name.text.lower()] = name
        if with_ < end:
            flow.variables[self.tokens[end - 1].text.lower()] = self.tokens[end - 1]

    def select(self, start: int, end: int, graph: Tokens, flow: _Flow, optional: bool) -> None:
        """RETURN DISTINCT items GROUP BY keys, WITH items, COLUMNS (items)."""
        token = self.tokens[start]
        if not flow.tokens:
            self._begin(flow, graph, token)
        first = start + 1
        if keyword(self.tokens, start) == "COLUMNS" and self.partners.get(first, -1) > 0:
            first, end = first + 1, self.partners[first]
        distinct = keyword(self.tokens, first) in ("DISTINCT", "ALL")
        group = self.find("GROUP BY", first, end)
        self._pipe(flow, token, (_T.SELECT, "SELECT"))
        flow.tokens += self.tokens[first : first + distinct]
        variables: dict[str, Token] = {}
        items = self.parts(first + distinct, group)
        for number, (low, high) in enumerate(items):
            flow.tokens += [synthetic(token, _T.COMMA, ",")] if number else []
            if keyword(self.tokens, low) == "*" and high == low + 1 and flow.variables:
                for position, variable in enumerate(flow.variables.values()):
                    flow.tokens += [synthetic(token, _T.COMMA, ",")] if position else []
                    flow.tokens.append(self._named(variable))
                variables |= flow.variables
                continue
            flow.tokens += self.copied(low, high, graph)
            last = self.tokens[high - 1]
            if last.token_type in _NAMES:
                variables[last.text.lower()] = last
        flow.tokens += self.copied(group, end, graph)
        flow.variables = variables

    def _extend_with(self, start: int, end: int, graph: Tokens, flow: _Flow) -> None:
        """CALL (n) { … RETURN e AS x }: columns beside those that are there."""
        end = self.find("GROUP BY", start, end)
        start += keyword(self.tokens, start) in ("DISTINCT", "ALL")
        for low, high in self.parts(start, end):
            if high == low + 1:
                continue  # a variable, or all of them
            self._pipe(flow, self.tokens[low], (_T.VAR, "EXTEND"))
            flow.tokens += self.copied(low, high, graph)
            last = self.tokens[high - 1]
            if last.token_type in _NAMES:
                flow.variables[last.text.lower()] = last

    def tail(self, start: int, end: int, graph: Tokens, flow: _Flow, optional: bool) -> None:
        """ORDER BY keys, LIMIT n."""
        if not flow.tokens:
            self._begin(flow, graph, self.tokens[start])
        self._pipe(flow, self.tokens[start])
        flow.tokens += self.copied(start, end, graph)

    def skip(self, start: int, end: int, graph: Tokens, flow: _Flow, optional: bool) -> None:
        """OFFSET n, SKIP n: a constant."""

    def call(self, start: int, end: int, graph: Tokens, flow: _Flow, optional: bool) -> None:
        """CALL f(x) YIELD a AS b, CALL PER (n) f(), CALL (n) { … }."""
        token = self.tokens[start]
        index = start + 1
        if keyword(self.tokens, index) == "PER":
            index = max(self.partners.get(index + 1, 0), index) + 1
        if not flow.tokens:
            self._begin(flow, graph, token)
        brace = index if keyword(self.tokens, index) == "{" else max(self.partners.get(index, index), index) + 1
        if keyword(self.tokens, index) in ("(", "{") and keyword(self.tokens, brace) == "{":
            self.query(brace + 1, self.partners.get(brace, end), graph, flow)
            return
        yields = self.find("YIELD", index, end)
        self._pipe(flow, token, (_T.CROSS, "CROSS"), (_T.JOIN, "JOIN"))
        flow.tokens += self.copied(index, yields, graph)
        for low, high in self.parts(yields + 1, end):
            if keyword(self.tokens, low + 1) == "AS":
                self._pipe(flow, token, (_T.VAR, "EXTEND"))
                flow.tokens += self.tokens[low:high]
            flow.variables[self.tokens[high - 1].text.lower()] = self.tokens[high - 1]


class _Pattern:
    """What a pattern names and asks for: (a:Person {id: 5})-[e WHERE e.n > 0]->{1, 3}(b)."""

    def __init__(self, writer: _Writer) -> None:
        self.writer = writer
        self.variables: dict[str, Token] = {}
        self.conditions: list[list[Token | tuple[int, int]]] = []

    def read(self, start: int, end: int) -> None:
        """Elements and patterns in parentheses, one behind the other."""
        for index in self.writer.level(start, end):
            token = self.writer.tokens[index]
            close = self.writer.partners.get(index, -1)
            if token.token_type not in (_T.L_PAREN, _T.L_BRACKET) or close < index:
                if not self._between_elements(token):  # (a)-[e]->(b) e.n > 5: WHERE is missing
                    raise Unreadable(f"{token.text} is no part of a graph pattern", token)
                continue
            if self._is_element(index + 1, close):
                self._element(index + 1, close)
                continue
            where = self.writer.find("WHERE", index + 1, close)
            self.read(index + 1, where)
            if where + 1 < close:
                self.conditions.append([(where + 1, close)])

    def _between_elements(self, token: Token) -> bool:
        """A direction, a quantifier {1, 3}, a hint, a path mode or search: ANY SHORTEST, TRAIL PATHS."""
        text = token.text.upper()
        return text in _PATH_WORDS or token.token_type is _T.NUMBER or not text[:1].isidentifier()

    def _is_element(self, start: int, end: int) -> bool:
        """(), (n), (:Person), (n IS Person), (n WHERE …), and no pattern in parentheses: ((a)-[e]->(b)), (TRAIL ->)."""
        if start >= end or keyword(self.writer.tokens, start) in _BEHIND_VARIABLE:
            return True
        if not self.writer.tokens[start].text.replace("_", "a").isalnum():
            return False
        return start + 1 == end or keyword(self.writer.tokens, start + 1) in _BEHIND_VARIABLE

    def _element(self, start: int, end: int) -> None:
        tokens = self.writer.tokens
        variable: Token | None = None
        if start < end and keyword(tokens, start) not in _BEHIND_VARIABLE:
            variable = tokens[start]
            self.variables.setdefault(variable.text.lower(), variable)
            start += 1
        index = start
        if keyword(tokens, index) in (":", "IS"):
            index = self.writer.behind_labels(index + 1, end)
        if keyword(tokens, index) == "{":
            self._properties(index, variable)
            index = max(self.writer.partners.get(index, index), index) + 1
        if keyword(tokens, index) == "WHERE":
            cost = self.writer.find("COST", index, end)
            self.conditions.append([(index + 1, cost)])

    def _properties(self, brace: int, variable: Token | None) -> None:
        """{id: 5, name: x}: n.id = 5, n.name = x."""
        tokens = self.writer.tokens
        if variable is None:
            variable = synthetic(tokens[brace], _T.IDENTIFIER, f"{MARK}element{brace}")
            self.variables[variable.text] = variable
        for low, high in self.writer.parts(brace + 1, self.writer.partners.get(brace, brace)):
            name = tokens[low]
            condition: list[Token | tuple[int, int]] = [synthetic(name, _T.IDENTIFIER, variable.text)]
            condition += [synthetic(name, _T.DOT, "."), name, synthetic(name, _T.EQ, "="), (low + 2, high)]
            self.conditions.append(condition)


_BEFORE_NAME = frozenset({".", "AS", "WITH"})
"""Before a name, and before the OFFSET of FOR x IN xs WITH OFFSET."""
_BEHIND_VARIABLE = frozenset({":", "IS", "WHERE", "{", "COST"})
_PATH_WORDS = frozenset(
    {"ANY", "ALL", "SHORTEST", "CHEAPEST", "WALK", "TRAIL", "ACYCLIC", "SIMPLE", "PATH", "PATHS", "COST"}
)
_STATEMENTS = {
    "MATCH": _Writer.match,
    "OPTIONAL": _Writer.match,
    "FILTER": _Writer.filter,
    "LET": _Writer.let,
    "FOR": _Writer.for_,
    "WITH": _Writer.select,
    "RETURN": _Writer.select,
    "COLUMNS": _Writer.select,
    "ORDER BY": _Writer.tail,
    "LIMIT": _Writer.tail,
    "OFFSET": _Writer.skip,
    "SKIP": _Writer.skip,
    "CALL": _Writer.call,
}

REWRITES = (TokenRewrite(frozenset({"GRAPH", "GRAPH_TABLE"}), rewrite_graphs),)
