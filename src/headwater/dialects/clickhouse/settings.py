"""Settings that change what a query means: of a statement (SETTINGS a = 1), and of those behind it (SET a = 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.dialect import Binder
from headwater.bind.target import Bound
from headwater.sql.cursor import Cursor
from headwater.sql.statements import Statement

_SHOWN = {"asterisk_include_alias_columns": "made", "asterisk_include_materialized_columns": "stored"}
"""Settings under which a star shows columns that it leaves out else, by how those columns come about."""


@dataclass(frozen=True, slots=True, eq=False)
class ChangeSettings(Statement):
    """SET a = 1, b = 2: for the statements that follow."""

    values: Mapping[str, str]


def read_set(cursor: Cursor) -> ChangeSettings:
    """SET a = 1, b = 'x': what is no constant is left out, for no such setting matters here."""
    tokens = cursor.tokens
    values = {
        tokens[index].text: tokens[index + 2].text
        for index in range(1, len(tokens) - 2)
        if tokens[index + 1].text == "=" and (index == 1 or tokens[index - 1].text == ",")
    }
    return ChangeSettings("SET", values)


def change_settings(ctx: Context, statement: ChangeSettings) -> Bound:
    """Settings move no data."""
    ctx.say(codes.NO_DATA, None, "SET")
    ctx.session.settings.update(statement.values)
    return Bound(statement.kind)


def value_of(ctx: Context, name: str) -> str | None:
    """What a setting says in a statement: the statement's own clause, or a SET before it."""
    tokens = ctx.parsed.tokens
    for index in range(len(tokens) - 2):
        if tokens[index].text == name and tokens[index + 1].text == "=":
            return str(tokens[index + 2].text)
    return ctx.session.settings.get(name)


def shown_columns(ctx: Context) -> frozenset[str]:
    """The kinds of columns that a star shows though it is no part of their nature."""
    return ctx.remember("settings of stars", ctx.parsed, lambda: _shown(ctx))


def _shown(ctx: Context) -> frozenset[str]:
    given = {kind: value_of(ctx, name) for name, kind in _SHOWN.items()}
    return frozenset(kind for kind, value in given.items() if value is not None and value.lower() in ("1", "true"))


BINDERS: Mapping[type, Binder] = {ChangeSettings: change_settings}
