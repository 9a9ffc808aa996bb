CREATE TABLE events (id INT64, ts TIMESTAMP, n INT64,
  payload STRUCT<buyer STRUCT<id INT64, name STRING>, kind STRING>,
  tags ARRAY<STRING>, lines ARRAY<STRUCT<sku STRING, price INT64>>, attrs JSON);
