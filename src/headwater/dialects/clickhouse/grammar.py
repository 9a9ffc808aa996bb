"""ClickHouse's forms that the parser does not read, shown to it as calls.

    quantile(0.5)(x)                    quantile(__params(0.5), x)
    * EXCEPT (a) APPLY(f)               __matcher(__star, __except(a), __apply(f))
    t.COLUMNS('^a')                     __matcher(t.__columns, __list('^a'))
    LIMIT 1 BY a LIMIT 10               LIMIT 1 BY a, __limit(10)
    WHERE b + c AS s                    WHERE (b + c AS s)

Every ordinary function is read by its name alone, as ClickHouse's own table has it, and never as what other engines
mean by that name: its name is marked before the parser sees it, and the mark is taken off the tree. One walk over the
words, which knows of each parenthesis what it is: a query, a call, a cast. To add a form: a branch in `_Walk`, a line
above, and a case in the tests.
"""

from __future__ import annotations

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import Rule, like
from headwater.sql.placeholders import (
    ALIASES,
    APPLY,
    COLUMNS,
    EXCEPT,
    ILIKE,
    LAMBDA,
    LEVELS,
    LIKE,
    LIMIT,
    LIST,
    MARK,
    MATCHER,
    PARAMS,
    REPLACE,
    STAR,
)
from headwater.sql.token_edits import Edits

_T = TokenType
_OPEN = frozenset({_T.L_PAREN, _T.L_BRACKET, _T.L_BRACE})
_CLOSE = frozenset({_T.R_PAREN, _T.R_BRACKET, _T.R_BRACE})
_QUERY = frozenset({_T.SELECT, _T.WITH, _T.FROM})
_SETOPS = frozenset({_T.UNION, _T.EXCEPT, _T.INTERSECT})
_CLAUSES = frozenset(
    {
        _T.SELECT, _T.FROM, _T.WHERE, _T.PREWHERE, _T.GROUP_BY, _T.HAVING, _T.QUALIFY, _T.ORDER_BY, _T.LIMIT,
        _T.OFFSET, _T.FETCH, _T.SETTINGS, _T.FORMAT, _T.WINDOW, _T.PARTITION_BY, _T.JOIN, _T.ON, _T.USING, _T.INTO,
    }
) | _SETOPS  # fmt: skip
_BEGINS = frozenset({_T.SELECT, _T.FROM, _T.WHERE})
_TABLES = frozenset({_T.FROM, _T.JOIN, _T.USING, _T.INTO, _T.SETTINGS, _T.FORMAT})
_WRAPPED = frozenset(
    {_T.WHERE, _T.PREWHERE, _T.GROUP_BY, _T.HAVING, _T.QUALIFY, _T.ORDER_BY, _T.LIMIT, _T.PARTITION_BY, _T.ON}
)
"""Clauses in which the parser knows no alias: WHERE b + c AS s."""
_CALLED = frozenset(
    {_T.VAR, _T.ANY, _T.LEFT, _T.RIGHT, _T.REPLACE, _T.RANGE, _T.FORMAT, _T.TRUNCATE, _T.DATE, _T.ISNULL, _T.CHAR}
)
"""Words that are a function's name when a parenthesis follows."""
_SYNTAX = frozenset(
    {
        "CAST", "EXTRACT", "TRIM", "SUBSTRING", "SUBSTR", "POSITION", "OVERLAY", "ARRAYJOIN", "COLUMNS", "EXISTS",
        "INTERVAL", "OVER", "FILTER", "WITHIN", "USING", "DATE_ADD", "DATEADD", "DATE_SUB", "DATESUB", "DATE_DIFF",
        "DATEDIFF", "TIMESTAMP_ADD", "TIMESTAMPADD", "TIMESTAMP_SUB", "TIMESTAMPSUB", "TIMESTAMP_DIFF",
        "TIMESTAMPDIFF", "ADDDATE", "SUBDATE", "DATE_BIN", "GROUPING", "CUBE", "ROLLUP", "INTERPOLATE", "BY", "IN",
        "ROWS",
    }
)  # fmt: skip
"""Calls with words of their own inside (units, FROM, AS a type), and what looks like a call and is none."""
_NO_CALL = frozenset({_T.DOT, _T.ALIAS, _T.DCOLON, _T.COLON, _T.TABLE, _T.FUNCTION, _T.DOTCOLON, *_TABLES})
_ENDS = frozenset({_T.VAR, _T.IDENTIFIER, _T.NUMBER, _T.STRING, _T.R_PAREN, _T.R_BRACKET, _T.R_BRACE})
_STARTS = frozenset({_T.VAR, _T.IDENTIFIER, _T.NUMBER, _T.STRING, _T.L_PAREN, _T.L_BRACKET, _T.DASH})
_MODIFIES = {_T.EXCEPT: EXCEPT, _T.REPLACE: REPLACE, _T.APPLY: APPLY, _T.LIKE: LIKE, _T.ILIKE: ILIKE}
_NOT_BEFORE_STAR = _ENDS | {_T.END, _T.NULL, _T.TRUE, _T.FALSE}
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})
_FREE = frozenset(
    {
        _T.ALTER, _T.CREATE, _T.DROP, _T.GRANT, _T.INSERT, _T.RETURNING, _T.ROLLBACK, _T.UNCACHE, _T.GLOB, _T.LATERAL,
        _T.FINAL, _T.TABLE_SAMPLE, _T.LOCK, _T.FETCH, _T.CROSS, _T.OUTER, _T.INNER, _T.FOR, _T.GLOBAL, _T.RLIKE,
    }
)  # fmt: skip
"""Words that mean nothing at the beginning of an expression, and so are names there."""
_WORDS = _FREE | frozenset(
    {
        _T.HAVING, _T.QUALIFY, _T.PREWHERE, _T.WHERE, _T.WINDOW, _T.LIMIT, _T.OFFSET, _T.ON, _T.USING, _T.JOIN, _T.INTO,
        _T.UNION, _T.EXCEPT, _T.INTERSECT, _T.THEN, _T.ELSE, _T.WHEN, _T.OR, _T.AND, _T.XOR, _T.BETWEEN, _T.LIKE,
        _T.ILIKE, _T.DISTINCT, _T.CASE, _T.END,
    }
)  # fmt: skip
"""And these behind a dot or AS."""
_BEFORE_NAME = frozenset({_T.SELECT, _T.DISTINCT, _T.COMMA, _T.L_PAREN, _T.L_BRACKET, _T.WHERE, _T.GROUP_BY})
_BEFORE_NAME |= {_T.ORDER_BY, _T.PLUS, _T.DASH, _T.STAR, _T.SLASH, _T.EQ, _T.LT, _T.GT, _T.AND, _T.OR, _T.NOT}
_BEHIND_NAME = frozenset({_T.COMMA, _T.R_PAREN, _T.R_BRACKET, _T.FROM, _T.ALIAS, _T.PLUS, _T.DASH, _T.STAR, _T.SLASH})
_BEHIND_NAME |= {_T.EQ, _T.NEQ, _T.LT, _T.GT, _T.LTE, _T.GTE, _T.AND, _T.OR, _T.IN, _T.ORDER_BY, _T.HAVING, _T.LIMIT}


