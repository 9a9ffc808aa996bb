"""Expressions of a plan as text in the dialect of the engine, for the grammar to read and for people to see.

`Renderer.write` gives the text and the offset of every name in it with the attribute it stands for. One pass with a
stack of our own. An expression nested deeper than `DEEPEST` is cut: the part below becomes a column by itself
(`Cut`), so that no parser is asked for more than it can do. To add a class: a line in `classes.txt` where it is a
plain call, one in `INFIX` or `AROUND` for an operator, else a function in `_FORMS`. A class that is nowhere is
written as a call of its own name, which no table of functions knows: its arguments are then sources of an UNKNOWN
value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, NamedTuple

from headwater.base.types import UNKNOWN, Array, Map, Struct, Type
from headwater.dialects import Dialect
from headwater.frontends.catalyst.tree import Node, attribute_key, grow, is_tree, read_type

DEEPEST = 40
"""Levels of one expression that are written as one text."""
_LONGEST = 60

INFIX = {
    "Add": "+", "Subtract": "-", "Multiply": "*", "Divide": "/", "IntegralDivide": "DIV", "Remainder": "%",
    "BitwiseAnd": "&", "BitwiseOr": "|", "BitwiseXor": "^", "And": "AND", "Or": "OR", "EqualTo": "=",
    "EqualNullSafe": "<=>", "LessThan": "<", "LessThanOrEqual": "<=", "GreaterThan": ">", "GreaterThanOrEqual": ">=",
    "Like": "LIKE", "ILike": "ILIKE", "RLike": "RLIKE", "TimeAdd": "+", "TimestampAddInterval": "+",
    "DateAddInterval": "+", "DateAddYMInterval": "+", "TimestampAddYMInterval": "+", "SubtractTimestamps": "-",
    "SubtractDates": "-", "MultiplyInterval": "*", "MultiplyYMInterval": "*", "MultiplyDTInterval": "*",
    "DivideInterval": "/", "DivideYMInterval": "/", "DivideDTInterval": "/",
}  # fmt: skip
AROUND = {
    "Not": ("NOT ", ""),
    "IsNull": ("", " IS NULL"),
    "IsNotNull": ("", " IS NOT NULL"),
    "UnaryMinus": ("-", ""),
    "UnaryPositive": ("+", ""),
    "BitwiseNot": ("~", ""),
    "PreciseTimestampConversion": ("CAST(", " AS BIGINT)"),
}
# What the engine puts around an expression without changing what it is.
THROUGH = frozenset(
    {
        "Alias", "KnownNullable", "KnownNotNull", "KnownNotContainsNull", "AssertNotNull", "PromotePrecision",
        "CheckOverflow", "CheckOverflowInTableInsert", "NormalizeNaNAndZero", "TempResolvedColumn", "TaggingExpression",
        "KnownFloatingPointNormalized", "UpCast", "DelegateExpression", "PartitionTransformExpression",
        "ToPrettyString",
    }
)  # fmt: skip
_SIMPLE = frozenset({"AttributeReference", "OuterReference", "Literal", "GetStructField", "NamedLambdaVariable"})
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_PLAIN_NAME = re.compile(r"[A-Za-z_]\w*")


class Name(NamedTuple):
    """A name in the text, and the key of what it stands for."""

    text: str
    key: str


Part = str | Node | Name
Cut = Callable[[Node], Name]
"""Makes a column of an expression that is nested too deep, or of a query, and gives its name."""


@dataclass(slots=True)
class Line:
    """An expression as text; `offset` is where it stands in the plan's text."""

    node: Node
    text: str
    names: dict[int, str] = field(default_factory=dict)
    queries: frozenset[str] = frozenset()
    offset: int = -1


def _classes() -> Mapping[str, str]:
    text = (files(__package__) / "classes.txt").read_text("utf-8")
    pairs = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {pair[0]: pair[1] for pair in pairs}


