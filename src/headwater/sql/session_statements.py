"""Statements that change what later statements mean: macros, prepared statements, attached databases, search paths.

Forms as in `sql/statements.py`: data, read from the words by a dialect's reader; what they mean is said in
`bind/statement/session_statements.py`, `bind/macros.py` and `dialects/duckdb/prepared.py`. To add one: a class here, a
function there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlglot import exp

from headwater.sql.statements import Form

Name = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to call a macro: its parameters, what stands for those that are left out, and what the call becomes: a
    value, or the rows of a query (`table`).
    """

    parameters: Name
    values: tuple[exp.Expr | None, ...]
    body: exp.Expr
    table: bool = False


@dataclass(slots=True)
class CreateMacro(Form):
    """CREATE MACRO f(x) AS x + 1, (x, y) AS x + y: a call is replaced by the body of the variant that fits."""

    name: Name
    variants: list[Variant]
    temporary: bool = False
    if_absent: bool = False


@dataclass(slots=True)
class DropMacro(Form):
    """DROP MACRO f, DROP MACRO TABLE f: no call of it is followed any more."""

    name: Name
    table: bool = False


@dataclass(slots=True)
class Prepare(Form):
    """PREPARE q AS …: the statement, a tree or a form of its own."""

    name: str
    statement: object


@dataclass(slots=True)
class Execute(Form):
    """EXECUTE q(1, 2): what was prepared under that name happens."""

    name: str


@dataclass(slots=True)
class Deallocate(Form):
    """DEALLOCATE q: nothing is prepared under that name any more."""

    name: str


@dataclass(slots=True)
class Explain(Form):
    """EXPLAIN ANALYZE …: the statement is run, and what it would have answered is thrown away."""

    statement: object


@dataclass(slots=True)
class Attach(Form):
    """ATTACH 'place' AS a: names that begin with `a` are of another database."""

    name: str
    place: str
    system: str = ""


@dataclass(slots=True)
class Detach(Form):
    """DETACH a: its tables are there no more."""

    name: str


@dataclass(slots=True)
class Search(Form):
    """USE a.s, SET schema = 's', SET search_path = 's,main': where names without a schema are looked for, the first of
    them being where new ones are made; none of them means as it was in the beginning.
    """

    path: list[Name] = field(default_factory=list)
    word: str = "USE"


@dataclass(slots=True)
class Variable(Form):
    """SET VARIABLE x = …, RESET VARIABLE x (no value): what getvariable('x') gives from here on."""

    name: str
    value: exp.Expr | None


@dataclass(slots=True)
class CreateType(Form):
    """CREATE TYPE p AS STRUCT(x INT): another name of a type; `values` is the query of an enumeration."""

    name: Name
    type_text: str = ""
    values: exp.Expr | None = None


@dataclass(slots=True)
class AlterField(Form):
    """ALTER TABLE t ADD COLUMN s.x INT, DROP COLUMN s.x, RENAME COLUMN s.x TO y: a field of a column. `type_text` is
    that of a new one, `new` another name; without either it goes.
    """

    target: exp.Table
    path: Name
    type_text: str = ""
    new: str = ""


@dataclass(slots=True)
class Whole(Form):
    """EXPORT DATABASE, IMPORT DATABASE, COPY FROM DATABASE: every table of a database goes to a folder, comes from one,
    or goes to another database (`source` and `target` are names of databases, `place` is the folder). Without `rows`
    only the tables are made. `ending` is that of the files.
    """

    source: str = ""
    target: str = ""
    place: str = ""
    rows: bool = True
    tables: bool = True
    ending: str = "csv"
