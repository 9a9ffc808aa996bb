"""List DuckDB's functions from duckdb_functions(). Needs: pip install duckdb==2.0.0

Run: python tools/functions/read_duckdb.py | python tools/functions/merge.py duckdb
"""

from __future__ import annotations

import re

import duckdb

KINDS = {
    "scalar": "scalar",
    "aggregate": "agg",
    "window": "window",
    "macro": "scalar",
    "table": "table",
    "table_macro": "table",
}
# Plumbing that no query calls: compressed materialisation, one function per collation.
PLUMBING = re.compile(r"__|collate_|icu_collate_")


def main() -> None:
    connection = duckdb.connect()
    rows = connection.sql(
        "SELECT DISTINCT lower(function_name), function_type, lower(alias_of) FROM duckdb_functions() "
        "ORDER BY 1, 2, 3 NULLS LAST"
    ).fetchall()
    extensions = "SELECT extension_name FROM duckdb_extensions() WHERE loaded ORDER BY 1"
    loaded = connection.sql(extensions).fetchall()
    print(f"# DuckDB {duckdb.__version__}, duckdb_functions(), with {', '.join(name for (name,) in loaded)}.")
    for name, kind, alias_of in rows:
        if kind in KINDS and re.fullmatch(r"[a-z_]\w*", name) and not PLUMBING.match(name):
            alias = f" ={alias_of}" if alias_of and re.fullmatch(r"\w+", alias_of) else ""
            print(f"{name} {KINDS[kind]}{alias}")


if __name__ == "__main__":
    main()
