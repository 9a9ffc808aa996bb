"""DuckDB's functions over maps: the keys of a map that a statement makes stay apart from its values."""

from __future__ import annotations

from tests.judges.values import KEY, VALUE, Val, elem_of, made_map, merge_all, part, struct, under

PARTS = {"map_keys", "map_values", "map_entries", "map_from_entries", "map_concat", "map_contains"}


def part_of(name: str, values: list[Val]) -> Val | None:
    """What one of them hands on; None where it is a map out of entries that are not told apart."""
    held = values[0]
    if name == "map_from_entries":
        pair = elem_of(held)
        if pair.fields is None or pair.blurred or len(pair.fields) != 2:
            return None
        return made_map([(None, pair.fields[0][1], pair.fields[1][1])])
    if name == "map_concat":
        return merge_all(values)
    if name == "map_contains":
        return Val(part(held, KEY).flat() | values[1].flat())
    if name == "map_entries":
        return Val(elem=struct([("key", part(held, KEY)), ("value", part(held, VALUE))]))
    return Val(elem=part(held, KEY if name == "map_keys" else VALUE))


def found(name: str, held: Val, key: object) -> Val:
    """m[k], and map_extract(m, k), which is a list of it."""
    value = under(held, None if key is None else str(key))
    return Val(elem=value) if name == "map_extract" else value
