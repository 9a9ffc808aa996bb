"""Walking a plan without recursion: a union of five thousand arms is deeper than Python's stack."""

from __future__ import annotations

from collections.abc import Iterator

from headwater.rel import nodes
from headwater.rel.nodes import Rel

_INPUTS: dict[type[Rel], tuple[str, ...]] = {
    nodes.Single: (),
    nodes.Scan: (),
    nodes.Loop: (),
    nodes.Ref: ("input",),
    nodes.Join: ("left", "right"),
    nodes.SetOp: ("inputs",),
    nodes.Recursive: ("anchor", "step"),
    nodes.Apply: ("input", "subs"),
}
_ONE = ("input",)


def inputs(rel: Rel) -> list[Rel]:
    """The relations that feed this one, left to right."""
    found: list[Rel] = []
    for name in _INPUTS.get(type(rel), _ONE):
        value = getattr(rel, name)
        if isinstance(value, Rel):
            found.append(value)
        elif value is not None:
            found.extend(value)
    return found


def walk(root: Rel) -> Iterator[Rel]:
    """Every relation of the plan once, parents before their inputs."""
    seen = {id(root)}
    stack = [root]
    while stack:
        rel = stack.pop()
        yield rel
        for below in reversed(inputs(rel)):
            if id(below) not in seen:
                seen.add(id(below))
                stack.append(below)
