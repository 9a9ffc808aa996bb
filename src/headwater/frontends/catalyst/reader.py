"""The walk over a plan: inputs before the operators that they feed, with a stack of our own.

A handler gets the reader, its node and the results of its inputs, and gives a `Result`. Columns are found by number
among what the inputs hand out, never by looking further down: a Union hands out the numbers of its first input, so
the same number means another column above it. `visits` counts operators, expressions and columns handed on; a test
holds it against the size of the plan. To add an operator: a function in `leaves`, `operators`, `opaque` or `writes`,
and a line in its table. An operator that is in none of them is opaque, and said to be so.
"""

from __future__ import annotations

from collections.abc import Callable

from headwater.bind.session import Session
from headwater.frontends.catalyst import pivot, views
from headwater.frontends.catalyst.context import AttributeFrame, Lookup, PlanContext
from headwater.frontends.catalyst.expressions import Expressions
from headwater.frontends.catalyst.render import Line, Name, Renderer
from headwater.frontends.catalyst.result import Result
from headwater.frontends.catalyst.tree import Node
from headwater.rel.columns import Born, Col, Read
from headwater.rel.kinds import DIRECT, ROWS

Handler = Callable[["Reader", Node, list[Result]], Result]

NEEDS: dict[str, str] = {
    "Project": "projectList",
    "Aggregate": "aggregateExpressions",
    "Window": "windowExpressions",
    "Filter": "condition",
    "Sort": "order",
    "Generate": "generator",
    "Deduplicate": "keys",
}
"""What an operator is nothing without. The JSON of a plan may leave a field out: then the operator is not known."""


class Reader:
    """Reads one plan. `fold_views` goes on through views that are stored."""

    def __init__(
        self, session: Session, handlers: dict[str, Handler], unknown: Handler, fold_views: bool = False
    ) -> None:
        self.ctx = PlanContext(session)
        self.fold_views = fold_views
        self.ctes: dict[int, Result] = {}
        self.loops: dict[int, tuple[Result, Col]] = {}
        self.visits = 0
        self._handlers = handlers
        self._unknown = unknown
        self._outside: list[Lookup] = []
        self._made: dict[str, Col] = {}
        self._frames: list[AttributeFrame] = []
        self.renderer = Renderer(self.ctx.dialect, self._cut, self._query, self._is_engine_function)

    def _is_engine_function(self, name: str) -> bool:
        """Whether the engine has a function of that name, and the user did not say what theirs does."""
        session = self.ctx.session
        return name not in session.user_functions and session.dialect.functions.find(name) is not None

    # ── operators ────────────────────────────────────────────────────────────────────────────────────────────
    def read(self, root: Node) -> Result:
        """The result of a plan."""
        results: list[Result] = []
        stack: list[tuple[Node, bool]] = [(root, False)]
        while stack:
            node, ready = stack.pop()
            if not ready:
                stack.append((node, True))
                if node.kind == "Aggregate":
                    pivot.prepare(node)
                elif node.kind == "View":
                    views.prepare(node)
                if not self.stops(node):
                    stack.extend((child, False) for child in reversed(node.children))
                continue
            self.visits += 1
            count = 0 if self.stops(node) else len(node.children)
            inputs = results[len(results) - count :]
            del results[len(results) - count :]
            results.append(self._handler(node)(self, node, inputs))
        return results[-1]

    def _handler(self, node: Node) -> Handler:
        needed = NEEDS.get(node.kind)
        if needed is not None and node.fields.get(needed) is None:
            return self._unknown
        return self._handlers.get(node.kind, self._unknown)

    def stops(self, node: Node) -> bool:
        """A stored view is a dataset, and what it is made of is another statement's. A loop reads its parts itself."""
        if node.kind == "UnionLoop":
            return True
        return node.kind == "View" and node.fields.get("isTempView") is not True and not self.fold_views

    def frame(self, *inputs: Result) -> AttributeFrame:
        """What an operator over these inputs sees."""

        def lookup(key: str) -> Col | None:
            return next((col for input_ in inputs if (col := input_.find(key)) is not None), None)

        return AttributeFrame(self.ctx, lookup, self._outside[-1] if self._outside else None, self._made)

    def expressions(self, *inputs: Result) -> Expressions:
        """The expressions of an operator over these inputs."""
        return Expressions(self, self.frame(*inputs))

    def write(self, node: Node, frame: AttributeFrame) -> Line:
        """An expression as text, over what an operator sees."""
        self._frames.append(frame)
        line = self.renderer.write(node)
        self._frames.pop()
        return line

    def inner(self, plan: Node, outside: Lookup) -> Result:
        """A plan inside another one, that may look out."""
        self._outside.append(outside)
        try:
            return self.read(plan)
        finally:
            self._outside.pop()

    def known_rows(self, node: Node) -> Result | None:
        """Rows of the program of which it is known what they were: the batch that a stream hands to a function."""
        plan = node.tree("rows") if "rows" in node.fields else None
        return self.read(plan) if plan is not None else None

    # ── what cannot be part of a text ────────────────────────────────────────────────────────────────────────
    def _cut(self, node: Node) -> Name:
        """An expression that is nested too deep: a column by itself, on a line before."""
        frame = self._frames[-1]
        inside, frame.pending.inside = frame.pending.inside, False
        expressions = Expressions(self, frame)
        name = f"part_{len(self._made) + 1}"
        (line,) = expressions.write("|> EXTEND ", [node], [f" AS {name}"])
        col = expressions.value(line, name)
        frame.pending.inside = inside
        return self._named(name, col)

    def _query(self, node: Node) -> Name:
        """A query inside an expression: its column is value, its rows decide. EXISTS has nothing but its rows."""
        frame = self._frames[-1]
        plan = node.tree("plan")
        name = f"query_{len(self._made) + 1}"
        col = self.ctx.col(name)
        if plan is None:
            frame.birth(Born(col, ()))
            return self._named(name, col)
        result = self.inner(plan, frame.column)
        col = self.ctx.col(name, None, result.outputs[0].col.type if len(result.outputs) == 1 else col.type)
        reads = [] if node.kind == "Exists" else [Read(out.col, DIRECT) for out in result.outputs]
        if len(reads) == 1 and result.outputs[0].col.shaped:
            col.shaped, col.like = True, ((result.outputs[0].col, DIRECT),)
        frame.pending.subs.append(result.rel)
        frame.birth(Born(col, (*reads, Read(result.rel.rows, ROWS))))
        return self._named(name, col)

    def _named(self, name: str, col: Col) -> Name:
        key = f"#{name}"
        self._made[key] = col
        return Name(name, key)
