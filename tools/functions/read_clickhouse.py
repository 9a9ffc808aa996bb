"""List ClickHouse's functions from its system tables. Needs: pip install chdb==4.4.0 (840 MB)

    python tools/functions/read_clickhouse.py | python tools/functions/merge.py clickhouse
    python tools/functions/read_clickhouse.py combinators \
        > src/headwater/dialects/clickhouse/combinators.txt

A function that ignores case is listed in lower case, with !ci.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

Rows = list[dict[str, object]]

# What a combinator does to the arguments. "role": one more argument of this role at the end. "=role": the
# arguments are replaced by one of this role (an aggregate state). Nothing: they stay as they are.
COMBINATORS = {
    "If": "cond",
    "ArgMax": "order",
    "ArgMin": "order",
    "Merge": "=value",
    "MergeState": "=value",
    "Resample": "cond",
}


def ask(sql: str) -> Rows:
    import chdb

    text = str(chdb.query(sql, "JSONEachRow"))
    return [json.loads(line) for line in text.splitlines() if line]


def functions(ask: Callable[[str], Rows]) -> None:
    columns = "name, is_aggregate, case_insensitive, alias_to, higher_order"
    rows = ask(f"SELECT {columns} FROM system.functions ORDER BY name")
    folded = {str(row["name"]): str(row["name"]) for row in rows}
    folded |= {name: name.lower() for name in (str(row["name"]) for row in rows if row["case_insensitive"])}
    for row in rows:
        name = str(row["name"])
        if name.startswith("_"):  # what its rewriter leaves behind; not to be called
            continue
        kind = "agg" if row["is_aggregate"] else "higher" if row["higher_order"] else "scalar"
        alias = f" ={folded.get(str(row['alias_to']), row['alias_to'])}" if row["alias_to"] else ""
        print(folded[name], kind + alias + (" !ci" if row["case_insensitive"] else ""))
    for row in ask("SELECT name FROM system.table_functions ORDER BY name"):
        print(row["name"], "table")


def combinators(ask: Callable[[str], Rows]) -> None:
    rows = ask("SELECT name FROM system.aggregate_function_combinators WHERE NOT is_internal")
    names = {str(row["name"]) for row in rows}
    for name in sorted(names | {"MergeState"}):
        print(f"{name} {COMBINATORS.get(name, '')}".rstrip())


def main() -> None:
    version = ask("SELECT version() AS v")[0]["v"]
    if sys.argv[1:] == ["combinators"]:
        print(f"# ClickHouse {version} (chdb), system.aggregate_function_combinators.")
        print("# Generated, with the effects, by tools/functions/read_clickhouse.py.")
        print("# A role: one more argument of it at the end. =role: the arguments are replaced by one of it,")
        print("# a state. Nothing: they stay. Suffixes are case sensitive and may be stacked.")
        combinators(ask)
    else:
        print(f"# ClickHouse {version} (chdb), system.functions and system.table_functions.")
        functions(ask)


if __name__ == "__main__":
    main()
