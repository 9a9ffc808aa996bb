"""SET VARIABLE, RESET VARIABLE, CREATE TYPE: values and types under a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.dialect import Binder
from headwater.bind.expr import macros
from headwater.bind.relation import query
from headwater.bind.scope import Ctes
from headwater.bind.statement import script, type_names
from headwater.bind.target import Bound, write
from headwater.sql.statements import Name, Statement


@dataclass(frozen=True, slots=True, eq=False)
class SetVariable(Statement):
    """SET VARIABLE x = …, RESET VARIABLE x (no value): what getvariable('x') gives from here on."""

    name: str
    value: exp.Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class CreateType(Statement):
    """CREATE TYPE p AS STRUCT(x INT): another name of a type; `values` is the query of an enumeration."""

    name: Name
    type_text: str = ""
    values: exp.Expr | None = None


REGEX_SEMANTICS = "regex_match_operator_semantics"
"""The setting that decides which columns `* ~ 'id'` stands for."""


@dataclass(frozen=True, slots=True, eq=False)
class Setting(Statement):
    """SET name = value, RESET name (no value): a setting that changes what later statements mean."""

    name: str
    value: str


def change_setting(ctx: Context, statement: Setting) -> Bound:
    """Nothing moves; the statements that follow are read with it."""
    ctx.session.settings[statement.name] = statement.value
    ctx.say(codes.NO_DATA, None, statement.kind)
    return Bound(statement.kind)


def set_variable(ctx: Context, statement: SetVariable) -> Bound:
    """A variable is a dataset of its own, so that what goes in and what is taken out are ordinary edges."""
    name = statement.name.lower()
    bound = Bound(statement.kind)
    if statement.value is None:
        ctx.session.assigned.pop(name, None)
        ctx.say(codes.NO_DATA, None, "RESET VARIABLE")
        return bound
    value = macros.scalar(ctx, statement.value)
    answered = query.bind(ctx, exp.Select(expressions=[value]), None, Ctes())
    spelling = ctx.session.assigned.get(name, (statement.name, None))[0]
    dataset = script.variable(spelling)
    bound.writes.append(write(ctx, answered, dataset, "SET", [script.VALUE]))
    bound.target = dataset
    text = value.name if isinstance(value, exp.Literal) and value.is_string else None
    ctx.session.assigned[name] = (spelling, text)
    return bound


def create_type(ctx: Context, statement: CreateType) -> Bound:
    """Columns of that type have what is inside of it. The values of an enumeration may be those of a query, which
    decides nothing but what may be stored.
    """
    ctx.say(codes.NO_DATA, None, "CREATE TYPE")
    if statement.type_text and statement.values is None:
        ctx.session.types[statement.name[-1].lower()] = type_names.resolved(ctx, statement.type_text)
    return Bound(statement.kind)


BINDERS: Mapping[type, Binder] = {
    SetVariable: set_variable,
    CreateType: create_type,
    Setting: change_setting,
}
