"""Memory: what an Analysis that is kept alive holds, by edge, as `tracemalloc` counts it.

Measured twice on the same objects: as `analyze` returned them, and after every edge and influence was asked
for and dropped again (what stays then is what the analysis keeps for itself).
"""

from __future__ import annotations

import gc
import tracemalloc

import headwater
from bench.corpus import tpcds
from bench.measure import Section, Table
from bench.shapes import DIALECT, Tables, columns, stars, wide


def run(quick: bool = False) -> Section:
    corpus = tpcds()
    width = 500 if quick else 2000
    table = Table(
        (
            "kept alive",
            "edges + influence",
            "KiB as returned",
            "bytes per edge",
            "KiB after reading all",
            "bytes per edge",
        )
    )
    cases: list[tuple[str, tuple[str, ...], Tables]] = [
        (f"TPC-DS, {len(corpus.queries)} analyses", corpus.queries, corpus.tables),
        (f"{width:,} columns by name x 3 layers", (columns(width),), wide(width)),
        (f"{width:,} columns by star x 3 layers", (stars(width),), wide(width)),
    ]
    for name, queries, schema in cases:
        count, returned, read = _measure(queries, headwater.Catalog(schema))
        table.row(
            name,
            f"{count:,}",
            f"{returned / 1024:,.0f}",
            f"{returned / max(count, 1):,.0f}",
            f"{read / 1024:,.0f}",
            f"{read / max(count, 1):,.0f}",
        )
    return Section(
        "Memory",
        "Memory of an `Analysis`, without the catalog and the SQL text of the caller.",
        [table],
    )


def _measure(queries: tuple[str, ...], catalog: headwater.Catalog) -> tuple[int, int, int]:
    for sql in queries:  # what is built once per process, and is not an analysis, is built before the count
        headwater.analyze(sql, dialect=DIALECT, catalog=catalog).to_dict()
    gc.collect()
    tracemalloc.start()
    try:
        analyses = [headwater.analyze(sql, dialect=DIALECT, catalog=catalog) for sql in queries]
        gc.collect()
        returned = tracemalloc.get_traced_memory()[0]
        count = sum(len(list(s.edges)) + len(list(s.influence)) for r in analyses for s in r.statements)
        gc.collect()
        read = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    return count, returned, read
