CREATE TABLE events (id INT, ts TIMESTAMP, n INT,
  payload STRUCT<buyer: STRUCT<id: INT, name: STRING>, kind: STRING>,
  tags ARRAY<STRING>, lines ARRAY<STRUCT<sku: STRING, price: INT>>, attrs MAP<STRING, STRING>);