class Renderer:
    """Writes expressions for one dialect; `cut` and `query` make columns of what cannot be part of a text."""

    def __init__(self, dialect: Dialect, cut: Cut, query: Cut, known: Callable[[str], bool]) -> None:
        self.classes = _classes()
        self.visits = 0
        self._reserved = frozenset(dialect.grammar.tokenizer_class.KEYWORDS)
        self._cut = cut
        self._query = query
        self._known = known
        self._asked: set[str] = set()

    def write(self, root: Node) -> Line:
        """The text of an expression."""
        out: list[str] = []
        names: dict[int, str] = {}
        size = 0
        outer_queries, self._asked = self._asked, set()
        stack: list[tuple[Part, int]] = [(root, 0)]
        while stack:
            part, depth = stack.pop()
            if isinstance(part, Node):
                self.visits += 1
                if depth >= DEEPEST and part.pure and part.children:
                    part = self._cut(part)
                else:
                    stack.extend(self._opened(part, depth))
                    continue
            text = part if isinstance(part, str) else part.text
            if isinstance(part, Name):
                names[size] = part.key
            out.append(text)
            size += len(text)
        line = Line(root, "".join(out), names, frozenset(self._asked))
        self._asked = outer_queries
        return line

    def _opened(self, node: Node, depth: int) -> list[tuple[Part, int]]:
        """The parts of a node, last first. A chain of one operator is no deeper for being long."""
        parts = self.parts(node)
        chain = parts[0] if node.kind in INFIX and parts and isinstance(parts[0], Node) else None
        return [(part, depth if part is chain else depth + 1) for part in reversed(parts)]

    def parts(self, node: Node) -> list[Part]:
        """What a node is written as."""
        kind = node.kind
        form = _WRITERS.get(kind)
        if form is not None:
            return form(self, node)
        if kind in INFIX:
            left, right = node.children[0], node.children[1]
            same = left.kind == kind  # a AND b AND c
            return [*([left] if same else self.inside(left)), f" {INFIX[kind]} ", *self.inside(right)]
        if kind in AROUND:
            before, after = AROUND[kind]
            return [before, *self.inside(node.children[0]), after]
        if kind in THROUGH and node.children:
            return [node.children[0]]
        if kind in _FUNCTIONS_OF_USERS:
            return self.call(self.udf(node), list(node.children))
        return self.call(self.classes.get(kind, kind), arguments(node))

    def call(self, name: str, args: list[Node], first: str = "") -> list[Part]:
        """name(a, b)."""
        return [f"{name}({first}", *self.listed(args), ")"]

    def listed(self, args: list[Node]) -> list[Part]:
        """Parts with commas between."""
        parts: list[Part] = []
        for arg in args:
            if parts:
                parts.append(", ")
            parts.append(arg)
        return parts

    def inside(self, node: Node) -> list[Part]:
        """A part of an operator, in parentheses where it needs some."""
        while node.kind in THROUGH and node.children:
            node = node.children[0]
        loose = node.kind in INFIX or node.kind in AROUND or node.kind in _LOOSE or node.mark("implicit")
        return ["(", node, ")"] if loose else [node]

    def name(self, text: str, key: str) -> Name:
        """A name, in quotes where it is no plain word."""
        plain = _PLAIN_NAME.fullmatch(text) is not None and text.upper() not in self._reserved
        return Name(text if plain else "`" + text.replace("`", "``") + "`", key)

    def udf(self, node: Node) -> str:
        """The name of a user's function. One that is called like a function of the engine is still not that one."""
        own_name = next(
            (node.fields[field] for field in ("name", "udfName") if isinstance(node.fields.get(field), str)), ""
        )
        name = re.sub(r"\W+", "_", own_name).strip("_") or "udf"
        return f"{name}_udf" if self._known(name) or name.upper() in self._reserved or name[0].isdigit() else name

    def hole(self, node: Node) -> Name:
        """The column of a query."""
        result = self._query(node)
        self._asked.add(result.key)
        return result


def arguments(node: Node) -> list[Node]:
    """The arguments of a call. What the engine will put in its place later is none of them: nvl(a, b) is there as it
    was written, with the coalesce(a, b) that it stands for behind it.
    """
    if "replacement" not in node.fields:
        return list(node.children)
    nodes: list[Node] = []
    for name, value in node.fields.items():
        if name != "replacement" and isinstance(value, list):
            nodes += [grow(tree) for tree in ([value] if is_tree(value) else filter(is_tree, value))]
    return nodes or list(node.children)


# ── forms of their own ───────────────────────────────────────────────────────────────────────────────────────
def _attribute(to: Renderer, node: Node) -> list[Part]:
    return [to.name(node.fields.get("name") or "column", attribute_key(node.fields))]