class _Level:
    """What is open: the statement, or a pair of brackets."""

    __slots__ = ("arrow", "call", "clause", "closes", "element", "kind", "limited", "offset", "open", "parametric")

    def __init__(self, kind: str, at: int, clause: TokenType | None, call: int = -1) -> None:
        self.kind = kind
        """query, call (marked), syntax (a call with words of its own), cast, paren, bracket."""
        self.open = at
        self.clause = clause
        self.call = call
        self.element = at + 1
        """Where the current element of a list begins."""
        self.limited = False
        """LIMIT … BY has been read."""
        self.offset = -1
        """Where the OFFSET of a LIMIT stands."""
        self.closes = False
        """A second LIMIT is open, and has to be closed."""
        self.parametric = False
        self.arrow = False
        """The current element has an arrow: it is a lambda."""


def words(tokens: list[Token]) -> list[Token]:
    """The words of a statement as the parser reads them."""
    return _Walk(tokens).edited()


def tree(node: exp.Expr) -> exp.Expr:
    """The marks come off the names of functions, parameters go where they belong, and aliases are gathered."""
    for one in node.walk():
        kind = one.__class__
        if kind is exp.Anonymous:
            name = one.args["this"]
            if name.__class__ is str and name.startswith(MARK):
                one.args["this"] = name[1:]
            inside = one.args.get("expressions")
            if inside and None in inside:
                inside = one.args["expressions"] = [part for part in inside if part is not None]  # extract(YEAR
            if inside and inside[0].__class__ is exp.Anonymous and inside[0].args["this"] == PARAMS:
                one.args[LEVELS] = inside[0].expressions
                one.args["expressions"] = inside[1:]
        elif kind is exp.Alias:
            _gather(one)
    return node


