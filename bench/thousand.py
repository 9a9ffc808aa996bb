"""A thousand lines: one realistic warehouse script, from text to folded edges.

The text is made here, the same every time: staging CTEs that clean a source with CASE and COALESCE and rank
its versions, CTEs that aggregate them, and a final wide SELECT that joins those into a target table.
"""

from __future__ import annotations

import sqlglot

import headwater
from bench.growth import folded
from bench.measure import Section, Table, best, ms
from bench.shapes import DIALECT

LINES = 1000
STAGES = 20
FIELDS = 14


def tables() -> dict[str, dict[str, str]]:
    columns = {"id": "bigint", "customer_id": "bigint", "status": "varchar", "updated_at": "timestamp"}
    fields = {f"f{i}": "double" for i in range(FIELDS)}
    return {f"raw.source_{s}": {**columns, **fields} for s in range(STAGES)}


def text() -> str:
    """STAGES staging CTEs and as many aggregates over them, joined in one INSERT; exactly LINES lines."""
    ctes = [_staging(s) for s in range(STAGES)] + [_rollup(s) for s in range(STAGES)]
    body = ["INSERT INTO mart.customer_wide", "WITH"]
    for i, cte in enumerate(ctes):
        cte[-1] += "," if i < len(ctes) - 1 else ""
        body += cte
    body += ["SELECT", "    base.customer_id"]
    for s in range(STAGES):
        body.append(f"    , COALESCE(r{s}.total_{s}, 0) AS total_{s}")
        body.append(f"    , CASE WHEN r{s}.orders_{s} > 10 THEN 'many' ELSE r{s}.label_{s} END AS band_{s}")
    tail = ["FROM rollup_0 base"]
    for s in range(STAGES):
        tail += [f"LEFT JOIN rollup_{s} r{s}", f"    ON r{s}.customer_id = base.customer_id"]
    tail.append("WHERE base.customer_id IS NOT NULL")
    room = LINES - len(body) - len(tail)
    if room < 0:
        raise ValueError(f"{-room} lines too many")
    filler = [f"    , base.total_0 + r{i % STAGES}.peak_{i % STAGES} * {i} AS score_{i}" for i in range(room)]
    return "\n".join([*body, *filler, *tail])


def _staging(s: int) -> list[str]:
    fields = [f"        , COALESCE(src.f{i}, 0) * {i + 1} AS f{i}" for i in range(FIELDS)]
    return [
        f"stage_{s} AS (",
        "    SELECT",
        "        src.id",
        "        , src.customer_id",
        "        , CASE",
        "            WHEN lower(src.status) = 'done' THEN 1",
        "            WHEN src.status IS NULL THEN 0",
        "            ELSE -1",
        "          END AS state",
        "        , ROW_NUMBER() OVER (PARTITION BY src.id ORDER BY src.updated_at DESC) AS rn",
        *fields,
        f"    FROM raw.source_{s} AS src",
        "    WHERE src.updated_at >= DATE '2024-01-01'",
        ")",
    ]


def _rollup(s: int) -> list[str]:
    return [
        f"rollup_{s} AS (",
        "    SELECT",
        "        st.customer_id",
        f"        , COUNT(DISTINCT st.id) AS orders_{s}",
        f"        , SUM(CASE WHEN st.state = 1 THEN st.f0 + st.f1 ELSE 0 END) AS total_{s}",
        f"        , MAX(st.f2 - st.f3) AS peak_{s}",
        f"        , CASE WHEN MIN(st.state) < 0 THEN 'open' ELSE 'closed' END AS label_{s}",
        f"        , AVG(st.f4) FILTER (WHERE st.f5 > 0) AS mean_{s}",
        f"    FROM stage_{s} AS st",
        "    WHERE st.rn = 1",
        "    GROUP BY st.customer_id",
        "    HAVING SUM(st.f6) > 0",
        ")",
    ]


def run(quick: bool = False) -> Section:
    sql, catalog = text(), headwater.Catalog(tables())
    edges, influence = folded(sql, catalog)
    parse, ours = best([lambda: sqlglot.parse(sql, dialect=DIALECT), lambda: folded(sql, catalog)], 5 if quick else 15)
    table = Table(("lines", "characters", "edges", "influence", "parse ms", "headwater ms", "/ parse"))
    table.row(
        f"{sql.count(chr(10)) + 1:,}",
        f"{len(sql):,}",
        f"{edges:,}",
        f"{influence:,}",
        ms(parse),
        ms(ours),
        f"{ours / parse:.2f}",
    )
    return Section(
        "A thousand lines",
        f"One INSERT over {2 * STAGES} CTEs with joins, CASE, aggregates and windows: text to folded edges\n"
        "and influence. The goal is well below 100 ms.",
        [table],
    )
