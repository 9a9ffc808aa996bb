"""What the generator of DuckDB statements works with: kinds of values, columns in scope, and dice.

Invariant: names of derived columns are unique within a statement, so that a bare name never means two of them.
To add a kind, give its stored type in `kind_of`, a literal in `Words.literal`, and ways to it in `generate_exprs`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.judges.perturb import split_top

Kind = str
"""int, dbl, str, date, bool, ts, json, map(kind), a list of a kind with [] behind it, or struct(name kind, ...)."""

STORED = {
    "INTEGER": "int", "DOUBLE": "dbl", "VARCHAR": "str", "DATE": "date", "TIMESTAMP": "ts", "BOOLEAN": "bool",
    "JSON": "json", "MAP(VARCHAR, INTEGER)": "map(int)",
}  # fmt: skip
SCALARS = ("int", "dbl", "str", "date")
NUMBERS = ("int", "dbl")


def kind_of(stored: str) -> Kind | None:
    """The generator's kind of a DuckDB type; None for types that it leaves alone."""
    if stored.endswith("[]"):
        inner = kind_of(stored[:-2])
        return f"{inner}[]" if inner else None
    if stored.startswith("STRUCT("):
        pairs = [p.replace('"', "").split(" ", 1) for p in split_top(stored[len("STRUCT(") : -1])]
        kinds = [(name, kind_of(kind)) for name, kind in pairs]
        if all(kind for _, kind in kinds):
            return "struct(" + ", ".join(f"{name} {kind}" for name, kind in kinds) + ")"
        return None
    return STORED.get(stored)


def fields_of(kind: Kind) -> list[tuple[str, Kind]]:
    pairs = [part.split(" ", 1) for part in split_top(kind[len("struct(") : -1])]
    return [(name, inner) for name, inner in pairs]


@dataclass(frozen=True)
class Column:
    """A column that may be read: how to write it, its bare name and its kind."""

    text: str
    name: str
    kind: Kind


Scope = tuple[Column, ...]

Named = tuple[tuple[str, Kind], ...]

Made = tuple[str, Named]
"""The text of a query, and its output columns."""


@dataclass(frozen=True)
class Relation:
    """Something that may stand in FROM."""

    text: str
    columns: Scope


def quote(name: str) -> str:
    return name if name.isidentifier() and name.islower() else f'"{name}"'


def plain(text: str) -> bool:
    """Is there no query inside?"""
    return "SELECT" not in text


class Words:
    """Dice, names and literals; what stands below is filled in by the classes that build on it."""

    def __init__(self, types: dict[str, dict[str, str]], rng: random.Random) -> None:
        self.types = types
        self.rng = rng
        self.names = 0
        self.ctes: dict[str, Named] = {}

    def relation(self, depth: int) -> Relation:
        raise NotImplementedError

    def query(self, depth: int, kinds: tuple[Kind, ...] | None = None) -> Made:
        raise NotImplementedError

    def plain(self, depth: int, kinds: tuple[Kind, ...] | None) -> Made:
        raise NotImplementedError

    def fresh(self, prefix: str = "c") -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def pick(self, scope: Scope, *kinds: Kind) -> Column | None:
        fitting = [c for c in scope if c.kind in kinds]
        return self.rng.choice(fitting) if fitting else None

    def kind_in(self, scope: Scope) -> Kind:
        """A kind of which there is a column, most of the time."""
        there = [c.kind for c in scope if c.kind in SCALARS]
        return self.rng.choice(there) if there and self.chance(0.9) else self.rng.choice(SCALARS)

    def one_kind(self) -> Kind:
        return self.rng.choice(SCALARS)

    def reads(self, text: str, scope: Scope) -> bool:
        return any(column.text.lower() in text.lower() for column in scope)

    def written(self, text: str) -> str:
        """Names are folded: now and then another case."""
        return text.upper() if '"' not in text and self.chance(0.05) else text

    def literal(self, kind: Kind) -> str:
        if kind == "int":
            return str(self.rng.randint(0, 4))
        if kind == "dbl":
            return f"{self.rng.randint(0, 12) / 4}::DOUBLE"
        if kind == "date":
            return f"DATE '2024-01-0{self.rng.randint(1, 6)}'"
        if kind == "bool":
            return self.rng.choice(("true", "false"))
        return f"'{self.rng.choice('abcxy')}'"