def _outer(to: Renderer, node: Node) -> list[Part]:
    """A column of the query outside: its key says so."""
    inner = node.tree("e") or (node.children[0] if node.children else node)
    return [to.name(inner.fields.get("name") or "column", "^" + attribute_key(inner.fields))]


def _literal(to: Renderer, node: Node) -> list[Part]:
    value = node.fields.get("value")
    if value is None:
        return ["NULL"]
    text = str(value)
    kind = node.fields.get("dataType")
    if kind == "boolean" or (kind != "string" and _NUMBER.fullmatch(text)):
        return [text]
    text = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    return ["'" + "".join(char for char in text if char.isprintable()).replace("\\", "").replace("'", "\\'") + "'"]


def _cast(to: Renderer, node: Node) -> list[Part]:
    if node.mark("implicit"):
        return [node.children[0]]
    kind = str(read_type(node.fields.get("dataType")))
    plain = re.fullmatch(r"[A-Za-z_]\w*(\([\d, ]+\))?", kind) or re.fullmatch(r"[\w<>:, ()]+", kind)
    return ["CAST(", node.children[0], f" AS {kind if plain and 'interval' not in kind else 'STRING'})"]


def _case(to: Renderer, node: Node) -> list[Part]:
    parts: list[Part] = ["CASE"]
    remaining = list(node.children)
    while len(remaining) > 1:
        parts += [" WHEN ", remaining.pop(0), " THEN ", remaining.pop(0)]
    if remaining:
        parts += [" ELSE ", remaining[0]]
    return [*parts, " END"]


def _in(to: Renderer, node: Node) -> list[Part]:
    return [*to.inside(node.children[0]), " IN (", *to.listed(node.children[1:]), ")"]


def _in_query(to: Renderer, node: Node) -> list[Part]:
    *values, query = node.children
    compared: list[Part] = to.inside(values[0]) if len(values) == 1 else ["(", *to.listed(values), ")"]
    return [*compared, " IN (", to.hole(query), ")"]


def _query(to: Renderer, node: Node) -> list[Part]:
    return [to.hole(node)]


def _between(to: Renderer, node: Node) -> list[Part]:
    args = arguments(node)
    if len(args) != 3:
        return to.call("between", args)
    return [*to.inside(args[0]), " BETWEEN ", *to.inside(args[1]), " AND ", *to.inside(args[2])]


def _field(to: Renderer, node: Node) -> list[Part]:
    """s.x; where the field has no name here, its place among the fields of what was built."""
    child = node.children[0]
    name = node.fields.get("name")
    field = node.fields.get("field")
    if not name and isinstance(field, dict):
        name = field.get("name")
    if not name:
        name = _field_at(child, node.fields.get("ordinal"))
    if name is None:
        return to.call("get_struct_field", [child])
    inner: list[Part] = [child] if child.kind in _SIMPLE else ["(", child, ")"]
    return [*inner, ".", to.name(name, "").text]


def _field_at(node: Node, ordinal: Any) -> str | None:
    while node.kind in THROUGH and node.children:
        node = node.children[0]
    if not isinstance(ordinal, int):
        return None
    if node.kind == "CreateNamedStruct" and 2 * ordinal < len(node.children):
        return str(node.children[2 * ordinal].fields.get("value"))
    kind = _nested_type(node)
    return kind.fields[ordinal][0] if isinstance(kind, Struct) and ordinal < len(kind.fields) else None


def _nested_type(node: Node) -> Type:
    """The type of something with fields: of a column, or of a field or an element below one."""
    down: list[Node] = []
    while node.kind in ("GetStructField", "GetArrayItem", "GetMapValue", *THROUGH) and node.children:
        down.append(node)
        node = node.children[0]
    kind = read_type(node.fields.get("dataType"))
    for access in reversed(down):
        ordinal = access.fields.get("ordinal")
        if access.kind == "GetStructField" and isinstance(kind, Struct) and isinstance(ordinal, int):
            kind = kind.fields[ordinal][1] if ordinal < len(kind.fields) else UNKNOWN
        elif access.kind == "GetArrayItem":
            kind = kind.element if isinstance(kind, Array) else UNKNOWN
        elif access.kind == "GetMapValue":
            kind = kind.value if isinstance(kind, Map) else UNKNOWN
    return kind


