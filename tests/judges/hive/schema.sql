-- The tables of the Hive judge. Hive carries this out, and headwater reads it as a catalog.

CREATE DATABASE mart;

CREATE TABLE orders (
  order_id BIGINT, customer_id BIGINT, amount DOUBLE, quantity INT, status STRING, coupon STRING, note STRING,
  order_ts TIMESTAMP
) PARTITIONED BY (dt STRING) STORED AS ORC;

CREATE TABLE customers (
  customer_id BIGINT, name STRING, email STRING, city STRING, region STRING, birth DATE, score DOUBLE
);

CREATE TABLE items (order_id BIGINT, product_id BIGINT, price DOUBLE, qty INT);

CREATE TABLE products (product_id BIGINT, title STRING, category STRING, price DOUBLE, tags ARRAY<STRING>);

CREATE TABLE events (
  id BIGINT, user_id BIGINT, kind STRING,
  payload STRUCT<kind: STRING, buyer: STRUCT<id: BIGINT, name: STRING>>,
  tags ARRAY<STRING>, attrs MAP<STRING, STRING>, lines ARRAY<STRUCT<sku: STRING, price: DOUBLE>>,
  raw STRING, url STRING, ts TIMESTAMP
) PARTITIONED BY (dt STRING, hr STRING)
ROW FORMAT DELIMITED FIELDS TERMINATED BY ',' COLLECTION ITEMS TERMINATED BY '|' MAP KEYS TERMINATED BY ':'
STORED AS TEXTFILE;

CREATE TABLE totals (region STRING, total DOUBLE, orders BIGINT);

CREATE TABLE people (id BIGINT, name STRING, place STRING);

CREATE TABLE parts (order_id BIGINT, amount DOUBLE, status STRING) PARTITIONED BY (dt STRING, hr STRING);

CREATE TABLE words (word STRING, hits BIGINT);

CREATE TABLE nested (id BIGINT, who STRUCT<id: BIGINT, name: STRING>, labels ARRAY<STRING>, extra MAP<STRING, STRING>);

CREATE TABLE mart.sales (product_id BIGINT, region STRING, sold DOUBLE, sold_on DATE);

CREATE TABLE mart.summary (region STRING, sold DOUBLE) PARTITIONED BY (sold_year INT);

CREATE TABLE odd (`order` BIGINT, `from` STRING, `a b` STRING, ds_1 STRING, ds_2 STRING, other INT);

CREATE TABLE accounts (id BIGINT, owner STRING, balance DOUBLE, city STRING)
CLUSTERED BY (id) INTO 2 BUCKETS STORED AS ORC TBLPROPERTIES ('transactional' = 'true');

CREATE TABLE changes (id BIGINT, owner STRING, delta DOUBLE, gone BOOLEAN, dt STRING);

CREATE TABLE ledger (id BIGINT, entry STRING, amount DOUBLE) PARTITIONED BY (dt STRING)
CLUSTERED BY (id) INTO 2 BUCKETS STORED AS ORC TBLPROPERTIES ('transactional' = 'true');
