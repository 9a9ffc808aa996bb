"""The views that BigQuery has in every INFORMATION_SCHEMA, with their columns as its reference lists them.

`region-us`.INFORMATION_SCHEMA.JOBS and d.INFORMATION_SCHEMA.TABLES are found by the last two parts of their names. To
add a view: a line in `_VIEWS`; a column is a string unless it says otherwise.
"""

from __future__ import annotations

from functools import cache

from headwater.base.identifiers import Key
from headwater.catalog.tables import Column, Table

_TABLE = "table_catalog table_schema table_name"
_REFERENCE = "STRUCT<project_id STRING, dataset_id STRING, table_id STRING>"
_JOB = (
    "creation_time:TIMESTAMP project_id project_number:INT64 user_email job_id job_type statement_type priority "
    "start_time:TIMESTAMP end_time:TIMESTAMP query state reservation_id total_bytes_processed:INT64 "
    "total_slot_ms:INT64 error_result:STRUCT<reason|STRING,location|STRING,message|STRING> cache_hit:BOOL "
    "destination_table:@ referenced_tables:ARRAY<@> labels:ARRAY<STRUCT<key|STRING,value|STRING>> "
    "total_bytes_billed:INT64 transaction_id parent_job_id session_info:STRUCT<session_id|STRING> "
    "total_modified_partitions:INT64 bi_engine_statistics query_info edition job_creation_reason"
)
_VIEWS = {
    "TABLES": f"{_TABLE} table_type managed_table_type is_insertable_into is_fine_grained_mutations_enabled is_typed "
    "is_change_history_enabled creation_time:TIMESTAMP base_table_catalog base_table_schema base_table_name "
    "snapshot_time_ms:TIMESTAMP replica_source_catalog replica_source_schema replica_source_name replication_status "
    "replication_error ddl default_collation_name upsert_stream_apply_watermark:TIMESTAMP",
    "COLUMNS": f"{_TABLE} column_name ordinal_position:INT64 is_nullable data_type is_generated generation_expression "
    "is_stored is_hidden is_updatable is_system_defined is_partitioning_column clustering_ordinal_position:INT64 "
    "collation_name column_default rounding_mode policy_tags:ARRAY<STRING>",
    "COLUMN_FIELD_PATHS": f"{_TABLE} column_name field_path data_type description collation_name rounding_mode "
    "policy_tags:ARRAY<STRING>",
    "VIEWS": f"{_TABLE} view_definition check_option use_standard_sql",
    "MATERIALIZED_VIEWS": f"{_TABLE} last_refresh_time:TIMESTAMP refresh_watermark:TIMESTAMP "
    "last_refresh_status:STRUCT<reason|STRING,location|STRING,message|STRING>",
    "TABLE_OPTIONS": f"{_TABLE} option_name option_type option_value",
    "PARTITIONS": f"{_TABLE} partition_id total_rows:INT64 total_logical_bytes:INT64 total_billable_bytes:INT64 "
    "last_modified_time:TIMESTAMP storage_tier",
    "TABLE_STORAGE": f"project_id project_number:INT64 {_TABLE} creation_time:TIMESTAMP total_rows:INT64 "
    "total_partitions:INT64 total_logical_bytes:INT64 active_logical_bytes:INT64 long_term_logical_bytes:INT64 "
    "total_physical_bytes:INT64 active_physical_bytes:INT64 long_term_physical_bytes:INT64 "
    "time_travel_physical_bytes:INT64 storage_last_modified_time:TIMESTAMP deleted:BOOL table_type",
    "SCHEMATA": "catalog_name schema_name schema_owner creation_time:TIMESTAMP last_modified_time:TIMESTAMP location "
    "ddl default_collation_name",
    "SCHEMATA_OPTIONS": "catalog_name schema_name option_name option_type option_value",
    "ROUTINES": "specific_catalog specific_schema specific_name routine_catalog routine_schema routine_name "
    "routine_type data_type routine_body routine_definition external_language is_deterministic security_type "
    "created:TIMESTAMP last_altered:TIMESTAMP ddl",
    "PARAMETERS": "specific_catalog specific_schema specific_name ordinal_position:INT64 parameter_mode is_result "
    "parameter_name data_type parameter_default is_aggregate",
    "TABLE_CONSTRAINTS": f"constraint_catalog constraint_schema constraint_name {_TABLE} constraint_type "
    "is_deferrable initially_deferred enforced",
    "KEY_COLUMN_USAGE": f"constraint_catalog constraint_schema constraint_name {_TABLE} column_name "
    "ordinal_position:INT64 position_in_unique_constraint:INT64",
    "CONSTRAINT_COLUMN_USAGE": f"{_TABLE} column_name constraint_catalog constraint_schema constraint_name",
    "TABLE_SNAPSHOTS": f"{_TABLE} base_table_catalog base_table_schema base_table_name snapshot_time:TIMESTAMP",
    **dict.fromkeys(("JOBS", "JOBS_BY_PROJECT", "JOBS_BY_USER", "JOBS_BY_FOLDER", "JOBS_BY_ORGANIZATION"), _JOB),
}


def find(key: Key) -> Table | None:
    """The view of that name; None for any other."""
    if len(key) < 2 or key[-2].upper() != "INFORMATION_SCHEMA":
        return None
    columns = _columns(key[-1].upper())
    return Table(tuple(key), columns, "view") if columns else None


@cache
def _columns(name: str) -> tuple[Column, ...]:
    matches = []
    for word in _VIEWS.get(name, "").split():
        label, _, kind = word.partition(":")
        kind = kind.replace("@", _REFERENCE).replace("|", " ") or "STRING"
        matches.append(Column(label, kind))
    return tuple(matches)
