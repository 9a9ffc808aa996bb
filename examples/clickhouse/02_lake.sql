-- What comes from the lake and from MySQL: files and foreign tables seen as tables, and the copies made of them.
CREATE DATABASE IF NOT EXISTS lake;

CREATE DATABASE IF NOT EXISTS marts;

CREATE TABLE lake.customer_360
(
    customer_id UInt64,
    full_name String,
    email String,
    country String,
    age_band String,
    segment String,
    orders UInt64,
    spent_eur Decimal(18, 2),
    last_order_at Nullable(DateTime)
)
ENGINE = HDFS('hdfs://shop/export/customer_360/*.parquet', 'Parquet');

CREATE TABLE lake.products
(
    sku String,
    title String,
    category String,
    cost Decimal(12, 2)
)
ENGINE = MySQL('mysql:3306', 'shop', 'products', 'reader', '');

CREATE TABLE lake.price_tests
(
    sku String,
    variant String,
    price Decimal(12, 2),
    uplift Float64
)
ENGINE = S3('s3://shop-lake/notebooks/price_tests.parquet', 'Parquet');

CREATE TABLE marts.customers
(
    customer_id UInt64,
    full_name String,
    email String,
    country LowCardinality(String),
    segment LowCardinality(String),
    spent_eur Decimal(18, 2),
    last_order_at Nullable(DateTime),
    loaded_at DateTime DEFAULT now(),
    INDEX by_email email TYPE bloom_filter GRANULARITY 4
)
ENGINE = ReplacingMergeTree(loaded_at)
ORDER BY customer_id;

INSERT INTO marts.customers (customer_id, full_name, email, country, segment, spent_eur, last_order_at)
SELECT customer_id, full_name, lower(email), country, segment, spent_eur, last_order_at
FROM lake.customer_360;

CREATE TABLE marts.daily_sales
(
    day Date,
    ship_country LowCardinality(String),
    category LowCardinality(String),
    orders UInt64,
    amount_eur Decimal(18, 2)
)
ENGINE = MergeTree
ORDER BY (day, ship_country, category);

-- the days that Hive wrote, read straight from the files
INSERT INTO marts.daily_sales
SELECT toDate(dt), ship_country, category, orders, amount_eur
FROM s3('s3://shop-lake/export/daily_sales/*', 'Parquet', 'dt String, ship_country String, category String, orders UInt64, amount_eur Decimal(18, 2)');
