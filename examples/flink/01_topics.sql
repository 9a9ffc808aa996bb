-- The shop's Kafka topics as Flink sees them: what the shop writes, and what Flink writes back.
CREATE DATABASE IF NOT EXISTS kafka;

CREATE TABLE kafka.orders (
    order_id BIGINT,
    customer_id BIGINT,
    customer_email STRING,
    currency STRING,
    status STRING,
    coupon STRING,
    items ARRAY<ROW<sku STRING, quantity INT, unit_price DECIMAL(12, 2)>>,
    shipping ROW<city STRING, country STRING, postcode STRING>,
    ordered_at TIMESTAMP(3),
    proc_time AS PROCTIME()
) WITH (
    'connector' = 'kafka',
    'topic' = 'shop.orders',
    'properties.bootstrap.servers' = 'kafka:9092',
    'properties.group.id' = 'flink-ingest',
    'scan.startup.mode' = 'group-offsets',
    'format' = 'json'
);

CREATE TABLE kafka.payments (
    payment_id STRING,
    order_id BIGINT,
    `method` STRING,
    amount DECIMAL(12, 2),
    card_last4 STRING,
    paid_at TIMESTAMP(3),
    proc_time AS PROCTIME()
) WITH (
    'connector' = 'kafka',
    'topic' = 'shop.payments',
    'properties.bootstrap.servers' = 'kafka:9092',
    'properties.group.id' = 'flink-ingest',
    'format' = 'json'
);

-- change data of the customer table of the shop's MySQL
CREATE TABLE kafka.customers (
    customer_id BIGINT,
    full_name STRING,
    email STRING,
    phone STRING,
    birth_date DATE,
    country STRING,
    marketing_consent BOOLEAN,
    updated_at TIMESTAMP(3),
    PRIMARY KEY (customer_id) NOT ENFORCED
) WITH (
    'connector' = 'kafka',
    'topic' = 'shop.customers',
    'properties.bootstrap.servers' = 'kafka:9092',
    'format' = 'debezium-json'
);

CREATE TABLE kafka.stock_moves (
    sku STRING,
    warehouse STRING,
    direction STRING,
    quantity INT,
    moved_at TIMESTAMP(3)
) WITH (
    'connector' = 'kafka',
    'topic' = 'shop.stock_moves',
    'properties.bootstrap.servers' = 'kafka:9092',
    'format' = 'avro-confluent',
    'avro-confluent.url' = 'http://registry:8081'
);

-- event time: views may come up to ten seconds late
CREATE TABLE kafka.page_views (
    visitor_id STRING,
    customer_id BIGINT,
    url STRING,
    referrer STRING,
    utm MAP<STRING, STRING>,
    viewed_at TIMESTAMP(3),
    WATERMARK FOR viewed_at AS viewed_at - INTERVAL '10' SECOND
) WITH (
    'connector' = 'kafka',
    'topic' = 'shop.page_views',
    'properties.bootstrap.servers' = 'kafka:9092',
    'format' = 'json'
);

-- the shop's audit trail: free JSON, with the record's own time and place
CREATE TABLE kafka.audit (
    payload STRING,
    written_at TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',
    `partition` INT METADATA VIRTUAL,
    `offset` BIGINT METADATA VIRTUAL
) WITH (
    'connector' = 'kafka',
    'topic' = 'shop.audit',
    'properties.bootstrap.servers' = 'kafka:9092',
    'format' = 'raw'
);

CREATE TABLE kafka.orders_enriched (
    order_id BIGINT,
    customer_id BIGINT,
    customer_email STRING,
    country STRING,
    sku STRING,
    title STRING,
    category STRING,
    quantity INT,
    amount_eur DECIMAL(18, 2),
    ordered_at TIMESTAMP(3),
    PRIMARY KEY (order_id, sku) NOT ENFORCED
) WITH (
    'connector' = 'upsert-kafka',
    'topic' = 'shop.orders_enriched',
    'properties.bootstrap.servers' = 'kafka:9092',
    'key.format' = 'json',
    'value.format' = 'json'
);

CREATE TABLE kafka.traffic_per_minute (
    minute_start TIMESTAMP(3),
    source STRING,
    hits BIGINT,
    visitors BIGINT
) WITH (
    'connector' = 'kafka',
    'topic' = 'shop.traffic_per_minute',
    'properties.bootstrap.servers' = 'kafka:9092',
    'format' = 'json'
);

CREATE TABLE kafka.alerts (
    kind STRING,
    order_id BIGINT,
    customer_id BIGINT,
    amount DECIMAL(18, 2),
    raised_at TIMESTAMP(3)
) WITH (
    'connector' = 'kafka',
    'topic' = 'shop.alerts',
    'properties.bootstrap.servers' = 'kafka:9092',
    'format' = 'json'
);