def _updated(to: Renderer, node: Node) -> list[Part]:
    """s.withField("c", x).dropFields("a"): the struct that comes out, field by field."""
    base, *changes = node.children
    names = _field_names(base)
    if names is None:
        return to.call(node.kind, list(node.children))
    inner: list[Part] = [base] if base.kind in _SIMPLE else ["(", base, ")"]
    values: dict[str, list[Part]] = {name: [*inner, ".", to.name(name, "").text] for name in names}
    for change in changes:
        name = _same_name(values, str(change.fields.get("name")))
        if change.kind == "WithField" and change.children:
            values[name] = [change.children[0]]
        else:
            values.pop(name, None)
    parts: list[Part] = ["named_struct("]
    for name, value in values.items():
        literal = name.replace("\\", "\\\\").replace("'", "\\'")
        parts += [f"{', ' if len(parts) > 1 else ''}'{literal}', ", *value]
    return [*parts, ")"]


def _same_name(names: Iterable[str], name: str) -> str:
    """The name as a struct has it: Spark finds it in any case."""
    return next((known for known in names if known.lower() == name.lower()), name)


def _field_names(node: Node) -> list[str] | None:
    """The names of the fields of a struct, where the plan tells them."""
    while node.kind in THROUGH and node.children:
        node = node.children[0]
    if node.kind == "CreateNamedStruct":
        return [str(child.fields.get("value")) for child in node.children[::2]]
    if node.kind == "UpdateFields":
        base, *changes = node.children
        names = _field_names(base)
        if names is None:
            return None
        for change in changes:
            name = _same_name(names, str(change.fields.get("name")))
            kept = [known for known in names if known != name]
            names = kept if change.kind == "DropField" else names if name in names else [*names, name]
        return names
    kind = _nested_type(node)
    return [name for name, _ in kind.fields] if isinstance(kind, Struct) else None


def _subscript(to: Renderer, node: Node) -> list[Part]:
    child = node.children[0]
    inner: list[Part] = [child] if child.kind in _SIMPLE else ["(", child, ")"]
    return [*inner, "[", node.children[1], "]"]


def _aggregate(to: Renderer, node: Node) -> list[Part]:
    function = node.children[0]
    first = "DISTINCT " if node.fields.get("isDistinct") is True else ""
    if function.kind in _WRITERS or function.kind in _FUNCTIONS_OF_USERS:
        parts = to.parts(function)
    else:
        parts = to.call(to.classes.get(function.kind, function.kind), arguments(function), first)
    condition = node.children[1] if len(node.children) > 1 else None
    return [*parts, " FILTER (WHERE ", condition, ")"] if condition is not None else parts


def _pivot(to: Renderer, node: Node) -> list[Part]:
    """One of the values, for each value of the key: an aggregate with a condition on the key."""
    return ["max(CASE WHEN ", node.children[0], " IS NOT NULL THEN ", node.children[1], " END)"]


def _within(to: Renderer, node: Node) -> list[Part]:
    """listagg(a, ',') WITHIN GROUP (ORDER BY b)."""
    order = [child for child in node.children if child.kind == "SortOrder"]
    values = [child for child in node.children if child.kind != "SortOrder"]
    parts = to.call(to.classes.get(node.kind, node.kind), values)
    return [*parts, " WITHIN GROUP (ORDER BY ", *to.listed(order), ")"] if order else parts


def _window(to: Renderer, node: Node) -> list[Part]:
    function, spec = node.children[0], node.children[1]
    parts: list[Part] = [function, " OVER ("]
    keys, order = spec.several("partitionSpec"), spec.several("orderSpec")
    if keys:
        parts += ["PARTITION BY ", *to.listed(keys)]
    if order:
        parts += [" ORDER BY " if keys else "ORDER BY ", *to.listed(order)]
    return [*parts, *_frame(spec.child("frameSpecification")), ")"]


def _frame(frame: Node | None) -> list[Part]:
    """The frame of a window, where it is not the one that is there without a word."""
    low, high = (frame.child("lower"), frame.child("upper")) if frame is not None else (None, None)
    if frame is None or low is None or high is None:
        return []
    if low.kind == "UnboundedPreceding" and high.kind in ("CurrentRow", "UnboundedFollowing"):
        return []
    unit = "ROWS" if "RowFrame" in str(frame.fields.get("frameType")) else "RANGE"
    return [f" {unit} BETWEEN {_bound(low)} AND {_bound(high)}"]


