"""Walking a plan without recursion: a union of five thousand arms is deeper than Python's stack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from headwater.rel import operators
from headwater.rel.operators import NODES, Rel

# How to get at the inputs of each operator, left to right; most have the one called `input`.
_INPUTS: dict[type[Rel], Callable[[Any], Sequence[Rel]]] = {
    **dict.fromkeys(NODES, lambda rel: (rel.input,)),
    operators.Single: lambda rel: (),
    operators.Scan: lambda rel: (),
    operators.Loop: lambda rel: (),
    operators.Values: lambda rel: (rel.input,) if rel.input is not None else (),
    operators.Join: lambda rel: (rel.left, rel.right),
    operators.SetOp: lambda rel: rel.inputs,
    operators.Recursive: lambda rel: (rel.anchor, rel.step),
    operators.Apply: lambda rel: (rel.input, *rel.subs),
}


def inputs(rel: Rel) -> Sequence[Rel]:
    """The relations that feed this one, left to right."""
    return _INPUTS[type(rel)](rel)


def walk(*roots: Rel) -> Iterator[Rel]:
    """Every relation of the plans once, parents before their inputs."""
    visited = set(map(id, roots))
    stack = [*reversed(roots)]
    get_inputs = _INPUTS
    while stack:
        rel = stack.pop()
        yield rel
        below = get_inputs[rel.__class__](rel)
        if len(below) > 1:
            below = below[::-1]
        for source in below:
            key = id(source)
            if key not in visited:
                visited.add(key)
                stack.append(source)
