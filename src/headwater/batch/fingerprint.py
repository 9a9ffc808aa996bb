"""Which statements are the same but for their constants: the tokens of a text without comments, spacing and literals.

    SELECT a FROM t WHERE d = '2024-05-01'  -- nightly      and      select of the same with another day

Two texts with one fingerprint have one lineage. So a literal is only left out where it cannot matter to a column:
beside a comparison or an operator, in a list of IN, in rows of VALUES, behind LIMIT, under an alias. Everywhere else it
stays: `GROUP BY 1`, `s['field']`, `tuple.1`, `dictGet('d', 'attr', id)`, `COLUMNS('^a')`, whatever stands in FROM, the
list of a PIVOT, the options of a CREATE TABLE, and an item of a SELECT whose name is its own text (`a + 1` without an
alias) where that name is seen: in a subquery, and in a text that creates something. What is doubtful stays too; that
costs another analysis, and never a wrong answer.

Tokenizing a text is most of the cost. A log repeats its templates, so texts are first cut at their literals alone;
where the pieces between were met before, it is known which of the literals count, and nothing is tokenized.
`_literal_pattern` is what such a cut understands; a text with anything else in it (a backslash, a dollar sign, a
doubled quote) is tokenized every time. What of a literal decides whether it counts has to be part of the shape
(`_kind`).

To leave out one more literal: a kind of token in `_BEFORE` or `_BEHIND`, and a pair of texts in the tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import pairwise

from headwater.batch.skeleton import DAY, Skeleton, body, single
from headwater.sql.templates import cover
from headwater.sql.tokens import SqlglotDialect as Grammar
from headwater.sql.tokens import Token, TokenError, TokenType

_T = TokenType
_BEFORE_COMMAND = frozenset((_T.SEMICOLON, _T.BEGIN))
_LITERALS = frozenset(
    kind for kind in _T if kind is _T.NUMBER or kind.name == "STRING" or kind.name.endswith("_STRING")
)
_QUOTED = _LITERALS | {_T.IDENTIFIER}
_COMPARES = frozenset(
    (_T.EQ, _T.NEQ, _T.LT, _T.LTE, _T.GT, _T.GTE, _T.NULLSAFE_EQ, _T.LIKE, _T.ILIKE, _T.RLIKE, _T.GLOB)
)
_COMPUTES = frozenset((_T.PLUS, _T.DASH, _T.STAR, _T.SLASH, _T.DIV, _T.MOD, _T.DPIPE, _T.THEN, _T.ELSE))
_DECIDES = frozenset((_T.AND, _T.OR, _T.NOT, _T.WHERE, _T.HAVING, _T.WHEN, _T.ON, _T.QUALIFY, _T.BETWEEN))
_DATES = frozenset(kind for kind in _T if kind.name.startswith(("DATE", "TIME", "INTERVAL")))
_BEFORE = _COMPARES | _COMPUTES | _DECIDES | _DATES | {_T.LIMIT, _T.OFFSET}
"""Behind these a literal does not matter."""
_BEHIND = _COMPARES | {_T.ALIAS}
"""Nor before these, where it stands by itself: behind one of the next."""
_ALONE = frozenset((_T.SELECT, _T.DISTINCT, _T.ALL, _T.COMMA, _T.L_PAREN, _T.CASE))
_PLAIN = _LITERALS | _DATES | {_T.COMMA, _T.L_PAREN, _T.R_PAREN, _T.L_BRACKET, _T.R_BRACKET, _T.DASH, _T.PLUS}
_PLAIN |= {_T.NULL, _T.TRUE, _T.FALSE, _T.DEFAULT}
_PIVOTS = frozenset((_T.PIVOT, _T.UNPIVOT))
_READS = frozenset((_T.SELECT, _T.INSERT, _T.UPDATE, _T.DELETE, _T.MERGE, _T.WITH, _T.FROM, _T.VALUES, _T.L_PAREN))
"""A statement that begins otherwise (CREATE, ALTER, SET, COPY …) keeps its literals up to its first SELECT."""
_OPENS = frozenset((_T.L_PAREN, _T.L_BRACKET, _T.L_BRACE))
_CLOSES = frozenset((_T.R_PAREN, _T.R_BRACKET, _T.R_BRACE))
_TABLES = frozenset((_T.FROM, _T.JOIN, _T.USING, _T.LATERAL))
"""Behind these tables stand, and a literal is a path, a name or an option."""
_NO_CALL = _BEFORE | _ALONE | _TABLES
_BEFORE_TABLE = _TABLES | {_T.COMMA, _T.L_PAREN}
_CLAUSES = frozenset(
    (_T.WHERE, _T.PREWHERE, _T.ON, _T.HAVING, _T.QUALIFY, _T.GROUP_BY, _T.ORDER_BY, _T.SORT_BY, _T.CLUSTER_BY)
) | {_T.DISTRIBUTE_BY, _T.LIMIT, _T.SET, _T.WINDOW, _T.SETTINGS, _T.FORMAT, _T.UNION, _T.INTERSECT, _T.INSERT}
_STEERS = _TABLES | _CLAUSES | {_T.SELECT, _T.COMMA, _T.STAR}
"""All tokens that move the walk to another clause; most tokens do not."""
_DAY = re.compile(f"""['"]{DAY}['"]""")
_OF_DAYS = re.compile(
    r"date|time|day|week|month|quarter|year|hour|minute|second|trunc|coalesce|ifnull|nvl|least|greatest|^if$",
    re.IGNORECASE,
)
"""Functions in which a day is a day; in others it may be the name of a field."""
_CONSTANTS = frozenset(("COALESCE", "IFNULL", "NVL", "NULLIF", "GREATEST", "LEAST", "CONCAT", "CONCAT_WS", "REPLACE"))
_CONSTANTS |= {"SUBSTR", "SUBSTRING", "LEFT", "RIGHT", "LPAD", "RPAD", "ROUND", "TRUNC", "TRUNCATE", "MOD", "PMOD"}
_CONSTANTS |= {"DATE_ADD", "DATE_SUB", "DATEADD", "DATEDIFF", "DATE_DIFF", "DATE_TRUNC", "DATE_FORMAT", "POWER"}
_CONSTANTS |= {"FORMAT_DATE", "FORMAT_DATETIME", "FORMAT_TIMESTAMP", "PARSE_DATE", "PARSE_DATETIME", "PARSE_TIMESTAMP"}
_CONSTANTS |= {"TO_DATE", "TO_TIMESTAMP", "TO_CHAR", "STRFTIME", "STRPTIME", "FROM_UNIXTIME", "UNIX_TIMESTAMP"}
_CONSTANTS |= {"STRING_AGG", "LISTAGG", "GROUP_CONCAT", "ARRAY_JOIN", "ARRAY_TO_STRING", "LAG", "LEAD", "NTILE"}
_CONSTANTS |= {"REGEXP_REPLACE", "REGEXP_EXTRACT", "SPLIT", "SPLIT_PART", "INSTR", "STRPOS", "LOCATE"}
"""Functions whose constant arguments have no say in which columns go where."""
_FROM_INSIDE = frozenset(("SUBSTRING", "SUBSTR", "TRIM", "OVERLAY", "EXTRACT"))
"""In the parentheses of these FROM names no table: `SUBSTRING(a FROM 1 FOR 3)`."""
_RENAMES = frozenset(("CAST", "TRY_CAST", "SAFE_CAST", "STRUCT"))
"""In these AS does not give a name that something else could see."""

