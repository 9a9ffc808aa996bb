-- The tables and functions that the corpus of Flink is written over: an online shop, its clicks and its payments.

CREATE TABLE orders (
  order_id BIGINT,
  user_id BIGINT,
  product_id BIGINT,
  amount DECIMAL(12, 2),
  quantity INT,
  status STRING,
  coupon STRING,
  currency STRING,
  shipping ROW<city STRING, street STRING, geo ROW<lat DOUBLE, lon DOUBLE>>,
  items ARRAY<ROW<sku STRING, price DOUBLE, qty INT>>,
  tags ARRAY<STRING>,
  attributes MAP<STRING, STRING>,
  order_time TIMESTAMP(3),
  total AS amount * quantity,
  order_day AS DATE_FORMAT(order_time, 'yyyy-MM-dd'),
  proc_time AS PROCTIME(),
  WATERMARK FOR order_time AS order_time - INTERVAL '5' SECOND,
  PRIMARY KEY (order_id) NOT ENFORCED
) WITH (
  'connector' = 'kafka',
  'topic' = 'shop.orders',
  'properties.bootstrap.servers' = 'broker:9092',
  'format' = 'debezium-json'
);

CREATE TABLE clicks (
  `user` STRING,
  user_id BIGINT,
  url STRING,
  referrer STRING,
  payload STRING,
  device ROW<os STRING, browser STRING, screen ROW<width INT, height INT>>,
  event_ts BIGINT,
  event_time AS TO_TIMESTAMP_LTZ(event_ts, 3),
  kafka_time TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',
  kafka_partition INT METADATA FROM 'partition' VIRTUAL,
  `offset` BIGINT METADATA VIRTUAL,
  proc_time AS PROCTIME(),
  WATERMARK FOR event_time AS event_time - INTERVAL '30' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'shop.clicks',
  'format' = 'json'
);

CREATE TABLE payments (
  payment_id BIGINT,
  order_id BIGINT,
  paid DECIMAL(12, 2),
  `method` STRING,
  card ROW<bin STRING, country STRING>,
  pay_time TIMESTAMP(3),
  WATERMARK FOR pay_time AS pay_time - INTERVAL '10' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'shop.payments',
  'format' = 'json'
);

CREATE TABLE shipments (
  shipment_id BIGINT,
  order_id BIGINT,
  carrier STRING,
  cost DECIMAL(10, 2),
  ship_time TIMESTAMP(3),
  WATERMARK FOR ship_time AS ship_time
) WITH (
  'connector' = 'kafka',
  'topic' = 'shop.shipments',
  'format' = 'json'
);

CREATE TABLE users (
  user_id BIGINT,
  name STRING,
  email STRING,
  phone STRING,
  city STRING,
  birthday DATE,
  vip BOOLEAN,
  score DOUBLE,
  PRIMARY KEY (user_id) NOT ENFORCED
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://db:3306/shop',
  'table-name' = 'users',
  'username' = 'reader',
  'password' = 'not-a-real-one'
);

CREATE TABLE products (
  product_id BIGINT,
  title STRING,
  category STRING,
  price DECIMAL(10, 2),
  cost DECIMAL(10, 2),
  props MAP<STRING, STRING>,
  PRIMARY KEY (product_id) NOT ENFORCED
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://db:3306/shop',
  'table-name' = 'products'
);

CREATE TABLE rates (
  currency STRING,
  rate DECIMAL(12, 6),
  update_time TIMESTAMP(3),
  WATERMARK FOR update_time AS update_time - INTERVAL '1' SECOND,
  PRIMARY KEY (currency) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'shop.rates',
  'key.format' = 'json',
  'value.format' = 'json'
);

CREATE TABLE ticks (
  symbol STRING,
  price DOUBLE,
  volume BIGINT,
  tax DOUBLE,
  trade_time TIMESTAMP(3),
  WATERMARK FOR trade_time AS trade_time - INTERVAL '2' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'market.ticks',
  'format' = 'csv'
);

CREATE TABLE documents (
  doc_id BIGINT,
  body STRING,
  lang STRING,
  embedding ARRAY<FLOAT>
) WITH (
  'connector' = 'milvus',
  'collection' = 'documents'
);

CREATE TABLE dwd_orders (
  order_id BIGINT,
  user_name STRING,
  product_title STRING,
  amount DECIMAL(12, 2),
  order_time TIMESTAMP(3),
  dt STRING,
  hr STRING
) PARTITIONED BY (dt, hr) WITH (
  'connector' = 'hudi',
  'path' = 'hdfs://nn/warehouse/dwd_orders',
  'table.type' = 'MERGE_ON_READ'
);

CREATE TABLE dws_daily (
  dt STRING,
  category STRING,
  orders BIGINT,
  buyers BIGINT,
  revenue DECIMAL(38, 2),
  updated_at TIMESTAMP(3),
  PRIMARY KEY (dt, category) NOT ENFORCED
) WITH (
  'connector' = 'paimon',
  'path' = 's3://lake/dws_daily'
);

CREATE TABLE alerts (
  alert_id STRING,
  kind STRING,
  user_id BIGINT,
  detail STRING,
  score DOUBLE,
  raised_at TIMESTAMP(3)
) WITH (
  'connector' = 'elasticsearch-7',
  'hosts' = 'http://es:9200',
  'index' = 'alerts'
);

CREATE TABLE events_out (
  k STRING,
  v STRING,
  event_time TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',
  headers MAP<STRING, BYTES> METADATA,
  part INT METADATA FROM 'partition' VIRTUAL,
  shout AS UPPER(v)
) WITH (
  'connector' = 'kafka',
  'topic' = 'events.out',
  'format' = 'json'
);

CREATE MODEL sentiment
INPUT (review STRING)
OUTPUT (label STRING, confidence DOUBLE)
WITH ('provider' = 'openai');

CREATE FUNCTION mask_phone AS 'headwater.judge.MaskPhone';

CREATE FUNCTION risk_score AS 'headwater.judge.RiskScore';

CREATE FUNCTION geo_lookup AS 'headwater.judge.GeoLookup';

CREATE FUNCTION split_words AS 'headwater.judge.SplitWords';

CREATE FUNCTION parse_items AS 'headwater.judge.ParseItems';

CREATE FUNCTION weighted_avg AS 'headwater.judge.WeightedAvg';

CREATE FUNCTION sessionize AS 'headwater.judge.Sessionize';

CREATE FUNCTION enrich AS 'headwater.judge.Enrich';
