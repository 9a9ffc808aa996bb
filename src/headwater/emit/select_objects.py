"""The SELECTs of a statement as small objects, in the form of a lineage tool for Hive.

An object is a SELECT together with one thing that it reads: `id` is the offset of the SELECT and the alias of that
thing, `parentId` the object that reads the SELECT as a subquery, null on the first level. `fromTable` is null for a
subquery. `selectItems` are the items with columns of that thing; a column without an alias before it may be of any.
"""

from __future__ import annotations

from typing import Any

from headwater.base.identifiers import split_name
from headwater.parsed import FromItem, ParsedStatement, Select, SelectItem


def selects(*statements: ParsedStatement) -> list[dict[str, Any]]:
    """`[{"id", "parentId", "fromTable", "tableAlias", "selectItems": [{"fieldNames", "alias", "process"}]}]`.

    A CTE is a subquery of the first SELECT that reads it; the next ones have its name as their table, and one that
    nobody reads is left out. An item without a column stands with the first thing that is read.

    >>> import headwater
    >>> from headwater import emit
    >>> first, second = emit.selects(*headwater.parse("SELECT q.c FROM (SELECT a + b AS c FROM d.t) q", dialect="hive"))
    >>> first["id"], first["fromTable"], second["parentId"], second["selectItems"][0]["fieldNames"]
    ('0_q', None, '0_q', ['a', 'b'])
    """
    return [record for statement in statements for record in _objects(statement)]


def _objects(statement: ParsedStatement) -> list[dict[str, Any]]:
    bodies: dict[str, list[int]] = {}
    for select in statement.selects:
        if select.cte is not None:
            bodies.setdefault(select.cte.lower(), []).append(select.id)
    parents: dict[int, str] = {}
    opened: set[str] = set()
    subqueries: dict[tuple[int, int], bool] = {}
    for select in statement.selects:
        for number, source in enumerate(select.sources):
            inner = source.selects
            name = (source.table or "").lower()
            if source.cte and name in bodies and name not in opened and select.cte != source.table:
                opened.add(name)
                inner = tuple(bodies[name])
            subqueries[select.id, number] = bool(inner)
            for child in inner:
                parents.setdefault(child, _id(select, source))
    # a scalar subquery, or one in WHERE, belongs to the first thing that the SELECT around it reads
    for select in statement.selects:
        if select.id not in parents and select.parent is not None:
            around = statement.selects[select.parent]
            parents[select.id] = _id(around, around.sources[0] if around.sources else _NOTHING)
    records: list[dict[str, Any]] = []
    for select in statement.selects:
        if select.cte is not None and select.id not in parents:
            continue  # nobody reads it
        for number, read in enumerate(select.sources or (_NOTHING,)):
            table = None
            if read.table is not None and not subqueries[select.id, number]:
                *above, last = split_name(read.table)
                table = {"dbName": ".".join(above) or None, "tableName": last}
            records.append(
                {
                    "id": _id(select, read),
                    "parentId": parents.get(select.id),
                    "fromTable": table,
                    "tableAlias": read.alias,
                    "selectItems": [made for item in select.items if (made := _item(item, select, number)) is not None],
                }
            )
    return records


_NOTHING = FromItem(None, None)
"""What SELECT 1 reads."""


def _id(select: Select, source: FromItem) -> str:
    return f"{select.span.start}_{source.alias or ''}"


def _item(item: SelectItem, select: Select, number: int) -> dict[str, Any] | None:
    """An item, with those of its columns that are of one thing that the SELECT reads; None without any."""
    columns = ([f"{item.table}.*"] if item.table else ["*"]) if item.star else list(item.columns)
    fields = [field for column in columns if (field := _field(column, select, number)) is not None]
    if not fields and (columns or number):
        return None
    alias = item.alias
    if alias is None and len(fields) == 1 and not item.star:
        alias = fields[0]
    return {"fieldNames": list(dict.fromkeys(fields)), "alias": alias, "process": item.text}


def _field(column: str, select: Select, number: int) -> str | None:
    """The name of a column in one thing that is read; None where another is named before it."""
    parts = column.split(".")
    names = [_names(source) for source in select.sources]
    for length in range(len(parts) - 1, 0, -1):
        qualifier = ".".join(parts[:length]).lower()
        matches = [index for index, known in enumerate(names) if qualifier in known]
        if matches:
            return ".".join(parts[length:]) if number in matches else None
    return column  # no table is named: a column, or a field of one


def _names(source: FromItem) -> set[str]:
    """What may stand before a column of it."""
    if source.alias is not None:
        return {source.alias.lower()}
    table = (source.table or "").lower()
    return {table, table.rpartition(".")[2]} if table else set()