_COMMENT = r"--[^\n\r]*|(?<!/)/\*(?!\+)[^*/]*(?:(?:\*(?!/)|/(?!\*))[^*/]*)*\*/"
"""Behind a slash it may be none: `//*` begins with `//` in DuckDB."""
_NUMBER = r"(?<![\w.$@])\d+(?:\.\d+)?(?![\w.])"
_STRANGE = re.compile(r"""['"`\\#$@{]|/\*""")
_COMMENTS = ("-", "/")
_SLOT = "\0"
_MORE_ROWS = "\0+"
_MOST_SHAPE_CHARS = 16_000_000
"""Characters of shapes that are remembered: 30,000 templates of a dialect fit."""
_LONG = 20_000


class Fingerprinter:
    """Fingerprints texts of one dialect; remembers the shapes it met, up to a bound.

    >>> from headwater import dialects
    >>> of = Fingerprinter(dialects.get("duckdb").grammar)
    >>> of("SELECT a FROM t WHERE b = 1 -- one") == of("SELECT a\\nFROM t WHERE b = 2;")
    True
    >>> of("SELECT a FROM t GROUP BY 1") == of("SELECT a FROM t GROUP BY 2")
    False
    """

    def __init__(self, grammar: Grammar, names: bool = False) -> None:
        """`names`: what the columns of a bare query are called is seen by others, who read what it fills."""
        self._grammar = grammar
        self._names = names
        self._cut = _literal_pattern(grammar)
        self.skeleton = Skeleton(grammar)
        """What texts that differ in literals alone have in common, for those who look at many of them at once."""
        self._quotes = frozenset(single(grammar.tokenizer_class.IDENTIFIERS))
        self._commands = frozenset(grammar.tokenizer_class.COMMANDS)
        self._shape_chars = 0
        self._shapes: dict[str, tuple[list[str], list[int]] | str | None] = {}

    def __call__(self, text: str) -> str:
        """32 hexadecimal digits; the same for every run, machine and version of Python."""
        return self._fingerprint(text)[0]

    def settled(self, text: str) -> tuple[str, str | None]:
        """The fingerprint, and the skeleton if every text with that skeleton has that fingerprint."""
        fingerprint, pieces = self._fingerprint(text)
        return fingerprint, None if pieces is None else self.skeleton.from_pieces(pieces)

    def _fingerprint(self, text: str) -> tuple[str, list[str] | None]:
        """The fingerprint, and the pieces of the text where no literal among them has a say in it."""
        if len(text) > _LONG:
            return _digest(self._canonical(text)[0]), None
        pieces = self._cut.split(text)
        shape, literals = _shape(pieces)
        if shape not in self._shapes:
            self._shape_chars += len(shape)
            if self._shape_chars > _MOST_SHAPE_CHARS:
                self._shapes.clear()
                self._shape_chars = len(shape)
            self._shapes[shape] = self._learn(text, pieces, literals)
        known = self._shapes[shape]
        if known is None:
            return _digest(self._canonical(text)[0]), None
        if isinstance(known, str):
            return known, pieces
        between, slots = known
        parts = [between[0]]
        names = self._quotes
        settled = True
        for index, slot in enumerate(slots):
            piece = pieces[literals[slot]]
            parts += (piece, between[index + 1])
            settled = settled and piece[0] in names
        return _digest("".join(parts)), pieces if settled else None

    def _learn(self, text: str, pieces: list[str], literals: list[int]) -> tuple[list[str], list[int]] | str | None:
        """What a shape's fingerprint is made of: the text between the literals that count, and which these are.

        None where the pieces are not the tokens that the lexer sees.
        """
        if any(_STRANGE.search(piece) for piece in pieces[::2]):
            return None
        canonical, kept_offsets, token_ends = self._canonical(text)
        if token_ends is None:
            return None
        starts: dict[int, int] = {}
        number = {index: slot for slot, index in enumerate(literals)}
        offset = 0
        for index, piece in enumerate(pieces):
            if index % 2 and not piece.startswith(_COMMENTS):
                if token_ends.get(offset) != offset + len(piece):
                    return None
                if index in number:
                    starts[offset] = number[index]
            offset += len(piece)
        # only literals may differ between texts of one shape, and each has to be a piece of its own
        if any(start not in starts for start in kept_offsets):
            return None
        if not kept_offsets:
            return _digest(canonical)
        between: list[str] = []
        slots: list[int] = []
        before = 0
        for start, position in kept_offsets.items():
            piece = pieces[literals[starts[start]]]
            if canonical[position : position + len(piece)] != piece:
                return None
            between.append(canonical[before:position])
            slots.append(starts[start])
            before = position + len(piece)
        between.append(canonical[before:])
        return between, slots

    def _canonical(self, text: str) -> tuple[str, dict[int, int], dict[int, int] | None]:
        """The tokens that count, one space between; where in it the quoted and literal ones stand, by their offset in
        the text; and all quoted and literal tokens, by offset, with their end. A text that is no SQL stays as it is.
        """
        try:
            tokens = self._grammar.tokenize(cover(text)[0])
        except (TokenError, ValueError, IndexError, RecursionError):
            return text, {}, None
        parts: list[str] = []
        kept_offsets: dict[int, int] = {}
        token_ends: dict[int, int] = {}
        length = 0
        kinds = [_token_type(token) for token in tokens]
        if not self._commands.isdisjoint(kinds) and any(
            kind in self._commands and before in _BEFORE_COMMAND for before, kind in pairwise([_T.SEMICOLON, *kinds])
        ):  # RENAME TABLE aa.x TO aa.y: all behind RENAME is one string to the tokenizer, with no true offset
            return text, {}, None
        for token, kind, dropped in zip(tokens, kinds, _dropped_tokens(tokens, kinds, text, self._names), strict=True):
            start = token.start
            piece = text[start : token.end + 1]
            if kind in _QUOTED:
                token_ends[start] = start + len(piece)
                if dropped is False:
                    kept_offsets[start] = length
            elif not piece.isalnum():
                piece = " ".join(piece.split())
            if dropped is None:
                continue
            if dropped:
                piece = "?"
            parts.append(piece)
            length += len(piece) + 1
        return " ".join(parts), kept_offsets, token_ends


