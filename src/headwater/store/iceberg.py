"""Snapshots as Iceberg tables, through the package pyiceberg, in a catalog that is a SQLite file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.store.publish import Version

if TYPE_CHECKING:
    import pyarrow

NAMESPACE = "headwater"
_MADE_AT = "headwater.made-at"
_SNAPSHOT = "headwater.snapshot"


class IcebergTables:
    """Iceberg tables in a folder, with their catalog. Raises ImportError without pyiceberg."""

    def __init__(self, root: Path) -> None:
        from pyiceberg.catalog.sql import SqlCatalog

        root.mkdir(parents=True, exist_ok=True)
        self._root = root
        self.catalog = SqlCatalog(NAMESPACE, uri=f"sqlite:///{root / 'catalog.db'}", warehouse=root.as_uri())
        self.catalog.create_namespace_if_not_exists(NAMESPACE)

    def folder(self, table: str) -> Path:
        """Where the files of a table lie."""
        return self._root / table / "data"

    def committed(self, table: str) -> int | None:
        """When the snapshot that was committed last was made."""
        if not self.catalog.table_exists((NAMESPACE, table)):
            return None
        made_at = self.catalog.load_table((NAMESPACE, table)).properties.get(_MADE_AT)
        return None if made_at is None else int(made_at)

    def commit(self, table: str, schema: pyarrow.Schema, version: Version) -> None:
        """Replace all rows of a table, or make it, in one commit."""
        from pyiceberg.io.pyarrow import parquet_file_to_data_file
        from pyiceberg.table import TableProperties

        name = (NAMESPACE, table)
        location = (self._root / table).as_uri()
        existing: Any = self.catalog.create_table_if_not_exists(name, _plain(schema), location=location)
        with existing.transaction() as transaction:
            with transaction.update_schema() as update:
                update.union_by_name(_plain(schema))
            # the files have no ids of columns: they are found by name
            mapping = transaction.table_metadata.schema().name_mapping.model_dump_json()
            transaction.set_properties({_MADE_AT: str(version.made_at), TableProperties.DEFAULT_NAME_MAPPING: mapping})
            old = [task.file for task in existing.scan().plan_files()]
            update_snapshot = transaction.update_snapshot(snapshot_properties={_SNAPSHOT: version.snapshot})
            with update_snapshot.overwrite() as overwrite:
                for file in old:
                    overwrite.delete_data_file(file)
                for path in _with_rows(version.files):
                    overwrite.append_data_file(
                        parquet_file_to_data_file(existing.io, transaction.table_metadata, path.as_uri())
                    )


def _with_rows(files: Sequence[Path]) -> list[Path]:
    """The files that hold something: Iceberg asks each for the bounds of its columns."""
    from pyarrow import parquet

    return [file for file in files if parquet.read_metadata(file).num_rows]


def _plain(schema: pyarrow.Schema) -> pyarrow.Schema:
    """The schema with descriptions as Iceberg's comments."""
    import pyarrow as pa

    fields = [
        field.with_metadata({"doc": (field.metadata or {}).get(b"description", b"").decode()}) for field in schema
    ]
    return pa.schema(fields)
