"""What comes to the driver is bounded, and Spark is used by its public interface; exceptions are listed, with why."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import headwater

SPARK = Path(headwater.__file__).parent / "spark"
BRINGS = frozenset({"collect", "toLocalIterator", "toPandas", "toArrow", "take", "head", "first"})
"""Methods of a DataFrame that bring rows to the driver."""
BOUNDED = {
    "analysis.stale_units": "the ids of texts that define something and have to be analysed again: like the schemas",
    "closure.reach": "one row",
    "closure.path": "the steps of one path",
    "components.connected": "one row",
    "driver_registry._collect_schemas": "the schemas of all tables that texts define: not bounded, see docs/scale.md",
    "driver_registry.learn_pieces": "the ids of texts that define something whose schemas change: like the schemas",
    "facts.summarise": "the top of lists, one row a layer (at most the longest path), one row",
    "facts._listed": "the top of a list",
    "facts._orphans": "the top of a list",
    "facts._circle": "the members of a circle that are shown",
    "frontier._walk": "one row a round",
    "increment_snapshot.analyse": "the answers to at most 20,000 texts; for more, Spark makes the snapshot",
    "increment_snapshot.session_scripts": "the runs of sessions with temporary tables that go on in new files",
    "increments._take": "the files of one batch, at most 10,000",
    "large_files.hashes": "one row for each large file of a batch",
    "large_files._kinds": "the first 64 KB of each large file",
    "ledger.new_files": "the files of one batch, at most 10,000",
    "ledger._looked": "the files of one batch, at most 10,000",
    "ledger.streamed": "one row",
    "listed_tables.listed": "at most as many listed tables as the driver may keep schemas",
    "listed_tables.with_dialects": "the dialects of the folders of those tables",
    "metastore._text": "what Hive tells of one table",
    "pipeline._snapshot": "a small run: at most 20,000 rows were read",
    "pipeline._collect": "`report.collect`, see there",
    "preview._counted": "a row for each format and dialect, and the most frequent reasons",
    "report._rows": "the top of lists: every query of a report has a limit",
    "schema_rounds.solve": "a row for each of eight kinds of units",
    "sinks._holds": "one property of a table",
    "small_graph.tables": "a small run: at most 20,000 rows were read",
    "small_graph._arrow": "a small run: at most 20,000 rows were read",
    "sources.broken_files": "the names of all files of a source, after a failure",
    "sources._files": "the names of large files",
    "table_registry._define": "the texts that define functions, models and catalogs",
    "table_registry.ready": "one row",
    "tags._ids": "the columns that a file of tags names",
}
PRIVATE = frozenset({"_jvm", "_jsc", "_jdf", "_gateway", "_active_spark_context"})
OUTSIDE = {
    "dataframe": "reads the plan of a DataFrame",
    "plan_json": "reads the plan of a DataFrame",
    "listeners": "captures plans",
    "folder": "small files on storage that only Hadoop reaches; there is no public interface for them",
    "session": "starts Java with its output in a file, and leaves no settings behind",
}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SPARK.glob("*.py")):
        yield path.stem, ast.parse(path.read_text("utf-8"))


def functions(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Every node with the outermost function, or method, that it stands in."""
    for node in ast.iter_child_nodes(tree):
        if not inside and isinstance(node, ast.FunctionDef):
            yield from functions(node, node.name)
        else:
            yield inside, node
            yield from functions(node, inside)


def test_what_comes_to_the_driver_is_bounded() -> None:
    found = {
        f"{module}.{function}"
        for module, tree in modules()
        for function, node in functions(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in BRINGS
    }
    assert found == set(BOUNDED)


def test_spark_is_used_by_its_public_interface() -> None:
    found = {
        module
        for module, tree in modules()
        for node in ast.walk(tree)
        if (
            isinstance(node, ast.Attribute)
            and node.attr in PRIVATE
            and not (isinstance(node.value, ast.Name) and node.value.id == "self")
        )
        or (isinstance(node, ast.Constant) and node.value in PRIVATE)
    }
    assert found == set(OUTSIDE)
