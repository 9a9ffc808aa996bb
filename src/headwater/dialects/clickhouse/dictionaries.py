"""Lookups by key in a dictionary that the catalog knows: `dictGet('d', 'name', id)` reads `d.name`.

The key is an EXTERNAL edge in any case; where the dictionary is known, its attribute is value too, so that a column's
way goes on behind it. Where it is not, the expression has both names in it.
"""

from __future__ import annotations

from sqlglot import exp

from headwater.base.identifiers import Key, split_name
from headwater.bind.names.frame import Frame
from headwater.bind.scope import TableEntry
from headwater.rel.columns import Read
from headwater.rel.kinds import Kind
from headwater.rel.operators import Scan

_TYPES = "String Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64 Float32 Float64 Date DateTime UUID IPv4 IPv6"
_ASKED = [f"dictGet{kind}{ending}" for kind in ("", *_TYPES.split()) for ending in ("", "OrDefault")]
LOOKUPS = {
    **dict.fromkeys((*_ASKED, "dictGetOrNull", "dictGetAll", "joinGet", "joinGetOrNull"), 1),
    **dict.fromkeys(
        ("dictHas", "dictIsIn", "dictGetHierarchy", "dictGetRoot", "dictGetChildren", "dictGetDescendants"), -1
    ),
}
"""Functions that ask a dictionary, named by their first argument, and which argument names what they ask for (-1:
nothing but whether it is there)."""


def dictionary_of(frame: Frame, node: exp.Expr) -> tuple[str, ...] | None:
    """The dictionary that an argument names: in a string, or by a name that is no column's."""
    if isinstance(node, exp.Literal) and node.is_string:
        return split_name(node.name)
    if isinstance(node, exp.Column) and not isinstance(node.this, exp.Star):
        parts = tuple(part.name for part in node.parts)
        table = frame.ctx.session.find(frame.ctx.session.key(parts))
        if len(parts) > 1 or (table is not None and table.kind == "dictionary"):
            return parts
    return None


def attributes(frame: Frame, name: str, args: list[exp.Expr], kind: Kind, out: list[Read]) -> bool:
    """Read the attributes that a lookup names; whether the dictionary and they are known."""
    parts = dictionary_of(frame, args[0]) if args else None
    if parts is None:
        return False
    key, table, dataset = frame.ctx.lookup(parts)
    if table is None or table.columns is None:
        return False
    position = LOOKUPS[name]
    if not 0 <= position < len(args):
        return True
    entries = frame.ctx.remember("dictionaries", frame, dict[Key, TableEntry])
    entry = entries.get(key)
    if entry is None:
        entry = TableEntry(frame.ctx, parts[-1], key, Scan(frame.ctx.rows(), dataset, [], []), table)
        entries[key] = entry
        frame.pending.subs.append(entry.rel)
    cols = [entry.find(frame.ctx.folded(attribute)) for attribute in _names(args[position])]
    out += [Read(col, kind) for col in cols if col is not None]
    return bool(cols) and None not in cols


def _names(node: exp.Expr) -> list[str]:
    """'a', or ('a', 'b')."""
    parts = node.expressions if isinstance(node, (exp.Tuple, exp.Anonymous)) else [node]
    if isinstance(node, exp.Paren):
        parts = [node.this]
    return [part.name for part in parts if isinstance(part, exp.Literal) and part.is_string]


def lookup(frame: Frame, name: str, args: list[exp.Expr], kind: Kind, out: list[Read]) -> tuple[list[exp.Expr], bool]:
    """Read what a lookup gives; the arguments that are left to be read, without the dictionary's name."""
    if name not in LOOKUPS:
        return args, False
    known = attributes(frame, name, args, kind, out)
    return ([exp.Null(), *args[1:]] if args and dictionary_of(frame, args[0]) is not None else args), known
