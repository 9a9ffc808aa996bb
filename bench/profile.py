"""`python -m bench.profile [LINES]`: where headwater's time goes on the TPC-DS queries, function by function.

The profiler makes Python calls dearer than they are and leaves compiled ones alone: read the order, not the
seconds.
"""

from __future__ import annotations

import cProfile
import pstats
import sys

import headwater
from bench.corpus import tpcds
from bench.shapes import DIALECT


def main(lines: int) -> None:
    corpus = tpcds()
    catalog = headwater.Catalog(corpus.tables)

    def everything() -> None:
        for sql in corpus.queries:
            for s in headwater.analyze(sql, dialect=DIALECT, catalog=catalog).statements:
                list(s.edges)
                list(s.influence)

    everything()
    profile = cProfile.Profile()
    profile.runcall(everything)
    pstats.Stats(profile).strip_dirs().sort_stats("tottime").print_stats(lines)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 25)
