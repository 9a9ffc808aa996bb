"""Lookups by key in a dictionary or a Join table: `dictGet('d', 'name', id)` reads `d.name`.

The key is an EXTERNAL edge in any case; where the dictionary is known, its attribute is value too, so that a column's
way goes on behind it. Where it is not, the expression has both names in it, and the edge is INFERRED.
"""

from __future__ import annotations

from sqlglot import exp

from headwater.base.identifiers import Key, split_name
from headwater.bind.expr import roles
from headwater.bind.names.frame import Frame
from headwater.bind.scope import TableEntry
from headwater.rel.columns import Col, Read
from headwater.rel.kinds import Kind
from headwater.rel.operators import Scan

_TYPES = "String Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64 Float32 Float64 Date DateTime UUID IPv4 IPv6"
_ASKED = [f"dictGet{kind}{ending}" for kind in ("", *_TYPES.split()) for ending in ("", "OrDefault")]
LOOKUPS = {
    **dict.fromkeys((*_ASKED, "dictGetOrNull", "dictGetAll", "dictGetKeys", "joinGet", "joinGetOrNull"), 1),
    **dict.fromkeys(
        ("dictHas", "dictIsIn", "dictGetHierarchy", "dictGetRoot", "dictGetChildren", "dictGetDescendants"), -1
    ),
}
"""Functions that ask a dictionary, named by their first argument, and which argument names what they ask for (-1:
nothing but whether it is there)."""
_DATABASE = frozenset({"currentDatabase", "database", "current_database", "DATABASE", "SCHEMA"})
_DEEPEST = 8


def constant_text(frame: Frame, node: exp.Expr, depth: int = 0) -> str | None:
    """An argument that is the same for every row: a string, an alias of one, concat(currentDatabase(), '.d')."""
    if depth > _DEEPEST:
        return None
    if isinstance(node, exp.Literal):
        return str(node.name) if node.is_string else None
    if isinstance(node, (exp.Paren, exp.Alias)):
        return constant_text(frame, node.this, depth + 1)
    if isinstance(node, exp.Column) and len(node.parts) == 1:
        key = frame.ctx.folded(node.name)
        item = frame.items.aliases.get(key)
        cte = frame.ctes.find(key) if item is None else None
        named = item.node if item is not None else cte.scalar if cte is not None else None
        return constant_text(frame, named, depth + 1) if named is not None else None
    parts: list[exp.Expr] = []
    if isinstance(node, exp.DPipe):
        parts = [node.left, node.right]
    elif isinstance(node, exp.Anonymous):
        function = roles.function_name(node)
        if function in _DATABASE and not node.expressions:
            return str(frame.ctx.session.current[-1])
        parts = node.expressions if function == "concat" else []
    texts = [constant_text(frame, part, depth + 1) for part in parts]
    return "".join(text for text in texts if text is not None) if texts and None not in texts else None


def dictionary_of(frame: Frame, node: exp.Expr) -> tuple[str, ...] | None:
    """The dictionary that an argument names: in a string, or by a name that is no column's."""
    text = constant_text(frame, node)
    if text is not None:
        return split_name(text)
    if isinstance(node, exp.Column) and not isinstance(node.this, exp.Star):
        parts = tuple(part.name for part in node.parts)
        table = frame.ctx.session.find(frame.ctx.session.key(parts))
        if len(parts) > 1 or table is not None or not frame.tables.entries:
            return parts
    return None


def _entry(frame: Frame, parts: tuple[str, ...]) -> TableEntry | None:
    """The dictionary as a table that is read beside those of FROM; None where its attributes are not known."""
    key, table, dataset = frame.ctx.lookup(parts)
    if table is None or table.columns is None:
        return None
    entries = frame.ctx.remember("dictionaries", frame, dict[Key, TableEntry])
    entry = entries.get(key)
    if entry is None:
        entry = TableEntry(frame.ctx, parts[-1], key, Scan(frame.ctx.rows(), dataset, [], []), table)
        entries[key] = entry
        frame.pending.subs.append(entry.rel)
    return entry


def _attributes(frame: Frame, entry: TableEntry, node: exp.Expr) -> list[Col | None]:
    """The attributes that a lookup names: 'a', or ('a', 'b'); None for one that is not known."""
    parts = node.expressions if isinstance(node, (exp.Tuple, exp.Struct, exp.Anonymous)) else [node]
    texts = [constant_text(frame, part) for part in parts]
    return [entry.find(frame.ctx.folded(text)) if text is not None else None for text in texts]


def lookup(frame: Frame, name: str, args: list[exp.Expr], kind: Kind, out: list[Read]) -> tuple[list[exp.Expr], bool]:
    """Read what a lookup gives; the arguments that are left to be read, without the dictionary's name, and whether the
    dictionary and the attributes are known.
    """
    if name not in LOOKUPS or not args:
        return args, False
    parts = dictionary_of(frame, args[0])
    if parts is None:
        return args, False
    rest = [exp.Null(), *args[1:]]
    entry = _entry(frame, parts)
    position = LOOKUPS[name]
    if entry is None or not 0 <= position < len(args):
        return rest, entry is not None
    attributes = _attributes(frame, entry, args[position])
    out += [Read(col, kind) for col in attributes if col is not None]
    return rest, bool(attributes) and None not in attributes
