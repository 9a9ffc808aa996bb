CREATE TABLE orders (
  id INT64, customer_id INT64, product_id INT64, amount NUMERIC, qty INT64, status STRING, created_at TIMESTAMP, day DATE, note STRING, paid BOOL
);
CREATE TABLE customers (id INT64, name STRING, city STRING, country STRING, parent_id INT64, since DATE);
CREATE TABLE products (id INT64, title STRING, price NUMERIC, category STRING, tags ARRAY<STRING>);
CREATE TABLE events (
  id INT64, ts TIMESTAMP, n INT64, kind STRING, doc JSON,
  payload STRUCT<buyer STRUCT<id INT64, name STRING>, kind STRING, score FLOAT64>,
  tags ARRAY<STRING>, lines ARRAY<STRUCT<sku STRING, price INT64, attrs ARRAY<STRUCT<k STRING, v STRING>>>>
);
CREATE TABLE sales.facts (k INT64, amount INT64, day DATE, region STRING);
CREATE TABLE sales.daily (k INT64, total INT64, day DATE);
CREATE TABLE shop.raw.clicks (user_id INT64, url STRING, geo STRUCT<city STRING, lat FLOAT64, lon FLOAT64>, seen TIMESTAMP);
CREATE TABLE t (a INT64, b INT64, c INT64, d INT64);
CREATE TABLE u (a INT64, x INT64, y INT64);
CREATE TABLE v (a INT64, x INT64, z INT64);
CREATE TABLE w (b INT64, a INT64);
CREATE TABLE target (id INT64, name STRING, total NUMERIC, updated TIMESTAMP, info STRUCT<city STRING, score FLOAT64>, tags ARRAY<STRING>);
