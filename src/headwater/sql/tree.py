"""Nothing is silently ignored: what a clause has that its binder did not take is reported.

A binder names the arguments it reads; `leftovers` gives the others that are present.
"""

from __future__ import annotations

from sqlglot import exp


def leftovers(node: exp.Expr, taken: frozenset[str]) -> list[str]:
    """The arguments of a node that are present and were not taken."""
    args = node.args
    return sorted(name for name in args.keys() - taken if args[name])


def start_of(node: exp.Expr) -> int:
    """The offset of the first word of a node that has one, or -1."""
    best = -1
    for found in node.walk():
        meta = found._meta
        if meta and "start" in meta:
            start: int = meta["start"]
            if best < 0 or start < best:
                best = start
    return best


def end_of(node: exp.Expr) -> int:
    """The offset after the last word of a node that has one, or -1."""
    best = -1
    for found in node.walk():
        meta = found._meta
        if meta and "end" in meta:
            best = max(best, meta["end"] + 1)
    return best
