"""The questions that can be asked over HTTP. All of them read; answers are bounded and say what they left out.

A route takes its parameters, asks the store in a thread, and returns what a record's `to_dict` gives. Its model is for
the document alone, so nothing is checked twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from headwater import dialects
from headwater.base.levels import Level
from headwater.rel.kinds import EdgeType
from headwater.rows.graph_answers import Explanations, ImpactPage, StatementDetail, View
from headwater.rows.server_answers import Coverage, Health, UnsurePage
from headwater.server import models
from headwater.server.caching import JSON, as_json, cache_answer, cache_headers, matches_etag
from headwater.server.errors import Refused
from headwater.server.state import State
from headwater.store import Filter, Store, diff, open_store
from headwater.store.diagrams import as_csv, as_dot, as_mermaid, as_svg
from headwater.store.folder import aware

_ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": models.ErrorModel, "description": "The question makes no sense."},
    401: {"model": models.ErrorModel, "description": "A token is needed."},
    403: {"model": models.ErrorModel, "description": "The server does not go by that name."},
    404: {"model": models.ErrorModel, "description": "Not found; similar names are suggested."},
    409: {"model": models.ErrorModel, "description": "The name means several things; they are offered."},
    413: {"model": models.ErrorModel, "description": "The body is too large."},
    422: {"model": models.ErrorModel, "description": "A parameter is not valid."},
    503: {"model": models.ErrorModel, "description": "Too many requests wait, or this one took too long."},
}
router = APIRouter(prefix="/api", responses=_ERRORS)


AT_ONCE = 2_000
"""Edges that are looked at in the event loop: some milliseconds. A larger question goes to a thread."""


class Relation(StrEnum):
    """What edges are followed."""

    VALUE = "value"
    INFLUENCE = "influence"
    BOTH = "both"


class Change(StrEnum):
    """What is done to a column."""

    DROP = "drop"
    RENAME = "rename"
    RETYPE = "retype"


class Direction(StrEnum):
    """Which way to go."""

    UPSTREAM = "upstream"
    DOWNSTREAM = "downstream"


class Export(StrEnum):
    """The forms of an export."""

    JSON = "json"
    CSV = "csv"
    MERMAID = "mermaid"
    DOT = "dot"
    SVG = "svg"


class What(StrEnum):
    """What is searched for."""

    ALL = "all"
    DATASET = "dataset"
    COLUMN = "column"


Name = Annotated[
    str,
    Query(
        max_length=2_000,
        description="Name of a column, or #id.",
        examples=["dws.daily_sales.amount_eur", "hive:dws.daily_sales.amount_eur", "#-123456789"],
    ),
]
Depth = Annotated[int, Query(ge=0, le=30)]
Followed = Annotated[Relation, Query(description="Value, influence, or both.")]
Types = Annotated[list[EdgeType], Query(description="Only edges of these types.", max_length=20)]
Worst = Annotated[Level | None, Query(description="Only edges with this level or a better one.")]
AsOf = Annotated[datetime | None, Query(description="Point in time; UTC without a zone.")]
Results = Annotated[bool, Query(description="Include the results of bare queries.")]
Systems = Annotated[list[str], Query(description="Only datasets of these systems.", max_length=20)]
Dialects = Annotated[list[str], Query(description="Only edges of statements in these dialects.", max_length=20)]
Columns = Annotated[int, Query(ge=1, le=2_000, description="Maximum number of columns.")]
Limit = Annotated[int, Query(ge=1, le=500)]
Offset = Annotated[int, Query(ge=0, le=10_000_000)]


def _filter_parameters(default: Relation) -> Callable[..., Filter]:
    """A dependency that reads the parameters of a filter, for a route that follows `default` where none is given."""

    def read(
        relation: Followed = default,
        type: Types = [],  # noqa: B006 - FastAPI copies it
        level: Worst = None,
        as_of: AsOf = None,
        results: Results = False,
        system: Systems = [],  # noqa: B006
        dialect: Dialects = [],  # noqa: B006
    ) -> Filter:
        return _filter(relation, type, level, as_of, results, system, dialect)

    return read


ValueFilter = Annotated[Filter, Depends(_filter_parameters(Relation.VALUE))]
BothFilter = Annotated[Filter, Depends(_filter_parameters(Relation.BOTH))]


def _state(request: Request) -> State:
    state: State = request.app.state.headwater
    return state


def _filter(
    relation: Relation,
    types: list[EdgeType],
    level: Level | None,
    as_of: datetime | None,
    results: bool,
    systems: list[str],
    dialect_names: Sequence[str] = (),
) -> Filter:
    type_names = frozenset(type_.value for type_ in types)
    moment = aware(as_of) if as_of else None
    return Filter(relation.value, type_names, level, moment, results, frozenset(systems), frozenset(dialect_names))


async def _answer(
    request: Request, question: Callable[[Store], Any], at_once: Callable[[Store], Any] | None = None
) -> Response:
    """The answer of the store, with the headers of its snapshot; 304 where the client has it already.

    `at_once` answers cheap questions without a thread; it returns None for the others.
    """
    state = _state(request)
    store = await state.current()
    headers = cache_headers(store.snapshot)
    if matches_etag(headers["ETag"], request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    immediate = at_once(store) if at_once is not None else None
    answer = _response(immediate) if immediate is not None else await state.run(lambda: _response(question(store)))
    answer.headers.update(headers)
    return cache_answer(state, request.scope, store.snapshot, answer)


def _response(answer: Any) -> Response:
    if isinstance(answer, Response):
        return answer
    return Response(answer if isinstance(answer, bytes) else as_json(answer), media_type=JSON)


# ── what there is ────────────────────────────────────────────────────────────────────────────────────────────────
@router.get("/health", response_model=models.HealthModel, tags=["server"])
async def health() -> Response:
    """Health check. Needs no token."""
    return JSONResponse(Health().to_dict())


@router.get("/info", response_model=models.InfoModel, tags=["server"])
async def info(request: Request) -> Response:
    """The current snapshot, all snapshots, row counts, and the values of filters."""
    limits = _state(request).settings.limits

    bounds = {name: getattr(limits, name) for name in ("depth", "columns", "sql_chars", "seconds")}
    return await _answer(
        request, lambda store: store.info(sorted(set(dialects.canonical().values())), bounds).to_dict()
    )


@router.get("/search", response_model=models.FoundModel, tags=["names"])
async def search(
    request: Request,
    q: Annotated[str, Query(max_length=500, examples=["daily_sales amount"], description="Any part of a name.")],
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    what: What = What.ALL,
    system: Systems = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """Search datasets and columns by any part of their names, best first."""
    kinds = ("dataset", "column") if what is What.ALL else (what.value,)
    return await _answer(request, lambda store: store.search(q, limit, kinds, system).to_dict())


@router.get("/column", response_model=models.ColumnModel, tags=["names"])
async def column(request: Request, name: Name) -> Response:
    """Resolve the name of a column."""
    return await _answer(request, lambda store: store.column(name).to_dict())


@router.get("/table", response_model=models.TableModel, tags=["names"])
async def table(
    request: Request,
    name: Annotated[str, Query(max_length=2_000, examples=["hive:dws.daily_sales"])],
    limit: Annotated[int, Query(ge=1, le=5_000)] = 500,
    offset: Offset = 0,
) -> Response:
    """A dataset and its columns, paged."""
    return await _answer(request, lambda store: store.table(name, limit, offset).to_dict())


# ── the graph ────────────────────────────────────────────────────────────────────────────────────────────────────
@router.get("/graph", response_model=models.ViewModel, tags=["graph"])
async def graph(
    request: Request,
    filter: ValueFilter,
    column: Name,
    up: Depth = 1,
    down: Depth = 1,
    max_columns: Columns = 500,
) -> Response:
    """The neighborhood of a column as positioned cards. Another level adds cards without moving others."""
    arguments = (column, up, down, filter, max_columns, max_columns * 4)
    return await _answer(
        request, lambda store: store.view_json(*arguments), lambda store: store.view_json(*arguments, within=AT_ONCE)
    )


@router.get("/graph/overview", response_model=models.ViewModel, tags=["graph"])
async def overview(
    request: Request,
    filter: BothFilter,
    max_tables: Annotated[int, Query(ge=1, le=1_000)] = 300,
) -> Response:
    """All datasets as positioned cards, with links; the most connected ones if there are many."""
    return await _answer(request, lambda store: store.overview(filter, max_tables).to_dict())


@router.get("/graph/tables", response_model=models.ViewModel, tags=["graph"])
async def graph_tables(
    request: Request,
    filter: BothFilter,
    table: Annotated[str, Query(max_length=2_000, examples=["hive:dws.daily_sales"])],
    up: Depth = 1,
    down: Depth = 1,
    max_tables: Annotated[int, Query(ge=1, le=1_000)] = 200,
) -> Response:
    """The neighborhood of a dataset as positioned cards, with links."""
    return await _answer(request, lambda store: store.view_tables(table, up, down, filter, max_tables).to_dict())


@router.get("/walk", response_model=models.WalkModel, tags=["graph"])
async def walk(
    request: Request,
    filter: ValueFilter,
    column: Name,
    direction: Direction = Direction.UPSTREAM,
    depth: Depth = 3,
    max_columns: Columns = 500,
) -> Response:
    """Columns upstream or downstream of a column, nearest first."""

    def question(store: Store) -> dict[str, Any]:
        go = store.upstream if direction is Direction.UPSTREAM else store.downstream
        return go(column, depth, filter, max_columns, max_columns * 4).to_dict()

    return await _answer(request, question)


@router.get("/paths", response_model=models.PathsModel, tags=["graph"])
async def paths(
    request: Request,
    source: Name,
    target: Name,
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
    relation: Followed = Relation.VALUE,
    type: Types = [],  # noqa: B006
    level: Worst = None,
    as_of: AsOf = None,
    dialect: Dialects = [],  # noqa: B006
) -> Response:
    """The paths from one column to another, most certain first."""
    filter = _filter(relation, type, level, as_of, True, [], dialect)
    return await _answer(request, lambda store: store.paths(source, target, filter, limit).to_dict())


# ── why ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@router.get("/edges/{edge}", response_model=models.ExplanationModel, tags=["why"])
async def edge(request: Request, edge: Annotated[int, Path(ge=0, le=2**32)]) -> Response:
    """Explain an edge: statement, span, operators, hops and diagnostics."""

    def question(store: Store) -> dict[str, Any]:
        if edge >= store.graph.edges:
            raise Refused(404, "not_found", f"Edge {edge} does not exist in this snapshot.")
        return store.explain(edge).to_dict()

    return await _answer(request, question)


@router.get("/explain", response_model=models.ExplanationsModel, tags=["why"])
async def explain(
    request: Request,
    source: Name,
    target: Name,
    relation: Followed = Relation.BOTH,
    limit: Annotated[int, Query(ge=1, le=50)] = 10,
) -> Response:
    """Explain all edges between two columns, best first."""

    def question(store: Store) -> dict[str, Any]:
        shown, more = store.explain_between(source, target, Filter(relation.value), limit)
        return Explanations(tuple(shown), more).to_dict()

    return await _answer(request, question)


@router.get("/statements/{statement}", response_model=models.StatementDetailModel, tags=["why"])
async def statement(request: Request, statement: Annotated[str, Path(max_length=200)]) -> Response:
    """A statement with its text, its diagnostics, its edges and its last runs."""

    def question(store: Store) -> dict[str, Any]:
        edges, more = store.statement_edges(statement)
        return StatementDetail(
            statement=store.statement(statement),
            diagnostics=tuple(store.remarks(statement)),
            edges=tuple(edges),
            hidden=more,
            runs=store.runs(statement, 20),
        ).to_dict()

    return await _answer(request, question)


@router.get("/statements/{statement}/runs", response_model=models.RunsModel, tags=["why"])
async def runs(
    request: Request, statement: Annotated[str, Path(max_length=200)], limit: Limit = 50, offset: Offset = 0
) -> Response:
    """The stored runs of a statement, latest first: query ids, times, users and jobs."""
    return await _answer(request, lambda store: store.runs(statement, limit, offset).to_dict())


# ── changes ──────────────────────────────────────────────────────────────────────────────────────────────────────
@router.get("/impact", response_model=models.ImpactModel, tags=["changes"])
async def impact(
    request: Request,
    column: Name,
    change: Change = Change.DROP,
    relation: Followed = Relation.BOTH,
    type: Types = [],  # noqa: B006
    level: Worst = None,
    as_of: AsOf = None,
    system: Systems = [],  # noqa: B006
    dialect: Dialects = [],  # noqa: B006
    limit: Limit = 100,
    offset: Offset = 0,
) -> Response:
    """The impact of a change of a column, by dataset, paged."""
    filter = _filter(relation, type, level, as_of, False, system, dialect)

    def question(store: Store) -> dict[str, Any]:
        result = store.impact(column, change.value, filter)
        page = replace(result, tables=result.tables[offset : offset + limit])
        return ImpactPage(page, len(result.tables)).to_dict()

    return await _answer(request, question)


@router.get("/diff", response_model=models.DiffModel, tags=["changes"])
async def difference(
    request: Request,
    before: Annotated[str, Query(pattern=r"^[0-9]{1,12}$", description="Id of a snapshot.", examples=["000001"])],
    after: Annotated[
        str | None, Query(pattern=r"^[0-9]{1,12}$", description="Id of another snapshot; the current one by default.")
    ] = None,
    relation: Followed = Relation.BOTH,
    limit: Limit = 200,
) -> Response:
    """Columns whose origins differ between two snapshots, and what is downstream of them."""

    def question(store: Store) -> dict[str, Any]:
        root = store.snapshot.root
        with open_store(root, before) as old:
            if after is None:
                return diff(old, store, relation.value, limit).to_dict()
            with open_store(root, after) as new:
                return diff(old, new, relation.value, limit).to_dict()

    return await _answer(request, question)


# ── how much was read, and how well ──────────────────────────────────────────────────────────────────────────────
@router.get("/coverage", response_model=models.CoverageModel, tags=["coverage"])
async def coverage(request: Request) -> Response:
    """Levels by dialect, and diagnostics by code with an example."""
    return await _answer(request, lambda store: Coverage(store.coverage(), store.reasons()).to_dict())


@router.get("/unsure", response_model=models.UnsurePageModel, tags=["coverage"])
async def unsure(
    request: Request,
    code: Annotated[str | None, Query(max_length=10, examples=["W110"])] = None,
    dialect: Annotated[str | None, Query(max_length=40)] = None,
    level: Annotated[Level | None, Query()] = None,
    limit: Limit = 50,
    offset: Offset = 0,
) -> Response:
    """Statements that are not EXACT or have a diagnostic, paged."""

    def question(store: Store) -> dict[str, Any]:
        rows, total = store.unsure(code, dialect, level.value if level else None, limit, offset)
        return UnsurePage(rows, total, offset).to_dict()

    return await _answer(request, question)


# ── out of here ──────────────────────────────────────────────────────────────────────────────────────────────────
@router.get(
    "/export",
    tags=["export"],
    responses={
        200: {
            "description": "The neighbourhood in that form.",
            "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/ViewModel"}},
                "text/csv": {"schema": {"type": "string"}},
                "text/plain": {"schema": {"type": "string"}},
                "image/svg+xml": {"schema": {"type": "string"}},
            },
        }
    },
)
async def export(
    request: Request,
    column: Annotated[str | None, Query(max_length=2_000, description="Export the neighborhood of a column.")] = None,
    table: Annotated[
        str | None, Query(max_length=2_000, description="Export the neighborhood of a table; ignored with a column.")
    ] = None,
    format: Export = Export.JSON,
    up: Depth = 3,
    down: Depth = 3,
    relation: Annotated[
        Relation | None, Query(description="Value, influence, or both; value for a column, both for tables.")
    ] = None,
    type: Types = [],  # noqa: B006
    level: Worst = None,
    as_of: AsOf = None,
    results: Results = False,
    system: Systems = [],  # noqa: B006
    dialect: Dialects = [],  # noqa: B006
    max_columns: Columns = 2_000,
    max_tables: Annotated[int, Query(ge=1, le=1_000)] = 300,
) -> Response:
    """Export the neighborhood of a column or of a table, or all tables, as a file.

    The formats are JSON, CSV (a row per edge), Mermaid, DOT and SVG.
    """
    followed = relation or (Relation.VALUE if column is not None else Relation.BOTH)
    filter = _filter(followed, type, level, as_of, results, system, dialect)

    def question(store: Store) -> Any:
        if column is not None:
            view = store.view(column, up, down, filter, max_columns, max_columns * 4)
        elif table is not None:
            view = store.view_tables(table, up, down, filter, max_tables)
        else:
            view = store.overview(filter, max_tables)
        if format is Export.JSON:
            return view.to_dict()
        write, kind, ending = _FILES[format]
        headers = {"Content-Disposition": f'attachment; filename="lineage.{ending}"'}
        return PlainTextResponse(write(view), media_type=kind, headers=headers)

    return await _answer(request, question)


_FILES: dict[Export, tuple[Callable[[View], str], str, str]] = {
    Export.CSV: (as_csv, "text/csv", "csv"),
    Export.MERMAID: (as_mermaid, "text/plain", "mmd"),
    Export.DOT: (as_dot, "text/plain", "dot"),
    Export.SVG: (as_svg, "image/svg+xml", "svg"),
}


# ── a text of one's own ──────────────────────────────────────────────────────────────────────────────────────────
@router.post("/analyze", response_model=models.AnalyzeModel, tags=["playground"])
async def analyze(request: Request, body: models.AnalyzeRequest) -> Response:
    """Analyze a text: the answer of the library, with plans and spans. Nothing is stored; limits apply."""
    state = _state(request)
    dialect = dialects.get(body.dialect.value)
    limits = state.settings.limits
    store = await state.current()

    def work() -> dict[str, Any]:
        question = {"sql": body.sql, "dialect": dialect.name, "database": body.database}
        answer = state.playground.analyze(question)
        if body.use_store and (known := schemas(store, dialect, answer["tables"])):
            answer = state.playground.analyze({**question, "catalog": known})
        return answer

    return Response(as_json(await state.run(work, limits.sql_seconds * 3)), media_type=JSON)


def schemas(store: Store, dialect: dialects.Dialect, names: list[str]) -> dict[str, dict[str, str]]:
    """The columns that the store knows of some tables, as a catalog."""
    from headwater.batch.dataset_ids import Names
    from headwater.store import StoreProblem

    own = Names(dialect, store.snapshot.manifest.get("makers", {}).get("mapping", {}))
    catalog: dict[str, dict[str, str]] = {}
    for name in names[:200]:
        known = own.dataset(name)
        try:
            columns = store.table(f"#{known.id}", 5_000).columns
        except StoreProblem:
            continue
        if columns and all(column.ordinal is not None and column.name not in (None, "*") for column in columns):
            catalog[name] = {column.name or "": column.type or "unknown" for column in columns}
    return catalog
