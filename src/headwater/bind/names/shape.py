"""Inside structs, arrays and maps: fields stay apart wherever this statement built or carried them.

`struct(a AS x, b AS y).x` is `a` alone, also after a CTE, a UNION or an ARRAY_AGG. What was not built here is a path
below a stored column: `payload.user.id`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from headwater.base import codes
from headwater.base.levels import INFERRED
from headwater.base.types import UNKNOWN, UNTYPED, Array, Map, Scalar, Struct, Type
from headwater.bind.scope import NOWHERE, Entry, Offsets, Output, Resolved
from headwater.bind.suggestions import near_or_all
from headwater.rel.columns import UNBORN, Born, Col, Path, Read
from headwater.rel.kinds import CONDITIONAL, DERIVED, DERIVED_ARRAY, DIRECT, ROWS, Kind, through

if TYPE_CHECKING:
    from headwater.bind.names.frame import Frame

ELEMENT = "[]"


def fields(frame: Frame, resolved: tuple[Resolved, ...], names: list[str], span: Offsets) -> tuple[Resolved, ...]:
    """Go down named fields."""
    for name in names:
        resolved = tuple(field(frame, column, name, span) for column in resolved)
    return resolved


def field(frame: Frame, resolved: Resolved, name: str, span: Offsets) -> Resolved:
    """One field of a struct: its own column where the struct was built here, a path below a stored one else."""
    col = resolved.col
    if not resolved.path and col.shaped:
        if name.isdigit():
            name = _numbered(col, name)
        inside = _inside(frame, col, frame.ctx.folded(name), name)
        if inside is not None:
            return Resolved(inside, (), resolved.doubt, resolved.kind)
        if is_map(col) and (col.keys is not None or col.like):
            return _below_map(frame, resolved, name)
        each = _part(frame, col, "element")
        if each is not None:
            # collect_list(struct(a AS x)).x: the field of every element
            return field(frame, Resolved(each, (), resolved.doubt, through(DERIVED, resolved.kind)), name, span)
    kind = type_at(col.type, resolved.path)
    path = resolved.path
    if _is_json(kind):
        return resolved._replace(
            kind=through(DERIVED, resolved.kind)
        )  # doc.a.b: part of the document, no field of a schema
    if frame.ctx.dialect.columns.subcolumn(col, path, kind, name):
        return resolved._replace(kind=through(DERIVED, resolved.kind))
    if isinstance(kind, Map):
        return resolved._replace(kind=through(DERIVED, resolved.kind))  # attrs.k: what the map has under k
    while isinstance(kind, Array):
        # Nested data read without an index: `items.price` over array<struct<price>>
        path, kind = (*path, ELEMENT), kind.element
    if _is_json(kind):
        return resolved._replace(kind=through(DERIVED, resolved.kind))  # docs.a, of an array of documents
    if isinstance(kind, Struct) and name.isdigit() and 0 < int(name) <= len(kind.fields):
        name = kind.fields[int(name) - 1][0]  # payload.2 of a tuple whose fields have names
    if isinstance(kind, Struct) and kind.field(name) is None:
        holder = ".".join((col.name, *resolved.path)) or "The struct"
        frame.ctx.say(codes.UNKNOWN_FIELD, span, holder, name, near_or_all(name, partial(_field_names, kind)))
        return Resolved(col, (*path, name), max(resolved.doubt, INFERRED), resolved.kind)
    return Resolved(col, (*path, name), resolved.doubt, resolved.kind)


def _below_map(frame: Frame, resolved: Resolved, name: str) -> Resolved:
    """m.k of a map that was built here: what it has under k, or what the dialect calls so (m.keys, m.values)."""
    part = frame.ctx.dialect.columns.part_of_map(name)
    if not part:
        return found(frame, resolved)
    inner = keys(frame, resolved) if part == "keys" else element(frame, resolved, DERIVED)
    array = frame.ctx.col(name, None, Array(inner.col.type))
    array.element, array.shaped = inner.col, True
    _birth(frame, Born(array, (Read(inner.col, DERIVED),)))
    return Resolved(array, (), resolved.doubt, inner.kind)


def _field_names(kind: Struct) -> list[str]:
    return [name for name, _ in kind.fields]


def _is_json(kind: Type) -> bool:
    return isinstance(kind, Scalar) and kind.name.upper() == "JSON"


def _numbered(col: Col, name: str) -> str:
    """The name of the field at a position, where fields have names."""
    if col.fields is not None and name in col.fields:
        return name
    names = _names(col)
    return names[int(name) - 1] if names is not None and 0 < int(name) <= len(names) else name


def element(frame: Frame, resolved: Resolved, kind: Kind = DERIVED_ARRAY) -> Resolved:
    """One element of an array or map: a row of its own (UNNEST), or by subscript, which is an operator."""
    col = resolved.col
    if not resolved.path and col.shaped:
        inside = _part(frame, col, "element")
        if inside is not None:
            return Resolved(inside, (), resolved.doubt, through(kind, resolved.kind))
    if _is_json(type_at(col.type, resolved.path)):
        return resolved._replace(kind=through(kind, resolved.kind))
    return Resolved(col, (*resolved.path, ELEMENT), resolved.doubt, through(kind, resolved.kind))


def element_column(frame: Frame, held: Col) -> Col:
    """One element of an array, or one value of a map, as a column, with what is inside it."""
    match = element(frame, Resolved(held), DERIVED)
    col = column_of(frame, match, "")
    if col is not match.col and not match.path and match.col.shaped:
        col.like, col.shaped, col.decided = ((match.col, match.kind),), True, False
    return col


def is_map(col: Col) -> bool:
    """Whether a column is known to be a map."""
    return isinstance(col.type, Map) or col.keys is not None


def keys(frame: Frame, resolved: Resolved) -> Resolved:
    """The keys of a map: a column of their own where the map was built here, the whole map else."""
    col = resolved.col
    if not resolved.path and col.shaped:
        inside = _part(frame, col, "keys")
        if inside is not None:
            return Resolved(inside, (), resolved.doubt, through(DERIVED, resolved.kind))
    return resolved._replace(kind=through(DERIVED, resolved.kind))


def key(frame: Frame, resolved: Resolved, name: str) -> Resolved | None:
    """The value under a constant key of a map that was built here."""
    if resolved.path or not resolved.col.shaped:
        return None
    inside = _inside(frame, resolved.col, name, name)
    return None if inside is None else Resolved(inside, (), resolved.doubt, through(DERIVED, resolved.kind))


def found(frame: Frame, resolved: Resolved) -> Resolved:
    """The value under some key of a map: one of its values, and in a map that was built here the keys decide which."""
    match = element(frame, resolved, DERIVED)
    col = resolved.col
    if resolved.path or match.path or not is_map(col):
        return match
    known = (col.fields or {}).get(_FOUND)
    if known is None:
        known = frame.ctx.col(col.name, None, match.col.type)
        known.like, known.shaped = ((match.col, DERIVED),), match.col.shaped
        decides = [Read(inside.col, through(CONDITIONAL, DERIVED)) for inside in (keys(frame, Resolved(col)),)]
        decide(frame, known, decides)
        _birth(frame, Born(known, (Read(match.col, DERIVED), *decides)))
        col.fields = {**(col.fields or {}), _FOUND: known}
    return Resolved(known, (), resolved.doubt, through(DERIVED, resolved.kind))


_FOUND = "\0found"
"""Among what a map has under constant keys: what it has under any other."""


def entry(frame: Frame, resolved: Resolved) -> Resolved | None:
    """A row out of a map that was built here: its key and its value; None for anything else."""
    col = resolved.col
    if resolved.path or not col.shaped or not is_map(col):
        return None
    key_col = column_of(frame, keys(frame, Resolved(col)), "key")
    parts = {"key": key_col, "value": element_column(frame, col)}
    whole = struct(frame, col.name, parts, tuple(parts))
    return Resolved(whole, (), resolved.doubt, through(DERIVED_ARRAY, resolved.kind))


def type_of(resolved: Resolved) -> Type:
    """The type at the end of a path, as far as it is known."""
    return type_at(resolved.col.type, resolved.path)


def expand(frame: Frame, resolved: Resolved) -> list[Output] | None:
    """The fields of a struct as columns (`s.*`), or None where they are not known."""
    col = resolved.col
    names = _names(col) if not resolved.path else None
    if names is None:
        kind = type_of(resolved)
        if isinstance(kind, Array):
            resolved, kind = element(frame, resolved), kind.element
        if not isinstance(kind, Struct):
            return None
        names = [name for name, _ in kind.fields]
    outputs = []
    keys: dict[str, Col] = {}
    for name in names:
        key = new_key(frame, keys, name)
        inside = field(frame, resolved, name if key == frame.ctx.folded(name) else key, NOWHERE)
        keys[key] = inside.col
        outputs.append(Output(name, column_of(frame, inside, name)))
    return outputs


def new_key(frame: Frame, inside: dict[str, Col], name: str) -> str:
    """The key of one more field: its folded name, and behind it its number where the struct has a field of that name.

    struct(t.g, u.g) has two fields that are called g.
    """
    key = frame.ctx.folded(name)
    number = 1
    while key in inside:
        number += 1
        key = f"{frame.ctx.folded(name)}\0{number}"
    return key


def column_of(frame: Frame, resolved: Resolved, name: str) -> Col:
    """A column for an answer: the column itself where it is handed on whole and surely, a new one else."""
    if not resolved.path and not resolved.doubt and resolved.kind is DIRECT:
        return resolved.col
    col = frame.ctx.col(name, None, type_of(resolved))
    _birth(frame, Born(col, (Read(resolved.col, resolved.kind, resolved.path, resolved.doubt),)))
    return col


def row_of(frame: Frame, entry: Entry) -> Col:
    """A whole row as one value: a struct of the entry's columns."""
    return struct_of(frame, entry.alias, entry.star())


