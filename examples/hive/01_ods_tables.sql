-- The raw layer (ODS): what Flink and the nightly copies leave in the lake, as it came.
CREATE DATABASE IF NOT EXISTS ods COMMENT 'raw, as it came';

CREATE EXTERNAL TABLE IF NOT EXISTS ods.orders (
    order_id BIGINT,
    customer_id BIGINT,
    customer_email STRING COMMENT 'as typed at the checkout',
    currency STRING,
    status STRING,
    coupon STRING,
    ship_city STRING,
    ship_country STRING,
    ordered_at TIMESTAMP
)
PARTITIONED BY (dt STRING)
STORED AS PARQUET
LOCATION 's3://shop-lake/ods/orders';

CREATE EXTERNAL TABLE IF NOT EXISTS ods.order_items (
    order_id BIGINT,
    sku STRING,
    quantity INT,
    unit_price DECIMAL(12, 2)
)
PARTITIONED BY (dt STRING)
STORED AS PARQUET
LOCATION 's3://shop-lake/ods/order_items';

CREATE EXTERNAL TABLE IF NOT EXISTS ods.payments (
    payment_id STRING,
    order_id BIGINT,
    `method` STRING,
    amount DECIMAL(12, 2),
    card_last4 STRING,
    paid_at TIMESTAMP
)
PARTITIONED BY (dt STRING)
STORED AS PARQUET
LOCATION 's3://shop-lake/ods/payments';

CREATE EXTERNAL TABLE IF NOT EXISTS ods.customers (
    customer_id BIGINT,
    full_name STRING,
    email STRING,
    phone STRING,
    birth_date DATE,
    country STRING,
    marketing_consent BOOLEAN,
    updated_at TIMESTAMP
)
PARTITIONED BY (dt STRING)
STORED AS PARQUET
LOCATION 's3://shop-lake/ods/customers';

CREATE EXTERNAL TABLE IF NOT EXISTS ods.page_views (
    visitor_id STRING,
    customer_id BIGINT,
    url STRING,
    referrer STRING,
    utm_source STRING,
    utm_campaign STRING,
    viewed_at TIMESTAMP
)
PARTITIONED BY (dt STRING)
STORED AS PARQUET
LOCATION 's3://shop-lake/ods/page_views';

CREATE EXTERNAL TABLE IF NOT EXISTS ods.stock_moves (
    sku STRING,
    warehouse STRING,
    direction STRING,
    quantity INT,
    moved_at TIMESTAMP
)
PARTITIONED BY (dt STRING)
STORED AS PARQUET
LOCATION 's3://shop-lake/ods/stock_moves';

-- the product list comes as one CSV file a night
CREATE TABLE IF NOT EXISTS ods.products (
    sku STRING,
    title STRING,
    category STRING,
    tags ARRAY<STRING>,
    attributes MAP<STRING, STRING>,
    cost DECIMAL(12, 2)
)
PARTITIONED BY (dt STRING)
ROW FORMAT DELIMITED
    FIELDS TERMINATED BY '\t'
    COLLECTION ITEMS TERMINATED BY ','
    MAP KEYS TERMINATED BY ':'
STORED AS TEXTFILE;

CREATE EXTERNAL TABLE IF NOT EXISTS ods.exchange_rates (
    day STRING,
    currency STRING,
    to_eur DECIMAL(18, 6)
)
STORED AS PARQUET
LOCATION 's3://shop-lake/ods/exchange_rates';

CREATE EXTERNAL TABLE IF NOT EXISTS ods.reviews (
    review_id BIGINT,
    order_id BIGINT,
    sku STRING,
    body STRING
)
PARTITIONED BY (dt STRING)
ROW FORMAT SERDE 'org.apache.hive.hcatalog.data.JsonSerDe'
STORED AS TEXTFILE
LOCATION 's3://shop-lake/landing/reviews';
