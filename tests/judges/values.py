"""What a value is made of, in a judge's terms: stored columns, with struct fields and list elements kept apart.

Shared by the judges that read an engine's plan. It imports nothing but the standard library, for some judges run
in an environment of their own, and it knows no engine and nothing of headwater.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

Source = tuple[str, str]
Leaf = tuple[str, ...]
"""Table, column and, below a stored struct, the names of the fields."""


class Abstain(Exception):
    """The judge does not know: counted and printed by the caller, never taken as an answer."""


@dataclass(frozen=True)
class Output:
    """One output column: its name and the stored columns, and fields of them, that its values come from."""

    name: str
    leaves: frozenset[Leaf]

    @property
    def sources(self) -> frozenset[Source]:
        return frozenset((leaf[0], leaf[1]) for leaf in self.leaves)


@dataclass(frozen=True)
class Val:
    """Where a value comes from, with struct fields and list elements kept apart where the plan does."""

    own: frozenset[Leaf] = frozenset()
    fields: tuple[tuple[str, Val], ...] | None = None
    elem: Val | None = None
    blurred: bool = False
    """Made by a function that may have mixed the parts of a struct: its fields are not decidable."""

    def flat(self) -> frozenset[Leaf]:
        result = set(self.own)
        for _, part in self.fields or ():
            result |= part.flat()
        if self.elem is not None:
            result |= self.elem.flat()
        return frozenset(result)


NOTHING = Val()


def struct(fields: list[tuple[str, Val]]) -> Val:
    return Val(fields=tuple(fields))


def merge(one: Val, two: Val) -> Val:
    """Both may be handed on: the branches of CASE, COALESCE, UNION."""
    if one == NOTHING:
        return two
    if two == NOTHING or one == two:
        return one
    own = one.own | two.own
    blurred = one.blurred or two.blurred
    if one.fields is not None and two.fields is not None:
        left, right = dict(one.fields), dict(two.fields)
        if set(left) == set(right):
            fields = tuple((name, merge(part, right[name])) for name, part in one.fields)
            return Val(own, fields=fields, blurred=blurred)
        if KEY in left and KEY in right:  # two maps: what they have under constant keys that both have
            shared = tuple((name, merge(part, right[name])) for name, part in one.fields if name in right)
            return Val(own, fields=shared, blurred=blurred)
        return Val(one.flat() | two.flat(), blurred=True)
    if one.elem is not None and two.elem is not None:
        return Val(own, elem=merge(one.elem, two.elem), blurred=blurred)
    if (one.fields or one.elem) and (two.fields or two.elem):
        return Val(one.flat() | two.flat(), blurred=True)
    shaped = one if one.fields is not None or one.elem is not None else two
    return replace(shaped, own=own, blurred=blurred)


def merge_all(values: list[Val]) -> Val:
    result = NOTHING
    for value in values:
        result = merge(result, value)
    return result


def field_of(value: Val, name: str) -> Val:
    if value.blurred:
        raise Abstain(f"field {name} of a value whose fields were mixed")
    if value.fields is None:
        return Val(value.own)
    for key, part in value.fields:
        if key.lower() == name.lower():
            return merge(part, Val(value.own))
    raise Abstain(f"no field {name} in {[key for key, _ in value.fields]}")


def elem_of(value: Val) -> Val:
    if value.elem is None:
        return Val(value.flat(), blurred=value.blurred)
    return merge(value.elem, Val(value.own))


KEY, VALUE = "#key", "#value"
"""The parts of a map, beside the fields of structs, whose names are never these."""


def made_map(entries: list[tuple[str | None, Val, Val]]) -> Val:
    """A map of keys and values; a key that is a constant, given as its text, finds its own value again."""
    parts = [(KEY, merge_all([key for _, key, _ in entries])), (VALUE, merge_all([value for *_, value in entries]))]
    return struct([*parts, *((f"#{text}", value) for text, _, value in entries if text is not None)])


def is_map(value: Val) -> bool:
    """Whether the keys of a map are told from its values."""
    return value.fields is not None and not value.blurred and any(name == KEY for name, _ in value.fields)


def part(value: Val, name: str) -> Val:
    """The keys or the values of a map; of a map that nobody looked into, all of it."""
    if value.fields is None or value.blurred:
        return Val(value.flat(), blurred=value.blurred)
    return field_of(value, name)


def under(value: Val, key: str | None) -> Val:
    """What a map has under a key: its own value where the key is a constant that is known, else any of them."""
    known = [name for name, _ in value.fields or () if key is not None and name == f"#{key}"]
    return part(value, known[0] if known else VALUE)
