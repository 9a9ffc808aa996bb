"""The algebra as a tree that people can read: one line an operator, its inputs below it.

A column is printed as `$n` and its name where it is born, and as `$n` wherever it is read, so that one sees what is
handed on. A plan is a DAG: what several operators share is printed once and named afterwards. Written with a stack
of our own, since plans are deeper than Python's. To add an operator: give it a function in `_DETAILS` (a test
compares it with `NODES`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from headwater.rel import operators
from headwater.rel.columns import AT_ITEM, Born, Read
from headwater.rel.kinds import ROWS
from headwater.rel.operators import Rel
from headwater.rel.walk import inputs, walk

Text = Callable[[int, int], str]
"""The text between two offsets."""
ResolveSpan = Callable[[int, int, int], tuple[int, int]]
"""The offsets of a span as the binder left it: start, end or a hint, and where an alias begins."""

# Keywords that remain at the ends of a condition: ON a.k = b.k LEFT [JOIN c …], [AS] OF a.ts
_EDGES = re.compile(
    r"^OF\s+|(?:\s+(?:NATURAL|LEFT|RIGHT|FULL|OUTER|INNER|CROSS|SEMI|ANTI|ANY|ALL|ASOF|GLOBAL|POSITIONAL|LATERAL))+$",
    re.IGNORECASE,
)
_INDENT = 2
_DEEPEST = 40
"""From here on the indent stays, and the line says how deep it is: a plan of n levels is n lines and not n² blanks."""


def show(rel: Rel, text: Text, resolve_span: ResolveSpan | None = None) -> str:
    """The plan below `rel`, indented, without a newline at its end.

    >>> import headwater
    >>> sql = "SELECT a + b AS c FROM t WHERE a > 0"
    >>> plan = headwater.analyze(sql, dialect="duckdb").statements[0].plan
    >>> [line.split("(")[0].strip() for line in show(plan, lambda start, end: sql[start:end]).splitlines()]
    ['Write', 'Project', 'Filter', 'Scan']
    """
    return _Printer(text, resolve_span).show(rel)


class _Printer:
    def __init__(self, text: Text, resolve_span: ResolveSpan | None) -> None:
        self._text = text
        self._resolve_span = resolve_span

    def show(self, root: Rel) -> str:
        names = _shared(root)
        printed: set[int] = set()
        lines: list[str] = []
        stack: list[tuple[Rel, int]] = [(root, 0)]
        while stack:
            rel, depth = stack.pop()
            indent = " " * (_INDENT * min(depth, _DEEPEST)) + (f"[{depth}] " if depth > _DEEPEST else "")
            name = names.get(id(rel))
            if id(rel) in printed:
                lines.append(f"{indent}{name}, as above")
                continue
            printed.add(id(rel))
            mark = f"{name}: " if name else ""
            if isinstance(rel, operators.Scan) and rel.born:
                # columns that a table computes stand above it, as an engine's planner has them
                lines.append(f"{indent}{mark}Project({', '.join(self.born(rel.born))})")
                indent, mark = indent + " " * _INDENT, ""
            lines.append(indent + mark + self._line(rel))
            stack.extend((below, depth + 1) for below in reversed(inputs(rel)))
        return "\n".join(lines)

    def _line(self, rel: Rel) -> str:
        parts = [part for part in _DETAILS[type(rel)](self, rel) if part]
        title = (
            "Snapshot" if isinstance(rel, operators.Filter) and rel.clause == operators.AS_OF else type(rel).__name__
        )
        return f"{title}({', '.join(parts)})" if parts else title

    # ── columns ──────────────────────────────────────────────────────────────────────────────────────────────
    def born(self, births: Iterable[Born]) -> list[str]:
        """New columns, each with the expression that makes it."""
        return [self._birth(born) for born in births]

    def _birth(self, born: Born) -> str:
        name = f"${born.col.id} {_column_name(born.col.name)}".rstrip()
        if born.text is not None:
            return f"{name}=[{_flat(born.text)}]"
        values = [read for read in born.reads if read.kind is not ROWS]
        start, end = self._span(born.start, born.end, born.stop)
        if start < 0:
            return f"{name}=[{_listed(values)}]" if values else name
        return f"{name}=[{self._expression(start, end, values)}]"

    def condition(self, name: str, reads: Sequence[Read]) -> str:
        """What a clause reads; as it stands in the text where it can be found around what it reads."""
        if not reads:
            return ""
        items: list[tuple[int, int]] = []
        for span in sorted(map(self._around, reads), key=lambda span: (span[0], -span[1])):
            if span[0] >= 0 and (not items or span[0] >= items[-1][1]):
                items.append(span)
        texts = [_EDGES.sub("", self._expression(*item, [read for read in reads if _in(read, item)])) for item in items]
        texts += [
            column for column in dict.fromkeys(map(_id, reads)) if not any(_holds(text, column) for text in texts)
        ]
        return f"{name}=[{', '.join(texts)}]"

    def _around(self, read: Read) -> tuple[int, int]:
        return self._span(read.start, AT_ITEM, -1) if self._resolve_span is not None and read.start >= 0 else (-1, -1)

    def _span(self, start: int, end: int, stop: int) -> tuple[int, int]:
        if self._resolve_span is not None:
            start, end = self._resolve_span(start, end, stop)
        return (start, end) if 0 <= start < end else (-1, -1)

    def _expression(self, start: int, end: int, reads: Sequence[Read]) -> str:
        """The expression as it stands in the text, with ids for the columns that it reads."""
        index = start
        out: list[str] = []
        elsewhere: list[Read] = []
        spans = [(self._span(read.start, read.end, -1), read) for read in reads]
        groups: dict[tuple[int, int], list[Read]] = {}
        for span, read in sorted(spans, key=lambda pair: (pair[0][0], -pair[0][1])):
            if span in groups:
                groups[span].append(read)  # several candidates for one name
            elif start <= span[0] and span[1] <= end and span[0] >= index:
                groups[span] = [read]
                index = span[1]
            else:
                elsewhere.append(read)
        index = start
        for (low, high), same in groups.items():
            out += [self._text(index, low), "|".join(dict.fromkeys(_id(read) for read in same))]
            index = high
        out.append(self._text(index, end))
        text = _flat("".join(out))
        unseen = [pair for pair in dict.fromkeys(map(_id, elsewhere)) if not _holds(text, pair)]
        return f"{text}; {', '.join(unseen)}" if unseen else text


def _shared(root: Rel) -> dict[int, str]:
    """Names for what more than one operator reads: the CTE's name where it is one."""
    readers: dict[int, int] = {}
    called: dict[int, str] = {}
    order: list[Rel] = []
    for rel in walk(root):
        order.append(rel)
        for below in inputs(rel):
            readers[id(below)] = readers.get(id(below), 0) + 1
            if isinstance(rel, operators.Ref):
                called.setdefault(id(below), rel.dataset.name)
    known: dict[int, str] = {}
    used: set[str] = set()
    for rel in order:
        if readers.get(id(rel), 0) > 1:
            name = base = called.get(id(rel), "shared")
            number = 1
            while name in used:
                number += 1
                name = f"{base}#{number}"
            used.add(name)
            known[id(rel)] = name
    return known


