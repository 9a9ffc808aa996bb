"""What ClickHouse's functions hand on, as the judge sees it: its own tables, for it must be able to disagree.

A function that stands nowhere here is computed from all of its arguments. Names are compared without case.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.judges.clickhouse_nodes import Node, constant
from tests.judges.clickhouse_types import Type, field_at, take_path, tuple_of
from tests.judges.values import (
    KEY,
    NOTHING,
    VALUE,
    Abstain,
    Val,
    elem_of,
    is_map,
    made_map,
    merge,
    merge_all,
    part,
    under,
)

if TYPE_CHECKING:
    from tests.judges.clickhouse_tree import Walker

SAME = {
    "identity",
    "materialize",
    "assumenotnull",
    "tonullable",
    "tolowcardinality",
    "arrayreverse",
    "arraydistinct",
    "arrayslice",
    "arraypopback",
    "arraypopfront",
    "arrayshuffle",
    "arraypartialshuffle",
    "arrayrotateleft",
    "arrayrotateright",
    "arrayremove",
    "arrayrandomsample",
    "arrayexcept",
    "array_remove",
    "replicate",
}
"""The first argument is handed on, its parts kept apart; what else there is decides or counts."""

SAME_ARRAYS = {"arrayconcat", "arrayunion", "arrayintersect"}
CHOICES = {"coalesce", "ifnull", "firstnondefault", "greatest", "least"}
NO_SOURCE = {
    "now",
    "now64",
    "nowinblock",
    "today",
    "yesterday",
    "utctimestamp",
    "rand",
    "rand64",
    "randconstant",
    "randcanonical",
    "randuniform",
    "randnormal",
    "generateuuidv4",
    "generateuuidv7",
    "generatesnowflakeid",
    "rownumberinallblocks",
    "rownumberinblock",
    "blocknumber",
    "hostname",
    "currentuser",
    "user",
    "currentdatabase",
    "version",
    "uptime",
    "timezone",
    "servertimezone",
    "ignore",
    "pi",
    "e",
    "queryid",
    "currentschemas",
    "blocksize",
    "randomstring",
    "randomprintableascii",
    "getsetting",
    "defaultvalueoftypename",
    "defaultvalueofargumenttype",
    "throwif",
}
MAPS_ARRAYS = {"arraymap", "arraycumsum", "arraycumsumnonnegative", "arraydifference"}
MAPS_VALUES = {
    "arrayall",
    "arrayexists",
    "arraycount",
    "arraysum",
    "arrayavg",
    "arraymax",
    "arraymin",
    "arrayproduct",
    "arrayfirstindex",
    "arraylastindex",
}
FILTERS = {"arrayfilter", "arrayfill", "arrayreversefill", "arraycompact"}
FIRSTS = {"arrayfirst", "arrayfirstornull", "arraylast", "arraylastornull"}
SORTS = {"arraysort", "arrayreversesort"}
PARTIAL_SORTS = {"arraypartialsort", "arraypartialreversesort", "arraytopk", "arraybottomk"}
SPLITS = {"arraysplit", "arrayreversesplit"}
MAP_VALUES = {"mapapply", "mapexists", "mapall"}
MAP_SAME = {"mapfilter", "mapsort", "mapreversesort"}

MEMBERSHIP = {
    "in", "notin", "globalin", "globalnotin", "nullin", "notnullin", "globalnullin", "globalnotnullin", "inignoreset",
    "notinignoreset",
}  # fmt: skip

PICKS = {
    "any",
    "anylast",
    "any_value",
    "anyheavy",
    "first_value",
    "last_value",
    "first_value_respect_nulls",
    "last_value_respect_nulls",
    "any_respect_nulls",
    "anylast_respect_nulls",
    "min",
    "max",
    "singlevalueornull",
    "argmin",
    "argmax",
    "nth_value",
}
"""One of the values that were seen, as it was. argMax(value, order): the order decides."""
LISTS = {
    "grouparray",
    "grouparraylast",
    "grouparraysample",
    "groupuniqarray",
    "grouparraysorted",
    "grouparraymovingsum",
    "grouparraymovingavg",
    "grouparrayinsertat",
    "topk",
    "topkweighted",
    "array_agg",
    "array_concat_agg",
}
ORDERED = {
    "argmin", "argmax", "grouparrayinsertat", "deltasumtimestamp", "quantiledeterministic", "quantilesdeterministic",
    "mergedjsonpatch", "topkweighted",
}  # fmt: skip
"""The last argument picks or sorts."""
EVENTS = {"windowfunnel", "sequencematch", "sequencecount", "sequencematchevents"}
"""(time, event, ...): the time sorts, the events are counted."""
RANKS = {"row_number", "rank", "dense_rank", "denserank", "percent_rank", "percentrank", "cume_dist", "ntile"}
SHIFTS = {"lag", "lead", "laginframe", "leadinframe"}

COMBINATORS = (
    "SimpleState", "MergeState", "OrDefault", "OrNull", "Resample", "Distinct", "ForEach", "ArgMin", "ArgMax",
    "Merge", "State", "Array", "Tuple", "Map", "If",
)  # fmt: skip


def mixed(node: Node, values: list[Val]) -> Val:
    """Computed from all of `values`."""
    flat = frozenset().union(*(value.flat() for value in values)) if values else frozenset()
    nested = any(v.fields is not None or v.elem is not None or v.blurred for v in values)
    kind = node.result_type
    while kind.of is not None:
        kind = kind.of
    return Val(flat, blurred=nested and kind.kind == "tuple")


def ordinary(walker: Walker, name: str, node: Node) -> Val:
    """A function of one row."""
    items, key = node.items("ARGUMENTS"), name.lower()
    if key.startswith("__"):
        raise Abstain(f"{name}: the engine's own, whose argument does not show where it comes from")
    if key in NO_SOURCE:
        return NOTHING
    if key in ("exists", "grouping"):
        return NOTHING
    if key in MEMBERSHIP:
        # x IN (SELECT ...), x IN table: x is value, what it is looked up in decides.
        kept = [item for item in items if item.kind not in ("QUERY", "UNION", "TABLE", "TABLE_FUNCTION")]
        kept = [item for item in kept if not item.below("EXPRESSION") or item.below("EXPRESSION")[0].kind != "QUERY"]
        return mixed(node, [walker.expression(item) for item in kept])
    if any(item.kind == "LAMBDA" for item in items):
        return higher_order(walker, key, node, items)
    values = [walker.expression(item) for item in items]
    if key == "if":
        return merge_all(values[1:])
    if key == "multiif":
        return merge_all([*values[1:-1:2], values[-1]])
    if key in ("casewithexpression", "casewithexpr"):
        return merge_all([*values[2:-1:2], values[-1]])
    if key == "nullif":
        return values[0]
    if key == "transform":
        return mixed(node, [values[0], values[2]] if len(values) == 3 else values[2:])
    if key in SAME or (key in SORTS | {"arraycompact"} and len(values) == 1):
        return values[0]
    if key in PARTIAL_SORTS:
        return values[-1]
    if key in SAME_ARRAYS or key in CHOICES:
        return merge_all(values)
    if key in ("arraypushback", "arraypushfront"):
        return merge(values[0], Val(elem=values[1]))
    if key in ("arrayresize", "arrayshiftleft", "arrayshiftright"):
        return merge(values[0], Val(elem=values[2])) if len(values) > 2 else values[0]
    if key == "arraywithconstant":
        return Val(elem=values[1])
    if key in ("arrayelement", "arrayelementornull"):
        at = constant(items[1])
        return under(values[0], at or None) if is_map(values[0]) else elem_of(values[0])
    if key == "arrayjoin":
        if is_map(values[0]):
            return tuple_of([part(values[0], KEY), part(values[0], VALUE)])
        return elem_of(values[0])
    if key in ("mapkeys", "mapvalues"):
        return Val(elem=part(values[0], KEY if key == "mapkeys" else VALUE))
    if key == "mapfromarrays":
        return made_map([(None, elem_of(values[0]), elem_of(values[1]))])
    if key in ("mapconcat", "mapupdate"):
        return merge_all(values)
    if key in ("mapcontains", "mapcontainskey"):
        return Val(part(values[0], KEY).flat() | values[1].flat())
    if key in ("arrayzip", "arrayzipunaligned"):
        return Val(elem=tuple_of([elem_of(value) for value in values]))
    if key == "map" and items:
        return literal_map(items, values)
    if key == "array":
        return Val(elem=merge_all(values))
    if key in ("tuple", "untuple"):
        return tuple_of(values)
    if key == "nested":
        return Val(elem=tuple_of([elem_of(value) for value in values[1:]]))
    if key in ("tupleelement", "getsubcolumn"):
        path = constant(items[1])
        if path is None:
            raise Abstain(f"{name} of what is no literal")
        if path.startswith("-") and values[0].fields is not None:
            return field_at(values[0], len(values[0].fields) + int(path))
        kept = take_path(values[0], type_of(walker, items[0]), path.split(".") if key == "getsubcolumn" else [path])
        return merge_all([kept, *values[2:]])
    if key in ("tupleconcat",) and all(value.fields is not None for value in values):
        return tuple_of([part for value in values for _, part in value.fields or ()])
    if key in ("variantelement", "dynamicelement"):
        return Val(values[0].flat())
    if key in ("cast", "_cast", "accuratecast", "accuratecastornull"):
        return cast(walker, node, items[0], values[0])
    if key == "reinterpret":
        return Val(values[0].flat())
    if key in ("formatrow", "formatrownonewline"):
        return mixed(node, values[1:])
    if key in ("arrayreduce", "initializeaggregation"):
        return mixed(node, values[1:])
    if key == "arrayreduceinranges":
        return mixed(node, values[2:])
    if key.startswith(("dictget", "joinget")):
        return mixed(node, [*values, *asked(walker, items)])
    if key.startswith(("dict", "joinget")):
        return mixed(node, values)  # names are literals; keys and defaults are handed in
    if key == "neighbor":
        return merge_all([values[0], *values[2:]])
    if key == "runningaccumulate":
        return Val(values[0].flat())
    return mixed(node, values)


def asked(walker: Walker, items: list[Node]) -> list[Val]:
    """dictGet('d', 'name', id), dictGet('d', ('a', 'b'), id): the attributes of a dictionary that is there."""
    dictionary = (constant(items[0]) or "").rpartition(".")[2]
    names = constant(items[1]) or "" if len(items) > 2 else ""
    attributes = re.findall(r"'([^']*)'", names) or [names]
    known = walker.schema.columns.get(dictionary, {})
    return [walker.stored(dictionary, name) for name in attributes if name in known]


def literal_map(items: list[Node], values: list[Val]) -> Val:
    """map('k', a, 'z', b): like a tuple, as long as the keys are literals."""
    keys = [constant(item) for item in items[::2]]
    known = [None if None in keys or len(set(keys)) != len(keys) else key for key in keys]
    return made_map(list(zip(known, values[::2], values[1::2], strict=True)))


def type_of(walker: Walker, item: Node) -> Type:
    if item.kind in ("QUERY", "UNION"):
        columns = walker.relation(item)
        return columns[0][1]
    return item.result_type


def cast(walker: Walker, node: Node, item: Node, value: Val) -> Val:
    """A tuple to a tuple: by names where both have the same ones, else by position."""
    return recast(value, type_of(walker, item), node.result_type)


def recast(value: Val, old: Type, new: Type) -> Val:
    if value.blurred:
        return value
    if value.elem is not None and new.of is not None:
        return Val(value.own, elem=recast(value.elem, old.of or old, new.of))
    if value.fields is not None and new.kind == "tuple":
        was, names = [n for n, _ in old.fields], [n for n, _ in new.fields]
        shared = set(was) & set(names) - {""}
        if shared and len(was) == len(value.fields):  # by name; what has none is filled with its default
            parts = [
                recast(value.fields[was.index(n)][1], old.fields[was.index(n)][1], kind) if n in shared else NOTHING
                for n, kind in new.fields
            ]
            return Val(value.own, fields=tuple((str(i + 1), part) for i, part in enumerate(parts)))
        if len(names) != len(value.fields):
            return Val(value.flat(), blurred=True)
        order = list(range(len(names)))
        parts = [
            (value.fields[i][1], old.fields[i][1] if i < len(old.fields) else new.fields[j][1])
            for j, i in enumerate(order)
        ]
        made = [recast(part, kind, new.fields[j][1]) for j, (part, kind) in enumerate(parts)]
        return Val(value.own, fields=tuple((str(i + 1), part) for i, part in enumerate(made)))
    nested = value.fields is not None or value.elem is not None
    kind = new
    while kind.of is not None:
        kind = kind.of
    return Val(value.flat(), blurred=nested and kind.kind == "tuple")


def higher_order(walker: Walker, key: str, node: Node, items: list[Node]) -> Val:
    function, rest = items[0], [walker.expression(item) for item in items[1:]]
    if key in MAPS_ARRAYS:
        return Val(elem=walker.apply(function, [elem_of(value) for value in rest]))
    if key in MAPS_VALUES:
        return Val(walker.apply(function, [elem_of(value) for value in rest]).flat())
    if key in FILTERS:
        return rest[0]
    if key in FIRSTS:
        return elem_of(rest[0])
    if key in SORTS:
        return rest[0]
    if key in PARTIAL_SORTS:
        return rest[1]
    if key in SPLITS:
        return Val(elem=rest[0])
    if key == "arrayfold":
        *arrays, made = rest
        while True:
            grown = merge(made, walker.apply(function, [made, *(elem_of(value) for value in arrays)]))
            if grown == made:
                return made
            made = grown
    if key in MAP_VALUES:
        made = walker.apply(function, [part(rest[0], KEY), part(rest[0], VALUE)])
        if key == "mapapply" and made.fields is not None and len(made.fields) == 2:
            return made_map([(None, made.fields[0][1], made.fields[1][1])])
        return Val(made.flat())
    if key in MAP_SAME:
        return rest[-1]
    raise Abstain(f"higher-order function {key}")


def aggregate(walker: Walker, name: str, node: Node, values: list[Val]) -> Val:
    """An aggregate with its combinators, or a window function."""
    key = name.lower()
    if node.get("function_type") == "window":
        if key in RANKS:
            return NOTHING
        if key in SHIFTS:
            return merge_all([values[0], *values[2:]])
        if key == "nth_value":
            return values[0]
        if key == "nonnegativederivative":
            return mixed(node, values[:2])
    effects: list[str] = []
    while name.lower() not in walker.schema.aggregates:
        ending = next((one for one in COMBINATORS if name.endswith(one) and name != one), None)
        if ending is None:
            raise Abstain(f"aggregate {name}")
        name = name[: -len(ending)]
        effects.append(ending)
    key = name.lower()
    lists = False
    for effect in effects:  # the outermost first: it takes its argument from the end
        if effect == "If":
            if key == "count" and len(values) == 1:
                return NOTHING if walker.filtered else Val(values[0].flat())
            values = values[:-1]
        elif effect in ("ArgMin", "ArgMax", "Resample"):
            values = values[:-1]
        elif effect in ("Merge", "MergeState"):
            return mixed(node, values)  # a state: what was aggregated into it is behind it
        elif effect == "Array":
            values = [elem_of(value) for value in values]
        elif effect in ("ForEach", "Map", "Tuple"):
            lists = True
    if key in EVENTS:
        return mixed(node, values[1:])
    if key == "sequencenextnode":
        return mixed(node, values[1:2])
    if key in ORDERED:
        values = values[:-1] if len(values) > 1 else values
    if lists or "State" in effects or "SimpleState" in effects:
        return mixed(node, values)
    if key in PICKS:
        return values[0]
    if key in LISTS:
        return Val(elem=values[0]) if key != "array_concat_agg" else values[0]
    return mixed(node, values)
