"""ClickHouse's forms that the parser does not read, as placeholder calls (`sql.placeholders`).

    quantile(0.5)(x)                    quantile(<params>(0.5), x)
    * EXCEPT (a) APPLY(f)               <matcher>(<star>, <except>(a), <apply>(f))
    t.COLUMNS('^a')                     <matcher>(t.<columns>, <list>('^a'))
    LIMIT 1 BY a LIMIT 10               LIMIT 1 BY a, <limit>(10)
    WHERE b + c AS s                    WHERE (b + c AS s)

Every ordinary function is read by its name alone, as ClickHouse's own table has it, and never as what other engines
mean by that name: it is hidden from the parser. One walk over the tokens, which knows of each parenthesis what it is: a
query, a call, a cast. To add a form: a branch in `_Walk`, a line above, and a case in the tests.
"""

from __future__ import annotations

from sqlglot.tokenizer_core import Token, TokenType

from headwater.dialects.clickhouse import keywords as words
from headwater.sql.grammar import TokenRewrite, keyword, synthetic
from headwater.sql.placeholders import (
    APPLY,
    COLUMNS,
    EXCEPT,
    LAMBDA,
    LIMIT,
    LIST,
    MATCHER,
    PARAMS,
    REPLACE,
    STAR,
    hide,
    open_call,
)
from headwater.sql.token_edits import Edits

_T = TokenType


class _Level:
    """What is open: the statement, or a pair of brackets."""

    __slots__ = (
        "arrow", "call", "cases", "clause", "closes", "element", "filled", "kind", "limited", "offset", "open",
        "parametric",
    )  # fmt: skip

    def __init__(self, kind: str, index: int, clause: TokenType | None, call: int = -1) -> None:
        self.kind = kind
        """query, call (hidden), syntax (a call with tokens of its own), cast, paren, bracket."""
        self.open = index
        self.clause = clause
        self.call = call
        self.element = index + 1
        """Where the current element of a list begins."""
        self.filled = False
        """WITH FILL has been read, behind which STALENESS and INTERPOLATE are keywords."""
        self.limited = False
        """LIMIT … BY has been read."""
        self.offset = -1
        """Where the OFFSET of a LIMIT stands."""
        self.closes = False
        """A second LIMIT is open, and has to be closed."""
        self.parametric = False
        self.arrow = False
        """The current element has an arrow: it is a lambda."""
        self.cases: list[int] = []
        """Where the elements begin that the open CASEs stand in."""


def rewrite_forms(tokens: list[Token]) -> list[Token]:
    """The tokens of a statement as the parser reads them."""
    return _Walk(tokens).edited()


