"""Where cards stand: a rank (left to right) and an order in it (top to bottom), the same on every call.

Cards are placed by their distance from the start, nearest first, and what is placed stays where it is: asking for one
more level adds cards and moves none. Among the cards of one distance the rank is the longest way over the condensed
graph (circles count as one), so that edges lead to the right wherever no circle forbids it; the order is by the mean
of the neighbours that stand already, behind cards that were there before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from headwater.rows.graph_answers import Place


def layout(distances: Mapping[str, int], edges: Iterable[tuple[str, str]]) -> dict[str, Place]:
    """The places of cards, given how far each is from the start (negative: upstream) and what feeds what.

    >>> layout({"b": 0, "a": -1, "c": 1}, [("a", "b"), ("b", "c")])
    {'b': Place(rank=0, order=0), 'a': Place(rank=-1, order=0), 'c': Place(rank=1, order=0)}
    """
    after: dict[str, list[str]] = {name: [] for name in distances}
    before: dict[str, list[str]] = {name: [] for name in distances}
    for source, target in sorted(set(edges)):
        if source != target and source in after and target in after:
            after[source].append(target)
            before[target].append(source)
    ranks: dict[str, int] = {}
    positions: dict[str, Place] = {}
    filled: dict[int, int] = {}
    far: dict[int, list[str]] = {}
    for name, distance in distances.items():
        far.setdefault(distance, []).append(name)
    for level in sorted({abs(distance) for distance in far}):
        for sign in (0,) if level == 0 else (-1, 1):
            fresh = sorted(far.get(sign * level, ()))
            if not fresh:
                continue
            onward = before if sign > 0 else after
            for group in groups(fresh, onward):
                neighbour_ranks = [
                    ranks[neighbour] for name in group for neighbour in onward[name] if neighbour in ranks
                ]
                if sign > 0:
                    rank = max(neighbour_ranks, default=level - 1) + 1
                elif sign < 0:
                    rank = min(neighbour_ranks, default=1 - level) - 1
                else:
                    rank = 0
                for name in group:
                    ranks[name] = rank
            for rank, names in _by_rank(fresh, ranks, sign):
                names.sort(key=lambda name: (_mean(name, positions, before, after), name))
                for name in names:
                    positions[name] = Place(rank, filled.get(rank, 0))
                    filled[rank] = filled.get(rank, 0) + 1
    return positions


def _by_rank(names: list[str], ranks: dict[str, int], sign: int) -> list[tuple[int, list[str]]]:
    """The names by rank, those next to the start first."""
    by_rank: dict[int, list[str]] = {}
    for name in names:
        by_rank.setdefault(ranks[name], []).append(name)
    return sorted(by_rank.items(), key=lambda item: item[0] * (sign or 1))


def _mean(name: str, positions: dict[str, Place], before: dict[str, list[str]], after: dict[str, list[str]]) -> float:
    """The mean order of the neighbours that stand already."""
    orders = [positions[neighbour].order for neighbour in (*before[name], *after[name]) if neighbour in positions]
    return sum(orders) / len(orders) if orders else float("inf")


def groups(names: list[str], onward: Mapping[str, list[str]]) -> list[list[str]]:
    """The strongly connected groups of some names, each behind those that it leads to (Tarjan, without recursion)."""
    inside = set(names)
    if all(inside.isdisjoint(onward[name]) for name in names):  # as it is around most columns
        return [[name] for name in names]
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    waiting: list[str] = []
    on_stack: set[str] = set()
    components: list[list[str]] = []
    for root in names:
        if root in number:
            continue
        work: list[tuple[str, int]] = [(root, 0)]
        while work:
            name, start = work.pop()
            if start == 0:
                number[name] = low[name] = len(number)
                waiting.append(name)
                on_stack.add(name)
            neighbours = [neighbour for neighbour in onward[name] if neighbour in inside]
            for index in range(start, len(neighbours)):
                neighbour = neighbours[index]
                if neighbour not in number:
                    work += [(name, index + 1), (neighbour, 0)]
                    break
                if neighbour in on_stack:
                    low[name] = min(low[name], number[neighbour])
            else:
                if low[name] == number[name]:
                    group: list[str] = []
                    while True:
                        last = waiting.pop()
                        on_stack.discard(last)
                        group.append(last)
                        if last == name:
                            break
                    components.append(sorted(group))
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[name])
    return components