def _literal_pattern(grammar: Grammar) -> re.Pattern[str]:
    """What a text is cut at: strings and quoted names as the dialect writes them, comments, numbers."""
    lexer = grammar.tokenizer_class
    quotes = [(quote, lexer.STRING_ESCAPES) for quote in single(lexer.QUOTES)]
    quotes += [(quote, lexer.IDENTIFIER_ESCAPES) for quote in single(lexer.IDENTIFIERS)]
    quoted = [f"{quote}{body(quote, escapes)}{quote}(?!{quote})" for quote, escapes in quotes]
    return re.compile(f"({'|'.join([*quoted, _COMMENT, _NUMBER])})", re.DOTALL)


def _shape(pieces: list[str]) -> tuple[str, list[int]]:
    """The text between the literals with what kind each of them is of, and which pieces these are.

    Comments and spacing are alike. Of a list behind IN, and of the rows of VALUES behind the first, nothing is told but
    that they are there: how long they are has no say either.
    """
    parts: list[str] = []
    literals: list[int] = []
    index, last = 0, len(pieces) - 1
    rows = False
    while True:
        between = pieces[index]
        parts.append(between)
        if index == last:
            break
        opened = between.endswith("(") and _LIST.search(between)
        if opened:
            end = _list_ends(pieces, index + 1) if opened[1] else 0
            if end:
                parts.append(_SLOT)
                index = end
                continue
            rows = True
        elif rows:
            close = _row_ends(pieces, index)
            if close:
                parts[-1] = _MORE_ROWS
                index = close
                continue
            rows = between.strip() == ","
        piece = pieces[index + 1]
        if piece[0] in _COMMENTS:
            parts.append(" ")
        else:
            parts.append(_SLOT + _kind(piece))
            literals.append(index + 1)
        index += 2
    return _SPACES.sub(" ", "".join(parts)).strip(), literals


