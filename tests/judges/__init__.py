"""Judges: who says whether headwater is right.

- `duckdb_plan` and `duckdb_reach` read DuckDB's bound plan, `perturb` runs statements on changed data; none
  of them knows headwater.
- `flink` asks Flink's planner, in an environment of its own, and keeps what it said.
- `corpus` holds statements written by hand, `generate` writes random ones.
- `test_judges` holds the judges against each other, `test_duckdb_judge` holds headwater against all of them,
  `fuzz` does so for as long as one likes.
"""
