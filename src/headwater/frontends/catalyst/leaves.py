"""Where a plan begins: tables, views, files, streams, ranges, rows of the program, and common table expressions."""

from __future__ import annotations

from typing import Any

from headwater.base import codes
from headwater.base.levels import COARSE
from headwater.base.types import Scalar, Type
from headwater.frontends.catalyst.reader import Handler, Reader
from headwater.frontends.catalyst.result import Out, Result
from headwater.frontends.catalyst.tree import Node, attributes
from headwater.rel.columns import Born, Col, Dataset, Read
from headwater.rel.kinds import DIRECT, UNKNOWN
from headwater.rel.operators import Loop, Project, Recursive, Ref, Rel, Scan, SetOp, Single, Values

_HOME = ("spark_catalog", "default")


def name_parts(identifier: Any) -> tuple[str, ...]:
    """A table's name, without the catalog and the database that need not be said.

    >>> name_parts({"table": "t", "database": "sales", "catalog": "spark_catalog"})
    ('sales', 't')
    """
    if not isinstance(identifier, dict):
        return ()
    name = identifier.get("table") or identifier.get("name")
    if not name:
        return ()
    before = [part for part in (identifier.get("catalog"), identifier.get("database")) if part]
    return short((*before, name))


def short(parts: tuple[str, ...]) -> tuple[str, ...]:
    """A name without what every name begins with."""
    if len(parts) == 3 and parts[0] == _HOME[0]:
        parts = parts[1:]
    return parts[1:] if len(parts) == 2 and parts[0] == _HOME[1] else parts


def named_dataset(reader: Reader, parts: tuple[str, ...], kind: str = "table") -> Dataset:
    """The dataset of a name, as the SQL of the same engine would have it."""
    dataset = reader.ctx.lookup(parts)[2]
    if kind != "table":
        dataset.kind = kind
    return dataset


def named_path(path: str) -> str:
    """A path as people write it: without the scheme of this machine's own files."""
    for scheme in ("file://", "file:"):
        if path.startswith(scheme + "/"):
            return path[len(scheme) :]
    return path


def scan(reader: Reader, dataset: Dataset, columns: list[tuple[str, str, Type]], keyword: str = "FROM ") -> Result:
    """A stored dataset: lineage starts here."""
    ctx = reader.ctx
    cols = [stored(reader, dataset, name, kind, index) for index, (name, _, kind) in enumerate(columns)]
    reader.visits += len(cols)
    ctx.plan_text.add(f"{keyword}{dataset.name}\n")
    outputs = [Out(name, key, col) for (name, key, _), col in zip(columns, cols, strict=True)]
    return Result(Scan(ctx.rows(), dataset, cols, []), outputs)


def stored(reader: Reader, dataset: Dataset, name: str, kind: Type, ordinal: int) -> Col:
    """A column of something stored."""
    col = reader.ctx.col(name, dataset, kind)
    col.ordinal = ordinal
    return col


