"""Which scripting blocks are open, token by token: BEGIN … END, IF … END IF, the body of a procedure, a statement set.

A `;` inside of one does not end the statement. `BEGIN;` and `BEGIN TRANSACTION` open none, so BEGIN is judged by the
token after it; a CASE in an expression has an END of its own. What opens a block is in `_OPENERS`.
"""

from __future__ import annotations

_OPENERS = frozenset({"IF", "LOOP", "WHILE", "REPEAT", "FOR"})
_PLAIN_BEGIN = frozenset({";", "TRANSACTION", "TRAN", "WORK", "ISOLATION", "READ"})
_BLOCKS = _OPENERS | {"BEGIN", "CASE", "CREATE", "EXECUTE"}
"""What a statement begins with in which there may be a block, if it has no label."""
_EARLY = 10
"""CREATE OR REPLACE TEMP FUNCTION IF NOT EXISTS …: what is no routine by now is none."""
_ROUTINES = frozenset({"PROCEDURE", "FUNCTION", "SET"})
_STARTS = frozenset({"THEN", "ELSE", "DO", "LOOP", "REPEAT"})
"""Behind these a statement begins, if they are a block's own."""


class Blocks:
    """The open blocks of one statement."""

    __slots__ = ("_before", "_begun", "_first", "_opened", "_read", "_routine", "_start", "open", "possible")

    def __init__(self) -> None:
        self.open: list[str] = []
        """The opening token of each open block; `case` for one in an expression."""
        self.possible = True
        """Whether tokens still matter: few statements can hold a block at all."""
        self._read = 0
        self._first = self._before = ""
        self._routine = False  # CREATE PROCEDURE, EXECUTE STATEMENT SET: the block comes later
        self._start = self._opened = True  # whether a statement may begin here, and did with the token before
        self._begun = False  # BEGIN was read: what follows tells what it is

    def read(self, token: str) -> None:
        """The next token, in upper case."""
        before, self._before = self._before, token
        self._first = self._first or token
        self._read += 1
        if self._read == 2:
            self.possible = self._first in _BLOCKS or token == ":"
        elif self._read == _EARLY and not self._routine and self._first in ("CREATE", "EXECUTE"):
            self.possible = False
        self._routine = self._routine or (token in _ROUTINES and self._first in ("CREATE", "EXECUTE"))
        if self._begun:
            self._begun = False
            if token not in _PLAIN_BEGIN:
                self.open.append("BEGIN")
                self._start = True
        start, self._start = self._start, False
        opened, self._opened = self._opened, start
        if token == ";" or (token == ":" and opened):  # a label is no statement
            self._start = True
        elif before == ".":
            pass
        elif token == "END" and self.open:
            self.open.pop()
        elif token == "CASE" and before != "END":
            self.open.append("CASE" if start else "case")
        elif token == "BEGIN":
            self._begun = start or (self._routine and not self.open and before not in ("(", ","))
        elif token in _OPENERS and start:
            self.open.append(token)
            self._start = token in _STARTS
        elif token in _STARTS and self.open and self.open[-1] != "case":
            self._start = True