_NAME = re.compile(r"\bname\b", re.IGNORECASE)
_LIST = re.compile(r"\b(?:(i)n|(v)alues)\s*\($", re.IGNORECASE)
_SPACES = re.compile(r"\s+")


def _list_ends(pieces: list[str], first: int) -> int:
    """The piece that closes a list of literals, given its first one; 0 where something else is in it."""
    for index in range(first, len(pieces), 2):
        if pieces[index][0] in _COMMENTS:
            return 0
        between = pieces[index + 1].strip()
        if between.startswith(")"):
            return index + 1
        if between != ",":
            return 0
    return 0


def _row_ends(pieces: list[str], index: int) -> int:
    """The piece behind the last of the rows of literals that begin here with `), (`; 0 where there is none."""
    end = 0
    while "".join(pieces[index].split()) == "),(":
        index = _list_ends(pieces, index + 1)
        if not index:
            break
        end = index
    return end


def _kind(piece: str) -> str:
    """What of a literal has a say in whether it counts: its kind, and whether it is a day."""
    first = piece[0]
    if first.isdigit():
        return "0"
    return first + "0" if piece[1:2].isdigit() and _DAY.fullmatch(piece) else first


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


# ── which tokens count ───────────────────────────────────────────────────────────────────────────────────────────
_Drops = list[bool | None]
"""Of each token: False, it counts; True, it is a literal that does not; None, it is part of a list that is already
represented.
"""