def struct_of(frame: Frame, name: str, outputs: list[Output]) -> Col:
    """A struct of some columns; where a star among them is open, it may have fields that nobody listed."""
    inside: dict[str, Col] = {}
    for output in outputs:
        inside[new_key(frame, inside, output.name)] = output.col
    opened = [output.opens for output in outputs if output.opens is not None]
    if not opened:
        return struct(frame, name, inside, tuple(output.name for output in outputs))
    col = frame.ctx.col(name)
    col.fields = {frame.ctx.folded(output.name): output.col for output in outputs if output.opens is None}
    col.shaped = True
    col.rest = partial(_inferred, opened)
    doubts = {output.col.id: INFERRED if output.opens is not None else 0 for output in outputs}
    frame.birth(Born(col, tuple(Read(value, DERIVED, (), doubts[value.id]) for value in inside.values())))
    return col


def _inferred(opened: list[Entry], name: str, key: str) -> list[tuple[Col, Path, int]]:
    """A field that nobody listed: of the open table, or of any of several."""
    answers = [entry.infer(name, key) for entry in opened]
    doubt = INFERRED if len(answers) == 1 else len(answers)
    return [(resolved.col, resolved.path, max(doubt, resolved.doubt)) for resolved in answers]


def struct(frame: Frame, name: str, inside: dict[str, Col], names: tuple[str, ...]) -> Col:
    """A new struct of columns; as a whole it is derived from every field."""
    kind = Struct(tuple(zip(names, (col.type for col in inside.values()), strict=False)))
    col = frame.ctx.col(name, None, kind)
    col.fields = inside
    col.shaped = True
    frame.birth(Born(col, tuple(Read(value, DERIVED) for value in inside.values())))
    return col