class _Walk:
    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._kinds = [token.token_type for token in tokens]
        self._edits = Edits()
        self._levels = [_Level("query", -1, None)]
        self._pairs: dict[int, int] | None = None

    # ── looking around ───────────────────────────────────────────────────────────────────────────────────────
    def _kind(self, index: int) -> TokenType | None:
        return self._kinds[index] if 0 <= index < len(self._kinds) else None

    def _word(self, index: int) -> str:
        """The keyword at an index in capitals; nothing for what is quoted or not there."""
        return keyword(self._tokens, index)

    def _close(self, position: int) -> int:
        """The bracket that closes the one at `index`; the last token where it is never closed."""
        if self._pairs is None:
            self._pairs = {}
            stack: list[int] = []
            for index, kind in enumerate(self._kinds):
                if kind in words.OPEN:
                    stack.append(index)
                elif kind in words.CLOSE and stack:
                    self._pairs[stack.pop()] = index
        return self._pairs.get(position, len(self._tokens) - 1)

    def _new(self, index: int, kind: TokenType, text: str) -> Token:
        return synthetic(self._tokens[min(index, len(self._tokens) - 1)], kind, text)

    def _paren(self, first: int, last: int, *before: Token) -> None:
        """Parentheses around the tokens from `first` to `last`."""
        self._edits.put_before(first, *before, self._new(first, _T.L_PAREN, "("))
        self._edits.put_after(last, self._new(last, _T.R_PAREN, ")"))

    # ── the walk ─────────────────────────────────────────────────────────────────────────────────────────────
    def edited(self) -> list[Token]:
        """The tokens with every form shown as the parser reads it."""
        kinds = self._kinds
        count = len(kinds)
        index = 0
        while index < count:
            index = max(self._step(index, kinds[index]), index + 1)  # whatever the text: the walk goes on
        if self._levels[0].closes and count:
            self._edits.put_after(count - 1, self._new(count - 1, _T.R_PAREN, ")"))
        return self._edits.applied(self._tokens)

    def _step(self, index: int, kind: TokenType) -> int:
        """Read the token at `index`; the index of the next one to be read."""
        level = self._levels[-1]
        if kind is _T.IDENTIFIER:
            return (
                self._name(index, kind, level) if self._kind(index + 1) is _T.L_PAREN else index + 1
            )  # "quantile"(0.5)(x)
        if kind in words.OPEN:
            return self._opened(index, kind)
        if kind in words.CLOSE:
            return self._closed(index, level)
        if kind in words.CASES:
            self._case(index, kind, level)
        if kind is _T.COMMA:
            level.element = index + 1
            level.arrow = False
            return index + 1
        if kind is _T.ALIAS and not (index and self._stands_for_name(index, kind)):
            return self._alias(index, level)
        if kind is _T.ARROW:
            level.arrow = True
            self._bare_parameters(index, level)
            return index + 1
        if kind is _T.DCOLON:
            # x::Array(Tuple(a Decimal(9, 2))): nothing in a type is a call
            return self._type(index + 1, self._close(index + 2) if self._kind(index + 2) is _T.L_PAREN else index + 1)
        if kind is _T.DOTCARET:
            self._edits.swap(index, self._new(index, _T.DOT, "."))  # json.^a: the object below a
            return index + 1
        before, behind = self._kind(index - 1), self._kind(index + 1)
        if kind in words.BARE and before is not _T.DOT and self._bare(index):
            self._edits.swap(index, self._new(index, _T.VAR, self._tokens[index].text))
            if behind is _T.L_BRACKET:
                self._paren(index, index)  # array[1]: no constructor
            return index + 1
        if (
            kind is _T.IN
            and self._kind(index + 1) is _T.L_PAREN
            and before in words.BEFORE_NAME
            and before is not _T.NOT
        ):
            return self._call(index)  # in(x, (1, 2))
        of_value = before is _T.DOT and self._kind(index - 2) in words.CLOSE  # f(x).* EXCEPT (a): no star of a table
        if (
            kind is _T.STAR
            and before not in words.NOT_BEFORE_STAR
            and self._kind(index + 1) in words.MODIFIES
            and not of_value
        ):
            self._matcher(index, index)
            return index + 1
        if kind not in words.NAMES and index and (before is _T.DOT or self._stands_for_name(index, kind)):
            self._as_name(index)
            return index + 1
        begins = level.clause is _T.WITH and index == level.element and behind is _T.ALIAS and kind not in words.NAMES
        if (kind in words.WORDS or begins) and (begins or (behind is _T.DOT and before in words.BEFORE_NAME)):
            self._as_name(index)  # WITH values AS (…), ON join.n = 1
            return index + 1
        table = before in (_T.FROM, _T.JOIN) and index - 1 not in self._edits.swapped
        if kind in words.WORDS and table and behind is not _T.L_PAREN:
            self._as_name(index)  # FROM union, JOIN join
            return index + 1
        if kind in words.SOFT and index and self._stands_for_name(index, kind):
            return index + 1
        if kind is _T.COLLATE and level.clause is _T.ORDER_BY and self._kind(index + 1) is _T.STRING:
            self._edits.drop(index)  # ORDER BY a NULLS FIRST COLLATE 'en'
            self._edits.drop(index + 1)
            return index + 2
        if kind is _T.FORMAT and behind is _T.L_PAREN and self._expressions():
            return self._name(index, kind, level)  # f(format('{}', a))
        if kind in words.CLAUSES or kind is _T.WITH:
            return self._clause(index, kind, level)
        if kind in words.CALLED or (kind in words.TYPE_CALLS and behind is _T.L_PAREN):
            return self._name(index, kind, level)
        return index + 1

    def _bare_parameters(self, index: int, level: _Level) -> None:
        """arrayFold(acc, x -> acc + x, …): all names before the arrow are its parameters."""
        first = level.open + 1
        names = range(first, index, 2)
        if level.kind != "call" or len(names) < 2 or self._kinds[index - 1] is _T.COMMA:
            return
        if all(self._kinds[n] in words.NAMES for n in names) and all(
            self._kinds[n] is _T.COMMA for n in range(first + 1, index, 2)
        ):
            self._paren(first, index - 1)

    def _type(self, index: int, last: int) -> int:
        """Types that the parser does not know look like one that it knows; the index behind them."""
        while index <= last:
            known = words.TYPES.get(self._word(index))
            if known is not None:
                self._edits.swap(index, self._new(index, _T.TEXT, known))
                if self._kind(index + 1) is _T.L_PAREN:
                    close = self._close(index + 1)
                    self._edits.drop(*range(index + 1, close + 1))  # QBit(Float32, 8)
                    index = close
            index += 1
        return last + 1

    def _case(self, index: int, kind: TokenType, level: _Level) -> None:
        """CASE WHEN a AS b THEN …: each part of a CASE is an element of its own."""
        if kind is _T.CASE:
            level.cases.append(level.element)
            level.element = index + 1
        elif level.cases and kind is _T.END:
            level.element = level.cases.pop()
        elif level.cases:
            level.element = index + 1

    def _bare(self, index: int) -> bool:
        """Whether the name of a type is a column's: SELECT map.1, array[1], date."""
        behind = self._kind(index + 1)
        if behind in (_T.L_PAREN, _T.STRING, _T.JOIN) or not self._expressions():
            return False
        return self._levels[-1].kind != "syntax" or behind is not _T.FROM

    def _call(self, index: int) -> int:
        """The name of a function and the parenthesis behind it, hidden from the parser."""
        self._edits.swap(index, hide(self._tokens[index]))
        self._levels.append(_Level("call", index + 1, None, index))
        if self._kind(index + 2) in words.QUERY and self._kind(index + 3) not in words.BEHIND_LISTED:
            self._levels[-1].kind = "query"
        return index + 2

    def _opened(self, index: int, kind: TokenType) -> int:
        if kind is _T.L_BRACE:
            if self._kind(index + 2) is _T.COLON:
                return self._close(index) + 1  # {p:Array(UInt8)}
            self._levels.append(_Level("bracket", index, None))
        elif kind is _T.L_BRACKET:
            self._subscript(index)
            self._levels.append(_Level("bracket", index, None))
        elif self._kind(index + 1) in words.QUERY and self._kind(index + 2) not in words.BEHIND_LISTED:
            self._levels.append(_Level("query", index, None))
        else:
            before = self._word(index - 1)
            kind_before = self._kind(index - 1)
            if kind_before in words.CALLED and before in words.SYNTAX and before != "INTERPOLATE":
                self._levels.append(_Level("cast" if before == "CAST" else "syntax", index, None))
            elif kind_before in (_T.FROM, _T.JOIN):
                self._levels.append(_Level("paren", index, _T.FROM))  # FROM (a JOIN b ON …)
            else:
                self._levels.append(_Level("paren", index, None))
        return index + 1

    def _subscript(self, index: int) -> None:
        """t.list[1], `array`[1]: a column, and no constructor."""
        first = last = index - 1
        if self._kind(last) not in words.ENDS or self._tokens[last].text.upper() not in ("ARRAY", "LIST"):
            return
        while self._kind(first - 1) is _T.DOT:
            first -= 2
        if first < last or self._kind(last) not in words.BARE:  # those are in parentheses already
            self._paren(first, last)

    def _closed(self, index: int, level: _Level) -> int:
        if len(self._levels) == 1:
            return index + 1
        if level.kind == "call" and not level.parametric and self._kind(index + 1) is _T.L_PAREN:
            self._parametric(index, level)
            return index + 2
        if level.closes:
            self._edits.put_before(index, self._new(index, _T.R_PAREN, ")"))
        self._levels.pop()
        return index + 1

    def _parametric(self, index: int, level: _Level) -> None:
        """quantile(0.5)(x): the parameters go into a call of their own, before the arguments."""
        level.parametric = True
        level.element = index + 2
        self._edits.put_after(level.open, *open_call(self._tokens[level.open], PARAMS))
        if self._kind(index + 2) is _T.R_PAREN:
            self._edits.drop(index + 1)
        else:
            self._edits.swap(index + 1, self._new(index + 1, _T.COMMA, ","))

    def _name(self, index: int, kind: TokenType, level: _Level) -> int:
        """A name: a call where a parenthesis follows, or one of the tokens that the parser does not know."""
        if index in self._edits.swapped:
            return index + 1  # part of a star's changes
        follows = self._kind(index + 1) is _T.L_PAREN
        keyword = self._word(index)
        if keyword == "COLUMNS" and follows and self._expressions():
            close = self._close(index + 1)
            self._matcher(index, close)
            return index + 1
        filled = level.filled and level.clause is _T.ORDER_BY and self._kind(index - 1) is not _T.COMMA
        if keyword == "INTERPOLATE" and not follows and filled:
            self._edits.drop(index)
            return index + 1
        if keyword == "STALENESS" and filled:
            return self._dropped(index)  # how far rows are filled in: a constant
        if keyword == "MOD" and self._kind(index - 1) in words.ENDS and self._kind(index + 1) in words.STARTS:
            self._edits.swap(index, self._new(index, _T.MOD, "%"))
            return index + 1
        if (
            keyword in ("INF", "INFINITY", "NAN")
            and not follows
            and _T.DOT not in (self._kind(index - 1), self._kind(index + 1))
        ):
            self._edits.swap(index, self._new(index, _T.NUMBER, "nan" if keyword == "NAN" else "inf"))
            return index + 1
        if keyword == "IF" and not follows:
            self._edits.swap(index, self._new(index, _T.IDENTIFIER, self._tokens[index].text))
            return index + 1
        if keyword == "BY" and level.clause is _T.LIMIT:
            level.limited = True
            level.element = index + 1
            if level.offset >= 0:
                self._edits.swap(level.offset, self._new(level.offset, _T.COMMA, ","))  # LIMIT 1 OFFSET 2 BY a
            return index + 1
        if follows and keyword in words.DIFFERENCES:
            self._unit(index + 2)
        if not follows or (keyword in words.SYNTAX and not self._computed_type(index)) or not self._expressions():
            return index + 1
        if kind is _T.STRUCT and self._kind(self._close(index + 1) + 1) is not _T.LT:
            return index + 1  # tuple(a) < tuple(b): the parser would read the type tuple<…>
        before = self._kind(index - 1)
        if before in words.NO_CALL and not (before is _T.JOIN and level.clause is _T.ARRAY):
            return index + 1
        if self._kind(index + 2) in words.QUERY and kind is not _T.VAR:
            return index + 1  # = ANY (SELECT …)
        if level.clause is _T.WITH and index == level.element:
            close = self._close(index + 1)
            if self._kind(close + 1) is _T.ALIAS and self._kind(close + 2) is _T.L_PAREN:
                return close + 1  # WITH q(a, b) AS (SELECT …)
        return self._call(index)

    def _unit(self, index: int) -> None:
        """dateDiff(day, a, b): the unit is a text, as in dateDiff('day', a, b)."""
        if self._word(index) in words.UNITS and self._kind(index + 1) is _T.COMMA:
            self._edits.swap(index, self._new(index, _T.STRING, self._tokens[index].text.lower()))

    def _holds(self, index: int, last: int, wanted: TokenType) -> bool:
        """Whether a token stands between two brackets, and in no others."""
        depth = 0
        for offset in range(index, last):
            kind = self._kinds[offset]
            depth += (kind in words.OPEN) - (kind in words.CLOSE)
            if depth == 1 and kind is wanted:
                return True
        return False

    def _computed_type(self, index: int) -> bool:
        """CAST(x, if(a, 'Int8', 'Int16')): a call like any other, for its type is no constant."""
        word, last = self._word(index), self._close(index + 1)
        if word == "POSITION":
            return self._holds(index + 1, last, _T.COMMA)  # position(a, b, 2), and not POSITION(b IN a)
        if word != "CAST":
            return False
        level = 0
        for offset in range(index + 2, last):
            kind = self._kinds[offset]
            level += (kind in words.OPEN) - (kind in words.CLOSE)
            if level == 0 and kind is _T.COMMA:
                return self._kind(offset + 1) is not _T.STRING or offset + 2 != last
        return False

    def _as_name(self, index: int) -> None:
        """A token of other engines' grammars, or of its own elsewhere, that is a name here: SELECT q.sample."""
        if index >= len(self._tokens) or index in self._edits.swapped or self._kinds[index] in words.NAMES:
            return
        if self._tokens[index].text.isidentifier() and self._kinds[index] not in words.CONSTANTS:
            self._edits.swap(index, self._new(index, _T.VAR, self._tokens[index].text))

    def _stands_for_name(self, index: int, kind: TokenType) -> bool:
        """Whether such a token stands where an expression begins, and what is behind it can follow a name."""
        before, behind = self._kinds[index - 1], self._kind(index + 1)
        if before not in words.BEFORE_NAME or (behind is not None and behind not in words.BEHIND_NAME):
            return False
        if before is _T.STAR and self._kind(index - 2) in words.BEFORE_STAR:
            return False  # SELECT * EXCEPT a
        if kind in words.FREE or kind in words.SOFT:
            return before is not _T.DISTINCT or kind is not _T.FROM  # a IS DISTINCT FROM -1
        if index - 1 in self._edits.swapped or not self._expressions() or not self._tokens[index].text.isidentifier():
            return False
        if kind in words.NEVER_NAMES or behind in words.NOT_BEHIND.get(kind, ()) or self._levels[-1].cases:
            return False
        unary = behind in words.UNARY and (before is _T.L_PAREN or kind in words.BEFORE_UNARY)
        return not unary and before not in words.NOT_BEFORE.get(kind, ())

    def _expressions(self) -> bool:
        """Whether an expression may stand here: not where tables do, nor before the first SELECT of a statement."""
        level = self._levels[-1]
        if level.kind == "query":
            return level.clause is not None and level.clause not in words.TABLES
        return level.clause is not _T.FROM and any(level.clause is not None for level in self._levels)

    # ── aliases ──────────────────────────────────────────────────────────────────────────────────────────────
    def _alias(self, index: int, level: _Level) -> int:
        if level.kind == "cast":
            if self._kind(index + 2) not in (_T.ALIAS, _T.COMMA):
                # CAST(x AS Array(String)): the rest is a type
                return self._type(index + 1, self._close(level.open) - 1)
            self._paren(level.element, index + 1)
        elif level.clause is _T.WITH and level.arrow:
            # WITH x -> x + 1 AS f: the parser knows lambdas as arguments only
            self._paren(level.element, index - 1, self._new(level.element, _T.VAR, LAMBDA))
        elif level.kind in ("syntax", "bracket") or level.clause in words.WRAPPED or level.cases:
            self._paren(level.element, index + 1)
        behind = self._kind(index + 1)
        if behind in words.OPEN or behind in words.QUERY:
            return index + 1
        self._as_name(index + 1)
        return index + 2

    # ── clauses ──────────────────────────────────────────────────────────────────────────────────────────────
    def _clause(self, index: int, kind: TokenType, level: _Level) -> int:
        if level.kind not in ("query", "paren"):
            return index + 1  # EXTRACT(YEAR FROM x)
        if kind is _T.WITH:
            return self._with(index, level)
        if level.clause is None and len(self._levels) == 1 and kind not in words.BEGINS:
            return index + 1  # CREATE TABLE … ORDER BY k AS SELECT …
        if level.kind == "paren" and kind not in (_T.ORDER_BY, _T.PARTITION_BY, _T.ON, _T.JOIN, _T.USING):
            return index + 1
        if kind is _T.FROM and level.clause is _T.ORDER_BY:
            return index + 1  # WITH FILL FROM 1
        if kind is _T.ON and self._kind(index - 1) is _T.DISTINCT:
            return index + 1
        if kind in (_T.LEFT, _T.RIGHT, _T.REPLACE, _T.FORMAT) and self._kind(index + 1) is _T.L_PAREN:
            return self._name(index, kind, level)
        if kind is _T.INTO and self._word(index + 1) == "OUTFILE":
            return self._outfile(index)
        if kind is _T.LIMIT:
            self._limit(index, level)
            level.offset = -1
        elif kind is _T.OFFSET and level.clause is _T.LIMIT and not level.closes:
            level.offset = index
            return index + 1
        elif kind is _T.OFFSET and level.closes:
            self._edits.swap(index, self._new(index, _T.COMMA, ","))
            return index + 1
        elif level.closes:
            self._edits.put_before(index, self._new(index, _T.R_PAREN, ")"))
            level.closes = False
        if kind in words.SETOPS:
            level.limited = False
            level.clause = None if level.kind == "query" and len(self._levels) == 1 else level.clause
        # ARRAY JOIN arrayMap(x -> x, arr): expressions stand there, and no tables
        arrays = kind is _T.JOIN and self._word(index - 1) == "ARRAY" and self._kind(index - 2) is not _T.ALIAS
        level.clause = _T.ARRAY if arrays else kind
        level.filled = False
        level.element = index + 1
        return index + 1

    def _with(self, index: int, level: _Level) -> int:
        keyword = self._word(index + 1)
        if keyword == "TIES" and level.clause is _T.LIMIT:
            # rows that are equal to the last one: the keys decide as before
            self._edits.drop(index, index + 1)
            return index + 2
        if keyword in words.TOTALS and level.clause not in (None, _T.WITH) and self._kind(index + 2) is not _T.ALIAS:
            self._edits.drop(index, index + 1)  # more rows, of the same columns
            return index + 2
        if keyword == "FILL" and level.clause is _T.ORDER_BY:
            level.filled = True
        elif level.clause is None or level.clause in words.SETOPS or self._kind(index - 1) is _T.L_PAREN:
            level.clause = _T.WITH
            level.element = index + 1
        return index + 1

    def _limit(self, index: int, level: _Level) -> None:
        """LIMIT 1 BY a LIMIT 10: the second one becomes a part of the first."""
        if level.limited:
            self._edits.swap(index, self._new(index, _T.COMMA, ","))
            self._edits.put_after(index, *open_call(self._tokens[index], LIMIT))
            level.limited, level.closes = False, True

    def _dropped(self, index: int) -> int:
        """A clause of constants taken out, up to the next one."""
        while index < len(self._tokens):
            kind = self._kinds[index]
            if kind is _T.COMMA or kind in words.CLOSE or kind in words.CLAUSES or self._word(index) == "INTERPOLATE":
                break
            last = self._close(index) if kind in words.OPEN else index
            for offset in range(index, last + 1):
                self._edits.drop(offset)
            index = last + 1
        return index

    def _outfile(self, index: int) -> int:
        """INTO OUTFILE 'x' TRUNCATE COMPRESSION 'gzip': where the result goes is read from the tokens."""
        while index < len(self._tokens):
            kind = self._kinds[index]
            if kind in (_T.FORMAT, _T.SETTINGS, _T.SEMICOLON) or kind in words.CLOSE or kind in words.SETOPS:
                break
            self._edits.drop(index)
            index += 1
        return index

    # ── stars and COLUMNS ────────────────────────────────────────────────────────────────────────────────────
    def _matcher(self, index: int, last: int) -> None:
        """`t.* EXCEPT (a)`, `COLUMNS('^a') APPLY(f)`: one call, with a call for each change."""
        first = index
        # system.parts.*: before a dot a keyword is a name
        while self._kind(first - 1) is _T.DOT and first > 1 and self._kind(first - 2) not in words.CLOSE:
            first -= 2
        edits = self._edits
        edits.put_before(first, *open_call(self._tokens[first], MATCHER))
        if self._kinds[index] is _T.STAR:
            edits.swap(index, self._new(index, _T.VAR, STAR))
        else:
            edits.swap(index, self._new(index, _T.VAR, COLUMNS))
            edits.put_after(index, self._new(index, _T.COMMA, ","), self._new(index, _T.VAR, LIST))
        while True:
            end = self._change(last + 1)
            if end < 0:
                break
            last = end
        edits.put_after(last, self._new(last, _T.R_PAREN, ")"))

    def _change(self, index: int) -> int:
        """One change of a star: the index of its last token, or -1 where there is none."""
        name = words.MODIFIES.get(self._kind(index) or _T.STAR)
        if name is None:
            return -1
        behind = index + 1
        strict = self._word(behind) == "STRICT" and (self._kind(behind + 1) in words.NAMES | {_T.L_PAREN})
        if strict and name in (EXCEPT, REPLACE):
            self._edits.drop(behind)
            behind += 1
        if name == EXCEPT and (
            self._kind(behind) is _T.SELECT
            or (self._kind(behind) is _T.L_PAREN and self._kind(behind + 1) in words.QUERY)
        ):
            return -1  # SELECT * EXCEPT SELECT …
        last = self._extent(name, behind)
        if last < 0:
            return -1
        self._edits.swap(index, self._new(index, _T.VAR, name))
        self._edits.put_before(index, self._new(index, _T.COMMA, ","))
        if self._kind(behind) is not _T.L_PAREN:
            self._paren(behind, last)
        return last

    def _extent(self, name: str, index: int) -> int:
        """The last token of what a change takes: a list in parentheses, or one thing without."""
        kind = self._kind(index)
        if kind is None:
            return -1
        if kind is _T.L_PAREN:
            return self._close(index)
        if name == REPLACE:
            return self._until(index, alias=True)
        if name == APPLY:
            if self._kind(index + 1) is _T.ARROW:
                return self._until(index, alias=False)
            return self._close(index + 1) if self._kind(index + 1) is _T.L_PAREN else index
        return index

    def _until(self, index: int, alias: bool) -> int:
        """The end of an expression, and of the alias behind it."""
        while index < len(self._kinds):
            kind = self._kinds[index]
            if kind in words.OPEN:
                index = self._close(index)
            elif kind is _T.ALIAS and alias:
                return index + 1
            elif kind is _T.COMMA or kind in words.CLOSE or kind in words.CLAUSES or kind in (_T.APPLY, _T.SEMICOLON):
                return index - 1
            index += 1
        return index - 1


RULE = TokenRewrite(frozenset({"SELECT", "WHERE", "WITH"}), rewrite_forms)
