-- Tables that Spark keeps beside Hive's in the same metastore.
CREATE DATABASE IF NOT EXISTS export;

CREATE TABLE IF NOT EXISTS dwd.returns (
    return_id BIGINT,
    order_id BIGINT,
    sku STRING,
    customer_id BIGINT,
    reason STRING,
    refunded_eur DECIMAL(18, 2),
    days_kept INT,
    returned_at TIMESTAMP
) USING delta;

CREATE TABLE IF NOT EXISTS dwd.sessions (
    session_id STRING,
    visitor_id STRING,
    customer_id BIGINT,
    started_at TIMESTAMP,
    seconds BIGINT,
    views BIGINT,
    utm_source STRING,
    utm_campaign STRING,
    urls ARRAY<STRING>,
    dt STRING
) USING parquet
PARTITIONED BY (dt);

CREATE TABLE IF NOT EXISTS dws.customer_360 (
    customer_id BIGINT,
    full_name STRING,
    email STRING,
    email_hash STRING,
    country STRING,
    age_band STRING,
    marketing_consent BOOLEAN,
    orders BIGINT,
    spent_eur DECIMAL(18, 2),
    returned_eur DECIMAL(18, 2),
    last_order_at TIMESTAMP,
    favourite_category STRING,
    segment STRING
) USING delta;

CREATE TABLE IF NOT EXISTS export.customers (
    customer_id BIGINT,
    email STRING,
    email_hash STRING,
    country STRING,
    age_band STRING,
    segment STRING,
    spent_eur DECIMAL(18, 2)
) USING parquet
LOCATION 'gs://shop-exports/customers';

CREATE TABLE IF NOT EXISTS export.order_facts (
    order_id BIGINT,
    customer_id BIGINT,
    amount_eur DECIMAL(18, 2),
    lines ARRAY<STRUCT<sku: STRING, quantity: INT, amount_eur: DECIMAL(18, 2)>>,
    ordered_at TIMESTAMP,
    dt STRING
) USING parquet
PARTITIONED BY (dt)
LOCATION 'gs://shop-exports/order_facts';