def _dropped_tokens(tokens: Sequence[Token], kinds: list[TokenType], text: str, names: bool) -> _Drops:
    end = len(tokens)
    while end and kinds[end - 1] is _T.SEMICOLON:
        end -= 1
    drops: _Drops = []
    first = 0
    for last in (*(index for index in range(end) if kinds[index] is _T.SEMICOLON), end):
        drops += _Statement(tokens[first:last], kinds[first:last], text, names).dropped()
        if last < end:
            drops.append(False)
        first = last + 1
    return drops + [None] * (len(tokens) - end)


class _Level:
    """What is open: a statement, or a pair of parentheses or brackets in it."""

    __slots__ = ("before", "call", "clause", "closed", "item", "keeps", "starred")

    def __init__(self, before: int, clause: TokenType | None, call: str | None, keeps: bool) -> None:
        self.before = before
        """The token before it."""
        self.clause = clause
        """SELECT, FROM (for all table positions), ON, or WHERE for everything else; None before any of them."""
        self.call = call
        """The token before the parenthesis: a function; None where it is no call."""
        self.keeps = keeps
        """Everything inside counts."""
        self.item = -1
        """Where the item of a SELECT begins."""
        self.starred = False
        """Whether that item is a star: `* LIKE 'a%'` chooses columns."""
        self.closed = -1
        """The token before the parenthesis that was closed last."""


