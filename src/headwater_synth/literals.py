"""Literals: what stands in a template's holes, drawn anew for every run from one number.

A hole is `{code}` in a template's text: i a whole number, n a key, a an amount, r a rate, d a date, t a time, s a text,
q a text with a quote in it, p a LIKE pattern, L and M lists of keys and texts of varying length, `v_kis…` rows of
VALUES of these types. To add one: a function here, and its code in `makers`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from headwater_synth.dialect_sql import DialectSql
from headwater_synth.randomness import MASK

HOLE = re.compile(r"\{(\w+)\}")
Maker = Callable[[int], str]

TEXTS = (
    *("paid", "new", "open", "closed", "web", "app", "store", "DE", "FR", "US", "JP", "EUR", "USD", "gold", "silver"),
    *("basic", "email", "push", "search", "direct", "a-1", "b-2", "c-3", "2024-Q1", "x_y", "north", "south", "east"),
    *("west", "retail", "b2b", "refunded", "pending"),
)
_MONTHS = [f"{year}-{month:02}" for year in (2022, 2023, 2024) for month in range(1, 13)]
_DAYS = [f"{month}-{day:02}" for month in _MONTHS for day in range(1, 29)]
_DATES = [f"'{day}'" for day in _DAYS]
_TIMES = [f"'{day} {hour:02}:{minute:02}:00'" for day in _DAYS[::7] for hour in (0, 6, 12, 23) for minute in (0, 30)]
_QUOTED = [f"'{text}'" for text in TEXTS]


def step(x: int) -> int:
    """The next number of a stream; its high bits are good, its low bits are not."""
    return (x * 6364136223846793005 + 1442695040888963407) & MASK


def _integer(x: int) -> str:
    return str((x >> 33) % 1000)


def _key(x: int) -> str:
    return str((x >> 33) % 90_000_000 + 1000)


def _amount(x: int) -> str:
    return f"{(x >> 33) % 100_000 / 100}"


def _rate(x: int) -> str:
    return f"0.{(x >> 33) % 900 + 100}"


def _date(x: int) -> str:
    return _DATES[(x >> 33) % len(_DATES)]


def _time(x: int) -> str:
    return _TIMES[(x >> 33) % len(_TIMES)]


def _text(x: int) -> str:
    return _QUOTED[(x >> 33) % len(_QUOTED)]


def _like(x: int) -> str:
    return f"'%{TEXTS[(x >> 33) % len(TEXTS)]}%'"


def _length(x: int) -> int:
    """Mostly short, now and then long."""
    few = (x >> 40) % 8 + 1
    return few if x >> 63 or (x >> 50) % 16 else few * 25


def _keys(x: int) -> str:
    keys = []
    for _ in range(_length(x)):
        x = step(x)
        keys.append(str((x >> 33) % 90_000_000))
    return ", ".join(keys)


def _texts(x: int) -> str:
    texts = []
    for _ in range((x >> 40) % 6 + 1):
        x = step(x)
        texts.append(_QUOTED[(x >> 33) % len(_QUOTED)])
    return ", ".join(texts)


_SIMPLE: dict[str, Maker] = {
    "i": _integer,
    "n": _key,
    "a": _amount,
    "r": _rate,
    "d": _date,
    "t": _time,
    "s": _text,
    "p": _like,
    "L": _keys,
    "M": _texts,
}
_OF_TYPE = {"k": "n", "i": "i", "a": "a", "s": "s"}


def constant(sql: DialectSql, letter: str) -> str:
    """A hole that stands for a value of a type."""
    return sql.literal.get(letter) or f"{{{_OF_TYPE[letter]}}}"


def makers(sql: DialectSql) -> Callable[[str], Maker]:
    """What fills the holes of a dialect's templates, by code."""
    escaped = [f"'{text}{sql.escape}s'" for text in TEXTS]
    known = dict(_SIMPLE, q=lambda x: escaped[(x >> 33) % len(escaped)] if x >> 62 else _text(x))

    def rows(letters: str) -> Maker:
        cells: list[tuple[str, Maker | None, str]] = []
        for letter in letters:
            before, code, after = ([*HOLE.split(constant(sql, letter)), "", ""])[:3]
            cells.append((before, known[code] if code else None, after))

        def write(x: int) -> str:
            written_rows = []
            for _ in range((x >> 40) % 3 + 1):
                row = []
                for before, maker, after in cells:
                    if maker is not None:
                        x = (x * 6364136223846793005 + 1442695040888963407) & MASK  # `step`, without the call
                        row.append(before + maker(x) + after)
                    else:
                        row.append(before)
                written_rows.append(f"({', '.join(row)})")
            return ", ".join(written_rows)

        return write

    def find(code: str) -> Maker:
        maker = known.get(code)
        if maker is None:
            maker = known[code] = rows(code[2:])
        return maker

    return find
