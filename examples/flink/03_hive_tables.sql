-- The raw layer of the lake (ODS), which Flink fills through the Hive catalog.
CREATE CATALOG hive_prod WITH (
    'type' = 'hive',
    'hive-conf-dir' = '/etc/hive/conf'
);

CREATE TABLE IF NOT EXISTS hive_prod.ods.orders (
    order_id BIGINT,
    customer_id BIGINT,
    customer_email STRING,
    currency STRING,
    status STRING,
    coupon STRING,
    ship_city STRING,
    ship_country STRING,
    ordered_at TIMESTAMP(3),
    dt STRING
) PARTITIONED BY (dt) WITH (
    'connector' = 'hive',
    'sink.partition-commit.trigger' = 'process-time',
    'sink.partition-commit.policy.kind' = 'metastore,success-file'
);

CREATE TABLE IF NOT EXISTS hive_prod.ods.order_items (
    order_id BIGINT,
    sku STRING,
    quantity INT,
    unit_price DECIMAL(12, 2),
    dt STRING
) PARTITIONED BY (dt) WITH ('connector' = 'hive');

CREATE TABLE IF NOT EXISTS hive_prod.ods.payments (
    payment_id STRING,
    order_id BIGINT,
    `method` STRING,
    amount DECIMAL(12, 2),
    card_last4 STRING,
    paid_at TIMESTAMP(3),
    dt STRING
) PARTITIONED BY (dt) WITH ('connector' = 'hive');

CREATE TABLE IF NOT EXISTS hive_prod.ods.customers (
    customer_id BIGINT,
    full_name STRING,
    email STRING,
    phone STRING,
    birth_date DATE,
    country STRING,
    marketing_consent BOOLEAN,
    updated_at TIMESTAMP(3),
    dt STRING
) PARTITIONED BY (dt) WITH ('connector' = 'hive');

CREATE TABLE IF NOT EXISTS hive_prod.ods.page_views (
    visitor_id STRING,
    customer_id BIGINT,
    url STRING,
    referrer STRING,
    utm_source STRING,
    utm_campaign STRING,
    viewed_at TIMESTAMP(3),
    dt STRING
) PARTITIONED BY (dt) WITH ('connector' = 'hive');

CREATE TABLE IF NOT EXISTS hive_prod.ods.stock_moves (
    sku STRING,
    warehouse STRING,
    direction STRING,
    quantity INT,
    moved_at TIMESTAMP(3),
    dt STRING
) PARTITIONED BY (dt) WITH ('connector' = 'hive');
