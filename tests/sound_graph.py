"""What the closure relies on without looking, checked for every statement of the suite.

Every column that is read was born, and a value is only read from an older column, except inside a recursive CTE.
"""

from __future__ import annotations

from headwater.lineage.graph import Graph
from headwater.rel.kinds import UNKNOWN


def broken(graph: Graph) -> list[str]:
    """What does not hold, in words; empty for a sound graph."""
    said: list[str] = []
    for index, reads in enumerate(graph.into):
        for read in reads:
            source = read.col
            if not graph.op[source.id]:
                said.append(
                    f"column {index} ({graph.op[index]}) reads {source.id} ({source.name}), which no operator bears"
                )
            elif read.kind <= UNKNOWN and source.id >= index and not graph.looped:
                said.append(f"column {index} ({graph.op[index]}) reads {source.id} ({source.name}), which is younger")
    return said