class _Statement:
    """One walk over the tokens of a statement, which says of each whether it counts."""

    def __init__(self, tokens: Sequence[Token], kinds: list[TokenType], text: str, names: bool) -> None:
        self._tokens = tokens
        self._text = text
        self._kinds = kinds
        self._drop: _Drops = [False] * len(tokens)
        self._named = names
        self._levels = [_Level(-1, None, None, False)]
        self._kept_spans: list[tuple[int, int]] = []
        """Ranges of tokens in which everything counts after all."""

    def dropped(self) -> _Drops:
        """Of each token, whether it counts."""
        kinds = self._kinds
        if kinds and _PIVOTS.isdisjoint(kinds):
            start = 0
            if kinds[0] not in _READS:
                # WITH ('topic' = 'orders') of a CREATE TABLE is what the table is
                start = next((index for index, kind in enumerate(kinds) if kind is _T.SELECT), len(kinds))
                self._named = True
            self._named = self._named or self._by_name()
            self._walk(start)
        return self._drop

    def _by_name(self) -> bool:
        """INSERT BY NAME, UNION BY NAME: columns meet by what they are called."""
        if not _NAME.search(self._text):
            return False
        texts = [
            "" if token.token_type in _LITERALS or token.token_type is _T.IDENTIFIER else token.text.upper()
            for token in self._tokens
        ]
        return any(text == "NAME" and texts[index].endswith("BY") for index, text in enumerate(texts[1:]))

    def _walk(self, index: int) -> None:
        kinds = self._kinds
        end = len(kinds)
        while index < end:
            kind = kinds[index]
            level = self._levels[-1]
            if kind in _LITERALS:
                self._drop[index] = not level.keeps and self._matters_not(index, level)
            elif kind in _OPENS:
                close = 0
                if kind is _T.L_PAREN and index and kinds[index - 1] is _T.IN and not level.keeps:
                    close = _plain_list(kinds, index)
                if close:
                    self._drop[index + 1] = True
                    self._drop[index + 2 : close] = [None] * (close - index - 2)
                    index = close
                else:
                    self._open(index, level)
            elif kind in _CLOSES:
                self._close(index)
            elif kind is _T.VALUES and not level.keeps:
                index = self._rows(index + 1, level)
                continue
            elif kind in _STEERS:
                self._clause(index, kind, level)
            index += 1
        while self._levels:
            self._item_ends(end, self._levels.pop())
        self._restore()

    # ── where a token stands ─────────────────────────────────────────────────────────────────────────────────
    def _clause(self, index: int, kind: TokenType, level: _Level) -> None:
        before = self._kinds[index - 1] if index else None
        if kind is _T.SELECT:
            self._item_ends(index, level)
            level.clause, level.item = _T.SELECT, index + 1
        elif kind is _T.COMMA:
            if level.clause is _T.SELECT:
                self._item_ends(index, level)
                level.item = index + 1
            elif level.clause is _T.ON:
                level.clause = _T.FROM
        elif kind is _T.STAR:
            level.starred = level.starred or before in _ALONE or before is _T.DOT
        elif before is _T.DISTINCT and kind in (_T.FROM, _T.ON):
            return  # IS DISTINCT FROM, DISTINCT ON
        elif kind is _T.FROM and level.call in _FROM_INSIDE:
            return
        elif kind in _TABLES:
            self._item_ends(index, level)
            level.clause = _T.FROM
        elif kind in _CLAUSES:
            self._item_ends(index, level)
            level.clause = _T.ON if kind is _T.ON else _T.WHERE
            level.keeps = level.keeps or kind is _T.SETTINGS  # asterisk_include_alias_columns = 1

    def _open(self, index: int, level: _Level) -> None:
        kinds = self._kinds
        before = kinds[index - 1] if index else None
        behind = kinds[index + 1] if index + 1 < len(kinds) else None
        tables = level.clause is _T.FROM
        call = None
        if kinds[index] is _T.L_PAREN and index and before not in _NO_CALL:
            call = "" if before is _T.IDENTIFIER else self._tokens[index - 1].text.upper()
        keeps = level.keeps or kinds[index] is not _T.L_PAREN or call in ("COLUMNS", "OPTIONS")
        if before is _T.VALUES:
            self._levels.append(_Level(index - 1, _T.VALUES, None, level.keeps or tables))
            return
        keeps = keeps or (tables and before not in _BEFORE_TABLE and behind not in (_T.SELECT, _T.WITH))
        self._levels.append(_Level(index - 1, _T.FROM if tables and call is None else None, call, keeps))

    def _close(self, index: int) -> None:
        level = self._levels[-1]
        self._item_ends(index, level)
        if len(self._levels) > 1:
            self._levels.pop()
            self._levels[-1].closed = level.before
        else:
            level.clause = None

    def _item_ends(self, end: int, level: _Level) -> None:
        """An item that is named after its own text counts as it stands, where its name is visible."""
        if level.clause is _T.SELECT and 0 <= level.item < end:
            name_visible = self._named or len(self._levels) > 1
            if level.starred or (name_visible and not self._has_alias(level, end)):
                self._kept_spans.append((level.item, end))
        level.item, level.starred = -1, False

    def _has_alias(self, level: _Level, end: int) -> bool:
        kinds = self._kinds
        if end - level.item < 2:
            return False
        if kinds[end - 2] is _T.ALIAS:
            return True
        # f(x) name, CASE … END name; but not INTERVAL (1) day
        if kinds[end - 1] not in (_T.VAR, _T.IDENTIFIER):
            return False
        interval = level.closed >= 0 and kinds[level.closed] is _T.INTERVAL
        return kinds[end - 2] is _T.END or (kinds[end - 2] is _T.R_PAREN and not interval)

    def _restore(self) -> None:
        """What counts after all: ranges may lie in one another, and each token is looked at once."""
        until = 0
        for first, last in sorted(self._kept_spans):
            first = max(first, until)
            if first < last:
                self._drop[first:last] = [False] * (last - first)
                until = last

    # ── literals ─────────────────────────────────────────────────────────────────────────────────────────────
    def _matters_not(self, index: int, level: _Level) -> bool:
        kinds = self._kinds
        before = kinds[index - 1] if index else None
        behind = kinds[index + 1] if index + 1 < len(kinds) else None
        if level.clause is _T.FROM:
            return before in _DATES
        if before in _BEFORE:
            return True
        if level.call in _FROM_INSIDE and (before is _T.FROM or before is _T.FOR or behind is _T.FROM):
            return True
        if before not in _ALONE:
            return False
        if level.call in _CONSTANTS and (behind in _ENDS or behind is _T.ORDER_BY):
            return True
        if level.clause is _T.VALUES and behind in _ENDS:
            return True  # VALUES (s.a, 5): nothing flows, whatever it is
        if level.clause is _T.SELECT and before is not _T.L_PAREN and (behind in _ENDS or behind is _T.FROM):
            return True  # SELECT a, 5, b FROM t
        if behind is _T.ALIAS:
            return level.call in _RENAMES if level.call is not None else level.clause is _T.SELECT
        if behind in _BEHIND:
            return True
        days = level.clause is _T.SELECT or (level.call is not None and _OF_DAYS.search(level.call) is not None)
        token = self._tokens[index]
        return days and before is not _T.SELECT and _DAY.fullmatch(self._text, token.start, token.end + 1) is not None

    def _rows(self, index: int, level: _Level) -> int:
        """VALUES (1, 'a'), (2, 'b'): the first row says how many columns there are, more of the same say nothing.

        In FROM the first row counts: it may be the function of that name, `values('a Int, b Int', (1, 2))`.
        """
        kinds = self._kinds
        first = True
        while index < len(kinds) and kinds[index] is _T.L_PAREN:
            close = _plain_row(kinds, index)
            if not close:
                return index
            for i in range(index, close + 1):
                self._drop[i] = (kinds[i] in _LITERALS and level.clause is not _T.FROM) if first else None
            first = False
            index = close + 1
            if index + 1 < len(kinds) and kinds[index] is _T.COMMA and _plain_row(kinds, index + 1):
                self._drop[index] = None
                index += 1
        return index


