"""`from headwater.compat.zetasql_toolkit.lineage import ColumnLineageExtractor`: see `headwater.compat.zetasql`."""

from headwater.compat.zetasql import (
    ColumnEntity,
    ColumnLineage,
    ColumnLineageExtractor,
    ExpressionParentFinder,
    ParentColumnFinder,
    get_child_nodes,
    walk_resolved_tree,
)

__all__ = [
    "ColumnEntity",
    "ColumnLineage",
    "ColumnLineageExtractor",
    "ExpressionParentFinder",
    "ParentColumnFinder",
    "get_child_nodes",
    "walk_resolved_tree",
]
