-- The tables of the judge. Those of the catalog `lake` can be merged into, updated and deleted from.
CREATE TABLE orders (order_id BIGINT, user_id BIGINT, product_id BIGINT, amount DOUBLE, qty INT, status STRING, day DATE, ts TIMESTAMP) USING parquet;
CREATE TABLE users (user_id BIGINT, name STRING, email STRING, country STRING, age INT, vip BOOLEAN, manager_id BIGINT) USING parquet;
CREATE TABLE products (product_id BIGINT, title STRING, category STRING, price DOUBLE, cost DOUBLE) USING parquet;
CREATE TABLE events (event_id BIGINT, user_id BIGINT, kind STRING, at TIMESTAMP,
  payload STRUCT<url: STRING, device: STRUCT<os: STRING, ver: INT>>,
  tags ARRAY<STRING>, scores ARRAY<DOUBLE>, items ARRAY<STRUCT<sku: STRING, price: DOUBLE, n: INT>>,
  attrs MAP<STRING, STRING>, sizes MAP<STRING, STRUCT<w: INT, h: INT>>, body STRING, v VARIANT) USING parquet;
CREATE TABLE t (a INT, b INT, c STRING, d DOUBLE) USING parquet;
CREATE TABLE u (a INT, x INT, y STRING) USING parquet;
CREATE TABLE sales (year INT, quarter STRING, region STRING, revenue DOUBLE, units INT) USING parquet;
CREATE TABLE quarters (region STRING, q1 INT, q2 INT, q3 INT, q4 INT) USING parquet;
CREATE TABLE daily (k INT, total DOUBLE, note STRING, p STRING, q INT) USING parquet PARTITIONED BY (p, q);
CREATE TABLE summary (id BIGINT, label STRING, total DOUBLE) USING parquet;
CREATE TABLE boxes (id INT, s STRUCT<x: INT, y: STRING>, l ARRAY<STRUCT<x: INT, y: STRING>>) USING parquet;
CREATE TABLE lake.db.acc (id BIGINT, balance DOUBLE, owner STRING, s STRUCT<x: INT, y: STRING>, note STRING);
CREATE TABLE lake.db.delta (id BIGINT, balance DOUBLE, owner STRING, s STRUCT<x: INT, y: STRING>, op STRING);
CREATE TABLE lake.db.parted (id BIGINT, v DOUBLE, day STRING) PARTITIONED BY (day);