def decide(frame: Frame, col: Col, reads: list[Read]) -> None:
    """Note what had a say in which value a column is, beside the values themselves."""
    col.decided = bool(reads)
    if reads:
        col.decision = frame.ctx.col(col.name)
        frame.birth(Born(col.decision, tuple(reads)))


def _birth(frame: Frame, born: Born) -> None:
    """A column that is made on demand belongs to whoever asks for it, and to those that ask again: also where the one
    that asked first is a CTE that nobody reads.
    """
    frame.birth(born)
    frame.ctx.late.append(born)


def type_at(kind: Type, path: Path) -> Type:
    """The type at the end of a path below a type."""
    for step in path:
        if kind is UNTYPED:
            return UNTYPED
        if step == ELEMENT:
            kind = kind.element if isinstance(kind, Array) else kind.value if isinstance(kind, Map) else UNKNOWN
        elif isinstance(kind, Struct):
            kind = kind.field(step) or UNKNOWN
        else:
            return UNKNOWN
    return kind


def _names(col: Col) -> list[str] | None:
    """The field names of a struct that was built here, looking through what it is like."""
    if isinstance(col.type, Struct):
        return [name for name, _ in col.type.fields]
    for behind, _ in col.like:
        names = _names(behind)
        if names is not None:
            return names
    return None