def _gather(alias: exp.Expr) -> None:
    """Note an alias at the SELECT or lambda that it is visible in; those of a select list are found there anyway."""
    holder = alias.parent
    if (holder.__class__ is exp.Select and alias.arg_key == "expressions") or alias.arg_key == "interpolate":
        return
    if holder.__class__ is exp.Join:
        return  # ARRAY JOIN arr AS a
    while holder is not None and holder.__class__ not in (exp.Select, exp.Lambda):
        if holder.__class__ is exp.Anonymous and holder.args["this"] == REPLACE:
            return  # * REPLACE (a + 1 AS a): the name of a column
        holder = holder.parent
    if holder is not None:
        holder.meta.setdefault(ALIASES, []).append(alias)


class _Walk:
    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._kinds = [token.token_type for token in tokens]
        self._edits = Edits()
        self._levels = [_Level("query", -1, None)]
        self._pairs: dict[int, int] | None = None

    # ── looking around ───────────────────────────────────────────────────────────────────────────────────────
    def _kind(self, at: int) -> TokenType | None:
        return self._kinds[at] if 0 <= at < len(self._kinds) else None

    def _word(self, at: int) -> str:
        return self._tokens[at].text.upper() if 0 <= at < len(self._tokens) else ""

    def _close(self, at: int) -> int:
        """The bracket that closes the one at `at`; the last word where it is never closed."""
        if self._pairs is None:
            self._pairs = {}
            stack: list[int] = []
            for index, kind in enumerate(self._kinds):
                if kind in _OPEN:
                    stack.append(index)
                elif kind in _CLOSE and stack:
                    self._pairs[stack.pop()] = index
        return self._pairs.get(at, len(self._tokens) - 1)

    def _new(self, at: int, kind: TokenType, text: str) -> Token:
        return like(self._tokens[min(at, len(self._tokens) - 1)], kind, text)

    def _paren(self, first: int, last: int, *before: Token) -> None:
        """Parentheses around the words from `first` to `last`."""
        self._edits.put_before(first, *before, self._new(first, _T.L_PAREN, "("))
        self._edits.put_after(last, self._new(last, _T.R_PAREN, ")"))

    # ── the walk ─────────────────────────────────────────────────────────────────────────────────────────────
    def edited(self) -> list[Token]:
        """The words with every form shown as the parser reads it."""
        kinds = self._kinds
        count = len(kinds)
        at = 0
        while at < count:
            at = max(self._step(at, kinds[at]), at + 1)  # whatever the text: the walk goes on
        if self._levels[0].closes and count:
            self._edits.put_after(count - 1, self._new(count - 1, _T.R_PAREN, ")"))
        return self._edits.applied(self._tokens)

    def _step(self, at: int, kind: TokenType) -> int:
        """Read the word at `at`; the index of the next one to be read."""
        level = self._levels[-1]
        if kind in _NAMES and kind is not _T.VAR:
            return at + 1
        if kind in _OPEN:
            return self._opened(at, kind)
        if kind in _CLOSE:
            return self._closed(at, level)
        if kind is _T.COMMA:
            level.element = at + 1
            level.arrow = False
            return at + 1
        if kind is _T.ALIAS:
            return self._alias(at, level)
        if kind is _T.ARROW:
            level.arrow = True
            return at + 1
        if kind is _T.DCOLON:
            # x::Array(Tuple(a Decimal(9, 2))): nothing in a type is a call
            return self._close(at + 2) + 1 if self._kind(at + 2) is _T.L_PAREN else at + 2
        if kind is _T.DOTCARET:
            self._edits.swap(at, self._new(at, _T.DOT, "."))  # json.^a: the object below a
            return at + 1
        before = self._kind(at - 1)
        if kind is _T.STAR and before not in _NOT_BEFORE_STAR and self._kind(at + 1) in _MODIFIES:
            self._matcher(at, at)
            return at + 1
        if kind not in _NAMES and at and (before is _T.DOT or self._stands_for_name(at, kind)):
            self._as_name(at)
            return at + 1
        if kind is _T.COLLATE and level.clause is _T.ORDER_BY and self._kind(at + 1) is _T.STRING:
            self._edits.swap(at, None)  # ORDER BY a NULLS FIRST COLLATE 'en'
            self._edits.swap(at + 1, None)
            return at + 2
        if kind in _CLAUSES or kind is _T.WITH:
            return self._clause(at, kind, level)
        if kind in _CALLED:
            return self._name(at, kind, level)
        return at + 1

    def _opened(self, at: int, kind: TokenType) -> int:
        if kind is _T.L_BRACE:
            if self._kind(at + 2) is _T.COLON:
                return self._close(at) + 1  # {p:Array(UInt8)}
            self._levels.append(_Level("bracket", at, None))
        elif kind is _T.L_BRACKET:
            self._levels.append(_Level("bracket", at, None))
        elif self._kind(at + 1) in _QUERY:
            self._levels.append(_Level("query", at, None))
        else:
            before = self._word(at - 1)
            kind_before = self._kind(at - 1)
            if kind_before in _CALLED and before in _SYNTAX and before != "INTERPOLATE":
                self._levels.append(_Level("cast" if before == "CAST" else "syntax", at, None))
            elif kind_before in (_T.FROM, _T.JOIN):
                self._levels.append(_Level("paren", at, _T.FROM))  # FROM (a JOIN b ON …)
            else:
                self._levels.append(_Level("paren", at, None))
        return at + 1

    def _closed(self, at: int, level: _Level) -> int:
        if len(self._levels) == 1:
            return at + 1
        if level.kind == "call" and not level.parametric and self._kind(at + 1) is _T.L_PAREN:
            self._parametric(at, level)
            return at + 2
        if level.closes:
            self._edits.put_before(at, self._new(at, _T.R_PAREN, ")"))
        self._levels.pop()
        return at + 1

    def _parametric(self, at: int, level: _Level) -> None:
        """quantile(0.5)(x): the parameters go into a call of their own, before the arguments."""
        level.parametric = True
        level.element = at + 2
        inside = self._new(level.open, _T.VAR, PARAMS), self._new(level.open, _T.L_PAREN, "(")
        self._edits.put_after(level.open, *inside)
        empty = self._kind(at + 2) is _T.R_PAREN
        self._edits.swap(at + 1, None if empty else self._new(at + 1, _T.COMMA, ","))

    def _name(self, at: int, kind: TokenType, level: _Level) -> int:
        """A name: a call where a parenthesis follows, or one of the words that the parser does not know."""
        if at in self._edits.swapped:
            return at + 1  # part of a star's changes
        follows = self._kind(at + 1) is _T.L_PAREN
        word = self._word(at)
        if word == "COLUMNS" and follows and self._expressions():
            close = self._close(at + 1)
            self._matcher(at, close)
            return at + 1
        if word == "INTERPOLATE" and not follows and level.clause is _T.ORDER_BY:
            self._edits.swap(at, None)
            return at + 1
        if word == "STALENESS" and level.clause is _T.ORDER_BY:
            return self._dropped(at)  # how far rows are filled in: a constant
        if word == "MOD" and self._kind(at - 1) in _ENDS and self._kind(at + 1) in _STARTS:
            self._edits.swap(at, self._new(at, _T.MOD, "%"))
            return at + 1
        if word == "BY" and level.clause is _T.LIMIT:
            level.limited = True
            level.element = at + 1
            if level.offset >= 0:
                self._edits.swap(level.offset, self._new(level.offset, _T.COMMA, ","))  # LIMIT 1 OFFSET 2 BY a
            return at + 1
        if not follows or word in _SYNTAX or not self._expressions():
            return at + 1
        before = self._kind(at - 1)
        if before in _NO_CALL and not (before is _T.JOIN and level.clause is _T.ARRAY):
            return at + 1
        if self._kind(at + 2) in _QUERY and kind is not _T.VAR:
            return at + 1  # = ANY (SELECT …)
        if level.clause is _T.WITH and at == level.element:
            close = self._close(at + 1)
            if self._kind(close + 1) is _T.ALIAS and self._kind(close + 2) is _T.L_PAREN:
                return close + 1  # WITH q(a, b) AS (SELECT …)
        self._edits.swap(at, self._new(at, _T.VAR, MARK + self._tokens[at].text))
        self._levels.append(_Level("call", at + 1, None, at))
        if self._kind(at + 2) in _QUERY:
            self._levels[-1].kind = "query"
        return at + 2

    def _as_name(self, at: int) -> None:
        """A word of other engines' grammars, or of its own elsewhere, that is a name here: SELECT q.sample."""
        if at < len(self._tokens) and self._kinds[at] in _WORDS and at not in self._edits.swapped:
            self._edits.swap(at, self._new(at, _T.VAR, self._tokens[at].text))

    def _stands_for_name(self, at: int, kind: TokenType) -> bool:
        """Whether such a word stands where an expression begins, and what is behind it can follow a name."""
        if kind not in _FREE or self._kinds[at - 1] not in _BEFORE_NAME:
            return False
        behind = self._kind(at + 1)
        return behind is None or behind in _BEHIND_NAME

    def _expressions(self) -> bool:
        """Whether an expression may stand here: not where tables do, nor before the first SELECT of a statement."""
        level = self._levels[-1]
        if level.kind == "query":
            return level.clause is not None and level.clause not in _TABLES
        return level.clause is not _T.FROM and any(one.clause is not None for one in self._levels)

    # ── aliases ──────────────────────────────────────────────────────────────────────────────────────────────
    def _alias(self, at: int, level: _Level) -> int:
        if level.kind == "cast":
            if self._kind(at + 2) not in (_T.ALIAS, _T.COMMA):
                # CAST(x AS Array(String)): the rest is a type
                return self._close(level.open)
            self._paren(level.element, at + 1)
        elif level.clause is _T.WITH and level.arrow:
            # WITH x -> x + 1 AS f: the parser knows lambdas as arguments only
            self._paren(level.element, at - 1, self._new(level.element, _T.VAR, LAMBDA))
        elif level.kind in ("syntax", "bracket") or level.clause in _WRAPPED:
            self._paren(level.element, at + 1)
        behind = self._kind(at + 1)
        if behind in _OPEN or behind in _QUERY:
            return at + 1
        self._as_name(at + 1)
        return at + 2

    # ── clauses ──────────────────────────────────────────────────────────────────────────────────────────────
    def _clause(self, at: int, kind: TokenType, level: _Level) -> int:
        if level.kind not in ("query", "paren"):
            return at + 1  # EXTRACT(YEAR FROM x)
        if kind is _T.WITH:
            return self._with(at, level)
        if level.clause is None and len(self._levels) == 1 and kind not in _BEGINS:
            return at + 1  # CREATE TABLE … ORDER BY k AS SELECT …
        if level.kind == "paren" and kind not in (_T.ORDER_BY, _T.PARTITION_BY, _T.ON, _T.JOIN, _T.USING):
            return at + 1
        if kind is _T.FROM and level.clause is _T.ORDER_BY:
            return at + 1  # WITH FILL FROM 1
        if kind is _T.ON and self._kind(at - 1) is _T.DISTINCT:
            return at + 1
        if kind in (_T.LEFT, _T.RIGHT, _T.REPLACE, _T.FORMAT) and self._kind(at + 1) is _T.L_PAREN:
            return self._name(at, kind, level)
        if kind is _T.INTO and self._word(at + 1) == "OUTFILE":
            return self._outfile(at)
        if kind is _T.LIMIT:
            self._limit(at, level)
            level.offset = -1
        elif kind is _T.OFFSET and level.clause is _T.LIMIT and not level.closes:
            level.offset = at
            return at + 1
        elif kind is _T.OFFSET and level.closes:
            self._edits.swap(at, self._new(at, _T.COMMA, ","))
            return at + 1
        elif level.closes:
            self._edits.put_before(at, self._new(at, _T.R_PAREN, ")"))
            level.closes = False
        if kind in _SETOPS:
            level.limited = False
            level.clause = None if level.kind == "query" and len(self._levels) == 1 else level.clause
        # ARRAY JOIN arrayMap(x -> x, arr): expressions stand there, and no tables
        level.clause = _T.ARRAY if kind is _T.JOIN and self._word(at - 1) == "ARRAY" else kind
        level.element = at + 1
        return at + 1

    def _with(self, at: int, level: _Level) -> int:
        word = self._word(at + 1)
        if word == "TIES" and level.clause is _T.LIMIT:
            # rows that are equal to the last one: the keys decide as before
            self._edits.swap(at, None)
            self._edits.swap(at + 1, None)
            return at + 2
        if level.clause is None or level.clause in _SETOPS or self._kind(at - 1) is _T.L_PAREN:
            level.clause = _T.WITH
            level.element = at + 1
        return at + 1

    def _limit(self, at: int, level: _Level) -> None:
        """LIMIT 1 BY a LIMIT 10: the second one becomes a part of the first."""
        if level.limited:
            call = self._new(at, _T.VAR, LIMIT), self._new(at, _T.L_PAREN, "(")
            self._edits.swap(at, self._new(at, _T.COMMA, ","))
            self._edits.put_after(at, *call)
            level.limited, level.closes = False, True

    def _dropped(self, at: int) -> int:
        """A clause of constants taken out, up to the next one."""
        while at < len(self._tokens):
            kind = self._kinds[at]
            if kind is _T.COMMA or kind in _CLOSE or kind in _CLAUSES or self._word(at) == "INTERPOLATE":
                break
            last = self._close(at) if kind in _OPEN else at
            for one in range(at, last + 1):
                self._edits.swap(one, None)
            at = last + 1
        return at

    def _outfile(self, at: int) -> int:
        """INTO OUTFILE 'x' TRUNCATE COMPRESSION 'gzip': where the result goes is read from the words."""
        while at < len(self._tokens):
            kind = self._kinds[at]
            if kind in (_T.FORMAT, _T.SETTINGS, _T.SEMICOLON) or kind in _CLOSE or kind in _SETOPS:
                break
            self._edits.swap(at, None)
            at += 1
        return at

    # ── stars and COLUMNS ────────────────────────────────────────────────────────────────────────────────────
    def _matcher(self, at: int, last: int) -> None:
        """`t.* EXCEPT (a)`, `COLUMNS('^a') APPLY(f)`: one call, with a call for each change."""
        first = at
        while self._kind(first - 1) is _T.DOT and self._kind(first - 2) in _NAMES:
            first -= 2
        edits = self._edits
        edits.put_before(first, self._new(first, _T.VAR, MATCHER), self._new(first, _T.L_PAREN, "("))
        if self._kinds[at] is _T.STAR:
            edits.swap(at, self._new(at, _T.VAR, STAR))
        else:
            edits.swap(at, self._new(at, _T.VAR, COLUMNS))
            edits.put_after(at, self._new(at, _T.COMMA, ","), self._new(at, _T.VAR, LIST))
        while True:
            end = self._change(last + 1)
            if end < 0:
                break
            last = end
        edits.put_after(last, self._new(last, _T.R_PAREN, ")"))

    def _change(self, at: int) -> int:
        """One change of a star: the index of its last word, or -1 where there is none."""
        name = _MODIFIES.get(self._kind(at) or _T.STAR)
        if name is None:
            return -1
        behind = at + 1
        if self._word(behind) == "STRICT" and name in (EXCEPT, REPLACE):
            self._edits.swap(behind, None)
            behind += 1
        if name == EXCEPT and (
            self._kind(behind) is _T.SELECT or (self._kind(behind) is _T.L_PAREN and self._kind(behind + 1) in _QUERY)
        ):
            return -1  # SELECT * EXCEPT SELECT …
        last = self._extent(name, behind)
        if last < 0:
            return -1
        self._edits.swap(at, self._new(at, _T.VAR, name))
        self._edits.put_before(at, self._new(at, _T.COMMA, ","))
        if self._kind(behind) is not _T.L_PAREN:
            self._paren(behind, last)
        return last

    def _extent(self, name: str, at: int) -> int:
        """The last word of what a change takes: a list in parentheses, or one thing without."""
        kind = self._kind(at)
        if kind is None:
            return -1
        if kind is _T.L_PAREN:
            return self._close(at)
        if name == REPLACE:
            return self._until(at, alias=True)
        if name == APPLY:
            if self._kind(at + 1) is _T.ARROW:
                return self._until(at, alias=False)
            return self._close(at + 1) if self._kind(at + 1) is _T.L_PAREN else at
        return at

    def _until(self, at: int, alias: bool) -> int:
        """The end of an expression, and of the alias behind it."""
        while at < len(self._kinds):
            kind = self._kinds[at]
            if kind in _OPEN:
                at = self._close(at)
            elif kind is _T.ALIAS and alias:
                return at + 1
            elif kind is _T.COMMA or kind in _CLOSE or kind in _CLAUSES or kind in (_T.APPLY, _T.SEMICOLON):
                return at - 1
            at += 1
        return at - 1


RULE = Rule(frozenset({"SELECT", "WHERE", "WITH"}), words)
