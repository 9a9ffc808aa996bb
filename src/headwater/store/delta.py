"""Snapshots as Delta tables, through the package deltalake."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.store.publish import Version

if TYPE_CHECKING:
    import pyarrow

_APP = "headwater"
"""The application whose transaction a version is: Delta keeps the newest of each, also when old logs are removed."""


class DeltaTables:
    """Delta tables in a folder, each in a folder of its own. Raises ImportError without deltalake."""

    def __init__(self, root: Path) -> None:
        import deltalake

        self._root = root
        self._delta = deltalake

    def folder(self, table: str) -> Path:
        """Where the files of a table lie."""
        return self._root / table

    def committed(self, table: str) -> int | None:
        """When the snapshot that was committed last was made."""
        if not self._is_table(table):
            return None
        version = self._delta.DeltaTable(self.folder(table)).transaction_version(_APP)
        return None if version is None else int(version)

    def commit(self, table: str, schema: pyarrow.Schema, version: Version) -> None:
        """Replace all rows of a table, or make it, in one commit."""
        from deltalake.transaction import create_table_with_add_actions

        place = self.folder(table)
        wanted = self._delta.Schema.from_arrow(_plain(schema))
        actions = _actions(version.files)
        properties = self._delta.CommitProperties(
            custom_metadata={"headwater.snapshot": version.snapshot},
            app_transactions=[self._delta.Transaction(_APP, version.made_at)],
        )
        if not self._is_table(table):
            create_table_with_add_actions(
                str(place), wanted, actions, mode="error", partition_by=[], name=table, commit_properties=properties
            )
            return
        existing = self._delta.DeltaTable(place)
        known = {field.name for field in existing.schema().fields}
        fields = [*existing.schema().fields, *(field for field in wanted.fields if field.name not in known)]
        existing.create_write_transaction(
            actions, mode="overwrite", schema=self._delta.Schema(fields), partition_by=[], commit_properties=properties
        )

    def _is_table(self, table: str) -> bool:
        return bool(self._delta.DeltaTable.is_deltatable(str(self.folder(table))))


def _plain(schema: pyarrow.Schema) -> pyarrow.Schema:
    """The schema with descriptions as Delta's comments."""
    import pyarrow as pa

    fields = [
        field.with_metadata({"comment": (field.metadata or {}).get(b"description", b"").decode()}) for field in schema
    ]
    return pa.schema(fields)


def _actions(files: Sequence[Path]) -> list[Any]:
    from deltalake.transaction import AddAction
    from pyarrow import parquet

    return [
        AddAction(
            path=file.name,
            size=file.stat().st_size,
            partition_values={},
            modification_time=int(file.stat().st_mtime * 1_000),
            data_change=True,
            stats=json.dumps({"numRecords": parquet.read_metadata(file).num_rows}),
        )
        for file in files
    ]
