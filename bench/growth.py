"""Growth: each axis of `bench.shapes` from small to 16 times, and the exponent of the time it takes.

Exponent 1 is linear. The parser's own exponent stands beside ours: what is above linear there cannot be made
good later. The last step (half of the top size to all of it) is shown too, because a quadratic term that is
still small in the middle shows there first.
"""

from __future__ import annotations

from functools import partial

import sqlglot

import headwater
from bench.measure import Job, Section, Table, best, ms, slope
from bench.shapes import AXES, DIALECT, Axis

LIMIT = 1.2
STEPS = (16, 8, 4, 2, 1)


def sizes(axis: Axis, quick: bool) -> list[int]:
    top = axis.top // 4 if quick else axis.top
    return [max(top // step, 1) for step in STEPS]


def folded(sql: str, catalog: headwater.Catalog) -> tuple[int, int]:
    """Text to folded edges and influence, all of them; how many there are of each."""
    analysis = headwater.analyze(sql, dialect=DIALECT, catalog=catalog)
    edges = sum(len(list(s.edges)) for s in analysis.statements)
    influence = sum(len(list(s.influence)) for s in analysis.statements)
    return edges, influence


def run(quick: bool = False) -> Section:
    section = Section(
        "Growth",
        "CPU time of the parser alone (`sqlglot.parse`) and of `headwater.analyze` with all folded edges\n"
        "and influence, over five sizes up to the top. The exponent is that of time against size; exponents above\n"
        f"{LIMIT} are marked. *Last step* is the exponent of the last doubling alone.",
    )
    table = Table(("axis", "top", "edges", "parse ms", "headwater ms", "parse exp.", "headwater exp.", "last step"))
    for axis in AXES:
        points = sizes(axis, quick)
        parse, ours, edges = _times(axis, points, rounds=3 if quick else 5)
        k = slope(points, ours)
        table.row(
            axis.name,
            f"{points[-1]:,}",
            f"{edges:,}",
            ms(parse[-1]),
            ms(ours[-1]),
            f"{slope(points, parse):.2f}",
            f"{k:.2f}" if k <= LIMIT else f"**{k:.2f} > {LIMIT}**",
            f"{slope(points[-2:], ours[-2:]):.2f}",
        )
    section.tables.append(table)
    return section


def _times(axis: Axis, points: list[int], rounds: int) -> tuple[list[float], list[float], int]:
    """Best times of the parser and of headwater at each size; how many edges and influences the last has.

    All sizes take turns: a machine that slows down between two sizes would bend the line. An exponent above
    the limit is measured again before it is believed.
    """
    texts = [(axis.sql(size), headwater.Catalog(axis.tables(size))) for size in points]
    jobs: list[Job] = [partial(sqlglot.parse, sql, dialect=DIALECT) for sql, _ in texts]
    jobs += [partial(folded, sql, catalog) for sql, catalog in texts]
    times = best(jobs, rounds)
    if slope(points, times[len(points) :]) > LIMIT:
        times = list(map(min, times, best(jobs, rounds)))
    return times[: len(points)], times[len(points) :], sum(folded(*texts[-1]))
