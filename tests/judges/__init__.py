"""Judges: who says whether headwater is right.

- `duckdb_plan` and `duckdb_reach` read DuckDB's bound plan, `perturb` runs statements on changed data; none
  of them knows headwater.
- `clickhouse_tree` reads ClickHouse's resolved query tree, from the embedded engine in a child process;
  `python -m tests.judges.clickhouse "SELECT …"` shows both answers for a statement.
- `flink` asks Flink's planner, in an environment of its own, and keeps what it said.
- `corpus` holds statements written by hand, `generate` and `clickhouse_generate` write random ones.
- `test_judges` holds the judges against each other, `test_duckdb_judge` holds headwater against all of them,
  `fuzz` does so for as long as one likes.
"""
