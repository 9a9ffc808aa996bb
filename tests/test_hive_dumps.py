"""A catalog out of what Hive prints of its tables."""

from __future__ import annotations

import pytest

import headwater

PRINTED = r"""createtab_stmt
CREATE EXTERNAL TABLE `ods.orders`(
  `id` bigint COMMENT 'the key; unique',
  `amount` decimal(10,2),
  `who` struct<name:string,tags:array<string>>)
COMMENT 'orders'
PARTITIONED BY (
  `dt` string)
ROW FORMAT SERDE
  'org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe'
WITH SERDEPROPERTIES (
  'field.delim'='\t',
  'serialization.format'='\t')
STORED AS INPUTFORMAT
  'org.apache.hadoop.mapred.TextInputFormat'
OUTPUTFORMAT
  'org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat'
LOCATION
  'hdfs://nameservice/warehouse/ods.db/orders'
TBLPROPERTIES (
  'bucketing_version'='2',
  'transient_lastDdlTime'='1700000000')
createtab_stmt
CREATE TABLE `ods`.`items`(
  `order_id` bigint,
  `price` double)
STORED AS ORC
LOCATION
  'hdfs://nameservice/warehouse/ods.db/items'
CREATE VIEW `ods`.`paid` AS SELECT `orders`.`id` AS `k` FROM `ods`.`orders`
"""


@pytest.mark.parametrize("text", [PRINTED, PRINTED.replace("createtab_stmt\n", "")], ids=["with heads", "without"])
def test_show_create_table(text: str) -> None:
    catalog = headwater.Catalog.from_ddl(text, dialect="hive")
    assert {name: list(columns or ()) for name, columns in catalog.to_dict().items()} == {
        "ods.orders": ["id", "amount", "who", "dt"],
        "ods.items": ["order_id", "price"],
        "ods.paid": ["k"],
    }
    (orders,) = [table for table in catalog if table.display == "ods.orders"]
    assert orders.partitions == ("dt",)


def test_lineage_over_a_dump() -> None:
    catalog = headwater.Catalog.from_ddl(PRINTED, dialect="hive")
    sql = "SELECT * FROM ods.orders o JOIN ods.items i ON o.id = i.order_id"
    (statement,) = headwater.analyze(sql, dialect="hive", catalog=catalog).statements
    assert statement.level == headwater.Level.EXACT
    assert [column.name for column in statement.columns] == ["id", "amount", "who", "dt", "order_id", "price"]


def test_a_create_within_a_line_begins_nothing() -> None:
    (statement,) = headwater.analyze("EXPLAIN\nCREATE TABLE x AS SELECT a FROM t", dialect="hive").statements
    assert statement.kind == "EXPLAIN"
