"""Errors of the store: one clear line, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence


class StoreProblem(Exception):
    """The store cannot be opened, or a question to it cannot be answered.

    >>> str(StoreProblem("Folder out does not exist.", "Run headwater run first."))
    'Folder out does not exist.'
    """

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help


class UnknownName(StoreProblem):
    """Nothing is called that; `near` are names that are close to it."""

    def __init__(self, message: str, help: str = "", near: Sequence[str] = ()) -> None:
        super().__init__(message, help)
        self.near = tuple(near)


class SeveralNames(StoreProblem):
    """Several things are called that; `candidates` are their full names."""

    def __init__(self, message: str, help: str = "", candidates: Sequence[str] = ()) -> None:
        super().__init__(message, help)
        self.candidates = tuple(candidates)
