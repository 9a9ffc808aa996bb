"""Walking a plan without recursion: a union of five thousand arms is deeper than Python's stack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from headwater.rel import nodes
from headwater.rel.nodes import NODES, Rel

# How to get at the inputs of each operator, left to right; most have the one called `input`.
_INPUTS: dict[type[Rel], Callable[[Any], Sequence[Rel]]] = {
    **dict.fromkeys(NODES, lambda rel: (rel.input,)),
    nodes.Single: lambda rel: (),
    nodes.Scan: lambda rel: (),
    nodes.Loop: lambda rel: (),
    nodes.Values: lambda rel: (rel.input,) if rel.input is not None else (),
    nodes.Join: lambda rel: (rel.left, rel.right),
    nodes.SetOp: lambda rel: rel.inputs,
    nodes.Recursive: lambda rel: (rel.anchor, rel.step),
    nodes.Apply: lambda rel: (rel.input, *rel.subs),
}


def inputs(rel: Rel) -> Sequence[Rel]:
    """The relations that feed this one, left to right."""
    return _INPUTS[type(rel)](rel)


def walk(*roots: Rel) -> Iterator[Rel]:
    """Every relation of the plans once, parents before their inputs."""
    seen = set(map(id, roots))
    stack = [*reversed(roots)]
    while stack:
        rel = stack.pop()
        yield rel
        for below in reversed(_INPUTS[type(rel)](rel)):
            if id(below) not in seen:
                seen.add(id(below))
                stack.append(below)
