CREATE TABLE events (id INT, ts TIMESTAMP(3), n INT,
  payload ROW<buyer ROW<id INT, name STRING>, kind STRING>,
  tags ARRAY<STRING>, lines ARRAY<ROW<sku STRING, price INT>>, attrs MAP<STRING, STRING>);