def _bound(node: Node) -> str:
    keywords = {"UnboundedPreceding": "UNBOUNDED PRECEDING", "UnboundedFollowing": "UNBOUNDED FOLLOWING"}
    if node.kind == "CurrentRow":
        return "CURRENT ROW"
    if node.kind in keywords:
        return keywords[node.kind]
    text = str(node.fields.get("value", "1") if node.kind == "Literal" else "-1")
    preceding = text.startswith("-") or node.kind == "UnaryMinus"
    number = re.sub(r"\D", "", text) or "1"
    return f"{number} {'PRECEDING' if preceding else 'FOLLOWING'}"


def _sorted(to: Renderer, node: Node) -> list[Part]:
    return [*to.inside(node.children[0]), " DESC" if "Descending" in str(node.fields.get("direction")) else ""]


def _lambda(to: Renderer, node: Node) -> list[Part]:
    body, *params = node.children
    return ["(", *to.listed(params), ") -> ", *to.inside(body)] if len(params) != 1 else [params[0], " -> ", body]


def _sorted_array(to: Renderer, node: Node) -> list[Part]:
    """array_sort(x); the comparison that the engine adds where none was given is left out."""
    array, *others = node.children
    body, *params = others[0].children if others and others[0].kind == "LambdaFunction" else [array]
    if [param.fields.get("name") for param in params] == ["left", "right"] and body.kind == "If":
        return to.call("array_sort", [array])
    return to.call("array_sort", node.children)


def _reduced(to: Renderer, node: Node) -> list[Part]:
    """aggregate(x, 0, (a, b) -> a + b); what hands on the result as it is, where nothing was given, is left out."""
    args = list(node.children)
    last = args[-1].children if args[-1].kind == "LambdaFunction" else []
    if len(args) == 4 and len(last) == 2 and last[0].kind == last[1].kind == "NamedLambdaVariable":
        args.pop()
    return to.call("aggregate", args)


def _enough(to: Renderer, node: Node) -> list[Part]:
    """df.na.drop(): so many of these are there."""
    return ["coalesce(", *to.listed(node.children), ") IS NOT NULL"]


def _minus(to: Renderer, node: Node) -> list[Part]:
    """ts - INTERVAL 2 HOURS."""
    left, right = arguments(node)[:2]
    return [*to.inside(left), " - ", *to.inside(right)]


def _parameter(to: Renderer, node: Node) -> list[Part]:
    name = re.sub(r"\W", "_", str(node.fields.get("name") or "x"))
    return [f"{name}_{attribute_key(node.fields)[1:]}"]


_WRITERS: dict[str, Callable[[Renderer, Node], list[Part]]] = {
    "AttributeReference": _attribute,
    "OuterReference": _outer,
    "Literal": _literal,
    "Cast": _cast,
    "AnsiCast": _cast,
    "TryCast": _cast,
    "CaseWhen": _case,
    "In": _in,
    "InSubquery": _in_query,
    "ScalarSubquery": _query,
    "Exists": _query,
    "ListQuery": _query,
    "Between": _between,
    "GetStructField": _field,
    "UpdateFields": _updated,
    "GetArrayStructFields": _field,
    "GetArrayItem": _subscript,
    "GetMapValue": _subscript,
    "AggregateExpression": _aggregate,
    "PivotFirst": _pivot,
    "ListAgg": _within,
    "WindowExpression": _window,
    "SortOrder": _sorted,
    "LambdaFunction": _lambda,
    "ArraySort": _sorted_array,
    "DatetimeSub": _minus,
    "AtLeastNNonNulls": _enough,
    "ArrayAggregate": _reduced,
    "NamedLambdaVariable": _parameter,
}
_LOOSE = frozenset({"AtLeastNNonNulls", "CaseWhen", "In", "InSubquery", "Between", "LambdaFunction"})
_FUNCTIONS_OF_USERS = frozenset(
    {
        "PythonUDF", "PythonUDAF", "ScalaUDF", "ScalaUDAF", "ScalaAggregator", "HiveSimpleUDF", "HiveGenericUDF",
        "HiveUDAFFunction", "HiveGenericUDTF", "PythonUDTF", "ApplyFunctionExpression", "V2Aggregator",
        "UserDefinedGenerator",
    }
)  # fmt: skip