def _token_type(token: Token) -> TokenType:
    """GoogleSQL's lexer takes VALUES for a name."""
    kind = token.token_type
    if kind is _T.VAR:
        text = token.text
        return _T.VALUES if len(text) == 6 and text.upper() == "VALUES" else kind
    return kind


_ENDS = frozenset((_T.COMMA, _T.R_PAREN, None))
_MAY_READ_COLUMN = frozenset((_T.SELECT, _T.STAR, _T.DOT, _T.IDENTIFIER, _T.PARAMETER, _T.PLACEHOLDER, _T.L_BRACE))
"""A row of VALUES with one of these may read a column."""


def _plain_row(kinds: list[TokenType], opened: int) -> int:
    """Where a row of VALUES closes that reads nothing: literals, casts, and functions of them; 0 for another."""

    def allowed(index: int) -> bool:
        kind = kinds[index]
        if kind is not _T.VAR:
            return kind not in _MAY_READ_COLUMN
        call = index + 1 < len(kinds) and kinds[index + 1] is _T.L_PAREN
        return call or kinds[index - 1] in (_T.ALIAS, _T.DCOLON)

    return _closing(kinds, opened, allowed)


def _plain_list(kinds: list[TokenType], opened: int) -> int:
    """Where a list of literals closes; 0 where it is not one."""
    return _closing(kinds, opened, lambda index: kinds[index] in _PLAIN)


def _closing(kinds: list[TokenType], opened: int, allowed: Callable[[int], bool]) -> int:
    """Where a parenthesis closes that holds allowed tokens alone; 0 where it holds another one, or nothing."""
    depth = 0
    for index in range(opened, len(kinds)):
        kind = kinds[index]
        if kind is _T.L_PAREN:
            depth += 1
        elif kind is _T.R_PAREN:
            depth -= 1
            if not depth:
                return index if index > opened + 1 else 0
        elif not allowed(index):
            return 0
    return 0