def _inside(frame: Frame, col: Col, key: str, name: str) -> Col | None:
    """The column of a field, made on demand by looking through what the struct is like.

    It is known before what it reads is: a recursive CTE that hands its own struct on asks for the same field again.
    """
    if col.fields is not None and key in col.fields:
        return col.fields[key]
    if col.rest is not None:
        sources = col.rest(name, key)
        inferred = frame.ctx.col(name)
        _birth(frame, Born(inferred, tuple(Read(source, DIRECT, path, doubt) for source, path, doubt in sources)))
        col.fields = {**(col.fields or {}), key: inferred}
        return inferred
    if not col.like:
        return None
    result = Col(UNBORN, name, col.dataset)
    if col.fields is None:
        col.fields = {}
    col.fields[key] = result
    reads = []
    built = False
    position = _position(frame, col, key)
    several = len(col.like) > 1
    for behind, kind in col.like:
        own = _at(frame, behind, key, name, position, several)
        if own is None:
            continue
        inside = _inside(frame, behind, frame.ctx.folded(own), own) if behind.shaped else None
        if inside is None and kind is not DIRECT:
            inside = _below(frame, behind, own)
        if inside is None:
            reads.append(Read(behind, kind, (own,)))
        else:
            built = True
            reads.append(Read(inside, kind))
    same = not built and all(read.kind is DIRECT and read.path == (name,) for read in reads)
    if not reads or (same and len(reads) == len(col.like)):
        del col.fields[key]
        return None  # none has it; or a stored struct is handed on, and the path below it says the same
    if col.decided and any(kind is not DIRECT for _, kind in col.like):
        # what decided which struct it is (arg_max's order, a CASE's condition) decides its fields too
        reads.append(Read(col.decision or col, ROWS))
    result.decided, result.decision = col.decided, col.decision
    frame.ctx.number(result)
    result.shaped = any(read.col.shaped for read in reads)
    result.like = tuple((read.col, read.kind) for read in reads if not read.path and read.kind is not ROWS)
    result.birth = Born(result, tuple(reads))
    _birth(frame, result.birth)
    return result


def joined(frame: Frame, col: Col, other: Col) -> None:
    """A column turns out to be like another one, too, when fields of it may have been taken: the step of a recursion.

    SELECT {'p': a, 'q': b} AS s … UNION ALL SELECT {'p': s.q, 'q': s.p} … FROM r: what s.p is made of is not known
    before the step is, and the step takes it.
    """
    if other.shaped and col.like:
        col.like = (*col.like, (other, DIRECT))
    for key, joined_col in list((col.fields or {}).items()):
        if joined_col.birth is not None:
            own = _at(frame, other, key, joined_col.name, _position(frame, col, key), True)
            if own is None:
                continue
            inside = _inside(frame, other, frame.ctx.folded(own), own) if other.shaped else None
            _grown(frame, joined_col, inside, Read(other, DIRECT, (own,)))
    for part in ("element", "keys"):
        own = getattr(col, part)
        if own is not None and own.birth is not None:
            inside = _part(frame, other, part) if other.shaped else None
            _grown(frame, own, inside, Read(other, DIRECT, _PATHS[part]))