def relation(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """A table of the catalog, a table of another catalog, or files under paths."""
    columns = list(attributes(node.fields.get("output"))) or [
        *attributes(node.fields.get("dataCols")),
        *attributes(node.fields.get("partitionCols")),
    ]
    table = node.fields.get("catalogTable") or node.fields.get("tableMeta")
    marked = node.mark("table")
    parts = name_parts(table.get("identifier")) if isinstance(table, dict) else short(tuple(marked)) if marked else ()
    if parts:
        return scan(reader, named_dataset(reader, parts), columns)
    paths = [named_path(path) for path in node.mark("paths") or ()]
    if not paths:
        return _nameless(reader, node, columns)
    kind = node.mark("format") or "file"
    scans = [scan(reader, named_dataset(reader, (kind, path), "file"), columns) for path in paths]
    return scans[0] if len(scans) == 1 else _together(reader, scans)


def _nameless(reader: Reader, node: Node, columns: list[tuple[str, str, Type]]) -> Result:
    """A source that the plan does not name: its class is all there is."""
    source_name = node.mark("source") or node.fields.get("sourceName") or node.fields.get("streamName")
    name = source_name if isinstance(source_name, str) and source_name else node.kind
    if not (isinstance(source_name, str) and source_name):
        reader.ctx.say(codes.PLAN_OPERATOR, None, node.kind)
    return scan(reader, named_dataset(reader, (name,), "source"), columns)


def _together(reader: Reader, scans: list[Result]) -> Result:
    """Several files read as one: every column comes from each of them."""
    ctx = reader.ctx
    births: list[Born] = []
    outputs: list[Out] = []
    for index, first in enumerate(scans[0].outputs):
        col = ctx.col(first.name, None, first.col.type)
        births.append(Born(col, tuple(Read(scan_.outputs[index].col, DIRECT) for scan_ in scans)))
        outputs.append(Out(first.name, first.key, col))
    return Result(SetOp(ctx.rows(), "UNION", [scan_.rel for scan_ in scans], births, ()), outputs)


def view(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """A stored view is a dataset. A temporary one is a name for what is below it."""
    described = node.fields.get("desc")
    described = described if isinstance(described, dict) else {}
    parts = name_parts(described.get("identifier")) or ("view",)
    if inputs:
        return under(reader, inputs[0], parts[-1], "view")
    schema = described.get("schema")
    fields = schema.get("fields") if isinstance(schema, dict) else ()
    child = node.children[0] if node.children else None
    columns = [*attributes(child.fields.get("projectList"))] if child is not None else []
    if child is not None and len(columns) != len(fields or ()):
        columns = list(attributes(child.fields.get("output")))
    names = [field["name"] for field in fields or ()]
    if names and len(names) == len(columns):
        columns = [(name, key, kind) for name, (_, key, kind) in zip(names, columns, strict=True)]
    kinds = {field["name"]: field.get("type") for field in fields or ()}
    typed = [(name, key, _typed(kinds.get(name), kind)) for name, key, kind in columns]
    return scan(reader, named_dataset(reader, parts, "view"), typed)


def _typed(value: Any, kind: Type) -> Type:
    from headwater.frontends.catalyst.tree import read_type

    return read_type(value) if value is not None else kind


def under(reader: Reader, below: Result, name: str, kind: str) -> Result:
    """A derived table: its columns under its name, each handing on the one behind it."""
    ctx = reader.ctx
    dataset = Dataset(name, kind, stored=False)
    ref = Ref(ctx.rows(), dataset, below.rel, [])
    outputs: list[Out] = []
    for index, out in enumerate(below.outputs):
        col = ctx.col(out.name, dataset, out.col.type)
        if out.col.shaped:
            col.shaped, col.like = True, ((out.col, DIRECT),)
        col.ordinal = index
        ref.born.append(Born(col, (Read(out.col, DIRECT, (), 0, out.start, out.end),)))
        outputs.append(Out(out.name, out.key, col))
    reader.visits += len(outputs)
    return Result(ref, outputs, below.order)


def alias(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """t AS x: a table under another name is that table; anything else is a derived table."""
    below = inputs[0]
    identifier = node.fields.get("identifier")
    name = identifier.get("name") if isinstance(identifier, dict) else None
    if isinstance(below.rel, (Scan, Ref, Single)) or not isinstance(name, str) or not isinstance(below, Result):
        return below
    if type(below) is not Result:
        return below  # whatever is asked of something opaque goes on to it
    reader.ctx.plan_text.add(f"|> AS {name}\n")
    return under(reader, below, name, "subquery")


def cte_definition(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """WITH x AS (…): read once, referred to by fresh columns."""
    reader.ctes[int(node.fields.get("id") or 0)] = inputs[0]
    return inputs[0]


def with_cte(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """The query itself stands behind its definitions."""
    index = node.fields.get("plan")
    return inputs[index if isinstance(index, int) else -1]


def cte_reference(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """FROM x: the definition's columns by position, under the numbers that this reference gives them."""
    number = node.fields.get("cteId", node.fields.get("loopId"))
    known = reader.ctes.get(int(number) if isinstance(number, int) else -1)
    columns = list(attributes(node.fields.get("output")))
    if known is None or len(known.outputs) != len(columns):
        return _nameless(reader, node, columns)
    rel = known.rel
    name = rel.dataset.name if isinstance(rel, Ref) else "cte"
    source = Result(rel.input if isinstance(rel, Ref) else rel, known.outputs)
    if isinstance(rel, Ref):
        behind = {born.col.id: born.reads[0].col for born in rel.born}
        source.outputs = [out._replace(col=behind.get(out.col.id, out.col)) for out in known.outputs]
    result = under(reader, source, name, "cte")
    reader.ctx.plan_text.add(f"FROM {name}\n")
    outputs = [Out(name, key, out.col) for (name, key, _), out in zip(columns, result.outputs, strict=True)]
    return Result(result.rel, outputs)


def loop(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """A recursive CTE: its columns read the anchor, and the step that reads them."""
    ctx = reader.ctx
    anchor = reader.read(node.children[0])
    number = int(node.fields.get("id") or 0)
    rows = ctx.rows()
    dataset = Dataset("loop", "cte", stored=False)
    births = [Born(ctx.col(out.name, dataset, out.col.type), (Read(out.col, DIRECT),)) for out in anchor.outputs]
    outputs = [out._replace(col=born.col) for out, born in zip(anchor.outputs, births, strict=True)]
    attribute_ids = node.fields.get("outputAttrIds")
    if isinstance(attribute_ids, list) and len(attribute_ids) == len(outputs):
        outputs = [
            out._replace(key=f"#{attribute['id']}") for out, attribute in zip(outputs, attribute_ids, strict=True)
        ]
    reader.loops[number] = (Result(anchor.rel, outputs), rows)
    step = reader.read(node.children[1])
    ctx.plan_text.add("|> UNION ALL, again and again\n")
    for born, out in zip(births, step.outputs, strict=False):
        born.reads = (*born.reads, Read(out.col, DIRECT))
    return Result(Recursive(rows, dataset, anchor.rel, step.rel, births), outputs)


def loop_reference(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """The inner mention of a recursive CTE."""
    ctx = reader.ctx
    columns = list(attributes(node.fields.get("output")))
    known = reader.loops.get(int(node.fields.get("loopId") or 0))
    if known is None or len(known[0].outputs) != len(columns):
        return _nameless(reader, node, columns)
    dataset = Dataset("loop", "cte", stored=False)
    births = [
        Born(ctx.col(name, dataset, kind), (Read(out.col, DIRECT),))
        for (name, _, kind), out in zip(columns, known[0].outputs, strict=True)
    ]
    ctx.plan_text.add("FROM itself\n")
    outputs = [Out(name, key, born.col) for (name, key, _), born in zip(columns, births, strict=True)]
    return Result(Loop(ctx.rows(), dataset, births, known[1]), outputs)


def generated(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """Rows that are written in the program: range(10), VALUES, an empty relation. No column is stored anywhere."""
    ctx = reader.ctx
    columns = list(attributes(node.fields.get("output")))
    if not columns:
        ctx.plan_text.add("FROM one row\n")
        return Result(Single(ctx.rows()), [])
    births = [Born(ctx.col(name, None, kind), ()) for name, _, kind in columns]
    reader.visits += len(births)
    ctx.plan_text.add(f"FROM {_FUNCTION_NAMES.get(node.kind, 'values')}\n")
    rel: Rel = Values(ctx.rows(), None, births)
    return Result(rel, [Out(name, key, born.col) for (name, key, _), born in zip(columns, births, strict=True)])


_FUNCTION_NAMES = {"Range": "range"}


def program(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """Rows of an RDD, or of a list that the program made: something feeds them, and the plan does not say what."""
    ctx = reader.ctx
    known = reader.known_rows(node)
    columns = list(attributes(node.fields.get("output")))
    if known is not None and len(known.outputs) == len(columns):
        outputs = [Out(name, key, out.col) for (name, key, _), out in zip(columns, known.outputs, strict=True)]
        return Result(known.rel, outputs)
    ctx.say(codes.PLAN_ROWS, None, _DESCRIPTIONS.get(node.kind, "Rows"))
    dataset = Dataset("rdd", "program", True, True)
    below = scan(reader, dataset, [(name, key, Scalar("")) for name, key, _ in columns])
    births = [
        Born(ctx.col(name, None, kind), (Read(out.col, UNKNOWN, (), COARSE),))
        for (name, _, kind), out in zip(columns, below.outputs, strict=True)
    ]
    outputs = [Out(name, key, born.col) for (name, key, _), born in zip(columns, births, strict=True)]
    return Result(Project(below.rel.rows, below.rel, births), outputs)


_DESCRIPTIONS = {
    "LogicalRDD": "Rows of an RDD",
    "ExternalRDD": "Rows of an RDD",
    "InMemoryRelation": "Cached rows",
}

HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(
        (
            "LogicalRelation", "HiveTableRelation", "DataSourceV2Relation", "DataSourceV2ScanRelation",
            "StreamingRelation", "StreamingRelationV2", "StreamingExecutionRelation", "StreamingDataSourceV2Relation",
            "StreamingDataSourceV2ScanRelation", "UnresolvedCatalogRelation", "LogicalRelationWithTable",
        ),
        relation,
    ),
    **dict.fromkeys(("Range", "LocalRelation", "OneRowRelation", "CommandResult"), generated),
    **dict.fromkeys(("LogicalRDD", "ExternalRDD", "InMemoryRelation"), program),
    "View": view,
    "SubqueryAlias": alias,
    "WithCTE": with_cte,
    "CTERelationDef": cte_definition,
    "CTERelationRef": cte_reference,
    "UnionLoop": loop,
    "UnionLoopRef": loop_reference,
}  # fmt: skip
