-- The topics as ClickHouse reads them, and the materialized views that move each row into a table.
CREATE DATABASE IF NOT EXISTS ingest;

CREATE TABLE ingest.orders_queue
(
    order_id UInt64,
    customer_id UInt64,
    customer_email String,
    currency LowCardinality(String),
    status LowCardinality(String),
    coupon String,
    items Array(Tuple(sku String, quantity UInt32, unit_price Decimal(12, 2))),
    shipping Tuple(city String, country String, postcode String),
    ordered_at DateTime64(3)
)
ENGINE = Kafka('kafka:9092', 'shop.orders', 'clickhouse', 'JSONEachRow');

CREATE TABLE ingest.orders_enriched_queue
(
    order_id UInt64,
    customer_id UInt64,
    customer_email String,
    country LowCardinality(String),
    sku String,
    title String,
    category LowCardinality(String),
    quantity UInt32,
    amount_eur Decimal(18, 2),
    ordered_at DateTime64(3)
)
ENGINE = Kafka
SETTINGS
    kafka_broker_list = 'kafka:9092',
    kafka_topic_list = 'shop.orders_enriched',
    kafka_group_name = 'clickhouse',
    kafka_format = 'JSONEachRow',
    kafka_num_consumers = 4;

CREATE TABLE ingest.page_views_queue
(
    visitor_id String,
    customer_id UInt64,
    url String,
    referrer String,
    utm Map(String, String),
    viewed_at DateTime64(3)
)
ENGINE = Kafka('kafka:9092', 'shop.page_views', 'clickhouse', 'JSONEachRow');

CREATE TABLE ingest.orders
(
    order_id UInt64,
    customer_id UInt64,
    customer_email String,
    email_host String MATERIALIZED splitByChar('@', customer_email)[2],
    currency LowCardinality(String),
    status LowCardinality(String),
    city String,
    country LowCardinality(String),
    skus Array(String),
    quantities Array(UInt32),
    amount Decimal(18, 2),
    ordered_at DateTime64(3),
    day Date ALIAS toDate(ordered_at)
)
ENGINE = ReplacingMergeTree(ordered_at)
PARTITION BY toYYYYMM(ordered_at)
ORDER BY order_id
TTL toDateTime(ordered_at) + INTERVAL 3 YEAR;

CREATE MATERIALIZED VIEW ingest.orders_mv TO ingest.orders AS
SELECT
    order_id,
    customer_id,
    customer_email,
    currency,
    status,
    shipping.city AS city,
    shipping.country AS country,
    arrayMap(item -> item.sku, items) AS skus,
    arrayMap(item -> item.quantity, items) AS quantities,
    arraySum(arrayMap(item -> item.quantity * item.unit_price, items)) AS amount,
    ordered_at
FROM ingest.orders_queue
WHERE order_id > 0;

CREATE TABLE ingest.order_lines
(
    order_id UInt64,
    customer_id UInt64,
    customer_email String,
    country LowCardinality(String),
    sku String,
    title String,
    category LowCardinality(String),
    quantity UInt32,
    amount_eur Decimal(18, 2),
    ordered_at DateTime
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(ordered_at)
ORDER BY (category, ordered_at);

CREATE MATERIALIZED VIEW ingest.order_lines_mv TO ingest.order_lines AS
SELECT * REPLACE (toDateTime(ordered_at) AS ordered_at)
FROM ingest.orders_enriched_queue;

CREATE TABLE ingest.page_views
(
    visitor_id String,
    customer_id UInt64,
    path String,
    source LowCardinality(String),
    viewed_at DateTime
)
ENGINE = MergeTree
ORDER BY (visitor_id, viewed_at);

CREATE MATERIALIZED VIEW ingest.page_views_mv TO ingest.page_views AS
SELECT
    visitor_id,
    customer_id,
    path(url) AS path,
    if(utm['source'] != '', utm['source'], domainWithoutWWW(referrer)) AS source,
    toDateTime(viewed_at) AS viewed_at
FROM ingest.page_views_queue;