def _id(read: Read) -> str:
    return f"${read.col.id}" + "".join(step if step == "[]" else f".{step}" for step in read.path)


def _in(read: Read, span: tuple[int, int]) -> bool:
    return span[0] <= read.start < span[1]


def _holds(text: str, column: str) -> bool:
    """Whether the id stands in the text: $1 does not stand in $12."""
    return re.search(re.escape(column) + r"(?!\d)", text) is not None


def _listed(reads: Iterable[Read]) -> str:
    return ", ".join(dict.fromkeys(_id(read) for read in reads))


def _flat(text: str) -> str:
    return " ".join(text.split())


def _column_name(name: str) -> str:
    """A column's name; where it is a whole expression, as some engines name them, it is quoted and cut."""
    flat = _flat(name)
    if flat.replace("_", "").isalnum():
        return flat
    return '"' + (flat if len(flat) <= 40 else flat[:39] + "…") + '"' if flat else ""


# ── one function an operator: what stands between its parentheses ────────────────────────────────────────────────
def _nothing(printer: _Printer, rel: Any) -> list[str]:
    return []


def _births(printer: _Printer, rel: Any) -> list[str]:
    return printer.born(rel.born)


def _named(printer: _Printer, rel: Any) -> list[str]:
    return [rel.dataset.name, *printer.born(rel.born)]


def _scan(printer: _Printer, rel: operators.Scan) -> list[str]:
    """Stored columns, in the order in which they were asked for."""
    births = sorted((Born(col, ()) for col in rel.cols), key=lambda born: born.col.id)
    return [rel.dataset.name, *printer.born(births)]


def _filter(printer: _Printer, rel: operators.Filter) -> list[str]:
    if rel.clause == operators.AS_OF:
        return [printer.condition("period", rel.reads)]
    return [printer.condition(rel.clause, rel.reads) or rel.clause]


def _join(printer: _Printer, rel: operators.Join) -> list[str]:
    return [rel.how, printer.condition("on", rel.reads), *printer.born(rel.born)]


def _grouped(printer: _Printer, rel: Any) -> list[str]:
    return [printer.condition("by", rel.keys), *printer.born(rel.born)]


def _set_op(printer: _Printer, rel: operators.SetOp) -> list[str]:
    return [rel.how, *printer.born(rel.born)]


def _sorted(printer: _Printer, rel: Any) -> list[str]:
    return [printer.condition("by", rel.reads)]


def _unnest(printer: _Printer, rel: operators.Unnest) -> list[str]:
    return [printer.condition("of", rel.reads), *printer.born(rel.born)]


def _call(printer: _Printer, rel: operators.Call) -> list[str]:
    opaque = "opaque" if rel.opaque else ""
    return [rel.name, opaque, printer.condition("of", rel.reads), *printer.born(rel.born)]


def _match(printer: _Printer, rel: operators.Match) -> list[str]:
    return [printer.condition("by", rel.keys), printer.condition("define", rel.reads), *printer.born(rel.born)]


def _write(printer: _Printer, rel: operators.Write) -> list[str]:
    return [" ".join(filter(None, (rel.verb, rel.dataset.name))), *printer.born(rel.born)]


_DETAILS: dict[type[Rel], Callable[[_Printer, Any], list[str]]] = {
    operators.Single: _nothing,
    operators.Scan: _scan,
    operators.Ref: _named,
    operators.Loop: _named,
    operators.Project: _births,
    operators.Filter: _filter,
    operators.Join: _join,
    operators.Aggregate: _grouped,
    operators.Window: _births,
    operators.SetOp: _set_op,
    operators.Recursive: _named,
    operators.Apply: _nothing,
    operators.Sort: _sorted,
    operators.Limit: _sorted,
    operators.Distinct: _nothing,
    operators.Sample: _nothing,
    operators.Unnest: _unnest,
    operators.Values: _births,
    operators.Call: _call,
    operators.Pivot: _grouped,
    operators.Unpivot: _births,
    operators.Match: _match,
    operators.Write: _write,
}
