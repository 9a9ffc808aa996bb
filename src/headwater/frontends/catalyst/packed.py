"""A plan as the text of a statement, so that a captured plan can go wherever a statement goes: `PLAN OF spark `…``.

What stands between the quotes is the plan, packed. It is one name and no string, since strings are constants, and texts
that differ in their constants alone are analysed once. Plans of two runs of one program are the same text: numbers of
attributes are given anew in the order in which they occur, and what differs from run to run is left out. A plan that
creates something says so before the quotes, since texts that do are analysed before others.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Sequence
from typing import Any

from headwater.frontends.catalyst.tree import simple
from headwater.frontends.catalyst.writes import SINKS, Sink

_BEFORE = "PLAN OF spark `"
_CREATE = "CREATE "
_UNREAD = frozenset({"jvmId", "createTime", "lastAccessTime", "resultId"})


def pack(plan: Sequence[Any]) -> str:
    """A plan as text.

    >>> plan = [{"class": "x.OneRowRelation", "num-children": 0}]
    >>> is_packed(pack(plan)), unpack(pack(plan)) == plan
    (True, True)
    """
    small = json.dumps(renumber(plan), separators=(",", ":"))
    packed = base64.b32encode(zlib.compress(small.encode(), 9))
    creates = bool(plan) and SINKS.get(simple(plan[0]["class"]), Sink("")).kind.startswith("CREATE")
    return f"{_CREATE if creates else ''}{_BEFORE}{packed.decode().rstrip('=').lower()}`"


def is_packed(text: str) -> bool:
    """Whether a text is a plan."""
    return text.removeprefix(_CREATE).startswith(_BEFORE)


def unpack(text: str) -> list[dict[str, Any]] | None:
    """The plan in a text; None where it was damaged on the way."""
    packed = text.strip().removeprefix(_CREATE)[len(_BEFORE) : -1].upper()
    try:
        plan = json.loads(zlib.decompress(base64.b32decode(packed + "=" * (-len(packed) % 8))))
    except (binascii.Error, zlib.error, ValueError):
        return None
    return plan if isinstance(plan, list) else None


def renumber(plan: Sequence[Any]) -> list[Any]:
    """A plan with numbers of its own, from 1, for attributes and for common table expressions."""
    renumber: list[Any] = _renumber(list(plan), ({}, {}))
    return renumber


def _renumber(value: Any, numbers: tuple[dict[int, int], dict[int, int]]) -> Any:
    if isinstance(value, list):
        return [_renumber(item, numbers) for item in value]
    if not isinstance(value, dict):
        return value
    known = {name: _renumber(item, numbers) for name, item in value.items() if name not in _UNREAD}
    if str(value.get("product-class", "")).endswith(".ExprId"):
        known["id"] = numbers[0].setdefault(value["id"], len(numbers[0]) + 1)
    name = _TABLES.get(simple(value.get("class") or ""))
    if name is not None and isinstance(value.get(name), int):
        known[name] = numbers[1].setdefault(value[name], len(numbers[1]) + 1)
    return known


_TABLES = {"CTERelationDef": "id", "CTERelationRef": "cteId", "UnionLoop": "id", "UnionLoopRef": "loopId"}
