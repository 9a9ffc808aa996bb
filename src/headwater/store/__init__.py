"""What the pipeline wrote, opened for questions: search, upstream and downstream, paths, explanations, impact, diff.

`open_store` opens a folder that `headwater run` wrote, or a folder of SQL; a `Store` answers with frozen records
(`rows.graph`, `rows.graph_answers`). `sql` runs a user's own SELECT over the documented tables, and lets nothing else
through. No Spark is needed: DuckDB reads the Parquet files, once, into an index (`index`), and walks go over that.
"""

from headwater.rows.diff_answers import Diff
from headwater.rows.graph import Column, Dataset, Edge, Hidden, Link, Run, Runs, Statement
from headwater.rows.graph_answers import Explanation, Found, Impact, Match, Path, Paths, Reached, Table, Walk
from headwater.store.diff import diff
from headwater.store.errors import SeveralNames, StoreProblem, UnknownName
from headwater.store.folder import Snapshot, is_store, moment, snapshot, snapshots
from headwater.store.graph import Filter
from headwater.store.sql_folder import Reading, read_mapping, write_store
from headwater.store.store import Store, open_store

__all__ = [
    "open_store",
    "Store",
    "Filter",
    "Reading",
    "write_store",
    "read_mapping",
    "Snapshot",
    "snapshot",
    "snapshots",
    "is_store",
    "moment",
    "Dataset",
    "Column",
    "Edge",
    "Table",
    "Match",
    "Found",
    "Reached",
    "Walk",
    "Hidden",
    "Path",
    "Paths",
    "Explanation",
    "Statement",
    "Run",
    "Runs",
    "Link",
    "Impact",
    "Diff",
    "diff",
    "StoreProblem",
    "UnknownName",
    "SeveralNames",
]
