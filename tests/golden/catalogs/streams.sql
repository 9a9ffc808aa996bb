-- Streams, lookup tables and sinks of the Flink cases.
CREATE TABLE clicks (
  user_id BIGINT, url STRING, price DECIMAL(10, 2), tags ARRAY<STRING>, attrs MAP<STRING, STRING>,
  geo ROW<city STRING, pos ROW<lat DOUBLE, lon DOUBLE>>, raw STRING, ts TIMESTAMP(3),
  proc AS PROCTIME(), day_of AS DATE_FORMAT(ts, 'yyyy-MM-dd'), doubled AS price * 2,
  `offset` BIGINT METADATA VIRTUAL, headers MAP<STRING, BYTES> METADATA,
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'kafka', 'topic' = 'clicks');
CREATE TABLE orders (
  order_id BIGINT, user_id BIGINT, amount INT, currency STRING, lines ARRAY<ROW<sku STRING, qty INT>>,
  ordered_at TIMESTAMP(3), proc AS PROCTIME(), WATERMARK FOR ordered_at AS ordered_at
) WITH ('connector' = 'kafka', 'topic' = 'orders');
CREATE TABLE shipments (order_id BIGINT, carrier STRING, shipped_at TIMESTAMP(3),
  WATERMARK FOR shipped_at AS shipped_at) WITH ('connector' = 'kafka', 'topic' = 'shipments');
CREATE TABLE users (id BIGINT, name STRING, city STRING, PRIMARY KEY (id) NOT ENFORCED)
  WITH ('connector' = 'jdbc', 'url' = 'jdbc:mysql://db:3306/shop', 'table-name' = 'users');
CREATE TABLE rates (currency STRING, rate DECIMAL(18, 6), since TIMESTAMP(3),
  WATERMARK FOR since AS since, PRIMARY KEY (currency) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'rates');
CREATE TABLE docs (id BIGINT, title STRING, embedding ARRAY<FLOAT>);
CREATE TABLE sink (user_id BIGINT, url STRING, price DECIMAL(10, 2), dt STRING, h STRING)
  PARTITIONED BY (dt, h) WITH ('connector' = 'filesystem', 'path' = 's3://lake/sink', 'format' = 'parquet');
CREATE TABLE totals (k STRING, n BIGINT, total DECIMAL(18, 2));
