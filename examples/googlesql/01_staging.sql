-- What marketing gets from the lake: external tables over exported files, and the web analytics export.
CREATE SCHEMA IF NOT EXISTS staging OPTIONS (location = 'EU');

CREATE SCHEMA IF NOT EXISTS marketing OPTIONS (location = 'EU');

CREATE OR REPLACE EXTERNAL TABLE staging.customers (
    customer_id INT64,
    email STRING,
    email_hash STRING,
    country STRING,
    age_band STRING,
    segment STRING,
    spent_eur NUMERIC
)
OPTIONS (format = 'PARQUET', uris = ['gs://shop-exports/customers/*.parquet']);

CREATE OR REPLACE EXTERNAL TABLE staging.order_facts (
    order_id INT64,
    customer_id INT64,
    amount_eur NUMERIC,
    `lines` ARRAY<STRUCT<sku STRING, quantity INT64, amount_eur NUMERIC>>,
    ordered_at TIMESTAMP
)
OPTIONS (format = 'PARQUET', uris = ['gs://shop-exports/order_facts/*.parquet']);

CREATE TABLE IF NOT EXISTS staging.web_events (
    event_name STRING,
    event_at TIMESTAMP,
    user_pseudo_id STRING,
    user_id STRING,
    device STRUCT<category STRING, browser STRING>,
    event_params ARRAY<STRUCT<key STRING, value STRUCT<string_value STRING, int_value INT64>>>,
    consent JSON
)
PARTITION BY DATE(event_at)
CLUSTER BY event_name;

CREATE TABLE IF NOT EXISTS staging.ad_costs (
    day DATE,
    campaign STRING,
    channel STRING,
    clicks INT64,
    cost_eur NUMERIC
)
PARTITION BY day
OPTIONS (description = 'what the ad networks bill');

LOAD DATA INTO staging.ad_costs
FROM FILES (format = 'CSV', uris = ['gs://shop-landing/ad_costs/*.csv'], skip_leading_rows = 1);
