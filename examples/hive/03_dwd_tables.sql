-- The cleaned layer (DWD) and its dimensions: one row a fact, one row a thing.
CREATE DATABASE IF NOT EXISTS dwd;

CREATE DATABASE IF NOT EXISTS dim;

CREATE TABLE IF NOT EXISTS dwd.order_lines (
    order_id BIGINT,
    customer_id BIGINT,
    sku STRING,
    category STRING,
    quantity INT,
    amount_eur DECIMAL(18, 2),
    margin_eur DECIMAL(18, 2),
    ship_country STRING,
    ordered_at TIMESTAMP
)
PARTITIONED BY (dt STRING)
CLUSTERED BY (order_id) INTO 16 BUCKETS
STORED AS ORC;

CREATE TABLE IF NOT EXISTS dwd.orders_done (order_id BIGINT, customer_id BIGINT, customer_email STRING, ordered_at TIMESTAMP)
PARTITIONED BY (dt STRING)
STORED AS ORC;

CREATE TABLE IF NOT EXISTS dwd.orders_cancelled (order_id BIGINT, customer_id BIGINT, status STRING, ordered_at TIMESTAMP)
PARTITIONED BY (dt STRING)
STORED AS ORC;

CREATE TABLE IF NOT EXISTS dwd.stock (
    sku STRING,
    title STRING,
    warehouse STRING,
    in_stock BIGINT,
    stock_value DECIMAL(18, 2)
)
PARTITIONED BY (dt STRING)
STORED AS ORC;

CREATE TABLE IF NOT EXISTS dwd.review_scores (review_id BIGINT, sku STRING, score DOUBLE, language STRING)
PARTITIONED BY (dt STRING)
STORED AS ORC;

CREATE TABLE IF NOT EXISTS dim.customers (
    customer_id BIGINT,
    full_name STRING,
    email STRING,
    email_hash STRING,
    phone STRING,
    country STRING,
    age_band STRING,
    marketing_consent BOOLEAN,
    first_seen TIMESTAMP,
    last_changed TIMESTAMP
)
STORED AS ORC
TBLPROPERTIES ('transactional' = 'true');

CREATE TABLE IF NOT EXISTS dim.products (
    sku STRING,
    title STRING,
    category STRING,
    brand STRING,
    cost DECIMAL(12, 2)
)
STORED AS ORC;

CREATE TABLE IF NOT EXISTS dim.product_tags (sku STRING, tag STRING, place INT)
STORED AS ORC;
