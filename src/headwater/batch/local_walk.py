"""Graph algorithms in one task: what is small enough is walked in memory instead of in rounds of joins.

Arrow batches in, Arrow batches out, for `mapInArrow` over one partition; plain Python, no pyspark. Ids become
positions in the sorted list of ids, so the order of positions is the order of ids, and arcs lie in flat arrays behind
an offset per node: up to 200 bytes an arc at the peak, and no recursion anywhere.

Invariant: an answer is the same as that of the rounds of joins in `frontier` and `components`. A new algorithm takes
the `Arcs` of its batches and yields through `_out`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa

ARC, START, KNOWN = 0, 1, 2  # what a row of the stream for `walk` is
CHUNK = 65_536


class Arcs:
    """The arcs of a stream as flat arrays: `to[offset[n]:offset[n + 1]]` are the nodes that `n` leads to."""

    def __init__(self, near: Any, far: Any, cost: Any = None, other_ids: Sequence[Any] = ()) -> None:
        import pyarrow as pa
        import pyarrow.compute as pc

        every = pa.chunked_array([chunk for column in (near, far, *other_ids) for chunk in column.chunks], pa.int64())
        ids = pc.drop_null(pc.unique(every))
        self.ids = ids.take(pc.sort_indices(ids))
        start = self.positions(near)
        order = pc.sort_indices(start)
        self.to = _view(self.positions(far).take(order))
        self.cost = _view(cost.combine_chunks().take(order)) if cost is not None else None
        self.count = len(self.ids)
        self.offset = array("q", bytes(8 * (self.count + 1)))
        for n in _view(start):
            self.offset[n + 1] += 1
        for n in range(self.count):
            self.offset[n + 1] += self.offset[n]

    def positions(self, ids: Any) -> Any:
        """Positions of ids."""
        import pyarrow as pa
        import pyarrow.compute as pc

        indices = pc.index_in(ids, value_set=self.ids)
        return indices.combine_chunks() if isinstance(indices, pa.ChunkedArray) else indices


def walk(batches: Iterable[pa.RecordBatch], depth: int | None) -> Iterator[pa.RecordBatch]:
    """Breadth first from the starts of each label.

    Rows (role, label, near, far, cost, distance) in, (label, node, distance, near, cost) out. A known node is never
    entered and not returned.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    table = _table(batches)
    if table is None:
        return
    rows = table.filter(pc.equal(table["role"], ARC))
    nodes_given = table.filter(pc.not_equal(table["role"], ARC))
    arcs = Arcs(rows["near"], rows["far"], rows["cost"], other_ids=(nodes_given["near"], nodes_given["far"]))
    by_label: dict[int, list[tuple[int, int, int, int, int]]] = {}
    columns = [
        nodes_given["role"],
        nodes_given["label"],
        arcs.positions(nodes_given["far"]),
        nodes_given["distance"],
        nodes_given["cost"],
    ]
    columns.append(pc.fill_null(arcs.positions(nodes_given["near"]), -1))
    for role, label, node, distance, cost, near in zip(*(column.to_pylist() for column in columns), strict=True):
        by_label.setdefault(label, []).append((role, node, distance, cost, near))
    ids, number = pa.int64(), pa.int32()
    schema = pa.schema([("label", number), ("node", ids), ("distance", number), ("near", ids), ("cost", number)])
    for label in sorted(by_label):
        nodes, distances, parents, costs = _breadth_first(arcs, by_label[label], depth)
        for a in range(0, len(nodes), CHUNK):
            node = arcs.ids.take(pa.array(nodes[a : a + CHUNK], pa.int32()))
            near = arcs.ids.take(pa.array([p if p >= 0 else None for p in parents[a : a + CHUNK]], pa.int32()))
            size = len(node)
            yield pa.RecordBatch.from_arrays(
                [
                    pa.array([label] * size, pa.int32()),
                    node,
                    pa.array(distances[a : a + CHUNK], pa.int32()),
                    near,
                    pa.array(costs[a : a + CHUNK], pa.int32()),
                ],
                schema=schema,
            )


def _breadth_first(
    arcs: Arcs, rows: list[tuple[int, int, int, int, int]], depth: int | None
) -> tuple[list[int], list[int], list[int], list[int]]:
    visited = bytearray(arcs.count)
    due: dict[int, list[tuple[int, int]]] = {}
    for role, node, distance, cost, near in rows:
        if role == KNOWN:
            visited[node] = 1
        else:
            due.setdefault(distance, []).append((node, (cost << 32) + near + 1))
    nodes: list[int] = []
    distances: list[int] = []
    parents: list[int] = []
    costs: list[int] = []
    offset, to, arc_costs = arcs.offset, arcs.to, arcs.cost
    assert arc_costs is not None
    frontier: list[int] = []
    distance = min(due, default=0)
    while (frontier or due) and (depth is None or distance <= depth):
        best: dict[int, int] = {}
        for near in frontier:
            for i in range(offset[near], offset[near + 1]):
                far = to[i]
                if not visited[far]:
                    rank = (arc_costs[i] << 32) + near + 1
                    if far not in best or rank < best[far]:
                        best[far] = rank
        for far, rank in due.pop(distance, ()):
            if not visited[far] and (far not in best or rank < best[far]):
                best[far] = rank
        frontier = sorted(best)
        for far in frontier:
            visited[far] = 1
            rank = best[far]
            nodes.append(far)
            distances.append(distance)
            parents.append((rank & 0xFFFFFFFF) - 1)
            costs.append(rank >> 32)
        distance += 1
    return nodes, distances, parents, costs


