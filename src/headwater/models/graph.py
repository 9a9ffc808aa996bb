"""A project: models that read one another, in the order in which they can be built.

Two passes, each linear in the models and their references. The first finds what each model reads; the second
analyses the models in order, each with the columns of those before it, so that a star over a model opens. A model in
a circle is analysed with the others of its circle unknown. Whatever is wrong is a `Problem`, never an exception.
To add a kind of problem: a function here that yields it, and a line in `_problems`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from headwater.answer import Analysis
from headwater.api import analyze_in
from headwater.base import codes
from headwater.base.identifiers import split_name
from headwater.base.similar import nearest
from headwater.bind.session import Session
from headwater.catalog.tables import Column, Table
from headwater.models.lineage import ModelLineage, final_statements, model_lineage
from headwater.schema import Catalog
from headwater.session import open_session


@dataclass(frozen=True)
class Model:
    """A model: its name, its SQL, the file that it stands in and the folders above it, and its dialect."""

    name: str
    sql: str
    path: str = ""
    folders: tuple[str, ...] = ()
    dialect: str = "duckdb"


@dataclass(frozen=True)
class Problem:
    """What is wrong with a project: `kind` is missing, circular, duplicate, unreadable or not-a-model.

    >>> Problem("missing", ("daily",), "daily reads orders.").to_dict()
    {'kind': 'missing', 'models': ['daily'], 'message': 'daily reads orders.'}
    """

    kind: str
    models: tuple[str, ...]
    message: str

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"kind": self.kind, "models": list(self.models), "message": self.message}


@dataclass(frozen=True)
class Project:
    """Models in the order in which they can be built, each with its lineage.

    `reads` are the models that each reads, `sources` the tables from outside; models in a circle come last.

    >>> shop = project([Model("daily", "SELECT day FROM clean"), Model("clean", "SELECT day FROM raw")])
    >>> shop.order, shop.reads["daily"], shop.sources
    (('clean', 'daily'), ('clean',), ('raw',))
    """

    order: tuple[str, ...]
    reads: dict[str, tuple[str, ...]]
    sources: tuple[str, ...]
    lineage: dict[str, ModelLineage]
    problems: tuple[Problem, ...]
    analyses: dict[str, Analysis]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "order": list(self.order),
            "sources": list(self.sources),
            "models": [{**self.lineage[name].to_dict(), "Reads": list(self.reads[name])} for name in self.order],
            "problems": [problem.to_dict() for problem in self.problems],
        }


def project(models: Iterable[Model], catalog: Catalog | None = None, database: str | None = None) -> Project:
    """The graph of some models. With a catalog, a table that is in neither is missing; without, it is a source."""
    tables = catalog if catalog is not None else Catalog()
    named: dict[str, Model] = {}
    folded: dict[str, Model] = {}
    twice: list[Problem] = []
    for model in models:
        first_model = folded.setdefault(model.name.lower(), model)
        if first_model is not model:
            first, second = first_model.path or "above", model.path or "below"
            message = f"Model {model.name} is there twice: {first}, and {second}, which is left out."
            twice.append(Problem("duplicate", (model.name,), message))
        else:
            named[model.name] = model
    known = _names(named.values())
    read_by = {name: _sources(model, tables, database) for name, model in named.items()}
    reads = {
        name: tuple(dict.fromkeys(known[key] for key in map(_key, sources) if key in known))
        for name, sources in read_by.items()
    }
    order, circular = _ordered(reads)
    analyses = _analyses([named[name] for name in (*order, *circular)], tables, database)
    outside = {
        name: tuple(source for source in sources if _key(source) not in known) for name, sources in read_by.items()
    }
    problems = [
        *twice,
        *_circles(reads, circular),
        *(_missing(outside, known, tables) if catalog is not None else ()),
        *_unfit(analyses),
        *_columns_missing(analyses, known),
    ]
    return Project(
        (*order, *circular),
        reads,
        tuple(sorted({source for sources in outside.values() for source in sources})),
        {name: model_lineage(answer, name) for name, answer in analyses.items()},
        tuple(problems),
        analyses,
    )


# ── names ────────────────────────────────────────────────────────────────────────────────────────────────────────
def _key(name: str) -> tuple[str, ...]:
    return tuple(part.lower() for part in split_name(name))


def _names(models: Iterable[Model]) -> dict[tuple[str, ...], str]:
    """What models can be called: `orders`, and behind the folders that it lies in, `staging.orders`."""
    names: dict[tuple[str, ...], str] = {}
    for model in models:
        names[(model.name.lower(),)] = model.name
        for depth in range(1, len(model.folders) + 1):
            names.setdefault((*(part.lower() for part in model.folders[-depth:]), model.name.lower()), model.name)
    return names


def _sources(model: Model, catalog: Catalog, database: str | None) -> tuple[str, ...]:
    session = open_session(model.dialect, catalog, database)
    answer = analyze_in(session, model.sql, model.path)
    return tuple(dict.fromkeys(source for statement in answer.statements for source in statement.tables[0]))


# ── order ────────────────────────────────────────────────────────────────────────────────────────────────────────
def _ordered(reads: dict[str, tuple[str, ...]]) -> tuple[list[str], list[str]]:
    """The models, each behind what it reads and by name where that leaves a choice; then those that never get free."""
    waiting = {name: len(read_models) for name, read_models in reads.items()}
    readers: dict[str, list[str]] = {}
    for name, read_models in reads.items():
        for read_model in read_models:
            readers.setdefault(read_model, []).append(name)
    order: list[str] = []
    free = sorted(name for name, count in waiting.items() if not count)
    while free:
        order += free
        freed: list[str] = []
        for name in free:
            for reader in readers.get(name, ()):
                waiting[reader] -= 1
                if not waiting[reader]:
                    freed.append(reader)
        free = sorted(freed)
    done = set(order)
    return order, sorted(name for name in reads if name not in done)


def _circles(reads: dict[str, tuple[str, ...]], remaining: list[str]) -> Iterator[Problem]:
    """One problem for each circle that is met when references are followed, and for what waits behind one."""
    among = set(remaining)
    state: dict[str, int] = {}  # 1: on the way, 2: done
    circular: set[str] = set()
    for start in remaining:
        if start in state:
            continue
        way = [start]
        steps = [iter(reads[start])]
        state[start] = 1
        while steps:
            read_model = next((step for step in steps[-1] if step in among), None)
            if read_model is None:
                state[way.pop()] = 2
                steps.pop()
            elif read_model not in state:
                state[read_model] = 1
                way.append(read_model)
                steps.append(iter(reads[read_model]))
            elif state[read_model] == 1:
                circle = tuple(way[way.index(read_model) :])
                if not circular.issuperset(circle):
                    circular.update(circle)
                    path = " -> ".join((*circle, read_model))
                    yield Problem("circular", circle, f"Models read one another in a circle: {path}.")
    for name in remaining:
        if name not in circular:
            waits = next((read for read in reads[name] if read in among), "")
            yield Problem("circular", (name,), f"Model {name} reads {waits}, which hangs on a circle.")


# ── lineage ──────────────────────────────────────────────────────────────────────────────────────────────────────
def _analyses(models: Iterable[Model], catalog: Catalog, database: str | None) -> dict[str, Analysis]:
    """The answers, each model with the columns of those before it."""
    sessions: dict[str, Session] = {}
    known: dict[str, Analysis] = {}
    for model in models:
        session = sessions.get(model.dialect)
        if session is None:
            session = sessions[model.dialect] = open_session(model.dialect, catalog, database)
        answer = known[model.name] = analyze_in(session, model.sql, model.path)
        session.current = session.base  # a file that is no model may have left it elsewhere
        columns = _columns(answer)
        if columns is None:
            continue
        for reader in sessions.values():
            for name in (
                (*model.folders[len(model.folders) - depth :], model.name) for depth in range(len(model.folders) + 1)
            ):
                reader.changes[reader.key(name)] = Table(name, columns, "view")
    return known


def _columns(answer: Analysis) -> tuple[Column, ...] | None:
    """What a model hands out; None where that is not known, as behind a star over an unknown table."""
    alternatives: list[tuple[Column, ...]] = []
    for statement in final_statements(answer):
        born = statement.plans[0].born if statement.plans else ()
        if not born or any(column.col.name == "*" for column in born):
            return None
        alternatives.append(tuple(Column(column.col.name, str(column.col.type)) for column in born))
    if len(alternatives) < 2:
        return alternatives[0] if alternatives else None
    return tuple({column.name: column for columns in reversed(alternatives) for column in columns}.values())


# ── problems ─────────────────────────────────────────────────────────────────────────────────────────────────────
def _missing(
    outside: dict[str, tuple[str, ...]], known: dict[tuple[str, ...], str], catalog: Catalog
) -> Iterator[Problem]:
    tables = {_key(table.display): table.display for table in catalog}
    near = {".".join(key): name for key, name in (*known.items(), *tables.items())}
    for name, sources in outside.items():
        for source in sources:
            if _key(source) not in tables and "(" not in source and "/" not in source:
                close = nearest(source, near)
                hint = f" Did you mean {near[close]}?" if close is not None else ""
                message = f"Model {name} reads {source}, which is neither a model nor in the catalog.{hint}"
                yield Problem("missing", (name,), message)


def _columns_missing(analyses: dict[str, Analysis], known: dict[tuple[str, ...], str]) -> Iterator[Problem]:
    """A column that a model does not hand out. Of tables from outside less is known, and nothing is said here."""
    for name, answer in analyses.items():
        for diagnostic in answer.diagnostics:
            if diagnostic.kind is codes.UNKNOWN_COLUMN and _key(str(diagnostic.arguments[1])) in known:
                yield Problem(
                    "missing", (name,), f"Model {name}, {diagnostic.line}:{diagnostic.column}: {diagnostic.message}"
                )


def _unfit(analyses: dict[str, Analysis]) -> Iterator[Problem]:
    for name, answer in analyses.items():
        errors = [diagnostic for diagnostic in answer.diagnostics if diagnostic.severity == "error"]
        if errors:
            error = errors[0]
            yield Problem("unreadable", (name,), f"Model {name}, {error.line}:{error.column}: {error.message}")
        elif (count := sum(1 for statement in answer.statements if not statement.alternative)) != 1:
            message = (
                f"Model {name} has {count} statements; a model is one SELECT." if count else f"Model {name} is empty."
            )
            yield Problem("not-a-model", (name,), message)
        elif answer.statements[0].kind != "SELECT":
            kind = answer.statements[0].kind.replace("_", " ")
            yield Problem("not-a-model", (name,), f"Model {name} is {kind}; a model is one SELECT.")