def _grown(frame: Frame, joined_col: Col, inside: Col | None, whole: Read) -> None:
    assert joined_col.birth is not None
    joined_col.birth.reads = (*joined_col.birth.reads, Read(inside, DIRECT) if inside is not None else whole)
    if inside is not None and inside is not joined_col and not any(col is inside for col, _ in joined_col.like):
        joined(frame, joined_col, inside)


def _below(frame: Frame, col: Col, name: str) -> Col:
    """A field of a stored struct as a column, so that fields below it can be told: any_value(payload).buyer.id."""
    match = field(frame, Resolved(col), name, NOWHERE)
    if not match.path and match.kind is DIRECT:
        return match.col
    column = frame.ctx.col(name, None, type_of(match))
    _birth(frame, Born(column, (Read(match.col, match.kind, match.path),)))
    return column


def _position(frame: Frame, col: Col, key: str) -> int:
    names = _names(col) or []
    return next((n for n, name in enumerate(names) if frame.ctx.folded(name) == key), -1)


def _at(frame: Frame, col: Col, key: str, name: str, position: int, several: bool) -> str | None:
    """The name of a field in one of `several` structs that a value may be, or in the one that it is; None where that
    struct has no such field.

    coalesce(struct(a AS x, b AS y), struct(c AS y, d AS x)).y: structs match by position, whatever their fields are
    called, or by name.
    """
    names = _names(col)
    if names is None:
        return name
    has_name = key in map(frame.ctx.folded, names)
    at_position = names[position] if 0 <= position < len(names) else name
    if not several:
        return name if has_name else at_position
    if not frame.ctx.dialect.structs.match_by_name():
        return at_position
    if has_name or all(label.isdigit() for label in names):
        return name if has_name else at_position  # row(a, b) has no names
    return None


_PATHS: dict[str, Path] = {"element": (ELEMENT,), "keys": ()}
"""Where the elements and the keys of what is stored are: keys have no path of their own."""


def _part(frame: Frame, col: Col, part: str) -> Col | None:
    """The column of an array's elements, of a map's values (both `element`) or of its `keys`, made on demand as a field
    is; known, too, before what it reads is.
    """
    unfinished = frame.ctx.unfinished
    known: Col | None = getattr(col, part)
    if known is not None:
        if known in unfinished:
            unfinished[known] = True
        return known
    if not col.like:
        return None
    result = Col(UNBORN, col.name)
    result.type = _part_type(col.type, part)
    setattr(col, part, result)
    unfinished[result] = False
    insides = [(_part_of(frame, behind, kind, part), kind, behind) for behind, kind in col.like]
    if not unfinished.pop(result) and any(inside is None for inside, _, _ in insides):
        setattr(col, part, None)
        return None
    reads = tuple(
        Read(inside, kind) if inside is not None else Read(behind, kind, _PATHS[part])
        for inside, kind, behind in insides
    )
    frame.ctx.number(result)
    result.like = tuple((read.col, read.kind) for read in reads if not read.path)
    result.shaped = True
    if col.decided and any(kind is not DIRECT for _, kind, _ in insides):
        # what decided the order of the array decides which element it is
        reads = (*reads, Read(col.decision or col, ROWS))
    result.decided, result.decision = col.decided, col.decision
    result.birth = Born(result, reads)
    _birth(frame, result.birth)
    return result


def _part_type(kind: Type, part: str) -> Type:
    if isinstance(kind, Map):
        return kind.value if part == "element" else kind.key
    return kind.element if isinstance(kind, Array) else UNKNOWN


def _part_of(frame: Frame, col: Col, kind: Kind, part: str) -> Col | None:
    """A part of what an array or map is like: of a stored one too, where it was itself changed on the way."""
    inside = _part(frame, col, part) if col.shaped else None
    if inside is not None or kind is DIRECT or not isinstance(col.type, (Array, Map)):
        return inside
    column = frame.ctx.col(col.name, None, _part_type(col.type, part))
    _birth(frame, Born(column, (Read(col, DIRECT if _PATHS[part] else DERIVED, _PATHS[part]),)))
    return column