def strong(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Strongly connected components of two nodes or more: (near, far) in, (node, component) out.

    Tarjan's algorithm, with a stack of its own.
    """
    table = _table(batches)
    if table is None:
        return
    arcs = Arcs(table["near"], table["far"])
    offset, to = arcs.offset, arcs.to
    unseen, done = -1, arcs.count
    low = array("i", [unseen]) * arcs.count  # the lowest number that a node's subtree reaches; `done` when given out
    number = array("i", [unseen]) * arcs.count
    resume = array("q", offset[: arcs.count])
    count = 0
    open_: list[int] = []
    nodes: list[int] = []
    components: list[int] = []
    for root in range(arcs.count):
        if number[root] != unseen:
            continue
        number[root] = low[root] = count
        count += 1
        open_.append(root)
        trail = [root]
        while trail:
            node = trail[-1]
            i = resume[node]
            if i < offset[node + 1]:
                resume[node] = i + 1
                far = to[i]
                if number[far] == unseen:
                    number[far] = low[far] = count
                    count += 1
                    open_.append(far)
                    trail.append(far)
                elif low[far] != done and number[far] < low[node]:
                    low[node] = number[far]
                continue
            trail.pop()
            if trail and low[node] < low[trail[-1]]:
                low[trail[-1]] = low[node]
            if low[node] == number[node]:
                first = len(open_) - 1
                while open_[first] != node:
                    first -= 1
                members = open_[first:]
                del open_[first:]
                for member in members:
                    low[member] = done
                if len(members) > 1:
                    nodes += members
                    components += [min(members)] * len(members)
    yield from _out(arcs, nodes, components, "component")


def weak(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Weakly connected components: (near, far) in, (node, component) out. Union-find, the smaller id leads."""
    table = _table(batches)
    if table is None:
        return
    arcs = Arcs(table["near"], table["far"])
    leader = array("i", range(arcs.count))

    def find(node: int) -> int:
        while leader[node] != node:
            leader[node] = leader[leader[node]]
            node = leader[node]
        return node

    for node in range(arcs.count):
        for i in range(arcs.offset[node], arcs.offset[node + 1]):
            a, b = find(node), find(arcs.to[i])
            if a != b:
                leader[max(a, b)] = min(a, b)
    nodes = list(range(arcs.count))
    yield from _out(arcs, nodes, [find(node) for node in nodes], "component")


def layers(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The longest way from a root to each node of an acyclic graph: (near, far) in, (node, layer) out."""
    import pyarrow as pa

    table = _table(batches)
    if table is None:
        return
    arcs = Arcs(table["near"], table["far"])
    waits = array("q", bytes(8 * arcs.count))
    for far in arcs.to:
        waits[far] += 1
    layer = array("i", bytes(4 * arcs.count))
    todo = [node for node in range(arcs.count) if not waits[node]]
    for node in todo:  # grows while it is walked: a node comes when all that leads to it has been
        for i in range(arcs.offset[node], arcs.offset[node + 1]):
            far = arcs.to[i]
            layer[far] = max(layer[far], layer[node] + 1)
            waits[far] -= 1
            if not waits[far]:
                todo.append(far)
    schema = pa.schema([("node", pa.int64()), ("layer", pa.int32())])
    for a in range(0, len(todo), CHUNK):
        part = todo[a : a + CHUNK]
        node = arcs.ids.take(pa.array(part, pa.int32()))
        yield pa.RecordBatch.from_arrays([node, pa.array([layer[n] for n in part], pa.int32())], schema=schema)


def trail(batches: Iterable[pa.RecordBatch], node: int) -> Iterator[pa.RecordBatch]:
    """The rows (node_id, via_source, via_target, via_statement) that lead from `node` to a start, in that order."""
    import pyarrow as pa

    table = _table(batches)
    if table is None:
        return
    ids = table["node_id"].to_pylist()
    rows_by_id = {id_: row for row, id_ in enumerate(ids)}
    sources, targets = table["via_source"].to_pylist(), table["via_target"].to_pylist()
    steps: list[int] = []
    current: int | None = rows_by_id.get(node)
    while current is not None and len(steps) <= len(ids):
        steps.append(current)
        source, target = sources[current], targets[current]
        current = rows_by_id.get(source if target == ids[current] else target) if source is not None else None
    steps_table = table.take(pa.array(steps, pa.int64()))
    steps_table = steps_table.append_column("step", pa.array(range(len(steps)), pa.int32()))
    yield from steps_table.to_batches(max_chunksize=CHUNK)


def _out(arcs: Arcs, nodes: list[int], values: list[int], name: str) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    schema = pa.schema([("node", pa.int64()), (name, pa.int64())])
    for a in range(0, len(nodes), CHUNK):
        node = arcs.ids.take(pa.array(nodes[a : a + CHUNK], pa.int32()))
        value = arcs.ids.take(pa.array(values[a : a + CHUNK], pa.int32()))
        yield pa.RecordBatch.from_arrays([node, value], schema=schema)


def _table(batches: Iterable[pa.RecordBatch]) -> pa.Table | None:
    import pyarrow as pa

    filled = [batch for batch in batches if batch.num_rows]
    return pa.Table.from_batches(filled) if filled else None


def _view(numbers: Any) -> Any:
    """The values of an Arrow array of 32-bit integers without a Python object for each."""
    if not len(numbers):
        return memoryview(b"").cast("i")
    return memoryview(numbers.buffers()[1]).cast("i")[numbers.offset : numbers.offset + len(numbers)]
