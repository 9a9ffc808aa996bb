"""ClickHouse's types as far as a judge needs them: which parts a stored value has, and what they are called."""

from __future__ import annotations

from dataclasses import dataclass

from tests.judges.values import Abstain, Leaf, Val, elem_of, merge

TRANSPARENT = ("Nullable", "LowCardinality")


@dataclass(frozen=True)
class Type:
    """`tuple`: its fields with their names (`""` where they have none); `array`: of `of`; all else is one value."""

    kind: str
    fields: tuple[tuple[str, Type], ...] = ()
    of: Type | None = None

    @property
    def names(self) -> list[str]:
        return [name or str(i + 1) for i, (name, _) in enumerate(self.fields)]

    def position(self, key: str) -> int | None:
        """Where the field called `key` stands, 0-based; a number may stand for it."""
        named = [name for name, _ in self.fields]
        if key in named:
            return named.index(key)
        if key.isdigit() and 1 <= int(key) <= len(named):
            return int(key) - 1
        return None


PLAIN = Type("plain")


def split_top(text: str) -> list[str]:
    """`a Int32, b Map(String, String)` at its top-level commas."""
    parts: list[str] = []
    depth = start = 0
    quoted = ""
    for i, letter in enumerate(text):
        if quoted:
            quoted = "" if letter == quoted and text[i - 1] != "\\" else quoted
        elif letter in "'`":
            quoted = letter
        elif letter in "()":
            depth += 1 if letter == "(" else -1
        elif letter == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def parse(text: str) -> Type:
    """`Array(Tuple(sku String, price Float64))` and the like."""
    text = text.strip()
    head, paren, rest = text.partition("(")
    inside = rest[:-1] if paren and text.endswith(")") else ""
    if head in TRANSPARENT:
        return parse(inside)
    if head == "SimpleAggregateFunction":
        return parse(split_top(inside)[1])
    if head in ("Array", "QBit"):
        return Type("array", of=parse(inside)) if head == "Array" else PLAIN
    if head in ("Tuple", "Nested"):
        whole = Type("tuple", tuple(field(part) for part in split_top(inside)))
        return whole if head == "Tuple" else Type("array", of=whole)
    if head in ("Point", "Ring", "Polygon", "MultiPolygon", "LineString", "MultiLineString"):
        return PLAIN
    return PLAIN


def field(text: str) -> tuple[str, Type]:
    """`sku String`, or `String` alone in a tuple without names."""
    if text.startswith("`"):
        name, _, rest = text[1:].partition("` ")
        return name, parse(rest)
    head, space, rest = text.partition(" ")
    if space and "(" not in head and "'" not in head:
        return head, parse(rest)
    return "", parse(text)


def stored(leaf: Leaf, kind: Type) -> Val:
    """A stored column, with the fields of tuples apart, also of tuples in arrays. Fields go by position."""
    if kind.kind == "tuple" and kind.fields:
        parts = zip(kind.names, (part for _, part in kind.fields), strict=True)
        return Val(fields=tuple((str(i + 1), stored((*leaf, n), part)) for i, (n, part) in enumerate(parts)))
    if kind.of is not None:
        return Val(elem=stored(leaf, kind.of))
    return Val(frozenset({leaf}))


def leaves(leaf: Leaf, kind: Type, path: list[str], found: set[Leaf]) -> None:
    """All parts of a stored column at `path`, to their ends: `t.s` and `t.s.x` with `t.s.y` are the same."""
    while kind.of is not None:
        kind = kind.of
    if kind.kind != "tuple" or not kind.fields:
        found.add(leaf)
        return
    position = kind.position(path[0]) if path else None
    for i, name in enumerate(kind.names):
        if position is None or i == position:
            leaves((*leaf, name), kind.fields[i][1], path[1:], found)


def tuple_of(values: list[Val]) -> Val:
    """A tuple: its fields go by position, whatever they are called."""
    return Val(fields=tuple((str(i + 1), value) for i, value in enumerate(values)))


def take_path(value: Val, kind: Type, path: list[str]) -> Val:
    """`payload.buyer.id`: a field of a tuple, and of all tuples of an array; below other types there are no parts."""
    for i, key in enumerate(path):
        if kind.of is not None:
            if key.startswith("size"):
                return Val(value.flat())
            return Val(elem=take_path(elem_of(value), kind.of, path[i:]))
        position = kind.position(key)
        if kind.kind != "tuple" or position is None:
            if kind.kind == "tuple" and key != "null":
                raise Abstain(f"no field {key}")
            return Val(value.flat())
        value, kind = field_at(value, position), kind.fields[position][1]
    return value


def field_at(value: Val, position: int) -> Val:
    if value.blurred:
        raise Abstain("a field of a value whose fields were mixed")
    if value.fields is None:
        return Val(value.flat())
    if position >= len(value.fields):
        raise Abstain("a field out of range")
    return merge(value.fields[position][1], Val(value.own))


class Schema:
    """The columns of all tables, by the names of the table and the column; Nested ones are put together again."""

    def __init__(
        self, rows: list[dict[str, str]], aggregates: list[dict[str, str]], tables: list[dict[str, str]]
    ) -> None:
        self.aggregates = {row["name"].lower() for row in aggregates}
        self.tables = {row["name"] for row in tables}
        self.columns: dict[str, dict[str, Type]] = {}
        self.computed: dict[tuple[str, str], str] = {}
        self.full: dict[str, str] = {}
        nested: dict[tuple[str, str], list[tuple[str, Type]]] = {}
        for row in rows:
            table, name, kind = row["table"], row["name"], parse(row["type"])
            self.full[table] = f"{row['database']}.{table}"
            head, dot, tail = name.partition(".")
            if dot:
                nested.setdefault((table, head), []).append((tail, kind.of or kind))
            else:
                self.columns.setdefault(table, {})[name] = kind
            if row["default_kind"] in ("MATERIALIZED", "ALIAS"):
                self.computed[table, name] = row["default_expression"]
        for (table, head), fields in nested.items():
            self.columns.setdefault(table, {})[head] = Type("array", of=Type("tuple", tuple(fields)))

    def find(self, table: str, column: str) -> tuple[str, Type, list[str]] | None:
        """A column, its type, and the path below it: `payload.buyer.id` is `payload`, at `buyer.id`."""
        known = self.columns.get(table, {})
        head, _, tail = column.partition(".")
        if column in known:
            return column, known[column], []
        if head in known:
            return head, known[head], tail.split(".") if tail else []
        return None

    def open(self, leaf: Leaf) -> set[Leaf]:
        """The parts that a leaf stands for, in one spelling."""
        table, *rest = leaf
        result = self.find(table, ".".join(rest))
        parts: set[Leaf] = set()
        if result is None:
            return {leaf}
        leaves((table, result[0]), result[1], result[2], parts)
        return parts
